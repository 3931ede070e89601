"""A disk that is full, or does not keep what was written."""

import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli import Exit, main
from adjudicator.office import commands, sending, verifying
from adjudicator.office.folder import Office, make_office
from tests.office.desk import (
    BEGIN,
    DUE,
    answers,
    begin,
    game_file,
    mail,
    out,
    send,
    sent,
    tag,
    units,
)

BLOCK = 512
"""Bytes by which a shell counts the size that no file may outgrow."""


def limited(limit: int, office: Path, *words: str, given: bytes = b"") -> int:
    """The exit code of a command while no file may grow beyond so many bytes."""
    shell = f'ulimit -f {limit // BLOCK}; exec "$@"'
    command = [sys.executable, "-m", "adjudicator", *words, "--office", str(office)]
    command += ["--now", f"{DUE:%Y-%m-%dT%H:%MZ}"]
    done = subprocess.run(
        ["/bin/sh", "-c", shell, "sh", *command], input=given, capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0 or done.stderr.startswith(b"Error: ")
    return done.returncode


def test_a_letter_waits_with_the_mail_server(office: Office) -> None:
    subject = tag(office, "AUSTRIA")
    raw = mail(subject, "A VIE - TYR\n" + "x" * 70 + "\n" * 300) + b"y" * 300_000
    assert limited(100_000, office.folder, "receive", "-", given=raw) == Exit.TRY_AGAIN
    assert office.store.letters_waiting() == ()
    assert limited(4_000_000, office.folder, "receive", "-", given=raw) == Exit.OK
    assert len(answers(office)) == 1
    assert verifying.verify(office) == []


@pytest.fixture
def waiting(tmp_path: Path) -> Path:
    """An office with a letter to be read and a turn to be run."""
    make_office(tmp_path / "office")
    (tmp_path / "office" / "secret").write_bytes(b"the same every time")
    with Office(tmp_path / "office") as office:
        begin(office)
        office.store.keep_letter(mail(tag(office, "AUSTRIA"), "A VIE - TYR"), BEGIN, "pipe")
    return tmp_path / "office"


def test_what_a_tick_could_not_do_the_next_one_does(waiting: Path, tmp_path: Path) -> None:
    """However far the first one came: the same mails in the end, each once, and the same game."""
    outcomes = set()
    codes = []
    for limit in (1_024, 163_840, 245_760, 10_000_000):
        place = tmp_path / str(limit)
        shutil.copytree(waiting, place)
        codes.append(limited(limit, place, "tick"))
        with Office(place) as office:
            commands.tick(office, DUE)
            # When the lease and the pause of what was not sent are over:
            sending.send(office, DUE + timedelta(minutes=11))
            assert units(office, "AUSTRIA") == {"A BUD", "A TYR", "F TRI"}
            assert verifying.verify(office) == []
            assert not office.store.outbox(DUE + timedelta(days=1))
            mails = sorted(path for path in out(office).iterdir() if path.suffix == ".eml")
            outcomes.add(tuple((path.name, path.read_bytes()) for path in mails))
    assert len(outcomes) == 1
    assert (codes[0], codes[-1]) == (Exit.BAD_INPUT, Exit.OK)


def test_a_fault_of_the_program_s_sends_no_mail_back(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Office, "__init__", lambda *_: 1 // 0)
    command = ["receive", "-", "--office", str(office.folder)]
    result = CliRunner().invoke(main, command, input=b"From: a@example.org\n\nA PAR H\n")
    assert result.exit_code == Exit.TRY_AGAIN
    assert result.output == "Error: integer division or modulo by zero\n"


def test_a_damaged_ledger_is_named_and_stops_no_other_game(office: Office) -> None:
    begin(office, game_file("other"))
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"))
    (entry,) = [one for one in office.store.entries("trial") if one.kind == "sheet_recorded"]
    assert entry.payload is not None
    office.store.close()
    file = office.folder / "office.db"
    raw = file.read_bytes()
    assert raw.count(entry.payload) == 1
    file.write_bytes(raw.replace(entry.payload, entry.payload.replace(b"AUSTRIA", b"AUSTRIB")))
    result = CliRunner().invoke(main, ["verify", "--office", str(office.folder)])
    assert result.exit_code == Exit.FAULTS
    said = f"the ledger of game trial does not hold at entry {entry.sequence}\n"
    assert result.output == said
    with Office(office.folder) as opened:
        ticked = commands.tick(opened, DUE)
        assert ticked.phases == (("other", "S1901M"),)
        (broken,) = ticked.broken
        assert "the ledger of game trial does not hold" in broken


def test_a_damaged_letter_is_told_and_stops_no_other(office: Office) -> None:
    raw = mail(tag(office, "AUSTRIA"), "A VIE - TYR")
    letter = office.store.keep_letter(raw, BEGIN, "a mailbox")
    office.store.close()
    file = office.folder / "office.db"
    before = file.read_bytes()
    assert before.count(raw) == 1
    file.write_bytes(before.replace(raw, raw.replace(b"TYR", b"BOH")))
    with Office(office.folder) as opened:
        good = mail(tag(opened, "TURKEY"), "A CON - BUL", "turkey@example.org", 2)
        first, second = commands.receive(opened, [good], BEGIN)
        assert first == "quarantine: it could not be read:"
        assert second == "trial TURKEY: 1 order"
        assert list(opened.store.quarantine()) == [letter]
        assert f"adjudicator quarantine show {letter}" in sent(opened)[f"gm.{letter}"]
    shown = ["quarantine", "show", letter, "--office", str(office.folder)]
    result = CliRunner().invoke(main, shown)
    assert result.output == f"Error: what is kept as id {letter} is damaged\n"
