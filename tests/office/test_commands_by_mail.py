"""What players ask for by a line of its own: orders withdrawn, reports, help."""

import pytest

from adjudicator.office import commands, history, sending, verifying
from adjudicator.office.folder import Office
from adjudicator.office.reading import MOST_SPOILT
from adjudicator.office.requests import (
    Clear,
    Confirm,
    Help,
    Nonce,
    Ready,
    Request,
    Resend,
    Status,
    Vote,
    near_command,
    requests_in,
)
from adjudicator.orders import Reading
from adjudicator.remarks import REMARK
from adjudicator.simultaneous.orders import Order
from mail.letters import Line
from tests.office.desk import BEGIN, DUE, mail, send, sent, tag
from variants.standard.title import Standard, State


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
        ("Draw yes", Vote(True, 0, draw=True)),
        ("draw NO 2.", Vote(False, 2, draw=True)),
        ("vote yes", Vote(True, 0)),
        ("ready // thanks", Ready(True)),
        ("vote no 3 // sorry", Vote(False, 3)),
        ("nonce: 1 // 2", Nonce("1 // 2")),
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


@pytest.mark.parametrize("lines", ["resign\npropose draw", "propose draw\nresign"])
def test_who_leaves_does_so_at_the_end_of_his_letter(office: Office, lines: str) -> None:
    """A proposal that was open then is off, so none of a seat that nobody plays is."""
    say(office, lines, 1)
    game = history.load(office.store, "trial")[1]
    assert game.proposals == 1
    assert game.proposal is None
    assert game.chairs["AUSTRIA"].vacant


def test_a_remark_behind_an_order_is_not_read(office: Office) -> None:
    say(
        office,
        "A VIE - TYR // as agreed\nA BUD - SER // d\ufffdj\u00e0 vu\n"
        "F TRI - ALB // if Italy says so\n// A VIE - GAL\nready // see https://example.org/",
        1,
    )
    game = history.load(office.store, "trial")[1]
    sheet = game.sheet("AUSTRIA")
    assert sheet is not None
    assert list(map(str, sheet.orders)) == ["A VIE - TYR", "A BUD - SER", "F TRI - ALB"]
    assert game.ready == ("AUSTRIA",)
    (answer,) = [text for name, text in sent(office).items() if name.startswith("answer")]
    text = " ".join(answer.split())
    assert "3 orders read" in text
    assert text.count(REMARK) == 1  # the one that may be a condition
    assert text.index("if Italy says so") < text.index(REMARK)


def test_an_order_in_a_remark_has_no_effect_and_is_told(office: Office) -> None:
    text = say(office, "A VIE - TYR // A BUD - SER", 1)
    assert "1 order read" in text
    assert REMARK in text


def test_a_remark_that_goes_on_takes_nothing_along_untold(office: Office) -> None:
    """It is wrapped, or seems to be: a line below it that is nearly an order stands by itself."""
    long = "A VIE - TYR // I think that it is the best that can be done at this time"
    text = say(office, f"{long}\nA BUDD - SER", 1)
    assert "2 A BUDD - SER error: “BUDD” is no place on this map" in text
    text = say(office, f"{long}\nand keeps the Italians out", 2)
    assert "and keeps the Italians out read as A VIE - TYR note: " + REMARK in text


@pytest.mark.parametrize("line", ["resign // if France attacks", "ready // or not yet"])
def test_a_request_with_a_reserve_in_its_remark_is_not_done(office: Office, line: str) -> None:
    text = say(office, f"A VIE - TYR\n{line}", 1)
    assert f"These lines were not read as orders: 2 {line}" in text
    game = history.load(office.store, "trial")[1]
    assert game.ready == ()
    assert not game.chairs["AUSTRIA"].vacant


def test_of_very_many_lines_with_lost_characters_none_is_passed_over(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is read several times, so a hostile letter could take its time."""
    read = Standard.read
    count = 0

    def counted(self: Standard, state: State, seat: str, text: str) -> Reading[Order]:
        nonlocal count
        count += "Gr" in text
        return read(self, state, seat, text)

    monkeypatch.setattr(Standard, "read", counted)
    prose = [f"Gr\ufffd\ufffde {'x' * number}." for number in range(MOST_SPOILT + 100)]
    text = say(office, "\n\n".join(["A BUD - SER", *prose, "A VIE \ufffd TYR"]), 1)
    assert count <= 5 * MOST_SPOILT
    assert "1 order read" in text
    assert "A VIE \ufffd TYR error: A character of this line was lost" in text


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
