"""The rows of an office's store as values and back; what is read is checked by its digest."""

import sqlite3
from datetime import datetime
from typing import Any

from adjudicator.office.kept import Damaged, KeptLetter, OutgoingMail, Reply, digest, typed
from adjudicator.office.ledger import Entry, utc_text


def _intact(row: sqlite3.Row, column: str, *fields: str) -> dict[str, Any]:
    """The row, if its digest is that of this column and these fields; Damaged if not."""
    kept = dict(row)
    data, stored = kept[column], kept["digest"]
    if not isinstance(data, bytes) or stored != digest(data, *(str(kept[f]) for f in fields)):
        raise Damaged(f"what is kept as {fields[0]} {kept[fields[0]]} is damaged")
    return kept


def snapshot(row: sqlite3.Row) -> bytes:
    """The snapshot in a row. Damaged if it is not what was written."""
    return bytes(_intact(row, "data", "game", "sequence", "hash")["data"])


def letter(row: sqlite3.Row) -> KeptLetter:
    """The letter in a row. Damaged if it is not what was written."""
    return typed(KeptLetter, _intact(row, "raw", "id", "source", "received"))


def mail(row: sqlite3.Row) -> OutgoingMail:
    """The mail in a row. Damaged if it is not what was written."""
    return typed(OutgoingMail, _intact(row, "raw", "message_id", "game", "seat", "to"))


def unnumbered(row: sqlite3.Row) -> dict[str, Any]:
    """A row without its serial number."""
    kept = dict(row)
    del kept["serial"]
    return kept


def owed_key(one: Reply) -> tuple[str, str, str, str]:
    """What a reply that is owed is found by."""
    return one.letter, one.game, one.seat, one.to


def time_text(when: datetime | None) -> str | None:
    """A time as it is kept, None if there is none."""
    return None if when is None else utc_text(when)


def entry_row(game: str, new: Entry) -> tuple[object, ...]:
    """A ledger's entry as a row."""
    at = utc_text(new.when)
    return (game, new.sequence, new.kind, at, new.payload_hash, new.hash, new.payload)


def mail_row(new: OutgoingMail) -> tuple[object, ...]:
    """A new mail as a row, but for its serial number and what became of it."""
    names = (new.message_id, new.game, new.seat, new.to)
    return (*names, time_text(new.due), new.attempts, digest(new.raw, *names), new.raw)
