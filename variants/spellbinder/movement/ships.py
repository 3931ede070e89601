"""Ships (4.6): whose they are, loading, sailing and landing.

Who can be attacked aboard is a matter of `reach`; whose a ship is once its player is out of the
game, one of `wizards`.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.orders import Seat
from variants.spellbinder.combat.reach import ship_of
from variants.spellbinder.components import BOARD, DOCKS, FOOT, ISLAND, MAP, SAILING
from variants.spellbinder.movement.arrivals import arrive
from variants.spellbinder.movement.scaling import must_wait
from variants.spellbinder.movement.ways import barred, left
from variants.spellbinder.orders import Challenge, Land, Load, Sail
from variants.spellbinder.play import Play, Unit

CAPACITY = 2
"""Armies that a ship carries (4.61)."""


# --- whose a ship is


def may_sail(play: Play, ship: int) -> bool:
    """Whether the phase's player controls a ship, or has it as a loan (4.66, 8.3). One that is
    nobody's he can have if he has units aboard, left there by a player who is out of the game."""
    holder = play.ships[ship].holder
    if holder is None:
        return any(map(play.is_own, play.aboard(ship))) and may_control(play, play.seat, ship)
    return play.allows(holder, play.seat, f"use {ship}")


def may_control(play: Play, seat: Seat, ship: int) -> bool:
    """9.1 3A: with two players nobody may control both ships."""
    others = [other.holder for number, other in play.ships.items() if number != ship]
    return "+" not in seat or seat not in others


def control(play: Play, ship: int, seat: Seat, how: str) -> None:
    """A ship is under this seat's control from now on; `how` is the kind of fact that is told."""
    before = play.ships[ship].holder
    if before != seat:
        play.ships[ship] = replace(play.ships[ship], holder=seat)
        play.tell(how, ship=ship, seat=seat, before=before or "")


def _use(play: Play, ship: int) -> None:
    """4.66: the phase's player makes use of a ship that he may sail."""
    holder = play.ships[ship].holder
    if holder is None:
        control(play, ship, play.seat, "ship_used")
    else:
        play.use(holder, play.seat, f"use {ship}")


# --- loading


def load(play: Play, order: Load) -> None:
    """4.61-4.68: units go aboard from where they stand beside the ship. An empty ship that is
    nobody's, or another player's, is their player's from then on."""
    if fault := _bars_boarding(play, order.ship):
        play.refuse(order, fault)
        return
    captures = not may_sail(play, order.ship) and not play.aboard(order.ship)
    boarded = []
    for unit in order.units:
        if fault := _bars_loading(play, unit, order.ship, captures):
            play.refuse(order, fault, units=(unit,))
        else:
            boarded.append(unit)
            _board(play, unit, order.ship)
    if boarded:
        at = play.ships[order.ship].at
        play.tell("boarded", units=tuple(boarded), ship=order.ship, hex=at)


def _bars_boarding(play: Play, ship: int) -> str | None:
    """Why none of the phase's player's units can go aboard a ship now."""
    if ship not in play.ships:
        return "no_ship"
    if ship in play.unloaded:
        return "ship_unloaded"
    if _sailed_since_it_acted(play, ship):
        return "ship_sailed"
    if may_sail(play, ship) or _is_guest(play, ship):
        return None
    if play.aboard(ship):
        return "foreign_ship"
    return None if may_control(play, play.seat, ship) else "both_ships"


def _bars_loading(play: Play, unit: Unit, ship: int, captures: bool) -> str | None:
    """Why this unit cannot go aboard the ship."""
    if play.is_lost(unit):
        return "gone"
    if not play.is_own(unit) or not play.stands(unit):
        return "not_there"
    if not _is_beside(play, unit, ship, captures):
        return "not_beside_ship"
    if unit in play.halted and not play.state.options.halted_units_may_board:
        return "halted"
    if must_wait(play, unit):
        return "scaling"
    if 2 * play.state.options.ship_load_cost > left(play, unit):
        return "spent"
    aboard = play.aboard(ship)
    if any(not _share(play, other) for other in _others_aboard(play, ship)):
        return "foreign_company"
    if unit in play.wizards:
        return None
    armies = [other for other in aboard if other in play.armies]
    if any(play.owner(army) != play.seat for army in armies):
        return "foreign_company"
    if not captures and not may_sail(play, ship):
        return "foreign_ship"
    return "ship_full" if len(armies) >= CAPACITY else None


def _is_guest(play: Play, ship: int) -> bool:
    """4.61: an allied wizard goes aboard a ship that is not empty, and leaves it whose it is."""
    aboard, holder = play.aboard(ship), play.ships[ship].holder
    return bool(aboard) and holder is not None and play.allows(holder, play.seat, "stack")


def _share(play: Play, other: Seat) -> bool:
    """Whether the phase's player and another one share a ship: the other lets him stack, or has
    made use of it that he lets the other (8.4, 8.5)."""
    accepted = any(
        given.known and (given.giver, given.taker, given.what) == (play.seat, other, "stack")
        for given in play.permissions
    )
    return accepted or play.allows(other, play.seat, "stack")


def _others_aboard(play: Play, ship: int) -> list[Seat]:
    seats = {play.owner(unit) for unit in play.aboard(ship)}
    return sorted(seat for seat in seats if seat not in (None, play.seat))


def _is_beside(play: Play, unit: Unit, ship: int, captures: bool) -> bool:
    """4.68: the unit is in a dock hex or on the island; if it captures, on a ship next to this one
    will do, which is unloaded by that (4.67)."""
    at, from_ship = play.place(unit), ship_of(play, unit)
    if not from_ship:
        return touches(at, play.ships[ship].at)
    return (
        captures
        and play.ships[ship].at in BOARD.neighbors[at]
        and from_ship not in play.loaded
        and not _sailed_since_it_acted(play, from_ship)
    )


def _board(play: Play, unit: Unit, ship: int) -> None:
    holder, from_ship = play.ships[ship].holder, ship_of(play, unit)
    for other in _others_aboard(play, ship):
        play.use(other, play.seat, "stack")
    if may_sail(play, ship):
        _use(play, ship)
    elif not play.aboard(ship):
        control(play, ship, play.seat, "ship_captured" if holder else "ship_used")
    play.put([unit], ship=ship)
    play.spent[unit] = play.spent.get(unit, 0) + 2 * play.state.options.ship_load_cost
    play.ships[ship] = replace(play.ships[ship], still_since=play.state.turn)
    play.loaded.add(ship)
    _act(play, ship)
    if from_ship:
        play.unloaded.add(from_ship)
        _act(play, from_ship)
    if unit in play.arrived:
        play.arrived.remove(unit)


# --- sailing


def sail(play: Play, order: Sail) -> None:
    """4.6: a ship sails with all that are aboard, empty too; all of it before it loads or unloads,
    or all of it after (4.62)."""
    ship = play.ships.get(order.ship)
    if ship is None:
        play.refuse(order, "no_ship")
    elif not may_sail(play, order.ship):
        play.refuse(order, "foreign_ship" if ship.holder else "ship_not_boarded")
    elif play.acted.get(order.ship, 0):
        play.refuse(order, "ship_sailed")
    else:
        _use(play, order.ship)
        sailed = play.sailed.get(order.ship, 0)
        path = _course(play, order.ship, order.path, order.written)
        most = MAP.allowances.ship - 2 * sailed
        play.sailed[order.ship] = sailed + _follow(play, order, order.ship, path, most)


def sail_won(play: Play, order: Challenge) -> None:
    """4.69: who has won a ship by a challenge moves it at once."""
    free = play.state.options.challenge_move == "anywhere"
    path = _course(play, order.ship, (order.to,), written=False)
    _follow(play, order, order.ship, path, None if free else MAP.allowances.ship)


def _course(play: Play, ship: int, path: Sequence[str], written: bool) -> tuple[str, ...]:
    """The hexes from where a ship lies: those that are written, or the shortest way; none if there
    is no way."""
    at = play.ships[ship].at
    if written:
        return (*path,) if path[0] == at else (at, *path)
    ways = BOARD.reachable(at, SAILING, blocked=_other_ships(play, ship))
    return ways[path[0]].path if path[0] in ways else ()


def _follow(
    play: Play, order: Sail | Challenge, ship: int, path: tuple[str, ...], most: int | None
) -> int:
    """A ship goes along its course as far as it can, for so many half points; how many hexes."""
    if not path:
        play.refuse(order, "no_way", hex=play.ships[ship].at)
        return 0
    walk = BOARD.walk(path, SAILING, most, blocked=_other_ships(play, ship))
    at = walk.path[-1]
    if len(walk.path) > 1:
        play.ships[ship] = replace(play.ships[ship], at=at, still_since=play.state.turn)
        play.tell("sailed", ship=ship, path=walk.path)
    if walk.halt:
        play.refuse(order, "other_ship" if walk.halt == "occupied" else walk.halt, hex=at)
    return len(walk.path) - 1


def _other_ships(play: Play, ship: int) -> frozenset[str]:
    """The hexes of other ships: two do not share one."""
    return frozenset(other.at for number, other in play.ships.items() if number != ship)


# --- landing


def land_units(play: Play, order: Land) -> None:
    """4.62, 4.68: units go ashore, at the price of the hex they land in, and may walk on."""
    landing = []
    for unit in order.units:
        if fault := _bars_landing(play, unit, order.at):
            play.refuse(order, fault, units=(unit,))
        else:
            landing.append(unit)
    for unit in landing:
        ship = ship_of(play, unit)
        play.spent[unit] = BOARD.step_cost(play.ships[ship].at, order.at, FOOT) or 0
        play.unloaded.add(ship)
        _act(play, ship)
    if landing:
        play.landed.update(landing)
        play.tell("landed", units=tuple(landing), hex=order.at)
        arrive(play, landing, order.at)


def _bars_landing(play: Play, unit: Unit, at: str) -> str | None:
    """Why this unit cannot go ashore there."""
    if play.is_lost(unit):
        return "gone"
    if not play.is_own(unit) or not ship_of(play, unit):
        return "not_aboard"
    ship = ship_of(play, unit)
    if ship in play.loaded:
        return "ship_loaded"
    if _sailed_since_it_acted(play, ship):
        return "ship_sailed"
    lies = play.ships[ship].at
    if (at, lies) in BOARD.walls:
        return "wall"
    if not touches(at, lies):
        return "not_beside_ship"
    return barred(play, unit, at)


# --- what the rules are made of


def touches(at: str, lies: str) -> bool:
    """4.68: whether units go between this hex and a ship that lies there: at the docks, and at any
    hex of the island but through its walls."""
    if at in ISLAND:
        return lies in BOARD.neighbors[at] and (at, lies) not in BOARD.walls
    return lies in DOCKS.get(at, ())


def _act(play: Play, ship: int) -> None:
    """A ship loads or unloads; how far it has come until then is kept."""
    play.acted.setdefault(ship, play.sailed.get(ship, 0))


def _sailed_since_it_acted(play: Play, ship: int) -> bool:
    sailed = play.sailed.get(ship, 0)
    return play.acted.get(ship, sailed) != sailed
