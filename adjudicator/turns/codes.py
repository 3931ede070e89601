"""The codes of a closed list in a line: whole, in other words, or begun so far that one is left.

What is read is never guessed: a whole code goes before the beginning of another, a longer one
before a shorter, and a line that can be divided in two ways is refused with both.
"""

from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import NamedTuple

from adjudicator.lexicon import Word, foreign_letter, words
from adjudicator.orders import Diagnostic
from adjudicator.turns.questions import Choice
from adjudicator.turns.wording import (
    LIKENESS,
    MOST_SUGGESTED,
    QUOTES,
    error,
    key,
    keys,
    not_an_answer,
    written,
)

AND = frozenset([",", ";", "and", "&", "+"])
"""What stands between codes."""

# Whatever stands in these words, they are not the beginning of a choice.
_NEVER_BEGIN = frozenset(
    (
        *("no", "not", "never", "none", "nothing", "all", "any", "both", "either", "neither"),
        *("or", "if", "unless", "but", "except", "without", "else", "then", "and", "only"),
    )
)


class Step(NamedTuple):
    """Codes that some words may stand for, more than one if that is ambiguous; how many words."""

    codes: tuple[str, ...]
    length: int


class Codes:
    """Reader of the codes of some choices."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self.codes = tuple(choice.code for choice in choices)
        self._known = frozenset(self.codes)
        self._whole: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._texts: list[tuple[str, str]] = []  # what may be begun, and its code
        other: dict[tuple[str, ...], dict[str, None]] = {}
        for choice in choices:
            self._whole[keys(words(choice.code))] = (choice.code,)
        self._index()
        for choice in choices:
            for form in _forms(choice):
                # "1 2" is the codes 1 and 2 before it is another way of writing 1/2.
                if not self._ways([Word(key, key, 1) for key in form], AND, False):
                    other.setdefault(form, {})[choice.code] = None
            for form in _shown(choice):
                other.setdefault(form, {})[choice.code] = None
            for text in (choice.code, choice.text, f"{choice.code} {choice.text}"):
                if joined := " ".join(keys(words(text))):
                    self._texts.append((joined, choice.code))
        for form, found in other.items():
            self._whole.setdefault(form, tuple(found))
        self._index()

    def _index(self) -> None:
        self._lengths: dict[str, list[int]] = {}
        for form in self._whole:
            lengths = self._lengths.setdefault(form[0], [])
            if len(form) not in lengths:
                lengths.append(len(form))
                lengths.sort(reverse=True)

    def canonical(self, text: str) -> tuple[str, ...] | None:
        """The codes, if the text is exactly as they are written: with commas between."""
        parts = text.strip().split(", ")
        return tuple(parts) if self._known.issuperset(parts) else None

    def whole(self, at: Sequence[Word], start: int) -> Iterator[Step]:
        """The whole names of choices that are here, the longest first."""
        for length in self._lengths.get(key(at[start]), ()):
            found = self._whole.get(keys(at[start : start + length]))
            if found is not None and start + length <= len(at):
                yield Step(found, length)

    def begun(self, at: Sequence[Word], start: int) -> list[Step]:
        """What the words here may be the beginning of, the longest first.

        A number is never the beginning of a longer one.
        """
        longest: dict[str, int] = {}
        spans: list[str] = []
        for length in range(1, len(at) - start + 1):
            last = at[start + length - 1]
            span = " ".join(keys(at[start : start + length]))
            holding = [(text, code) for text, code in self._texts if text.startswith(span)]
            if not holding:
                break
            spans.append(span)
            if length == 1 and (key(last) in _NEVER_BEGIN or not key(last).isalnum()):
                continue
            for text, code in holding:
                if not (key(last).isdecimal() and text[len(span) : len(span) + 1].isdecimal()):
                    longest[code] = length
        lengths = sorted(set(longest.values()), reverse=True)
        return [Step(tuple(c for c, n in longest.items() if n == k), k) for k in lengths]

    def steps(self, at: Sequence[Word], start: int, beginnings: bool) -> list[Step]:
        """What is here: whole names, and if `beginnings` is set what is begun."""
        found = list(self.whole(at, start))
        if beginnings:
            lengths = {step.length for step in found}
            found += [step for step in self.begun(at, start) if step.length not in lengths]
        return found

    def read(
        self, line: str, at: Sequence[Word], between: Collection[str] = AND
    ) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
        """The codes in these words of a line, in their order; none where there are errors."""
        for beginnings in (False, True):
            ways = self._ways(at, between, beginnings)
            if len(ways) > 1:
                texts = " or ".join(f"“{', '.join(way)}”" for way in ways)
                message = f"“{written(line, at)}” could be {texts}; write whole codes, with commas."
                suggestions = tuple(", ".join(way) for way in ways)
                return (), (error("ambiguous", line, at, message, suggestions),)
            if ways and ways[0]:
                return ways[0], ()
        return (), self.unread(line, at, between)

    def _ways(
        self, at: Sequence[Word], between: Collection[str], beginnings: bool
    ) -> list[tuple[str, ...]]:
        """The ways of dividing the words into codes; two are enough to know that it is unclear."""
        ways: list[list[tuple[str, ...]]] = [[] for _ in at] + [[()]]
        for start in reversed(range(len(at))):
            found: dict[tuple[str, ...], None] = {}
            whole = False
            for codes, length in self.steps(at, start, beginnings):
                exact = keys(at[start : start + length]) in self._whole
                if len(codes) > 1 or (exact and whole) or not ways[start + length]:
                    continue
                whole = whole or exact
                found.update(dict.fromkeys((*codes, *way) for way in ways[start + length]))
            if not found and (key(at[start]) in between or at[start].text in QUOTES):
                found.update(dict.fromkeys(ways[start + 1]))
            ways[start] = list(found)[:2]
        return ways[0]

    def unread(
        self, line: str, at: Sequence[Word], between: Collection[str] = AND
    ) -> tuple[Diagnostic, ...]:
        """What is wrong with words that cannot be read as codes."""
        said: list[Diagnostic] = []
        known = unknown = 0
        start = 0
        while start < len(at):
            steps = self.steps(at, start, True)
            if steps:
                step = max(steps, key=lambda step: step.length)
                here = at[start : start + step.length]
                start += step.length
                # A letter or two of prose begin something easily.
                if len(written(line, here)) > 2 or keys(here) in self._whole:
                    known += step.length
                if len(step.codes) > 1:
                    choices = " or ".join(step.codes)
                    message = f"“{written(line, here)}” could be {choices}; write the whole code."
                    said.append(error("ambiguous", line, here, message, step.codes))
                continue
            end = start + 1
            while end < len(at) and not self._stops(at, end, between):
                end += 1
            if key(at[start]) not in between:
                said.append(self._unknown(line, at[start:end]))
                unknown += end - start
                start = end
            else:
                start += 1
        # Prose may have a word such as "a" in it that is a code.
        suggested = any(diagnostic.suggestions for diagnostic in said)
        if not said or not (suggested or (known and known >= unknown)):
            return (not_an_answer(line, at),)
        return tuple(said)

    def _stops(self, at: Sequence[Word], start: int, between: Collection[str]) -> bool:
        return key(at[start]) in between or any(True for _ in self.whole(at, start))

    def _unknown(self, line: str, at: Sequence[Word]) -> Diagnostic:
        text = written(line, at)
        near = self.near(text)
        message = f"“{text}” is none of the choices."
        if (foreign := foreign_letter(text)) and not any(map(foreign_letter, self.codes)):
            return error(
                "foreign_letter", line, at, f"“{text}” is not in Latin letters: {foreign}.", near
            )
        if near:
            message += f" Did you mean {' or '.join(near)}?"
        return error("no_choice", line, at, message, near)

    def near(self, text: str) -> tuple[str, ...]:
        """Codes of choices that this text resembles, the likest first."""
        given = " ".join(keys(words(text)))[:100]
        names = dict(reversed(self._texts))  # a text of two choices suggests the first of them
        found = get_close_matches(given, names, 3 * MOST_SUGGESTED, LIKENESS)
        return tuple(dict.fromkeys(names[name] for name in found))[:MOST_SUGGESTED]


def facts_text(choice: Choice) -> str:
    """The facts of a choice, as they stand in brackets; a chance is in percent."""
    percent = {"chance": "%"}
    return ", ".join(
        f"{name} {fact}{percent.get(name, '') if isinstance(fact, int) else ''}"
        for name, fact in choice.facts.items()
    )


def _forms(choice: Choice) -> Iterator[tuple[str, ...]]:
    """The ways of writing a choice besides its code: the code with other signs, and the text."""
    parts = [key(word) for word in words(choice.code) if key(word).isalnum()]
    yield tuple(parts)
    yield keys(words("-".join(parts)))
    if not any(a.isdecimal() and b.isdecimal() for a, b in pairwise(parts)):
        yield keys(words("".join(parts)))
    if form := keys(words(choice.text)):
        yield form


def _shown(choice: Choice) -> Iterator[tuple[str, ...]]:
    """A choice as a template shows it: the code, and then the text, the facts or both."""
    code = keys(words(choice.code))
    facts = f"({facts_text(choice)})" if choice.facts else ""
    for text in (choice.text, facts, f"{choice.text} {facts}"):
        if form := keys(words(text)):
            yield (*code, *form)
            yield (*code, ":", *form)
            yield (*code, "-", *form)
