"""The retreat phase: dislodged units go where they may, or leave the board."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.orders import Disband, Order, RetreatOrder
from adjudicator.simultaneous.position import (
    Dislodged,
    Outcome,
    Position,
    Resolution,
    Result,
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
    readings = []
    for seat, sheet in orders.items():
        for order in sheet:
            province, reason = _why_illegal(board, dislodged, seat, order)
            goal = None if reason or province is None else _goal(board, dislodged[province], order)
            readings.append(Reading(seat, order, province, goal or "", reason))

    def clash(one: Unit, other: Unit) -> bool:
        return board.number[one.place] == board.number[other.place]

    settled = settle(Outcome, dislodged, readings, clash)
    return Resolution(
        settled.outcomes, (*position.units, *settled.arrived.values()), removed=settled.removed
    )


def all_disbanded(position: Position, seat: Seat) -> tuple[Disband, ...]:
    """What happens to this seat's dislodged without orders, as orders."""
    beaten = (case.unit for case in position.dislodged if case.unit.power == seat)
    return tuple(Disband(unit.kind, unit.place) for unit in beaten)


AnyOrder = TypeVar("AnyOrder")
AnyOutcome = TypeVar("AnyOutcome")


class Reading(NamedTuple, Generic[AnyOrder]):
    """What an order says about a dislodged piece: `goal` is where it goes, "" off the board.

    `piece` is its key, None if the order is for no dislodged piece of its power.
    """

    seat: Seat
    order: AnyOrder
    piece: str | None
    goal: str
    reason: str


class Settled(NamedTuple, Generic[AnyOutcome]):
    """The outcomes; by key, the pieces that arrived as they stand there; and those that are lost,
    each with its reason."""

    outcomes: tuple[AnyOutcome, ...]
    arrived: dict[str, Unit]
    removed: tuple[tuple[Unit, str], ...]


def settle(
    outcome: Callable[[Seat, AnyOrder, Result, bool, str, tuple[Unit, ...]], AnyOutcome],
    dislodged: Mapping[str, Dislodged],
    readings: Sequence[Reading[AnyOrder]],
    clash: Callable[[Unit, Unit], bool],
) -> Settled[AnyOutcome]:
    """All retreats at once.

    outcome     makes one of the title's
    dislodged   key -> piece that retreats as one
    readings    of all orders; different legal ones for a piece cancel each other
    clash       whether two pieces cannot be together, given as they would stand
    """
    meanings: dict[str, set[str]] = {}  # the places they go to; "": none
    for reading in readings:
        if reading.piece is not None and not reading.reason:
            meanings.setdefault(reading.piece, set()).add(reading.goal)
    going = {
        piece: replace(dislodged[piece].unit, place=min(meant))
        for piece, meant in meanings.items()
        if len(meant) == 1 and meant != {""}
    }
    clashing = {
        piece: others
        for piece, unit in going.items()
        if (others := [p for p, it in going.items() if p != piece and clash(unit, it)])
    }

    outcomes = []
    for seat, order, piece, _, reason in readings:
        if reason or piece is None:
            outcomes.append(outcome(seat, order, "illegal", piece is not None, reason, ()))
        elif len(meanings[piece]) > 1:
            outcomes.append(outcome(seat, order, "illegal", True, "several_orders", ()))
        elif piece in clashing:
            by = tuple(dislodged[other].unit for other in clashing[piece])
            outcomes.append(outcome(seat, order, "bounces", True, "retreats_clash", by))
        else:
            outcomes.append(outcome(seat, order, "succeeds", True, "", ()))

    tried = {reading.piece for reading in readings}
    removed = []
    for piece, case in dislodged.items():
        if piece in going and piece not in clashing:
            continue
        if piece in clashing:
            why = "retreats_clash"
        elif meanings.get(piece) == {""}:
            why = "ordered"
        elif not case.retreats:
            why = "no_retreat"
        else:
            why = "order_failed" if piece in tried else "no_order"
        removed.append((case.unit, why))
    arrived = {p: going[p] for p in dislodged if p in going and p not in clashing}
    return Settled(tuple(outcomes), arrived, tuple(removed))


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
