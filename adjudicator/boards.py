"""The graph board: provinces, what each kind of unit reaches from each place, and names.

A *place* is where a unit stands: a province's code ("PAR"), with its coast for a fleet in a
province that has named coasts ("STP/SC"). All coasts of a province share the province's number;
numbers exist only inside the engine, orders and positions hold codes.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

ARMY = "A"
FLEET = "F"

Terrain = Literal["sea", "coast", "inland"]


class Province(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One space as the map file gives it; `fleet` is keyed by coast where coasts have names."""

    name: str
    terrain: Terrain
    center: bool = False
    aliases: tuple[str, ...] = ()
    army: tuple[str, ...] = ()
    fleet: tuple[str, ...] | dict[str, tuple[str, ...]] = ()


class Power(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side of the game; `names` are its name and adjectives, the proper name first."""

    names: tuple[str, ...]
    home_centers: tuple[str, ...]
    units: tuple[str, ...]


class MapFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The typed model of a variant's ``map.yaml``."""

    name: str
    victory_centers: int
    start: str
    powers: dict[str, Power]
    provinces: dict[str, Province]


class Spot(Struct, frozen=True):
    """A place as one kind of unit has it.

    number    the province's number
    reach     place as it may be written in an order -> place moved to
    near      numbers of the provinces such a unit may move to, and so support into
    exits     the places moved to, in order, each with its province's number
    """

    number: int
    reach: dict[str, str]
    near: frozenset[int]
    exits: tuple[tuple[str, int], ...]


class Board:
    """A map with its tables; made once from a `MapFile` and never changed.

    number      place -> province number; every coast has its province's
    code        province number -> province code
    spots       kind -> place where such a unit may stand -> what it can do from there
    is_sea      by province number: a fleet there convoys; `all_seas` are the numbers of those
    seas        by province number: the sea provinces a fleet's step away from it
    neighbors   by province number: every province next to it, for any kind (DATC 4.D.8)
    coasts      province -> its named coasts
    """

    def __init__(self, data: MapFile) -> None:
        self.name = data.name
        self.victory_centers = data.victory_centers
        self.start = data.start
        self.powers: Mapping[str, Power] = data.powers
        self.provinces: Mapping[str, Province] = data.provinces
        self.code: Sequence[str] = tuple(data.provinces)
        self.coasts: Mapping[str, tuple[str, ...]] = {
            code: tuple(province.fleet) if isinstance(province.fleet, dict) else ()
            for code, province in data.provinces.items()
        }
        self.number: dict[str, int] = {}
        for number, code in enumerate(self.code):
            for place in (code, *self.coasts[code]):
                self.number[place] = number
        self.centers = frozenset(c for c, province in data.provinces.items() if province.center)
        self.is_sea = [data.provinces[code].terrain == "sea" for code in self.code]
        self.all_seas = frozenset(n for n, sea in enumerate(self.is_sea) if sea)
        self.is_coast = [data.provinces[code].terrain == "coast" for code in self.code]
        self.spots: dict[str, dict[str, Spot]] = {
            ARMY: {
                code: self._spot(code, self._army_reach(code))
                for code, province in data.provinces.items()
                if province.terrain != "sea"
            },
            FLEET: {
                place: self._spot(place, self._fleet_reach(place))
                for code, province in data.provinces.items()
                if province.terrain != "inland"
                for place in (self.coasts[code] or (code,))
            },
        }
        neighbors: list[set[int]] = [set() for _ in self.code]
        seas: list[set[int]] = [set() for _ in self.code]
        for kind, spots in self.spots.items():
            for spot in spots.values():
                neighbors[spot.number] |= spot.near
                if kind == FLEET:
                    seas[spot.number] |= {n for n in spot.near if self.is_sea[n]}
        self.neighbors = [frozenset(near) for near in neighbors]
        self.seas = [frozenset(near) for near in seas]

    def province_of(self, place: str) -> str:
        """The province's code: ``STP`` of ``STP/SC``. KeyError if the board has no such place."""
        return self.code[self.number[place]]

    def full_name(self, place: str) -> str:
        """``St Petersburg (south coast)`` of ``STP/SC``. KeyError if there is no such place."""
        name = self.provinces[self.province_of(place)].name
        coast = place.partition("/")[2]
        return f"{name} ({COAST_NAMES.get(coast, coast)})" if coast else name

    def _spot(self, place: str, reach: dict[str, str]) -> Spot:
        exits = tuple((to, self.number[to]) for to in sorted(set(reach.values())))
        near = frozenset(number for _, number in exits)
        return Spot(self.number[place], reach, near, exits)

    def _fleet_steps(self, place: str) -> tuple[str, ...]:
        fleet = self.provinces[self.code[self.number[place]]].fleet
        return fleet[place] if isinstance(fleet, dict) else fleet

    def _army_reach(self, code: str) -> dict[str, str]:
        # A coast named for an army means nothing (DATC 4.B.6).
        return {place: to for to in self.provinces[code].army for place in (to, *self.coasts[to])}

    def _fleet_reach(self, place: str) -> dict[str, str]:
        # Without a coast the order is good where one coast only can be meant (DATC 4.B.1, 4.B.2).
        steps = self._fleet_steps(place)
        reach = {to: to for to in steps}
        for to in steps:
            province = self.code[self.number[to]]
            if to != province and sum(self.number[s] == self.number[to] for s in steps) == 1:
                reach[province] = to
        return reach


COAST_NAMES = {
    "NC": "north coast",
    "SC": "south coast",
    "EC": "east coast",
    "WC": "west coast",
}
