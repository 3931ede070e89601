"""Which phase comes next (3.0-3.2), what phases are called, and for which of them an order is.

While nothing has been set up, or between two games of a campaign, the game turn is 0.
"""

from collections.abc import Iterable

from adjudicator.orders import Seat
from adjudicator.variant import Phase
from variants.spellbinder.components import name_of
from variants.spellbinder.course import regaining
from variants.spellbinder.names import coded
from variants.spellbinder.orders import (
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
    Scale,
    SetUp,
    StopScaling,
)
from variants.spellbinder.state import State, WizardCode

LAST_TURN = {
    "each_on_his_own": 20,
    "early_arrival": 25,
    "return_of_yamantsar": 30,
    "campaign": 20,
}
"""Game turns of a scenario, or of one game of a campaign (9.1-9.4)."""

KINDS = ("setup", "rest", "phase", "turn")
"""Of phases: the pieces are set up; strength is regained between two games (9.4); one Player Phase;
a whole game turn, for which all write at once."""


def last_turn(state: State) -> int:
    """The number of game turns."""
    return LAST_TURN[state.options.scenario]


def seat_name(seat: Seat) -> str:
    """``Darman``, ``Darman and Sharn``; of a wizard his name."""
    return " and ".join(name_of(wizard) for wizard in seat.split("+"))


def next_phase(state: State) -> Phase | None:
    """The phase to be run next; None when the game is over."""
    if state.ended is not None:
        return None
    due = frozenset(_due(state))
    return Phase(phase_id(state), _kind(state), phase_title(state), due, not due)


def phase_id(state: State) -> str:
    """``SETUP``, ``T3DARMAN``, ``T3`` where all write for a whole game turn; ``G2T3DARMAN`` in a
    campaign."""
    front = _game(state)
    kind = _kind(state)
    if kind == "rest":
        return f"{front}REST"
    if kind == "setup":
        match state.options.scenario:
            case "early_arrival":
                return ("SETUP", "GARRISONS")[state.step]
            case "return_of_yamantsar":
                return _set_up_id(state.step)
        return f"{front}SETUP"
    if kind == "turn":
        return f"{front}T{state.turn}"
    return _id(state, state.turn, state.order[state.step])


def phase_title(state: State) -> str:
    """``Turn 3, Darman``"""
    kind = _kind(state)
    if kind == "rest":
        return f"Before game {state.game}"
    if kind == "setup":
        match state.options.scenario, state.step:
            case "early_arrival", 1:
                return "Set-up of the garrisons"
            case "return_of_yamantsar", step:
                return _set_up_title(state, step)
        return "Set-up"
    if kind == "turn":
        return f"{_front(state)}Turn {state.turn}"
    return _title(state, state.turn, state.order[state.step])


def ahead(state: State) -> dict[str, str]:
    """The later phases that can be ordered: of each player the Player Phase that comes next; of
    those who set up one after another (9.3), the set-up of each that has not come yet."""
    if sets_up_in_turn(state):
        return {
            _set_up_id(step): _set_up_title(state, step)
            for step in range(state.step + 1, len(state.order))
        }
    if _kind(state) != "phase" or state.ended is not None:
        return {}
    coming = [(state.turn, whose) for whose in state.order[state.step + 1 :]]
    if state.turn < last_turn(state):
        coming += [(state.turn + 1, whose) for whose in state.order[: state.step + 1]]
    return {
        _id(state, turn, whose): _title(state, turn, whose)
        for turn, whose in coming
        if plays(state, whose)
    }


def phase_for(state: State, seat: Seat, order: Order) -> str:
    """The id of the phase that this order of a seat is for: what is said of alliances counts for
    the one that comes next, whosever it is; all else for the seat's own (4.14, 8.2)."""
    if sets_up_in_turn(state) and isinstance(order, SetUp) and seat in state.order:
        return _set_up_id(max(state.order.index(seat), state.step))
    if _kind(state) != "phase" or isinstance(order, Ally | GoHome):
        return phase_id(state)
    own = [whose for whose in state.order if seat_of(state, whose) == seat]
    meant = [whose for whose in own if whose in acting(seat, order)] or own
    now = state.order[state.step]
    if now in meant or (isinstance(order, GiveShip) and now not in own):
        return phase_id(state)
    there = ahead(state)
    coming = [_id(state, turn, whose) for turn in (state.turn, state.turn + 1) for whose in meant]
    return next((one for one in coming if one in there), phase_id(state))


def is_rest(state: State) -> bool:
    """9.4: whether the game stands between two of a campaign."""
    return _kind(state) == "rest"


def sets_up_in_turn(state: State) -> bool:
    """9.3: whether those who are not Yamantsar set up now, one after another."""
    return _kind(state) == "setup" and state.options.scenario == "return_of_yamantsar"


def seat_of(state: State, whose: str) -> Seat:
    """The seat of an entry of `State.order`: a seat, or one of the wizards of one, if each has a
    phase of his own."""
    return next(seat for seat in state.options.seats if whose in (seat, *seat.split("+")))


def phases_of(state: State, seats: Iterable[Seat]) -> tuple[str, ...]:
    """The Player Phases of a game turn, for seats in their order: one of each, or, if two players
    have them by wizards, of the first wizards and then of the second ones."""
    seats = tuple(seats)
    if state.options.two_player_phases == "one_per_player" or not any("+" in s for s in seats):
        return seats
    pairs = [seat.split("+") for seat in seats]
    return tuple(pair[which] for which in (0, 1) for pair in pairs)


def plays(state: State, whose: str) -> bool:
    """Whether a seat, or a wizard of one, has a Player Phase: a wizard who is in the game, or can
    come back into it, or armies."""
    wizards = whose.split("+")
    for code in wizards:
        one = state.wizards[code]
        if one.fate == "in" or (one.fate == "exile" and one.left < state.game):
            return True
    return any(army.wizard in wizards and (army.at or army.ship) for army in state.armies.values())


def acting(seat: Seat, order: Order) -> set[WizardCode]:
    """The wizards whose units an order is for; none, if it is for the whole side."""
    order = coded(seat, order)
    units: tuple[str, ...] = ()
    match order:
        case Move() | Load() | Land() | Scale() | StopScaling() | Attack() | Leave() | Enter():
            units = order.units
        case Merge():
            units = (order.giver,)
        case Cast() | Challenge():
            units = (order.by,)
    return {w for w in seat.split("+") for unit in units if unit[:1] == w[0]}


def _kind(state: State) -> str:
    if state.turn == 0:
        return "rest" if state.game > 1 else "setup"
    return "turn" if state.options.mode == "turn" else "phase"


def _due(state: State) -> Iterable[Seat]:
    seats = [seat for seat in state.options.seats if state.turn == 0 or plays(state, seat)]
    kind = _kind(state)
    if kind == "phase":
        return [seat_of(state, state.order[state.step])]
    if kind == "rest":
        return regaining.due(state)
    if sets_up_in_turn(state):
        return [state.order[state.step]]
    return seats


def _set_up_id(step: int) -> str:
    return f"SETUP{step + 1}"


def _set_up_title(state: State, step: int) -> str:
    return f"Set-up of {seat_name(state.order[step])}"


def _game(state: State) -> str:
    return f"G{state.game}" if state.options.scenario == "campaign" else ""


def _front(state: State) -> str:
    return f"Game {state.game}, " if state.options.scenario == "campaign" else ""


def _id(state: State, turn: int, whose: str) -> str:
    return f"{_game(state)}T{turn}{whose.replace('+', '')}"


def _title(state: State, turn: int, whose: str) -> str:
    return f"{_front(state)}Turn {turn}, {seat_name(whose)}"
