"""6.61, 5.0: combining and stacking. S48, S49, S82 of the conformance cases."""

import pytest

from tests.rules import rule
from tests.variants.spellbinder.desk import phase, refusals, state, told
from variants.spellbinder.movement.moves import merge, move
from variants.spellbinder.movement.ships import land_units, load
from variants.spellbinder.movement.stacking import mend_stacks
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Land, Load, Merge, Move
from variants.spellbinder.play import Play
from variants.spellbinder.state import Ship


def strengths(play: Play) -> dict[str, int]:
    return {code: army.strength for code, army in play.armies.items()}


def go(play: Play, *moves: str) -> None:
    for units_and_path in moves:
        *units, path = units_and_path.split()
        move(play, Move(tuple(units), tuple(path.split("-"))))


# --- combining


@rule("spellbinder", "6.61", "example of 6.61", "S82")
@pytest.mark.parametrize(
    ("given", "after"), [(3, {"UE": 10}), (6, {"UA": 3, "UE": 10})]
)  # the first is the example of 6.61
def test_s82_an_army_is_brought_to_full_strength(given: int, after: dict[str, int]) -> None:
    play = phase(state(f"UA 1519 {given}, UE 1519 7"), "UMARON")
    merge(play, Merge("UA", "UE"))
    assert strengths(play) == after
    assert told(play, "merged") == [
        {"giver": "UA", "taker": "UE", "points": 3, "left": given - 3, "strength": 10},
    ]


@rule("spellbinder", "6.61")
def test_part_of_the_strength_is_given() -> None:
    play = phase(state("UA 1519 6, UE 1519 2"), "UMARON")
    merge(play, Merge("UA", "UE", 3))
    assert strengths(play) == {"UA": 3, "UE": 5}


@rule("spellbinder", "6.61")
def test_no_more_than_there_is_and_than_there_is_room_for() -> None:
    play = phase(state("UA 1519 2, UE 1519 2, UF 1519 9"), "UMARON")
    merge(play, Merge("UA", "UE", 5))
    merge(play, Merge("UE", "UF", 3))
    assert strengths(play) == {"UE": 3, "UF": 10}


@rule("spellbinder", "6.61", "9.4 strength")
def test_in_a_campaign_armies_have_up_to_25() -> None:
    play = phase(state("UA 1519 12, UE 1519 20", options=Options(scenario="campaign")), "UMARON")
    merge(play, Merge("UA", "UE"))
    assert strengths(play) == {"UA": 7, "UE": 25}


@rule("spellbinder", "6.61")
def test_who_cannot_combine() -> None:
    play = phase(state("UA 1519 3, UB 1519, UC 1618 3, SA 1519 3, UD off 3"), "UMARON")
    for giver, taker in (("UA", "UB"), ("UA", "UC"), ("SA", "UA"), ("UA", "UZ"), ("UA", "UD")):
        merge(play, Merge(giver, taker))
    assert refusals(play) == ["army_full", "apart", "not_own", "gone", "off_map"]
    assert strengths(play)["UA"] == 3


@rule("spellbinder", "9.1 3A")
def test_two_wizards_of_one_player_combine_their_armies() -> None:
    options = Options(seats=("DARMAN+SHARN", "ALGONA+UMARON"))
    play = phase(state("UA 1519 3, AA 1519 4", options=options), "ALGONA+UMARON")
    merge(play, Merge("AA", "UA"))
    assert strengths(play) == {"UA": 7}


def test_aboard_a_ship_too() -> None:
    play = phase(state("UA @1 3, UB @1 4"), "UMARON")
    merge(play, Merge("UA", "UB"))
    assert strengths(play) == {"UB": 7}


@rule("spellbinder", "4.15", "6.61")
def test_strength_does_not_move_twice() -> None:
    play = phase(state("UA 0719 3, UE 1320 4"), "UMARON")
    go(play, "UA 0719-0819-0920-1020-1120-1220-1320")  # 3 of 5 points
    merge(play, Merge("UA", "UE"))
    go(play, "UE 1320-1419-1519-1618-1718-1719")  # 4 hexsides for 2
    assert play.place("UE") == "1718"


def test_strengths_may_be_secret() -> None:
    options = Options(army_strength_public=False)
    play = phase(state("UA 1519 3, UE 1519 7", options=options), "UMARON")
    merge(play, Merge("UA", "UE"))
    assert told(play, "merged", "SHARN") == []
    assert len(told(play, "merged", "UMARON")) == 1


# --- stacking


@rule("spellbinder", "5.0", "S48")
def test_s48_the_army_that_came_last_goes_back() -> None:
    play = phase(state("UA 1519, UB 1618, UC 1419"), "UMARON")
    go(play, "UB 1618-1519", "UC 1419-1519")
    mend_stacks(play)
    assert [play.place(army) for army in ("UA", "UB", "UC")] == ["1519", "1519", "1419"]
    assert told(play, "sent_back") == [{"army": "UC", "hex": "1519", "back": "1419"}]


@rule("spellbinder", "5.0", "S48")
def test_s48_passing_through_a_full_hex_is_fine() -> None:
    play = phase(state("UA 1519, UB 1519, UC 1419"), "UMARON")
    go(play, "UC 1419-1519-1618")
    mend_stacks(play)
    assert play.place("UC") == "1618"


@rule("spellbinder", "5.0")
def test_of_a_group_the_one_named_last_and_back_past_full_hexes() -> None:
    play = phase(state("UA 1519, UB 1320, UC 1320, UD 1419, UE 1419"), "UMARON")
    go(play, "UC UB 1320-1419-1519")
    mend_stacks(play)
    # One of the two has room; 1419 has none, so the other goes back to 1320.
    assert [play.place(army) for army in ("UA", "UB", "UC")] == ["1519", "1320", "1519"]


@rule("spellbinder", "5.0")
def test_who_comes_back_to_where_it_began_is_not_driven_out() -> None:
    play = phase(state("UA 1519, UB 1519, UC 1419, UD 1320, UE 1320"), "UMARON")
    go(play, "UC 1419-1519", "UD UE 1320-1419")
    mend_stacks(play)
    # C goes back to 1419, where D and E have come since: E, which was named last, gives way.
    places = [play.place(army) for army in ("UA", "UB", "UC", "UD", "UE")]
    assert places == ["1519", "1519", "1419", "1419", "1320"]


@rule("spellbinder", "5.0", "example of 4.63")
def test_the_example_of_463() -> None:
    """On turn 2 all nine of Umaron's armies are in four hexes, two of them aboard."""
    castle = "UA 0619, UB 0619, UC 0519, UD 0519, UE 0518, UF 0518, UG 0418, UH 0418, UI 0419"
    play = phase(state(castle, turn=1), "UMARON")
    for units in (("UA", "UB"), ("UC", "UD"), ("UE", "UF"), ("UG", "UH")):
        move(play, Move(units, ("1718",), written=False))
    move(play, Move(("UI",), ("1020",), written=False))
    mend_stacks(play)
    first = {code: army.at for code, army in play.armies.items()}
    assert first["UA"] == "1618"
    assert (first["UC"], first["UE"], first["UG"], first["UI"]) == ("1519", "1419", "1120", "1020")
    play = phase(state(", ".join(f"{code} {at}" for code, at in first.items())), "UMARON")
    move(play, Move(("UA", "UB"), ("1718",), written=False))
    load(play, Load(("UA", "UB"), 1))
    for codes, goal in (("UC UD", "1718"), ("UE UF", "1618"), ("UG UH", "1519"), ("UI", "1419")):
        move(play, Move(tuple(codes.split()), (goal,), written=False))
    mend_stacks(play)
    assert told(play, "sent_back") == []
    assert play.aboard(1) == ["UA", "UB"]
    assert [len(play.armies_at(at)) for at in ("1718", "1618", "1519", "1419")] == [2, 2, 2, 1]


def test_an_army_that_landed_goes_back_aboard() -> None:
    game = state("UA 1411, UB 1411, UC @1", ships={1: Ship("1311", "UMARON", 2)})
    play = phase(game, "UMARON")
    land_units(play, Land(("UC",), "1411"))
    mend_stacks(play)
    assert play.aboard(1) == ["UC"]
    assert told(play, "sent_back") == [{"army": "UC", "hex": "1411", "back": "@1"}]


@rule("spellbinder", "5.0")
def test_wizards_are_not_counted() -> None:
    play = phase(state("UA 1519, UB 1519, UMARON 1519"), "UMARON")
    mend_stacks(play)
    assert told(play, "sent_back") == []


@rule("spellbinder", "9.1 1", "S49")
def test_s49_pindragalf_holds_any_number() -> None:
    nine = ", ".join(f"S{letter} 3220" for letter in "ABCDEFGHI")
    play = phase(state(nine), "SHARN")
    mend_stacks(play)
    assert len(play.armies_at("3220")) == 9


@rule("spellbinder", "5.0")
def test_but_of_its_own_player_alone_and_as_long_as_the_game_has_it() -> None:
    three = "UA 3220, UB 3220, UC 3220"
    play = phase(state(three), "UMARON")
    mend_stacks(play)
    assert len(play.armies_at("3220")) == 2
    options = Options(pindragalf_overstack="setup_only")
    for turn, left in ((0, 3), (1, 2)):
        game = state(three.replace("U", "S"), options=options, turn=turn)
        play = phase(game, "SHARN")
        mend_stacks(play)
        assert len(play.armies_at("3220")) == left


@rule("spellbinder", "5.0")
def test_armies_that_did_not_move_are_put_together_weakest_first() -> None:
    play = phase(state("UA 0519 9, UB 0519 6, UC 0519 4, UD 0519 8"), "UMARON")
    mend_stacks(play)
    # C fills A (1) and B (3); then D and B are the weaker ones of A 10, B 9, D 8: D gives B 1,
    # and 7 are lost.
    assert strengths(play) == {"UA": 10, "UB": 10}
    assert told(play, "put_together") == [
        {"army": "UC", "hex": "0519"},
        {"army": "UD", "hex": "0519"},
    ]
    assert told(play, "no_room") == [{"points": 7}]


@rule("spellbinder", "8.4", "8.5")
def test_who_stands_with_an_allys_wizard_has_used_his_leave() -> None:
    game = state("SHARN 1519, UMARON 1419", allows="SHARN UMARON stack")
    play = phase(game, "UMARON")
    go(play, "UMARON 1419-1519")
    mend_stacks(play)
    assert told(play, "allied", "DARMAN") == [
        {"giver": "SHARN", "taker": "UMARON", "what": "stack"},
    ]


@rule("spellbinder", "5.0", "8.4")
def test_nobody_is_sent_back_into_an_allys_hex() -> None:
    game = state("SA 1419, UA 1519, UB 1519, UC 1320", allows="SHARN UMARON pass")
    play = phase(game, "UMARON")
    go(play, "UC 1320-1419-1519-1618")
    assert play.place("UC") == "1618"
    play = phase(game, "UMARON")
    go(play, "UC 1320-1419-1519")
    mend_stacks(play)
    assert play.place("UC") == "1320"


@rule("spellbinder", "4.12", "6.61")
def test_strength_of_an_army_that_was_stopped_goes_no_further() -> None:
    play = phase(state("SA 1518, UA 1320 3, UB 1519 4"), "UMARON")
    go(play, "UA 1320-1419-1519")
    merge(play, Merge("UA", "UB"))
    go(play, "UB 1519-1520")
    assert (play.place("UB"), refusals(play)) == ("1519", ["halted"])
