"""4.0-4.4, 5.0, 8.1: what holds of any movement, whatever stands on the map."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.variants.spellbinder.desk import SEATS, phase, state, told
from variants.spellbinder.components import BOARD, CASTLES, FOOT
from variants.spellbinder.movement.moves import move
from variants.spellbinder.movement.stacking import mend_stacks
from variants.spellbinder.orders import Move
from variants.spellbinder.play import Play
from variants.spellbinder.state import State

# A corner of the map with a castle, a road, a bridge and forest, so that units meet.
AROUND = [
    code
    for code in BOARD.within("0619", 7)
    if BOARD.terrain[code] in ("clear", "forest", "mountain", "castle")
]
AWAY = dict(zip(SEATS, ("0406", "3220", "3105", "0418"), strict=True))


@st.composite
def games(draw: DrawFn) -> tuple[State, tuple[Move, ...]]:
    """Umaron's units among those of others, no two owners in a hex, and orders for them."""
    hexes = draw(st.lists(st.sampled_from(AROUND), min_size=6, max_size=8, unique=True))
    pieces, own = [], []
    letters = {seat: iter("ABCDEFGHI") for seat in SEATS}
    for number, at in enumerate(hexes):
        seat = "UMARON" if number < 4 else draw(st.sampled_from(SEATS[:3]))
        for _ in range(draw(st.integers(1, 2))):
            army = seat[0] + next(letters[seat])
            pieces.append(f"{army} {at}")
            own += [army] if seat == "UMARON" else []
    for seat in SEATS:
        at = draw(st.sampled_from([AWAY[seat], *(h for h in hexes if _holder(pieces, h) == seat)]))
        if _holder(pieces, at) in (seat, None):
            pieces.append(f"{seat} {at}")
    allows = draw(st.lists(st.sampled_from([
        "SHARN UMARON pass", "SHARN UMARON stack", "DARMAN UMARON pass",
    ]), unique=True))  # fmt: skip
    game = state(", ".join(pieces), allows=allows)
    units = st.lists(st.sampled_from([*own, "UMARON"]), min_size=1, max_size=3, unique=True)
    orders = draw(
        st.lists(
            st.builds(
                Move,
                units=units.map(tuple),
                path=st.sampled_from([*AROUND, *hexes * 5]).map(lambda at: (at,)),
                written=st.just(False),
                split=st.booleans(),
                road=st.booleans(),
            ),
            min_size=1,
            max_size=6,
        )
    )
    return game, tuple(orders)


def _holder(pieces: list[str], at: str) -> str | None:
    initials = {seat[0]: seat for seat in SEATS}
    return next((initials[piece[0]] for piece in pieces if piece.endswith(f" {at}")), None)


def run(game: State, orders: tuple[Move, ...]) -> Play:
    play = phase(game, "UMARON")
    for order in orders:
        move(play, order)
    return play


@settings(max_examples=150)
@given(games())
def test_movement_keeps_the_rules(given_: tuple[State, tuple[Move, ...]]) -> None:
    game, orders = given_
    play = run(game, orders)
    spent: dict[str, int] = {}
    strangers = [army for army in game.armies if army[0] != "U"]
    for fact in told(play, "moved"):
        for a, b in pairwise(fact["path"]):
            cost = BOARD.step_cost(a, b, FOOT)
            assert cost is not None  # 4.2-4.4
            for unit in fact["units"]:
                spent[unit] = spent.get(unit, 0) + cost
        for at in fact["path"][1:-1]:  # 4.12: nobody went on from next to an army
            for army in strangers:
                leave = play.allows(play.owner(army), "UMARON", "pass")
                assert leave or game.armies[army].at not in BOARD.neighbors[at]
        for at in fact["path"][1:]:  # 4.13
            for army in strangers:
                leave = any(
                    play.allows(play.owner(army), "UMARON", what) for what in ("pass", "stack")
                )
                assert leave or game.armies[army].at != at
    assert all(points <= (16 if unit == "UMARON" else 10) for unit, points in spent.items())
    assert spent == {unit: points for unit, points in play.spent.items() if points}
    for army in strangers:  # 8.4: armies of two owners share no hex
        assert game.armies[army].at not in {
            one.at for code, one in play.armies.items() if code[0] == "U"
        }


@settings(max_examples=150)
@given(games())
def test_no_stack_is_left_too_high_and_nothing_is_lost(
    given_: tuple[State, tuple[Move, ...]],
) -> None:
    game, orders = given_
    play = run(game, orders)
    mend_stacks(play)
    for at in {army.at for army in play.armies.values()}:
        assert len([army for army in play.armies_at(at) if army[0] == "U"]) <= 2  # 5.0
    # As many as could stand before can stand after, so none is put together.
    assert set(play.armies) == set(game.armies)


@settings(max_examples=50)
@given(games())
def test_movement_comes_out_the_same_twice(given_: tuple[State, tuple[Move, ...]]) -> None:
    game, orders = given_
    first, second = run(game, orders), run(game, orders)
    assert first.turn.told == second.turn.told
    assert first.armies == second.armies


def test_the_corner_has_what_it_takes() -> None:
    assert set(CASTLES["ARAMET_SHUR"].hexes) < set(AROUND)
    assert {BOARD.terrain[code] for code in AROUND} == {"clear", "forest", "mountain", "castle"}
