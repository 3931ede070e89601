"""The challenge for an empty ship (4.69)."""

from itertools import count

from variants.spellbinder.combat.reach import is_at_large
from variants.spellbinder.combat.wizards import settle
from variants.spellbinder.components import BOARD, name_of
from variants.spellbinder.movement import ships
from variants.spellbinder.orders import Challenge
from variants.spellbinder.play import Play
from variants.spellbinder.state import WizardCode


def challenge(play: Play, order: Challenge) -> None:
    """4.69-4.692: both roll; the higher of the two has the ship, and the challenger pays his roll,
    won or lost. A ship that was won may sail at once."""
    challenger = order.by or next(iter(play.wizards_of(play.seat)), "")
    if why := _cannot_challenge(play, challenger, order):
        play.refuse(order, why)
        return
    play.challenged = True
    if play.state.options.challenge_costs_spell:
        play.cast.add(challenger)
    mine, theirs = _rolls(play, challenger, order.wizard)
    play.tell(
        "challenge",
        challenger=challenger,
        wizard=order.wizard,
        ship=order.ship,
        roll=mine,
        against=theirs,
    )
    if mine > theirs:
        ships.control(play, order.ship, play.seat, "ship_won")
    play.pay(challenger, mine)
    settle(play)
    if order.to and play.ships[order.ship].holder == play.seat:
        ships.sail_won(play, order)


def _cannot_challenge(play: Play, challenger: WizardCode, order: Challenge) -> str | None:
    ship = play.ships.get(order.ship)
    if play.challenged:
        return "challenged_already"
    if not is_at_large(play, challenger) or play.owner(challenger) != play.seat:
        return "no_caster"
    if ship is None:
        return "no_ship"
    if ship.holder is None or ship.holder == play.seat:
        return "not_held_by_other"
    if not is_at_large(play, order.wizard) or play.seat_of(order.wizard) != ship.holder:
        return "not_the_holder"
    if play.aboard(order.ship):
        return "ship_not_empty"
    if BOARD.distance(play.place(challenger), play.place(order.wizard)) > 1:
        return "too_far"
    if not ships.may_control(play, play.seat, order.ship):
        return "both_ships"
    if play.state.options.challenge_costs_spell and challenger in play.cast:
        return "has_cast"
    if play.wizards[challenger].points < order.least:
        return "below_condition"
    return None


def _rolls(play: Play, challenger: WizardCode, wizard: WizardCode) -> tuple[int, int]:
    """A die of each, again as long as they are equal."""
    for number in count(1):
        again = f", roll {number}" if number > 1 else ""
        mine = play.roll(f"{name_of(challenger)} challenges {name_of(wizard)}{again}")
        theirs = play.roll(f"{name_of(wizard)} is challenged by {name_of(challenger)}{again}")
        if mine != theirs:
            return mine, theirs
        play.tell("challenge_tied", challenger=challenger, wizard=wizard, roll=mine)
    raise AssertionError
