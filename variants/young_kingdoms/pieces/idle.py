"""Which pieces could have an order this season and have none."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.orders import Convoy, Hold, Move, Support
from adjudicator.simultaneous.position import Unit
from variants.young_kingdoms.orders import Boarding, FirstMove, Order, Renounce
from variants.young_kingdoms.pieces.chaos import numbered
from variants.young_kingdoms.pieces.harbours import parts
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.pieces import AF, DRAGON, ELRIC, GARRISON

_OF_A_PIECE = Hold | Move | Support | Convoy | Boarding | FirstMove


def without_orders(
    board: Board, units: Sequence[Unit], sheets: Mapping[Seat, Iterable[Order]]
) -> list[Unit]:
    """The pieces without one; of an A/F in harbour that is split, the part without (17)."""
    return [
        piece
        for unit in units
        if unit.power is not None and unit.kind != GARRISON
        for piece in _without(board, units, unit, tuple(sheets.get(unit.power, ())))
    ]


def _without(
    board: Board, units: Sequence[Unit], unit: Unit, sheet: Sequence[Order]
) -> Iterator[Unit]:
    at_sea = board.at_sea(unit.place)
    if unit.kind == ELRIC and (at_sea or Renounce() in sheet):
        return  # he goes where his fleet goes (60), or away (70)
    given = [order for order in sheet if isinstance(order, _OF_A_PIECE)]
    if unit.kind == DRAGON and any(order.kind == DRAGON for order in given):
        return  # its second order starts elsewhere (58)
    name = Name.of(numbered(units, unit))
    here = {Name.of(order.kind) for order in given if order.place == unit.place}
    if Name("") in here or any(one.may_mean(name) for one in here):
        return
    kinds = {one.kind for one in here}
    if at_sea and kinds & {AF, FLEET} and unit.kind in (AF, FLEET):
        return  # one piece by either name (27)
    apart = [part for part in parts(unit) if part.kind not in kinds]
    if unit.kind == AF and not at_sea and kinds & {ARMY, FLEET}:
        yield from apart
    else:
        yield unit
