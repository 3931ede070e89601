"""Decisions that hang on each other in a circle: rotations and convoy paradoxes.

Such decisions fall into knots, sets in which each hangs on every other; a knot is settled when no
decision outside it that it hangs on is open. All outcomes of the knot that agree with the rules are
sought. One: it is the outcome. Several which differ by rotations only: the one in which the units
turn (DATC 6.C). None, or several by a convoy: a paradox, and the convoys in the knot fail (4.A.2).
"""

from collections.abc import Iterator
from typing import Protocol

Verdict = list[bool | None]


class Deciding(Protocol):
    """What decides, as far as it is needed here: `MovementRules` of the solver."""

    doubts: list[int]

    def holds(self, decision: int, hopeful: bool) -> bool:
        """Whether the decision is a yes, as far as the others are known."""
        ...


def settle(unknown: list[int], verdict: Verdict, rules: Deciding, count: int) -> frozenset[int]:
    """Fill in `verdict` for every unknown decision; the armies whose convoy is set aside.

    `rules.holds(decision, hopeful)` reads `verdict`, takes what is hoped for in place of what
    stands open there, and adds each such decision to `rules.doubts`. Decisions from `count` on are
    convoys.
    """
    set_aside: set[int] = set()
    unknown = _propagate(unknown, verdict, rules)
    while unknown:
        knot = _free_knot(unknown, verdict, rules)
        convoys = [decision for decision in knot if decision >= count]
        outcomes = list(_outcomes(knot, verdict, rules))
        if len(outcomes) > 1 and all(
            len({outcome[convoy] for outcome in outcomes}) == 1 for convoy in convoys
        ):
            outcomes = [max(outcomes, key=lambda outcome: sum(outcome.values()))]
        if len(outcomes) == 1:
            for decision, value in outcomes[0].items():
                verdict[decision] = value
        else:
            for convoy in convoys:
                verdict[convoy] = False
                set_aside.add(convoy - count)
        unknown = _propagate(unknown, verdict, rules)
    return frozenset(set_aside)


def _free_knot(unknown: list[int], verdict: Verdict, rules: Deciding) -> list[int]:
    """A set of decisions that all hang on each other, and on nothing else that is open."""
    hangs_on = {d: _hangs_on(d, verdict, rules) for d in unknown}
    reaches: dict[int, set[int]] = {}
    for decision in unknown:
        seen: set[int] = set()
        frontier = [decision]
        while frontier:
            for other in hangs_on[frontier.pop()] - seen:
                seen.add(other)
                frontier.append(other)
        reaches[decision] = seen
    free = min(unknown, key=lambda decision: len(reaches[decision]))
    return sorted(reaches[free])


def _hangs_on(decision: int, verdict: Verdict, rules: Deciding) -> set[int]:
    """The open decisions that make a difference to this one, whatever the others turn out to be."""
    leaves: list[tuple[dict[int, bool], bool]] = []

    def explore(assumed: dict[int, bool]) -> None:
        rules.doubts.clear()
        value = rules.holds(decision, True)
        if not rules.doubts:
            leaves.append((dict(assumed), value))
            return
        open_one = rules.doubts[0]
        for guess in (False, True):
            verdict[open_one] = assumed[open_one] = guess
            explore(assumed)
        verdict[open_one] = None
        del assumed[open_one]

    explore({})
    different = set()
    for first, first_value in leaves:
        for second, second_value in leaves:
            if first_value and not second_value:
                apart = [d for d in first.keys() & second.keys() if first[d] != second[d]]
                if len(apart) == 1:
                    different.add(apart[0])
    return different


def _propagate(unknown: list[int], verdict: Verdict, rules: Deciding) -> list[int]:
    """Settle what follows from what is known, until nothing more does; the rest."""
    while True:
        rest = []
        for decision in unknown:
            if verdict[decision] is None:
                if not rules.holds(decision, True):
                    verdict[decision] = False
                elif rules.holds(decision, False):
                    verdict[decision] = True
                else:
                    rest.append(decision)
        if len(rest) == len(unknown):
            return rest
        unknown = rest


def _outcomes(knot: list[int], verdict: Verdict, rules: Deciding) -> Iterator[dict[int, bool]]:
    """Every way to fill in the knot that agrees with the rules: guess one, follow it, go on."""
    before = {decision: verdict[decision] for decision in knot}
    rest = _propagate(knot, verdict, rules)
    if not rest:
        if all(rules.holds(decision, True) == verdict[decision] for decision in knot):
            yield {decision: verdict[decision] is True for decision in knot}
    else:
        for guess in (False, True):
            verdict[rest[0]] = guess
            yield from _outcomes(knot, verdict, rules)
    for decision, value in before.items():
        verdict[decision] = value
