"""The forms of a question: what fits them, how mail shows them, what standing orders make of them.

:mod:`adjudicator.turns.answers` reads the text of an answer,
:mod:`adjudicator.turns.random_answers` gives some answer.
"""

import textwrap
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from adjudicator.turns.codes import facts_text
from adjudicator.turns.questions import (
    VALUE,
    Amount,
    Answer,
    Choice,
    Chosen,
    Form,
    Lines,
    Number,
    OneOf,
    Order,
    Several,
    Shares,
    SomeOf,
    Split,
    Written,
)
from adjudicator.turns.wording import check_codes

WIDTH = 70  # columns of a line in mail
LONGEST_INDENT = 24  # columns; the texts of longer codes are not all moved as far to the right

SHORT = 12
"""So many choices are always shown one a line."""

ALL = frozenset(["all", "everything", "both"])
NONE = frozenset(["none", "nothing", "nobody", "nil"])
DEFAULT = "default"


def check_form(form: Form) -> None:
    """ValueError, for the author of a title to see, for a form that answers could not be read for.

    What codes may be is told by `adjudicator.turns.wording.check_codes`; besides, ``default`` is no
    code, ``all``, ``none`` and their like are none in `SomeOf` and `Split`, a value is a whole
    number from 0 on, and in a `Split` no code is another one and a number (``A`` and ``A 3``).
    """
    match form:
        case OneOf():
            check_codes((choice.code for choice in form.choices), taken=[DEFAULT])
        case SomeOf():
            taken = [DEFAULT, *ALL, *NONE]
            check_codes((choice.code for choice in form.choices), taken=taken)
            for choice in form.choices:
                value = choice.facts.get(VALUE)
                if form.by == VALUE and not (isinstance(value, int) and value >= 0):
                    raise ValueError(f"the choice {choice.code!r} has the value {value!r}")
        case Split():
            check_codes(form.limits, taken=[DEFAULT, *ALL, *NONE])
            for code in form.limits:
                front, _, number = code.rpartition(" ")
                if front in form.limits and number.isdecimal():
                    raise ValueError(f"the code {code!r} could be {number} of {front!r}")


def weight(form: SomeOf, choice: Choice) -> int:
    """What a choice counts for: 1, or its value."""
    value = choice.facts.get(VALUE, 0)
    return 1 if form.by == "count" else value if isinstance(value, int) else 0


def fault(form: Form, answer: Answer[Any]) -> str:
    """Why this answer does not fit the form, as a sentence; empty if it does."""
    found = trouble(form, answer)
    return found[1] if found else ""


def trouble(form: Form, answer: Answer[Any]) -> tuple[str, str] | None:
    """The code and the sentence of what is wrong with an answer; None if it fits the form."""
    match form, answer:
        case OneOf(), Chosen():
            return _unknown([answer.code], [choice.code for choice in form.choices])
        case SomeOf(), Several():
            return (
                _unknown(answer.codes, [choice.code for choice in form.choices])
                or _twice(answer.codes)
                or _wrong_sum(form, answer.codes)
            )
        case Number(), Amount():
            if not form.low <= answer.number <= form.high:
                asked = span(form.low, form.high)
                return "out_of_range", f"{answer.number} is not possible: it must be {asked}."
        case Split(), Shares():
            return _unknown([*answer.amounts], [*form.limits]) or _wrong_shares(form, answer)
        case Lines(), Written():
            for order in answer.orders:
                if order.__struct_config__.tag not in form.accepts:
                    return "not_accepted", f"“{order}” is no line that can be written here."
            if len(answer.orders) > form.most:
                given = len(answer.orders)
                return "too_many", f"These are {given} lines: no more than {form.most} can be."
        case _:
            return "wrong_form", f"“{answer}” is an answer of another form."
    return None


def _unknown(codes: Sequence[str], known: Sequence[str]) -> tuple[str, str] | None:
    for code in codes:
        if code not in known:
            return "no_choice", f"“{code}” is none of the choices."
    return None


def _twice(codes: Sequence[str]) -> tuple[str, str] | None:
    for index, code in enumerate(codes):
        if code in codes[:index]:
            return "twice", f"“{code}” is there twice."
    return None


def _wrong_sum(form: SomeOf, codes: Sequence[str]) -> tuple[str, str] | None:
    weights = {choice.code: weight(form, choice) for choice in form.choices}
    given = sum(weights[code] for code in codes)
    if form.least <= given <= form.most:
        return None
    text = f"{given} chosen" if form.by == "count" else f"a value of {given} chosen"
    code = "too_few" if given < form.least else "too_many"
    return code, f"There is {text}: it must be {span(form.least, form.most)}."


def _wrong_shares(form: Split, answer: Shares) -> tuple[str, str] | None:
    for code, number in answer.amounts.items():
        if number < 1:
            return "out_of_range", f"“{code}” cannot get {number}: what gets nothing is left out."
        if number > form.limits[code]:
            most = form.limits[code]
            return "over_limit", f"“{code}” cannot get {number}: it gets {most} at most."
    given = sum(answer.amounts.values())
    if given != form.total:
        return "not_whole_total", f"That is {given} in all: {form.total} must be split."
    return None


def span(low: int, high: int) -> str:
    """A number, or from which to which."""
    return f"{low}" if low == high else f"from {low} to {high}"


def template(form: Form) -> tuple[str, ...]:
    """What mail shows of a form, in lines of plain text: what to answer, and one choice a line.

    A choice's line is read as that choice by `adjudicator.turns.answers.read_answer`. Where there
    are more than `SHORT` choices, those that differ in a number alone, which counts up, stand in
    one line (``FORCE 1 to 10``), and it is said how one of them is written. No line is wider than
    `WIDTH` unless a single word is; what is too long goes on below, indented.
    """
    match form:
        case OneOf():
            return _wrapped(f"Choose one{_as_in(form.choices)}:") + _shown(form.choices)
        case SomeOf():
            asked = f"{_asked(form)}{_as_in(form.choices)}:"
            return _wrapped(asked) + _shown(form.choices)
        case Number():
            return _wrapped(f"Write a whole number: {span(form.low, form.high)}.")
        case Split():
            example = ", ".join(f"{code} 1" for code in list(form.limits)[:2])
            asked = f"Split {form.total} among these, as in “{example}”:"
            limits = [Choice(code, f"at most {most}") for code, most in form.limits.items()]
            return _wrapped(asked) + _shown(limits)
        case Lines():
            kinds = ", ".join(form.accepts)
            lines = "one line" if form.most == 1 else f"up to {form.most} lines"
            return _wrapped(f"Write {lines} of these kinds: {kinds}.")


def _asked(form: SomeOf) -> str:
    most = min(form.most, len(form.choices))
    if form.by == VALUE:
        asked = f"Choose some (sum of values {span(form.least, form.most)})"
    elif form.least <= 0:
        asked = "Choose one" if most <= 1 else f"Choose up to {most}"
    else:
        asked = f"Choose {span(form.least, form.most)}"
    return f"{asked}{', or none' if form.least <= 0 else ''}"


def _as_in(choices: Sequence[Choice]) -> str:
    """How one of several choices in a line is written, if there are such lines."""
    run = next((run for run in _runs(choices) if len(run) > 1), None)
    return f"; of those in a line write one, as in {run[len(run) // 2].code}" if run else ""


def _runs(choices: Sequence[Choice]) -> list[list[Choice]]:
    """The choices by the lines that they stand in."""
    runs: list[list[Choice]] = []
    for choice in choices:
        if len(choices) > SHORT and runs and _follows(runs[-1][-1], choice):
            runs[-1].append(choice)
        else:
            runs.append([choice])
    return runs


def _follows(before: Choice, choice: Choice) -> bool:
    """Whether they differ in a number alone, which is one more; neither has facts of its own."""
    (front, _, low), (same, _, high) = before.code.rpartition(" "), choice.code.rpartition(" ")
    counts = low.isdecimal() and high.isdecimal() and int(high) == int(low) + 1
    return counts and bool(front) and front == same and not (before.facts or choice.facts)


def _together(run: Sequence[Choice]) -> Choice:
    """The line of several: ``FORCE 1 to 10``, ``Force of Umaron with 1 point to 10 points``."""
    first, last = run[0], run[-1]
    if len(run) == 1:
        return first
    begin, end = first.text.split(), last.text.split()
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(begin, end, strict=False)))
    text = f"{first.text} to {' '.join(end[same:])}" if begin[same:] and end[same:] else first.text
    return Choice(f"{first.code} to {last.code.rpartition(' ')[2]}", text)


def _shown(choices: Sequence[Choice]) -> tuple[str, ...]:
    choices = [_together(run) for run in _runs(choices)]
    widest = max((len(choice.code) for choice in choices), default=0)
    indent = min(widest, LONGEST_INDENT)
    lines: list[str] = []
    for choice in choices:
        facts = f"({facts_text(choice)})" if choice.facts else ""
        text = " ".join(part for part in (choice.text, facts) if part)
        lines += _wrapped(f"  {choice.code:<{indent}}  {text}".rstrip(), indent + 4)
    return tuple(lines)


def _wrapped(text: str, indent: int = 0) -> tuple[str, ...]:
    return tuple(
        textwrap.wrap(
            text,
            WIDTH,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    )


def fit(
    form: Form, value: Several | Amount | Shares | Written[Order] | None
) -> Answer[Order] | None:
    """What a standing order's value makes of this very question; None if it cannot be done.

    A list of codes is one of preference, and what is no choice this time is passed over:

    - `OneOf`: the first of them that is a choice.
    - `SomeOf`: each in turn, unless it goes over `most`, until `least` is reached; all that fit
      if `least` is 0. A list of which nothing can be taken cannot be done, but an empty one means
      to choose nothing.
    - `Split`: each in turn is filled to its limit, until the whole is used up.
    """
    answer: Answer[Order] | None = None
    match form, value:
        case OneOf(), Several():
            known = {choice.code for choice in form.choices}
            answer = next((Chosen(code) for code in value.codes if code in known), None)
        case SomeOf(), Several():
            answer = Several(_taken(form, value.codes))
            if value.codes and not answer.codes:
                return None
        case Split(), Several():
            answer = Shares(_filled(form, value.codes))
        case (Number(), Amount()) | (Split(), Shares()) | (Lines(), Written()):
            answer = value
    return answer if answer is not None and trouble(form, answer) is None else None


def _taken(form: SomeOf, preferred: Sequence[str]) -> tuple[str, ...]:
    weights = {choice.code: weight(form, choice) for choice in form.choices}
    taken: list[str] = []
    given = 0
    for code in preferred:
        if 0 < form.least <= given:
            break
        if code in weights and code not in taken and given + weights[code] <= form.most:
            taken.append(code)
            given += weights[code]
    return tuple(taken)


def _filled(form: Split, preferred: Sequence[str]) -> dict[str, int]:
    amounts: dict[str, int] = {}
    rest = form.total
    for code in preferred:
        number = 0 if code in amounts else min(rest, form.limits.get(code, 0))
        if number > 0:
            amounts[code] = number
            rest -= number
    return amounts


def codes_in(form: Form) -> tuple[str, ...]:
    """The codes of a form, in its order; none where there are no codes."""
    if isinstance(form, OneOf | SomeOf):
        return tuple(choice.code for choice in form.choices)
    return tuple(form.limits) if isinstance(form, Split) else ()
