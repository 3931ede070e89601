"""What may be on the board when an order is due: in a later phase of the year, or in this season.

As in the family (:mod:`adjudicator.simultaneous.ahead`): what no order can change is checked.
"""

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.adjustments import home_centers
from adjudicator.simultaneous.orders import Disband, RetreatOrder
from adjudicator.simultaneous.phases import PhaseCode
from adjudicator.simultaneous.position import Dislodged, Position, Unit
from variants.young_kingdoms.movement.throne import closing
from variants.young_kingdoms.orders import Order
from variants.young_kingdoms.pieces.openings import retreats_open
from variants.young_kingdoms.pieces.pieces import AF, DRAGON, DRAGONS_POWER, ELRIC
from variants.young_kingdoms.winter.removals import SUPPLIED


def imagined(
    board: Board, position: Position, seat: Seat, phase: PhaseCode, order: Order
) -> Position:
    """Retreats: every unit is dislodged where it stands, with all ways open; a fleet as the A/F
    that it may be by then, the Dragon where this order has it, and in what Elric's throne closes
    who may have come there. Adjustments: the seat owns its home
    centers, they are empty, and it may build in each."""
    if phase.step == "R":
        cases = []
        for unit in position.units:
            if unit.kind == DRAGON and unit.power == seat and order.place in board.number:
                unit = Unit(unit.power, DRAGON, board.province_of(order.place))
            if may_be_boarded(board, position, unit) and _is_of_af(order, unit):
                unit = Unit(unit.power, AF, unit.place)
            cases.append(
                Dislodged(unit, retreats=retreats_open(board, position.centers, unit, (), ()))
            )
        leaving = _may_have_to_leave(board, position, seat, order)
        if leaving is not None:
            ways = retreats_open(board, position.centers, leaving, (), closing(board))
            cases.append(Dislodged(leaving, retreats=ways))
        return Position(str(phase), (), position.centers, tuple(cases))
    return Position(str(phase), (), dict.fromkeys(home_centers(board, seat), seat))


def _may_have_to_leave(board: Board, position: Position, seat: Seat, order: Order) -> Unit | None:
    """The piece of this order, if it may have moved to a space that Elric's throne closes (107)."""
    if not isinstance(order, RetreatOrder | Disband) or order.kind not in (ARMY, FLEET):
        return None
    if seat == DRAGONS_POWER or all(unit.kind != ELRIC for unit in position.units):
        return None
    if order.place not in closing(board) & board.spots[order.kind].keys():
        return None
    unit = Unit(seat, order.kind, order.place)
    return None if unit in position.units else unit


def may_be_boarded(board: Board, position: Position, fleet: Unit) -> bool:
    """Whether an army of its power stands next to this fleet's sea, and could go aboard (3)."""
    number = board.number[fleet.place]
    return (
        fleet.kind == FLEET
        and board.at_sea(fleet.place)
        and any(
            unit.kind in (ARMY, AF)
            and unit.power == fleet.power
            and number in board.seas[board.number[unit.place]]
            for unit in position.units
        )
    )


def _is_of_af(order: Order, unit: Unit) -> bool:
    """Whether the order is for a part of the A/F that this fleet may be, or for the whole."""
    if not isinstance(order, RetreatOrder | Disband) or order.place != unit.place:
        return False
    return order.kind in (AF, ARMY)


def kinds_at(board: Board, place: str) -> tuple[str, ...]:
    """The kinds of piece that can stand there and be removed; an army also at sea, aboard (31)."""
    at_sea = board.at_sea(place)
    return tuple(
        kind
        for kind in board.kinds
        if kind in SUPPLIED and (place in board.spots[kind] or (kind == ARMY and at_sea))
    )
