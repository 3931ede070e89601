"""The state of a game of standard Diplomacy, and its options."""

from typing import Literal

from adjudicator.simultaneous.game import Game, GameEnded, PhaseResolved
from adjudicator.simultaneous.rules import Rules


class Options(Rules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices of DATC, and what the game's players agree on besides."""

    letters: Literal["replace", "per_unit"] = "replace"
    """4.D.1. Whether a later letter replaces all orders of an earlier one, or only those for the
    units it names."""


class State(Game[Options], frozen=True):
    """Everything there is to know: nothing in this game is secret but orders not yet run."""


Event = PhaseResolved | GameEnded
