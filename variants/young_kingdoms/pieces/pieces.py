"""What the pieces are: their weight (81), who may stand together (83), and where they may go.

A *part* is a unit as it acts in a season: an A/F in harbour is an army and a fleet here, for each
may have an order of its own (17).
"""

from collections.abc import Iterable, Mapping

from adjudicator.boards import ARMY, FLEET, Board, Spot
from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Unit

AF, DRAGON, ELRIC, CHAOS, GARRISON = "A/F", "D", "E", "C", "G"
REGULAR = frozenset({ARMY, FLEET, AF})
"""What the rulebook calls a regular unit."""

FERRIED = frozenset({ARMY, CHAOS})
"""What a fleet takes across its one sea (9, 10)."""
PASSENGERS = FERRIED | {ELRIC}
"""The same, and who may go along with an army of his ally's (60)."""

WEIGHT: Mapping[str, int] = {ARMY: 2, FLEET: 2, AF: 2, DRAGON: 3, ELRIC: 1, CHAOS: 2, GARRISON: 2}
"""In half units (81); an army and a fleet in harbour count 2 between them."""

DRAGONS_POWER: Seat = "MEL"
TANELORN, THRONE = "TAN", "IMR"

Owners = Mapping[str, Seat | None]
"""Center -> who owned it when the season began."""


def weight(units: Iterable[Unit]) -> int:
    """The weight of these pieces of one space, in half units (81)."""
    total = 0
    regular = set()
    for unit in units:
        if unit.kind in REGULAR:
            regular.add(unit.power)
        else:
            total += WEIGHT[unit.kind]
    return total + WEIGHT[ARMY] * len(regular)


def has_harbour(board: Board, owners: Owners, power: Seat | None, province: str) -> bool:
    """Whether an army and a fleet of this power may be there together: a double center that it
    owned when the season began (16, 18)."""
    return board.worth.get(province, 0) > 1 and power is not None and owners.get(province) == power


def are_companions(board: Board, owners: Owners, one: Unit, other: Unit, province: str) -> bool:
    """Whether the two may be in this province together (83); of a host and his guest, whose
    consent is for one season, the orders tell (61)."""
    for first, second in ((one, other), (other, one)):
        if first.power == second.power and first.power is not None:
            if first.kind in (ELRIC, DRAGON) and second.kind in REGULAR:
                return True  # (a), (c)
            if first.kind == GARRISON and second.kind in REGULAR | {ELRIC, DRAGON}:
                return True  # (d)
    kinds = {one.kind, other.kind}
    if kinds == {ARMY, FLEET} and one.power == other.power:
        return has_harbour(board, owners, one.power, province)  # (e)
    return kinds == {CHAOS} and board.provinces[province].peaceful  # (f)


def spot_of(board: Board, kind: str, place: str) -> Spot | None:
    """What a piece of this kind can do from there, Elric at sea as his fleet (60, 85); None if no
    such piece can stand there."""
    as_kind = FLEET if kind == ELRIC and board.at_sea(place) else kind
    return board.spots[as_kind].get(place)


def may_enter(board: Board, kind: str, province: str, with_elric: bool = False) -> bool:
    """Whether the province is open to such a piece: the lands of Chaos, Tanelorn, what is closed.

    A regular unit goes to Tanelorn with Elric only (48, 60).
    """
    if province not in board.number:
        return False
    entry = board.provinces[province].entry
    return not entry or (kind in entry and (kind not in REGULAR or with_elric))
