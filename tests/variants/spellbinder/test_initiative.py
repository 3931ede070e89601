"""Who comes first (3.0): S01-S03; rolls against each other (9.2, 9.3)."""

import pytest
from msgspec.structs import replace

from tests.rules import rule
from tests.variants.spellbinder.desk import Desk, state
from variants.spellbinder.course.initiative import next_order, ranking, rolled
from variants.spellbinder.options import Options
from variants.spellbinder.state import Wizard


def order(dice: list[int], **options: str) -> tuple[tuple[str, ...], list[str]]:
    """The order of a game turn, and whose dice were rolled: first letters of the seats."""
    desk = Desk(dice)
    found = next_order(state(options=Options(**options)), desk, 4)
    return found, [label.split(", ")[1][0] for label, _ in desk.rolled]


@rule("spellbinder", "3.0", "S01")
def test_s01_only_those_tied_at_the_top_roll_again() -> None:
    assert order([5, 5, 2, 6]) == (("UMARON", "DARMAN", "SHARN", "ALGONA"), [*"DSAU"])


@rule("spellbinder", "3.0", "S02")
def test_s02_a_tie_at_the_top_is_rolled_again_until_it_is_none() -> None:
    found, rolls = order([6, 6, 1, 3, 2, 2, 4, 1])
    assert found == ("DARMAN", "SHARN", "ALGONA", "UMARON")
    assert "".join(rolls) == "DSAUDSDS"


@rule("spellbinder", "3.0", "6.8", "S03")
def test_s03_who_is_out_of_the_game_does_not_roll() -> None:
    game = state()
    game = replace(game, wizards={**game.wizards, "ALGONA": Wizard(-1, fate="out")})
    desk = Desk([1, 1, 2])
    assert next_order(game, desk, 4) == ("UMARON", "DARMAN", "SHARN")
    assert len(desk.rolled) == 3


@rule("spellbinder", "3.0")
def test_by_option_all_roll_again() -> None:
    """3.0: D6 S6 A1 U3, then D1 S2 A5 U4."""
    found, rolls = order([6, 6, 1, 3, 1, 2, 5, 4], initiative_reroll="all")
    assert found == ("ALGONA", "UMARON", "DARMAN", "SHARN")
    assert "".join(rolls) == "DSAUDSAU"


def test_two_players_with_a_phase_for_each_wizard_take_turns() -> None:
    """9.1 3A"""
    seats = ("DARMAN+SHARN", "ALGONA+UMARON")
    options = Options(seats=seats, two_player_phases="one_per_wizard")
    desk = Desk([2, 4], seats=seats)
    found = next_order(state(options=options), desk, 2)
    assert found == ("ALGONA", "DARMAN", "UMARON", "SHARN")


@rule("spellbinder", "9.2 1", "9.3 1")
@pytest.mark.parametrize(
    ("dice", "ranked"),
    [([3, 6, 1, 4], "SUDA"), ([3, 3, 6, 3, 1, 5, 2], "ASUD"), ([5, 5, 5, 5, 1, 2, 3, 4], "UASD")],
)
def test_ranks_are_rolled_for_until_none_are_equal(dice: list[int], ranked: str) -> None:
    """9.2, 9.3: the second roll is of the equal ones alone, in the order of their chairs."""
    desk = Desk(dice)
    seats = ("DARMAN", "SHARN", "ALGONA", "UMARON")
    found = ranking(desk.roll, rolled(desk), seats, "who arrives early")
    assert "".join(seat[0] for seat in found) == ranked
