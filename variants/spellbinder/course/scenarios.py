"""The scenarios (9.1-9.4): who can play them, and with what everybody begins."""

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.orders import Seat
from adjudicator.turns.turn import Turn
from variants.spellbinder.components import (
    ARMIES,
    CASTLES,
    GARRISON_HEXES,
    GARRISONS,
    SHIP_START,
    WIZARDS,
    YOF_PINTRE,
    home_castle,
)
from variants.spellbinder.course.initiative import highest, ranking, rolled
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Order
from variants.spellbinder.state import Army, ArmyCode, Event, Ship, State, Wizard, WizardCode

POINTS, YAMANTSAR_POINTS = 25, 50
"""Spellbinder points at the start (6.11, 9.3 A)."""
STRENGTH, CAMPAIGN_STRENGTH = 10, 25
"""Of an army; in a campaign, of an army or of all of a wizard's together (9.4)."""
GUARD = 20
"""Strength of a garrison on Yof-Pintre (9.1 3C); in the other scenarios that of an army."""

BEFORE = Event("phase", {"title": "Before the game"})
"""The heading of what is rolled before anything is set up."""

PLAYERS = {
    "each_on_his_own": (2, 3, 4),
    "early_arrival": (3, 4),
    "return_of_yamantsar": (2, 3, 4),
    "campaign": (2, 3, 4),
}


def check_seats(options: Options) -> tuple[Seat, ...]:
    """The seats of a game: a wizard each, but where two play without Yamantsar each has two
    (9.1 3A). ValueError for any others."""
    seats = options.seats
    wizards = [wizard for seat in seats for wizard in seat.split("+")]
    if unknown := [wizard for wizard in wizards if wizard not in WIZARDS]:
        raise ValueError(f"seats: {unknown[0]!r} is none of {', '.join(WIZARDS)}")
    if len(set(wizards)) != len(wizards):
        raise ValueError("seats: a wizard is there twice")
    players = PLAYERS[options.scenario]
    if len(seats) not in players:
        raise ValueError(f"seats: the scenario is for {', '.join(map(str, players))} players")
    each = 2 if len(seats) == 2 and options.scenario != "return_of_yamantsar" else 1
    if any(len(seat.split("+")) != each for seat in seats):
        number = {1: "one wizard", 2: "two wizards"}[each]
        raise ValueError(f"seats: each of {len(seats)} players has {number} here")
    return seats


def start(options: Options, turn: Turn[Order, Event]) -> State:
    """The state before anything is set up. In 9.2 and 9.3 the dice have told who is first."""
    wizards = [wizard for seat in check_seats(options) for wizard in seat.split("+")]
    state = State(
        options,
        {code: Wizard(POINTS, home=home_castle(code)) for code in wizards},
        {army: Army(w, strength) for w in wizards for army, strength in _armies(options, w)},
        tuple(Ship(at) for _, at in sorted(SHIP_START.items())),
        order=options.seats,
    )
    state = replace(state, begun={code: _begun(state, code) for code in wizards})
    match options.scenario:
        case "early_arrival":
            return _early_arrival(state, turn)
        case "return_of_yamantsar":
            return _yamantsar(state, turn)
    garrisons = {
        code: Army(None, _guard(options), at)
        for code, at in zip(GARRISONS, GARRISON_HEXES, strict=True)
    }
    return replace(state, armies={**state.armies, **garrisons, **_left_behind(state)})


def _early_arrival(state: State, turn: Turn[Order, Event]) -> State:
    """9.2: the highest roll begins on Yof-Pintre, which is his home. The garrisons are placed in
    the order of the rolls, by him last."""
    seats = state.options.seats
    turn.tell("all", BEFORE)
    first, *others = ranking(turn.roll, rolled(turn), seats, "who arrives early")
    turn.tell("all", Event("chief", {"seat": first, "scenario": state.options.scenario}))
    turn.tell("all", Event("places", {"seats": (*others, first)}))
    chief = replace(state.wizards[first], home=YOF_PINTRE)
    garrisons = {code: Army(None, STRENGTH) for code in GARRISONS}
    return replace(
        state,
        wizards={**state.wizards, first: chief},
        armies={**state.armies, **garrisons, **_left_behind(state)},
        order=(*others, first),
        chief=first,
    )


def _yamantsar(state: State, turn: Turn[Order, Event]) -> State:
    """9.3: the highest roll is Yamantsar, who comes later. The others set up in the order of a
    roll of their own."""
    seats = state.options.seats
    turn.tell("all", BEFORE)
    first = highest(turn.roll, rolled(turn), seats, "who is Yamantsar")
    turn.tell("all", Event("chief", {"seat": first, "scenario": state.options.scenario}))
    rest = [seat for seat in seats if seat != first]
    order = ranking(turn.roll, rolled(turn), rest, "who sets up first")
    turn.tell("all", Event("sets_up", {"seats": order}))
    chief = replace(state.wizards[first], home=YOF_PINTRE, points=YAMANTSAR_POINTS)
    elite = {code: Army(first, STRENGTH, elite=True) for code in GARRISONS}
    begun = state.begun[first] + len(GARRISONS) * STRENGTH
    return replace(
        state,
        wizards={**state.wizards, first: chief},
        armies={**state.armies, **elite},
        begun={**state.begun, first: begun},
        order=order,
        chief=first,
    )


def _armies(options: Options, wizard: WizardCode) -> Sequence[tuple[ArmyCode, int]]:
    """The nine armies of a wizard and their strength."""
    armies = ARMIES[wizard]
    if options.scenario != "campaign":
        return [(army, STRENGTH) for army in armies]
    if options.campaign_strength == "per_army":
        return [(army, CAMPAIGN_STRENGTH) for army in armies]
    each, over = divmod(CAMPAIGN_STRENGTH, len(armies))
    return [(army, each + (number < over)) for number, army in enumerate(armies)]


def _guard(options: Options) -> int:
    """The strength of a garrison on Yof-Pintre."""
    return CAMPAIGN_STRENGTH if options.scenario == "campaign" else GUARD


def _begun(state: State, wizard: WizardCode) -> int:
    return sum(army.strength for army in state.armies.values() if army.wizard == wizard)


def _left_behind(state: State) -> dict[ArmyCode, Army]:
    """9.1 3B: four armies of a wizard who is not in the game hold his castle."""
    options = state.options
    return {
        army: Army(None, strength, at)
        for castle in CASTLES.values()
        if castle.wizard and castle.wizard not in state.wizards
        for (army, strength), at in zip(
            _armies(options, castle.wizard), castle.garrison, strict=False
        )
    }
