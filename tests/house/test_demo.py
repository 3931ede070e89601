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


def test_every_line_of_every_letter_is_accounted_for(game: tuple[Played, Path]) -> None:
    letters = sorted(GAME.glob("*/*.eml"))
    assert len(letters) == 162
    for letter in letters:
        name = str(letter.relative_to(GAME))
        told = "".join(report(game[1], name).split())
        for line in written(letter):
            assert "".join(line.split()) in told, (name, line)


def written(path: Path) -> list[str]:
    """The lines of a letter that are neither quoted nor part of the signature."""
    message = message_from_bytes(path.read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    text = message.get_content().partition("\n-- \n")[0]
    return [line for line in text.splitlines() if line.strip() and not line.startswith(">")]


def test_a_slip_is_answered_with_a_suggestion(game: tuple[Played, Path]) -> None:
    text = report(game[1], "13-S1904M/france.eml")
    assert "f iri-egn\n     error: “egn” is no place on this map; did you mean English" in text
    assert "note: F IRI has no order and will hold." in text
    assert "\n  no order: F IRI\n" in text
    assert "These lines were not read as orders:" in text


def test_an_elimination_is_told(game: tuple[Played, Path]) -> None:
    out = {path.parent.name for path, line in lines(game[1]) if "is eliminated" in line}
    assert len(out) >= 2


def test_a_report_answers_its_letter(game: tuple[Played, Path]) -> None:
    letter = message_from_bytes((GAME / "01-S1901M" / "austria.eml").read_bytes(), policy=default)
    answer = message_from_bytes((game[1] / "01-S1901M/austria.eml").read_bytes(), policy=default)
    assert answer["In-Reply-To"] == letter["Message-ID"]
    assert answer["To"] == letter["From"].addresses[0].addr_spec
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


def opened(tmp_path: Path, *bodies: str, option: str = "replace") -> tuple[Played, str]:
    """The first phase with these letters of Austria's, a day apart, and Austria's report."""
    source = (GAME / "game.yaml").read_text(encoding="utf-8")
    folder = copy(tmp_path, source.replace("options: {}", f"options: {{letters: {option}}}"))
    (folder / "01-S1901M" / "austria.eml").unlink()
    for day, body in enumerate(bodies, start=1):
        (folder / "01-S1901M" / f"{day}.eml").write_text(
            "From: Eszter Varga <eszter.varga@example.org>\n"
            f"Message-ID: <{day}@example.org>\n"
            f"Date: Mon, {day:02} Sep 2025 10:00:00 +0000\n{body}",
            encoding="utf-8",
        )
    played = play(folder, tmp_path / "out")
    return played, report(tmp_path / "out", "01-S1901M/austria.eml")


def austria(played: Played) -> set[str]:
    return {str(u) for u in played.state.position.units if u.power == "AUSTRIA"}


FIRST = "\nA BUD - SER\nA VIE - TYR\nF TRI - ALB\n"


@pytest.mark.parametrize(
    ("option", "expected"),
    [("replace", {"A BUD", "A VIE", "F TRI"}), ("per_unit", {"A SER", "A VIE", "F ALB"})],
)
def test_a_later_letter_replaces_or_adds(tmp_path: Path, option: str, expected: set[str]) -> None:
    played, text = opened(tmp_path, FIRST, "\nA VIE H\n", option=option)
    assert austria(played) == expected
    assert ("note: A BUD has no order" in text) is (option == "replace")
    assert "Your letters, number 1" in text
    assert "Your letters, number 2" in text


@pytest.mark.parametrize("body", ["\nThanks, see you at the board!\n", "\nA VIE - TYROL1A\n", "\n"])
def test_a_letter_without_an_order_changes_nothing(tmp_path: Path, body: str) -> None:
    played, text = opened(tmp_path, FIRST, body)
    assert austria(played) == {"A SER", "A TYR", "F ALB"}
    assert "No order was read in it; it changes nothing." in text


def test_a_letter_without_plain_text_is_told(tmp_path: Path) -> None:
    _, text = opened(tmp_path, "Content-Type: text/html\n\n<p>A VIE - TYR</p>\n")
    assert "error: there is no plain text in it" in text


def test_an_order_in_a_quote_or_signature_is_told_and_not_used(tmp_path: Path) -> None:
    played, text = opened(
        tmp_path, "\nA BUD - SER\n> A VIE - TYR\n> A VEI - TYR\n-- \nF TRI - ALB\n"
    )
    assert austria(played) == {"A SER", "A VIE", "F TRI"}
    unread = text.partition("These lines were not read as orders:")[2]
    assert "A VIE - TYR" in unread
    assert "A VEI - TYR" in unread
    assert "F TRI - ALB" in unread


def test_a_stranger_is_named(tmp_path: Path) -> None:
    folder = copy(tmp_path, (GAME / "game.yaml").read_text(encoding="utf-8"))
    (folder / "01-S1901M" / "x.eml").write_text(
        "From: nobody@example.com\nDate: Mon, 01 Sep 2025 10:00:00 +0000\n\nA VIE H\n"
    )
    assert play(folder, tmp_path / "out").strangers == ("nobody@example.com",)


@pytest.mark.parametrize("date", ["", "Date: some day\n"])
def test_a_letter_without_a_date_is_a_fault(tmp_path: Path, date: str) -> None:
    folder = copy(tmp_path, (GAME / "game.yaml").read_text(encoding="utf-8"))
    (folder / "01-S1901M" / "x.eml").write_text(f"From: a@example.com\n{date}\nhello\n")
    with pytest.raises(BadDocument, match=r"01-S1901M/x\.eml: has no Date"):
        play(folder, tmp_path / "out")


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
