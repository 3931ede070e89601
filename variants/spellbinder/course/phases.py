"""Player Phases and game turns as they are run (3.0-3.2)."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.orders import Seat
from adjudicator.turns.turn import Turn
from variants.spellbinder.combat.battle import attack
from variants.spellbinder.combat.challenge import challenge
from variants.spellbinder.combat.magic import cast
from variants.spellbinder.combat.wizards import recover, settle
from variants.spellbinder.course import campaign, score
from variants.spellbinder.course.initiative import next_order
from variants.spellbinder.course.schedule import (
    acting,
    last_turn,
    next_phase,
    phase_title,
    plays,
    seat_name,
    seat_of,
)
from variants.spellbinder.course.setup import set_up
from variants.spellbinder.movement.alliances import ends_all, give_ship, proclaim, renounce
from variants.spellbinder.movement.edges import enter, leave
from variants.spellbinder.movement.garrisons import wake_late
from variants.spellbinder.movement.moves import leave_enemies, merge, move
from variants.spellbinder.movement.scaling import begin, roll_scalings, scale, stop_scaling
from variants.spellbinder.movement.ships import land_units, load, sail
from variants.spellbinder.movement.stacking import mend_stacks
from variants.spellbinder.names import coded
from variants.spellbinder.orders import (
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
    Sail,
    Scale,
    StopScaling,
)
from variants.spellbinder.play import Play
from variants.spellbinder.state import Ending, Event, State

Rule = Callable[[Play, Any], None]

MOVEMENT: dict[type, Rule] = {
    Move: move,
    Merge: merge,
    Load: load,
    Sail: sail,
    Land: land_units,
    Scale: scale,
    StopScaling: stop_scaling,
    GiveShip: lambda play, order: give_ship(play, play.seat, order),
    Leave: leave,
    Enter: enter,
}
MAGIC: dict[type, Rule] = {Cast: cast, Challenge: challenge}
COMBAT: dict[type, Rule] = {Attack: attack}


def run(state: State, turn: Turn[Order, Event]) -> State:
    """The phase that comes next."""
    phase = next_phase(state)
    assert phase is not None, "the game is over"
    turn.tell("all", Event("phase", {"title": phase_title(state)}))
    if phase.kind == "rest":
        # What is regained goes by the alliances with which the game before has ended (9.4).
        return _proclaimed(campaign.resume(state, turn), turn)
    state = _proclaimed(state, turn)
    if phase.kind == "setup":
        return set_up(state, turn)
    if phase.kind == "turn":
        return _game_turn(state, turn)
    state = _player_phase(state, turn, state.order[state.step])
    return state if state.ended else _next(state, turn)


def run_phase(play: Play, orders: Iterable[Order]) -> None:
    """3.2: movement, then spells and challenges, then attacks; in each part the lines are carried
    out in the order in which they were written, whatever stands between them."""
    orders = [coded(play.seat, order) for order in orders]
    begin(play)
    settle(play)  # what alliances have brought about, and who was set up away from home
    _carry_out(play, orders, MOVEMENT)
    roll_scalings(play)
    wake_late(play)
    leave_enemies(play)
    mend_stacks(play)
    _carry_out(play, orders, MAGIC)
    _carry_out(play, orders, COMBAT)


def go_home(play: Play) -> None:
    """9.2 D: he who began in Yof-Pintre says that he goes home. From now on he has none, until one
    of his units comes into his old castle (`wizards.settle`)."""
    if play.going or play.state.options.scenario != "early_arrival":
        return
    if play.seat == play.state.chief:
        play.going = True
        play.wizards[play.seat] = replace(play.wizards[play.seat], home="")
        play.tell("goes_home", seat=play.seat)


def end(state: State, turn: Turn[Order, Event], ending: Ending) -> State:
    """The game is over."""
    for one in ending.scores:
        turn.tell("all", Event("scored", {"seat": one.seat, "points": one.points}))
    turn.tell("all", Event("over", {"how": ending.how, "seats": ending.seats}))
    return replace(state, ended=ending)


def _carry_out(play: Play, orders: Sequence[Order], rules: dict[type, Rule]) -> None:
    """The orders of one part of a phase. After each one all that it brings about is settled."""
    for order in orders:
        rule = rules.get(type(order))
        if rule is not None:
            rule(play, order)
            settle(play)


def _proclaimed(state: State, turn: Turn[Order, Event]) -> State:
    """8.0: what has been written of alliances until now, by whomever, counts from here on; so does
    a gift of a ship by one who has no phase of his own now."""
    for seat in state.options.seats:
        play = Play(state, turn, seat)
        orders = turn.sheet(seat).orders
        proclaim(play, seat, orders)
        for order in orders:
            if isinstance(order, GoHome):
                go_home(play)
            elif isinstance(order, GiveShip) and not _is_phasing(state, seat):
                give_ship(play, seat, order)
        state = play.after()
    for seat in state.options.seats:
        if ended := [order for order in turn.sheet(seat).orders if ends_all(order)]:
            play = Play(state, turn, seat)
            renounce(play, seat, ended)
            state = play.after()
    return state


def _is_phasing(state: State, seat: Seat) -> bool:
    return state.options.mode == "turn" or seat_of(state, state.order[state.step]) == seat


def _player_phase(
    state: State, turn: Turn[Order, Event], whose: str, label: str = "", *, leads: bool = True
) -> State:
    """One Player Phase, and whether it has ended the game. `leads`: no other wizard of the seat has
    had his phase by the same sheet."""
    seat = seat_of(state, whose)
    play = Play(state, turn, seat, label, whose)
    orders = turn.sheet(seat).orders
    if whose != seat:
        orders = _of_phase(state, seat, whose, orders, leads)
    run_phase(play, orders)
    after = play.after()
    if (ending := score.by_elimination(after, state)) is not None:
        return end(after, turn, ending)
    if state.chief is None or state.options.scenario != "return_of_yamantsar":
        return after
    alone = after.alone >= 0 and score.alone_on_yof_pintre(after, state.chief)
    return replace(after, alone=after.alone + 1 if alone else -1)


def _game_turn(state: State, turn: Turn[Order, Event]) -> State:
    """All Player Phases of a game turn, in their order, by the orders that all have sent."""
    begun: set[Seat] = set()
    for whose in state.order:
        if plays(state, whose):
            turn.tell("all", Event("player_phase", {"title": seat_name(whose)}))
            seat = seat_of(state, whose)
            leads = seat not in begun
            begun.add(seat)
            state = _player_phase(state, turn, whose, f"{_plain(whose)}: ", leads=leads)
            if state.ended:
                return state
    turn.tell("all", Event("player_phase", {"title": "End of the turn"}))
    return _turn_ended(state, turn)


def _next(state: State, turn: Turn[Order, Event]) -> State:
    """The next Player Phase of somebody who has one; after the last the game turn ends."""
    for step in range(state.step + 1, len(state.order)):
        if plays(state, state.order[step]):
            return replace(state, step=step)
    return _turn_ended(state, turn)


def _turn_ended(state: State, turn: Turn[Order, Event]) -> State:
    """A game turn is over: wizards recover (6.621), Yamantsar may have held his island (9.3 C); it
    was the last, or the order of the next one is rolled (3.0)."""
    play = Play(state, turn, seat_of(state, state.order[-1]), "end of the turn: ")
    recover(play)
    state = replace(play.after(), alone=0, sworn=state.sworn or state.alone > 0)
    if state.turn == last_turn(state):
        return _last_turn_ended(state, turn)
    order = next_order(state, turn, state.turn + 1)
    if not order:  # all are in exile: the rest of this game of the campaign is empty
        return campaign.interval(state, turn)
    return replace(state, turn=state.turn + 1, step=0, order=order)


def _last_turn_ended(state: State, turn: Turn[Order, Event]) -> State:
    if state.options.scenario == "campaign":
        return campaign.interval(state, turn)
    return end(state, turn, score.counted(state))


def _plain(whose: str) -> str:
    """A player in a label, in which no "and" may stand."""
    return seat_name(whose).replace(" and ", " ")


def _of_phase(
    state: State, seat: Seat, wizard: str, orders: Sequence[Order], leads: bool
) -> tuple[Order, ...]:
    """The orders of this wizard's phase, where each has his own: those for units of his. One for
    the side as a whole is carried out once: where all write for a game turn, with the order before
    it, the first of all in the phase that comes first; else in the phase for which it was sent."""
    found = []
    now = wizard if leads else ""
    for order in orders:
        wizards = acting(seat, order)
        if state.options.mode == "turn" and wizards:
            now = min(wizards)
        if wizard in (wizards or {now}):
            found.append(order)
    return tuple(found)
