"""A Player Phase for each wizard of two players (9.1 3A), by the option `two_player_phases`."""

import msgspec
from msgspec.structs import replace

from adjudicator.turns.questions import Chosen
from tests.rules import rule
from tests.variants.spellbinder.desk import Desk, state
from tests.variants.spellbinder.test_phases import played
from variants.spellbinder.course.phases import run
from variants.spellbinder.course.schedule import phase_for
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Cast, GiveShip, Load, Move, Sail
from variants.spellbinder.state import Scaling, Ship
from variants.spellbinder.title import Spellbinder


def test_a_phase_for_each_wizard_moves_his_units_alone() -> None:
    """9.1 3A"""
    seats = ("DARMAN+SHARN", "ALGONA+UMARON")
    options = Options(seats=seats, two_player_phases="one_per_wizard")
    before = state(
        "DA 0714, SA 2307", options=options, order=("DARMAN", "ALGONA", "SHARN", "UMARON")
    )
    both = [Move(("Darman A",), ("0715",), False), Move(("Sharn A",), ("2308",), False)]
    assert [phase_for(before, seats[0], one) for one in both] == ["T3DARMAN", "T3SHARN"]
    after, _, _ = played(before, **{seats[0]: both})
    assert (after.armies["DA"].at, after.armies["SA"].at) == ("0715", "2307")
    assert after.order[after.step] == "ALGONA"


def test_who_scales_in_another_wizards_phase_waits_for_his_own() -> None:
    """4.5, 9.1 3A: Sharn's A was told to scale in Sharn's last phase; Darman's is none of its
    own."""
    seats = ("DARMAN+SHARN", "ALGONA+UMARON")
    options = Options(seats=seats, two_player_phases="one_per_wizard", mode="turn")
    below = Scaling(("SA",), "3104", ("3105",))
    before = state(
        "SA 3104, AA 2307",
        options=options,
        order=("DARMAN", "ALGONA", "SHARN", "UMARON"),
        scalings=(below,),
    )
    after, kinds, _ = played(before, [1, 6])
    assert after.scalings == (replace(below, phases=1),)
    assert "scaled" not in kinds


@rule("spellbinder", "4.66", "9.1 3A")
def test_an_order_for_the_whole_side_is_carried_out_once() -> None:
    """4.0: a ship has ten hexes. It sails in the phase of the wizard whose unit it took aboard;
    sent for a phase of his own, in that."""
    options = Options(
        seats=("DARMAN+SHARN", "ALGONA+UMARON"), two_player_phases="one_per_wizard", mode="turn"
    )
    wizards = ("DARMAN", "ALGONA", "SHARN", "UMARON")
    before = state("SA 1718, DA 0910, UA 0720", options=options, order=wizards)
    letter = [
        Move(("Darman A",), ("1010",), False),
        Load(("Sharn A",), 1),
        Sail(1, ("1311",)),
        GiveShip(1, "ALGONA+UMARON"),
    ]
    after, kinds, _ = played(before, [1, 6], **{"DARMAN+SHARN": letter})
    assert after.ships[1].at == "1311"
    assert (kinds.count("sailed"), kinds.count("refused")) == (1, 0)
    one = replace(options, mode="phase")
    ships = {1: Ship("1817", "DARMAN+SHARN")}
    before = state("UA 0720", options=one, order=wizards, step=2, ships=ships)
    after, _, _ = played(before, **{"DARMAN+SHARN": [Sail(1, ("1311",))]})
    assert after.ships[1].at == "1311"


@rule("spellbinder", "4.66", "9.1 3A")
def test_without_his_first_wizard_a_player_sails_in_the_phase_of_the_other() -> None:
    """3.0: Darman, who is out of the game, has no phase. Nor does the ship sail again in Sharn's
    if he was lost in his own."""
    options = Options(
        seats=("DARMAN+SHARN", "ALGONA+UMARON"), two_player_phases="one_per_wizard", mode="turn"
    )
    before = state(
        "DARMAN 2306 1, ALGONA 2307, AA 0720, SA 3220",
        options=options,
        order=("DARMAN", "ALGONA", "SHARN", "UMARON"),
        ships={1: Ship("1817", "DARMAN+SHARN")},
    )
    out = replace(before.wizards["DARMAN"], at="", fate="out")
    alone = replace(before, wizards={**before.wizards, "DARMAN": out})
    after, _, _ = played(alone, [1, 6], **{"DARMAN+SHARN": [Sail(1, ("1915",))]})
    assert after.ships[1].at == "1915"
    letter = [Sail(1, ("1816",)), Cast(2, 1, wizard="ALGONA", by="Darman")]
    desk = Desk(
        [1, 6], {"defence": Chosen("FORCE 9")}, {"DARMAN+SHARN": letter}, seats=options.seats
    )
    after = run(before, desk)
    assert after.wizards["DARMAN"].fate == "out"
    kinds = [one.event.kind for one in desk.told]
    assert (kinds.count("sailed"), after.ships[1].at) == (1, "1816")


def test_no_order_is_for_the_units_of_two_wizards_who_have_a_phase_each() -> None:
    """9.1 3A: else a unit would move in both phases of a turn."""
    seats = ("DARMAN+SHARN", "ALGONA+UMARON")
    title, line = Spellbinder(), "MOVE Darman A, Sharn A TO 0715"
    for who, codes in (("one_per_wizard", ["two_phases"]), ("one_per_player", [])):
        options = msgspec.convert({"seats": seats, "two_player_phases": who}, Options)
        before = state("DA 0714, SA 0714", options=options, order=("DARMAN", "ALGONA"))
        reading = title.read(before, seats[0], line)
        assert [said.code for said in reading.diagnostics] == codes
        assert bool(reading.orders) is not bool(codes)
