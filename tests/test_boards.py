"""The standard board: its borders, its places, its names."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from adjudicator.boards import ARMY, FLEET, Board, MapFile
from adjudicator.documents import BadDocument, parse
from tests.boards import BOARD, NOTATION
from tests.reference.board import load_yaml


def borders(kind: str) -> set[tuple[str, str]]:
    """Every step such a unit can make: from, to; with coasts for fleets."""
    return {(place, to) for place, spot in BOARD.spots[kind].items() for to, _ in spot.exits}


def test_sizes() -> None:
    assert len(BOARD.provinces) == 75
    assert len(BOARD.centers) == 34
    assert sum(len(power.home_centers) for power in BOARD.powers.values()) == 22
    assert sum(BOARD.is_sea) == 19
    assert len(borders(ARMY)) == 2 * 111
    assert len(borders(FLEET)) == 2 * 141


@pytest.mark.parametrize("kind", [ARMY, FLEET])
def test_borders_are_mutual(kind: str) -> None:
    assert borders(kind) == {(to, place) for place, to in borders(kind)}


def test_where_units_stand() -> None:
    for code, province in BOARD.provinces.items():
        assert (code in BOARD.spots[ARMY]) == (province.terrain != "sea")
        fleets = [place for place in BOARD.spots[FLEET] if BOARD.province_of(place) == code]
        if province.terrain == "inland":
            assert fleets == []
        else:
            assert fleets == list(BOARD.coasts[code] or (code,))


def test_the_edges_are_those_of_the_shared_map(shared_data: Callable[[str], Path]) -> None:
    shared = load_yaml(shared_data("standard.yaml"))["provinces"]
    assert set(shared) == set(BOARD.provinces)
    armies = {(code, to) for code, there in shared.items() for to in there.get("army", [])}
    fleets = {
        (place, to)
        for code, there in shared.items()
        for place, reach in fleet_steps(code, there)
        for to in reach
    }
    assert borders(ARMY) == armies
    assert borders(FLEET) == fleets


def fleet_steps(code: str, there: dict[str, Any]) -> list[tuple[str, list[str]]]:
    fleet = there.get("fleet", [])
    return list(fleet.items()) if isinstance(fleet, dict) else [(code, fleet)]


def test_the_facts_are_those_of_the_shared_map(shared_data: Callable[[str], Path]) -> None:
    shared = load_yaml(shared_data("standard.yaml"))
    for code, there in shared["provinces"].items():
        ours = BOARD.provinces[code]
        assert ours.name == there["name"]
        assert ours.terrain == {"land": "inland"}.get(there["type"], there["type"])
        assert ours.center == (there.get("supply_center") == "true")
    assert set(shared["powers"]) == set(BOARD.powers)
    for name, power in shared["powers"].items():
        assert sorted(BOARD.powers[name].home_centers) == sorted(power["home_centers"])
        assert sorted(BOARD.powers[name].units) == sorted(power["starting_units"])
    assert str(BOARD.victory_centers) == shared["victory_centers"]
    assert BOARD.start == shared["start"]


def test_numbers() -> None:
    assert [BOARD.number[code] for code in BOARD.code] == list(range(75))
    assert BOARD.number["STP"] == BOARD.number["STP/NC"] == BOARD.number["STP/SC"]
    assert BOARD.province_of("BUL/EC") == "BUL"


def test_names() -> None:
    assert BOARD.full_name("PAR") == "Paris"
    assert BOARD.full_name("STP/SC") == f"{BOARD.provinces['STP'].name} (south coast)"
    with pytest.raises(KeyError):
        BOARD.full_name("SWI")


def test_no_name_stands_for_two_places() -> None:
    """The lexicon refuses a double meaning; here also names that differ in case or spaces only."""
    meant: dict[str, str] = {}
    for code, province in BOARD.provinces.items():
        for name in (code, province.name, *province.aliases):
            key = "".join(char for char in name.lower() if char.isalnum())
            assert meant.setdefault(key, code) == code, name
    assert NOTATION.places.exact([], 0) is None


def test_powers_and_places_share_no_name() -> None:
    places = {
        name.lower()
        for code, province in BOARD.provinces.items()
        for name in (code, province.name, *province.aliases)
    }
    powers = {name.lower() for power in BOARD.powers.values() for name in power.names}
    assert not places & powers


def test_a_fleet_may_leave_out_the_one_coast_it_can_reach() -> None:
    """GAS touches the north coast of SPA only, POR both (DATC 4.B.1, 4.B.2)."""
    assert BOARD.spots[FLEET]["GAS"].reach["SPA"] == "SPA/NC"
    assert "SPA" not in BOARD.spots[FLEET]["POR"].reach
    assert {"SPA/NC", "SPA/SC"} <= BOARD.spots[FLEET]["POR"].reach.keys()
    assert BOARD.spots[ARMY]["POR"].reach["SPA/NC"] == "SPA"


def test_seas_that_carry() -> None:
    """An army in MAR boards in LYO alone; LYO in turn touches TYS and WES."""
    seas = {place: {BOARD.code[n] for n in BOARD.seas[BOARD.number[place]]} for place in BOARD.code}
    assert seas["MAR"] == {"LYO"}
    assert seas["LYO"] == {"TYS", "WES"}
    assert seas["MUN"] == set()


def test_a_row_of_neighbours() -> None:
    """For distances every border counts, by land or by sea (DATC 4.D.8)."""
    row = ["MOS", "STP", "BOT", "BAL", "KIE", "HEL", "NTH"]
    for one, other in pairwise(row):
        assert BOARD.number[other] in BOARD.neighbors[BOARD.number[one]]


def test_a_small_map() -> None:
    """Any map will do, with what is not given left out."""
    sea = {"name": "Lake", "terrain": "sea", "fleet": ["UP"]}
    shore = {"name": "Up", "terrain": "coast", "center": True, "fleet": ["LAK"]}
    lake = {"LAK": sea, "UP": shore}
    whole = {"name": "x", "victory_centers": 1, "start": "S1M", "powers": {}, "provinces": lake}
    board = Board(parse(json.dumps(whole), "lake.json", MapFile))
    assert board.spots[ARMY]["UP"].exits == ()
    assert board.spots[FLEET]["LAK"].exits == (("UP", 1),)
    hill = {**shore, "terrain": "hill"}
    with pytest.raises(BadDocument, match="terrain"):
        parse(json.dumps({**whole, "provinces": {"UP": hill}}), "hill.json", MapFile)
