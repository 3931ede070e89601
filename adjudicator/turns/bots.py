"""Bots: whatever a player can write, legal and at random, for empty seats and for testing rules.

All their chance comes through a `Pick`, so that a seed and an occasion make the same bot again.
They know no title: what can be ordered and answered they take from `Variant.alternatives`,
`Variant.policies` and the forms of questions.
"""

from collections.abc import Callable, Sequence
from typing import Any, get_args

from adjudicator.chance import Chance
from adjudicator.orders import Diagnostic, Seat
from adjudicator.turns.questions import (
    Amount,
    Answer,
    Condition,
    Lines,
    Number,
    OneOf,
    Op,
    Policy,
    Question,
    Several,
    Shares,
    SomeOf,
    Split,
    StandingOrder,
    Written,
)
from adjudicator.turns.random_answers import Pick, some_answer
from adjudicator.variant import Variant

SILENT = 10
"""One in so many groups gets no order."""

LOTS = 5
"""A kind of order has as many lots as it has orders in the group, but no more than this."""

TRIES = 60
"""So many orders of a group are tried for one that leaves fewer faults in the sheet."""

NUMBERS = 12
"""The highest number that a condition goes by."""


def picker(seed: bytes, occasion: str) -> Pick:
    """The chance of one occasion, such as a seat's sheet in a phase.

    ValueError for a seed that is not of 32 bytes.
    """
    return Chance(seed, occasion, 1).roll


def orders(title: Variant[Any, Any], state: Any, seat: Seat, pick: Pick) -> tuple[Any, ...]:
    """A sheet for the phase that comes next, in which the title finds no error.

    Of each group of alternatives there is one order, or none. Half of the sheets heed warnings,
    too: their orders go together (what is supported is ordered so), which chance alone would hardly
    ever bring about. Empty if errors are left whatever is taken out.
    """
    heeds = pick("heeds warnings", 2) == 1

    def faults(given: Sequence[Any]) -> tuple[Diagnostic, ...]:
        found = title.check(state, seat, given)
        return tuple(fault for fault in found if fault.severity in _COUNT[heeds])

    groups = [group for group in title.alternatives(state, seat) if group]
    sheet = [_drawn(group, f"group {index}", pick) for index, group in enumerate(groups)]
    sheet = _agreeing(groups, sheet, faults, pick)
    return _without_errors(_given(sheet), lambda given: _weight(faults(given))[0])


_COUNT = {True: ("error", "warning"), False: ("error",)}


def _weight(faults: Sequence[Diagnostic]) -> tuple[int, int]:
    errors = sum(fault.severity == "error" for fault in faults)
    return errors, len(faults) - errors


def _drawn(group: Sequence[Any], label: str, pick: Pick) -> Any:
    """An order of the group, None at times. Its kind is drawn first: one that has many times the
    orders of the others must not keep them out."""
    if pick(f"{label}: silent", SILENT) == 1:
        return None
    kinds: dict[type, list[Any]] = {}
    for order in group:
        kinds.setdefault(type(order), []).append(order)
    lots = [of_kind for of_kind in kinds.values() for _ in of_kind[:LOTS]]
    of_kind = lots[pick(f"{label}: kind", len(lots)) - 1]
    return of_kind[pick(f"{label}: order", len(of_kind)) - 1]


def _agreeing(
    groups: Sequence[Sequence[Any]],
    sheet: list[Any],
    faults: Callable[[Sequence[Any]], tuple[Diagnostic, ...]],
    pick: Pick,
) -> list[Any]:
    """The sheet with other orders of its groups as long as that leaves fewer faults.

    First those change that no fault names: the move that a support is for, not the support.
    """
    found = faults(_given(sheet))
    for blamed in (False, True):
        for index, group in enumerate(groups):
            if not found:
                return sheet
            if any(fault.text == str(sheet[index]) for fault in found) is not blamed:
                continue
            first = pick(f"group {index}, blamed {blamed}", len(group)) - 1
            for order in (*group[first:], *group[:first])[:TRIES]:
                other = [*sheet[:index], order, *sheet[index + 1 :]]
                left = faults(_given(other))
                if _weight(left) < _weight(found):
                    sheet, found = other, left
                    break
    return sheet


def _given(sheet: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(order for order in sheet if order is not None)


def _without_errors(
    sheet: tuple[Any, ...], errors: Callable[[Sequence[Any]], int]
) -> tuple[Any, ...]:
    """The sheet less the orders that cause errors, the later ones first; if no single one does,
    less its last."""
    found = errors(sheet)
    while sheet and found:
        before = sheet
        for index in reversed(range(len(before))):
            rest = sheet[:index] + sheet[index + 1 :]
            if (fewer := errors(rest)) < found:
                sheet, found = rest, fewer
        if sheet == before:
            sheet = sheet[:-1]
            found = errors(sheet)
    return sheet


def answer(
    title: Variant[Any, Any], state: Any, question: Question[Any], pick: Pick
) -> Answer[Any]:
    """An answer that the question's form allows. Where lines of the title are asked for they are
    taken from the seat's alternatives; the default, if none are of the kinds that can stand there.
    """
    if not isinstance(question.form, Lines):
        return some_answer(question.form, pick)
    accepted = [
        order
        for group in title.alternatives(state, question.seat)
        for order in group
        if order.__struct_config__.tag in question.form.accepts
    ]
    written: list[Any] = []
    for number in range(min(question.form.most, len(accepted))):
        if pick(f"{question.label}, another line {number}", 2) == 2:
            break
        written.append(accepted[pick(f"{question.label}, line {number}", len(accepted)) - 1])
    return Written(tuple(written)) if written else question.default


def standing(
    title: Variant[Any, Any], state: Any, seat: Seat, pick: Pick
) -> tuple[StandingOrder[Any], ...]:
    """Standing orders for about half of the kinds of question: one with a condition, if the kind
    has names for any, and at times one without; none where lines of the title are asked for."""
    given: list[StandingOrder[Any]] = []
    for policy in title.policies(state, seat):
        if pick(f"{policy.kind}: any", 2) == 1 or isinstance(policy.form, Lines):
            continue
        if policy.names:
            label = f"{policy.kind} with a condition"
            condition = _condition(policy, label, pick)
            given.append(StandingOrder(policy.kind, _value(policy.form, label, pick), (condition,)))
            if pick(f"{policy.kind}: no more", 2) == 1:
                continue
        given.append(StandingOrder(policy.kind, _value(policy.form, policy.kind, pick)))
    return tuple(given)


def _value(
    form: OneOf | SomeOf | Number | Split, label: str, pick: Pick
) -> Several | Amount | Shares:
    """What a standing order says to a form: of choices any number, for they are preferences."""

    def labelled(of: str, sides: int) -> int:
        return pick(f"{label}: {of}", sides)

    if isinstance(form, OneOf | SomeOf):
        form = SomeOf(form.choices, 1, len(form.choices))
    value = some_answer(form, labelled)
    if isinstance(value, Several):
        first = labelled("the first", len(value.codes)) - 1
        return Several((*value.codes[first:], *value.codes[:first]))
    assert isinstance(value, Amount | Shares)
    return value


def _condition(policy: Policy, label: str, pick: Pick) -> Condition:
    name = [*policy.names][pick(f"{label}: name", len(policy.names)) - 1]
    values = policy.names[name]
    if values:
        value = values[pick(f"{label}: value", len(values)) - 1]
        return Condition(name, ("=", "!=")[pick(f"{label}: op", 2) - 1], value)
    op = get_args(Op)[pick(f"{label}: op", len(get_args(Op))) - 1]
    return Condition(name, op, pick(f"{label}: number", NUMBERS + 1) - 1)
