"""What a seat can order, for bots: of each of its units the ways that it has, and what its ships,
spells and armies can do from about where they will stand by then.

Of each group one order is given, or none; groups stand in the order in which a phase takes them. A
bot's army would hardly ever come anywhere by steps drawn at random, so a few distant goals are
among its ways.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

from adjudicator.orders import Seat
from adjudicator.paths import Way
from adjudicator.turns.turn import Turn
from variants.spellbinder.combat.magic import purse_of
from variants.spellbinder.combat.reach import ship_of
from variants.spellbinder.combat.spells import FIXED_ATTACK, REGENERATION, SPELLBINDER
from variants.spellbinder.components import (
    BERTHS,
    BOARD,
    CASTLES,
    DOCKS,
    EDGE_LAND,
    ISLAND,
    LAKE,
    MAP,
    ON_ROAD,
    SAILING,
    VICTORY_HEXES,
    castle_at,
    most_strength,
)
from variants.spellbinder.course.schedule import phase_for, phase_id
from variants.spellbinder.course.setup import garrisons_of, open_to, open_to_garrisons
from variants.spellbinder.movement.scaling import within_reach
from variants.spellbinder.movement.stacking import own_armies
from variants.spellbinder.movement.ways import goals
from variants.spellbinder.names import NEW, named
from variants.spellbinder.orders import (
    OFFENSIVE,
    Ally,
    Attack,
    Cast,
    Challenge,
    Enter,
    GiveShip,
    GoHome,
    Land,
    Leave,
    Load,
    Merge,
    Move,
    Order,
    Regain,
    Sail,
    Scale,
    SetUp,
    StopScaling,
)
from variants.spellbinder.play import Play, Unit
from variants.spellbinder.state import State

Groups = tuple[tuple[Order, ...], ...]

NEAR = 2
"""How far away a target may be for an order, since its attackers move first."""
WAYS = 12
"""So many of the hexes within reach are among a unit's ways, spread over all of them."""
FORCES = (1, 3, 6, 10)
"""Points put into a spell."""
LEAST = 5
"""With fewer points than this a wizard may think of exile."""


def alternatives(state: State, seat: Seat) -> Groups:
    """The orders of the phase that comes next, in groups."""
    if state.ended is not None:
        return ()
    play = Play(state, Turn("", {}), seat)
    before = _rest if state.game > 1 else _set_up
    groups = before(play) if state.turn == 0 else _phase(play)
    found = (tuple(named(seat, order) for order in group) for group in groups)
    now = phase_id(state)
    due = (tuple(o for o in group if phase_for(state, seat, o) == now) for group in found)
    return tuple(group for group in due if group)


# --- before the game, and between two games


def _set_up(play: Play) -> Iterator[Sequence[Order]]:
    """Hexes for every unit; of garrisons, where the seat places any (9.2)."""
    state = play.state
    if state.options.scenario == "early_arrival" and state.step == 1:
        hexes = open_to_garrisons(play)
        for garrison in garrisons_of(state, play.seat):
            yield [SetUp((garrison,), at) for at in hexes]
        return
    for unit in _own(play):
        open_hexes = open_to(play, unit)
        yield [SetUp((unit,), at) for at in (*open_hexes[:5], *_spread(open_hexes[5:], 5))]


def _rest(play: Play) -> Iterator[Sequence[Order]]:
    """What is regained between two games (9.4)."""
    most = most_strength(play.state.options)
    wizards = play.seat.split("+")
    for wizard in wizards:
        own = [a for a in _own(play) if a in play.armies and play.armies[a].wizard == wizard]
        weak = [army for army in own if play.armies[army].strength < most]
        parts = tuple((army, min(most - play.armies[army].strength, 10)) for army in weak[:3])
        by = wizard if len(wizards) > 1 else ""
        yield [
            Regain(parts, 15, by),
            Regain(parts[:1], 10, by),
            Regain((*parts[:2], (NEW, 10)), 5, by),
            Regain((), 15, by),
        ]


# --- a Player Phase


def _phase(play: Play) -> Iterator[Sequence[Order]]:
    yield list(_alliances(play))
    ashore = [unit for unit in _own(play) if _stands(play, unit)]
    seen: set[str] = set()
    for unit in ashore:
        at = play.place(unit)
        together = [other for other in ashore if play.place(other) == at]
        yield [*_ways(play, unit, () if at in seen else together), *_leaves(play, unit)]
        seen.add(at)
    for at in sorted(seen):
        yield list(_merges(play, at))
    for unit in _own(play):
        if not play.place(unit):
            yield [Enter((unit,), (at,)) for at in _spread(EDGE_LAND, WAYS)]
    for unit in ashore:
        yield list(_boardings(play, unit))
    for number in play.ships:
        yield list(_sailings(play, number))
    for unit in _own(play):
        if ship := ship_of(play, unit):
            yield [Land((unit,), at) for at in _landings(play, ship)]
    yield list(_scalings(play, ashore))
    for caster in _casters(play):
        yield list(_spells(play, caster))
    yield list(_challenges(play))
    for at in sorted(_held_by_others(play)):
        yield list(_attacks(play, at))


def _alliances(play: Play) -> Iterator[Order]:
    for other in play.state.options.seats:
        if other != play.seat:
            for what in ("pass", "stack", *(f"use {number}" for number in play.ships)):
                yield Ally(other, what, play.allows(play.seat, other, what))
            yield Ally(other, "", True)
            held = [number for number, ship in play.ships.items() if ship.holder == play.seat]
            yield from (GiveShip(number, other) for number in held[:1])
    if play.seat == play.state.chief and play.state.options.scenario == "early_arrival":
        yield GoHome()


def _ways(play: Play, unit: Unit, together: Sequence[Unit]) -> Iterator[Order]:
    """Where it can go by itself, or with all that stand with it."""
    here = play.place(unit)
    within = goals(play, unit)
    near = [at for at in within if at != here]
    foes = _held_by_others(play)
    beside = [at for at in near if any(next_ in foes for next_ in BOARD.neighbors[at])]
    wished = [at for at in near if at in VICTORY_HEXES or castle_at(at)]
    chosen = dict.fromkeys([*wished, *_spread(beside, WAYS // 4), *_spread(near, WAYS // 2)])
    for at in chosen:
        yield Move((unit,), within[at].path)
    stacks = [(unit,), tuple(together)] if len(together) > 1 else [(unit,)]
    for at in _far_goals(here):
        yield from (Move(units, (at,), False) for units in stacks)
    for at in list(chosen)[:4]:
        if len(together) > 1:
            yield Move(tuple(together), within[at].path, split=at < here)


@cache
def _far_goals(here: str) -> tuple[str, ...]:
    """On the mainland docks, the third hex that counts, and gates; on the island its castle."""
    if here in ISLAND:
        return CASTLES["YOF_PINTRE"].hexes
    gates = [gate[0] for code, castle in CASTLES.items() for gate in castle.gates[:1]
             if castle.wizard]  # fmt: skip
    return (*DOCKS, *VICTORY_HEXES, *gates)


def _leaves(play: Play, unit: Unit) -> Iterator[Order]:
    """Into exile, if things stand badly (9.4)."""
    at = play.place(unit)
    wizard = play.wizard_of(unit)
    badly = wizard in play.wizards and play.wizards[wizard].points < LEAST
    if play.state.options.scenario == "campaign" and at in EDGE_LAND and badly:
        yield Leave((unit,), at)


def _merges(play: Play, at: str) -> Iterator[Order]:
    most = most_strength(play.state.options)
    for giver, taker in combinations(own_armies(play, at), 2):
        if play.armies[taker].strength < most:
            yield Merge(giver, taker)
            yield Merge(giver, taker, 1)


def _boardings(play: Play, unit: Unit) -> Iterator[Order]:
    """Ships that lie where the unit stands, or where it can walk to."""
    at = play.place(unit)
    for number, ship in play.ships.items():
        touching = [near for near in BOARD.neighbors[ship.at] if near in ISLAND or near in DOCKS]
        if any(BOARD.distance(at, near) <= NEAR for near in touching):
            yield Load((unit,), number)


def _sailings(play: Play, number: int) -> Iterator[Order]:
    ship = play.ships[number]
    lent = ship.holder and play.allows(ship.holder, play.seat, f"use {number}")
    boards = any(
        _stands(play, unit) and BOARD.distance(play.place(unit), ship.at) <= NEAR
        for unit in _own(play)
    )
    if not lent and not boards:
        return
    within = _courses(ship.at)
    laden = bool(play.aboard(number))
    coasts = [at for at in within if at != ship.at and (at in BERTHS or _off_island(at))]
    wished = [at for at in coasts if (at in BERTHS) is not laden]
    for at in _spread(wished, WAYS):
        yield Sail(number, (at,))
    for at in _spread([at for at in within if at != ship.at], 4):
        yield Sail(number, within[at].path, True)


@cache
def _courses(at: str) -> dict[str, Way[str]]:
    """Where a ship can sail from here in a phase, were there no other."""
    return BOARD.reachable(at, SAILING, MAP.allowances.ship)


def _landings(play: Play, number: int) -> list[str]:
    """From where the ship is, and from where it may sail first."""
    within = _courses(play.ships[number].at)
    coast = {
        near for at in within for near in BOARD.neighbors[at] if near in ISLAND or near in DOCKS
    }
    here = [at for at in BOARD.neighbors[play.ships[number].at] if at in coast]
    return [*here, *here, *_spread(sorted(coast), WAYS)]


def _scalings(play: Play, ashore: Sequence[Unit]) -> Iterator[Order]:
    """Of all that stand below a wall together, or of one of them."""
    for at in sorted({play.place(unit) for unit in ashore}):
        into = within_reach(at)
        if into and at not in ON_ROAD:
            units = [unit for unit in ashore if play.place(unit) == at]
            yield Scale(tuple(units), into)
            yield Scale((units[0],), into[::-1])
    for attempt in play.scalings:
        own = tuple(unit for unit in attempt.units if play.owner(unit) == play.seat)
        if own:
            yield StopScaling(own)


def _casters(play: Play) -> list[Unit]:
    elites = [army for army in _own(play) if army in play.armies and play.armies[army].elite]
    return [*(w for w in play.wizards_of(play.seat) if play.place(w)), *elites]


def _spells(play: Play, caster: Unit) -> Iterator[Order]:
    here = play.place(caster)
    purse = purse_of(play, caster)
    points = play.wizards[purse].points
    several = len(play.seat.split("+")) > 1
    by = caster if caster in play.armies or several else ""
    if not here:
        return
    hexes = [at for at in _held_by_others(play) if BOARD.distance(here, at) <= NEAR]
    wizards = [
        code
        for code in play.wizards
        if code != caster and play.place(code) and BOARD.distance(here, play.place(code)) < NEAR
    ]
    for spell in OFFENSIVE:
        fixed = spell in (REGENERATION, SPELLBINDER)
        if fixed and (caster in play.armies or points < FIXED_ATTACK):
            continue
        if spell == SPELLBINDER and play.wizards[purse].bound:
            continue
        for force in (FIXED_ATTACK,) if fixed else [force for force in FORCES if force <= points]:
            for at in sorted(hexes):
                yield Cast(spell, force, (at,), by=by)
            for wizard in wizards:
                if fixed or play.owner(wizard) != play.seat:  # 7.3
                    yield Cast(spell, force, wizard=wizard, by=by)


def _challenges(play: Play) -> Iterator[Order]:
    several = len(play.seat.split("+")) > 1
    for number, ship in play.ships.items():
        if ship.holder in (None, play.seat) or play.aboard(number):
            continue
        for mine in play.wizards_of(play.seat):
            for theirs in play.wizards_of(ship.holder or ""):
                places = play.place(mine), play.place(theirs)
                if all(places) and BOARD.distance(*places) <= NEAR:
                    by = mine if several else ""
                    yield Challenge(theirs, number, by=by)
                    yield Challenge(theirs, number, min(_off_shore(ship.at)), 7, by)


def _attacks(play: Play, at: str) -> Iterator[Order]:
    """With all that are next to the hex, with one of them, and with all that may come there."""
    distances = {
        army: BOARD.distance(play.place(army), at)
        for army in _own(play)
        if army in play.armies and play.place(army)
    }
    beside = sorted(army for army, steps in distances.items() if steps == 1)
    near = sorted(army for army, steps in distances.items() if steps <= NEAR)
    for units in dict.fromkeys([tuple(beside), tuple(near), *((army,) for army in near[:2])]):
        if units:
            yield Attack(at, units)
    if near:
        yield Attack(at, tuple(near), 1)


# --- where things are


def _own(play: Play) -> list[Unit]:
    """The seat's units, wizards first; armies that wait for their wizard are not among them."""
    armies = [
        code
        for code, army in play.armies.items()
        if play.owner(code) == play.seat
        if not (army.wizard in play.wizards and play.wizards[army.wizard].waits) or play.place(code)
    ]
    exiles = [w for w in play.seat.split("+") if w in play.wizards]
    return [*(w for w in exiles if play.wizards[w].fate != "out"), *armies]


def _stands(play: Play, unit: Unit) -> bool:
    return bool(play.place(unit)) and not ship_of(play, unit)


def _held_by_others(play: Play) -> set[str]:
    """Hexes with armies that are not the seat's."""
    return {play.place(army) for army in play.armies if play.owner(army) != play.seat} - {""}


def _spread(hexes: Sequence[str], most: int) -> Sequence[str]:
    """So many of them at the most, from all over the list."""
    return hexes[:: max(1, -(-len(hexes) // most))] if hexes else ()


@cache
def _off_island(at: str) -> bool:
    return any(near in ISLAND for near in BOARD.neighbors[at])


def _off_shore(at: str) -> Iterable[str]:
    """The ship's hex and the lake next to it."""
    return [near for near in (at, *BOARD.neighbors[at]) if near in LAKE]
