"""Outcomes of a position: a check for any size, and all of them by trying for small ones."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence

from .equations import Outcome, decisions, equation, read_outcome
from .rules import Orders, Position, Units, read_position
from .trial import (
    MOST_LEAVES,
    Decision,
    Equations,
    UnknownError,
    Values,
    ask_known,
    fixed_points,
    leaves_of,
    next_component,
    propagate,
    reachable,
    tables_of,
)


def equations_of(position: Position) -> Equations:
    return Equations(decisions(position), lambda decision, ask: equation(position, decision, ask))


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


# --- all outcomes, and which decisions ask in circles


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
    equations = equations_of(position)
    tables = tables_of(equations, known := propagate(equations, {}))
    return [as_outcome({**known, **case}) for case in fixed_points(tables, tables)]


# --- choosing among several outcomes, or none


def asking_in_circles(position: Position) -> list[set[Decision]]:
    """Groups of decisions each of which asks, directly or not, for all in its group."""
    equations, known = equations_of(position), plain_steps(position)
    asks: dict[Decision, set[Decision]] = {}
    for decision in decisions(position):
        if decision not in known:
            leaves = itertools.islice(leaves_of(equations, decision, known), MOST_LEAVES)
            asks[decision] = {asked for case, _ in leaves for asked in case}
    above = {decision: reachable(asks, decision) for decision in asks}
    groups: list[set[Decision]] = []
    for decision in asks:
        group = {other for other in above[decision] if decision in above[other]}
        if group and group not in groups:
            groups.append(group)
    return groups


def kind_of(points: Sequence[Values]) -> str:
    """One fixed point, none, several that differ by circles only, or several by routes too."""
    if len(points) < 2:
        return "one" if points else "none"
    routes = {tuple(v for (kind, _), v in sorted(p.items()) if kind == "route") for p in points}
    return "circle" if len(routes) == 1 else "two_paradox"


def turning(points: Sequence[Values]) -> Values:
    """Of fixed points that differ by circles, the one in which they all turn."""
    best = max(points, key=lambda point: len(as_outcome(point).moved))
    if any(not as_outcome(point).moved <= as_outcome(best).moved for point in points):
        raise AssertionError("fixed points that are not circles only")
    return best


def settle(points: Sequence[Values], component: set[Decision]) -> tuple[str, Values, set[str]]:
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
    equations = equations_of(position)
    set_aside: set[str] = set()
    known = propagate(equations, {})
    kinds["one"] = sum(group <= known.keys() for group in asking_in_circles(position))
    while tables := tables_of(equations, known):
        component = next_component(tables)
        kind, values, core = settle(fixed_points(tables, component), component)
        kinds[kind] += 1
        set_aside |= core
        known = propagate(equations, {**known, **values})
    return +kinds, as_outcome(known, set_aside)
