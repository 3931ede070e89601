"""The state of a game of standard Diplomacy, its options, and what is told of its phases."""

from typing import Literal

from msgspec import Struct

from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Position, Resolution
from adjudicator.simultaneous.rules import Rules


class Options(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices of DATC, and what the game's players agree on besides."""

    letters: Literal["replace", "per_unit"] = "replace"
    """4.D.1. Whether a later letter replaces all orders of an earlier one, or only those for the
    units it names."""


class Ending(Struct, frozen=True):
    """How the game ended, and who shares in it."""

    how: Literal["solo", "draw"]
    powers: tuple[Seat, ...]


class State(Struct, frozen=True):
    """Everything there is to know: nothing in this game is secret but orders not yet run."""

    position: Position
    options: Options
    ended: Ending | None = None


class PhaseResolved(Struct, frozen=True, tag="phase_resolved"):
    """A phase as it was, and what came of it; `eliminated` are the powers that it put out."""

    before: Position
    resolution: Resolution
    eliminated: tuple[Seat, ...] = ()


class GameEnded(Struct, frozen=True, tag="game_ended"):
    """The game is over."""

    ending: Ending


Event = PhaseResolved | GameEnded
