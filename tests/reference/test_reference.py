"""The reference itself: against the conformance cases, and against trying everything."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .board import ARMY, FLEET, POWERS, minimal_routes, on_map, one_way_borders, province_of
from .equations import Outcome, decisions, dislodged_units, equation, read_outcome, words
from .positions import (
    case_orders,
    circle_position,
    grown_position,
    load_cases,
    plain_position,
)
from .rules import Position, read_position
from .solve import as_outcome, check, decide, enumerate_outcomes

CASES = load_cases()


def expected_words(case: dict[str, Any]) -> dict[tuple[str, str], str]:
    return {(line["power"], line["order"]): line["result"] for line in case["orders"]}


def expected_dislodged(case: dict[str, Any]) -> set[str]:
    return {province_of(text.split()[-1]) for text in case["dislodged"]}


def test_cases_are_there() -> None:
    assert len(CASES) == 150


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_case(case: dict[str, Any]) -> None:
    orders = case_orders(case)
    _, outcome = decide(case["units"], orders)
    position = read_position(case["units"], orders)
    assert words(position, outcome) == expected_words(case)
    assert dislodged_units(position, outcome) == expected_dislodged(case)
    assert check(case["units"], orders, outcome) == []


def test_board_is_mutual() -> None:
    assert one_way_borders() == []


def test_another_map_is_laid_out_for_a_while() -> None:
    standard = dict(FLEET)
    provinces = {
        "ONE": {"terrain": "coast", "fleet": ["SEA"]},
        "SEA": {"terrain": "sea", "fleet": ["ONE", "TWO"]},
        "TWO": {"terrain": "coast", "fleet": ["SEA"]},
    }
    with on_map({"powers": {"RED": {}}, "provinces": provinces}):
        assert minimal_routes(frozenset(["SEA"]), "ONE", "TWO") == (frozenset(["SEA"]),)
        assert not minimal_routes(frozenset(["NTH"]), "YOR", "NWY")
        assert FLEET.keys() == ARMY.keys() == provinces.keys()
        assert POWERS == ["RED"]
    assert standard == FLEET
    assert minimal_routes(frozenset(["NTH"]), "YOR", "NWY") == (frozenset(["NTH"]),)


def everything(position: Position) -> Iterator[Outcome]:
    """All outcomes that satisfy the equations, without any reasoning about what is certain."""
    todo = decisions(position)
    for values in itertools.product((False, True), repeat=len(todo)):
        case = dict(zip(todo, values, strict=True))
        if all(equation(position, one, case.__getitem__) == case[one] for one in todo):
            yield as_outcome(case)


@pytest.mark.parametrize("seed", range(0, 300, 50))
def test_what_is_certain_is_certain(seed: int) -> None:
    for number in range(seed, seed + 50):
        for units, orders in (
            grown_position(Random(number), CASES),
            circle_position(Random(number)),
        ):
            position = read_position(units, orders)
            if len(decisions(position)) <= 9:
                expected = set(everything(position))
                assert set(enumerate_outcomes(units, orders)) == expected


def test_an_outcome_is_one_that_satisfies_the_equations_unless_set_aside() -> None:
    for number in range(600):
        units, orders = grown_position(Random(number), CASES)
        kinds, outcome = decide(units, orders)
        found = enumerate_outcomes(units, orders)
        assert check(units, orders, outcome) == []
        assert bool(outcome.set_aside) == bool(kinds["none"] or kinds["two_paradox"])
        assert (outcome in found) == (not outcome.set_aside)
        assert (len(found) == 0) == (kinds["none"] > 0)
        assert (len(found) > 1) == (
            not kinds["none"] and kinds["circle"] + kinds["two_paradox"] > 0
        )


def test_check_finds_a_wrong_decision() -> None:
    """Turn one move or support of a position with a single outcome: an equation must break."""
    for number in range(300):
        units, orders = grown_position(Random(number), CASES)
        position = read_position(units, orders)
        found = enumerate_outcomes(units, orders)
        if len(found) != 1:
            continue
        for move in position.moves:
            wrong = Outcome(found[0].moved ^ {move}, found[0].given)
            assert check(units, orders, wrong)
        for support in position.supports:
            wrong = Outcome(found[0].moved, found[0].given ^ {support})
            assert check(units, orders, wrong)


def test_check_finds_units_without_such_an_order() -> None:
    assert check({"FRANCE": ["A PAR"]}, {}, Outcome(moved=frozenset({"PAR"})))


def test_each_kind_is_met_often() -> None:
    kinds: Counter[str] = Counter()
    for number in range(3000):
        kinds += decide(*grown_position(Random(number), CASES))[0]
    assert all(kinds[kind] >= 100 for kind in ("one", "none", "circle", "two_paradox")), kinds


def test_circles_turn() -> None:
    turned = sum(decide(*circle_position(Random(number)))[0]["circle"] for number in range(300))
    assert turned >= 100


@settings(max_examples=200, deadline=None)
@given(st.randoms(use_true_random=False))
def test_plain_positions_have_one_word_for_each_order(rng: Random) -> None:
    units, orders = plain_position(rng)
    _, outcome = decide(units, orders)
    position = read_position(units, orders)
    assert check(units, orders, outcome) == []
    assert len(words(position, outcome)) == sum(len(texts) for texts in orders.values())
    arrived = {position.moves[origin].dest: position.moves[origin] for origin in outcome.moved}
    assert len(arrived) == len(outcome.moved)
    for province in dislodged_units(position, outcome):
        assert arrived[province].power != position.units[province].power
    ask = read_outcome(position, outcome)
    assert all(ask(("route", army)) for army in outcome.moved & position.routes.keys())
