"""A game of the family: what its state holds besides the position, and what is told of its phases.

A title's state is a `Game` with its own options, and with fields of its own after these.
"""

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.position import Position, ResolutionOf


class Ending(Struct, frozen=True):
    """How the game ended, and who shares in it; a concession is a win that the others agreed to."""

    how: Literal["solo", "draw", "concession"]
    powers: tuple[Seat, ...]


class YearEnd(Struct, frozen=True):
    """What the centers of each power were worth once a game year's centers had changed hands; a
    power without any is left out."""

    year: int
    centers: dict[Seat, int]

    @classmethod
    def of(cls, board: Board, year: int, position: Position) -> "YearEnd":
        """The centers of this position, counted."""
        return cls(year, counted(board, position.centers))


Chart = tuple[YearEnd, ...]
"""The years that have ended, the earliest first; a game begins with the one before its own."""


def counted(board: Board, centers: Mapping[str, Seat | None]) -> dict[Seat, int]:
    """What the centers of each power that has any are worth: one each, but for double centers."""
    total: dict[Seat, int] = {}
    for center in sorted(centers):
        owner = centers[center]
        if owner is not None:
            total[owner] = total.get(owner, 0) + board.worth.get(center, 1)
    return total


def charted(board: Board, chart: Chart, before: Position, after: Position) -> Chart:
    """The chart once a phase led from `before` to `after`: a year longer if it changed the owners.

    That is the fall's moves or, if any follow, their retreats; adjustments only follow from it.
    """
    code = phase_code(before.phase)
    if code.season != "F" or code.step == "A" or phase_code(after.phase).step == "R":
        return chart
    return (*chart, YearEnd.of(board, code.year, after))


Options = TypeVar("Options")


class Game(Struct, Generic[Options], frozen=True):
    """A game as it stands. `chart` is empty where a position was given instead of played."""

    position: Position
    options: Options
    ended: Ending | None = None
    chart: Chart = ()


class PhaseResolved(Struct, frozen=True, tag="phase_resolved"):
    """A phase as it was, and what came of it, with the title's orders; `eliminated` are the powers
    that it put out."""

    before: Position
    resolution: ResolutionOf[Any]
    eliminated: tuple[Seat, ...] = ()


class GameEnded(Struct, frozen=True, tag="game_ended"):
    """The game is over."""

    ending: Ending
