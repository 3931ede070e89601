"""Names in use to codes, and the words of a line.

Words are compared as their letters alone, unaccented and in lower case, and a name may be written
in its words or as one: ``St. Petersburg``, ``st petersburg`` and ``StPetersburg`` are one name.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher, get_close_matches
from typing import NamedTuple

DASHES = "-‐‑‒–—―−﹣－"
ARROWS = "→➔➙➛➜➝➞⇒⟶↦>＞"
QUOTES = "'’‘`´ʼ＇"
# Characters that show nothing: zero-width spaces and joiners, direction marks, soft hyphen, BOM.
INVISIBLE = re.compile(
    "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe0e\ufe0f\ufeff]"
)

LONGEST_NAME = 5  # words
SHORTEST_PREFIX = 3  # letters


class Word(NamedTuple):
    """A word or sign of a line: as compared, as written, and where (from 1). Dashes and arrows are
    one sign, ``-``."""

    key: str
    text: str
    column: int


_TOKEN = re.compile(
    rf"(?P<arrow>[{re.escape(DASHES)}=~]*[{re.escape(ARROWS)}]|[{re.escape(DASHES)}]+)"
    rf"|(?P<word>[^\W\d_]+(?:[{QUOTES}][^\W\d_]+)?)|(?P<number>\d+)|(?P<sign>\S)"
)


def words(line: str) -> list[Word]:
    """The words and signs of a line, whatever typography it came in."""
    # Invisible characters go; the rest is normalized where its width stays, so columns stay true.
    shown = [
        (folded if len(folded := unicodedata.normalize("NFKC", char)) == 1 else char, column)
        for column, char in enumerate(line, start=1)
        if not INVISIBLE.match(char)
    ]
    plain = "".join(char for char, _ in shown)
    found = []
    for match in _TOKEN.finditer(plain):
        column = shown[match.start()][1]
        if match["arrow"]:
            key = "-"
        elif match["word"]:
            key = letters(re.split(f"[{QUOTES}]", match["word"])[0])
        else:
            key = match[0]
        found.append(Word(key, match[0], column))
    return found


def letters(text: str) -> str:
    """The letters of a text, unaccented and in lower case."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if c.isalpha()).lower()


def foreign_letter(text: str) -> str | None:
    """The first letter that is not Latin, by name: ``А is CYRILLIC CAPITAL LETTER A``."""
    for char in text:
        if char.isalpha():
            name = unicodedata.name(char, "")
            if "LATIN" not in name:
                return f"{char} is {name}" if name else char
    return None


class Found(NamedTuple):
    """A name at the front of some words: the codes it may stand for, and how many words it took."""

    codes: tuple[str, ...]
    length: int


class Lexicon:
    """Names, codes and aliases to codes, with prefixes and near misses of the names."""

    def __init__(self, names: Mapping[str, str], others: Iterable[tuple[str, str]]) -> None:
        """`names`: code -> full name; `others`: (alias, code).

        ValueError if one of them stands for two codes.
        """
        self._exact: dict[str, str] = {}
        self._full = [(form, code) for code, name in names.items() for form in _forms(name)]
        self._hyphened: set[str] = set()
        for name, code in (*((code, code) for code in names), *_inverse(names), *others):
            for form in _forms(name):
                if self._exact.setdefault(form, code) != code:
                    raise ValueError(f"{name!r} stands for both {self._exact[form]} and {code}")
                if "-" in name:
                    self._hyphened.add(form)

    def exact(self, at: list[Word], start: int) -> Found | None:
        """The longest name, code or alias that begins at this word."""
        found = None
        for key, length, dashed in _joined(at, start):
            code = self._exact.get(key)
            if code is not None and (not dashed or key in self._hyphened):
                found = Found((code,), length)
        return found

    def prefix(self, at: list[Word], start: int, stop: frozenset[str]) -> Found | None:
        """What the words may begin the full name of; a word of `stop` is not part of a name."""
        found = None
        for key, length, dashed in _joined(at, start):
            if dashed or (length > 1 and at[start + length - 1].key in stop):
                break
            if len(key) >= SHORTEST_PREFIX:
                codes = {code for form, code in self._full if form.startswith(key)}
                if codes:
                    found = Found(tuple(sorted(codes)), length)
        return found

    def near(self, text: str, least: float = 0.6, most: int = 3) -> tuple[str, ...]:
        """Codes whose name or alias resembles this text, the likest first.

        `least` is difflib's ratio, from 0 to 1. A name with the same letters in another order
        stands before all others, and what is much less like than the first is left out.
        """
        key = _forms(text)[0] if letters(text) else ""
        likeness: dict[str, float] = {}
        for name in get_close_matches(key, self._exact, 4 * most, least):
            code = self._exact[name]
            same = sorted(name) == sorted(key)
            ratio = 1.0 if same else SequenceMatcher(None, name, key).ratio()
            likeness[code] = max(ratio, likeness.get(code, 0))
        best = max(likeness.values(), default=0)
        near = [code for code, ratio in likeness.items() if ratio > best - 0.2]
        return tuple(sorted(near, key=lambda code: -likeness[code])[:most])


def _inverse(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    return ((name, code) for code, name in names.items())


def _forms(name: str) -> tuple[str, ...]:
    """A name as it is compared: its words with single spaces between, and run together.

    A name with an apostrophe (``Sorcerer's Isle``) is known without it, and without what follows
    it, as `words` has it.
    """
    parts = [letters(part) for part in re.split(r"[\s.\-]+", name) if letters(part)]
    read = [word.key for word in words(name) if word.key.isalpha()]
    return tuple(dict.fromkeys(form for p in (parts, read) for form in (" ".join(p), "".join(p))))


def _joined(at: list[Word], start: int) -> Iterator[tuple[str, int, bool]]:
    """Longer and longer runs of words as one key; how many tokens it took, whether over a dash."""
    taken: list[str] = []
    dashed = False
    for index in range(start, len(at)):
        word = at[index].key
        if word == "." and taken:
            continue
        if word == "-" and taken:
            dashed = True
            continue
        if not word.isalpha() or len(taken) == LONGEST_NAME:
            return
        taken.append(word)
        yield " ".join(taken), index - start + 1, dashed
