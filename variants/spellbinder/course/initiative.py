"""Who comes first (3.0), and every other roll of all players against each other (9.2, 9.3)."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Literal

from adjudicator.orders import Seat
from adjudicator.turns.turn import Turn
from variants.spellbinder.course.schedule import phases_of, plays, seat_name
from variants.spellbinder.orders import Order
from variants.spellbinder.state import Event, State

Roll = Callable[[str], int]
"""A die, by its label."""
Tell = Callable[[Seat, int], None]
"""The number that a seat has rolled."""


def next_order(state: State, turn: Turn[Order, Event], number: int) -> tuple[str, ...]:
    """3.0: the order of the Player Phases of a game turn, which is rolled as soon as the turn
    before has ended, so that everybody writes his orders with it before his eyes."""
    chairs = state.options.seats
    playing = [seat for seat in chairs if plays(state, seat)]
    if not playing:
        return ()
    first = playing[0]
    if len(playing) > 1:
        what = f"initiative of turn {number}"
        reroll = state.options.initiative_reroll
        first = highest(turn.roll, rolled(turn), playing, what, reroll)
    order = in_turn(chairs, first, playing)
    turn.tell("all", Event("initiative", {"turn": number, "seats": order}))
    return phases_of(state, order)


def rolled(turn: Turn[Order, Event]) -> Tell:
    """What tells everybody a seat's die."""

    def tell(seat: Seat, die: int) -> None:
        turn.tell("all", Event("rolled", {"seat": seat, "die": die}))

    return tell


def in_turn(chairs: Sequence[Seat], first: Seat, playing: Sequence[Seat]) -> tuple[Seat, ...]:
    """3.0: the first player, and after him those to the left, as far as they are in the game."""
    start = chairs.index(first)
    return tuple(seat for seat in (*chairs[start:], *chairs[:start]) if seat in playing)


def highest(
    roll: Roll,
    tell: Tell,
    seats: Sequence[Seat],
    what: str,
    reroll: Literal["tied_for_high", "all"] = "tied_for_high",
) -> Seat:
    """3.0: a die of each seat, and who has the highest; if several do they roll again, or, where
    the game has it so, all."""
    rolling = tuple(seats)
    for number in count(1):
        dice = _rolled(roll, tell, rolling, what, number)
        best = [seat for seat in rolling if dice[seat] == max(dice.values())]
        if len(best) == 1:
            return best[0]
        rolling = tuple(best) if reroll == "tied_for_high" else rolling
    raise AssertionError


def ranking(
    roll: Roll, tell: Tell, seats: Sequence[Seat], what: str, number: int = 1
) -> tuple[Seat, ...]:
    """9.2, 9.3: all seats from the highest roll to the lowest; those that are equal roll again
    among themselves."""
    if len(seats) < 2:
        return tuple(seats)
    dice = _rolled(roll, tell, seats, what, number)
    groups = [[seat for seat in seats if dice[seat] == face] for face in range(6, 0, -1)]
    return tuple(
        seat
        for group in groups
        for seat in (ranking(roll, tell, group, what, number + 1) if group else ())
    )


def _rolled(
    roll: Roll, tell: Tell, seats: Sequence[Seat], what: str, number: int
) -> dict[Seat, int]:
    again = f", roll {number}" if number > 1 else ""
    dice = {seat: roll(f"{what}, {seat_name(seat)}{again}") for seat in seats}
    for seat, die in dice.items():
        tell(seat, die)
    return dice
