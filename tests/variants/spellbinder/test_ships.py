"""Ships (4.6), dice aside: `ships.py` on a desk."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from tests.rules import rule
from tests.variants.spellbinder.desk import phase, refusals, state, told
from variants.spellbinder.combat.battle import attack
from variants.spellbinder.combat.reach import out_of_reach
from variants.spellbinder.movement.moves import move
from variants.spellbinder.movement.ships import land_units, load, sail, sail_won
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Attack, Challenge, Land, Load, Move, Sail
from variants.spellbinder.play import Play
from variants.spellbinder.state import Scaling, Ship, State


def after(play: Play, turn: int = 4) -> State:
    """The state once the phase is over."""
    return replace(play.after(), turn=turn)


def held(seat: str, first: str = "1817", since: int = 0) -> Mapping[int, Ship]:
    """Ship 1 in a hex, under this seat's control."""
    return {1: Ship(first, seat, since)}


AT_1718 = "UA 1718, UB 1718"


@rule("spellbinder", "4.6", "4.66", "S22")
def test_s22_two_armies_go_aboard_and_sail_nine_hexes() -> None:
    """4.6, 4.66: who first uses a ship controls it; the units stay aboard."""
    play = phase(state(AT_1718), "UMARON")
    load(play, Load(("UA", "UB"), 1))
    sail(play, Sail(1, ("1311",)))
    assert play.ships[1] == Ship("1311", "UMARON", 3)
    assert play.sailed == {1: 9}
    assert play.aboard(1) == ["UA", "UB"]
    assert play.place("UA") == "1311"
    assert refusals(play) == []
    assert told(play, "ship_used") == [{"ship": 1, "seat": "UMARON", "before": ""}]
    assert told(play, "boarded") == [{"units": ("UA", "UB"), "ship": 1, "hex": "1817"}]


@rule("spellbinder", "4.62", "4.63", "S23")
def test_s23_who_went_aboard_in_a_phase_does_not_land_in_it() -> None:
    play = phase(state(AT_1718), "UMARON")
    load(play, Load(("UA", "UB"), 1))
    sail(play, Sail(1, ("1311",)))
    land_units(play, Land(("UA", "UB"), "1411"))
    assert refusals(play) == ["ship_loaded", "ship_loaded"]
    assert play.aboard(1) == ["UA", "UB"]


@rule("spellbinder", "4.63", "S24")
def test_s24_they_land_in_the_next_phase_and_walk_on() -> None:
    """4.63: 1 + 3 * 1/2 = 2 1/2 points of 5."""
    play = phase(state("UA @1, UB @1", ships=held("UMARON", "1311", 2)), "UMARON")
    land_units(play, Land(("UA", "UB"), "1411"))
    assert play.spent == {"UA": 2, "UB": 2}
    assert play.place("UA") == play.armies["UB"].at == "1411"
    move(play, Move(("UA", "UB"), ("1411", "1512", "1611", "1712")))
    assert play.armies["UA"].at == play.armies["UB"].at == "1712"
    assert play.spent == {"UA": 5, "UB": 5}
    assert refusals(play) == []


@rule("spellbinder", "example of 4.63", "4.61")
def test_example_of_4_6_loaded_in_one_phase_and_landed_in_the_next() -> None:
    """4.6: both ways of the example, and no third army aboard."""
    pieces = "UA 1718, UB 1718, UC 1618, UD 1618, UE 1519, UF 1519, UG 1419, UH 1419, UI 1718"
    play = phase(state(pieces), "UMARON")
    load(play, Load(("UA", "UB", "UI"), 1))
    assert refusals(play) == ["ship_full"]
    sail(play, Sail(1, ("1311",)))
    second = phase(after(play), "UMARON")
    land_units(second, Land(("UA",), "1410"))
    land_units(second, Land(("UB",), "1411"))
    assert (second.armies["UA"].at, second.armies["UB"].at) == ("1410", "1411")

    waits = phase(state(pieces), "UMARON")
    load(waits, Load(("UA", "UB"), 1))
    second = phase(after(waits), "UMARON")
    sail(second, Sail(1, ("1311",)))
    land_units(second, Land(("UA", "UB"), "1411"))
    assert refusals(second) == []
    assert second.armies["UA"].at == "1411"


@rule("spellbinder", "4.62", "4.64", "S30")
def test_s30_no_ship_sails_both_before_and_after_it_loads() -> None:
    play = phase(state("UC 1718", ships=held("UMARON", "1815")), "UMARON")
    sail(play, Sail(1, ("1817",)))
    load(play, Load(("UC",), 1))
    sail(play, Sail(1, ("1915",)))
    assert refusals(play) == ["ship_sailed"]
    assert play.ships[1].at == "1817"
    assert play.aboard(1) == ["UC"]


@rule("spellbinder", "4.62")
def test_no_ship_loads_before_and_after_it_sails() -> None:
    """4.62: all movement comes before or after."""
    play = phase(state("UA 1718, UB 1718"), "UMARON")
    load(play, Load(("UA",), 1))
    sail(play, Sail(1, ("1817", "1717"), written=True))
    load(play, Load(("UB",), 1))
    assert refusals(play) == ["ship_sailed"]
    assert play.aboard(1) == ["UA"]


@rule("spellbinder", "4.62", "4.64")
def test_a_ship_goes_back_empty_only_if_it_had_not_sailed() -> None:
    back = phase(state("UA @1", ships=held("UMARON", "1915")), "UMARON")
    land_units(back, Land(("UA",), "1914"))
    sail(back, Sail(1, ("1817",)))
    assert (back.ships[1].at, refusals(back)) == ("1817", [])
    far = phase(state("UA @1", ships=held("UMARON", "1817")), "UMARON")
    sail(far, Sail(1, ("1915",)))
    land_units(far, Land(("UA",), "1914"))
    sail(far, Sail(1, ("1817",)))
    assert (far.ships[1].at, refusals(far)) == ("1915", ["ship_sailed"])


@rule("spellbinder", "4.62")
def test_a_ship_that_unloads_loads_nobody_in_the_same_phase() -> None:
    """4.62: be they the same units or others."""
    play = phase(state("UA @1, UB 1718", ships=held("UMARON")), "UMARON")
    land_units(play, Land(("UA",), "1718"))
    load(play, Load(("UB",), 1))
    assert refusals(play) == ["ship_unloaded"]


@rule("spellbinder", "4.61", "S31")
def test_s31_two_armies_and_any_number_of_wizards() -> None:
    """4.61: those of one player, or of allies."""
    aboard = "UA @1, UB @1, UC 1718, UMARON @1, DARMAN 1718"
    play = phase(state(aboard, ships=held("UMARON")), "UMARON")
    load(play, Load(("UC",), 1))
    assert refusals(play) == ["ship_full"]
    stranger = phase(state(aboard, ships=held("UMARON")), "DARMAN")
    load(stranger, Load(("DARMAN",), 1))
    assert refusals(stranger) == ["foreign_ship"]
    ally = phase(state(aboard, ships=held("UMARON"), allows="UMARON DARMAN stack"), "DARMAN")
    load(ally, Load(("DARMAN",), 1))
    assert ally.aboard(1) == ["DARMAN", "UMARON", "UA", "UB"]
    assert ally.ships[1].holder == "UMARON"
    assert told(ally, "allied") == [{"giver": "UMARON", "taker": "DARMAN", "what": "stack"}]


@rule("spellbinder", "4.61", "8.4", "8.5")
def test_nobody_comes_into_company_by_a_leave_that_he_himself_has_given() -> None:
    """8.5: Darman's leave makes Umaron his ally only once he has made use of it."""
    allows = ["UMARON DARMAN use 1", "DARMAN UMARON stack"]
    play = phase(state("UMARON @1, DARMAN 1718", ships=held("UMARON"), allows=allows), "DARMAN")
    load(play, Load(("DARMAN",), 1))
    assert refusals(play) == ["foreign_company"]
    play.use("DARMAN", "UMARON", "stack")
    load(play, Load(("DARMAN",), 1))
    assert play.aboard(1) == ["DARMAN", "UMARON"]


@rule("spellbinder", "8.4")
def test_armies_of_two_players_share_no_ship() -> None:
    pieces = "UA @1, DA 1718"
    allows = ["UMARON DARMAN stack", "UMARON DARMAN use 1"]
    play = phase(state(pieces, ships=held("UMARON"), allows=allows), "DARMAN")
    load(play, Load(("DA",), 1))
    assert refusals(play) == ["foreign_company"]


@rule("spellbinder", "4.66", "S32")
def test_s32_a_ship_that_nobody_has_used_is_not_sailed_from_afar() -> None:
    play = phase(state("UA 1419"), "UMARON")
    sail(play, Sail(2, ("2312",)))
    assert refusals(play) == ["ship_not_boarded"]
    assert play.ships[2] == Ship("2714")


@rule("spellbinder", "4.67", "S33")
def test_s33_an_empty_ship_is_captured_by_going_aboard() -> None:
    """4.67: and sails its ten hexes in the captor's phase."""
    ships = {2: Ship("2714", "SHARN", 3)}
    play = phase(state("AA 2715", ships=ships), "ALGONA")
    load(play, Load(("AA",), 2))
    sail(play, Sail(1, ("1914",)))
    sail(play, Sail(2, ("1917",)))
    assert play.ships[2].holder == "ALGONA"
    assert told(play, "ship_captured") == [{"ship": 2, "seat": "ALGONA", "before": "SHARN"}]
    assert refusals(play) == ["ship_not_boarded"]
    assert play.ships[2].at == "1917"


@rule("spellbinder", "4.67", "S33")
def test_s33_the_captured_ship_comes_to_1817_in_nine_hexes() -> None:
    ships = {1: Ship("1311"), 2: Ship("2714", "SHARN")}
    play = phase(state("AA 2715", ships=ships), "ALGONA")
    load(play, Load(("AA",), 2))
    sail(play, Sail(2, ("1817",)))
    assert (play.ships[2].at, play.sailed) == ("1817", {2: 9})


@rule("spellbinder", "4.67")
def test_a_ship_is_captured_from_a_ship_next_to_it() -> None:
    """4.67: that loads the one and unloads the other."""
    ships = {1: Ship("1915", "UMARON"), 2: Ship("1916", "SHARN")}
    play = phase(state("UA @1, UB @1", ships=ships), "UMARON")
    load(play, Load(("UA",), 2))
    assert play.aboard(2) == ["UA"]
    assert play.ships[2].holder == "UMARON"
    land_units(play, Land(("UA",), "1914"))
    assert refusals(play) == ["ship_loaded"]
    land_units(play, Land(("UB",), "1914"))
    assert play.armies["UB"].at == "1914"
    # Between two own ships nobody goes over: neither is a dock.
    own = {1: Ship("1915", "UMARON"), 2: Ship("1916", "UMARON")}
    play = phase(state("UA @1", ships=own), "UMARON")
    load(play, Load(("UA",), 2))
    assert refusals(play) == ["not_beside_ship"]


@rule("spellbinder", "4.4", "4.68", "S34")
@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("1910", ["wall"]),
        ("1909", []),
        ("2010", []),
        ("2110", []),
        ("1908", ["not_beside_ship"]),
        ("2111", ["not_beside_ship"]),
    ],
)
def test_s34_nobody_lands_through_a_wall(at: str, why: list[str]) -> None:
    play = phase(state("UA @1", ships=held("UMARON", "2009")), "UMARON")
    land_units(play, Land(("UA",), at))
    assert refusals(play) == why
    assert play.place("UA") == ("2009" if why else at)


@rule("spellbinder", "4.68")
def test_on_the_mainland_there_are_two_docks_alone() -> None:
    """4.68: 1818 touches 1817, and is no dock."""
    play = phase(state("UA @1, UB 1818", ships=held("UMARON")), "UMARON")
    land_units(play, Land(("UA",), "1818"))
    load(play, Load(("UB",), 1))
    assert refusals(play) == ["not_beside_ship", "not_beside_ship"]


@rule("spellbinder", "4.63", "4.68")
def test_no_road_leads_off_a_ship() -> None:
    """4.6: the dock hex costs 1, the mountain 1914 costs 3."""
    play = phase(state("UA @1", ships=held("UMARON")), "UMARON")
    land_units(play, Land(("UA",), "1718"))
    assert play.spent == {"UA": 2}
    play = phase(state("UA @1", ships=held("UMARON", "1915")), "UMARON")
    land_units(play, Land(("UA",), "1914"))
    assert play.spent == {"UA": 6}


@rule("spellbinder", "4.13")
def test_nobody_lands_where_an_enemy_stands() -> None:
    play = phase(state("UA @1, SHARN 1914", ships=held("UMARON", "1915")), "UMARON")
    land_units(play, Land(("UA",), "1914"))
    assert refusals(play) == ["occupied"]


@rule("spellbinder", "4.6", "4.15")
def test_a_ship_keeps_to_the_lake_and_to_ten_hexes() -> None:
    """4.6, 4.15: as far as it can, and no two ships in a hex."""
    play = phase(state("UMARON @1", ships=held("UMARON", "1311")), "UMARON")
    sail(play, Sail(1, ("2714",)))
    assert refusals(play) == ["no_way"]
    sail(play, Sail(1, ("2613",)))
    assert refusals(play)[1:] == ["spent"]
    assert play.sailed == {1: 10}
    play = phase(state("UMARON @1", ships=held("UMARON", "1807")), "UMARON")
    sail(play, Sail(1, ("1807", "1806"), written=True))
    assert refusals(play) == ["terrain"]


@rule("spellbinder", "4.64", "4.66")
def test_an_empty_ship_sails_for_him_who_controls_it() -> None:
    play = phase(state(ships=held("UMARON", "1915")), "UMARON")
    sail(play, Sail(1, ("1817",)))
    assert play.ships[1].at == "1817"
    other = phase(state(ships=held("UMARON", "1915")), "SHARN")
    sail(other, Sail(1, ("1817",)))
    assert refusals(other) == ["foreign_ship"]


@rule("spellbinder", "4.12")
def test_who_was_stopped_does_not_go_aboard() -> None:
    """4.12, by option he does."""
    for option, why in ((False, ["halted"]), (True, [])):
        options = Options(halted_units_may_board=option)
        play = phase(state("UA 1718", options=options), "UMARON")
        play.halted.add("UA")
        load(play, Load(("UA",), 1))
        assert refusals(play) == why


def test_going_aboard_costs_what_the_option_says() -> None:
    play = phase(state("UA 1718, UB 1718", options=Options(ship_load_cost=1)), "UMARON")
    play.spent = {"UA": 8, "UB": 9}
    load(play, Load(("UA", "UB"), 1))
    assert play.spent["UA"] == 10
    assert refusals(play) == ["spent"]


@rule("spellbinder", "9.1 3A", "S94")
def test_s94_with_two_players_nobody_controls_both_ships() -> None:
    options = Options(seats=("DARMAN+SHARN", "ALGONA+UMARON"))
    ships = {1: Ship("1817", "DARMAN+SHARN")}
    play = phase(state("DA 2715", ships=ships, options=options), "DARMAN+SHARN")
    load(play, Load(("DA",), 2))
    assert refusals(play) == ["both_ships"]
    assert play.aboard(2) == []


@rule("spellbinder", "4.66")
def test_a_loaded_ship_whose_player_is_out_is_there_for_who_is_aboard() -> None:
    """4.66: nobody could come to it at sea."""
    play = phase(state("UA @1", ships={1: Ship("1311")}), "UMARON")
    sail(play, Sail(1, ("1312",)))
    assert play.ships[1] == Ship("1312", "UMARON", 3)


@rule("spellbinder", "4.69", "S35")
def test_s35_a_ship_won_by_challenge_sails_at_once() -> None:
    """4.69: ten hexes; by option anywhere."""
    play = phase(state(ships=held("DARMAN", "1311")), "DARMAN")
    sail_won(play, Challenge("UMARON", 1, "2613"))
    assert len(told(play, "sailed")[0]["path"]) == 11
    options = Options(challenge_move="anywhere")
    play = phase(state(ships=held("DARMAN", "1311"), options=options), "DARMAN")
    sail_won(play, Challenge("UMARON", 1, "2613"))
    assert play.ships[1].at == "2613"


@rule("spellbinder", "8.3", "8.5", "S110")
def test_s110_a_loan_leaves_control_where_it_is() -> None:
    before = state("UA 2715", ships={2: Ship("2714", "SHARN")}, allows="SHARN UMARON use 2")
    play = phase(before, "UMARON")
    load(play, Load(("UA",), 2))
    sail(play, Sail(2, ("2312",)))
    assert play.ships[2].holder == "SHARN"
    assert play.ships[2].at == "2312"
    assert told(play, "allied") == [{"giver": "SHARN", "taker": "UMARON", "what": "use 2"}]
    lender = phase(after(play), "SHARN")
    sail(lender, Sail(2, ("2714",)))
    assert lender.place("UA") == "2714"
    land_units(lender, Land(("UA",), "2715"))
    assert refusals(lender) == ["not_aboard"]


@rule("spellbinder", "4.65", "S40")
@pytest.mark.parametrize(("turn", "allowed"), [(5, False), (6, False), (7, False), (8, True)])
def test_s40_units_in_dock_are_safe_until_the_third_turn(turn: int, allowed: bool) -> None:
    """4.65: A went aboard in turn 5."""
    first = phase(state("UA 1718, SA 1818", turn=5), "UMARON")
    load(first, Load(("UA",), 1))
    play = phase(after(first, turn), "SHARN", [4])
    attack(play, Attack("1817", ("SA",)))
    assert refusals(play) == ([] if allowed else ["in_dock"])


@rule("spellbinder", "4.65", "S41")
def test_s41_a_ship_off_the_island_is_attacked_from_a_ship_next_to_it_alone() -> None:
    ships = {1: Ship("1915", "UMARON", 1), 2: Ship("1916", "SHARN", 1)}
    before = state("UA @1, SHARN 1914", ships=ships, turn=5)
    assert out_of_reach(phase(before, "SHARN"), "SHARN", "1915", 2) == "at_sea"
    before = state("UA @1, SHARN @2", ships=ships, turn=5)
    assert out_of_reach(phase(before, "SHARN"), "SHARN", "1915", 2) is None


@rule("spellbinder", "4.62", "4.67")
def test_nobody_captures_a_ship_from_one_that_has_loaded() -> None:
    ships = {1: Ship("1817", "UMARON"), 2: Ship("1816", "SHARN")}
    play = phase(state("UA 1718, UB @1", ships=ships), "UMARON")
    load(play, Load(("UA",), 1))
    load(play, Load(("UB",), 2))
    assert refusals(play) == ["not_beside_ship"]


@rule("spellbinder", "4.5")
def test_who_waits_below_a_wall_does_not_go_aboard() -> None:
    waiting = Scaling(("UA",), "1909", ("1910",), 1)
    game = state("UA 1909", ships=held("UMARON", "2009"), scalings=(waiting,))
    play = phase(game, "UMARON")
    load(play, Load(("UA",), 1))
    assert refusals(play) == ["scaling"]
