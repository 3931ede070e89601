"""Gathering which rules the tests name."""

from pathlib import Path

import pytest

from tests.rules import named, rule

SOURCE = """
from tests.rules import rule

@pytest.mark.parametrize("n", [1, 2])
@rule("moce", "3.1", "4")
@rule("elric", "4")
def test_one(n): ...

@rule("moce", "4")
def test_two(): ...

def test_three(): ...
"""


def test_the_sections_that_tests_name(tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    (tmp_path / "deeper" / "test_moce.py").write_text(SOURCE, "utf-8")
    (tmp_path / "test_none.py").write_text("def test_none(): ...", "utf-8")
    assert named("moce", tmp_path) == {
        "3.1": ["test_moce.py::test_one"],
        "4": ["test_moce.py::test_one", "test_moce.py::test_two"],
    }
    assert named("elric", tmp_path) == {"4": ["test_moce.py::test_one"]}
    assert named("mystara", tmp_path) == {}


@pytest.mark.parametrize(
    ("file", "function"), [("test_moce.py", "position"), ("moce.py", "test_one")]
)
def test_what_is_no_test_names_nothing(tmp_path: Path, file: str, function: str) -> None:
    (tmp_path / file).write_text(f'@rule("moce", "1")\ndef {function}(): ...', "utf-8")
    with pytest.raises(ValueError, match=rf"{file}::{function} names rules and is no test"):
        named("moce", tmp_path)


def test_the_mark_says_which() -> None:
    mark = rule("moce", "3.1", "4").mark
    assert (mark.name, mark.args) == ("rule", ("moce", "3.1", "4"))
