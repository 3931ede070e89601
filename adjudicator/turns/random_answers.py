"""Answers by chance, for players who are programs."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from adjudicator.turns.forms import span, weight
from adjudicator.turns.questions import (
    Amount,
    Answer,
    Chosen,
    Form,
    Lines,
    Number,
    OneOf,
    Several,
    Shares,
    SomeOf,
    Split,
    Written,
)

LARGEST_TABLE = 200_000  # entries that answers are counted in
MOST_COUNTED = 200  # choices; of these there are 2**200 sets, and no die has more than 2**256 sides

Item = TypeVar("Item")

Pick = Callable[[str, int], int]
"""From 1 to that many sides, by a label that was not used before."""


def some_answer(form: Form, pick: Pick) -> Answer[Any]:
    """An answer that fits the form, by chance, for a bot.

    `pick(label, sides)` gives from 1 to `sides`; no label comes twice in one call. Every answer to
    `OneOf`, `Number` and `Split` is possible, and to `SomeOf` each as likely as any other as long
    as they can be counted. To `Lines` nothing is written: what a line can be, its title knows.

    ValueError if nothing fits the form; also if sets too many to be counted hold one that fits, but
    three orders in which to take what fits did not find it.
    """
    match form:
        case OneOf():
            if not form.choices:
                raise ValueError("there is nothing to choose")
            return Chosen(form.choices[pick("choice", len(form.choices)) - 1].code)
        case SomeOf():
            return Several(_some_of(form, pick))
        case Number():
            if form.low > form.high:
                raise ValueError(f"there is no number from {form.low} to {form.high}")
            return Amount(form.low - 1 + pick("number", form.high - form.low + 1))
        case Split():
            return Shares(_some_shares(form, pick))
        case Lines():
            return Written(())


def _some_of(form: SomeOf, pick: Pick) -> tuple[str, ...]:
    weights = [weight(form, choice) for choice in form.choices]
    whole = sum(weights)
    least, most = max(form.least, 0), min(form.most, whole)
    if least > most:
        raise ValueError(f"no choice is {span(form.least, form.most)}")
    if len(weights) > MOST_COUNTED or len(weights) * (whole + 1) > LARGEST_TABLE:
        return _greedily(form, weights, pick)
    # sets[i][n]: how many sets of the choices from the i-th on have the sum n.
    sets = [[1] + [0] * whole]
    for number in reversed(weights):
        without = sets[0]
        sets.insert(0, [n + (without[s - number] if s >= number else 0)
                        for s, n in enumerate(without)])  # fmt: skip
    fitting = sum(sets[0][least : most + 1])
    if not fitting:
        raise ValueError(f"no choices are {span(form.least, form.most)} in all")
    rank = pick("set", fitting) - 1
    taken: list[str] = []
    given = 0
    for choice, number, rest in zip(form.choices, weights, sets[1:], strict=True):
        without_it = sum(rest[max(least - given, 0) : most - given + 1])
        if rank >= without_it:
            rank -= without_it
            taken.append(choice.code)
            given += number
    return tuple(taken)


def _greedily(form: SomeOf, weights: Sequence[int], pick: Pick) -> tuple[str, ...]:
    """Take what fits in a random order until there is enough; else the heavy or light first."""
    order = _shuffled(range(len(weights)), pick)
    enough = max(form.least, 0)
    enough += pick("sum", min(form.most, sum(weights)) - enough + 1) - 1
    heavy = sorted(order, key=lambda i: -weights[i])
    for row, wanted in ((order, enough), (order, form.least), (heavy, form.least),
                        (heavy[::-1], form.least)):  # fmt: skip
        taken: set[int] = set()
        given = 0
        for i in row:
            if given < wanted and given + weights[i] <= form.most:
                taken.add(i)
                given += weights[i]
        if form.least <= given <= form.most:
            return tuple(choice.code for i, choice in enumerate(form.choices) if i in taken)
    raise ValueError(f"no choices were found that are {span(form.least, form.most)} in all")


def _some_shares(form: Split, pick: Pick) -> dict[str, int]:
    rest, room = form.total, sum(max(most, 0) for most in form.limits.values())
    if not 0 <= rest <= room:
        raise ValueError(f"{form.total} cannot be split: {room} at most")
    # In a random order, or the first codes would get more than the last.
    order = _shuffled(form.limits, pick)
    amounts: dict[str, int] = {}
    for code in order:
        most = max(form.limits[code], 0)
        room -= most
        low = max(0, rest - room)
        amounts[code] = low - 1 + pick(f"share of {code}", min(most, rest) - low + 1)
        rest -= amounts[code]
    return {code: amounts[code] for code in form.limits if amounts[code]}


def _shuffled(items: Iterable[Item], pick: Pick) -> list[Item]:
    """In an order, each as likely as the other."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = pick(f"place {last}", last + 1) - 1
        order[last], order[other] = order[other], order[last]
    return order
