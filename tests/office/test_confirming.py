"""Orders changed in a quote, alternatives that differ, and the yes that settles it."""

from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from adjudicator.office import commands, history, intake, sending, steering, verifying
from adjudicator.office.folder import Office, make_office
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
    assert "answers another mail" in answer
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
        assert "answers another mail than the one" in answer
        assert "write `vote yes 1`" in answer
        assert ordered(office) == set()
    answer_to(office, mail(tag(office, "AUSTRIA"), "yes", SENDER, 9))
    assert ordered(office) == {"A VIE - TYR"}


def test_a_yes_confirms_what_its_mail_asks_about_alone(office: Office) -> None:
    """Two letters that are read in the same second, and a yes to the answer of the first."""
    answers = []
    for number, place in enumerate(("TYR", "GAL"), 1):
        answer_to(office, alternatives(office, f"A VIE - {place}", "<p>A VIE - BOH</p>", number))
        answers.append(last_answer(office))
    assert "answers another mail than the one" in reply(office, answers[0], "yes", {}, 3)
    assert ordered(office) == set()
    reply(office, answers[1], "yes", {}, 4)
    assert ordered(office) == {"A VIE - GAL"}


def test_orders_beside_a_yes_are_added_to_what_it_confirms(office: Office) -> None:
    answer_to(office, alternatives(office, "A VIE - TYR", "<p>A VIE - GAL</p>"))
    reply(office, last_answer(office), "yes\nA BUD - SER", {}, 2)
    assert ordered(office) == {"A VIE - TYR", "A BUD - SER"}


def test_who_clears_his_orders_has_none_that_wait(office: Office) -> None:
    """Not though he has no others."""
    answer_to(office, alternatives(office, "A VIE - TYR", "<p>A VIE - GAL</p>"))
    asking = last_answer(office)
    answer = answer_to(office, mail(tag(office, "AUSTRIA"), "clear", SENDER, 2))
    assert answer.startswith("Trial: OK")
    assert "What waited for your yes is withdrawn." in answer
    assert "There is nothing that waits" in reply(office, asking, "yes", {}, 3)
    assert ordered(office) == set()


def test_a_letter_that_came_before_leaves_what_waits(office: Office) -> None:
    """The game master takes it from the quarantine once a later one was read."""
    send(office, mail("orders", "A BUD - RUM", "new@example.org", 1))
    (early,) = office.store.quarantine()
    later = BEGIN + timedelta(hours=1)
    answer_to(office, alternatives(office, "A VIE - TYR", "<p>A VIE - GAL</p>", 3), later)
    asking = last_answer(office)
    intake.release(office, early, "trial", "AUSTRIA", later)
    sending.send(office, later)
    reply(office, asking, "yes", {}, 4, later)
    assert ordered(office) == {"A VIE - TYR"}


def test_a_yes_after_its_phase_is_late(office: Office) -> None:
    reply(office, WELCOME, "", EDIT, 1)
    subject = tag(office, "AUSTRIA")
    commands.tick(office, DUE)
    assert units(office, "AUSTRIA") == {"A BUD", "A VIE", "F TRI"}
    assert "it is for S1901M" in send(office, mail(subject, "yes", SENDER, 2), DUE)
    send(office, mail(tag(office, "AUSTRIA", "F1901M"), "yes", SENDER, 3), DUE)
    assert ordered(office) == set()


def test_another_s_orders_close_nothing(office: Office) -> None:
    reply(office, WELCOME, "", EDIT, 1)
    raw = mail(tag(office, "ITALY"), "A VEN - TYR", "italy@example.org", 2)
    assert send(office, raw) == "trial ITALY: 1 order"
    answer_to(office, mail(tag(office, "AUSTRIA"), "yes", SENDER, 3))
    assert ordered(office) == {"A VIE - TYR"}


def test_what_is_changed_in_a_quote_too_late_is_not_held(office: Office) -> None:
    """Not though the same letter asks for something that may be asked at any time."""
    late = DUE + timedelta(minutes=1)
    done = send(office, written(office, WELCOME, "status", EDIT, 1), late)
    assert done == "it came after the deadline of S1901M"
    assert game(office).unconfirmed == {}


def test_what_is_changed_in_a_quote_of_an_older_mail_is_told_beside_what_counts(
    office: Office,
) -> None:
    old = message_from_bytes(written(office, WELCOME, "", EDIT, 1), policy=default)
    assert isinstance(old, EmailMessage)
    commands.tick(office, DUE)
    new = tag(office, "AUSTRIA", "F1901M")
    text = f"{old.get_content()}\n{new}\nA BUD - SER\n"
    parent = str(old["In-Reply-To"])
    raw = mail(str(old["Subject"]), text, SENDER, 1, In_Reply_To=parent)
    assert send(office, raw, DUE) == "trial AUSTRIA: 1 order"
    (answer,) = [text for name, text in sent(office, "AUSTRIA").items() if name[:6] == "answer"]
    assert ordered(office) == {"A BUD - SER"}
    assert game(office).unconfirmed == {}
    assert "What is not for the open phase was not used: it is for S1901M" in " ".join(
        answer.split()
    )


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


def alternatives(
    office: Office, plain: str, html: str, number: int = 1, phase: str = "S1901M"
) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = SENDER, "games@example.org"
    message["Subject"] = tag(office, "AUSTRIA", phase)
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


@pytest.mark.parametrize(
    ("plain", "html"),
    [
        ("A VIE - TYR A BUD - SER", "<p>A VIE - TYR<br>A BUD - SER</p>"),
        ("A VIE - TYR, A BUD - SER", "<div>A VIE - TYR</div><div>A BUD - SER</div>"),
    ],
)
def test_a_line_end_that_the_plain_text_has_lost(office: Office, plain: str, html: str) -> None:
    """The same words; what was read in the HTML alone counts with a yes."""
    answer = answer_to(office, alternatives(office, plain, html))
    assert "a line `yes`, for what the other part of it says." in answer
    assert "other part of your mail: 1 A VIE - TYR read as A VIE - TYR 2 A BUD - SER" in answer
    assert ordered(office) == set()
    reply(office, last_answer(office), "yes", {}, 2)
    assert ordered(office) == {"A VIE - TYR", "A BUD - SER"}


@pytest.mark.parametrize("swapped", [False, True])
def test_what_both_texts_say_counts_and_the_rest_with_a_yes(office: Office, swapped: bool) -> None:
    """One of them has lost a line end, so that two orders of three are none."""
    whole, less = "A VIE - TYR\nA BUD - SER\nF TRI - ALB", "A VIE - TYR A BUD - SER\nF TRI - ALB"
    plain, rich = (less, whole) if swapped else (whole, less)
    html = f"<p>{rich.replace(chr(10), '<br>')}</p>"
    answer = answer_to(office, alternatives(office, plain, html))
    assert answer.count("read as F TRI - ALB") == 2
    assert "What both say counts." in answer
    assert "This was read first" not in answer
    assert ordered(office) == {"F TRI - ALB"}
    reply(office, last_answer(office), "yes", {}, 2)
    assert ordered(office) == {"A VIE - TYR", "A BUD - SER", "F TRI - ALB"}
    sheet = game(office).sheet("AUSTRIA")
    assert sheet is not None
    assert len(sheet.orders) == 3


def test_lines_that_make_other_orders_are_held(office: Office) -> None:
    plain, html = "A VIE\nS F TRI - ALB\nA BUD - SER", "<p>A VIE S F TRI<br>- ALB A BUD - SER</p>"
    assert "neither is used" in answer_to(office, alternatives(office, plain, html))
    assert ordered(office) == set()


def test_a_text_that_is_only_wrapped_is_no_other(office: Office) -> None:
    words = "I have thought about it for quite some time, and I shall do this:"
    plain = f"{words[:40]}\n{words[40:]}\nA VIE - GAL\nA BUD S A VIE -\nGAL\nready\n"
    html = f"<p>{words}<p>A VIE - GAL<br>A BUD S A VIE - GAL<p>ready"
    answer = answer_to(office, alternatives(office, plain, html))
    assert ordered(office) == {"A VIE - GAL", "A BUD S A VIE - GAL"}
    assert "You are ready." in answer


def test_a_wrapped_line_is_no_request(office: Office) -> None:
    """As plain text the line ends make a request that is none in the HTML, and was not meant."""
    words = "If that goes on for another year I think that I shall have to"
    raw = alternatives(office, f"{words}\nresign\nA VIE - TYR", f"<p>{words} resign<p>A VIE - TYR")
    answer = answer_to(office, raw)
    assert "`resign` was not done: it stands in only one of the two texts" in answer
    assert not game(office).chairs["AUSTRIA"].vacant
    assert ordered(office) == {"A VIE - TYR"}


def test_what_is_struck_out_in_the_html_is_not_taken_from_the_plain_text(office: Office) -> None:
    """Which has the same words, but cannot show that."""
    plain, html = "A VIE - TYR\nA BUD - SER", "<s>A VIE - TYR</s><br>A BUD - SER"
    assert "neither is used" in answer_to(office, alternatives(office, plain, html))
    assert ordered(office) == set()


@pytest.mark.parametrize("changes", ["confirm", "take"])
def test_what_is_changed_in_a_quote_of_texts_that_differ_is_told(
    tmp_path: Path, changes: str
) -> None:
    """A yes is for what stands above it alone."""
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as office:
        begin(office, game_file() + f"quoted_changes: {changes}\n")
        quoting = written(office, WELCOME, "A BUD - SER", EDIT, 1)
        message = message_from_bytes(quoting, policy=default)
        message.add_alternative("<p>A BUD - RUM</p>", subtype="html")
        answer = answer_to(office, message.as_bytes())
        assert "neither is used" in answer
        assert "A VIE - TYR (changed in what you quote)" in answer
        reply(office, last_answer(office), "yes", {}, 2)
        assert ordered(office) == {"A BUD - SER"}


def test_press_that_would_take_orders_along_is_not_sent(office: Office) -> None:
    """A line end is lost behind `end press`: what follows would go to Italy, too."""
    plain = "press to gm\nHello.\nend press A VIE - TYR"
    html = "<p>press to gm<br>Hello.<br>end press<br>A VIE - TYR"
    answer = answer_to(office, alternatives(office, plain, html))
    assert "No press was sent" in answer
    assert not [name for name in sent(office) if name.startswith("press.")]
    assert ordered(office) == set()
    reply(office, last_answer(office), "yes", {}, 2)
    assert ordered(office) == {"A VIE - TYR"}


def test_press_that_has_taken_an_order_along_is_not_sent(office: Office) -> None:
    """Its first end is lost in the plain text, and there is another below."""
    plain = "press to Italy\nHello. end press\nA VIE - TYR\nend press"
    html = "<p>press to Italy<br>Hello.<br>end press<br>A VIE - TYR<br>end press"
    answer = answer_to(office, alternatives(office, plain, html))
    assert "No press was sent" in answer
    assert not [name for name in sent(office) if name.startswith("press.")]


def test_press_that_is_only_wrapped_is_sent(office: Office) -> None:
    words = "Hello, this is a line that is a little longer than others,"
    plain = f"press to gm\n{words}\nand goes on.\nend press\nA VIE - TYR"
    html = f"<p>press to gm<br>{words} and goes on.<br>end press<br>A VIE - TYR"
    send(office, alternatives(office, plain, html))
    answer = " ".join(sent(office)[last_answer(office)].split())
    assert "Your press to the game master was sent" in answer
    assert ordered(office) == {"A VIE - TYR"}


def test_a_letter_that_comes_too_late_sends_no_other_press_either(office: Office) -> None:
    plain = "press to gm\nHello.\nend press A VIE - TYR"
    html = "<p>press to gm<br>Hello.<br>end press<br>A VIE - TYR"
    send(office, alternatives(office, plain, html), DUE + timedelta(minutes=1))
    assert "No press was sent" in sent(office)[last_answer(office)]
    assert not [name for name in sent(office) if name.startswith("press.")]


def test_alternatives_are_compared_in_a_letter_without_a_tag(tmp_path: Path) -> None:
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as office:
        begin(office, game_file(**{"variant: standard": "variant: standard\nidentity: address"}))
        raw = alternatives(office, "A VIE - TYR", "<p>A VIE - GAL</p>")
        raw = raw.replace(tag(office, "AUSTRIA").encode(), b"orders for trial")
        assert "neither is used" in answer_to(office, raw)
        assert ordered(office) == set()


def test_of_a_late_part_the_other_text_does_not_count_either(office: Office) -> None:
    """A letter with parts for two phases, one of them past: both its texts say the same."""
    old = tag(office, "AUSTRIA")
    commands.tick(office, DUE)
    new = tag(office, "AUSTRIA", "F1901M")
    plain = f"{new}\nA VIE - TYR\n{old}\nA BUD - SER\nand some words that go on\nand on"
    html = f"<p>{new}<br>A VIE - TYR<br>{old}<br>A BUD - SER<br>and some words that go on and on"
    raw = alternatives(office, plain, html, phase="F1901M")
    raw = raw.replace(b"Subject: " + new.encode(), b"Subject: orders")
    send(office, raw, DUE)
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
