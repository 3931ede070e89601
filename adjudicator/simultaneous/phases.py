"""The calendar of the family: spring and fall moves, retreats, the year's adjustments."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.adjustments import balance, capture
from adjudicator.simultaneous.position import Position, ResolutionOf, Unit

SEASONS = "SF"
STEPS = {"M": "movement", "R": "retreats", "A": "adjustments"}

Capture = Callable[[Board, Mapping[str, Seat | None], Iterable[Unit]], dict[str, Seat | None]]
Balance = Callable[[Position], Mapping[Seat, int]]

_CODE = re.compile(r"([SFW])(\d{1,4})([MRA])", re.ASCII)


class PhaseCode(NamedTuple):
    """``S1901M``: season, year and step."""

    season: str
    year: int
    step: str

    def __str__(self) -> str:
        return f"{self.season}{self.year}{self.step}"

    @property
    def rank(self) -> tuple[int, int, int]:
        """Greater for a later phase."""
        return self.year, SEASONS.index(self.season), [*STEPS].index(self.step)

    @property
    def ahead(self) -> tuple["PhaseCode", ...]:
        """The later phases whose orders may be sent with those of this one.

        They are the retreats from these moves, and the year's adjustments. Nobody knows yet where
        units will stand for what lies between (a fall's moves and retreats, in spring).
        """
        retreats = PhaseCode(self.season, self.year, "R")
        adjustments = PhaseCode("F", self.year, "A")
        return {"M": (retreats, adjustments), "R": (adjustments,), "A": ()}[self.step]


def phase_code(text: str) -> PhaseCode:
    """Read a phase. ``W1901A``, as some write it, is ``F1901A``. ValueError if it is none."""
    match = _CODE.fullmatch(text)
    if match is not None and match[2] != "9999":  # the year after has to be one, too
        season, year, step = match[1], int(match[2]), match[3]
        if step == "A" and season in "FW":
            return PhaseCode("F", year, "A")
        if step != "A" and season != "W":
            return PhaseCode(season, year, step)
    raise ValueError(f"{text!r} is not a phase such as S1901M, F1901R or F1901A")


def phase_title(board: Board, code: PhaseCode) -> str:
    """``Spring 1901, movement``"""
    return f"{board.seasons[code.season]} {code.year}, {STEPS[code.step]}"


def advance(
    board: Board,
    position: Position,
    resolution: ResolutionOf[Any],
    *,
    capture: Capture = capture,
    balance: Balance = balance,
) -> Position:
    """The position of the next phase, once this one is resolved.

    Retreats follow if a dislodged unit has one open. After the fall's moves and retreats the
    centers change hands, and adjustments follow if a power's units and centers differ in number;
    `capture` and `balance` are how the title has it.
    """
    season, year, step = phase_code(position.phase)
    centers = position.centers
    if step == "M" and any(case.retreats for case in resolution.dislodged):
        return Position(
            str(PhaseCode(season, year, "R")),
            resolution.after,
            centers,
            tuple(case for case in resolution.dislodged if case.retreats),
            resolution.standoffs,
        )
    if season == "S":
        return Position(str(PhaseCode("F", year, "M")), resolution.after, centers)
    if step != "A":
        centers = capture(board, centers, resolution.after)
        ended = Position(str(PhaseCode("F", year, "A")), resolution.after, centers)
        if any(balance(ended).values()):
            return ended
    return Position(str(PhaseCode("S", year + 1, "M")), resolution.after, centers)


def holdings(centers: Mapping[str, Seat | None]) -> dict[Seat, list[str]]:
    """The centers of each power that has any, in the order of their codes."""
    by_power: dict[Seat, list[str]] = {}
    for center in sorted(centers):
        owner = centers[center]
        if owner is not None:
            by_power.setdefault(owner, []).append(center)
    return by_power
