"""The words of a line, as answers, conditions and standing orders look at them."""

import re
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches

import msgspec

from adjudicator.lexicon import DOUBLE_QUOTES, Word, bare, words
from adjudicator.orders import Diagnostic

LONGEST_LINE = 2000  # characters; no number of so few digits is too long for `int`
LONGEST_NAME = 20  # words and signs
LIKENESS = 0.6  # difflib's ratio, from which on something is suggested
MOST_SUGGESTED = 3

QUOTES = frozenset(DOUBLE_QUOTES + "‘’‛`")

RESERVED = frozenset(["if", "and", "then"])
"""Words that divide a line, and so can be in no code, kind or name."""

_SIGNS = "-/.'_#()"


def check_codes(codes: Iterable[str], what: str = "code", taken: Collection[str] = ()) -> None:
    """ValueError for codes that could not be told from each other, or from what is around them.

    A code is words of letters and digits with single spaces between; - / . ' _ # ( ) may be in it.
    It has no comma and no semicolon, for these stand between codes, no ``:``, none of the words
    `RESERVED`, it is none of the texts of `taken`, and no two codes differ in case, accents or
    kinds of dashes alone.
    """
    seen: dict[tuple[str, ...], str] = {}
    for code in codes:
        if not code or code != " ".join(code.split()):
            raise ValueError(f"the {what} {code!r} is empty or has spaces to spare")
        if odd := [c for c in code if not (c.isalpha() or c.isdecimal() or c in " " + _SIGNS)]:
            raise ValueError(f"the {what} {code!r} has {odd[0]!r} in it")
        if not any(c.isalnum() for c in code):
            raise ValueError(f"the {what} {code!r} has neither letter nor digit")
        form = keys(words(code))
        if dividing := RESERVED.intersection(form):
            raise ValueError(f"the {what} {code!r} has the word {min(dividing)!r} in it")
        if len(form) == 1 and form[0] in taken:
            raise ValueError(f"the {what} {code!r} has a meaning of its own")
        if form in seen:
            raise ValueError(f"the {what}s {seen[form]!r} and {code!r} read alike")
        seen[form] = code


def check_words(names: Iterable[str], what: str) -> None:
    """ValueError for names or kinds that could not be told from each other, or from a line's rest.

    They are words of letters and digits with single spaces, - or _ between, and no two differ in
    these alone.
    """
    names = tuple(names)
    check_codes(names, what)
    seen: dict[str, str] = {}
    for name in names:
        if not (name[0].isalnum() and name[-1].isalnum() and re.fullmatch(r"[\w -]*", name)):
            raise ValueError(f"the {what} {name!r} has a sign that is not between its words")
        other = seen.setdefault(glued(words(name)), name)
        if other != name:
            raise ValueError(f"the {what}s {other!r} and {name!r} read alike")


def glued(at: Iterable[Word]) -> str:
    """A name as it is compared: without spaces, dashes and underscores."""
    return "".join(k for k in map(key, at) if k not in "-_")


def longest_name(at: Sequence[Word], names: Iterable[str]) -> tuple[str, int]:
    """The longest of the names that the words begin with, and how many words it takes; or none."""
    known = {glued(words(name)): name for name in names}
    found = ("", 0)
    for length in range(1, min(len(at), LONGEST_NAME) + 1):
        name = known.get(glued(at[:length]))
        if name is not None and key(at[length - 1]) not in "-_":
            found = (name, length)
    return found


def near_names(at: Sequence[Word], names: Iterable[str]) -> tuple[str, ...]:
    """The names that these words resemble, the likest first."""
    known = {glued(words(name)): name for name in names}
    found = get_close_matches(glued(at)[:100], known, MOST_SUGGESTED, LIKENESS)
    return tuple(known[name] for name in found)


def key(word: Word) -> str:
    """By what a word is compared; a sign by itself."""
    return word.key or word.text


def keys(at: Iterable[Word]) -> tuple[str, ...]:
    """By what words are compared."""
    return tuple(map(key, at))


def written(line: str, at: Sequence[Word]) -> str:
    """These words of a line as they are written in it."""
    return line[at[0].column - 1 : at[-1].column - 1 + len(at[-1].text)] if at else ""


def trimmed(at: list[Word]) -> list[Word]:
    """The words without quotes and brackets around them, and stops behind."""
    while at:
        first, last = at[0].text, at[-1].text
        if last in ".,;:!…" or last in QUOTES or last == "'":
            at = at[:-1]
        elif first in QUOTES or first == "'":
            at = at[1:]
        elif (first, last) in (("(", ")"), ("[", "]")) and len(at) > 2:
            at = at[1:-1]
        else:
            break
    return at


_FRONT = re.compile(
    r"\s*(?:[-*+•·▪◦‣–—]\s+|[*•·▪◦‣]|\(?\d{1,3}(?:\)|[.:](?=\s))\s*|\(?[a-z]\)\s*"
    r"|\[\s*[xX✓✔*]\s*\]\s*|\(\s*[xX✓✔]\s*\)\s*|[xX✓✔☑☒]\s+)(?=\S)"
)


def front(line: str) -> int:
    """How long bullets, numbers, marks and pictures in front of a line are: ``- ``, ``2)``,
    ``[x]``."""
    end, _ = bare(line)
    while match := _FRONT.match(line, end):
        end = match.end()
    return end


def error(code: str, line: str, at: Sequence[Word], message: str,
          suggestions: tuple[str, ...] = ()) -> Diagnostic:  # fmt: skip
    """An error about these words of a line."""
    column = at[0].column if at else 1
    return Diagnostic("error", code, 0, column, written(line, at), message, suggestions)


def not_an_answer(line: str, at: Sequence[Word], message: str = "") -> Diagnostic:
    """What is said of a line that has nothing to do with what is asked."""
    return error("not_an_answer", line, at, message or "This does not answer what is asked.")


def moved(said: Iterable[Diagnostic], by: int) -> tuple[Diagnostic, ...]:
    """What was said of a part of a line, with its columns in the whole."""
    return tuple(msgspec.structs.replace(one, column=one.column + by) for one in said)
