"""Orders changed in a quote, alternatives that differ, and the yes that settles it."""

from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest

from adjudicator.office import commands, history, sending, steering, verifying
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.setup import Player
from tests.office.desk import BEGIN, DUE, begin, game_file, mail, out, send, sent, tag, units

SENDER = "austria@example.org"


def game(office: Office, name: str = "trial") -> Game:
    return history.load(office.store, name)[1]


def reply(
    office: Office,
    to: str,
    above: str,
    changes: dict[str, str],
    number: int,
    now: datetime = BEGIN,
) -> str:
    """The answer to a reply as `written`."""
    return answer_to(office, written(office, to, above, changes, number), now)


def written(office: Office, to: str, above: str, changes: dict[str, str], number: int) -> bytes:
    """A reply: text above our mail of this name, quoted with these changes."""
    ours = message_from_bytes((out(office) / f"{to}.eml").read_bytes(), policy=default)
    assert isinstance(ours, EmailMessage)
    part = ours.get_body(("plain",))
    assert part is not None
    quoted = "\n".join(f"> {line}" for line in part.get_content().splitlines())
    for old, new in changes.items():
        assert old in quoted
        quoted = quoted.replace(old, new)
    text = f"{above}\n\nOn Tuesday, the office <games@example.org> wrote:\n{quoted}\n"
    parent = str(ours["Message-ID"])
    return mail(str(ours["Subject"]), text, SENDER, number, In_Reply_To=parent)


def answer_to(office: Office, raw: bytes, now: datetime = BEGIN) -> str:
    """Its lines joined."""
    before = set(sent(office))
    send(office, raw, now)
    sending.send(office, now)
    (answer,) = [text for name, text in sent(office).items() if name not in before]
    return " ".join(answer.split())


def last_answer(office: Office) -> str:
    """The file name of the last answer."""
    last = office.store.mail_of("trial", "AUSTRIA")[-1]
    return last.message_id.partition("@")[0].lstrip("<")


def ordered(office: Office) -> set[str]:
    sheet = game(office).sheet("AUSTRIA")
    return set(map(str, sheet.orders)) if sheet is not None else set()


WELCOME = "welcome.trial.austria.1"
EDIT = {"> " + " " * 2 + "A VIE H": ">   A VIE - TYR"}


def test_a_quote_as_it_was_sent_is_no_order_and_not_talked_about(office: Office) -> None:
    answer = reply(office, WELCOME, "A VIE - GAL", {}, 1)
    assert ordered(office) == {"A VIE - GAL"}
    assert "A BUD H" not in answer
    assert "what you quote" not in answer


def test_what_is_changed_in_a_quote_waits_for_a_yes(office: Office) -> None:
    answer = reply(office, WELCOME, "Here you are.", EDIT, 1)
    assert "ERROR" in answer
    assert "A VIE - TYR read as A VIE - TYR" in answer
    assert "answer this mail with a line `yes`" in answer
    assert ordered(office) == set()
    answer = reply(office, last_answer(office), "Yes!", {}, 2)
    assert answer.startswith("Trial: OK")
    assert "You have confirmed what was read before: 1 line." in answer
    assert ordered(office) == {"A VIE - TYR"}
    commands.tick(office, DUE)
    assert units(office, "AUSTRIA") == {"A BUD", "A TYR", "F TRI"}
    assert game(office).unconfirmed == {}
    assert verifying.verify(office) == []


def test_a_second_thought_in_the_quote_is_no_duplicate(office: Office) -> None:
    """His own lines are the same; what he has changed in the quote is not."""
    reply(office, WELCOME, "Here you are.", EDIT, 1)
    again = {old: new.replace("TYR", "GAL") for old, new in EDIT.items()}
    answer = reply(office, WELCOME, "Here you are.", again, 2)
    assert "A VIE - GAL read as A VIE - GAL" in answer
    reply(office, last_answer(office), "yes", {}, 3)
    assert ordered(office) == {"A VIE - GAL"}


def test_own_orders_count_beside_what_waits(office: Office) -> None:
    answer = reply(office, WELCOME, "A BUD - SER\nready", EDIT, 1)
    assert ordered(office) == {"A BUD - SER"}
    assert "changed in what you quote, and wait" in answer
    assert "there is something to confirm" in answer
    assert game(office).ready == ()
    reply(office, last_answer(office), "yes", {}, 2)
    assert ordered(office) == {"A BUD - SER", "A VIE - TYR"}


def test_a_game_may_take_what_is_changed_at_once(office: Office) -> None:
    begin(office, game_file("quick") + "quoted_changes: take\n")
    reply(office, "welcome.quick.austria.1", "", EDIT, 1)
    sheet = game(office, "quick").sheet("AUSTRIA")
    assert sheet is not None
    assert list(map(str, sheet.orders)) == ["A VIE - TYR"]


@pytest.mark.parametrize("then", ["A VIE - GAL", "clear"])
def test_what_is_sent_later_takes_the_place_of_what_waits(office: Office, then: str) -> None:
    send(office, mail(tag(office, "AUSTRIA"), "A BUD - SER", SENDER, 1))
    reply(office, WELCOME, "", EDIT, 2)
    send(office, mail(tag(office, "AUSTRIA"), then, SENDER, 3))
    answer = answer_to(office, mail(tag(office, "AUSTRIA"), "yes", SENDER, 4))
    assert "There is nothing that waits for your yes." in answer
    assert "A VIE - TYR" not in ordered(office)


def test_a_yes_to_an_older_mail_confirms_nothing(office: Office) -> None:
    later = BEGIN + timedelta(hours=1)
    reply(office, WELCOME, "", EDIT, 1, later)
    answer = reply(office, WELCOME, "yes", {}, 2, later)
    assert "answers an older mail" in answer
    assert ordered(office) == set()
    # Without any mail that it answers it is for what waits.
    answer_to(office, mail(tag(office, "AUSTRIA"), "yes", SENDER, 3), later)
    assert ordered(office) == {"A VIE - TYR"}


def test_a_yes_to_a_mail_that_asks_for_none_confirms_nothing(office: Office) -> None:
    """Another player's press or proposal is answered with a yes, while orders wait for one."""
    reply(office, WELCOME, "", EDIT, 1)
    italy = tag(office, "ITALY")
    text = "press to Austria\nShall we ally?\nend press\npropose draw\n"
    send(office, mail(italy, text, "italy@example.org", 2), BEGIN + timedelta(hours=1))
    sending.send(office, BEGIN + timedelta(hours=1))
    for number, name in enumerate(("press.", "notice.")):
        (mine,) = [one for one in sent(office, "AUSTRIA") if one.startswith(name)]
        answer = reply(office, mine, "Yes!", {}, number + 3, BEGIN + timedelta(hours=2))
        assert "answers a mail that asks for no yes" in answer
        assert "write `draw yes 1`" in answer
        assert ordered(office) == set()
    answer_to(office, mail(tag(office, "AUSTRIA"), "yes", SENDER, 9))
    assert ordered(office) == {"A VIE - TYR"}


def test_a_yes_after_its_phase_is_late(office: Office) -> None:
    reply(office, WELCOME, "", EDIT, 1)
    subject = tag(office, "AUSTRIA")
    commands.tick(office, DUE)
    assert units(office, "AUSTRIA") == {"A BUD", "A VIE", "F TRI"}
    assert "it is for S1901M" in send(office, mail(subject, "yes", SENDER, 2), DUE)
    send(office, mail(tag(office, "AUSTRIA", "F1901M"), "yes", SENDER, 3), DUE)
    assert ordered(office) == set()


def test_who_takes_a_seat_over_confirms_nothing_of_his_forerunner_s(office: Office) -> None:
    reply(office, WELCOME, "", EDIT, 1)
    steering.replace_player(office, "trial", "AUSTRIA", Player("Nina", "nina@example.org"), BEGIN)
    assert game(office).unconfirmed == {}


def test_what_another_wrote_and_what_stands_below_a_signature_is_told(office: Office) -> None:
    text = "A BUD - SER\n-- \nA VIE - TYR\n> F TRI - ALB\n"
    answer = answer_to(office, mail(tag(office, "AUSTRIA"), text, SENDER))
    assert ordered(office) == {"A BUD - SER"}
    assert "3 A VIE - TYR (below your signature)" in answer
    assert "4 F TRI - ALB" in answer


def alternatives(office: Office, plain: str, html: str, number: int = 1) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = SENDER, "games@example.org"
    message["Subject"] = tag(office, "AUSTRIA")
    message["Message-ID"] = f"<{number}@example.org>"
    message.set_content(plain)
    message.add_alternative(html, subtype="html")
    return message.as_bytes()


def test_two_alternatives_that_differ_are_held(office: Office) -> None:
    raw = alternatives(office, "A VIE - TYR\nready", "<p>A VIE - GAL</p>")
    answer = answer_to(office, raw)
    assert "neither is used" in answer
    assert "This was read first: 1 A VIE - TYR read as A VIE - TYR" in answer
    assert "the other part of your mail: 1 A VIE - GAL read as A VIE - GAL" in answer
    assert ordered(office) == set()
    assert game(office).ready == ()
    reply(office, last_answer(office), "yes", {}, 2)
    assert ordered(office) == {"A VIE - TYR"}


@pytest.mark.parametrize(
    "html",
    ["<p>A VIE - TYR</p>", "<ul><li>Army Vienna to Tyrolia</ul>", "<p>See the plain text</p>"],
)
def test_alternatives_with_the_same_orders_count(office: Office, html: str) -> None:
    answer_to(office, alternatives(office, "A VIE - TYR", html))
    assert ordered(office) == {"A VIE - TYR"}


def test_the_other_alternative_mended_is_no_duplicate(office: Office) -> None:
    answer_to(office, alternatives(office, "A VIE - TYR", "<p>A VIE - GAL</p>", 1))
    answer_to(office, alternatives(office, "A VIE - TYR", "<p>A VIE - TYR</p>", 2))
    assert ordered(office) == {"A VIE - TYR"}


def test_the_template_pasted_without_marks_is_read(office: Office) -> None:
    _, _, text = sent(office)[WELCOME].partition("To the game master himself")
    text = text.replace("A VIE H", "A VIE - TYR")
    answer_to(office, mail(tag(office, "AUSTRIA"), text, SENDER))
    assert ordered(office) == {"A VIE - TYR", "A BUD H", "F TRI H"}
