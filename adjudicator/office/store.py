"""The store of an office: one SQLite file with its letters, ledgers and outgoing mail.

The only module with SQL. Every method is one transaction: it is done and on the disk when the
method returns, or it raises and nothing of it is done. Times are aware and are kept as UTC.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from types import MappingProxyType
from typing import Any

from adjudicator.office import ledger
from adjudicator.office.kept import (
    Damaged,
    Handled,
    KeptLetter,
    Moved,
    OutgoingMail,
    StoreError,
    Unavailable,
    digest,
    typed,
)
from adjudicator.office.ledger import START, Entry, Head, LedgerEvent, utc_text


class Store(AbstractContextManager["Store"]):
    """The store in this file, which is made if there is none. A context manager that closes it.

    Not for several threads; several processes may each have their own. One waits `timeout` seconds
    for another. Every method may raise Unavailable or Damaged; opening the file of a newer version
    of this program, or of another program, a StoreError.
    """

    def __init__(self, path: Path | str, timeout: float = 30.0) -> None:
        self._name = str(path)
        with self._explained():
            self._db = sqlite3.connect(path, timeout=timeout, isolation_level=None)
        try:
            self._db.row_factory = sqlite3.Row
            self._prepare(monotonic() + timeout)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file. It can be called twice."""
        self._db.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- letters

    def keep_letter(self, raw: bytes, received: datetime, source: str) -> str:
        """Keep a letter and return its id, the same for the same source.

        Should a source come again with other bytes, the first letter stands and the other goes to
        the quarantine.
        """
        return self.keep_letters([(raw, received, source)])[0]

    def keep_letters(self, letters: Iterable[tuple[bytes, datetime, str]]) -> tuple[str, ...]:
        """Keep all of these letters or none, as `keep_letter` does; their ids."""
        with self._transaction():
            return tuple(self._keep_one(*letter) for letter in letters)

    def _keep_one(self, raw: bytes, received: datetime, source: str) -> str:
        source = source.encode("utf-8", "backslashreplace").decode()
        letter = self._keep(source, received, raw)
        if self._read("SELECT raw FROM letters WHERE id = ?", letter)[0]["raw"] != raw:
            reason = f"other bytes came from the source of letter {letter}"
            self._keep(f"{source} again, {sha256(raw).hexdigest()}", received, raw, reason)
        return letter

    def _keep(self, source: str, received: datetime, raw: bytes, reason: str = "") -> str:
        letter, at = sha256(source.encode()).hexdigest()[:20], utc_text(received)
        new = self._db.execute(
            "INSERT INTO letters VALUES (NULL, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (letter, source, at, bool(reason), digest(raw, letter, source, at), raw),
        )
        if reason and new.rowcount:
            self._db.execute("INSERT INTO quarantine VALUES (?, ?)", (letter, reason))
        return letter

    def letters_waiting(self) -> tuple[str, ...]:
        """The ids of the letters not yet handled: first received first, then as they were kept."""
        sql = "SELECT id FROM letters WHERE handled = 0 ORDER BY received, serial"
        return tuple(row["id"] for row in self._read(sql))

    def letter(self, letter: str) -> KeptLetter:
        """The letter with this id. KeyError if there is none."""
        for row in self._read("SELECT * FROM letters WHERE id = ?", letter):
            return _letter(row)
        raise KeyError(letter)

    def quarantine(self) -> dict[str, str]:
        """The ids of the letters that wait for the GM, oldest first, and why."""
        sql = "SELECT id, reason FROM quarantine JOIN letters ON id = letter ORDER BY serial"
        return {row["id"]: row["reason"] for row in self._read(sql)}

    def drop(self, letter: str) -> None:
        """Take a letter from the quarantine, to rest. KeyError if it is not in it."""
        with self._transaction() as db:
            if not db.execute("DELETE FROM quarantine WHERE letter = ?", (letter,)).rowcount:
                raise KeyError(letter)

    # --- games

    def games(self) -> tuple[str, ...]:
        """All games, by name."""
        return tuple(row["game"] for row in self._read("SELECT game FROM games ORDER BY game"))

    def games_of(self, address: str) -> tuple[str, ...]:
        """The games that this address (in lower case) takes part in, by name."""
        sql = "SELECT game FROM addresses WHERE address = ? ORDER BY game"
        return tuple(row["game"] for row in self._read(sql, address))

    def due_games(self, now: datetime) -> tuple[str, ...]:
        """The games with something due by now, longest due first."""
        sql = "SELECT game FROM games WHERE due <= ? ORDER BY due, game"
        return tuple(row["game"] for row in self._read(sql, utc_text(now)))

    def load(
        self, game: str, upto: int | None = None
    ) -> tuple[Head, bytes, tuple[LedgerEvent, ...]]:
        """A game's head, its latest snapshot, b"" if none, and the events since; checked.

        With `upto` as it stood at that sequence. An unknown game stands at Head(0, "").
        """
        with self._transaction("BEGIN") as db:
            head = self._head(game)
            last = head.sequence if upto is None else min(upto, head.sequence)
            sql = "SELECT * FROM snapshots WHERE game = ? AND sequence <= ? ORDER BY sequence DESC"
            row = db.execute(f"{sql} LIMIT 1", (game, last)).fetchone()
            start = Head(row["sequence"], row["hash"]) if row else START
            entries = self.entries(game, start.sequence, last)
        end = entries[-1].head if entries else start
        stated = head if last == head.sequence else end
        if ledger.first_break(entries, start, stated) is not None or end.sequence != last:
            raise Damaged(f"{self._name}: the ledger of game {game} does not hold")
        return end, _snapshot(row) if row else b"", tuple(entry.event for entry in entries)

    def entries(self, game: str, since: int = 0, upto: int = 2**62) -> tuple[Entry, ...]:
        """The ledger's entries after one sequence up to another, as they are stored; unchecked."""
        sql = "SELECT * FROM entries WHERE game = ? AND sequence > ? AND sequence <= ?"
        rows = self._read(f"{sql} ORDER BY sequence", game, since, upto)
        return tuple(typed(Entry, dict(row)) for row in rows)

    def commit(
        self,
        changes: Mapping[str, tuple[Head, Sequence[LedgerEvent]]],
        mail: Iterable[OutgoingMail] = (),
        letter: str | None = None,
        *,
        snapshots: Mapping[str, bytes] = MappingProxyType({}),
        schedule: Mapping[str, datetime | None] = MappingProxyType({}),
        addresses: Mapping[str, Iterable[str]] = MappingProxyType({}),
        again: Mapping[str, datetime] = MappingProxyType({}),
        quarantine: str | None = None,
        released: bool = False,
    ) -> dict[str, Head]:
        """Record all that followed from one letter or one deadline; the new heads by game.

        `changes` has the head each game was loaded with and the events that follow; a new game
        starts from Head(0, ""). `letter` is the one handled by this, `quarantine` the reason why
        the GM shall see it; with `released` it was in the quarantine and leaves it. `snapshots` are
        the states after the events, `schedule` says when a game has something due next, None:
        nothing, `addresses` (in lower case) who takes part; games not in these keep theirs.
        `again` are the ids of mails whose same bytes are due once more, and when.

        Moved: a game does not stand at its head any more. Handled: the letter was, look no further.
        StoreError: a message id was used before. ValueError: the arguments contradict each other.
        """
        if letter is None and (quarantine is not None or released):
            raise ValueError("something about the quarantine, but no letter")
        if unknown := (snapshots.keys() | schedule.keys() | addresses.keys()) - changes.keys():
            raise ValueError(f"no changes of game {min(unknown)}")
        entries = {game: ledger.chained(*change) for game, change in changes.items()}
        heads = {game: new[-1].head if new else changes[game][0] for game, new in entries.items()}
        if START in heads.values():
            raise ValueError("a game begins with an event")
        mails = [_mail_row(new) for new in mail]
        with self._transaction() as db:
            if letter is not None:
                self._handle(letter, quarantine, released)
            for game, head in heads.items():
                if (current := self._head(game)) != changes[game][0]:
                    raise Moved(game, current)
                sql = "INSERT INTO games (sequence, hash, game) VALUES (?, ?, ?)"
                if current != START:
                    sql = "UPDATE games SET sequence = ?, hash = ? WHERE game = ?"
                db.execute(sql, (head.sequence, head.hash, game))
                rows = [_entry_row(game, entry) for entry in entries[game]]
                db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
                if (data := snapshots.get(game)) is not None:
                    check = digest(data, game, str(head.sequence), head.hash)
                    row = (game, head.sequence, head.hash, check, data)
                    db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)", row)
                if game in schedule:
                    due = _text(schedule[game])
                    db.execute("UPDATE games SET due = ? WHERE game = ?", (due, game))
                if game in addresses:
                    db.execute("DELETE FROM addresses WHERE game = ?", (game,))
                    players = [(address, game) for address in sorted(set(addresses[game]))]
                    db.executemany("INSERT INTO addresses VALUES (?, ?)", players)
            db.executemany(_INSERT_MAIL, mails)
            sql = "UPDATE outbox SET due = ? WHERE message_id = ?"
            db.executemany(sql, [(utc_text(at), message_id) for message_id, at in again.items()])
        return heads

    def _handle(self, letter: str, quarantine: str | None, released: bool) -> None:
        sql = "UPDATE letters SET handled = 1 WHERE id = ? AND handled = 0"
        if released:
            sql = "DELETE FROM quarantine WHERE letter = ?"
        if not self._db.execute(sql, (letter,)).rowcount:
            known = self._read("SELECT 1 FROM letters WHERE id = ?", letter)
            raise Handled(f"letter {letter} was handled already") if known else KeyError(letter)
        if quarantine is not None:
            self._db.execute("INSERT INTO quarantine VALUES (?, ?)", (letter, quarantine))

    def _head(self, game: str) -> Head:
        sql = "SELECT sequence, hash FROM games WHERE game = ?"
        return next((Head(*row) for row in self._read(sql, game)), START)

    def erase(self, game: str, sequences: Iterable[int]) -> None:
        """Erase the payloads of these entries, and the snapshots that may hold what was in them.

        For a person's request: the bytes are overwritten. KeyError if there is no such entry.
        """
        self._read("PRAGMA secure_delete = ON")
        with self._transaction() as db:
            for key in ((game, sequence) for sequence in sequences):
                sql = "UPDATE entries SET payload = NULL WHERE game = ? AND sequence = ?"
                if not db.execute(sql, key).rowcount:
                    raise KeyError(key)
                db.execute("DELETE FROM snapshots WHERE game = ? AND sequence >= ?", key)
        self._read("PRAGMA wal_checkpoint(TRUNCATE)")

    # --- outgoing mail

    def add_once(self, mail: OutgoingMail) -> None:
        """Put a mail into the outbox, unless there was one with its id."""
        with self._transaction() as db:
            db.execute(f"{_INSERT_MAIL} ON CONFLICT DO NOTHING", _mail_row(mail))

    def outbox(
        self, now: datetime, limit: int = 100, until: datetime | None = None
    ) -> tuple[OutgoingMail, ...]:
        """The mails to be sent by now, at most `limit`, longest due first.

        With `until` they are the caller's till then: no other is shown them, unless he fails to
        mark them by that time.
        """
        sql = "SELECT * FROM outbox WHERE due <= ? ORDER BY due, serial LIMIT ?"
        if until is None:
            return tuple(map(_mail, self._read(sql, utc_text(now), limit)))
        mails = []
        with self._transaction() as db:
            for row in db.execute(sql, (utc_text(now), limit)).fetchall():
                at: str | None = utc_text(until)
                try:
                    mails.append(_mail(row))
                except Damaged as error:  # it must not stop those behind it
                    db.execute("UPDATE outbox SET failure = ? WHERE serial = ?",
                               (str(error), row["serial"]))  # fmt: skip
                    at = None
                db.execute("UPDATE outbox SET due = ? WHERE serial = ?", (at, row["serial"]))
        return tuple(mails)

    def mark_sent(self, message_ids: str | Iterable[str], when: datetime) -> None:
        """The mail was handed over, or these mails were. KeyError if there is none."""
        ids = [message_ids] if isinstance(message_ids, str) else message_ids
        sql = "sent = ?, due = NULL, attempts = attempts + 1, failed = NULL, failure = NULL"
        self._mark(ids, sql, utc_text(when))

    def mark_failed(
        self, message_id: str, when: datetime, reason: str, retry_at: datetime | None
    ) -> None:
        """The mail could not be handed over: try again at `retry_at`, or never."""
        sql = "failed = ?, failure = ?, due = iif(due IS NULL, NULL, ?), attempts = attempts + 1"
        self._mark([message_id], sql, utc_text(when), reason, _text(retry_at))

    def send_again(self, message_id: str, due: datetime) -> None:
        """Put a mail's same bytes into the outbox once more. KeyError if there is none."""
        self._mark([message_id], "due = ?", utc_text(due))

    def _mark(self, message_ids: Iterable[str], assignments: str, *values: str | None) -> None:
        sql = f"UPDATE outbox SET {assignments} WHERE message_id = ?"
        with self._transaction() as db:
            for message_id in message_ids:
                if not db.execute(sql, (*values, message_id)).rowcount:
                    raise KeyError(message_id)

    def mail(self, message_id: str) -> OutgoingMail:
        """The mail with this id. KeyError if there is none."""
        for row in self._read("SELECT * FROM outbox WHERE message_id = ?", message_id):
            return _mail(row)
        raise KeyError(message_id)

    def mail_of(self, game: str, seat: str | None = None) -> tuple[OutgoingMail, ...]:
        """The mail of a game, to one seat or to all, in the order it was written."""
        sql = "SELECT * FROM outbox WHERE game = ? AND seat = ifnull(?, seat) ORDER BY serial"
        return tuple(map(_mail, self._read(sql, game, seat)))

    def mail_failed(self) -> dict[str, str]:
        """The ids of the mails whose last attempt failed, tried again or not, and why."""
        sql = "SELECT message_id, failure FROM outbox WHERE failure IS NOT NULL ORDER BY serial"
        return {row["message_id"]: row["failure"] for row in self._read(sql)}

    # --- what the office itself remembers

    def note(self, name: str) -> str:
        """What was noted under this name, "" if nothing was."""
        rows = self._read("SELECT text FROM notes WHERE name = ?", name)
        return str(rows[0]["text"]) if rows else ""

    def set_note(self, name: str, text: str) -> None:
        """Note this under the name, in place of what was."""
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, text))

    # --- checking

    def verify(self, game: str) -> int | None:
        """Where the game's chain first breaks, None if it holds. Damaged if it cannot be read."""
        with self._transaction("BEGIN"):
            return ledger.first_break(self.entries(game), end=self._head(game))

    def damage(self) -> tuple[str, ...]:
        """All that is found wrong in the file, each a sentence. Reads the whole of it."""
        stored = self._read("SELECT sql FROM sqlite_master WHERE sql NOT NULL")
        if {row[0] for row in stored} != {sql for statements in _VERSIONS for sql in statements}:
            return (f"{self._name}: the tables or their safeguards were changed",)
        found = []
        try:
            found += [row[0] for row in self._read("PRAGMA integrity_check") if row[0] != "ok"]
            for row in self._read("PRAGMA foreign_key_check"):
                found.append(f"a row of {row[0]} belongs to nothing in {row[2]}")
            for game in self.games():
                if (sequence := self.verify(game)) is not None:
                    found.append(f"the ledger of game {game} does not hold at entry {sequence}")
            checks = {"snapshots": _snapshot, "letters": _letter, "outbox": _mail}
            with self._explained():
                for table, check in checks.items():
                    for row in self._db.execute(f"SELECT * FROM {table}"):
                        check(row)
        except StoreError as error:
            found.append(str(error))
        return tuple(found)

    # --- SQLite

    def _prepare(self, deadline: float) -> None:
        while True:  # SQLite itself does not wait here, when two processes make the file at once
            try:
                self._read("PRAGMA journal_mode = WAL")
                break
            except Unavailable as error:
                busy = getattr(error.__cause__, "sqlite_errorcode", 0) == sqlite3.SQLITE_BUSY
                if not busy or monotonic() > deadline:
                    raise
                sleep(0.01)
        self._read("PRAGMA synchronous = FULL")
        self._read("PRAGMA foreign_keys = ON")
        with self._transaction() as db:
            version = self._read("PRAGMA user_version")[0][0]
            if version > len(_VERSIONS):
                about = f"its format is {version}, this program knows up to {len(_VERSIONS)}"
                raise StoreError(f"{self._name} was written by a newer version: {about}")
            if not version and db.execute("SELECT 1 FROM sqlite_master").fetchone():
                raise StoreError(f"{self._name} is a database, but not of an office")
            for statement in (sql for statements in _VERSIONS[version:] for sql in statements):
                db.execute(statement)
            if version < len(_VERSIONS):
                db.execute(f"PRAGMA user_version = {len(_VERSIONS)}")

    def _read(self, sql: str, *values: object) -> list[sqlite3.Row]:
        with self._explained():
            return self._db.execute(sql, values).fetchall()

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[sqlite3.Connection]:
        with self._explained():
            self._db.execute(begin)
            try:
                yield self._db
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """SQLite's errors as ours."""
        try:
            yield
        except sqlite3.ProgrammingError:
            raise
        except (sqlite3.Error, UnicodeDecodeError) as error:  # text that is no UTF-8 has no code
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            passing = isinstance(error, sqlite3.OperationalError) and code != sqlite3.SQLITE_ERROR
            kind = Damaged if code in _DAMAGED else Unavailable if passing else StoreError
            raise kind(f"{self._name}: {error}") from error


def _intact(row: sqlite3.Row, column: str, *fields: str) -> dict[str, Any]:
    """The row, if its digest is that of this column and these fields; Damaged if not."""
    kept = dict(row)
    data, stored = kept[column], kept["digest"]
    if not isinstance(data, bytes) or stored != digest(data, *(str(kept[f]) for f in fields)):
        raise Damaged(f"what is kept as {fields[0]} {kept[fields[0]]} is damaged")
    return kept


def _snapshot(row: sqlite3.Row) -> bytes:
    return bytes(_intact(row, "data", "game", "sequence", "hash")["data"])


def _letter(row: sqlite3.Row) -> KeptLetter:
    return typed(KeptLetter, _intact(row, "raw", "id", "source", "received"))


def _mail(row: sqlite3.Row) -> OutgoingMail:
    return typed(OutgoingMail, _intact(row, "raw", "message_id", "game", "seat", "to"))


def _text(when: datetime | None) -> str | None:
    return None if when is None else utc_text(when)


def _entry_row(game: str, new: Entry) -> tuple[object, ...]:
    at = utc_text(new.when)
    return (game, new.sequence, new.kind, at, new.payload_hash, new.hash, new.payload)


def _mail_row(new: OutgoingMail) -> tuple[object, ...]:
    names = (new.message_id, new.game, new.seat, new.to)
    return (*names, _text(new.due), new.attempts, digest(new.raw, *names), new.raw)


_INSERT_MAIL = "INSERT INTO outbox VALUES (NULL, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, ?, ?)"
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

# The statements that make each version of the file out of the one before; only ever added to.
_VERSIONS = (
    (
        """CREATE TABLE games (game TEXT PRIMARY KEY,
            sequence INTEGER NOT NULL, hash TEXT NOT NULL, due TEXT) STRICT, WITHOUT ROWID""",
        "CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL",
        """CREATE TABLE addresses (address TEXT NOT NULL, game TEXT NOT NULL REFERENCES games,
            PRIMARY KEY (address, game)) STRICT, WITHOUT ROWID""",
        "CREATE INDEX addresses_game ON addresses (game)",
        "CREATE TABLE notes (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID",
        """CREATE TABLE entries (game TEXT NOT NULL REFERENCES games, sequence INTEGER NOT NULL,
            kind TEXT NOT NULL, "when" TEXT NOT NULL, payload_hash TEXT NOT NULL,
            hash TEXT NOT NULL, payload BLOB, PRIMARY KEY (game, sequence)
            ) STRICT, WITHOUT ROWID""",
        """CREATE TRIGGER entries_only_at_the_end BEFORE INSERT ON entries
        WHEN EXISTS (SELECT 1 FROM entries WHERE game = NEW.game AND sequence >= NEW.sequence)
        BEGIN SELECT RAISE(ABORT, 'the ledger grows only at its end'); END""",
        """CREATE TRIGGER entries_stay BEFORE DELETE ON entries
        BEGIN SELECT RAISE(ABORT, 'no entry of the ledger is deleted'); END""",
        """CREATE TRIGGER entries_stand BEFORE UPDATE ON entries WHEN NEW.payload IS NOT NULL
        OR (NEW.game, NEW.sequence, NEW.kind, NEW."when", NEW.payload_hash, NEW.hash)
        IS NOT (OLD.game, OLD.sequence, OLD.kind, OLD."when", OLD.payload_hash, OLD.hash)
        BEGIN SELECT RAISE(ABORT, 'no entry of the ledger is changed'); END""",
        """CREATE TABLE snapshots (game TEXT NOT NULL REFERENCES games, sequence INTEGER NOT NULL,
            hash TEXT NOT NULL, digest TEXT NOT NULL, data BLOB NOT NULL,
            PRIMARY KEY (game, sequence)) STRICT""",
        """CREATE TABLE letters (serial INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
            source TEXT NOT NULL, received TEXT NOT NULL, handled INTEGER NOT NULL,
            digest TEXT NOT NULL, raw BLOB NOT NULL) STRICT""",
        "CREATE INDEX letters_waiting ON letters (received, serial) WHERE handled = 0",
        """CREATE TABLE quarantine (letter TEXT PRIMARY KEY REFERENCES letters (id),
            reason TEXT NOT NULL) STRICT""",
        """CREATE TABLE outbox (serial INTEGER PRIMARY KEY, message_id TEXT NOT NULL UNIQUE,
            game TEXT NOT NULL, seat TEXT NOT NULL, "to" TEXT NOT NULL, due TEXT,
            attempts INTEGER NOT NULL, sent TEXT, failed TEXT, failure TEXT,
            digest TEXT NOT NULL, raw BLOB NOT NULL) STRICT""",
        "CREATE INDEX outbox_due ON outbox (due, serial) WHERE due IS NOT NULL",
        "CREATE INDEX outbox_game ON outbox (game, seat)",
        "CREATE INDEX outbox_failed ON outbox (serial) WHERE failure IS NOT NULL",
    ),
)
