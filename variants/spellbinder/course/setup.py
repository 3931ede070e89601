"""The pieces are set up (9.1-9.3). Who sets up together with others does so in secret: nobody is
told anything before all are done. What nobody orders is placed by itself."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from adjudicator.orders import Seat
from adjudicator.turns.turn import Turn
from variants.spellbinder.combat.wizards import hexes_of
from variants.spellbinder.components import (
    ARMIES,
    BOARD,
    CASTLES,
    FOOT,
    GARRISONS,
    ISLAND,
    home_castle,
)
from variants.spellbinder.course.initiative import next_order
from variants.spellbinder.movement.stacking import LIMIT, has_room, own_armies
from variants.spellbinder.names import coded
from variants.spellbinder.orders import Order, SetUp
from variants.spellbinder.play import Play, Unit
from variants.spellbinder.state import ArmyCode, Event, State

LAND = tuple(
    code
    for code, terrain in sorted(BOARD.terrain.items())
    if terrain in FOOT.cost or code in BOARD.bridges
)
"""Where units can stand, the lowest number first."""


def set_up(state: State, turn: Turn[Order, Event]) -> State:
    """One phase of the set-up; after the last one the first game turn begins."""
    scenario = state.options.scenario
    if garrisons_are_placed(state):
        return _begin(_garrisons_placed(state, turn), turn)
    if scenario == "return_of_yamantsar":
        after = _placed(state, turn, state.order[state.step])
        if state.step + 1 < len(state.order):
            return replace(after, step=state.step + 1)
        return _begin(after, turn)
    after = state
    for seat in state.options.seats:
        after = _placed(after, turn, seat)
    if scenario == "early_arrival":
        return replace(after, step=1)
    return _begin(after, turn)


def default_set_up(state: State, seat: Seat) -> tuple[SetUp, ...]:
    """Where a seat's units are placed that it gives no orders for: two armies to a hex, in the
    order of the castle's hexes, and the wizard with the first."""
    play = Play(state, Turn("", {}), seat)
    _place_rest(play)
    return tuple(SetUp(units, at) for at, units in _places(play))


def garrisons_are_placed(state: State) -> bool:
    """Whether that is the phase that comes next (9.2)."""
    early = state.options.scenario == "early_arrival"
    return early and state.turn == 0 and state.step == 1


def garrisons_of(state: State, seat: Seat) -> tuple[ArmyCode, ...]:
    """9.2: which of the garrisons this seat places; with three players the last places two."""
    number = state.order.index(seat)
    last = number == len(state.order) - 1
    return GARRISONS[number:] if last else GARRISONS[number : number + 1]


def open_to(play: Play, unit: Unit) -> tuple[str, ...]:
    """Where a unit can be set up, in the order in which hexes are taken by themselves."""
    state = play.state
    wizard = play.wizard_of(unit) or ""
    if state.options.scenario != "return_of_yamantsar":
        return hexes_of(state.options, state.wizards[wizard].home)
    held = {at for other, at in play.on_land() if play.owner(other) != play.seat}
    near = BOARD.zone(held)
    castle = CASTLES[home_castle(wizard)].hexes
    return tuple(
        at
        for at in (*castle, *(at for at in LAND if at not in castle))
        if at not in near and at not in held
    )


def open_to_garrisons(play: Play) -> list[str]:
    """9.2: hexes of the island without units of him who begins there, two garrisons in each."""
    chief = [at for unit, at in play.on_land() if play.owner(unit) == play.state.chief]
    return [at for at in sorted(ISLAND) if at not in chief and len(play.armies_at(at)) < LIMIT]


def _placed(state: State, turn: Turn[Order, Event], seat: Seat) -> State:
    """A seat's units stand as it has ordered, and what is left by default."""
    play = Play(state, turn, seat)
    place(play, turn.sheet(seat).orders)
    for at, units in _places(play):
        play.tell("set_up", units=units, hex=at)
    return play.after()


def place(play: Play, orders: Iterable[Order]) -> None:
    """The units stand as these orders of their player say, as far as they can, the rest as by
    default."""
    for order in orders:
        order = coded(play.seat, order)
        if isinstance(order, SetUp):
            _place(play, order)
    _place_rest(play)


def _place(play: Play, order: SetUp) -> None:
    for unit in order.units:
        if not play.is_own(unit):
            play.refuse(order, "not_own", units=(unit,))
            continue
        play.put([unit])
        if order.at not in open_to(play, unit):
            play.refuse(order, "no_set_up", units=(unit,), hex=order.at)
        elif unit in play.armies and not has_room(play, order.at):
            play.refuse(order, "third_army", units=(unit,), hex=order.at)
        else:
            play.put([unit], order.at)


def _place_rest(play: Play) -> None:
    for wizard in play.wizards_of(play.seat):
        for army in ARMIES[wizard]:
            if not play.armies[army].at:
                play.put([army], _by_itself(play, army))
        if not play.wizards[wizard].at:
            play.put([wizard], play.armies[ARMIES[wizard][0]].at)


def _by_itself(play: Play, army: ArmyCode) -> str:
    """Two to a hex of the castle, then where the castle may be overstacked, then elsewhere."""
    hexes = open_to(play, army)
    castle = hexes_of(play.state.options, home_castle(play.armies[army].wizard or ""))
    home = [at for at in hexes if at in castle]
    spread = [at for at in home if _spread(play, at)]
    full = [at for at in reversed(home) if has_room(play, at)]
    return next(iter([*spread, *full, *(at for at in hexes if has_room(play, at)), hexes[-1]]))


def _spread(play: Play, at: str) -> bool:
    """Whether less than two of the armies stand there: in Pindragalf, too, they spread first."""
    return len(own_armies(play, at)) < LIMIT


def _places(play: Play) -> list[tuple[str, tuple[Unit, ...]]]:
    """The seat's units, hex by hex."""
    units: dict[str, list[Unit]] = {}
    for unit, at in play.on_land():
        if play.owner(unit) == play.seat:
            units.setdefault(at, []).append(unit)
    return [(at, tuple(sorted(units[at], key=_by_kind))) for at in sorted(units)]


def _by_kind(unit: Unit) -> tuple[bool, Unit]:
    return len(unit) > 2, unit


def _garrisons_placed(state: State, turn: Turn[Order, Event]) -> State:
    """9.2: each player places a garrison, in the order of their rolls, in the first of the hexes he
    wishes for that is free."""
    for seat in state.order:
        play = Play(state, turn, seat)
        for garrison in garrisons_of(state, seat):
            free = open_to_garrisons(play)
            wishes = _wishes(turn.sheet(seat).orders, garrison)
            at = next((at for at in wishes if at in free), free[0])
            play.put([garrison], at)
            play.tell("garrison_placed", seat=seat, army=garrison, hex=at)
        state = play.after()
    return state


def _wishes(orders: Sequence[Order], garrison: ArmyCode) -> Iterable[str]:
    return [order.at for order in orders if isinstance(order, SetUp) and garrison in order.units]


def _begin(state: State, turn: Turn[Order, Event]) -> State:
    """The first game turn (3.0)."""
    return replace(state, turn=1, step=0, order=next_order(state, turn, 1))
