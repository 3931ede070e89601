"""Standing orders: what a player wants answered to every question of a kind, read and applied.

``standing KIND: VALUE [if ...]``, or the conditions in front; ``standing KIND: default`` takes back
what was said for the kind. Of a kind's orders the first counts whose conditions hold and that can
be done.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from adjudicator.lexicon import Word, words
from adjudicator.orders import Diagnostic, Reading
from adjudicator.turns.answers import read_shares, read_some, reader_of, shares, whole_number
from adjudicator.turns.codes import AND, Codes
from adjudicator.turns.conditions import check_names, holds, parted, read_conditions
from adjudicator.turns.forms import DEFAULT, check_form, codes_in, fit, trouble
from adjudicator.turns.questions import (
    Amount,
    Answer,
    Condition,
    Lines,
    Number,
    OneOf,
    Order,
    Policy,
    Question,
    Several,
    Shares,
    SomeOf,
    Split,
    StandingOrder,
    Written,
)
from adjudicator.turns.wording import (
    LONGEST_LINE,
    check_words,
    error,
    front,
    keys,
    longest_name,
    moved,
    near_names,
    trimmed,
    written,
)

Value = Several | Amount | Shares | Written[Order]
ReadLine = Callable[[str], Reading[Order]]
Said = tuple[Diagnostic, ...]

PREFERRED = AND | {"then", "else", "or", "first", "-"}
"""What stands between codes in an order of preference; a ``-`` is any arrow, too."""

_BACK = frozenset(["forget", "cancel", "drop", "remove", "delete", "revoke", "clear", "end", "no"])
_FILL = frozenset(["order", "orders", "for", "on", "the", "my", "of"])


def check_policies(policies: Sequence[Policy]) -> None:
    """ValueError, for a title's author to see, for policies whose orders could not be read.

    A kind is made of words as names are (`adjudicator.turns.wording.check_words`), its form must
    pass `check_form`, and its names `check_names`. What the orders of a `Lines` policy look like is
    the title's own: they must have no ``;`` and no word ``if`` in them.
    """
    check_words((policy.kind for policy in policies), "kind")
    for policy in policies:
        check_form(policy.form)
        check_names(policy.names)


def read_standing(
    policies: Sequence[Policy],
    text: str,
    read_line: ReadLine[Order] | None = None,
    phase: str = "",
) -> Reading[Order] | None:
    """The standing orders in a line; None if it is none, an order or something else.

    A line begins with ``standing`` or with the kind and a colon, or says that the orders of a kind
    are forgotten. It is read into one order; ``forget all standing orders`` into one for each kind.
    `read_line` reads the title's own lines, for policies of `Lines`. Raises on no text.

    ValueError if a policy is of `Lines` and there is no `read_line`.
    """
    if read_line is None and any(isinstance(policy.form, Lines) for policy in policies):
        raise ValueError("the lines of a policy are read by the title: read_line is missing")
    if len(text) > LONGEST_LINE:
        return None
    rest, column, clauses = parted(text)
    cut = front(rest)
    at = [word for word in words(rest) if word.column > cut]
    taken_back = _taken_back(policies, rest, at)
    policy: Policy | None = None
    if taken_back is not None:
        found, said = taken_back
    else:
        policy, value, problem = _kind(policies, rest, at)
        if problem is not None:
            found, said = (), (problem,)
        elif policy is None:
            return None
        else:
            found, said = _read(policy, rest, value, read_line)
    said = moved(said, column - 1)
    if clauses and any(order.value is None for order in found):
        message = "What is taken back is taken back in any case: it can have no condition."
        said += (error("condition_on_default", text, words(text), message),)
    elif policy is not None:
        conditions, wrong = _conditions(clauses, policy)
        said += wrong
        found = tuple(msgspec.structs.replace(order, conditions=conditions) for order in found)
    failed = any(diagnostic.severity == "error" for diagnostic in said)
    return Reading(phase, (), said, () if failed else found)


def _conditions(
    clauses: Sequence[tuple[str, int]], policy: Policy
) -> tuple[tuple[Condition, ...], Said]:
    conditions: tuple[Condition, ...] = ()
    said: Said = ()
    for clause, column in clauses:
        found, wrong = read_conditions(clause, policy.names, column)
        conditions += found
        said += wrong
    return conditions, said


def _taken_back(
    policies: Sequence[Policy], line: str, at: list[Word]
) -> tuple[tuple[StandingOrder[Any], ...], Said] | None:
    """``forget standing retreat``, ``no standing orders for retreat``."""
    if not at or at[0].key not in _BACK:
        return None
    start = 1
    every = False
    while start < len(at) and at[start].key in ("my", "all", "the"):
        every = every or at[start].key == "all"
        start += 1
    if start == len(at) or at[start].key != "standing":
        return None
    rest = trimmed(at[start + 1 :])
    kind, length = _named(rest, policies)
    if length and length == len(rest):
        return (StandingOrder(kind, None),), ()
    if all(word.key in _FILL for word in rest) and (every or at[0].key == "no"):
        return tuple(StandingOrder[Any](policy.kind, None) for policy in policies), ()
    return (), (_unknown_kind(policies, line, [w for w in rest if w.key not in _FILL] or at),)


def _named(at: list[Word], policies: Sequence[Policy]) -> tuple[str, int]:
    """The kind that the words begin with, after ``orders for`` and the like; how many words."""
    start = 0
    while start <= len(at):
        kind, length = longest_name(at[start:], [policy.kind for policy in policies])
        if length:
            return kind, start + length
        if start == len(at) or at[start].key not in _FILL:
            break
        start += 1
    return "", 0


def _kind(
    policies: Sequence[Policy], line: str, at: list[Word]
) -> tuple[Policy | None, list[Word], Diagnostic | None]:
    """The policy that a line is about and the words of its value; neither: no standing order."""
    said = bool(at) and at[0].key == "standing"
    after = at[1:] if said else at
    if said:
        kind, length = _named(after, policies)
    else:
        kind, length = longest_name(after, [policy.kind for policy in policies])
    colon = length < len(after) and after[length].text == ":"
    policy = next((policy for policy in policies if policy.kind == kind), None)
    if policy is not None and length and (said or colon):
        divided = length < len(after) and after[length].text in (":", "=")
        return policy, after[length + divided :], None
    if not said:
        return None, [], None
    # "standing" is a word of prose, too, so it takes a sign that this is meant as an order.
    ends = (i for i, word in enumerate(after) if word.text in (":", "="))
    end = next(ends, None)
    first = next((i for i, word in enumerate(after) if word.key not in _FILL), len(after))
    named = after[first : end if end is not None else first + 1]
    problem = _unknown_kind(policies, line, named or at)
    if end is not None or problem.suggestions or first > 0:
        return None, [], problem
    return None, [], None


def _unknown_kind(policies: Sequence[Policy], line: str, at: list[Word]) -> Diagnostic:
    near = near_names(at, [policy.kind for policy in policies])
    text = written(line, at)
    known = ", ".join(policy.kind for policy in policies)
    meant = f" Did you mean {' or '.join(near)}?" if near else f" Kinds are: {known}."
    message = f"“{text}” is no kind of standing order.{meant}"
    return error("unknown_kind", line, at, message, near)


def _read(
    policy: Policy, line: str, at: list[Word], read_line: ReadLine[Order] | None
) -> tuple[tuple[StandingOrder[Order], ...], Said]:
    if not at:
        message = f"There is nothing after “{policy.kind}”. For example: {policy.sample}."
        return (), (error("no_value", line, words(line), message),)
    exact = written(line, at)
    short = trimmed(at) or at
    if keys(short) in ((DEFAULT,), ("the", DEFAULT), ("by", DEFAULT)):
        return (StandingOrder(policy.kind, None),), ()
    value: Value[Order] | None
    match policy.form:
        case OneOf() | SomeOf():
            value, said = _preferred(policy.form, line, exact, short)
        case Split():
            value, said = _split(policy.form, line, exact, short)
        case Number():
            value, said = _amount(policy.form, line, short)
        case Lines():
            assert read_line is not None
            value, said = _lines(policy.form, exact, at[0].column, read_line)
    if value is None and all(one.code == "not_an_answer" for one in said):
        message = f"This is no order for “{policy.kind}”. For example: {policy.sample}."
        said = (error("no_value", line, at, message),)
    return (StandingOrder(policy.kind, value),) if value is not None else (), said


def _preferred(
    form: OneOf | SomeOf, line: str, exact: str, at: list[Word]
) -> tuple[Several | None, Said]:
    codes = reader_of(form)
    found = codes.canonical(exact)
    if found is None:
        if isinstance(form, OneOf):
            found, said = codes.read(line, at, PREFERRED)
        else:
            found, said = read_some(codes, line, at, PREFERRED)
        if said or found is None:
            return None, said
    if not found and isinstance(form, SomeOf) and form.least > 0:
        return None, (error("too_few", line, at, "None cannot be chosen here."),)
    return _once(line, at, found)


def _once(line: str, at: list[Word], found: tuple[str, ...]) -> tuple[Several | None, Said]:
    twice = next((code for i, code in enumerate(found) if code in found[:i]), None)
    if twice is not None:
        return None, (error("twice", line, at, f"“{twice}” is there twice."),)
    return Several(found), ()


def _split(
    form: Split, line: str, exact: str, at: list[Word]
) -> tuple[Several | Shares | None, Said]:
    codes = reader_of(form)
    listed = codes.canonical(exact)
    if listed is not None:
        return _once(line, at, listed)
    given = shares(exact)
    if given is not None and given.amounts and _possible(codes, given):
        return given, ()
    read, wrong = read_shares(codes, line, at, None)
    found, said = codes.read(line, at, PREFERRED)
    if read is not None and found:
        texts = (str(read), ", ".join(found))
        message = f"“{written(line, at)}” could be {' or '.join(texts)}."
        return None, (error("ambiguous", line, at, message, texts),)
    if read is not None and read.amounts:
        return read, ()
    if found:
        return _once(line, at, found)
    if read is not None:
        return None, (error("too_few", line, at, "Something must be split here."),)
    numbers = any(whole_number(at, i)[0] is not None for i in range(len(at)))
    return None, wrong if numbers else said


def _possible(codes: Codes, given: Shares) -> bool:
    return all(code in codes.codes and number > 0 for code, number in given.amounts.items())


def _amount(form: Number, line: str, at: list[Word]) -> tuple[Amount | None, Said]:
    number, length = whole_number(at, 0)
    if number is None or length < len(at):
        message = f"Write a whole number from {form.low} to {form.high}, and nothing else."
        return None, (error("not_an_answer", line, at, message),)
    wrong = trouble(form, Amount(number))
    if wrong is not None:
        return None, (error(wrong[0], line, at, wrong[1]),)
    return Amount(number), ()


def _lines(
    form: Lines, text: str, column: int, read_line: ReadLine[Order]
) -> tuple[Written[Order] | None, Said]:
    orders: list[Order] = []
    said: list[Diagnostic] = []
    start = column
    for part in [] if text.strip(" .").lower() == "none" else text.split(";"):
        if part.strip():
            reading = read_line(part.strip())
            here = column + len(part) - len(part.lstrip())
            said += moved(reading.diagnostics, here - 1)
            orders += reading.orders
            if not reading.orders and all(one.severity != "error" for one in reading.diagnostics):
                at = words(part)
                message = f"“{part.strip()}” is not an order."
                said += moved((error("not_an_order", part, at, message),), column - 1)
        column += len(part) + 1
    value = Written(tuple(orders))
    wrong = trouble(form, value)
    if wrong is not None:
        said += moved((error(wrong[0], text, words(text), wrong[1]),), start - 1)
    failed = any(one.severity == "error" for one in said)
    return None if failed else value, tuple(said)


def merged(
    earlier: Sequence[StandingOrder[Order]], later: Sequence[StandingOrder[Order]]
) -> tuple[StandingOrder[Order], ...]:
    """A seat's standing orders after a letter: those of the kinds that it names are its own alone.

    One without a value takes back those of its kind, also those before it in the same letter.
    """
    kinds = {order.kind for order in later}
    kept = [order for order in earlier if order.kind not in kinds]
    for order in later:
        if order.value is None:
            kept = [other for other in kept if other.kind != order.kind]
        else:
            kept.append(order)
    return tuple(kept)


def displaced(
    earlier: Sequence[StandingOrder[Order]], later: Sequence[StandingOrder[Order]]
) -> tuple[StandingOrder[Order], ...]:
    """The earlier orders that a letter does away with without saying so: it names their kind, but
    neither takes that back nor has an order with their conditions."""
    kinds = {order.kind for order in later} - {one.kind for one in later if one.value is None}
    said = [(order.kind, order.conditions) for order in later]
    return tuple(
        order
        for order in earlier
        if order.kind in kinds and (order.kind, order.conditions) not in said
    )


def decide(
    question: Question[Order], orders: Sequence[StandingOrder[Order]]
) -> tuple[Answer[Order], StandingOrder[Order]] | None:
    """What the standing orders answer to a question, and the one that does; None if none does.

    It is the first of the question's kind whose conditions hold and that can be done.
    """
    for order in orders:
        if order.kind == question.kind and holds(order.conditions, question.facts):
            answer = fit(question.form, order.value)
            if answer is not None:
                return answer, order
    return None


def strays(question: Question[Any], policy: Policy | None) -> str:
    """Why no standing order could answer the question as its policy promises; "" if one can: its
    kind has a policy, of the same form, with all its codes, and it has every fact of the names."""
    if policy is None:
        return f"there is no policy of the kind {question.kind!r}"
    if type(question.form) is not type(policy.form):
        return f"the policy of {question.kind!r} is of another form"
    known = codes_in(policy.form)
    if unknown := [code for code in codes_in(question.form) if code not in known]:
        return f"the policy of {question.kind!r} has no code {', '.join(unknown)}"
    if missing := [name for name in policy.names if name not in question.facts]:
        return f"it has no fact {', '.join(missing)}, which the policy of {question.kind!r} names"
    return ""
