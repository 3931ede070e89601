"""Orders to a `Contest`: who is where, what is legal, which support and convoy finds its match.

An order is *illegal* if it is impossible whatever others order, given the pieces on the board; its
unit stays, and may be supported to (DATC 4.E.1). It is *void* if it was possible but what it helps
is ordered otherwise. Both are decided here; the reasons are those of
:mod:`adjudicator.simultaneous.reasons`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.boards import ARMY, FLEET, Board, Spot
from adjudicator.simultaneous.contest import STRENGTH, Contest, Entry
from adjudicator.simultaneous.convoys import can_sail, embark, fleets_at_sea
from adjudicator.simultaneous.orders import Convoy, Hold, Move, Order, Support
from adjudicator.simultaneous.position import Position, Seat, Unit
from adjudicator.simultaneous.reasons import VOID
from adjudicator.simultaneous.rules import Rules


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
    """Read the orders against the position in one pass, convoys and supports after the moves.

    ValueError if two units share a province or one stands where its kind cannot.
    """
    units = position.units
    number = board.number
    kinds = board.spots
    try:
        spots = [kinds[unit.kind][unit.place] for unit in units]
    except KeyError:
        raise impossible(board, units) from None
    at = [spot.number for spot in spots]
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
            piece = occupant[number.get(order.place, -1)]
            if piece < 0 or power[piece] != seat:
                entries.append((seat, order, -1, _why_not_his(order, piece)))
                continue
            if given[piece] is None:
                given[piece] = order
                sort = type(order)
                if sort is Move:
                    place = spots[piece].reach.get(order.to)  # type: ignore[union-attr]
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
                elif sort is not Hold:
                    given[piece] = None
                    entries.append((seat, order, piece, "wrong_phase"))
                    continue
            elif given[piece] != order:
                contradicted = True
            entries.append((seat, order, piece, ""))
    if contradicted:
        return _without_contradictions(board, position, entries, rules)
    contest = Contest(power, [STRENGTH] * count, at, to, occupant, into, {}, {}, {}, rules)
    if sailing or convoys:
        embark(board, units, spots, contest, goals, entries, sailing, convoys)
    if supports:
        _back(board, units, spots, contest, goals, entries, supports)
    return Compiled(contest, entries, goals)


def legality(board: Board, position: Position, seat: Seat, order: Order, rules: Rules) -> str:
    """Why this order is illegal whatever others order, "" if it is not.

    An order that is void when it stands alone is possible, so it is legal.
    """
    reason = compile_orders(board, position, {seat: (order,)}, rules).entries[0][3]
    return "" if reason in VOID else reason


def impossible(board: Board, units: Sequence[Unit]) -> ValueError:
    """What is wrong with these units: one stands where it cannot, or two in one province."""
    seen: dict[int, Unit] = {}
    for unit in units:
        if unit.place not in board.spots.get(unit.kind, {}):
            return ValueError(f"{unit.power} {unit}: such a unit cannot stand there")
        other = seen.setdefault(board.number[unit.place], unit)
        if other is not unit:
            return ValueError(f"{unit.power} {unit}: {other.power} {other} stands there too")
    raise AssertionError("the units are possible")


def _why_not_his(order: Order, piece: int) -> str:
    if type(order) not in (Hold, Move, Support, Convoy):
        return "wrong_phase"
    return "no_unit" if piece < 0 else "not_yours"


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
    rest = {seat: iter([e for e in compiled.entries if e[0] == seat]) for seat in kept}
    merged = [
        (seat, order, piece, reason) if reason else next(rest[seat])
        for (seat, order, piece, _), reason in zip(entries, reasons, strict=True)
    ]
    return compiled._replace(entries=merged)


def _back(
    board: Board,
    units: Sequence[Unit],
    spots: Sequence[Spot],
    contest: Contest,
    goals: Sequence[str],
    entries: list[Entry],
    supports: Sequence[int],
) -> None:
    """Support orders: legal if both units could do their part, void unless the other does it."""
    to, occupant = contest.to, contest.occupant
    backing, aim, routes = contest.backing, contest.aim, contest.routes
    number = board.number
    for index in supports:
        seat, order, piece, _ = entries[index]
        assert type(order) is Support
        place = order.to
        other = occupant[number.get(order.other, -1)]
        target = number.get(place or order.other, -1)
        if other < 0:
            reason = "nobody_there"
        elif target not in spots[piece].near:
            reason = "supports_itself" if other == piece else "cannot_support_there"
        elif not place:
            reason = "" if to[other] < 0 else "ordered_otherwise"
        elif other == piece:
            reason = "supports_itself"
        elif (
            to[other] == target
            and other not in routes
            and ("/" not in place or goals[other] == place or units[other].kind == ARMY)
        ):
            reason = ""
        else:
            reason = _why_not_supported(board, units, spots, contest, piece, other, place)
            if not reason and not (to[other] == target and units[other].kind == ARMY):
                reason = "ordered_otherwise"
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
    spots: Sequence[Spot],
    contest: Contest,
    piece: int,
    other: int,
    place: str,
) -> str:
    """Why the supported unit cannot make that move, were it ordered to; "" if it can."""
    spot = spots[other]
    if place in spot.reach:
        return ""
    target = board.number[place]
    if units[other].kind == FLEET:
        # A support may leave the coast open (DATC 4.B.4).
        return "" if "/" not in place and target in spot.near else "other_cannot"
    if target == spot.number or not (board.is_coast[spot.number] and board.is_coast[target]):
        return "other_cannot"
    # A fleet that supports does not convoy (DATC 6.D.31).
    fleets = fleets_at_sea(board, contest)
    fleets.pop(contest.at[piece], None)
    return "" if can_sail(board, fleets, spot.number, target) else "other_cannot"
