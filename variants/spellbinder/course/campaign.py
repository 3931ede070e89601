"""Between two games of a campaign (9.4): what carries over; wizards regain what they can."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from adjudicator.turns.turn import Turn
from variants.spellbinder.combat.wizards import hexes_of
from variants.spellbinder.components import ARMIES, most_strength, stronghold_at
from variants.spellbinder.course.initiative import next_order
from variants.spellbinder.course.regaining import Gains, gains, wishes
from variants.spellbinder.course.schedule import last_turn
from variants.spellbinder.course.score import points_of
from variants.spellbinder.names import NEW, coded
from variants.spellbinder.orders import Order, Regain
from variants.spellbinder.play import Play
from variants.spellbinder.state import Army, Event, State, WizardCode


def interval(state: State, turn: Turn[Order, Event]) -> State:
    """A game of the campaign has ended: its points are noted, and the next one waits for what is
    regained. Where everybody stands, what he has, ships and alliances stay as they are."""
    scores = {seat: points_of(state, seat) for seat in state.options.seats}
    for seat, points in scores.items():
        turn.tell("all", Event("scored", {"seat": seat, "points": points}))
    carried = {seat: state.carried.get(seat, 0) + points for seat, points in scores.items()}
    turns = last_turn(state)
    fleet = tuple(replace(ship, still_since=ship.still_since - turns) for ship in state.fleet)
    once_a_game = state.options.spellbinder_once_per == "scenario"
    wizards = {
        code: replace(one, bound=one.bound and not once_a_game)
        for code, one in state.wizards.items()
    }
    return replace(
        state,
        game=state.game + 1,
        turn=0,
        step=0,
        order=state.options.seats,
        carried=carried,
        fleet=fleet,
        wizards=wizards,
    )


def resume(state: State, turn: Turn[Order, Event]) -> State:
    """All regain what they can, and the next game's first turn begins."""
    for seat in state.options.seats:
        play = Play(state, turn, seat)
        regain(play, turn.sheet(seat).orders)
        state = play.after()
    return replace(state, turn=1, step=0, order=next_order(state, turn, 1))


def regain(play: Play, sheet: Iterable[Order]) -> None:
    """9.4: each wizard of the phase's player regains what these orders of his say, as far as he
    can, or all that he can where they say nothing."""
    coded_sheet = [coded(play.seat, order) for order in sheet]
    orders = [order for order in coded_sheet if isinstance(order, Regain)]
    wizards = play.seat.split("+")
    for wizard in wizards:
        own = [order for order in orders if order.by == wizard or len(wizards) == 1]
        _regain(play, wizard, own)


def _regain(play: Play, wizard: WizardCode, orders: Sequence[Regain]) -> None:
    most = gains(play.state, wizard)
    if most == Gains():
        return
    mine = [part for order in orders for part in order.strength]
    wanted_by = mine if orders else wishes(play.state, wizard, most.strength)
    wanted = max((order.points for order in orders), default=most.points)
    points = most.points if most.points < 0 else min(wanted, most.points)
    one = play.wizards[wizard]
    play.wizards[wizard] = replace(one, points=one.points + points)
    strength = most.strength
    for army, number in wanted_by:
        why = _no_army(play, wizard, army)
        if not why:
            strength -= _strengthen(play, wizard, army, min(number, strength))
        elif orders:
            order = next(order for order in orders if (army, number) in order.strength)
            play.refuse(order, why, **({} if army == NEW else {"unit": army}))
    gained = most.strength - strength
    known = play.knows_points(wizard)
    play.tell("points_regained", to=known, wizard=wizard, points=points)
    known = play.knows_strengths(play.seat)
    play.tell("strength_regained", to=known, wizard=wizard, points=gained)


def _no_army(play: Play, wizard: WizardCode, name: str) -> str:
    """Why nothing can be regained by that army, or by a new one; "" if something can."""
    if name != NEW:
        return "" if name in play.armies else "gone"
    if all(code in play.armies for code in ARMIES[wizard]):
        return "nine_armies"
    return "not_shared" if _muster(play, wizard) is None else ""


def _strengthen(play: Play, wizard: WizardCode, name: str, number: int) -> int:
    """An army, or a new one, has so much more; how much it was."""
    if name == NEW:
        army = next(code for code in ARMIES[wizard] if code not in play.armies)
        place = _muster(play, wizard)
        assert place is not None
        old = Army(wizard, 0, place)
    else:
        army, old = name, play.armies[name]
    more = max(min(number, most_strength(play.state.options) - old.strength), 0)
    if more:
        play.armies[army] = replace(old, strength=old.strength + more)
    return more


def _muster(play: Play, wizard: WizardCode) -> str | None:
    """Where a new army stands: with its wizard, or, if an ally's armies are there, in the next hex
    of the castle in which nobody else is (8.4), None if there is none; an exile is off the map."""
    at = play.wizards[wizard].at
    castle = stronghold_at(play.state.options, at)
    if castle is None or all(play.owner(army) == play.seat for army in play.armies_at(at)):
        return at
    others = {there for unit, there in play.on_land() if play.owner(unit) != play.seat}
    inside = hexes_of(play.state.options, castle)
    return next((there for there in inside if there not in others), None)
