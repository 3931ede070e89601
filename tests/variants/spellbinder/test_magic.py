"""Magical combat: 6.1-6.4, 7.0; cases S50-S71, S99, S107-S109, S112, S113, the examples of 6.33 and
6.62."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.turns.questions import Chosen, Condition, Several, StandingOrder
from tests.rules import rule
from tests.variants.spellbinder.desk import phase, refusals, state, told
from variants.spellbinder.combat.battle import attack
from variants.spellbinder.combat.magic import cast
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Attack, Cast
from variants.spellbinder.play import Play
from variants.spellbinder.state import Permission, Scaling, Ship, State
from variants.spellbinder.telling.story import sentence

MIND, THUNDER, HAMMER, SWORD, REGENERATION, SPELLBINDER = range(1, 7)
FACING = "ALGONA 2306, SHARN 2307, SA 2308, SB 2308"
"""Algona's wizard two hexes away from Sharn's armies, Sharn's wizard beside them."""


def duel(
    spell: int,
    points: int = 0,
    defence: str = "NONE",
    pieces: str = FACING,
    **more: Any,
) -> Play:
    """Algona casts at 2308, and Sharn answers."""
    play = phase(state(pieces, **more), "ALGONA", answers={"defence": Chosen(defence)})
    cast(play, Cast(spell, points, ("2308",)))
    return play


def at_wizard(
    spell: int, points: int = 0, defence: str = "NONE", pieces: str = "ALGONA 2306, SHARN 2307"
) -> Play:
    """Algona casts at Sharn's wizard, and he answers."""
    play = phase(state(pieces), "ALGONA", answers={"defence": Chosen(defence)})
    cast(play, Cast(spell, points, wizard="SHARN"))
    return play


def points(play: Play, *wizards: str) -> tuple[int, ...]:
    return tuple(play.wizards[wizard].points for wizard in wizards)


def strengths(play: Play, *armies: str) -> tuple[int, ...]:
    return tuple(play.armies[army].strength if army in play.armies else 0 for army in armies)


# --- 6.33: the numbers


@rule("spellbinder", "6.2", "6.33", "example of 6.33", "S50")
def test_s50_the_example_of_6_33_backfires() -> None:
    play = duel(HAMMER, 1, "STILLNESS 5", FACING.replace("2306", "2306 20"))
    assert points(play, "ALGONA", "SHARN") == (18, 20)
    assert strengths(play, "SA", "SB") == (10, 10)


@rule("spellbinder", "6.2", "6.33", "example of 6.33", "S51")
def test_s51_the_second_part_of_the_example_takes_seven() -> None:
    play = duel(HAMMER, 5, "STILLNESS 1", "ALGONA 2306, SHARN 2307, SA 2308 4, SB 2308 10")
    assert points(play, "ALGONA", "SHARN") == (20, 24)
    assert sum(strengths(play, "SA", "SB")) == 7


@rule("spellbinder", "6.6", "S52")
def test_s52_what_is_beyond_their_strength_vanishes() -> None:
    play = duel(HAMMER, 5, "STILLNESS 1", "ALGONA 2306, SHARN 2307, SA 2308 2, SB 2308 3")
    assert "SA" not in play.armies
    assert "SB" not in play.armies
    assert points(play, "SHARN") == (24,)
    assert [fact["army"] for fact in told(play, "destroyed")] == ["SA", "SB"]


@rule("spellbinder", "6.34", "6.32", "S53")
def test_s53_no_effect_whatever_the_points_and_both_pay() -> None:
    play = duel(MIND, 10, "FORCE 1")
    assert points(play, "ALGONA", "SHARN") == (15, 24)
    assert strengths(play, "SA", "SB") == (10, 10)


@rule("spellbinder", "6.33", "S54")
def test_s54_a_result_of_nothing() -> None:
    play = duel(THUNDER, 1, "FORCE 2")
    assert points(play, "ALGONA", "SHARN") == (24, 23)
    assert strengths(play, "SA", "SB") == (10, 10)


@rule("spellbinder", "6.33", "6.7", "S54")
def test_s54_a_result_of_nothing_is_no_damage_that_would_send_home() -> None:
    """His last point he has spent himself, which by this option leaves him where he is."""
    options = Options(zero_by_spending_counts=False)
    play = duel(THUNDER, 1, "FORCE 2", FACING.replace("2306", "2306 1"), options=options)
    assert (points(play, "ALGONA"), play.place("ALGONA")) == ((0,), "2306")


@rule("spellbinder", "6.36", "S55")
def test_s55_no_defence_is_three_and_the_points() -> None:
    play = duel(SWORD, 1)
    assert sum(strengths(play, "SA", "SB")) == 20 - 4
    assert points(play, "ALGONA", "SHARN") == (24, 25)


@rule("spellbinder", "6.35", "S56")
def test_s56_a_defence_that_does_not_fit_is_not_subtracted() -> None:
    play = duel(HAMMER, 4, "FEAR")
    assert sum(strengths(play, "SA", "SB")) == 20 - 7
    assert points(play, "SHARN") == (23,)


@rule("spellbinder", "6.35", "S56")
def test_s56_by_option_it_is() -> None:
    play = duel(HAMMER, 4, "FEAR", options=Options(fixed_cost_defence_subtracts=True))
    assert sum(strengths(play, "SA", "SB")) == 20 - 5


@rule("spellbinder", "6.33", "S57")
def test_s57_shield_against_hammer_and_sword() -> None:
    assert sum(strengths(duel(HAMMER, 2, "SHIELD 1"), "SA", "SB")) == 20 - 2
    assert sum(strengths(duel(SWORD, 9, "SHIELD 1"), "SA", "SB")) == 20


@rule("spellbinder", "6.4", "6.43", "6.62", "example of 6.62", "S61")
def test_s61_the_example_of_6_62_a_wizard_loses_points() -> None:
    play = at_wizard(HAMMER, 5, "STILLNESS 1", "ALGONA 2306, SHARN 2307 12")
    assert points(play, "ALGONA", "SHARN") == (20, 4)


@rule("spellbinder", "6.4", "6.8", "S62")
def test_s62_a_wizard_below_nothing_is_out_with_all_his_armies() -> None:
    play = at_wizard(MIND, 3, "NONE", "ALGONA 2306, SHARN 2307 4, SA 3320, SB off, UA 0619")
    assert play.wizards["SHARN"].points == -2
    assert play.wizards["SHARN"].fate == "out"
    assert not play.place("SHARN")
    assert set(play.armies) == {"UA"}


@rule("spellbinder", "6.33", "6.8", "S63")
def test_s63_a_backfire_can_be_the_end() -> None:
    play = duel(THUNDER, 3, "FORCE 10", "ALGONA 2306 3, SHARN 2307, SA 2308, AA 3105")
    assert play.wizards["ALGONA"].points == -6
    assert play.wizards["ALGONA"].fate == "out"
    assert "AA" not in play.armies


@rule("spellbinder", "6.34", "6.7", "S64")
def test_s64_both_spend_all_they_have_and_go_home() -> None:
    play = duel(
        HAMMER, 2, "ARMOR 2", "ALGONA 2306 2, SHARN 2307 2, SA 2308, AA 2206, AB 3105, SB 3320"
    )
    assert points(play, "ALGONA", "SHARN") == (0, 0)
    assert (play.place("ALGONA"), play.place("SHARN")) == ("3105", "3220")
    assert (play.place("AA"), play.place("AB")) == ("", "3105")
    assert (play.place("SA"), play.place("SB")) == ("", "3320")
    assert play.armies["SA"].waits
    assert not play.armies["SB"].waits


@rule("spellbinder", "6.36", "10.0", "S113")
def test_s113_points_count_against_no_defence_unless_an_option_says_no() -> None:
    pieces = "ALGONA 2306, SA 2308 10"
    assert strengths(duel(MIND, 1, pieces=pieces), "SA") == (6,)
    options = Options(null_defence_adds_points=False)
    assert strengths(duel(MIND, 1, pieces=pieces, options=options), "SA") == (7,)


@rule("spellbinder", "6.31", "6.32", "example of 6.31", "example of 6.32")
def test_the_second_spell_is_thunder_and_five_of_25_points_leave_20() -> None:
    play = duel(2, 5)
    assert told(play, "spell")[0]["spell"] == "THUNDER"
    assert points(play, "ALGONA") == (20,)


# --- 6.0, 6.13: who may cast, and at whom


@rule("spellbinder", "6.0", "S58")
@pytest.mark.parametrize(("where", "reaches"), [("2306", True), ("2506", False)])
def test_s58_two_hexes_and_no_more(where: str, reaches: bool) -> None:
    play = phase(state(f"ALGONA {where}, SA 2308"), "ALGONA")
    cast(play, Cast(SWORD, 1, ("2308",)))
    assert refusals(play) == ([] if reaches else ["too_far"])
    assert strengths(play, "SA") == ((6,) if reaches else (10,))


def test_the_first_aim_that_can_be_one_is_taken() -> None:
    play = phase(state("ALGONA 2306, SA 2308"), "ALGONA")
    cast(play, Cast(SWORD, 1, ("2407", "2508", "2308")))
    assert strengths(play, "SA") == (6,)


def test_without_one_the_first_tells_why() -> None:
    play = phase(state("ALGONA 2306, SA 2310"), "ALGONA")
    cast(play, Cast(SWORD, 1, ("2407", "2310")))
    assert refusals(play) == ["no_armies"]


@rule("spellbinder", "6.13")
def test_a_wizard_casts_once_in_a_phase() -> None:
    play = duel(SWORD, 1)
    cast(play, Cast(SWORD, 1, ("2308",)))
    assert refusals(play) == ["has_cast"]


@rule("spellbinder", "6.32", "S107")
@pytest.mark.parametrize("number", [0, 11])
def test_s107_one_to_ten_points(number: int) -> None:
    play = duel(HAMMER, number)
    assert refusals(play) == ["points_1_to_10"]
    assert points(play, "ALGONA") == (25,)


@rule("spellbinder", "6.12", "6.32")
def test_never_more_points_than_he_has() -> None:
    play = duel(HAMMER, 5, pieces=FACING.replace("2306", "2306 4"))
    assert refusals(play) == ["too_few_points"]


@rule("spellbinder", "6.42", "S108")
def test_s108_armies_and_wizard_in_one_hex_are_two_aims() -> None:
    pieces = "ALGONA 2307, SHARN 2308, SA 2308, SB 2308"
    play = duel(SWORD, 2, pieces=pieces)
    assert (points(play, "SHARN"), sum(strengths(play, "SA", "SB"))) == ((25,), 15)
    play = at_wizard(SWORD, 2, pieces=pieces)
    assert (points(play, "SHARN"), sum(strengths(play, "SA", "SB"))) == ((20,), 20)


@rule("spellbinder", "6.41", "S109")
def test_s109_a_wizard_must_be_adjacent() -> None:
    play = at_wizard(SWORD, 2, pieces="ALGONA 2306, SHARN 2308")
    assert refusals(play) == ["too_far"]


@rule("spellbinder", "6.36", "9.1 3C")
def test_a_garrison_is_an_aim_that_nobody_defends() -> None:
    play = phase(state("ALGONA 1713, G1 1811, SHARN 1712"), "ALGONA")
    cast(play, Cast(SWORD, 1, ("1811",)))
    assert strengths(play, "G1") == (16,)


@rule("spellbinder", "6.0")
def test_own_armies_are_no_aim() -> None:
    play = phase(state("ALGONA 2306, AA 2308"), "ALGONA")
    cast(play, Cast(SWORD, 1, ("2308",)))
    assert refusals(play) == ["own_units"]


@rule("spellbinder", "4.5")
def test_who_scales_casts_no_offensive_spell() -> None:
    """4.5: from the phase after the order on."""
    for phases, why in ((0, []), (1, ["scaling"])):
        scalings = (Scaling(("ALGONA",), "2306", ("2308",), phases),)
        play = duel(SWORD, 1, scalings=scalings)
        assert refusals(play) == why
    others = (Scaling(("SHARN",), "2306", ("2308",), 1),)
    assert refusals(duel(SWORD, 1, scalings=others)) == []


@rule("spellbinder", "6.0", "6.13")
@pytest.mark.parametrize("caster", ["ALGONA", "SHARN", "AA", "AB"])
def test_who_is_off_the_map_another_players_or_no_wizard_casts_nothing(caster: str) -> None:
    play = phase(state("ALGONA off, AA 2306, SHARN 2306, UA 2308"), "ALGONA")
    cast(play, Cast(SWORD, 1, ("2308",), by=caster))
    assert refusals(play) == ["no_caster"]


@rule("spellbinder", "6.4", "6.8")
def test_a_wizard_who_is_not_there_is_no_aim() -> None:
    game = state("ALGONA 2306, SHARN off -1")
    out = replace(game.wizards["SHARN"], fate="out")
    play = phase(replace(game, wizards=game.wizards | {"SHARN": out}), "ALGONA")
    cast(play, Cast(SWORD, 1, wizard="SHARN"))
    cast(play, Cast(SWORD, 1, wizard="MERLIN"))
    assert refusals(play) == ["no_wizard", "no_wizard"]


# --- 4.65: ships


def afloat(turn: int, at: str, since: int) -> dict[str, Any]:
    return {"turn": turn, "ships": {1: Ship(at, "SHARN", since), 2: Ship("1916", "ALGONA")}}


@rule("spellbinder", "4.65", "S41")
def test_s41_a_ship_off_the_island_is_under_way() -> None:
    play = phase(state("ALGONA 1914, SA @1", **afloat(9, "1915", 4)), "ALGONA")
    cast(play, Cast(SWORD, 1, ("1915",)))
    assert refusals(play) == ["at_sea"]
    play = phase(state("ALGONA @2, SA @1", **afloat(9, "1915", 4)), "ALGONA")
    cast(play, Cast(SWORD, 1, ("1915",)))
    assert strengths(play, "SA") == (6,)


@rule("spellbinder", "4.65")
def test_a_ship_under_way_is_attacked_from_a_ship_next_to_it_alone() -> None:
    ships = {1: Ship("1915", "SHARN", 4), 2: Ship("1917", "ALGONA")}
    play = phase(state("ALGONA @2, SA @1", turn=9, ships=ships), "ALGONA")
    cast(play, Cast(SWORD, 1, ("1915",)))
    assert refusals(play) == ["at_sea"]


@rule("spellbinder", "4.65")
def test_dock_immunity_by_option_off_the_island_too() -> None:
    for where, why in (("mainland_docks", ["at_sea"]), ("also_island", [])):
        options = Options(dock_immunity_where=where)  # type: ignore[arg-type]
        play = phase(state("ALGONA 1914, SA @1", options=options, **afloat(9, "1915", 4)), "ALGONA")
        cast(play, Cast(SWORD, 1, ("1915",)))
        assert refusals(play) == why


@rule("spellbinder", "6.0")
def test_a_wizard_aboard_casts_as_on_land() -> None:
    play = phase(state("ALGONA @2, SA 1914", **afloat(9, "2017", 4)), "ALGONA")
    cast(play, Cast(SWORD, 1, ("1914",)))
    assert strengths(play, "SA") == (6,)


# --- 6.2: who may defend


@rule("spellbinder", "6.2", "S59")
def test_s59_a_wizard_too_far_away_does_not_defend() -> None:
    play = duel(SWORD, 1, "ARMOR 5", "ALGONA 2306, SHARN 2506, SA 2308")
    assert strengths(play, "SA") == (6,)
    assert points(play, "SHARN") == (25,)
    assert play.turn.asked == []  # type: ignore[attr-defined]


@rule("spellbinder", "6.2", "6.12")
def test_at_two_hexes_and_with_one_point_he_still_defends() -> None:
    """Force stops Mind (6.34); he has paid his last point, and goes home (6.7)."""
    play = duel(MIND, 1, "FORCE 1", "ALGONA 2306, SHARN 2310 1, SA 2308, SB 3320")
    assert [fact["defender"] for fact in told(play, "spell")] == ["SHARN"]
    assert points(play, "ALGONA", "SHARN") == (24, 0)


@rule("spellbinder", "6.2")
def test_a_wizard_with_nothing_does_not_defend() -> None:
    play = duel(SWORD, 1, "ARMOR 5", "ALGONA 2306, SHARN 2307 0, SA 2308")
    assert play.turn.asked == []  # type: ignore[attr-defined]


SIDES = Options(seats=("ALGONA+DARMAN", "SHARN+UMARON"))


@rule("spellbinder", "6.2", "9.1 3A")
@pytest.mark.parametrize(
    ("armies", "defended"), [("UA 2308", set()), ("SA 2308, UA 2308", {"SHARN"})]
)
def test_of_two_wizards_a_side_each_defends_his_own_armies(armies: str, defended: set[str]) -> None:
    """6.2: Umaron is far away, or, where both have armies, the first of the side does."""
    where = "UMARON 2309" if defended else "UMARON 0418"
    game = state(f"ALGONA 2306, SHARN 2307, {where}, {armies}", options=SIDES)
    play = phase(game, "ALGONA+DARMAN", answers={"defence": Chosen("FORCE 1")})
    cast(play, Cast(MIND, 1, ("2308",)))
    assert play.defended == defended


@rule("spellbinder", "6.4", "9.1 3A")
def test_a_wizard_under_attack_defends_himself_alone() -> None:
    game = state("ALGONA 2306, SHARN 2307 0, UMARON 2307", options=SIDES)
    play = phase(game, "ALGONA+DARMAN")
    cast(play, Cast(SWORD, 1, wizard="SHARN"))
    assert play.turn.asked == []  # type: ignore[attr-defined]
    assert play.wizards["SHARN"].fate == "out"


ELITE = Options(scenario="return_of_yamantsar", seats=("ALGONA", "SHARN"))


def elite(pieces: str, *, chief: str = "ALGONA", **more: Any) -> State:
    """Garrisons as elite troops of the chief (9.3 B)."""
    game = state(pieces, options=ELITE, chief=chief, **more)
    armies = {
        code: replace(army, wizard=chief, elite=True, strength=10) if code[0] == "G" else army
        for code, army in game.armies.items()
    }
    return replace(game, armies=armies)


@rule("spellbinder", "6.13", "9.3 3B", "S60")
def test_s60_one_defence_a_phase_the_first_attack_by_default() -> None:
    game = elite("ALGONA 0619, G1 2307, G2 2306, SHARN 2408, SA 2308, SB 2407")
    play = phase(game, "ALGONA", answers={"defence": Chosen("STILLNESS 1")})
    cast(play, Cast(THUNDER, 3, ("2308",), by="G1"))
    cast(play, Cast(THUNDER, 1, ("2407",), by="G2"))
    assert strengths(play, "SA", "SB") == (10, 6)
    assert points(play, "ALGONA", "SHARN") == (21, 24)


def test_s3_a_defence_can_be_saved_for_the_wizard() -> None:
    game = elite("ALGONA 0619, G1 2307, G2 2407, SHARN 2408, SA 2308")
    save = StandingOrder[Any](
        "defence", Several(("STILLNESS 1",)), (Condition("target", "=", "wizard"),)
    )
    play = phase(game, "ALGONA", standing={"SHARN": [save]})
    cast(play, Cast(THUNDER, 1, ("2308",), by="G1"))
    cast(play, Cast(THUNDER, 1, wizard="SHARN", by="G2"))
    assert strengths(play, "SA") == (6,)
    assert points(play, "SHARN") == (24,)  # no effect, one paid


@rule("spellbinder", "6.13")
def test_s3_a_defence_can_be_saved_for_the_second_attack() -> None:
    """Attacks that nobody could meet are counted, too; those at others are not."""
    game = elite("ALGONA 0619, G1 2307, G2 2306, G3 2306, SHARN 2408, SA 2308, SB 2407, UC 2205")
    orders = [
        StandingOrder[Any]("defence", Several(("NONE",)), (Condition("attack", "<", 2),)),
        StandingOrder[Any]("defence", Several(("STILLNESS 1",))),
    ]
    play = phase(game, "ALGONA", standing={"SHARN": orders})
    cast(play, Cast(THUNDER, 1, ("2205",), by="G3"))
    cast(play, Cast(THUNDER, 1, ("2308",), by="G1"))
    assert points(play, "SHARN") == (25,)
    cast(play, Cast(THUNDER, 3, ("2407",), by="G2"))
    assert points(play, "SHARN") == (24,)
    assert strengths(play, "SA", "SB") == (6, 10)


@rule("spellbinder", "9.3 3B", "S99")
def test_s99_elite_troops_pay_from_yamantsars_points_and_then_do_not_attack() -> None:
    game = elite("ALGONA 0619 50, G1 2306, SHARN 2307, SA 2308, SB 2206")
    play = phase(game, "ALGONA", answers={"defence": Chosen("STILLNESS 5")})
    cast(play, Cast(HAMMER, 1, ("2308",), by="G1"))
    assert points(play, "ALGONA") == (48,)
    attack(play, Attack("2206", ("G1",)))
    assert refusals(play) == ["has_cast"]


@rule("spellbinder", "9.3 3B", "6.33")
def test_what_backfires_on_elite_troops_is_told_of_yamantsar() -> None:
    """6.33: 3 + 1 - 5; the points are his, and so is the loss."""
    game = elite("ALGONA 0619 50, G1 2306, SHARN 2307, SA 2308")
    play = phase(game, "ALGONA", answers={"defence": Chosen("STILLNESS 5")})
    cast(play, Cast(HAMMER, 1, ("2308",), by="G1"))
    (event,) = [one.event for one in play.turn.told if one.event.kind == "struck"]
    assert sentence(event) == "It backfires and costs Algona 1 spellbinder point."


@rule("spellbinder", "9.3 3B")
@pytest.mark.parametrize("spell", [REGENERATION, SPELLBINDER])
def test_elite_troops_have_the_first_four_spells_alone(spell: int) -> None:
    play = phase(elite("ALGONA 0619, G1 2306, G2 off, SA 2308"), "ALGONA")
    cast(play, Cast(spell, 0, ("2308",), by="G1"))
    cast(play, Cast(SWORD, 1, ("2308",), by="G2"))
    assert refusals(play) == ["not_by_elite", "no_caster"]


@rule("spellbinder", "9.3 3B", "6.2")
def test_elite_troops_defend_though_yamantsar_is_not_on_the_map() -> None:
    game = elite("ALGONA off 50, G1 2308, SHARN 2306")
    play = phase(game, "SHARN", answers={"defence": Chosen("FORCE 1")})
    cast(play, Cast(MIND, 1, ("2308",)))
    assert play.defended == {"G1"}
    assert points(play, "ALGONA") == (49,)


@rule("spellbinder", "6.0")
def test_other_armies_cast_nothing() -> None:
    play = phase(state("AA 2306, SA 2308"), "ALGONA")
    cast(play, Cast(SWORD, 1, ("2308",), by="AA"))
    assert refusals(play) == ["no_caster"]


@rule("spellbinder", "9.3 3B")
def test_the_wizard_defends_before_elite_troops_unless_told_otherwise() -> None:
    game = elite("ALGONA 2307, G1 2408, AA 2308, SHARN 2306")
    answers = {"defence": Chosen("STILLNESS 1")}
    play = phase(game, "SHARN", answers=answers)
    cast(play, Cast(THUNDER, 1, ("2308",)))
    assert play.defended == {"ALGONA"}
    rule = StandingOrder[Any]("defender", Several(("G2", "G1")))
    play = phase(game, "SHARN", answers=answers, standing={"ALGONA": [rule]})
    cast(play, Cast(THUNDER, 1, ("2308",)))
    assert play.defended == {"G1"}
    assert points(play, "ALGONA") == (24,)


@rule("spellbinder", "6.12", "S112")
@pytest.mark.parametrize(("defence", "held", "paid"), [("STILLNESS 6", 4, 4), ("CRUSHER", 1, 0)])
def test_s112_a_defence_is_cut_to_what_is_held(defence: str, held: int, paid: int) -> None:
    order = StandingOrder[Any]("defence", Several((defence,)))
    game = state(f"ALGONA 2306, SHARN 2307 {held}, SA 2308")
    play = phase(game, "ALGONA", standing={"SHARN": [order]})
    cast(play, Cast(MIND, 1, ("2308",)))
    assert points(play, "SHARN") == (held - paid,)
    assert told(play, "spell")[0]["against"] == paid
    # Stillness 4 against Mind 1: 2 + 1 - 4 = -1; no spell: 3 + 1 = 4
    assert points(play, "ALGONA") == ((23,) if paid else (24,))
    assert strengths(play, "SA") == ((10,) if paid else (6,))


def test_s7_a_mix_goes_by_a_secret_die() -> None:
    orders = [
        StandingOrder[Any]("defence", Several(("FORCE 2",)), (Condition("mix", "<=", 50),)),
        StandingOrder[Any]("defence", Several(("SHIELD 2",))),
    ]
    for shown, spell in ((50, "FORCE"), (51, "SHIELD")):
        play = phase(
            state(FACING),
            "ALGONA",
            dice={"mix of armies in 2308 against Algona": shown},
            standing={"SHARN": orders},
        )
        cast(play, Cast(HAMMER, 1, ("2308",)))
        assert told(play, "spell")[0]["defence"] == spell


# --- 7.1: Regeneration


def regenerating(total: int, pieces: str, *regain: tuple[str, int], defence: str = "NONE") -> Play:
    """Algona casts it at Sharn's armies; hers have so much strength altogether, of 90."""
    game = state(f"ALGONA 2306, SHARN 2307, SA 2308, {pieces}")
    here = sum(army.strength for army in game.armies.values() if army.wizard == "ALGONA")
    game = replace(game, begun=game.begun | {"ALGONA": 90 - total + here})
    play = phase(game, "ALGONA", answers={"defence": Chosen(defence)})
    cast(play, Cast(REGENERATION, 5, ("2308",), regain=regain))
    return play


@rule("spellbinder", "7.1", "5.0", "S68")
def test_s68_ten_points_come_back_to_an_army_and_as_a_new_one() -> None:
    play = regenerating(70, "AA 2306 6, AB 2306 10", ("AA", 4), ("new", 6))
    assert strengths(play, "AA", "AB", "AC") == (10, 10, 6)
    assert play.place("AC") == "2306"
    assert points(play, "ALGONA") == (20,)
    assert strengths(play, "SA") == (10,)  # whom it is aimed at suffers nothing


@rule("spellbinder", "7.1")
def test_who_is_not_with_the_wizard_regains_nothing_and_his_player_is_told() -> None:
    play = regenerating(70, "AA 2306 6, AB 2307 3", ("AB", 7), ("AA", 3))
    assert strengths(play, "AA", "AB") == (9, 3)
    assert refusals(play) == ["not_with_wizard"]
    assert told(play, "refused", "SHARN") == []


@rule("spellbinder", "7.1", "S69")
def test_s69_never_more_than_he_began_with() -> None:
    play = regenerating(85, "AA 2306 6, AB 2306 10", ("AA", 4), ("new", 6))
    assert strengths(play, "AA", "AB", "AC") == (10, 10, 1)


def test_without_a_wish_armies_come_first_by_letter_then_a_new_one() -> None:
    play = regenerating(70, "AA 2306 8, AC 2306 7, AD 3105 1")
    assert strengths(play, "AA", "AB", "AC", "AD") == (10, 5, 10, 1)


@rule("spellbinder", "7.1")
def test_elite_troops_are_part_of_what_yamantsar_began_with() -> None:
    """7.1: of 130 he has lost four with A and three with G1."""
    others = ", ".join(f"A{letter} 3105" for letter in "BCDEFGHI")
    pieces = f"ALGONA 2306, AA 2306 6, G1 2306, G2 2308, G3 2308, G4 2308, SA 2307, {others}"
    game = elite(pieces, begun={"ALGONA": 9 * 10 + 4 * 10})
    lost = replace(game, armies=game.armies | {"G1": replace(game.armies["G1"], strength=7)})
    play = phase(lost, "ALGONA")
    cast(play, Cast(REGENERATION, 5, ("2307",)))
    assert strengths(play, "AA", "G1") == (10, 10)


@rule("spellbinder", "7.1")
def test_garrisons_taken_over_are_no_part_of_what_he_began_with() -> None:
    """7.1, 9.2 3C: of his 90 he has lost four, whatever he has gained beside them."""
    others = ", ".join(f"A{letter} 3105" for letter in "BCDEFGHI")
    game = state(f"ALGONA 2306, AA 2306 6, G1 2306 10, SA 2308, {others}")
    gained = replace(game, armies=game.armies | {"G1": replace(game.armies["G1"], wizard="ALGONA")})
    play = phase(gained, "ALGONA")
    cast(play, Cast(REGENERATION, 5, ("2308",)))
    assert strengths(play, "AA", "G1") == (10, 10)


@rule("spellbinder", "7.1", "9.3 3B")
def test_what_elite_troops_have_counts_against_what_he_began_with() -> None:
    """Eight armies of 10 and G1 to G4 with 38: of 120 that he began with two are lost."""
    others = ", ".join(f"A{letter} 3105" for letter in "ABCDEFGH")
    pieces = f"ALGONA 2306, G1 3105, G2 3105, G3 3105, G4 3105, SA 2308, {others}"
    game = elite(pieces, begun={"ALGONA": 120})
    worn = replace(game, armies=game.armies | {"G1": replace(game.armies["G1"], strength=8)})
    play = phase(worn, "ALGONA")
    cast(play, Cast(REGENERATION, 5, ("2308",)))
    assert strengths(play, "AI") == (2,)


@rule("spellbinder", "7.1")
def test_armies_elsewhere_and_of_the_sides_other_wizard_gain_nothing() -> None:
    play = regenerating(70, "AA 2306 6, AD 3105 1", ("AD", 4), ("AA", 2))
    assert strengths(play, "AA", "AD") == (8, 1)
    game = state("ALGONA 2306, AI 2306 8, DA 2306 1, SA 2308", options=SIDES)
    play = phase(game, "ALGONA+DARMAN")
    cast(play, Cast(REGENERATION, 5, ("2308",)))
    assert strengths(play, "AI", "AA", "DA") == (10, 8, 1)


@rule("spellbinder", "7.1", "4.61")
@pytest.mark.parametrize(("aboard", "new"), [("AA @2", 10), ("AA @2, AB @2", 0)])
def test_aboard_a_ship_a_new_army_needs_room(aboard: str, new: int) -> None:
    game = state(f"ALGONA @2, SA 1914, {aboard}", **afloat(9, "2017", 4))
    play = phase(game, "ALGONA")
    cast(play, Cast(REGENERATION, 5, ("1914",)))
    made = [code for code in play.armies if code[0] == "A" and code not in game.armies]
    assert strengths(play, *made) == ((new,) if new else ())
    assert all(play.armies[code].ship == 2 for code in made)


@rule("spellbinder", "7.1", "8.4")
def test_beside_an_allys_army_there_is_no_new_one() -> None:
    game = state("ALGONA 2306, SB 2306, SA 2308", allows="SHARN ALGONA stack")
    play = phase(game, "ALGONA")
    cast(play, Cast(REGENERATION, 5, ("2308",)))
    assert set(play.armies) == {"SA", "SB"}


@rule("spellbinder", "7.1", "2.22")
def test_a_tenth_army_there_never_is() -> None:
    others = ", ".join(f"A{letter} 3105 1" for letter in "ABCDEFGHI")
    play = regenerating(40, others, ("new", 6))
    assert told(play, "strengthened") == []
    assert len([code for code in play.armies if code[0] == "A"]) == 9


@rule("spellbinder", "7.11", "S70")
@pytest.mark.parametrize(("defence", "works", "paid"), [("CRUSHER", True, 2), ("FEAR", False, 2)])
def test_s70_only_fear_of_battle_stops_it(defence: str, works: bool, paid: int) -> None:
    play = regenerating(70, "AA 2306 6", ("AA", 4), defence=defence)
    assert strengths(play, "AA") == ((10,) if works else (6,))
    assert points(play, "ALGONA", "SHARN") == (20, 25 - paid)


@rule("spellbinder", "7.3", "S71")
def test_s71_not_at_own_armies_but_at_an_allys_or_a_garrison() -> None:
    play = phase(state("ALGONA 2306, AA 2308, AB 2306 5"), "ALGONA")
    cast(play, Cast(REGENERATION, 5, ("2308",)))
    assert refusals(play) == ["own_units"]
    ally = state("ALGONA 2306, SA 2308, AB 2306 5", allows="SHARN ALGONA pass")
    play = phase(ally, "ALGONA")
    cast(play, Cast(REGENERATION, 5, ("2308",)))
    assert strengths(play, "AB") == (10,)
    play = phase(state("ALGONA 1713, G1 1811, AB 1713 5"), "ALGONA")
    cast(play, Cast(REGENERATION, 5, ("1811",)))
    assert strengths(play, "AB", "G1") == (10, 20)


@rule("spellbinder", "7.3", "6.13", "6.41")
def test_of_two_wizards_of_a_player_each_is_another_wizard_for_the_other() -> None:
    """Beside him, and by no spell that harms; nobody is asked for a defence."""
    seats = ("ALGONA+UMARON", "DARMAN+SHARN")
    before = state("ALGONA 2306 9, UMARON 2307, AA 2306 5, UA 2308", options=Options(seats=seats))
    play = phase(before, seats[0])
    cast(play, Cast(SPELLBINDER, 5, wizard="UMARON", by="ALGONA"))
    assert points(play, "ALGONA", "UMARON") == (25, 25)
    cast(play, Cast(REGENERATION, 5, wizard="ALGONA", by="UMARON", regain=(("new", 3),)))
    assert points(play, "ALGONA", "UMARON") == (25, 20)
    assert refusals(play) == []
    play = phase(before, seats[0])
    cast(play, Cast(SWORD, 1, wizard="UMARON", by="ALGONA"))
    cast(play, Cast(REGENERATION, 5, wizard="ALGONA", by="ALGONA"))
    cast(play, Cast(REGENERATION, 5, ("2308",), by="ALGONA"))
    assert refusals(play) == ["own_units"] * 3
    far = state("ALGONA 2306, UMARON 2308, AA 2306 5", options=Options(seats=seats))
    play = phase(far, seats[0])
    cast(play, Cast(REGENERATION, 5, wizard="UMARON", by="ALGONA"))
    assert refusals(play) == ["too_far"]


# --- 7.2: Spellbinder


@rule("spellbinder", "7.2", "7.21", "S65")
@pytest.mark.parametrize(
    ("defence", "left", "home"), [("NONE", 25, False), ("CRUSHER", 0, True), ("FEAR", 25, False)]
)
def test_s65_spellbinder_with_the_last_five_points(defence: str, left: int, home: bool) -> None:
    play = duel(SPELLBINDER, 5, defence, FACING.replace("2306", "2306 5"))
    assert points(play, "ALGONA") == (left,)
    assert (play.place("ALGONA") == "3105") is home
    assert play.wizards["ALGONA"].bound is not home


@rule("spellbinder", "7.2", "S66")
def test_s66_once_successful_never_again() -> None:
    game = state(FACING)
    bound = game.wizards | {"ALGONA": replace(game.wizards["ALGONA"], bound=True)}
    play = phase(replace(game, wizards=bound), "ALGONA")
    cast(play, Cast(SPELLBINDER, 5, ("2308",)))
    assert refusals(play) == ["bound_already"]
    cast(play, Cast(SWORD, 1, ("2308",)))
    assert points(play, "ALGONA") == (24,)


@rule("spellbinder", "6.35", "7.2", "S67")
@pytest.mark.parametrize("spell", [REGENERATION, SPELLBINDER])
def test_s67_five_points_are_needed(spell: int) -> None:
    play = duel(spell, 5, pieces=FACING.replace("2306", "2306 4"))
    assert refusals(play) == ["too_few_points"]


@rule("spellbinder", "9.3 3A", "S98")
def test_s98_yamantsars_spellbinder_gives_fifty() -> None:
    play = phase(elite("ALGONA 2306 30, SA 2308"), "ALGONA")
    cast(play, Cast(SPELLBINDER, 5, ("2308",)))
    assert points(play, "ALGONA") == (50,)


# --- two wizards a side (9.1 A)


@rule("spellbinder", "9.1 3A", "6.53")
def test_each_of_two_wizards_has_his_own_spell_and_points() -> None:
    options = Options(seats=("ALGONA+DARMAN", "SHARN+UMARON"))
    game = state("ALGONA 2306, DARMAN 2307, SA 2308, UA 2407", options=options)
    play = phase(game, "ALGONA+DARMAN")
    cast(play, Cast(SWORD, 1, ("2308",), by="ALGONA"))
    cast(play, Cast(SWORD, 1, ("2308",), by="DARMAN"))
    cast(play, Cast(SWORD, 2, ("2407",), by="DARMAN"))
    assert refusals(play) == ["enchanted_already"]
    assert points(play, "ALGONA", "DARMAN") == (24, 23)
    assert strengths(play, "SA", "UA") == (6, 5)


@rule("spellbinder", "6.13", "6.4", "6.53", "9.3 3B")
def test_several_may_cast_at_one_wizard_but_he_defends_once() -> None:
    """6.53 speaks of armies. Sword 2 against Shield 1 has no effect; then 3 + 2 without a defence.
    The armies beside him may be an aim, too: 10 - 3 - 1."""
    game = elite("ALGONA 0619 50, G1 2307, G2 2407, G3 2306, G4 2207, SHARN 2308 20, SA 2308")
    play = phase(game, "ALGONA", answers={"defence": Chosen("SHIELD 1")})
    cast(play, Cast(SWORD, 2, wizard="SHARN", by="G1"))
    cast(play, Cast(SWORD, 2, wizard="SHARN", by="G2"))
    cast(play, Cast(SWORD, 1, ("2308",), by="G3"))
    cast(play, Cast(SWORD, 3, wizard="SHARN", by="G4"))
    assert refusals(play) == []
    assert points(play, "ALGONA", "SHARN") == (50 - 2 - 2 - 1 - 3, 20 - 1 - 5 - 6)
    assert strengths(play, "SA") == (6,)


@rule("spellbinder", "8.0")
def test_permissions_are_no_bar_to_an_attack() -> None:
    """8.0: an alliance may be broken at any time."""
    game = state("ALGONA 2306, SA 2308", permissions=(Permission("SHARN", "ALGONA", "pass"),))
    play = phase(game, "ALGONA")
    cast(play, Cast(SWORD, 1, ("2308",)))
    assert strengths(play, "SA") == (6,)
