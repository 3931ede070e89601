"""The store on real files: what it keeps, and what is left of it after a kill, a race, a full disk.

The child processes run `killer`, `racer` or `opener` of this module.
"""

import itertools
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adjudicator.office.kept import (
    Damaged,
    Handled,
    Moved,
    OutgoingMail,
    Reply,
    Seen,
    StoreError,
    Unavailable,
    digest,
)
from adjudicator.office.ledger import START, Head, LedgerEvent, event
from adjudicator.office.schema import VERSIONS
from adjudicator.office.store import Store

ROOT = Path(__file__).parents[2]
NOON = datetime(2026, 11, 3, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "office.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


def happened(text: str = "x", when: datetime = NOON) -> LedgerEvent:
    return event("happened", {"text": text}, when)


def texts(events: tuple[LedgerEvent, ...]) -> list[str]:
    return [one.read(dict[str, str])["text"] for one in events]


def mail(message_id: str, due: datetime = NOON, seat: str = "FRANCE") -> OutgoingMail:
    return OutgoingMail(message_id, "g", seat, "p@example.org", message_id.encode(), due)


def sql(store: Store, statement: str) -> list[tuple[object, ...]]:
    return [tuple(row) for row in store._db.execute(statement)]


# --- letters


def test_a_letter_is_kept_once_by_its_source(store: Store) -> None:
    raw = b"From: a\r\n\r\n\xff\x00"
    letter = store.keep_letter(raw, NOON, "maildir/1")
    assert store.keep_letter(raw, NOON + HOUR, "maildir/1") == letter
    other = store.keep_letter(raw, NOON, "maildir/2")
    assert other != letter
    assert store.letters_waiting() == (letter, other)
    kept = store.letter(letter)
    assert (kept.raw, kept.received, kept.source) == (raw, NOON, "maildir/1")
    with pytest.raises(KeyError):
        store.letter("unknown")
    with pytest.raises(ValueError, match="zone"):
        store.keep_letter(raw, datetime(2026, 1, 1), "maildir/3")


def test_other_bytes_from_the_same_source_are_neither_lost_nor_read(store: Store) -> None:
    letter = store.keep_letter(b"one", NOON, "1")
    for _ in range(2):
        assert store.keep_letter(b"two", NOON, "1") == letter
    assert store.letters_waiting() == (letter,)
    assert store.letter(letter).raw == b"one"
    assert [store.letter(other).raw for other in store.quarantine()] == [b"two"]


def test_a_source_may_be_a_file_name_that_is_no_text(store: Store) -> None:
    source = os.fsdecode(b"new/\xff.eml")
    assert store.keep_letter(b"", NOON, source) == store.keep_letter(b"", NOON, source)


def test_letters_wait_in_the_order_they_were_received(store: Store) -> None:
    hours = {"a": 3, "b": 1, "c": 2, "d": 1}
    ids = {name: store.keep_letter(b"", NOON + n * HOUR, name) for name, n in hours.items()}
    assert store.letters_waiting() == (ids["b"], ids["d"], ids["c"], ids["a"])
    store.commit({}, letter=ids["d"])
    assert store.letters_waiting() == (ids["b"], ids["c"], ids["a"])


def test_one_letter_has_one_effect(store: Store) -> None:
    letter = store.keep_letter(b"orders", NOON, "1")
    heads = store.commit({"g": (START, [happened()])}, [mail("a")], letter)
    with pytest.raises(Handled):
        store.commit({"g": (heads["g"], [happened()])}, [mail("b")], letter)
    with pytest.raises(Handled):  # not Moved: there is nothing to compute again
        store.commit({"g": (START, [happened()])}, [mail("b")], letter)
    with pytest.raises(KeyError):
        store.commit({}, [mail("b")], "unknown")
    assert store.load("g")[0] == heads["g"]
    assert [m.message_id for m in store.outbox(NOON)] == ["a"]


def test_quarantine(store: Store) -> None:
    ids = [store.keep_letter(b"spam", NOON, str(n)) for n in range(3)]
    for letter in ids[::-1]:
        store.commit({}, letter=letter, quarantine=f"why {letter}")
    assert store.quarantine() == {letter: f"why {letter}" for letter in ids}
    assert list(store.quarantine()) == ids
    assert store.letters_waiting() == ()
    store.commit({"g": (START, [happened()])}, [mail("a")], ids[0], released=True)
    store.drop(ids[1])
    assert list(store.quarantine()) == ids[2:]
    assert store.letters_waiting() == ()
    with pytest.raises(Handled):
        store.commit({}, [mail("b")], ids[0], released=True)
    with pytest.raises(KeyError):
        store.drop(ids[1])
    with pytest.raises(ValueError, match="no letter"):
        store.commit({}, quarantine="why")
    with pytest.raises(ValueError, match="no letter"):
        store.commit({}, released=True)


# --- games


def test_a_game_is_loaded_from_its_latest_snapshot(path: Path) -> None:
    with Store(path) as store:
        assert store.load("g") == (START, b"", ())
        one = store.commit({"g": (START, [happened("a"), happened("b")])})["g"]
        assert one.sequence == 2
        assert store.load("g") == (one, b"", (happened("a"), happened("b")))
        two = store.commit({"g": (one, [happened("c")])}, snapshots={"g": b"c"})["g"]
        assert store.load("g") == (two, b"c", ())
        assert store.commit({"g": (two, [])}, snapshots={"g": b"C"}) == {"g": two}
        three = store.commit({"g": (two, [happened("d")])})["g"]
    with Store(path) as store:
        assert store.load("g") == (three, b"C", (happened("d"),))
        assert store.load("g", upto=2) == (one, b"", (happened("a"), happened("b")))
        assert store.load("g", upto=3) == (two, b"C", ())
        assert store.load("g", upto=0) == (START, b"", ())
        assert [entry.head for entry in store.entries("g", since=1)][1:] == [two, three]
        assert store.verify("g") is None
        assert store.damage() == ()


def test_a_commit_that_started_elsewhere_is_refused_whole(store: Store) -> None:
    heads = store.commit({g: (START, [happened()]) for g in ("g", "h")})
    letter = store.keep_letter(b"", NOON, "1")
    store.commit({"h": (heads["h"], [happened()])})
    with pytest.raises(Moved) as caught:
        store.commit({g: (heads[g], [happened()]) for g in ("g", "h")}, [mail("a")], letter)
    assert (caught.value.game, caught.value.head) == ("h", store.load("h")[0])
    with pytest.raises(Moved):
        store.commit({"g": (START, [happened()])})
    with pytest.raises(Moved):
        store.commit({"new": (Head(1, "ab"), [happened()])})
    assert store.load("g")[0] == heads["g"]
    assert store.games() == ("g", "h")
    assert store.letters_waiting() == (letter,)
    assert store.outbox(NOON) == ()


def test_arguments_that_contradict_each_other(store: Store) -> None:
    with pytest.raises(ValueError, match="begins"):
        store.commit({"g": (START, [])})
    with pytest.raises(ValueError, match="game h"):
        store.commit({"g": (START, [happened()])}, snapshots={"h": b""})
    with pytest.raises(ValueError, match="game h"):
        store.commit({"g": (START, [happened()])}, schedule={"h": NOON})
    assert store.games() == ()


def test_due_games(store: Store) -> None:
    hours = {"a": 2, "b": 1, "c": 3}
    schedule = {game: NOON + n * HOUR for game, n in hours.items()} | {"d": None}
    heads = store.commit({g: (START, [happened()]) for g in schedule}, schedule=schedule)
    assert store.due_games(NOON) == ()
    assert store.due_games(NOON + 2 * HOUR) == ("b", "a")
    store.commit({"b": (heads["b"], [happened()])})
    store.commit({"a": (heads["a"], [happened()])}, schedule={"a": None})
    assert store.due_games(NOON + 9 * HOUR) == ("b", "c")


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM entries WHERE sequence = 3",
        "UPDATE entries SET kind = 'other' WHERE sequence = 1",
        "UPDATE entries SET hash = 'other', payload = NULL WHERE sequence = 1",
        "UPDATE entries SET payload = x'7b7d' WHERE sequence = 1",
        "UPDATE entries SET payload = x'7b7d' WHERE sequence = 2",
        "UPDATE OR REPLACE entries SET sequence = 1 WHERE sequence = 3",
        "INSERT OR REPLACE INTO entries SELECT * FROM entries WHERE sequence = 3",
        "INSERT INTO entries SELECT 'g', 0, kind, \"when\", payload_hash, hash, payload"
        " FROM entries WHERE sequence = 3",
    ],
)
def test_the_ledger_is_only_added_to(store: Store, statement: str) -> None:
    store.commit({"g": (START, [happened(), happened(), happened()])})
    store.erase("g", [2])
    before = store.entries("g")
    with pytest.raises(sqlite3.IntegrityError, match="ledger"):
        sql(store, statement)
    assert store.entries("g") == before


def test_an_erased_payload_is_gone_and_the_chain_holds(path: Path) -> None:
    secret = "someone@example.org "
    with Store(path) as store:
        head = store.commit({"g": (START, [happened("a")])}, snapshots={"g": b"early"})["g"]
        events = [happened(secret * 500), happened("b")]
        head = store.commit({"g": (head, events)}, snapshots={"g": secret.encode()})["g"]
        with pytest.raises(KeyError):
            store.erase("g", [2, 4])
        assert store.load("g") == (head, secret.encode(), ())
        store.erase("g", [2])
        assert not any(secret.encode() in file.read_bytes() for file in path.parent.iterdir())
        loaded, snapshot, since = store.load("g")
        assert (loaded, snapshot, since[0].payload) == (head, b"early", None)
        assert texts(since[1:]) == ["b"]
        store.erase("g", [1])
        assert store.load("g")[1] == b""
        assert store.verify("g") is None
        assert store.damage() == ()


# --- outgoing mail


def test_the_outbox(store: Store) -> None:
    late, soon = mail("late", NOON + HOUR), mail("soon")
    store.commit({}, [late, soon, mail("also")])
    assert store.outbox(NOON) == (soon, mail("also"))
    assert store.outbox(NOON + HOUR, limit=1) == (soon,)
    store.mark_sent("soon", NOON)
    store.mark_failed("also", NOON, "451 later", NOON + HOUR / 2)
    store.mark_failed("soon", NOON, "451 too late to count", NOON)
    assert store.outbox(NOON) == ()
    tried, untried = store.outbox(NOON + HOUR)
    assert (tried.message_id, tried.attempts, untried) == ("also", 1, late)
    store.mark_failed("also", NOON, "550 never", None)
    assert store.mail_failed()["also"] == "550 never"
    store.mark_sent(["late"], NOON)
    assert store.outbox(NOON + 9 * HOUR) == ()
    assert [m.message_id for m in store.mail_of("g")] == ["late", "soon", "also"]
    for wrong in (lambda: store.mark_sent(["late", "x"], NOON), lambda: store.mail("x")):
        with pytest.raises(KeyError):
            wrong()


def test_stored_bytes_are_sent_again(store: Store) -> None:
    store.commit({}, [mail("a"), mail("b", seat="ITALY")])
    store.mark_sent(["a", "b"], NOON)
    (sent,) = store.mail_of("g", "ITALY")
    assert (sent.raw, sent.due, sent.attempts) == (b"b", None, 1)
    store.send_again("b", NOON + HOUR)
    (again,) = store.outbox(NOON + HOUR)
    assert (again.message_id, again.raw, again.to) == ("b", b"b", "p@example.org")
    with pytest.raises(StoreError):
        store.commit({}, [mail("a")])


def test_mails_taken_by_one_sender_are_not_shown_to_another(store: Store, path: Path) -> None:
    store.commit({}, [mail("a"), mail("b")])
    with Store(path) as other:
        assert [m.message_id for m in store.outbox(NOON, 1, until=NOON + HOUR)] == ["a"]
        assert [m.message_id for m in other.outbox(NOON, until=NOON + HOUR)] == ["b"]
        other.mark_sent("b", NOON)
        assert other.outbox(NOON) == ()
        assert [m.message_id for m in other.outbox(NOON + HOUR)] == ["a"]


# --- ruin


def child(function: str, *args: object) -> subprocess.Popen[str]:
    code = f"import sys; from tests.office import test_store; test_store.{function}(*sys.argv[1:])"
    command = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)


def finish(*processes: subprocess.Popen[str]) -> None:
    for process in processes:
        _, errors = process.communicate()
        assert not process.returncode, errors


def scenario(folder: str, kill_at: str) -> None:
    """Receive two letters, answer them in a game, send the answers: what was not yet done of it.

    Every statement to SQLite is counted, those inside transactions and triggers too, and so is
    handing over a mail; the process kills itself before the one numbered `kill_at`.
    """
    left = int(kill_at)

    def count(_: str = "") -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    with Store(Path(folder) / "office.db") as store:
        store._db.set_trace_callback(count)
        for n in range(2):
            store.keep_letter(f"letter {n}".encode(), NOON + n * HOUR, f"source {n}")
        for letter in store.letters_waiting():
            raw = store.letter(letter).raw.decode()
            head, snapshot, events = store.load("g")
            answer = mail(f"answer to {raw}")
            state = snapshot + b"".join(one.payload or b"" for one in events)
            changes = {"g": (head, [happened(raw), happened(f"{raw} done")])}
            store.commit(changes, [answer], letter, snapshots={"g": state}, schedule={"g": NOON})
            count()
        for out in store.outbox(NOON):
            handed = Path(folder) / f"{out.message_id}.{len(list(Path(folder).iterdir()))}.eml"
            handed.write_bytes(out.raw)
            count()
            store.mark_sent(out.message_id, NOON)
            count()


def outcome(folder: Path) -> tuple[object, ...]:
    with Store(folder / "office.db") as store:
        assert store.damage() == ()
        head, snapshot, events = store.load("g")
        sent = {m.message_id: m.raw for m in store.mail_of("g")}
        counted = sql(store, "SELECT count(*) FROM letters"), store.letters_waiting()
        handed = {f.name.partition(".")[0]: f.read_bytes() for f in folder.glob("*.eml")}
        assert handed == sent
        return head, snapshot, events, sent, counted, store.outbox(NOON + 9 * HOUR)


def killer(folder: str) -> None:
    """Run the scenario in one process after another, each killed one statement later."""
    for number in itertools.count(1):
        own = Path(folder) / str(number)
        own.mkdir()
        pid = os.fork()
        if not pid:
            scenario(str(own), str(number))
            os._exit(0)
        status = os.waitpid(pid, 0)[1]
        if not status:
            break
        assert os.WIFSIGNALED(status), "the scenario failed"
        assert os.WTERMSIG(status) == signal.SIGKILL


def test_killed_before_any_statement_nothing_is_lost_or_done_twice(tmp_path: Path) -> None:
    finish(child("killer", tmp_path))
    *killed, whole = sorted(tmp_path.iterdir(), key=lambda folder: int(folder.name))
    expected = outcome(whole)
    assert len(list(whole.glob("*.eml"))) == 2
    assert len(killed) > 40
    for folder in killed:
        scenario(str(folder), "0")
        assert outcome(folder) == expected
        assert len(list(folder.glob("*.eml"))) in (2, 3)


def racer(folder: str, name: str) -> None:
    """Handle every waiting letter, and add twenty events to a game, whatever another does."""
    with Store(Path(folder) / "office.db") as store:
        for n in range(20):
            while True:
                head, _, _ = store.load("race")
                try:
                    store.commit({"race": (head, [happened(f"{name} {n}")])})
                    break
                except Moved:
                    continue
        for letter in store.letters_waiting():
            try:
                while True:
                    head, _, _ = store.load("g")
                    try:
                        store.commit({"g": (head, [happened(letter)])}, [mail(letter)], letter)
                        break
                    except Moved:
                        continue
            except Handled:
                continue


def test_two_processes_at_once(tmp_path: Path) -> None:
    with Store(tmp_path / "office.db") as store:
        letters = [store.keep_letter(b"", NOON, str(n)) for n in range(30)]
        finish(*[child("racer", tmp_path, name) for name in "ab"])
        assert store.damage() == ()
        raced = texts(store.load("race")[2])
        for name in "ab":
            own = [text for text in raced if text.startswith(name)]
            assert own == [f"{name} {n}" for n in range(20)]
        assert len(raced) == 40
        assert sorted(texts(store.load("g")[2])) == sorted(letters)
        assert len(store.outbox(NOON, 1000)) == 30


def opener(folder: str) -> None:
    """Four processes make the same fifty files, each at the same moment."""
    fork = multiprocessing.get_context("fork")
    together = fork.Barrier(4)

    def make() -> None:
        for n in range(50):
            together.wait(60)
            Store(Path(folder) / f"{n}.db").close()

    processes = [fork.Process(target=make) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4


def test_files_made_by_several_at_once(tmp_path: Path) -> None:
    finish(child("opener", tmp_path))
    with Store(tmp_path / "0.db") as store:
        assert store.damage() == ()


def test_a_locked_file_is_waited_for_and_then_said(path: Path) -> None:
    with Store(path) as store, Store(path, timeout=0) as other:
        sql(store, "BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            other.keep_letter(b"", NOON, "1")
        sql(store, "ROLLBACK")
        other.keep_letter(b"", NOON, "1")


def test_a_full_disk_leaves_no_half_state(path: Path) -> None:
    with Store(path) as store:
        pages = sql(store, "PRAGMA page_count")[0][0]
        sql(store, f"PRAGMA max_page_count = {int(str(pages)) + 8}")
        kept: list[str] = []

        def fill() -> None:
            while len(kept) < 1000:
                kept.append(store.keep_letter(b"x" * 1000, NOON, str(len(kept))))

        with pytest.raises(Unavailable, match="full"):
            fill()
        assert len(kept) > 5
        new = [happened("y" * 50), happened("y" * 50_000)]
        with pytest.raises(Unavailable, match="full"):
            store.commit({"g": (START, new)}, [mail("a")], kept[0], schedule={"g": NOON})
        with pytest.raises(Unavailable, match="full"):
            store.commit({}, [OutgoingMail("b", "g", "", "p", b"z" * 50_000, NOON)], kept[0])
        assert store.letters_waiting() == tuple(kept)
        assert store.games() == ()
        assert store.outbox(NOON) == ()
        sql(store, "PRAGMA max_page_count = 1000000")
        store.commit({"g": (START, new)}, [mail("a")], kept[0], schedule={"g": NOON})
    with Store(path) as store:
        assert store.damage() == ()
        assert store.letters_waiting() == tuple(kept[1:])
        assert store.load("g")[2] == tuple(new)


# --- the file


def everything(path: Path) -> tuple[object, ...]:
    with Store(path) as store:
        letters = [str(row[0]) for row in sql(store, "SELECT id FROM letters ORDER BY serial")]
        entries = {game: store.entries(game) for game in store.games()}
        loaded = [store.load(game) for game in entries]
        early = [store.load(game, 1) for game in entries]
        mails = store.mail("a"), store.mail("b")
        return entries, loaded, early, mails, [store.letter(letter) for letter in letters]


def test_a_flipped_byte_is_found_or_does_no_harm(path: Path) -> None:
    with Store(path) as store:
        letters = [store.keep_letter(b"letter" * 20, NOON, str(n)) for n in range(2)]
        heads = store.commit({g: (START, [happened(g * 40)]) for g in "gh"}, [mail("a")])
        changes = {g: (heads[g], [happened("y" * 50), happened()]) for g in "gh"}
        store.commit(changes, [mail("b")], letters[0], snapshots={"g": b"s" * 90})
    whole = path.read_bytes()
    expected = everything(path)
    found = 0
    for at in range(0, len(whole), 29):
        damaged = path.with_name("damaged.db")
        damaged.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        try:
            with Store(damaged) as store:
                faults = store.damage()
        except StoreError:
            faults = ("it could not be opened",)
        if faults:
            found += 1
        else:
            assert everything(damaged) == expected, f"byte {at}"
        for file in path.parent.glob("damaged.db*"):
            file.unlink()
    assert found > 100


def test_a_changed_ledger_is_not_loaded(path: Path) -> None:
    with Store(path) as store:
        new = [happened("secret"), happened(), happened()]
        heads = store.commit(dict.fromkeys("gh", (START, new)))
        for trigger in ("entries_stand", "entries_stay", "entries_only_at_the_end"):
            sql(store, f"DROP TRIGGER {trigger}")
        assert store.damage() == (f"{path}: the tables or their safeguards were changed",)
    raw = path.read_bytes()
    assert raw.count(b"secret") == 2
    path.write_bytes(raw.replace(b"secret", b"sacred", 1))
    with Store(path) as store:
        broken = [game for game in "gh" if store.verify(game) is not None]
        assert len(broken) == 1
        assert store.verify(broken[0]) == 1
        with pytest.raises(Damaged, match=f"game {broken[0]}"):
            store.load(broken[0])
        (intact,) = {*"gh"} - {*broken}
        assert store.load(intact)[0] == heads[intact]
        sql(store, f"DELETE FROM entries WHERE game = '{intact}' AND sequence = 2")
        assert store.verify(intact) == 2
        for upto in (None, 2):
            with pytest.raises(Damaged):
                store.load(intact, upto)


def test_a_head_that_is_not_the_last_entry(store: Store) -> None:
    heads = store.commit({g: (START, [happened()]) for g in "gh"})
    sql(store, "UPDATE games SET hash = 'other' WHERE game = 'g'")
    assert (store.verify("g"), store.verify("h")) == (2, None)
    assert store.damage() == ("the ledger of game g does not hold at entry 2",)
    with pytest.raises(Damaged):
        store.load("g")
    assert store.load("h")[0] == heads["h"]


def test_files_that_are_not_ours(path: Path, tmp_path: Path) -> None:
    Store(path).close()
    for statement in ("PRAGMA user_version = 99", "PRAGMA user_version = 0"):
        db = sqlite3.connect(path)
        db.execute(statement)
        db.close()
        with pytest.raises(StoreError, match=r"newer version|not of an office"):
            Store(path)
    path.write_bytes(b"not a database " * 100)
    with pytest.raises(Damaged):
        Store(path)
    with pytest.raises(Unavailable):
        Store(tmp_path / "no folder" / "office.db")


def test_how_the_file_is_kept(store: Store) -> None:
    for pragma, value in {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 30_000,
        "user_version": 2,
    }.items():
        assert sql(store, f"PRAGMA {pragma}") == [(value,)]
    store.close()
    store.close()


def test_a_file_of_the_first_version_goes_on(path: Path) -> None:
    """Its letters are kept, and what is remembered of letters since can be."""
    db = sqlite3.connect(path)
    for statement in VERSIONS[0]:
        db.execute(statement)
    letter, at = "l1", "2026-11-03T20:00:00.000000+00:00"
    row = (letter, "pipe", at, 0, digest(b"raw", letter, "pipe", at), b"raw")
    db.execute("INSERT INTO letters VALUES (NULL, ?, ?, ?, ?, ?, ?)", row)
    db.execute("PRAGMA user_version = 1")
    db.commit()
    db.close()
    with Store(path) as store:
        assert store.letters_waiting() == (letter,)
        when = datetime(2026, 11, 3, 20, tzinfo=UTC)
        seen = Seen(letter, "g", "FRANCE", when, "<1@x>", "content", "S1901M 1 0 1 0")
        owed = Reply(letter, "g", "FRANCE", "f@example.org", when, False, "1 order read.")
        mailed = Reply(letter, "", "", "gm", when, True, "not used")
        store.commit({}, (), letter, seen=[seen], replies=[owed, mailed])
    with Store(path) as store:
        assert store.damage() == ()
        assert store.seen("g", "FRANCE", "<1@x>", "content") == (seen,)
        assert store.seen("g", "FRANCE", "<1@x>", "other") == ()
        assert store.last_seen("g", "FRANCE") == seen
        assert store.last_seen("g", "ITALY") is None
        assert store.owed("f@example.org", "g", "FRANCE") == (owed,)
        assert store.owed("f@example.org") == store.owed("gm") == ()
        assert store.replies_since("gm", when - timedelta(seconds=1)) == 1
        assert store.replies_since("gm", when) == 0
        assert store.replies_since("f@example.org", when - timedelta(seconds=1)) == 0
        store.commit({}, told=[owed])
        assert store.owed("f@example.org", "g", "FRANCE") == ()


def test_letters_and_what_is_noted_with_them_are_kept_together(path: Path) -> None:
    with Store(path) as store:
        store.keep_letters([(b"a", NOON, "1")], {"place": "1"})
        naive = NOON.replace(tzinfo=None)
        with pytest.raises(ValueError, match=r"naive|aware|zone"):
            store.keep_letters([(b"b", NOON, "2"), (b"c", naive, "3")], {"place": "3"})
        assert store.note("place") == "1"
        assert len(store.letters_waiting()) == 1
        (letter,) = store.letters_waiting()
        store.commit({}, (), letter, notes={"place": "2"})
        with pytest.raises(Handled):
            store.commit({}, (), letter, notes={"place": "3"})
        assert store.note("place") == "2"


def test_the_first_and_the_last_mail_of_a_kind(store: Store) -> None:
    named = ("<welcome.g.1@x>", "<notice.g@x>", "<report.g.1@x>", "<report.g.2@x>", "<answer.1@x>")
    mails = [OutgoingMail(one, "g", "RED", "a@example.org", b"raw", NOON) for one in named]
    mails.append(OutgoingMail("<report.g.3@x>", "g", "RED", "other@example.org", b"raw", NOON))
    kinds = ("<welcome.", "<report.")
    assert store.first_and_last("g", "RED", "a@example.org", kinds) == ()
    store.commit({"g": (START, [happened()])}, mails)
    assert store.first_and_last("g", "RED", "a@example.org", kinds) == (named[0], named[3])
    assert store.first_and_last("g", "RED", "other@example.org", kinds) == ("<report.g.3@x>",)
    assert store.first_and_last("g", "", "a@example.org", kinds) == ()
