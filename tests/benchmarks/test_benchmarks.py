"""The benchmarks run; how fast is not asked here."""

import json

import pytest

from tests.benchmarks import office, questions, spellbinder


def test_the_office_benchmark_answers_and_runs_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office, "pin", str)  # this process runs other tests, too
    office.main(["--letters", "8", "--games", "1,2", "--json"])
    found = json.loads(capsys.readouterr().out)
    letters = [found[label]["done"] for label in ("batch", "html", "pipe", "attachment", "hostile")]
    assert letters == [8, 8, 8, 1, 1]
    assert [found[label]["done"] for label in ("tick 1", "tick 2")] == [1, 2]
    assert [found[label]["mails"] for label in ("batch", "html", "pipe")] == [8, 8, 8]
    assert found["tick 2"]["mails"] == 14


def test_the_benchmark_of_questions_asks_and_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "pin", str)
    questions.main(["--questions", "1,3", "--office", "2", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert [one["questions"] for one in found["engine"]] == [1, 3]
    (by_office,) = found["office"]
    assert by_office["questions"] == 2
    for one in (*found["engine"], by_office):
        assert one["questions"] <= one["rolled"] <= 6 * one["questions"]
    questions.main(["--questions", "1,2", "--office", "0"])
    assert "grows with the power of" in capsys.readouterr().out


def test_the_benchmark_of_spellbinder_plays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spellbinder, "pin", str)
    spellbinder.main(["--turns", "1", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert [one["phases"] for one in found.values()] == [4, 4, 3, 2]
    for one in found.values():
        assert one["bots"] < one["rules"]
        assert one["tries"] >= one["phases"]
