"""Bytes to letters: who wrote, and the lines of what he wrote with their structure."""

from collections.abc import Iterable
from datetime import datetime
from email.parser import BytesHeaderParser
from email.policy import default

from msgspec import Struct

from mail import headers
from mail.automatic import LOOP, is_automatic, is_bulk
from mail.headers import clean, header
from mail.mime import parsed
from mail.structure import Kind as Kind
from mail.structure import Line as Line
from mail.structure import structured, too_long
from mail.texts import first_html, texts


class Letter(Struct, frozen=True):
    """A mail as it was understood; what could not be is in `faults`.

    `sender` is the address alone, in lower case, "" if it has none or several; `message_id` is
    empty unless it is clean; `dated` is what its writer's clock said, None if it did not say.
    `automatic`: surely a machine wrote it (RFC 3834), so it is not answered; `loop` is the office
    that did, if one did. `bulk`: it must not be answered, for it came by a list or the like.
    `recipients`: to which addresses it was sent, in lower case; `answers`: the ids of the mails
    that it answers, the nearest first. `other`: the lines of the other alternative, where a mail
    says one thing as plain text and another in HTML, or the same in other lines; else none.
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
    recipients: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    other: tuple[Line, ...] = ()
    loop: str = ""


def read_letter(raw: bytes, received: datetime) -> Letter:
    """The letter in these bytes. Never raises: what is wrong with it stands in its faults."""
    message, faults = parsed(raw)
    found = texts(message)
    faults += found.faults
    body = found.body or ""
    lines, other = structured(body), structured(found.other)
    faults += too_long(body)
    if not other or _laid_out(other) == _laid_out(lines):
        other = ()
    for text in found.attached:
        faults += too_long(text, len(lines) + 1)
        lines += structured(text, len(lines) + 1)
        if other:
            other += structured(text, len(other) + 1)
    sender_name, sender = headers.sender(message)
    return Letter(
        sender,
        header(message, "Subject"),
        headers.message_id(message),
        headers.date(message),
        received,
        lines,
        tuple(map(clean, dict.fromkeys(faults))),
        is_automatic(message, sender),
        is_bulk(message, sender),
        sender_name,
        headers.recipients(message),
        headers.answers(message),
        other,
        header(message, LOOP),
    )


def said(lines: Iterable[Line]) -> str:
    """What the writer's own lines say, all of it together, however it was laid out."""
    return "".join(_laid_out(lines))


def _laid_out(lines: Iterable[Line]) -> list[str]:
    """What each of the writer's own lines says, without those that say nothing.

    What is struck out in the one is not in the other, though its words be the same."""
    own = ("".join(filter(_says, line.text)) for line in lines if line.kind == "text")
    return [text.casefold() for text in own if text]


def _says(char: str) -> bool:
    """Whether it is a letter, a digit, a sign as of a condition or the mark of what is struck."""
    return char.isalnum() or char in "<>=\u2264\u2265~"


def dated(raw: bytes) -> datetime | None:
    """What the writer's clock said, by the header alone; None if it did not say. Never raises."""
    try:
        return headers.date(BytesHeaderParser(policy=default).parsebytes(raw))
    except Exception:  # the parser meets hostile mail
        return None


def html_part(raw: bytes) -> str:
    """The first part of a mail that is HTML, "" if none is."""
    return first_html(parsed(raw).message)
