"""Decisions that hang on each other in a circle: rotations and paradoxes.

Such decisions fall into knots, sets in which each hangs on every other; a knot is settled when no
decision outside it that it hangs on is open. All outcomes of the knot that agree with the rules are
sought. One: it is the outcome. Several which differ by rotations only: the one in which the units
turn (DATC 6.C). None, or several by a convoy: a paradox, and the convoys in the knot fail (4.A.2);
so do the landings that decide whether their own fleet arrives. If there are none in the knot, no
support in it is cut any more by dislodging its giver alone.
"""

from collections.abc import Iterator, Sequence

from adjudicator.simultaneous.decisions import MovementRules, Verdict

Outcome = dict[int, bool]


def settle(
    unknown: list[int], verdict: Verdict, rules: MovementRules, count: int
) -> frozenset[int]:
    """Fill in `verdict` for every unknown decision; the armies whose convoy is set aside.

    `rules.holds(decision, hopeful)` reads `verdict`, takes what is hoped for in place of what
    stands open there, and adds each such decision to `rules.doubts`. Decisions from `count` on are
    convoys and landings. `rules.spared` are the supports that only an attack as such cuts.
    RuntimeError rather than going round for ever, should no rule settle a knot.
    """
    set_aside: set[int] = set()
    unknown = _propagate(unknown, verdict, rules)
    while unknown:
        knot = _free_knot(unknown, verdict, rules)
        convoys = [decision for decision in knot if decision >= count]
        outcomes = list(_outcomes(knot, verdict, rules))
        chosen = outcomes[0] if len(outcomes) == 1 else _rotation(outcomes, rules)
        stake = rules.at_stake(knot) if chosen is not None and len(outcomes) > 1 else []
        if _differ(outcomes, stake) and not _differ_still(knot, convoys, verdict, rules):
            chosen = None
        if chosen is not None:
            for decision, value in chosen.items():
                verdict[decision] = value
        elif convoys:
            for convoy in convoys:
                verdict[convoy] = False
                set_aside.add(convoy - count)
        else:
            supports = {decision for decision in knot if rules.to[decision] < 0}
            if supports <= rules.spared:
                raise RuntimeError(f"no rule settles the decisions {knot}")
            rules.spared |= supports
        unknown = _propagate(unknown, verdict, rules)
    return frozenset(set_aside)


def _rotation(outcomes: Sequence[Outcome], rules: MovementRules) -> Outcome | None:
    """The outcome in which a ring of pieces turns, if that is how these differ; None if not."""
    if not outcomes:
        return None

    def moves(outcome: Outcome) -> set[int]:
        return {d for d, yes in outcome.items() if yes and d < len(rules.to) and rules.to[d] >= 0}

    turned = max(outcomes, key=lambda outcome: sum(outcome.values()))
    least = min(outcomes, key=lambda outcome: len(moves(outcome)))
    ring = moves(turned) - moves(least)
    while True:
        left = {rules.at[piece] for piece in ring}
        following = {piece for piece in ring if rules.to[piece] in left}
        if following == ring:
            break
        ring = following
    return turned if ring and all(moves(o) <= moves(turned) for o in outcomes) else None


def _differ(outcomes: Sequence[Outcome], stake: Sequence[int]) -> bool:
    return any(len({outcome[decision] for outcome in outcomes}) > 1 for decision in stake)


def _differ_still(
    knot: Sequence[int], convoys: Sequence[int], verdict: Verdict, rules: MovementRules
) -> bool:
    """Whether, were these convoys and landings to fail, it is still open what is at stake."""
    before = {decision: verdict[decision] for decision in knot}
    for convoy in convoys:
        verdict[convoy] = False
    rest = _propagate([d for d in knot if verdict[d] is None], verdict, rules)
    outcomes = list(_outcomes(rest, verdict, rules)) if rest else []
    stake = [decision for decision in rules.at_stake(knot) if decision in rest]
    for decision, value in before.items():
        verdict[decision] = value
    return _differ(outcomes, stake)


def _free_knot(unknown: list[int], verdict: Verdict, rules: MovementRules) -> list[int]:
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
    return sorted(reaches[free] or {free})


def _hangs_on(decision: int, verdict: Verdict, rules: MovementRules) -> set[int]:
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


def _propagate(unknown: list[int], verdict: Verdict, rules: MovementRules) -> list[int]:
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


def _outcomes(knot: list[int], verdict: Verdict, rules: MovementRules) -> Iterator[Outcome]:
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
