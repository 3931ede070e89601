"""One line of text read as the answer to a question, whatever way it is written in.

Codes may stand in any case, with commas, semicolons, ``and``, ``&``, ``+`` or spaces between, and
may be given by their text or by the beginning of either. Bullets, numbers, ``x`` and ``[x]`` in
front, quotes around and a stop behind do not matter. Nothing is guessed: a slip of the pen is an
error with suggestions, what could be two things an error with both. What is read fits its form.
"""

from collections.abc import Collection, Sequence
from typing import Any

from adjudicator.lexicon import Word, words
from adjudicator.orders import Diagnostic
from adjudicator.turns.codes import AND, Codes
from adjudicator.turns.forms import ALL, NONE, fault, trouble
from adjudicator.turns.questions import (
    Amount,
    Answer,
    Choice,
    Chosen,
    Form,
    Number,
    OneOf,
    Several,
    Shares,
    SomeOf,
    Split,
)
from adjudicator.turns.wording import (
    LONGEST_LINE,
    error,
    front,
    key,
    keys,
    not_an_answer,
    trimmed,
    written,
)

Closed = OneOf | SomeOf | Number | Split
"""The forms whose answers have no title's lines in them."""

Read = tuple[Answer[Any] | None, tuple[Diagnostic, ...]]

BUT = frozenset(["but", "except", "without"])
NUMBERS = {
    "zero": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}
# What may stand between a code and its number, and between a number and its code.
_GETS = frozenset([":", "=", "-", "x", "×", "*", "gets", "takes", "loses", "by"])
_OF = frozenset(["from", "to", "of", "for", "on", "in", "at", "x", "×", "*"])

_MOST_WAYS = 8  # of dividing a line into shares that are looked at


def read_answer(form: Closed, text: str) -> Read:
    """The answer in a line of text, or errors; raises on no text.

    The text of an answer, as `str` writes it, is always read as that answer.
    """
    if len(text) > LONGEST_LINE:
        return None, (not_an_answer(text, [], "This is too long for an answer."),)
    exact = _canonical(form, text)
    if exact is not None and not fault(form, exact):
        return exact, ()
    codes = reader_of(form)
    line = words(text)
    answer, said = _read(form, codes, text, line)
    cut = front(text)
    if answer is not None or not cut:
        return answer, said
    # Only what cannot be read as it stands is read without what may be a bullet or a number.
    before = [word for word in line if word.column <= cut]
    without, wrong = _read(form, codes, text, line[len(before) :])
    named = [code for i in range(len(before)) for step in codes.whole(before, i)
             for code in step.codes]  # fmt: skip
    if without is None:
        return None, said if named else wrong
    if isinstance(without, Amount) and isinstance(form, Number):
        sign = key(before[-1]) == "-" and form.low <= -without.number <= form.high
        named = [str(-without.number)] if sign and without.number else []
    if any(code != str(without) for code in named):
        choices = (*named, str(without))
        message = f"“{text.strip()}” could be {' or '.join(choices)}; write the answer alone."
        return None, (error("ambiguous", text, line, message, choices),)
    return without, ()


def reader_of(form: Form) -> Codes:
    """The codes of a form; those that have none have no codes."""
    match form:
        case OneOf() | SomeOf():
            return Codes(form.choices)
        case Split():
            return Codes([Choice(code, f"at most {n}") for code, n in form.limits.items()])
        case _:
            return Codes(())


def _canonical(form: Closed, text: str) -> Answer[Any] | None:
    """The answer, if the text is exactly as `str` writes it."""
    text = text.strip()
    match form:
        case OneOf():
            return Chosen(text)
        case SomeOf():
            return Several(() if text == "none" else tuple(text.split(", ")))
        case Number():
            number = text.removeprefix("-")
            return Amount(int(text)) if number.isascii() and number.isdecimal() else None
        case Split():
            return shares(text)


def shares(text: str) -> Shares | None:
    """The shares, if the text is exactly as `str` writes them."""
    amounts: dict[str, int] = {}
    for part in [] if text == "none" else text.split(", "):
        code, _, number = part.rpartition(" ")
        if not (number.isascii() and number.isdecimal()) or code in amounts:
            return None
        amounts[code] = int(number)
    return Shares(amounts)


def _read(form: Closed, codes: Codes, line: str, at: list[Word]) -> Read:
    short = trimmed(at)
    if len(short) < len(at):
        # A quote or a stop may be a code's own.
        answer, _ = _read_words(form, codes, line, at)
        if answer is not None:
            return answer, ()
    return _read_words(form, codes, line, short)


def _read_words(form: Closed, codes: Codes, line: str, at: list[Word]) -> Read:
    if not at:
        return None, (not_an_answer(line, at),)
    answer: Answer[Any] | None
    match form:
        case OneOf():
            found, said = codes.read(line, at)
            if len(found) > 1:
                message = f"These are {len(found)} choices: choose one."
                return None, (error("too_many", line, at, message, found),)
            answer = Chosen(found[0]) if found else None
        case SomeOf():
            several, said = read_some(codes, line, at, AND)
            answer = None if several is None else Several(several)
        case Number():
            number, length = whole_number(at, 0)
            answer = Amount(number) if number is not None and length == len(at) else None
            message = f"Write a whole number from {form.low} to {form.high}, and nothing else."
            said = () if answer else (not_an_answer(line, at, message),)
        case Split():
            answer, said = read_shares(codes, line, at, form)
    wrong = trouble(form, answer) if answer is not None else None
    if wrong is not None:
        return None, (error(wrong[0], line, at, wrong[1]),)
    return answer, said


def read_some(
    codes: Codes, line: str, at: Sequence[Word], between: Collection[str]
) -> tuple[tuple[str, ...] | None, tuple[Diagnostic, ...]]:
    """A list of codes; also ``none``, ``all`` and ``all but A, B``."""
    alone = key(at[0]) if len(at) == 1 else ""
    if alone == "-" or alone in NONE:
        return (), ()
    if alone in ALL:
        return codes.codes, ()
    if len(at) > 2 and key(at[0]) in ALL and key(at[1]) in BUT:
        left, said = codes.read(line, at[2:], between)
        return None if said else tuple(code for code in codes.codes if code not in left), said
    found, said = codes.read(line, at, between)
    return found or None, said


def whole_number(at: Sequence[Word], start: int) -> tuple[int | None, int]:
    """The whole number that begins here, in digits or a word up to twelve, and how many words.

    A sign belongs to it if nothing is between.
    """
    if start >= len(at):
        return None, 0
    first = at[start]
    if key(first).isdecimal():
        return int(key(first)), 1
    if key(first) in NUMBERS:
        return NUMBERS[key(first)], 1
    signed = len(first.text) == 1 and key(first) in ("-", "+")
    if signed and start + 1 < len(at) and key(at[start + 1]).isdecimal():
        number = at[start + 1]
        if number.column == first.column + 1:
            return (-1 if key(first) == "-" else 1) * int(key(number)), 2
    return None, 0


def read_shares(
    codes: Codes, line: str, at: Sequence[Word], form: Split | None
) -> tuple[Shares | None, tuple[Diagnostic, ...]]:
    """``A 3, B 2`` or ``3 from A and 2 from B``; without a form no sum and no limit is known."""
    if len(at) == 1 and (key(at[0]) in NONE or key(at[0]) == "-"):
        return Shares({}), ()
    for beginnings in (False, True):
        found: list[Shares] = []
        wrong: Diagnostic | None = None
        for way in _share_ways(codes, at, form.total if form else None, beginnings):
            read = Shares({code: number for code, number in way if number})
            if len({code for code, _ in way}) < len(way):
                trouble_here: tuple[str, str] | None = ("twice", "A code is there twice.")
            else:
                trouble_here = trouble(form, read) if form else None
            if trouble_here is not None:
                wrong = wrong or error(trouble_here[0], line, at, trouble_here[1])
            elif read not in found:
                found.append(read)
        if len(found) > 1:
            texts = tuple(map(str, found))
            message = f"“{written(line, at)}” could be {' or '.join(texts)}."
            return None, (error("ambiguous", line, at, message, texts),)
        if found:
            return found[0], ()
        if wrong is not None:
            return None, (wrong,)
    return None, (_no_shares(codes, line, at),) if _only_codes(codes, at) else codes.unread(
        line, at, AND | _GETS | _OF | frozenset(k for k in keys(at) if k.isdecimal())
    )


def _only_codes(codes: Codes, at: Sequence[Word]) -> bool:
    found, _ = codes.read("", at, AND | _GETS | _OF | {k for k in keys(at) if k.isdecimal()})
    return bool(found)


def _no_shares(codes: Codes, line: str, at: Sequence[Word]) -> Diagnostic:
    example = ", ".join(f"{code} 1" for code in codes.codes[:2])
    message = f"Write for each how much it gets, as in “{example}”."
    return error("no_number", line, at, message)


def _share_ways(
    codes: Codes, at: Sequence[Word], total: int | None, beginnings: bool
) -> list[tuple[tuple[str, int], ...]]:
    """The ways of dividing the words into codes with a number each."""
    ways: list[list[tuple[tuple[str, int], ...]]] = [[] for _ in at] + [[()]]
    for start in reversed(range(len(at))):
        found: dict[tuple[tuple[str, int], ...], None] = {}
        if key(at[start]) in AND:
            found.update(dict.fromkeys(ways[start + 1]))
        for code, number, end in _pairs(codes, at, start, total, beginnings):
            found.update(dict.fromkeys(((code, number), *way) for way in ways[end]))
        ways[start] = list(found)[:_MOST_WAYS]
    return [way for way in ways[0] if way]


def _pairs(
    codes: Codes, at: Sequence[Word], start: int, total: int | None, beginnings: bool
) -> list[tuple[str, int, int]]:
    """A code with its number, or a number with its code, that begin here, and where they end."""
    found = []
    for step in codes.steps(at, start, beginnings):
        middle = start + step.length
        for link in (0, 1):
            number = _number(at, middle + link, total)
            linked = not link or (middle < len(at) and key(at[middle]) in _GETS)
            if len(step.codes) == 1 and linked and number is not None:
                found.append((step.codes[0], number, middle + link + 1))
    number = _number(at, start, total)
    if number is not None:
        for link in (0, 1):
            middle = start + 1 + link
            if middle >= len(at) or (link and key(at[start + 1]) not in _OF):
                continue
            found += [
                (step.codes[0], number, middle + step.length)
                for step in codes.steps(at, middle, beginnings)
                if len(step.codes) == 1
            ]
    return found


def _number(at: Sequence[Word], start: int, total: int | None) -> int | None:
    if start < len(at) and key(at[start]) == "all" and total is not None:
        return total
    number, length = whole_number(at, start)
    return number if length == 1 else None
