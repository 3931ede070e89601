"""The retreats of Young Kingdoms: those of the family, an A/F as one or in parts (26, 95)."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.orders import Disband, RetreatOrder
from adjudicator.simultaneous.position import Dislodged, Position, Unit
from adjudicator.simultaneous.retreats import Reading, settle
from variants.young_kingdoms.orders import Order
from variants.young_kingdoms.outcome import Outcome, Resolution
from variants.young_kingdoms.pieces.harbours import joined, names, parts
from variants.young_kingdoms.pieces.openings import NEVER_RETREAT, ways_out
from variants.young_kingdoms.pieces.pieces import are_companions
from variants.young_kingdoms.pieces.possible import require_possible


def retreat(
    board: Board,
    position: Position,
    orders: Mapping[Seat, Sequence[Order]],
) -> Resolution:
    """Adjudicate the retreats, all at once.

    Two that choose one space are lost unless they are companions there (83, 95). The parts of an
    A/F retreat or disband each for itself as soon as one of them has an order of its own; an order
    for the whole and one for a part contradict each other. A fleet that gives up takes no army with
    it, for an army that retreats by itself always gets ashore (26). ValueError for an impossible
    position.
    """
    require_possible(board, position)
    readings = [_read(position, seat, order) for seat, sheet in orders.items() for order in sheet]
    pieces: dict[str, Dislodged] = {}
    for case in position.dislodged:
        whole, *apart = (str(unit) for unit in names(case.unit))
        ordered = {reading.piece for reading in readings if not reading.reason}
        tried = {reading.piece for reading in readings}
        if whole in ordered or not tried & set(apart):
            pieces[whole] = case
        else:
            pieces |= {
                str(part): replace(case, unit=part, retreats=ways_out(case, part.kind))
                for part in parts(case.unit)
            }
        if whole in ordered and ordered & set(apart):
            readings = [_contradicted(reading, {whole, *apart}) for reading in readings]

    def clash(one: Unit, other: Unit) -> bool:
        return one.place == other.place and not are_companions(
            board, position.centers, one, other, one.place
        )

    settled = settle(Outcome, pieces, readings, clash)
    after = joined((*position.units, *settled.arrived.values()))
    return Resolution(settled.outcomes, after, removed=settled.removed)


def legality(position: Position, seat: Seat, order: Order) -> str:
    """Why this order is illegal in this retreat phase, "" if it is not."""
    return _read(position, seat, order).reason


def _read(position: Position, seat: Seat, order: Order) -> Reading[Order]:
    """The dislodged piece, or part of one, that the order means, and what is wrong with it."""

    def reading(piece: str | None, goal: str = "", reason: str = "") -> Reading[Order]:
        return Reading(seat, order, piece, goal, reason)

    there = [
        (case, unit)
        for case in position.dislodged
        if case.unit.place == order.place
        for unit in names(case.unit)
        if getattr(order, "kind", "") in ("", unit.kind)
    ]
    own = [(case, unit) for case, unit in there if unit.power == seat]
    if not own:
        if there:
            return reading(None, reason="not_yours")
        sort = isinstance(order, RetreatOrder | Disband)
        return reading(None, reason="not_dislodged" if sort else "wrong_phase")
    if len({case.unit for case, _ in own}) > 1:
        return reading(None, reason="which_piece")
    case, unit = own[0]
    if unit.kind in NEVER_RETREAT and isinstance(order, RetreatOrder):
        return reading(str(unit), reason="never_retreats")
    if isinstance(order, Disband):
        return reading(str(unit))
    if not isinstance(order, RetreatOrder):
        return reading(str(unit), reason="wrong_phase")
    if any(way.to == order.to for way in ways_out(case, unit.kind)):
        return reading(str(unit), order.to)
    return reading(str(unit), reason="cannot_retreat")


def _contradicted(reading: Reading[Order], pieces: set[str]) -> Reading[Order]:
    """A legal order for one of these pieces no longer counts."""
    if reading.piece not in pieces or reading.reason:
        return reading
    return reading._replace(reason="several_orders")
