"""The geography of convoys: which fleets at sea can carry an army from one coast to another."""

from collections.abc import Iterator, Mapping

from adjudicator.boards import Board

Fleets = Mapping[int, int]
"""Sea province -> the fleet (a piece) there."""


def chains(board: Board, fleets: Fleets, origin: int, target: int) -> tuple[frozenset[int], ...]:
    """The minimal sets of these fleets that carry an army from `origin` to `target`.

    A set is minimal if the army is stranded without any one of them: a fleet that is in none of
    them is of no use to the convoy (DATC 6.F.12, 6.G.19).
    """
    found = []
    for chain in _chains(board, fleets, origin, target, ()):
        found.append(frozenset(fleets[sea] for sea in chain))
    return tuple(found)


def _chains(
    board: Board, fleets: Fleets, origin: int, target: int, chain: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    steps = board.seas[chain[-1] if chain else origin]
    for sea in sorted(steps & fleets.keys()):
        # A sea that an earlier link touches would be a detour.
        if sea in chain or any(sea in board.seas[link] for link in chain[:-1]):
            continue
        if chain and sea in board.seas[origin]:
            continue
        longer = (*chain, sea)
        if sea in board.seas[target]:
            yield longer
        else:
            yield from _chains(board, fleets, origin, target, longer)


def linked(board: Board, fleets: Fleets, origin: int, target: int) -> frozenset[int]:
    """The seas of every group of touching fleets that touches both coasts; empty if none does."""
    seen: set[int] = set()
    useful: set[int] = set()
    for start in board.seas[origin] & fleets.keys():
        if start in seen:
            continue
        group = {start}
        frontier = [start]
        while frontier:
            for sea in board.seas[frontier.pop()] & fleets.keys():
                if sea not in group:
                    group.add(sea)
                    frontier.append(sea)
        seen |= group
        if group & board.seas[target]:
            useful |= group
    return frozenset(useful)


def can_carry(
    board: Board, fleets: Fleets, sea: int, origin: int, target: int, by_land: bool
) -> bool:
    """Whether the fleet at `sea` could take part in a convoy, whatever is ordered.

    An army that could also walk (`by_land`) is carried only by a fleet that it needs on some way
    (DATC 6.G.19); one that must sail, by any fleet of a group that links the coasts (6.F.12).
    """
    if not by_land:
        return sea in linked(board, fleets, origin, target)
    fleet = fleets[sea]
    return any(fleet in chain for chain in chains(board, fleets, origin, target))
