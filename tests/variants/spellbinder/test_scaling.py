"""Scaling the walls of a castle (4.5): `scaling.py` on a desk."""

import pytest
from msgspec.structs import replace

from tests.rules import rule
from tests.variants.spellbinder.desk import Dice, phase, refusals, state, told
from variants.spellbinder.combat.battle import attack
from variants.spellbinder.combat.reach import scales
from variants.spellbinder.movement.moves import move
from variants.spellbinder.movement.scaling import begin, roll_scalings, scale, stop_scaling
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Attack, Move, Scale, StopScaling
from variants.spellbinder.play import Play
from variants.spellbinder.state import Scaling, State


def below(pieces: str = "UA 3104", units: tuple[str, ...] = ("UA",), phases: int = 1) -> State:
    """Before a phase of Umaron's, in which units of his wait below the wall of Coving in 3104."""
    waiting = Scaling(units, "3104", ("3105",), phases)
    return state(f"ALGONA 2001, {pieces}", scalings=(waiting,))


def turn_of(before: State, dice: Dice = ()) -> Play:
    """Umaron's movement, with no order given."""
    play = phase(before, "UMARON", dice)
    begin(play)
    roll_scalings(play)
    return play


@rule("spellbinder", "4.5", "4.53", "S42")
def test_s42_who_scales_waits_a_phase_and_is_rolled_for_in_the_second() -> None:
    first = phase(state("UA 3104"), "UMARON")
    begin(first)
    scale(first, Scale(("UA",), ("3105",)))
    roll_scalings(first)
    assert first.scalings == [Scaling(("UA",), "3104", ("3105",), 0)]
    assert first.halted == {"UA"}
    assert not scales(first, "UA")
    second = turn_of(below(phases=0))
    assert second.place("UA") == "3104"
    assert scales(second, "UA")
    third = turn_of(below(phases=1), [3])
    assert third.place("UA") == "3105"
    assert third.scalings == []
    assert "UA" in third.halted
    assert not scales(third, "UA")


@rule("spellbinder", "4.53", "S42")
def test_s42_who_has_come_in_attacks_in_the_same_phase() -> None:
    """10 - 10 inside the castle: a 6 counts as a 5, D1."""
    play = turn_of(below("UA 3104, AA 3205"), [3, 6])
    attack(play, Attack("3205", ("UA",)))
    assert refusals(play) == []
    assert play.armies["AA"].strength == 9


@rule("spellbinder", "4.51", "S43")
@pytest.mark.parametrize(("die", "left"), [(6, 6), (2, 10), (1, 10)])
def test_s43_a_roll_of_1_costs_what_the_next_shows_less_2(die: int, left: int) -> None:
    play = turn_of(below(), [1, die])
    assert play.place("UA") == "3105"
    assert play.armies["UA"].strength == left


@rule("spellbinder", "4.5", "S44")
def test_s44_who_fails_stays_and_is_rolled_for_again() -> None:
    play = turn_of(below(), [5])
    assert play.place("UA") == "3104"
    assert scales(play, "UA")
    again = turn_of(replace(play.state, scalings=tuple(play.scalings)), [4])
    assert again.place("UA") == "3105"


@rule("spellbinder", "4.52", "S45")
def test_s45_nobody_rolls_where_nobody_can_come_in() -> None:
    """4.52: 3104 touches 3105 and 3204 alone."""
    play = turn_of(below("UA 3104, AA 3105, AB 3204"))
    assert play.place("UA") == "3104"
    assert told(play, "no_scaling") == [{"units": ("UA",), "hex": "3104"}]
    assert play.scalings == [Scaling(("UA",), "3104", ("3105",), 2)]


@rule("spellbinder", "4.52")
def test_of_the_hexes_wished_for_the_first_free_one_is_taken() -> None:
    """4.52: a wizard alone bars a hex, too; with no wish left, the lowest free hex."""
    play = turn_of(below("UA 3104, DARMAN 3105"), [4])
    assert play.place("UA") == "3204"


@rule("spellbinder", "4.5", "S46")
def test_s46_nobody_scales_from_a_road() -> None:
    """4.5: unless an option says so; and not from where there is no wall."""
    play = phase(state("UA 0508, UB 0608, UC 0407"), "UMARON")
    scale(play, Scale(("UA",), ("0407",)))
    scale(play, Scale(("UB",), ("0606",)))
    scale(play, Scale(("UC",), ("0406",)))
    assert refusals(play) == ["road_hex", "no_wall", "no_wall"]
    options = Options(scaling_from="any_wall_side")
    play = phase(state("UA 0508", options=options), "UMARON")
    scale(play, Scale(("UA",), ("0407",)))
    assert play.scalings == [Scaling(("UA",), "0508", ("0407",))]


@rule("spellbinder", "4.51", "6.43", "S47")
def test_s47_a_wizard_alone_loses_points() -> None:
    play = turn_of(below("UMARON 3104 9", ("UMARON",)), [1, 5])
    assert play.place("UMARON") == "3105"
    assert play.wizards["UMARON"].points == 6


@rule("spellbinder", "4.5")
def test_a_stack_rolls_once_by_option_each_unit_rolls() -> None:
    pieces = "UA 3104, UB 3104, UMARON 3104"
    play = turn_of(below(pieces, ("UA", "UB", "UMARON")), [4])
    assert {play.place(unit) for unit in ("UA", "UB", "UMARON")} == {"3105"}
    before = below(pieces, ("UA", "UB", "UMARON"))
    options = replace(before.options, scaling_roll_by="unit")
    play = turn_of(replace(before, options=options), [5, 4, 2])
    assert [play.place(unit) for unit in ("UA", "UB", "UMARON")] == ["3104", "3105", "3105"]
    assert play.scalings == [Scaling(("UA",), "3104", ("3105",), 2)]


@rule("spellbinder", "4.51", "6.6")
def test_an_army_that_falls_to_nothing_does_not_come_in() -> None:
    play = turn_of(below("UA 3104 3"), [1, 6])
    assert "UA" not in play.armies


def test_by_option_the_first_roll_is_a_turn_earlier() -> None:
    before = below(phases=0)
    before = replace(before, options=replace(before.options, scaling_wait="one_turn"))
    assert turn_of(before, [4]).place("UA") == "3105"


@rule("spellbinder", "4.5")
def test_who_gives_up_or_is_moved_is_out_of_the_attempt() -> None:
    """4.5: the others keep theirs."""
    play = phase(below("UA 3104, UB 3104, UC 3104", ("UA", "UB", "UC")), "UMARON", [4])
    begin(play)
    stop_scaling(play, StopScaling(("UA",)))
    play.put(["UB"], at="3004")
    roll_scalings(play)
    assert [play.place(unit) for unit in ("UA", "UB", "UC")] == ["3104", "3004", "3105"]
    assert told(play, "stops_scaling") == [{"units": ("UA",)}]
    stop_scaling(play, StopScaling(("UA",)))
    assert refusals(play) == ["not_scaling"]


@rule("spellbinder", "4.5")
def test_nobody_gives_up_in_the_phase_after_the_order() -> None:
    """4.5: in it they may not move."""
    play = phase(below(phases=0), "UMARON")
    begin(play)
    stop_scaling(play, StopScaling(("UA",)))
    assert refusals(play) == ["scaling"]
    assert play.scalings == [Scaling(("UA",), "3104", ("3105",), 1)]


@rule("spellbinder", "4.5")
def test_the_waits_of_others_go_on() -> None:
    """4.5: a wait counts phases of its own player."""
    play = phase(below(phases=1), "SHARN")
    begin(play)
    roll_scalings(play)
    assert play.scalings == [Scaling(("UA",), "3104", ("3105",), 1)]


def test_only_units_that_stand_together_ashore_scale() -> None:
    play = phase(state("UA 3104, UB 3103, UC @1, AA 3104"), "UMARON")
    for units in (("UA", "UB"), ("UC",), ("AA",), ("UI",)):
        scale(play, Scale(units, ("3105",)))
    assert refusals(play) == ["not_together"] * 3 + ["gone"]


@rule("spellbinder", "4.5")
def test_to_say_it_again_does_not_begin_the_wait_anew() -> None:
    """4.5: who writes his order in each phase rolls in the third, and may not attack in the second;
    it only changes the hexes that are wished for."""
    again = Scale(("UA",), ("3204",))
    for phases, dice, place in ((0, [], "3104"), (1, [3], "3204")):
        play = phase(below(phases=phases), "UMARON", dice)
        begin(play)
        scale(play, again)
        roll_scalings(play)
        assert play.place("UA") == place
        assert scales(play, "UA") is (place == "3104")
        assert told(play, "scales") == []


@rule("spellbinder", "4.5")
def test_who_joins_those_that_wait_has_a_wait_of_his_own() -> None:
    play = phase(below("UA 3104, UB 3104", phases=0), "UMARON")
    begin(play)
    scale(play, Scale(("UA", "UB"), ("3105",)))
    assert play.scalings == [
        Scaling(("UA",), "3104", ("3105",), 1),
        Scaling(("UB",), "3104", ("3105",), 0),
    ]
    assert [one["units"] for one in told(play, "scales")] == [("UB",)]


@rule("spellbinder", "4.5")
def test_who_has_walked_away_and_come_back_begins_anew() -> None:
    play = phase(below(phases=1), "UMARON")
    begin(play)
    move(play, Move(("UA",), ("3104", "3103", "3104")))
    scale(play, Scale(("UA",), ("3105",)))
    assert play.scalings == [Scaling(("UA",), "3104", ("3105",), 0)]


def test_those_that_are_left_scale_though_one_of_them_is_lost() -> None:
    play = phase(state("UA 3104"), "UMARON")
    scale(play, Scale(("UA", "UB"), ("3105",)))
    stop_scaling(play, StopScaling(("UB",)))
    assert play.scalings == [Scaling(("UA",), "3104", ("3105",))]
    assert [(one["why"], one["units"]) for one in told(play, "refused")] == [("gone", ("UB",))] * 2


@rule("spellbinder", "9.1 3D", "4.5")
def test_coming_in_takes_the_castle() -> None:
    """9.1 3D: 4.5 leads in as a gate does."""
    play = turn_of(below("UA 3104, ALGONA 2001 20, UMARON 2417 12"), [4])
    assert (play.wizards["ALGONA"].points, play.wizards["UMARON"].points) == (10, 17)


@rule("spellbinder", "4.51", "6.43")
def test_of_wizards_alone_the_one_with_most_points_falls_first() -> None:
    """A 1, then 5 - 2: Algona's 12 points are 9 before both are even."""
    options = Options(seats=("DARMAN+SHARN", "ALGONA+UMARON"))
    waiting = Scaling(("ALGONA", "UMARON"), "3104", ("3105",), 1)
    pieces = "ALGONA 3104 12, UMARON 3104 9"
    play = phase(state(pieces, options=options, scalings=(waiting,)), "ALGONA+UMARON", [1, 5])
    begin(play)
    roll_scalings(play)
    assert [play.wizards[code].points for code in ("ALGONA", "UMARON")] == [9, 9]
