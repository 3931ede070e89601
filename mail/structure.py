"""Text to its lines, and what each is: the writer's own, quoted, or what mail programs add.

A line without a quote mark may be the writer's own, unless there is strong evidence: who answers
writes above, below and between what he quotes. Below what is quoted without marks nobody can know,
so nothing there is taken for his own. No list of languages is needed: mail programs name times,
addresses and fields in all of them.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import Literal

from msgspec import Struct

MOST_TEXT_LINES = 3000  # of a letter, with what it quotes
LONGEST_LINE = 2000  # characters

Kind = Literal["text", "quoted", "attribution", "header_block", "signature"]


class Line(Struct, frozen=True):
    """A line of a letter, counted from 1. `depth` is how often it was quoted."""

    number: int
    text: str
    kind: Kind
    depth: int = 0


def structured(text: str, first: int = 1) -> tuple[Line, ...]:
    """The lines of a text, the first with this number. No more than MOST_TEXT_LINES, each no longer
    than LONGEST_LINE."""
    return tuple(_labelled(list(islice(_physical(text), MOST_TEXT_LINES)), first))


def too_long(text: str, first: int = 1) -> tuple[str, ...]:
    """What of a text `structured` leaves out, in words."""
    faults = []
    lines = list(islice(_physical(text), MOST_TEXT_LINES + 1))
    if len(lines) > MOST_TEXT_LINES:
        faults.append(f"it is too long: only its first {MOST_TEXT_LINES} lines were read")
    if (long := next((i for i, one in enumerate(lines) if len(one) > LONGEST_LINE), -1)) >= 0:
        line = f"its line {long + first} is too long"
        faults.append(f"{line}: only the first {LONGEST_LINE} characters were read")
    return tuple(faults)


_MARKS = re.compile(r"[ \t\xa0]{0,3}(?:> ?)++")


def _physical(text: str) -> Iterator[str]:
    """The lines of a text. What only some programs take for a line's end does not end a quotation:
    its mark is put before what follows."""
    if "\n" not in text:
        text = text.replace("\r", "\n")
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end].removesuffix("\r")
        start = end + 1
        marks = found[0] if (found := _MARKS.match(line)) else ""
        first, *others = line[: LONGEST_LINE * 4].splitlines() or [""]
        yield first
        for other in others:
            yield marks + other


def _labelled(lines: Sequence[str], first: int) -> Iterator[Line]:
    below: Kind | None = None  # what all lines without marks are from here on
    until = 0  # up to this line they are of this kind
    kind: Kind = "text"
    text = _Text(lines)
    for index, line in enumerate(text.lines):
        if (marks := text.marks[index]) and index >= until:
            if below == "signature":
                below = None  # who signs above what he quotes may go on below it
            depth = marks.count(">")
            yield Line(index + first, line[len(marks) :], "quoted", depth)
            continue
        if below is None and index >= until:
            kind, until, below = text.begins(index)
        yield Line(index + first, line, kind if index < until else below or "text")


class _Text:
    """The lines, cut to their length, with the quote marks of each and the next line with any."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = [line[:LONGEST_LINE] for line in lines]
        self.marks = [m[0] if (m := _MARKS.match(line)) else "" for line in self.lines]
        self.next_marked = [len(lines)] * (len(lines) + 1)
        self.next_text = [len(lines)] * (len(lines) + 1)  # the next that is not empty
        for index in range(len(lines) - 1, -1, -1):
            here = self.lines[index]
            self.next_marked[index] = index if self.marks[index] else self.next_marked[index + 1]
            self.next_text[index] = index if here.strip() else self.next_text[index + 1]

    def begins(self, index: int) -> tuple[Kind, int, Kind | None]:
        """What begins with a line without marks: its kind, up to which line, and the kind of what
        stands below that, None if it is anything."""
        line = self.lines[index].strip()
        if not line:
            return "text", index, None
        if self._is_header_block(index) or self._is_letterhead(index):
            return "header_block", index + 1, "header_block"
        if line == "--" or self._is_footer(index):
            return "signature", index + 1, "signature"
        if line == _PGP_SIGNATURE:
            return "signature", self._after(_PGP_END, index), None
        if (end := self._attribution(index)) is not None:
            quoted = self._is_marked_below(end)
            return "attribution", end, None if quoted else "quoted"
        if index and not self.lines[index - 1].strip() and self._is_advertisement(index):
            return "signature", index + 1, None
        return "text", index, None

    def _after(self, wanted: str, index: int) -> int:
        """The line after the one that is wanted."""
        for end in range(index, len(self.lines)):
            if self.lines[end].strip() == wanted:
                return end + 1
        return len(self.lines)

    # --- attributions: "On ..., Ada <ada@example.org> wrote:" in any language

    def _attribution(self, index: int) -> int | None:
        """Where an attribution that begins here is over; None if none does."""
        found = _proofs(self.lines, index)
        if found is None:
            return None
        end, proofs = found
        following = self.next_text[end]
        if following == len(self.lines):
            return None
        return end if proofs >= _STRONG or self.marks[following] else None

    def _is_marked_below(self, end: int) -> bool:
        """Whether what is quoted below has marks: the next line has, or, where the writer has put
        something between, a later one, before the next attribution or header block."""
        below = self.next_marked[end]
        if below in (len(self.lines), self.next_text[end]):
            return below < len(self.lines)
        return not any(
            self._is_header_block(index)
            or ((found := _proofs(self.lines, index)) is not None and found[1] >= _STRONG)
            for index in range(end, below)
        )

    # --- header blocks: "From: ...", "Sent: ..." above what is quoted without marks

    def _is_header_block(self, index: int) -> bool:
        """Fields of a mail, three or more, with an address or a time of day; below a line drawn
        above them two are enough. A form that a player fills in has no such fields, and a list of
        addresses has no other."""
        if _ORIGINAL.fullmatch(self.lines[index].strip()):
            return True
        drawn = _DRAWN.fullmatch(self.lines[index]) is not None
        start = index
        if drawn:
            if _count_proofs(self.lines[index]) >= _STRONG:
                return True  # "----- Forwarded by Ada <ada@example.org> on 2026-12-01 -----"
            start = self.next_text[index + 1]
            if start > index + 1 + _BLANKS:
                return False
        elif not _FIELD.match(self.lines[index]):
            return False
        fields = self._fields(start)
        if len(fields) < (2 if drawn else 3):
            return False
        block = "\n".join(fields)
        proofs = _count_proofs(block)
        addressed = sum("@" in field for field in fields)
        if addressed == len(fields):
            return False
        if proofs < _STRONG and addressed + self._addressed_above(index) > _MOST_ADDRESSED:
            return False
        return (
            "@" in fields[0]
            or _BRACKETED.search(block) is not None
            or ("@" in block and (drawn or proofs >= _STRONG))
            or (_dated_and_timed(block) and (drawn or len(fields) >= 4))
        )

    def _addressed_above(self, index: int) -> int:
        """How many fields with an address stand right above."""
        above = reversed(self.lines[max(index - _LONGEST_BLOCK, 0) : index])
        return len(list(takewhile(lambda line: "@" in line and _FIELD.match(line), above)))

    def _is_letterhead(self, index: int) -> bool:
        """A paragraph that says by whom and when a mail was written and little else, as Notes puts
        it above what is quoted, in columns or not. That of an attribution ends in a colon."""
        if index and self.lines[index - 1].strip():
            return False
        here = list(takewhile(str.strip, self.lines[index : index + _LONGEST_LETTERHEAD]))
        text = "\n".join(line[:_LONGEST_ATTRIBUTION] for line in here)
        if _count_proofs(text) < _ALL or text.endswith((":", "\uff1a")):
            return False
        words = len(_WORD.findall(_ADDRESS.sub("", text)))
        if words <= _FEW_WORDS:
            return True
        begun = any(_BRACKETED.match(line.strip()) for line in here) and any(
            line.strip()[:1].isdigit() and _dated_and_timed(line) for line in here
        )
        return words <= _FEW_WORDS * 4 and (begun or _COLUMNS.search(text) is not None)

    def _fields(self, start: int) -> list[str]:
        """The fields from here on; lines that they are continued on do not end them."""
        fields: list[str] = []
        for index in range(start, min(start + _LONGEST_BLOCK, len(self.lines))):
            line = self.lines[index]
            if _FIELD.match(line):
                fields.append(line[:_LONGEST_ATTRIBUTION])
            elif not line.strip() or not fields or not _continues(fields[-1], line):
                break
        return fields

    # --- what mail programs put below

    def _is_footer(self, index: int) -> bool:
        """A line drawn above the last few, with an address or a link: a mailing list's."""
        if not _UNDERLINE.fullmatch(self.lines[index].strip()):
            return False
        rest = self.lines[index + 1 :]
        if len(rest) > _LONGEST_FOOTER or any(self.marks[index + 1 :]):
            return False
        return any("://" in line or "@" in line for line in rest)

    def _is_advertisement(self, index: int) -> bool:
        """Such as "Sent from my iPhone": nothing is below but what is quoted."""
        if _PHONE.fullmatch(self.lines[index].strip()) is None:
            return False
        below = self.next_text[index + 1]
        return (
            below == len(self.lines)
            or bool(self.marks[below])
            or self._is_header_block(below)
            or self._attribution(below) is not None
        )


_STRONG = 2
_ALL = 3  # kinds of proof
_BLANKS = 2  # empty lines between a line that is drawn and the fields
_LONGEST_BLOCK = 12
_MOST_ADDRESSED = 4  # fields of a mail with addresses: from, to, cc, reply to
_LONGEST_FOOTER = 8
_LONGEST_LETTERHEAD = 6
_FEW_WORDS = 5
_LONGEST_ATTRIBUTION = 300  # characters of a line of it, or of a field
_MOST_ATTRIBUTION_LINES = 4

_PGP_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_PGP_END = "-----END PGP SIGNATURE-----"
_DRAWN = re.compile(r"\s{0,9}(?:-{3,40}+(?:[^-\n][^\n]{0,120}-{3})?-*+|_{10,}+|\u2014{3,}+)\s*+")
_ORIGINAL = re.compile(  # no player draws such a line above his orders
    r"-{4,}+ ?[^-\n]{0,30}(?:original|origine|ursprüngliche|oorspronkelijk|oprindelig|opprinnelig"
    r"|ursprungligt|alkuperäinen|původní|pôvodná|исходное|eredeti|orijinal|原始|元の"
    r")[^-\n]{0,30}-{4,}+",
    re.IGNORECASE,
)
_UNDERLINE = re.compile(r"_{20,}+")
_FIELD = re.compile(
    r"\s{0,9}\*{0,2}[^\W\d_][^\d:\uff1a@<>\n]{0,24}(?::\*{0,2}(?:\s|$)|\uff1a)", re.MULTILINE
)
_BRACKETED = re.compile(r"[<\[](?:mailto:)?[^\s<>@\[\]]{1,100}@[^\s<>@\[\]]{1,200}[>\]]")
_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.\w")
_WROTE = re.compile(r"@[^\s@]{1,100}(?:\s[^\W\d]\S{0,20}){1,2}\s?[:\uff1a]$")
_TIME = re.compile(r"(?<!\d)\d{1,2}[:.h\uff1a]\d\d(?!\d)(?!\.\d)")
_DATE = re.compile(
    r"(?<!\d)(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2})(?!\d)"
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_WORD = re.compile(r"[^\W\d_]{2,}")
_COLUMNS = re.compile(r"\S {4}")
_DAY = re.compile(r"(?<![\d:.])\d{1,2}(?![\d:])")
_PHONE = re.compile(
    r"(?=.{1,99}$)(?:\S+ ){0,7}?\S*(?:iphone|ipad|android|blackberry|galaxy|samsung|outlook|huawei"
    r"|xiaomi|thunderbird|proton ?mail|yahoo mail|gmx|web\.de|smartphone|windows mail|mobile device"
    r")\S*(?: \S+){0,7}",
    re.IGNORECASE,
)


def _proofs(lines: Sequence[str], index: int) -> tuple[int, int] | None:
    """Where an attribution that begins here would be over, and how much speaks for it.

    It ends in a colon; a word or two between an address and that ("wrote") speak for it, too. A
    mail program may have broken it in up to four lines; but the first is no part of it if the
    others would do.
    """
    parts: list[str] = []
    for end in range(index, min(index + _MOST_ATTRIBUTION_LINES, len(lines))):
        line = lines[end].strip()
        if not line or len(line) > _LONGEST_ATTRIBUTION or line.startswith(">"):
            return None
        parts.append(line)
        if line.endswith((":", "\uff1a")):
            break
        if not _count_proofs(line):
            return None
    else:
        return None
    proofs = _count_proofs(" ".join(parts))
    if not proofs:
        return None
    if _count_proofs(" ".join(parts[1:])) >= _STRONG:
        return None
    return end + 1, proofs + (_WROTE.search(parts[-1]) is not None)


def _count_proofs(text: str) -> int:
    """An address, a date and a time of day: how many of them a text names."""
    return (_ADDRESS.search(text) is not None) + (_TIME.search(text) is not None) + _has_date(text)


def _has_date(text: str) -> bool:
    """A date in figures, or a year with a day."""
    return _DATE.search(text) is not None or (
        _YEAR.search(text) is not None and _DAY.search(text) is not None
    )


def _dated_and_timed(text: str) -> bool:
    return _TIME.search(text) is not None and _has_date(text)


def _continues(field: str, line: str) -> bool:
    """Whether a line goes on with the field above it."""
    return line[:1].isspace() or field.rstrip().endswith((",", ";", "<")) or "@" in line
