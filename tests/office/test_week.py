"""The game master's week: each act is recorded, told to those it concerns, and can be verified."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adjudicator.documents import BadDocument
from adjudicator.office import (
    commands,
    correcting,
    handover,
    history,
    intake,
    ordering,
    sending,
    steering,
    verifying,
)
from adjudicator.office.folder import Office, make_office
from adjudicator.office.game import Game
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.setup import Player
from tests.office.desk import (
    BEGIN,
    DUE,
    POWERS,
    answers,
    begin,
    game_file,
    mail,
    observe,
    out,
    send,
    sent,
    tag,
    units,
)

HOUR = timedelta(hours=1)
NEXT = datetime(2026, 12, 8, 20, tzinfo=UTC)  # the Tuesday after
EARLIER = "quarantine: its token is that of an earlier player of ITALY in Trial"
ZOE = Player("Zoe", "zoe@example.org", "Europe/Rome")


@pytest.fixture(autouse=True)
def _everything_holds(office: Office) -> Iterator[None]:
    yield
    assert verifying.verify(office) == []


def game(office: Office) -> Game:
    return history.load(office.store, "trial")[1]


def told(office: Office, start: str, now: datetime = BEGIN) -> dict[str, str]:
    """The mails whose names begin so, once all that is due was sent."""
    sending.send(office, now)
    return {name: text for name, text in sent(office).items() if name.startswith(start)}


# --- time


def test_a_deadline_is_extended(office: Office) -> None:
    steering.extend(office, "trial", timedelta(hours=24), BEGIN, "A holiday in Italy.")
    notices = told(office, "notice.trial.1.")
    assert len(notices) == 7
    assert "A holiday in Italy." in notices["notice.trial.1.italy"]
    assert "due Sat 5 Dec 2026 20:00 UTC." in notices["notice.trial.1.italy"]
    assert commands.tick(office, DUE + 23 * HOUR, catch_up=True).phases == ()
    late = mail(tag(office, "ITALY"), "A VEN - TYR", "italy@example.org")
    assert send(office, late, DUE + 23 * HOUR) == "trial ITALY: 1 order"
    assert commands.tick(office, DUE + 24 * HOUR).phases == (("trial", "S1901M"),)
    # From the deadline that was set, not from the schedule's own.
    assert game(office).deadline == NEXT


def test_a_deadline_is_not_moved_into_the_past(office: Office) -> None:
    with pytest.raises(ValueError, match="is past"):
        steering.extend(office, "trial", BEGIN - HOUR, BEGIN)
    with pytest.raises(KeyError):
        steering.extend(office, "nowhere", HOUR, BEGIN)
    assert game(office).deadline == DUE


def test_a_paused_game_keeps_letters_and_runs_nothing(office: Office) -> None:
    steering.pause(office, "trial", BEGIN, "I am in hospital.")
    with pytest.raises(ValueError, match="paused already"):
        steering.pause(office, "trial", BEGIN)
    assert "I am in hospital." in told(office, "notice")["notice.trial.1.france"]
    assert commands.tick(office, DUE + 24 * HOUR).phases == ()
    late = mail(tag(office, "AUSTRIA"), "A VIE - TYR")
    assert send(office, late, DUE + 24 * HOUR) == "trial AUSTRIA: 1 order"
    assert "paused" in commands.status(office, DUE)[0].remarks
    deadline = steering.resume(office, "trial", DUE + 48 * HOUR)
    assert deadline == NEXT
    with pytest.raises(ValueError, match="not paused"):
        steering.resume(office, "trial", DUE + 48 * HOUR)
    assert commands.tick(office, NEXT, catch_up=True).phases == (("trial", "S1901M"),)
    assert "A TYR" in units(office, "AUSTRIA")


def test_no_deadline_falls_on_an_absence(office: Office) -> None:
    deadline = steering.absent(office, "trial", "ITALY", "2026-12-03..2026-12-07", BEGIN)
    assert deadline == NEXT
    notices = told(office, "notice")
    assert len(notices) == 7
    assert "no deadline falls on 2026-12-03 to 2026-12-07" in " ".join(
        notices["notice.trial.1.france"].split()
    )
    assert all("Italy" not in text for text in notices.values())  # who is away is his own affair
    with pytest.raises(ValueError, match="is past"):
        steering.absent(office, "trial", "ITALY", "2026-11-01", BEGIN)
    with pytest.raises(ValueError, match="no seat NARNIA"):
        steering.absent(office, "trial", "NARNIA", "2026-12-24", BEGIN)
    steering.absent(office, "trial", "ITALY", "2026-12-11", BEGIN)
    commands.tick(office, NEXT, catch_up=True)
    assert game(office).deadline == datetime(2026, 12, 15, 20, tzinfo=UTC)


# --- who plays


def test_a_player_is_replaced(office: Office) -> None:
    send(office, mail(tag(office, "ITALY"), "A VEN - TYR", "italy@example.org"))
    steering.replace_player(office, "trial", "ITALY", ZOE, BEGIN)
    welcome = told(office, "welcome.trial.italy.2")["welcome.trial.italy.2"]
    assert "Welcome, Zoe. You play Italy." in welcome
    assert "  A VEN - TYR\n" in welcome  # what stands is hers now
    assert "21:00 CET (20:00 UTC)" in " ".join(welcome.split())
    notices = told(office, "notice")
    assert sorted(notices) == [f"notice.trial.1.{p.lower()}" for p in POWERS if p != "ITALY"]
    old = mail(tag(office, "ITALY"), "A VEN H", "italy@example.org", 2)
    assert send(office, old) == EARLIER
    new = mail(tag(office, "ITALY", holder=2), "A VEN - TRI", "zoe@example.org", 3)
    assert send(office, new) == "trial ITALY: 1 order"
    with pytest.raises(ValueError, match="is no mail address"):
        steering.replace_player(office, "trial", "ITALY", Player("X", "x"), BEGIN)


def test_a_player_leaves(office: Office) -> None:
    assert send(office, mail(tag(office, "ITALY"), "I resign.", "italy@example.org")) == (
        "trial ITALY: done"
    )
    assert "You have left the game." in answers(office)[0]
    assert len(told(office, "notice.trial.1.")) == 6
    assert "adjudicator seat replace trial ITALY" in told(office, "gm")["gm.trial.1"]
    again = mail(tag(office, "ITALY"), "A VEN H", "italy@example.org", 2)
    assert send(office, again) == EARLIER
    assert "ITALY is vacant" in commands.status(office, BEGIN)[0].remarks
    commands.tick(office, DUE, catch_up=True)
    assert "report.trial.s1901m.1.italy" not in sent(office)
    steering.replace_player(office, "trial", "ITALY", ZOE, DUE)
    assert commands.status(office, DUE)[0].remarks == ()
    steering.resign(office, "trial", "ITALY", DUE)
    with pytest.raises(ValueError, match="nobody plays ITALY in trial already"):
        steering.resign(office, "trial", "ITALY", DUE)


def test_civil_disorder_ends_when_its_player_writes(office: Office) -> None:
    steering.civil_disorder(office, "trial", "ITALY", BEGIN)
    assert "Italy is in civil disorder" in told(office, "notice")["notice.trial.1.italy"]
    assert "ITALY is in civil disorder" in commands.status(office, BEGIN)[0].remarks
    send(office, mail(tag(office, "ITALY"), "A VEN H", "italy@example.org"))
    assert commands.status(office, BEGIN)[0].remarks == ()


def test_an_observer_gets_what_all_may_know(office: Office) -> None:
    assert observe(office, "walter@example.net") == "trial: observe, yes"
    assert "You will get the public reports of Trial" in answers(office)[1]
    send(office, mail(tag(office, "ITALY"), "A VEN - TYR", "italy@example.org", 2))
    steering.extend(office, "trial", HOUR, BEGIN)
    commands.tick(office, DUE + HOUR, catch_up=True)
    to_him = [
        path.name
        for path in out(office).glob("*.eml")
        if b"To: walter@example.net" in path.read_bytes()
    ]
    kinds = sorted(name.split(".")[0] for name in to_him)
    assert kinds == ["answer", "answer", "notice", "report"]
    public = next(text for name, text in sent(office).items() if name + ".eml" in to_him
                  and name.startswith("report"))  # fmt: skip
    assert "A VEN - TYR" in public
    assert "to be changed as you like" not in public
    assert "[trial" not in public
    assert send(office, mail("stop observing trial", "", "walter@example.net", 3)) == (
        "trial: stop observing"
    )
    assert game(office).observers == ()
    with pytest.raises(ValueError, match="does not observe"):
        steering.observe(office, "trial", "walter@example.net", False, BEGIN)


# --- orders and mistakes


def test_orders_are_entered_for_a_player_who_is_told(office: Office) -> None:
    orders = ordering.order(office, "trial", "ITALY", "A Ven - Tyr\nF NAP-ION\n", BEGIN)
    assert orders == ("A VEN - TYR", "F NAP - ION")
    (text,) = told(office, "ordered").values()
    assert "The game master has entered orders for you." in text
    assert "  F NAP - ION\n" in text
    with pytest.raises(ValueError, match=r"line 2: not an order: 'hello'; line 1: .*Budpest"):
        ordering.order(office, "trial", "ITALY", "A VEN - Budpest\nhello", BEGIN)
    send(office, mail(tag(office, "ITALY"), "A VEN H", "italy@example.org"))  # he may still differ
    commands.tick(office, DUE, catch_up=True)
    assert units(office, "ITALY") == {"A ROM", "A VEN", "F NAP"}


def test_a_phase_is_corrected_with_other_orders(office: Office) -> None:
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"))
    send(office, mail(tag(office, "ITALY"), "A VEN - TYR", "italy@example.org", 2))
    commands.tick(office, DUE)
    assert "A VIE" in units(office, "AUSTRIA")
    entries = office.store.entries("trial")
    later = DUE + HOUR
    correcting.correct(
        office, "trial", "S1901M", {"ITALY": "A VEN H"}, later, reason="Italy wrote in time."
    )
    assert units(office, "AUSTRIA") == {"A BUD", "A TYR", "F TRI"}
    assert office.store.entries("trial")[: len(entries)] == entries  # nothing is deleted
    reports = told(office, "report.trial.s1901m.2.", later)
    assert len(reports) == 7
    text = reports["report.trial.s1901m.2.france"]
    assert "(corrected, report 2)" in text.splitlines()[0]
    assert ":: Report: 2\n" in text
    assert "Italy wrote in time." in text
    differences = [line.strip() for line in text.splitlines() if line.startswith(("  - ", "  + "))]
    assert [line.split() for line in differences if "VIE - TYR" in line] == [
        ["-", "A", "VIE", "-", "TYR", "bounces", "bounced", "by", "A", "VEN", "(Italy)"],
        ["+", "A", "VIE", "-", "TYR", "succeeds"],
    ]
    assert ["+", "A", "VEN", "H", "holds"] in [line.split() for line in differences]
    # Both reports are kept, and the new one is the last.
    assert commands.report(office, "trial", "FRANCE", later) == 1
    assert game(office).phase == "F1901M"


def test_a_corrected_phase_without_changes_says_so(office: Office) -> None:
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"))
    commands.tick(office, DUE)
    before = game(office).state
    correcting.correct(office, "trial", "S1901M", {}, DUE)
    assert game(office).state == before
    text = told(office, "report.trial.s1901m.2.", DUE)["report.trial.s1901m.2.italy"]
    assert not [line for line in text.splitlines() if line.startswith(("  - ", "  + "))]


def test_an_older_phase_is_opened_again(office: Office) -> None:
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR\nF1901A: build A vie"))
    commands.tick(office, DUE, catch_up=True)
    commands.tick(office, NEXT, catch_up=True)
    assert game(office).phase == "S1902M"
    correcting.correct(office, "trial", "S1901M", {}, NEXT, reopen=True, reason="Mail was lost.")
    now = game(office)
    assert (now.phase, now.deadline) == ("S1901M", datetime(2026, 12, 11, 20, tzinfo=UTC))
    assert list(now.sheets) == ["AUSTRIA"]  # as they were
    assert list(now.ahead) == ["F1901A"]
    notice = told(office, "notice", NEXT)["notice.trial.1.italy"]
    assert "no effect any more. Mail was lost." in " ".join(notice.split())
    assert send(
        office, mail(tag(office, "ITALY"), "A VEN - TYR", "italy@example.org", 2), NEXT
    ) == ("trial ITALY: 1 order")
    commands.tick(office, datetime(2026, 12, 11, 20, tzinfo=UTC), catch_up=True)
    assert "A VIE" in units(office, "AUSTRIA")


def test_what_was_not_run_is_not_corrected(office: Office) -> None:
    with pytest.raises(ValueError, match="S1901M of trial is open"):
        correcting.correct(office, "trial", "S1901M", {}, BEGIN)
    commands.tick(office, DUE)
    entries = office.store.entries("trial")
    with pytest.raises(ValueError, match="line 1: not an order"):
        correcting.correct(office, "trial", "S1901M", {"ITALY": "hello"}, DUE)
    assert office.store.entries("trial") == entries


def test_a_preview_shows_and_changes_nothing(office: Office) -> None:
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"))
    entries, mails = office.store.entries("trial"), len(sent(office))
    text = commands.preview(office, "trial", BEGIN)
    assert "A VIE - TYR                succeeds" in text
    sending.send(office, BEGIN)
    assert (office.store.entries("trial"), len(sent(office))) == (entries, mails)


def test_a_letter_for_a_phase_that_has_run_is_not_released(office: Office) -> None:
    commands.tick(office, DUE)
    send(office, mail(tag(office, "ITALY"), "A VEN - TYR", "italy@example.org"), DUE)
    (letter,) = office.store.quarantine()
    with pytest.raises(CannotBeDone, match="it is for S1901M, and Trial is at F1901M"):
        intake.release(office, letter, "trial", "ITALY", DUE)
    assert history.load(office.store, "trial")[1].sheet("ITALY") is None
    assert list(office.store.quarantine()) == [letter]


def test_a_letter_is_released(office: Office) -> None:
    """A player who writes from his phone's address: his game master vouches for him."""
    phone = mail("orders", "A VEN - TYR", "italy@phone.example")
    assert send(office, phone).startswith("quarantine: ")
    (letter,) = office.store.quarantine()
    shown = commands.show_letter(office, letter)
    assert (shown.sender, shown.lines) == ("italy@phone.example", ("A VEN - TYR",))
    assert "it does not say for which game" in shown.text
    with pytest.raises(ValueError, match="no seat NARNIA"):
        intake.release(office, letter, "trial", "NARNIA", BEGIN)
    with pytest.raises(ValueError, match="there is no game nowhere"):
        intake.release(office, letter, "nowhere", "ITALY", BEGIN)
    assert list(office.store.quarantine()) == [letter]
    assert intake.release(office, letter, "trial", "ITALY", BEGIN) == "trial ITALY: taken"
    assert office.store.quarantine() == {}
    with pytest.raises(KeyError):
        intake.release(office, letter, "trial", "ITALY", BEGIN)
    sending.send(office, BEGIN)
    assert "A VEN - TYR" in sent(office)[f"answer.{letter}.released"]


def test_a_late_letter_is_released_while_its_phase_is_open(tmp_path: Path, office: Office) -> None:
    late = mail(tag(office, "ITALY"), "A VEN - TYR", "italy@example.org")
    send(office, late, DUE + HOUR)  # nothing has run yet
    (letter,) = office.store.quarantine()
    # He was answered that it came too late; the answer to the release is another mail.
    intake.release(office, letter, "trial", "ITALY", DUE + HOUR)
    sending.send(office, DUE + HOUR)
    assert len(answers(office)) == 2
    commands.tick(office, DUE + HOUR)
    assert "A TYR" in units(office, "ITALY")
    send(office, mail(tag(office, "ITALY"), "A TYR H", "italy@example.org", 2), DUE + 2 * HOUR)
    (stale,) = office.store.quarantine()
    with pytest.raises(ValueError, match=r"it is for S1901M.*adjudicator correct"):
        intake.release(office, stale, "trial", "ITALY", DUE + 2 * HOUR)


# --- the end


def test_the_game_master_ends_a_game(office: Office) -> None:
    with pytest.raises(ValueError, match="no seat NARNIA"):
        steering.end(office, "trial", ["NARNIA", "ITALY"], BEGIN)
    how = steering.end(office, "trial", ["FRANCE", "ITALY"], BEGIN)
    assert how == "The game is a draw between France and Italy."
    assert how in told(office, "report")["report.trial.end.1.turkey"]
    with pytest.raises(ValueError, match="is over already"):
        steering.end(office, "trial", [], BEGIN)
    assert commands.tick(office, DUE, catch_up=True).phases == ()
    assert send(office, mail(tag(office, "ITALY"), "A VEN H", "italy@example.org")) == (
        "Trial is over"
    )
    assert commands.status(office, DUE)[0].remarks == (how,)


def test_a_game_is_handed_over(office: Office, tmp_path: Path) -> None:
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"))
    commands.tick(office, DUE)
    send(office, mail(tag(office, "AUSTRIA", "F1901M"), "A TYR - VEN", number=2), DUE)
    content = handover.hand_over(office, "trial", "other@example.net", DUE)
    assert "mastered from other@example.net" in " ".join(
        told(office, "notice", DUE)["notice.trial.1.italy"].split()
    )
    assert commands.tick(office, NEXT, catch_up=True).phases == ()  # it runs here no more
    refused = mail(tag(office, "ITALY", "F1901M"), "A VEN H", "italy@example.org", 3)
    assert "mastered from other@example.net now" in send(office, refused, DUE)
    assert handover.hand_over(office, "trial", "other@example.net", DUE)  # the file got lost

    make_office(tmp_path / "other")
    with Office(tmp_path / "other") as other:
        config = tmp_path / "other" / "office.yaml"
        assert config.is_file()
        taken = handover.take_over(other, content, DUE + HOUR)
        assert (taken.phase, taken.deadline) == ("F1901M", NEXT)
        with pytest.raises(BadDocument, match="another game"):
            handover.take_over(other, content, DUE + HOUR)
        sending.send(other, DUE + HOUR)
        welcome = sent(other)["welcome.trial.austria.2"]
        assert "  A TYR - VEN\n" in welcome
        assert other.token("trial", "AUSTRIA") != office.token("trial", "AUSTRIA")
        subject = tag(other, "ITALY", "F1901M", holder=2)
        order = mail(subject, "A VEN H", "italy@example.org", 4)
        assert send(other, order, DUE + HOUR) == "trial ITALY: 1 order"
        assert commands.tick(other, NEXT).phases == (("trial", "F1901M"),)
        assert verifying.verify(other) == []


def test_a_game_comes_back(office: Office, tmp_path: Path) -> None:
    there = handover.hand_over(office, "trial", "other@example.net", BEGIN)
    make_office(tmp_path / "other")
    with Office(tmp_path / "other") as other:
        handover.take_over(other, there, BEGIN)
        subject = tag(other, "ITALY", holder=2)
        send(other, mail(subject, "A VEN - TYR", "italy@example.org"))
        back = handover.hand_over(other, "trial", "games@example.org", BEGIN)
    taken = handover.take_over(office, back, BEGIN + HOUR)
    assert (taken.stage, list(taken.sheets)) == ("running", ["ITALY"])
    commands.tick(office, DUE)
    assert "A TYR" in units(office, "ITALY")


def test_an_end_can_be_taken_back(office: Office) -> None:
    steering.end(office, "trial", [], BEGIN)
    correcting.correct(office, "trial", "S1901M", {}, BEGIN, reopen=True, reason="A slip.")
    assert (game(office).stage, game(office).phase, game(office).ending) == (
        "running",
        "S1901M",
        "",
    )
    assert commands.tick(office, DUE).phases == (("trial", "S1901M"),)


def test_a_changed_handover_is_refused(office: Office, tmp_path: Path) -> None:
    content = handover.hand_over(office, "trial", "other@example.net", BEGIN)
    make_office(tmp_path / "other")
    with Office(tmp_path / "other") as other:
        with pytest.raises(BadDocument, match="is no game that was handed over"):
            handover.take_over(other, b"hello", BEGIN)
        with pytest.raises(BadDocument):
            handover.take_over(other, content[:-40], BEGIN)
        assert other.store.games() == ()


def test_a_game_that_has_begun_takes_no_players(office: Office) -> None:
    assert send(office, mail("join trial", "name: Zoe", "zoe@example.org")) == "trial: join refused"
    assert "takes no players any more" in answers(office)[0]


def test_one_office_masters_many_games(office: Office) -> None:
    begin(office, game_file("second"))
    steering.pause(office, "second", BEGIN)
    assert commands.tick(office, DUE, catch_up=True).phases == (("trial", "S1901M"),)


# --- what went wrong once


def test_who_left_stays_away_in_civil_disorder(office: Office) -> None:
    send(office, mail(tag(office, "ITALY"), "I resign.", "italy@example.org"))
    steering.civil_disorder(office, "trial", "ITALY", BEGIN)
    mails = len(sent(office, "ITALY"))
    again = mail(tag(office, "ITALY"), "A VEN H", "italy@example.org", 2)
    assert send(office, again).startswith("quarantine: ")
    commands.tick(office, DUE)
    assert game(office).chairs["ITALY"].disorder
    assert len(sent(office, "ITALY")) == mails  # no answer, no report


def test_a_report_is_not_sent_to_who_played_before(office: Office) -> None:
    commands.tick(office, DUE)
    for address in ("a@example.net", "b@example.net"):
        steering.observe(office, "trial", address, True, DUE)
    steering.replace_player(office, "trial", "ITALY", ZOE, DUE)
    hers = told(office, "report.trial.s1901m.1.italy.2", DUE)
    assert len(hers) == 1  # she has the board at once
    for path in out(office).glob("*.eml"):
        path.unlink()
    assert commands.report(office, "trial", "ITALY", DUE) == 1
    assert send(office, mail(tag(office, "ITALY", "F1901M", holder=2), "report", "zoe@example.org"),
                DUE) == "trial ITALY: done"  # fmt: skip
    sending.send(office, DUE)
    assert sent(office, "ITALY") == {}
    assert list(told(office, "report", DUE)) == ["report.trial.s1901m.1.italy.2"]
    # Observers who came after the turn were not sent it; those before are each sent theirs.
    commands.tick(office, NEXT, catch_up=True)
    assert commands.report(office, "trial", None, NEXT) == 9


def test_a_phase_taken_back_is_not_corrected(office: Office) -> None:
    commands.tick(office, DUE)
    commands.tick(office, NEXT, catch_up=True)
    assert game(office).phase == "S1902M"
    correcting.correct(office, "trial", "S1901M", {}, NEXT)
    with pytest.raises(ValueError, match="F1901M of trial is open"):
        correcting.correct(office, "trial", "F1901M", {}, NEXT)
    correcting.correct(office, "trial", "S1901M", {"ITALY": "A VEN - TYR"}, NEXT)
    assert (game(office).phase, game(office).edition) == ("F1901M", 3)


def test_civil_disorder_goes_with_the_run_that_brought_it(tmp_path: Path) -> None:
    make_office(tmp_path / "other")
    with Office(tmp_path / "other") as other:
        text = game_file(
            **{"variant: standard": "variant: standard\nmissing_orders: civil_disorder"}
        )
        begin(other, text)
        commands.tick(other, DUE)
        assert game(other).chairs["ITALY"].disorder
        correcting.correct(other, "trial", "S1901M", {"ITALY": "A VEN H"}, DUE)
        assert not game(other).chairs["ITALY"].disorder
        assert game(other).chairs["FRANCE"].disorder
        assert verifying.verify(other) == []


def test_after_a_correction_all_are_told_what_became_of_their_orders(office: Office) -> None:
    commands.tick(office, DUE)
    send(office, mail(tag(office, "ITALY", "F1901M"), "A VEN - TYR", "italy@example.org"), DUE)
    correcting.correct(office, "trial", "S1901M", {}, DUE)
    reports = told(office, "report.trial.s1901m.2", DUE)
    hers = " ".join(reports["report.trial.s1901m.2.italy"].split())
    assert "have no effect any more" in hers
    assert "have no effect any more" not in " ".join(
        reports["report.trial.s1901m.2.france"].split()
    )


def test_a_phase_opened_again_is_reported_as_corrected(office: Office) -> None:
    commands.tick(office, DUE)
    correcting.correct(office, "trial", "S1901M", {"ITALY": "A VEN H"}, DUE, reopen=True)
    assert len(told(office, "ordered.trial.s1901m.2.italy", DUE)) == 1
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"), DUE)
    commands.tick(office, NEXT, catch_up=True)
    text = sent(office)["report.trial.s1901m.2.france"]
    assert "(corrected, report 2)" in text.splitlines()[0]
    assert [line.split() for line in text.splitlines() if line.startswith("  + A VIE - TYR")] == [
        ["+", "A", "VIE", "-", "TYR", "succeeds"]
    ]


def test_a_letter_overtaken_on_its_way_does_not_replace_a_newer_one(office: Office) -> None:
    subject = tag(office, "ITALY")
    newer = mail(subject, "A VEN - TYR", "italy@example.org", 1)
    older = mail(subject, "A VEN H", "italy@example.org", 2)
    office.store.keep_letter(newer, BEGIN + 2 * HOUR, "1")
    commands.read_waiting(office, BEGIN + 2 * HOUR)
    office.store.keep_letter(older, BEGIN + HOUR, "2")
    commands.read_waiting(office, BEGIN + 3 * HOUR)
    assert [str(order) for order in game(office).sheet("ITALY").orders] == ["A VEN - TYR"]
    sending.send(office, BEGIN + 3 * HOUR)
    assert any("that reached us later stand" in text and ": ERROR: " in text
               for text in answers(office))  # fmt: skip


def test_ready_with_a_fault_is_not_ready(office: Office) -> None:
    send(office, mail(tag(office, "ITALY"), "A VEN - Tyrrol\nready", "italy@example.org"))
    assert game(office).ready == ()
    assert "You are not taken to be ready" in " ".join(answers(office)[0].split())


def test_one_letter_asks_each_thing_once(office: Office) -> None:
    body = "propose draw\nvote no 1\n" * 50 + "resign\nresign"
    send(office, mail(tag(office, "ITALY"), body, "italy@example.org"))
    assert len(office.store.mail_of("trial")) < 40
    assert game(office).proposal is None
    assert game(office).chairs["ITALY"].vacant


def test_a_lost_last_report_can_be_had(office: Office) -> None:
    commands.tick(office, DUE)
    steering.end(office, "trial", [], DUE)
    ask = mail(tag(office, "ITALY", "-"), "report", "italy@example.org")
    assert send(office, ask, DUE) == "trial ITALY: done"
    other = mail(tag(office, "ITALY", "-"), "Thanks to all!", "italy@example.org", 2)
    assert send(office, other, DUE) == "Trial is over"


@pytest.mark.parametrize("asks", ["report", "vote yes 1", "propose draw", "ready"])
def test_late_orders_do_not_count_for_what_is_asked_beside_them(office: Office, asks: str) -> None:
    late = mail(tag(office, "ITALY"), f"A VEN - TYR\n{asks}", "italy@example.org")
    assert send(office, late, DUE + HOUR) == "it came after the deadline of S1901M"
    assert game(office).sheets == {}
    commands.tick(office, DUE + HOUR)
    stale = mail(tag(office, "ITALY"), f"A VEN - TRI\n{asks}", "italy@example.org", 2)
    assert send(office, stale, DUE + HOUR).startswith("it is for S1901M, and Trial is at F1901M")
    assert game(office).sheets == {}
    steering.end(office, "trial", [], DUE + HOUR)
    over = mail(tag(office, "ITALY", "F1901M"), f"A VEN H\n{asks}", "italy@example.org", 3)
    assert send(office, over, DUE + HOUR) == "Trial is over"
    assert len(office.store.quarantine()) == 3


def test_a_new_player_is_not_reported_a_run_that_was_taken_back(office: Office) -> None:
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"))
    commands.tick(office, DUE)
    correcting.correct(office, "trial", "S1901M", {}, DUE, reopen=True)
    steering.replace_player(office, "trial", "ITALY", ZOE, DUE)
    sending.send(office, DUE)
    hers = [name for name in sent(office) if name.endswith("italy.2")]
    assert hers == ["welcome.trial.italy.2"]


def test_a_pause_outlasts_a_correction(office: Office) -> None:
    commands.tick(office, DUE)
    steering.pause(office, "trial", DUE)
    correcting.correct(office, "trial", "S1901M", {}, DUE)
    assert game(office).paused
    assert (
        ":: Deadline"
        not in told(office, "report.trial.s1901m.2", DUE)["report.trial.s1901m.2.italy"]
    )
    assert commands.tick(office, NEXT, catch_up=True).phases == ()


def test_process_reads_what_is_to_be_fetched(office: Office) -> None:
    config = office.folder / "office.yaml"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("fetch: []", "fetch: [inbox]"))
    with Office(office.folder) as opened:
        with pytest.raises(ValueError, match="mail cannot be fetched"):
            commands.process(opened, "trial", "S1901M", BEGIN)
        (opened.folder / "inbox").mkdir()
        raw = mail(tag(opened, "ITALY"), "A VEN - TYR", "italy@example.org")
        (opened.folder / "inbox" / "1.eml").write_bytes(raw)
        commands.process(opened, "trial", "S1901M", BEGIN)
        assert "A TYR" in units(opened, "ITALY")


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("address: games@", "address: a..b@", "key address"),
        ("address: games@", 'address: "=?utf-8?q?z?=@', "key address"),
        ("  folder: out", '  sendmail: "\'"\n  #', "key send"),
        ("  folder: out", '  sendmail: " "\n  #', "key send"),
        ("  folder: out", "  folder: out\n  maildir: box\n  #", "key send"),
        ("outage_hours: 12", "outage_hours: 1e300", "key outage_hours"),
        ("outage_hours: 12", "outage_hours: 0", "key outage_hours"),
    ],
)
def test_a_wrong_configuration_says_where(office: Office, old: str, new: str, where: str) -> None:
    config = office.folder / "office.yaml"
    text = config.read_text(encoding="utf-8")
    assert old in text
    changed = text.replace(old, new, 1)
    if '"=?' in new:
        changed = changed.replace("=@example.org", '=@example.org"', 1)
    config.write_text(changed, encoding="utf-8")
    with pytest.raises(BadDocument) as caught:
        Office(office.folder)
    assert where in caught.value.where
