"""The draw of seats: wishes are kept where they can be, and nobody is preferred."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.chance import Chance
from adjudicator.seating import seating

SEATS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
PLAYERS = ("ann", "bob", "cyd", "dan", "eve", "fay", "gus")
DRAWS = 2000


def chance(number: int = 0) -> Chance:
    return Chance(number.to_bytes(32, "big"), "start", 1)


WISHES = st.lists(st.sampled_from(SEATS), unique=True)


@given(st.fixed_dictionaries(dict.fromkeys(PLAYERS, WISHES)), st.integers(0, 2**64))
def test_everybody_gets_one_and_nobody_a_worse_one_than_is_free(
    wishes: dict[str, list[str]], number: int
) -> None:
    given_out = seating(SEATS, wishes, chance(number))
    assert list(given_out) == list(PLAYERS)
    assert sorted(given_out.values()) == sorted(SEATS)
    for player, wished in wishes.items():
        for seat in wished:
            if seat == given_out[player]:
                break
            (holder,) = [other for other, held in given_out.items() if held == seat]
            # He has it by a wish of his own, not by what was left.
            assert seat in wishes[holder]


@given(st.fixed_dictionaries(dict.fromkeys(PLAYERS, WISHES)))
def test_the_order_of_players_is_nothing(wishes: dict[str, list[str]]) -> None:
    other = dict(reversed(wishes.items()))
    assert seating(SEATS, other, chance()) == seating(SEATS, wishes, chance())


@given(
    st.fixed_dictionaries(
        dict.fromkeys(PLAYERS[1:], WISHES.map(lambda w: [s for s in w if s != "ITALY"]))
    ),
    st.integers(0, 2**64),
)
def test_a_wish_that_nobody_else_has_is_kept(wishes: dict[str, list[str]], number: int) -> None:
    assert seating(SEATS, {**wishes, "ann": ["ITALY"]}, chance(number))["ann"] == "ITALY"


def test_equal_wishes_have_equal_chances() -> None:
    """Each of the seven is Turkey in a seventh of the draws, and Italy in another."""
    wishes = dict.fromkeys(PLAYERS, ("TURKEY", "ITALY"))
    draws = [seating(SEATS, wishes, chance(number)) for number in range(DRAWS)]
    for seat in SEATS:
        assert_even(Counter(p for draw in draws for p, s in draw.items() if s == seat), 7)


def test_of_two_who_want_one_seat_each_gets_it_half_the_time() -> None:
    wishes = {**dict.fromkeys(PLAYERS, ()), "bob": ("ITALY",), "eve": ("ITALY", "FRANCE")}
    draws = [seating(SEATS, wishes, chance(number)) for number in range(DRAWS)]
    holders = Counter(p for draw in draws for p, s in draw.items() if s == "ITALY")
    assert set(holders) == {"bob", "eve"}
    assert_even(holders, 2)
    assert all(draw["eve"] in ("ITALY", "FRANCE") for draw in draws)


def test_without_wishes_every_seat_is_as_likely() -> None:
    draws = [seating(SEATS, dict.fromkeys(PLAYERS, ()), chance(n)) for n in range(DRAWS)]
    for player in PLAYERS:
        assert_even(Counter(draw[player] for draw in draws), 7)


def assert_even(counts: Counter[str], cells: int) -> None:
    """Within five standard deviations of an even share, each."""
    share = 1 / cells
    margin = 5 * (DRAWS * share * (1 - share)) ** 0.5
    assert counts.total() == DRAWS
    assert len(counts) == cells
    assert all(abs(count - DRAWS * share) < margin for count in counts.values()), counts


@pytest.mark.parametrize(
    ("seats", "wishes", "message"),
    [
        (SEATS, dict.fromkeys(PLAYERS[1:], ()), "7 seats, and 6 players"),
        (SEATS, dict.fromkeys((*PLAYERS, "hal"), ()), "7 seats, and 8 players"),
        (("A", "A"), {"ann": (), "bob": ()}, "a seat is there twice"),
        (("A", "B"), {"ann": ("C",), "bob": ()}, "ann wishes for C, which is no seat"),
        (("A", "B"), {"ann": (), "bob": ("A", "B", "A")}, "bob wishes for a seat twice"),
    ],
)
def test_what_is_refused(
    seats: tuple[str, ...], wishes: dict[str, tuple[str, ...]], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        seating(seats, wishes, chance())


def test_a_chance_draws_seats_once() -> None:
    drawn = chance()
    assert seating(("A",), {"ann": ()}, drawn) == {"ann": "A"}
    with pytest.raises(ValueError, match="used before"):
        seating(("A",), {"ann": ()}, drawn)
