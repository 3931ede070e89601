"""The graph board: provinces, what each kind of unit reaches from each place, and names.

A *place* is where a unit stands: a province's code ("PAR"), with its coast ("STP/SC") for a kind
that goes by fleet links alone, in a province that has named coasts. All coasts of a province share
the province's number; numbers exist only inside the engine, orders and positions hold codes.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

ARMY = "A"
FLEET = "F"

Terrain = Literal["sea", "coast", "inland"]
Ground = Literal[Terrain, "double", "garrison"]
Source = Literal["S", "G", "I", "K", "X"]
Season = Literal["S", "F"]

SEASONS: Mapping[Season, str] = {"S": "Spring", "F": "Fall"}


class Kind(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of piece: the links it goes by, and the ground it stands on.

    `double` is a center of worth 2 or more, `garrison` a province that begins with a garrison.
    `names` are words for it, the proper one first.
    """

    names: tuple[str, ...]
    links: tuple[Literal["army", "fleet"], ...] = ()
    stands: tuple[Ground, ...] = ()


KINDS: Mapping[str, Kind] = {
    ARMY: Kind(names=("army",), links=("army",), stands=("coast", "inland")),
    FLEET: Kind(names=("fleet",), links=("fleet",), stands=("sea", "coast")),
}
"""The kinds that every map has."""


class Province(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One space as the map file gives it; `fleet` is keyed by coast where coasts have names.

    worth       how many centers it counts as, if it is one
    garrison    whose garrison stands there at the start: the home power's, or nobody's
    entry       the kinds that may go in; empty: all. What else it takes is for the rules to say
    peaceful    nobody fights in it, and nobody supports into it or out of it
    source      where its name comes from (`MapFile.sources`), with a note
    """

    name: str
    terrain: Terrain
    center: bool = False
    worth: int = 1
    garrison: Literal["home", "neutral"] | None = None
    entry: tuple[str, ...] = ()
    peaceful: bool = False
    source: Source | None = None
    note: str = ""
    aliases: tuple[str, ...] = ()
    army: tuple[str, ...] = ()
    fleet: tuple[str, ...] | dict[str, tuple[str, ...]] = ()


class Power(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A side of the game; `names` are its name and adjectives, the proper name first."""

    names: tuple[str, ...]
    home_centers: tuple[str, ...]
    units: tuple[str, ...]


class Closing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Provinces that an event of the game may take out of it, and the centers that win then."""

    provinces: tuple[str, ...]
    victory_centers: int


class Claim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that the map says, and where it comes from."""

    what: str
    source: Source


class MapFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The typed model of a variant's ``map.yaml``.

    `kinds` are those besides `KINDS`; `seasons` are the words for spring and fall; `sources` says
    what the letters of `Source` stand for.
    """

    name: str
    victory_centers: int
    start: str
    powers: dict[str, Power]
    provinces: dict[str, Province]
    kinds: dict[str, Kind] = {}
    seasons: Mapping[Season, str] = field(default_factory=lambda: SEASONS)
    closing: Closing | None = None
    sources: dict[Source, str] = {}
    claims: tuple[Claim, ...] = ()


def closed(data: MapFile) -> MapFile:
    """The map once its `closing` has come: without those provinces, and the links to them.

    A home center that is closed is nobody's home any more. ValueError if nothing closes.
    """
    if data.closing is None:
        raise ValueError(f"nothing closes on the map of {data.name}")
    gone = frozenset(data.closing.provinces)

    def open_ones(codes: Iterable[str]) -> tuple[str, ...]:
        return tuple(code for code in codes if code.partition("/")[0] not in gone)

    provinces = {
        code: replace(
            province,
            army=open_ones(province.army),
            fleet=open_ones(province.fleet)
            if isinstance(province.fleet, tuple)
            else {coast: open_ones(steps) for coast, steps in province.fleet.items()},
        )
        for code, province in data.provinces.items()
        if code not in gone
    }
    powers = {
        code: replace(power, home_centers=open_ones(power.home_centers), units=())
        for code, power in data.powers.items()
    }
    return replace(
        data,
        provinces=provinces,
        powers=powers,
        victory_centers=data.closing.victory_centers,
        closing=None,
    )


class Spot(Struct, frozen=True):
    """A place as one kind of unit has it.

    number    the province's number
    reach     place as it may be written in an order -> place moved to
    near      numbers of the provinces its links lead to, and so those it may support into:
              whoever may not enter there may support all the same, but not where there is peace
    exits     the places moved to, in order, each with its province's number
    """

    number: int
    reach: dict[str, str]
    near: frozenset[int]
    exits: tuple[tuple[str, int], ...]


class Board:
    """A map with its tables; made once from a `MapFile` and never changed.

    data        the map file; its provinces' sources and notes are for readers, not for rules
    number      place -> province number; every coast has its province's
    code        province number -> province code
    centers     the provinces that are centers; `worth`: center -> how many it counts as
    garrisons   province that begins with a garrison -> whose it is, None if nobody's
    kinds       the kinds of pieces there are
    seasons     what spring ("S") and fall ("F") are called
    spots       kind -> place where such a unit may stand -> what it can do from there
    is_sea      by province number: a fleet there convoys; `all_seas` are the numbers of those
    seas        by province number: the sea provinces a fleet's step away from it, where armies
                board; whether a fleet may enter the province itself does not matter
    neighbors   by province number: every province next to it, for any kind (DATC 4.D.8)
    coasts      province -> its named coasts
    """

    def __init__(self, data: MapFile) -> None:
        self.data = data
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
        self.worth = {c: data.provinces[c].worth for c in self.code if c in self.centers}
        owners = {c: power for power, side in data.powers.items() for c in side.home_centers}
        self.garrisons: dict[str, str | None] = {
            code: owners.get(code) if province.garrison == "home" else None
            for code, province in data.provinces.items()
            if province.garrison
        }
        self.seasons: Mapping[str, str] = {str(code): word for code, word in data.seasons.items()}
        self.kinds: Mapping[str, Kind] = {**KINDS, **data.kinds}
        self.spots: dict[str, dict[str, Spot]] = {kind: self._spots(kind) for kind in self.kinds}
        neighbors: list[set[int]] = [set() for _ in self.code]
        seas: list[set[int]] = [set() for _ in self.code]
        for number, code in enumerate(self.code):
            sailed = {self.number[to] for to in self._all_fleet_steps(code)}
            neighbors[number] = sailed | {self.number[to] for to in self.provinces[code].army}
            seas[number] = {n for n in sailed if self.is_sea[n]}
        self.neighbors = [frozenset(near) for near in neighbors]
        self.seas = [frozenset(near) for near in seas]

    def province_of(self, place: str) -> str:
        """The province's code: ``STP`` of ``STP/SC``. KeyError if the board has no such place."""
        return self.code[self.number[place]]

    def at_sea(self, place: str) -> bool:
        """Whether the place is a sea province; what the board does not have is none."""
        number = self.number.get(place)
        return number is not None and self.is_sea[number]

    def full_name(self, place: str) -> str:
        """``St Petersburg (south coast)`` of ``STP/SC``. KeyError if there is no such place."""
        name = self.provinces[self.province_of(place)].name
        coast = place.partition("/")[2]
        return f"{name} ({COAST_NAMES.get(coast, coast)})" if coast else name

    def _spots(self, kind: str) -> dict[str, Spot]:
        standing = [code for code in self.code if self._may_stand(kind, self.provinces[code])]
        if self.kinds[kind].links == ("fleet",):
            places = [place for code in standing for place in (self.coasts[code] or (code,))]
            return {place: self._spot(place, self._fleet_reach(place), places) for place in places}
        return {code: self._spot(code, self._reach(kind, code), standing) for code in standing}

    def _may_stand(self, kind: str, province: Province) -> bool:
        ground = self.kinds[kind].stands
        if "garrison" in ground and province.garrison:
            return True  # it does not enter, it is there
        if province.entry and kind not in province.entry:
            return False
        return province.terrain in ground or ("double" in ground and province.worth > 1)

    def _spot(self, place: str, links: dict[str, str], places: Sequence[str]) -> Spot:
        """`links`: as `Spot.reach`, all that there are; `places`: where such a unit may stand."""
        open_to = frozenset(places)
        reach = {written: to for written, to in links.items() if to in open_to}
        exits = tuple((to, self.number[to]) for to in sorted(set(reach.values())))
        number = self.number[place]
        near = frozenset(
            self.number[to]
            for to in links.values()
            if not self._peaceful(number) and not self._peaceful(self.number[to])
        )
        return Spot(number, reach, near, exits)

    def _peaceful(self, number: int) -> bool:
        return self.provinces[self.code[number]].peaceful

    def _fleet_steps(self, place: str) -> tuple[str, ...]:
        fleet = self.provinces[self.code[self.number[place]]].fleet
        return fleet[place] if isinstance(fleet, dict) else fleet

    def _all_fleet_steps(self, code: str) -> list[str]:
        return [to for place in (self.coasts[code] or (code,)) for to in self._fleet_steps(place)]

    def _reach(self, kind: str, code: str) -> dict[str, str]:
        # A coast named for a unit that needs none means nothing (DATC 4.B.6).
        steps: list[str] = []
        if "army" in self.kinds[kind].links:
            steps += self.provinces[code].army
        if "fleet" in self.kinds[kind].links:
            steps += [self.code[self.number[to]] for to in self._all_fleet_steps(code)]
        return {place: to for to in steps for place in (to, *self.coasts[to])}

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
