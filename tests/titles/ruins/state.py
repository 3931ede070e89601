"""The state of a game of Ruins, and what is told of it: codes alone, the rest is data."""

from msgspec import Struct

from adjudicator.orders import Seat
from variants.ruins.components import SEATS

DAWN = "DAWN"
STEPS = (*SEATS, DAWN)


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agree on."""

    rounds: int = 4


class State(Struct, frozen=True):
    """Everything there is to know.

    scouts   scout -> hex
    piles    seat, DECK (its top first) or DISCARDS -> cards
    storm    whether roads do not count in this round
    winners  who has won, once the game is over
    """

    options: Options
    scouts: dict[str, str]
    piles: dict[str, tuple[str, ...]]
    round: int = 1
    step: str = STEPS[0]
    storm: bool = False
    winners: tuple[Seat, ...] = ()

    @property
    def phase(self) -> str:
        """``1RED``"""
        return f"{self.round}{self.step}"

    @property
    def title(self) -> str:
        """``Round 1, Red``"""
        return f"Round {self.round}, {self.step.capitalize()}"


class Event(Struct, frozen=True):
    """Something that happened: its sentence in words.yaml, and the facts to fill in there."""

    what: str
    facts: dict[str, str | int | tuple[str, ...]]
