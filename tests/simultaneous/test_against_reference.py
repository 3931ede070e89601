"""The engine against the reference in tests/reference, on generated positions.

The default is a slice that takes some twenty seconds; ``--positions 60000`` makes a long run.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from adjudicator.simultaneous.movement import resolve
from adjudicator.simultaneous.orders import Move, Support
from adjudicator.simultaneous.position import Position, Resolution
from adjudicator.simultaneous.rules import Rules
from tests import boards
from tests.boards import BOARD
from tests.reference.board import province_of
from tests.reference.drafts import Drawn
from tests.reference.equations import Outcome, dislodged_units, words
from tests.reference.positions import circle_position, grown_position, load_cases, plain_position
from tests.reference.rules import Orders, Units, read_position
from tests.reference.solve import TooManyError, check, decide

POSITIONS = 12_000
LEAST = 50
"""How often each kind of position has to be met."""

CASES = load_cases()
RINGS_AND_PARADOXES = [case for case in CASES if case["id"].startswith(("6.C.", "6.F."))]


def drawn(count: int) -> Iterator[tuple[int, Drawn]]:
    """Every other position grows from the cases about rings and convoys; each from its own seed."""
    for seed in range(count):
        rng = Random(seed)
        if seed % 2:
            yield seed, grown_position(rng, RINGS_AND_PARADOXES)
        elif seed % 4:
            yield seed, grown_position(rng, CASES)
        elif seed % 8:
            yield seed, circle_position(rng)
        else:
            yield seed, plain_position(rng)


def test_engine_and_reference_agree(pytestconfig: pytest.Config) -> None:
    count = pytestconfig.getoption("--positions") or POSITIONS
    kinds: Counter[str] = Counter()
    apart: list[str] = []
    for seed, (units, orders) in drawn(count):
        position = Position("S1901M", boards.units(units))
        resolution = resolve(BOARD, position, boards.orders(orders), Rules())
        differences = check(units, orders, as_outcome(resolution))
        try:
            met, expected = decide(units, orders)
        except TooManyError:
            kinds["too_many"] += 1
        else:
            kinds += met
            differences += differing(units, orders, resolution, expected)
        if differences:
            apart.append(f"seed {seed}: {differences}; {units} {orders}")
    shown = "\n".join(apart[:20])
    assert not apart, f"{len(apart)} of {count} positions apart:\n{shown}"
    rare = {kind: kinds[kind] for kind in ("one", "none", "circle", "two_paradox")}
    assert min(rare.values()) >= LEAST, rare
    assert kinds["too_many"] <= count // 100


def as_outcome(resolution: Resolution) -> Outcome:
    """The engine's resolution in the reference's terms, by province."""
    moved, given, set_aside = set(), set(), set()
    for outcome in resolution.outcomes:
        at = province_of(outcome.order.place)
        if isinstance(outcome.order, Move) and outcome.result == "succeeds":
            moved.add(at)
        elif isinstance(outcome.order, Support) and outcome.result in ("given", "no_effect"):
            given.add(at)
        elif isinstance(outcome.order, Move) and outcome.reason == "paradox":
            set_aside.add(at)
    return Outcome(frozenset(moved), frozenset(given), frozenset(set_aside))


def differing(units: Units, orders: Orders, resolution: Resolution, expected: Outcome) -> list[str]:
    """What the reference has otherwise: decisions, dislodged units, the word for an order."""
    position = read_position(units, orders)
    ours = as_outcome(resolution)
    beaten = frozenset(province_of(one.unit.place) for one in resolution.dislodged)
    differences = [
        f"{name}: {sorted(got)}, expected {sorted(due)}"
        for name, got, due in (
            ("moved", ours.moved, expected.moved),
            ("given", ours.given, expected.given),
            ("set aside", ours.set_aside, expected.set_aside),
            ("dislodged", beaten, dislodged_units(position, expected)),
        )
        if got != due
    ]
    word = words(position, expected)
    sheets = [(power, text) for power, lines in orders.items() for text in lines]
    for sheet, outcome in zip(sheets, resolution.outcomes, strict=True):
        if outcome.result != word[sheet]:
            differences.append(f"{sheet}: {outcome.result}, expected {word[sheet]}")
        if outcome.result != "illegal" or outcome.reason not in ("no_unit", "not_yours"):
            own = province_of(outcome.order.place) in beaten
            if outcome.dislodged != own:
                differences.append(f"{sheet}: dislodged is {outcome.dislodged}")
    return differences
