"""Bytes to the parts of a mail, by the standard library, within limits that hostile mail meets."""

import email
import re
from email.message import EmailMessage
from email.policy import EmailPolicy
from itertools import islice
from typing import Any, NamedTuple

LARGEST = 32 * 2**20  # bytes of a mail that are read
MOST_LINES = 300_000  # of a mail, with its attachments: 20 MiB in base64
MOST_PARTS = 100
DEEPEST_PART = 12  # each level costs time on every line below it
MOST_HEADERS = 300  # of a part
LONGEST_HEADER = 4000  # characters
LONGEST_TYPE = 700  # of a Content- header, whose parser takes the square of its length

_LINE_END = re.compile(rb"\r\n?|\n")


class Parsed(NamedTuple):
    """A mail, and what of it was not read."""

    message: EmailMessage
    faults: tuple[str, ...] = ()


def parsed(raw: bytes) -> Parsed:
    """The parts of a mail: all, or as many as came before a limit. Never raises.

    Reading a header or a payload of them may raise all the same, but a header in an encoding that
    nobody knows is given as it was written.
    """
    faults = []
    cut = _within(raw.removeprefix(b"\xef\xbb\xbf"))
    if len(cut) < len(raw) - 3:
        faults.append(f"it is too large: only its first {len(cut)} bytes were read")
    begun: list[_Part] = []

    def begin(policy: Any = None) -> _Part:
        if len(begun) == MOST_PARTS:
            raise _Beyond(f"it has too many parts: only the first {MOST_PARTS} were read")
        part = _Part(policy=_POLICY)
        begun.append(part)
        return part

    try:
        email.message_from_bytes(cut, policy=_POLICY.clone(message_factory=begin))
    except _Beyond as beyond:
        faults.append(str(beyond))
    except Exception as error:  # the parser meets hostile mail; nothing may be lost to it
        faults.append(f"a part of it cannot be read: {error}")
    return Parsed(begun[0] if begun else _Part(policy=_POLICY), tuple(faults))


def _within(raw: bytes) -> bytes:
    """The beginning of a mail, no more than is read of any."""
    raw = raw[:LARGEST]
    last = next(islice(_LINE_END.finditer(raw), MOST_LINES - 1, None), None)
    return raw if last is None else raw[: last.end()]


class _Beyond(Exception):
    """A limit is met: what was read so far is the mail."""


class _Part(EmailMessage):
    """A part that knows how deep it stands, and keeps no more headers than anybody needs."""

    depth = 0

    def set_raw(self, name: str, value: Any) -> None:
        """As the parser calls it for each header."""
        if len(self) < MOST_HEADERS:
            super().set_raw(name, value)

    def attach(self, payload: Any) -> None:
        """As the parser calls it for each part within, before it reads that."""
        payload.depth = self.depth + 1
        if payload.depth > DEEPEST_PART:
            raise _Beyond(
                f"its parts are nested too deep: only the first {DEEPEST_PART} levels were read"
            )
        super().attach(payload)


class _Guarded(EmailPolicy):
    """The default policy; but no header is too long, and none raises."""

    def header_source_parse(self, sourcelines: Any) -> tuple[str, Any]:
        """A header as it is kept. What says how to read the part is parsed here, once."""
        name, value = super().header_source_parse(sourcelines)
        newest = name.lower() == "references"  # which stands last
        value = _recoded(value[-LONGEST_HEADER:] if newest else value[:LONGEST_HEADER])
        if name.lower().startswith("content-"):
            return name, self.header_fetch_parse(name, value[:LONGEST_TYPE])
        return name, value

    def header_fetch_parse(self, name: str, value: Any) -> Any:
        """A header as it is read; as it was written, if its parser fails on it."""
        try:
            return super().header_fetch_parse(name, value)
        except Exception:  # of hostile mail it raises what it likes
            return self.header_factory("X-Unstructured", " ".join(value.split()).replace("=?", ""))


_POLICY = _Guarded()


def _recoded(value: str) -> str:
    """Characters for the bytes that should have been encoded and were not."""
    if value.isascii():
        return value
    raw = value.encode("ascii", "surrogateescape")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")
