"""Which orders are legal, and which supports and convoys match: the units' tasks.

Illegal is what is impossible whatever the others order, given the pieces on the board (4.E.1).
An illegal order is ignored: the unit holds and may be supported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .board import (
    ARMY,
    FLEET,
    Order,
    Unit,
    connects,
    fleet_neighbours,
    group_of,
    is_coast,
    is_sea,
    minimal_routes,
    parse_order,
    parse_unit,
    province_of,
)

Units = Mapping[str, Sequence[str]]
Orders = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Move:
    power: str
    origin: str
    dest: str
    """A province."""
    place: str
    """With the coast a fleet moves to."""
    by_convoy: bool


@dataclass(frozen=True)
class Support:
    """A legal support that matches what the other unit does."""

    power: str
    at: str
    other: str
    target: str
    """The province at which the support is aimed: where it adds to an attack or a defence."""
    of_move: bool


@dataclass(frozen=True)
class Position:
    """The pieces and what each is about to do; whatever is not in a list here just holds."""

    units: dict[str, Unit]
    orders: tuple[Order, ...]
    illegal: frozenset[tuple[str, str]]
    """(power, order text)."""
    moves: dict[str, Move]
    supports: dict[str, Support]
    convoys: dict[str, str]
    """Fleet -> the army it convoys; only fleets needed on some route of ordered fleets."""
    routes: dict[str, tuple[frozenset[str], ...]]
    """Convoyed army -> the minimal routes of fleets ordered to convoy it."""

    def attackers(self, province: str) -> list[Move]:
        """The legal moves into the province."""
        return [move for move in self.moves.values() if move.dest == province]


# --- what a unit can reach


def reaches(unit: Unit, province: str) -> bool:
    """Whether the unit could move there without a convoy, to whichever coast (6.A.10, 6.B.4)."""
    if unit.kind == "A":
        return province in ARMY[unit.province]
    return province in fleet_neighbours(unit.place)


def landing_places(fleet: Unit, dest: str) -> list[str]:
    """Where a fleet may end up when it is to go to `dest`.

    4.B.3: a named coast must be within reach. 4.B.6: an unknown coast, or a coast of a province
    without named coasts, is ignored. Without a coast each coast within reach will do.
    """
    within_reach = FLEET[fleet.place]
    if dest in FLEET:
        return [dest] if dest in within_reach else []
    return sorted(place for place in within_reach if province_of(place) == province_of(dest))


def seas_with_fleets(units: Mapping[str, Unit]) -> frozenset[str]:
    return frozenset(place for place, unit in units.items() if unit.kind == "F" and is_sea(place))


def convoy_thinkable(units: Mapping[str, Unit], army: Unit, end: str, without: str = "") -> bool:
    """Whether the fleets now at sea could carry the army there, all of them willing."""
    start = army.province
    if army.kind != "A" or start == end or not (is_coast(start) and is_coast(end)):
        return False
    return connects(seas_with_fleets(units) - {without}, start, end)


# --- legality of one order, given the pieces


def move_place(units: Mapping[str, Unit], order: Order) -> str | None:
    """Where a legal move ends; None if the move is illegal.

    6.A.1 to 6.A.9. 4.B.1: a fleet move without coast fails when two coasts are possible; 4.B.2:
    it goes to the only possible one. 4.B.6: the coast of an army move is ignored. An army goes
    overseas only if fleets at sea link both ends (6.D.32, 6.F.1), and so does one sent by convoy.
    """
    unit, dest = units[order.at], province_of(order.dest)
    if unit.kind == "F":
        places = landing_places(unit, order.dest)
        return places[0] if len(places) == 1 else None
    by_land = reaches(unit, dest) and not order.via
    return dest if by_land or convoy_thinkable(units, unit, dest) else None


def support_is_legal(units: Mapping[str, Unit], order: Order) -> bool:
    """6.A.8 no support of itself; 6.A.10 only into reach; 6.D.34 not into the own province.

    The supported move must itself be possible (6.D.22 to 6.D.24), to the coast named if one is
    (4.B.4), and not only by a convoy that needs the supporter (6.D.31).
    """
    unit, other = units[order.at], units.get(order.other)
    if other is None or order.other == order.at:
        return False
    target = province_of(order.dest or order.other)
    if not reaches(unit, target):
        return False
    if not order.dest:
        return True
    if other.kind == "F":
        return bool(landing_places(other, order.dest))
    return reaches(other, target) or convoy_thinkable(units, other, target, without=order.at)


def convoy_is_legal(units: Mapping[str, Unit], order: Order) -> bool:
    """6.A.7 only armies; 6.F.1 only from a sea; and the fleet must be of possible use.

    Overseas: it is linked with fleets that touch both ends (6.F.12). To a province the army
    could walk to: it is needed on some route of fleets at sea (6.G.6, 6.G.7, 6.G.19).
    """
    fleet, army, end = units[order.at], units.get(order.other), province_of(order.dest)
    if fleet.kind != "F" or not is_sea(order.at) or army is None:
        return False
    if not convoy_thinkable(units, army, end):
        return False
    seas = seas_with_fleets(units)
    if reaches(army, end):
        return any(order.at in route for route in minimal_routes(seas, order.other, end))
    return connects(group_of(order.at, seas), order.other, end)


def is_legal(units: Mapping[str, Unit], order: Order) -> bool:
    """A power orders its own units only (6.A.6), and only what is possible."""
    unit = units.get(order.at)
    if unit is None or unit.power != order.power:
        return False
    if order.verb == "-":
        return move_place(units, order) is not None
    if order.verb == "S":
        return support_is_legal(units, order)
    if order.verb == "C":
        return convoy_is_legal(units, order)
    return True


# --- what the orders make of each other


def ordered_fleets(legal: Mapping[str, Order], army: str, dest: str) -> frozenset[str]:
    """The fleets legally ordered to carry this army there."""
    return frozenset(
        order.at
        for order in legal.values()
        if order.verb == "C" and order.other == army and province_of(order.dest) == dest
    )


def goes_by_convoy(units: Mapping[str, Unit], legal: Mapping[str, Order], order: Order) -> bool:
    """4.A.3: overseas, "via convoy", or a fleet of the own power legally ordered to carry it.

    The last only if a route of ordered fleets exists at all; there is no fall-back to land.
    """
    unit, dest = units[order.at], province_of(order.dest)
    if unit.kind == "F":
        return False
    if order.via or not reaches(unit, dest):
        return True
    fleets = ordered_fleets(legal, order.at, dest)
    own = any(units[fleet].power == unit.power for fleet in fleets)
    return own and connects(fleets, order.at, dest)


def make_move(units: Mapping[str, Unit], legal: Mapping[str, Order], order: Order) -> Move:
    place = move_place(units, order)
    assert place is not None
    by_convoy = goes_by_convoy(units, legal, order)
    return Move(order.power, order.at, province_of(place), place, by_convoy)


def support_matches(moves: Mapping[str, Move], order: Order) -> bool:
    """A support to hold needs a unit not ordered to move (6.D.7, 6.D.8; illegal moves hold).

    A support of a move needs that very move; a coast may be left out of it, but if it is given
    it must be the coast the fleet goes to (4.B.4, 6.B.9).
    """
    move = moves.get(order.other)
    if move is None or not order.dest:
        return move is None and not order.dest
    if order.dest in FLEET and "/" in order.dest and "/" in move.place:
        return order.dest == move.place
    return province_of(order.dest) == move.dest


def make_support(order: Order) -> Support:
    target = province_of(order.dest or order.other)
    return Support(order.power, order.at, order.other, target, bool(order.dest))


def read_position(units: Units, orders: Orders) -> Position:
    """Read pieces and orders; every unit without a legal order holds."""
    pieces = [parse_unit(power, text) for power, texts in units.items() for text in texts]
    by_province = {unit.province: unit for unit in pieces}
    everything = tuple(
        parse_order(power, text) for power, texts in orders.items() for text in texts
    )
    good = [order for order in everything if is_legal(by_province, order)]
    legal = {order.at: order for order in good}
    if len(by_province) != len(pieces) or len(legal) != len(good):
        raise ValueError("two units in a province, or two orders for a unit")
    moves = {order.at: make_move(by_province, legal, order) for order in good if order.verb == "-"}
    supports = {
        order.at: make_support(order)
        for order in good
        if order.verb == "S" and support_matches(moves, order)
    }
    routes = {
        origin: minimal_routes(ordered_fleets(legal, origin, move.dest), origin, move.dest)
        for origin, move in moves.items()
        if move.by_convoy
    }
    convoys = {fleet: army for army in sorted(routes) for route in routes[army] for fleet in route}
    return Position(
        units=by_province,
        orders=everything,
        illegal=frozenset((o.power, o.text) for o in everything if o not in good),
        moves=moves,
        supports=supports,
        convoys=convoys,
        routes=routes,
    )
