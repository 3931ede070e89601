"""Bytes to letters: who wrote, and the lines of what he wrote with their structure."""

import email
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import default
from email.utils import parseaddr, parsedate_to_datetime
from typing import Literal

from msgspec import Struct


class Line(Struct, frozen=True):
    """A line of a letter, counted from 1. `depth` is how often it was quoted."""

    number: int
    text: str
    kind: Literal["text", "quoted", "signature"]
    depth: int = 0


class Letter(Struct, frozen=True):
    """A mail as it was understood; what could not be is in `faults`.

    `sender` is the address alone, in lower case; `dated` is what its writer's clock said, None if
    it did not say. `automatic`: a machine wrote it (RFC 3834), so it must not be answered.
    """

    sender: str
    subject: str
    message_id: str
    dated: datetime | None
    received: datetime
    lines: tuple[Line, ...] = ()
    faults: tuple[str, ...] = ()
    automatic: bool = False


def read_letter(raw: bytes, received: datetime) -> Letter:
    """The letter in these bytes. Never raises: what is wrong with it stands in its faults."""
    try:
        message = email.message_from_bytes(raw, policy=default)
        sender = parseaddr(str(message.get("From", "")))[1].lower()
        subject = str(message.get("Subject", ""))
        message_id = str(message.get("Message-ID", "")).strip()
        dated = _dated(str(message.get("Date", "")))
        automatic = _automatic(message)
    except Exception as error:  # the parser meets hostile headers; nothing may be lost to it
        return Letter("", "", "", None, received, (), (f"the headers cannot be read: {error}",))

    def letter(lines: tuple[Line, ...], *faults: str) -> Letter:
        return Letter(sender, subject, message_id, dated, received, lines, faults, automatic)

    try:
        body = message.get_body(("plain",))
        text = body.get_content() if isinstance(body, EmailMessage) else None
    except Exception as error:
        return letter((), f"its text cannot be read: {error}")
    if not isinstance(text, str):
        return letter((), "there is no plain text in it")
    return letter(tuple(_lines(text)))


def _automatic(message: EmailMessage) -> bool:
    """Vacation notices, bounces, lists, our own mail come back: by RFC 3834 and common usage."""

    def header(name: str) -> str:
        return str(message.get(name, "")).strip().lower()

    return (
        header("Auto-Submitted") not in ("", "no")
        or header("Precedence") in ("bulk", "junk", "list", "auto_reply")
        or header("Return-Path") == "<>"
        or any(map(header, ("List-Id", "X-Auto-Response-Suppress", "X-Failed-Recipients")))
        or message.get_content_type() == "multipart/report"
    )


def _dated(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def _lines(text: str) -> Iterator[Line]:
    signed = False
    for number, line in enumerate(text.splitlines(), start=1):
        depth = 0
        rest = line
        while rest.startswith(">"):
            depth += 1
            rest = rest[1:].removeprefix(" ")
        signed = signed or line.rstrip("\r") in ("-- ", "--")
        kind: Literal["text", "quoted", "signature"] = (
            "signature" if signed else "quoted" if depth else "text"
        )
        yield Line(number, rest if depth else line, kind, depth)
