"""Press in a letter: what players write to each other through the office. Pure; it knows no game.

A press begins with a line ``press to Italy, France`` and ends with a line ``end press``; nothing
between them is an order or a request.
"""

import re
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.remarks import without_remark
from mail.letters import Line

How = Literal["", "public", "private", "anonymous"]

GM = "gm"
"""To whom a line ``to gm:`` is, and ``press to the game master``."""

_AROUND = " \t\u00a0*_.!=#\u2022\u00b7\u2010\u2011\u2012\u2013\u2014\u2015-"
"""What may stand around a line that begins or ends a press: bullets, dashes, stars of bold type."""

_NUMBERING = re.compile(r"\d{1,3}[.)] +")
_TO = re.compile(r"(?:(public|private|anonymous) )?press ?:? ?to\b ?:?(.*)", re.IGNORECASE)
_TO_GM = re.compile(r"to (?:the )?(?:gm|game ?master) ?:(.*)", re.IGNORECASE)
_END = re.compile(r"end ?(?:of )?press", re.IGNORECASE)
_FIELD = re.compile(r"\s*\*?[^\W\d_][\w -]{0,30}:\*?(?:\s|$)")
_SEPARATOR = re.compile(r"\s*[-_]{3}.*")


class Heading(Struct, frozen=True):
    """A line that begins a press: to whom, as it was written; how, if it says so; and what of the
    press stands behind its colon. `note`: it says ``to gm:``, without the word press."""

    to: str
    how: How = ""
    text: str = ""
    note: bool = False


class Press(Struct, frozen=True):
    """A press: its heading and the number of that line, the lines that are passed on.

    `last` is the number of the last line that is part of it, `ended` whether it says ``end press``
    there. `left_out`: it also held what is not passed on: a signature, fields of a mail's header,
    the line that says who is quoted; without ``end press`` all that is quoted.
    """

    number: int
    heading: Heading
    lines: tuple[Line, ...]
    last: int
    ended: bool
    left_out: bool = False

    @property
    def numbers(self) -> range:
        """Those of its lines, its heading and its end among them."""
        return range(self.number, self.last + 1)

    @property
    def text(self) -> tuple[str, ...]:
        """Its lines as text, without empty ones around them; what was quoted is marked so."""
        written = [
            f"{'>' * line.depth}{' ' if line.depth else ''}{line.text}".rstrip()
            for line in self.lines
        ]
        while written and not written[-1]:
            written.pop()
        while written and not written[0]:
            written.pop(0)
        return tuple(written)


def heading(text: str) -> Heading | None:
    """The line as one that begins a press; None if it does not."""
    plain = _plain(text)
    if match := _TO_GM.fullmatch(plain):
        return Heading(GM, "", match[1].strip(" *_"), note=True)
    if match := _TO.fullmatch(plain):
        to, _, behind = match[2].partition(":")
        how: How = match[1].lower() if match[1] else ""  # type: ignore[assignment]
        return Heading(to.strip(_AROUND), how, behind.strip(" *_"))
    return None


def ends(text: str) -> bool:
    """Whether the line ends a press, with a remark behind it or without."""
    bare, _ = without_remark(text)
    return _END.fullmatch(_plain(bare).rstrip(_AROUND + ":")) is not None


def press_in(lines: Sequence[Line]) -> tuple[tuple[Press, ...], tuple[Line, ...]]:
    """The presses in a letter, in order, and all lines that are part of none.

    One begins on its writer's own lines alone. Without ``end press`` it holds all of these that
    follow, down to his signature: so nothing in it can be taken for an order by mistake. But
    ``to gm: any words`` is then that line alone, for nobody ends such a note.
    """
    found: list[Press] = []
    rest: list[Line] = []
    at = 0
    while at < len(lines):
        begun = heading(lines[at].text) if lines[at].kind == "text" else None
        if begun is None:
            rest.append(lines[at])
            at += 1
            continue
        below = lines[at + 1 :]
        # A dashed line in it may have looked like a signature's: the end is an end all the same.
        end = next((i for i, one in enumerate(below) if not one.depth and ends(one.text)), None)
        if end is None and begun.note and begun.text:
            number = lines[at].number
            found.append(Press(number, begun, _behind(lines[at], begun), number, True))
            at += 1
            continue
        if end is None:
            press, others = _without_end(lines[at], begun, below)
            found.append(press)
            rest += others
            break
        found.append(_ended(lines[at], begun, below[: end + 1]))
        at += end + 2
    return tuple(found), tuple(rest)


def _ended(line: Line, begun: Heading, below: Sequence[Line]) -> Press:
    kept = _passed_on(below[:-1])
    return Press(
        line.number,
        begun,
        (*_behind(line, begun), *kept),
        below[-1].number,
        True,
        len(kept) < len(below) - 1,
    )


def _without_end(
    line: Line, begun: Heading, below: Sequence[Line]
) -> tuple[Press, tuple[Line, ...]]:
    # What stands quoted in it is, more likely than not, the mail that is answered, with his orders.
    signature = next((i for i, one in enumerate(below) if one.kind == "signature"), len(below))
    kept = [one for one in below[:signature] if one.kind == "text"]
    others = (
        *(one for one in below[:signature] if one.kind != "text"),
        *below[signature:],
    )
    last = max((one.number for one in kept if one.text.strip()), default=line.number)
    between = any(one.number < last for one in others)
    return Press(line.number, begun, (*_behind(line, begun), *kept), last, False, between), others


def _behind(line: Line, begun: Heading) -> tuple[Line, ...]:
    return (replace(line, text=begun.text),) if begun.text else ()


def _passed_on(lines: Sequence[Line]) -> list[Line]:
    """Of the lines above ``end press`` those that are the press's text. Below the fields of a
    header that somebody has put into it there is more of that."""
    kept = []
    fields = False
    previous = ""
    for line in lines:
        if line.kind == "header_block":
            fields = fields or previous != "header_block"
            fields = fields and bool(_FIELD.match(line.text) or _SEPARATOR.match(line.text))
        if line.kind not in ("signature", "attribution") and not (
            line.kind == "header_block" and fields
        ):
            kept.append(line)
        previous = line.kind
    return kept


def _plain(text: str) -> str:
    """With single spaces, without the marks in front."""
    bare = " ".join(text.split()).lstrip(_AROUND)
    if match := _NUMBERING.match(bare):
        bare = bare[match.end() :].lstrip(_AROUND)
    return bare
