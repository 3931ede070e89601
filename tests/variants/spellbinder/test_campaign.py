"""The campaign (9.4): S100, S101, and what carries over from game to game."""

import pytest
from msgspec.structs import replace

from tests.rules import rule
from tests.variants.spellbinder.desk import Desk, state
from variants.spellbinder.course.campaign import interval, resume
from variants.spellbinder.course.regaining import Gains, default_regain, gains
from variants.spellbinder.course.schedule import next_phase, plays
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Regain
from variants.spellbinder.state import Army, Permission, Ship, State, Wizard
from variants.spellbinder.title import Spellbinder

CAMPAIGN = Options(scenario="campaign")
BEGUN = dict.fromkeys(("DARMAN", "SHARN", "ALGONA", "UMARON"), 225)


def game(pieces: str, **fields: object) -> State:
    return state(pieces, options=CAMPAIGN, **{"game": 2, "turn": 0, "begun": BEGUN} | fields)


def resumed(before: State, **sheets: list[Regain]) -> State:
    return resume(before, Desk([6, 1, 2, 3], sheets=sheets))


def strengths(state: State) -> dict[str, int]:
    """Of Darman's armies."""
    return {code: one.strength for code, one in state.armies.items() if one.wizard == "DARMAN"}


@rule("spellbinder", "9.4 exile", "S100")
@pytest.mark.parametrize(("points", "then"), [(3, 13), (9, 15), (20, 15)])
def test_s100_exiles_begin_the_game_after_with_15_points_at_most(points: int, then: int) -> None:
    before = game("DA 0506 25")
    exile = replace(before.wizards["DARMAN"], fate="exile", left=1, points=points, at="")
    after = resumed(replace(before, wizards={**before.wizards, "DARMAN": exile}))
    assert after.wizards["DARMAN"].points == then


@rule("spellbinder", "9.4 castle", "S101")
def test_s101_a_wizard_alone_in_a_castle_regains_points_and_strength() -> None:
    """9.4: 12 + 15 is capped at 25; of 40 strength lost 30 come back."""
    armies = ", ".join(f"D{letter} 0714 25" for letter in "ABCDEFG") + ", DH 0714 10"
    before = game(f"DARMAN 0506 12, {armies}")
    assert sum(strengths(before).values()) == 225 - 40
    after = resumed(before)
    assert after.wizards["DARMAN"].points == 25
    assert sum(strengths(after).values()) == 225 - 40 + 30
    assert after.armies["DH"].strength == 25
    assert after.armies["DI"] == Army("DARMAN", 15, "0506")


@rule("spellbinder", "9.4 castle")
def test_strength_comes_back_as_ordered() -> None:
    before = game("DARMAN 0506 12, DA 0714 5, DB 0714 5")
    order = Regain((("B", 4), ("new", 20), ("A", 20)), 3)
    after = resumed(before, DARMAN=[order])
    assert after.wizards["DARMAN"].points == 15
    assert strengths(after) == {"DA": 11, "DB": 9, "DC": 20}


@rule("spellbinder", "9.4 castle", "9.1 3A")
def test_each_of_two_wizards_regains_what_is_said_for_him() -> None:
    """Sharn, of whom nothing is said, regains all that he can."""
    seats = ("DARMAN+SHARN", "ALGONA+UMARON")
    options = Options(scenario="campaign", seats=seats)
    before = state(
        "DARMAN 0506 12, DA 0714 5, SHARN 3220 20, SA 3220 20",
        options=options,
        game=2,
        turn=0,
        begun=BEGUN | {"SHARN": 45},
    )
    wish = Regain((("new", 3),), 2, "Darman")
    after = resumed(before, **{seats[0]: [wish]})
    assert strengths(after) == {"DA": 5, "DB": 3}
    assert after.wizards["DARMAN"].points == 14
    assert (after.armies["SA"].strength, after.armies["SB"].strength) == (25, 20)
    assert after.wizards["SHARN"].points == 25
    (darmans, sharns) = default_regain(before, seats[0])
    assert (darmans.by, sharns) == ("DARMAN", Regain((("SA", 5), ("new", 20)), 5, "SHARN"))


@rule("spellbinder", "9.4 castle", "8.4")
def test_a_new_army_does_not_stand_with_an_allys_armies() -> None:
    """The wizard does, by his ally's leave; the army has the next hex of the castle for itself."""
    armies = "SA 0506, SB 0407, SHARN 0406"
    before = game(f"DARMAN 0506 25, {armies}", allows="SHARN DARMAN stack")
    after = resumed(before, DARMAN=[Regain((("new", 20),))])
    assert after.armies["DA"] == Army("DARMAN", 20, "0507")


@rule("spellbinder", "9.4 castle")
@pytest.mark.parametrize(
    ("pieces", "allows", "regains"),
    [
        ("DARMAN 0506 12", "", True),
        ("DARMAN 0714 12", "", False),
        ("DARMAN 0506 12, SA 0406", "", False),
        ("DARMAN 0506 12, SA 0406", "SHARN DARMAN pass", True),
        ("DARMAN 0506 12, SA 0406", "DARMAN SHARN pass", False),
        ("DARMAN 1512 12", "", True),
        ("DARMAN 1512 12, G1 1911 25", "", False),
    ],
)
def test_who_regains(pieces: str, allows: str, regains: bool) -> None:
    """9.4: who is in a castle in which nobody is but friends; Yof-Pintre is one."""
    before = game(pieces, allows=[allows] if allows else ())
    assert (gains(before, "DARMAN") != Gains()) == regains


@rule("spellbinder", "9.4 records")
def test_all_carries_over_into_the_next_game() -> None:
    pass_ = Permission("SHARN", "UMARON", "pass")
    before = game(
        "DARMAN 0714 12, DA 1718 7, DB 0506 25",
        allows="SHARN UMARON pass",
        game=1,
        turn=20,
        ships={2: Ship("2312", "SHARN", 19)},
        carried={"DARMAN": 10},
    )
    bound = replace(before.wizards["DARMAN"], bound=True)
    after = interval(replace(before, wizards={**before.wizards, "DARMAN": bound}), Desk())
    assert (after.game, after.turn) == (2, 0)
    assert after.carried["DARMAN"] == 10 + 25 + 10
    assert after.armies == before.armies
    assert after.permissions == (pass_,)
    assert after.ships[2] == Ship("2312", "SHARN", -1)
    assert after.wizards["DARMAN"] == replace(before.wizards["DARMAN"], bound=False)
    phase = next_phase(after)
    assert phase is not None
    assert (phase.id, phase.kind) == ("G2REST", "rest")
    following = next_phase(resumed(after))
    assert following is not None
    assert following.id == "G2T1DARMAN"


@rule("spellbinder", "9.4 exile")
def test_an_exile_has_a_phase_again_in_a_later_game_only() -> None:
    before = game("", turn=3)
    exile = Wizard(3, fate="exile", left=2)
    there = replace(before, wizards={**before.wizards, "DARMAN": exile})
    assert not plays(there, "DARMAN")
    assert plays(replace(there, game=3), "DARMAN")


@rule("spellbinder", "9.4 exile")
def test_an_exile_regains_15_strength_and_ten_points_at_most() -> None:
    before = game("UA 0619", game=3)
    exile = Wizard(3, fate="exile", left=1)
    there = replace(before, wizards={**before.wizards, "DARMAN": exile})
    assert gains(there, "DARMAN") == Gains(15, 10)


@rule("spellbinder", "7.2")
@pytest.mark.parametrize(("once_per", "bound"), [("scenario", False), ("campaign", True)])
def test_a_spellbinder_comes_once_a_game_or_by_option_once_a_campaign(
    once_per: str, bound: bool
) -> None:
    options = replace(CAMPAIGN, spellbinder_once_per=once_per)
    before = state("DA 0506", options=options, turn=20, begun=BEGUN)
    had = replace(before.wizards["DARMAN"], bound=True)
    after = interval(replace(before, wizards={**before.wizards, "DARMAN": had}), Desk())
    assert after.wizards["DARMAN"].bound is bound


@rule("spellbinder", "9.4 strength")
def test_between_two_games_nothing_is_moved_and_regained_is_what_was_lost() -> None:
    """9.4: all go on from where they are; Darman has all he began with, whether he is named or his
    army is."""
    seats = ("DARMAN+SHARN", "ALGONA+UMARON")
    options = Options(scenario="campaign", seats=seats)
    begun = BEGUN | {"DARMAN": 25}
    before = state("DA 0406 25, SA 3220 5", options=options, turn=0, game=2, begun=begun)
    codes = {
        line: [said.code for said in Spellbinder().read(before, seats[0], line).diagnostics]
        for line in (
            "place Darman A in 0407",
            "Darman A to 0407",
            "Darman regains 5 to Darman A",
            "regain 5 to Darman A",
            "regain 5 to Sharn A",
        )
    }
    assert [*codes.values()] == [["wrong_phase"]] * 2 + [["nothing_regained"]] * 2 + [[]]
