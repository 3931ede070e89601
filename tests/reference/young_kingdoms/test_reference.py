"""The reference itself: against cases worked out by hand, and against what must always hold."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.reference import board as standard_board
from tests.reference.equations import words as standard_words
from tests.reference.rules import read_position as standard_position
from tests.reference.solve import decide as standard_decide
from tests.reference.trial import fixed_points, propagate, tables_of

from .after import settle_after
from .board import (
    ARMY,
    CHAOS_LANDS,
    DOUBLE_CENTRES,
    FLEET,
    KIND,
    POWERS,
    SPACES,
    TANELORN,
    both_links,
)
from .cases import load_cases, run_case
from .draw import changed_case, pick, plain_position
from .equations import Settled
from .legal import Position
from .met import met
from .pieces import companions
from .resolve import agrees, outcome_of, position_of, resolve, start_of
from .solve import equations_of, solve

CASES = load_cases(Path(__file__).parents[2] / "data" / "young_kingdoms.yaml")
MOVEMENT = [case for case in CASES if case["phase"].endswith("M")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_case(case: dict[str, Any]) -> None:
    assert run_case(case) == []


def test_links_are_mutual() -> None:
    for links in (ARMY, FLEET):
        assert [(a, b) for a in links for b in links[a] if a not in links[b]] == []


def drawn(number: int) -> dict[str, Any]:
    """Every other one from a case."""
    rng = Random(number)
    return plain_position(rng) if number % 2 else changed_case(rng, MOVEMENT)


@pytest.mark.parametrize("seed", range(0, 2000, 200))
def test_what_always_holds(seed: int) -> None:
    """An outcome agrees with itself; nobody is lost; only companions are together."""
    for number in range(seed, seed + 200):
        case = drawn(number)
        outcome = resolve(case)
        assert agrees(case, outcome.results) == []
        assert outcome_of(case, outcome.results).after == outcome.after
        position, start = position_of(case)
        ask = solve(position).values.__getitem__
        after, _, beaten, _ = settle_after(position, ask, start.dislodged)
        count = len(after.pieces) + sum(len(one.pieces) for one in beaten)
        assert count == len(position.board.pieces) + len(start.dislodged)
        for space in SPACES:
            before = start_of(case)[0]
            for one, other in itertools.combinations(sorted(after.at(space)), 2):
                stayed = {one, other} <= before.pieces
                assert stayed or companions(after, one, other, space), (case, one, other)


def all_agreeing(position: Position) -> list[dict[tuple[str, str], bool]]:
    equations = equations_of(position, Settled())
    tables = tables_of(equations, known := propagate(equations, {}))
    return [{**known, **point} for point in fixed_points(tables, tables)]


def test_the_only_agreeing_set_is_right() -> None:
    """94: a resolver that lists every set of outcomes that agrees finds one: that is it."""
    several = 0
    for number in range(1500):
        position, _ = position_of(drawn(number))
        solution, found = solve(position), all_agreeing(position)
        if len(found) == 1:
            assert found == [solution.values]
        else:
            several += 1
            assert solution.loops
    assert several >= 10


def test_a_wrong_word_is_found() -> None:
    """Turn one move, landing or support of a position without loops: an equation must break."""
    for number in range(300):
        case = drawn(number)
        outcome, (position, _) = resolve(case), position_of(case)
        if outcome.loops:
            continue
        for name in position.forces:
            word = outcome.results[name]
            if word in ("succeeds", "bounces"):
                wrong = "bounces" if word == "succeeds" else "succeeds"
                assert agrees(case, {**outcome.results, name: wrong}), (case, name)
        for key in position.supports:
            wrong = "cut" if outcome.results[key] == "given" else "given"
            assert agrees(case, {**outcome.results, key: wrong}), (case, key)


OFTEN = (
    "boarding: succeeds",
    "landing from a moving A/F: succeeds",
    "landing from a moving A/F: never was",
    "landing from a resting A/F: succeeds",
    "own ferry: bounces",
    "own ferry: never was",
    "foreign ferry: bounces",
    "A/F as one: succeeds",
    "part out of harbour: succeeds",
    "dragon: first move dislodges",
    "dragon first: - bounces",
    "dragon together: succeeds",
    "elric alone: moves succeeds",
    "elric together: moves succeeds",
    "elric together: lands succeeds",
    "guest at the start",
    "guest by consent",
    "enlisting: succeeds",
    "chaos in",
    "chaos out: succeeds",
    "support of a garrison: given",
    "support of a landing: given",
    "support out of the own space: given",
    "support by D: given",
    "support by E: cut",
    "head-to-head, others behind",
    "into Tanelorn: succeeds",
    "dislodged A/F: retreats",
    "dislodged D: retreats",
    "dislodged G: disbands",
    "loop: ring",
    "loop: void",
    "throne",
)


def test_each_special_rule_is_met_often() -> None:
    counts: Counter[str] = Counter()
    for number in range(3000):
        counts += met(drawn(number))
    assert {name: counts[name] for name in OFTEN if counts[name] < 10} == {}


# --- 81-95 say what the regular rules say


PLAIN = [s for s in SPACES if s not in CHAOS_LANDS | DOUBLE_CENTRES | {TANELORN}]


def plain_map() -> dict[str, Any]:
    """The map as the standard reference reads it, without the special spaces."""
    provinces = {
        space: {
            "terrain": "land" if KIND[space] == "inland" else KIND[space],
            "army": [s for s in ARMY[space] if s in PLAIN],
            "fleet": [s for s in FLEET[space] if s in PLAIN],
        }
        for space in PLAIN
    }
    return {"powers": {power: {} for power in POWERS}, "provinces": provinces}


def regular_position(rng: Random) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Armies and fleets that move, support and hold, without convoys."""
    area = [pick(rng, PLAIN)]
    while len(area) < 9:
        edge = {s for one in area for s in both_links(one) if s in PLAIN} - set(area)
        area.append(pick(rng, edge))
    powers = rng.sample(POWERS, 3)
    pieces, units, orders = {}, {}, {}
    for space in area:
        fleet = KIND[space] == "sea" or (KIND[space] == "coast" and rng.random() < 0.5)
        pieces[space] = ("F" if fleet else "A", pick(rng, powers))
    for space, (kind, power) in pieces.items():
        units.setdefault(power, []).append(f"{kind} {space}")
    goals = {}
    for space, (kind, _) in pieces.items():
        near = sorted(s for s in (FLEET if kind == "F" else ARMY)[space] if s in PLAIN)
        if near and rng.random() < 0.5:
            goals[space] = pick(rng, [s for s in near if s in pieces] or near)
    for space, (kind, power) in pieces.items():
        near = set((FLEET if kind == "F" else ARMY)[space])
        text = f"{kind} {space} H"
        if space in goals:
            text = f"{kind} {space} - {goals[space]}"
        else:
            moves = [s for s in goals if goals[s] in near and s != space]
            holds = [s for s in pieces if s in near]
            if moves and rng.random() < 0.8:
                other = pick(rng, moves)
                text = f"{kind} {space} S {pieces[other][0]} {other} - {goals[other]}"
            elif holds:
                other = pick(rng, holds)
                text = f"{kind} {space} S {pieces[other][0]} {other}"
        orders.setdefault(power, []).append(text)
    return units, orders


def test_regular_positions_come_out_as_in_the_standard_reference() -> None:
    rings = 0
    for number in range(1500):
        units, orders = regular_position(Random(number))
        outcome = resolve({"phase": "S6480M", "units": units, "orders": orders})
        with standard_board.on_map(plain_map()):
            kinds, theirs = standard_decide(units, orders)
            told = standard_words(standard_position(units, orders), theirs)
        expected = {
            f"{power} {text}": word.replace("no_effect", "given")
            for (power, text), word in told.items()
        }
        assert outcome.results == expected, (units, orders)
        rings += kinds["circle"]
    assert rings >= 10
