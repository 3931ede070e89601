"""Deadlines in an office: reminders, turns run early, orders that are missing, outages."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from adjudicator.office import commands, fetching, history, running, sending, steering, verifying
from adjudicator.office.folder import Office, make_office
from adjudicator.office.game import Game
from tests.office.desk import BEGIN, DUE, POWERS, begin, game_file, mail, send, sent, tag, units

HOUR = timedelta(hours=1)
SCHEDULE = 'default: {weekdays: [tue, fri], time: "20:00"}'


@pytest.fixture
def office(tmp_path: Path) -> Office:
    make_office(tmp_path / "office")
    return Office(tmp_path / "office")


def start(office: Office, extra: str = "", missing: str = "hold", rule: str = SCHEDULE) -> None:
    changes = {
        SCHEDULE: rule + extra,
        "variant: standard": f"variant: standard\nmissing_orders: {missing}",
    }
    begin(office, game_file(**changes))


def game(office: Office) -> Game:
    return history.load(office.store, "trial")[1]


def order(
    office: Office, seat: str, text: str, number: int, now=BEGIN, phase: str = "S1901M"
) -> str:
    subject = tag(office, seat, phase)
    return send(office, mail(subject, text, f"{seat.lower()}@example.org", number), now)


def all_order(office: Office, text: str = "ready", but: str = "", now: datetime = BEGIN) -> None:
    for number, seat in enumerate(POWERS):
        if seat != but:
            order(office, seat, text, 100 + number, now)


def tick(office: Office, now: datetime) -> commands.Ticked:
    return commands.tick(office, now, catch_up=True)


# --- reminders


def test_only_those_who_owe_orders_are_reminded(office: Office) -> None:
    start(office, "\n  reminders: [24, 3]")
    order(office, "AUSTRIA", "A VIE - TYR", 1)
    assert tick(office, DUE - 25 * HOUR).reminded == ()
    ((name, seats),) = tick(office, DUE - 24 * HOUR).reminded
    assert (name, seats) == ("trial", POWERS[1:])
    assert tick(office, DUE - 23 * HOUR).reminded == ()
    text = sent(office)["reminder.trial.s1901m.1.italy.0.1.0"]
    assert (
        "have not come for this phase: Spring 1901, movement. They are due Fri 4 Dec"
        in " ".join(text.split())
    )
    assert tag(office, "ITALY") in text
    assert not [name for name in sent(office) if name.startswith("reminder") and "austria" in name]
    all_order(office, "ready")
    assert tick(office, DUE - 2 * HOUR).reminded == ()  # nobody owes any
    assert tick(office, DUE).phases == (("trial", "S1901M"),)


def test_reminders_missed_by_a_down_server_are_one(office: Office) -> None:
    start(office, "\n  reminders: [48, 24, 3]")
    assert len(tick(office, DUE - HOUR).reminded) == 1
    assert tick(office, DUE - HOUR / 2).reminded == ()


def test_after_an_extension_there_are_reminders_again(office: Office) -> None:
    start(office, "\n  reminders: [24]")
    tick(office, DUE - 20 * HOUR)
    steering.extend(office, "trial", 72 * HOUR, DUE - 19 * HOUR)
    assert len(tick(office, DUE + 49 * HOUR).reminded) == 1


# --- early


def test_a_turn_runs_early_when_all_are_ready(office: Office) -> None:
    start(office, "\n  early: 2")
    all_order(office, "ready", but="ITALY")
    assert game(office).ready_since is None
    order(office, "ITALY", "A VEN - TYR\nready", 1, BEGIN + HOUR)
    assert "all are ready: runs" in commands.status(office, BEGIN)[0].remarks[0]
    assert tick(office, BEGIN + 2 * HOUR).phases == ()
    assert tick(office, BEGIN + 3 * HOUR).phases == (("trial", "S1901M"),)
    # It brings the next deadline nearer: the first slot from now on.
    assert game(office).deadline == DUE


def test_a_second_thought_takes_readiness_back(office: Office) -> None:
    start(office, "\n  early: 2")
    all_order(office, "ready")
    order(office, "ITALY", "A VEN - TYR", 1, BEGIN + HOUR)  # without another `ready`
    assert tick(office, BEGIN + 3 * HOUR).phases == ()
    order(office, "ITALY", "ready", 2, BEGIN + 4 * HOUR)
    assert game(office).sheet("ITALY").orders  # the orders stand
    order(office, "FRANCE", "not ready", 3, BEGIN + 5 * HOUR)
    assert tick(office, BEGIN + 7 * HOUR).phases == ()
    assert tick(office, DUE).phases == (("trial", "S1901M"),)


def test_without_the_option_ready_hurries_nothing(office: Office) -> None:
    start(office)
    all_order(office, "ready")
    assert tick(office, DUE - HOUR).phases == ()


def test_orders_sent_ahead_are_not_ready(office: Office) -> None:
    """They count as given, stand in the report of the moves, and can be changed."""
    start(office, "\n  early: 0")
    moves = {
        "AUSTRIA": "A VIE - GAL\nA BUD - RUM",
        "RUSSIA": "A WAR - GAL\nA MOS - UKR\nF SEV - RUM",
    }
    for number, (seat, text) in enumerate(moves.items()):
        order(office, seat, text, number)
    tick(office, DUE)
    order(office, "GERMANY", "F KIE - DEN\nF1901A: build A kie", 5, DUE, "F1901M")
    (line,) = [text for text in sent(office, "GERMANY").values() if "F1901A: A KIE B" in text]
    assert "For Fall 1901, adjustments, if that phase comes." in line
    deadline = game(office).deadline
    tick(office, deadline)
    now = game(office)
    assert (now.phase, list(now.sheets), now.ready) == ("F1901A", ["GERMANY"], ())
    assert now.runs_at() == now.deadline
    report = sent(office)["report.trial.f1901m.1.germany"]
    assert "Your orders as they stand for Fall 1901, adjustments" in report
    assert "  A KIE B\n" in report
    assert "A KIE B" not in sent(office)["report.trial.f1901m.1.france"]
    order(office, "GERMANY", "build F kie", 6, deadline, "F1901A")
    tick(office, now.deadline)
    assert "F KIE" in units(office, "GERMANY")


# --- missing orders


def test_missing_orders_hold(office: Office) -> None:
    start(office)
    all_order(office, "ready", but="ITALY")
    tick(office, DUE)
    report = sent(office)["report.trial.s1901m.1.france"]
    assert "No orders came from Italy: its units hold." in report
    assert game(office).awaited() == POWERS  # in the next phase as before


def test_missing_orders_are_waited_for(office: Office) -> None:
    start(office, missing="wait")
    all_order(office, "ready", but="ITALY")
    ticked = tick(office, DUE)
    assert (ticked.phases, ticked.reminded) == ((), (("trial", ("ITALY",)),))
    assert "overdue for this phase: Spring 1901, movement. The game waits" in " ".join(
        sent(office)["reminder.trial.s1901m.1.italy.1.0.1"].split()
    )
    assert "waits for the orders of Italy" in " ".join(
        sent(office)["notice.trial.1.france"].split()
    )
    assert tick(office, DUE + 23 * HOUR).reminded == ()
    assert tick(office, DUE + 24 * HOUR).reminded == (("trial", ("ITALY",)),)
    assert "waits for orders" in commands.status(office, DUE + HOUR)[0].remarks
    # Late as it is, the letter is what the game has waited for.
    assert order(office, "ITALY", "A VEN - TYR", 1, DUE + 30 * HOUR) == "trial ITALY: 1 order"
    assert tick(office, DUE + 30 * HOUR).phases == (("trial", "S1901M"),)
    assert "A TYR" in units(office, "ITALY")


def test_a_waiting_game_goes_on_without_who_is_in_civil_disorder(office: Office) -> None:
    start(office, missing="wait")
    all_order(office, "ready", but="ITALY")
    tick(office, DUE)
    steering.civil_disorder(office, "trial", "ITALY", DUE + HOUR)
    assert tick(office, DUE + HOUR).phases == (("trial", "S1901M"),)


def test_a_game_waits_for_a_vacant_seat(office: Office) -> None:
    start(office, missing="wait")
    all_order(office, "ready", but="ITALY")
    steering.resign(office, "trial", "ITALY", BEGIN)
    assert tick(office, DUE).phases == ()
    running.run_now(office, "trial", "S1901M", DUE)  # unless its game master says otherwise
    assert game(office).phase == "F1901M"


def test_missing_orders_bring_civil_disorder(office: Office) -> None:
    start(office, missing="civil_disorder")
    all_order(office, "ready", but="ITALY")
    tick(office, DUE)
    report = " ".join(sent(office)["report.trial.s1901m.1.italy"].split())
    assert "Italy is in civil disorder now" in report
    assert "ITALY" not in game(office).awaited()
    order(office, "ITALY", "A VEN - TYR", 1, DUE, "F1901M")
    assert game(office).chairs["ITALY"].disorder is False
    assert verifying.verify(office) == []


# --- grace, receipt, outages


def test_late_letters_count_in_the_grace(office: Office) -> None:
    start(office, rule=SCHEDULE.replace('"20:00"', '"20:00", grace_hours: 2'))
    assert tick(office, DUE + HOUR).phases == ()
    assert order(office, "ITALY", "A VEN - TYR", 1, DUE + 2 * HOUR) == "trial ITALY: 1 order"
    assert tick(office, DUE + 2 * HOUR).phases == (("trial", "S1901M"),)
    report = " ".join(sent(office)["report.trial.s1901m.1.italy"].split())
    assert "still taken until Tue 8 Dec 2026 22:00 UTC" in report


def test_a_retreat_is_no_time_for_what_was_meant_for_the_moves(office: Office) -> None:
    start(office)
    order(office, "ITALY", "A VEN - TYR\nA ROM - VEN", 1)
    tick(office, DUE)
    fall = game(office).deadline
    assert fall is not None
    order(office, "ITALY", "A VEN - TRI\nA TYR S A VEN - TRI", 2, DUE, "F1901M")
    tick(office, fall)
    assert (game(office).phase, game(office).due) == ("F1901R", ("AUSTRIA",))
    # A move of a dislodged unit would be read as its retreat.
    late = order(office, "AUSTRIA", "F TRI - ALB", 3, fall, "F1901M")
    assert late.startswith("it is for F1901M, and Trial is at F1901R")
    closes = game(office).deadline
    assert closes is not None
    # Who has nothing to order now may have meant nothing but the next phase.
    after = closes + timedelta(minutes=1)
    build = order(office, "ITALY", "F1901A: build A ROM", 4, after, "F1901R")
    assert build == "trial ITALY: 1 order"
    late = order(office, "AUSTRIA", "F TRI R ALB", 5, after, "F1901R")
    assert late == "it came after the deadline of F1901R"


def test_a_token_of_the_open_phase_says_so_whatever_the_clocks_say(office: Office) -> None:
    """The mail server's clock may be behind the office's."""
    start(office)
    tick(office, DUE)
    early = DUE - timedelta(minutes=1)
    assert order(office, "ITALY", "A VEN - TYR", 1, early, "F1901M") == "trial ITALY: 1 order"


def test_our_mail_server_says_when_a_letter_came(office: Office) -> None:
    config = office.folder / "office.yaml"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("received_by: []", "received_by: [mx.example.org]"))
    with Office(office.folder) as opened:
        start(opened)
        in_time, forged, future = (
            f"Received: from a by {host}; Fri, 4 Dec {year} 19:59:00 +0000\n".encode()
            + mail(tag(opened, "ITALY"), f"A VEN - TYR\n{host} {year}", "italy@example.org", number)
            for number, (host, year) in enumerate(
                (("mx.example.org", 2026), ("mx.evil.org", 2026), ("mx.example.org", 2037))
            )
        )
        assert send(opened, in_time, DUE + HOUR) == "trial ITALY: 1 order"
        assert "after the deadline" in send(opened, forged, DUE + HOUR)
        assert "after the deadline" in send(opened, future, DUE + HOUR)


def test_after_an_outage_the_game_master_is_asked(office: Office) -> None:
    start(office)
    commands.tick(office, BEGIN)
    fetching.keep(office, [mail(tag(office, "ITALY"), "A VEN - TYR", "italy@example.org")], BEGIN)
    for now in (DUE + HOUR, DUE + 2 * HOUR):
        ticked = commands.tick(office, now)
        assert (ticked.phases, ticked.held) == (
            (),
            "nothing was run since Tue 1 Dec 2026 10:00 UTC",
        )
    (name,) = [name for name in sent(office) if name.startswith("gm.outage")]
    assert "adjudicator tick --catch-up" in " ".join(sent(office)[name].split())
    assert list(game(office).sheets) == ["ITALY"]  # mail is read all the same
    steering.extend(office, "trial", 24 * HOUR, DUE + 2 * HOUR)
    assert commands.tick(office, DUE + 3 * HOUR, catch_up=True).phases == ()
    assert commands.tick(office, DUE + 3 * HOUR + HOUR).held == ""
    assert tick(office, DUE + 24 * HOUR).phases == (("trial", "S1901M"),)


def test_a_short_outage_is_none_and_neither_is_one_without_games(office: Office) -> None:
    commands.tick(office, BEGIN - 100 * HOUR)
    assert (
        commands.tick(office, BEGIN).held == ""
    )  # there is no game that anybody could have missed
    start(office)
    assert commands.tick(office, BEGIN + 11 * HOUR).held == ""


def test_a_broken_game_is_told_once(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    start(office)
    monkeypatch.setattr(running, "play", lambda *_: 1 // 0)
    for _ in range(3):
        (broken,) = tick(office, DUE).broken
        assert broken == "trial: ZeroDivisionError: integer division or modulo by zero"
    (name,) = [name for name in sent(office) if name.startswith("gm.broken")]
    assert "> ZeroDivisionError" in sent(office)[name]
    assert "overdue" in commands.status(office, DUE)[0].remarks[0]


def test_mail_is_fetched_from_where_the_office_says(office: Office) -> None:
    config = office.folder / "office.yaml"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("fetch: []", "fetch: [inbox, gone]"))
    with Office(office.folder) as opened:
        start(opened)
        for part in ("tmp", "new", "cur"):
            (opened.folder / "inbox" / part).mkdir(parents=True)
        raw = mail(tag(opened, "ITALY"), "A VEN - TYR", "italy@example.org")
        (opened.folder / "inbox" / "new" / "1.x").write_bytes(raw)
        ticked = commands.tick(opened, BEGIN)
        assert ticked.letters == ("trial ITALY: 1 order",)
        assert [fault for fault in ticked.broken if "gone" in fault]
        assert "mail cannot be fetched" in ticked.held  # orders may wait there
        assert [path.name for path in (opened.folder / "inbox" / "cur").iterdir()] == ["1.x:2,S"]
        assert commands.tick(opened, BEGIN).letters == ()


def test_a_refused_mail_is_tried_again_or_told(office: Office) -> None:
    """By a program that takes no mail for Italy, and none for France before the second try."""
    program = office.folder / "program"
    program.write_text(
        "#!/bin/sh\ncat >/dev/null\nfor to; do :; done\ncase $to in\n"
        "italy*) echo no such user >&2; exit 67;;\n"
        f"france*) test -e {office.folder}/tried || {{ touch {office.folder}/tried; exit 75; }};;\n"
        "esac\n"
    )
    program.chmod(0o700)
    config = office.folder / "office.yaml"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("  folder: out  ", f"  sendmail: {program}  #"))
    with Office(office.folder) as opened:
        start(opened)
        failed = opened.store.mail_failed()
        assert sorted(failed) == [
            "<welcome.trial.france.1@example.org>",
            "<welcome.trial.italy.1@example.org>",
        ]
        assert "no such user" in failed["<welcome.trial.italy.1@example.org>"]
        told = opened.store.mail_of("")
        assert [mail.to for mail in told if "gm.refused" in mail.message_id] == ["me@example.org"]
        assert sending.send(opened, BEGIN + timedelta(minutes=4)) == 0
        assert sending.send(opened, BEGIN + timedelta(minutes=5)) == 1
        assert list(opened.store.mail_failed()) == ["<welcome.trial.italy.1@example.org>"]
