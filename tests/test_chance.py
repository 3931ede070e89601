"""Committed chance: recomputed by a stranger, uniform, and hanging on labels alone."""

import hashlib
import hmac
import math
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.chance import Chance, commitment

SEED = bytes(range(32))

# --- a stranger's own computation, from the docstring of the module


def field(value: str | bytes) -> bytes:
    value = value.encode() if isinstance(value, str) else value
    return len(value).to_bytes(4, "big") + value


def stranger(seed: bytes, phase: str, run: int, label: str, nonces: dict[str, str], bound: int,
             counter: int = 0) -> tuple[int, int]:  # fmt: skip
    """A number below `bound`, and the counter after it."""
    while True:
        fields = ["adjudicator chance 1", phase, str(run), label, str(counter)]
        fields += [text for seat in sorted(nonces) if nonces[seat] for text in (seat, nonces[seat])]
        digest = hmac.new(seed, b"".join(map(field, fields)), hashlib.sha256).hexdigest()
        counter += 1
        if int(digest, 16) < 2**256 - 2**256 % bound:
            return int(digest, 16) % bound, counter


SEEDS = st.binary(min_size=32, max_size=32)
LABELS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NONCES = st.dictionaries(LABELS, LABELS, max_size=4)
RUNS = st.integers(1, 1000)


@given(SEEDS, LABELS, RUNS, LABELS, NONCES, st.integers(1, 1000) | st.integers(2**255, 2**256))
def test_a_stranger_rolls_the_same(
    seed: bytes, phase: str, run: int, label: str, nonces: dict[str, str], sides: int
) -> None:
    number, _ = stranger(seed, phase, run, label, nonces, sides)
    assert Chance(seed, phase, run, nonces).roll(label, sides) == number + 1


@given(SEEDS, LABELS, RUNS, LABELS, NONCES, st.lists(st.integers(), max_size=12))
def test_a_stranger_shuffles_the_same(
    seed: bytes, phase: str, run: int, label: str, nonces: dict[str, str], items: list[int]
) -> None:
    expected, counter = list(items), 0
    for i in reversed(range(1, len(items))):
        j, counter = stranger(seed, phase, run, label, nonces, i + 1, counter)
        expected[i], expected[j] = expected[j], expected[i]
    assert Chance(seed, phase, run, nonces).shuffle(label, items) == tuple(expected)


@given(SEEDS, LABELS, LABELS, RUNS)
def test_a_stranger_finds_the_same_commitment(seed: bytes, game: str, phase: str, run: int) -> None:
    data = b"".join(map(field, ["adjudicator commitment 1", game, phase, str(run), seed]))
    assert commitment(seed, game, phase, run) == hashlib.sha256(data).hexdigest()


def test_the_bytes_never_change() -> None:
    """Published numbers have to come out the same under every later version."""
    assert commitment(SEED, "trial", "S1901M", 1) == COMMITMENT
    chance = Chance(SEED, "S1901M", 1, {"ITALY": "garlic", "FRANCE": "Brie\u00e9"})
    assert [chance.roll(f"die {number}") for number in range(10)] == ROLLS
    assert "".join(chance.shuffle("cards", "abcdefgh")) == SHUFFLED


COMMITMENT = "70c6e7b3720eb29d7440b349adaeb1e06955d72fa2bf30b9198db42f5ccbe000"
ROLLS = [2, 4, 4, 5, 1, 2, 6, 3, 1, 1]
SHUFFLED = "cfhbaedg"

# --- what a draw hangs on


@given(st.lists(LABELS, unique=True, max_size=6))
def test_the_order_of_calls_is_nothing(labels: list[str]) -> None:
    first, second = Chance(SEED, "S1901M", 1), Chance(SEED, "S1901M", 1)
    rolled = {label: first.roll(label, 1000) for label in labels}
    assert {label: second.roll(label, 1000) for label in reversed(labels)} == rolled


def test_a_shuffle_between_changes_no_roll() -> None:
    chance = Chance(SEED, "S1901M", 1)
    chance.shuffle("cards", range(50))
    assert chance.roll("die", 10**9) == Chance(SEED, "S1901M", 1).roll("die", 10**9)


@given(NONCES)
def test_the_order_of_nonces_is_nothing(nonces: dict[str, str]) -> None:
    other = dict(reversed(nonces.items()))
    assert Chance(SEED, "", 1, nonces).roll("", 2**200) == Chance(SEED, "", 1, other).roll(
        "", 2**200
    )


def test_everything_else_changes_every_draw() -> None:
    """Fields run together would make some of these one: S1901M1 + 1 and S1901M + 11, a pair of
    nonces and one that looks like the pair."""
    chances = [
        Chance(SEED, "S1901M", 1),
        Chance(bytes(32), "S1901M", 1),
        Chance(SEED, "S1901M", 11),
        Chance(SEED, "S1901M1", 1),
        Chance(SEED, "F1901M", 1),
        Chance(SEED, "S1901M", 1, {"A": "x", "B": "y"}),
        Chance(SEED, "S1901M", 1, {"A": "y", "B": "x"}),
        Chance(SEED, "S1901M", 1, {"A": "xBy"}),
        Chance(SEED, "S1901M", 1, {"A": "x\0\0\0\1B\0\0\0\1y"}),
        Chance(SEED, "S1901M", 1, {"Ax": "", "A": "x"}),
    ]
    rolls = {chance.roll("die", 2**200) for chance in chances}
    rolls |= {Chance(SEED, "S1901M", 1).roll(label, 2**200) for label in ("die0", "di", "")}
    assert len(rolls) == len(chances) + 3
    committed = [("g", "p", 1), ("gp", "", 1), ("", "gp", 1), ("g", "p1", 1), ("g", "p", 11)]
    assert len({commitment(SEED, *what) for what in committed}) == len(committed)


def test_an_empty_nonce_is_none() -> None:
    assert Chance(SEED, "", 1, {"A": ""}).roll("die", 2**200) == Chance(SEED, "", 1).roll(
        "die", 2**200
    )


# --- what it draws


@given(LABELS, st.integers(1, 2**256))
def test_a_roll_is_a_face(label: str, sides: int) -> None:
    assert 1 <= Chance(SEED, "S1901M", 1).roll(label, sides) <= sides


@given(LABELS, st.lists(st.integers()))
def test_a_shuffle_has_the_same_items(label: str, items: list[int]) -> None:
    assert Counter(Chance(SEED, "S1901M", 1).shuffle(label, items)) == Counter(items)


def test_a_coin_of_one_side() -> None:
    assert Chance(SEED, "", 1).roll("die", 1) == 1
    assert Chance(SEED, "", 1).shuffle("none", "") == ()


def chi_square(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 for cell in counts) / expected + expected * (
        cells - len(counts)
    )


def bound(cells: int) -> float:
    """Six standard deviations above what is to be expected."""
    freedom = cells - 1
    return freedom + 6 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 20, 100])
def test_faces_are_equally_likely(sides: int) -> None:
    chance = Chance(SEED, "S1901M", 1)
    counts: Counter[object] = Counter(chance.roll(f"die {n}", sides) for n in range(500 * sides))
    assert chi_square(counts, sides) < bound(sides)


def test_faces_are_equally_likely_where_many_blocks_are_passed_over() -> None:
    """Of 3 * 2**254 sides the lower third would come twice as often without the rejection."""
    chance = Chance(SEED, "S1901M", 1)
    thirds: Counter[object] = Counter(
        (chance.roll(f"die {n}", 3 * 2**254) - 1) >> 254 for n in range(3000)
    )
    assert chi_square(thirds, 3) < bound(3)


def test_orders_are_equally_likely() -> None:
    chance = Chance(SEED, "S1901M", 1)
    counts: Counter[object] = Counter(chance.shuffle(f"cards {n}", "abcd") for n in range(24 * 300))
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts, 24) < bound(24)


# --- what is refused


def test_a_label_is_used_once() -> None:
    chance = Chance(SEED, "S1901M", 1)
    chance.roll("die")
    chance.shuffle("cards", "ab")
    for label in ("die", "cards"):
        with pytest.raises(ValueError, match="used before"):
            chance.roll(label)
        with pytest.raises(ValueError, match="used before"):
            chance.shuffle(label, "ab")


@pytest.mark.parametrize("sides", [0, -1, 2**256 + 1])
def test_no_such_die(sides: int) -> None:
    with pytest.raises(ValueError, match="no die"):
        Chance(SEED, "S1901M", 1).roll("die", sides)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_its_size(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(seed, "trial", "S1901M", 1)
    with pytest.raises(ValueError, match="32 bytes"):
        Chance(seed, "S1901M", 1)


def test_a_refused_draw_uses_no_label() -> None:
    chance = Chance(SEED, "S1901M", 1)
    with pytest.raises(ValueError, match="no die"):
        chance.roll("die", 0)
    assert chance.roll("die") == Chance(SEED, "S1901M", 1).roll("die")
