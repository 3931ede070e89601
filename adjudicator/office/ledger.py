"""The ledger of a game: events in order, each chained to the one before. Pure; it stores nothing.

The hash of an entry is the SHA-256, in lower case hex, of these five lines of UTF-8, joined by line
feeds, none after the last::

    hash of the entry before ("" before the first)
    sequence (decimal, from 1)
    kind
    when (UTC, as 2026-11-03T20:00:00.000000+00:00)
    SHA-256 of the payload (lower case hex)

The payload is JSON. Because only its hash goes into the chain, it may be withheld from a reader or
erased, and the chain can still be checked. A payload that few guesses would hit can be found from
its hash: where the reader must not know it, it has to contain something unguessable.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

Aware = Annotated[datetime, Meta(tz=True)]
T = TypeVar("T")


class Head(Struct, frozen=True):
    """Where a ledger stands: the sequence and the hash of its last entry."""

    sequence: int
    hash: str


START = Head(0, "")
"""The head of a ledger without entries."""


class LedgerEvent(Struct, frozen=True):
    """What happened and when (aware UTC). `payload` is JSON; None: withheld or erased."""

    kind: str
    payload: bytes | None
    when: Aware

    def read(self, model: type[T]) -> T:
        """The payload as what it was. ValueError if it was erased or does not fit."""
        if self.payload is None:
            raise ValueError(f"the content of this {self.kind!r} event was erased")
        return msgspec.json.decode(self.payload, type=model)


class Entry(Struct, frozen=True):
    """An event in its place in the chain."""

    sequence: int
    kind: str
    payload: bytes | None
    when: Aware
    payload_hash: str
    hash: str

    @property
    def event(self) -> LedgerEvent:
        """What happened."""
        return LedgerEvent(self.kind, self.payload, self.when)

    @property
    def head(self) -> Head:
        """Where the ledger stands after this entry."""
        return Head(self.sequence, self.hash)


def event(kind: str, payload: Any, when: datetime) -> LedgerEvent:
    """An event from a struct or plain data. ValueError if the time has no zone."""
    encoded = msgspec.json.encode(payload, order="deterministic")
    return LedgerEvent(kind, encoded, datetime.fromisoformat(utc_text(when)))


def utc_text(when: datetime) -> str:
    """A time as text that sorts as the times do. ValueError if it has no zone."""
    if when.tzinfo is None:
        raise ValueError(f"a time without a zone: {when}")
    return when.astimezone(UTC).isoformat(timespec="microseconds")


def chained(head: Head, events: Iterable[LedgerEvent]) -> tuple[Entry, ...]:
    """The entries that these events make after this head. ValueError if one has no payload."""
    entries = []
    for new in events:
        if new.payload is None:
            raise ValueError(f"a {new.kind!r} event without a payload cannot be recorded")
        payload_hash = sha256(new.payload).hexdigest()
        link = _link(head, new.kind, new.when, payload_hash)
        entry = Entry(head.sequence + 1, new.kind, new.payload, new.when, payload_hash, link)
        entries.append(entry)
        head = entry.head
    return tuple(entries)


def first_break(
    entries: Iterable[Entry], start: Head = START, end: Head | None = None
) -> int | None:
    """The sequence at which the chain first does not hold, None if it does.

    `start` is the head before the first entry. If `end` is given and is not the head after the
    last, the break is where the next entry should stand: some are missing, or it was not the last.
    """
    head = start
    for entry in entries:
        payload = entry.payload
        if (
            entry.sequence != head.sequence + 1
            or (payload is not None and sha256(payload).hexdigest() != entry.payload_hash)
            or _link(head, entry.kind, entry.when, entry.payload_hash) != entry.hash
        ):
            return head.sequence + 1
        head = entry.head
    return None if end in (None, head) else head.sequence + 1


def _link(head: Head, kind: str, when: datetime, payload_hash: str) -> str:
    lines = (head.hash, str(head.sequence + 1), kind, utc_text(when), payload_hash)
    return sha256("\n".join(lines).encode()).hexdigest()
