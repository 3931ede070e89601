"""The engine against the reference in tests/reference, on small invented maps.

The default is a slice that takes some seconds; ``--positions 100000`` makes a long run.
"""

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.boards import Board, MapFile
from adjudicator.simultaneous.notation import Notation
from tests.reference.board import on_map, one_way_borders
from tests.reference.invented import Size, small_map, small_position, some_size
from tests.simultaneous.comparison import KINDS, compare

EXAMPLES = 2_000
POSITIONS = 4_000
LEAST = 20
"""How often each kind of position has to be met."""


def compare_on_small_map(seed: int, size: Size) -> tuple[Counter[str], list[str]]:
    """The kinds met, and what is apart, on the map and in the position of this seed and size."""
    rng = Random(seed)
    data = small_map(rng, size)
    notation = Notation(Board(msgspec.convert(data, MapFile)))
    with on_map(data):
        assert one_way_borders() == []
        units, orders = small_position(rng, size)
        kinds, differences = compare(notation, units, orders)
    shown = f"seed {seed}, {size}: {units} {orders} on {data['provinces']}"
    return kinds, [f"{difference}; {shown}" for difference in differences]


@st.composite
def sizes(draw: st.DrawFn) -> Size:
    provinces = draw(st.integers(6, 10))
    seas = draw(st.integers(1, provinces // 2))
    powers = draw(st.integers(2, 4))
    units = draw(st.integers(provinces // 2, provinces))
    return Size(seas, provinces - seas, powers, units)


@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 2**32 - 1), size=sizes())
def test_engine_and_reference_agree_on_small_maps(seed: int, size: Size) -> None:
    _, differences = compare_on_small_map(seed, size)
    assert not differences


def test_each_kind_is_met_on_small_maps(pytestconfig: pytest.Config) -> None:
    count = pytestconfig.getoption("--positions") or POSITIONS
    kinds: Counter[str] = Counter()
    apart: list[str] = []
    for seed in range(count):
        met, differences = compare_on_small_map(seed, some_size(Random(f"size {seed}")))
        kinds += met
        apart += differences[:1]
    shown = "\n".join(apart[:20])
    assert not apart, f"{len(apart)} of {count} positions apart:\n{shown}"
    rare = {kind: kinds[kind] for kind in KINDS}
    assert min(rare.values()) >= LEAST, rare
    assert kinds["too_many"] <= count // 100
