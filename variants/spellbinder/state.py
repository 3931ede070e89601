"""The state of a game of Spellbinder: one flat struct of codes."""

from typing import Literal

from msgspec import Struct

from adjudicator.orders import Seat
from variants.spellbinder.options import Options

WizardCode = str
"""``DARMAN``"""
ArmyCode = str
"""``DA``: the wizard's first letter and the army's own, or ``G1``"""


class Wizard(Struct, frozen=True):
    """A wizard and what he has.

    at        his hex; "" aboard a ship, off the map, in exile or out of the game
    ship      the ship that he is aboard, 0 for none
    fate      "in" the game, in "exile" (9.4), or "out" for good (6.8)
    waits     he has come to nothing and his armies wait for him to be back at 5 (6.7)
    bound     he has had his Spellbinder (7.2)
    stayed    he has spent the game turn so far at home or on Yof-Pintre, and used no points (6.621)
    home      the code of the castle that is his home now, "" if he has none
    left      the game of a campaign in which he went into exile, 0 if he has not (9.4)
    """

    points: int
    at: str = ""
    ship: int = 0
    fate: Literal["in", "exile", "out"] = "in"
    waits: bool = False
    bound: bool = False
    stayed: bool = True
    home: str = ""
    left: int = 0


class Army(Struct, frozen=True):
    """An army or a garrison.

    wizard    whose it is, None for a garrison that nobody owns
    strength  points; an army of 0 leaves play
    at, ship  as of a wizard; both empty: it is off the map
    elite     it may cast spells (9.3)
    waits     it was taken off the map as its wizard came to nothing, and comes back with him (6.7)
    """

    wizard: WizardCode | None
    strength: int
    at: str = ""
    ship: int = 0
    elite: bool = False
    waits: bool = False


class Ship(Struct, frozen=True):
    """A ship: its water hex, who controls it, and the game turn in which it last moved or somebody
    came aboard (4.65). To whom it is lent is a permission."""

    at: str
    holder: Seat | None = None
    still_since: int = 0


class Scaling(Struct, frozen=True):
    """Units that scale a wall together (4.5).

    units    army codes and wizards' codes
    at       the hex below the wall
    into     the castle hexes, best first
    phases   how many own Player Phases have begun since the order was given
    """

    units: tuple[str, ...]
    at: str
    into: tuple[str, ...]
    phases: int = 0


class Permission(Struct, frozen=True):
    """What one seat lets another do (8.1, 8.3, 8.4): "pass", "stack", "use 1", "use 2".

    known   it was used, so that not only those two know of it
    """

    giver: Seat
    taker: Seat
    what: str
    known: bool = False


class Score(Struct, frozen=True):
    """The victory points of a seat, counted at the end of a scenario (9.1)."""

    seat: Seat
    points: int


class Ending(Struct, frozen=True):
    """How the game ended, who shares in it, and the points if they were counted."""

    how: Literal["points", "last", "agreed"]
    seats: tuple[Seat, ...]
    scores: tuple[Score, ...] = ()


class State(Struct, frozen=True):
    """Everything there is to know.

    fleet     the ships, in the order of their numbers
    game      which game of a campaign, from 1
    turn      the game turn, from 1; 0 while the pieces are set up
    order     the seats in the order of their Player Phases in this game turn, or the wizards, if
              each has one of his own; while pieces are set up, in the order in which they do so
    step      whose Player Phase comes next, as an index of `order`; which step of the set-up
    begun     the starting strength of each wizard's armies together (7.1)
    chief     the seat that began in Yof-Pintre (9.2) or plays Yamantsar (9.3), None if nobody does
    hostile   9.2: the seats that have attacked the chief, or been allied with one that has
    allied    pairs of a seat and one with whom it has ever acted in alliance (8.5), sorted
    occupied  castles that were occupied and have had no army of their owner's in them since
    gained    9.2: the chief has taken over the garrisons, or those of them that he may have
    going     9.2: the chief has said that he goes home
    alone     9.3: Player Phases of this game turn at whose end the chief alone had armies on
              Yof-Pintre; -1 once he had not
    sworn     he has held it alone for a game turn, so that its loss costs him (9.3 C)
    """

    options: Options
    wizards: dict[WizardCode, Wizard]
    armies: dict[ArmyCode, Army]
    fleet: tuple[Ship, ...]
    game: int = 1
    turn: int = 0
    order: tuple[Seat, ...] = ()
    step: int = 0
    scalings: tuple[Scaling, ...] = ()
    permissions: tuple[Permission, ...] = ()
    begun: dict[WizardCode, int] = {}
    chief: Seat | None = None
    hostile: tuple[Seat, ...] = ()
    allied: tuple[tuple[Seat, Seat], ...] = ()
    occupied: tuple[str, ...] = ()
    gained: bool = False
    going: bool = False
    alone: int = 0
    sworn: bool = False
    carried: dict[Seat, int] = {}
    """Victory points of the games of a campaign before this one."""
    ended: Ending | None = None

    @property
    def ships(self) -> dict[int, Ship]:
        """The ships by their numbers, from 1."""
        return dict(enumerate(self.fleet, start=1))


class Event(Struct, frozen=True, tag="event"):
    """A fact of a phase: its kind, which `words.yaml` puts into a sentence, and what it names."""

    kind: str
    facts: dict[str, str | int | tuple[str, ...]] = {}
