"""Every mail of whole games is as it was read and found right."""

import shutil
from pathlib import Path

import pytest
import yaml

from tests.playthroughs.playing import DIGEST, play, playthroughs

ALL = playthroughs()


@pytest.mark.parametrize("name", ALL)
def test_every_mail_is_as_expected(name: str, tmp_path: Path) -> None:
    game, expected = ALL[name]
    files = play(game, tmp_path / "office", expected)
    kept = {path.name: path.read_text(encoding="utf-8") for path in expected.iterdir()}
    assert files.keys() == kept.keys()
    for file, text in files.items():
        assert text == kept[file], file


def test_the_short_game_is_there() -> None:
    assert "standard/short_game" in ALL


def test_digests_instead_of_mails(tmp_path: Path) -> None:
    game, _ = ALL["standard/short_game"]
    expected = tmp_path / "expected"
    expected.mkdir()
    (expected / DIGEST).write_text("chosen: [welcome.short.france.1]\n", encoding="utf-8")
    first = play(game, tmp_path / "one", expected)
    assert set(first) == {DIGEST, "welcome.short.france.1.txt"}
    assert first == play(game, tmp_path / "two", expected)
    found = yaml.safe_load(first[DIGEST])
    assert found["chosen"] == ["welcome.short.france.1"]
    mails = list((tmp_path / "one" / "out").glob("*.eml"))
    assert len(found["mails"]) == len(mails)


def test_letters_by_their_dates(tmp_path: Path) -> None:
    """Without steps: sign-up, the orders that came by the players' clocks, and then idle turns."""
    game, _ = ALL["standard/short_game"]
    shutil.copytree(game, tmp_path / "game", ignore=shutil.ignore_patterns("steps.yaml"))
    expected = tmp_path / "expected"
    expected.mkdir()
    (expected / DIGEST).write_text("chosen: []\n", encoding="utf-8")
    found = yaml.safe_load(play(tmp_path / "game", tmp_path / "one", expected)[DIGEST])["mails"]
    assert "welcome.short.france.1" in found
    assert "report.short.s1901m.1.france" in found
