"""What players ask for by a line of its own: orders withdrawn, reports, help."""

import pytest

from adjudicator.office import commands, history, sending, verifying
from adjudicator.office.folder import Office
from adjudicator.office.requests import (
    Clear,
    Confirm,
    Help,
    Ready,
    Request,
    Resend,
    Status,
    Vote,
    near_command,
    requests_in,
)
from mail.letters import Line
from tests.office.desk import BEGIN, DUE, mail, send, sent, tag


def asked(text: str) -> list[Request]:
    found, _ = requests_in([Line(1, text, "text")])
    return list(found)


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("ready", Ready(True)),
        ("READY!", Ready(True)),
        ("- Ready.", Ready(True)),
        ("1. ready", Ready(True)),
        ("• “ready”", Ready(True)),
        ("\u200fｒｅａｄｙ\u200b", Ready(True)),
        ("ready 👍", Ready(True)),
        ("Wait", Ready(False)),
        ("not ready", Ready(False)),
        ("clear", Clear()),
        ("Clear my orders.", Clear()),
        ("* STATUS *", Status()),
        ("status?", Status()),
        ("Help!", Help()),
        ("resend", Resend()),
        ("Resend f1901m", Resend("F1901M")),
        ("report of S1901M,", Resend("S1901M")),
        ("send report", Resend()),
        ("yes", Confirm()),
        ("Draw yes", Vote(True, 0)),
        ("draw NO 2.", Vote(False, 2)),
    ],
)
def test_a_request_in_any_case_and_with_any_marks(line: str, request_: Request) -> None:
    assert asked(line) == [request_]


@pytest.mark.parametrize(
    "line",
    ["ready?", "please resend the report", "report bugs", "yes please", "// ready", "clear skies",
     "I am not yet ready to say", "help me out of this war", "status quo"],
)  # fmt: skip
def test_prose_is_no_request(line: str) -> None:
    assert asked(line) == []


@pytest.mark.parametrize(
    ("line", "meant"),
    [("redy", "ready"), ("Resnd", "resend"), ("resnd f1901m", "resend F1901M"), ("cler", "clear"),
     ("Clare", ""), ("Hello", ""), ("Thanks", ""), ("statsu of Italy", ""), ("ready", "")],
)  # fmt: skip
def test_what_is_nearly_a_request_is_pointed_out(line: str, meant: str) -> None:
    said = near_command(line) if not asked(line) else ""
    assert said == (f"Did you mean `{meant}`?" if meant else "")


def say(office: Office, text: str, number: int, phase: str = "S1901M") -> str:
    """The answer to Austria's letter, its lines joined."""
    before = set(sent(office))
    send(office, mail(tag(office, "AUSTRIA", phase), text, number=number))
    sending.send(office, BEGIN)
    (answer,) = [text for name, text in sent(office).items()
                 if name not in before and name.startswith("answer")]  # fmt: skip
    return " ".join(answer.split())


def test_a_near_miss_changes_nothing_and_is_told(office: Office) -> None:
    answer = say(office, "A VIE - TYR\nredy", 1)
    assert "2 redy note: Did you mean `ready`?" in answer
    assert history.load(office.store, "trial")[1].ready == ()


def test_clear_withdraws_the_orders_of_the_open_phase(office: Office) -> None:
    say(office, "A VIE - TYR\nA BUD - SER\nF1901M: A BUD H\nready", 1)
    answer = say(office, "Clear", 2)
    assert "Your orders for Spring 1901, movement, are withdrawn." in answer
    assert "You have sent no orders." in answer
    game = history.load(office.store, "trial")[1]
    assert (game.sheets, game.ready) == ({}, ())
    assert "AUSTRIA" in game.owing()
    assert "no orders that could be withdrawn" in say(office, "clear", 3)
    assert verifying.verify(office) == []


def test_clear_with_orders_puts_these_in_place_of_all(office: Office) -> None:
    say(office, "A VIE - TYR\nA BUD - SER", 1)
    say(office, "A VIE - GAL\nclear", 2)
    sheet = history.load(office.store, "trial")[1].sheet("AUSTRIA")
    assert sheet is not None
    assert list(map(str, sheet.orders)) == ["A VIE - GAL"]


def test_clear_after_the_deadline_has_no_effect(office: Office) -> None:
    say(office, "A VIE - TYR", 1)
    late = mail(tag(office, "AUSTRIA"), "clear", number=2)
    assert send(office, late, DUE.replace(minute=1)) == "it came after the deadline of S1901M"
    assert "AUSTRIA" in history.load(office.store, "trial")[1].sheets


def test_status_and_help_change_nothing(office: Office) -> None:
    say(office, "A VIE - TYR", 1)
    answer = say(office, "status", 2)
    assert answer.startswith("Trial: OK: Spring 1901")
    assert "Trial is at Spring 1901, movement." in answer
    assert "A VIE - TYR" in answer
    assert "due Fri 4 Dec 2026 20:00 UTC" in answer
    assert "France" not in answer  # who has sent orders is not told to anybody
    answer = say(office, "help", 3)
    assert "clear (your orders for the open phase are withdrawn)" in answer
    assert "resend F1901M" in answer


def test_an_older_report_is_sent_again(office: Office) -> None:
    commands.tick(office, DUE)
    commands.tick(office, DUE.replace(day=8))
    assert "There is no report of F1950M. Those of yours are of S" in say(
        office, "resend F1950M", 1, "S1902M"
    )
    again = {mail.message_id for mail in office.store.mail_of("trial", "AUSTRIA")
             if mail.due is not None}  # fmt: skip
    assert not any("report" in one for one in again)
    (out := office.folder / office.config.send.folder)
    for path in out.glob("report.*"):
        path.unlink()
    assert "Your report of S1901M is sent again." in say(office, "resend s1901m", 2, "S1902M")
    assert [path.name for path in out.glob("report.*")] == ["report.trial.s1901m.1.austria.eml"]


def test_a_line_that_lost_a_character_is_refused_and_shown(office: Office) -> None:
    raw = mail(tag(office, "AUSTRIA"), "A VIE \ufffd TYR\nA BUD - SER\nGr\ufffdße", number=1)
    send(office, raw)
    (answer,) = [text for name, text in sent(office).items() if name.startswith("answer")]
    text = " ".join(answer.split())
    assert "1 A VIE \ufffd TYR error: A character of this line was lost" in text
    assert "1 order read, 1 fault." in text
    assert "3 Gr\ufffdße" in text  # no order, and so nothing but unread


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        ("A VIE - TYR", "A VIE - TYR"),
        ("Re: Trial: F1901A: build A Vienna", "F1901A: build A Vienna"),
        ("AW: ready", "ready"),
    ],
)
def test_what_stands_in_the_subject_is_told_and_not_used(
    office: Office, subject: str, told: str
) -> None:
    send(office, mail(f"{subject} {tag(office, 'AUSTRIA')}", "See above.", number=1))
    (answer,) = [text for name, text in sent(office).items() if name.startswith("answer")]
    assert f"{told} (in the subject, where nothing is read) 1 See above." in " ".join(
        answer.split()
    )
    game = history.load(office.store, "trial")[1]
    assert game.sheet("AUSTRIA") is game.sheet("AUSTRIA", "F1901A") is None
    assert game.ready == ()


def test_the_subject_of_a_mail_of_ours_is_not_talked_about(office: Office) -> None:
    for number, name in enumerate(sorted(sent(office, "AUSTRIA")), 1):
        subject = sent(office, "AUSTRIA")[name].partition("\n")[0]
        send(office, mail(f"Re: {subject}", f"A VIE H\nOne {number}.", number=number))
    texts = [text for name, text in sent(office).items() if name.startswith("answer")]
    assert texts
    assert not any("in the subject" in text for text in texts)
