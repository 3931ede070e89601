"""The engine against the reference in tests/reference, on generated positions.

The default is a slice that takes some twenty seconds; ``--positions 60000`` makes a long run.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.boards import NOTATION
from tests.reference.drafts import Drawn
from tests.reference.positions import circle_position, grown_position, load_cases, plain_position
from tests.simultaneous.comparison import KINDS, compare

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
        met, differences = compare(NOTATION, units, orders)
        kinds += met
        if differences:
            apart.append(f"seed {seed}: {differences}; {units} {orders}")
    shown = "\n".join(apart[:20])
    assert not apart, f"{len(apart)} of {count} positions apart:\n{shown}"
    rare = {kind: kinds[kind] for kind in KINDS}
    assert min(rare.values()) >= LEAST, rare
    assert kinds["too_many"] <= count // 100
