"""`variants/README.md`, "Write a title": its code is that of Ruins, and it leaves nothing out."""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from adjudicator.turns.turn import Turn
from adjudicator.variant import Variant

DOCUMENT = (Path(__file__).parents[2] / "variants" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?ms)^```(\w+)\n(.*?)^```$", DOCUMENT)
SUFFIXES = {"python": "*.py", "yaml": "*.yaml", "jinja": "*.j2"}


def passages(language: str, length: int) -> Iterator[str]:
    """All runs of so many lines in the title's files, without their common indentation."""
    for path in (Path(__file__).parent / "ruins").rglob(SUFFIXES[language]):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        for start in range(len(lines) - length + 1):
            yield dedent("".join(lines[start : start + length]))


def test_there_are_blocks_of_every_language() -> None:
    assert {language for language, _ in BLOCKS} == set(SUFFIXES)
    assert DOCUMENT.count("```") == 2 * len(BLOCKS)


@pytest.mark.parametrize(("language", "block"), BLOCKS)
def test_each_block_stands_in_the_title(language: str, block: str) -> None:
    assert dedent(block) in passages(language, len(block.splitlines()))


def test_all_of_the_protocol_is_named() -> None:
    asked = {name for name in {*vars(Variant), *Variant.__annotations__} if name[0] != "_"}
    assert {"run", "rulings", "alternatives"} <= asked
    assert {name for name in asked if not re.search(rf"`{name}[`(]", DOCUMENT)} == set()


def test_all_that_a_turn_offers_to_rules_is_named() -> None:
    for name in ("sheet", "tell", "roll", "shuffle", "ask"):
        assert hasattr(Turn, name)
        assert f"turn.{name}(" in DOCUMENT
