"""Names in use to codes, and the words of a line.

Words are compared as their letters alone, unaccented and in lower case, and a name may be written
in its words or as one: ``St. Petersburg``, ``st petersburg`` and ``StPetersburg`` are one name.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher, get_close_matches
from typing import NamedTuple

DASHES = "-‐‑‒–—―−⁃˗⸺⸻﹘﹣－─━～〜"
# What points to the right; an arrow to the left or both ways says something else.
ARROWS = ">＞" + "".join(
    char
    for low, high in ((0x2190, 0x2400), (0x25A0, 0x2600), (0x2700, 0x2C00), (0x1F800, 0x1F900))
    for char in map(chr, range(low, high))
    if re.search(
        r"RIGHTWARDS.*(ARROW|HARPOON)|^RIGHT.*ARROW|RIGHT-POINTING|ARROW POINTING RIGHT",
        name := unicodedata.name(char, ""),
    )
    and not re.search(r"LEFT|UP|DOWN|STROKE|DOUBLE TRIANGLE|BRACKET|QUOTATION", name)
)
QUOTES = "'’‘‛`´′‵ʹʼ＇❛❜"
DOUBLE_QUOTES = '"“”„‟«»‹›″〝〞❝❞'

_SIGNS = {
    **dict.fromkeys("\u2044\u2215\u29f8", "/"),
    **dict.fromkeys("\u3001\u201a\u060c", ","),
    "\u3002": ".",
    "\u061b": ";",
    **dict.fromkeys("\u2800\u3164\u115f\u1160", " "),  # blank, though not to Unicode
}
"""Signs of other scripts, and blanks, as ours."""

LOST = "\ufffd"
"""Stands for a character that was lost on its way."""

CROSSES = "☒✖✗✘❌❎⛔🚫🛑👎"
"""Pictures that may take back what they stand beside."""

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
    """The words and signs of a line, whatever typography it came in; without pictures before and
    behind them."""
    cut, end = bare(line)
    shown: list[tuple[str, int]] = []
    for column, char in enumerate(line[cut:end], start=cut + 1):
        folded = char if char.isascii() else _folded(char, shown[-1][0] if shown else "")
        if len(folded) == 2:  # a letter and its accent
            shown[-1] = (folded[0], shown[-1][1])
        elif folded:
            shown.append((folded, column))
    plain = "".join(char for char, _ in shown)
    found = []
    for match in _TOKEN.finditer(plain):
        column = shown[match.start()][1]
        if match["arrow"]:
            key = "-"
        elif match["word"]:
            key = letters(re.split(f"[{QUOTES}]", match["word"])[0])
        elif match[0] in DOUBLE_QUOTES:
            key = '"'
        else:
            key = match[0]
        found.append(Word(key, match[0], column))
    return found


def _folded(char: str, before: str) -> str:
    """A character as it is compared: normalized where its width stays, so that columns stay true;
    nothing of one that shows nothing; with one more behind it, together with that `before` it."""
    if invisible(char):
        return ""
    if unicodedata.combining(char):
        both = unicodedata.normalize("NFC", before + char)
        return f"{both} " if before and len(both) == 1 else ""
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    folded = _SIGNS.get(char) or unicodedata.normalize("NFKC", char)
    return folded if len(folded) == 1 else char


def invisible(char: str) -> bool:
    """Whether a character shows nothing: zero-width spaces and joiners, direction marks, soft
    hyphens, variation selectors, what controls a terminal."""
    category = unicodedata.category(char)
    return (
        category == "Cf"
        or (category == "Cc" and not char.isspace())
        or "\ufe00" <= char <= "\ufe0f"
        or "\U000e0100" <= char <= "\U000e01ef"
        or char == "\u034f"
    )


def bare(line: str) -> tuple[int, int]:
    """Where a line begins and ends (from 0), without pictures, spaces and what shows nothing, and
    without the marks of bold or slanted type, or single quotes, around all of it: as plain text a
    line in bold type is ``*A PAR - BUR*``; of several lines the first begins and the last ends so.
    """
    start, end = 0, len(line)
    while True:
        while start < end and _says_nothing(line[start]):
            start += 1
        while end > start and _says_nothing(line[end - 1]):
            end -= 1
        text = line[start:end]
        first, last = text[:1], text[-1:]
        inside = text[1:-1].strip(first)
        if inside and _AROUND.get(first) == last and first not in inside and last not in inside:
            start, end = start + 1, end - 1
        elif (rest := text.lstrip(first)) and first in _EMPHASIS and first not in rest:
            start = end - len(rest)
        elif (rest := text.rstrip(last)) and last in _EMPHASIS and last not in rest:
            end = start + len(rest)
        else:
            return start, end


def _says_nothing(char: str) -> bool:
    if char.isascii():
        return char.isspace()
    if char.isspace() or invisible(char):
        return True
    pictured = unicodedata.category(char) in ("So", "Sk", "Co") or char == "\u20e3"
    return pictured and not (char == LOST or char in CROSSES or char in _TELLING)


_EMPHASIS = ("*", "_", "`")
_AROUND = {mark: mark for mark in (*_EMPHASIS, "/", "'")} | {"‘": "’"}
_TELLING = frozenset(DASHES + ARROWS + QUOTES + DOUBLE_QUOTES)
_LOOKS = {
    **dict(zip("АВЕКМНОРСТУХІЈЅҮԚԜԌ", "ABEKMHOPCTYXIJSYQWG", strict=True)),
    **dict(zip("аеорсухіјѕһԁԛԝѵүкм", "aeopcyxijshdqwvykm", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺ", "ABEZHIKMNOPTYXCM", strict=True)),
    **dict(zip("αικνορτυχϲγ", "aiknoptuxcy", strict=True)),
    **dict(zip("ՍՏՕԼհոօսցզ", "USOLhnouqg", strict=True)),
}
"""Letters of the Cyrillic, Greek and Armenian alphabets that look like Latin ones."""


class Odd(NamedTuple):
    """A word with a letter that is not Latin, what to say of it, and the line in the letters that
    it looks like."""

    word: Word
    message: str
    meant: str


def look_alike(line: str) -> Odd | None:
    """The first word of a line with a letter that is not Latin, though it look so, or stand among
    letters that are; None if there is none."""
    if line.isascii():
        return None
    for word in words(line):
        foreign = [char for char in word.text if _is_foreign(char)]
        mixed = len(foreign) < sum(map(str.isalpha, word.text))
        if foreign and (mixed or all(char in _LOOKS for char in foreign)):
            message = f"“{word.text}” is not in Latin letters: {foreign_letter(word.text)}."
            return Odd(word, message, "".join(_LOOKS.get(char, char) for char in line))
    return None


def letters(text: str) -> str:
    """The letters of a text, unaccented and in lower case."""
    if text.isascii():
        return "".join(filter(str.isalpha, text)).lower()
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if c.isalpha()).lower()


def foreign_letter(text: str) -> str | None:
    """The first letter that is not Latin, by name: ``А is CYRILLIC CAPITAL LETTER A, which looks
    like A``."""
    for char in text:
        if _is_foreign(char):
            name = unicodedata.name(char, "a letter without a name")
            looks = f", which looks like {_LOOKS[char]}" if char in _LOOKS else ""
            return f"{char} is {name}{looks}"
    return None


def _is_foreign(char: str) -> bool:
    return char.isalpha() and "LATIN" not in unicodedata.name(char, "")


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
