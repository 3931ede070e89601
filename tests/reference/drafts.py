"""Positions under construction, and the choice of orders that have to do with each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from .board import (
    ARMY,
    FLEET,
    POWERS,
    PROVINCES,
    TERRAIN,
    Unit,
    fleet_neighbours,
    group_of,
    is_coast,
    is_sea,
    minimal_routes,
    parse_order,
    province_of,
    touches,
)
from .rules import reaches, seas_with_fleets

T = TypeVar("T")
Drawn = tuple[dict[str, list[str]], dict[str, list[str]]]
"""units and orders, by power."""


@dataclass
class Draft:
    """A position under construction: one unit and at most one order for each province."""

    units: dict[str, Unit] = field(default_factory=dict)
    orders: dict[str, str] = field(default_factory=dict)
    foreign: list[tuple[str, str]] = field(default_factory=list)
    """Orders of powers for what is not theirs."""

    def name(self, province: str) -> str:
        unit = self.units[province]
        return f"{unit.kind} {unit.place}"

    def moves(self) -> list[tuple[str, str]]:
        """(origin, destination place) of the moves ordered."""
        orders = [parse_order("", text) for text in self.orders.values()]
        return sorted((order.at, order.dest) for order in orders if order.verb == "-")

    def convoying(self) -> list[str]:
        """The fleets ordered to convoy."""
        return sorted(at for at, text in self.orders.items() if " C " in text)

    def finished(self) -> Drawn:
        units: dict[str, list[str]] = {}
        orders: dict[str, list[str]] = {}
        for province, unit in sorted(self.units.items()):
            units.setdefault(unit.power, []).append(self.name(province))
            if province in self.orders:
                orders.setdefault(unit.power, []).append(self.orders[province])
        for power, text in self.foreign:
            ordered = self.units.get(parse_order(power, text).at)
            if ordered is None or ordered.power != power:
                orders.setdefault(power, []).append(text)
        return units, orders


# --- choosing an order


def chance(rng: Random, percent: int) -> bool:
    return rng.randrange(100) < percent


def pick(rng: Random, items: Sequence[T]) -> T:
    return items[rng.randrange(len(items))]


def land_or_sea_moves(unit: Unit) -> list[str]:
    """Places the unit could go to without a convoy."""
    return sorted(ARMY[unit.province] if unit.kind == "A" else FLEET[unit.place])


def convoy_moves(draft: Draft, unit: Unit) -> list[str]:
    """Coasts to which the fleets at sea could carry this army."""
    seas = seas_with_fleets(draft.units)
    if unit.kind == "F":
        return []
    groups = {group_of(sea, seas) for sea in seas if touches(sea, unit.province)}
    ends = {end for group in groups for sea in group for end in fleet_neighbours(sea)}
    return sorted(end for end in ends if is_coast(end) and end != unit.province)


def some_move(rng: Random, draft: Draft, unit: Unit) -> str:
    """A move, at times head-to-head, into a battle, overseas, VIA, or without a coast.

    A hold where there is nowhere to go: an army on an island.
    """
    near, far = land_or_sea_moves(unit), convoy_moves(draft, unit)
    if far and chance(rng, 55):
        via = " VIA" if chance(rng, 20) else ""
        return f"{draft.name(unit.province)} - {pick(rng, far)}{via}"
    if not near:
        return f"{draft.name(unit.province)} H"
    meet = [one for one, dest in draft.moves() if province_of(dest) == unit.province]
    join = [province_of(dest) for _, dest in draft.moves()] + sorted(draft.units)
    wanted = pick(rng, [meet, meet, join, join, draft.convoying()])
    liked = [place for place in near if province_of(place) in wanted]
    place = pick(rng, liked or near)
    return f"{draft.name(unit.province)} - {province_of(place) if chance(rng, 5) else place}"


def some_support(rng: Random, draft: Draft, unit: Unit) -> str | None:
    """Support of an order that is there, at times of one that is not."""
    me = draft.name(unit.province)
    moves = [
        (origin, dest)
        for origin, dest in draft.moves()
        if origin != unit.province and reaches(unit, province_of(dest))
    ]
    at_convoys = [move for move in moves if move[1] in draft.convoying()]
    if at_convoys and chance(rng, 50):
        moves = at_convoys
    if moves and chance(rng, 75):
        origin, dest = pick(rng, moves)
        shown = province_of(dest) if chance(rng, 15) else dest
        return f"{me} S {draft.name(origin)} - {shown}"
    movers = {origin for origin, _ in draft.moves()}
    stay = [one for one in sorted(draft.units) if reaches(unit, one)]
    liked = [one for one in stay if one not in movers]
    if liked and chance(rng, 90):
        return f"{me} S {draft.name(pick(rng, liked))}"
    return f"{me} S {draft.name(pick(rng, stay))}" if stay else None


def some_convoy(rng: Random, draft: Draft, unit: Unit) -> str | None:
    """Convoy of an army that is ordered to a coast, on a route first of all."""
    if not is_sea(unit.province):
        return None
    seas = seas_with_fleets(draft.units)
    coasts = {end for sea in group_of(unit.province, seas) for end in fleet_neighbours(sea)}
    wanted = [
        (origin, dest)
        for origin, dest in draft.moves()
        if draft.units[origin].kind == "A" and {origin, province_of(dest)} <= coasts
    ]
    useful = [
        (origin, dest)
        for origin, dest in wanted
        if any(unit.province in route for route in minimal_routes(seas, origin, province_of(dest)))
    ]
    far = [(one, dest) for one, dest in useful if province_of(dest) not in ARMY[one]]
    if not useful and not (wanted and chance(rng, 15)):
        return None
    origin, dest = pick(rng, far if far and chance(rng, 75) else useful or wanted)
    return f"{draft.name(unit.province)} C {draft.name(origin)} - {dest}"


def arrange_convoy(rng: Random, draft: Draft) -> None:
    """Order an army overseas, and all the fleets of some route to carry it."""
    army = pick(rng, sorted(draft.units))
    ends = convoy_moves(draft, draft.units[army])
    if ends and army not in draft.orders:
        send_overseas(rng, draft, army, pick(rng, ends))


def send_overseas(rng: Random, draft: Draft, army: str, end: str) -> None:
    """Order the army there and the fleets of a route to carry it, if some are free to."""
    ready = frozenset(seas_with_fleets(draft.units) - draft.orders.keys())
    routes = minimal_routes(ready, army, end)
    if routes:
        draft.orders[army] = f"{draft.name(army)} - {end}"
        for sea in sorted(pick(rng, routes)):
            draft.orders[sea] = f"{draft.name(sea)} C {draft.name(army)} - {end}"


def attack_together(rng: Random, draft: Draft, province: str) -> None:
    """Order one unit still without orders into the province, and others to support it."""
    free = [at for at in sorted(draft.units) if at not in draft.orders]
    able = [at for at in free if at != province and reaches(draft.units[at], province)]
    rng.shuffle(able)
    if able:
        attack = f"{draft.name(able[0])} - {province}"
        draft.orders[able[0]] = attack
        for at in able[1 : 1 + rng.randrange(4)]:
            draft.orders[at] = f"{draft.name(at)} S {attack}"


def some_order(rng: Random, draft: Draft, province: str, moving: int = 40) -> str | None:
    """An order for the unit there that makes some sense beside the others; None for none."""
    unit = draft.units[province]
    if chance(rng, 3):
        return pick(rng, [None, f"{draft.name(province)} H"])
    convoy = some_convoy(rng, draft, unit)
    if convoy and chance(rng, 65):
        return convoy
    if chance(rng, moving):
        return some_move(rng, draft, unit)
    return some_support(rng, draft, unit) or some_move(rng, draft, unit)


def spoil(rng: Random, draft: Draft) -> None:
    """One order that is not quite in order: foreign, without kinds, or out of reach."""
    province = pick(rng, sorted(draft.units))
    unit = draft.units[province]
    how = rng.randrange(4)
    if how == 0:
        other = pick(rng, [power for power in POWERS if power != unit.power])
        draft.foreign.append((other, f"{draft.name(province)} H"))
    elif how == 1 and province in draft.orders:
        head, *rest = draft.orders[province].split()
        bare = [word for word in rest if word not in ("A", "F")]
        draft.orders[province] = " ".join([head, *bare])
    elif how == 2:
        draft.orders[province] = f"{draft.name(province)} - {pick(rng, sorted(FLEET))}"
    else:
        one, dest = pick(rng, sorted(draft.units)), pick(rng, PROVINCES)
        verb = pick(rng, ["S", "C"])
        draft.orders[province] = f"{draft.name(province)} {verb} {draft.name(one)} - {dest}"


# --- putting up units


def put_unit(rng: Random, draft: Draft, province: str, powers: Sequence[str]) -> None:
    """A unit fit for the terrain."""
    terrain = TERRAIN[province]
    afloat = terrain == "sea" or (terrain == "coast" and chance(rng, 35))
    places = sorted(place for place in FLEET if province_of(place) == province)
    place = pick(rng, places) if afloat else province
    draft.units[province] = Unit(pick(rng, powers), "F" if afloat else "A", place)


def neighbours(province: str) -> list[str]:
    """All provinces next to this one, by land or water."""
    by_water = {
        near
        for place in FLEET
        if province_of(place) == province
        for near in fleet_neighbours(place)
    }
    return sorted(by_water | ARMY[province])


def region(rng: Random, size: int) -> list[str]:
    """Provinces that hang together, around a sea more often than not."""
    seas = [province for province in PROVINCES if is_sea(province)]
    found = [pick(rng, seas if chance(rng, 60) else PROVINCES)]
    while len(found) < size:
        centre = found[rng.randrange(len(found))]
        around = [near for near in neighbours(centre) if near not in found]
        edge = {near for one in found for near in neighbours(one)} - set(found)
        found.append(pick(rng, around or sorted(edge)))
    return found


def some_powers(rng: Random, most: int) -> list[str]:
    powers = list(POWERS)
    rng.shuffle(powers)
    return powers[: 2 + rng.randrange(most - 1)]


# --- changing a draft


def reorder(rng: Random, draft: Draft) -> None:
    """Another order for one unit."""
    province = pick(rng, sorted(draft.units))
    draft.orders.pop(province, None)
    order = some_order(rng, draft, province)
    if order:
        draft.orders[province] = order


def add_unit(rng: Random, draft: Draft) -> None:
    """One more unit near the others, with an order."""
    province = pick(rng, neighbours(pick(rng, sorted(draft.units))))
    if province not in draft.units:
        powers = [*sorted({unit.power for unit in draft.units.values()}), pick(rng, POWERS)]
        put_unit(rng, draft, province, powers)
        order = some_order(rng, draft, province)
        if order:
            draft.orders[province] = order


def remove_unit(rng: Random, draft: Draft) -> None:
    if len(draft.units) > 1:
        province = pick(rng, sorted(draft.units))
        del draft.units[province]
        draft.orders.pop(province, None)


def change_power(rng: Random, draft: Draft) -> None:
    """Give one unit to another of the powers there."""
    province = pick(rng, sorted(draft.units))
    unit = draft.units[province]
    powers = [*sorted({one.power for one in draft.units.values()}), pick(rng, POWERS)]
    draft.units[province] = Unit(pick(rng, powers), unit.kind, unit.place)


def swap_powers(rng: Random, draft: Draft) -> None:
    """Exchange two powers all over."""
    one, two = pick(rng, POWERS), pick(rng, POWERS)
    other = {one: two, two: one}
    for province, unit in sorted(draft.units.items()):
        power = other.get(unit.power, unit.power)
        draft.units[province] = Unit(power, unit.kind, unit.place)


def forget_order(rng: Random, draft: Draft) -> None:
    draft.orders.pop(pick(rng, sorted(draft.units)), None)


CHANGES: list[Callable[[Random, Draft], None]] = [
    *(add_unit, add_unit, add_unit, reorder, reorder),
    *(change_power, remove_unit, swap_powers, forget_order, spoil),
]
