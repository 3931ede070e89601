"""At most so many mails an hour because of letters; letters that come twice."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.office import (
    commands,
    correcting,
    envelopes,
    history,
    intake,
    ordering,
    steering,
    verifying,
)
from adjudicator.office.folder import CONFIG, Office, make_office
from tests.office import killing
from tests.office.desk import BEGIN, DUE, answers, begin, mail, send, sent, tag, units

LIMIT = 3
HOUR = timedelta(hours=1)


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[Office]:
    """An office that answers three times an hour."""
    make_office(tmp_path / "office")
    text = (tmp_path / "office" / CONFIG).read_text(encoding="utf-8")
    text = text.replace("answers_per_hour: 20", f"answers_per_hour: {LIMIT}")
    (tmp_path / "office" / CONFIG).write_text(text, encoding="utf-8")
    with Office(tmp_path / "office") as office:
        begin(office)
        yield office
        assert verifying.verify(office) == []
        assert office.store.damage() == ()


def to_gm(office: Office) -> list[str]:
    return [text for name, text in sent(office).items() if name.startswith("gm.")]


def flat(text: str) -> str:
    return " ".join(text.split())


# --- limits


def test_beyond_the_limit_letters_count_and_the_next_answer_lists_them(busy: Office) -> None:
    places = ("TYR", "GAL", "BOH", "TRI", "BUD")
    for number, place in enumerate(places):
        now = BEGIN + timedelta(minutes=number)
        done = send(busy, mail(tag(busy, "AUSTRIA"), f"A VIE - {place}", number=number + 1), now)
        assert done == "trial AUSTRIA: 1 order"
    assert len(answers(busy)) == LIMIT
    assert str(history.load(busy.store, "trial")[1].sheet("AUSTRIA").orders[0]) == "A VIE - BUD"
    # Another seat has a limit of its own.
    send(busy, mail(tag(busy, "ITALY"), "A VEN H", "italy@example.org", 20), BEGIN)
    assert len(answers(busy)) == LIMIT + 1
    # An hour after the first the next may be written.
    early = BEGIN + HOUR - timedelta(seconds=1)
    send(busy, mail(tag(busy, "AUSTRIA"), "A VIE H", number=10), early)
    assert len(answers(busy)) == LIMIT + 1
    send(busy, mail(tag(busy, "AUSTRIA"), "A VIE - TYR\nA BUD - Serbya", number=11), BEGIN + HOUR)
    assert len(answers(busy)) == LIMIT + 2
    (last,) = [text for text in answers(busy) if "not answered one by one" in text]
    assert [line.strip() for line in last.splitlines() if "order read, 0 faults." in line] == [
        "Tue 1 Dec 2026 10:03 UTC: 1 order read, 0 faults.",
        "Tue 1 Dec 2026 10:04 UTC: 1 order read, 0 faults.",
        "Tue 1 Dec 2026 10:59 UTC: 1 order read, 0 faults.",
    ]
    # They are told once.
    send(busy, mail(tag(busy, "AUSTRIA"), "A VIE - GAL", number=12), BEGIN + 3 * HOUR)
    assert sum("not answered one by one" in text for text in answers(busy)) == 1


def test_a_report_lists_them_too(busy: Office) -> None:
    for number in range(LIMIT + 1):
        send(busy, mail(tag(busy, "AUSTRIA"), f"A VIE - TYR\n{number}", number=number + 1))
    commands.tick(busy, DUE)
    assert "not answered one by one" in flat(sent(busy)["report.trial.s1901m.1.austria"])
    assert "not answered one by one" not in flat(sent(busy)["report.trial.s1901m.1.italy"])


def test_what_was_refused_is_listed_with_its_reason(busy: Office) -> None:
    late = DUE + timedelta(minutes=1)
    for number in range(LIMIT + 1):
        send(busy, mail(tag(busy, "AUSTRIA"), f"A VIE - TYR\n{number}", number=number + 1), late)
    assert len(answers(busy)) == LIMIT
    commands.tick(busy, late)
    report = flat(sent(busy)["report.trial.s1901m.1.austria"])
    assert "20:01 UTC: not used: it came after the deadline of S1901M" in report


def test_a_flood_of_junk_does_not_flood_the_game_master(busy: Office) -> None:
    for number in range(LIMIT + 4):
        now = BEGIN + timedelta(minutes=number)
        send(busy, mail("buy", f"this {number}", f"x{number}@example.com", number + 1), now)
    assert len(to_gm(busy)) == LIMIT
    assert len(busy.store.quarantine()) == LIMIT + 4
    commands.tick(busy, BEGIN + timedelta(minutes=30))
    assert len(to_gm(busy)) == LIMIT
    for _ in range(2):
        commands.tick(busy, BEGIN + HOUR + timedelta(minutes=LIMIT))
    (summary,) = [text for text in to_gm(busy) if "These letters wait" in text]
    waiting = list(busy.store.quarantine())[LIMIT:]
    assert all(f"{letter}, from x" in flat(summary) for letter in waiting)
    assert len(to_gm(busy)) == LIMIT + 1


def test_of_the_letters_from_one_address_the_game_master_is_told_once_an_hour(
    office: Office,
) -> None:
    """Of the first at once; nothing goes untold, whatever else he is told of meanwhile."""
    minute = timedelta(minutes=1)
    for number in range(90):
        now = BEGIN + number * minute
        send(office, mail("buy", f"this {number}", "x@example.com", number + 1), now)
        if not number % 5:
            commands.tick(office, now)
        if number == 30:
            send(office, mail("Hello", "Who are you?", "ann@example.net", 200), now)
    told = to_gm(office)
    assert len(told) == 3  # the first, Ann's with the others to then, one an hour after the first
    commands.tick(office, BEGIN + 2 * HOUR + minute)
    (last,) = set(to_gm(office)) - set(told)
    assert flat(last).startswith("Quarantine These letters wait in your quarantine")
    text = " ".join(to_gm(office))
    waiting = office.store.quarantine()
    assert len(waiting) == 91
    assert all(text.count(f"{letter}, from") == 1 or f"show {letter}" in text for letter in waiting)
    assert office.store.owed("gm") == ()


def test_letters_on_which_the_program_fails_do_not_flood_him_either(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake._Handling, "done", killing.fail)
    for number in range(5):
        send(office, mail("buy", f"this {number}", "x@example.com", number + 1))
    assert len(to_gm(office)) == 1
    commands.tick(office, BEGIN + HOUR)
    (summary,) = [text for text in to_gm(office) if "These letters wait" in text]
    assert flat(summary).count("from x@example.com: the program failed on it") == 4


def test_the_failure_an_earlier_version_told_of_before_it_was_killed(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake._Handling, "done", killing.fail)
    letter = office.store.keep_letter(mail("buy", "this"), BEGIN, "a mailbox")
    envelopes.tell_gm_once(office, f"gm.{letter}", "Quarantine", ["The program failed."], BEGIN)
    assert commands.read_waiting(office, BEGIN) == ["quarantine: it could not be read:"]
    assert commands.read_waiting(office, BEGIN) == []
    assert list(office.store.quarantine()) == [letter]


def test_the_next_notice_to_the_game_master_lists_what_he_was_not_told(busy: Office) -> None:
    for number in range(3):
        send(busy, mail("buy", f"this {number}", "x@example.com", number + 1))
    send(busy, mail("buy", "more", "x@example.com", 50), BEGIN + HOUR)
    (last,) = [text for text in to_gm(busy) if "These letters wait" in text]
    assert flat(last).count("from x@example.com: it does not say") == 2


def test_a_stranger_with_a_token_cannot_flood_the_player(busy: Office) -> None:
    for number in range(LIMIT + 2):
        body = f"A VIE - TYR\n{number}"
        send(busy, mail(tag(busy, "AUSTRIA"), body, "x@example.com", number + 1))
    names = [name for name in sent(busy) if name.startswith("answer.")]
    assert len([name for name in names if name.endswith(".copy")]) == LIMIT
    assert len(names) == 2 * LIMIT
    send(busy, mail(tag(busy, "AUSTRIA"), "A VIE H", number=30), BEGIN + HOUR)
    (last,) = [text for text in answers(busy) if "not answered one by one" in text]
    assert flat(last).count("from x@example.com: 1 order read, 0 faults.") == 2


def test_sign_up_has_the_same_limit(busy: Office) -> None:
    for number in range(LIMIT + 1):
        raw = mail("observe trial" if number % 2 else "stop observing trial", "", "w@example.net",
                   number + 1)  # fmt: skip
        send(busy, raw)
    assert len(answers(busy)) == LIMIT
    send(busy, mail("observe nothing", "", "w@example.net", 9), BEGIN + HOUR)
    (last,) = [text for text in answers(busy) if "not answered one by one" in text]
    assert "trial: observe" in last


# --- duplicates


@pytest.mark.parametrize("asked", ["map", "resend"])
def test_what_is_sent_besides_the_answer_is_limited_too(busy: Office, asked: str) -> None:
    commands.tick(busy, DUE)
    before = len(busy.store.mail_of("trial", "AUSTRIA"))
    for number in range(LIMIT * 3):
        text = f"{asked}\nLetter {number}."
        send(busy, mail(tag(busy, "AUSTRIA", "F1901M"), text, number=number + 1), DUE)
    answered = len(answers(busy))
    written = len(busy.store.mail_of("trial", "AUSTRIA")) - before
    assert 0 < answered < LIMIT
    assert written <= LIMIT
    text = mail(tag(busy, "AUSTRIA", "F1901M"), "A VIE H", number=30)
    send(busy, text, DUE + HOUR)
    assert any("not answered one by one" in one for one in answers(busy))


@pytest.mark.parametrize("sender", ["games@example.org", "Games+x@example.org"])
@pytest.mark.parametrize("subject", ["observe trial", "hello"])
def test_the_office_does_not_write_to_itself(busy: Office, sender: str, subject: str) -> None:
    assert send(busy, mail(subject, "", sender)).startswith("quarantine")
    assert history.load(busy.store, "trial")[1].observers == ()
    assert answers(busy) == []


def number_of(office: Office) -> str:
    """The number of the letter that was answered first."""
    return min(name for name in sent(office) if name.startswith("answer.")).split(".")[1]


def again(raw: bytes) -> bytes:
    """The same mail, brought by another server: other bytes."""
    return b"Received: from a.example by b.example; Tue, 1 Dec 2026 10:00:00 +0000\n" + raw


def test_the_same_mail_by_two_ways_has_one_effect_and_one_answer(office: Office) -> None:
    raw = mail(tag(office, "AUSTRIA"), "A VIE - TYR")
    send(office, raw)
    entries = office.store.entries("trial")
    assert send(office, again(raw), DUE) == f"trial AUSTRIA: duplicate of {number_of(office)}"
    assert len(answers(office)) == 1
    assert office.store.entries("trial") == entries
    assert office.store.letters_waiting() == ()


def test_the_same_words_within_the_hour(office: Office) -> None:
    subject = tag(office, "AUSTRIA")
    send(office, mail(subject, "A VIE - TYR\n", number=1))
    first = number_of(office)
    done = send(office, mail(subject, "\nA  VIE - TYR", number=2), BEGIN + HOUR)
    assert done == f"trial AUSTRIA: duplicate of {first}"
    later = mail(subject, "A VIE - TYR", number=3)
    assert send(office, later, BEGIN + HOUR + timedelta(seconds=1)) == "trial AUSTRIA: 1 order"


def test_a_second_thought_that_goes_back_takes_effect(office: Office) -> None:
    subject = tag(office, "AUSTRIA")
    for number, order in enumerate(("A VIE - TYR", "A VIE - GAL", "A VIE - TYR")):
        assert send(office, mail(subject, order, number=number)) == "trial AUSTRIA: 1 order"
    commands.tick(office, DUE)
    assert "A TYR" in units(office, "AUSTRIA")


def test_an_older_mail_that_comes_again_does_not_take_back_the_newer(office: Office) -> None:
    subject = tag(office, "AUSTRIA")
    first = mail(subject, "A VIE - TYR", number=1)
    send(office, first)
    send(office, mail(subject, "A VIE - GAL", number=2))
    assert "duplicate of" in send(office, again(first))
    commands.tick(office, DUE)
    assert "A GAL" in units(office, "AUSTRIA")


def test_one_message_id_for_two_letters_is_two_letters(office: Office) -> None:
    subject = tag(office, "AUSTRIA")
    for order in ("A VIE - TYR", "A VIE - GAL"):
        assert send(office, mail(subject, order, number=1)) == "trial AUSTRIA: 1 order"
    assert len(answers(office)) == 2


def test_who_asks_twice_is_answered_twice(office: Office) -> None:
    subject = tag(office, "AUSTRIA")
    for number in (1, 2):
        assert send(office, mail(subject, "report", number=number)) == "trial AUSTRIA: done"
    assert len(answers(office)) == 2
    assert "duplicate" in send(office, again(mail(subject, "report", number=2)))
    assert len(answers(office)) == 2


def test_orders_of_his_master_s_lie_between(office: Office) -> None:
    subject = tag(office, "AUSTRIA")
    send(office, mail(subject, "A VIE - TYR", number=1))
    ordering.order(office, "trial", "AUSTRIA", "A VIE - GAL", BEGIN)
    assert send(office, mail(subject, "A VIE - TYR", number=2)) == "trial AUSTRIA: 1 order"


def test_other_words_below_the_signature_are_told_of(office: Office) -> None:
    subject = tag(office, "AUSTRIA")
    send(office, mail(subject, "Here you are.\n-- \nAda", number=1))
    done = send(office, mail(subject, "Here you are.\n-- \nAda\nA VIE - TYR", number=2))
    assert done == "trial AUSTRIA: 0 orders"
    assert any("A VIE - TYR (below your signature)" in one for one in answers(office))


def test_what_cannot_be_read_is_no_duplicate(office: Office) -> None:
    """The second attachment may be another; its writer must not take silence for a yes."""
    subject = tag(office, "AUSTRIA")
    for number in (1, 2):
        raw = mail(subject, "", number=number, Content_Disposition="attachment; filename=o.docx")
        raw = raw.replace(b"text/plain", b"application/vnd.ms-word")
        assert send(office, raw) == "trial AUSTRIA: 0 orders"
    assert len(answers(office)) == 2


def test_what_came_too_late_may_come_again(office: Office) -> None:
    """Refused, then the deadline is moved: the same words count now."""
    subject, late = tag(office, "AUSTRIA"), DUE + timedelta(minutes=1)
    raw = mail(subject, "A VIE - TYR", number=1)
    assert send(office, raw, late) == "it came after the deadline of S1901M"
    assert "duplicate" in send(office, again(raw), late)
    assert len(answers(office)) == 1
    steering.extend(office, "trial", timedelta(hours=24), late)
    assert send(office, again(again(raw)), late) == "trial AUSTRIA: 1 order"


def test_after_a_correction_the_same_words_count(office: Office) -> None:
    subject = tag(office, "AUSTRIA")
    send(office, mail(subject, "A VIE - TYR", number=1), DUE - timedelta(minutes=10))
    commands.tick(office, DUE)
    correcting.correct(office, "trial", "S1901M", {"AUSTRIA": "A VIE H"}, DUE, reopen=True)
    done = send(office, mail(subject, "A VIE - TYR", number=2), DUE + timedelta(minutes=10))
    assert done == "trial AUSTRIA: 1 order"


def test_a_letter_of_nobody_s_that_comes_twice_waits_once(office: Office) -> None:
    raw = mail("buy", "this", "x@example.com")
    send(office, raw)
    assert send(office, again(raw)).startswith("duplicate of ")
    assert len(office.store.quarantine()) == 1
    join = mail("observe trial", "", "w@example.net", 2)
    send(office, join)
    assert send(office, again(join)).startswith("duplicate of ")
    assert len(answers(office)) == 1


def test_a_letter_that_was_released_is_no_duplicate_of_itself(office: Office) -> None:
    late = DUE + timedelta(minutes=1)
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"), late)
    (letter,) = office.store.quarantine()
    assert intake.release(office, letter, "trial", "AUSTRIA", late) == "trial AUSTRIA: taken"
    commands.tick(office, late)
    assert "A TYR" in units(office, "AUSTRIA")
