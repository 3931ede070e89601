"""Which lines of a letter are orders: every line gets one label, and none is dropped.

What an order is the caller knows (`accepts`); here is what mail does to lines: it quotes, wraps,
numbers and marks them.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from mail.letters import Line

Label = Literal[
    "order", "near", "quoted", "edited", "attribution", "header_block", "signature", "chatter"
]
Accepts = Callable[[str], Literal["order", "near", "no"]]
"""Whether a text is an order, is like one but cannot be read, or neither."""

LOST = "\ufffd"
"""Stands for a character that was lost on its way."""

MOST_JOINED = 6  # lines; no program breaks an order into more
LONGEST_JOINED = 1000  # characters
LONGEST_UNREAD = 240  # characters of three lines or more that are no order yet
WRAPPED_FROM = 64  # columns: no mail program breaks a line that the next word would leave shorter
MOST_IN_FRONT = 4  # bullets, numbers and pictures before an order
LEAST_PASTED = 20  # words of what was sent, one after the other, that nobody types anew
LONGEST_MATCH = 40  # lines of a quote that are compared at once


class Labelled(Struct, frozen=True):
    """A line, or several that a mail program has made of one.

    `numbers` are those of its lines, `text` is them joined, without bullet or number in front if
    only the rest is an order. ``near``: like an order, but not read; ``edited``: quoted and like an
    order, but not what was sent; `known`: it stands so in what was sent.
    """

    text: str
    label: Label
    numbers: tuple[int, ...]
    known: bool = False

    @property
    def number(self) -> int:
        """Of its first line."""
        return self.numbers[0]


def label(
    lines: Sequence[Line],
    accepts: Accepts,
    sent: Sequence[str] = (),
    remarked: Callable[[str], bool] = lambda text: False,
) -> tuple[Labelled, ...]:
    """The lines of a letter with their labels, in their order.

    `sent` are the lines of the mail that it answers; none: nobody knows what it quotes. Where they
    begin to stand without marks, the quotation begins, and nobody knows where it ends. A line that
    is an order only together with the next is joined with it. Two that are orders each never are,
    and an order that stands by itself goes on in the next line only if that, or its own end, shows
    that it does: else nobody could tell a name below the last order from the end of it. What is
    `remarked` ends in a remark, which may go on, but not in a line that is like an order.
    """
    theirs = _Sent(sent)
    lines = _with_pasted(lines, theirs, accepts)
    known = _known(lines, theirs, accepts)
    found: list[Labelled] = []
    start = 0
    while start < len(lines):
        line = lines[start]
        if start in known:
            kind: Label = "quoted" if line.kind == "text" else line.kind
            found.append(Labelled(line.text, kind, (line.number,), known=True))
            start += 1
            continue
        end = start + 1
        while end < len(lines) and end not in known and _together(lines[end - 1], lines[end]):
            end += 1
        texts = [one.text for one in lines[start:end][:MOST_JOINED]]
        text, taken = _joined(texts, accepts, remarked)
        numbers = tuple(one.number for one in lines[start : start + taken])
        named = _label(line, text, accepts, bool(sent))
        start += taken
        if named == "chatter" and _introduces(text, lines[start:]):
            named = "attribution"
        found.append(Labelled(text, named, numbers))
    return tuple(found)


def _label(line: Line, text: str, accepts: Accepts, compared: bool) -> Label:
    read = accepts(text) if text.strip() else "no"
    if line.kind == "text":
        return "chatter" if read == "no" else read
    quoted = line.kind in ("quoted", "header_block") or line.depth > 0
    return "edited" if compared and quoted and read != "no" else line.kind


def _introduces(text: str, following: Sequence[Line]) -> bool:
    """Whether a line is like "Ada wrote:", right above what is quoted."""
    below = next((line for line in following if line.text.strip()), None)
    return text.rstrip().endswith((":", "\uff1a")) and below is not None and below.kind != "text"


def _together(line: Line, following: Line) -> bool:
    """Whether the one may go on in the other."""
    return (
        bool(following.text.strip())
        and bool(line.text.strip())
        and following.number == line.number + 1
        and (following.kind, following.depth) == (line.kind, line.depth)
    )


def _joined(
    texts: Sequence[str], accepts: Accepts, remarked: Callable[[str], bool]
) -> tuple[str, int]:
    """The first of these lines, with those that belong to it, and how many these are."""
    first = texts[0]
    whole = _plain(first, accepts)
    cut = _fronts(first)[-1]
    read = accepts(whole)
    taken = 1
    text = first
    # None belongs to a ruled line, nor to an order that can never be read.
    further = texts[1:] if any(map(str.isalnum, first)) else ()
    if read == "near" and LOST in first:
        further = ()
    for count, following in enumerate(further, start=2):
        last, ends = texts[count - 2], remarked(text)
        text = f"{text.rstrip()} {following.strip()}"
        if read == "order" and taken < count - 1:
            break
        if len(text) > (LONGEST_JOINED if read == "order" or count == 2 else LONGEST_UNREAD):
            break
        other = accepts(_plain(following, accepts))
        if read == other == "order" or (ends and other != "no"):
            break
        both = text[cut:] if cut and accepts(text) != "order" == accepts(text[cut:]) else text
        longer = accepts(both)
        if _belongs(read, other, longer, last, following):
            whole, read, taken = both, longer, count
        elif other == "order":
            break  # what follows belongs to that
    return whole, taken


def _belongs(one: str, other: str, both: str, text: str, following: str) -> bool:
    """Whether the following line is the rest of this one, by how each is read, and both; they are
    not two orders."""
    if both == "order":
        if one != "order" and other != "order":
            return True
        if one == "no" and _LETTER.search(text):  # "A PAR S"
            return True
        return one != "near" and _goes_on(text, following)
    if both == "near" and one == "order" and other != "order":
        return bool(_CLAUSE.match(following))  # though it be wrong: without it the order says more
    return both == "near" and one == other == "no" and _goes_on(text, following)


_DASHES = "\u2010-\u2015\u2212\u2192\u21d2\u2794\u27a1-"
_OPEN = re.compile(
    rf"(?:[,;=<>(/&+{_DASHES}]|\b(?:and|or|if|to|with|from|by|via|at|on|in|into|then|of))\s*$",
    re.IGNORECASE,
)
_LETTER = re.compile(r"\b[a-z]\s*$", re.IGNORECASE)
_RESUMES = re.compile(
    rf"\s*(?:[,;=<>(/&+{_DASHES}]|(?:and|or|if|to|with|from|by|via|at|on|into|then|else|of)\b)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"\s*(?:if|and)\b.*(?:[=<>\u2264\u2265]|\b(?:is|least|most|more|less|under|over)\b)",
    re.IGNORECASE,
)


def _goes_on(text: str, following: str) -> bool:
    """Whether a line shows that it goes on, or the next that it does, or it is as long as lines
    are that a program has broken."""
    word = following.split(maxsplit=1)[0]
    return bool(
        _OPEN.search(text)
        or _RESUMES.match(following)
        or len(text.rstrip()) + 1 + len(word) > WRAPPED_FROM
    )


# --- what stands in front of an order

_CROSSES = "\u2612\u2716\u2717\u2718\u274c\u274e\u26d4\U0001f6ab\U0001f6d1\U0001f44e"
"""Who puts one before an order does not mean it."""
_BULLETS = (
    r"+*|>\u00a7\u00b7\u2010-\u2015\u2022-\u2027\u2043\u204c\u204d\u2192\u2212\u2219\u21d2\u30fb"
    r"\uff65"
)
_FRONT = re.compile(
    rf"[\s{_BULLETS}\u22c5\u25aa-\u25ff-]+|[(\[]?\d{{1,3}}[.):\]]\s*|#\s?\d{{1,3}}[.):]?\s+"
    r"|[(\[]?[a-zA-Z][.)\]]\s*|[(\[]\s*[xX\u2713\u2714]?\s*[)\]]\s*|[ivxIVX]{1,5}[.)]\s+"
    r"|o(?:\t|\s{2,})|\d\ufe0f?\u20e3\s*"
)


def _plain(text: str, accepts: Accepts) -> str:
    """A line without bullets, numbers and pictures in front, if it is an order without them, and
    none with them."""
    if not text.strip():
        return text
    return next((text[cut:] for cut in _fronts(text) if accepts(text[cut:]) == "order"), text)


def _fronts(text: str) -> list[int]:
    """Where a line may begin, without any, one or more of them."""
    cuts = [0]
    while len(cuts) <= MOST_IN_FRONT and (more := _front(text[cuts[-1] :])):
        cuts.append(cuts[-1] + more)
    return cuts


def _front(text: str) -> int:
    """How long the first bullet, number or picture is."""
    if match := _FRONT.match(text):
        return match.end()
    end = 0
    while end < len(text) and text[end] not in _CROSSES and _is_picture(text[end]):
        end += 1
    return end + len(text[end:]) - len(text[end:].lstrip()) if end else 0


_PICTURES = frozenset(("So", "Sk", "Cf", "Mn", "Me", "Co", "Cn"))


def _is_picture(char: str) -> bool:
    """Emoji and their modifiers, bullets of a font's own, and what shows nothing."""
    return char != LOST and unicodedata.category(char) in _PICTURES


# --- what stands in the mail that is answered


class _Sent:
    """What was sent, in words: its lines that say any, and where those with a first word are."""

    def __init__(self, sent: Sequence[str]) -> None:
        self.lines = [tokens for text in sent if (tokens := _tokens(text))]
        self._begin: dict[str, list[int]] = {}
        for index, tokens in enumerate(self.lines):
            self._begin.setdefault(tokens[0], []).append(index)

    def matches(self, lines: Sequence[tuple[str, ...]], index: int) -> Iterator[int]:
        """How many of these lines from here on, each in words, say the same as whole lines there;
        nothing if none do."""
        if lines[index]:
            for start in self._begin.get(lines[index][0], ()):
                if count := _same(lines, index, self.lines, start):
                    yield count


def _with_pasted(lines: Sequence[Line], sent: _Sent, accepts: Accepts) -> Sequence[Line]:
    """The lines, from where what was sent stands among the writer's own as quoted. A few words of
    it, or its orders alone, he may have taken over to say them himself."""
    ours = [_tokens(line.text) if sent.lines else () for line in lines]
    first, words, until = 0, 0, 0
    for index, line in enumerate(lines):
        if index < until or not ours[index]:
            continue
        until = index + next(sent.matches(ours, index), 0)
        own = all(one.kind == "text" for one in lines[index:until])
        if until == index or not own or accepts(line.text) != "no":
            words = 0
            continue
        first = first if words else index
        words += sum(token.isalnum() for tokens in ours[index:until] for token in tokens)
        if words >= LEAST_PASTED:
            return [
                replace(one, kind="quoted") if at >= first and one.kind == "text" else one
                for at, one in enumerate(lines)
            ]
    return lines


def _known(lines: Sequence[Line], sent: _Sent, accepts: Accepts) -> frozenset[int]:
    """Which lines, by their index, stand in what was sent, though it be wrapped anew, indented or
    marked in another way: lines of the one that together say what whole lines of the other say."""
    known: set[int] = set()
    ours = [_tokens(line.text) if sent.lines else () for line in lines]
    for index, line in enumerate(lines):
        if line.kind == "text" or index in known:
            continue
        for count in sent.matches(ours, index):
            following = lines[index + 1 : index + count]
            # A program that wraps what it quotes may leave the mark off the rest of a line.
            if all(one.kind != "text" or accepts(one.text) == "no" for one in following):
                known.update(range(index, index + count))
                break
    return frozenset(known)


def _same(
    ours: Sequence[tuple[str, ...]], index: int, theirs: Sequence[tuple[str, ...]], start: int
) -> int:
    """How many lines from here on say the same as whole lines there; 0: they do not."""
    here, there = _ends(ours, index), _ends(theirs, start)
    count = 0
    for (word, last), (other, end) in zip(here, there, strict=False):
        if word != other:
            return 0
        count += last
        if last and end:
            return count
    return 0


def _ends(rows: Sequence[tuple[str, ...]], start: int) -> Iterator[tuple[str, bool]]:
    """The words from a row on, and whether each is the last of its row; to an empty row."""
    for row in islice(rows, start, start + LONGEST_MATCH):
        if not row:
            return
        yield from ((word, False) for word in row[:-1])
        yield row[-1], True


_WORDS = re.compile(r"\w+|[^\w\s]")
# Whether there is a dash or an arrow between two words changes no order.
_SILENT = re.compile(rf"[-=~]+>|[*_|\"'`\u201c\u201d\u2018\u2019\u00ab\u00bb\ufe58\ufe63{_DASHES}]")


def _tokens(text: str) -> tuple[str, ...]:
    """The words and signs of a line, however they are set, without what stands in front."""
    plain = "".join(c for c in unicodedata.normalize("NFKC", text) if not _is_picture(c))
    while match := _FRONT.match(plain):
        plain = plain[match.end() :]
    return tuple(_WORDS.findall(_SILENT.sub(" ", plain).casefold()))
