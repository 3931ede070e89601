"""Convoys: which fleets can carry an army, which moves go by sea, and who carries whom."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.boards import ARMY, FLEET, Board, Spot
from adjudicator.simultaneous.contest import Contest, Entry, Route
from adjudicator.simultaneous.orders import Convoy, Move
from adjudicator.simultaneous.position import Unit

Fleets = Mapping[int, int]
"""Sea province -> the fleet (a piece) there."""


def chains(board: Board, fleets: Fleets, origin: int, target: int) -> tuple[frozenset[int], ...]:
    """The minimal sets of these fleets that carry an army from `origin` to `target`.

    A set is minimal if the army is stranded without any one of them: a fleet that is in none of
    them is of no use to the convoy (DATC 6.F.12, 6.G.19).
    """
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
    if sea in board.seas[origin] and sea in board.seas[target]:
        return True
    if not walks:
        return sea in linked(board, fleets, origin, target)
    return any(fleets[sea] in chain for chain in chains(board, fleets, origin, target))


def fleets_at_sea(board: Board, contest: Contest) -> dict[int, int]:
    """Sea province -> the fleet there, whoever owns it and whatever it does."""
    is_sea = board.is_sea
    return {province: piece for piece, province in enumerate(contest.at) if is_sea[province]}


def embark(
    board: Board,
    units: Sequence[Unit],
    spots: Sequence[Spot],
    contest: Contest,
    goals: list[str],
    entries: list[Entry],
    sailing: Sequence[int],
    convoys: Sequence[int],
) -> None:
    """Moves that are no simple steps (`sailing`, entries), convoy orders, and how they match."""
    at, to, occupant, routes = contest.at, contest.to, contest.occupant, contest.routes
    number = board.number
    at_sea = fleets_at_sea(board, contest)
    for index in sailing:
        seat, order, piece, _ = entries[index]
        assert isinstance(order, Move)
        walks = spots[piece].reach.get(order.to)
        sails = walks is None or units[piece].kind == ARMY  # "via" means nothing to a fleet
        reason = _why_not(board, at_sea, units[piece], spots[piece], order) if sails else ""
        if reason:
            entries[index] = (seat, order, piece, reason)
            continue
        target = to[piece] = number[order.to]
        goals[piece] = walks or board.code[target]
        contest.into.setdefault(target, []).append(piece)
        if sails:
            routes[piece] = NO_ROUTE

    carriers: dict[tuple[int, int], dict[int, int]] = {}
    for index in convoys:
        seat, order, piece, _ = entries[index]
        assert isinstance(order, Convoy)
        army = occupant[number.get(order.other, -1)]
        target = number.get(order.to, -1)
        if at[piece] not in at_sea:
            reason = "not_at_sea"
        elif army < 0 or units[army].kind != ARMY:
            reason = "no_army"
        elif target == at[army] or target < 0 or not board.is_coast[target]:
            reason = "cannot_carry"
        elif can_carry(board, at_sea, at[piece], at[army], target, order.to in spots[army].reach):
            carriers.setdefault((army, target), {})[at[piece]] = piece
            continue
        else:
            reason = "cannot_carry"
        entries[index] = (seat, order, piece, reason)

    for (army, target), fleets in carriers.items():
        if to[army] == target:
            ways = chains(board, fleets, at[army], target)
            if army in routes or (ways and _goes_by_convoy(contest, army, fleets)):
                routes[army] = Route(ways, frozenset().union(*ways))
    for index in convoys:
        seat, order, piece, reason = entries[index]
        assert isinstance(order, Convoy)
        if not reason:
            army = occupant[number[order.other]]
            if to[army] != number[order.to]:
                reason = "ordered_otherwise"
            elif army not in routes:
                reason = "goes_by_land"
            elif piece not in routes[army].fleets:
                reason = "no_use"
            else:
                continue
            entries[index] = (seat, order, piece, reason)


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
