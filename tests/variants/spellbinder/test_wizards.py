"""What becomes of wizards: 6.621, 6.7, 6.8, 9.1 3D; cases S83-S90, S97, S98."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.turns.questions import Several, StandingOrder
from tests.rules import rule
from tests.variants.spellbinder.desk import phase, refusals, state, told
from variants.spellbinder.combat.magic import cast
from variants.spellbinder.combat.wizards import occupy, recover, settle
from variants.spellbinder.movement.edges import enter
from variants.spellbinder.movement.moves import leave_enemies, move
from variants.spellbinder.movement.ships import land_units
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Cast, Enter, Land, Move
from variants.spellbinder.play import Play
from variants.spellbinder.state import Permission, Scaling, Ship, State

IN = Move(("SA",), ("0707", "0606"))


def entered(pieces: str, **more: Any) -> Play:
    """Sharn's A comes through the gate of Elsmoor."""
    play = phase(state(f"SA 0707, {pieces}", **more), "SHARN")
    move(play, IN)
    assert play.place("SA") == "0606"
    return play


def points(play: Play, *wizards: str) -> tuple[int, ...]:
    return tuple(play.wizards[wizard].points for wizard in wizards)


# --- 9.1 3D


@rule("spellbinder", "9.1 3D", "S83")
def test_s83_a_castle_without_an_army_is_occupied() -> None:
    play = entered("DARMAN 1014 12, SHARN 0808 22")
    assert points(play, "DARMAN", "SHARN") == (2, 25)
    assert play.occupied == {"ELSMOOR"}


def test_point_gain_cap_is_an_option() -> None:
    play = entered("DARMAN 1014 12, SHARN 0808 22", options=Options(point_gain_cap="none"))
    assert points(play, "SHARN") == (27,)


@rule("spellbinder", "9.1 3D")
def test_a_castle_with_an_army_of_its_owner_is_not_occupied() -> None:
    play = entered("DARMAN 1014 12, DA 0406")
    assert points(play, "DARMAN") == (12,)


@rule("spellbinder", "9.1 3D")
def test_a_wizard_alone_occupies_nothing() -> None:
    play = phase(state("SHARN 0707 20, DARMAN 1014 12"), "SHARN")
    move(play, Move(("SHARN",), ("0707", "0606")))
    assert points(play, "DARMAN", "SHARN") == (12, 20)


@rule("spellbinder", "9.1 3D", "S83")
def test_s83_armies_that_come_together_enter_once() -> None:
    options = Options(occupation_repeats="every_entry")
    game = state("SA 0707, SB 0707, DARMAN 1014 22, SHARN 0808 10", options=options)
    play = phase(game, "SHARN")
    move(play, Move(("SA", "SB"), ("0707", "0606")))
    assert points(play, "DARMAN", "SHARN") == (12, 15)


def again(repeats: str, *, regained: bool) -> tuple[int, ...]:
    """Elsmoor was occupied before; by option, an army of Darman's was there in between."""
    options = Options(occupation_repeats=repeats)  # type: ignore[arg-type]
    pieces = "SA 0606, SB 0707, DARMAN 1014 22, SHARN 0808 10, DA 0508"
    play = phase(state(pieces, options=options, occupied=("ELSMOOR",)), "SHARN")
    if regained:
        play.put(["DA"], "0507")
        settle(play)
        play.put(["DA"], "0508")
    move(play, Move(("SB",), ("0707", "0606")))
    return points(play, "DARMAN", "SHARN")


@rule("spellbinder", "9.1 3D", "S84")
def test_s84_again_only_after_the_owner_has_had_an_army_there() -> None:
    assert again("after_recovery", regained=False) == (22, 10)
    assert again("after_recovery", regained=True) == (12, 15)


@rule("spellbinder", "9.1 3D", "S84")
def test_s84_by_option_never_again_or_each_time() -> None:
    assert again("once_per_game", regained=True) == (22, 10)
    assert again("every_entry", regained=False) == (12, 15)


def test_occupation_by_option_when_the_last_defender_goes() -> None:
    for trigger, left in (("entry", (22, 10)), ("entry_or_last_defender_gone", (12, 15))):
        options = Options(occupation_trigger=trigger)  # type: ignore[arg-type]
        pieces = "SA 0606, DA 0407 1, DARMAN 1014 22, SHARN 0808 10"
        play = phase(state(pieces, options=options), "SHARN")
        settle(play)
        assert points(play, "DARMAN", "SHARN") == (22, 10)
        play.weaken("DA", 1)
        settle(play)
        settle(play)
        assert points(play, "DARMAN", "SHARN") == left


def test_by_that_option_a_castle_is_lost_but_once() -> None:
    options = Options(
        occupation_trigger="entry_or_last_defender_gone", occupation_repeats="every_entry"
    )
    play = phase(state("SA 0606, DARMAN 1014 22, SHARN 0808 10", options=options), "SHARN")
    settle(play)
    settle(play)
    assert points(play, "DARMAN", "SHARN") == (12, 15)


def test_by_that_option_whoever_else_is_inside() -> None:
    """A friend's army, or a garrison that nobody owns, takes nothing, and hides no enemy."""
    options = Options(occupation_trigger="entry_or_last_defender_gone")
    pieces = "AA 0407, SA 0606, DARMAN 1014 22, SHARN 0808 10"
    game = state(pieces, options=options, allows="ALGONA DARMAN pass")
    play = phase(game, "SHARN")
    settle(play)
    assert points(play, "DARMAN", "SHARN", "ALGONA") == (12, 15, 25)
    options = replace(options, scenario="early_arrival")
    game = state("G1 1911, SA 1511, UMARON 0717 22, SHARN 0808 10", options=options, chief="UMARON")
    home = replace(game.wizards["UMARON"], home="YOF_PINTRE")
    play = phase(replace(game, wizards=game.wizards | {"UMARON": home}), "SHARN")
    settle(play)
    assert points(play, "UMARON", "SHARN") == (12, 15)


@rule("spellbinder", "9.1 3D", "S85")
def test_s85_an_ally_occupies_nothing() -> None:
    play = entered("DARMAN 1014 12, SHARN 0808 20", allows="SHARN DARMAN pass")
    assert points(play, "DARMAN", "SHARN") == (12, 20)


@rule("spellbinder", "9.1 3D", "8.5")
def test_a_leave_that_nobody_asked_for_wards_off_nobody() -> None:
    """8.5: Darman would be Sharn's ally, but Sharn is Darman's only once he has used the leave."""
    pieces = "DARMAN 1014 12, SHARN 0808 20"
    assert points(entered(pieces, allows="DARMAN SHARN pass"), "DARMAN", "SHARN") == (2, 25)
    used = (Permission("DARMAN", "SHARN", "pass", known=True),)
    assert points(entered(pieces, permissions=used), "DARMAN", "SHARN") == (12, 20)


@rule("spellbinder", "6.7", "8.5")
def test_nor_does_it_open_the_way_home_past_a_strange_wizard() -> None:
    pieces = "DARMAN 1014 10, SHARN 0506 10"
    assert entered(pieces, allows="DARMAN SHARN pass").wizards["DARMAN"].fate == "out"
    assert entered(pieces, allows="SHARN DARMAN stack").wizards["DARMAN"].fate == "in"


@rule("spellbinder", "6.7", "9.1 3D")
def test_who_is_at_nothing_and_loses_no_point_is_not_sent_home_again() -> None:
    """By option a castle costs no more than there is; his army in the field stays there."""
    options = Options(home_castle_hit_floor="one")
    play = phase(state("SA 0707, DARMAN 0407 0, DA 1014", options=options), "SHARN")
    move(play, Move(("SA",), ("0707", "0606")))
    assert play.place("DA") == "1014"
    assert told(play, "sent_home") == []


@rule("spellbinder", "6.7", "S86")
def test_s86_at_nothing_he_is_home_though_the_enemy_is_there() -> None:
    play = entered("DARMAN 1014 10, DA 1014 8, DB 0819, SHARN 0808 10")
    assert points(play, "DARMAN", "SHARN") == (0, 15)
    assert play.place("DARMAN") == "0406"
    assert (play.place("DA"), play.place("DB")) == ("", "")
    assert (play.armies["DA"].strength, play.armies["DA"].waits) == (8, True)
    assert play.wizards["DARMAN"].waits


@rule("spellbinder", "6.7", "S86")
def test_s86_he_takes_a_hex_free_of_enemies_if_there_is_one() -> None:
    order = StandingOrder[Any]("home", Several(("0406", "0507")))
    game = state("SA 0707, SB 0406, DARMAN 1014 10", occupied=())
    play = phase(game, "SHARN", standing={"DARMAN": [order]})
    play.take("DARMAN", 10)
    settle(play)
    assert play.place("DARMAN") == "0507"
    full = "SA 0406, SB 0407, SC 0506, SD 0507, SE 0606, DARMAN 1014 10"
    play = phase(state(full), "SHARN")
    play.take("DARMAN", 10)
    settle(play)
    assert play.place("DARMAN") == "0406"
    assert play.wizards["DARMAN"].fate == "in"


HELD = "SA 0406, SB 0407, SC 0506, SD 0507, SE 0606"
"""All of Elsmoor; its gates are 0507-0508 and 0606-0707."""


def left_among_enemies(pieces: str, **more: Any) -> Play:
    """At the end of Darman's movement."""
    play = phase(state(pieces, **more), "DARMAN")
    leave_enemies(play)
    return play


@rule("spellbinder", "4.13", "6.7")
def test_who_came_home_among_enemies_leaves_in_his_next_movement() -> None:
    """4.13: by the gate, next to which D stands; not in the movement in which he came."""
    order = StandingOrder[Any]("home", Several(("0507",)))
    game = state(f"{HELD}, DARMAN 1014 10")
    play = phase(game, "DARMAN", standing={"DARMAN": [order]})
    play.take("DARMAN", 10)
    settle(play)
    leave_enemies(play)
    assert play.place("DARMAN") == "0507"
    play = phase(play.after(), "DARMAN")
    leave_enemies(play)
    assert play.place("DARMAN") == "0508"
    assert told(play, "driven_out") == [{"wizard": "DARMAN", "hex": "0507"}]
    assert told(play, "moved") == [{"units": ("DARMAN",), "path": ("0507", "0508")}]


@rule("spellbinder", "4.13", "6.7")
def test_with_enemies_and_walls_all_around_he_stays() -> None:
    assert left_among_enemies(f"{HELD}, DARMAN 0406 0").place("DARMAN") == "0406"


@rule("spellbinder", "4.13", "6.7")
def test_he_stays_where_no_enemy_is_and_goes_where_he_is_sent() -> None:
    assert left_among_enemies("SA 0407, DARMAN 0406").place("DARMAN") == "0406"
    play = phase(state(f"{HELD}, DARMAN 0507 3"), "DARMAN")
    move(play, Move(("DARMAN",), ("0507", "0508", "0608")))
    leave_enemies(play)
    assert told(play, "driven_out") == []


@rule("spellbinder", "4.13", "8.4")
@pytest.mark.parametrize(("allows", "stays"), [("SHARN DARMAN stack", True), ("", False)])
def test_a_wizard_leaves_his_host_when_the_alliance_is_over(allows: str, stays: bool) -> None:
    """In 2307, on the road from 2306 to 2308: both cost half a point, and 2306 is lower."""
    play = left_among_enemies("SA 2307, DARMAN 2307", allows=[allows] if allows else ())
    assert (play.place("DARMAN") == "2307") is stays
    if not stays:
        assert play.place("DARMAN") == "2306"


@rule("spellbinder", "4.13", "8.4")
def test_the_host_with_his_armies_is_not_driven_out_by_his_guest() -> None:
    """8.0: he who ends the alliance moves first; it is for the other to go."""
    play = left_among_enemies("DA 2307, DARMAN 2307, SHARN 2307")
    assert play.place("DARMAN") == "2307"


@rule("spellbinder", "6.7", "S87")
def test_s87_a_strange_wizard_in_it_is_the_end() -> None:
    play = entered("DARMAN 1014 10, DA 1014, SHARN 0506 10")
    assert play.wizards["DARMAN"].fate == "out"
    assert "DA" not in play.armies
    assert told(play, "home_barred")[0]["others"] == ("SHARN",)


@rule("spellbinder", "6.7")
@pytest.mark.parametrize(("strange", "fate"), [("", "in"), ("SHARN 0406, ", "out")])
def test_who_comes_to_nothing_in_his_castle_stays_where_he_stands(strange: str, fate: str) -> None:
    """6.7: but a strange wizard in it is his end there, too."""
    play = phase(state(f"{strange}DARMAN 0507 3"), "SHARN")
    play.take("DARMAN", 3)
    settle(play)
    assert play.wizards["DARMAN"].fate == fate
    assert play.place("DARMAN") == ("0507" if fate == "in" else "")


@rule("spellbinder", "6.7", "9.2 3A")
def test_home_is_yof_pintre_for_him_who_arrived_early() -> None:
    """1911 comes first of its hexes; armies on the island stay, and others come back there."""
    options = Options(scenario="early_arrival")
    game = state("UMARON 0819 3, UA 1511, UB 0418", options=options, chief="UMARON")
    home = replace(game.wizards["UMARON"], home="YOF_PINTRE")
    play = phase(replace(game, wizards=game.wizards | {"UMARON": home}), "SHARN")
    play.take("UMARON", 3)
    settle(play)
    assert [play.place(unit) for unit in ("UMARON", "UA", "UB")] == ["1911", "1511", ""]
    play.wizards["UMARON"] = replace(play.wizards["UMARON"], points=5)
    settle(play)
    assert play.place("UB") == "1911"


@rule("spellbinder", "6.7", "9.3 1")
def test_armies_that_have_not_come_onto_the_map_do_not_wait_for_his_points() -> None:
    play = phase(yamantsar("ALGONA 0819 3, AA off, AB 0819"), "SHARN")
    play.take("ALGONA", 3)
    settle(play)
    assert (play.armies["AA"].waits, play.armies["AB"].waits) == (False, True)


@rule("spellbinder", "6.7", "6.6", "6.8", "4.5")
def test_who_goes_home_or_out_no_longer_scales() -> None:
    scaling = Scaling(("DARMAN", "DA", "SA", "SB"), "3104", ("3105",), 1)
    for points_left, left in ((0, ("SA", "SB")), (-1, ("SA", "SB"))):
        game = state("DARMAN 3104 3, DA 3104, SA 3104, SB 3104", scalings=(scaling,))
        play = phase(game, "SHARN")
        play.take("DARMAN", 3 - points_left)
        settle(play)
        assert [attempt.units for attempt in play.scalings] == [left]
    play.weaken("SA", 10)
    settle(play)
    assert [attempt.units for attempt in play.scalings] == [("SB",)]


@rule("spellbinder", "6.7", "S87")
def test_s87_not_if_a_friend_is_there_too() -> None:
    allows = "ALGONA DARMAN stack"
    play = entered("DARMAN 1014 10, SHARN 0506 10, ALGONA 0407", allows=allows)
    assert play.wizards["DARMAN"].fate == "in"


@rule("spellbinder", "6.8", "S88")
def test_s88_below_nothing_he_is_out() -> None:
    play = entered("DARMAN 1014 7, DA 1014")
    assert play.wizards["DARMAN"].points == -3
    assert play.wizards["DARMAN"].fate == "out"


@rule("spellbinder", "6.8", "4.66", "9.1 3A")
def test_a_ship_is_nobodys_once_all_wizards_of_its_side_are_out() -> None:
    """6.8: the others' ship stays theirs. Who is out goes out once."""
    options = Options(seats=("SHARN+ALGONA", "DARMAN+UMARON"))
    ships = {1: Ship("1817", "DARMAN+UMARON"), 2: Ship("2714", "SHARN+ALGONA")}
    play = phase(
        state("DARMAN 1014 3, UMARON 1015 3", options=options, ships=ships), "SHARN+ALGONA"
    )
    play.take("DARMAN", 4)
    settle(play)
    assert play.ships == ships
    play.take("UMARON", 4)
    settle(play)
    assert [ship.holder for ship in play.ships.values()] == [None, "SHARN+ALGONA"]
    assert [fact["wizard"] for fact in told(play, "eliminated")] == ["DARMAN", "UMARON"]


@pytest.mark.parametrize(("before", "after"), [(7, 1), (11, 1), (12, 2), (1, 1), (0, 0)])
def test_the_loss_can_have_a_floor(before: int, after: int) -> None:
    """Option home_castle_hit_floor."""
    options = Options(home_castle_hit_floor="one")
    play = entered(f"DARMAN 1014 {before}", options=options)
    assert points(play, "DARMAN") == (after,)


@rule("spellbinder", "9.1 3D")
def test_a_castle_whose_wizard_is_gone_has_no_owner() -> None:
    game = state("SA 0707, SHARN 0808 10, DARMAN off 3")
    gone = replace(game.wizards["DARMAN"], fate="out")
    play = phase(replace(game, wizards=game.wizards | {"DARMAN": gone}), "SHARN")
    move(play, IN)
    assert points(play, "DARMAN", "SHARN") == (3, 10)


@rule("spellbinder", "9.1 3D", "9.4 exile")
def test_a_wizard_in_exile_gains_nothing_by_a_castle() -> None:
    game = state("SA 0707, SHARN off 10, DARMAN 1014 22", options=Options(scenario="campaign"))
    exile = replace(game.wizards["SHARN"], fate="exile", left=1)
    play = phase(replace(game, wizards=game.wizards | {"SHARN": exile}), "SHARN")
    move(play, IN)
    assert points(play, "DARMAN", "SHARN") == (12, 10)


@rule("spellbinder", "9.1 3A")
def test_with_two_wizards_a_side_the_wizard_whose_army_came_gains() -> None:
    options = Options(seats=("SHARN+ALGONA", "DARMAN+UMARON"))
    pieces = "AA 0707, SHARN 3220 10, ALGONA 3105 10, DARMAN 1014 22"
    play = phase(state(pieces, options=options), "SHARN+ALGONA")
    move(play, Move(("AA",), ("0707", "0606")))
    assert points(play, "SHARN", "ALGONA", "DARMAN") == (10, 15, 12)
    pieces += ", UA 0407"
    play = phase(state(pieces, options=options), "SHARN+ALGONA")
    move(play, Move(("AA",), ("0707", "0606")))
    assert points(play, "ALGONA", "DARMAN") == (10, 22)


RETURN = Options(scenario="return_of_yamantsar", seats=("ALGONA", "SHARN", "UMARON"))


def yamantsar(pieces: str, **more: Any) -> State:
    game = state(pieces, options=RETURN, chief="ALGONA", **more)
    home = replace(game.wizards["ALGONA"], home="YOF_PINTRE")
    return replace(game, wizards=game.wizards | {"ALGONA": home})


@rule("spellbinder", "9.3 3C", "S97")
@pytest.mark.parametrize(("sworn", "after"), [(False, (30, 10)), (True, (20, 15))])
def test_s97_yamantsar_loses_only_what_he_has_held_alone(
    sworn: bool, after: tuple[int, int]
) -> None:
    ships = {1: Ship("1412", "SHARN", 1), 2: Ship("2714")}
    pieces = "ALGONA 0819 30, SHARN 3220 10, SA @1"
    play = phase(yamantsar(pieces, ships=ships, sworn=sworn), "SHARN")
    land_units(play, Land(("SA",), "1411"))
    assert refusals(play) == []
    assert points(play, "ALGONA", "SHARN") == after


@rule("spellbinder", "9.3 3A")
def test_yamantsar_gains_up_to_fifty() -> None:
    play = phase(yamantsar("ALGONA 1712 48, AA 3320, SHARN 2308 25"), "ALGONA")
    occupy(play, "PINDRAGALF", "AA")
    assert points(play, "ALGONA", "SHARN") == (50, 15)


# --- 6.621


def at_home(before: int, cast_at_him: bool, defence: int = 0) -> Play:
    """Darman sits in Elsmoor; Algona may hit him for two with Thunder 1 against Force."""
    game = state(f"DARMAN 0406 {before}, ALGONA 0306")
    standing = [StandingOrder[Any]("defence", Several((f"SHIELD {defence}",)))] if defence else []
    play = phase(game, "ALGONA", standing={"DARMAN": standing})
    if cast_at_him:
        cast(play, Cast(1, 1, wizard="DARMAN"))
    return play


@rule("spellbinder", "6.621", "S89")
def test_s89_a_point_for_a_turn_at_home() -> None:
    play = phase(state("DARMAN 0406 24"), "ALGONA")
    play.take("DARMAN", 2)
    recover(play)
    assert points(play, "DARMAN") == (23,)


@rule("spellbinder", "6.621", "S89")
def test_s89_points_lost_to_a_spell_are_not_used() -> None:
    """6.36, 6.621: 3 + 1 are lost, and one comes back; nobody defends at the last point either."""
    play = at_home(24, True)
    assert points(play, "DARMAN") == (20,)
    recover(play)
    assert points(play, "DARMAN") == (21,)


@rule("spellbinder", "6.621", "S89")
def test_s89_none_for_who_has_used_points() -> None:
    play = at_home(24, True, 1)
    before = points(play, "DARMAN")
    recover(play)
    assert points(play, "DARMAN") == before == (21,)  # 24 - 1, less 2 + 1 - 1
    recover(play)
    assert points(play, "DARMAN") == (22,)


@rule("spellbinder", "6.621", "S89")
def test_s89_no_more_than_twenty_five() -> None:
    play = at_home(25, False)
    recover(play)
    assert points(play, "DARMAN") == (25,)


@rule("spellbinder", "6.621")
def test_none_for_who_has_left_though_he_is_back() -> None:
    play = phase(state("DARMAN 0407 20"), "DARMAN")
    play.put(["DARMAN"], "0408")
    settle(play)
    play.put(["DARMAN"], "0407")
    recover(play)
    assert points(play, "DARMAN") == (20,)
    recover(play)
    assert points(play, "DARMAN") == (21,)


@rule("spellbinder", "6.621")
@pytest.mark.parametrize(("means", "after"), [("island", 21), ("castle", 20)])
def test_yof_pintre_will_do(means: str, after: int) -> None:
    """6.621; what Yof-Pintre is, is an option."""
    options = Options(yof_pintre_means=means)  # type: ignore[arg-type]
    play = phase(state("DARMAN 1712 20", options=options), "DARMAN")
    recover(play)
    assert points(play, "DARMAN") == (after,)


@rule("spellbinder", "6.621", "9.3 3A", "S98")
def test_s98_yamantsar_recovers_to_twenty_five_alone() -> None:
    play = phase(yamantsar("ALGONA 1911 30"), "ALGONA")
    recover(play)
    assert points(play, "ALGONA") == (30,)


@rule("spellbinder", "6.7", "6.621", "S90")
def test_s90_home_at_nothing_and_back_at_five() -> None:
    play = phase(state("DARMAN 1014 3, DA 1014 6, DB 1115 2, DC 0407", turn=8), "SHARN")
    settle(play)
    play.take("DARMAN", 3)
    settle(play)
    recover(play)
    seen = [points(play, "DARMAN")[0]]
    for _ in range(4):
        recover(play)
        seen.append(points(play, "DARMAN")[0])
    assert seen == [0, 1, 2, 3, 4]
    assert (play.place("DA"), play.place("DC")) == ("", "0407")
    recover(play)
    assert points(play, "DARMAN") == (5,)
    # Two to a hex, in the castle's order.
    assert (play.place("DA"), play.place("DB")) == ("0406", "0406")
    assert (play.armies["DA"].strength, play.armies["DB"].strength) == (6, 2)
    assert not play.wizards["DARMAN"].waits
    assert not play.armies["DA"].waits


# --- 6.7


def waiting(pieces: str, **standing: Any) -> Play:
    """Darman was sent home; D's armies off the map wait for him to be at 5."""
    game = state(pieces)
    armies = {code: replace(army, waits=not army.at) for code, army in game.armies.items()}
    darman = replace(game.wizards["DARMAN"], waits=True)
    game = replace(game, armies=armies, wizards=game.wizards | {"DARMAN": darman})
    return phase(game, "SHARN", standing=standing)


@rule("spellbinder", "6.7")
def test_armies_come_back_where_their_owner_likes() -> None:
    order = StandingOrder[Any]("return", Several(("0507",)))
    play = waiting("DARMAN 0406 5, DA off, DB off, DC off", DARMAN=[order])
    settle(play)
    assert [play.place(army) for army in ("DA", "DB", "DC")] == ["0507"] * 3


@rule("spellbinder", "6.7")
def test_what_is_over_two_a_hex_comes_to_the_last() -> None:
    pieces = "DARMAN 0406 5, SA 0407, SB 0506, SC 0606, DA off, DB off, DC off, DD off, DE off"
    play = waiting(pieces)
    settle(play)
    assert [play.place(f"D{letter}") for letter in "ABCDE"] == [
        "0406", "0406", "0507", "0507", "0507",
    ]  # fmt: skip


@rule("spellbinder", "6.7")
def test_without_a_free_hex_they_wait_on() -> None:
    play = waiting("DARMAN 0406 5, SA 0406, SB 0407, SC 0506, SD 0507, SE 0606, DA off")
    settle(play)
    assert play.place("DA") == ""
    play.put(["SC"], "0505")
    settle(play)
    assert play.place("DA") == "0506"


@rule("spellbinder", "6.7", "8.4")
def test_they_do_not_come_back_to_a_friends_armies() -> None:
    game = state("DARMAN 0407 5, DA off, SA 0406", allows="SHARN DARMAN stack")
    waits = game.armies | {"DA": replace(game.armies["DA"], waits=True)}
    darman = replace(game.wizards["DARMAN"], waits=True)
    play = phase(replace(game, armies=waits, wizards=game.wizards | {"DARMAN": darman}), "SHARN")
    settle(play)
    assert play.place("DA") == "0407"


@rule("spellbinder", "6.7")
def test_each_wizards_armies_wait_for_him() -> None:
    game = state("DARMAN 0406 5, DA off, SHARN 3220 4, SA off")
    armies = {code: replace(army, waits=True) for code, army in game.armies.items()}
    both = {code: replace(game.wizards[code], waits=True) for code in ("DARMAN", "SHARN")}
    play = phase(replace(game, armies=armies, wizards=game.wizards | both), "ALGONA")
    settle(play)
    assert (play.place("DA"), play.place("SA")) == ("0406", "")


@rule("spellbinder", "6.7", "9.4 exile")
def test_the_armies_of_an_exile_wait_on_whatever_he_has() -> None:
    """They come back with him, to his castle."""
    game = state("DARMAN off 13, DA off", options=Options(scenario="campaign"), game=2)
    exile = replace(game.wizards["DARMAN"], waits=True, fate="exile", left=1)
    army = {"DA": replace(game.armies["DA"], waits=True)}
    play = phase(replace(game, armies=army, wizards=game.wizards | {"DARMAN": exile}), "DARMAN")
    settle(play)
    assert play.place("DA") == ""
    enter(play, Enter(("DARMAN",), ("0122",)))
    assert play.place("DA") == "0406"


@rule("spellbinder", "9.4 exile")
def test_armies_that_are_off_the_map_for_another_reason_do_not_come_back() -> None:
    """9.4: those in exile."""
    play = phase(state("DARMAN 0406 5, DA off"), "SHARN")
    play.wizards["DARMAN"] = replace(play.wizards["DARMAN"], waits=True)
    settle(play)
    assert play.place("DA") == ""


@rule("spellbinder", "6.7")
def test_who_acts_in_the_castle_of_a_wizard_at_nothing_may_leave_it() -> None:
    """6.7: those inside stay and act."""
    play = phase(state("DARMAN 1014 3, DA 0507"), "DARMAN")
    play.take("DARMAN", 3)
    settle(play)
    move(play, Move(("DA",), ("0507", "0508")))
    assert play.place("DA") == "0508"


@rule("spellbinder", "6.7")
@pytest.mark.parametrize(("counts", "where"), [(True, "0406"), (False, "1014")])
def test_nothing_by_his_own_spending_sends_home_unless_an_option_says_no(
    counts: bool, where: str
) -> None:
    options = Options(zero_by_spending_counts=counts)
    game = state("DARMAN 1014 3, SA 1015, SHARN 3220", options=options)
    play = phase(game, "DARMAN")
    cast(play, Cast(4, 3, ("1015",)))
    assert points(play, "DARMAN") == (0,)
    assert play.place("DARMAN") == where


@rule("spellbinder", "6.8", "9.1 3A")
def test_with_two_wizards_a_side_his_own_armies_alone_go() -> None:
    options = Options(seats=("SHARN+ALGONA", "DARMAN+UMARON"))
    play = phase(state("DARMAN 1014 3, DA 1014, UA 1015", options=options), "SHARN+ALGONA")
    play.take("DARMAN", 4)
    settle(play)
    assert set(play.armies) == {"UA"}


@rule("spellbinder", "6.7")
def test_a_wizard_aboard_leaves_the_ship_for_his_castle() -> None:
    """6.7: his armies aboard leave play, too."""
    play = phase(state("DARMAN @1 3, DA @1"), "SHARN")
    play.take("DARMAN", 3)
    settle(play)
    assert (play.place("DARMAN"), play.place("DA")) == ("0406", "")
    assert play.aboard(1) == []


def test_hidden_points_are_told_to_their_owner() -> None:
    options = Options(spell_points_public=False)
    play = phase(state("DARMAN 0406 20", options=options), "SHARN")
    recover(play)
    assert told(play, "recovered", "DARMAN") == [{"wizard": "DARMAN", "points": 21}]
    assert told(play, "recovered", "SHARN") == []
