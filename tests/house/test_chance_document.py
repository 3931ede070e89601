"""`adjudicator/CHANCE.md`: its script checks a game that was played by mail, and finds what was
changed in it; and what of a game's chance is published when."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from adjudicator.chance import Chance
from adjudicator.cli import main
from adjudicator.office import commands, correcting, dice, history, running, sending
from adjudicator.office.folder import Office, make_office
from adjudicator.office.game import Game
from tests.office.desk import BEGIN, begin, mail, send, sent, tag

DOCUMENT = (Path(__file__).parents[2] / "adjudicator" / "CHANCE.md").read_text(encoding="utf-8")
(SCRIPT,) = re.findall(r"(?ms)^```python\n(.*?)^```$", DOCUMENT)

GAME = """\
game: dig
title: Dig
variant: ruins
options: {rounds: 2}
schedule:
  zone: Europe/London
  phases:
    default: {weekdays: [mon, tue, wed, thu, fri, sat, sun], time: "20:00"}
seats:
  RED: {name: Red, address: red@example.org}
  BLUE: {name: Blue, address: blue@example.org}
  GOLD: {name: Gold, address: gold@example.org}
"""

LETTERS = {
    "1RED": "move R1 0101-0201-0302-0401-0501\nmove R2 0101-0201-0302\ndig R2\nnonce: rust",
    "1BLUE": "move B1 0601-0501\nnonce: seven of nine",
    "1GOLD": "move G1 0305-0404-0504-0503\ndig G1",
}
"""Red digs for a card, Blue attacks a scout of Red."""


def game_in(office: Office) -> Game:
    return history.load(office.store, "dig")[1]


def send_orders(office: Office) -> None:
    """The letter for the phase that is open."""
    phase = game_in(office).phase
    seat = phase[1:]
    body = LETTERS[phase]
    number = list(LETTERS).index(phase) + 1
    raw = mail(tag(office, seat, phase, "dig"), body, f"{seat.lower()}@example.org", number)
    assert "order" in send(office, raw)


def answer(office: Office) -> None:
    """An answer to every question that is open: what counts by default."""
    game = game_in(office)
    assert game.asking is not None
    for number, question in enumerate(game.questions()):
        asked = game.asking.numbers[question.seat]
        token = office.token("dig", question.seat, 1, game.phase)
        subject = f"[dig {game.phase} {question.seat} {token} Q{asked}]"
        body = f"{question.label}: {question.default}"
        sender = f"{question.seat.lower()}@example.org"
        assert "order" in send(office, mail(subject, body, sender, 100 * asked + number))


def go_on(office: Office) -> None:
    """Let the open phase be due."""
    closes = game_in(office).closes()
    assert closes is not None
    running.run_due(office, "dig", closes)
    sending.send(office, closes)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """An office with a game of Ruins begun, its chance the same in every test."""
    make_office(tmp_path / "office")
    (tmp_path / "office" / "secret").write_bytes(b"the same in every test")
    with Office(tmp_path / "office") as opened:
        begin(opened, GAME)
        yield opened


def shown(office: Office) -> Any:
    """What ``adjudicator chance dig --json`` writes."""
    words = ["chance", "dig", "--json", "--office", str(office.folder)]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


class Whole(NamedTuple):
    """A game that was played to its end."""

    published: Any
    reports: list[str]
    questions: int


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Two rounds, with a battle in the first one."""
    folder = tmp_path_factory.mktemp("whole") / "office"
    make_office(folder)
    (folder / "secret").write_bytes(b"the same in every test")
    questions = 0
    with Office(folder) as office:
        begin(office, GAME)
        while (game := game_in(office)).phase:
            if game.asking is not None:
                questions += len(game.questions())
                answer(office)
            elif game.phase in LETTERS:
                send_orders(office)
            go_on(office)
        reports = [text for name, text in sent(office, "RED").items() if name.startswith("report")]
        return Whole(shown(office), reports, questions)


def check(published: Any) -> tuple[int, str]:
    """What the script of the document says of this, and its exit code."""
    command = [sys.executable, "-I", "-c", SCRIPT]
    ran = subprocess.run(command, input=json.dumps(published), capture_output=True, text=True)
    assert not ran.stderr
    return ran.returncode, ran.stdout


def lines_of(reports: list[str], kind: str) -> dict[tuple[str, int], str]:
    """``:: Seed 1RED 1: ...`` by phase and run."""
    found = re.findall(rf"(?m)^:: {kind} (\w+) (\d+): (\w+)$", "\n".join(reports))
    return {(phase, int(run)): text for phase, run, text in found}


# --- the script


def test_the_script_is_short_and_needs_nothing_of_ours() -> None:
    assert len([line for line in SCRIPT.splitlines() if line]) <= 30
    assert max(map(len, DOCUMENT.splitlines())) <= 100
    imported = re.findall(r"(?m)^(?:import|from) (.*)", SCRIPT)
    assert {name for names in imported for name in names.split(", ")} <= sys.stdlib_module_names


def test_a_game_that_was_played_holds(whole: Whole) -> None:
    draws = whole.published["draws"]
    labels = [draw["label"] for draw in draws if "sides" in draw]
    assert whole.questions >= 2
    assert labels.count("Dawn") >= 2
    assert {"Red's die, B1 against R1", "Blue's die, B1 against R1"} <= set(labels)
    assert [len(draw["cards"]) for draw in draws if "cards" in draw] == [16]
    assert {"BLUE": "seven of nine"} in [draw.get("nonces") for draw in draws]
    assert check(whole.published) == (0, "all holds\n")


def other_hex(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def change_a_die(published: Any, draw: Any) -> None:
    draw["value"] = draw["value"] % draw["sides"] + 1


def change_the_label(published: Any, draw: Any) -> None:
    draw["label"] += "!"


def change_the_run(published: Any, draw: Any) -> None:
    draw["run"] += 1


def take_the_seed_away(published: Any, draw: Any) -> None:
    for one in published["seeds"]:
        if [one["phase"], one["run"]] == draw["seed"]:
            one["seed"] = ""


SAID = "1BLUE, Red's die, B1 against R1: it should have come out otherwise"


@pytest.mark.parametrize("change", [change_a_die, take_the_seed_away])
def test_a_changed_die_is_found_out(whole: Whole, change: Callable[[Any, Any], None]) -> None:
    published = deepcopy(whole.published)
    (die,) = (draw for draw in published["draws"] if draw["label"].startswith("Red's die"))
    change(published, die)
    code, said = check(published)
    assert code == 1
    assert SAID in said.splitlines()


def widened(published: Any) -> tuple[Any, Any]:
    """The same game, and of it a die of the battle, with so many sides that no change of what it
    hangs on can leave its number as it was: of six sides, one change in six would."""
    published = deepcopy(published)
    (die,) = (draw for draw in published["draws"] if draw["label"].startswith("Red's die"))
    die["sides"] = 2**256
    seeds = {(one["phase"], one["run"]): one["seed"] for one in published["seeds"]}
    seed = bytes.fromhex(seeds[tuple(die["seed"])])
    chance = Chance(seed, die["phase"], die["run"], die.get("nonces", {}))
    die["value"] = chance.roll(die["label"], die["sides"])
    return published, die


def change_a_nonce(published: Any, draw: Any) -> None:
    draw["nonces"]["BLUE"] = "eight of nine"


def leave_a_nonce_out(published: Any, draw: Any) -> None:
    del draw["nonces"]


def add_a_nonce(published: Any, draw: Any) -> None:
    draw["nonces"]["GOLD"] = "gold"


@pytest.mark.parametrize(
    "change",
    [change_a_nonce, leave_a_nonce_out, add_a_nonce, change_the_label, change_the_run],
)
def test_what_a_die_hangs_on_is_found_out(whole: Whole, change: Callable[[Any, Any], None]) -> None:
    published, die = widened(whole.published)
    assert check(published) == (0, "all holds\n")
    change(published, die)
    code, said = check(published)
    assert code == 1
    assert len(said.splitlines()) == 1
    assert said.startswith("1BLUE, Red's die, B1 against R1")


def test_a_changed_seed_is_found_out(whole: Whole) -> None:
    for index, one in enumerate(whole.published["seeds"]):
        published = deepcopy(whole.published)
        published["seeds"][index]["seed"] = other_hex(one["seed"])
        code, said = check(published)
        assert code == 1
        named = f"{one['phase']}, run {one['run']}: not the seed that was committed to"
        assert named in said.splitlines()


def test_a_changed_commitment_or_game_is_found_out(whole: Whole) -> None:
    published = deepcopy(whole.published)
    published["seeds"][1]["commitment"] = other_hex(published["seeds"][1]["commitment"])
    assert check(published) == (1, "1RED, run 1: not the seed that was committed to\n")
    code, said = check({**whole.published, "game": "dug"})
    assert code == 1
    assert len(said.splitlines()) == len(whole.published["seeds"])


@pytest.mark.parametrize("pile", ["cards", "shuffled"])
def test_a_changed_card_is_found_out(whole: Whole, pile: str) -> None:
    published = deepcopy(whole.published)
    (deck,) = (draw for draw in published["draws"] if "cards" in draw)
    deck[pile][2], deck[pile][5] = deck[pile][5], deck[pile][2]
    assert check(published) == (1, "start, the deck: it should have come out otherwise\n")
    deck[pile][0] = "GUN"
    assert check(published)[0] == 1


# --- what is published, and when


def test_what_is_published_is_what_the_players_were_sent(whole: Whole) -> None:
    seeds = whole.published["seeds"]
    commitments = {(one["phase"], one["run"]): one["commitment"] for one in seeds}
    assert lines_of(whole.reports, "Commit") == commitments
    assert lines_of(whole.reports, "Seed") == {(o["phase"], o["run"]): o["seed"] for o in seeds}
    dice = {f"  {one['label']}: {one['value']} of {one['sides']}"
            for one in whole.published["draws"] if "sides" in one}  # fmt: skip
    lines = [line for report in whole.reports for line in report.splitlines()]
    assert len(dice) >= 3
    assert dice <= set(lines)
    assert ":: Nonce RED: rust" in lines
    assert ":: Nonce BLUE: seven of nine" in lines


def opened(office: Office) -> dict[tuple[str, int], bool]:
    """Which seeds have a commitment by now, and whether they are open."""
    return {(one["phase"], one["run"]): bool(one["seed"]) for one in shown(office)["seeds"]}


def test_a_phase_that_is_open_has_a_commitment_and_no_seed(office: Office) -> None:
    assert opened(office) == {("sealed", 1): False, ("1RED", 1): False}
    send_orders(office)
    go_on(office)
    at_blue = {("sealed", 1): False, ("1RED", 1): True, ("1BLUE", 1): False}
    assert opened(office) == at_blue
    send_orders(office)
    go_on(office)
    game = game_in(office)
    assert (game.phase, bool(game.asking)) == ("1BLUE", True)  # it was begun, and waits
    assert opened(office) == at_blue
    assert check(shown(office)) == (0, "all holds\n")


def test_while_the_game_runs_nothing_sealed_is_published(office: Office) -> None:
    for _ in LETTERS:
        send_orders(office)
        go_on(office)
        while game_in(office).asking is not None:
            go_on(office)
    published = shown(office)
    labels = {draw["label"] for draw in published["draws"]}
    assert "Red's die, B1 against R1" in labels
    assert "the deck" not in labels
    assert "shuffled" not in json.dumps(published)
    assert [one["seed"] for one in published["seeds"] if one["phase"] == "sealed"] == [""]
    assert check(published) == (0, "all holds\n")


def test_a_commitment_whose_seed_is_never_used_is_published(office: Office) -> None:
    """That to Blue's turn was in a report, and then Red's turn was run again, with other orders."""
    send_orders(office)
    go_on(office)
    before = {one["phase"]: one["commitment"] for one in shown(office)["seeds"]}
    correcting.correct(office, "dig", "1RED", {"RED": "dig R1"}, BEGIN)
    assert not opened(office)["1RED", 2]
    commands.tick(office, BEGIN, catch_up=True)
    assert opened(office) == {
        ("sealed", 1): False,
        ("1RED", 1): True,
        ("1BLUE", 1): False,
        ("1RED", 2): True,
        ("1BLUE", 2): False,
    }
    published = shown(office)
    (kept,) = (o for o in published["seeds"] if (o["phase"], o["run"]) == ("1BLUE", 1))
    assert kept["commitment"] == before["1BLUE"]
    assert check(published) == (0, "all holds\n")


def test_a_title_without_chance_publishes_none(tmp_path: Path) -> None:
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as office:
        begin(office)
        assert dice.published(office, "trial") == dice.Published("trial", (), ())
