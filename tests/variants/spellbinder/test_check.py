"""What is said of a whole sheet, how letters are combined, and what bots can order."""

import pytest
from msgspec.structs import replace

from tests.rules import rule
from tests.variants.spellbinder.desk import state
from tests.variants.spellbinder.openings import yamantsar
from variants.spellbinder.letters.alternatives import alternatives
from variants.spellbinder.letters.check import combine, sheet_faults
from variants.spellbinder.letters.drafts import Draft
from variants.spellbinder.letters.reader import checked, read
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Ally, Attack, Move, Order, Sail, SetUp
from variants.spellbinder.state import Army, Ship, State


def orders(position: State, text: str, seat: str = "UMARON") -> list[Order]:
    found: list[Order] = []
    for line in text.split("\n"):
        reading = read(position, seat, line)
        assert reading.orders, reading.diagnostics
        found += reading.orders
    return found


def faults(position: State, text: str, seat: str = "UMARON") -> list[tuple[str, str]]:
    sheet = orders(position, text, seat)
    return [(one.severity, one.code) for one in sheet_faults(position, seat, sheet)]


def test_nothing_is_wrong_with_a_sheet_that_can_be_done() -> None:
    game = state("UA 0619, UB 0619, UMARON 0619")
    assert faults(game, "A, B and wizard: 0619-0719-0819") == []


@rule("spellbinder", "S48")
def test_s48_the_third_army_of_a_hex_is_warned_of() -> None:
    """5.0: the limit is met at the end of movement."""
    game = state("UA 1419, UB 1519, UC 1519")
    assert faults(game, "A to 1519") == [("warning", "third_army")]
    assert faults(game, "A to 1519\nB to 1618") == []


@rule("spellbinder", "4.13", "6.7")
def test_a_wizard_who_stays_among_enemies_is_warned_of() -> None:
    game = state("UMARON 1519, SA 1519, UA 0619")
    assert faults(game, "A to 0719") == [("warning", "among_enemies")]
    assert faults(game, "wizard to 1618") == []


@rule("spellbinder", "S49")
def test_s49_but_not_in_pindragalf() -> None:
    game = state("SA 3220, SB 3220, SC 3320")
    found = sheet_faults(game, "SHARN", orders(game, "C to 3220", "SHARN"))
    assert found == ()


@rule("spellbinder", "S74")
def test_s74_an_attack_under_minus_3_is_warned_of() -> None:
    game = state("UA 2307 6, SA 2308 10")
    assert faults(game, "A attacks 2308") == [("warning", "too_weak")]
    game = state("UA 2307 7, SA 2308 10")
    assert faults(game, "A attacks 2308") == []


def test_what_only_the_dice_of_the_trial_bring_about_is_not_said() -> None:
    """9.1 3B: the garrison would destroy A by the die that is tried; another may spare it."""
    game = state("UA 1611 2, G1 1811")
    assert faults(game, "A 1611-1712\nA 1712-1713") == []


@rule("spellbinder", "6.61")
def test_an_army_that_has_given_all_it_had_is_ordered_in_vain() -> None:
    """6.61: it leaves play, whatever the dice say."""
    game = state("UA 0619 3, UE 0619 7, UF 0619 1, SA 0721 5")
    moves = "merge A into E\nA 0619-0719\nmerge A into F"
    assert faults(game, moves) == [("warning", "gone")] * 2
    game = state("UA 2307 3, UE 2307 7, SA 2308")
    assert faults(game, "merge A into E\nA, E attack 2308") == [("warning", "gone")]
    assert faults(game, "give 2 from A to E\nA, E attack 2308") == []


@rule("spellbinder", "9.3 3B")
def test_an_elite_army_that_casts_is_warned_not_to_fight() -> None:
    game = yamantsar("UMARON 0619, G1 2307 10, SA 2308 5", "UMARON")
    assert faults(game, "G1 casts Hammer 2 at 2308\nG1 attacks 2308") == [("warning", "has_cast")]
    assert faults(game, "G1 attacks 2308") == []


def test_what_may_come_of_a_spell_is_not_held_against_the_next_line() -> None:
    """Undefended the spell would end Umaron, whose ship is challenged; a defence may save him. What
    it costs is gone in any case."""
    ships = {1: Ship("1817", "UMARON"), 2: Ship("2714")}
    game = state("DARMAN 1618 20, UMARON 1718 4, UA 0720", ships=ships)
    lines = "cast Sword 4 at wizard Umaron\nchallenge Umaron for ship 1"
    assert faults(game, lines, "DARMAN") == []
    game = state("DARMAN 1618 10, UMARON 1718 4, UA 0720", ships=ships)
    assert faults(game, lines, "DARMAN") == [("warning", "deadly")]


@rule("spellbinder", "S103")
def test_s103_but_not_where_strengths_are_secret() -> None:
    game = state("UA 2307 5, SA 2308 10", options=Options(army_strength_public=False))
    assert faults(game, "A attacks 2308") == []


@pytest.mark.parametrize("points", [3, 6])
def test_a_challenge_that_may_end_a_wizard_is_warned_of(points: int) -> None:
    """4.691: the roll is paid, won or lost."""
    ships = {1: Ship("1311", "SHARN"), 2: Ship("2714")}
    game = state(f"UMARON 1320 {points}, SHARN 1321, UA 0619, SA 3220", ships=ships)
    assert faults(game, "challenge Sharn for ship 1") == [("warning", "deadly")]


def test_a_challenge_with_points_enough_is_not() -> None:
    ships = {1: Ship("1311", "SHARN"), 2: Ship("2714")}
    game = state("UMARON 1320 7, SHARN 1321, UA 0619, SA 3220", ships=ships)
    assert faults(game, "challenge Sharn for ship 1") == []


@rule("spellbinder", "S78")
def test_s78_who_attacks_twice_is_told_so() -> None:
    """6.53: an army attacks once, and a hex is attacked once."""
    game = state("UA 2307, UB 2307, UC 2306, SA 2308, SB 2407")
    found = faults(game, "A, B attack 2308\nC attacks 2308\nA attacks 2407")
    assert [severity for severity, _ in found] == ["warning"] * len(found)
    assert [code for _, code in found] == ["attacked_already", "fought_already"]


@rule("spellbinder", "S67")
def test_s67_too_few_points_are_only_warned_of() -> None:
    """A castle that is occupied may bring five more."""
    game = state("UMARON 2307 4, SA 2308")
    assert faults(game, "Spellbinder at 2308") == [("warning", "too_few_points")]


def test_what_was_sent_ahead_and_cannot_be_done_any_more_is_an_error() -> None:
    game = state("UA 0619")
    lost = Move(("B",), ("0619", "0719"))
    assert [(d.severity, d.code) for d in sheet_faults(game, "UMARON", [lost])][:1] == [
        ("error", "no_unit")
    ]


def test_the_spell_before_the_attack_does_not_hide_a_weak_one() -> None:
    """3.2: magic comes first, but may be met."""
    game = state("UMARON 2307, UA 2307 5, SA 2308 10, SHARN 2308")
    found = faults(game, "cast Sword 10 at 2308\nA attacks 2308")
    assert found == [("warning", "too_weak")]


def test_units_that_are_set_up_twice() -> None:
    assert faults(UNPLACED, "A in 0519\nA in 0518") == [("warning", "twice")]


@rule("spellbinder", "9.3 1")
@pytest.mark.parametrize("more", ["", " else 0418", " by road", " drop A in 0518"])
def test_what_a_set_up_does_not_know_is_not_dropped_from_it(more: str) -> None:
    """9.3: Sharn's units may be near; a line that says what then is refused, not read in part."""
    reading = read(UNPLACED, "UMARON", f"A, B to 0519{more}")
    assert [str(one) for one in reading.orders] == ([] if more else ["SET UP A, B AT 0519"])
    assert [one.severity for one in reading.diagnostics] == (["error"] if more else [])


@rule("spellbinder", "5.0")
def test_the_third_army_set_up_in_a_hex_is_warned_of() -> None:
    """It begins elsewhere, and the writer is told where."""
    sheet = orders(UNPLACED, "A, B, C, D in 0519")
    told = [one.message for one in sheet_faults(UNPLACED, "UMARON", sheet)]
    assert told == [
        "C would be the third army in 0519, where no more than two stay: it begins in 0418.",
        "D would be the third army in 0519, where no more than two stay: it begins in 0418.",
    ]
    third = [("warning", "third_army")]
    assert faults(UNPLACED, "A, B in 0519\nC, wizard in 0519") == third
    assert faults(UNPLACED, "A, B, wizard in 0519\nC, D in 0418") == []


def test_who_is_given_room_by_a_later_line_is_not() -> None:
    assert faults(UNPLACED, "A, B, C in 0519\nC in 0518") == [("warning", "twice")]
    assert faults(UNPLACED, "A, B, C in 0519\nB in 0518\nC in 0519") == [
        ("warning", "twice"),
        ("warning", "twice"),
    ]


@rule("spellbinder", "5.0", "9.1 1")
def test_pindragalf_holds_any_number() -> None:
    game = state(", ".join(f"S{letter} off" for letter in "ABCDEFGHI"), turn=0)
    assert sheet_faults(game, "SHARN", orders(game, "A, B, C, D in 3220", "SHARN")) == ()


@rule("spellbinder", "7.1")
def test_an_army_elsewhere_regains_nothing_and_that_is_said() -> None:
    game = state("UMARON 2307, UA 2307 6, UE 0619 3, SA 2308")
    line = "Regeneration at 2308: 7 to E, 3 to A"
    (said,) = sheet_faults(game, "UMARON", orders(game, line))
    assert (said.severity, said.code) == ("warning", "not_with_wizard")
    assert said.message.endswith("E: it regains nothing, for it is not where its wizard is")
    assert faults(game, "E to 0719\nRegeneration at 2308: 3 to A") == []


@rule("spellbinder", "7.1")
def test_a_tenth_army_does_not_come_back_and_that_is_said() -> None:
    nine = ", ".join(f"U{letter} {at}" for letter, at in zip("ABCDEFGHI", NINE, strict=True))
    game = state(f"UMARON 2307, {nine}, SA 2308", begun={"UMARON": 95})
    assert faults(game, "Regeneration at 2308: 5 new army") == [("warning", "nine_armies")]
    assert faults(game, "Regeneration at 2308") == []  # by default: it asks for nothing
    eight = replace(game, armies={c: a for c, a in game.armies.items() if c != "UI"})
    assert faults(eight, "Regeneration at 2308: 5 new army") == []


@rule("spellbinder", "9.4 castle")
def test_what_cannot_be_regained_between_two_games_is_said() -> None:
    nine = ", ".join(f"U{letter} {at} 20" for letter, at in zip("ABCDEFGHI", NINE, strict=True))
    options = Options(scenario="campaign")
    game = state(f"UMARON 0519 9, {nine}", turn=0, game=2, options=options)
    game = replace(game, begun=dict.fromkeys(game.wizards, 225))
    assert faults(game, "regain: 5 to A, 10 new army") == [("warning", "nine_armies")]
    assert faults(game, "regain: 5 to A, 15 points") == []


@rule("spellbinder", "9.3 1")
def test_a_set_up_next_to_others_is_warned_of() -> None:
    """The army begins in Umaron's castle instead."""
    game = replace(
        UNPLACED,
        armies=UNPLACED.armies | {"SA": Army("SHARN", 10, "1518")},
        options=Options(scenario="return_of_yamantsar"),
        chief="DARMAN",
        order=("SHARN", "UMARON", "ALGONA"),
        step=1,
    )
    (said,) = sheet_faults(game, "UMARON", orders(game, "A in 1519"))
    assert (said.severity, said.code) == ("warning", "no_set_up")
    assert said.message == (
        "A cannot begin in 1519, next to units of another player: it begins in 0418."
    )
    assert faults(game, "A in 1520") == []


def test_letters_replace_each_other_but_for_alliances() -> None:
    game = state("UA 0619, UB 0619")
    allows, first, second = (
        Ally("SHARN", "pass"),
        Move(("A",), ("0719",), False),
        Attack("0720", ("A",)),
    )
    assert combine(game, [allows, first], [second]) == (allows, second)
    added = replace(game, options=Options(letters="add"))
    assert combine(added, [allows, first], [second, first]) == (allows, first, second)


NINE = ("0418", "0418", "0419", "0419", "0518", "0518", "0519", "0519", "0619")
UNPLACED = state(", ".join(f"U{letter} off" for letter in "ABCDEFGHI") + ", UMARON off", turn=0)

SCENES = {
    "land": state("UA 1718, UB 1718 7, UMARON 1718 12, SA 2307, UC 2308, G1 1811"),
    "wall": state("UA 3104, UB 3104, UMARON 3104, AA 3105"),
    "ship": state(
        "UA @1, UMARON @1, UB 1618, SHARN 2714, SA 2715",
        ships={1: Ship("1311", "UMARON"), 2: Ship("2714", "SHARN")},
    ),
    "challenge": state(
        "UMARON 2716, SHARN 2717, UA 0619, SA 3220",
        ships={1: Ship("1817"), 2: Ship("2614", "SHARN")},
    ),
}


@pytest.mark.parametrize("name", SCENES)
def test_whatever_bots_can_order_can_be_read_and_is_legal(name: str) -> None:
    """Each alternative is taken as it is, and its canonical text reads back."""
    game = replace(SCENES[name], step=3)
    groups = alternatives(game, "UMARON")
    assert groups
    for group in groups:
        for order in group:
            assert checked(game, "UMARON", Draft(order, 1, str(order), later=True)) == order
            if isinstance(order, Move | Sail) and order.written:
                continue  # where it begins may be reached by an order before
            assert read(game, "UMARON", str(order)).orders == (order,)


def kinds(name: str) -> set[str]:
    groups = alternatives(replace(SCENES[name], step=3), "UMARON")
    return {order.__struct_config__.tag or "" for group in groups for order in group}


def test_the_kinds_of_orders_that_bots_have() -> None:
    assert {"move", "merge", "load", "sail", "attack", "ally"} <= kinds("land")
    assert {"scale", "attack", "cast"} <= kinds("wall")
    assert {"land", "sail"} <= kinds("ship")
    assert {"challenge"} <= kinds("challenge")


def test_bots_set_up_in_their_castle() -> None:
    game = state("UA off, UMARON off", turn=0)
    groups = alternatives(game, "UMARON")
    assert {order.at for group in groups for order in group if isinstance(order, SetUp)} == {
        "0418", "0419", "0518", "0519", "0619"
    }  # fmt: skip
    assert len(groups) == 2


def test_nobody_orders_in_the_phases_of_others_but_of_alliances() -> None:
    game = replace(SCENES["land"], step=0)
    groups = alternatives(game, "UMARON")
    assert {type(order) for group in groups for order in group} == {Ally}


def test_what_is_kept_of_a_sheet_changes_nothing() -> None:
    """A sheet with one line changed is read as if nothing had been looked at before it."""
    before = state("UA 0619, UB 0619, UC 0719, DA 0819, SA 1720, UMARON 0619")
    there, back = Move(("A", "B"), ("0619", "0719")), Move(("C",), ("0719", "0819"))
    attack = Attack("0819", ("A", "B", "C"))
    sheets = [[there, attack], [there, back, attack], [back, there, attack], [there, attack, there]]
    kept = [sheet_faults(before, "UMARON", sheet) for sheet in (*sheets, *reversed(sheets))]
    for found, sheet in zip(kept, (*sheets, *reversed(sheets)), strict=True):
        same = replace(before)  # another object: nothing is known of it
        assert sheet_faults(same, "UMARON", sheet) == found
    assert len({tuple(found) for found in kept}) > 2
