"""Early Arrival (9.2 C): the garrisons go over to the wizard on Yof-Pintre; case S95."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.turns.questions import Several, StandingOrder
from tests.rules import rule
from tests.variants.spellbinder.desk import SEATS, phase, state, told
from variants.spellbinder.combat.battle import attack
from variants.spellbinder.combat.magic import cast
from variants.spellbinder.combat.wizards import settle
from variants.spellbinder.movement.alliances import proclaim
from variants.spellbinder.movement.ships import land_units
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Ally, Attack, Cast, Land
from variants.spellbinder.play import Play
from variants.spellbinder.state import Ship, State

GARRISONS = "G1 1911 10, G2 1910 10, G3 1811 10, G4 1912 10"
ALLIED = (("SHARN", "DARMAN"),)


def arrived(
    pieces: str = "", seats: tuple[str, ...] = SEATS, harmless: bool = False, **more: Any
) -> State:
    """Umaron on the island, which is his home."""
    options = Options(scenario="early_arrival", seats=seats, harmless_spells_are_attacks=harmless)
    game = state(f"{pieces}, UMARON 1612, {GARRISONS}", options=options, chief="UMARON", **more)
    home = replace(game.wizards["UMARON"], home="YOF_PINTRE")
    return replace(game, wizards=game.wizards | {"UMARON": home})


def owners(play: Play) -> list[str | None]:
    return [play.armies[code].wizard for code in ("G1", "G2", "G3", "G4")]


@rule("spellbinder", "9.2 3C1", "S95")
def test_s95_each_opponent_must_have_attacked_or_been_allied_with_one_that_has() -> None:
    """Darman has attacked, Sharn let Darman pass; Algona has done nothing until now."""
    game = arrived("AA 1412, UA 1511", hostile=("DARMAN",), allied=ALLIED)
    play = phase(game, "ALGONA", dice=[2])
    settle(play)
    assert owners(play) == [None] * 4
    play.put(["AA"], "1411")
    attack(play, Attack("1511", ("AA",)))
    assert owners(play) == ["UMARON"] * 4
    assert play.gained
    assert told(play, "garrisons_gained")[0]["armies"] == ("G1", "G2", "G3", "G4")


@rule("spellbinder", "9.2 3C1", "S95")
def test_s95_a_spell_at_his_wizard_is_an_attack() -> None:
    play = phase(arrived("ALGONA 1512", hostile=("DARMAN", "SHARN")), "ALGONA")
    cast(play, Cast(4, 1, wizard="UMARON"))
    assert owners(play) == ["UMARON"] * 4


@rule("spellbinder", "9.2 3C1")
@pytest.mark.parametrize("counts", [False, True])
def test_a_spell_that_harms_nobody_is_none_unless_an_option_says_so(counts: bool) -> None:
    game = arrived("ALGONA 1512", hostile=("DARMAN", "SHARN"), harmless=counts)
    play = phase(game, "ALGONA")
    cast(play, Cast(6, 5, wizard="UMARON"))
    assert owners(play) == (["UMARON"] if counts else [None]) * 4


@rule("spellbinder", "9.2 3C1")
def test_an_ally_of_one_who_only_later_attacks_counts() -> None:
    play = phase(arrived("ALGONA 1512", allied=ALLIED, hostile=("DARMAN",)), "ALGONA")
    cast(play, Cast(4, 1, wizard="UMARON"))
    assert owners(play) == ["UMARON"] * 4


@rule("spellbinder", "9.2 3C1", "8.5")
@pytest.mark.parametrize("used", [False, True])
def test_an_attacker_makes_nobody_his_ally_by_a_leave_that_is_not_used(used: bool) -> None:
    """8.5: Darman has attacked, and lets Sharn pass; Algona has attacked, too."""
    play = phase(arrived("", hostile=("ALGONA", "DARMAN")), "SHARN")
    proclaim(play, "DARMAN", [Ally("SHARN", "pass")])
    if used:
        play.use("DARMAN", "SHARN")
    settle(play)
    assert owners(play) == (["UMARON"] if used else [None]) * 4


@rule("spellbinder", "9.2 3C")
def test_who_is_out_of_the_game_is_not_waited_for() -> None:
    game = arrived("", hostile=("DARMAN", "SHARN"))
    out = replace(game.wizards["ALGONA"], fate="out", at="")
    play = phase(replace(game, wizards=game.wizards | {"ALGONA": out}), "DARMAN")
    settle(play)
    assert owners(play) == ["UMARON"] * 4


@rule("spellbinder", "9.2 3C2")
def test_against_two_opponents_he_gains_two_and_chooses() -> None:
    seats = ("DARMAN", "SHARN", "UMARON")
    game = arrived("", seats, hostile=("DARMAN", "SHARN"))
    play = phase(game, "DARMAN")
    settle(play)
    assert owners(play) == ["UMARON", "UMARON", None, None]
    order = StandingOrder[Any]("garrisons", Several(("G1", "G3")))
    play = phase(game, "DARMAN", standing={"UMARON": [order]})
    settle(play)
    assert owners(play) == ["UMARON", None, "UMARON", None]
    settle(play)
    assert owners(play) == ["UMARON", None, "UMARON", None]


@rule("spellbinder", "9.2 3C")
@pytest.mark.parametrize("gone", ["UMARON", "DARMAN SHARN ALGONA"])
def test_nobody_gains_them_without_him_or_without_opponents(gone: str) -> None:
    game = arrived("", hostile=("DARMAN", "SHARN", "ALGONA"))
    out = {code: replace(game.wizards[code], fate="out", at="") for code in gone.split()}
    play = phase(replace(game, wizards=game.wizards | out), "DARMAN")
    settle(play)
    assert owners(play) == [None] * 4


@rule("spellbinder", "9.2 3C1")
def test_an_attack_on_another_is_none_on_him() -> None:
    game = arrived("ALGONA 2307, SHARN 2308", hostile=("DARMAN", "SHARN"))
    play = phase(game, "ALGONA")
    cast(play, Cast(4, 1, wizard="SHARN"))
    assert len(told(play, "spell")) == 1
    assert play.attackers == {"DARMAN", "SHARN"}


@rule("spellbinder", "9.2 3C2")
def test_of_the_last_two_he_is_not_asked() -> None:
    game = arrived("", ("DARMAN", "SHARN", "UMARON"), hostile=("DARMAN", "SHARN"))
    left = {code: game.armies[code] for code in ("G2", "G3")}
    play = phase(replace(game, armies=left), "DARMAN")
    settle(play)
    assert [army.wizard for army in play.armies.values()] == ["UMARON", "UMARON"]
    assert play.turn.asked == []  # type: ignore[attr-defined]


@rule("spellbinder", "9.2 3C2", "8.4")
@pytest.mark.parametrize(
    ("where", "wishes", "gained"),
    [
        ("1910 1910 1811 1912", "", "G1 G2"),
        ("1911 1910 1910 1912", "", "G1 G4"),
        ("1910 1910 1811 1811", "G3 G1", "G3 G4"),
        ("1911 1910 1910 1912", "G2 G1", "G2 G3"),
        ("1911 1910 1910 1912", "G4 G2", "G1 G4"),
        ("1911 off 1910 1910", "G1 G3", "G3 G4"),
    ],
)
def test_two_garrisons_in_a_hex_go_over_together_or_not_at_all(
    where: str, wishes: str, gained: str
) -> None:
    """9.2 3C (2), and 8.4: armies of two owners never share a hex. His first wish counts most."""
    game = arrived("", ("DARMAN", "SHARN", "UMARON"), hostile=("DARMAN", "SHARN"))
    stands = dict(zip(("G1", "G2", "G3", "G4"), where.split(), strict=True))
    armies = {code: replace(game.armies[code], at=at) for code, at in stands.items() if at != "off"}
    order = StandingOrder[Any]("garrisons", Several(tuple(wishes.split())))
    standing = {"UMARON": [order]} if wishes else {}
    play = phase(replace(game, armies=armies), "DARMAN", standing=standing)
    settle(play)
    owned = [code for code, army in play.armies.items() if army.wizard == "UMARON"]
    assert sorted(owned) == gained.split()


@rule("spellbinder", "9.2 3C")
def test_only_in_that_scenario() -> None:
    play = phase(state(f"UMARON 1612, {GARRISONS}", chief="UMARON", hostile=SEATS[:3]), "DARMAN")
    settle(play)
    assert owners(play) == [None] * 4


@rule("spellbinder", "9.1 3D", "9.2 3A")
@pytest.mark.parametrize(
    ("means", "pieces", "after"),
    [
        ("island", "UA 0719", (15, 15)),
        ("island", "UA 1511", (25, 10)),
        ("castle", "UA 0719", (25, 10)),
    ],
)
def test_to_land_on_an_island_without_his_armies_is_to_occupy_it(
    means: str, pieces: str, after: tuple[int, int]
) -> None:
    """9.1 3D; by option the castle alone is his home."""
    ships = {1: Ship("1412", "SHARN", 1), 2: Ship("2714")}
    game = arrived(f"{pieces}, SA @1, SHARN 3220 10", ships=ships)
    game = replace(game, options=replace(game.options, yof_pintre_means=means))
    play = phase(game, "SHARN")
    land_units(play, Land(("SA",), "1411"))
    assert (play.wizards["UMARON"].points, play.wizards["SHARN"].points) == after


@rule("spellbinder", "9.2 3D", "S96")
def test_s96_who_is_on_his_way_home_loses_nothing() -> None:
    ships = {1: Ship("1412", "SHARN", 1), 2: Ship("2714")}
    game = arrived("UA 0719, SA @1, SHARN 3220 10", ships=ships, going=True)
    away = replace(game.wizards["UMARON"], home="")
    play = phase(replace(game, wizards=game.wizards | {"UMARON": away}), "SHARN")
    land_units(play, Land(("SA",), "1411"))
    assert (play.wizards["UMARON"].points, play.wizards["SHARN"].points) == (25, 10)


@rule("spellbinder", "9.2 3D")
def test_who_goes_home_has_his_old_castle_again_once_a_unit_is_in_it() -> None:
    game = arrived("UA 0719, SA 3220", going=True)
    away = replace(game.wizards["UMARON"], home="")
    play = phase(replace(game, wizards=game.wizards | {"UMARON": away}), "UMARON")
    settle(play)
    assert play.wizards["UMARON"].home == ""
    play.put(["SA"], "0619")
    settle(play)
    assert play.wizards["UMARON"].home == ""
    play.put(["SA"], "3220")
    play.put(["UA"], "0619")
    settle(play)
    assert play.wizards["UMARON"].home == "ARAMET_SHUR"
