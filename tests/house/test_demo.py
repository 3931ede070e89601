"""The recorded game, from its players' mails to the end it had."""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from adjudicator.documents import BadDocument
from adjudicator.office.demo import Played, play
from adjudicator.simultaneous.phases import holdings

GAME = Path(__file__).parents[2] / "examples" / "nine_years"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Played, Path]:
    out = tmp_path_factory.mktemp("reports")
    return play(GAME, out), out


def report(out: Path, name: str) -> str:
    message = message_from_bytes((out / name).read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    return "\n".join(message.get_content().splitlines())


def test_it_ends_as_it_did(game: tuple[Played, Path]) -> None:
    played, _ = game
    centers = {power: tuple(held) for power, held in
               holdings(played.state.position.centers).items()}  # fmt: skip
    assert played.game.end == centers
    assert played.state.ended.powers == (played.game.solo,)
    assert (played.phases, played.letters) == (37, 162)


def lines(out: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(out.rglob("*.eml")):
        for line in report(out, str(path.relative_to(out))).splitlines():
            yield path, line


def test_every_report_fits_78_columns(game: tuple[Played, Path]) -> None:
    too_wide = [(path.name, line) for path, line in lines(game[1]) if len(line) > 78]
    assert too_wide == []


def test_every_line_of_a_letter_is_accounted_for(game: tuple[Played, Path]) -> None:
    text = report(game[1], "13-S1904M/france.eml")
    assert "f iri-egn\n     error: “egn” is no place on this map; did you mean English" in text
    assert "note: F IRI has no order and will hold." in text
    assert "These lines were not read as orders:" in text
    for line in report_lines(GAME / "13-S1904M" / "france.eml"):
        assert line in text


def report_lines(path: Path) -> list[str]:
    message = message_from_bytes(path.read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    return [line.strip() for line in message.get_content().splitlines() if line.strip()]


def test_a_report_answers_its_letter(game: tuple[Played, Path]) -> None:
    letter = message_from_bytes((GAME / "01-S1901M" / "austria.eml").read_bytes(), policy=default)
    answer = message_from_bytes((game[1] / "01-S1901M/austria.eml").read_bytes(), policy=default)
    assert answer["In-Reply-To"] == letter["Message-ID"]
    assert answer["To"] == letter["From"]
    assert answer["Subject"] == "Nine Years: Spring 1901, movement"


def test_two_runs_write_the_same_bytes(game: tuple[Played, Path], tmp_path: Path) -> None:
    play(GAME, tmp_path)
    for path in sorted(game[1].rglob("*.eml")):
        assert path.read_bytes() == (tmp_path / path.relative_to(game[1])).read_bytes()


def copy(tmp_path: Path, text: str) -> Path:
    folder = tmp_path / "game"
    (folder / "01-S1901M").mkdir(parents=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    for path in sorted((GAME / "01-S1901M").iterdir()):
        (folder / "01-S1901M" / path.name).write_bytes(path.read_bytes())
    return folder


def test_a_later_letter_replaces_or_adds(tmp_path: Path) -> None:
    source = (GAME / "game.yaml").read_text(encoding="utf-8")
    for option, held in (("replace", True), ("per_unit", False)):
        options = f"options: {{letters: {option}}}"
        folder = copy(tmp_path / option, source.replace("options: {}", options))
        first = (folder / "01-S1901M" / "austria.eml").read_text(encoding="utf-8")
        head = first.partition("\n\n")[0].replace("Date: Sun, 07", "Date: Mon, 08")
        later = f"{head}\n\nA VIE H\n".replace(
            "Date: ", "Date: Sat, 13 Sep 2025 10:00:00 +0000\nX: "
        )
        (folder / "01-S1901M" / "austria-again.eml").write_text(later, encoding="utf-8")
        state = play(folder, tmp_path / option / "out").state
        units = {str(u) for u in state.position.units if u.power == "AUSTRIA"}
        assert "A VIE" in units
        assert ("A BUD" in units) is held


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("variant: standard", "variant: standart", "key variant"),
        ("options: {}", "options: {removal_distance: far}", "key options.removal_distance"),
        ("name: Nine Years", "nam: Nine Years", "key (whole file)"),
    ],
)
def test_a_wrong_game_file_says_where(tmp_path: Path, old: str, new: str, where: str) -> None:
    source = (GAME / "game.yaml").read_text(encoding="utf-8")
    assert old in source
    with pytest.raises(BadDocument) as caught:
        play(copy(tmp_path, source.replace(old, new)), tmp_path / "out")
    assert where in caught.value.where


def test_letters_for_a_phase_that_never_comes(tmp_path: Path) -> None:
    folder = copy(tmp_path, (GAME / "game.yaml").read_text(encoding="utf-8"))
    (folder / "02-S1901R").mkdir()
    with pytest.raises(BadDocument, match="no phase S1901R here"):
        play(folder, tmp_path / "out")
