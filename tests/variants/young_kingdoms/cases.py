"""The hand-worked cases of Young Kingdoms as the engine has them: pieces, positions and orders.

``tests/data/young_kingdoms.yaml`` says what its fields mean. Whatever takes texts by power takes
those of no power under NEUTRAL.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from adjudicator.boards import Board, closed
from adjudicator.orders import Seat
from adjudicator.simultaneous.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    RetreatOrder,
    Support,
    Waive,
)
from adjudicator.simultaneous.position import Dislodged, Position, Retreat, Unit
from tests.boards import Texts
from tests.variants.young_kingdoms.test_map import BOARD, DATA
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import (
    Admit,
    Boarding,
    Enlist,
    FirstMove,
    Guest,
    Landing,
    Order,
    Renounce,
)
from variants.young_kingdoms.outcome import Resolution
from variants.young_kingdoms.pieces.pieces import CHAOS, Owners

Case = Mapping[str, Any]

NEUTRAL = "NEUTRAL"
CLOSED = Board(closed(DATA))
"""The board after Elric has had his throne."""

_FILE = Path(__file__).parents[2] / "data" / "young_kingdoms.yaml"


@cache
def cases() -> tuple[Case, ...]:
    return tuple(yaml.load(_FILE.read_text("utf-8"), yaml.CSafeLoader)["cases"])


def cases_of(step: str) -> dict[str, Case]:
    """The cases of one step, "M", "R" or "A", by their id."""
    return {case["id"]: case for case in cases() if case["phase"].endswith(step)}


# --- pieces


def power(code: str) -> Seat | None:
    return None if code == NEUTRAL else code


def units(texts: Texts, built_in: Mapping[str, str] | None = None) -> tuple[Unit, ...]:
    """`{power: ["A/F FOE", "C SIL"]}`.

    A unit of Chaos was built where `built_in` says under ``DHJ C MAR``, else in the land of Chaos
    that it stands in, else in SIL; those of one power and land are numbered as they come.
    """
    serials: Counter[tuple[str, str]] = Counter()
    found = []
    for code, lines in texts.items():
        for line in lines:
            kind, place = line.split()
            number = ""
            if kind == CHAOS:
                peaceful = BOARD.provinces[place].peaceful
                land = (built_in or {}).get(f"{code} {line}", place if peaceful else "SIL")
                serials[code, land] += 1
                number = f"{land}{serials[code, land]}"
            found.append(Unit(power(code), kind, place, number))
    return tuple(found)


def unit(text: str) -> Unit:
    """``DHJ A GRO``"""
    code, piece = text.split(" ", 1)
    return units({code: [piece]})[0]


def texts(pieces: Iterable[Unit]) -> dict[str, list[str]]:
    """The pieces as text, sorted, by power: what `units` reads, but for where Chaos was built."""
    by_power: dict[str, list[str]] = {}
    for piece in pieces:
        by_power.setdefault(piece.power or NEUTRAL, []).append(str(piece))
    return {code: sorted(lines) for code, lines in by_power.items()}


def ordered(by_power: Texts) -> dict[str, list[str]]:
    """Texts by power as `texts` has them: sorted, and without powers that have none."""
    return {code: sorted(lines) for code, lines in by_power.items() if lines}


def dislodged(text: str, **ways: Sequence[str]) -> Dislodged:
    """``DHJ A GRO`` with its `retreats`; an A/F with `whole`, `fleet` and `army`."""
    parts = {"retreats": "whole"}
    retreats = tuple(
        Retreat(to, parts.get(way, way))  # type: ignore[arg-type]
        for way, spaces in ways.items()
        for to in spaces
    )
    return Dislodged(unit(text), retreats=retreats)


def owners(texts: Texts | None = None, board: Board = BOARD) -> dict[str, Seat | None]:
    """Who owns each center; left out: each power its home centers, and nobody the others."""
    if texts is None:
        texts = {code: side.home_centers for code, side in board.powers.items()}
    owned: dict[str, Seat | None] = dict.fromkeys(sorted(board.centers))
    owned.update({center: power(code) for code, lines in texts.items() for center in lines})
    return owned


def holdings(owned: Owners) -> dict[str, list[str]]:
    """The centers of each power, sorted; nobody's under NEUTRAL."""
    by_power: dict[str, list[str]] = {}
    for center, owner in owned.items():
        by_power.setdefault(owner or NEUTRAL, []).append(center)
    return {code: sorted(centers) for code, centers in by_power.items()}


# --- the parts of a case


def board(case: Case) -> Board:
    return CLOSED if elric(case).reigns else BOARD


def position(case: Case) -> Position:
    """What the phase begins with, the dislodged with their open retreats."""
    beaten = tuple(
        dislodged(one["unit"], **{key: to for key, to in one.items() if key not in _NO_WAYS})
        for one in case.get("dislodged_before", ())
    )
    standing = units(case["units"], case.get("built_in"))
    return Position(case["phase"], standing, owners(case.get("centers"), board(case)), beaten)


_NO_WAYS = frozenset({"unit", "fate"})


def elric(case: Case) -> Elric:
    said = case.get("elric", {})
    return Elric(
        hidden=said.get("hidden", ""),
        finder=said.get("found_by"),
        reigns=said.get("throne", False),
    )


def options(case: Case) -> Options:
    return Options(**case.get("options", {}))


def sheets(case: Case) -> dict[Seat, list[Order]]:
    return orders(case["orders"])


def result(resolution: Resolution, text: str) -> str:
    """What became of ``DHJ A GRO - JHA``; "" if there was no such order."""
    code, line = text.split(" ", 1)
    wanted = order(line)[0]
    for outcome in resolution.outcomes:
        if outcome.seat == code and outcome.order == wanted:
            return outcome.result
    return ""


# --- orders


def orders(texts: Texts) -> dict[Seat, list[Order]]:
    return {code: [one for line in lines for one in order(line)] for code, lines in texts.items()}


def order(line: str) -> tuple[Order, ...]:
    """A canonical order; one with GUEST or ADMITS ELRIC is two, the plain one first."""
    for tail, sort in ((" GUEST", Guest), (" ADMITS ELRIC", Admit)):
        if line.endswith(tail):
            (plain,) = order(line.removesuffix(tail))
            kind, place = line.split()[:2]
            return plain, sort(kind, place)
    for shape, make in _SHAPES:
        found = shape.fullmatch(line)
        if found is not None:
            return (make(*(part or "" for part in found.groups())),)
    raise ValueError(f"{line!r} is no order of the cases")


_PIECE = r"([A-Z/]+\d?) ([A-Z]+)"
_OTHER = r"((?:[A-Z]{3} )?[A-Z/]+\d?) ([A-Z]+)"
_SHAPES: tuple[tuple[re.Pattern[str], Callable[..., Order]], ...] = tuple(
    (re.compile(shape), make)
    for shape, make in (
        ("ENLIST ELRIC", Enlist),
        ("RENOUNCE ELRIC", Renounce),
        ("WAIVE", Waive),
        (f"BUILD {_PIECE}", Build),
        (f"REMOVE {_PIECE}", Disband),
        (f"{_PIECE} D", Disband),
        (f"{_PIECE} R ([A-Z]+)", RetreatOrder),
        (f"{_PIECE} - ([A-Z]+) FIRST", FirstMove),
        (f"{_PIECE} H FIRST", FirstMove),
        (f"{_PIECE} BOARD [FC] ([A-Z]+)", Boarding),
        (f"{_PIECE} LAND ([A-Z]+)", Landing),
        (f"{_PIECE} H", Hold),
        (f"{_PIECE} - ([A-Z]+)", Move),
        (f"{_PIECE} - ([A-Z]+) VIA", lambda kind, place, to: Move(kind, place, to, via=True)),
        (f"{_PIECE} S {_OTHER}(?: - ([A-Z]+))?", Support),
        (f"{_PIECE} C {_OTHER} - ([A-Z]+)", Convoy),
    )
)
