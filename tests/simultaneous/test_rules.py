"""What each rule other than the default changes, shown on DATC's own cases.

Every row is worked out from the rule; it names only the orders that come out otherwise than in
tests/data/datc.yaml, and the units that are dislodged then.
"""

from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adjudicator.simultaneous.position import Resolution
from tests.boards import BOARD, balance_out, fall_back, move, results, units
from tests.reference.board import load_yaml
from tests.reference.positions import grown_position, load_cases

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for case in load_yaml(Path(__file__).parents[1] / "data" / "datc.yaml")["cases"]
}


def sheets(name: str) -> dict[str, list[str]]:
    by_power: dict[str, list[str]] = {}
    for line in CASES[name]["orders"]:
        by_power.setdefault(line["power"], []).append(line["order"])
    return by_power


def play(name: str, **options: Any) -> Resolution:
    return move(CASES[name]["units"], sheets(name), **options)


def assert_changes(
    name: str, options: dict[str, Any], changes: dict[str, str], beaten: str
) -> None:
    due = {line["order"]: line["result"] for line in CASES[name]["orders"]}
    assert changes.keys() <= due.keys()
    assert all(due[order] != result for order, result in changes.items())
    resolution = play(name, **options)
    assert {str(one.order): one.result for one in resolution.outcomes} == {**due, **changes}
    gone = sorted(str(one.unit) for one in resolution.dislodged)
    assert gone == (sorted(beaten.split(", ")) if beaten else [])


PARADOXES = [
    # Two pairs attack the carrier ENG with 2 each and bounce, so it stays: LON's support counts,
    # the army sails and meets LON alone, 1 against 1.
    ("1982 2000", "6.F.16", {"A BRE - LON": "bounces", "F ENG C A BRE - LON": "given"}, ""),
    # The same, but the army has help and throws LON out, 2 against 1. Not even so does it cut what
    # keeps its own carrier afloat.
    (
        "1982 2000",
        "6.F.17",
        {"A BRE - LON": "succeeds", "F ENG C A BRE - LON": "given"},
        "F LON",
    ),
    # BEL supports the carrier to stay. 1982 spares any support for what is done in the carrier's
    # sea: NTH holds with 2 against 2, and the army throws BEL out, 2 against 1. The rule of 2000
    # speaks of attacks on the carrier only; the paradox stays open, and Szykman settles it.
    ("1982", "6.F.18", {"A LON - BEL": "succeeds", "F NTH C A LON - BEL": "given"}, "F BEL"),
    ("2000", "6.F.18", {}, ""),
    # The army could go over TYS or ION. 1982 spares NAP's support even so: ROM takes TYS, 2 against
    # 1, and over ION the army comes to NAP and bounces. In 2000 TYS is not necessary to the convoy,
    # so the support is cut as by default.
    (
        "1982",
        "6.F.19",
        {
            "F NAP S F ROM - TYS": "given",
            "F ROM - TYS": "succeeds",
            "F TYS C A TUN - NAP": "disrupted",
        },
        "F TYS",
    ),
    ("2000", "6.F.19", {}, ""),
    # 1982 spares NAP's support for ION too, which holds with 2 against 2. The rule of 2000 does not
    # speak of supports to stay.
    (
        "1982",
        "6.F.20",
        {"F NAP S F ION": "given", "F ION C A TUN - NAP": "given", "F EAS - ION": "bounces"},
        "",
    ),
    ("2000", "6.F.20", {}, "F ION"),
    # 1982 spares the support for a sea with any carrier in it, were it another army's: the Russian
    # army does not cut CLY, NAO holds with 2 against 2, and so LVP sails, to bounce off its
    # countryman in CLY. Russia takes CLY all the same, 2 against 1. In 2000 CLY's is no support for
    # an attack, and NAO carries another army.
    (
        "1982",
        "6.F.21",
        {
            "F MAO - NAO": "bounces",
            "A LVP - CLY VIA": "bounces",
            "F NAO C A LVP - CLY": "given",
            "F CLY S F NAO": "given",
        },
        "F CLY",
    ),
    ("2000", "6.F.21", {}, "F CLY, F NAO"),
    # Two armies, each of which attacks a support in the other's convoy. 1982 spares both supports.
    # So in 6.F.22 both carriers are sunk, 2 against 1, as they are by Szykman.
    ("1982", "6.F.22", {}, "F ENG, F NTH"),
    # In 6.F.23 both are kept afloat, 2 against 2, and each army bounces off who supports, 1 to 1.
    (
        "1982",
        "6.F.23",
        {
            "A BRE - LON": "bounces",
            "F ENG C A BRE - LON": "given",
            "A NWY - BEL": "bounces",
            "F NTH C A NWY - BEL": "given",
        },
        "",
    ),
    # In 6.F.24 NTH is sunk, 2 against 1, and ENG kept afloat, 2 against 2.
    ("1982", "6.F.24", {"A BRE - LON": "bounces", "F ENG C A BRE - LON": "given"}, "F NTH"),
    # The rule of 2000 speaks of an army's own convoy alone, and leaves them to Szykman.
    ("2000", "6.F.22", {}, "F ENG, F NTH"),
    ("2000", "6.F.23", {}, ""),
    ("2000", "6.F.24", {}, "F NTH"),
]


@pytest.mark.parametrize(
    ("rule", "name", "changes", "beaten"),
    [
        pytest.param(rule, *row, id=f"{rule}-{row[0]}")
        for rules, *row in PARADOXES
        for rule in rules.split()
    ],
)
def test_convoy_paradox(rule: str, name: str, changes: dict[str, str], beaten: str) -> None:
    assert_changes(name, {"convoy_paradox": rule}, changes, beaten)


@pytest.mark.parametrize("rule", ["1982", "2000"])
def test_the_simple_paradox_is_none_without_szykman(rule: str) -> None:
    """6.F.14: ENG is sunk either way; by the older rules because LON is never cut."""
    assert results(play("6.F.14")) == [
        "given",
        "succeeds",
        "no_convoy: paradox",
        "disrupted: dislodged",
    ]
    assert results(play("6.F.14", convoy_paradox=rule)) == [
        "given",
        "succeeds",
        "no_convoy: convoy_disrupted",
        "disrupted: dislodged",
    ]


ONE_ROUTE_IS_ENOUGH = [
    # ENG and NTH each carry the army, and ENG is sunk.
    ("6.F.9", {"A LON - BEL": "no_convoy"}, "F ENG"),
    ("6.F.10", {"A LON - BEL": "no_convoy"}, "F ENG"),
    # The fleet that is sunk was on no way to the goal, so it is none of the convoy's fleets.
    ("6.F.12", {}, "F IRI"),
    # Now TYS is needed, and the army would save it by cutting NAP: a paradox. The convoy is set
    # aside, NAP's support counts, and ROM takes TYS, 2 against 1.
    (
        "6.F.19",
        {
            "A TUN - NAP": "no_convoy",
            "F TYS C A TUN - NAP": "disrupted",
            "F ION C A TUN - NAP": "void",
            "F NAP S F ROM - TYS": "given",
            "F ROM - TYS": "succeeds",
        },
        "F TYS",
    ),
]


@pytest.mark.parametrize(("name", "changes", "beaten"), ONE_ROUTE_IS_ENOUGH)
def test_any_fleet_disrupts(name: str, changes: dict[str, str], beaten: str) -> None:
    assert_changes(name, {"convoy_disruption": "any_fleet"}, changes, beaten)


def test_adjacent_convoy_only_if_explicit() -> None:
    """6.G.1: without "via convoy" the two armies meet head to head, and the fleet has no part."""
    changes = {
        "A NWY - SWE": "bounces",
        "F SKA C A NWY - SWE": "void",
        "A SWE - NWY": "bounces",
    }
    assert_changes("6.G.1", {"adjacent_convoy": "explicit"}, changes, "")
    told = {"ENGLAND": ["A NWY - SWE VIA", "F SKA C A NWY - SWE"], "RUSSIA": ["A SWE - NWY"]}
    resolution = move(CASES["6.G.1"]["units"], told, adjacent_convoy="explicit")
    assert results(resolution) == ["succeeds", "given", "succeeds"]


def test_adjacent_convoy_always() -> None:
    """6.G.2: whoever the fleet belongs to, the army goes with it, and so the two swap."""
    changes = {
        "A NWY - SWE": "succeeds",
        "F SWE - NWY": "succeeds",
        "F SKA C A NWY - SWE": "given",
    }
    assert_changes("6.G.2", {"adjacent_convoy": "always"}, changes, "")


def test_a_convoyed_attack_cuts_the_support_against_its_origin() -> None:
    """6.G.13: with VEN cut, ALB comes to TRI with 1, where the army that bounced holds with 1."""
    changes = {"A VEN S F ALB - TRI": "cut", "F ALB - TRI": "bounces"}
    assert_changes("6.G.13", {"convoyed_attack_on_support": "cuts"}, changes, "")


def test_no_retreat_to_where_the_convoyed_attacker_came_from() -> None:
    """6.H.11: the army came to MAR from GAS by sea."""
    for allowed, ways in ((True, ["GAS", "PIE", "SPA"]), (False, ["PIE", "SPA"])):
        resolution = play("6.H.11", retreat_to_convoyed_origin=allowed)
        (beaten,) = resolution.dislodged
        assert sorted(way.to for way in beaten.retreats) == ways
        assert beaten.came_from == (frozenset() if allowed else frozenset(["GAS"]))
        after = fall_back({}, [beaten], {"ITALY": ["A MAR R GAS"]})
        assert results(after) == (["succeeds"] if allowed else ["illegal: cannot_retreat"])


def test_removal_by_distance_from_home() -> None:
    """6.J.11: WAR, the one center owned, is far from Italy; TUS lies next to ROM."""
    case = CASES["6.J.11"]
    for rule, gone in (("owned", "A TUS"), ("home", "A WAR")):
        resolution = balance_out(case["units"], case["centers"], {}, removal_distance=rule)
        assert [str(unit) for unit, _ in resolution.removed] == [gone]


OPTIONS = {
    "convoy_paradox": ["szykman", "1982", "2000"],
    "convoy_disruption": ["every_route", "any_fleet"],
    "adjacent_convoy": ["intent", "explicit", "always"],
    "convoyed_attack_on_support": ["spares", "cuts"],
}


def test_under_any_rules_every_unit_ends_up_somewhere() -> None:
    """Whatever the rules, there is an outcome, with each unit in one place or dislodged."""
    cases = load_cases()
    mixes = [dict(zip(OPTIONS, mix, strict=True)) for mix in product(*OPTIONS.values())]
    for seed in range(600):
        standing, ordered = grown_position(Random(seed), cases)
        resolution = move(standing, ordered, **mixes[seed % len(mixes)])
        assert len({BOARD.number[one.place] for one in resolution.after}) == len(resolution.after)
        left = [*resolution.after, *(case.unit for case in resolution.dislodged)]
        kinds = sorted((str(one.power), one.kind) for one in units(standing))
        assert sorted((str(one.power), one.kind) for one in left) == kinds
        moved = [o for o in resolution.outcomes if o.result == "succeeds"]
        stayed = {BOARD.number[one.place] for one in units(standing)} - {
            BOARD.number[outcome.order.place] for outcome in moved
        }
        assert {BOARD.number[case.unit.place] for case in resolution.dislodged} <= stayed
