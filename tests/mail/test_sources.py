"""Mails found where they come from: real files, no program in between."""

import mailbox
import os
from pathlib import Path

import pytest

from mail.sources import Found, found_in, taken

ONE = b"From: a@example.org\n\nA PAR H\n"
TWO = b"From: b@example.org\n\nF BRE H\n"


def raws(path: Path) -> list[bytes]:
    found = list(found_in(path))
    assert not [mail.fault for mail in found if mail.fault]
    return [mail.raw for mail in found]


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    """One new mail, one that another program took from `new` and showed to nobody, one seen."""
    folder = tmp_path / "Maildir"
    mailbox.Maildir(folder).close()
    (folder / "new" / "1764950400.M1P2.host").write_bytes(ONE)
    (folder / "cur" / "1764950300.M1P2.host,S=9:2,FR").write_bytes(TWO)
    (folder / "cur" / "1764950200.M1P2.host:2,RS").write_bytes(b"seen")
    (folder / "tmp" / "1764950500.M1P2.host").write_bytes(b"half")
    (folder / "new" / ".hidden").write_bytes(b"no mail")
    return folder


def test_a_maildir_is_read_until_it_is_taken(maildir: Path) -> None:
    assert raws(maildir) == [TWO, ONE]
    assert raws(maildir) == [TWO, ONE]
    for found in found_in(maildir):
        taken(found)
        taken(found)  # its file is gone by now
    assert raws(maildir) == []
    assert sorted(file.name for file in (maildir / "cur").iterdir()) == [
        "1764950200.M1P2.host:2,RS",
        "1764950300.M1P2.host,S=9:2,FRS",
        "1764950400.M1P2.host:2,S",
    ]
    (maildir / "new" / ".hidden").unlink()  # which the stdlib takes for a mail
    box = mailbox.Maildir(maildir, create=False)
    assert {message.get_flags() for message in box} == {"S", "RS", "FRS"}


def test_a_mail_that_another_program_took_is_no_fault(maildir: Path) -> None:
    finding = found_in(maildir)
    assert next(finding).raw == TWO
    (maildir / "new" / "1764950400.M1P2.host").unlink()
    assert list(finding) == []


def test_what_cannot_be_read_is_found_with_its_fault(maildir: Path) -> None:
    (maildir / "new" / "1.broken").mkdir()
    broken, *others = sorted(found_in(maildir), key=lambda found: not found.fault)
    assert [found.raw for found in others] == [TWO, ONE]
    assert broken == Found(str(maildir / "new" / "1.broken"), fault="Is a directory")
    taken(broken)
    assert (maildir / "new" / "1.broken").is_dir()


def test_a_folder_of_files(tmp_path: Path) -> None:
    (tmp_path / "b.eml").write_bytes(ONE)
    (tmp_path / "a.EML").write_bytes(b"From somebody\n" + TWO)
    (tmp_path / "c.txt").write_bytes(b"no mail")
    (tmp_path / ".x.part").write_bytes(b"half")
    assert raws(tmp_path) == [b"From somebody\n" + TWO, ONE]
    (tmp_path / "aa.eml").mkdir()
    found = list(found_in(tmp_path))
    assert [mail.fault for mail in found] == ["", "Is a directory", ""]
    assert found[1].where == str(tmp_path / "aa.eml")
    for mail in found:
        taken(mail)
    assert len(list(tmp_path.iterdir())) == 5


def test_one_file_has_its_bytes_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_bytes(b"\xff\r\n>From here\r\n")
    assert raws(file) == [b"\xff\r\n>From here\r\n"]
    assert list(found_in(tmp_path / "none")) == [
        Found(str(tmp_path / "none"), fault="No such file or directory")
    ]
    file.write_bytes(b"")
    assert list(found_in(file)) == [Found(str(file))]


def test_an_mbox_is_read_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "box"
    body = b"From: c@example.org\n\nFrom the north\n>From the south\n\nnot From here \xff\n"
    box = mailbox.mbox(file)
    for raw in (ONE, body, TWO):
        box.add(raw)
    box.close()
    before = file.read_bytes()
    assert b"\n>From the north\n" in before
    assert before.startswith(b"From ")
    lock = tmp_path / "box.lock"  # another program is at it, which is not our affair
    lock.touch()
    os.utime(file, ns=(1, 1))
    file.chmod(0o400)
    found = list(found_in(file))
    # Quoted by the stdlib the one way (mboxo), unquoted the other (mboxrd), as all readers must.
    assert [mail.raw for mail in found] == [ONE, body.replace(b">From", b"From"), TWO]
    assert [mail.where for mail in found] == [f"{file}, mail {number}" for number in (1, 2, 3)]
    assert file.read_bytes() == before
    assert file.stat().st_mtime_ns == 1
    assert sorted(tmp_path.iterdir()) == [file, lock]


def test_an_mbox_left_half_read(tmp_path: Path) -> None:
    file = tmp_path / "box"
    file.write_bytes(b"From a\n" + ONE + b"\nFrom b\n>>From\n>>From x\n")
    finding = found_in(file)
    assert next(finding).raw == ONE
    assert [mail.raw for mail in finding] == [b">>From\n>From x\n"]
    assert next(found_in(file)).raw == ONE
