"""Between two games of a campaign (9.4): what carries over; wizards regain what they can."""

from collections.abc import Iterable

from msgspec.structs import replace

from adjudicator.turns.turn import Turn
from variants.spellbinder.components import ARMIES, most_strength
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
        sheet = [coded(seat, order) for order in turn.sheet(seat).orders]
        orders = [order for order in sheet if isinstance(order, Regain)]
        for wizard in seat.split("+"):
            _regain(play, wizard, orders)
        state = play.after()
    return replace(state, turn=1, step=0, order=next_order(state, turn, 1))


def _regain(play: Play, wizard: WizardCode, orders: Iterable[Regain]) -> None:
    most = gains(play.state, wizard)
    if most == Gains():
        return
    orders = list(orders)
    mine = [(a, n) for order in orders for a, n in order.strength if a == NEW or a[0] == wizard[0]]
    wanted_by = mine if orders else wishes(play.state, wizard, most.strength)
    wanted = max((order.points for order in orders), default=most.points)
    points = most.points if most.points < 0 else min(wanted, most.points)
    one = play.wizards[wizard]
    play.wizards[wizard] = replace(one, points=one.points + points)
    strength = most.strength
    for army, number in wanted_by:
        strength -= _strengthen(play, wizard, army, min(number, strength))
    gained = most.strength - strength
    known = play.knows_points(wizard)
    play.tell("points_regained", to=known, wizard=wizard, points=points)
    known = play.knows_strengths(play.seat)
    play.tell("strength_regained", to=known, wizard=wizard, points=gained)


def _strengthen(play: Play, wizard: WizardCode, name: str, number: int) -> int:
    """An army, or a new one where its wizard is, has so much more; how much it was."""
    one = play.wizards[wizard]
    letters = (code for code in ARMIES[wizard] if code not in play.armies)
    army = next(letters, "") if name == NEW else name
    if not army or (name != NEW and army not in play.armies):
        return 0
    old = play.armies.get(army) or Army(wizard, 0, one.at, one.ship)
    more = max(min(number, most_strength(play.state.options) - old.strength), 0)
    if more:
        play.armies[army] = replace(old, strength=old.strength + more)
    return more
