"""The state of a game of standard Diplomacy, its options, and what is told of its phases."""

from typing import Literal

from msgspec import Struct

from adjudicator.orders import Seat
from adjudicator.simultaneous.phases import holdings, phase_code
from adjudicator.simultaneous.position import Position, Resolution
from adjudicator.simultaneous.rules import Rules


class Options(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices of DATC, and what the game's players agree on besides."""

    letters: Literal["replace", "per_unit"] = "replace"
    """4.D.1. Whether a later letter replaces all orders of an earlier one, or only those for the
    units it names."""


class Ending(Struct, frozen=True):
    """How the game ended, and who shares in it; a concession is a win that the others agreed to."""

    how: Literal["solo", "draw", "concession"]
    powers: tuple[Seat, ...]


class YearEnd(Struct, frozen=True):
    """How many centers each power owned once a game year's centers had changed hands; a power
    without any is left out."""

    year: int
    centers: dict[Seat, int]

    @classmethod
    def of(cls, year: int, position: Position) -> "YearEnd":
        """The centers of this position, counted."""
        held = holdings(position.centers)
        return cls(year, {power: len(centers) for power, centers in held.items()})


Chart = tuple[YearEnd, ...]
"""The years that have ended, the earliest first; a game begins with the one before its own."""


def charted(chart: Chart, before: Position, after: Position) -> Chart:
    """The chart once a phase led from `before` to `after`: a year longer if it changed the owners.

    That is the fall's moves or, if any follow, their retreats; adjustments only follow from it.
    """
    code = phase_code(before.phase)
    if code.season != "F" or code.step == "A" or phase_code(after.phase).step == "R":
        return chart
    return (*chart, YearEnd.of(code.year, after))


class State(Struct, frozen=True):
    """Everything there is to know: nothing in this game is secret but orders not yet run.

    `chart` is empty where a position was given instead of played.
    """

    position: Position
    options: Options
    ended: Ending | None = None
    chart: Chart = ()


class PhaseResolved(Struct, frozen=True, tag="phase_resolved"):
    """A phase as it was, and what came of it; `eliminated` are the powers that it put out."""

    before: Position
    resolution: Resolution
    eliminated: tuple[Seat, ...] = ()


class GameEnded(Struct, frozen=True, tag="game_ended"):
    """The game is over."""

    ending: Ending


Event = PhaseResolved | GameEnded
