"""The benchmarks run; how fast is not asked here."""

import json

import pytest

from tests.benchmarks import office


def test_the_office_benchmark_answers_and_runs_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office, "pin", str)  # this process runs other tests, too
    office.main(["--letters", "8", "--games", "1,2", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert [found[label]["done"] for label in ("batch", "pipe", "tick 1", "tick 2")] == [8, 8, 1, 2]
    assert found["tick 2"]["mails"] == 14
