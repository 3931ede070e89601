"""Conditions as players write them, where they stand in a line, and when they hold."""

import pytest

from adjudicator.turns.conditions import Op, check_names, holds, parted, read_conditions
from adjudicator.turns.questions import Condition

NAMES: dict[str, tuple[str, ...]] = {
    "attacker": ("RED", "BLUE", "RED TWO", "none"),
    "elric": ("here", "away"),
    "gap": (),
    "ratio": (),
    "my points": (),
    "points": (),
    "hex": ("0304", "0305"),
}


def one(name: str, op: Op, value: str | int) -> tuple[Condition, ...]:
    return (Condition(name, op, value),)


READ: list[tuple[str, tuple[Condition, ...]]] = [
    ("if gap < 3", one("gap", "<", 3)),
    ("IF GAP<3", one("gap", "<", 3)),
    ("gap <= 3", one("gap", "<=", 3)),
    ("gap =< 3", one("gap", "<=", 3)),
    ("gap ≤ 3", one("gap", "<=", 3)),
    ("gap at most 3", one("gap", "<=", 3)),
    ("gap is at most three", one("gap", "<=", 3)),
    ("gap > 3", one("gap", ">", 3)),
    ("gap>3", one("gap", ">", 3)),
    ("gap >= 3", one("gap", ">=", 3)),
    ("gap=>3", one("gap", ">=", 3)),
    ("gap ≥3", one("gap", ">=", 3)),
    ("gap at least 3", one("gap", ">=", 3)),
    ("gap is more than 3", one("gap", ">", 3)),
    ("gap over 3", one("gap", ">", 3)),
    ("gap less than 3", one("gap", "<", 3)),
    ("gap under 3.", one("gap", "<", 3)),
    ("gap = 3", one("gap", "=", 3)),
    ("gap == 3", one("gap", "=", 3)),
    ("gap is 3", one("gap", "=", 3)),
    ("gap != 3", one("gap", "!=", 3)),
    ("gap <> 3", one("gap", "!=", 3)),
    ("gap ≠ 3", one("gap", "!=", 3)),
    ("gap is not 3", one("gap", "!=", 3)),
    ("gap > -3", one("gap", ">", -3)),
    ("gap < −3", one("gap", "<", -3)),
    ("attacker = RED", one("attacker", "=", "RED")),
    ("attacker is red", one("attacker", "=", "RED")),
    ("Attacker = blu", one("attacker", "=", "BLUE")),
    ("attacker = RED TWO", one("attacker", "=", "RED TWO")),
    ("attacker = red-two", one("attacker", "=", "RED TWO")),
    ("attacker is not none", one("attacker", "!=", "none")),
    ("attacker isn’t blue", one("attacker", "!=", "BLUE")),
    ("attacker = “RED”", one("attacker", "=", "RED")),
    ("elric is here", one("elric", "=", "here")),
    ("hex = 0304", one("hex", "=", "0304")),
    ("my points > 8", one("my points", ">", 8)),
    ("my_points > 8", one("my points", ">", 8)),
    ("MyPoints>8", one("my points", ">", 8)),
    ("points > 8", one("points", ">", 8)),
    (
        "if attacker = RED and gap < 3",
        (Condition("attacker", "=", "RED"), Condition("gap", "<", 3)),
    ),
    ("gap > 0, ratio < 2", (Condition("gap", ">", 0), Condition("ratio", "<", 2))),
    ("gap > 0 & ratio < 2", (Condition("gap", ">", 0), Condition("ratio", "<", 2))),
    ("gap > 0 && ratio < 2", (Condition("gap", ">", 0), Condition("ratio", "<", 2))),
    ("gap > 0, and if ratio < 2", (Condition("gap", ">", 0), Condition("ratio", "<", 2))),
]

REFUSED: list[tuple[str, list[tuple[str, int, str, tuple[str, ...]]]]] = [
    ("gpa < 3", [("no_name", 1, "gpa", ("gap",))]),
    ("if atacker = RED", [("no_name", 4, "atacker", ("attacker",))]),
    ("weather = rain", [("no_name", 1, "weather", ())]),
    ("attacker = RDE", [("no_value", 12, "RDE", ("RED",))]),
    ("attacker = GREEN", [("no_value", 12, "GREEN", ())]),
    ("attacker = RED or BLUE", [("no_value", 12, "RED or BLUE", ())]),
    ("hex = 030", [("no_value", 7, "030", ("0305", "0304"))]),
    ("attacker < RED", [("no_comparison", 1, "attacker < RED", ())]),
    ("attacker RED", [("no_comparison", 1, "attacker RED", ())]),
    ("attacker =", [("no_value", 1, "attacker =", ())]),
    ("gap < RED", [("not_a_number", 7, "RED", ())]),
    ("gap < 3 4", [("not_a_number", 7, "3 4", ())]),
    ("gap < 2.5", [("not_a_number", 7, "2.5", ())]),
    ("gap <", [("not_a_number", 1, "gap <", ())]),
    ("gap 3", [("no_comparison", 1, "gap 3", ())]),
    ("if", [("no_condition", 1, "", ())]),
    ("gap < 3 and", [("no_condition", 1, "", ())]),
    (
        "gpa < 3 and ratoi > 2",
        [("no_name", 1, "gpa", ("gap",)), ("no_name", 13, "ratoi", ("ratio",))],
    ),
]

PARTED: list[tuple[str, str, int, list[tuple[str, int]]]] = [
    ("NVI, WVI", "NVI, WVI", 1, []),
    ("if gap < 3: NVI, WVI", "NVI, WVI", 13, [("gap < 3", 4)]),
    ("if gap < 3 then NVI, WVI", "NVI, WVI", 17, [("gap < 3", 4)]),
    ("If gap < 3 then: NVI", "NVI", 18, [("gap < 3", 4)]),
    ("- if gap < 3: NVI", "NVI", 15, [("gap < 3", 6)]),
    ("NVI, WVI if gap < 3", "NVI, WVI", 1, [("gap < 3", 13)]),
    ("NVI, WVI, if gap < 3", "NVI, WVI", 1, [("gap < 3", 14)]),
    ("NVI (if gap < 3)", "NVI", 1, [("gap < 3", 9)]),
    ("if gap < 3: NVI if ratio > 2", "NVI", 13, [("gap < 3", 4), ("ratio > 2", 20)]),
    ("if gap < 3", "", 1, [("gap < 3", 4)]),
    ("NVI if", "NVI", 1, [("", 7)]),
    ("", "", 1, []),
]


@pytest.mark.parametrize(("text", "conditions"), READ)
def test_read(text: str, conditions: tuple[Condition, ...]) -> None:
    assert read_conditions(text, NAMES) == (conditions, ())


@pytest.mark.parametrize(("text", "told"), REFUSED)
def test_refused(text: str, told: list[tuple[str, int, str, tuple[str, ...]]]) -> None:
    conditions, said = read_conditions(text, NAMES)
    assert conditions == ()
    assert [(d.code, d.column, d.text, d.suggestions) for d in said] == told


def test_columns_are_those_of_the_whole_line() -> None:
    _, said = read_conditions("gap < 3 and gpa < 4", NAMES, 20)
    assert [d.column for d in said] == [32]


@pytest.mark.parametrize(("line", "rest", "column", "clauses"), PARTED)
def test_parted(line: str, rest: str, column: int, clauses: list[tuple[str, int]]) -> None:
    assert parted(line) == (rest, column, tuple(clauses))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gap = 3", True),
        ("gap != 3", False),
        ("gap < 3", False),
        ("gap <= 3", True),
        ("gap > 2", True),
        ("gap >= 4", False),
        ("attacker = RED", True),
        ("attacker != RED", False),
        ("attacker = BLUE", False),
        ("attacker != BLUE", True),
        ("attacker = RED and gap > 2", True),
        ("attacker = RED and gap > 3", False),
        ("ratio < 5", False),
        ("ratio != 5", False),
        ("gap = 3 and ratio != 5", False),
    ],
)
def test_holds(text: str, expected: bool) -> None:
    conditions, said = read_conditions(text, NAMES)
    assert (said, len(conditions)) == ((), 1 + text.count(" and "))
    assert holds(conditions, {"gap": 3, "attacker": "RED"}) is expected


def test_no_conditions_always_hold() -> None:
    assert holds((), {})


def test_a_text_is_not_more_or_less_than_a_number() -> None:
    facts = {"gap": "3"}
    assert not holds(one("gap", "<", 4), facts)
    assert not holds(one("gap", ">", 2), facts)
    assert not holds(one("gap", "=", 3), facts)


@pytest.mark.parametrize(
    "names",
    [
        {"if": ()},
        {"gap and": ()},
        {"my points": (), "my_points": ()},
        {"gap": (), "GAP": ()},
        {"gap<": ()},
        {"-gap": ()},
        {"": ()},
        {"attacker": ("RED", "red")},
        {"attacker": ("RED and BLUE",)},
        {"attacker": ("RED, BLUE",)},
        {"attacker": ("=RED",)},
        {"attacker": (" RED",)},
    ],
)
def test_names_that_could_not_be_read_are_refused(names: dict[str, tuple[str, ...]]) -> None:
    check_names(NAMES)
    with pytest.raises(ValueError, match=r"name|value"):
        check_names(names)
