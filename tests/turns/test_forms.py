"""What fits a form, how mail shows it, what a standing order makes of it, what a bot answers."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from msgspec import Struct

from adjudicator.turns.forms import WIDTH, fault, fit, template
from adjudicator.turns.questions import (
    Amount,
    Answer,
    Choice,
    Chosen,
    Form,
    Lines,
    Number,
    OneOf,
    Several,
    Shares,
    SomeOf,
    Split,
    Written,
)
from adjudicator.turns.random_answers import some_answer


class Cast(Struct, frozen=True, tag="cast"):
    spell: str = ""


class Ride(Struct, frozen=True, tag="ride"):
    to: str = ""


def valued(**values: int) -> tuple[Choice, ...]:
    return tuple(Choice(code, "", {"value": value}) for code, value in values.items())


def plain(*codes: str) -> tuple[Choice, ...]:
    return tuple(map(Choice, codes))


ONE = OneOf(plain("A", "B"))
SOME = SomeOf(plain("A", "B", "C"), 1, 2)
ANY = SomeOf(plain("A", "B", "C"), 0, 2)
WORTH = SomeOf(valued(A=1, B=2, C=4), 3, 5, "value")
NUMBER = Number(-1, 3)
SPLIT = Split(5, {"A": 3, "B": 2, "C": 4})
LINES = Lines(("cast",), 2)

FAULTS: list[tuple[Form, Answer[Cast | Ride], str]] = [
    (ONE, Chosen("A"), ""),
    (ONE, Chosen("C"), "none of the choices"),
    (ONE, Several(("A",)), "another form"),
    (SOME, Several(("A", "C")), ""),
    (SOME, Several(()), "from 1 to 2"),
    (SOME, Several(("A", "B", "C")), "from 1 to 2"),
    (SOME, Several(("A", "A")), "twice"),
    (SOME, Several(("A", "D")), "none of the choices"),
    (SOME, Chosen("A"), "another form"),
    (WORTH, Several(("C",)), ""),
    (WORTH, Several(("A", "B")), ""),
    (WORTH, Several(("B",)), "value of 2"),
    (WORTH, Several(("B", "C")), "value of 6"),
    (NUMBER, Amount(-1), ""),
    (NUMBER, Amount(3), ""),
    (NUMBER, Amount(4), "from -1 to 3"),
    (NUMBER, Amount(-2), "from -1 to 3"),
    (NUMBER, Shares({}), "another form"),
    (SPLIT, Shares({"A": 3, "B": 2}), ""),
    (SPLIT, Shares({"A": 3}), "3 in all"),
    (SPLIT, Shares({"A": 3, "C": 3}), "6 in all"),
    (SPLIT, Shares({"B": 3, "C": 2}), "2 at most"),
    (SPLIT, Shares({"A": 3, "B": 2, "C": 0}), "left out"),
    (SPLIT, Shares({"A": 3, "B": 3, "C": -1}), "2 at most"),
    (SPLIT, Shares({"D": 5}), "none of the choices"),
    (SPLIT, Amount(5), "another form"),
    (LINES, Written((Cast(), Cast())), ""),
    (LINES, Written(()), ""),
    (LINES, Written((Cast(), Ride())), "no line that can be"),
    (LINES, Written((Cast(),) * 3), "no more than 2"),
    (LINES, Chosen("A"), "another form"),
]

FITS: list[
    tuple[
        Form,
        Several | Amount | Shares | Written[Cast | Ride] | None,
        Answer[Cast | Ride] | None,
    ]
] = [
    (ONE, Several(("X", "B", "A")), Chosen("B")),
    (ONE, Several(("X",)), None),
    (ONE, Several(()), None),
    (ONE, None, None),
    (ONE, Amount(1), None),
    (SOME, Several(("X", "B", "A")), Several(("B",))),
    (SOME, Several(("X",)), None),
    (SOME, Several(()), None),
    (ANY, Several(("C", "X", "A", "B")), Several(("C", "A"))),
    (ANY, Several(("C",)), Several(("C",))),
    (ANY, Several(("C", "C")), Several(("C",))),
    (ANY, Several(()), Several(())),
    (ANY, Several(("X",)), None),
    (WORTH, Several(("A", "B", "C")), Several(("A", "B"))),
    (WORTH, Several(("C", "A")), Several(("C",))),
    (WORTH, Several(("B", "C", "A")), Several(("B", "A"))),
    (WORTH, Several(("B", "C")), None),
    (NUMBER, Amount(3), Amount(3)),
    (NUMBER, Amount(4), None),
    (NUMBER, Several(("3",)), None),
    (SPLIT, Shares({"A": 1, "C": 4}), Shares({"A": 1, "C": 4})),
    (SPLIT, Shares({"A": 1}), None),
    (SPLIT, Several(("X", "C", "A")), Shares({"C": 4, "A": 1})),
    (SPLIT, Several(("C", "C")), None),
    (SPLIT, Several(("B", "A", "C")), Shares({"B": 2, "A": 3})),
    (SPLIT, Several(()), None),
    (Split(0, {"A": 1}), Several(("A",)), Shares({})),
    (LINES, Written((Cast(),)), Written((Cast(),))),
    (LINES, Written((Ride(),)), None),
    (LINES, Several(("A",)), None),
]


@pytest.mark.parametrize(("form", "answer", "words"), FAULTS)
def test_fault(form: Form, answer: Answer[Cast | Ride], words: str) -> None:
    found = fault(form, answer)
    assert words in found
    assert bool(found) is bool(words)


@pytest.mark.parametrize(("form", "value", "answer"), FITS)
def test_fit(
    form: Form,
    value: Several | Amount | Shares | Written[Cast | Ride] | None,
    answer: Answer[Cast | Ride] | None,
) -> None:
    assert fit(form, value) == answer


def test_templates() -> None:
    facts: dict[str, str | int] = {"value": 3, "chance": 50, "side": "Law"}
    stance = OneOf((Choice("stand", "Stand and fight", facts), Choice("RED A"), Choice("x", "Go")))
    assert template(stance) == (
        "Choose one:",
        "  stand  Stand and fight (value 3, chance 50%, side Law)",
        "  RED A",
        "  x      Go",
    )
    assert template(SOME)[0] == "Choose from 1 to 2:"
    assert template(ANY)[0] == "Choose up to 2, or none:"
    assert template(SomeOf(plain("A", "B"), 2, 2))[0] == "Choose 2:"
    assert template(WORTH) == (
        "Choose some (sum of values from 3 to 5):",
        "  A  (value 1)",
        "  B  (value 2)",
        "  C  (value 4)",
    )
    assert template(NUMBER) == ("Write a whole number: from -1 to 3.",)
    assert template(SPLIT) == (
        "Split 5 among these, as in “A 1, B 1”:",
        "  A  at most 3",
        "  B  at most 2",
        "  C  at most 4",
    )
    assert template(LINES) == ("Write up to 2 lines of these kinds: cast.",)


def test_choices_that_differ_in_a_number_stand_in_one_line_of_a_long_template() -> None:
    points = [Choice(f"ARMOR {n}", f"Armor with {n} point{'s' * (n > 1)}") for n in range(1, 11)]
    none, fear, crusher = Choice("NONE", "no spell"), Choice("FEAR", "Fear"), Choice("CRUSHER")
    assert template(OneOf((none, *points, fear, crusher))) == (
        "Choose one; of those in a line write one, as in ARMOR 6:",
        "  NONE           no spell",
        "  ARMOR 1 to 10  Armor with 1 point to 10 points",
        "  FEAR           Fear",
        "  CRUSHER",
    )
    short = template(OneOf((none, *points, fear)))
    assert len(short) == 13
    assert short[0] == "Choose one:"
    assert short[2] == "  ARMOR 1   Armor with 1 point"


def test_choices_with_facts_or_gaps_in_their_numbers_stand_alone() -> None:
    value: dict[str, str | int] = {"value": 1}
    valued = tuple(Choice(f"CARD {n}", facts=value) for n in range(13))
    odd = tuple(Choice(f"CARD {n}") for n in range(1, 27, 2))
    hexes = tuple(Choice(f"{n}") for n in range(13))
    for choices in (valued, odd, hexes):
        assert len(template(SomeOf(choices, 0, 2))) == 14


def test_long_lines_of_a_template_go_on_below() -> None:
    lines = template(OneOf((Choice("A", "Many words of a long text " * 6),)))
    assert len(lines) > 2
    assert max(map(len, lines)) <= WIDTH
    assert all(line.startswith("     ") for line in lines[2:])


def dice(seed: int) -> Callable[[str, int], int]:
    chance = random.Random(seed)
    labels: set[str] = set()

    def pick(label: str, sides: int) -> int:
        assert sides >= 1
        assert label not in labels
        labels.add(label)
        return chance.randint(1, sides)

    return pick


POSSIBLE: list[tuple[Form, set[str]]] = [
    (ONE, {"A", "B"}),
    (NUMBER, {"-1", "0", "1", "2", "3"}),
    (SOME, {"A", "B", "C", "A, B", "A, C", "B, C"}),
    (ANY, {"none", "A", "B", "C", "A, B", "A, C", "B, C"}),
    (WORTH, {"A, B", "C", "A, C"}),
    (Split(2, {"A": 2, "B": 1}), {"A 2", "A 1, B 1"}),
    (Split(2, {"A": 2, "B": 2, "C": 0}), {"A 2", "A 1, B 1", "B 2"}),
    (Split(0, {"A": 1}), {"none"}),
    (LINES, {"none"}),
]


@pytest.mark.parametrize(("form", "answers"), POSSIBLE)
def test_a_bot_gives_every_answer_and_no_other(form: Form, answers: set[str]) -> None:
    met = Counter(str(some_answer(form, dice(seed))) for seed in range(400))
    assert set(met) == answers
    assert min(met.values()) > 400 / len(met) / 3


def test_a_bot_answers_with_many_choices() -> None:
    thirty = tuple(Choice(f"C{i}", "", {"value": 1 + i % 7}) for i in range(30))
    huge = tuple(Choice(f"C{i}", "", {"value": 10**9 + i}) for i in range(300))
    for form in (
        SomeOf(thirty, 10, 20),
        SomeOf(thirty, 50, 50, "value"),
        SomeOf(huge, 5 * 10**9, 10 * 10**9, "value"),
        SomeOf(huge, 100, 200),
        Split(10**6, {f"C{i}": 10**5 for i in range(30)}),
    ):
        answers = [some_answer(form, dice(seed)) for seed in range(40)]
        assert [fault(form, answer) for answer in answers] == [""] * 40
        assert len(set(map(str, answers))) > 30


@pytest.mark.parametrize(
    "form",
    [
        OneOf(()),
        Number(3, 2),
        SomeOf(plain("A"), 2, 3),
        SomeOf(valued(A=2, B=4), 3, 3, "value"),
        SomeOf(plain("A"), 0, -1),
        Split(5, {"A": 2, "B": 2}),
        Split(-1, {"A": 2}),
    ],
)
def test_where_nothing_fits_a_bot_says_so(form: Form) -> None:
    with pytest.raises(ValueError, match=r"no |nothing|cannot"):
        some_answer(form, dice(1))
