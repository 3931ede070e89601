"""9.1 3B and 3C, 9.2: garrisons that nobody owns. S24-S29 of the conformance cases."""

from typing import Literal

import pytest

from tests.rules import rule
from tests.variants.spellbinder.desk import phase, refusals, state, told
from variants.spellbinder.movement.garrisons import wake_late
from variants.spellbinder.movement.moves import merge, move
from variants.spellbinder.movement.ships import land_units
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Land, Merge, Move
from variants.spellbinder.play import Play
from variants.spellbinder.state import Ship, State

OFF_1411 = {1: Ship("1311", "UMARON", 2)}
INLAND = "1411-1512-1611-1712"


def go(play: Play, units: str, path: str) -> None:
    move(play, Move(tuple(units.split()), tuple(path.split("-"))))


def umaron(game: State, *dice: int) -> Play:
    return phase(game, "UMARON", dice)


def strengths(play: Play, codes: str) -> list[int]:
    return [play.armies[code].strength for code in codes.split()]


@rule("spellbinder", "4.63", "S24")
def test_s24_who_lands_walks_on_at_once() -> None:
    play = umaron(state("UA @1, UB @1", ships=OFF_1411))
    land_units(play, Land(("UA", "UB"), "1411"))
    go(play, "UA UB", INLAND)
    assert (play.place("UA"), play.spent["UA"]) == ("1712", 2 * 2.5)
    assert refusals(play) == []


@rule("spellbinder", "9.1 3C", "S25")
def test_s25_a_garrison_attacks_who_comes_next_to_it() -> None:
    play = umaron(state("UA @1, UB @1, G1 1811", ships=OFF_1411), 5)
    land_units(play, Land(("UA", "UB"), "1411"))
    go(play, "UA UB", INLAND)
    assert play.place("UA") == "1712"
    assert sum(strengths(play, "UA UB")) == 19  # 20 - 20 = 0: at 5 D1
    assert strengths(play, "G1") == [20]
    kinds = [one.event.kind for one in play.turn.told]
    assert kinds.index("moved") < kinds.index("battle")


@rule("spellbinder", "9.1 3C", "S26")
def test_s26_all_garrisons_that_touch_the_hex_attack_together() -> None:
    at_sea = {1: Ship("1814", "UMARON", 2)}
    play = umaron(state("UA @1, G1 1811, G2 1912", ships=at_sea), 3)
    land_units(play, Land(("UA",), "1813"))
    go(play, "UA", "1813-1812")
    assert strengths(play, "UA") == [7]  # 40 - 10 = 30: at 3 D3
    (battle,) = told(play, "battle")
    assert (battle["attackers"], battle["difference"]) == (("G1", "G2"), 30)


@rule("spellbinder", "6.53", "S27")
def test_s27_each_attacks_once_in_a_phase() -> None:
    play = umaron(state("UA 1813, UB 1813, G1 1811, G2 1912"), 3)
    go(play, "UA", "1813-1812")
    go(play, "UB", "1813-1812")
    assert len(told(play, "battle")) == 1
    assert play.place("UB") == "1812"


@rule("spellbinder", "9.1 3B", "S28")
def test_s28_never_at_a_negative_differential() -> None:
    game = state("UA 1611 25, UB 1611 1, G1 1811 25", options=Options(scenario="campaign"))
    play = umaron(game)
    go(play, "UA UB", "1611-1712-1713")
    assert play.place("UA") == play.place("UB") == "1712"
    assert told(play, "battle") == []
    assert told(play, "garrisons_hold") == [{"garrisons": ("G1",), "hex": "1712"}]
    assert refusals(play) == ["zone"]


@rule("spellbinder", "9.1 3B", "6.6")
@pytest.mark.parametrize("trigger", ["on_arrival", "end_of_movement"])
def test_that_a_garrison_is_too_weak_to_attack_all_see(
    trigger: Literal["on_arrival", "end_of_movement"],
) -> None:
    """9.1 3B: whoever sees who came next to it sees that no battle comes of it, at the table, too,
    and its strength everybody knows."""
    for public in (True, False):
        options = Options(garrison_trigger=trigger, army_strength_public=public)
        play = umaron(state("UA 1611 9, UB 1611 2, G1 1811 10", options=options))
        go(play, "UA UB", "1611-1712")
        wake_late(play)
        for reader in ("UMARON", "SHARN", "public"):
            assert len(told(play, "garrisons_hold", reader)) == 1


@rule("spellbinder", "4.12", "6.5", "S29")
def test_s29_a_lone_wizard_stops_and_wakes_nobody() -> None:
    play = umaron(state("UMARON 1611, G1 1811"))
    go(play, "UMARON", "1611-1712-1713")
    assert play.place("UMARON") == "1712"
    assert told(play, "battle") == []


@rule("spellbinder", "9.1 3C")
def test_all_armies_of_the_hex_defend() -> None:
    play = umaron(state("UA 1712 4, UB 1611 6, G1 1811"), 6)
    go(play, "UB", "1611-1712")
    (battle,) = told(play, "battle")
    assert (battle["defenders"], battle["difference"]) == (("UA", "UB"), 10)
    assert sum(strengths(play, "UA UB")) == 7  # 7-10 at 6: D3


@rule("spellbinder", "9.1 3B")
def test_an_army_that_was_there_already_wakes_nobody() -> None:
    play = umaron(state("UA 1712, UMARON 1611, G1 1811"))
    go(play, "UMARON", "1611-1712")
    assert told(play, "battle") == []


@rule("spellbinder", "9.1 3B")
def test_from_one_such_hex_to_another_it_comes_next_to_them_anew() -> None:
    play = umaron(state("UA 1712, G1 1811"), 1)
    assert (play.place("UA"), play.fought) == ("1712", set())
    go(play, "UA", "1712-1711")
    (battle,) = told(play, "battle")
    assert battle["hex"] == "1711"


@rule("spellbinder", "9.1 3C", "6.55")
def test_the_garrison_may_lose_too_and_terrain_helps_the_player() -> None:
    # 20 - 20 = 0 in a mountain, text: 2 - 1 = 1, A1.
    play = umaron(state("UA 1914, UB 1914, G1 1912"), 2)
    go(play, "UA UB", "1914-1913")
    assert strengths(play, "G1") == [19]
    assert sum(strengths(play, "UA UB")) == 20


def test_an_army_destroyed_on_arrival_is_gone() -> None:
    play = umaron(state("UA 1611 2, G1 1811"), 4)
    go(play, "UA", "1611-1712")
    assert "UA" not in play.armies  # 11+ at 4: D3


@rule("spellbinder", "4.13")
def test_a_garrison_bars_its_hex() -> None:
    play = umaron(state("UMARON 1712, G1 1811"))
    go(play, "UMARON", "1712-1811")
    assert (play.place("UMARON"), refusals(play)) == ("1712", ["occupied"])


# --- the garrison of a castle whose wizard is not in the game (9.1 3B)


@rule("spellbinder", "9.1 3B")
def test_armies_of_an_unused_castle_attack_likewise() -> None:
    options = Options(seats=("DARMAN", "SHARN", "UMARON"))
    play = umaron(state("UA 3104 5, AA 3105", options=options), 3)
    assert play.owner("AA") is None
    go(play, "UA", "3104-3004")  # across the wall
    assert [one["attackers"] for one in told(play, "battle")] == [("AA",)]
    assert strengths(play, "UA") == [4]  # 10 - 5 = 5: at 3 D1


# --- options


def test_garrisons_may_wait_for_the_end_of_movement() -> None:
    game = state(
        "UA 1813, UB 1611 5, UC 1611 5, G1 1811, G2 1912",
        options=Options(garrison_trigger="end_of_movement"),
    )
    play = umaron(game, 1, 1)
    go(play, "UA", "1813-1812")
    go(play, "UB", "1611-1712")
    go(play, "UC", "1611-1712")
    assert told(play, "battle") == []
    wake_late(play)
    # At 1812 the differential is 40 - 10, at 1712, where G1 alone touches, 20 - 10.
    assert [(one["hex"], one["attackers"]) for one in told(play, "battle")] == [
        ("1812", ("G1", "G2")),
    ]


def test_an_army_that_came_and_was_combined_is_forgotten() -> None:
    options = Options(garrison_trigger="end_of_movement")
    play = umaron(state("UA 1611 4, UB 1712 5, G1 1811", options=options), 3)
    go(play, "UA", "1611-1712")
    merge(play, Merge("UA", "UB"))
    wake_late(play)
    assert told(play, "battle") == []  # B was there already


@rule("spellbinder", "9.2 3C")
@pytest.mark.parametrize(
    ("option", "seat", "wakes"),
    [
        ("hostile_to_all", "UMARON", True),
        ("hostile_to_all", "SHARN", True),
        ("hostile_to_others", "UMARON", False),
        ("hostile_to_others", "SHARN", True),
        ("inert", "SHARN", False),
    ],
)
def test_early_arrival_before_they_are_gained(option: str, seat: str, wakes: bool) -> None:
    options = Options(scenario="early_arrival", early_arrival_garrison=option)  # type: ignore[arg-type]
    army = f"{seat[0]}A"
    game = state(f"{army} 1611, G1 1811 10", options=options, chief="UMARON")
    play = phase(game, seat, [3])
    go(play, army, "1611-1712-1713")
    assert bool(told(play, "battle")) == wakes
    assert play.place(army) == ("1712" if wakes else "1713")


# --- what a step brings about shows in the next (9.1 3D, 6.7)


@rule("spellbinder", "6.7", "S86")
def test_s86_a_taken_castle_sends_its_wizard_home_at_once() -> None:
    # Darman (10) far away has an army in the way; with his points gone it leaves play.
    game = state("SA 0707, DARMAN 1320 10, DA 0505, DB 1419")
    play = phase(game, "SHARN")
    go(play, "SA", "0707-0606")
    assert play.wizards["DARMAN"].points == 0
    assert play.place("DARMAN") in ("0406", "0407", "0506", "0507")
    assert play.place("DA") == play.place("DB") == ""
    kinds = [one.event.kind for one in play.turn.told]
    assert kinds.index("moved") < kinds.index("occupied") < kinds.index("sent_home")
