"""The challenge for a ship: 4.69, 4.691, 4.692; cases S35-S39, S106."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.rules import rule
from tests.variants.spellbinder.desk import phase, refusals, state, told
from variants.spellbinder.combat.challenge import challenge
from variants.spellbinder.combat.magic import cast
from variants.spellbinder.combat.wizards import recover
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Cast, Challenge
from variants.spellbinder.play import Play
from variants.spellbinder.state import Ship

SHIPS = {1: Ship("1817", "UMARON", 1), 2: Ship("2714", "UMARON", 1)}
ORDER = Challenge("UMARON", 1)


def challenged(
    points: int,
    dice: Sequence[int] = (),
    order: Challenge = ORDER,
    pieces: str = "DA 0407, DB 1718, UA 0619",
    **more: Any,
) -> Play:
    """Darman, with so many points, challenges Umaron next to him."""
    game = state(f"DARMAN 1619 {points}, UMARON 1719, {pieces}", **({"ships": SHIPS} | more))
    play = phase(game, "DARMAN", dice=dice)
    challenge(play, order)
    return play


@rule("spellbinder", "4.69", "4.691", "S35")
def test_s35_the_higher_roll_has_the_ship_and_is_paid() -> None:
    play = challenged(12, [5, 3], Challenge("UMARON", 1, "1915"))
    assert play.ships[1].holder == "DARMAN"
    assert play.wizards["DARMAN"].points == 7
    assert play.wizards["UMARON"].points == 25
    assert (play.ships[1].at, play.ships[1].still_since) == ("1915", 3)


@rule("spellbinder", "S35")
def test_s35_he_may_still_cast() -> None:
    play = challenged(12, [5, 3])
    cast(play, Cast(4, 1, wizard="UMARON"))
    assert refusals(play) == []


def test_by_option_the_challenge_is_his_spell() -> None:
    options = Options(challenge_costs_spell=True)
    play = challenged(12, [5, 3], options=options)
    cast(play, Cast(4, 1, wizard="UMARON"))
    assert refusals(play) == ["has_cast"]
    play = phase(state("DARMAN 1619, UMARON 1719", ships=SHIPS, options=options), "DARMAN")
    cast(play, Cast(4, 1, wizard="UMARON"))
    challenge(play, ORDER)
    assert refusals(play) == ["has_cast"]


@rule("spellbinder", "4.69", "S35")
def test_s35_ten_hexes_or_by_option_as_far_as_he_likes() -> None:
    """From 1817 to 1409, round the island by the west, it is more than ten."""
    play = challenged(12, [5, 3], Challenge("UMARON", 1, "1409"))
    assert play.ships[1].at != "1409"
    assert len(told(play, "sailed")[0]["path"]) == 11
    anywhere = Options(challenge_move="anywhere")
    play = challenged(12, [5, 3], Challenge("UMARON", 1, "1409"), options=anywhere)
    assert play.ships[1].at == "1409"


@rule("spellbinder", "4.69")
def test_the_lower_roll_leaves_the_ship_where_and_whose_it_is() -> None:
    play = challenged(12, [5, 6], Challenge("UMARON", 1, "1915"))
    assert play.ships[1] == SHIPS[1]


@rule("spellbinder", "4.69", "9.1 3A")
def test_nobody_challenges_with_anothers_wizard_or_for_a_ship_of_his_own() -> None:
    ships = {1: Ship("1817", "SHARN"), 2: Ship("2714", "DARMAN")}
    pieces = "DARMAN 1619, UMARON 1719, SHARN 1620"
    play = phase(state(pieces, ships=ships), "DARMAN")
    challenge(play, Challenge("SHARN", 1, by="UMARON"))
    challenge(play, Challenge("DARMAN", 2))
    assert refusals(play) == ["no_caster", "not_held_by_other"]


@rule("spellbinder", "4.69", "4.691", "S36")
def test_s36_equal_rolls_are_rolled_again_and_the_last_is_paid() -> None:
    play = challenged(12, [4, 4, 2, 6])
    assert play.ships[1].holder == "UMARON"
    assert play.wizards["DARMAN"].points == 10


@rule("spellbinder", "4.691", "6.8", "S37")
def test_s37_below_nothing_he_is_out_and_the_ship_is_nobodys() -> None:
    play = challenged(3, [5, 3], Challenge("UMARON", 1, "1915"))
    assert (play.wizards["DARMAN"].points, play.wizards["DARMAN"].fate) == (-2, "out")
    assert set(play.armies) == {"UA"}
    assert (play.ships[1].holder, play.ships[1].at) == (None, "1817")


@rule("spellbinder", "6.7", "S38")
def test_s38_at_nothing_he_goes_home() -> None:
    play = challenged(4, [4, 6])
    assert play.wizards["DARMAN"].points == 0
    assert play.place("DARMAN") == "0406"
    assert (play.place("DA"), play.place("DB")) == ("0407", "")


@rule("spellbinder", "4.69", "S39")
def test_s39_the_ship_must_be_empty() -> None:
    assert refusals(challenged(12, pieces="UA @1")) == ["ship_not_empty"]


@rule("spellbinder", "4.692", "S106")
def test_s106_one_challenge_a_phase() -> None:
    play = challenged(12, [2, 6])
    challenge(play, Challenge("UMARON", 2))
    assert refusals(play) == ["challenged_already"]


@pytest.mark.parametrize(("points", "why"), [(7, ["below_condition"]), (8, [])])
def test_a_condition_on_points(points: int, why: list[str]) -> None:
    """13.9"""
    assert refusals(challenged(points, [1, 2], Challenge("UMARON", 1, least=8))) == why


@rule("spellbinder", "4.69")
def test_only_next_to_the_wizard_who_controls_it() -> None:
    play = phase(state("DARMAN 1619, UMARON 1819", ships=SHIPS), "DARMAN")
    challenge(play, ORDER)
    assert refusals(play) == ["too_far"]
    play = phase(state("DARMAN 1619, SHARN 1719", ships=SHIPS), "DARMAN")
    challenge(play, Challenge("SHARN", 1))
    assert refusals(play) == ["not_the_holder"]
    play = phase(state("DARMAN 1619, UMARON 1719"), "DARMAN")
    challenge(play, ORDER)
    assert refusals(play) == ["not_held_by_other"]


@rule("spellbinder", "9.1 3A", "S94")
def test_s94_with_two_players_nobody_challenges_for_a_second_ship() -> None:
    options = Options(seats=("DARMAN+SHARN", "ALGONA+UMARON"))
    ships = {1: Ship("1817", "ALGONA+UMARON", 1), 2: Ship("2714", "DARMAN+SHARN", 1)}
    game = state("DARMAN 1619, UMARON 1719", options=options, ships=ships)
    play = phase(game, "DARMAN+SHARN")
    challenge(play, Challenge("UMARON", 1, by="DARMAN"))
    assert refusals(play) == ["both_ships"]


@rule("spellbinder", "6.621")
def test_who_challenges_has_used_points_and_does_not_recover() -> None:
    game = state("DARMAN 0407 20, UMARON 0408", ships=SHIPS)
    play = phase(game, "DARMAN", dice=[2, 6])
    challenge(play, ORDER)
    recover(play)
    assert play.wizards["DARMAN"].points == 18
