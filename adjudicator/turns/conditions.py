"""Conditions, in one form for all titles: ``if NAME OP VALUE [and NAME OP VALUE ...]``.

The title gives the names. A name with values takes these alone, and ``=`` or ``!=``; one without is
a number. Whether the conditions of an order hold is seen by the facts of a question.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from adjudicator.lexicon import Word, words
from adjudicator.orders import Diagnostic
from adjudicator.turns.answers import whole_number
from adjudicator.turns.codes import Codes
from adjudicator.turns.questions import Choice, Condition, Op
from adjudicator.turns.wording import (
    LONGEST_LINE,
    check_codes,
    check_words,
    error,
    front,
    key,
    longest_name,
    moved,
    near_names,
    trimmed,
    written,
)

_SPELLINGS: dict[Op, str] = {
    "=": "=|==|is|equals|is equal to|equal to|is exactly|exactly",
    "!=": "!=|<>|≠|not|is not|isn|not equal to|is not equal to|! =|=/=",
    "<": "<|less than|is less than|under|is under|below|is below|fewer than",
    "<=": "<=|=<|≤|⩽|at most|is at most|no more than|is no more than|not more than",
    ">": ">|more than|is more than|over|is over|above|is above|greater than|is greater than",
    ">=": ">=|=>|≥|⩾|at least|is at least|no less than|is no less than|not less than",
}
_JOINING = frozenset([",", "and", "&"])


def _glued(text: str) -> str:
    return "".join(text.lower().split())


_OPS: dict[str, Op] = {
    _glued(text): op for op, texts in _SPELLINGS.items() for text in texts.split("|")
}
_LONGEST_OP = 5  # words and signs


def check_names(names: Mapping[str, Sequence[str]]) -> None:
    """ValueError, for a title's author to see, for names or values that could not be read.

    See `adjudicator.turns.wording.check_words` for names, `check_codes` for values.
    """
    check_words(names, "name")
    for name, values in names.items():
        check_codes(values, f"value of {name}")


class Parted(NamedTuple):
    """A line without its conditions, and their texts; columns count from 1."""

    rest: str
    column: int
    clauses: tuple[tuple[str, int], ...] = ()


def parted(line: str) -> Parted:
    """The conditions of a line, in front or behind, and what it says besides.

    In front they end with ``:`` or ``then``, and go before all else of the line; behind they begin
    with ``if``. A line that begins with ``if`` and has no such end is a condition and no more.
    """
    at = words(line)
    clauses: list[tuple[str, int]] = []
    cut = front(line)
    first = next((i for i, word in enumerate(at) if word.column > cut), len(at))
    if first < len(at) and at[first].key == "if":
        end = next(
            (i for i in range(first, len(at)) if at[i].text == ":" or at[i].key == "then"), len(at)
        )
        clauses.append(_clause(line, at[first + 1 : end]))
        first = end + 1
        if first < len(at) and at[end].key == "then" and at[first].text == ":":
            first += 1
    last = next((i for i in range(first, len(at)) if at[i].key == "if"), len(at))
    if last < len(at):
        behind, rest = at[last + 1 :], at[first:last]
        if rest and behind and rest[-1].text == "(" and behind[-1].text == ")":
            behind, rest = behind[:-1], rest[:-1]
        clauses.append(_clause(line, behind))
    else:
        rest = at[first:]
    while last < len(at) and rest and rest[-1].text == ",":
        rest = rest[:-1]
    # From the first word on as it was written, and all of it where there are no conditions.
    if not clauses:
        return Parted(line, 1)
    return Parted(written(line, rest), rest[0].column if rest else 1, tuple(clauses))


def _clause(line: str, at: list[Word]) -> tuple[str, int]:
    return written(line, at), at[0].column if at else len(line) + 1


def read_conditions(
    text: str, names: Mapping[str, Sequence[str]], column: int = 1
) -> tuple[tuple[Condition, ...], tuple[Diagnostic, ...]]:
    """The conditions in a text, with or without the ``if`` before them, all of which must hold.

    `names` are the title's, each with the values it may have; one with none is a number. The text
    begins at this column of its line. If anything is wrong there are no conditions: all errors are
    told. Raises on no text.
    """
    if len(text) > LONGEST_LINE:
        return (), (error("no_condition", text, [], "This is too long for conditions."),)
    at = words(text)
    if at and at[0].key == "if":
        at = at[1:]
    found: list[Condition] = []
    said: list[Diagnostic] = []
    start = 0
    for end in [*(i for i, word in enumerate(at) if key(word) in _JOINING), len(at)]:
        part = at[start:end]
        start = end + 1
        if part and part[0].key == "if":
            part = part[1:]
        if not part and end < len(at) and key(at[end]) == "and" and at[end - 1].text == ",":
            continue  # ", and"
        if not part and end < len(at) and at[end].text == "&" and at[end - 1].text == "&":
            continue  # "&&"
        read = _condition(text, part, names)
        if isinstance(read, Condition):
            found.append(read)
        else:
            said.append(read)
    return () if said else tuple(found), moved(said, column - 1)


def _condition(
    line: str, at: list[Word], names: Mapping[str, Sequence[str]]
) -> Condition | Diagnostic:
    name, length = longest_name(at, names)
    if not length:
        return _no_name(line, at, names)
    values = names[name]
    after = at[length:]
    # "is over" is a comparison of a number, but "over" may be the value of another name.
    op, signs = _op(after, ("=", "!=")) if values else _op(after)
    if op is None:
        op, signs = _op(after)
    if op is None:
        message = f"After “{name}” comes =, !=, <, <=, > or >=."
        return error("no_comparison", line, at, message)
    exact = written(line, after[signs:])
    rest = trimmed(after[signs:])
    if not values:
        number, taken = whole_number(rest, 0)
        if number is None or taken < len(rest):
            message = f"“{name}” is a number: {name} {op} 3."
            return error("not_a_number", line, rest or at, message)
        return Condition(name, op, number)
    if op not in ("=", "!="):
        message = f"“{name}” can only be compared by = and !=."
        return error("no_comparison", line, at, message)
    if exact in values:
        return Condition(name, op, exact)
    exact = written(line, rest)
    codes = Codes([Choice(value) for value in values])
    found, said = codes.read(line, rest, ()) if rest else ((), ())
    if len(found) == 1:
        return Condition(name, op, found[0])
    if said and said[0].code == "ambiguous":
        return said[0]
    near = codes.near(exact)
    meant = f" Did you mean {' or '.join(near)}?" if near else f" It is {_listed(values)}."
    message = f"“{name}” is never “{exact}”.{meant}" if rest else f"“{name}” has no value here."
    return error("no_value", line, rest or at, message, near)


def _no_name(line: str, at: list[Word], names: Mapping[str, Sequence[str]]) -> Diagnostic:
    text = written(line, at)
    # The name is as far as a comparison goes, or the first word or words.
    signs = (i for i in range(1, len(at)) if _op(at[i:])[0] is not None)
    before = at[: next(signs, len(at))]
    near = near_names(before, names)
    if not text:
        message = "There is no condition after “if”, “and” or a comma."
    elif near:
        message = f"“{written(line, before)}” is unknown. Did you mean {' or '.join(near)}?"
    else:
        all_names = _listed(tuple(names)) if names else "nothing"
        message = f"“{written(line, before)}” is unknown. Conditions can go by {all_names}."
    return error("no_name" if text else "no_condition", line, before, message, near)


def _listed(texts: Sequence[str]) -> str:
    return f"{', '.join(texts[:-1])} or {texts[-1]}" if len(texts) > 1 else texts[0]


def _op(at: Sequence[Word], among: Collection[Op] = tuple(_SPELLINGS)) -> tuple[Op | None, int]:
    """The comparison that the words begin with, and how many words it takes."""
    for length in range(min(_LONGEST_OP, len(at)), 0, -1):
        # Arrows and dashes have one key, so of signs what is written counts.
        texts = (word.key if word.key.isalpha() else word.text for word in at[:length])
        op = _OPS.get("".join(texts))
        if op in among:
            return op, length
    return None, 0


def holds(conditions: Sequence[Condition], facts: Mapping[str, str | int]) -> bool:
    """Whether all of them hold. One on a name that the facts lack does not, whatever it says."""
    return all(c.name in facts and _true(c, facts[c.name]) for c in conditions)


def _true(condition: Condition, fact: str | int) -> bool:
    value = condition.value
    match condition.op:
        case "=":
            return fact == value
        case "!=":
            return fact != value
    if isinstance(fact, str) or isinstance(value, str):
        return False
    match condition.op:
        case "<":
            return fact < value
        case "<=":
            return fact <= value
        case ">":
            return fact > value
        case ">=":
            return fact >= value
