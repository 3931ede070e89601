"""The edge of the map: Yamantsar's return (9.3), exile (9.4); `edges.py` on a desk."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.rules import rule
from tests.variants.spellbinder.desk import phase, refusals, state, told
from variants.spellbinder.movement.edges import enter, leave, points_after_exile
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Enter, Leave
from variants.spellbinder.state import Scaling, State

CAMPAIGN = Options(scenario="campaign")
RETURN = Options(scenario="return_of_yamantsar")


def exiled(left: int, game: int, **fields: Any) -> State:
    """Umaron went into exile with two armies in one game of a campaign; this is another one."""
    before = state("UMARON off, UA off, UB off", options=CAMPAIGN, game=game, **fields)
    umaron = replace(before.wizards["UMARON"], fate="exile", left=left)
    return replace(before, wizards=before.wizards | {"UMARON": umaron})


@rule("spellbinder", "9.4 exile", "S100")
@pytest.mark.parametrize(("points", "begins"), [(3, 13), (9, 15), (20, 15)])
def test_s100_an_exile_begins_the_next_game_with_15_at_most(points: int, begins: int) -> None:
    assert points_after_exile(points, just_left=True) == begins


@rule("spellbinder", "9.4 exile")
def test_in_later_games_an_exile_regains_ten_up_to_25() -> None:
    assert points_after_exile(13, just_left=False) == 23
    assert points_after_exile(20, just_left=False) == 25


@rule("spellbinder", "9.4 exile")
def test_a_wizard_leaves_by_the_edge_with_armies_of_his() -> None:
    """9.4: whatever the order they are named in."""
    play = phase(state("UMARON 0120, UA 0120, UB 0120", options=CAMPAIGN), "UMARON")
    play.spent["UMARON"] = 14  # of 8 points 1 is left
    leave(play, Leave(("UA", "UMARON"), "0120"))
    assert play.wizards["UMARON"].fate == "exile"
    assert (play.wizards["UMARON"].at, play.wizards["UMARON"].left) == ("", 1)
    assert play.place("UA") == ""
    assert play.place("UB") == "0120"
    assert refusals(play) == []
    assert told(play, "left") == [{"units": ("UMARON", "UA"), "hex": "0120"}]
    leave(play, Leave(("UB",), "0120"))
    assert play.place("UB") == ""


@rule("spellbinder", "9.4 exile")
def test_who_cannot_leave() -> None:
    """9.4: an army without its wizard, who is stopped, who has no point left, who is elsewhere."""
    play = phase(state("UMARON 0120, UA 0119, UB 0220, SHARN 0118", options=CAMPAIGN), "UMARON")
    leave(play, Leave(("UA",), "0119"))
    leave(play, Leave(("UB",), "0220"))
    leave(play, Leave(("UMARON",), "0119"))
    play.spent["UMARON"] = 15
    leave(play, Leave(("UMARON",), "0120"))
    play.halted.add("UMARON")
    leave(play, Leave(("UMARON",), "0120"))
    leave(play, Leave(("SHARN",), "0118"))
    why = ["wizard_stays", "no_edge", "not_there", "spent", "halted", "not_there"]
    assert refusals(play) == why
    play = phase(state("UMARON 0120"), "UMARON")
    leave(play, Leave(("UMARON",), "0120"))
    assert refusals(play) == ["no_exile"]


@rule("spellbinder", "9.4 exile", "4.5")
@pytest.mark.parametrize(("phases", "leaves"), [(1, False), (2, True)])
def test_who_scales_leaves_the_map_once_he_may_move_again(phases: int, leaves: bool) -> None:
    """4.5: 3322 lies at the edge, below the wall of Pindragalf."""
    below = Scaling(("UMARON", "UA"), "3322", ("3321",), phases)
    game = state("UMARON 3322, UA 3322", options=CAMPAIGN, scalings=(below,))
    play = phase(game, "UMARON")
    leave(play, Leave(("UMARON",), "3322"))
    assert refusals(play) == ([] if leaves else ["scaling"])
    still = ("UA",) if leaves else ("UMARON", "UA")
    assert [attempt.units for attempt in play.scalings] == [still]


@rule("spellbinder", "9.4 exile")
def test_an_exile_comes_back_in_a_later_game() -> None:
    play = phase(exiled(1, 2), "UMARON")
    enter(play, Enter(("UA",), ("0122",)))
    assert refusals(play) == ["cannot_enter"]
    enter(play, Enter(("UMARON", "UA"), ("0122",)))
    assert (play.wizards["UMARON"].fate, play.wizards["UMARON"].left) == ("in", 0)
    assert play.place("UMARON") == play.place("UA") == "0122"
    enter(play, Enter(("UB",), ("0121",)))
    assert play.place("UB") == "0121"
    same = phase(exiled(2, 2), "UMARON")
    enter(same, Enter(("UMARON",), ("0122",)))
    assert refusals(same) == ["cannot_enter"]


@rule("spellbinder", "9.3 1", "4.2")
def test_yamantsar_enters_where_it_is_free_and_pays_for_the_terrain() -> None:
    """9.3: the forest 0122 costs 2; the water 0111 is no way in, nor is 0202, which is no edge."""
    pieces = "UMARON off, UA off, UB off, SHARN 0121"
    play = phase(state(pieces, options=RETURN, chief="UMARON"), "UMARON")
    enter(play, Enter(("UA",), ("0111", "0202", "0121", "0122")))
    assert play.place("UA") == "0122"
    assert play.spent == {"UA": 4}
    enter(play, Enter(("UB",), ("0121",)))
    assert refusals(play) == ["no_open_edge"]
    enter(play, Enter(("UMARON",), ("0122",)))
    assert play.halted == {"UMARON"}


@rule("spellbinder", "9.3 1", "6.7")
def test_nobody_else_enters() -> None:
    """9.3: nor do armies that wait for their wizard's points (6.7), nor who is there already."""
    before = state("UA off, SA off, UMARON off", options=RETURN, chief="UMARON")
    waits = replace(before.armies["UA"], waits=True)
    before = replace(before, armies=before.armies | {"UA": waits})
    play = phase(before, "UMARON")
    enter(play, Enter(("UA",), ("0122",)))
    sharn = phase(before, "SHARN")
    enter(sharn, Enter(("SA",), ("0122",)))
    enter(play, Enter(("SA",), ("0122",)))
    play.put(["UMARON"], "0219")
    enter(play, Enter(("UMARON",), ("0122",)))
    assert play.place("UMARON") == "0219"
    assert refusals(play) == ["cannot_enter"] * 3
    assert refusals(sharn) == ["cannot_enter"]
    assert told(play, "entered") == told(sharn, "entered") == []
