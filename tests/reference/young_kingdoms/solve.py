"""The outcome that agrees with all equations; rings and loops (93, 94).

What is certain is worked out first; what is left is tried in all ways, component by component: a
component hangs on itself and on nothing else that is open.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from .equations import Ask, Decision, Settled, decisions, equation
from .legal import Position

MOST_OPEN = 14
MOST_LEAVES = 4096

Values = Mapping[Decision, bool]


class TooManyError(Exception):
    """More decisions are left open than can be tried one by one."""


class UnknownError(Exception):
    """An equation asked for a decision that is not made yet."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.decision = decision


@dataclass
class Solution:
    """All decisions, and how loops were settled."""

    values: dict[Decision, bool]
    settled: Settled
    loops: list[str] = field(default_factory=list)
    """In order: one, ring, void (94 (1)), uncut (94 (2))."""
    doubts: list[str] = field(default_factory=list)
    """Where rule 94 can be read in two ways."""


def ask_known(known: Values, case: Values) -> Ask:
    """Answers from the known decisions, or as the case has it; UnknownError for the others."""

    def ask(decision: Decision) -> bool:
        if decision in known:
            return known[decision]
        if decision in case:
            return case[decision]
        raise UnknownError(decision)

    return ask


def leaves_of(
    position: Position, decision: Decision, known: Values, settled: Settled
) -> Iterator[tuple[dict[Decision, bool], bool]]:
    """The equation's value in each case of the open decisions it asks for."""
    pending: list[dict[Decision, bool]] = [{}]
    while pending:
        case = pending.pop()
        try:
            value = equation(position, decision, ask_known(known, case), settled)
        except UnknownError as unknown:
            pending.append({**case, unknown.decision: False})
            pending.append({**case, unknown.decision: True})
        else:
            yield case, value


def forced_value(
    position: Position, decision: Decision, known: Values, settled: Settled
) -> bool | None:
    """94: known when it is the same however the open ones come out; None if not."""
    seen: set[bool] = set()
    for count, (_, value) in enumerate(leaves_of(position, decision, known, settled)):
        seen.add(value)
        if len(seen) == 2 or count > MOST_LEAVES:
            return None
    return seen.pop()


def propagate(position: Position, known: Values, settled: Settled) -> dict[Decision, bool]:
    """Work out what can be worked out."""
    certain = dict(known)
    while True:
        before = len(certain)
        for decision in decisions(position):
            if decision not in certain:
                value = forced_value(position, decision, certain, settled)
                if value is not None:
                    certain[decision] = value
        if len(certain) == before:
            return certain


class Table:
    """An equation as a table: its value for each case of the open decisions it asks for."""

    def __init__(
        self, position: Position, decision: Decision, known: Values, settled: Settled
    ) -> None:
        leaves = list(leaves_of(position, decision, known, settled))
        self.inputs: tuple[Decision, ...] = tuple(sorted({d for case, _ in leaves for d in case}))
        self.rows: dict[tuple[bool, ...], bool] = {}
        for case, value in leaves:
            free = [(case[d],) if d in case else (False, True) for d in self.inputs]
            self.rows.update(dict.fromkeys(itertools.product(*free), value))

    def value(self, values: Values) -> bool:
        return self.rows[tuple(values[d] for d in self.inputs)]

    def live_inputs(self) -> set[Decision]:
        """The inputs it hangs on: flipped alone they flip the value in some case."""
        live = set()
        for row, value in self.rows.items():
            for index, decision in enumerate(self.inputs):
                flipped = (*row[:index], not row[index], *row[index + 1 :])
                if self.rows[flipped] != value:
                    live.add(decision)
        return live


def tables_of(position: Position, known: Values, settled: Settled) -> dict[Decision, Table]:
    unknown = [decision for decision in decisions(position) if decision not in known]
    if len(unknown) > MOST_OPEN:
        raise TooManyError(len(unknown))
    return {decision: Table(position, decision, known, settled) for decision in unknown}


def fixed_points(
    tables: Mapping[Decision, Table], among: Iterable[Decision]
) -> list[dict[Decision, bool]]:
    """All values of these decisions that satisfy their equations."""
    names = sorted(among)
    besides = dict.fromkeys(tables, False)
    found = []
    for values in itertools.product((False, True), repeat=len(names)):
        case = dict(zip(names, values, strict=True))
        if all(tables[name].value({**besides, **case}) == case[name] for name in names):
            found.append(case)
    return found


def reachable(graph: Mapping[Decision, set[Decision]], start: Decision) -> set[Decision]:
    """All that a decision hangs on, directly or not; itself only if on a loop."""
    found: set[Decision] = set()
    pending = [start]
    while pending:
        for one in graph[pending.pop()] - found:
            found.add(one)
            pending.append(one)
    return found


def next_component(tables: Mapping[Decision, Table]) -> set[Decision]:
    """Decisions that hang on each other in loops, and on nothing else that is open."""
    graph = {decision: table.live_inputs() for decision, table in tables.items()}
    above = {decision: reachable(graph, decision) | {decision} for decision in tables}
    return above[min(sorted(tables), key=lambda decision: len(above[decision]))]


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
    certain = propagate(position, {**known, **{("exists", one): False for one in core}}, void)
    tables = tables_of(position, certain, void)
    points = fixed_points(tables, tables.keys() & component) if tables else []
    return len({conditions(position, point) for point in points}) > 1


def solve(position: Position) -> Solution:
    """All decisions; raises TooManyError if too much is left open."""
    settled, loops, doubts = Settled(), [], []
    known = propagate(position, {}, settled)
    while tables := tables_of(position, known, settled):
        component = next_component(tables)
        kind, values, settled = settle(position, known, settled, tables, component, doubts)
        loops.append(kind)
        known = propagate(position, {**known, **values}, settled)
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
