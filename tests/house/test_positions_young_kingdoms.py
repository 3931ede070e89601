"""Position files of Young Kingdoms: what they may say of Elric, and how their orders are read."""

import json
from typing import Any

import pytest

from adjudicator.cli import Exit
from adjudicator.office.atlas import map_of
from adjudicator.simultaneous.position import Position
from tests.house.test_cli import resolve, run
from variants.young_kingdoms import VARIANT
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.state import State

BOARD = {
    "variant": "young_kingdoms",
    "phase": "S6480M",
    "units": {"MEL": ["A/F IMR", "D CAV", "G IMR"], "DHJ": ["C SIL SIL2", "C SIL SIL1"]},
    "centers": {"MEL": ["IMR"], "DHJ": ["PAN"]},
}
ALLY = BOARD | {"units": {"SHZ": ["A AFL", "E AFL"]}, "centers": {}}
THRONE = {"variant": "young_kingdoms", "phase": "F6480M", "elric": {"reigns": True}}
OUSTED = THRONE | {"phase": "S6480R"}


@pytest.mark.parametrize(
    ("position", "elric", "key", "why"),
    [
        (BOARD, {"hidden": "NAD", "finder": "MEL"}, "elric.finder", "flees"),
        (BOARD, {"hidden": "NAD", "finder": "QQQ"}, "elric.finder", "no power 'QQQ'"),
        (BOARD, {"hidden": "ZZZ", "finder": "QQQ"}, "elric.hidden", "never hides in 'ZZZ'"),
        (BOARD, {"hidden": "AFL"}, "elric.hidden", "never hides in 'AFL'"),  # a home center
        (BOARD, {"finder": "SHZ"}, "elric.finder", "where he was found"),
        (BOARD, {"hidden": "NAD", "left": "BAK"}, "elric.left", "both: hidden and left"),
        (THRONE | {"units": {}}, {"hidden": "NAD", "reigns": True}, "elric.reigns",
         "both: hidden and reigns"),
        (BOARD, {"left": "BAK"}, "elric.left", "as soon as the retreats are done"),
        (BOARD | {"phase": "S6480R"}, {"left": "SIL"}, "elric.left", "never in 'SIL'"),
        (BOARD | {"phase": "S6480R"}, {"hidden": "NAD", "finder": "SHZ"}, "elric.finder",
         "season's orders"),
        (BOARD | {"options": {"hide_in_tanelorn": False}}, {"hidden": "TAN"}, "elric.hidden",
         "never hides in 'TAN'"),
        (ALLY, {"hidden": "NAD"}, "elric.hidden", "SHZ E AFL is on the board"),
        (ALLY, {"finder": "SHZ"}, "elric.finder", "SHZ E AFL is on the board"),
        (ALLY, {"reigns": True}, "elric.reigns", "SHZ E AFL is on the board"),
        (BOARD, {"hiden": "NAD"}, "elric", "hiden"),
        (THRONE | {"units": {"MEL": ["D TAR"]}}, {"reigns": True}, "elric.reigns", "MEL D TAR"),
        (OUSTED | {"units": {"DHJ": ["C TAN SIL1"]}}, {"reigns": True}, "elric.reigns",
         "TAN is closed"),
        (THRONE | {"units": {}, "centers": {"MEL": ["PAN"]}}, {"reigns": True}, "elric.reigns",
         "PAN belongs to MEL"),
        (THRONE | {"units": {}, "centers": {"VLM": ["IMR"]}}, {"reigns": True}, "centers.VLM[0]",
         "'IMR' is no center"),
    ],
)  # fmt: skip
def test_what_elric_cannot_be(
    position: dict[str, Any], elric: dict[str, Any], key: str, why: str
) -> None:
    text = json.dumps(position | {"elric": elric})
    said = run("resolve", "-", stdin=text, code=Exit.BAD_INPUT)
    assert f"key {key}: " in said
    assert why in said


@pytest.mark.parametrize(
    ("phase", "elric"),
    [
        ("S6480M", {}),
        ("S6480M", {"hidden": "TAN"}),
        ("F6480M", {"hidden": "NAD", "finder": "SHZ"}),
        ("F6480R", {"hidden": "NAD"}),
        ("F6480R", {"left": "DRE"}),
        ("F6480R", {"left": "AFL"}),
    ],
)
def test_what_elric_can_be(phase: str, elric: dict[str, Any]) -> None:
    assert resolve(BOARD | {"phase": phase, "elric": elric})["phase"] == phase


def test_the_closed_board_has_its_own_centers() -> None:
    """As README has it, with the centers left out."""
    result = resolve(THRONE | {"units": {"SHZ": ["A BAK"]}, "orders": {"SHZ": ["A BAK H"]}})
    assert result["centers"] == {"SHZ": ["BAK"]}
    beaten = {"SHZ": [{"unit": "F IMR"}, {"unit": "A TAN"}]}
    orders = {"SHZ": ["F IMR R DRN", "A TAN R RIG"]}
    result = resolve(OUSTED | {"units": {}, "dislodged": beaten, "orders": orders})
    assert [one["result"] for one in result["orders"]] == ["succeeds", "succeeds"]
    assert result["after"] == {"SHZ": ["A RIG", "F DRN"]}


def test_orders_are_read_as_in_letters() -> None:
    orders = {"MEL": ["D-DRS", "A/F IMR - DRN; A DRN LAND PAN"]}
    assert [one["order"] for one in resolve(BOARD | {"orders": orders})["orders"]] == [
        "D CAV - DRS",
        "A/F IMR - DRN",
        "A DRN LAND PAN",
    ]
    beaten = {"MEL": [{"unit": "D CAV", "retreats": ["DRW"]}]}
    position = BOARD | {"phase": "S6480R", "units": {}, "dislodged": beaten}
    result = resolve(position | {"orders": {"MEL": ["Dragon R DRW"]}})
    assert [(one["order"], one["result"]) for one in result["orders"]] == [
        ("D CAV R DRW", "succeeds")
    ]


def test_an_a_f_is_built_as_two() -> None:
    position = BOARD | {"phase": "F6480A", "units": {"MEL": ["G IMR"]}, "centers": {"MEL": ["IMR"]}}
    result = resolve(position | {"orders": {"MEL": ["A/F IMR B"]}})
    assert [(one["order"], one["result"]) for one in result["orders"]] == [
        ("A IMR B", "succeeds"),
        ("F IMR B", "succeeds"),
    ]
    assert result["after"] == {"MEL": ["A/F IMR", "G IMR"]}


def test_what_a_letter_could_not_order_has_its_reason() -> None:
    """Of a line of which not all is good, every order stands as it is written."""
    orders = {"MEL": ["D - DRS; A IMR - BAK"], "DHJ": ["ENLIST ELRIC"]}
    result = resolve(BOARD | {"orders": orders})
    assert [(one["order"], one["result"]) for one in result["orders"]] == [
        ("D CAV - DRS", "succeeds"),
        ("A IMR - BAK", "illegal"),
        ("ENLIST ELRIC", "illegal"),
    ]


def test_chaos_keeps_its_order_of_arrival() -> None:
    """By it an order tells C1 from C2, in the position that is made from a result as well."""
    held = resolve(BOARD)
    assert held["after"]["DHJ"] == ["C SIL SIL2", "C SIL SIL1"]
    orders = {"DHJ": ["C1 SIL - MAR", "C2 SIL H"]}
    moved = resolve(BOARD | {"units": held["after"], "orders": orders})
    assert moved["after"]["DHJ"] == ["C MAR SIL2", "C SIL SIL1"]
    back = resolve(BOARD | {"units": moved["after"], "orders": {"DHJ": ["C MAR - SIL"]}})
    assert back["after"]["DHJ"] == ["C SIL SIL1", "C SIL SIL2"]
    text = run("resolve", "-", stdin=json.dumps(BOARD))
    assert "  units    C1 SIL, C2 SIL\n" in text


@pytest.mark.parametrize("phase", ["S6480R", "F6480M"])
def test_the_map_once_elric_reigns(phase: str) -> None:
    state = State(Position(phase, (), {}), Options(), elric=Elric(reigns=True))
    atlas = map_of(VARIANT, state)
    assert atlas is not None
    assert (len(atlas.provinces), atlas.victory_centers) == (54, 16)
    assert not {"D", "E"} & {*atlas.kinds}
    assert "Elric" not in atlas.note
    assert "Tanelorn" not in atlas.note
    assert "the lands of Chaos" in atlas.note
    before = map_of(VARIANT, State(Position("S6480M", (), {}), Options(), elric=Elric("BAK")))
    assert before is not None
    assert (len(before.provinces), before.victory_centers) == (57, 18)
    assert {"D", "E"} <= {*before.kinds}
    assert "Into Tanelorn an army goes only together with Elric" in before.note
