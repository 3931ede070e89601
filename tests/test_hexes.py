"""The hex board: numbering, borders, what steps cost, how far units come, and where they stop."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from adjudicator.documents import BadDocument, parse
from adjudicator.hexes import DIRECTIONS, HexBoard, HexMapFile, Mover
from tests.hexes import board

FOOT = Mover(cost={"clear": 2, "forest": 4, "mountain": 6, "castle": 4}, road=1)
SHIP = Mover(cost={"lake": 2})


# Odd columns up:        Odd columns down:
#  ____        ____            ____
# /0101\ ____ /0301\     ____ /0201\ ____
# \____//0201\\____/    /0101\\____//0301\
# /0102\\____//0302\    \____//0202\\____/
# \____//0202\\____/    /0102\\____//0302\
#       \____/          \____/      \____/


@pytest.mark.parametrize(
    ("parity", "code", "around"),
    [
        ("up", "0101", ["0201", "0102"]),
        ("up", "0102", ["0101", "0201", "0202"]),
        ("up", "0201", ["0301", "0302", "0202", "0102", "0101"]),
        ("up", "0202", ["0201", "0302", "0102"]),
        ("up", "0301", ["0302", "0201"]),
        ("up", "0302", ["0301", "0202", "0201"]),
        ("down", "0101", ["0201", "0202", "0102"]),
        ("down", "0102", ["0101", "0202"]),
        ("down", "0201", ["0301", "0202", "0101"]),
        ("down", "0202", ["0201", "0301", "0302", "0102", "0101"]),
        ("down", "0301", ["0302", "0202", "0201"]),
        ("down", "0302", ["0301", "0202"]),
    ],
)
def test_neighbors_from_north_clockwise(parity: str, code: str, around: list[str]) -> None:
    assert board(3, 2, parity).neighbors[code] == tuple(around)


@pytest.mark.parametrize(
    ("parity", "around"),
    [
        ("up", {"N": "0202", "NE": "0303", "SE": "0304", "S": "0204", "SW": "0104", "NW": "0103"}),
        (
            "down",
            {"N": "0202", "NE": "0302", "SE": "0303", "S": "0204", "SW": "0103", "NW": "0102"},
        ),
    ],
)
def test_a_step_in_each_direction(parity: str, around: dict[str, str]) -> None:
    hexes = board(3, 4, parity)
    assert {direction: hexes.step("0203", direction) for direction in DIRECTIONS} == around
    assert hexes.step("0101", "N") is None
    with pytest.raises(KeyError):
        hexes.step("0405", "N")


def test_a_hex_off_the_map_is_nobody_s_neighbor() -> None:
    hexes = board(3, 2, off=["0201"])
    assert "0201" not in hexes.axial
    assert hexes.neighbors["0101"] == ("0102",)
    assert hexes.obstacle("0101", "0201", FOOT) == "off_map"
    # Range is counted as the crow flies.
    assert hexes.distance("0101", "0301") == 2


def test_within_is_in_the_order_of_the_codes() -> None:
    hexes = board(5, 5)
    assert hexes.within("0303", 1) == ("0202", "0203", "0302", "0303", "0304", "0402", "0403")
    assert hexes.within("0101", 0) == ("0101",)
    assert len(hexes.within("0303", 2)) == 19


# What steps cost, on a map of one column with terrain from north to south.

COLUMN: dict[str, Any] = {
    "terrain": {"forest": ["0102"], "mountain": ["0103"], "water": ["0104", "0106"]},
    "roads": [["0102", "0103"], ["0103", "0104"], ["0104", "0105"], ["0106", "0107"]],
    "bridges": ["0104"],
    "walls": [["0107", "0108"]],
    "rivers": [["0108", "0109"], ["0102", "0103"]],
}


@pytest.mark.parametrize(
    ("a", "b", "cost", "obstacle"),
    [
        ("0102", "0101", 2, None),
        ("0101", "0102", 4, None),
        ("0102", "0103", 1, None),  # by road: neither the mountain nor the river counts
        ("0103", "0104", 1, None),  # onto the bridge
        ("0104", "0105", 1, None),
        ("0105", "0106", None, "terrain"),
        ("0106", "0105", 2, None),  # a landing
        ("0107", "0106", None, "terrain"),  # a road into the water is no bridge
        ("0107", "0108", None, "wall"),
        ("0108", "0107", None, "wall"),
        ("0108", "0109", None, "river"),
        ("0109", "0110", None, "off_map"),
        ("0101", "0103", None, "not_adjacent"),
        ("0101", "0101", None, "not_adjacent"),
    ],
)
def test_what_a_step_costs(a: str, b: str, cost: int | None, obstacle: str | None) -> None:
    hexes = board(1, 9, **COLUMN)
    assert hexes.step_cost(a, b, FOOT) == cost
    assert hexes.obstacle(a, b, FOOT) == obstacle


def test_other_kinds_pay_otherwise() -> None:
    hexes = board(1, 9, **COLUMN)
    wader = Mover(cost={"clear": 2, "mountain": 6}, river=3)
    assert hexes.step_cost("0108", "0109", wader) == 2 + 3
    assert hexes.step_cost("0102", "0103", wader) == 6  # a road crosses that river, if unused
    assert hexes.obstacle("0103", "0104", wader) == "terrain"  # no bridge, to who uses no roads
    cart = Mover(cost={"clear": 2, "forest": 4, "mountain": 6}, road=1, roads_only=True)
    assert hexes.obstacle("0102", "0101", cart) == "no_road"
    assert hexes.step_cost("0102", "0103", cart) == 1
    raft = Mover(cost={"water": 2})
    assert hexes.obstacle("0103", "0104", FOOT) is None
    assert hexes.step_cost("0103", "0104", raft) == 2  # under the bridge
    assert hexes.obstacle("0107", "0108", raft) == "wall"


def test_a_bridge_is_left_by_its_road_only() -> None:
    hexes = board(
        3,
        3,
        terrain={"water": ["0202"]},
        bridges=["0202"],
        roads=[["0102", "0202"], ["0202", "0303"]],
    )
    # Around 0202: 0201, 0302, 0303, 0203, 0103, 0102.
    assert {to: hexes.step_cost("0202", to, FOOT) for to in hexes.neighbors["0202"]} == {
        "0201": None, "0302": None, "0303": 1, "0203": None, "0103": None, "0102": 1
    }  # fmt: skip
    assert hexes.obstacle("0202", "0302", FOOT) == "bridge"
    assert hexes.obstacle("0302", "0202", FOOT) == "bridge"
    assert hexes.step_cost("0302", "0202", Mover(cost={"clear": 2, "water": 6}, road=1)) == 6


# Where units come to, by hand.


def test_the_cheapest_way_is_not_the_shortest() -> None:
    #  The straight way 0101-0102-0103 leads over a mountain, the road goes round it.
    hexes = board(
        2,
        3,
        terrain={"mountain": ["0102"]},
        roads=[["0101", "0201"], ["0201", "0202"], ["0202", "0103"]],
    )
    ways = hexes.reachable("0101", FOOT, 3)
    assert {code: (way.cost, way.path) for code, way in ways.items()} == {
        "0101": (0, ("0101",)),
        "0201": (1, ("0101", "0201")),
        "0202": (2, ("0101", "0201", "0202")),
        "0103": (3, ("0101", "0201", "0202", "0103")),
    }
    assert list(ways) == ["0101", "0201", "0202", "0103"]
    assert hexes.reachable("0101", FOOT)["0102"].cost == 6


def test_equal_ways_fewer_steps_then_the_smaller_code() -> None:
    hexes = board(3, 3)
    # From 0101 to 0302 by 0201 only; from 0102 to 0302 by 0201 or 0202.
    assert hexes.reachable("0102", FOOT)["0302"].path == ("0102", "0201", "0302")
    assert hexes.reachable("0302", FOOT)["0102"].path == ("0302", "0201", "0102")
    # Two steps by road at half a point each, or one of one point: the one step.
    roads = board(3, 3, roads=[["0102", "0101"], ["0101", "0201"]])
    assert roads.reachable("0102", FOOT)["0201"].path == ("0102", "0201")


def test_stops_blocked_and_full() -> None:
    hexes = board(1, 5)
    reach = {code: way.cost for code, way in hexes.reachable("0103", FOOT, 4).items()}
    assert reach == {"0103": 0, "0102": 2, "0104": 2, "0101": 4, "0105": 4}
    assert set(hexes.reachable("0103", FOOT, 4, stops={"0102"})) == {"0102", "0103", "0104", "0105"}
    assert set(hexes.reachable("0103", FOOT, 4, stops={"0103"})) == set(reach)
    assert set(hexes.reachable("0103", FOOT, 4, blocked={"0102"})) == {"0103", "0104", "0105"}
    assert set(hexes.reachable("0103", FOOT, 4, full={"0102", "0103"})) == set(reach) - {"0102"}


def test_zone() -> None:
    hexes = board(3, 2, walls=[["0201", "0301"]])
    assert hexes.zone(["0301"]) == {"0302", "0201"}
    assert hexes.zone(["0301"], across_walls=False) == {"0302"}
    assert hexes.zone(["0101", "0102"]) == {"0101", "0102", "0201", "0202"}


@pytest.mark.parametrize(
    ("path", "more", "gone", "spent", "halt"),
    [
        ("0101 0102 0103", {}, 3, 6, None),
        ("0101", {}, 1, 0, None),
        ("0101 0102 0103 0104", {}, 3, 6, "terrain"),
        ("0101 0102 0104", {}, 2, 2, "not_adjacent"),
        ("0101 0201", {}, 1, 0, "off_map"),
        ("0105 0106", {}, 1, 0, "wall"),
        ("0106 0107", {}, 1, 0, "river"),
        ("0101 0102 0103", {"allowance": 5}, 2, 2, "spent"),
        ("0101 0102 0103", {"allowance": 6}, 3, 6, None),
        ("0101 0102 0103", {"blocked": {"0103"}}, 2, 2, "occupied"),
        ("0101 0102 0103", {"stops": {"0102"}}, 2, 2, "zone"),
        ("0101 0102", {"stops": {"0102"}}, 2, 2, None),
        ("0101 0102 0101 0102", {"stops": {"0101"}}, 3, 4, "zone"),
        ("0101 0102 0103", {"full": {"0102"}}, 3, 6, None),
        ("0101 0102 0103", {"full": {"0103"}}, 2, 2, "full"),
        ("0101 0102 0103", {"full": {"0102", "0103"}}, 1, 0, "full"),
        ("0101 0102 0103", {"full": {"0101"}, "allowance": 1}, 1, 0, "spent"),
        ("0101 0102 0103", {"full": {"0102"}, "stops": {"0102"}}, 1, 0, "full"),
    ],
)
def test_a_written_path_ends_at_the_last_legal_hex(
    path: str, more: dict[str, Any], gone: int, spent: int, halt: str | None
) -> None:
    hexes = board(
        1,
        7,
        terrain={"forest": ["0103"], "water": ["0104"]},
        walls=[["0106", "0105"]],
        rivers=[["0106", "0107"]],
    )
    codes = path.split()
    walk = hexes.walk(codes, FOOT, **more)
    assert (walk.path, walk.spent, walk.halt) == (tuple(codes[:gone]), spent, halt)


# Faults in the data.


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"terrain": {"forest": ["0401"]}}, "forest: hex 0401 is not on the map"),
        ({"terrain": {"forest": ["0101"]}, "off": ["0101"]}, "forest: hex 0101 is not on the map"),
        ({"terrain": {"forest": ["101"]}}, "forest: hex 101 is not on the map"),
        (
            {"terrain": {"forest": ["0101"], "water": ["0101"]}},
            "hex 0101 is both forest and water",
        ),
        ({"off": ["0303"]}, "off: hex 0303 is not in the rectangle"),
        ({"roads": [["0101", "0301"]]}, "road 0101-0301: the hexes do not touch"),
        ({"walls": [["0101", "0101"]]}, "wall 0101-0101: the hexes do not touch"),
        ({"rivers": [["0101", "0000"]]}, "river: hex 0000 is not on the map"),
        ({"walls": [["0101", "0102"], ["0102", "0101"]]}, "wall 0102-0101 is given twice"),
        (
            {"walls": [["0101", "0102"]], "roads": [["0102", "0101"]]},
            "road 0102-0101: a wall stands there",
        ),
        ({"bridges": ["0101"]}, "bridge 0101: no road leads there"),
        ({"bridges": ["0909"]}, "bridge: hex 0909 is not on the map"),
        ({"names": {"0909": "Nowhere"}}, "name: hex 0909 is not on the map"),
        ({"movers": {"foot": {"cost": {"swamp": 2}}}}, "mover foot: no hex is swamp"),
    ],
)
def test_faults_in_the_data(more: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        board(3, 2, **more)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"columns": 100}, "columns"),
        ({"odd_columns": "left"}, "odd_columns"),
        ({"roads": [["0101"]]}, "roads[0]"),
        ({"movers": {"foot": {"cost": {"clear": -1}}}}, "movers.foot.cost"),
        ({"hexes": {}}, "(whole file)"),
    ],
)
def test_faults_in_the_file(more: dict[str, Any], key: str) -> None:
    data = {"columns": 3, "rows": 2, "odd_columns": "up", "default": "clear", "movers": {}} | more
    with pytest.raises(BadDocument) as error:
        parse(json.dumps(data), "map.yaml", HexMapFile)
    assert error.value.where.endswith(f"key {key}")


# Spellbinder's map, as its rules are restated with it.


@pytest.fixture(scope="module")
def spellbinder(shared_data: Callable[[str], Path]) -> HexBoard:
    data = yaml.safe_load(shared_data("spellbinder.yaml").read_text(encoding="utf-8"))["map"]
    terrain: dict[str, list[str]] = {"lake": data["lake"], "river": data["rivers"]}
    for code, kind in data["hexes"].items():
        if kind != "water":
            terrain.setdefault(kind, []).append(code)
    return board(
        data["columns"],
        data["rows"],
        data["odd_columns"],
        terrain=terrain,
        roads=data["roads"],
        walls=data["walls"],
        bridges=data["bridges"],
    )


def test_spellbinder_s_neighbors(spellbinder: HexBoard, shared_data: Callable[[str], Path]) -> None:
    data = yaml.safe_load(shared_data("spellbinder.yaml").read_text(encoding="utf-8"))["map"]
    assert len(spellbinder.axial) == 792
    for code, around in spellbinder.neighbors.items():
        column, row = int(code[:2]), int(code[2:])
        shifts = data["neighbours_odd"] if column % 2 else data["neighbours_even"]
        codes = [f"{column + dc:02}{row + dr:02}" for dc, dr in shifts]
        assert around == tuple(near for near in codes if near in data["hexes"])
    assert "2308" in spellbinder.neighbors["2407"]
    for a, b in pairwise(["1718", "1618", "1519", "1419"]):
        assert spellbinder.distance(a, b) == 1


UMARON = "0619 0719 0819 0920 1020 1120 1220 1320 1419 1519 1618 1718"


@pytest.mark.parametrize(
    ("path", "allowance", "end", "spent", "halt"),
    [
        (UMARON, 10, "1618", 10, "spent"),  # S05
        (UMARON, 16, "1718", 11, None),  # S06
        ("1120 1121 1122", 10, "1121", 6, "spent"),  # S07
        ("0818 0819", 10, "0819", 2, None),  # S08
        ("0418 0518 0517", 10, "0517", 5, None),  # S09
        ("0417 0418", 10, "0417", 0, "wall"),  # S10
        ("0512 0511 0510", 10, "0510", 2, None),  # S11
        ("0410 0511", 10, "0410", 0, "bridge"),  # S11
        ("2009 1910", 10, "2009", 0, "wall"),  # S34
        ("2009 1909", 10, "1909", 2, None),  # S34
    ],
)
def test_spellbinder_s_movement(
    spellbinder: HexBoard, path: str, allowance: int, end: str, spent: int, halt: str | None
) -> None:
    walk = spellbinder.walk(path.split(), FOOT, allowance)
    assert (walk.path[-1], walk.spent, walk.halt) == (end, spent, halt)


def test_spellbinder_s_zones(spellbinder: HexBoard) -> None:
    path = ["1320", "1419", "1519", "1618"]
    enemy = spellbinder.zone(["1518"])
    assert spellbinder.walk(path, FOOT, 10, stops=enemy).path[-1] == "1519"  # S12
    assert spellbinder.walk(path, FOOT, 10).path[-1] == "1618"  # S13
    walk = spellbinder.walk(["1519", "1520", "1420"], FOOT, 10, stops=enemy)
    assert (walk.path[-1], walk.spent) == ("1420", 4)  # S17 a
    assert spellbinder.walk(["1519", "1618", "1718"], FOOT, 10, stops=enemy).halt == "zone"  # b
    walk = spellbinder.walk(path, FOOT, 10, full={"1519"})
    assert walk.path[-1] == "1618"  # S19 a
    walk = spellbinder.walk(path[:3], FOOT, 10, full={"1519"})
    assert (walk.path[-1], walk.halt) == ("1419", "full")  # S19 b
    walk = spellbinder.walk(path, FOOT, 10, full={"1519"}, stops=enemy)
    assert walk.path[-1] == "1419"  # S20
    assert spellbinder.walk(["1519", "1618"], FOOT, 10, blocked={"1618"}).halt == "occupied"  # S16


@pytest.mark.parametrize(
    ("start", "to", "halves"),
    [
        # Section 16: points by road from the best hex of each castle.
        (["0406", "0407", "0506", "0507", "0606"], "1718", 20),
        (["0406", "0407", "0506", "0507", "0606"], "1804", 12),
        (["3105", "3204", "3205", "3304", "3305"], "2715", 13),
        (["3105", "3204", "3205", "3304", "3305"], "1804", 13),
        (["0418", "0419", "0518", "0519", "0619"], "1718", 11),
        (["3220", "3320", "3321", "3420"], "2715", 8),
        # By sea, two halves a hex: 1817 to 1311, 9 hexes.
        (["1817"], "1311", 18),
    ],
)
def test_spellbinder_s_distances(
    spellbinder: HexBoard, start: list[str], to: str, halves: int
) -> None:
    mover = SHIP if start == ["1817"] else FOOT
    assert min(spellbinder.reachable(code, mover)[to].cost for code in start) == halves
