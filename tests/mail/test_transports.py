"""Mail handed over: real folders, a real program, a real mail server."""

import mailbox
import os
import signal
import stat
from pathlib import Path

import pytest

from mail.sources import found_in, taken
from mail.transports import EmlFolder, MaildirFolder, Refused, Sendmail, Transport

RAW = b"Subject: x\r\n\r\n.\r\nA PAR \xe2\x80\x93 BUR\r\n"
TO = "ada@example.org"
SENDER = "games@example.org"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def refused(transport: Transport, to: str = TO) -> Refused:
    with pytest.raises(Refused) as caught:
        transport.send("a", to, RAW)
    return caught.value


def test_a_folder_of_files(tmp_path: Path) -> None:
    folder = tmp_path / "an" / "out"
    with EmlFolder(folder) as transport:
        transport.send("report.1", TO, RAW)
        transport.send("report.1", TO, RAW)
    (file,) = folder.iterdir()
    assert (file.name, file.read_bytes()) == ("report.1.eml", RAW)
    assert (mode(folder), mode(file)) == (0o700, 0o600)


def test_a_file_that_was_not_settled_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    with EmlFolder(tmp_path) as transport:
        transport.send("a", TO, RAW)
        assert not list(tmp_path.glob("*.eml"))
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(Refused, match="No space left") as caught:
            transport.settle()
    assert not caught.value.for_good
    assert not list(tmp_path.iterdir())
    transport = EmlFolder(tmp_path)
    transport.send("a", TO, RAW)
    transport.__exit__(KeyError, KeyError(), None)
    assert not list(tmp_path.iterdir())


def test_a_maildir(tmp_path: Path) -> None:
    folder = tmp_path / "Maildir"
    with MaildirFolder(folder) as transport:
        transport.send("a", TO, RAW)
        transport.send("a", TO, RAW)
        transport.send("a", TO, RAW + b"other\r\n")
        transport.send("b", TO, RAW)
    found = list(found_in(folder))
    assert [mail.raw for mail in found].count(RAW) == 2
    assert len(found) == 3
    assert len(mailbox.Maildir(folder, create=False)) == 3
    assert not list((folder / "tmp").iterdir())
    assert {mode(path) for path in folder.iterdir()} == {0o700}
    assert {mode(path) for path in (folder / "new").iterdir()} == {0o600}


def test_a_mail_that_was_read_meanwhile_is_not_delivered_again(tmp_path: Path) -> None:
    transport = MaildirFolder(tmp_path)
    transport.send("a", TO, RAW)
    (found,) = found_in(tmp_path)
    taken(found)
    transport.send("a", TO, RAW)
    assert list(found_in(tmp_path)) == []


@pytest.mark.parametrize("kind", [EmlFolder, MaildirFolder])
def test_a_folder_that_cannot_be_made(
    tmp_path: Path, kind: type[EmlFolder] | type[MaildirFolder]
) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "out"):
        error = refused(kind(folder))
        assert not error.for_good
        assert error.reason in ("Not a directory", "File exists")


def program(tmp_path: Path, ending: str) -> str:
    """A sendmail that keeps what it gets and then does what `ending` says; its command."""
    script = tmp_path / "send mail"
    script.write_text(
        f"#!/bin/sh\nprintf '%s|' \"$@\" > '{tmp_path}/said'\ncat > '{tmp_path}/got'\n{ending}\n"
    )
    script.chmod(0o755)
    return f"'{script}' -a games"


def test_sendmail_gets_the_mail_and_the_envelope(tmp_path: Path) -> None:
    with Sendmail(SENDER, program(tmp_path, "exit 0")) as transport:
        transport.send("a", TO, RAW)
    assert (tmp_path / "said").read_text() == f"-a|games|-i|-f|{SENDER}|--|{TO}|"
    assert (tmp_path / "got").read_bytes() == RAW.replace(b"\r\n", b"\n")


@pytest.mark.parametrize(
    ("ending", "for_good", "said"),
    [
        ("echo no such user >&2; exit 67", True, "ended with code 67: no such user"),
        ("exit 64", True, "code 64"),
        ("exit 78", True, "code 78"),
        ("printf 'busy,\\n try  later\\377' >&2; exit 75", False, "code 75: busy, try later\ufffd"),
        ("exit 1", False, "code 1"),
        ("exit 79", False, "code 79"),
        ("exit 127", False, "code 127"),
        (f"kill -{signal.SIGKILL} $$", False, "signal 9"),
    ],
)
def test_how_sendmail_ended(tmp_path: Path, ending: str, for_good: bool, said: str) -> None:
    error = refused(Sendmail(SENDER, program(tmp_path, ending)))
    assert error.for_good is for_good
    assert error.reason.endswith(said)
    assert str(error) == error.reason


def test_sendmail_that_does_not_read_or_end(tmp_path: Path) -> None:
    script = tmp_path / "sendmail"
    script.write_text("#!/bin/sh\nexec sleep 600\n")
    script.chmod(0o755)
    error = refused(Sendmail(SENDER, str(script), timeout=0.2))
    assert not error.for_good
    assert "did not end within 0.2 seconds" in error.reason


def test_sendmail_that_reads_nothing(tmp_path: Path) -> None:
    script = tmp_path / "sendmail"
    script.write_text("#!/bin/sh\nexit 0\n")
    script.chmod(0o755)
    Sendmail(SENDER, str(script)).send("a", TO, RAW * 100_000)


def test_sendmail_that_is_not_there(tmp_path: Path) -> None:
    error = refused(Sendmail(SENDER, str(tmp_path / "none")))
    assert (error.reason, error.for_good) == ("No such file or directory", False)
    for command in ("", "'"):
        with pytest.raises(ValueError, match=r"empty|quotation"):
            Sendmail(SENDER, command)


@pytest.mark.parametrize(
    "to", ["", "ada", "-oQ/tmp@example.org x", "a@b@c", "ada@example.org\n", "ä@example.org"]
)
def test_an_impossible_address_is_refused_for_good(tmp_path: Path, to: str) -> None:
    error = refused(Sendmail(SENDER, program(tmp_path, "exit 0")), to)
    assert error.for_good
    assert "is no mail address" in error.reason
    assert not (tmp_path / "said").exists()


def test_an_address_like_an_option_is_none(tmp_path: Path) -> None:
    Sendmail(SENDER, program(tmp_path, "exit 0")).send("a", "-oi@example.org", RAW)
    assert (tmp_path / "said").read_text().endswith("|--|-oi@example.org|")
    assert os.access(tmp_path / "got", os.R_OK)
