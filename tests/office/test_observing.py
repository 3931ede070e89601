"""Who asks to observe a game is asked whether it was he, and is sent nothing before he says yes."""

from datetime import timedelta

import pytest

from adjudicator.office import commands, correcting, history, identity
from adjudicator.office.folder import Office
from adjudicator.office.kept import OutgoingMail
from adjudicator.office.replies import MOST_TO_STRANGERS
from adjudicator.office.requests import requests_in
from mail.letters import read_letter
from tests.office.desk import BEGIN, DUE, answers, mail, observe, send

WALTER = "walter@example.net"


def observers(office: Office) -> tuple[str, ...]:
    return history.load(office.store, "trial")[1].observers


def to(office: Office, address: str = WALTER) -> list[OutgoingMail]:
    return [one for one in office.store.mail_of("trial", "") if one.to == address]


def subject(office: Office, address: str = WALTER) -> str:
    """Of a plain reply to the mail that asks."""
    return f"Re: {read_letter(to(office, address)[-1].raw, BEGIN).subject}"


def said(office: Office, address: str = WALTER) -> str:
    lines = read_letter(to(office, address)[-1].raw, BEGIN).lines
    return " ".join(" ".join(line.text for line in lines).split())


def test_with_a_yes_the_reports_come(office: Office) -> None:
    assert send(office, mail("observe trial", "", WALTER)) == "trial: observe"
    assert "answer this mail with a line `yes`" in said(office)
    assert observers(office) == ()
    before = office.store.entries("trial")
    assert send(office, mail(subject(office), "Yes.\n\nWalter", WALTER, 2)) == "trial: observe, yes"
    assert "You will get the public reports of Trial." in said(office)
    assert observers(office) == (WALTER,)
    assert len(office.store.entries("trial")) == len(before) + 1
    commands.tick(office, DUE)
    assert "report.trial.s1901m" in to(office)[-1].message_id


def test_who_plays_in_no_game_is_written_to_a_few_times_in_an_hour(office: Office) -> None:
    """Anybody can write in anybody's name."""
    for number in range(MOST_TO_STRANGERS + 3):
        send(office, mail("observe trial", f"Wish {number}", WALTER, number + 1))
    assert len(to(office)) == MOST_TO_STRANGERS < office.config.answers_per_hour
    hour = timedelta(hours=1)
    send(office, mail("observe trial", "Please", WALTER, 99), BEGIN + hour)
    assert len(to(office)) == MOST_TO_STRANGERS + 1
    assert said(office).count("observe") == 3


def test_without_one_nothing_is_sent(office: Office) -> None:
    """A forged sender is asked, once for each letter, and that is all."""
    before = office.store.entries("trial")
    send(office, mail("observe trial", "Buy this!", WALTER))
    assert office.store.entries("trial") == before
    assert "Buy this!" not in said(office)
    commands.tick(office, DUE)
    correcting.correct(office, "trial", "S1901M", {"ITALY": "A VEN - TYR"}, DUE)
    commands.tick(office, DUE + timedelta(days=9), catch_up=True)
    assert len(to(office)) == 1
    assert WALTER not in history.load(office.store, "trial")[1].addresses()


@pytest.mark.parametrize("game", ["trial", "other"])
def test_a_yes_of_who_never_saw_the_mail_proves_nothing(office: Office, game: str) -> None:
    """Neither without the token, nor with that of another address or game."""
    send(office, mail("observe trial", "", WALTER))
    known = history.load(office.store, "trial")[1]
    forged = identity.observer_tag(known, "x@example.com", office.token)
    for number, tag in enumerate((forged, forged._replace(token="ABCDEFGH"), ""), 2):
        text = str(tag).replace("[trial ", f"[{game} ")
        done = send(office, mail(f"please confirm {text}", "yes", WALTER, number))
        assert done.startswith((f"{game}: observe", "quarantine: "))
        assert not done.endswith(", yes")
    assert observers(office) == ()


def test_a_yes_from_another_address_is_asked_there(office: Office) -> None:
    send(office, mail("observe trial", "", WALTER))
    send(office, mail(subject(office), "yes", "walter@home.example", 2))
    assert observers(office) == ()
    send(office, mail(subject(office, "walter@home.example"), "yes", "walter@home.example", 3))
    assert observers(office) == ("walter@home.example",)


def test_who_says_no_or_asks_back_is_told_and_shown_to_the_game_master(office: Office) -> None:
    send(office, mail("observe trial", "", WALTER))
    done = send(office, mail(subject(office), "I never asked for that!\n> yes", WALTER, 2))
    assert done.startswith("quarantine: it answers the question whether to observe Trial")
    assert "has no line `yes`" in " ".join(" ".join(answers(office)).split())
    assert observers(office) == ()


def test_a_yes_counts_in_a_later_phase_and_twice_is_once(office: Office) -> None:
    send(office, mail("observe trial", "", WALTER))
    reply = subject(office)
    commands.tick(office, DUE)
    assert send(office, mail(reply, "yes", WALTER, 2), DUE) == "trial: observe, yes"
    assert send(office, mail(reply, "yes", WALTER, 3), DUE) == "trial: observe, yes refused"
    assert observers(office) == (WALTER,)


def test_a_yes_that_comes_again_after_he_has_stopped_is_old(office: Office) -> None:
    observe(office, WALTER)
    yes = office.store.letter(office.store.last_seen("", "").letter).raw  # type: ignore[union-attr]
    send(office, mail("stop observing trial", "", WALTER, 5))
    assert "duplicate" in send(office, b"Received: from a.example by b.example\n" + yes)
    assert observers(office) == ()


def test_a_machine_s_yes_is_none(office: Office) -> None:
    """Nor does our own mail hold a line that a machine could send back as one."""
    send(office, mail("observe trial", "", WALTER))
    asked = read_letter(to(office)[-1].raw, BEGIN)
    assert requests_in(asked.lines)[0] == ()
    raw = mail(subject(office), "yes", WALTER, 2, Auto_Submitted="auto-replied")
    assert send(office, raw).startswith("quarantine")
    assert observers(office) == ()


def test_the_address_for_replies_carries_the_tag(office: Office) -> None:
    send(office, mail("observe trial", "", WALTER))
    asked = to(office)[-1].raw.decode()
    (line,) = [one for one in asked.splitlines() if one.startswith("Reply-To:")]
    raw = mail("Hello", "yes", WALTER, 2).replace(b"games@example.org", line[10:].strip().encode())
    assert send(office, raw) == "trial: observe, yes"
