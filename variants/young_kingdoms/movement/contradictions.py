"""Several orders for one piece: repeated they count once, different ones not at all (DATC 4.D.3).

An army has a landing besides its other order (19), the Dragon a first order besides its second
(58): those are orders of their own here.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence

from adjudicator.boards import ARMY
from adjudicator.orders import Seat
from adjudicator.simultaneous.orders import Convoy, Hold, Move, Support
from variants.young_kingdoms.movement.field import Field
from variants.young_kingdoms.movement.flight import is_first, is_of_dragon
from variants.young_kingdoms.movement.given import Given
from variants.young_kingdoms.orders import (
    Admit,
    Boarding,
    Enlist,
    FirstMove,
    Guest,
    Landing,
    Order,
    Renounce,
)
from variants.young_kingdoms.pieces.pieces import DRAGON, DRAGONS_POWER, ELRIC

Key = tuple[str, object]
OF_A_PIECE = (Hold, Move, Support, Convoy, Boarding)
BESIDES = (FirstMove, Landing, Guest, Admit, Enlist, Renounce)


def settle_contradictions(
    field: Field, givens: Sequence[Given], legality: Callable[[Seat, Order], str]
) -> None:
    """Refuse legal orders that contradict each other, and illegal ones beside them, and mark what
    repeats another; `field` is the board before anything has happened."""
    groups: dict[tuple[Seat, Key], list[Given]] = defaultdict(list)
    for given in givens:
        if not isinstance(given.order, OF_A_PIECE + BESIDES):
            given.refuse("wrong_phase")
            continue
        for key in _keys(field, givens, given):
            groups[given.seat, key].append(given)
    for group in groups.values():
        if len(group) == 1:
            continue
        for given in group:
            if given.open and (reason := legality(given.seat, given.order)):
                given.refuse(reason)
        legal = [given for given in group if not _is_refused(given)]
        if all(_same(field, legal[0], given) for given in legal[1:]):
            for given in legal[1:]:
                given.same = legal[0]
        else:
            for given in legal:
                given.refuse("several_orders")


def _is_refused(given: Given) -> bool:
    """Whether it is illegal by itself; what only contradicts another still contradicts a third."""
    return given.result is not None and given.reason != "several_orders"


def _keys(field: Field, givens: Sequence[Given], given: Given) -> frozenset[Key]:
    """What no two orders may be given for: parts, or one of the orders that come besides."""
    order = given.order
    if given.seat == DRAGONS_POWER and is_of_dragon(order):
        return frozenset([("Dragon", _is_first(field, givens, given))])
    if isinstance(order, OF_A_PIECE):
        if order.kind == ELRIC:  # who may be enlisted first (69), and is no part here then
            return frozenset([("part", field.elric())])
        return frozenset(("part", p) for p in field.ordered(given.seat, order.kind, order.place))
    if isinstance(order, Enlist | Renounce):
        return frozenset([("service", "")])
    # Elric is one; an army that lands is told apart by its sea.
    if isinstance(order, Landing):
        return frozenset([("Landing", (order.kind or ARMY, order.place))])
    where = (order.kind, order.place) if isinstance(order, Admit) else ""
    return frozenset([(type(order).__name__, where)])


def _is_first(field: Field, givens: Sequence[Given], given: Given) -> bool:
    sheet = [other.order for other in givens if other.seat == given.seat]
    dragon = next((part.place for part in field.parts if part.kind == DRAGON), "")
    return is_first(given.order, sheet, dragon)


def _same(field: Field, one: Given, other: Given) -> bool:
    """Whether the two say the same, whatever they call the piece (27)."""
    if type(one.order) is not type(other.order):
        return False
    if one.order == other.order:
        return True
    rests = [_without_kind(given.order) for given in (one, other)]
    return rests[0] == rests[1] and _pieces(field, one) == _pieces(field, other)


def _without_kind(order: Order) -> str:
    return str(order).removeprefix(getattr(order, "kind", ""))


def _pieces(field: Field, given: Given) -> tuple[int, ...]:
    order = given.order
    if not isinstance(order, OF_A_PIECE):
        return ()
    return field.ordered(given.seat, order.kind, order.place)
