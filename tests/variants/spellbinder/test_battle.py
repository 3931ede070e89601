"""Regular combat: 6.5, 6.6; cases S40, S51, S72-S82, S103, the examples of 6.52, 6.521, 6.55
and 6.61."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from adjudicator.turns.questions import Chosen, Condition, Several, Shares, StandingOrder
from tests.rules import rule
from tests.variants.spellbinder.desk import phase, refusals, state, told
from variants.spellbinder.combat.battle import attack
from variants.spellbinder.combat.losses import SPREADS, lose, share
from variants.spellbinder.combat.magic import cast
from variants.spellbinder.components import TABLES
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Attack, Cast
from variants.spellbinder.play import Play
from variants.spellbinder.state import Scaling, Ship

CLEAR, FOREST, MOUNTAIN, CASTLE = "2308", "2320", "2620", "3320"
NEXT_TO = {CLEAR: "2307", FOREST: "2321", MOUNTAIN: "2619", CASTLE: "3220"}


def battle(
    strong: int, weak: int, die: int, at: str = CLEAR, options: Options | None = None
) -> Play:
    """Umaron's A attacks Algona's A."""
    game = state(f"UA {NEXT_TO[at]} {strong}, AA {at} {weak}", options=options)
    play = phase(game, "UMARON", dice=[die])
    attack(play, Attack(at, ("UA",)))
    return play


def lost(play: Play) -> tuple[int, int]:
    """How much attackers and defenders have lost."""
    before, after = play.state.armies, play.armies
    return tuple(
        sum(army.strength - after[code].strength if code in after else army.strength
            for code, army in before.items() if code[0] == letter)
        for letter in "UA"
    )  # type: ignore[return-value]  # fmt: skip


@rule(
    "spellbinder",
    "6.52",
    "6.521",
    "6.55",
    "example of 6.52",
    "example of 6.521",
    "example of 6.55",
    "S72",
    "S73",
)
@pytest.mark.parametrize(("at", "loss"), [(CLEAR, 3), (FOREST, 2)])
def test_s72_s73_the_examples_of_6_52_6_521_and_6_55(at: str, loss: int) -> None:
    """32 against 14 is 18; a 4 in the last column takes three, in a forest it counts as a 2."""
    first, second = ("2307", "2407") if at == CLEAR else ("2321", "2420")
    pieces = f"UA {first} 8, UB {first} 8, UC {second} 8, UD {second} 8, AA {at} 7, AB {at} 7"
    play = phase(state(pieces), "UMARON", dice=[4])
    attack(play, Attack(at, ("UA", "UB", "UC", "UD")))
    assert told(play, "battle")[0]["difference"] == 18
    assert lost(play) == (0, loss)


@rule("spellbinder", "6.52", "S74")
def test_s74_minus_three_is_the_lowest() -> None:
    assert lost(battle(7, 10, 1)) == (2, 0)
    play = phase(state("UA 2307 6, AA 2308 10"), "UMARON")
    attack(play, Attack("2308", ("UA",)))
    assert refusals(play) == ["too_weak"]
    assert play.attacked == play.fought == set()


@rule("spellbinder", "6.55", "S75")
def test_s75_the_row_below_nothing() -> None:
    assert lost(battle(7, 10, 1, FOREST)) == (3, 0)


@rule("spellbinder", "6.55", "S76")
def test_s76_text_and_chart_differ_on_castles() -> None:
    assert lost(battle(8, 10, 2, CASTLE)) == (1, 0)
    assert lost(battle(8, 10, 2, CASTLE, Options(terrain_modifiers="chart"))) == (2, 0)


@rule("spellbinder", "6.55")
def test_text_and_chart_on_forest_and_mountain() -> None:
    """6.55: at 0, a 5 is D1, a 4 and a 3 are NE; at 18, a 4 is D3 and a 3 too, a 2 is D2."""
    chart = Options(terrain_modifiers="chart")
    assert lost(battle(25, 7, 4, FOREST)) == (0, 2)
    assert lost(battle(25, 7, 4, FOREST, chart)) == (0, 3)
    assert lost(battle(10, 10, 5, MOUNTAIN)) == lost(battle(10, 10, 5, MOUNTAIN, chart)) == (0, 0)


@rule("spellbinder", "6.54", "S77")
@pytest.mark.parametrize(("difference", "loss"), [(3, 1), (4, 2), (6, 2), (7, 3), (10, 3), (11, 4)])
def test_s77_the_columns(difference: int, loss: int) -> None:
    assert lost(battle(10 + difference, 10, 5)) == (0, loss)


@rule("spellbinder", "6.53", "S78")
def test_s78_a_hex_once_and_an_army_once() -> None:
    game = state("UA 2307, UB 2307, UC 2407, AA 2308, AB 2406")
    play = phase(game, "UMARON", dice=[2])
    attack(play, Attack("2308", ("UA", "UB")))
    attack(play, Attack("2308", ("UC",)))
    attack(play, Attack("2406", ("UA",)))
    assert refusals(play) == ["attacked_already", "fought_already"]


@rule("spellbinder", "6.5", "S79")
def test_s79_a_lone_wizard_is_not_attacked_by_armies() -> None:
    play = phase(state("UA 2307, ALGONA 2308, UMARON 2307"), "UMARON")
    attack(play, Attack("2308", ("UA",)))
    assert refusals(play) == ["no_armies"]
    cast(play, Cast(4, 1, wizard="ALGONA"))
    assert play.wizards["ALGONA"].points == 21


@rule("spellbinder", "3.2", "6.53", "S80")
def test_s80_strengths_are_those_after_the_magic() -> None:
    play = phase(state("UMARON 2306, UA 2307, UB 2407, AA 2308"), "UMARON", dice=[1])
    cast(play, Cast(4, 4, ("2308",)))
    attack(play, Attack("2308", ("UA", "UB")))
    assert told(play, "battle")[0]["difference"] == 17
    assert play.armies["AA"].strength == 1


def test_a_condition_on_the_differential() -> None:
    """13.10"""
    for least, fights in ((7, False), (6, True)):
        play = phase(state("UA 2307 16, AA 2308"), "UMARON", dice=[1])
        attack(play, Attack("2308", ("UA",), least))
        assert refusals(play) == ([] if fights else ["below_condition"])


@rule("spellbinder", "6.5")
def test_armies_that_are_not_beside_it_stay_out_of_it() -> None:
    play = phase(state("UA 2307, UB 2306, AA 2308"), "UMARON", dice=[1])
    attack(play, Attack("2308", ("UA", "UB", "UMARON")))
    assert refusals(play) == ["too_far", "no_own_army"]
    assert told(play, "battle")[0]["attackers"] == ("UA",)


@rule("spellbinder", "4.5", "S42")
def test_s42_who_scales_does_not_attack() -> None:
    """4.5: from the phase after the order on."""
    for phases, why in ((0, []), (1, ["scaling"])):
        scalings = (Scaling(("UA",), "2307", ("2308",), phases),)
        play = phase(state("UA 2307, AA 2308", scalings=scalings), "UMARON", dice=[1])
        attack(play, Attack("2308", ("UA",)))
        assert refusals(play) == why


@rule("spellbinder", "6.5")
def test_walls_are_no_bar_to_an_attack() -> None:
    """Research 8.1: adjacency is enough."""
    play = phase(state("UA 3219, AA 3320"), "UMARON", dice=[6])
    attack(play, Attack("3320", ("UA",)))
    assert refusals(play) == []


@rule("spellbinder", "6.5", "9.1 3C")
def test_an_army_off_the_map_attacks_nobody() -> None:
    play = phase(state("UA off, SA 2308"), "UMARON")
    attack(play, Attack("2308", ("UA",)))
    assert refusals(play) == ["too_far"]


def test_garrisons_can_be_attacked() -> None:
    play = phase(state("UA 1712, UB 1712 9, G1 1811"), "UMARON", dice=[2])
    attack(play, Attack("1811", ("UA", "UB")))
    assert refusals(play) == []
    assert told(play, "battle")[0]["difference"] == -1


@rule("spellbinder", "6.54")
def test_a_game_masters_own_tables_count() -> None:
    rows = list(TABLES.results)
    rows[4 - TABLES.lowest] = ("A1",) * 7 + ("D9",)
    hard = replace(TABLES, results=tuple(rows))
    assert lost(battle(25, 10, 4, options=Options(tables=hard))) == (0, 9)


# --- ships (4.65)


@rule("spellbinder", "4.65", "S40")
@pytest.mark.parametrize(("turn", "allowed"), [(5, False), (6, False), (7, False), (8, True)])
def test_s40_a_docked_ship_is_sheltered_until_the_third_turn(turn: int, allowed: bool) -> None:
    ships = {1: Ship("1817", "ALGONA", 5)}
    play = phase(state("UA 1818, AA @1", ships=ships, turn=turn), "UMARON", dice=[6])
    attack(play, Attack("1817", ("UA",)))
    assert refusals(play) == ([] if allowed else ["in_dock"])


@rule("spellbinder", "4.65")
def test_the_turn_from_which_docked_ships_are_exposed_is_an_option() -> None:
    options = Options(docked_attackable_from_turn=1)
    ships = {1: Ship("1817", "ALGONA", 5)}
    game = state("UA 1818, AA @1", ships=ships, turn=6, options=options)
    play = phase(game, "UMARON", dice=[6])
    attack(play, Attack("1817", ("UA",)))
    assert refusals(play) == []


@rule("spellbinder", "4.65", "S41")
def test_s41_a_ship_under_way_is_attacked_from_a_ship_alone() -> None:
    ships = {1: Ship("1915", "ALGONA", 1), 2: Ship("1916", "UMARON", 1)}
    play = phase(state("UA 1914, UB @2, AA @1", ships=ships, turn=9), "UMARON", dice=[4])
    attack(play, Attack("1915", ("UA", "UB")))
    assert refusals(play) == ["at_sea"]
    assert told(play, "battle")[0]["attackers"] == ("UB",)


@rule("spellbinder", "4.65")
@pytest.mark.parametrize("anyhow", [False, True])
def test_from_a_ship_only_what_could_attack_it(anyhow: bool) -> None:
    """4.65, by default: none ashore from under way."""
    options = Options(attack_from_ship=anyhow)
    ships = {1: Ship("1915", "UMARON", 1)}
    game = state("UA @1, AA 1914", ships=ships, turn=9, options=options)
    play = phase(game, "UMARON", dice=[4])
    attack(play, Attack("1914", ("UA",)))
    assert refusals(play) == ([] if anyhow else ["aboard"])


@rule("spellbinder", "4.65")
@pytest.mark.parametrize(("turn", "why"), [(7, ["aboard"]), (8, [])])
def test_from_a_dock_once_it_is_exposed(turn: int, why: list[str]) -> None:
    ships = {1: Ship("1817", "UMARON", 5)}
    play = phase(state("UA @1, AA 1818", ships=ships, turn=turn), "UMARON", dice=[4])
    attack(play, Attack("1818", ("UA",)))
    assert refusals(play) == why


# --- secrets


@rule("spellbinder", "6.52", "S103")
def test_s103_with_hidden_strengths_the_attacker_alone_learns_that_it_was_void() -> None:
    options = Options(army_strength_public=False)
    play = phase(state("UA 2307 5, AA 2308 10", options=options), "UMARON")
    attack(play, Attack("2308", ("UA",)))
    assert refusals(play) == ["too_weak"]
    assert [one.audience for one in play.turn.told] == [frozenset({"UMARON"})]


@rule("spellbinder", "6.6")
def test_hidden_losses_are_their_owners() -> None:
    options = Options(army_strength_public=False)
    play = battle(28, 10, 4, options=options)
    assert told(play, "lost", "ALGONA") == [{"army": "AA", "points": 3, "left": 7}]
    assert told(play, "lost", "UMARON") == []


# --- losses (6.6)


@rule("spellbinder", "6.6", "S81")
def test_s81_by_default_each_point_off_the_strongest() -> None:
    play = phase(state("AA 2308 10, AB 2308 4"), "UMARON")
    lose(play, ["AB", "AA"], 7, "attack on 2308")
    assert (play.armies["AA"].strength, play.armies["AB"].strength) == (3, 4)


@rule("spellbinder", "6.6")
def test_ways_to_share_out() -> None:
    strengths = {"A": 10, "B": 4, "C": 6}
    assert share("STRONGEST", strengths, 9) == {"A": 7, "C": 2}
    assert share("EVENLY", strengths, 8) == {"A": 3, "B": 3, "C": 2}
    assert share("WEAKEST", strengths, 7) == {"B": 4, "C": 3}
    assert share("EVENLY", {"A": 10, "B": 1}, 5) == {"A": 4, "B": 1}
    with pytest.raises(ValueError, match="21"):
        share("EVENLY", strengths, 21)


@rule("spellbinder", "6.6")
@given(
    st.sampled_from([choice.code for choice in SPREADS]),
    st.dictionaries(st.sampled_from("ABCDEFGHI"), st.integers(1, 25), min_size=1),
    st.data(),
)
def test_shares_come_to_the_total_and_no_army_below_nothing(
    how: str, strengths: dict[str, int], data: st.DataObject
) -> None:
    total = data.draw(st.integers(0, sum(strengths.values())))
    lost = share(how, strengths, total)
    assert sum(lost.values()) == total
    assert all(0 < number <= strengths[army] for army, number in lost.items())


@rule("spellbinder", "6.6", "S51")
def test_s51_the_owner_shares_out_as_he_likes() -> None:
    play = phase(
        state("AA 2308 4, AB 2308"), "UMARON", answers={"losses": Shares({"A": 1, "B": 6})}
    )
    lose(play, ["AA", "AB"], 7, "attack on 2308")
    assert (play.armies["AA"].strength, play.armies["AB"].strength) == (3, 4)


@rule("spellbinder", "6.6")
def test_s4_by_standing_order() -> None:
    first = StandingOrder[Any]("losses", Several(("A", "B")))
    evenly = StandingOrder[Any]("spread", Several(("EVENLY",)), (Condition("points", ">=", 3),))
    for order, left in ((first, (5, 6)), (evenly, (7, 4))):
        play = phase(state("AA 2308, AB 2308 6"), "UMARON", standing={"ALGONA": [order]})
        lose(play, ["AA", "AB"], 5, "attack on 2308")
        assert (play.armies["AA"].strength, play.armies["AB"].strength) == left


def test_losses_never_stop_the_phase() -> None:
    play = phase(state("AA 2308, AB 2308"), "UMARON", answers={"spread": Chosen("WEAKEST")})
    lose(play, ["AA", "AB"], 5, "attack on 2308")
    assert not any(question.waits for question in play.turn.asked)  # type: ignore[attr-defined]
    assert play.armies["AA"].strength == 5
