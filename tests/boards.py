"""The board of the tests, and positions and orders written as text."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from adjudicator.boards import Board, MapFile
from adjudicator.documents import read
from adjudicator.simultaneous.adjustments import adjust
from adjudicator.simultaneous.movement import resolve
from adjudicator.simultaneous.notation import Notation
from adjudicator.simultaneous.orders import Order
from adjudicator.simultaneous.position import (
    Dislodged,
    Position,
    Resolution,
    ResolutionOf,
    Retreat,
    Unit,
)
from adjudicator.simultaneous.retreats import retreat
from adjudicator.simultaneous.rules import Rules

BOARD = Board(read(files("variants") / "standard" / "map.yaml", MapFile))
NOTATION = Notation(BOARD)

Texts = Mapping[str, Sequence[str]]
"""Units or orders as text, by power."""


def unit(power: str | None, text: str) -> Unit:
    kind, place = text.split()
    return Unit(power, kind, place)


def units(texts: Texts) -> tuple[Unit, ...]:
    return tuple(unit(power, text) for power, lines in texts.items() for text in lines)


def orders(texts: Texts) -> dict[str, list[Order]]:
    return {power: [order(line) for line in lines] for power, lines in texts.items()}


def order(text: str) -> Order:
    read = NOTATION.parse(text)
    assert read.order is not None, (text, read.diagnostic)
    return read.order


def centers(texts: Texts) -> dict[str, str | None]:
    owners: dict[str, str | None] = dict.fromkeys(sorted(BOARD.centers))
    owners.update({center: power for power, owned in texts.items() for center in owned})
    return owners


def texts(pieces: Iterable[Unit]) -> dict[str, list[str]]:
    """The units as text, sorted, by power."""
    by_power: dict[str, list[str]] = {}
    for piece in pieces:
        by_power.setdefault(str(piece.power), []).append(str(piece))
    return {power: sorted(by_power[power]) for power in sorted(by_power)}


def dislodged(power: str, text: str, *ways: str) -> Dislodged:
    """A dislodged unit with its open retreats."""
    return Dislodged(unit(power, text), retreats=tuple(Retreat(way) for way in ways))


def move(standing: Texts, ordered: Texts, **options: Any) -> Resolution:
    """A movement phase; `options` are fields of `Rules`."""
    position = Position("S1901M", units(standing))
    return resolve(BOARD, position, orders(ordered), Rules(**options))


def fall_back(
    standing: Texts, beaten: Sequence[Dislodged], ordered: Texts, **options: Any
) -> Resolution:
    """A retreat phase."""
    position = Position("S1901R", units(standing), dislodged=tuple(beaten))
    return retreat(BOARD, position, orders(ordered), Rules(**options))


def balance_out(standing: Texts, owned: Texts, ordered: Texts, **options: Any) -> Resolution:
    """An adjustment phase."""
    position = Position("F1901A", units(standing), centers(owned))
    return adjust(BOARD, position, orders(ordered), Rules(**options))


def results(resolution: ResolutionOf[Any]) -> list[str]:
    """One word an order, with the reason if there is one: ``bounces: repelled``."""
    return [
        f"{outcome.result}: {outcome.reason}" if outcome.reason else outcome.result
        for outcome in resolution.outcomes
    ]
