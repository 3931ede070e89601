"""Secrets: two worlds that differ in one, and who can tell which of them it is."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.turns.questions import Chosen
from tests.rules import rule
from tests.variants.spellbinder.desk import Desk, state
from tests.variants.spellbinder.worlds import (
    PIECES,
    READERS,
    SECRET,
    TITLE,
    Standing,
    played,
    standing,
    who_sees,
)
from variants.spellbinder.course.scenarios import start
from variants.spellbinder.options import Options
from variants.spellbinder.orders import (
    Ally,
    Attack,
    Cast,
    Merge,
    Move,
    Order,
    Regain,
    Scale,
    SetUp,
)
from variants.spellbinder.state import Scaling, State

NOBODY = frozenset[str]()
SHARN, UMARON = frozenset({"SHARN", "gm"}), frozenset({"UMARON", "gm"})
OTHERS = set(READERS) - {"gm"}
UMARONS = ("DARMAN", "SHARN", "ALGONA", "UMARON")


# --- strengths and points (6.6, 6.32)


def both(
    pieces: str,
    one: str,
    other: str,
    *,
    options: Options = SECRET,
    step: int = 3,
    orders: Standing | None = None,
    **sheets: Sequence[Order],
) -> set[str]:
    """Who can tell two positions apart, by the phase that comes next: Umaron's, for the most."""
    ran = [
        played(state(pieces.format(it), options=options, step=step), orders, **sheets)
        for it in (one, other)
    ]
    return who_sees(*ran)


def test_numbers_of_one_who_is_not_in_the_fight() -> None:
    sheets: dict[str, Any] = {"DARMAN": [Cast(4, 1, ("2308",)), Attack("2308", ("A",))]}
    pieces = f"{PIECES}, UMARON 0518 12".replace("UA 3112", "UA 3112 {}")
    assert both(pieces, "10", "4", step=0, **sheets) == UMARON
    assert both(f"{PIECES}, UMARON 0518 {{}}", "12", "13", step=0, **sheets) == UMARON


def test_what_comes_back_to_armies_by_magic() -> None:
    """7.1: all see the spell, and which armies there are; what came back they do not."""
    regeneration = Cast(5, 5, ("2308",), regain=(("A", 4), ("B", 6)))
    pieces = "UMARON 2306, UA 2306 {}, UB 2306 4, SA 2308"
    assert both(pieces, "9", "3", UMARON=[regeneration]) == UMARON


def test_how_much_is_lost_where_armies_are_put_together() -> None:
    """5.0"""
    assert both("UA 0519 9, UB 0519 {}, UC 0519 4", "9", "6") == UMARON


def test_what_is_given_by_one_army_to_another() -> None:
    """6.61"""
    sheets: dict[str, Any] = {"UMARON": [Merge("A", "B")]}
    assert both("UA 0519 9, UB 0519 {}", "8", "5", **sheets) == UMARON


def test_what_a_fall_takes() -> None:
    """4.51: the dice are seen, the armies' strength is not."""
    waits = Scaling(("UA", "UB"), "3104", (), 1)
    pieces = "UA 3104 9, UB 3104 {}, ALGONA 2001"
    ran = [
        played(state(pieces.format(it), options=SECRET, step=3, scalings=(waits,)))
        for it in ("9", "8")
    ]
    assert who_sees(*ran) == UMARON


@pytest.mark.parametrize("floor", ["none", "one"])
def test_what_a_lost_castle_takes_and_gains(floor: str) -> None:
    """9.1 3D: that it was taken is seen, not how many points there are; by option fewer are lost
    where there are few."""
    options = replace(SECRET, home_castle_hit_floor=floor)
    sheets: dict[str, Any] = {"UMARON": [Move(("A",), ("0707", "0606"))]}
    darman, umaron = "UA 0707, DARMAN 1014 {}, UMARON 0518 10", "UA 0707, UMARON 0518 {}"
    few = ("12", "11") if floor == "none" else ("9", "6")
    assert both(darman, *few, options=options, **sheets) == {"DARMAN", "gm"}
    assert both(umaron, "24", "22", options=options, **sheets) == UMARON


def test_what_is_regained_between_two_games() -> None:
    """9.4"""
    options = replace(SECRET, scenario="campaign")
    begun = dict.fromkeys(("DARMAN", "SHARN", "ALGONA", "UMARON"), 225)

    def rested(strength: int, points: int) -> State:
        pieces = f"UMARON 0518 {points}, UA 0518 {strength}"
        return state(pieces, options=options, game=2, turn=0, begun=begun)

    order = [Regain((("A", 20),), 15)]
    first = played(rested(20, 20), UMARON=order)
    for other in (rested(9, 20), rested(20, 12)):
        assert who_sees(first, played(other, UMARON=order)) == UMARON


@rule("spellbinder", "S103")
def test_an_attack_that_does_not_come_about_tells_no_number() -> None:
    """6.52, S103: Umaron learns that Sharn is too strong, or that his condition does not hold."""
    for attack in (Attack("2308", ("A",)), Attack("2308", ("A",), 12)):
        pieces = "UA 2307 4, SA 2308 {}"
        sharns = both(pieces, "8", "10", UMARON=[attack])
        assert sharns == SHARN


def test_losses_are_shared_out_in_secret() -> None:
    """6.6, S4: whichever of his armies Umaron lets suffer."""
    pieces = "UA 2307 5, UB 2307 5, SA 2308 13, UMARON 0518"
    before = state(pieces, options=SECRET, step=3)
    sheets: dict[str, Any] = {"UMARON": [Attack("2308", ("A", "B"))]}
    first, last = (
        played(before, standing(before, "UMARON", f"standing losses: {armies}"), **sheets)
        for armies in ("A, B", "B, A")
    )
    assert who_sees(first, last) == UMARON


# --- what is said of orders when they come (S103)


HELD = "UA 0707, UB 1114, UMARON 2307, SA 2308 {}, SHARN 2308 {}, DARMAN 1014 {}, DA 1014"
SHEET: tuple[Order, ...] = (
    Move(("A",), ("0707", "0606")),
    Move(("B",), ("1114", "1014")),
    Cast(3, 10, wizard="SHARN"),
    Attack("2308", ("A",)),
    Attack("2308", ("B",), 3),
)


@pytest.mark.parametrize(
    "numbers", [(1, 25, 25), (10, 3, 25), (10, 25, 9), (10, 25, 10), (3, 12, 5)]
)
def test_what_is_said_of_a_sheet_tells_nothing_of_others(numbers: tuple[int, ...]) -> None:
    """The castle that is taken would cost Darman his game, the spell Sharn hers; the writer is not
    told so."""
    said = [
        TITLE.check(state(HELD.format(*held), options=SECRET, step=3), "UMARON", SHEET)
        for held in ((10, 25, 25), numbers)
    ]
    assert said[0] == said[1]


def test_what_is_said_of_a_sheet_tells_nothing_of_strangers_permissions() -> None:
    """8.0: Sharn's wizard in Elsmoor bars Darman's way home unless they are friends."""
    pieces = "UA 0707, DARMAN 1014 10, SHARN 0406, UMARON 0405"
    sheet = [Move(("A",), ("0707", "0606")), Cast(4, 1, wizard="DARMAN")]
    said = [
        TITLE.check(state(pieces, step=3, allows=allows), "UMARON", sheet)
        for allows in ((), "SHARN DARMAN stack")
    ]
    assert said[0] == said[1]


def test_what_bots_can_order_tells_nothing_of_others() -> None:
    found = [
        TITLE.alternatives(state(HELD.format(*held), options=SECRET, step=3), "UMARON")
        for held in ((10, 25, 25), (3, 12, 9))
    ]
    assert found[0] == found[1]


# --- sheets


VOID: dict[str, tuple[Order, ...]] = {
    "a move over a wall": (Move(("A",), ("0417", "0418")),),
    "an attack on nobody": (Attack("0517", ("A",)),),
    "a spell at nobody": (Cast(4, 3, ("0517",)),),
    "a wall that is none": (Scale(("A",), ("0606",)),),
}


@pytest.mark.parametrize("what", VOID)
def test_lines_that_come_to_nothing_are_their_writers(what: str) -> None:
    before = state("UA 0417, UMARON 0517", step=3)
    assert who_sees(played(before), played(before, UMARON=VOID[what])) == UMARON


@rule("spellbinder", "4.14")
def test_orders_for_a_later_phase_show_to_nobody() -> None:
    before = state("UA 0417, SA 3320", step=1, order=UMARONS)
    sheet = [Move(("A",), ("0416",), False)]
    assert who_sees(played(before), played(before, UMARON=sheet)) == NOBODY


@rule("spellbinder", "8.5")
def test_a_permission_is_known_to_both_alone_until_it_is_used() -> None:
    before = state("DA 2307")
    allowed = played(before, UMARON=[Ally("SHARN", "pass")])
    assert who_sees(played(before), allowed) == {"SHARN", "UMARON", "gm"}
    ended = played(allowed.state, UMARON=[Ally("SHARN", ends=True)])
    assert who_sees(played(allowed.state), ended) == {"SHARN", "UMARON", "gm"}


# --- set-ups (9.1 1, 9.2)


def test_a_set_up_shows_nothing_before_all_is_shown() -> None:
    """A fault in it shows to its writer alone."""
    before = start(Options(), Desk())
    wrong = [SetUp(("A",), "1718")]
    assert who_sees(played(before), played(before, DARMAN=wrong)) == {"DARMAN", "gm"}


@rule("spellbinder", "9.3 1")
def test_a_set_up_in_its_turn_is_seen_once_it_is_done() -> None:
    """9.3: who sets up later may see it, and his own is seen by nobody before."""
    before = start(Options(scenario="return_of_yamantsar"), Desk([1, 2, 6, 2, 3, 4, 5]))
    place = [SetUp(("A",), "2307")]
    assert who_sees(played(before), played(before, UMARON=place)) == set(READERS)
    assert who_sees(played(before), played(before, DARMAN=place)) == NOBODY


# --- standing orders and defences (6.3, S1-S5, S7)


UNUSED = (
    "standing defence: SHIELD 3",
    "standing defence: SHIELD 3 if mix <= 50",
    "standing losses: A, B",
    "standing spread: EVENLY",
    "standing home: 3320",
    "standing return: 3320",
)


@pytest.mark.parametrize("line", UNUSED)
def test_a_standing_order_that_nothing_came_of_shows_to_nobody(line: str) -> None:
    before = state(PIECES)
    orders = standing(before, "SHARN", line)
    assert orders["SHARN"]
    sheets: dict[str, Any] = {"DARMAN": [Cast(4, 1, ("2308",))]}  # too far from Sharn for a defence
    if line.startswith(("standing losses", "standing spread")):
        sheets = {}
    assert who_sees(played(before, **sheets), played(before, orders, **sheets)) == NOBODY


@rule("spellbinder", "6.31")
def test_to_decline_a_defence_looks_like_having_ordered_none() -> None:
    before = state(PIECES.replace("SHARN 3220", "SHARN 2408"))
    orders = standing(before, "SHARN", "standing defence: NONE")
    sheets: dict[str, Any] = {"DARMAN": [Cast(4, 1, ("2308",))]}
    assert who_sees(played(before, **sheets), played(before, orders, **sheets)) == NOBODY


@rule("spellbinder", "6.3")
def test_a_defence_that_is_cast_is_seen_by_all() -> None:
    before = state(PIECES.replace("SHARN 3220", "SHARN 2408"))
    orders = standing(before, "SHARN", "standing defence: STILLNESS 3")
    sheets: dict[str, Any] = {"DARMAN": [Cast(4, 1, ("2308",))]}
    assert who_sees(played(before, **sheets), played(before, orders, **sheets)) == set(READERS)


@rule("spellbinder", "6.3", "S102")
def test_s102_the_attacked_learns_caster_and_target_and_no_more() -> None:
    """6.3, with the spell on the attacker's sheet: two spells make the same question."""
    near = PIECES.replace("SHARN 3220", "SHARN 2308")
    asked = []
    for spell in (Cast(4, 1, ("2308",)), Cast(1, 9, ("2308",))):
        desk = Desk(answers={"defence": Chosen("NONE")}, sheets={"DARMAN": [spell]}, dice=[50])
        TITLE.run(state(near), desk)
        (question,) = [one for one in desk.asked if one.kind == "defence"]
        asked.append(question)
    assert asked[0] == asked[1]
