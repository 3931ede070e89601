"""The map and the reading of order text, on plain strings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

MAP_FILE = Path(__file__).parents[2] / "variants" / "standard" / "map.yaml"


def load_yaml(path: Path) -> Any:
    """Read a YAML file with every scalar left a string."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def province_of(place: str) -> str:
    """STP/SC -> STP."""
    return place.split("/")[0]


def _fleet_places(province: str, fleet: Any) -> dict[str, frozenset[str]]:
    """Fleet places of one province: one place, or one for each named coast."""
    if isinstance(fleet, dict):
        return {place: frozenset(reach) for place, reach in fleet.items()}
    return {province: frozenset(fleet)} if fleet else {}


STANDARD: dict[str, Any] = load_yaml(MAP_FILE)

# The map that is laid out: others import these tables, so they are refilled and never replaced.
POWERS: list[str] = []
PROVINCES: list[str] = []
TERRAIN: dict[str, str] = {}
ARMY: dict[str, frozenset[str]] = {}
FLEET: dict[str, frozenset[str]] = {}


def _lay_out(data: Mapping[str, Any]) -> None:
    """Fill the tables from the content of a map file."""
    provinces: dict[str, Any] = data["provinces"]
    POWERS[:] = sorted(data["powers"])
    PROVINCES[:] = sorted(provinces)
    for table in (TERRAIN, ARMY, FLEET):
        table.clear()
    for name, province in provinces.items():
        TERRAIN[name] = province["terrain"]
        ARMY[name] = frozenset(province.get("army", ()))
        FLEET.update(_fleet_places(name, province.get("fleet")))


@contextmanager
def on_map(data: Mapping[str, Any]) -> Iterator[None]:
    """Within the `with` block this map is laid out; after it the standard map again."""
    minimal_routes.cache_clear()
    _lay_out(data)
    try:
        yield
    finally:
        minimal_routes.cache_clear()
        _lay_out(STANDARD)


_lay_out(STANDARD)


def is_sea(province: str) -> bool:
    return TERRAIN.get(province) == "sea"


def is_coast(province: str) -> bool:
    return TERRAIN.get(province) == "coast"


def fleet_neighbours(place: str) -> frozenset[str]:
    """Provinces (without coasts) a fleet at this place borders on."""
    return frozenset(province_of(other) for other in FLEET.get(place, ()))


def one_way_borders() -> list[tuple[str, str]]:
    """Borders that can be crossed one way only; a map has none."""
    by_land = [(one, to) for one, reach in ARMY.items() for to in reach if one not in ARMY[to]]
    by_water = [
        (one, to)
        for one, reach in FLEET.items()
        for to in reach
        if province_of(one) not in fleet_neighbours(to)
    ]
    return by_land + by_water


@dataclass(frozen=True)
class Unit:
    power: str
    kind: str
    """A or F."""
    place: str
    """With the coast, where the province has named coasts and the unit is a fleet."""

    @property
    def province(self) -> str:
        return province_of(self.place)


@dataclass(frozen=True)
class Order:
    power: str
    text: str
    at: str
    """Province of the ordered unit; its kind and coast are ignored (4.B.5, 4.C.2)."""
    verb: str
    """H, -, S or C."""
    other: str = ""
    """Province of the supported or convoyed unit; its kind and coast are ignored."""
    dest: str = ""
    """Place ordered or helped to; empty in a support to hold."""
    via: bool = False


def parse_unit(power: str, text: str) -> Unit:
    """`F STP/SC`."""
    kind, place = text.split()
    return Unit(power, kind, place)


def parse_order(power: str, text: str) -> Order:
    """Read canonical order text: `A YOR - NWY VIA`, `A BUR S A PAR - MAR`, ..."""
    words = [word for word in text.split() if word not in ("A", "F")]
    at, verb, rest = province_of(words[0]), words[1], words[2:]
    if verb == "H":
        return Order(power, text, at, "H")
    if verb == "-":
        return Order(power, text, at, "-", dest=rest[0], via="VIA" in rest)
    if verb not in ("S", "C"):
        raise ValueError(f"not a movement order: {text}")
    dest = rest[2] if len(rest) > 1 else ""
    return Order(power, text, at, verb, other=province_of(rest[0]), dest=dest)


def touches(sea: str, province: str) -> bool:
    """Whether a fleet in this sea can take an army on board from, or land it in, the province."""
    return is_sea(sea) and is_coast(province) and province in fleet_neighbours(sea)


def connects(seas: frozenset[str], start: str, end: str) -> bool:
    """Whether fleets in these seas form a chain from the coast `start` to the coast `end`."""
    reached = {sea for sea in seas if touches(sea, start)}
    while True:
        further = {sea for sea in seas if fleet_neighbours(sea) & reached} - reached
        if not further:
            return any(touches(sea, end) for sea in reached)
        reached |= further


def group_of(sea: str, seas: frozenset[str]) -> frozenset[str]:
    """All the seas that are linked with this one, itself among them."""
    group = {sea}
    while further := {one for one in seas if fleet_neighbours(one) & group} - group:
        group |= further
    return frozenset(group)


def _chains(chain: tuple[str, ...], seas: frozenset[str], end: str) -> list[tuple[str, ...]]:
    """Simple chains that begin so and stop at the first fleet that touches the end."""
    if touches(chain[-1], end):
        return [chain]
    onward = fleet_neighbours(chain[-1]) & seas - set(chain)
    return [full for sea in sorted(onward) for full in _chains((*chain, sea), seas, end)]


@lru_cache(maxsize=4096)
def minimal_routes(seas: frozenset[str], start: str, end: str) -> tuple[frozenset[str], ...]:
    """The chains in which every fleet is needed: without any one of them the chain is broken."""
    if start == end:
        return ()
    starts = [(sea,) for sea in sorted(seas) if touches(sea, start)]
    routes = {frozenset(chain) for first in starts for chain in _chains(first, seas, end)}
    needed = [
        route
        for route in routes
        if not any(connects(route - {fleet}, start, end) for fleet in route)
    ]
    return tuple(sorted(needed, key=sorted))
