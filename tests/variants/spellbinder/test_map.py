"""2.1, 4.2, 4.4, 4.6, 9.1: the map, against the shared data and the facts of the rulebook."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.paths import cheapest_ways
from tests.reference.board import load_yaml
from tests.rules import rule
from variants.spellbinder.components import (
    BERTHS,
    BOARD,
    CASTLE_OF,
    CASTLES,
    DOCKS,
    EDGE,
    FOOT,
    GARRISON_HEXES,
    GATES,
    ISLAND,
    LAKE,
    MAP,
    SAILING,
    SHIP_START,
    STRONGHOLDS,
    VICTORY_HEXES,
    WIZARDS,
    castle_at,
    home_castle,
    name_of,
)

Shared = Callable[[str], Path]


@pytest.fixture(scope="module")
def shared(shared_data: Shared) -> Any:
    return load_yaml(shared_data("spellbinder.yaml"))["map"]


def hexsides(pairs: list[list[str]]) -> set[tuple[str, str]]:
    return {(a, b) for a, b in pairs} | {(b, a) for a, b in pairs}


# --- the same map as the research's


def test_the_terrain_is_that_of_the_shared_map(shared: Any) -> None:
    assert list(shared["hexes"]) == list(BOARD.axial)
    for code, terrain in shared["hexes"].items():
        ours = BOARD.terrain[code]
        assert ("water" if ours in ("lake", "river") else ours) == terrain
    assert set(shared["lake"]) == LAKE
    assert {code for code, there in BOARD.terrain.items() if there == "river"} == set(
        shared["rivers"]
    )
    assert set(shared["island"]) == ISLAND


def test_roads_walls_and_bridges_are_those_of_the_shared_map(shared: Any) -> None:
    assert hexsides(shared["roads"]) == BOARD.roads
    assert hexsides(shared["walls"]) == BOARD.walls
    assert set(shared["bridges"]) == BOARD.bridges


def test_castles_docks_and_the_like_are_those_of_the_shared_map(shared: Any) -> None:
    assert {castle.name for castle in CASTLES.values()} == set(shared["castles"])
    for castle in CASTLES.values():
        there = shared["castles"][castle.name]
        assert list(castle.hexes) == there["hexes"]
        assert [list(gate) for gate in castle.gates] == there["gates"]
        assert castle.wizard == ("" if there["wizard"] == "null" else there["wizard"].upper())
        assert list(castle.garrison) == shared["unused_castle_garrison"].get(castle.name, [])
    assert {dock: list(berths) for dock, berths in DOCKS.items()} == shared["docks"]
    assert {f"ship{number}": at for number, at in SHIP_START.items()} == shared["ship_start"]
    assert list(GARRISON_HEXES) == shared["garrison_hexes"]
    assert list(VICTORY_HEXES) == list(shared["victory_hexes"])


def test_parity_is_that_of_the_shared_map(shared: Any) -> None:
    for code in BOARD.axial:
        column, row = int(code[:2]), int(code[2:])
        steps = shared["neighbours_odd" if column % 2 else "neighbours_even"]
        around = {f"{column + int(c):02}{row + int(r):02}" for c, r in steps}
        assert set(BOARD.neighbors[code]) == around & set(BOARD.axial)


def test_every_claim_of_the_map_has_a_source() -> None:
    assert {claim.source for claim in MAP.claims} == set(MAP.sources)


# --- the facts of the rulebook


@rule("spellbinder", "2.1")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("2307", "2308"), ("2407", "2308"),  # 6.52
        ("1718", "1618"), ("1618", "1519"), ("1519", "1419"),  # 4.63
        ("1817", "1718"), ("2714", "2715"),  # 4.6, 4.68
        ("1911", "1910"), ("1911", "1912"), ("1811", "1911"),  # 9.1 3C
    ],
)  # fmt: skip
def test_hexes_that_the_examples_need_touch(a: str, b: str) -> None:
    assert b in BOARD.neighbors[a]
    assert a in BOARD.neighbors[b]


@rule("spellbinder", "2.1")
def test_hexes_named_in_the_rulebook_are_what_it_takes_them_for() -> None:
    assert {BOARD.terrain[code] for code in ("2307", "2308", "2407")} == {"clear"}  # 6.521
    assert {"1817", "2714", "1311"} <= LAKE
    assert set(DOCKS) == {"1718", "2715"}
    assert set(GARRISON_HEXES) == {"1911", "1910", "1811", "1912"} <= ISLAND
    assert VICTORY_HEXES == ("1718", "2715", "1804")
    assert ISLAND & set(BOARD.neighbors["1311"])


def test_counts_of_terrain() -> None:
    counts: dict[str, int] = {}
    for terrain in BOARD.terrain.values():
        counts[terrain] = counts.get(terrain, 0) + 1
    assert counts == {
        "clear": 431, "forest": 137, "mountain": 68, "castle": 23, "lake": 109, "river": 24,
    }  # fmt: skip
    assert len(BOARD.axial) == 36 * 22 == 792
    assert len(ISLAND) == 35


# --- castles (4.4, 9.1)


@rule("spellbinder", "2.21", "9.1 1")
def test_whose_castle_is_whose() -> None:
    assert [(CASTLES[code].name, CASTLES[code].wizard) for code in STRONGHOLDS] == [
        ("Elsmoor", "DARMAN"), ("Pindragalf", "SHARN"), ("Coving", "ALGONA"),
        ("Aramet Shur", "UMARON"),
    ]  # fmt: skip
    assert WIZARDS == ("DARMAN", "SHARN", "ALGONA", "UMARON")
    assert home_castle("UMARON") == "ARAMET_SHUR"
    assert castle_at("0619") == "ARAMET_SHUR"
    assert castle_at("0719") is None
    with pytest.raises(KeyError):
        home_castle("YAMANTSAR")


def test_castle_hexes_are_castle_terrain_in_one_piece() -> None:
    assert set(CASTLE_OF) == {code for code, there in BOARD.terrain.items() if there == "castle"}
    for castle in CASTLES.values():
        inside = set(castle.hexes)
        found = cheapest_ways(
            [castle.hexes[0]],
            lambda code, inside=inside: [(x, 1) for x in BOARD.neighbors[code] if x in inside],
        )
        assert set(found) == inside


@rule("spellbinder", "4.4")
def test_every_side_of_a_castle_is_wall_or_gate_and_every_gate_has_a_road() -> None:
    for code, castle in CASTLE_OF.items():
        for near in BOARD.neighbors[code]:
            if CASTLE_OF.get(near) != castle:
                assert ((code, near) in BOARD.walls) != ((code, near) in GATES)
            else:
                assert (code, near) not in BOARD.walls
    assert BOARD.roads >= GATES
    assert all(len(castle.gates) == 2 for castle in CASTLES.values())


@rule("spellbinder", "9.1 1")
def test_three_castles_hold_nine_armies_and_pindragalf_does_not() -> None:
    rooms = {code: 2 * len(CASTLES[code].hexes) for code in STRONGHOLDS}
    assert rooms == {"ELSMOOR": 10, "PINDRAGALF": 8, "COVING": 10, "ARAMET_SHUR": 10}
    assert 2 * len(ISLAND) >= 9 + 2 * 4  # 9.2


# --- land and water


@rule("spellbinder", "4.2")
def test_the_mainland_is_in_one_piece_and_the_island_apart() -> None:
    dry = {code for code, there in BOARD.terrain.items() if there not in ("lake", "river")}
    assert set(BOARD.reachable("0519", FOOT)) == (dry | BOARD.bridges) - ISLAND
    assert set(BOARD.reachable("1911", FOOT)) == ISLAND


@rule("spellbinder", "4.3")
def test_roads_cross_water_on_bridges_alone() -> None:
    wet = {a for a, _ in BOARD.roads if BOARD.terrain[a] in ("lake", "river")}
    assert wet == BOARD.bridges == {"1804", "0511", "3212"}


@rule("spellbinder", "4.68")
def test_berths_are_the_lake_hexes_that_touch_a_dock() -> None:
    for dock, berths in DOCKS.items():
        assert set(berths) == LAKE & set(BOARD.neighbors[dock])
    assert {"1717", "1817", "2614", "2615", "2714"} == BERTHS


def test_distances_by_ship() -> None:
    ways = BOARD.reachable("1817", SAILING)
    assert set(ways) == LAKE
    assert ways["1311"].cost == 2 * 9
    for start, steps in (("1817", 3), ("2714", 4)):
        ways = BOARD.reachable(start, SAILING)
        assert min(way.cost for at, way in ways.items() if ISLAND & set(BOARD.neighbors[at])) == (
            2 * steps
        )


@cache
def least(castle: str, to: str) -> float:
    """Movement points from the best hex of a castle."""
    starts = CASTLES[castle].hexes
    return min(BOARD.reachable(start, FOOT)[to].cost for start in starts) / 2


@pytest.mark.parametrize(
    ("castle", "to", "points"),
    [
        ("ELSMOOR", "1718", 10), ("ELSMOOR", "1804", 6), ("COVING", "2715", 6.5),
        ("COVING", "1804", 6.5), ("ARAMET_SHUR", "1718", 5.5), ("PINDRAGALF", "2715", 4),
    ],
)  # fmt: skip
def test_distances_by_road(castle: str, to: str, points: float) -> None:
    assert least(castle, to) == points


@rule("spellbinder", "example of 4.63")
def test_umaron_is_at_the_dock_on_turn_2_as_in_the_example_of_463() -> None:
    for start in CASTLES["ARAMET_SHUR"].hexes:
        assert BOARD.reachable(start, FOOT)["1718"].cost <= 2 * 10


def test_the_edge_has_three_water_hexes_and_no_castle() -> None:
    assert len(EDGE) == 2 * 36 + 2 * 20
    assert {code for code in EDGE if BOARD.terrain[code] == "river"} == {"0111", "1801", "3612"}
    assert not set(EDGE) & set(CASTLE_OF)
    assert not set(EDGE) & LAKE


# --- the worked hexes of the conformance cases (4.2, 4.3)


@rule("spellbinder", "4.2", "4.3")
@pytest.mark.parametrize(
    ("a", "b", "points"),
    [
        ("0920", "1020", 0.5),  # S05: a mountain by road
        ("1120", "1121", 3),  # S07
        ("0818", "0819", 1),  # S08: a road hex, but not along the road
        ("0418", "0518", 2),  # S09: inside the castle
        ("0518", "0517", 0.5),  # S09: the gate
        ("0512", "0511", 0.5),  # S11: the bridge
    ],
)
def test_costs(a: str, b: str, points: float) -> None:
    assert BOARD.step_cost(a, b, FOOT) == 2 * points


@rule("spellbinder", "4.2", "4.4")
@pytest.mark.parametrize(
    ("a", "b", "why"),
    [("0417", "0418", "wall"), ("0410", "0511", "bridge"), ("1718", "1817", "terrain")],
)
def test_barred_hexsides(a: str, b: str, why: str) -> None:
    assert BOARD.obstacle(a, b, FOOT) == why


def test_names() -> None:
    assert [name_of(code) for code in ("UMARON", "ARAMET_SHUR", "UA", "G1", "0619")] == [
        "Umaron", "Aramet Shur", "Umaron's A", "garrison G1", "0619",
    ]  # fmt: skip
