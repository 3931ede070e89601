"""Mails of an office that come back."""

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.office import commands, steering, verifying
from adjudicator.office.folder import Office
from adjudicator.office.setup import Player
from tests.office.desk import BEGIN, DUE, answers, begin, game_file, mail, send, sent, tag, units

WELCOME = "welcome.trial.france.1"
SAID = "mail to FRANCE comes back since Tue 1 Dec 2026 10:00 UTC: Returned mail: User unknown"


def bounce(name: str, number: int = 1, subject: str = "Returned mail: User unknown") -> bytes:
    """What an old mail server says of one of the office's mails."""
    message = EmailMessage()
    message["From"] = "MAILER-DAEMON@mx.example.net"
    message["To"] = "games@example.org"
    message["Subject"] = subject
    message["Message-ID"] = f"<{number}@mx.example.net>"
    message.set_content(
        f"Unsent message follows\n\nMessage-ID: <{name}@example.org>\nA PAR - BUR\n"
    )
    return message.as_bytes()


def remarks(office: Office) -> list[str]:
    return [remark for line in commands.status(office, BEGIN) for remark in line.remarks]


def told(office: Office) -> list[str]:
    return [" ".join(text.split()) for name, text in sent(office).items() if name[:3] == "gm."]


def test_mail_that_comes_back_is_noted_and_told_once(office: Office) -> None:
    assert send(office, bounce(WELCOME)) == "mail to france@example.org came back"
    later = BEGIN + timedelta(hours=1)
    send(office, bounce(WELCOME, 2, "Returned mail: Mailbox full"), later)
    assert remarks(office) == [SAID.replace("User unknown", "Mailbox full")]
    (text,) = told(office)
    assert "france@example.org (FRANCE in trial) came back: Returned mail: User unknown" in text
    assert "adjudicator seat replace trial FRANCE ADDRESS" in text
    assert answers(office) == []
    assert office.store.quarantine() == {}
    result = CliRunner().invoke(main, ["status", "--office", str(office.folder)])
    assert "mail to FRANCE comes back since" in result.output


def test_a_letter_of_the_seat_s_mends_it(office: Office) -> None:
    send(office, bounce(WELCOME))
    send(office, mail(tag(office, "ITALY"), "A VEN H", "italy@example.org", 3))
    assert remarks(office) == [SAID]
    send(office, mail(tag(office, "FRANCE"), "A PAR H", "france@example.org", 4))
    assert remarks(office) == []
    send(office, bounce(WELCOME, 2))
    assert remarks(office) == [SAID]
    assert len(told(office)) == 2


def test_another_address_mends_it(office: Office) -> None:
    send(office, bounce(WELCOME))
    zoe = Player("Zoe", "zoe@example.org")
    steering.replace_player(office, "trial", "FRANCE", zoe, BEGIN)
    commands.tick(office, BEGIN)
    assert remarks(office) == []
    send(office, bounce("welcome.trial.france.2", 2))
    assert remarks(office) == [SAID]
    assert sum("zoe@example.org (FRANCE in trial) came back" in text for text in told(office)) == 1


def test_a_delay_is_not_noted(office: Office) -> None:
    done = send(office, bounce(WELCOME, subject="Warning: delayed"))
    assert done == "mail to france@example.org is delayed"
    assert (remarks(office), told(office), office.store.quarantine()) == ([], [], {})


def test_what_is_not_of_ours_waits_as_any_machine_s(office: Office) -> None:
    for number, name in enumerate(("report.other.s1901m.1.france", "welcome.trial.narnia.1")):
        assert send(office, bounce(name, number)) == "quarantine: it was written by a machine"
    assert remarks(office) == []


def test_a_mail_to_the_game_master_that_comes_back_makes_no_other(office: Office) -> None:
    send(office, mail("nothing", "A PAR H", "stranger@example.com"))
    (name,) = [name for name in sent(office) if name.startswith("gm.")]
    assert send(office, bounce(name, 2)) == "mail to me@example.org came back"
    assert len(told(office)) == 1


def test_forged_bounces_change_no_game(office: Office, tmp_path: Path) -> None:
    """Of all mails, again and again: the game goes on as without."""
    for number, name in enumerate([*sent(office), *sent(office)]):
        send(office, bounce(name, number))
    send(office, mail(tag(office, "FRANCE"), "A PAR - BUR", "france@example.org", 99))
    commands.tick(office, DUE)
    assert units(office, "FRANCE") == {"A BUR", "A MAR", "F BRE"}
    assert len(answers(office)) == 1
    assert len([name for name in sent(office) if name.startswith("report.trial.s1901m")]) == 7
    assert len(told(office)) == 7
    assert verifying.verify(office) == []


@pytest.mark.parametrize("own", [False, True])
def test_the_address_that_a_mail_comes_back_to(office: Office, own: bool) -> None:
    program = office.folder / "program"
    program.write_text(f'#!/bin/sh\ncat >/dev/null\necho "$@" >>{office.folder}/called\n')
    program.chmod(0o700)
    config = office.folder / "office.yaml"
    setting = f"sendmail: {program}\n  bounce_addresses: {str(own).lower()}"
    config.write_text(config.read_text(encoding="utf-8").replace("folder: out", setting))
    with Office(office.folder) as opened:
        begin(opened, game_file("other"))
        assert not opened.store.outbox(DUE)
        called = (office.folder / "called").read_text(encoding="utf-8").splitlines()
        wanted = "games+bounce=welcome.other.france.1@example.org" if own else "games@example.org"
        assert f"-i -f {wanted} -- france@example.org" in called
        raw = f"From: x@example.net\nX-Original-To: {wanted}\nReturn-Path: <>\n\nno\n".encode()
        assert send(opened, raw, DUE).startswith("mail to france" if own else "quarantine")
