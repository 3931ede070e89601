"""An office from its making to a game's end, by mail."""

import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from adjudicator.cli import Exit, main
from adjudicator.documents import BadDocument, document
from adjudicator.office import (
    beginning,
    commands,
    confirming,
    fetching,
    handover,
    history,
    running,
    sending,
    steering,
    verifying,
)
from adjudicator.office.folder import Office, make_office
from adjudicator.office.game import Game
from adjudicator.office.kept import CannotBeDone, NoSuchGame
from adjudicator.turns.runner import Stopped
from tests.office.desk import (
    BEGIN,
    DUE,
    EXAMPLE,
    POWERS,
    answers,
    begin,
    game_file,
    mail,
    out,
    send,
    sent,
    tag,
    units,
)


def test_the_first_mail_says_who_how_and_when(office: Office) -> None:
    assert len(sent(office)) == 7
    text = sent(office)["welcome.trial.austria.1"]
    assert tag(office, "AUSTRIA") in text.splitlines()[0]
    assert "You play Austria." in text
    assert "due Fri 4 Dec 2026 20:00 UTC." in text
    assert "  A BUD H\n" in text


def test_a_letter_is_answered_once_and_counts(office: Office) -> None:
    raw = mail(f"Re: {tag(office, 'AUSTRIA')}", "A VIE - TYR\nA BUD - SRB\nhello")
    assert send(office, raw) == "trial AUSTRIA: 1 order"
    assert commands.receive(office, [raw], BEGIN) == []
    (answer,) = answers(office)
    assert answer.startswith("Trial: ERROR: Spring 1901, movement [trial S1901M AUSTRIA ")
    assert "\n1 order read, 1 fault.\n" in answer
    assert "did you mean Serbia or Syria?" in answer
    commands.tick(office, DUE)
    assert units(office, "AUSTRIA") == {"A BUD", "A TYR", "F TRI"}


@pytest.mark.parametrize(
    ("body", "word"),
    [("A VIE - TYR\nA BUD H\nF TRI H", "OK"), ("A VIE - TYR\nA BUD S A VIE - GAL", "WARNING")],
)
def test_the_subject_says_how_it_went(office: Office, body: str, word: str) -> None:
    send(office, mail(tag(office, "AUSTRIA"), body))
    assert answers(office)[0].startswith(f"Trial: {word}: Spring 1901")


def test_a_second_letter_replaces_the_first_and_thanks_do_not(office: Office) -> None:
    subject = tag(office, "AUSTRIA")
    send(office, mail(subject, "A VIE - TYR\nA BUD - SER", number=1))
    send(office, mail(subject, "A VIE - GAL", number=2))
    send(office, mail(subject, "Thanks!", number=3))
    commands.tick(office, DUE)
    assert units(office, "AUSTRIA") == {"A BUD", "A GAL", "F TRI"}
    assert sum("it changes nothing" in answer for answer in answers(office)) == 1


def test_orders_for_a_later_phase_are_no_part_of_the_open_one(office: Office) -> None:
    body = "A VIE - TYR\nA VIE R BOH\nF1901A: remove A BUD\nwaive"
    assert send(office, mail(tag(office, "AUSTRIA"), body)) == "trial AUSTRIA: 4 orders"
    game = history.load(office.store, "trial")[1]
    assert {phase: list(sheets) for phase, sheets in game.ahead.items()} == {
        "S1901R": ["AUSTRIA"],
        "F1901A": ["AUSTRIA"],
    }
    commands.tick(office, DUE)
    assert units(office, "AUSTRIA") == {"A BUD", "A TYR", "F TRI"}


def test_a_phase_runs_when_it_is_due_and_once(office: Office) -> None:
    assert commands.tick(office, DUE - timedelta(minutes=1)).phases == ()
    assert commands.tick(office, DUE + timedelta(minutes=5)).phases == (("trial", "S1901M"),)
    assert commands.tick(office, DUE + timedelta(minutes=5)).phases == ()
    (line,) = commands.status(office, DUE)
    assert (line.phase, line.owing) == ("F1901M", POWERS)
    # From the scheduled deadline: the Tuesday after, whenever the turn ran.
    assert line.deadline == "Tue 8 Dec 2026 20:00 GMT (20:00 UTC)"
    report = sent(office)["report.trial.s1901m.1.france"]
    assert ":: Phase: F1901M\n:: Deadline: 2026-12-08T20:00:00+00:00\n" in report
    assert tag(office, "FRANCE", "F1901M") in report.splitlines()[0]


@pytest.mark.parametrize(
    ("subject", "sender", "reason"),
    [
        ("orders", "austria@example.org", "it does not say for which game and seat it is"),
        ("[other S1901M AUSTRIA AAAAAAAA]", "austria@example.org", "there is no game other"),
        ("[trial S1901M AUSTRIA AAAAAAAA]", "austria@example.org", "its token is not that of"),
        ("[trial S1901M NARNIA AAAAAAAA]", "austria@example.org", "its token is not that of"),
        ("[trial S1901M AUSTRIA AAAAAAAA]", "x@example.com", "its token is not that of"),
    ],
)
def test_what_is_nobody_s_letter_waits_for_the_gm(
    office: Office, subject: str, sender: str, reason: str
) -> None:
    raw = mail(subject.replace("TAG", tag(office, "AUSTRIA")), "A VIE - TYR", sender)
    assert reason in send(office, raw)
    (why,) = office.store.quarantine().values()
    assert reason in why
    told = [name.partition(".")[0] for name in sent(office)]
    assert told.count("gm") == 1
    assert told.count("answer") == (sender != "x@example.com")
    commands.tick(office, DUE)
    assert units(office, "AUSTRIA") == {"A BUD", "A VIE", "F TRI"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated; x=y"},
        {"Precedence": "auto-reply"},
        {"X_Autoreply": "yes"},
        {"X_Pbem_Loop": "games@example.org"},
    ],
)
def test_a_machine_is_never_answered(office: Office, headers: dict[str, str]) -> None:
    done = send(office, mail(tag(office, "AUSTRIA"), "I am away until Friday.", **headers))
    assert done == "quarantine: it was written by a machine"
    assert len(sent(office)) == 7  # the welcomes: no answer, and no mail to the GM that might loop


def test_our_own_mail_come_back_is_a_machine_s(office: Office) -> None:
    own = (out(office) / "welcome.trial.austria.1.eml").read_bytes()
    assert send(office, own) == "quarantine: it is a mail of ours that came back"


def test_a_letter_after_the_deadline_or_for_another_phase(office: Office) -> None:
    late = send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"), DUE + timedelta(seconds=1))
    assert late == "it came after the deadline of S1901M"
    commands.tick(office, DUE + timedelta(minutes=1))
    stale = mail(tag(office, "AUSTRIA"), "A VIE - GAL", number=2)
    assert send(office, stale) == (
        "it is for S1901M, and Trial is at F1901M; it reached us in time (Tue 1 Dec 2026 10:00 "
        "UTC), and was read when the phase had been run"
    )
    assert all("Your letter was not used" in answer for answer in answers(office))
    assert units(office, "AUSTRIA") == {"A BUD", "A VIE", "F TRI"}
    assert len(office.store.quarantine()) == 2


def test_a_letter_in_time_counts_though_it_is_read_late(office: Office) -> None:
    """The mail server kept it before the deadline; the office reads it in the tick that runs."""
    raw = mail(tag(office, "AUSTRIA"), "A VIE - TYR")
    office.store.keep_letter(raw, DUE, "pipe")
    commands.tick(office, DUE + timedelta(hours=3))
    assert units(office, "AUSTRIA") == {"A BUD", "A TYR", "F TRI"}


def test_one_broken_game_does_not_stop_the_others(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(office, game_file("other"))
    play = running.play

    def broken(office: Office, game: Game) -> tuple[list[history.Played], Stopped | None]:
        if game.setup.game == "other":
            raise RuntimeError("a bug")
        return play(office, game)

    monkeypatch.setattr(running, "play", broken)
    ticked = commands.tick(office, DUE)
    assert ticked.phases == (("trial", "S1901M"),)
    assert ticked.broken == ("other: RuntimeError: a bug",)
    monkeypatch.undo()
    assert commands.tick(office, DUE).phases == (("other", "S1901M"),)


def test_one_broken_letter_does_not_stop_the_others(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = confirming.read_letter_lines
    monkeypatch.setattr(confirming, "read_letter_lines", lambda *_: 1 // 0)
    first = send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR", number=1))
    monkeypatch.setattr(confirming, "read_letter_lines", read)
    assert first == "quarantine: it could not be read:"
    assert "ZeroDivisionError" in next(iter(office.store.quarantine().values()))
    assert answers(office) == []  # what went wrong in here is nobody's business
    second = send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR", number=2))
    assert second == "trial AUSTRIA: 1 order"


def test_nobody_sees_anothers_orders_before_the_deadline(tmp_path: Path) -> None:
    """Two worlds: whatever France orders, what others get is the same bytes till the turn runs."""
    worlds = []
    for name, order in (("one", "A PAR - BUR"), ("two", "F BRE - ENG\nA MAR - PRA")):
        make_office(tmp_path / name)
        (tmp_path / name / "secret").write_bytes(b"the same in both worlds")
        with Office(tmp_path / name) as office:
            begin(office)
            send(office, mail(tag(office, "FRANCE"), order, "france@example.org"))
            send(office, mail(tag(office, "ITALY"), "A VEN H", "italy@example.org", 2))
            others = {
                path.name: path.read_bytes()
                for path in sorted(out(office).glob("*.eml"))
                if b"To: france@example.org" not in path.read_bytes()
            }
            commands.tick(office, DUE)
            worlds.append((others, sent(office)["report.trial.s1901m.1.italy"]))
    assert len(worlds[0][0]) == 7
    assert worlds[0][0].keys() == worlds[1][0].keys()
    assert worlds[0][0] == worlds[1][0]
    assert worlds[0][1] != worlds[1][1]


def test_no_mail_carries_the_token_of_another(office: Office) -> None:
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"))
    commands.tick(office, DUE)
    for seat in POWERS:
        for text in sent(office, seat).values():
            tokens = set(re.findall(r"\b[A-Z2-7]{8}\b", text)) & {
                office.token("trial", other, phase=phase)
                for other in POWERS
                for phase in ("S1901M", "F1901M", "")
                if other != seat
            }
            assert not tokens


def test_verify_finds_what_was_changed(
    office: Office, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR"))
    commands.tick(office, DUE)
    assert verifying.verify(office) == []
    play = running.play

    def otherwise(office: Office, game: Game) -> tuple[list[history.Played], None]:
        (first, *rest), _ = play(office, game)
        state = first.state
        position = state.position
        changed = type(position)(position.phase, position.units[1:], position.centers)
        return [replace(first, state=type(state)(changed, state.options)), *rest], None

    monkeypatch.setattr(running, "play", otherwise)
    assert verifying.verify(office) == ["trial: S1901M comes out otherwise than it did"]


def test_a_phase_is_run_early_only_by_its_name(office: Office) -> None:
    with pytest.raises(ValueError, match="trial is at S1901M, not at 'F1901M'"):
        commands.process(office, "trial", "F1901M", BEGIN)
    commands.process(office, "trial", "S1901M", BEGIN)
    with pytest.raises(ValueError, match="trial is at F1901M, not at 'S1901M'"):
        commands.process(office, "trial", "S1901M", BEGIN)
    with pytest.raises(ValueError, match="not at ''"):
        commands.process(office, "trial", "", BEGIN)
    with pytest.raises(KeyError):
        commands.process(office, "nowhere", "S1901M", BEGIN)


def test_a_report_is_sent_again_as_it_was(office: Office) -> None:
    commands.tick(office, DUE)
    path = out(office) / "report.trial.s1901m.1.italy.eml"
    before = path.read_bytes()
    path.unlink()
    assert commands.report(office, "trial", "ITALY", DUE) == 1
    sending.send(office, DUE)
    assert path.read_bytes() == before
    assert commands.report(office, "trial", None, DUE) == 7
    with pytest.raises(NoSuchGame):
        commands.report(office, "nowhere", None, DUE)
    with pytest.raises(CannotBeDone, match="has no report to NARNIA"):
        commands.report(office, "trial", "NARNIA", DUE)


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("game: trial", "game: My Game", "line 1, key game", "a short name"),
        ("variant: standard", "variant: standart", "line 3, key variant", "did you mean standard?"),
        ("default:", "X: {weekdays: [tue], time: '20:00'}\n    default:", "key schedule.phases",
         "there is no kind of phase 'X'"),
        ("zone: Europe/London", "zone: Europe/Londn", "key schedule", "Europe/London"),
        ("  TURKEY:", "  TURKY:", "key seats", "the seats must be AUSTRIA"),
        ("turkey@example.org", "turkey", "key seats.TURKEY.address", "is no mail address"),
        ("address: turkey@example.org", "address: t@example.org, zone: Mars/Base",
         "key seats.TURKEY.zone", "there is no time zone"),
        ("title: Trial", 'title: "A\\nB"', "line 2, key title", "one line of 1 to 60 characters"),
        ("variant: standard", "variant: standard\noptions: {removal_distance: far}",
         "line 4, key options.removal_distance", "Invalid enum value 'far'"),
    ],
)  # fmt: skip
def test_a_wrong_game_file_says_where(
    office: Office, old: str, new: str, where: str, what: str
) -> None:
    text = game_file("trial" if old.startswith("game") else "second").replace(old, new)
    with pytest.raises(BadDocument) as caught:
        beginning.new_game(office, document(text, "game.yaml"), BEGIN)
    assert where in caught.value.where
    assert what in caught.value.message


def test_a_game_s_name_is_taken_once(office: Office) -> None:
    with pytest.raises(BadDocument, match="there is a game trial already"):
        begin(office)


def cli(folder: Path) -> Callable[..., str]:
    def run(*args: str, stdin: bytes = b"", code: int = Exit.OK) -> str:
        done = CliRunner().invoke(main, [*args, "--office", str(folder)], input=stdin)
        assert done.exit_code == code, (done.output, done.exception)
        return str(done.output)

    return run


def test_the_commands(tmp_path: Path) -> None:
    folder = tmp_path / "office"
    assert CliRunner().invoke(main, ["init", str(folder)]).exit_code == Exit.OK
    assert CliRunner().invoke(main, ["init", str(folder)]).exit_code == Exit.BAD_INPUT
    run = cli(folder)
    (tmp_path / "game.yaml").write_text(game_file(), encoding="utf-8")
    begun = run("game", "new", str(tmp_path / "game.yaml"), "--now", "2026-12-01T10:00Z")
    assert begun == "trial: S1901M is due Fri 4 Dec 2026 20:00 GMT (20:00 UTC)\n"
    with Office(folder) as office:
        subject = tag(office, "AUSTRIA")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.eml").write_bytes(mail(subject, "A VIE - TYR"))
    at = ("--now", "2026-12-01T20:00Z")
    assert run("receive", str(tmp_path / "in"), *at) == "trial AUSTRIA: 1 order\n"
    assert run("receive", "-", *at, stdin=b"\n\nhi").startswith("quarantine: it does not say")
    assert run("tick", *at) == ""
    text = run("status")
    assert "trial: S1901M Fri 4 Dec 2026 20:00 GMT (20:00 UTC); no orders from ENGLAND" in text
    assert "quarantine: " in text
    assert run("process", "trial", "S1901M", *at) == "trial: ran S1901M\n"
    assert run("report", "trial", *at) == "7 sent again\n"
    assert run("verify") == "everything holds\n"
    no_office = cli(tmp_path)("status", code=Exit.BAD_INPUT)
    assert "is no office; say --office FOLDER, or make one: adjudicator init FOLDER" in no_office


def pipe(folder: Path, raw: bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "adjudicator", "receive", "-", "--office", folder]
    return subprocess.run(command, input=raw, capture_output=True, check=False)


def test_a_mail_server_tries_again_until_the_mail_is_kept(tmp_path: Path) -> None:
    raw = b"From: a@example.org\n\nhello"
    make_office(tmp_path)
    config = tmp_path / "office.yaml"
    text = config.read_text(encoding="utf-8")
    config.write_text("nme: oops", encoding="utf-8")
    done = pipe(tmp_path, raw)
    assert done.returncode == Exit.TRY_AGAIN
    assert len(done.stderr.splitlines()) == 1
    config.write_text(text, encoding="utf-8")
    (tmp_path / "out").write_text("in the way of the folder for outgoing mail")
    done = pipe(tmp_path, raw)
    assert (done.returncode, done.stderr) == (Exit.OK, b"")
    (tmp_path / "out").unlink()
    with Office(tmp_path) as office:
        assert len(office.store.quarantine()) == 1
        (failed,) = office.store.mail_failed()
        assert failed.startswith("<gm.")
        commands.tick(office, datetime.now(UTC) + timedelta(hours=1))
        assert [name.partition(".")[0] for name in sent(office)] == ["gm"]
        assert office.store.mail_failed() == {}


def test_the_example_game_begins(tmp_path: Path) -> None:
    make_office(tmp_path)
    text = (EXAMPLE.parent / "game.yaml").read_text(encoding="utf-8")
    with Office(tmp_path) as office:
        beginning.new_game(office, document(text, "game.yaml"), BEGIN)
        (line,) = commands.status(office, DUE)
        # 1 December is a Tuesday; the first Friday is more than 48 hours away.
        assert (line.phase, line.deadline) == ("S1901M", "Fri 4 Dec 2026 20:00 GMT (20:00 UTC)")


UNREADABLE = [
    b"Subject: hi\r\nContent-Type: text/plain; charset=utf-7\r\n\r\n+2AA-\r\n",
    b"Subject: TAG\r\nContent-Type: text/plain; charset=utf-7\r\n\r\n+2AA-\r\n",
    b"Subject: TAG\r\nMessage-ID: =?utf-8?q?a=0d=0aBcc:_x?=\r\n\r\nA VIE - TYR\r\n",
    "Subject: TAG\r\nMessage-ID: <a\u2028b@x>\r\n\r\nA VIE - TYR\r\n".encode(),
    b"Subject: TAG\r\nDate: Fri, 4 Dec 2026 20:00:00 +99999999999999999999\r\n\r\nA VIE - TYR\r\n",
    b"Subject: TAG\r\nContent-Type: text/plain; charset=x-none\r\n\r\nA VIE \x96 TYR\r\n",
    b"Subject: TAG\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n",
    b"\x00\xff\xfe",
]


@pytest.mark.parametrize("raw", UNREADABLE)
def test_no_letter_stops_the_office(office: Office, raw: bytes) -> None:
    subject = tag(office, "AUSTRIA").encode()
    send(office, b"From: austria@example.org\r\n" + raw.replace(b"TAG", subject))
    good = mail(tag(office, "ITALY"), "A VEN H", "italy@example.org", 2)
    assert send(office, good) == "trial ITALY: 1 order"
    assert commands.tick(office, DUE).phases == (("trial", "S1901M"),)


@pytest.mark.parametrize(
    "raw",
    [
        b"Content-Type: text/calendar\n\nA VIE - TYR",
        b"\nsee you on Friday",
        b"\n",
    ],
)
def test_a_letter_without_an_order_is_an_error(office: Office, raw: bytes) -> None:
    subject = f"From: austria@example.org\nSubject: {tag(office, 'AUSTRIA')}\n".encode()
    assert send(office, subject + raw) == "trial AUSTRIA: 0 orders"
    assert answers(office)[0].startswith("Trial: ERROR: ")


@pytest.mark.parametrize(
    "quote",
    [
        "-----Original Message-----\nFrom: games@example.org\nSent: Friday\nTo: me\n\n",
        "________________________________\nVon: Spiele <games@example.org>\nGesendet: Freitag\n"
        "An: mich\n\n",
        "On Friday, games@example.org wrote:\n\n",
        "-- \n",
    ],
)
def test_the_template_below_an_answer_is_not_ordered(office: Office, quote: str) -> None:
    body = f"A VIE - TYR\nA BUD - SER\n\n{quote}A BUD H\nA VIE H\nF TRI H\n"
    assert send(office, mail(tag(office, "AUSTRIA"), body)) == "trial AUSTRIA: 2 orders"
    commands.tick(office, DUE)
    assert units(office, "AUSTRIA") == {"A SER", "A TYR", "F TRI"}


def test_all_parts_of_a_letter_are_read(office: Office) -> None:
    message = EmailMessage()
    message["From"] = "austria@example.org"
    message["Subject"] = tag(office, "AUSTRIA")
    message.make_mixed()
    for text in ("A VIE - TYR\n", "A BUD - SER\n"):
        part = EmailMessage()
        part.set_content(text)
        message.attach(part)
    assert send(office, message.as_bytes()) == "trial AUSTRIA: 2 orders"


def test_a_list_s_letter_acts_and_is_not_answered(office: Office) -> None:
    raw = mail(tag(office, "AUSTRIA"), "A VIE - TYR", List_Id="<players.example.org>")
    assert send(office, raw) == "trial AUSTRIA: 1 order"
    assert answers(office) == []


def test_a_folded_or_quoted_tag_is_known(office: Office) -> None:
    folded = tag(office, "AUSTRIA").replace(" ", "  ").replace("trial", "Trial")
    assert send(office, mail(folded, "A VIE - TYR")) == "trial AUSTRIA: 1 order"
    body = f"> {tag(office, 'FRANCE')}\n{tag(office, 'AUSTRIA')}\nA VIE - GAL"
    assert send(office, mail("orders", body, number=2)) == "trial AUSTRIA: 1 order"


def test_the_later_letter_of_a_batch_wins_whatever_its_file_is_called(office: Office) -> None:
    subject = tag(office, "AUSTRIA")
    later = mail(subject, "A VIE - GAL", Date="Wed, 02 Dec 2026 10:00:00 +0000")
    first = mail(subject, "A VIE - TYR", number=2, Date="Tue, 01 Dec 2026 12:00:00 +0000")
    commands.receive(office, [later, first, later], BEGIN)
    assert len(answers(office)) == 2
    commands.tick(office, DUE)
    assert "A GAL" in units(office, "AUSTRIA")


def test_process_reads_what_has_come_before(office: Office) -> None:
    fetching.keep(office, [mail(tag(office, "AUSTRIA"), "A VIE - TYR")], BEGIN)
    commands.process(office, "trial", "S1901M", BEGIN)
    assert "A TYR" in units(office, "AUSTRIA")


def test_a_file_that_cannot_be_read_stops_no_other(tmp_path: Path) -> None:
    make_office(tmp_path / "office")
    folder = tmp_path / "in"
    (folder / "a.eml").mkdir(parents=True)
    (folder / "gone.eml").symlink_to(tmp_path / "nowhere")
    (folder / "B.EML").write_bytes(b"From: a@example.org\n\nhello")
    text = cli(tmp_path / "office")("receive", str(folder), code=Exit.FAULTS)
    assert "quarantine: it does not say" in text
    assert "a.eml: Is a directory" in text
    assert "gone.eml: No such file" in text


def test_an_office_is_for_its_owner_and_is_made_once(tmp_path: Path) -> None:
    folder = tmp_path / "office"
    make_office(folder)
    for name in ("secret", "office.db"):
        assert (folder / name).stat().st_mode & 0o077 == 0
    secret = (folder / "secret").read_bytes()
    (folder / "office.yaml").unlink()
    with pytest.raises(BadDocument, match="there is an office already: it holds secret"):
        make_office(folder)
    assert (folder / "secret").read_bytes() == secret


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name: My office", 'name: "Smith, John: games"'),
        ("name: My office", 'name: "Dip <3"'),
        ("name: My office", 'name: "Büro"'),
    ],
)
def test_an_odd_name_makes_a_good_header(tmp_path: Path, old: str, new: str) -> None:
    make_office(tmp_path)
    config = tmp_path / "office.yaml"
    config.write_text(config.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with Office(tmp_path) as office:
        begin(office)
        raw = (out(office) / "welcome.trial.austria.1.eml").read_bytes()
        (sender,) = message_from_bytes(raw, policy=default)["From"].addresses
        assert sender.addr_spec == "games@example.org"
        assert sender.display_name == office.config.name


@pytest.mark.parametrize("address", ["a", "a b@c", "Ada <a@b.c>", "a@b, c@d", "@", "ä@b.c"])
def test_an_address_that_is_none(tmp_path: Path, address: str) -> None:
    make_office(tmp_path)
    config = tmp_path / "office.yaml"
    text = config.read_text(encoding="utf-8").replace("me@example.org", f'"{address}"')
    config.write_text(text, encoding="utf-8")
    with pytest.raises(BadDocument, match="is no mail address"):
        Office(tmp_path)


RACE = """
import sys
from datetime import datetime
from pathlib import Path
from adjudicator.office import commands
from adjudicator.office.folder import Office
with Office(Path(sys.argv[1])) as office:
    now = datetime.fromisoformat(sys.argv[2])
    for _ in range(3):
        commands.receive(office, [Path(sys.argv[3]).read_bytes()], now)
        commands.tick(office, now)
"""


def test_several_ticks_and_receives_at_once_do_it_once(tmp_path: Path) -> None:
    folder = tmp_path / "office"
    make_office(folder)
    with Office(folder) as office:
        for number in range(4):
            begin(office, game_file(f"g{number}"))
        raw = mail(tag(office, "AUSTRIA", game="g0"), "A VIE - TYR")
    letter = tmp_path / "letter.eml"
    letter.write_bytes(raw)
    command = [sys.executable, "-c", RACE, str(folder), DUE.isoformat(), str(letter)]
    runs = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(4)]
    for run in runs:
        _, errors = run.communicate()
        assert (run.returncode, errors) == (0, b"")
    with Office(folder) as office:
        assert [line.phase for line in commands.status(office, DUE)] == ["F1901M"] * 4
        assert len(answers(office)) == 1
        assert len(sent(office)) == 4 * (7 + 7) + 1
        reports = [
            text for name, text in sent(office).items() if name == "report.g0.s1901m.1.italy"
        ]
        assert len(reports) == 1
        assert verifying.verify(office) == []
    assert list(out(office).glob(".*.part")) == []


def test_a_game_of_the_program_before_it_asked_questions_goes_on(tmp_path: Path) -> None:
    """Handed over in the format before; its ledger knows nothing of questions and of chance."""
    content = (Path(__file__).parents[1] / "data" / "handover_format_1.zip").read_bytes()
    make_office(tmp_path / "here")
    with Office(tmp_path / "here") as here:
        game = handover.take_over(here, content, DUE + timedelta(hours=1))
        assert game.phase == "F1901M"
        assert verifying.verify(here) == []
        here.store.set_note(beginning.LAST_TICK, "")
        assert commands.tick(here, game.deadline).phases == (("trial", "F1901M"),)
        assert "A TYR" in units(here, "AUSTRIA")
        assert verifying.verify(here) == []


@pytest.mark.parametrize(
    "text",
    [
        "Standing by our deal,\nA VIE - TYR\nA BUD - SER",
        "Standing orders,\nA VIE - TYR\nA BUD - SER",
        "A VIE - TYR,\nA BUD - SER,",
        "standing firm\nand\nA VIE - TYR and\nA BUD - SER",
    ],
)
def test_a_title_without_standing_orders_reads_line_by_line(office: Office, text: str) -> None:
    send(office, mail(tag(office, "AUSTRIA"), text))
    sheet = history.load(office.store, "trial")[1].sheet("AUSTRIA")
    assert sheet is not None
    assert "A BUD - SER" in map(str, sheet.orders)


def test_the_mails_of_a_game_are_one_thread_to_each_of_its_readers(office: Office) -> None:
    def heads(name: str) -> dict[str, str]:
        message = message_from_bytes((out(office) / f"{name}.eml").read_bytes(), policy=default)
        wanted = ("Message-ID", "In-Reply-To", "References", "List-Id", "Auto-Submitted")
        return {field: str(message[field]) for field in wanted if message[field] is not None}

    steering.observe(office, "trial", "bo@example.net", True, BEGIN)
    welcome = heads("welcome.trial.france.1")
    assert "References" not in welcome
    assert welcome["List-Id"] == "<trial.example.org>"
    send(office, mail(tag(office, "FRANCE"), "A PAR H", "france@example.org"))
    (answer,) = [name for name in sent(office, "FRANCE") if name.startswith("answer.")]
    assert heads(answer)["In-Reply-To"] == "<1@example.org>"
    assert heads(answer)["References"] == f"{welcome['Message-ID']} <1@example.org>"
    assert heads(answer)["Auto-Submitted"] == "auto-replied"
    first, second = "report.trial.s1901m.1.france", "report.trial.f1901m.1.france"
    commands.tick(office, DUE)
    commands.tick(office, DUE + timedelta(days=4), catch_up=True)
    assert heads(first)["References"] == welcome["Message-ID"]
    assert heads(second)["In-Reply-To"] == f"<{first}@example.org>"
    assert heads(second)["References"] == f"{welcome['Message-ID']} <{first}@example.org>"
    assert heads(second)["Auto-Submitted"] == "auto-generated"
    (observed,) = [name for name in sent(office) if name.startswith("report.trial.f1901m.1.o.")]
    before = observed.replace("f1901m", "s1901m")
    assert heads(observed)["References"] == f"<{before}@example.org>"
