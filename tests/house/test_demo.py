"""The recorded games, played by mail through an office from their sign-up to their end."""

import gzip
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.cli.base import Exit
from adjudicator.documents import BadDocument
from adjudicator.office.demo import play
from adjudicator.office.folder import Office
from adjudicator.office.play_records import PhaseRan
from adjudicator.office.records import Proposed, Voted
from adjudicator.simultaneous.phases import holdings
from mail.bounces import read_bounce
from mail.letters import read_letter
from tests.boards import texts
from tests.house.demos import ALL, NINE_YEARS, Demo, Recorded, demo_of, parsed, text

GAME = NINE_YEARS.folder
RECORDED = "droidippy-4143-"

END = {
    "AUSTRIA": "BER BUD BUL GRE HOL KIE MAR MOS MUN NAP RUM SER SEV STP TRI VEN VIE WAR",
    "ENGLAND": "BEL DEN EDI LON LVP NWY SWE",
    "ITALY": "ANK BRE CON PAR POR ROM SMY SPA TUN",
}
TWICE = "f1901m-austria"  # the same bytes two times


@pytest.fixture
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """Nine years of standard Diplomacy."""
    return demo_of(NINE_YEARS, tmp_path_factory)


@pytest.fixture(params=ALL, ids=lambda recorded: recorded.name)
def any_demo(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """One recorded game after the other."""
    return demo_of(request.param, tmp_path_factory)


# --- the game


def test_it_ends_as_it_did(any_demo: Demo) -> None:
    recorded, played = any_demo.recorded, any_demo.played
    last = any_demo.steps()[-1].after
    ended = last.position().ended
    assert last.stage == "over"
    assert (ended.powers if hasattr(ended, "powers") else ended.seats) == (recorded.solo,)
    assert played.ending == recorded.ending
    assert played.faults == ()
    assert (played.phases, played.letters) == (recorded.phases, recorded.letters)
    assert played.mails == recorded.mails


def test_what_each_has_at_the_end(demo: Demo) -> None:
    state = demo.steps()[-1].after.position()
    held = {power: " ".join(centers) for power, centers in holdings(state.position.centers).items()}
    assert held == END


def test_every_position_is_as_recorded(demo: Demo, shared_data: Callable[[str], Path]) -> None:
    with gzip.open(shared_data("real_games.jsonl.gz"), "rt", encoding="utf-8") as lines:
        recorded = [line for one in lines if (line := json.loads(one))["id"].startswith(RECORDED)]
    steps = [step for step in demo.steps() if isinstance(step.record, PhaseRan)]
    assert [step.record.ran for step in steps] == [line["phase"] for line in recorded]
    for step, line in zip(steps, recorded, strict=True):
        assert step.before is not None
        before, after = step.before.position().position, step.after.position().position
        assert texts(before.units) == line["units"], line["id"]
        assert texts(after.units) == line["next"]["units"], line["id"]
        assert holdings(after.centers) == line["next"]["centers"], line["id"]
        beaten = [case.unit for case in after.dislodged if case.retreats]
        assert texts(beaten) == line["next"]["dislodged"], line["id"]


def test_the_players_have_what_was_drawn(any_demo: Demo) -> None:
    chairs = any_demo.steps()[-1].after.chairs
    assert {seat: chair.player.address for seat, chair in chairs.items()} == (
        any_demo.recorded.players
    )


def test_an_observer_came(demo: Demo) -> None:
    assert demo.steps()[-1].after.observers == ("anselm.reith@example.net",)


def test_turns_run_at_their_deadlines_or_once_all_are_ready(any_demo: Demo) -> None:
    early = []
    for step in any_demo.steps():
        if isinstance(step.record, PhaseRan) and step.before is not None:
            closes = step.before.closes()
            assert closes is not None
            if step.after.opened < closes:
                early.append(step.record.ran)
            else:
                assert step.after.opened == closes
    assert tuple(early) == any_demo.recorded.early


def test_a_draw_is_voted_down(demo: Demo) -> None:
    records = [step.record for step in demo.steps()]
    said = [record for record in records if isinstance(record, Proposed | Voted)]
    yes = [record.yes for record in said if isinstance(record, Voted)]
    assert ([record.seat for record in said], yes) == (
        ["ENGLAND", "GERMANY", "AUSTRIA"],
        [True, False],
    )


# --- the mails


def test_each_letter_has_one_answer_and_a_machine_s_none(any_demo: Demo) -> None:
    recorded = any_demo.recorded
    slugs = [path.stem[4:] for path in recorded.paths()]
    counts = {slug: len(any_demo.answers(slug)) for slug in slugs}
    none = {slug for slug, count in counts.items() if not count}
    assert none == {*recorded.machines, *recorded.strangers}
    assert {counts[slug] for slug in counts.keys() - none} == {1}


def test_what_the_letters_answer_was_written(any_demo: Demo) -> None:
    written = {str(mail["Message-ID"]) for mail in any_demo.mails.values()}
    for path in any_demo.recorded.paths():
        answered = re.findall(rb"<(?:answer|notice|reminder|report|question|welcome)\.[^>\s]+>",
                              path.read_bytes())  # fmt: skip
        assert {one.decode() for one in answered} <= written, path.name


def test_the_quarantine_holds_what_was_planted(any_demo: Demo) -> None:
    recorded = any_demo.recorded
    with Office(any_demo.folder) as office:
        held = {office.store.letter(letter).raw for letter in office.store.quarantine()}
    planted = (*recorded.machines, *recorded.strangers, *recorded.refused)
    letters = {recorded.path(slug).read_bytes() for slug in planted}
    # What a mail server says of a mail of ours is noted, and is no letter to be looked at.
    assert held == {raw for raw in letters if read_bounce(raw, "games@example.org") is None}
    assert any_demo.played.quarantined == len(held)


def test_every_mail_fits_78_columns(any_demo: Demo) -> None:
    lines = [
        (name, line) for name, mail in any_demo.mails.items() for line in text(mail).split("\n")
    ]
    long = [(name, line) for name, line in lines if len(line) > 78]
    # An order stays on one line, so that it can be sent back; a letter is quoted as it came.
    whole = (":: Seed", ":: Commit", "  standing ", "     read as ", "> ")
    assert [(name, line) for name, line in long if not line.startswith(whole)] == []


def test_nobody_is_told_another_s_token(any_demo: Demo) -> None:
    recorded = any_demo.recorded
    with Office(any_demo.folder) as office:
        phases = {step.after.phase or "-" for step in any_demo.steps()}
        tokens = {
            office.token(recorded.name, seat, 1, phase): address
            for seat, address in recorded.players.items()
            for phase in (*phases, "")
        }
    subjects = [str(mail["Subject"]) for mail in any_demo.mails.values()]
    for address in recorded.players.values():
        own = {token for token in tokens if tokens[token] == address}
        assert sum(any(token in subject for token in own) for subject in subjects) > 9
    elsewhere = [
        parsed(recorded.path(slug).read_bytes())["Message-ID"] for slug in recorded.elsewhere
    ]
    for name, mail in any_demo.mails.items():
        if mail["To"] == "me@example.org":
            continue
        whole = str(mail["Subject"]) + "".join(
            part.get_content() for part in mail.walk() if not part.is_multipart()
        )
        whole += "".join(f"{name} {value}" for name, value in mail.items())
        words = re.findall("(?=([A-Z2-7]{8}))", whole.upper())
        found = {tokens[word] for word in words if word in tokens}
        # Who wrote from elsewhere has shown the token that his answer carries.
        shown = len(found) == 1 and mail["In-Reply-To"] in elsewhere
        assert found <= {mail["To"]} or shown, name


def test_two_runs_write_the_same_bytes(any_demo: Demo, tmp_path: Path) -> None:
    again = tmp_path / "again"
    assert play(any_demo.recorded.folder, again) == any_demo.played
    for folder in ("out", "reports"):
        first, second = (
            {path.relative_to(where): path.read_bytes()
             for path in (where / folder).rglob("*") if path.is_file()}
            for where in (any_demo.folder, again)
        )  # fmt: skip
        assert first == second


def test_the_reports_are_pages(any_demo: Demo) -> None:
    recorded, reports = any_demo.recorded, any_demo.folder / "reports"
    folders = sorted(path.name for path in reports.iterdir())
    assert (folders[0], folders[-1]) == (recorded.first, recorded.last)
    assert [int(folder[:2]) for folder in folders] == list(range(1, int(recorded.last[:2]) + 1))
    observed = {"public"} if any_demo.steps()[-1].after.observers else set()
    for folder in folders:
        pages = {path.stem: path for path in (reports / folder).iterdir()}
        assert {*pages} == {*map(str.lower, recorded.players)} | observed
        for page in pages.values():
            assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    for last in (reports / recorded.last).iterdir():
        assert any_demo.played.ending in last.read_text(encoding="utf-8")


def test_every_line_of_every_letter_of_orders_is_accounted_for(any_demo: Demo) -> None:
    recorded = any_demo.recorded
    count = 0
    for path in recorded.paths():
        slug = path.stem[4:]
        unread = slug in (*recorded.strangers, *recorded.refused)
        if not re.match(r"[sf]\d{4}[mra]-|t\d\d-|setup-", slug) or unread:
            continue
        if slug in recorded.elsewhere:
            assert "from an address that is not known" in " ".join(any_demo.answer(slug).split())
        told = "".join(any_demo.answer(slug).split())
        letter = read_letter(path.read_bytes(), any_demo.steps()[0].after.opened)
        asks = {"ready", "not ready", "i am ready", "report", "send report", "propose draw"}
        for line in letter.lines:
            bare = line.text.strip(" .*").lower()
            if line.kind == "text" and bare not in asks and "vote" not in bare:
                assert "".join(line.text.split()) in told, (path.name, line.text)
        count += 1
    assert count == recorded.orders


# --- the mistakes


ANSWERED = [
    ("join-england", "1 of 7 players have joined."),
    ("join-france-without-a-zone", "You named no time zone"),
    ("join-france-again", "your time zone is Europe/Paris."),
    ("join-germany-misspelt", "There is no 'Germny' to play; is Germany meant?"),
    ("join-germany", "What you would like to play: Austria, Germany."),
    ("join-of-one-who-leaves", "You have joined Nine Years as Signe Holm"),
    ("leave", "You have left Nine Years."),
    ("join-turkey", "All seats are taken, and the game begins"),
    ("observe", "answer this mail with a line `yes`"),
    ("observe-yes", "You will get the public reports of Nine Years."),
    ("stop-observing", "You will get no more reports of Nine Years."),
    ("s1901m-italy-a-question", "No order was read in it; it changes nothing."),
    ("s1901m-england", "You are ready."),
    ("f1901m-turkey", "“BLU” is no place on this map; did you mean Bulgaria?"),
    ("s1902m-austria-first-thoughts", "\n  A VIE - TYR\n"),
    ("s1902m-austria", "\n  A VIE - GAL\n"),
    ("f1902r-france-too-late", "it is for F1902M, and Nine Years is at F1902R"),
    ("s1903m-turkey-without-tag", "it does not say for which game and seat it is"),
    ("s1903m-turkey", "OK: Spring 1903, movement"),
    ("s1903m-england-misspelt", "“Denmrak” is no place on this map; did you mean Denmark?"),
    ("s1903m-england", "5 orders read, 0 faults."),
    ("f1903m-italy", "For Fall 1903, adjustments, if that phase comes."),
    ("f1903m-italy-asks-for-the-report", "Your last report is sent to you again."),
    ("s1904m-russia-to-a-stale-mail", "it is for F1903A, and Nine Years is at S1904M"),
    ("s1904m-russia", "6 orders read, 0 faults."),
    ("s1904m-france", "“egn” is no place on this map; did you mean English"),
    ("f1904m-england", "5 orders read, 0 faults."),
    ("s1905m-england", "1 fault."),
    ("f1905m-france-misspelt", "“rhu” is no place on this map"),
    ("f1905m-france", "7 orders read, 0 faults."),
    ("f1905m-turkey-thanks", "You have nothing to order in Fall 1905, movement."),
    ("f1906m-england", "For Fall 1906, retreats, if that phase comes."),
    ("s1907m-england-proposes-a-draw", "All are asked for their vote."),
    ("s1907m-germany-votes", "You have said yes to a draw"),
    ("s1907m-austria-votes", "The proposal is off."),
    ("s1907m-italy-votes-too-late", "There is no proposal to vote on."),
    ("f1907m-england-not-ready", "You are not ready."),
    ("after-the-end", "it does not say for which game and seat it is"),
]


@pytest.mark.parametrize(("slug", "words"), ANSWERED, ids=[slug for slug, _ in ANSWERED])
def test_what_is_answered(demo: Demo, slug: str, words: str) -> None:
    assert " ".join(words.split()) in " ".join(demo.answer(slug).split())


def test_second_thoughts_replace_the_first(demo: Demo) -> None:
    assert "A VIE - TYR" not in demo.answer("s1902m-austria")
    assert "A VIE - TYR" not in text(demo.mails["report.nine-years.s1902m.1.austria"])


@pytest.mark.parametrize(
    ("slug", "order"),
    [
        ("s1903m-france", "A BUR - RUH"),  # from a telephone, in HTML alone
        ("s1907m-france", "F BRE H"),
        ("f1905m-england", "F NWY - STP/NC"),  # from Outlook, in HTML alone
        ("f1908m-italy", "F LYO C A NAF - MAR"),  # in the second part
    ],
)
def test_letters_in_other_shapes_are_read(demo: Demo, slug: str, order: str) -> None:
    answer = demo.answer(slug)
    assert " 0 faults." in answer
    assert f"read as {order}" in answer


def test_the_same_bytes_are_one_letter(demo: Demo) -> None:
    same = [path for path in NINE_YEARS.paths() if path.stem[4:] == TWICE]
    assert len(same) == 2
    assert same[0].read_bytes() == same[1].read_bytes()
    assert len(demo.answers(TWICE)) == 1


def test_the_game_master_has_what_could_not_be_used(demo: Demo) -> None:
    told = [text(mail) for mail in demo.mails.values() if mail["To"] == "me@example.org"]
    assert len(told) == len((*NINE_YEARS.strangers, *NINE_YEARS.refused))


# --- the command


@pytest.mark.parametrize("recorded", ALL, ids=lambda recorded: recorded.folder.name)
def test_the_command_plays_each(recorded: Recorded, tmp_path: Path) -> None:
    """Nine years if no game is named."""
    named = [] if recorded is NINE_YEARS else [recorded.folder.name]
    out = tmp_path / "out"
    said = CliRunner().invoke(main, ["demo", *named, "--out", str(out)])
    assert said.exit_code == 0, said.output
    assert f"{recorded.letters} letters in, {recorded.phases} phases run" in said.output
    assert "everything holds" in said.output
    assert (out / "reports" / recorded.last).is_dir()


def test_the_command_names_the_games() -> None:
    told = CliRunner().invoke(main, ["demo", "--help"]).output
    refused = CliRunner().invoke(main, ["demo", "ninety_years"])
    for recorded in ALL:
        assert recorded.folder.name in told
        assert recorded.folder.name in refused.output
    assert refused.exit_code == Exit.USAGE


# --- what a folder must hold


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(BadDocument, match="is not empty"):
        play(GAME, tmp_path)


@pytest.mark.parametrize("date", ["", "Date: some day\n"])
def test_a_letter_without_a_date_is_a_fault(tmp_path: Path, date: str) -> None:
    example = tmp_path / "game"
    shutil.copytree(GAME, example)
    (example / "letters" / "x.eml").write_text(f"From: a@example.com\n{date}\nhello\n")
    with pytest.raises(BadDocument, match="has no Date"):
        play(example, tmp_path / "out")


def test_a_wrong_game_file_says_where(tmp_path: Path) -> None:
    example = tmp_path / "game"
    shutil.copytree(GAME, example)
    source = (GAME / "game.yaml").read_text(encoding="utf-8")
    (example / "game.yaml").write_text(source.replace("standard", "standart"))
    with pytest.raises(BadDocument) as caught:
        play(example, tmp_path / "out")
    assert "key variant" in caught.value.where
