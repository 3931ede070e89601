"""Convoys: which fleets can carry an army, which moves go by sea, and who carries whom."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.boards import ARMY, FLEET, Board, Spot
from adjudicator.simultaneous.contest import Compiled, Contest, Route
from adjudicator.simultaneous.orders import Convoy, Move
from adjudicator.simultaneous.position import Unit

Fleets = Mapping[int, int]
"""Sea province -> the fleet (a piece) there."""


def chains(board: Board, fleets: Fleets, origin: int, target: int) -> tuple[frozenset[int], ...]:
    """The minimal sets of these fleets that carry an army from `origin` to `target`.

    A set is minimal if the army is stranded without any one of them: a fleet that is in none of
    them is of no use to the convoy (DATC 6.F.12, 6.G.19).
    """
    if len(fleets) == 1:
        ((sea, fleet),) = fleets.items()
        straight = sea in board.seas[origin] and sea in board.seas[target]
        return (frozenset([fleet]),) if straight else ()
    return tuple(
        [
            frozenset([fleets[sea] for sea in chain])
            for chain in _chains(board, fleets, origin, target, ())
        ]
    )


def _chains(
    board: Board, fleets: Fleets, origin: int, target: int, chain: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    for sea in sorted(board.seas[chain[-1] if chain else origin] & fleets.keys()):
        # A sea that an earlier link, or the origin, touches would be a detour.
        if chain and (
            sea in chain
            or sea in board.seas[origin]
            or any(sea in board.seas[link] for link in chain[:-1])
        ):
            continue
        if sea in board.seas[target]:
            yield (*chain, sea)
        else:
            yield from _chains(board, fleets, origin, target, (*chain, sea))


def linked(board: Board, fleets: Fleets, origin: int, target: int) -> frozenset[int]:
    """The seas of every group of touching fleets that touches both coasts; empty if none does."""
    useful: set[int] = set()
    starts = set(board.seas[origin] & fleets.keys())
    while starts:
        frontier = [starts.pop()]
        group = set(frontier)
        while frontier:
            more = (board.seas[frontier.pop()] & fleets.keys()) - group
            group |= more
            frontier += more
        starts -= group
        if not group.isdisjoint(board.seas[target]):
            useful |= group
    return frozenset(useful)


def can_sail(board: Board, fleets: Fleets, origin: int, target: int) -> bool:
    """Whether these fleets could carry an army there, were they all ordered to."""
    common = board.seas[origin] & board.seas[target]
    return not common.isdisjoint(fleets) or bool(linked(board, fleets, origin, target))


def can_carry(
    board: Board, fleets: Fleets, sea: int, origin: int, target: int, walks: bool
) -> bool:
    """Whether the fleet at `sea` could take part in a convoy, whatever is ordered.

    An army that could also walk is carried only by a fleet that it needs on some way (DATC
    6.G.19); one that must sail, by any fleet of a group that links the coasts (6.F.12).
    """
    if not walks:
        return sea in linked(board, fleets, origin, target)
    return any(fleets[sea] in chain for chain in chains(board, fleets, origin, target))


def fleets_at_sea(board: Board, contest: Contest) -> dict[int, int]:
    """Sea province -> the fleet there, whoever owns it and whatever it does."""
    occupant = contest.occupant
    return {province: occupant[province] for province in board.all_seas.intersection(contest.at)}


def embark(
    board: Board,
    compiled: Compiled,
    sailing: Sequence[tuple[int, Move]],
    convoys: Sequence[tuple[int, Convoy]],
) -> None:
    """Moves that are no simple steps (`sailing`), convoy orders, and how they match."""
    contest, units, spots = compiled.contest, compiled.units, compiled.spots
    at, to, occupant, routes = contest.at, contest.to, contest.occupant, contest.routes
    number = board.number
    seas = board.seas
    at_sea: Fleets = {}
    carriers: dict[tuple[int, int], dict[int, int]] = {}
    for piece, ferry in convoys:
        sea = at[piece]
        army = occupant[number.get(ferry.other, -1)]
        target = number.get(ferry.to, -1)
        if not board.is_sea[sea]:
            compiled.refuse(piece, "not_at_sea")
        elif army < 0 or units[army].kind != ARMY:
            compiled.refuse(piece, "no_army")
        elif target == at[army] or target < 0 or not board.is_coast[target]:
            compiled.refuse(piece, "cannot_carry")
        else:
            if sea not in seas[target] or sea not in seas[at[army]]:
                at_sea = at_sea or fleets_at_sea(board, contest)
                walks = ferry.to in spots[army].reach
                if not can_carry(board, at_sea, sea, at[army], target, walks):
                    compiled.refuse(piece, "cannot_carry")
                    continue
            carriers.setdefault((army, target), {})[sea] = piece

    for piece, order in sailing:
        place = spots[piece].reach.get(order.to)
        sails = place is None or units[piece].kind == ARMY  # "via" means nothing to a fleet
        target = number.get(order.to, -1)
        if sails and (piece, target) not in carriers:
            at_sea = at_sea or fleets_at_sea(board, contest)
            reason = _why_not(board, at_sea, units[piece], spots[piece], order)
            if reason:
                compiled.refuse(piece, reason)
                continue
        to[piece] = target
        compiled.goals[piece] = place or board.code[target]
        contest.into.setdefault(target, []).append(piece)
        if sails:
            routes[piece] = NO_ROUTE

    for (army, target), fleets in carriers.items():
        reason = "ordered_otherwise"
        useful: frozenset[int] = frozenset()
        if to[army] == target:
            reason = "goes_by_land"
            ways = chains(board, fleets, at[army], target)
            if army in routes or (ways and _goes_by_convoy(contest, army, fleets)):
                reason = "no_use" if ways else "no_route"
                useful = frozenset().union(*ways)
                if ways and contest.rules.convoy_disruption == "any_fleet":
                    ways = (useful,)
                routes[army] = Route(ways, useful or frozenset(fleets.values()))
        for fleet in fleets.values():
            if fleet in useful:
                compiled.carries[fleet] = army
            else:
                compiled.refuse(fleet, reason)


NO_ROUTE = Route((), frozenset())


def _goes_by_convoy(contest: Contest, army: int, fleets: Fleets) -> bool:
    """DATC 4.A.3, for an army that could walk and was not ordered "via convoy"."""
    if contest.rules.adjacent_convoy == "intent":
        return any(contest.power[fleet] == contest.power[army] for fleet in fleets.values())
    return contest.rules.adjacent_convoy == "always"


def _why_not(board: Board, at_sea: Fleets, unit: Unit, spot: Spot, order: Move) -> str:
    """Why a unit cannot make a move that is no simple step; "" if fleets could carry it."""
    origin = spot.number
    target = board.number.get(order.to, -1)
    if target == origin:
        return "same_place"
    if unit.kind == FLEET:
        if target not in spot.near:
            return "cannot_reach"
        return "other_coast" if "/" in order.to else "needs_coast"
    if target < 0 or not board.is_coast[origin] or not board.is_coast[target]:
        return "cannot_reach"
    return "" if can_sail(board, at_sea, origin, target) else "no_fleets"
