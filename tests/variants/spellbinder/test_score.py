"""Victory points (9.1 5): S91-S93; how a game ends."""

import pytest
from msgspec.structs import replace

from tests.rules import rule
from tests.variants.spellbinder.desk import state
from variants.spellbinder.course.score import (
    alone_on_yof_pintre,
    by_elimination,
    counted,
    hexes_of,
    points_of,
)
from variants.spellbinder.options import Options
from variants.spellbinder.state import Wizard

OUT, EXILE = Wizard(-1, fate="out"), Wizard(3, fate="exile", left=1)


@rule("spellbinder", "9.1 5A", "9.1 5B", "9.1 5C", "9.1 5D", "S91", "S92")
@pytest.mark.parametrize(
    ("others", "points"),
    [("SA 1512", 85), ("", 115), ("G1 1911, G2 1910", 115), ("SA @1", 115)],
    ids=["S91 shared", "S91 alone", "S92 garrisons do not count", "aboard counts nowhere"],
)
def test_s91_s92(others: str, points: int) -> None:
    """9.1 5A-5D: 25 + 10 + 50, or 80 in place of the 50."""
    assert points_of(state(f"DA 0506, DB 1804, DC 1511, {others}"), "DARMAN") == points


@rule("spellbinder", "9.2 5", "9.3 5")
@pytest.mark.parametrize("scenario", ["early_arrival", "return_of_yamantsar"])
def test_the_other_scenarios_count_the_same(scenario: str) -> None:
    options = Options(scenario=scenario)  # type: ignore[arg-type]
    for others, points in (("SA 1512", 85), ("G1 1911", 115)):
        pieces = f"DA 0506, DB 1804, DC 1511, {others}"
        assert points_of(state(pieces, options=options, chief="UMARON"), "DARMAN") == points


@rule("spellbinder", "9.1 5A", "S93")
def test_s93_each_of_two_players_in_a_castle_has_its_points() -> None:
    game = state("DA 3105, SA 3204")
    assert [points_of(game, seat) for seat in ("DARMAN", "SHARN")] == [25, 25]


@pytest.mark.parametrize(
    ("option", "value", "points"),
    [
        ("yof_pintre_sole_replaces", False, 25 + 20 + 80 + 50),
        ("yof_pintre_counts_as_stronghold", True, 25 + 25 + 20 + 80),
        ("victory_hex_points", "once", 25 + 10 + 80),
        ("yof_pintre_means", "castle", 25 + 20 + 80),
    ],
)
def test_options_of_the_count(option: str, value: object, points: int) -> None:
    """9.1 5: an army in Elsmoor, on two of the three hexes, in the castle of Yof-Pintre."""
    options = Options(**{option: value})
    game = state("DA 0506, DB 1804, DC 1718, DD 1911", options=options)
    assert points_of(game, "DARMAN") == points


@rule("spellbinder", "9.1 5C")
def test_the_island_outside_the_castle_counts_by_option() -> None:
    game = state("DA 1511", options=Options(yof_pintre_means="castle"))
    assert points_of(game, "DARMAN") == 0


@rule("spellbinder", "9.1 5D", "9.3 3C")
def test_nobody_is_alone_there_but_who_is_there() -> None:
    game = state("SA 1512, DA @1, G1 1911")
    assert [alone_on_yof_pintre(game, seat) for seat in ("SHARN", "DARMAN")] == [True, False]
    assert hexes_of(game, "DARMAN") == frozenset()


@rule("spellbinder", "9.3 5", "9.1 5A")
def test_yamantsars_old_castle_counts_as_any_other() -> None:
    game = state("SA 0518", options=Options(scenario="return_of_yamantsar"), chief="UMARON")
    away = replace(game.wizards["UMARON"], home="YOF_PINTRE")
    assert points_of(replace(game, wizards={**game.wizards, "UMARON": away}), "SHARN") == 25


@rule("spellbinder", "9.1 5")
def test_ties_are_shared() -> None:
    ending = counted(state("DA 0506, SA 3220, UA 1718"))
    assert (ending.how, ending.seats) == ("points", ("DARMAN", "SHARN"))
    assert [score.points for score in ending.scores] == [25, 25, 0, 10]


@rule("spellbinder", "9.1 5", "6.8")
def test_who_is_out_shares_nothing() -> None:
    """Nobody has a point, and Algona has no wizard."""
    game = state()
    ending = counted(replace(game, wizards={**game.wizards, "ALGONA": OUT}))
    assert ending.seats == ("DARMAN", "SHARN", "UMARON")


@rule("spellbinder", "6.8")
def test_the_last_wizard_wins_at_once() -> None:
    game = state()
    one = replace(game, wizards=dict.fromkeys(game.wizards, OUT) | {"SHARN": Wizard(1)})
    two = replace(game, wizards={**one.wizards, "ALGONA": Wizard(1)})
    none = replace(game, wizards=dict.fromkeys(game.wizards, OUT))
    assert by_elimination(two, game) is None
    ending = by_elimination(one, two)
    assert ending is not None
    assert ending.seats == ("SHARN",)
    ending = by_elimination(none, two)
    assert ending is not None
    assert ending.seats == ("SHARN", "ALGONA")


@rule("spellbinder", "9.4 victory")
def test_in_a_campaign_he_wins_who_has_driven_all_others_out() -> None:
    """9.4; if all are in exile nobody has won."""
    game = state(options=Options(scenario="campaign"))
    last = replace(game, wizards=dict.fromkeys(game.wizards, EXILE) | {"SHARN": Wizard(1)})
    ending = by_elimination(last, game)
    assert ending is not None
    assert ending.seats == ("SHARN",)
    assert by_elimination(replace(game, wizards=dict.fromkeys(game.wizards, EXILE)), game) is None
    gone = dict.fromkeys(game.wizards, OUT) | {"DARMAN": EXILE}
    two = replace(game, wizards=gone | {"SHARN": EXILE})
    assert by_elimination(two, game) is None
    before = replace(game, wizards=gone | {"SHARN": Wizard(1)})
    ending = by_elimination(replace(game, wizards=gone), before)
    assert ending is not None
    assert ending.seats == ("DARMAN",)


@rule("spellbinder", "9.2 3A", "9.2 3D", "S96")
def test_the_old_castle_of_who_arrived_early_counts_for_nobody_until_he_is_back() -> None:
    """9.2 3A, 3D; S96"""
    game = state("SA 0518, UA 0717", options=Options(scenario="early_arrival"), chief="UMARON")
    away = replace(game, wizards={**game.wizards, "UMARON": Wizard(25, "1911", home="")})
    back = replace(game, wizards={**game.wizards, "UMARON": Wizard(25, "0419", home="ARAMET_SHUR")})
    assert points_of(away, "SHARN") == 0
    assert points_of(back, "SHARN") == 25
