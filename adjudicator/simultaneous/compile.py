"""Orders to a `Contest`: who is where, what is legal, which support and convoy finds its match.

An order is *illegal* if it is impossible whatever others order, given the pieces on the board; its
unit stays, and may be supported to (DATC 4.E.1). It is *void* if it was possible but what it helps
is ordered otherwise. Both are decided here; the reasons are those of
:mod:`adjudicator.simultaneous.reasons`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.contest import STRENGTH, Compiled, Contest
from adjudicator.simultaneous.convoys import can_sail, embark, fleets_at_sea
from adjudicator.simultaneous.orders import Convoy, Hold, Move, Order, Support
from adjudicator.simultaneous.position import Outcome, Position, Unit
from adjudicator.simultaneous.possible import require_possible
from adjudicator.simultaneous.rules import Rules


def compile_orders(
    board: Board,
    position: Position,
    orders: Mapping[Seat, Sequence[Order]],
    rules: Rules,
) -> Compiled:
    """Read the orders against the position in one pass, convoys and supports after the moves.

    ValueError if two units share a province or one stands where its kind cannot.
    """
    units = position.units
    number = board.number
    kinds = board.spots
    try:
        spots = [kinds[unit.kind][unit.place] for unit in units]
    except KeyError:
        require_possible(board, position)
        raise
    at = [spot.number for spot in spots]
    power = [unit.power for unit in units]
    count = len(at)
    # One more than there are provinces: the last stands for a place that is not on the board.
    occupant = [-1] * (len(board.code) + 1)
    for piece, province in enumerate(at):
        if occupant[province] >= 0:
            require_possible(board, position)
        occupant[province] = piece

    to = [-1] * count
    goals = [""] * count
    slot = [-1] * count
    into: dict[int, list[int]] = {}
    outcomes: list[Outcome] = []
    further: list[tuple[int, int]] = []
    supports: list[tuple[int, Support]] = []
    convoys: list[tuple[int, Convoy]] = []
    sailing: list[tuple[int, Move]] = []
    contradicted = False
    for seat, sheet in orders.items():
        for index, order in enumerate(sheet, len(outcomes)):
            piece = occupant[number.get(order.place, -1)]
            if piece < 0 or power[piece] != seat:
                reason = _why_not_his(order, piece)
                outcomes.append(Outcome(seat, order, "illegal", False, reason))
                continue
            if slot[piece] >= 0:
                further.append((index, piece))
                contradicted = contradicted or outcomes[slot[piece]].order != order
                outcomes.append(Outcome(seat, order, "holds"))
                continue
            slot[piece] = index
            if type(order) is Move:
                outcomes.append(Outcome(seat, order, "succeeds"))
                place = spots[piece].reach.get(order.to)
                if place is None or order.via:
                    sailing.append((piece, order))
                else:
                    goals[piece] = place
                    to[piece] = target = number[place]
                    if target in into:
                        into[target].append(piece)
                    else:
                        into[target] = [piece]
            elif type(order) is Support:
                outcomes.append(Outcome(seat, order, "given"))
                supports.append((piece, order))
            elif type(order) is Hold:
                outcomes.append(Outcome(seat, order, "holds"))
            elif type(order) is Convoy:
                outcomes.append(Outcome(seat, order, "given"))
                convoys.append((piece, order))
            else:
                further.append((index, piece))
                slot[piece] = -1
                outcomes.append(Outcome(seat, order, "illegal", False, "wrong_phase"))
    if contradicted:
        return _without_contradictions(board, position, outcomes, rules)
    contest = Contest(power, [STRENGTH] * count, at, to, occupant, into, {}, {}, {}, rules)
    compiled = Compiled(contest, units, spots, outcomes, slot, goals, {}, further)
    if sailing or convoys:
        embark(board, compiled, sailing, convoys)
    if supports:
        _back(board, compiled, supports)
    return compiled


def legality(board: Board, position: Position, seat: Seat, order: Order, rules: Rules) -> str:
    """Why this order is illegal whatever others order, "" if it is not.

    An order that is void when it stands alone is possible, so it is legal.
    """
    (outcome,) = compile_orders(board, position, {seat: (order,)}, rules).outcomes
    return outcome.reason if outcome.result == "illegal" else ""


def _why_not_his(order: Order, piece: int) -> str:
    if type(order) not in (Hold, Move, Support, Convoy):
        return "wrong_phase"
    return "no_unit" if piece < 0 else "not_yours"


def _without_contradictions(
    board: Board, position: Position, given: Sequence[Outcome], rules: Rules
) -> Compiled:
    """Of several different legal orders for one unit none counts and the unit holds (4.D.3)."""
    meanings: dict[int, set[Order]] = defaultdict(set)
    reasons = []
    for outcome in given:
        reason = legality(board, position, outcome.seat, outcome.order, rules)
        reasons.append(reason)
        if not reason:
            meant = _meaning(board, position, outcome.order)
            meanings[board.number[outcome.order.place]].add(meant)
    kept: dict[Seat, list[Order]] = defaultdict(list)
    first: dict[int, Order] = {}
    for index, outcome in enumerate(given):
        province = board.number.get(outcome.order.place, -1)
        if not reasons[index]:
            if len(meanings[province]) > 1:
                reasons[index] = "several_orders"
            elif province not in first:
                first[province] = outcome.order
                kept[outcome.seat].append(outcome.order)
    compiled = compile_orders(board, position, kept, rules)
    # The orders that are left out take their places between those that count.
    contest = compiled.contest
    outcomes: list[Outcome] = []
    slot = [-1] * len(compiled.slot)
    further: list[tuple[int, int]] = []
    for outcome, reason in zip(given, reasons, strict=True):
        piece = contest.occupant[board.number.get(outcome.order.place, -1)]
        his = piece >= 0 and contest.power[piece] == outcome.seat
        if his and (reason or slot[piece] >= 0):
            further.append((len(outcomes), piece))
        elif his:
            slot[piece] = len(outcomes)
        if reason:
            outcomes.append(Outcome(outcome.seat, outcome.order, "illegal", False, reason))
        else:
            outcomes.append(replace(compiled.outcomes[compiled.slot[piece]], order=outcome.order))
    return replace(compiled, outcomes=outcomes, slot=slot, further=further)


def _meaning(board: Board, position: Position, order: Order) -> Order:
    """A legal order with every unit and place named in full, so that spellings compare equal."""
    standing = {board.number[unit.place]: unit for unit in position.units}

    def full(place: str) -> Unit:
        return standing[board.number[place]]

    unit = full(order.place)
    if isinstance(order, Move):
        to = board.spots[unit.kind][unit.place].reach.get(order.to, order.to.partition("/")[0])
        return Move(unit.kind, unit.place, to, order.via and unit.kind == ARMY)
    if isinstance(order, Support | Convoy):
        other = full(order.other)
        to = order.to.partition("/")[0] if other.kind == ARMY else order.to
        sort = type(order)
        return sort(unit.kind, unit.place, other.kind, other.place, to)
    return Hold(unit.kind, unit.place)


def _back(board: Board, compiled: Compiled, supports: Sequence[tuple[int, Support]]) -> None:
    """Support orders: legal if both units could do their part, void unless the other does it."""
    contest, spots = compiled.contest, compiled.spots
    at, to, occupant = contest.at, contest.to, contest.occupant
    backing, aim, routes, goals = contest.backing, contest.aim, contest.routes, compiled.goals
    number = board.number
    for piece, order in supports:
        other = occupant[number.get(order.other, -1)]
        place = order.to
        if other >= 0 and goals[other] == place and other not in routes:
            target = to[other] if place else at[other]
            matched = target in spots[piece].near and other != piece
            reason = "" if matched else _why_no_support(other, piece)
        else:
            target = number.get(place or order.other, -1)
            reason = _why_unmatched(board, compiled, piece, other, target, place)
        if reason:
            compiled.refuse(piece, reason)
        else:
            aim[piece] = target
            if other in backing:
                backing[other].append(piece)
            else:
                backing[other] = [piece]


def _why_unmatched(
    board: Board, compiled: Compiled, piece: int, other: int, target: int, place: str
) -> str:
    """What is wrong with a support that the other unit's order is not simply the same as."""
    if other < 0 or other == piece or target not in compiled.spots[piece].near:
        return _why_no_support(other, piece)
    to = compiled.contest.to[other]
    if not place:
        return "" if to < 0 else "ordered_otherwise"
    reason = _why_not_supported(board, compiled, piece, other, place)
    if not reason and (to != target or ("/" in place and not _is_army(compiled, other))):
        return "ordered_otherwise"
    return reason


def _why_no_support(other: int, piece: int) -> str:
    if other < 0:
        return "nobody_there"
    return "supports_itself" if other == piece else "cannot_support_there"


def _is_army(compiled: Compiled, piece: int) -> bool:
    return compiled.units[piece].kind == ARMY


def _why_not_supported(board: Board, compiled: Compiled, piece: int, other: int, place: str) -> str:
    """Why the supported unit cannot make that move, were it ordered to; "" if it can."""
    spot = compiled.spots[other]
    if place in spot.reach:
        return ""
    target = board.number[place]
    if compiled.units[other].kind == FLEET:
        # A support may leave the coast open (DATC 4.B.4).
        return "" if "/" not in place and target in spot.near else "other_cannot"
    if target == spot.number or not (board.is_coast[spot.number] and board.is_coast[target]):
        return "other_cannot"
    # A fleet that supports does not convoy (DATC 6.D.31).
    fleets = fleets_at_sea(board, compiled.contest)
    fleets.pop(compiled.contest.at[piece], None)
    return "" if can_sail(board, fleets, spot.number, target) else "other_cannot"
