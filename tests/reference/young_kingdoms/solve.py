"""The outcome that agrees with all equations; rings and loops (93, 94).

What is certain is worked out first; what is left is tried in all ways, component by component: a
component hangs on itself and on nothing else that is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.reference.trial import (
    Decision,
    Equations,
    Table,
    Values,
    fixed_points,
    next_component,
    propagate,
    tables_of,
)

from .equations import Settled, decisions, equation
from .legal import Position


def equations_of(position: Position, settled: Settled) -> Equations:
    return Equations(
        decisions(position), lambda decision, ask: equation(position, decision, ask, settled)
    )


@dataclass
class Solution:
    """All decisions, and how loops were settled."""

    values: dict[Decision, bool]
    settled: Settled
    loops: list[str] = field(default_factory=list)
    """In order: one, ring, void (94 (1)), uncut (94 (2))."""
    doubts: list[str] = field(default_factory=list)
    """Where rule 94 can be read in two ways."""


# --- 93, 94


def won(point: Values) -> frozenset[str]:
    return frozenset(name for (kind, name), value in point.items() if kind == "win" and value)


def closes_a_ring(position: Position, names: frozenset[str]) -> bool:
    """93: whether each of these forces goes to where another of them starts, in a circle."""
    left = set(names)
    while left:
        ends = {
            name
            for name in left
            if not any(
                position.forces[other].origin == position.forces[name].dest for other in left
            )
        }
        if not ends:
            return True
        left -= ends
    return False


def ring_that_moves(
    position: Position, points: list[dict[Decision, bool]]
) -> dict[Decision, bool] | None:
    """93: of several sets the one where the ring moves; None if no ring tells them apart."""
    best = max(points, key=lambda point: len(won(point)))
    least = min(points, key=lambda point: len(won(point)))
    if all(won(point) <= won(best) for point in points) and closes_a_ring(
        position, won(best) - won(least)
    ):
        return best
    return None


def conditions(position: Position, point: Values) -> tuple[tuple[Decision, bool], ...]:
    """94: in this set, the arrivals of A/Fs with a landing, and whether ferrying fleets last."""
    forces = position.forces.values()
    asked = {force.carrier for force in forces if force.carrier}
    seas = {fleet.at for force in forces for fleet in force.fleets}
    asked |= {force.name for force in forces if force.dest in seas}
    return tuple(
        (decision, value)
        for decision, value in sorted(point.items())
        if decision[0] == "win" and decision[1] in asked
    )


def own_loops(component: set[Decision]) -> frozenset[str]:
    """94 (1): landings and ferries whose coming about can be followed back to itself."""
    return frozenset(name for kind, name in component if kind == "exists")


def settle(
    position: Position,
    known: Values,
    settled: Settled,
    tables: Mapping[Decision, Table],
    component: set[Decision],
    doubts: list[str],
) -> tuple[str, dict[Decision, bool], Settled]:
    """94: the one set that agrees; a ring that moves; else (1), or (2) if (1) finds nothing."""
    points = fixed_points(tables, component)
    if len(points) == 1:
        return "one", points[0], settled
    core = own_loops(component)
    ring = ring_that_moves(position, points) if points else None
    if ring is not None:
        agree = len({conditions(position, point) for point in points}) == 1
        if agree or not core:
            return "ring", ring, settled
        if disagrees_still(position, known, settled, core, component):
            doubts.append("94: a ring with an A/F or a ferrying fleet in it")
            return "ring", ring, settled
    if core:
        void = Settled(settled.void | core, settled.never_cut_all_the_same)
        return "void", {("exists", name): False for name in core}, void
    supports = frozenset(name for kind, name in component if kind == "given")
    if supports <= settled.never_cut_all_the_same:
        raise AssertionError("a loop that rule 94 does not settle")
    if ring is not None:
        doubts.append("94: a ring that hangs on a support")
    uncut = Settled(settled.void, settled.never_cut_all_the_same | supports)
    return "uncut", {}, uncut


def disagrees_still(
    position: Position,
    known: Values,
    settled: Settled,
    core: frozenset[str],
    component: set[Decision],
) -> bool:
    """94: whether the sets go on disagreeing on arrivals and fleets when `core` is void."""
    void = Settled(settled.void | core, settled.never_cut_all_the_same)
    equations = equations_of(position, void)
    certain = propagate(equations, {**known, **{("exists", one): False for one in core}})
    tables = tables_of(equations, certain)
    points = fixed_points(tables, tables.keys() & component) if tables else []
    return len({conditions(position, point) for point in points}) > 1


def solve(position: Position) -> Solution:
    """All decisions; raises TooManyError if too much is left open."""
    settled, loops, doubts = Settled(), [], []
    known = propagate(equations_of(position, settled), {})
    while tables := tables_of(equations_of(position, settled), known):
        component = next_component(tables)
        kind, values, settled = settle(position, known, settled, tables, component, doubts)
        loops.append(kind)
        known = propagate(equations_of(position, settled), {**known, **values})
    if "ring" in loops and "void" in loops:
        doubts.append("94: a ring and a void landing or ferry; which is settled first may matter")
    return Solution(known, settled, loops, doubts)


def violations(position: Position, values: Values, settled: Settled) -> list[str]:
    """The equations that these decisions do not satisfy."""
    wrong = []
    for decision in decisions(position):
        due = equation(position, decision, values.__getitem__, settled)
        if values[decision] != due:
            rule = {"win": "90, 91", "given": "86", "exists": "98"}[decision[0]]
            wrong.append(
                f"rule {rule}: {decision[0]} {decision[1]!r} is {values[decision]}, "
                f"but the others make it {due}"
            )
    return wrong
