"""The two spells that harm nobody: Regeneration (7.1) and Spellbinder (7.2)."""

from msgspec.structs import replace

from variants.spellbinder.combat.reach import armies_in
from variants.spellbinder.combat.wizards import most_points
from variants.spellbinder.components import ARMIES, GARRISONS, most_strength
from variants.spellbinder.movement.ships import CAPACITY
from variants.spellbinder.names import NEW
from variants.spellbinder.orders import Cast
from variants.spellbinder.play import Play
from variants.spellbinder.state import Army, ArmyCode, WizardCode

ALTOGETHER = 10
"""Strength that one spell brings back at most (7.1)."""


def regenerate(play: Play, wizard: WizardCode, order: Cast) -> None:
    """7.1: strength comes back where the wizard is, to armies there or as new ones, as is written;
    else to the armies by letter, and the rest as a new one. What is written and cannot be is
    refused."""
    left = min(ALTOGETHER, play.state.begun[wizard] - _strength(play, wizard))
    place = play.place(wizard)
    here = [army for army in armies_in(play, place) if play.armies[army].wizard == wizard]
    wishes = order.regain or (*((army, ALTOGETHER) for army in here), (NEW, ALTOGETHER))
    made: dict[ArmyCode, int] = {}
    for wish, number in wishes:
        why = _no_new(play, wizard) if wish == NEW else "" if wish in here else "not_with_wizard"
        if why:
            if order.regain:
                play.refuse(order, why, **({} if wish == NEW else {"unit": wish}))
            continue
        army = _free_letter(play, wizard) if wish == NEW else wish
        before = play.armies[army].strength if army in here else 0
        more = min(number, left, most_strength(play.state.options) - before)
        if more > 0:
            _strengthen(play, wizard, army, before + more)
            made[army] = made.get(army, 0) + more
            left -= more
    play.tell("regenerated", wizard=wizard, hex=place)
    known = play.knows_strengths(play.seat_of(wizard))
    for army, number in made.items():
        now = play.armies[army].strength
        play.tell("strengthened", to=known, army=army, points=number, strength=now)


def renew(play: Play, wizard: WizardCode) -> None:
    """7.2: the wizard has as many points as he ever may, this once in a game."""
    points = most_points(play, wizard)
    play.wizards[wizard] = replace(play.wizards[wizard], points=points, bound=True)
    play.tell("renewed", wizard=wizard, points=points)


def _strength(play: Play, wizard: WizardCode) -> int:
    """That of all his armies, in play or waiting. Garrisons that he has taken over are none of
    those he began with; elite troops are (9.3)."""
    return sum(
        army.strength
        for code, army in play.armies.items()
        if army.wizard == wizard and (army.elite or code not in GARRISONS)
    )


def _no_new(play: Play, wizard: WizardCode) -> str:
    """Why there can be no new army where the wizard is; "" if there can."""
    one = play.wizards[wizard]
    others = armies_in(play, play.place(wizard))
    if one.ship and len(others) >= CAPACITY:
        return "ship_full"
    if any(play.owner(army) != play.seat_of(wizard) for army in others):
        return "not_shared"  # armies of two players share neither hex nor ship (8.4)
    return "" if _free_letter(play, wizard) else "nine_armies"


def _free_letter(play: Play, wizard: WizardCode) -> ArmyCode:
    """The lowest; "" if all nine armies are there."""
    return next((code for code in ARMIES[wizard] if code not in play.armies), "")


def _strengthen(play: Play, wizard: WizardCode, army: ArmyCode, strength: int) -> None:
    one = play.wizards[wizard]
    old = play.armies.get(army) or Army(wizard, 0, one.at, one.ship)
    play.armies[army] = replace(old, strength=strength)
