"""What a movement phase comes to once its orders are understood: lists of int by piece.

A piece is its index in ``position.units``; provinces are the board's numbers; strengths are in
half units, so a unit of ordinary strength counts 2.
"""

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.simultaneous.orders import Order
from adjudicator.simultaneous.position import Seat
from adjudicator.simultaneous.rules import Rules

STRENGTH = 2

Entry = tuple[Seat, Order, int, str]
"""An order as understood: its piece (-1: none), and why it is illegal or void ("": neither)."""


class Route(Struct, frozen=True):
    """How an army may be convoyed; `chains` are the minimal sets of fleets that suffice."""

    chains: tuple[frozenset[int], ...]
    fleets: frozenset[int]


class Contest(Struct, frozen=True):
    """Everything that decides a movement phase.

    power, strength, at    by piece: its power, strength, province
    to                     by piece: the province it moves to, -1 if it stays
    occupant               by province: the piece there, -1 if none
    into                   province -> the pieces that move there
    backing                piece -> the pieces that legally support what it does
    aim                    supporting piece -> the province its support is directed at
    routes                 piece that moves by convoy -> its ways
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


class Solution(Struct, frozen=True):
    """`succeeds` by decision, so first by piece: its move is made, its support given.

    `closed` are the armies whose convoy does not carry them, among them those in `set_aside`, whose
    convoy the paradox rule failed.
    """

    succeeds: Sequence[bool | None]
    closed: frozenset[int] = frozenset()
    set_aside: frozenset[int] = frozenset()
