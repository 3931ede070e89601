"""The scenarios (9.1-9.4): seats, and how the pieces are set up."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from adjudicator.events import may_know
from tests.rules import rule
from tests.variants.spellbinder.desk import Desk
from variants.spellbinder.components import CASTLES, ISLAND
from variants.spellbinder.course.phases import run
from variants.spellbinder.course.scenarios import check_seats, start
from variants.spellbinder.course.schedule import next_phase
from variants.spellbinder.course.setup import garrisons_are_placed
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Order, SetUp
from variants.spellbinder.state import State
from variants.spellbinder.title import Spellbinder

FOUR = ("DARMAN", "SHARN", "ALGONA", "UMARON")
THREE = ("DARMAN", "SHARN", "UMARON")
TWO = ("DARMAN+SHARN", "ALGONA+UMARON")


def begun(options: Options, dice: Sequence[int] = ()) -> State:
    return start(options, Desk(dice, seats=options.seats))


def after(before: State, dice: Sequence[int] = (), **sheets: Sequence[Order]) -> State:
    return run(before, Desk(list(dice), sheets=sheets, seats=before.options.seats))


def phase_id(state: State) -> str:
    phase = next_phase(state)
    assert phase is not None
    return phase.id


@rule("spellbinder", "9.0")
@pytest.mark.parametrize(
    ("scenario", "seats"),
    [
        ("each_on_his_own", ("DARMAN", "SHARN")),
        ("each_on_his_own", ("DARMAN+SHARN", "ALGONA")),
        ("each_on_his_own", ("DARMAN",)),
        ("each_on_his_own", ("DARMAN", "SHARN", "DARMAN")),
        ("each_on_his_own", ("DARMAN", "SHARN", "MERLIN")),
        ("each_on_his_own", ("DARMAN+SHARN", "ALGONA", "UMARON")),
        ("early_arrival", TWO),
        ("return_of_yamantsar", TWO),
    ],
)
def test_seats_that_no_scenario_has(scenario: str, seats: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="seats"):
        check_seats(Options(scenario=scenario, seats=seats))


@rule(
    "spellbinder",
    "2.21",
    "2.22",
    "2.23",
    "2.24",
    "4.6",
    "6.11",
    "9.1 1",
    "9.1 2",
    "9.1 3A",
    "9.1 3B",
    "9.1 3C",
)
@pytest.mark.parametrize("seats", [FOUR, THREE, TWO])
def test_each_on_his_own(seats: tuple[str, ...]) -> None:
    """9.1 1-3"""
    state = begun(Options(seats=seats))
    wizards = [wizard for seat in seats for wizard in seat.split("+")]
    assert set(state.wizards) == set(wizards)
    assert {one.points for one in state.wizards.values()} == {25}
    own = [army for army in state.armies.values() if army.wizard]
    assert (len(own), {army.strength for army in own}) == (9 * len(wizards), {10})
    guards = {army.at: army.strength for army in state.armies.values() if army.wizard is None}
    assert {at: guards[at] for at in ("1911", "1910", "1811", "1912")} == dict.fromkeys(
        ("1911", "1910", "1811", "1912"), 20
    )
    left_behind = set(CASTLES["COVING"].garrison) if seats == THREE else set()
    assert set(guards) - {"1911", "1910", "1811", "1912"} == left_behind
    assert {ship.at for ship in state.fleet} == {"1817", "2714"}
    assert phase_id(state) == "SETUP"


@rule("spellbinder", "9.1 1")
def test_who_sends_no_set_up_stands_two_to_a_hex() -> None:
    """9.1 1; in Pindragalf, with four hexes, the last one takes the ninth."""
    state = after(begun(Options()), [6, 1, 2, 3])
    stands = {code: army.at for code, army in state.armies.items()}
    assert [stands[f"D{letter}"] for letter in "ABCDEFGHI"] == [
        "0406", "0406", "0407", "0407", "0506", "0506", "0507", "0507", "0606",
    ]  # fmt: skip
    assert [stands[f"S{letter}"] for letter in "GHI"] == ["3420", "3420", "3420"]
    assert state.wizards["DARMAN"].at == "0406"
    assert (state.turn, state.step, state.order) == (1, 0, FOUR)
    assert phase_id(state) == "T1DARMAN"


@rule("spellbinder", "9.1 1")
def test_a_set_up_as_ordered_and_what_is_wrong_in_it() -> None:
    """9.1 1: two armies a hex, inside one's own castle; Sharn may overstack."""
    all_nine = tuple("ABCDEFGHI")
    desk = Desk(
        [6, 1, 2, 3],
        sheets={
            "DARMAN": [SetUp(("A", "B", "C", "Darman"), "0606"), SetUp(("D",), "0707")],
            "SHARN": [SetUp(all_nine, "3320")],
        },
    )
    state = run(begun(Options()), desk)
    at = {code: army.at for code, army in state.armies.items()}
    assert [at[code] for code in ("DA", "DB", "DC", "DD")] == ["0606", "0606", "0406", "0406"]
    assert state.wizards["DARMAN"].at == "0606"
    assert {at[f"S{letter}"] for letter in all_nine} == {"3320"}
    refused = [one for one in desk.told if one.event.kind == "refused"]
    assert [one.event.facts["why"] for one in refused] == ["third_army", "no_set_up"]
    assert not any(may_know("SHARN", one.audience) for one in refused)


@rule("spellbinder", "9.1 1", "9.1 3C")
def test_a_unit_may_be_placed_again_and_only_ones_own() -> None:
    orders = [SetUp(("A", "B"), "0606"), SetUp(("A",), "0606"), SetUp(("G1",), "0606")]
    orders.append(SetUp(("B",), "0507"))
    desk = Desk([6, 1, 2, 3], sheets={"DARMAN": orders})
    state = run(begun(Options()), desk)
    assert [state.armies[code].at for code in ("DA", "DB", "G1")] == ["0606", "0507", "1911"]
    assert state.wizards["DARMAN"].at == "0606"  # with his first army
    refused = [one.event.facts["why"] for one in desk.told if one.event.kind == "refused"]
    assert refused == ["not_own"]


@rule("spellbinder", "9.2 1", "9.2 2")
def test_early_arrival() -> None:
    """9.2: U 6; D 5 and S 5 roll again, A 1. The garrisons are placed by S, D, A and U."""
    state = begun(Options(scenario="early_arrival"), [5, 5, 1, 6, 2, 4])
    assert (state.chief, state.order) == ("UMARON", ("SHARN", "DARMAN", "ALGONA", "UMARON"))
    assert state.wizards["UMARON"].home == "YOF_PINTRE"
    state = after(state, UMARON=[SetUp(("A", "Umaron"), "1410")])
    assert state.armies["UA"].at == "1410"
    assert {state.armies[f"U{letter}"].at for letter in "ABCDEFGHI"} <= ISLAND
    assert state.armies["DA"].at == "0406"
    assert phase_id(state) == "GARRISONS"
    assert garrisons_are_placed(state)
    assert not garrisons_are_placed(replace(state, turn=3))
    sheets = {
        "SHARN": [SetUp(("G1",), "1410"), SetUp(("G1",), "1610")],
        "DARMAN": [SetUp(("G2",), "1610")],
        "ALGONA": [SetUp(("G3",), "1610")],
    }
    state = after(state, [6, 1, 2, 3], **sheets)
    placed = [state.armies[code] for code in ("G1", "G2", "G3", "G4")]
    assert [army.at for army in placed] == ["1610", "1610", "1411", "1411"]
    assert {(army.wizard, army.strength) for army in placed} == {(None, 10)}
    assert phase_id(state) == "T1DARMAN"


@rule("spellbinder", "9.2 1")
def test_garrisons_are_placed_from_the_highest_roll_to_the_lowest() -> None:
    """A 5, S 3, D 2: Darman, the last of these, finds two in 1610. The first hex of the island,
    1410, holds Umaron's ninth army."""
    state = after(begun(Options(scenario="early_arrival"), [2, 3, 5, 6]))
    assert state.armies["UI"].at == "1410"
    sheets = {
        "ALGONA": [SetUp(("G1",), "1610")],
        "SHARN": [SetUp(("G2",), "1610")],
        "DARMAN": [SetUp(("G3",), "1610")],
    }
    state = after(state, [6, 1, 2, 3], **sheets)
    assert [state.armies[code].at for code in ("G1", "G2", "G3")] == ["1610", "1610", "1411"]


@rule("spellbinder", "9.2 1")
@pytest.mark.parametrize(
    ("line", "hexes"),
    [
        ("garrison in 1410, else 1610", ["1410", "1610"]),
        ("my garrison in 1410 or 1610, else 1411", ["1410", "1610", "1411"]),
        ("G1 in 1410, if 1410 is occupied in 1610 instead", ["1410", "1610"]),
        ("garrison in 1410", ["1410"]),
    ],
)
def test_a_garrison_is_placed_in_the_first_hex_that_will_be_free(
    line: str, hexes: list[str]
) -> None:
    state = after(begun(Options(scenario="early_arrival"), [5, 5, 1, 6, 2, 4]))
    assert state.order[0] == "SHARN"
    reading = Spellbinder().read(state, "SHARN", line)
    assert [*map(str, reading.orders)] == [f"SET UP G1 AT {at}" for at in hexes]


def test_an_army_is_set_up_in_one_place() -> None:
    """The last place would count, and not the first."""
    state = begun(Options())
    reading = Spellbinder().read(state, "DARMAN", "A in 0506, else 0507")
    assert [said.code for said in reading.diagnostics] == ["invalid"]


@rule("spellbinder", "9.2 1", "9.2 3B")
def test_early_arrival_of_three_the_last_places_two_garrisons() -> None:
    """9.2; the castle of the wizard who is not there is held (9.1 3B)."""
    state = begun(Options(scenario="early_arrival", seats=THREE), [6, 3, 1])
    assert (state.chief, state.order) == ("DARMAN", ("SHARN", "UMARON", "DARMAN"))
    assert {army.at for code, army in state.armies.items() if code[0] == "A"} == set(
        CASTLES["COVING"].garrison
    )
    sheets = {"DARMAN": [SetUp(("G3",), "2212"), SetUp(("G4",), "2211")]}
    state = after(after(state), [6, 1, 2], **sheets)
    assert (state.armies["G3"].at, state.armies["G4"].at) == ("2212", "2211")


@rule("spellbinder", "9.3 1", "9.3 2", "9.3 3A", "9.3 3B")
def test_the_return_of_yamantsar() -> None:
    """9.3: A is Yamantsar; U sets up first, then S, then D, none next to those before."""
    state = begun(Options(scenario="return_of_yamantsar"), [1, 2, 6, 2, 3, 4, 5])
    assert (state.chief, state.order) == ("ALGONA", ("UMARON", "SHARN", "DARMAN"))
    yamantsar = state.wizards["ALGONA"]
    assert (yamantsar.points, yamantsar.at, yamantsar.home) == (50, "", "YOF_PINTRE")
    elite = [state.armies[code] for code in ("G1", "G2", "G3", "G4")]
    assert {(one.wizard, one.strength, one.elite, one.at) for one in elite} == {
        ("ALGONA", 10, True, "")
    }
    assert phase_id(state) == "SETUP1"
    assert state.begun == {"DARMAN": 90, "SHARN": 90, "ALGONA": 9 * 10 + 4 * 10, "UMARON": 90}
    state = after(
        state, UMARON=[SetUp(("A",), "2307"), SetUp(("B",), "1816"), SetUp(("C",), "0406")]
    )
    at = {code: army.at for code, army in state.armies.items()}
    assert (at["UA"], at["UB"], at["UC"]) == ("2307", "0418", "0406")
    assert phase_id(state) == "SETUP2"
    state = after(
        state, SHARN=[SetUp(("A",), "2308"), SetUp(("B",), "2309"), SetUp(("C",), "2209")]
    )
    at = {code: army.at for code, army in state.armies.items()}
    assert (at["SA"], at["SB"], at["SC"]) == ("3220", "3220", "3320")
    state = after(state, [6, 1, 2, 3])
    at = {code: army.at for code, army in state.armies.items()}
    # Umaron's C holds 0406, which three hexes of Elsmoor touch; the lowest hexes are free.
    assert [at[f"D{letter}"] for letter in "ABCDE"] == ["0606", "0606", "0101", "0101", "0102"]
    assert phase_id(state) == "T1DARMAN"
    assert all(not at[f"A{letter}"] for letter in "ABCDEFGHI")


@rule("spellbinder", "9.3 1", "4.2")
def test_anywhere_is_a_bridge_too_but_not_the_water() -> None:
    state = begun(Options(scenario="return_of_yamantsar"), [1, 2, 6, 2, 3, 4, 5])
    codes = {
        at: [said.code for said in Spellbinder().read(state, "UMARON", f"A in {at}").diagnostics]
        for at in ("0511", "0111")
    }
    assert codes == {"0511": [], "0111": ["not_home"]}
    state = after(state, UMARON=[SetUp(("A",), "0511"), SetUp(("B",), "0111")])
    assert (state.armies["UA"].at, state.armies["UB"].at) == ("0511", "0418")


@rule("spellbinder", "9.4 strength")
def test_a_campaign_is_of_25_each() -> None:
    """9.4; by option nine armies share it."""
    state = begun(Options(scenario="campaign"))
    assert {army.strength for army in state.armies.values()} == {25}
    assert phase_id(state) == "G1SETUP"
    state = begun(Options(scenario="campaign", campaign_strength="per_player"))
    assert [state.armies[f"D{letter}"].strength for letter in "ABCDEFGHI"] == [3] * 7 + [2, 2]
    assert state.begun["DARMAN"] == 25
