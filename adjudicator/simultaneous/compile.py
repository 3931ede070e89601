"""Orders to a `Contest`: who is where, what is legal, which support and convoy finds its match.

An order is *illegal* if it is impossible whatever others order, given the pieces on the board; its
unit stays, and may be supported to (DATC 4.E.1). It is *void* if it was possible but what it helps
is ordered otherwise. Both are decided here; the reasons are those of
:mod:`adjudicator.simultaneous.reasons`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.simultaneous.contest import STRENGTH, Contest, Route
from adjudicator.simultaneous.convoys import can_carry, chains, linked
from adjudicator.simultaneous.orders import Convoy, Hold, Move, Order, Support
from adjudicator.simultaneous.position import Position, Seat, Unit
from adjudicator.simultaneous.reasons import VOID
from adjudicator.simultaneous.rules import Rules

Entry = tuple[Seat, Order, int, str]
"""An order as understood: its piece (-1: none), and why it is illegal or void ("": neither)."""

MOVEMENT = frozenset({Hold, Move, Support, Convoy})


class Compiled(NamedTuple):
    """The contest, an entry for each order as given, and by piece the place it moves to."""

    contest: Contest
    entries: list[Entry]
    goals: list[str]


def compile_orders(
    board: Board,
    position: Position,
    orders: Mapping[Seat, Sequence[Order]],
    rules: Rules,
) -> Compiled:
    """Read the orders against the position in one pass, supports and convoys after the moves.

    ValueError if two units share a province or one stands where its kind cannot.
    """
    units = position.units
    number = board.number
    try:
        reach = [board.reach[unit.kind][unit.place] for unit in units]
    except KeyError:
        raise impossible(board, units) from None
    at = [number[unit.place] for unit in units]
    power = [unit.power for unit in units]
    count = len(at)
    # One more than there are provinces: the last stands for a place that is not on the board.
    occupant = [-1] * (len(board.code) + 1)
    for piece, province in enumerate(at):
        occupant[province] = piece
    if len(set(at)) != count:
        raise impossible(board, units)

    to = [-1] * count
    goals = [""] * count
    into: dict[int, list[int]] = {}
    entries: list[Entry] = []
    given: list[Order | None] = [None] * count
    supports: list[int] = []
    convoys: list[int] = []
    sailing: list[int] = []
    contradicted = False
    for seat, sheet in orders.items():
        for order in sheet:
            sort = type(order)
            if sort not in MOVEMENT:
                entries.append((seat, order, -1, "wrong_phase"))
                continue
            piece = occupant[number.get(order.place, -1)]  # type: ignore[union-attr]
            if piece < 0:
                entries.append((seat, order, -1, "no_unit"))
                continue
            if power[piece] != seat:
                entries.append((seat, order, -1, "not_yours"))
                continue
            earlier = given[piece]
            if earlier is None:
                given[piece] = order
                if sort is Move:
                    place = reach[piece].get(order.to)  # type: ignore[union-attr]
                    if place is None or order.via:  # type: ignore[union-attr]
                        sailing.append(len(entries))
                    else:
                        goals[piece] = place
                        to[piece] = target = number[place]
                        if target in into:
                            into[target].append(piece)
                        else:
                            into[target] = [piece]
                elif sort is Support:
                    supports.append(len(entries))
                elif sort is Convoy:
                    convoys.append(len(entries))
            elif earlier != order:
                contradicted = True
            entries.append((seat, order, piece, ""))
    if contradicted:
        return _without_contradictions(board, position, entries, rules)
    contest = Contest(
        power, [STRENGTH] * count, at, to, occupant, into, {}, {}, {}, rules
    )
    compiled = Compiled(contest, entries, goals)
    if sailing or convoys:
        _embark(board, units, reach, compiled, sailing, convoys)
    if supports:
        _back(board, units, reach, compiled, supports)
    return compiled


def legality(
    board: Board, position: Position, seat: Seat, order: Order, rules: Rules
) -> str:
    """Why this order is illegal whatever others order, "" if it is not.

    An order that is void when it stands alone is possible, so it is legal.
    """
    reason = compile_orders(board, position, {seat: (order,)}, rules).entries[0][3]
    return "" if reason in VOID else reason





def impossible(board: Board, units: Sequence[Unit]) -> ValueError:
    """What is wrong with these units: one stands where it cannot, or two in one province."""
    seen: dict[int, Unit] = {}
    for unit in units:
        if unit.place not in board.reach.get(unit.kind, {}):
            return ValueError(f"{unit.power} {unit}: such a unit cannot stand there")
        other = seen.setdefault(board.number[unit.place], unit)
        if other is not unit:
            return ValueError(f"{unit.power} {unit}: {other.power} {other} stands there too")
    raise AssertionError("the units are possible")


def _without_contradictions(
    board: Board, position: Position, entries: list[Entry], rules: Rules
) -> Compiled:
    """Of several different legal orders for one unit none counts and the unit holds (4.D.3)."""
    legal: dict[int, list[Order]] = defaultdict(list)
    reasons = []
    for seat, order, piece, reason in entries:
        reason = reason or legality(board, position, seat, order, rules)
        reasons.append(reason)
        if not reason and order not in legal[piece]:
            legal[piece].append(order)
    kept: dict[Seat, list[Order]] = defaultdict(list)
    for index, (seat, order, piece, _) in enumerate(entries):
        if not reasons[index]:
            if len(legal[piece]) > 1:
                reasons[index] = "several_orders"
            else:
                kept[seat].append(order)
    compiled = compile_orders(board, position, kept, rules)
    left = {seat: iter([e for e in compiled.entries if e[0] == seat]) for seat in kept}
    merged = [
        (seat, order, piece, reason) if reason else next(left[seat])
        for (seat, order, piece, _), reason in zip(entries, reasons, strict=True)
    ]
    return compiled._replace(entries=merged)


def _embark(
    board: Board,
    units: Sequence[Unit],
    reach: Sequence[Mapping[str, str]],
    compiled: Compiled,
    sailing: Sequence[int],
    convoys: Sequence[int],
) -> None:
    """Moves that are not simple steps, then convoy orders, then who of them goes with whom."""
    contest, entries, goals = compiled
    _, _, at, to, occupant, into, _, _, routes, rules = contest
    at_sea = _fleets_at_sea(board, units, at)
    for index in sailing:
        seat, order, piece, _ = entries[index]
        assert isinstance(order, Move)
        walks = reach[piece].get(order.to)
        if walks is not None and units[piece].kind != ARMY:
            reason = ""  # "via convoy" means nothing to a fleet
        else:
            reason = _why_not_by_sea(board, at_sea, units[piece], at[piece], order)
        if reason:
            entries[index] = (seat, order, piece, reason)
            continue
        target = to[piece] = board.number[order.to]
        goals[piece] = walks or board.code[target]
        into.setdefault(target, []).append(piece)
        if walks is None or units[piece].kind == ARMY:
            routes[piece] = Route((), frozenset())

    carriers: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for index in convoys:
        seat, order, piece, _ = entries[index]
        assert isinstance(order, Convoy)
        army = occupant[board.number.get(order.other, -1)]
        target = board.number.get(order.to, -1)
        if at[piece] not in at_sea:
            reason = "not_at_sea"
        elif army < 0 or units[army].kind != ARMY:
            reason = "no_army"
        elif (
            target in (-1, at[army])
            or not board.is_coast[target]
            or not can_carry(
                board, at_sea, at[piece], at[army], target, order.to in reach[army]
            )
        ):
            reason = "cannot_carry"
        else:
            carriers[army, target][at[piece]] = piece
            continue
        entries[index] = (seat, order, piece, reason)

    for (army, target), fleets in carriers.items():
        if to[army] != target:
            continue
        ways = chains(board, fleets, at[army], target)
        if army in routes or (ways and _goes_by_convoy(contest, army, fleets)):
            routes[army] = Route(ways, frozenset().union(*ways))
    for index in convoys:
        seat, order, piece, reason = entries[index]
        assert isinstance(order, Convoy)
        if not reason:
            army = occupant[board.number[order.other]]
            if to[army] != board.number[order.to]:
                reason = "ordered_otherwise"
            elif army not in routes:
                reason = "goes_by_land"
            elif piece not in routes[army].fleets:
                reason = "no_use"
            entries[index] = (seat, order, piece, reason)


def _goes_by_convoy(contest: Contest, army: int, fleets: Mapping[int, int]) -> bool:
    """DATC 4.A.3, for an army that could walk and was not ordered "via convoy"."""
    if contest.rules.adjacent_convoy == "intent":
        return any(contest.power[fleet] == contest.power[army] for fleet in fleets.values())
    return contest.rules.adjacent_convoy == "always"


def _fleets_at_sea(board: Board, units: Sequence[Unit], at: Sequence[int]) -> dict[int, int]:
    return {
        province: piece
        for piece, province in enumerate(at)
        if board.is_sea[province] and units[piece].kind == FLEET
    }


def _why_not_by_sea(
    board: Board, at_sea: Mapping[int, int], unit: Unit, origin: int, order: Move
) -> str:
    target = board.number.get(order.to, -1)
    if target == origin:
        return "same_place"
    if unit.kind == FLEET and target in board.near[FLEET][unit.place]:
        return "other_coast" if "/" in order.to else "needs_coast"
    if unit.kind != ARMY or target < 0 or not board.is_coast[origin] or not board.is_coast[target]:
        return "cannot_reach"
    return "" if linked(board, at_sea, origin, target) else "no_fleets"


def _back(
    board: Board,
    units: Sequence[Unit],
    reach: Sequence[Mapping[str, str]],
    compiled: Compiled,
    supports: Sequence[int],
) -> None:
    """Support orders: legal if both units could do their part, void unless the other does it."""
    contest, entries, goals = compiled
    at, to, occupant, backing, aim = (
        contest.at, contest.to, contest.occupant, contest.backing, contest.aim
    )
    number = board.number
    near = board.near
    for index in supports:
        seat, order, piece, _ = entries[index]
        assert isinstance(order, Support)
        other = occupant[number.get(order.other, -1)]
        unit = units[piece]
        target = number.get(order.to or order.other, -1)
        if other < 0:
            reason = "nobody_there"
        elif other == piece:
            reason = "supports_itself"
        elif target not in near[unit.kind][unit.place]:
            reason = "cannot_support_there"
        elif not order.to:
            reason = "" if to[other] < 0 else "ordered_otherwise"
        elif to[other] == target and (
            goals[other] == order.to or "/" not in order.to or units[other].kind == ARMY
        ):
            reason = ""
            if other in contest.routes and order.to not in reach[other]:
                reason = _why_not_supported(board, units, reach, contest, piece, other, order.to)
        else:
            reason = _why_not_supported(board, units, reach, contest, piece, other, order.to)
            reason = reason or "ordered_otherwise"
        if reason:
            entries[index] = (seat, order, piece, reason)
        else:
            aim[piece] = target
            if other in backing:
                backing[other].append(piece)
            else:
                backing[other] = [piece]


def _why_not_supported(
    board: Board,
    units: Sequence[Unit],
    reach: Sequence[Mapping[str, str]],
    contest: Contest,
    piece: int,
    other: int,
    place: str,
) -> str:
    """Why the supported unit cannot make that move, were it ordered to; "" if it can."""
    if place in reach[other]:
        return ""
    origin = contest.at[other]
    target = board.number[place]
    if target == origin:
        return "other_cannot"
    if units[other].kind == FLEET:
        # A support may leave the coast open (DATC 4.B.4).
        near = board.near[FLEET][units[other].place]
        return "" if "/" not in place and target in near else "other_cannot"
    if not (board.is_coast[origin] and board.is_coast[target]):
        return "other_cannot"
    # A fleet that supports does not convoy (DATC 6.D.31).
    others = _fleets_at_sea(board, units, contest.at)
    others.pop(contest.at[piece], None)
    return "" if linked(board, others, origin, target) else "other_cannot"
