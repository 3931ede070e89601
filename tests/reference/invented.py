"""Small invented maps, and positions on them in which most orders have to do with each other.

As the other generators do, these draw from a `random.Random` and from nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from .board import POWERS, PROVINCES, Unit, province_of
from .drafts import (
    Draft,
    Drawn,
    arrange_convoy,
    attack_together,
    chance,
    convoy_moves,
    land_or_sea_moves,
    pick,
    put_unit,
    send_overseas,
    some_order,
    spoil,
)
from .rules import reaches

NAMES = ("BLUE", "GREEN", "RED", "WHITE")


@dataclass(frozen=True)
class Size:
    """How big a map and a position are."""

    seas: int
    lands: int
    powers: int
    units: int


def some_size(rng: Random) -> Size:
    """Six to ten provinces, units on most of them."""
    provinces = 6 + rng.randrange(5)
    seas = 1 + rng.randrange(provinces // 2)
    units = provinces - rng.randrange(provinces // 2)
    return Size(seas, provinces - seas, 2 + rng.randrange(3), units)


# --- maps


class Borders:
    """Borders under construction, by place and kind; all of them mutual."""

    def __init__(self) -> None:
        self.army: dict[str, set[str]] = {}
        self.fleet: dict[str, set[str]] = {}

    def join(self, table: dict[str, set[str]], one: str, other: str) -> None:
        table.setdefault(one, set()).add(other)
        table.setdefault(other, set()).add(one)

    def by_land(self, one: str, other: str) -> None:
        self.join(self.army, one, other)

    def by_water(self, one: str, other: str) -> None:
        self.join(self.fleet, one, other)


def codes(letters: str, count: int) -> list[str]:
    """SEA, SEB, ..."""
    return [f"{letters}{chr(ord('A') + index)}" for index in range(count)]


def join_seas(rng: Random, borders: Borders, seas: Sequence[str]) -> None:
    """All seas hang together: as a ring, or as a tree with some borders more."""
    if len(seas) > 2 and chance(rng, 30):
        for one, other in zip(seas, [*seas[1:], seas[0]], strict=True):
            borders.by_water(one, other)
        return
    for index in range(1, len(seas)):
        borders.by_water(seas[index], seas[rng.randrange(index)])
    close = pick(rng, [0, 30, 80])
    for one, other in combinations(seas, 2):
        if chance(rng, close):
            borders.by_water(one, other)


def open_to_sea(
    rng: Random, borders: Borders, coasts: Sequence[str], seas: Sequence[str]
) -> dict[str, list[str]]:
    """Put each coast to a sea or more; coast -> its fleet places, two where they have names."""
    places: dict[str, list[str]] = {}
    for coast in coasts:
        places[coast] = [f"{coast}/NC", f"{coast}/SC"] if chance(rng, 15) else [coast]
        for place in places[coast]:
            for _ in range(1 + rng.randrange(3)):
                borders.by_water(place, pick(rng, seas))
    return places


def join_lands(
    rng: Random, borders: Borders, places: dict[str, list[str]], inland: Sequence[str]
) -> None:
    """Borders by land; two coasts by one sea at times have one for fleets as well, or only that.

    A border of coasts that fleets cannot pass is a land bridge; few borders make islands.
    """
    close = pick(rng, [0, 25, 50, 80])
    for one, other in combinations(places, 2):
        joined = chance(rng, close)
        if joined:
            borders.by_land(one, other)
        along = [
            (here, there)
            for here in places[one]
            for there in places[other]
            if borders.fleet[here] & borders.fleet[there]
        ]
        for here, there in along:
            if chance(rng, 65 if joined else 5):
                borders.by_water(here, there)
    lands = list(places)
    for province in inland:
        for _ in range(1 + rng.randrange(3)):
            borders.by_land(province, pick(rng, lands))
        lands.append(province)


def small_map(rng: Random, size: Size) -> dict[str, Any]:
    """The content of a map file, without centers."""
    borders = Borders()
    inland = codes("IN", rng.randrange(1 + max(0, size.lands - 2) // 2))
    coasts = codes("CO", size.lands - len(inland))
    seas = codes("SE", size.seas)
    join_seas(rng, borders, seas)
    places = open_to_sea(rng, borders, coasts, seas)
    join_lands(rng, borders, places, inland)
    provinces: dict[str, Any] = {}
    for terrain, names in (("sea", seas), ("coast", coasts), ("inland", inland)):
        for name in names:
            fleet: Any = sorted(borders.fleet.get(name, ()))
            if len(places.get(name, ())) > 1:
                fleet = {place: sorted(borders.fleet[place]) for place in places[name]}
            army = sorted(borders.army.get(name, ()))
            provinces[name] = {"name": name, "terrain": terrain, "army": army, "fleet": fleet}
    powers = {
        name: {"names": [name], "home_centers": [], "units": []} for name in NAMES[: size.powers]
    }
    return {
        "name": "invented",
        "victory_centers": 1,
        "start": "S1901M",
        "powers": powers,
        "provinces": provinces,
    }


# --- positions on the map that is laid out


def entangle(rng: Random, draft: Draft) -> None:
    """Attack a convoying fleet, and let the unit where the army lands help one side or the other.

    That is the core of a paradox. Free units around the fleet become fleets for it.
    """
    fleets = draft.convoying()
    if not fleets:
        return
    fleet = pick(rng, fleets)
    landing = province_of(draft.orders[fleet].split()[-1])
    places = land_or_sea_moves(draft.units[fleet])
    rng.shuffle(places)
    free = draft.units.keys() - draft.orders.keys()
    around = {province_of(place): place for place in places if province_of(place) in free}
    for province, place in around.items():
        if chance(rng, 80):
            draft.units[province] = Unit(draft.units[province].power, "F", place)
    others = [province for province in around if province != landing]
    if landing not in around or not others or not reaches(draft.units[landing], fleet):
        attack_together(rng, draft, fleet)
        return
    attack = f"{draft.name(others[0])} - {fleet}"
    draft.orders[others[0]] = attack
    holds = len(others) > 1 and chance(rng, 60)
    draft.orders[landing] = f"{draft.name(landing)} S {draft.name(fleet) if holds else attack}"
    for at in others[1 : 1 + max(holds, rng.randrange(3))]:
        draft.orders[at] = f"{draft.name(at)} S {attack}"


def go(rng: Random, draft: Draft, origin: str, dest: str) -> None:
    """Order the unit there, by land or water or overseas."""
    unit = draft.units[origin]
    places = [one for one in land_or_sea_moves(unit) if province_of(one) == dest]
    if places and not (dest in convoy_moves(draft, unit) and chance(rng, 25)):
        draft.orders[origin] = f"{draft.name(origin)} - {pick(rng, places)}"
    else:
        send_overseas(rng, draft, origin, dest)
        if places and origin in draft.orders and chance(rng, 50):
            draft.orders[origin] += " VIA"


def turn_round(rng: Random, draft: Draft) -> None:
    """Move each unit to where the next one is, and the last to where the first one is."""
    walk: list[str] = []
    province = pick(rng, sorted(draft.units))
    while province not in walk:
        walk.append(province)
        unit = draft.units[province]
        places = [*land_or_sea_moves(unit), *convoy_moves(draft, unit)]
        onward = {province_of(place) for place in places} & draft.units.keys() - draft.orders.keys()
        if not onward:
            return
        new = onward - set(walk)
        province = pick(rng, sorted(new if new and chance(rng, 60) else onward))
    stops = walk[walk.index(province) :]
    for origin, dest in zip(stops, [*stops[1:], stops[0]], strict=True):
        if origin not in draft.orders:
            go(rng, draft, origin, dest)


def small_position(rng: Random, size: Size) -> Drawn:
    """Units on as many provinces as there are units, and orders, mostly about each other."""
    draft = Draft()
    room = list(PROVINCES)
    rng.shuffle(room)
    for province in room[: size.units]:
        put_unit(rng, draft, province, POWERS)
    for _ in range(rng.randrange(6)):
        arrange_convoy(rng, draft)
    for _ in range(rng.randrange(4)):
        entangle(rng, draft)
    if chance(rng, 35):
        turn_round(rng, draft)
    turn = sorted(draft.units.keys() - draft.orders.keys())
    rng.shuffle(turn)
    for index, province in enumerate(turn):
        order = some_order(rng, draft, province, moving=100 if index < len(turn) // 3 else 30)
        if order:
            draft.orders[province] = order
    if draft.moves() and chance(rng, 10):
        origin, _ = pick(rng, draft.moves())
        draft.orders[origin] = f"{draft.orders[origin].removesuffix(' VIA')} VIA"
    if chance(rng, 15):
        spoil(rng, draft)
    return draft.finished()
