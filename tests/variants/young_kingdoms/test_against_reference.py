"""The engine against the reference in tests/reference/young_kingdoms, on positions drawn by chance.

The default is a slice; ``--positions 20000`` makes a long run, in which every special rule has to
be met fifty times.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.reference.trial import TooManyError
from tests.reference.young_kingdoms.after import Beaten
from tests.reference.young_kingdoms.draw import changed_case, plain_position
from tests.reference.young_kingdoms.met import met
from tests.reference.young_kingdoms.resolve import Outcome, agrees
from tests.reference.young_kingdoms.resolve import resolve as reference
from tests.reference.young_kingdoms.test_reference import OFTEN
from tests.variants.young_kingdoms import cases as yk
from tests.variants.young_kingdoms.test_movement import fate, resolved, told
from variants.young_kingdoms.movement.season import Season

POSITIONS = 2_400
SLICES = 12
LONG = 20_000
"""From how many positions on each special rule has to be met."""
LEAST = 50

CASES = list(yk.cases_of("M").values())


def drawn(seed: int) -> dict[str, Any]:
    """Every other position grows from a hand-worked case."""
    rng = Random(seed)
    return plain_position(rng) if seed % 2 else changed_case(rng, CASES)


def repeating(case: dict[str, Any], seed: int) -> dict[str, Any]:
    """The case with some of its orders given twice, of which the reference knows nothing: repeated
    they count once (DATC 4.D.3)."""
    rng = Random(seed)
    sheets = {
        power: [*sheet, *(line for line in sheet if rng.randrange(6) == 0)]
        for power, sheet in case["orders"].items()
    }
    return {**case, "orders": sheets}


def is_beyond(case: dict[str, Any]) -> bool:
    """Whether a piece has several orders that differ, for which the reference is not made, or
    somebody was put where all is closed."""
    lines = [f"{power} {line}" for power, sheet in case["orders"].items() for line in sheet]
    landings = [line.split(" LAND ")[0] for line in lines if " LAND " in line]
    places = {text.split()[1] for texts in case["units"].values() for text in texts}
    return (
        sum(" E " in line[:6] for line in lines) > 1
        or len(landings) > len(set(landings))
        or not yk.board(case).number.keys() >= places
    )


def differences(case: dict[str, Any], season: Season, expected: Outcome) -> Iterator[str]:
    """All in which the two are apart; "illegal" and "void" say the same to the board."""
    for line, word in expected.results.items():
        for ours in words(season, line):
            if ours != word and not {ours, word} <= {"illegal", "void"}:
                yield f"{line}: {ours}, not {word}"
    if (season.elric.reigns and not yk.elric(case).reigns) != expected.throne:
        yield f"throne: {season.elric.reigns}"
    if expected.throne:
        after = expected.after_throne
        beaten = {b.text(): b for b in (*expected.dislodged, *expected.throne_retreats)}
        beaten = {text: b for text, b in beaten.items() if b.fate != "removed"}
    else:
        after = expected.after
        beaten = {b.text(): b for b in expected.dislodged}
    if yk.texts(season.resolution.after) != yk.ordered(after):
        yield f"after: {yk.texts(season.resolution.after)}, not {after}"
    ours_beaten = {told(one.unit): fate(one) for one in season.resolution.dislodged}
    theirs = {text: fate_of(one) for text, one in beaten.items()}
    if ours_beaten != theirs:
        yield f"dislodged: {ours_beaten}, not {theirs}"


def words(season: Season, line: str) -> list[str]:
    """What became of an order, each time that it was given; the reference has no "no effect"."""
    power, text = line.split(" ", 1)
    wanted = yk.order(text)[0]
    found = [
        outcome.result
        for outcome in season.resolution.outcomes
        if (outcome.seat, outcome.order) == (power, wanted)
    ]
    return ["given" if word == "no_effect" else word for word in found] or ["not told"]


def fate_of(beaten: Beaten) -> dict[str, Any]:
    if beaten.fate != "retreats":
        return {"fate": beaten.fate}
    ways = {
        "whole" if beaten.is_af else "retreats": beaten.whole,
        "fleet": beaten.fleet,
        "army": beaten.army,
    }
    return {"fate": "retreats", **{way: sorted(to) for way, to in ways.items() if to}}


@pytest.mark.parametrize("part", range(SLICES))
def test_engine_and_reference_agree(part: int, pytestconfig: pytest.Config) -> None:
    count = pytestconfig.getoption("--positions") or POSITIONS
    apart: list[str] = []
    too_many = 0
    for seed in range(part, count, SLICES):
        case = drawn(seed)
        if is_beyond(case):
            continue
        season = resolved(repeating(case, seed))
        told_of = {
            line: words(season, line)[0]
            for power, sheet in case["orders"].items()
            for line in (f"{power} {order}" for order in sheet)
        }
        try:
            expected = reference(case)
        except TooManyError:
            # Too large to be enumerated: the outcome has to agree with every rule by itself.
            too_many += 1
            apart += [f"seed {seed}: {one}; {case}" for one in agrees(case, told_of)]
            continue
        apart += [f"seed {seed}: {one}; {case}" for one in differences(case, season, expected)]
    shown = "\n".join(apart[:20])
    assert not apart, f"{len(apart)} apart:\n{shown}"
    assert too_many <= count // 100


def test_each_special_rule_is_met(pytestconfig: pytest.Config) -> None:
    count = pytestconfig.getoption("--positions") or POSITIONS
    counts: Counter[str] = Counter()
    for seed in range(count if count >= LONG else 600):
        counts += met(drawn(seed))
    least = LEAST if count >= LONG else 1
    assert {name: counts[name] for name in OFTEN if counts[name] < least} == {}
