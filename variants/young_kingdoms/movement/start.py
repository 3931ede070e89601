"""What is settled before the boardings: Elric's service (69, 70), the Dragon's first move (96)."""

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.boards import Board
from adjudicator.simultaneous.orders import Hold, Move
from adjudicator.simultaneous.position import Unit
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.movement.field import Field
from variants.young_kingdoms.movement.flight import is_first
from variants.young_kingdoms.movement.given import Given
from variants.young_kingdoms.orders import Enlist, FirstMove, Renounce
from variants.young_kingdoms.pieces.pieces import (
    DRAGON,
    DRAGONS_POWER,
    ELRIC,
    WEIGHT,
    Owners,
    are_companions,
    weight,
)


class Start(Struct, frozen=True):
    """The board when the boardings are settled.

    parts    all pieces
    elric    what the board does not show of him
    beaten   what the Dragon's first move dislodged (57)
    came_from  where that move began, "" if it dislodged nothing; where they may not retreat to
    failed   where the Dragon did not get to by its first move, "" if it did or made none (58)
    """

    parts: tuple[Unit, ...]
    elric: Elric
    beaten: tuple[Unit, ...] = ()
    came_from: str = ""
    failed: str = ""


def begin(
    board: Board, owners: Owners, parts: Sequence[Unit], elric: Elric, givens: Sequence[Given]
) -> Start:
    """Steps 1 and 2 of the season (4.6)."""
    parts, elric = _serve(tuple(parts), elric, givens)
    return _fly_first(Field(board, owners, parts), elric, givens)


def _serve(
    parts: tuple[Unit, ...], elric: Elric, givens: Sequence[Given]
) -> tuple[tuple[Unit, ...], Elric]:
    """Enlisted, Elric is his finder's piece at once; renounced, he is gone and his order void."""
    for given in givens:
        if isinstance(given.order, Enlist):
            if not elric.hidden or elric.finder != given.seat:
                given.refuse("not_found")
                continue
            given.settle("succeeds")
            parts = (*parts, Unit(given.seat, ELRIC, elric.hidden))
            elric = Elric()
        elif isinstance(given.order, Renounce):
            his = [part for part in parts if part.kind == ELRIC and part.power == given.seat]
            if not his:
                given.refuse("not_ally")
                continue
            given.settle("succeeds")
            parts = tuple(part for part in parts if part.kind != ELRIC)
            elric = Elric(left=his[0].place)
            for other in givens:
                if getattr(other.order, "kind", "") == ELRIC and other.seat == given.seat:
                    other.refuse("renounced")
    return parts, elric


def _fly_first(field: Field, elric: Elric, givens: Sequence[Given]) -> Start:
    """3 against the weights of what is in the space; all of it rests, and no support counts."""
    parts = tuple(field.parts)
    given = _first_order(field, givens)
    if given is None:
        return Start(parts, elric)
    order = given.order
    assert isinstance(order, FirstMove | Move | Hold)
    dragon = field.find(order.place, DRAGON, given.seat)
    if dragon < 0:
        given.refuse("no_dragon")
        return Start(parts, elric)
    if isinstance(order, Hold) or not order.to:
        given.settle("holds")
        return Start(parts, elric)
    if order.to not in field.open_near(dragon):
        given.refuse("not_open" if _is_near(field, dragon, order.to) else "cannot_reach")
        return Start(parts, elric, failed=order.to)
    met = [
        part
        for part in (field.parts[i] for i in field.at.get(order.to, ()))
        if not are_companions(field.board, field.owners, field.parts[dragon], part, order.to)
    ]
    guest = field.guest()[0]
    against = weight(part for part in met if guest < 0 or part != field.parts[guest])
    if any(part.power == given.seat for part in met):
        given.settle("bounces", "own_unit", tuple(met))
        return Start(parts, elric, failed=order.to)
    if WEIGHT[DRAGON] <= against:
        given.settle("bounces", "repelled", tuple(met))
        return Start(parts, elric, failed=order.to)
    given.settle("succeeds")
    flown = Unit(given.seat, DRAGON, order.to)
    left = tuple(part for i, part in enumerate(parts) if i != dragon and part not in met)
    return Start((*left, flown), elric, tuple(met), order.place)


def _first_order(field: Field, givens: Sequence[Given]) -> Given | None:
    """The Dragon's first order (58); nobody else has such a one."""
    dragon = next((part for part in field.parts if part.kind == DRAGON), None)
    sheet = [given for given in givens if given.open and given.seat == DRAGONS_POWER]
    orders = [given.order for given in sheet]
    for given in givens:
        order = given.order
        foreign = given.seat != DRAGONS_POWER or getattr(order, "kind", "") not in ("", DRAGON)
        if isinstance(order, FirstMove) and given.open and (dragon is None or foreign):
            given.refuse("no_dragon")
    if dragon is None:
        return None
    return next((g for g in sheet if g.open and is_first(g.order, orders, dragon.place)), None)


def _is_near(field: Field, dragon: int, place: str) -> bool:
    here = field.board.number[field.parts[dragon].place]
    return field.board.number.get(place, -1) in field.board.neighbors[here]
