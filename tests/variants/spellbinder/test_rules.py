"""Every rule of Spellbinder is shown by a test that names it.

A number is a section of the rulebook, with the number and letter of the scenarios' lists behind it
(``9.1 3D``); the campaign, which has no numbers, has headings. ``example of 6.33`` is one that is
worked out there; ``S50`` a case of the conformance list.
"""

import re
from collections.abc import Callable
from pathlib import Path

from tests.rules import named

RULEBOOK = [
    "2.0", "2.1", "2.2", "2.21", "2.22", "2.23", "2.24", "2.25", "2.3", "2.4",
    "3.0", "3.1", "3.2",
    "4.0", "4.1", "4.11", "4.12", "4.13", "4.14", "4.15",
    "4.2", "4.21", "4.3", "4.4", "4.5", "4.51", "4.52", "4.53",
    "4.6", "4.61", "4.62", "4.63", "4.64", "4.65",
    "4.66", "4.67", "4.68", "4.69", "4.691", "4.692",
    "5.0",
    "6.0", "6.1", "6.11", "6.12", "6.13", "6.2", "6.3", "6.31", "6.32", "6.33",
    "6.34", "6.35", "6.36",
    "6.4", "6.41", "6.42", "6.43",
    "6.5", "6.51", "6.52", "6.521", "6.53", "6.54", "6.55",
    "6.6", "6.61", "6.62", "6.621", "6.7", "6.8",
    "7.0", "7.1", "7.11", "7.2", "7.21", "7.3",
    "8.0", "8.1", "8.2", "8.3", "8.4", "8.5",
    "9.0", "9.1", "9.2", "9.3", "9.4",
    "10.0", "11.0",
]  # fmt: skip
SCENARIOS = {
    "9.1": ["1", "2", "3A", "3B", "3C", "3D", "4", "5", "5A", "5B", "5C", "5D"],
    "9.2": ["1", "2", "3A", "3B", "3C", "3C1", "3C2", "3D", "4", "5"],
    "9.3": ["1", "2", "3A", "3B", "3C", "4", "5"],
    "9.4": ["records", "castle", "exile", "strength", "victory"],
}
"""What the scenarios are made of; their own sections say nothing else."""
SECTIONS = [section for section in RULEBOOK if section not in SCENARIOS] + [
    f"{section} {part}" for section, parts in SCENARIOS.items() for part in parts
]
EXAMPLES = [
    f"example of {section}"
    for section in ("4.63", "6.31", "6.32", "6.33", "6.52", "6.521", "6.53", "6.55", "6.61", "6.62")
]
CASES = [f"S{number:02}" for number in range(1, 114)]

NO_RULE = {
    "2.0": "a heading",
    "2.2": "says what units and markers are called",
    "2.25": "markers on printed tracks; the numbers stand in the state",
    "2.3": "the scale: yards, hours and warriors",
    "2.4": "what is in the box",
    "4.1": "a heading",
    "4.21": "the colours of the printed map",
    "6.1": "a heading",
    "11.0": "how the game was designed",
}
"""Sections in which nothing stands that could come out otherwise."""


def test_every_rule_is_shown() -> None:
    shown = named("spellbinder")
    wanted = [rule for rule in SECTIONS + EXAMPLES + CASES if rule not in NO_RULE]
    assert [rule for rule in wanted if rule not in shown] == [], "no test names these rules"


def test_no_test_names_what_is_no_rule() -> None:
    rules = {*SECTIONS, *EXAMPLES, *CASES} - NO_RULE.keys()
    shown = named("spellbinder")
    assert {rule: where for rule, where in shown.items() if rule not in rules} == {}


def test_each_section_without_a_rule_is_a_section() -> None:
    assert set(SECTIONS) >= NO_RULE.keys()


def test_the_sections_are_those_of_the_rulebook(shared_data: Callable[[str], Path]) -> None:
    rulebook = shared_data("spellbinder.yaml").parents[1] / "rulebooks" / "spellbinder.txt"
    text = rulebook.read_text("utf-8") if rulebook.is_file() else ""
    printed = re.findall(r"^\((\d+\.\d+)\)", text, re.MULTILINE)
    assert set(printed) <= set(RULEBOOK)
    assert not text or set(printed) == set(RULEBOOK)


def test_the_cases_are_those_of_the_list(shared_data: Callable[[str], Path]) -> None:
    research = shared_data("spellbinder.yaml").parents[1] / "research" / "spellbinder.md"
    text = research.read_text("utf-8") if research.is_file() else ""
    assert re.findall(r"^\| (S\d{2,3}) \|", text, re.MULTILINE) in ([], CASES)
