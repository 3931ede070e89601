"""Player Phases and game turns (3.0-3.2): S04, S96, S98, S104, S105; what comes between them."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from adjudicator.events import may_know
from tests.rules import rule
from tests.variants.spellbinder.desk import Desk, state
from variants.spellbinder.course.phases import run
from variants.spellbinder.course.scenarios import start
from variants.spellbinder.course.schedule import ahead, next_phase
from variants.spellbinder.names import code_of
from variants.spellbinder.options import Options
from variants.spellbinder.orders import (
    Ally,
    Attack,
    Cast,
    GiveShip,
    GoHome,
    Move,
    Order,
    Regain,
    SetUp,
)
from variants.spellbinder.state import Permission, Scaling, Ship, State
from variants.spellbinder.telling.story import results
from variants.spellbinder.title import Spellbinder

TITLE = Spellbinder()
ROLLS = [6, 1, 2, 3]
"""Initiative of the next turn, if it comes to that."""


def played(
    before: State, dice: Sequence[int] = (), **sheets: Sequence[Order]
) -> tuple[State, list[str], Desk]:
    """The phase that comes next with these sheets: the state after it, and the kinds of what was
    told."""
    desk = Desk(list(dice), sheets=sheets, seats=before.options.seats)
    after = run(before, desk)
    return after, [one.event.kind for one in desk.told], desk


@rule("spellbinder", "3.2", "4.13", "9.1 3B")
def test_at_the_end_of_movement_garrisons_by_option_and_guests_of_enemies() -> None:
    """Umaron leaves the hex of Sharn's army; then a spell is cast from where he has come to. By the
    option the garrison attacks A, which has moved next to it, at 20 - 10: a 1 takes 1."""
    options = Options(garrison_trigger="end_of_movement")
    pieces = "UMARON 2307, SA 2307, UA 1611, G1 1811"
    before = state(pieces, options=options, step=3)
    letter = [Cast(4, 1, ("2307",)), Move(("A",), ("1611", "1712"))]
    after, kinds, _ = played(before, [1, *ROLLS], UMARON=letter)
    assert [kind for kind in kinds if kind in ("battle", "driven_out", "spell")] == [
        "battle", "driven_out", "spell",
    ]  # fmt: skip
    assert (after.wizards["UMARON"].at, after.armies["SA"].strength) == ("2306", 6)
    assert after.armies["UA"].strength == 9


@rule("spellbinder", "3.1", "3.2", "S04")
def test_s04_a_spell_comes_before_an_attack_that_was_written_above_it() -> None:
    """3.2: the spell takes 4 of the 10, then 10 - 6 is a difference of 4: a 3 is D1."""
    before = state("DARMAN 2306, DA 2307, SA 2308", order=("DARMAN", "SHARN", "ALGONA", "UMARON"))
    orders = [Attack("2308", ("A",)), Cast(4, 1, ("2308",))]
    after, kinds, _ = played(before, [3], DARMAN=orders)
    assert kinds.index("spell") < kinds.index("battle")
    assert after.armies["SA"].strength == 10 - 4 - 1
    assert (after.turn, after.step) == (3, 1)


@rule("spellbinder", "S104", "4.5")
def test_s104_without_a_letter_units_stand_and_scaling_goes_on() -> None:
    """4.5: Darman's A waits below the wall of Coving; nothing else happens, and the next phase
    comes."""
    below = Scaling(("DA",), "3104", ("3105",), 1)
    before = state("DA 3104, DB 2307, SA 2308, ALGONA 3305", scalings=(below,))
    after, kinds, desk = played(before, [4])
    assert after.armies["DA"].at == "3105"
    assert kinds[:2] == ["phase", "scaled"]
    assert "battle" not in kinds
    assert len(desk.rolled) == 1
    assert (after.armies["DB"].at, after.order[after.step]) == ("2307", "SHARN")


@rule("spellbinder", "4.14", "8.2", "S105")
def test_s105_moves_in_anothers_phase_are_kept_for_ones_own() -> None:
    """4.14, 8.2; what is said of alliances counts at once."""
    game = state("DA 0506, SA 3220", order=("SHARN", "DARMAN", "ALGONA", "UMARON"))
    title = Spellbinder()
    assert title.read(game, "DARMAN", "MOVE A TO 0507").phase == "T3DARMAN"
    assert title.read(game, "DARMAN", "ALLOW SHARN TO PASS").phase == "T3SHARN"
    assert title.read(game, "SHARN", "MOVE A TO 3320").phase == "T3SHARN"
    later = replace(game, step=2)
    assert title.read(later, "DARMAN", "MOVE A TO 0507").phase == "T4DARMAN"
    assert set(ahead(later)) == {"T3UMARON", "T4SHARN", "T4DARMAN", "T4ALGONA"}


def test_nothing_can_be_ordered_for_a_turn_that_will_not_come() -> None:
    last = state(turn=20, step=1)
    assert set(ahead(last)) == {"T20ALGONA", "T20UMARON"}


@rule("spellbinder", "8.0")
def test_permissions_of_all_sheets_count_before_the_phase_is_played() -> None:
    """8.0: Sharn lets Umaron pass while Umaron's phase is on."""
    before = state("UA 1419, SA 1518", order=("UMARON", "SHARN", "DARMAN", "ALGONA"))
    move = Move(("A",), ("1419", "1519", "1618"))
    after, _, _ = played(before, UMARON=[move])
    assert after.armies["UA"].at == "1519"
    after, kinds, _ = played(before, UMARON=[move], SHARN=[Ally("UMARON", "pass")])
    assert after.armies["UA"].at == "1618"
    assert after.permissions == (Permission("SHARN", "UMARON", "pass", known=True),)
    assert "allied" in kinds


@rule("spellbinder", "8.0")
def test_permissions_written_with_the_set_up_count_from_then_on() -> None:
    before = start(Options(), Desk())
    letter = [SetUp(("A",), "0506"), Ally("SHARN", "pass")]
    after, kinds, _ = played(before, ROLLS, DARMAN=letter)
    assert after.permissions == (Permission("DARMAN", "SHARN", "pass"),)
    assert kinds.count("allowed") == 1


@rule("spellbinder", "8.0", "9.4 castle")
def test_between_two_games_they_count_once_all_have_regained_what_they_can() -> None:
    """9.4: how a game has ended tells who holds a castle with an ally, not what is written then."""
    options = Options(scenario="campaign")
    pieces = "DARMAN 0506 12, SA 0407, UMARON 0418 12, AA 0519"
    before = state(pieces, options=options, allows="ALGONA UMARON pass", game=2, turn=0, begun={})
    before = replace(before, begun=dict.fromkeys(before.wizards, 0))
    letters = {
        "DARMAN": [Regain((), 5)],
        "SHARN": [Ally("DARMAN", "pass")],
        "ALGONA": [Ally("UMARON", "pass", ends=True)],
        "UMARON": [Regain((), 5)],
    }
    after, _, _ = played(before, ROLLS, **letters)
    assert [after.wizards[code].points for code in ("DARMAN", "UMARON")] == [12, 17]
    assert after.permissions == (Permission("SHARN", "DARMAN", "pass"),)


@rule("spellbinder", "8.0")
def test_of_two_who_end_their_alliance_each_takes_back_what_was_his() -> None:
    """Whoever is looked at first, each learns that the other has broken it; if but one ends it, he
    renounces what the other lets him."""
    before = state(allows=["SHARN DARMAN pass", "DARMAN SHARN pass"])
    both: dict[str, Sequence[Order]] = {
        "DARMAN": [Ally("SHARN", ends=True)],
        "SHARN": [Ally("DARMAN", ends=True)],
    }
    after, kinds, _ = played(before, **both)
    assert after.permissions == ()
    assert (kinds.count("forbidden"), kinds.count("renounced")) == (2, 0)
    after, kinds, _ = played(before, DARMAN=both["DARMAN"])
    assert after.permissions == ()
    assert (kinds.count("forbidden"), kinds.count("renounced")) == (1, 1)


@rule("spellbinder", "8.3")
def test_a_ship_is_given_in_anothers_phase_too() -> None:
    before = state(ships={1: Ship("1817", "SHARN")})
    after, kinds, _ = played(before, SHARN=[GiveShip(1, "DARMAN")])
    assert after.ships[1].holder == "DARMAN"
    assert "ship_given" in kinds


@rule("spellbinder", "3.0", "6.621")
def test_the_last_phase_of_a_turn_rolls_for_the_next() -> None:
    """3.0, 6.621: who stayed at home without using points gains one."""
    before = state("DARMAN 0506 20, SHARN 2307 20", step=3)
    after, kinds, _ = played(before, ROLLS)
    assert (after.turn, after.step) == (4, 0)
    assert after.order == ("DARMAN", "SHARN", "ALGONA", "UMARON")
    assert (after.wizards["DARMAN"].points, after.wizards["SHARN"].points) == (21, 20)
    assert kinds[-5:] == ["rolled"] * 4 + ["initiative"]
    assert not after.sworn


@rule("spellbinder", "6.621", "9.3 1")
def test_who_was_set_up_elsewhere_has_not_stayed_at_home_in_the_first_turn() -> None:
    before = state("DARMAN 0707 20", order=("SHARN", "ALGONA", "UMARON", "DARMAN"), step=3)
    after, _, _ = played(before, ROLLS, DARMAN=[Move(("Darman",), ("0707", "0606"))])
    assert (after.wizards["DARMAN"].at, after.wizards["DARMAN"].points) == ("0606", 20)


@rule("spellbinder", "9.1 4", "9.1 5")
def test_the_points_are_counted_after_the_last_turn() -> None:
    after, kinds, _ = played(state("DA 0506, SA 1718", turn=20, step=3))
    assert after.ended is not None
    assert after.ended.seats == ("DARMAN",)
    assert kinds[-1] == "over"
    assert next_phase(after) is None


@rule("spellbinder", "6.8")
def test_a_player_without_wizard_and_armies_has_no_phase() -> None:
    before = state("DA 0506")
    out = replace(before.wizards["SHARN"], fate="out", points=-1, at="")
    after, _, _ = played(replace(before, wizards={**before.wizards, "SHARN": out}))
    assert after.order[after.step] == "ALGONA"


@rule("spellbinder", "3.0")
def test_a_whole_turn_is_played_in_the_order_of_initiative() -> None:
    """3.0: Umaron takes the hex that Darman wanted, too; each has a heading of his own, and so has
    the end of the turn."""
    options = Options(mode="turn")
    order = ("UMARON", "DARMAN", "SHARN", "ALGONA")
    before = state("DA 2307, UA 2309", order=order, options=options)
    sheets = {
        "DARMAN": [Move(("A",), ("2307", "2308"))],
        "UMARON": [Move(("A",), ("2309", "2308"))],
    }
    after, kinds, _ = played(before, ROLLS, **sheets)
    assert (after.armies["UA"].at, after.armies["DA"].at) == ("2308", "2307")
    assert (kinds.count("player_phase"), after.turn) == (5, 4)
    phase = next_phase(after)
    assert phase is not None
    assert (phase.id, phase.kind, len(phase.due)) == ("T4", "turn", 4)


@rule("spellbinder", "4.14", "8.0")
def test_a_line_for_several_phases_is_refused_as_a_whole() -> None:
    """4.14: else the move would stand in the sheet of a phase in which Umaron does not move."""
    game = state("UA 0619, SA 2308", order=("SHARN", "UMARON", "DARMAN", "ALGONA"))
    title = Spellbinder()
    for line in ("end alliance with Sharn, A to 0719", "A to 0719; Sharn may pass"):
        reading = title.read(game, "UMARON", line)
        assert [said.code for said in reading.diagnostics] == ["two_phases"], line
        assert reading.orders == ()
        for one in reading.diagnostics[0].suggestions:
            assert len(title.read(game, "UMARON", one).orders) == 1
    own = replace(game, step=1)
    assert len(title.read(own, "UMARON", "A to 0719; Sharn may pass").orders) == 2
    options = Options(seats=("DARMAN+SHARN", "ALGONA+UMARON"), two_player_phases="one_per_wizard")
    game = state("DA 0714, SA 2307", options=options, order=("DARMAN", "ALGONA", "SHARN", "UMARON"))
    reading = title.read(game, "DARMAN+SHARN", "Darman A to 0715, Sharn A to 2308")
    assert [said.code for said in reading.diagnostics] == ["two_phases"]


@rule("spellbinder", "6.51", "S111")
def test_s111_armies_side_by_side_do_not_fight_by_themselves() -> None:
    before = state("DARMAN 2306, DA 2307, SA 2308")
    after, kinds, desk = played(before, DARMAN=[Move(("Darman",), ("2306", "2206"))])
    assert not {"battle", "spell"} & set(kinds)
    assert (after.armies, desk.rolled) == (before.armies, [])


@rule("spellbinder", "8.0", "S21")
def test_s21_leave_taken_back_before_his_phase_is_none() -> None:
    """Umaron, who counted on it, learns why he was stopped."""
    before = state("UA 1320, SA 1518", allows="SHARN UMARON pass", step=3)
    move = Move(("A",), ("1320", "1419", "1519", "1618"))
    free, _, _ = played(before, ROLLS, UMARON=[move])
    assert free.armies["UA"].at == "1618"
    barred, _, desk = played(
        before, ROLLS, UMARON=[move], SHARN=[Ally("UMARON", "pass", ends=True)]
    )
    assert barred.armies["UA"].at == "1519"
    learned = [one.event for one in desk.told if may_know("UMARON", one.audience)]
    assert [one.facts["what"] for one in learned if one.kind == "forbidden"] == ["pass"]
    assert [one.facts["why"] for one in learned if one.kind == "refused"] == ["zone"]


@rule("spellbinder", "6.53", "example of 6.53")
def test_an_army_may_be_attacked_six_times_between_two_phases_of_its_own() -> None:
    """Three spells of one point take 4 each; at 25 - 21, 25 - 16 and 25 - 11 a 1 takes 1, 1, 2."""
    pieces = "AA 2308 25, DA 2307 25, SA 2407 25, UA 2309 25"
    wizards = "DARMAN 2306, SHARN 2406, UMARON 2310"
    order = ("DARMAN", "SHARN", "UMARON", "ALGONA")
    game = state(f"{pieces}, {wizards}", options=Options(scenario="campaign"), order=order)
    left = []
    for seat in order[:3]:
        both = [Cast(4, 1, ("2308",)), Attack("2308", ("A",))]
        game, kinds, _ = played(game, [1], **{seat: both})
        assert "refused" not in kinds
        left.append(game.armies["AA"].strength)
    assert left == [20, 15, 9]


@rule("spellbinder", "9.1 4", "9.2 4", "9.3 4")
@pytest.mark.parametrize(
    ("scenario", "turns"),
    [("each_on_his_own", 20), ("early_arrival", 25), ("return_of_yamantsar", 30)],
)
def test_how_many_turns_a_scenario_lasts(scenario: str, turns: int) -> None:
    options = Options(scenario=scenario)  # type: ignore[arg-type]
    for turn, ended in ((turns - 1, False), (turns, True)):
        before = state("UA 0719", options=options, turn=turn, step=3, chief="UMARON")
        after, _, _ = played(before, [] if ended else ROLLS)
        assert (after.ended is not None) is ended


# --- going home (9.2 D)


@rule("spellbinder", "9.2 3D", "S96")
def test_s96_who_goes_home_loses_nothing_by_yof_pintre() -> None:
    """9.2 3D: Umaron has said so; then Darman's army comes into Yof-Pintre."""
    options = Options(scenario="early_arrival")
    before = state("UMARON 0717, DA 1512, UA 0718", options=options, chief="UMARON")
    home = replace(before.wizards["UMARON"], home="YOF_PINTRE")
    before = replace(before, wizards={**before.wizards, "UMARON": home})
    after, kinds, _ = played(before, UMARON=[GoHome()], DARMAN=[])
    assert "goes_home" in kinds
    assert after.going
    assert after.wizards["UMARON"].home == ""
    again, kinds, _ = played(after, UMARON=[GoHome()])
    assert "goes_home" not in kinds
    order = ("UMARON", *(seat for seat in after.order if seat != "UMARON"))
    home_bound = replace(again, order=order, step=0)
    back, kinds, _ = played(home_bound, UMARON=[Move(("A",), ("0718", "0719", "0619"))])
    assert back.wizards["UMARON"].home == "ARAMET_SHUR"
    assert "home_again" in kinds


# --- Yamantsar (9.3)

YAMANTSAR = Options(scenario="return_of_yamantsar")


@rule("spellbinder", "9.3 3A", "6.621", "S98")
def test_s98_yamantsar_does_not_recover_above_25() -> None:
    before = state("UMARON 1911 30, DARMAN 0506 20", step=3, options=YAMANTSAR, chief="UMARON")
    home = replace(before.wizards["UMARON"], home="YOF_PINTRE")
    before = replace(before, wizards={**before.wizards, "UMARON": home})
    after, _, _ = played(before, ROLLS)
    assert (after.wizards["UMARON"].points, after.wizards["DARMAN"].points) == (30, 21)


@rule("spellbinder", "9.3 3C")
@pytest.mark.parametrize(
    ("alone", "other", "sworn"), [(3, "", True), (3, "SA 1511", False), (-1, "", False)]
)
def test_yamantsar_swears_after_a_turn_alone(alone: int, other: str, sworn: bool) -> None:
    """9.3 C: nobody else at the end of any Player Phase of a game turn."""
    pieces = f"UMARON 1911, UA 1911, {other}"
    before = state(pieces, step=3, options=YAMANTSAR, chief="UMARON", alone=alone)
    after, _, _ = played(before, ROLLS)
    assert (after.sworn, after.alone) == (sworn, 0)


@rule("spellbinder", "9.3 3C")
def test_who_was_not_alone_once_in_a_turn_swears_nothing_in_it() -> None:
    """9.3 C: Sharn's A is there at the end of the first phase alone."""
    game = state("UMARON 1911, UA 1911, SA 1511", options=YAMANTSAR, chief="UMARON")
    game, _, _ = played(game)
    assert game.alone == -1
    game = replace(game, armies={"UA": game.armies["UA"]})
    for dice in ([], [], ROLLS):
        game, _, _ = played(game, dice)
    assert (game.turn, game.sworn) == (4, False)


@rule("spellbinder", "9.3 3C")
def test_what_he_has_held_once_he_may_lose_ever_after() -> None:
    game = state("SA 1511", step=3, options=YAMANTSAR, chief="UMARON", sworn=True)
    after, _, _ = played(game, ROLLS)
    assert after.sworn


# --- who knows what


def test_a_refused_line_is_told_to_its_writer_alone_as_he_wrote_it() -> None:
    before = state("DA 0506, DB 0506")
    order = Move(("B",), ("0506", "0406", "0405"))
    _, _, desk = played(before, DARMAN=[order])
    (refused,) = [one for one in desk.told if one.event.kind == "refused"]
    assert refused.event.facts["order"] == str(order)
    assert not may_know("SHARN", refused.audience)
    assert may_know("DARMAN", refused.audience)
    assert code_of("DARMAN", "B") in refused.event.facts["units"]


# --- 9.3: one after another sets up


def returning() -> State:
    """Algona is Yamantsar; Umaron, Sharn and Darman set up in this order."""
    return start(Options(scenario="return_of_yamantsar"), Desk([1, 2, 6, 3, 4, 5, 6]))


@rule("spellbinder", "9.3 1")
def test_a_set_up_that_is_sent_early_is_kept_for_its_turn() -> None:
    before = returning()
    assert ahead(before) == {"SETUP2": "Set-up of Sharn", "SETUP3": "Set-up of Darman"}
    placed = {seat: TITLE.read(before, seat, "A in 2307").phase for seat in before.order}
    assert placed == {"UMARON": "SETUP1", "SHARN": "SETUP2", "DARMAN": "SETUP3"}
    assert TITLE.read(before, "DARMAN", "Sharn may pass").phase == "SETUP1"


@rule("spellbinder", "9.3 1")
def test_who_has_set_up_and_yamantsar_set_nothing_up() -> None:
    before = returning()
    (said,) = TITLE.read(before, "ALGONA", "A in 2307").diagnostics
    assert "you come in by the edge" in said.message
    (said,) = TITLE.read(replace(before, step=1), "UMARON", "A in 2307").diagnostics
    assert "have been set up already" in said.message
    assert TITLE.read(replace(before, step=1), "SHARN", "A in 2307").phase == "SETUP2"


@rule("spellbinder", "9.2 1", "9.3 1")
def test_what_is_rolled_before_the_game_is_told_with_what_comes_of_it() -> None:
    desk = Desk([1, 2, 6, 3, 4, 5, 6])
    start(Options(scenario="return_of_yamantsar"), desk)
    told = results([one.event for one in desk.told])
    assert told.title == "Before the game"
    assert told.lines[-1] == "Order of the set-up: Umaron, Sharn, Darman."
    desk = Desk([1, 2, 6, 3])
    start(Options(scenario="early_arrival"), desk)
    told = results([one.event for one in desk.told])
    assert told.title == "Before the game"
    placing = "The garrisons will be placed in this order: Umaron, Sharn, Darman, Algona."
    assert told.lines[-1] == placing


@rule("spellbinder", "9.1 1", "9.2 1")
def test_who_sets_up_sees_the_map_of_where_he_does() -> None:
    """9.2: Algona on the island, and everybody there once the garrisons are placed."""
    before = start(Options(scenario="early_arrival"), Desk([1, 2, 6, 3]))
    columns = {
        seat: [drawing.lines[0].split()[0] for drawing in TITLE.view(before, seat).drawings]
        for seat in ("DARMAN", "ALGONA")
    }
    assert columns == {"DARMAN": ["01"], "ALGONA": ["11"]}
    after, _, _ = played(before)
    assert [one.lines[0].split()[0] for one in TITLE.view(after, "DARMAN").drawings] == ["01", "11"]
