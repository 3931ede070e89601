"""Where units on land can go (4.0-4.4): prices, who bars a hex, where they must stop, ways."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from msgspec import Struct

from adjudicator.hexes import Halt
from adjudicator.orders import Seat
from adjudicator.paths import Way, cheapest_ways
from variants.spellbinder.components import BOARD, FOOT, GATES, MAP
from variants.spellbinder.movement.garrisons import is_hostile
from variants.spellbinder.options import Options
from variants.spellbinder.play import Play, Unit


class Bars(Struct, frozen=True):
    """How other players' units and garrisons stand in the way of one unit, by hexes.

    blocked   it cannot enter (4.13)
    stops     entering it, it must stop (4.12)
    full      it can pass through, by an ally's leave, but not stay (8.4)
    favours   hex -> the seats by whose leave it goes on from there (8.1)
    """

    blocked: frozenset[str]
    stops: frozenset[str]
    full: frozenset[str]
    favours: dict[str, frozenset[Seat]]


Stranger = tuple[bool, Seat | None, str, bool, bool]
"""A unit that is not the phase's player's, as far as it bars: whether it is a wizard, whose it is,
its hex, whether it is ashore, whether it is an enemy (of a garrison that nobody owns)."""


class Reach(Struct, frozen=True):
    """How far a unit comes along a path: so many steps, and why no further (None: to its end)."""

    steps: int
    halt: Halt | None


def allowance(play: Play, unit: Unit) -> int:
    """Half movement points that a unit has in a phase (4.0)."""
    return MAP.allowances.wizard if unit in play.wizards else MAP.allowances.army


def left(play: Play, unit: Unit) -> int:
    """Half movement points that a unit still has (4.15)."""
    return allowance(play, unit) - play.spent.get(unit, 0)


def price(options: Options, a: str, b: str) -> int | None:
    """Half points for the step from `a` to `b` on foot, None if it cannot be made (4.2-4.4)."""
    return _prices(options.castle_entry_by_gate_cost == "castle")[a].get(b)


@cache
def _prices(gates_cost_as_castles: bool) -> dict[str, dict[str, int]]:
    """All steps that can be made on foot, by where they begin."""
    prices: dict[str, dict[str, int]] = {}
    for a, around in BOARD.neighbors.items():
        costs = {b: BOARD.step_cost(a, b, FOOT) for b in around}
        prices[a] = {b: cost for b, cost in costs.items() if cost is not None}
    if gates_cost_as_castles:
        for inner, outer in GATES:
            prices[outer][inner] = FOOT.cost["castle"]
    return prices


def bars(play: Play, unit: Unit) -> Bars:
    """What stands in the way of a unit as things are now (4.12, 4.13, 8.1, 8.4)."""
    leave = frozenset(
        (given.giver, given.what) for given in play.permissions if given.taker == play.seat
    )
    across = play.state.options.zoc_across_walls
    return _bars(unit in play.wizards, tuple(_strangers(play)), leave, across)


@lru_cache(maxsize=256)  # asked at every step of every unit, while all others stand still
def _bars(
    is_wizard: bool,
    strangers: tuple[Stranger, ...],
    leave: frozenset[tuple[Seat, str]],
    across: bool,
) -> Bars:
    blocked, full = set(), set()
    strict: list[str] = []
    lenient: dict[Seat, list[str]] = {}
    favours: dict[str, set[Seat]] = {}
    for other_is_wizard, owner, at, ashore, hostile in strangers:
        passes = owner is not None and (owner, "pass") in leave
        if ashore:
            # An ally's wizard stands with wizards and armies; armies of two players never do.
            together = (is_wizard or other_is_wizard) and (owner, "stack") in leave
            if not (passes or together):
                blocked.add(at)
            if not together:
                full.add(at)
            if passes and owner is not None:
                favours.setdefault(at, set()).add(owner)
        if other_is_wizard and not is_wizard:
            continue  # a wizard alone stops no army
        if not hostile:
            continue
        if passes and owner is not None:
            lenient.setdefault(owner, []).append(at)
        else:
            strict.append(at)
    for seat, hexes in lenient.items():
        for at in BOARD.zone(hexes, across):
            favours.setdefault(at, set()).add(seat)
    return Bars(
        frozenset(blocked),
        BOARD.zone(strict, across),
        frozenset(full - blocked),
        {at: frozenset(seats) for at, seats in favours.items()},
    )


def bars_of(play: Play, units: Sequence[Unit]) -> dict[Unit, Bars]:
    """What stands in the way of each of these units; of armies and of wizards it is the same."""
    found: dict[bool, Bars] = {}
    for unit in units:
        if (unit in play.wizards) not in found:
            found[unit in play.wizards] = bars(play, unit)
    return {unit: found[unit in play.wizards] for unit in units}


def barred(play: Play, unit: Unit, at: str) -> str | None:
    """Why a unit cannot come to stand in this hex: others do; None if it can (4.13, 8.4)."""
    limits = bars(play, unit)
    return "occupied" if at in limits.blocked or at in limits.full else None


def reach(play: Play, unit: Unit, path: Sequence[str], limits: Bars) -> Reach:
    """How far a unit comes along a path from where it stands, were there only itself.

    Where it stands it may be next to an enemy: it can leave. Whether there is room for it where it
    ends is not looked at.
    """
    spent = 0
    for steps, (a, b) in enumerate(pairwise(path)):
        if steps and a in limits.stops:
            return Reach(steps, "zone")
        cost = price(play.state.options, a, b)
        if cost is None:
            return Reach(steps, BOARD.obstacle(a, b, FOOT))
        if b in limits.blocked:
            return Reach(steps, "occupied")
        spent += cost
        if spent > left(play, unit):
            return Reach(steps, "spent")
    return Reach(len(path) - 1, None)


def way(play: Play, units: Sequence[Unit], to: str, road: bool = False) -> tuple[str, ...] | None:
    """The cheapest way for units that stand together: one that is not stopped before its end if
    there is one within reach, else any; the hexes from where they stand. None if there is none.

    What would bar them at the end is left out of it: they go as far as they can. `road`: along
    roads only.
    """
    limits = bars_of(play, units).values()
    blocked = frozenset().union(*(one.blocked for one in limits)) - {to}
    stops = frozenset().union(*(one.stops for one in limits))
    start, points = play.place(units[0]), min(left(play, unit) for unit in units)
    for avoided, halting, most in ((blocked, stops, points), (blocked, (), None), ((), (), None)):
        ways = _ways(_as_castles(play), start, most, frozenset(avoided), frozenset(halting), road)
        if to in ways:
            return ways[to].path
    return None


def goals(play: Play, unit: Unit) -> dict[str, Way[str]]:
    """The hexes where a unit can end its move in this phase, each with the cheapest way; its own is
    among them."""
    limits = bars(play, unit)
    start = play.place(unit)
    if unit in play.halted:
        return {start: Way(0, (start,))}
    points = left(play, unit)
    ways = _ways(_as_castles(play), start, points, limits.blocked, limits.stops, False)
    return {at: one for at, one in ways.items() if at == start or at not in limits.full}


def _as_castles(play: Play) -> bool:
    return play.state.options.castle_entry_by_gate_cost == "castle"


@lru_cache(maxsize=256)  # a sheet that is tried out again and again asks for the same ways
def _ways(
    gates_cost_as_castles: bool,
    start: str,
    most: int | None,
    blocked: frozenset[str],
    stops: frozenset[str],
    road: bool,
) -> dict[str, Way[str]]:
    prices = _prices(gates_cost_as_castles)

    def steps(at: str) -> Iterator[tuple[str, int]]:
        if at in stops and at != start:
            return
        for near, cost in prices[at].items():
            if near not in blocked and (not road or (at, near) in BOARD.roads):
                yield near, cost

    return cheapest_ways([start], steps, most)


def _strangers(play: Play) -> Iterator[Stranger]:
    """Others' units and garrisons. Those aboard ships are no bar to units on land, unless an option
    gives them a zone of control."""
    for code, wizard in play.wizards.items():
        if wizard.at and play.seat_of(code) != play.seat:
            yield True, play.seat_of(code), wizard.at, True, True
    for code, army in play.armies.items():
        if army.at:
            owner = play.seat_of(army.wizard) if army.wizard else None
            if owner != play.seat:
                yield False, owner, army.at, True, owner is not None or is_hostile(play, code)
    if play.state.options.zoc_from_ships:
        for number, ship in play.ships.items():
            for unit in play.aboard(number):
                if play.owner(unit) != play.seat:
                    yield unit in play.wizards, play.owner(unit), ship.at, False, True
