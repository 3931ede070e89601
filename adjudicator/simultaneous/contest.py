"""What a movement phase comes to once its orders are understood: lists of int by piece.

A piece is whatever has one order: the index of a unit in ``position.units``, or in a game where
several units may act as one, the index of such a party. Provinces are the board's numbers;
strengths are in half units, so a unit of ordinary strength counts 2.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.boards import Spot
from adjudicator.simultaneous.position import Outcome, Result, Unit
from adjudicator.simultaneous.reasons import VOID
from adjudicator.simultaneous.rules import Rules

STRENGTH = 2
CROWD = -2  # in place of the one piece in a province, where `Company.crowds` has to be asked


class Route(Struct, frozen=True):
    """How an army may be convoyed.

    `chains` are the sets of fleets of which one must stay whole (DATC 4.A.1), `fleets` all fleets
    in them; without a chain, the fleets that were ordered and do not make a way.
    """

    chains: tuple[frozenset[int], ...]
    fleets: frozenset[int]


Pairs = frozenset[tuple[int, int]]


class Company(Struct, frozen=True):
    """What pieces are to each other where they are not all alike and each alone in its province.

    crowds       province -> the pieces that stand there, each with what it adds to the hold while
                 it stays
    companions   province -> the pairs that do not fight there, in both orders
    halves       piece -> the piece with which it counts as one unit while both stay
    faint        pieces whose attack cuts a support only by dislodging
    outward      pieces that support a move out of their own province
    carriers     piece that lands -> the piece whose move brings it there
    embarked     piece that goes by convoy -> the fleets on which it stays if it cannot land
    apart        pieces that meet nobody head to head
    """

    crowds: Mapping[int, tuple[tuple[int, int], ...]]
    companions: Mapping[int, Pairs]
    halves: Mapping[int, int]
    faint: frozenset[int]
    outward: frozenset[int]
    carriers: Mapping[int, int]
    embarked: Mapping[int, frozenset[int]]
    apart: frozenset[int]


class Contest(Struct):
    """Everything that decides a movement phase.

    power, strength, at    by piece: its power, strength, province
    to                     by piece: the province it moves to, -1 if it stays
    occupant               by province: the piece there, -1 if none, `CROWD` if that is not all
    into                   province -> the pieces that move there
    backing                piece -> the pieces that legally support what it does
    aim                    supporting piece -> the province its support is directed at
    routes                 piece that moves by convoy -> its ways
    company                None where every piece stands alone and has the same strength
    """

    power: list[str | None]
    strength: list[int]
    at: list[int]
    to: list[int]
    occupant: list[int]
    into: dict[int, list[int]]
    backing: dict[int, list[int]]
    aim: dict[int, int]
    routes: dict[int, Route]
    rules: Rules
    company: Company | None = None


class Compiled(Struct):
    """A contest with what it takes to tell of it afterwards.

    units       the pieces
    spots       by piece: the place it stands in
    outcomes    an outcome for each order as given: its fault, or what it comes to if all goes well
    slot        by piece: the index of its order in `outcomes`, -1 if it has none
    goals       by piece: the place it moves to, "" if it stays
    carries     fleet -> the army it is ordered to convoy, where it is of use
    further     (index in `outcomes`, piece) of its owner's other orders for a piece: without a
                reason, they repeat the one in its slot
    """

    contest: Contest
    units: tuple[Unit, ...]
    spots: list[Spot]
    outcomes: list[Outcome]
    slot: list[int]
    goals: list[str]
    carries: dict[int, int]
    further: list[tuple[int, int]]

    def refuse(self, piece: int, reason: str) -> None:
        """The piece's order is void or illegal for this reason."""
        index = self.slot[piece]
        outcome = self.outcomes[index]
        result: Result = "void" if reason in VOID else "illegal"
        self.outcomes[index] = Outcome(outcome.seat, outcome.order, result, False, reason)


class Solution(Struct, frozen=True):
    """`succeeds` by decision, so first by piece: its move is made, its support given.

    `closed` are the armies whose convoy does not carry them, among them those in `set_aside`, whose
    convoy the paradox rule failed.
    """

    succeeds: Sequence[bool | None]
    closed: frozenset[int] = frozenset()
    set_aside: frozenset[int] = frozenset()
