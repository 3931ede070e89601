"""Where a scout can go: camps, attacks, zones of control, stacking and the weather."""

from collections.abc import Sequence

from adjudicator.hexes import Mover, Walk
from variants.ruins.components import BOARD, MAP, OWNER
from variants.ruins.state import State


def mover(state: State) -> Mover:
    """How a scout moves in this weather."""
    return BOARD.movers["storm" if state.storm else "fair"]


def camp(scout: str) -> str:
    """The hex of the camp of a scout's seat."""
    return MAP.camps[OWNER[scout]].hex


def foe_at(state: State, scout: str, code: str) -> str | None:
    """The scout of another seat in this hex."""
    for other, at in state.scouts.items():
        if at == code and OWNER[other] != OWNER[scout]:
            return other
    return None


def hindrances(state: State, scout: str, goal: str) -> dict[str, frozenset[str]]:
    """What stands in the way of a scout, as `HexBoard` takes it.

    3: nobody enters the camp of another seat, and one scout is room enough for any other hex. A
    foreign scout can be attacked at the end of a path alone; all others stop a scout next to them,
    but not across a wall.
    """
    camps = {camp(other) for other in OWNER} - {camp(scout)}
    foreign = {at for at in state.scouts.values() if foe_at(state, scout, at)} - {goal}
    own = {at for other, at in state.scouts.items() if OWNER[other] == OWNER[scout]}
    return {
        "blocked": frozenset(camps | foreign),
        "stops": BOARD.zone(foreign, across_walls=False),
        "full": frozenset(own - {camp(scout), state.scouts[scout]}),
    }


def walk(state: State, scout: str, path: Sequence[str]) -> Walk:
    """How far a scout comes along a path, from where it stands now."""
    limits = hindrances(state, scout, path[-1])
    return BOARD.walk((state.scouts[scout], *path[1:]), mover(state), MAP.allowance, **limits)


def ways(state: State, scout: str) -> dict[str, tuple[str, ...]]:
    """The cheapest path to every hex where a scout can end its move, or that it can attack."""
    found = {}
    for goal in BOARD.axial:
        limits = hindrances(state, scout, goal)
        ways = BOARD.reachable(state.scouts[scout], mover(state), MAP.allowance, **limits)
        if goal in ways:
            found[goal] = ways[goal].path
    return found


def refuges(state: State, scout: str) -> list[str]:
    """The free hexes next to a scout to which it can withdraw."""
    at = state.scouts[scout]
    taken = {*state.scouts.values(), *map(camp, OWNER)} - {camp(scout)}
    around = [code for code in BOARD.neighbors[at] if code not in taken]
    return [code for code in around if BOARD.obstacle(at, code, mover(state)) is None]
