"""The Dragon's two orders: which of a sheet is its first (58), and where the second may find it."""

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.boards import Board
from adjudicator.simultaneous.orders import Hold, Move, Support
from adjudicator.simultaneous.position import Position, Unit
from variants.young_kingdoms.orders import FirstMove, Order
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.pieces import DRAGON


def is_first(order: Order, sheet: Sequence[Order], place: str) -> bool:
    """Whether this order of the sheet is the first of the Dragon, which stands in `place`.

    If none is marked as the first, a move from there is, for the second begins where that leads;
    but with an order to hold there besides, the Dragon holds first.
    """
    if any(isinstance(other, FirstMove) for other in sheet):
        return isinstance(order, FirstMove)
    here = [other for other in sheet if _is_of_dragon(other) and other.place == place]
    holds = [other for other in here if isinstance(other, Hold)]
    moves = [other for other in here if isinstance(other, Move)]
    return bool(moves) and order in (holds or moves)


def is_of_dragon(order: Order) -> bool:
    """Whether the order is one of the Dragon's two."""
    return isinstance(order, FirstMove) or _is_of_dragon(order)


def _is_of_dragon(order: Order) -> bool:
    return isinstance(order, Hold | Move | Support) and order.kind == DRAGON


def in_flight(board: Board, position: Position, order: Order) -> Position:
    """The position with the Dragon where this order has it, if its first move can take it there;
    what it dislodges by coming is gone (57)."""
    place = _place_of_dragon(order)
    dragon = next((unit for unit in position.units if unit.kind == DRAGON), None)
    if dragon is None or place not in board.spots[DRAGON][dragon.place].reach:
        return position
    left = (
        unit
        for unit in position.units
        if unit != dragon and (unit.place != place or unit.power == dragon.power)
    )
    return replace(position, units=(*left, Unit(dragon.power, DRAGON, place)))


def _place_of_dragon(order: Order) -> str:
    """Where an order for the Dragon starts, or one that helps it has it."""
    if isinstance(order, Support) and Name.of(order.other_kind).kind == DRAGON:
        return order.other
    return order.place if _is_of_dragon(order) else ""
