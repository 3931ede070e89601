"""4.0-4.4, 8.1, 8.4: movement on land. S05-S21 of the conformance cases, and what they leave
out."""

from typing import Any

import pytest

from tests.rules import rule
from tests.variants.spellbinder.desk import phase, refusals, state, told
from variants.spellbinder.components import BOARD
from variants.spellbinder.movement.moves import move
from variants.spellbinder.movement.ways import allowance, barred, goals
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Move
from variants.spellbinder.play import Play
from variants.spellbinder.state import Scaling, State

TO_THE_DOCK = "0619-0719-0819-0920-1020-1120-1220-1320-1419-1519-1618-1718"
SHORT = "1320-1419-1519-1618"


def written(units: str, path: str, **more: Any) -> Move:
    return Move(tuple(units.split()), tuple(path.split("-")), **more)


def towards(units: str, goal: str, **more: Any) -> Move:
    return Move(tuple(units.split()), (goal,), written=False, **more)


def umaron(game: State, *orders: Move) -> Play:
    """Umaron's phase with these moves."""
    play = phase(game, "UMARON")
    for order in orders:
        move(play, order)
    return play


def places(play: Play, units: str) -> list[str]:
    return [play.place(unit) for unit in units.split()]


# --- allowances and prices (4.0, 4.2, 4.3)


@rule("spellbinder", "4.0", "4.3", "S05")
def test_s05_an_army_goes_ten_hexsides_by_road() -> None:
    play = umaron(state("UA 0619"), written("UA", TO_THE_DOCK))
    assert play.place("UA") == "1618"
    assert play.spent["UA"] == 2 * 5
    assert told(play, "moved") == [
        {"units": ("UA",), "path": tuple(TO_THE_DOCK.split("-")[:-1])},
    ]
    (refusal,) = told(play, "refused", "UMARON")
    assert (refusal["why"], refusal["hex"], refusal["units"]) == ("spent", "1618", ("UA",))
    assert told(play, "refused", "SHARN") == []


@rule("spellbinder", "4.0", "S06")
def test_s06_a_wizard_goes_further() -> None:
    play = umaron(state("UMARON 0619"), written("UMARON", TO_THE_DOCK))
    assert play.place("UMARON") == "1718"
    assert play.spent["UMARON"] == 2 * 5.5
    assert refusals(play) == []


@rule("spellbinder", "4.2", "S07")
def test_s07_what_is_left_does_not_pay_for_another_mountain() -> None:
    play = umaron(state("UA 1120"), written("UA", "1120-1121-1122"))
    assert play.place("UA") == "1121"
    assert play.spent["UA"] == 2 * 3


@rule("spellbinder", "4.3", "S08")
def test_s08_a_road_hex_is_dear_but_along_the_road() -> None:
    play = umaron(state("UA 0818"), written("UA", "0818-0819"))
    assert (play.place("UA"), play.spent["UA"]) == ("0819", 2 * 1)


@rule("spellbinder", "4.2", "4.4", "S09")
def test_s09_out_of_a_castle_by_its_gate() -> None:
    play = umaron(state("UA 0418"), written("UA", "0418-0518-0517"))
    assert (play.place("UA"), play.spent["UA"]) == ("0517", 2 * 2.5)


@rule("spellbinder", "4.4", "S10")
def test_s10_walls_are_not_crossed() -> None:
    play = umaron(state("UA 0417"), written("UA", "0417-0418"))
    assert (play.place("UA"), refusals(play)) == ("0417", ["wall"])
    assert told(play, "moved") == []


@rule("spellbinder", "4.2", "4.3", "S11")
def test_s11_a_bridge_is_entered_by_its_road() -> None:
    play = umaron(
        state("UA 0512, UB 0410"), written("UA", "0512-0511-0510"), written("UB", "0410-0511")
    )
    assert (play.place("UA"), play.spent["UA"]) == ("0510", 2 * 1)
    assert (play.place("UB"), refusals(play)) == ("0410", ["bridge"])


@rule("spellbinder", "4.3")
def test_a_bridge_is_left_by_its_road() -> None:
    play = umaron(state("UA 0511"), written("UA", "0511-0410"))
    assert (play.place("UA"), refusals(play)) == ("0511", ["bridge"])


@rule("spellbinder", "4.4")
def test_a_gate_may_cost_as_much_as_the_castle() -> None:
    dear = Options(castle_entry_by_gate_cost="castle")
    for options, spent in ((Options(), 1), (dear, 4)):
        play = umaron(state("UA 0719", options=options), written("UA", "0719-0619"))
        assert (play.place("UA"), play.spent["UA"]) == ("0619", spent)
    play = umaron(state("UA 0619", options=dear), written("UA", "0619-0719"))
    assert play.spent["UA"] == 1  # going out there is no castle to enter


@rule("spellbinder", "4.2")
def test_water_is_not_entered() -> None:
    play = umaron(state("UA 1718"), written("UA", "1718-1817"))
    assert (play.place("UA"), refusals(play)) == ("1718", ["terrain"])


@rule("spellbinder", "4.11")
def test_411_no_hex_is_skipped() -> None:
    play = umaron(state("UA 0619"), written("UA", "0619-0719-0920"))
    assert (play.place("UA"), refusals(play)) == ("0719", ["not_adjacent"])


@rule("spellbinder", "4.15")
def test_415_the_allowance_is_for_the_whole_phase() -> None:
    play = umaron(
        state("UA 1520"), written("UA", "1520-1420-1320"), written("UA", "1320-1419-1420-1520")
    )
    # 1 + 1, then a road hexside for 1/2, 1, and 1 more for the rest of 1.5.
    assert (play.place("UA"), play.spent["UA"]) == ("1520", 9)


@rule("spellbinder", "4.0")
def test_each_unit_pays_for_itself_and_the_group_stops_with_the_first() -> None:
    game = state("UA 1120, UMARON 1120")
    play = umaron(game, written("UA UMARON", "1120-1121-1122"))
    assert places(play, "UA UMARON") == ["1121", "1121"]
    play = umaron(game, written("UA UMARON", "1120-1121-1122", split=True))
    assert places(play, "UA UMARON") == ["1121", "1122"]


@rule("spellbinder", "4.0")
def test_a_unit_may_be_left_on_the_way() -> None:
    order = written("UA UB UMARON", "0619-0719-0819-0920", drop=(("UB", "0719"),))
    play = umaron(state("UA 0619, UB 0619, UMARON 0619"), order)
    assert places(play, "UA UB UMARON") == ["0920", "0719", "0920"]
    assert told(play, "moved") == [
        {"units": ("UA", "UMARON"), "path": ("0619", "0719", "0819", "0920")},
        {"units": ("UB",), "path": ("0619", "0719")},
    ]
    assert refusals(play) == []


@rule("spellbinder", "3.2", "8.2")
def test_who_cannot_move_is_left_out_and_the_rest_goes() -> None:
    game = state("UA 0619, UB @1, UC off, UD 0519, SA 0619")
    play = umaron(game, written("UA UB UC UD SA ZZ", "0619-0719"))
    assert places(play, "UA UD") == ["0719", "0519"]
    assert refusals(play) == ["aboard", "off_map", "not_own", "gone", "elsewhere"]


@rule("spellbinder", "4.5")
def test_units_below_a_wall_move_once_they_may_give_up() -> None:
    for phases, at in ((0, "3003"), (1, "3104"), (2, "3003")):
        scaling = Scaling(("UA",), "3104", ("3105",), phases)
        play = umaron(state("UA 3104", scalings=(scaling,)), written("UA", "3104-3003"))
        assert play.place("UA") == at


# --- the stop rule (4.12) and enemies in the way (4.13)


@rule("spellbinder", "4.12", "S12")
def test_s12_next_to_an_army_an_army_stops() -> None:
    play = umaron(state("SA 1518, UA 1320"), written("UA", SHORT))
    assert (play.place("UA"), refusals(play)) == ("1519", ["zone"])


@rule("spellbinder", "4.12", "S13")
def test_s13_next_to_a_lone_wizard_it_does_not() -> None:
    play = umaron(state("SHARN 1518, UA 1320"), written("UA", SHORT))
    assert play.place("UA") == "1618"


@rule("spellbinder", "4.12", "S14")
def test_s14_a_wizard_does_and_who_goes_with_him() -> None:
    play = umaron(state("SHARN 1518, UA 1320, UMARON 1320"), written("UA UMARON", SHORT))
    assert places(play, "UA UMARON") == ["1519", "1519"]
    assert (play.halted, refusals(play)) == ({"UMARON"}, ["zone"])


@rule("spellbinder", "4.12", "S15")
def test_s15_unless_the_armies_are_to_go_on() -> None:
    game = state("SHARN 1518, UA 1320, UMARON 1320")
    play = umaron(game, written("UA UMARON", SHORT, split=True))
    assert places(play, "UA UMARON") == ["1618", "1519"]


@rule("spellbinder", "4.12")
def test_an_army_stopped_by_company_alone_may_be_ordered_on() -> None:
    game = state("SHARN 1518, UA 1320, UMARON 1320")
    more = written("UA UMARON", "1519-1618")
    play = umaron(game, written("UA UMARON", SHORT), more)
    assert places(play, "UA UMARON") == ["1618", "1519"]


@rule("spellbinder", "4.13", "S16")
def test_s16_a_lone_wizard_bars_a_hex() -> None:
    play = umaron(state("SHARN 1618, UA 1519"), written("UA", "1519-1618"))
    assert (play.place("UA"), refusals(play)) == ("1519", ["occupied"])


@rule("spellbinder", "4.12", "S17")
@pytest.mark.parametrize(
    ("path", "at", "spent"), [("1519-1520-1420", "1420", 4), ("1519-1618-1718", "1618", 1)]
)
def test_s17_who_begins_next_to_an_enemy_may_leave(path: str, at: str, spent: int) -> None:
    play = umaron(state("SA 1518, UA 1519"), written("UA", path))
    assert (play.place("UA"), play.spent["UA"]) == (at, spent)


@rule("spellbinder", "4.12")
def test_412_a_stopped_unit_stays_for_the_phase() -> None:
    play = umaron(state("SA 1518, UA 1320"), written("UA", SHORT), written("UA", "1519-1520"))
    assert (play.place("UA"), refusals(play)) == ("1519", ["zone", "halted"])


@rule("spellbinder", "4.12")
def test_a_zone_reaches_across_walls_unless_the_game_has_it_otherwise() -> None:
    path = "1710-1711-1712"  # 1711 touches 1811 across a wall, 1712 at the gate
    play = umaron(state("SA 1811, UA 1710"), written("UA", path))
    assert play.place("UA") == "1711"
    options = Options(zoc_across_walls=False)
    play = umaron(state("SA 1811, UA 1710", options=options), written("UA", path))
    assert play.place("UA") == "1712"


@rule("spellbinder", "4.12")
def test_units_aboard_a_ship_stop_nobody_unless_the_game_has_it_otherwise() -> None:
    path = "1519-1618-1718-1719"  # ship 1 lies in 1817
    assert umaron(state("SA @1, UA 1519"), written("UA", path)).place("UA") == "1719"
    game = state("SA @1, UA 1519", options=Options(zoc_from_ships=True))
    assert umaron(game, written("UA", path)).place("UA") == "1718"


# --- allies (8.1, 8.4)


@rule("spellbinder", "8.1", "8.5", "S18")
def test_s18_with_leave_one_goes_on() -> None:
    game = state("SA 1518, UA 1320", allows="SHARN UMARON pass")
    play = umaron(game, written("UA", SHORT))
    assert play.place("UA") == "1618"
    assert told(play, "allied", "DARMAN") == [
        {"giver": "SHARN", "taker": "UMARON", "what": "pass"},
    ]


@rule("spellbinder", "8.5")
def test_leave_that_made_no_difference_was_not_used() -> None:
    game = state("SA 1518, UA 1320", allows="SHARN UMARON pass")
    assert told(umaron(game, written("UA", "1320-1419-1519")), "allied") == []


@rule("spellbinder", "4.13", "8.4", "S19")
def test_s19_through_an_allys_hex_but_not_into_it() -> None:
    game = state("SA 1519, UA 1320", allows="SHARN UMARON pass")
    assert umaron(game, written("UA", SHORT)).place("UA") == "1618"
    play = umaron(game, written("UA", "1320-1419-1519"))
    assert (play.place("UA"), refusals(play)) == ("1419", ["full"])


@rule("spellbinder", "4.12", "8.4", "S20")
def test_s20_who_would_have_to_stop_there_halts_before() -> None:
    game = state("SA 1519, AA 1518, UA 1320", allows="SHARN UMARON pass")
    play = umaron(game, written("UA", SHORT))
    assert (play.place("UA"), play.spent["UA"]) == ("1419", 1)


@rule("spellbinder", "8.4")
def test_so_does_who_has_not_enough_left_to_leave_it() -> None:
    game = state("SA 1020, UA 1220", allows="SHARN UMARON pass")
    play = phase(game, "UMARON")
    play.spent["UA"] = 8
    move(play, written("UA", "1220-1120-1020-0920"))
    assert play.place("UA") == "1120"


@rule("spellbinder", "4.12")
def test_s21_leave_taken_back_in_time_is_none() -> None:
    play = umaron(state("SA 1518, UA 1320"), written("UA", SHORT))
    assert play.place("UA") == "1519"
    assert refusals(play) == ["zone"]


@rule("spellbinder", "8.4")
def test_leave_to_stack_is_for_wizards() -> None:
    game = state("SA 1519, UA 1419, UMARON 1419", allows="SHARN UMARON stack")
    play = umaron(game, written("UMARON", "1419-1519"), written("UA", "1419-1519"))
    assert places(play, "UMARON UA") == ["1519", "1419"]
    assert barred(play, "UA", "1519") == "occupied"


@rule("spellbinder", "4.13", "8.4")
def test_no_armies_enter_where_an_enemys_wizard_stands_with_an_allys_army() -> None:
    game = state("SA 1519, ALGONA 1519, UA 1419", allows="SHARN UMARON pass")
    assert umaron(game, written("UA", "1419-1519-1618")).place("UA") == "1419"


# --- unwritten ways (4.0)


def test_the_cheapest_way_as_far_as_the_allowance_goes() -> None:
    play = umaron(state("UA 0619"), towards("UA", "1718"))
    assert (play.place("UA"), play.spent["UA"]) == ("1618", 10)


def test_a_way_that_is_not_stopped_is_taken_if_there_is_one_within_reach() -> None:
    straight = umaron(state("UA 1517"), towards("UA", "1519"))
    assert told(straight, "moved")[0]["path"] == ("1517", "1518", "1519")
    # An army in 1417 stops who goes by 1518; 1617 and 1618 touch it not.
    assert not {"1617", "1618", "1519"} & set(BOARD.neighbors["1417"])
    assert "1518" in BOARD.neighbors["1417"]
    around = umaron(state("UA 1517, SA 1417"), towards("UA", "1519"))
    assert around.place("UA") == "1519"
    assert "1518" not in told(around, "moved")[0]["path"]


def test_else_the_cheapest() -> None:
    play = umaron(state("UA 0510, SA 0612"), towards("UA", "0513"))  # there is but one bridge
    assert (play.place("UA"), refusals(play)) == ("0512", ["zone"])


@rule("spellbinder", "4.3")
def test_by_road_alone() -> None:
    play = umaron(state("UA 0719"), towards("UA", "0920", road=True))
    assert told(play, "moved")[0]["path"] == ("0719", "0819", "0920")
    play = umaron(state("UA 0820"), towards("UA", "0920", road=True))
    assert (play.place("UA"), refusals(play)) == ("0820", ["no_way"])


@rule("spellbinder", "4.13")
def test_towards_an_enemy_as_near_as_can_be() -> None:
    play = umaron(state("UA 1320, SA 1519"), towards("UA", "1519"))
    assert (play.place("UA"), refusals(play)) == ("1419", ["zone"])


def test_there_is_no_way_to_the_island() -> None:
    play = umaron(state("UA 1718"), towards("UA", "1411"))
    assert refusals(play) == ["no_way"]


def test_where_to_go_instead() -> None:
    game = state("UA 1519, SHARN 1618")
    order = written("UA", "1519-1618", other="1518")
    assert umaron(game, order).place("UA") == "1518"
    assert umaron(state("UA 1519"), order).place("UA") == "1618"
    order = towards("UA", "1618", other="1518")
    assert umaron(game, order).place("UA") == "1518"


def test_units_in_several_hexes_go_each_by_their_own_way() -> None:
    play = umaron(state("UA 0719, UB 0920"), towards("UA UB", "0819"))
    assert places(play, "UA UB") == ["0819", "0819"]


def test_goals_are_where_a_unit_can_end_its_move() -> None:
    game = state("UA 1320, SA 1519, AA 1220", allows="SHARN UMARON pass")
    play = phase(game, "UMARON")
    found = goals(play, "UA")
    assert "1519" not in found  # an ally's army
    assert "1220" not in found  # an enemy's
    assert found["1618"].path == ("1320", "1419", "1519", "1618")
    assert all(one.cost <= allowance(play, "UA") for one in found.values())
    play.halted.add("UA")
    assert set(goals(play, "UA")) == {"1320"}


@rule("spellbinder", "4.13")
@pytest.mark.parametrize(
    ("pieces", "place"),
    [("", "1618"), ("SHARN 1618", "1420"), ("SHARN 1519", "1420"), ("SA 1518", "1519")],
)
def test_elsewhere_is_gone_to_if_others_hold_a_hex_of_the_way(pieces: str, place: str) -> None:
    """4.13: whichever hex of the written way it is; to have to stop on it is no such case."""
    order = Move(("UA",), ("1320", "1419", "1519", "1618"), other="1420")
    assert umaron(state(f"UA 1320, {pieces}"), order).place("UA") == place


@rule("spellbinder", "8.4")
def test_with_leave_to_stack_an_army_stands_with_an_allys_wizard() -> None:
    game = state("SHARN 1519, UA 1419", allows="SHARN UMARON stack")
    assert umaron(game, written("UA", "1419-1519")).place("UA") == "1519"
