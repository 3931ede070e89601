"""Alliances (8.0): `alliances.py` on a desk."""

from msgspec.structs import replace

from tests.rules import rule
from tests.variants.spellbinder.desk import phase, refusals, state, told
from variants.spellbinder.combat.wizards import eliminate
from variants.spellbinder.movement.alliances import combined, give_ship, proclaim, renounce
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Ally, Attack, GiveShip, Move
from variants.spellbinder.state import Permission, Ship

PASS = Ally("UMARON", "pass")


@rule("spellbinder", "8.0", "8.5")
def test_a_permission_stands_until_it_is_taken_back() -> None:
    """8.0, 8.5: the two know of it at once, the others not before it is used."""
    play = phase(state(), "UMARON")
    proclaim(play, "SHARN", [PASS, Ally("UMARON", "use 2"), PASS])
    assert play.allows("SHARN", "UMARON", "pass")
    assert play.permissions == [
        Permission("SHARN", "UMARON", "pass"),
        Permission("SHARN", "UMARON", "use 2"),
    ]
    assert play.allied == {("SHARN", "UMARON")}
    for reader in ("SHARN", "UMARON"):
        assert [one["what"] for one in told(play, "allowed", reader)] == ["pass", "use 2"]
    assert told(play, "allowed", "ALGONA") == []
    play.use("SHARN", "UMARON", "pass")
    play.use("SHARN", "UMARON", "pass")
    known = [{"giver": "SHARN", "taker": "UMARON", "what": "pass"}]
    assert told(play, "allied", "ALGONA") == known
    assert [one.known for one in play.permissions] == [True, False]


@rule("spellbinder", "8.0")
def test_one_permission_or_all_can_be_taken_back() -> None:
    """8.0: the other one is told, even if it is a surprise; with all that one lets the other goes
    what that one lets him, so that nobody is kept in an alliance."""
    given = ["SHARN UMARON pass", "SHARN UMARON stack", "SHARN DARMAN pass", "UMARON SHARN pass"]
    play = phase(state(allows=given), "UMARON")
    proclaim(play, "SHARN", [Ally("UMARON", "pass", ends=True)])
    assert not play.allows("SHARN", "UMARON", "pass")
    assert play.allows("SHARN", "UMARON", "stack")
    proclaim(play, "SHARN", [Ally("UMARON", ends=True)])
    renounce(play, "SHARN", [Ally("UMARON", ends=True), Ally("DARMAN", "pass", ends=True)])
    assert play.permissions == [Permission("SHARN", "DARMAN", "pass")]
    renounced = [{"giver": "UMARON", "taker": "SHARN", "what": "pass"}]
    assert told(play, "renounced", "UMARON") == told(play, "renounced", "SHARN") == renounced
    assert told(play, "renounced", "DARMAN") == []
    assert [one["what"] for one in told(play, "forbidden", "UMARON")] == ["pass", "stack"]
    assert told(play, "forbidden", "DARMAN") == []


@rule("spellbinder", "9.2 3C1", "8.5")
def test_who_was_ever_allied_is_remembered() -> None:
    """9.2 C: "has acted in alliance" outlasts the alliance."""
    play = phase(state(), "UMARON")
    proclaim(play, "SHARN", [PASS, Ally("UMARON", ends=True)])
    assert play.permissions == []
    assert play.allied == {("SHARN", "UMARON")}
    assert not play.is_friend("SHARN", "UMARON")


@rule("spellbinder", "8.3", "8.5")
def test_a_ship_is_given_by_who_controls_it() -> None:
    play = phase(state(ships={2: Ship("2714", "SHARN")}), "UMARON")
    give_ship(play, "DARMAN", GiveShip(2, "UMARON"))
    assert [one["why"] for one in told(play, "refused", "DARMAN")] == ["not_held"]
    assert told(play, "refused", "UMARON") == []
    give_ship(play, "SHARN", GiveShip(2, "UMARON"))
    assert play.ships[2].holder == "UMARON"
    assert play.allied == {("SHARN", "UMARON")}
    assert told(play, "ship_given", "ALGONA") == [{"ship": 2, "seat": "UMARON", "before": "SHARN"}]


@rule("spellbinder", "8.0")
def test_only_another_player_of_the_game_is_an_ally() -> None:
    play = phase(state(options=Options(seats=("SHARN", "UMARON"))), "UMARON")
    proclaim(play, "SHARN", [Ally("SHARN", "pass"), Ally("DARMAN", "pass")])
    give_ship(play, "SHARN", GiveShip(1, "DARMAN"))
    assert refusals(play) == ["no_other_player"] * 3
    assert play.permissions == []


@rule("spellbinder", "8.5")
def test_a_leave_makes_no_ally_of_one_who_has_not_used_it() -> None:
    """8.5: who allows something is an ally; the other is one when he accepts it."""
    play = phase(state(allows="SHARN UMARON pass"), "UMARON")
    assert play.is_friend("SHARN", "UMARON")
    assert not play.is_friend("UMARON", "SHARN")
    assert not play.is_friend(None, "UMARON")
    play.use("SHARN", "UMARON")
    assert play.is_friend("UMARON", "SHARN")
    assert play.allied == {("UMARON", "SHARN")}


@rule("spellbinder", "6.8", "8.0")
def test_alliances_end_with_a_player() -> None:
    play = phase(state(allows=["SHARN UMARON pass", "DARMAN SHARN pass"]), "UMARON")
    eliminate(play, "SHARN")
    assert play.permissions == []


def test_who_is_out_of_the_game_is_nobodys_ally_and_has_no_ship() -> None:
    """6.8, 4.66: what he had is nobody's, and nobody can make it his again."""
    before = state(ships={2: Ship("2714", "SHARN")})
    out = replace(before.wizards["UMARON"], at="", fate="out", points=-2)
    play = phase(replace(before, wizards={**before.wizards, "UMARON": out}), "SHARN")
    give_ship(play, "SHARN", GiveShip(2, "UMARON"))
    proclaim(play, "SHARN", [PASS])
    assert refusals(play) == ["no_other_player"] * 2
    assert play.ships[2].holder == "SHARN"


@rule("spellbinder", "9.1 3A")
def test_with_two_players_nobody_is_given_the_second_ship() -> None:
    options = Options(seats=("DARMAN+SHARN", "ALGONA+UMARON"))
    ships = {1: Ship("1817", "DARMAN+SHARN"), 2: Ship("2714", "ALGONA+UMARON")}
    play = phase(state(options=options, ships=ships), "ALGONA+UMARON")
    give_ship(play, "ALGONA+UMARON", GiveShip(2, "DARMAN+SHARN"))
    assert refusals(play) == ["both_ships"]


@rule("spellbinder", "8.0")
def test_a_later_letter_leaves_permissions_alone_that_it_says_nothing_of() -> None:
    go, fight = Move(("UA",), ("0619", "0719")), Attack("2308", ("UA",))
    stack, no_pass = Ally("UMARON", "stack"), Ally("UMARON", "pass", ends=True)
    nothing = Ally("UMARON", ends=True)
    assert combined([PASS, go], [fight]) == (PASS, fight)
    assert combined([PASS, go], [stack]) == (PASS, stack, go)
    assert combined([PASS], [no_pass]) == (no_pass,)
    assert combined([PASS, stack, go], [nothing]) == (nothing, go)
    assert combined([nothing], [PASS]) == (nothing, PASS)
