"""Equations that ask for each other: what is certain of them, and the rest by trying all values.

Both references state their rules as one equation a decision, and know nothing else of each other.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

Decision = tuple[str, str]
"""What is decided, and of what."""

Ask = Callable[[Decision], bool]
Values = Mapping[Decision, bool]

MOST_OPEN = 14
MOST_LEAVES = 4096


class TooManyError(Exception):
    """More decisions are left open than can be tried one by one."""


class UnknownError(Exception):
    """An equation asked for a decision that is not made yet."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.decision = decision


class Equations(NamedTuple):
    """The decisions, and what makes each of them true, given answers about the others."""

    decisions: list[Decision]
    value: Callable[[Decision, Ask], bool]


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
    equations: Equations, decision: Decision, known: Values
) -> Iterator[tuple[Values, bool]]:
    """The equation's value in each case of the unknown decisions it asks for.

    A leaf is the cases tried for the unknown decisions, and the equation's value then.
    """
    pending: list[dict[Decision, bool]] = [{}]
    while pending:
        case = pending.pop()
        try:
            value = equations.value(decision, ask_known(known, case))
        except UnknownError as unknown:
            pending.append({**case, unknown.decision: False})
            pending.append({**case, unknown.decision: True})
        else:
            yield case, value


def forced_value(equations: Equations, decision: Decision, known: Values) -> bool | None:
    """The value of the equation if it is the same in all cases; None if not, or if too many."""
    seen: set[bool] = set()
    for count, (_, value) in enumerate(leaves_of(equations, decision, known)):
        seen.add(value)
        if len(seen) == 2 or count > MOST_LEAVES:
            return None
    return seen.pop()


def propagate(equations: Equations, known: Values) -> dict[Decision, bool]:
    """Add what is certain, over and over."""
    certain = dict(known)
    while True:
        before = len(certain)
        for decision in equations.decisions:
            if decision not in certain:
                value = forced_value(equations, decision, certain)
                if value is not None:
                    certain[decision] = value
        if len(certain) == before:
            return certain


class Table:
    """An equation as a table: its value for each case of the open decisions it asks for."""

    def __init__(self, equations: Equations, decision: Decision, known: Values) -> None:
        leaves = list(leaves_of(equations, decision, known))
        self.inputs: tuple[Decision, ...] = tuple(sorted({d for case, _ in leaves for d in case}))
        self.rows: dict[tuple[bool, ...], bool] = {}
        for case, value in leaves:
            free = [(case[d],) if d in case else (False, True) for d in self.inputs]
            self.rows.update(dict.fromkeys(itertools.product(*free), value))

    def value(self, values: Values) -> bool:
        return self.rows[tuple(values[d] for d in self.inputs)]

    def live_inputs(self) -> set[Decision]:
        """The inputs that, flipped alone, flip the value in some case."""
        live = set()
        for row, value in self.rows.items():
            for index, decision in enumerate(self.inputs):
                flipped = (*row[:index], not row[index], *row[index + 1 :])
                if self.rows[flipped] != value:
                    live.add(decision)
        return live


def tables_of(equations: Equations, known: Values) -> dict[Decision, Table]:
    """A table for each open decision."""
    unknown = [decision for decision in equations.decisions if decision not in known]
    if len(unknown) > MOST_OPEN:
        raise TooManyError(len(unknown))
    return {decision: Table(equations, decision, known) for decision in unknown}


def fixed_points(
    tables: Mapping[Decision, Table], among: Iterable[Decision]
) -> list[dict[Decision, bool]]:
    """All values of these decisions that satisfy their equations.

    What is open besides must make no difference to them.
    """
    names = sorted(among)
    besides = dict.fromkeys(tables, False)
    found = []
    for values in itertools.product((False, True), repeat=len(names)):
        case = dict(zip(names, values, strict=True))
        if all(tables[name].value({**besides, **case}) == case[name] for name in names):
            found.append(case)
    return found


def reachable(graph: Mapping[Decision, set[Decision]], start: Decision) -> set[Decision]:
    """All that a decision depends on, directly or not; itself only if on a cycle."""
    found: set[Decision] = set()
    pending = [start]
    while pending:
        for one in graph[pending.pop()] - found:
            found.add(one)
            pending.append(one)
    return found


def next_component(tables: Mapping[Decision, Table]) -> set[Decision]:
    """Decisions that depend on each other in cycles, and on nothing else that is open."""
    graph = {decision: table.live_inputs() for decision, table in tables.items()}
    depends = {decision: reachable(graph, decision) | {decision} for decision in tables}
    return depends[min(sorted(tables), key=lambda decision: len(depends[decision]))]
