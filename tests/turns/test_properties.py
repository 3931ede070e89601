"""What holds for any form, any code a title may have, and any text."""

import random
from collections.abc import Callable
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudicator.orders import Reading
from adjudicator.turns.answers import Closed, read_answer
from adjudicator.turns.conditions import check_names, holds, parted, read_conditions
from adjudicator.turns.forms import check_form, fault, fit, template
from adjudicator.turns.questions import (
    Amount,
    Choice,
    Condition,
    Number,
    OneOf,
    Policy,
    Several,
    Shares,
    SomeOf,
    Split,
    StandingOrder,
)
from adjudicator.turns.random_answers import some_answer
from adjudicator.turns.standing import check_policies, read_standing

# Codes that are each other's beginnings, numbers, words of the notations, signs at the ends.
PARTS = st.sampled_from(
    [
        "A",
        "B",
        "a",
        "AB",
        "RED",
        "0304",
        "03",
        "3",
        "5",
        "50",
        "x",
        "no",
        "not",
        "none",
        "all",
        "or",
        "first",
        "else",
        "from",
        "to",
        "is",
        "over",
        "under",
        "at",
        "least",
        "Stillness",
        "standing",
        "order",
        "for",
        "default",
        "é",
        "Ł",
        "but",
        "three",
        "STP/SC",
        "RED-A",
        "3/4",
        "B.",
        ".C",
        "'d",
        "#1",
        "(c)",
        "_",
        "A's",
    ]
)
CODES = st.lists(PARTS, min_size=1, max_size=3).map(" ".join)
NAME_WORDS = ["gap", "my", "points", "is", "not", "law", "3", "RED", "over", "at", "order"]
WORDS = st.lists(st.sampled_from([*NAME_WORDS, "standing", "default"]), min_size=1, max_size=2).map(
    " ".join
)
# Any text, and text from the words that have a meaning.
TEXTS = st.text(max_size=60) | st.lists(
    PARTS | st.sampled_from([",", ";", "and", "&", "+", ":", "=", "-", ">", "<", "if", "then", "(", ")", "[x]", "1.", "2)", "*", ".", "“", "”", "7", "-3", "defence"]),  # noqa: E501
    max_size=12,
).map(" ".join)  # fmt: skip


def sound(check: Callable[..., None], *given: Any) -> bool:
    try:
        check(*given)
    except ValueError:
        return False
    return True


@st.composite
def closed(draw: st.DrawFn) -> Closed:
    """A form that a title may have."""
    codes = draw(st.lists(CODES, min_size=1, max_size=6, unique=True))
    kept: list[str] = []
    for code in codes:  # what reads like an earlier code or has a meaning of its own is left out
        if sound(check_form, Split(1, dict.fromkeys([*kept, code], 1))):
            kept.append(code)
    assume(kept)
    value = st.integers(0, 6)
    text = st.just("") | CODES
    choices = tuple(Choice(code, draw(text), {"value": draw(value)}) for code in kept)
    low = draw(st.integers(-6, 6))
    total = draw(st.integers(0, 8))
    by = draw(st.sampled_from(["count", "value"]))
    return draw(
        st.sampled_from(
            [
                OneOf(choices),
                SomeOf(choices, max(low, 0), max(low, 0) + total, by),
                Number(low, low + total),
                Split(total, {code: draw(value) for code in kept}),
            ]
        )
    )


def dice(seed: int) -> Callable[[str, int], int]:
    chance = random.Random(seed)
    return lambda label, sides: chance.randint(1, sides)


@settings(max_examples=300)
@given(closed(), st.integers(0, 10**6))
def test_every_answer_is_read_as_itself(form: Closed, seed: int) -> None:
    check_form(form)
    try:
        answer = some_answer(form, dice(seed))
    except ValueError:
        assume(False)
        raise
    assert fault(form, answer) == ""
    assert read_answer(form, str(answer)) == (answer, ())
    assert read_answer(form, f"  {answer}\n") == (answer, ())


@settings(max_examples=300)
@given(closed(), TEXTS)
def test_what_is_read_is_legal_and_what_is_not_is_told(form: Closed, text: str) -> None:
    answer, said = read_answer(form, text)
    if answer is None:
        assert said
        for one in said:
            assert one.severity == "error"
            assert one.code
            assert one.text in text
            assert text[one.column - 1 :].startswith(one.text)
    else:
        assert said == ()
        assert fault(form, answer) == ""


@settings(max_examples=300)
@given(closed())
def test_each_choice_of_a_template_is_shown(form: Closed) -> None:
    lines = template(form)
    assert all(line.strip() for line in lines)
    if isinstance(form, OneOf):
        for choice, line in zip(form.choices, lines[1:], strict=True):
            assert line.startswith(f"  {choice.code}")
            assert read_answer(form, line) == read_answer(form, choice.code)


VALUES = (
    st.lists(CODES, max_size=5).map(lambda codes: Several(tuple(codes)))
    | st.integers(-8, 14).map(Amount)
    | st.dictionaries(CODES, st.integers(-1, 6), max_size=3).map(Shares)
)


@settings(max_examples=300)
@given(closed(), VALUES, st.data())
def test_what_fits_is_legal(
    form: Closed, value: Several | Amount | Shares, data: st.DataObject
) -> None:
    if isinstance(form, OneOf | SomeOf) and isinstance(value, Several):
        known = st.sampled_from([choice.code for choice in form.choices])
        value = Several((*value.codes, *data.draw(st.lists(known))))
    answer = fit(form, value)
    assert answer is None or fault(form, answer) == ""
    if isinstance(form, OneOf) and isinstance(value, Several):
        assert (answer is None) is not any(c.code in value.codes for c in form.choices)


@st.composite
def named(draw: st.DrawFn) -> dict[str, tuple[str, ...]]:
    """Names that a title may have."""
    names: dict[str, tuple[str, ...]] = {}
    for name in draw(st.lists(WORDS, min_size=1, max_size=3, unique=True)):
        values = tuple(draw(st.lists(CODES, max_size=4, unique=True)))
        for kept in (values, values[:1], ()):
            if sound(check_names, {**names, name: kept}):
                names[name] = kept
                break
    assume(names)
    return names


@st.composite
def conditions(draw: st.DrawFn, names: dict[str, tuple[str, ...]]) -> tuple[Condition, ...]:
    found = []
    for _ in range(draw(st.integers(0, 3))):
        name = draw(st.sampled_from(sorted(names)))
        op: Any = draw(
            st.sampled_from(["=", "!="] if names[name] else ["=", "!=", "<", "<=", ">", ">="])
        )
        value: str | int = draw(st.sampled_from(names[name]) if names[name] else st.integers())
        found.append(Condition(name, op, value))
    return tuple(found)


@settings(max_examples=300)
@given(named(), st.data())
def test_every_condition_is_read_as_itself(
    names: dict[str, tuple[str, ...]], data: st.DataObject
) -> None:
    wanted = data.draw(conditions(names))
    assume(wanted)
    text = " and ".join(map(str, wanted))
    assert read_conditions(text, names) == (wanted, ())
    assert read_conditions(f"if {text}", names) == (wanted, ())


@settings(max_examples=300)
@given(named(), TEXTS)
def test_conditions_that_are_read_are_possible(
    names: dict[str, tuple[str, ...]], text: str
) -> None:
    found, said = read_conditions(text, names)
    assert bool(found) is not bool(said)
    assert all(text[one.column - 1 :].startswith(one.text) for one in said)
    for one in found:
        assert one.value in names[one.name] if names[one.name] else isinstance(one.value, int)
        assert read_conditions(str(one), names) == ((one,), ())
    assert not found or not holds(found, {})
    rest = parted(text)
    assert text[rest.column - 1 :].startswith(rest.rest)
    assert all(text[column - 1 :].startswith(clause) for clause, column in rest.clauses)


def some_value(draw: st.DrawFn, form: Closed) -> Several | Amount | Shares:
    """A value of a standing order for this form."""
    if isinstance(form, Number):
        return Amount(draw(st.integers(form.low, form.high)))
    if isinstance(form, Split):
        known = st.sampled_from(list(form.limits))
        if draw(st.booleans()):
            return Shares(draw(st.dictionaries(known, st.integers(1, 99), min_size=1)))
    else:
        known = st.sampled_from([choice.code for choice in form.choices])
    least = 0 if isinstance(form, SomeOf) and form.least <= 0 else 1
    return Several(tuple(draw(st.lists(known, min_size=least, unique=True))))


@settings(max_examples=300)
@given(closed(), WORDS, named(), st.data())
def test_every_standing_order_is_read_as_itself(
    form: Closed, kind: str, names: dict[str, tuple[str, ...]], data: st.DataObject
) -> None:
    policy = Policy(kind=kind, about="", form=form, names=names, sample="")
    other = Policy(kind="defence", about="", form=Number(0, 9), sample="standing defence: 3")
    check_policies([policy, other])
    value = data.draw(st.composite(some_value)(form))
    order = StandingOrder[Any](kind, value, data.draw(conditions(names)))
    for written in (order, StandingOrder[Any](kind, None)):
        read: Reading[Any] | None = read_standing([other, policy], str(written))
        assert read == Reading("", (), (), (written,))


@settings(max_examples=300)
@given(
    closed(),
    named(),
    TEXTS,
    st.sampled_from(["", "standing ", "standing defence: ", "if gap < 3: "]),
)
def test_standing_orders_that_are_read_can_be_written(
    form: Closed, names: dict[str, tuple[str, ...]], text: str, before: str
) -> None:  # fmt: skip
    policies = [Policy(kind="defence", about="", form=form, names=names, sample="")]
    line = before + text
    read: Reading[Any] | None = read_standing(policies, line)
    if read is None:
        return
    assert bool(read.standing) is not bool(read.diagnostics)
    assert all(line[one.column - 1 :].startswith(one.text) for one in read.diagnostics)
    for order in read.standing:
        assert read_standing(policies, str(order)) == Reading("", (), (), (order,))
