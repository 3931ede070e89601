"""Answers in every way that players write them, and what must not be read as one."""

import pytest

from adjudicator.turns.answers import Closed, read_answer
from adjudicator.turns.forms import fault, template
from adjudicator.turns.questions import (
    Amount,
    Answer,
    Choice,
    Chosen,
    Number,
    OneOf,
    Several,
    Shares,
    SomeOf,
    Split,
)

STANCE = OneOf(
    (
        Choice("stand", "Stand and fight"),
        Choice("withdraw", "Withdraw to NVI"),
        Choice("walls", "Hold the walls", {"value": 3, "chance": 50}),
        Choice("Stillness 5", "Spell of stillness"),
        Choice("Stillness 6", "A stronger one"),
    )
)
PLACES = OneOf((Choice("0304"), Choice("0305"), Choice("12"), Choice("STP/SC"), Choice("STP/NC")))
TAKEN = SomeOf(
    (Choice("RED A", "Red's army"), Choice("RED B"), Choice("BLUE"), Choice("GREEN")), 0, 3
)
TWO = SomeOf((Choice("A"), Choice("A B"), Choice("B"), Choice("C"), Choice("Bravo Ten")), 2, 2)
WORTH = SomeOf(
    (Choice("A", "", {"value": 1}), Choice("B", "", {"value": 2}), Choice("C", "", {"value": 4})),
    3, 4, "value",
)  # fmt: skip
NUMBER = Number(0, 12)
SIGNED = Number(-5, 5)
LOSSES = Split(5, {"A": 3, "B": 3, "Stillness 5": 5, "0304": 4})
NO_LOSSES = Split(0, {"A": 3})

READ: list[tuple[Closed, str, Answer[None]]] = [
    # one of: codes, case, bullets, numbers, quotes, marks, stops
    (STANCE, "stand", Chosen("stand")),
    (STANCE, "STAND", Chosen("stand")),
    (STANCE, "  Stand. ", Chosen("stand")),
    (STANCE, "- stand", Chosen("stand")),
    (STANCE, "* stand", Chosen("stand")),
    (STANCE, "• withdraw", Chosen("withdraw")),
    (STANCE, "1. withdraw", Chosen("withdraw")),
    (STANCE, "2) withdraw", Chosen("withdraw")),
    (STANCE, "(3) withdraw", Chosen("withdraw")),
    (STANCE, "b) withdraw", Chosen("withdraw")),
    (STANCE, "“stand”", Chosen("stand")),
    (STANCE, "'stand'", Chosen("stand")),
    (STANCE, "(stand)", Chosen("stand")),
    (STANCE, "x stand", Chosen("stand")),
    (STANCE, "[x] stand", Chosen("stand")),
    (STANCE, "[X] walls  Hold the walls (value 3, chance 50%)", Chosen("walls")),
    (STANCE, "walls: hold the walls", Chosen("walls")),
    (STANCE, "walls - Hold the walls", Chosen("walls")),
    (STANCE, "  walls        Hold the walls (value 3, chance 50%)", Chosen("walls")),
    (STANCE, "stand!", Chosen("stand")),
    # ... texts and beginnings of codes and texts
    (STANCE, "Stand and fight", Chosen("stand")),
    (STANCE, "withdraw to nvi", Chosen("withdraw")),
    (STANCE, "with", Chosen("withdraw")),
    (STANCE, "wi", Chosen("withdraw")),
    (STANCE, "hold", Chosen("walls")),
    (STANCE, "spell of st", Chosen("Stillness 5")),
    (STANCE, "a stronger", Chosen("Stillness 6")),
    (STANCE, "Stillness 5", Chosen("Stillness 5")),
    (STANCE, "stillness5", Chosen("Stillness 5")),
    (STANCE, "Stillness-6", Chosen("Stillness 6")),
    (STANCE, "still\u200bness\u00a05", Chosen("Stillness 5")),
    (PLACES, "0304", Chosen("0304")),
    (PLACES, "3. 0304", Chosen("0304")),
    (PLACES, "12", Chosen("12")),
    (PLACES, "12.", Chosen("12")),
    (PLACES, "stp/sc", Chosen("STP/SC")),
    (PLACES, "StP SC", Chosen("STP/SC")),
    (PLACES, "stp-nc", Chosen("STP/NC")),
    (PLACES, "stpnc", Chosen("STP/NC")),
    # some of: what stands between, none, all
    (TAKEN, "RED A, BLUE", Several(("RED A", "BLUE"))),
    (TAKEN, "red a; blue", Several(("RED A", "BLUE"))),
    (TAKEN, "red a and blue", Several(("RED A", "BLUE"))),
    (TAKEN, "red a, and blue", Several(("RED A", "BLUE"))),
    (TAKEN, "blue & red-a", Several(("BLUE", "RED A"))),
    (TAKEN, "blue + green", Several(("BLUE", "GREEN"))),
    (TAKEN, "blue green reda", Several(("BLUE", "GREEN", "RED A"))),
    (TAKEN, "Red’s army, g", Several(("RED A", "GREEN"))),
    (TAKEN, "- BLUE.", Several(("BLUE",))),
    (TAKEN, "none", Several(())),
    (TAKEN, "Nothing.", Several(())),
    (TAKEN, "-", Several(())),
    (TAKEN, "all but green", Several(("RED A", "RED B", "BLUE"))),
    (TAKEN, "everything except red b and blue", Several(("RED A", "GREEN"))),
    (TWO, "A B C", Several(("A B", "C"))),
    (TWO, "A, B", Several(("A", "B"))),
    (TWO, "c a", Several(("C", "A"))),
    (TWO, "A Br", Several(("A", "Bravo Ten"))),
    (TWO, "A, brav", Several(("A", "Bravo Ten"))),
    (WORTH, "A B", Several(("A", "B"))),
    (WORTH, "c", Several(("C",))),
    # numbers
    (NUMBER, "3", Amount(3)),
    (NUMBER, "three", Amount(3)),
    (NUMBER, "Twelve.", Amount(12)),
    (NUMBER, "- 3", Amount(3)),
    (NUMBER, "2. 7", Amount(7)),
    (NUMBER, "1) seven", Amount(7)),
    (NUMBER, "+4", Amount(4)),
    (NUMBER, "3.", Amount(3)),
    (SIGNED, "-3", Amount(-3)),
    (SIGNED, "−3", Amount(-3)),
    (SIGNED, "* 3", Amount(3)),
    # splits
    (LOSSES, "A 3, B 2", Shares({"A": 3, "B": 2})),
    (LOSSES, "a: 3; b: 2", Shares({"A": 3, "B": 2})),
    (LOSSES, "3 from A and 2 from B", Shares({"A": 3, "B": 2})),
    (LOSSES, "three from A, two from B", Shares({"A": 3, "B": 2})),
    (LOSSES, "3 A, 2 B", Shares({"A": 3, "B": 2})),
    (LOSSES, "A 3 B 2", Shares({"A": 3, "B": 2})),
    (LOSSES, "A=3 & B=2", Shares({"A": 3, "B": 2})),
    (LOSSES, "A - 3, B - 2.", Shares({"A": 3, "B": 2})),
    (LOSSES, "A 3, B 2, 0304 0", Shares({"A": 3, "B": 2})),
    (LOSSES, "0304 3, A 2", Shares({"0304": 3, "A": 2})),
    (LOSSES, "3 from 0304, 2 from a", Shares({"0304": 3, "A": 2})),
    (LOSSES, "Stillness 5 5", Shares({"Stillness 5": 5})),
    (LOSSES, "all from stillness 5", Shares({"Stillness 5": 5})),
    (LOSSES, "stillness 5: all", Shares({"Stillness 5": 5})),
    (LOSSES, "- A 1, B 1, Stillness 5 3", Shares({"A": 1, "B": 1, "Stillness 5": 3})),
    (NO_LOSSES, "none", Shares({})),
    (NO_LOSSES, "nothing", Shares({})),
    (NO_LOSSES, "-", Shares({})),
    (NO_LOSSES, "A 0", Shares({})),
]

REFUSED: list[tuple[Closed, str, str, int, str, tuple[str, ...]]] = [
    (STANCE, "stnad", "no_choice", 1, "stnad", ("stand",)),
    (STANCE, "- withdrew", "no_choice", 3, "withdrew", ("withdraw",)),
    (STANCE, "stillness", "ambiguous", 1, "stillness", ("Stillness 5", "Stillness 6")),
    (STANCE, "  st", "ambiguous", 3, "st", ("stand", "Stillness 5", "Stillness 6")),
    (STANCE, "stand, walls", "too_many", 1, "stand, walls", ("stand", "walls")),
    (STANCE, "stand or walls", "no_choice", 7, "or", ()),
    (STANCE, "I will be back on Monday", "not_an_answer", 1, "I will be back on Monday", ()),
    (STANCE, "none", "not_an_answer", 1, "none", ()),
    (STANCE, "no", "not_an_answer", 1, "no", ()),
    (STANCE, "not stand", "no_choice", 1, "not", ()),
    (STANCE, "", "not_an_answer", 1, "", ()),
    (STANCE, " , ", "not_an_answer", 1, "", ()),
    (PLACES, "stp", "ambiguous", 1, "stp", ("STP/SC", "STP/NC")),
    (PLACES, "0306", "no_choice", 1, "0306", ("0305", "0304")),
    (PLACES, "1", "no_choice", 1, "1", ("12",)),
    (PLACES, "12. 0304", "ambiguous", 1, "12. 0304", ("12", "0304")),
    (TAKEN, "all", "too_many", 1, "all", ()),
    (TAKEN, "red", "ambiguous", 1, "red", ("RED A", "RED B")),
    (TAKEN, "BLUE, blue", "twice", 1, "BLUE, blue", ()),
    (TAKEN, "BLUE, grene", "no_choice", 7, "grene", ("GREEN",)),
    (TAKEN, "blue, not green", "no_choice", 7, "not", ()),
    (TWO, "A", "too_few", 1, "A", ()),
    (TWO, "none", "too_few", 1, "none", ()),
    (TWO, "A, B, C", "too_many", 1, "A, B, C", ()),
    (WORTH, "B", "too_few", 1, "B", ()),
    (WORTH, "A, C", "too_many", 1, "A, C", ()),
    (NUMBER, "13", "out_of_range", 1, "13", ()),
    (NUMBER, "-3", "out_of_range", 1, "-3", ()),
    (NUMBER, "2.5", "not_an_answer", 1, "2.5", ()),
    (NUMBER, "3 or 4", "not_an_answer", 1, "3 or 4", ()),
    (NUMBER, "many", "not_an_answer", 1, "many", ()),
    (SIGNED, "- 3", "ambiguous", 1, "- 3", ("-3", "3")),
    (LOSSES, "A 3, B 1", "not_whole_total", 1, "A 3, B 1", ()),
    (LOSSES, "A 4, B 1", "over_limit", 1, "A 4, B 1", ()),
    (LOSSES, "A 3, A 2", "twice", 1, "A 3, A 2", ()),
    (LOSSES, "none", "not_whole_total", 1, "none", ()),
    (LOSSES, "A, B", "no_number", 1, "A, B", ()),
    (LOSSES, "A 3, stilness 2", "no_choice", 6, "stilness", ("Stillness 5",)),
    (LOSSES, "see you in a week", "not_an_answer", 1, "see you in a week", ()),
    (LOSSES, "5", "not_an_answer", 1, "5", ()),
]


@pytest.mark.parametrize(("form", "text", "answer"), READ)
def test_read(form: Closed, text: str, answer: Answer[None]) -> None:
    assert read_answer(form, text) == (answer, ())
    assert fault(form, answer) == ""


@pytest.mark.parametrize(("form", "text", "code", "column", "part", "suggestions"), REFUSED)
def test_refused(
    form: Closed, text: str, code: str, column: int, part: str, suggestions: tuple[str, ...]
) -> None:
    answer, said = read_answer(form, text)
    assert answer is None
    assert [(d.severity, d.code, d.column, d.text, d.suggestions) for d in said] == [
        ("error", code, column, part, suggestions)
    ]


def test_all_slips_of_a_line_are_told() -> None:
    _, said = read_answer(TAKEN, "bleu, red, grene")
    assert [(d.code, d.text) for d in said] == [
        ("no_choice", "bleu"),
        ("ambiguous", "red"),
        ("no_choice", "grene"),
    ]


def test_letters_of_another_alphabet_are_named() -> None:
    _, said = read_answer(TWO, "А, B")  # the first is Cyrillic
    assert [d.code for d in said] == ["foreign_letter"]
    assert "CYRILLIC" in said[0].message


@pytest.mark.parametrize("form", [STANCE, PLACES])
def test_a_line_of_the_template_is_its_choice(form: OneOf) -> None:
    lines = template(form)[1:]
    assert [read_answer(form, line)[0] for line in lines] == [Chosen(c.code) for c in form.choices]


def test_a_line_too_long_is_no_answer() -> None:
    answer, said = read_answer(NUMBER, "9" * 100_000)
    assert answer is None
    assert [d.code for d in said] == ["not_an_answer"]
