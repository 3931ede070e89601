"""The order template that a player fills in: it changes nothing as it stands."""

from adjudicator.orders import Seat
from adjudicator.turns.turn import Turn
from variants.spellbinder.course.regaining import default_regain
from variants.spellbinder.course.schedule import next_phase
from variants.spellbinder.course.setup import default_set_up, garrisons_of, open_to_garrisons
from variants.spellbinder.names import name_of, named
from variants.spellbinder.orders import Move, Order, SetUp
from variants.spellbinder.play import Play
from variants.spellbinder.state import State


def form(state: State, seat: Seat) -> tuple[Order, ...]:
    """Where the seat's pieces stand; before the game and between two games, what is done by
    default."""
    phase = next_phase(state)
    if phase is None or seat not in phase.due:
        return ()
    if phase.kind == "rest":
        return tuple(named(seat, order) for order in default_regain(state, seat))
    if phase.id == "GARRISONS":
        play = Play(state, Turn("", {}), seat)
        return tuple(SetUp((one,), open_to_garrisons(play)[0]) for one in garrisons_of(state, seat))
    if phase.kind == "setup":
        return tuple(named(seat, order) for order in default_set_up(state, seat))
    return tuple(_stays(state, seat))


def _stays(state: State, seat: Seat) -> list[Order]:
    """Each stack to where it stands, but for those that wait below a wall."""
    play = Play(state, Turn("", {}), seat)
    waiting = {unit for one in state.scalings for unit in one.units}
    places: dict[str, list[str]] = {}
    for unit, at in play.on_land():
        if play.owner(unit) == seat and unit not in waiting:
            places.setdefault(at, []).append(unit)
    return [
        Move(tuple(name_of(seat, unit) for unit in sorted(units, key=len)), (at,), written=False)
        for at, units in sorted(places.items())
    ]
