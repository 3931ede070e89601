"""The store of an office: one SQLite file with its letters, ledgers and outgoing mail.

All SQL is here, but for the tables (`schema`). Every method is one transaction: it is done and on
the disk when the method returns, or it raises and nothing of it is done. Times are aware and are
kept as UTC.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from types import MappingProxyType

from msgspec.structs import astuple

from adjudicator.office import ledger, stored
from adjudicator.office.kept import (
    Damaged,
    Handled,
    KeptLetter,
    Moved,
    OutgoingMail,
    Reply,
    Seen,
    StoreError,
    Unavailable,
    digest,
    typed,
)
from adjudicator.office.ledger import START, Entry, Head, LedgerEvent, utc_text
from adjudicator.office.schema import VERSIONS


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

    def keep_letters(
        self,
        letters: Iterable[tuple[bytes, datetime, str]],
        notes: Mapping[str, str] = MappingProxyType({}),
    ) -> tuple[str, ...]:
        """Keep all of these letters or none, as `keep_letter` does, and these notes; their ids."""
        with self._transaction() as db:
            db.executemany(_INSERT_NOTE, notes.items())
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
            return stored.letter(row)
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
        return end, stored.snapshot(row) if row else b"", tuple(entry.event for entry in entries)

    def entries(
        self, game: str, since: int = 0, upto: int = 2**62, kind: str | None = None
    ) -> tuple[Entry, ...]:
        """The ledger's entries after one sequence up to another, all or those of a kind, as they
        are stored; unchecked."""
        sql = """SELECT * FROM entries WHERE game = ? AND sequence > ? AND sequence <= ?
            AND kind = ifnull(?, kind) ORDER BY sequence"""
        rows = self._read(sql, game, since, upto, kind)
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
        seen: Iterable[Seen] = (),
        replies: Iterable[Reply] = (),
        told: Iterable[Reply] = (),
        notes: Mapping[str, str] = MappingProxyType({}),
    ) -> dict[str, Head]:
        """Record all that followed from one letter or one deadline; the new heads by game.

        `changes` has the head each game was loaded with and the events that follow; a new game
        starts from Head(0, ""). `letter` is the one handled by this, `quarantine` the reason why
        the GM shall see it; with `released` it was in the quarantine and leaves it. `snapshots` are
        the states after the events, `schedule` says when a game has something due next, None:
        nothing, `addresses` (in lower case) who takes part; games not in these keep theirs.
        `again` are the ids of mails whose same bytes are due once more, and when; `notes` are what
        `note` tells from now on. `seen` is whose the letter was found to be, `replies` what was
        written because of it or is owed, `told` what was owed and is told by these mails.

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
        mails = [stored.mail_row(new) for new in mail]
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
                rows = [stored.entry_row(game, entry) for entry in entries[game]]
                db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
                if (data := snapshots.get(game)) is not None:
                    check = digest(data, game, str(head.sequence), head.hash)
                    row = (game, head.sequence, head.hash, check, data)
                    db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)", row)
                if game in schedule:
                    due = stored.time_text(schedule[game])
                    db.execute("UPDATE games SET due = ? WHERE game = ?", (due, game))
                if game in addresses:
                    db.execute("DELETE FROM addresses WHERE game = ?", (game,))
                    players = [(address, game) for address in sorted(set(addresses[game]))]
                    db.executemany("INSERT INTO addresses VALUES (?, ?)", players)
            db.executemany(_INSERT_MAIL, mails)
            db.executemany(_INSERT_NOTE, notes.items())
            sql = "UPDATE outbox SET due = ? WHERE message_id = ?"
            db.executemany(sql, [(utc_text(at), message_id) for message_id, at in again.items()])
            rows = [(*astuple(one)[:3], utc_text(one.received), *astuple(one)[4:]) for one in seen]
            db.executemany("INSERT INTO seen VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", rows)
            rows = [
                (*stored.owed_key(one), utc_text(one.at), one.mailed, one.done) for one in replies
            ]
            db.executemany("INSERT INTO replies VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", rows)
            sql = """UPDATE replies SET done = '' WHERE letter = ? AND game = ? AND seat = ?
                AND "to" = ?"""
            db.executemany(sql, [stored.owed_key(one) for one in told])
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

    # --- letters by whom they are, and what was written because of them

    def seen(self, game: str, seat: str, message_id: str, content: str) -> tuple[Seen, ...]:
        """The letters of a seat with this message id and content, none without a message id."""
        sql = """SELECT * FROM seen WHERE game = ? AND seat = ? AND message_id = ?
            AND message_id <> '' AND content = ? ORDER BY serial"""
        rows = self._read(sql, game, seat, message_id, content)
        return tuple(typed(Seen, stored.unnumbered(row)) for row in rows)

    def last_seen(self, game: str, seat: str) -> Seen | None:
        """The last letter that was read as that of a seat."""
        sql = "SELECT * FROM seen WHERE game = ? AND seat = ? ORDER BY serial DESC LIMIT 1"
        for row in self._read(sql, game, seat):
            return typed(Seen, stored.unnumbered(row))
        return None

    def replies_since(self, to: str, when: datetime) -> int:
        """How many mails were written to an address because of letters, after this time."""
        sql = 'SELECT count(*) FROM replies WHERE "to" = ? AND mailed = 1 AND at > ?'
        return int(self._read(sql, to, utc_text(when))[0][0])

    def owed(self, to: str, game: str = "", seat: str = "") -> tuple[Reply, ...]:
        """What an address is owed and was not told yet, the oldest first."""
        sql = """SELECT * FROM replies WHERE "to" = ? AND game = ? AND seat = ? AND mailed = 0
            AND done <> '' ORDER BY serial"""
        rows = self._read(sql, to, game, seat)
        return tuple(typed(Reply, {**stored.unnumbered(row), "mailed": False}) for row in rows)

    # --- outgoing mail

    def add_once(self, mail: OutgoingMail) -> None:
        """Put a mail into the outbox, unless there was one with its id."""
        with self._transaction() as db:
            db.execute(f"{_INSERT_MAIL} ON CONFLICT DO NOTHING", stored.mail_row(mail))

    def outbox(
        self, now: datetime, limit: int = 100, until: datetime | None = None
    ) -> tuple[OutgoingMail, ...]:
        """The mails to be sent by now, at most `limit`, longest due first.

        With `until` they are the caller's till then: no other is shown them, unless he fails to
        mark them by that time.
        """
        sql = "SELECT * FROM outbox WHERE due <= ? ORDER BY due, serial LIMIT ?"
        if until is None:
            return tuple(map(stored.mail, self._read(sql, utc_text(now), limit)))
        mails = []
        with self._transaction() as db:
            for row in db.execute(sql, (utc_text(now), limit)).fetchall():
                at: str | None = utc_text(until)
                try:
                    mails.append(stored.mail(row))
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
        self._mark([message_id], sql, utc_text(when), reason, stored.time_text(retry_at))

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
            return stored.mail(row)
        raise KeyError(message_id)

    def mail_of(self, game: str, seat: str | None = None) -> tuple[OutgoingMail, ...]:
        """The mail of a game, to one seat or to all, in the order it was written."""
        sql = "SELECT * FROM outbox WHERE game = ? AND seat = ifnull(?, seat) ORDER BY serial"
        return tuple(map(stored.mail, self._read(sql, game, seat)))

    def first_and_last(
        self, game: str, seat: str, to: str, kinds: Sequence[str]
    ) -> tuple[str, ...]:
        """The ids of the first and the last mail of a game to this reader whose ids begin with one
        of `kinds`; fewer if there are fewer."""
        begins = " OR ".join("substr(message_id, 1, length(?)) = ?" for _ in kinds)
        values = [value for kind in kinds for value in (kind, kind)]
        sql = f"""SELECT min(serial), max(serial) FROM outbox
            WHERE game = ? AND seat = ? AND "to" = ? AND ({begins})"""
        serials = self._read(sql, game, seat, to, *values)[0]
        sql = "SELECT message_id FROM outbox WHERE serial IN (?, ?) ORDER BY serial"
        return tuple(row["message_id"] for row in self._read(sql, *serials))

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
            db.execute(_INSERT_NOTE, (name, text))

    # --- checking

    def verify(self, game: str) -> int | None:
        """Where the game's chain first breaks, None if it holds. Damaged if it cannot be read."""
        with self._transaction("BEGIN"):
            return ledger.first_break(self.entries(game), end=self._head(game))

    def damage(self) -> tuple[str, ...]:
        """All that is found wrong in the file, each a sentence. Reads the whole of it."""
        tables = self._read("SELECT sql FROM sqlite_master WHERE sql NOT NULL")
        if {row[0] for row in tables} != {sql for statements in VERSIONS for sql in statements}:
            return (f"{self._name}: the tables or their safeguards were changed",)
        found = []
        try:
            found += [row[0] for row in self._read("PRAGMA integrity_check") if row[0] != "ok"]
            for row in self._read("PRAGMA foreign_key_check"):
                found.append(f"a row of {row[0]} belongs to nothing in {row[2]}")
            for game in self.games():
                if (sequence := self.verify(game)) is not None:
                    found.append(f"the ledger of game {game} does not hold at entry {sequence}")
            checks = {"snapshots": stored.snapshot, "letters": stored.letter, "outbox": stored.mail}
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
            if version > len(VERSIONS):
                about = f"its format is {version}, this program knows up to {len(VERSIONS)}"
                raise StoreError(f"{self._name} was written by a newer version: {about}")
            if not version and db.execute("SELECT 1 FROM sqlite_master").fetchone():
                raise StoreError(f"{self._name} is a database, but not of an office")
            for statement in (sql for statements in VERSIONS[version:] for sql in statements):
                db.execute(statement)
            if version < len(VERSIONS):
                db.execute(f"PRAGMA user_version = {len(VERSIONS)}")

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


_INSERT_MAIL = "INSERT INTO outbox VALUES (NULL, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, ?, ?)"
_INSERT_NOTE = "INSERT OR REPLACE INTO notes VALUES (?, ?)"
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
