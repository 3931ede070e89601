"""Outcomes of a position: a check for any size, and all of them by trying for small ones."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from .equations import Ask, Decision, Outcome, decisions, equation, read_outcome
from .rules import Orders, Position, Units, read_position

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


# --- the check


def check(units: Units, orders: Orders, outcome: Outcome) -> list[str]:
    """The equations that the outcome violates; routes set aside are closed and not checked."""
    position = read_position(units, orders)
    ask = read_outcome(position, outcome)
    wrong = [
        f"{name} of a unit with no such order: {at}"
        for name, at_all, may in (
            ("moved", outcome.moved, position.moves.keys()),
            ("given", outcome.given, position.supports.keys()),
            ("set_aside", outcome.set_aside, position.routes.keys()),
        )
        for at in sorted(at_all - may)
    ]
    for decision in decisions(position):
        kind, at = decision
        due = (kind != "route" or at not in outcome.set_aside) and equation(position, decision, ask)
        if ask(decision) != due:
            wrong.append(f"{kind} {at} is {ask(decision)} but the others make it {due}")
    return wrong


# --- equations with some decisions unknown


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
    position: Position, decision: Decision, known: Values
) -> Iterator[tuple[Values, bool]]:
    """The equation's value in each case of the unknown decisions it asks for.

    A leaf is the cases tried for the unknown decisions, and the equation's value then.
    """
    pending: list[dict[Decision, bool]] = [{}]
    while pending:
        case = pending.pop()
        try:
            value = equation(position, decision, ask_known(known, case))
        except UnknownError as unknown:
            pending.append({**case, unknown.decision: False})
            pending.append({**case, unknown.decision: True})
        else:
            yield case, value


def forced_value(position: Position, decision: Decision, known: Values) -> bool | None:
    """The value of the equation if it is the same in all cases; None if not, or if too many."""
    seen: set[bool] = set()
    for count, (_, value) in enumerate(leaves_of(position, decision, known)):
        seen.add(value)
        if len(seen) == 2 or count > MOST_LEAVES:
            return None
    return seen.pop()


def propagate(position: Position, known: Values) -> dict[Decision, bool]:
    """Add what is certain, over and over."""
    certain = dict(known)
    while True:
        before = len(certain)
        for decision in decisions(position):
            if decision not in certain:
                value = forced_value(position, decision, certain)
                if value is not None:
                    certain[decision] = value
        if len(certain) == before:
            return certain


def plain_steps(position: Position) -> dict[Decision, bool]:
    """What can be worked out in some order, each decision after all those it asks for."""
    known: dict[Decision, bool] = {}
    while True:
        before = len(known)
        for decision in decisions(position):
            try:
                known[decision] = equation(position, decision, ask_known(known, {}))
            except UnknownError:
                continue
        if len(known) == before:
            return known


# --- trying all values of the open decisions


class Table:
    """An equation as a table: its value for each case of the open decisions it asks for."""

    def __init__(self, position: Position, decision: Decision, known: Values) -> None:
        leaves = list(leaves_of(position, decision, known))
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


def tables_of(position: Position, known: Values) -> dict[Decision, Table]:
    """A table for each open decision."""
    unknown = [decision for decision in decisions(position) if decision not in known]
    if len(unknown) > MOST_OPEN:
        raise TooManyError(len(unknown))
    return {decision: Table(position, decision, known) for decision in unknown}


def fixed_points(tables: Mapping[Decision, Table], among: Iterable[Decision]) -> list[Values]:
    """All values of these decisions that satisfy their equations.

    What is open besides must make no difference to them.
    """
    names = sorted(among)
    besides = dict.fromkeys(tables, False)
    found: list[Values] = []
    for values in itertools.product((False, True), repeat=len(names)):
        case = dict(zip(names, values, strict=True))
        if all(tables[name].value({**besides, **case}) == case[name] for name in names):
            found.append(case)
    return found


def as_outcome(values: Values, set_aside: Iterable[str] = ()) -> Outcome:
    """Decisions, all made, as an outcome."""
    return Outcome(
        moved=frozenset(at for (kind, at), value in values.items() if value and kind == "move"),
        given=frozenset(at for (kind, at), value in values.items() if value and kind == "support"),
        set_aside=frozenset(set_aside),
    )


def enumerate_outcomes(units: Units, orders: Orders) -> list[Outcome]:
    """All outcomes that satisfy all equations, with no convoy set aside: none, one or several."""
    position = read_position(units, orders)
    known = propagate(position, {})
    tables = tables_of(position, known)
    return [as_outcome({**known, **case}) for case in fixed_points(tables, tables)]


# --- choosing among several outcomes, or none


def reachable(graph: Mapping[Decision, set[Decision]], start: Decision) -> set[Decision]:
    """All that a decision depends on, directly or not; itself only if on a cycle."""
    found: set[Decision] = set()
    pending = [start]
    while pending:
        for one in graph[pending.pop()] - found:
            found.add(one)
            pending.append(one)
    return found


def asking_in_circles(position: Position) -> list[set[Decision]]:
    """Groups of decisions each of which asks, directly or not, for all in its group."""
    known = plain_steps(position)
    asks: dict[Decision, set[Decision]] = {}
    for decision in decisions(position):
        if decision not in known:
            leaves = itertools.islice(leaves_of(position, decision, known), MOST_LEAVES)
            asks[decision] = {asked for case, _ in leaves for asked in case}
    above = {decision: reachable(asks, decision) for decision in asks}
    groups: list[set[Decision]] = []
    for decision in asks:
        group = {other for other in above[decision] if decision in above[other]}
        if group and group not in groups:
            groups.append(group)
    return groups


def next_component(tables: Mapping[Decision, Table]) -> set[Decision]:
    """Decisions that depend on each other in cycles, and on nothing else that is open."""
    graph = {decision: table.live_inputs() for decision, table in tables.items()}
    depends = {decision: reachable(graph, decision) for decision in tables}
    smallest = min(sorted(tables), key=lambda decision: len(depends[decision] | {decision}))
    return depends[smallest] | {smallest}


def kind_of(points: list[Values]) -> str:
    """One fixed point, none, several that differ by circles only, or several by routes too."""
    if len(points) < 2:
        return "one" if points else "none"
    routes = {tuple(v for (kind, _), v in sorted(p.items()) if kind == "route") for p in points}
    return "circle" if len(routes) == 1 else "two_paradox"


def turning(points: list[Values]) -> Values:
    """Of fixed points that differ by circles, the one in which they all turn."""
    best = max(points, key=lambda point: len(as_outcome(point).moved))
    if any(not as_outcome(point).moved <= as_outcome(best).moved for point in points):
        raise AssertionError("fixed points that are not circles only")
    return best


def settle(points: list[Values], component: set[Decision]) -> tuple[str, Values, set[str]]:
    """Kind of the component, decisions made in it, and the armies set aside.

    4.A.2: in a paradox just the convoys in its core fail, that is those with a route decision
    in a cycle; the rest is then worked out anew.
    """
    kind = kind_of(points)
    if kind == "one":
        return kind, points[0], set()
    if kind == "circle":
        return kind, turning(points), set()
    core = {at for name, at in component if name == "route"}
    if not core:
        raise AssertionError("a paradox without a convoy")
    return kind, {("route", army): False for army in core}, core


def decide(units: Units, orders: Orders) -> tuple[Counter[str], Outcome]:
    """The kinds met, and the outcome; raises TooManyError if too much is left open.

    "one" counts the groups that ask for each other in circles and yet have a single outcome,
    certain from the start. A component that is left open afterwards has none or several: which
    fleets are dislodged depends on the routes of convoyed armies alone, and an army by its
    attack cuts one support, which matters to one fleet, which carries one army; so routes form
    simple cycles, and so do moves, which wait only for the next unit to leave.
    """
    position = read_position(units, orders)
    kinds: Counter[str] = Counter()
    set_aside: set[str] = set()
    known = propagate(position, {})
    kinds["one"] = sum(group <= known.keys() for group in asking_in_circles(position))
    while tables := tables_of(position, known):
        component = next_component(tables)
        kind, values, core = settle(fixed_points(tables, component), component)
        kinds[kind] += 1
        set_aside |= core
        known = propagate(position, {**known, **values})
    return +kinds, as_outcome(known, set_aside)
