"""An office that is killed at every commit point: nothing is lost, and nothing is done twice."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from adjudicator.documents import document
from adjudicator.office import (
    beginning,
    commands,
    correcting,
    history,
    identity,
    intake,
    replies,
    sending,
    steering,
)
from adjudicator.office.folder import Office
from tests.mail.servers import CERTIFICATE, IMAP_PASSWORD, dovecot
from tests.office import killing
from tests.office.desk import BEGIN, DUE, answers, begin, game_file, mail, out, send, tag, units
from tests.office.killing import killed_everywhere, new_office
from tests.office.test_bounces import WELCOME, bounce, remarks
from tests.office.test_confirming import EDIT, ordered, written
from tests.office.test_confirming import WELCOME as WELCOME_OF_AUSTRIA
from tests.office.test_fetching import fetching

HOUR = timedelta(hours=1)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with new_office(tmp_path) as opened:
        yield opened


def letters(office: Office, *raws: bytes) -> None:
    """What comes in while the office is killed."""
    for number, raw in enumerate(raws):
        (office.folder.parent / f"{number:02}.letter").write_bytes(raw)


def pause(office: Office, *games: str) -> None:
    """Let no phase be due, for that takes time."""
    for game in games or ("trial",):
        steering.pause(office, game, BEGIN)
    sending.send(office, BEGIN)
    office.store.set_note(beginning.LAST_TICK, "")


def again(office: Office, folder: Path) -> None:
    """All of it once more, twice, as mail servers and cron do."""
    raws = [path.read_bytes() for path in sorted(folder.glob("*.letter"))]
    for _ in range(2):
        commands.receive(office, raws, DUE)
        commands.tick(office, DUE)


def test_a_letter_and_a_turn(office: Office, tmp_path: Path) -> None:
    """Every letter has one effect and one answer, no turn is run twice."""
    letters(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"))

    def finish(left: Office) -> None:
        again(left, tmp_path)
        assert len(answers(left)) == 1 or left.store.outbox(DUE + HOUR)
        assert units(left, "AUSTRIA") == {"A BUD", "A TYR", "F TRI"}

    assert killed_everywhere(office, "receive", finish) >= 20


def test_a_phase_run_early(office: Office) -> None:
    def finish(left: Office) -> None:
        if history.load(left.store, "trial")[1].phase == "S1901M":
            commands.process(left, "trial", "S1901M", DUE)
        with pytest.raises(ValueError, match="is at F1901M"):
            commands.process(left, "trial", "S1901M", DUE)

    assert killed_everywhere(office, "process", finish) >= 20


def test_a_correction(office: Office) -> None:
    commands.process(office, "trial", "S1901M", DUE)
    sending.send(office, DUE)

    def finish(left: Office) -> None:
        if history.load(left.store, "trial")[1].edition == 1:
            correcting.correct(left, "trial", "S1901M", {"ITALY": "A VEN - TYR"}, DUE)
        assert "A TYR" in units(left, "ITALY")

    assert killed_everywhere(office, "correct", finish) >= 20


def test_the_last_player_joins(office: Office, tmp_path: Path) -> None:
    """The seats are drawn once, and everybody gets one first mail."""
    announced = game_file("second").partition("seats:")[0]
    beginning.new_game(office, document(announced, "game.yaml"), BEGIN)
    for number, who in enumerate(("ada", "bob", "cleo", "dov", "eve", "fay")):
        send(office, mail("join second", "", f"{who}@example.org", number))
    pause(office)
    letters(office, mail("join second", "", "gil@example.org", 7))

    def finish(left: Office) -> None:
        again(left, tmp_path)
        game = history.load(left.store, "second")[1]
        assert (game.stage, len(game.chairs)) == ("running", 7)

    assert killed_everywhere(office, "receive", finish) >= 10


def test_press(office: Office, tmp_path: Path) -> None:
    allowed = "variant: standard\npress: [public, private, anonymous]"
    begin(office, game_file("open", **{"variant: standard": allowed}))
    pause(office, "trial", "open")
    body = "press to FRANCE\nTo you alone.\nend press\npress to all\nTo all.\nend press\nA VIE H\n"
    letters(office, mail(tag(office, "AUSTRIA", game="open"), body))

    def finish(left: Office) -> None:
        again(left, tmp_path)
        found = [one for one in left.store.entries("open") if one.kind == "press_sent"]
        assert len(found) == 2
        mails = [one for one in left.store.mail_of("open") if "press." in one.message_id]
        assert len(mails) == 1 + 6

    assert killed_everywhere(office, "receive", finish) >= 20


def test_a_confirmation(office: Office, tmp_path: Path) -> None:
    pause(office)
    changed = written(office, WELCOME_OF_AUSTRIA, "Here you are.", EDIT, 1)
    letters(office, changed, mail(tag(office, "AUSTRIA"), "yes", number=2))

    def finish(left: Office) -> None:
        again(left, tmp_path)
        assert ordered(left) == {"A VIE - TYR"}
        kinds = [one.kind for one in left.store.entries("trial")]
        assert (kinds.count("confirmation_asked"), kinds.count("confirmation_closed")) == (1, 1)

    assert killed_everywhere(office, "receive", finish) >= 20


def test_who_asks_to_observe_and_confirms_it(office: Office, tmp_path: Path) -> None:
    pause(office)
    game = history.load(office.store, "trial")[1]
    shown = identity.observer_tag(game, "w@example.net", office.token)
    ask = mail("observe trial", "", "w@example.net", 1)
    letters(office, ask, mail(f"Re: please confirm {shown}", "yes", "w@example.net", 2))

    def finish(left: Office) -> None:
        again(left, tmp_path)
        kinds = [one.kind for one in left.store.entries("trial")]
        assert kinds.count("observing") == 1
        mails = [one for one in left.store.mail_of("trial", "") if one.to == "w@example.net"]
        assert len(mails) == 2

    assert killed_everywhere(office, "receive", finish) >= 10


def test_two_games_in_a_letter(office: Office, tmp_path: Path) -> None:
    begin(office, game_file("other"))
    pause(office, "trial", "other")
    first, second = (tag(office, "AUSTRIA", game=game) for game in ("trial", "other"))
    letters(office, mail("orders", f"{first}\nA VIE - TYR\n{second}\nA VIE - GAL\n"))

    def finish(left: Office) -> None:
        again(left, tmp_path)
        for game in ("trial", "other"):
            kinds = [one.kind for one in left.store.entries(game)]
            assert kinds.count("sheet_recorded") == 1
        mails = [*left.store.mail_of("trial"), *left.store.mail_of("other")]
        assert sum("answer." in one.message_id for one in mails) == 2

    assert killed_everywhere(office, "receive", finish) >= 10


def test_bounces_and_who_is_reached_again(office: Office, tmp_path: Path) -> None:
    pause(office)
    back = mail(tag(office, "FRANCE"), "A PAR - BUR", "france@example.org", 3)
    letters(office, bounce(WELCOME), bounce(WELCOME, 2), back)

    def finish(left: Office) -> None:
        again(left, tmp_path)
        assert remarks(left) == ["paused"]
        told = [one for one in left.store.mail_of("") if "gm.bounced" in one.message_id]
        assert len(told) == 1

    assert killed_everywhere(office, "receive", finish) >= 20


def test_what_the_game_master_is_told_of_the_quarantine(office: Office, tmp_path: Path) -> None:
    config = office.folder / "office.yaml"
    text = config.read_text(encoding="utf-8").replace("answers_per_hour: 20", "answers_per_hour: 1")
    config.write_text(text, encoding="utf-8")
    office.store.close()
    with Office(office.folder) as limited:
        pause(limited)
        for number in range(3):
            send(limited, mail("buy", f"this {number}", "x@example.com", number))

    def finish(left: Office) -> None:
        again(left, tmp_path)
        mails = [one for one in left.store.mail_of("") if one.to == "me@example.org"]
        assert len(mails) == 2  # of the first letter, and of the two others at once
        assert len(left.store.quarantine()) == 3
        assert left.store.owed(replies.GM) == ()

    assert killed_everywhere(office, "receive", finish) >= 8


def test_a_letter_on_which_the_program_fails(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pause(office)
    letters(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"))
    monkeypatch.setattr(intake._Handling, "done", killing.fail)

    def finish(left: Office) -> None:
        again(left, tmp_path)
        (letter,) = left.store.quarantine()
        (told,) = [one for one in left.store.mail_of("") if letter in one.message_id]
        assert told.to == "me@example.org"

    assert killed_everywhere(office, "failing", finish) >= 8


def test_mail_that_is_refused(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pause(office)
    letters(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"))
    monkeypatch.setattr(sending, "EmlFolder", killing.Refusing)

    def finish(left: Office) -> None:
        again(left, tmp_path)
        sending.send(left, DUE + timedelta(minutes=11))
        (failed,) = left.store.mail_failed()
        assert "answer." in failed
        (told,) = out(left).glob("gm.refused*")
        told.unlink()  # its date is that of the attempt, which may be the one after the kill

    assert killed_everywhere(office, "refusing", finish) >= 8


def test_mail_on_a_server(office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between all commands to it, too: what was fetched is noted and moved, each letter once."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    monkeypatch.setenv("GAMES_PASSWORD", IMAP_PASSWORD)
    raws = [
        mail(tag(office, "AUSTRIA"), "A VIE - TYR"),
        mail(tag(office, "ITALY"), "A VEN - PIE", "italy@example.org", 2),
    ]
    pause(office)
    with dovecot() as server:
        configured = fetching(office, server)
        for server.users in range(1, 100):
            server.put(*raws)

        def finish(left: Office) -> None:
            again(left, tmp_path)
            mails = [one.message_id for one in left.store.mail_of("trial")]
            assert sum("answer." in one for one in mails) == 2
            assert ordered(left) == {"A VIE - TYR"}
            server.users = int(left.folder.name)
            assert server.seen() == []
            assert server.seen("Done") == [True, True]

        assert killed_everywhere(configured, "receive", finish) >= 40
