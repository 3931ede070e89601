"""Regular combat (6.5): armies attack the armies in a hex next to them."""

from collections.abc import Sequence
from typing import Any

from variants.spellbinder.combat.hostility import provoke
from variants.spellbinder.combat.losses import lose
from variants.spellbinder.combat.reach import (
    armies_in,
    cannot_fight_from_ship,
    out_of_reach,
    scales,
)
from variants.spellbinder.combat.wizards import settle
from variants.spellbinder.components import BOARD, tables_of
from variants.spellbinder.orders import Attack
from variants.spellbinder.play import Play, Unit
from variants.spellbinder.state import ArmyCode


def attack(play: Play, order: Attack) -> None:
    """6.51-6.53: those of the armies named that can attack do so together, once each; a hex is
    attacked once in a Player Phase."""
    defenders = [army for army in armies_in(play, order.at) if play.owner(army) != play.seat]
    if not defenders:
        play.refuse(order, "no_armies", hex=order.at)
        return
    if order.at in play.attacked:
        play.refuse(order, "attacked_already", hex=order.at)
        return
    attackers: list[ArmyCode] = []
    for unit in dict.fromkeys(order.units):
        if why := _cannot_attack(play, unit, order.at):
            play.refuse(order, why, unit=unit, hex=order.at)
        else:
            attackers.append(unit)
    if not attackers:
        return
    difference = _strength(play, attackers) - _strength(play, defenders)
    if difference < tables_of(play.state.options).columns[0]:
        _call_off(play, order, "too_weak", difference)
    elif order.least is not None and difference < order.least:
        _call_off(play, order, "below_condition", difference)
    else:
        play.attacked.add(order.at)
        provoke(play, play.owner(defenders[0]))
        fight(play, attackers, order.at, f"attack on {order.at}")


def fight(play: Play, attackers: Sequence[ArmyCode], at: str, label: str) -> None:
    """6.52-6.55: all armies in the hex defend. A die, with what the terrain adds to it, tells who
    loses how much. So fights a garrison, too, that somebody has come next to (9.1 3B).

    `label` is the die's, made of words and numbers. ValueError at a differential below the table.
    """
    defenders = [army for army in armies_in(play, at) if army not in attackers]
    tables = tables_of(play.state.options)
    strength, against = _strength(play, attackers), _strength(play, defenders)
    terrain = BOARD.terrain[at]
    added = tables.terrain[play.state.options.terrain_modifiers].get(terrain, 0)
    die = play.roll(label)
    result = tables.result(strength - against, die + added)
    play.fought.update(attackers)
    play.tell(
        "battle",
        attackers=tuple(attackers),
        defenders=tuple(defenders),
        hex=at,
        terrain=terrain,
        strength=strength,
        against=against,
        difference=strength - against,
        die=die,
        added=added,
        result=result,
    )
    if result != "NE":
        lose(play, attackers if result[0] == "A" else defenders, int(result[1:]), label)
    settle(play)


def _call_off(play: Play, order: Attack, why: str, difference: int) -> None:
    """There is no attack; where strengths are secret, its writer learns no more of them by that."""
    facts: dict[str, Any] = {"hex": order.at}
    if play.state.options.army_strength_public:
        facts["difference"] = difference
    play.refuse(order, why, **facts)


def _strength(play: Play, armies: Sequence[ArmyCode]) -> int:
    return sum(play.armies[army].strength for army in armies)


def _cannot_attack(play: Play, unit: Unit, at: str) -> str | None:
    """Why this unit cannot attack those in a hex."""
    if play.is_lost(unit):
        return "gone"
    if unit not in play.armies or play.owner(unit) != play.seat:
        return "no_own_army"
    if unit in play.fought:
        return "fought_already"
    if unit in play.cast:
        return "has_cast"  # elite troops: one or the other (9.3 B)
    if scales(play, unit):
        return "scaling"
    if cannot_fight_from_ship(play, unit, at):
        return "aboard"
    return out_of_reach(play, unit, at, 1)
