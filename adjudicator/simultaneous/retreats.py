"""The retreat phase: dislodged units go where they may, or leave the board."""

from collections.abc import Mapping, Sequence

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.orders import Disband, Order, RetreatOrder
from adjudicator.simultaneous.position import (
    Dislodged,
    Outcome,
    Position,
    Resolution,
    Unit,
)
from adjudicator.simultaneous.possible import require_possible
from adjudicator.simultaneous.rules import Rules


def retreat(
    board: Board,
    position: Position,
    orders: Mapping[Seat, Sequence[Order]],
    rules: Rules,
) -> Resolution:
    """Adjudicate a retreat phase: all retreats at once, as DATC 6.H has them.

    Units that retreat to the same province are disbanded, and so is a unit without a legal order.
    The dislodged come with their open retreats in `position.dislodged`. ValueError for an
    impossible position.
    """
    require_possible(board, position)
    dislodged = {board.province_of(d.unit.place): d for d in position.dislodged}
    meanings: dict[str, set[str]] = {}  # the places they go to; "": none
    readings: list[tuple[Seat, Order, str | None, str]] = []
    for seat, sheet in orders.items():
        for order in sheet:
            province, reason = _why_illegal(board, dislodged, seat, order)
            readings.append((seat, order, province, reason))
            if not reason and province is not None:
                meant = _goal(board, dislodged[province], order) or ""
                meanings.setdefault(province, set()).add(meant)

    goals = {
        province: min(meant)
        for province, meant in meanings.items()
        if len(meant) == 1 and meant != {""}
    }
    arrivals: dict[str, list[str]] = {}
    for province, goal in goals.items():
        arrivals.setdefault(board.province_of(goal), []).append(province)
    clashing = {p for provinces in arrivals.values() if len(provinces) > 1 for p in provinces}

    outcomes = []
    for seat, order, province, reason in readings:
        if reason or province is None:
            outcomes.append(Outcome(seat, order, "illegal", province is not None, reason))
        elif len(meanings[province]) > 1:
            outcomes.append(Outcome(seat, order, "illegal", True, "several_orders"))
        elif province in clashing:
            others = [p for p in arrivals[board.province_of(goals[province])] if p != province]
            by = tuple(dislodged[p].unit for p in others)
            outcomes.append(Outcome(seat, order, "bounces", True, "retreats_clash", by))
        else:
            outcomes.append(Outcome(seat, order, "succeeds", True))

    tried = {province for _, _, province, _ in readings}
    after = list(position.units)
    removed = []
    for province, case in dislodged.items():
        unit = case.unit
        if province in goals and province not in clashing:
            after.append(Unit(unit.power, unit.kind, goals[province], unit.id))
            continue
        if province in clashing:
            why = "retreats_clash"
        elif meanings.get(province) == {""}:
            why = "ordered"
        elif not case.retreats:
            why = "no_retreat"
        else:
            why = "order_failed" if province in tried else "no_order"
        removed.append((unit, why))
    return Resolution(tuple(outcomes), tuple(after), removed=tuple(removed))


def legality(board: Board, position: Position, seat: Seat, order: Order, rules: Rules) -> str:
    """Why this order is illegal in this retreat phase, "" if it is not."""
    dislodged = {board.province_of(d.unit.place): d for d in position.dislodged}
    return _why_illegal(board, dislodged, seat, order)[1]


def _why_illegal(
    board: Board, dislodged: Mapping[str, Dislodged], seat: Seat, order: Order
) -> tuple[str | None, str]:
    """The dislodged unit's province if the order is its owner's, and what is wrong with it."""
    place = getattr(order, "place", None)
    province = board.province_of(place) if place in board.number else None
    case = dislodged.get(province or "")
    if case is None:
        sort = isinstance(order, RetreatOrder | Disband)
        return None, "not_dislodged" if sort else "wrong_phase"
    if case.unit.power != seat:
        return None, "not_yours"
    if isinstance(order, Disband):
        return province, ""
    if not isinstance(order, RetreatOrder):
        return province, "wrong_phase"
    if _goal(board, case, order):
        return province, ""
    coasts = [way for way in case.retreats if way.to.partition("/")[0] == order.to]
    return province, "needs_coast" if coasts else "cannot_retreat"


def _goal(board: Board, case: Dislodged, order: Order) -> str | None:
    """The open retreat this order means; None if there is none, or two coasts are possible."""
    if not isinstance(order, RetreatOrder):
        return None
    unit = case.unit
    place = board.spots[unit.kind][unit.place].reach.get(order.to)
    return place if place in {open_one.to for open_one in case.retreats} else None
