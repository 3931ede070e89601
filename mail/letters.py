"""Bytes to letters: who wrote, and the lines of what he wrote with their structure."""

import codecs
import email
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser
from email.policy import default
from email.utils import parseaddr, parsedate_to_datetime
from itertools import takewhile
from typing import Literal

from msgspec import Struct

from mail.html import html_text

LONGEST_LETTER = 500  # lines; nobody orders more
LONGEST_LINE = 1000  # characters
REMNANT = 3  # times shorter than the HTML: so little plain text is not what was written

Kind = Literal["text", "quoted", "attribution", "header_block", "signature"]


class Line(Struct, frozen=True):
    """A line of a letter, counted from 1. `depth` is how often it was quoted."""

    number: int
    text: str
    kind: Kind
    depth: int = 0


class Letter(Struct, frozen=True):
    """A mail as it was understood; what could not be is in `faults`.

    `sender` is the address alone, in lower case; `message_id` is empty unless it is clean; `dated`
    is what its writer's clock said, None if it did not say. `automatic`: a machine wrote it (RFC
    3834), so it neither acts nor is answered. `bulk`: it came by a list or the like and must not be
    answered.
    """

    sender: str
    subject: str
    message_id: str
    dated: datetime | None
    received: datetime
    lines: tuple[Line, ...] = ()
    faults: tuple[str, ...] = ()
    automatic: bool = False
    bulk: bool = False
    sender_name: str = ""


def read_letter(raw: bytes, received: datetime) -> Letter:
    """The letter in these bytes. Never raises: what is wrong with it stands in its faults."""
    try:
        message = email.message_from_bytes(raw, policy=default)
    except Exception as error:  # the parser meets hostile mail; nothing may be lost to it
        return Letter("", "", "", None, received, (), (f"it cannot be read: {error}",), True)
    faults: list[str] = []
    try:
        text = _text(message)
    except Exception as error:
        text = None
        faults.append(_clean(f"its text cannot be read: {error}"))
    else:
        if text is None:
            faults.append("there is no plain text in it")
    lines = (text or "").splitlines()
    if len(lines) > LONGEST_LETTER:
        faults.append(f"it is too long: only its first {LONGEST_LETTER} lines were read")
    message_id = _header(message, "Message-ID")
    sender_name, address = parseaddr(_header(message, "From"))
    sender = address.lower()
    return Letter(
        sender,
        _header(message, "Subject"),
        message_id if re.fullmatch(r"<[!-;=?-~]{1,250}>", message_id) else "",
        _dated(_header(message, "Date")),
        received,
        tuple(_lines(lines[:LONGEST_LETTER])),
        tuple(faults),
        _automatic(message, sender),
        _bulk(message),
        sender_name,
    )


def dated(raw: bytes) -> datetime | None:
    """What the writer's clock said, by the header alone; None if it did not say. Never raises."""
    try:
        return _dated(_header(BytesHeaderParser(policy=default).parsebytes(raw), "Date"))
    except Exception:  # as in `read_letter`
        return None


def html_part(raw: bytes) -> str:
    """The first part of a mail that is HTML, "" if none is."""
    message = email.message_from_bytes(raw, policy=default)
    for part in message.walk():
        payload = part.get_payload(decode=True) if part.get_content_type() == "text/html" else None
        if isinstance(payload, bytes):
            return _decoded(payload, part.get_content_charset())
    return ""


def _header(message: EmailMessage, name: str) -> str:
    """A header on one line, "" if there is none or it cannot be read."""
    try:
        return " ".join(_clean(str(message.get(name, ""))).split())
    except Exception:
        return ""


def _clean(text: str) -> str:
    """Without halves of characters, which no mail could carry on."""
    return text.encode("utf-8", "replace").decode()


def _text(part: Message) -> str | None:
    """All text in it that is not attached, one below the other; None if there is none.

    Of alternatives one is read: the plain one, unless it is but a remnant of the others.
    """
    kind = part.get_content_type()
    if part.get_content_disposition() == "attachment" or kind.startswith("message/"):
        return None
    if kind in ("text/plain", "text/html"):
        payload = part.get_payload(decode=True)
        if not isinstance(payload, bytes):
            return None
        decoded = _decoded(payload, part.get_content_charset())
        return html_text(decoded) if kind == "text/html" else decoded
    if not part.is_multipart():
        return None
    inner = [child for child in part.get_payload() if isinstance(child, Message)]
    found = [(child, text) for child in inner if (text := _text(child)) is not None]
    if kind == "multipart/alternative":
        rich = [text for child, text in found if _has_html(child)]
        plain = [text for child, text in found if not _has_html(child)]
        if rich and len("".join(plain).strip()) * REMNANT < len(rich[-1].strip()):
            return rich[-1]
        return "\n".join(plain or rich[-1:]) if found else None
    return "\n".join(text for _, text in found) if found else None


def _has_html(part: Message) -> bool:
    return any(inner.get_content_type() == "text/html" for inner in part.walk())


_NO_CHARSETS = ("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")
"""Codecs of Python's that are no mail's, slow for long text or with warnings of their own."""


def _decoded(payload: bytes, charset: str | None) -> str:
    """Decoded as declared, else as UTF-8, else as cp1252."""
    for name in (charset, "utf-8-sig"):
        try:
            if name and codecs.lookup(name).name not in _NO_CHARSETS:
                return _clean(payload.decode(name))
        except (LookupError, ValueError):  # there is none of that name, or the text is not in it
            continue
    return payload.decode("cp1252", "replace")


def _automatic(message: EmailMessage, sender: str) -> bool:
    """Vacation notices, bounces, our own mail come back: by RFC 3834 and common usage."""
    submitted = re.split(r"[;(]", _header(message, "Auto-Submitted").lower())[0].strip()
    return (
        submitted not in ("", "no")
        or _header(message, "Precedence").lower() in ("junk", "auto_reply", "auto-reply")
        or _header(message, "Return-Path") == "<>"
        or any(_header(message, name) for name in ("X-Autoreply", "X-Autorespond"))
        or message.get_content_type() == "multipart/report"
        or sender.partition("@")[0] in ("mailer-daemon", "postmaster")
    )


def _bulk(message: EmailMessage) -> bool:
    marks = ("List-Id", "X-Auto-Response-Suppress", "X-Failed-Recipients")
    return _header(message, "Precedence").lower() in ("bulk", "list") or any(
        _header(message, name) for name in marks
    )


def _dated(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


_SEPARATOR = re.compile(r"\s*-{3,}.*-{3,}\s*|\s*_{10,}\s*")
_FIELD = re.compile(r"\s*\*?[^\W\d_][\w .-]{0,20}:\*?\s+\S")


def _lines(lines: list[str]) -> Iterator[Line]:
    """Below a signature mark, a mail program's header block, or the address of whom is quoted
    without marks, nothing is the writer's own any more."""
    below: Kind | None = None
    for index, line in enumerate(lines):
        text = line[:LONGEST_LINE]
        depth = 0
        rest = text
        while rest.startswith(">"):
            depth += 1
            rest = rest[1:].removeprefix(" ")
        kind: Kind = "quoted" if depth else "text"
        if below is None:
            if text.rstrip() == "--":
                below = "signature"
            elif _begins_header_block(lines, index):
                below = "header_block"
            elif _begins_unmarked_quote(lines, index):
                kind = "attribution"
        yield Line(index + 1, rest if depth else text, below or kind, depth)
        if kind == "attribution":
            below = "quoted"


def _begins_header_block(lines: list[str], index: int) -> bool:
    """Three fields in a row (From: Sent: To:) or more, one of them with an address, below a
    separator or not."""
    start = index + 1 if _SEPARATOR.fullmatch(lines[index]) else index
    block = list(takewhile(_FIELD.match, lines[start : start + 5]))
    return len(block) >= 3 and any("@" in line for line in block)


def _begins_unmarked_quote(lines: list[str], index: int) -> bool:
    """``On ..., games@example.org wrote:`` with nothing marked as quoted below it."""
    line = lines[index].rstrip()
    if not line.endswith((":", "：")) or "@" not in line:
        return False
    following = next((below for below in lines[index + 1 :] if below.strip()), ">")
    return not following.startswith(">")
