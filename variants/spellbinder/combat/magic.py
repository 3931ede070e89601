"""Magical combat (6.1-6.4): a spell, the defence chosen in secret, and what comes of both.

The attacker's spell stands in his sheet. The defender is asked while nobody is told anything; only
when both are fixed do all learn who cast at whom, and what.
"""

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.orders import Seat
from adjudicator.turns.questions import Choice, Chosen, OneOf, Question
from variants.spellbinder import components
from variants.spellbinder.combat import reach
from variants.spellbinder.combat.hostility import provoke
from variants.spellbinder.combat.losses import lose
from variants.spellbinder.combat.regeneration import regenerate, renew
from variants.spellbinder.combat.spells import (
    CHOICES,
    DEFENCES,
    LEAST,
    MOST,
    NO_SPELL,
    REGENERATION,
    SPELLBINDER,
    Defence,
    cost,
)
from variants.spellbinder.combat.wizards import settle
from variants.spellbinder.components import BOARD, tables_of
from variants.spellbinder.names import name_of
from variants.spellbinder.orders import DEFENSIVE, OFFENSIVE, Cast
from variants.spellbinder.play import Play, Unit
from variants.spellbinder.state import ArmyCode, WizardCode


class Target(Struct, frozen=True):
    """What a spell is aimed at: armies in a hex, or a wizard (6.42).

    seat    whose it is, None for a garrison's
    """

    at: str
    seat: Seat | None
    armies: tuple[ArmyCode, ...] = ()
    wizard: WizardCode = ""

    @property
    def words(self) -> str:
        """``armies in 2308``, ``wizard Sharn``"""
        if self.wizard:
            return f"wizard {components.name_of(self.wizard)}"
        return f"armies in {self.at}"


def cast(play: Play, order: Cast) -> None:
    """6.13: a wizard's offensive spell of this phase, at the first of the aims that can be one."""
    caster = order.by or next(iter(play.wizards_of(play.seat)), "")
    if why := _cannot_cast(play, caster, order):
        play.refuse(order, why)
        return
    faults: list[str] = []
    for aim in [order.wizard] if order.wizard else order.at:
        target = _target(play, caster, aim, order)
        if isinstance(target, Target):
            play.cast.add(caster)
            if target.armies:
                play.enchanted.add(target.at)
            if target.seat is not None:
                play.aimed[target.seat] = play.aimed.get(target.seat, 0) + 1
            _work(play, caster, order, target)
            settle(play)
            return
        faults.append(target)
    play.refuse(order, faults[0] if faults else "no_aim")


def purse_of(play: Play, caster: Unit) -> WizardCode:
    """Whose points a caster spends: elite troops have those of their wizard (9.3 B)."""
    wizard = play.wizard_of(caster)
    assert wizard is not None
    return wizard


def _cannot_cast(play: Play, caster: Unit, order: Cast) -> str | None:
    """Why there can be no such spell, whatever its aim."""
    elite = caster in play.armies and play.armies[caster].elite
    if not (elite or caster in play.wizards):
        return "no_caster"
    if play.owner(caster) != play.seat or not play.place(caster):
        return "no_caster"
    if caster in play.cast:
        return "has_cast"
    if reach.scales(play, caster):
        return "scaling"
    if elite and order.spell in (REGENERATION, SPELLBINDER):
        return "not_by_elite"
    if order.spell not in (REGENERATION, SPELLBINDER) and not LEAST <= order.points <= MOST:
        return "points_1_to_10"
    wizard = play.wizards[purse_of(play, caster)]
    if wizard.points < cost(order.spell, order.points):
        return "too_few_points"
    if order.spell == SPELLBINDER and wizard.bound:
        return "bound_already"
    return None


def _target(play: Play, caster: Unit, aim: str, order: Cast) -> Target | str:
    """Whom a spell would be aimed at; in a word, why it cannot be. What harms nobody may be aimed
    at another wizard of one's own, but not at armies of one's own (7.3)."""
    if order.wizard:
        if not reach.is_at_large(play, aim):
            return "no_wizard"
        target = Target(play.place(aim), play.seat_of(aim), wizard=aim)
        steps = reach.WIZARD
    else:
        armies = tuple(reach.armies_in(play, aim))
        if not armies:
            return "no_armies"
        target = Target(aim, play.owner(armies[0]), armies)
        steps = reach.ARMIES
    harmless = order.spell in (REGENERATION, SPELLBINDER)
    if target.seat == play.seat and not (harmless and target.wizard and target.wizard != caster):
        return "own_units"
    if target.armies and target.at in play.enchanted:
        return "enchanted_already"
    return reach.out_of_reach(play, caster, target.at, steps) or target


def _work(play: Play, caster: Unit, order: Cast, target: Target) -> None:
    """6.3: both pay what they have chosen; the matrix tells what happens (6.33-6.36)."""
    defender, defence = _defence(play, caster, target)
    purse = purse_of(play, caster)
    price = cost(order.spell, order.points)
    play.pay(purse, price)
    if defence.spell:
        play.pay(purse_of(play, defender), defence.points)
        play.defended.add(defender)
    options = play.state.options
    if order.spell not in (REGENERATION, SPELLBINDER) or options.harmless_spells_are_attacks:
        provoke(play, target.seat)
    play.tell(
        "spell",
        caster=caster,
        spell=OFFENSIVE[order.spell],
        points=price,
        hex=target.at,
        armies=target.armies,
        wizard=target.wizard,
        defender=defender if defence.spell else "",
        defence=DEFENSIVE[defence.spell],
        against=defence.points,
    )
    base = tables_of(options).base(defence.spell, order.spell)
    if base == "NE":
        play.tell("no_effect", caster=caster, defended=int(defence.spell > 0))
    elif order.spell == REGENERATION:
        regenerate(play, caster, order)
    elif order.spell == SPELLBINDER:
        renew(play, caster)
    else:
        _strike(play, caster, target, int(base) + _balance(play, order.points, defence))


def _balance(play: Play, points: int, defence: Defence) -> int:
    """6.33, 6.36: the attacker's points, less those of a defence that can be outweighed."""
    options = play.state.options
    if not defence.spell:
        return points if options.null_defence_adds_points else 0
    if defence.varies or options.fixed_cost_defence_subtracts:
        return points - defence.points
    return points


def _strike(play: Play, caster: Unit, target: Target, result: int) -> None:
    """6.33, 6.43: losses of the target, or of the caster whose spell has backfired."""
    purse = purse_of(play, caster)
    play.tell("struck", purse=purse, hex=target.at, wizard=target.wizard, result=result)
    if result < 0:
        play.take(purse, -result)
    elif target.wizard:
        play.take(target.wizard, result)
    else:
        lose(play, target.armies, result, f"spell at {target.at}")


# --- the defence


def _defence(play: Play, caster: Unit, target: Target) -> tuple[Unit, Defence]:
    """6.2, 6.31: who defends, and by what; by no spell, if he cannot or does not. Nobody defends in
    a phase of his own (6.13)."""
    defenders = tuple(_defenders(play, target)) if target.seat != play.seat else ()
    if not defenders or target.seat is None:
        return "", Defence()
    against = f"{target.words} against {components.name_of(caster)}"
    attacker = purse_of(play, caster)
    facts: dict[str, str | int] = {
        "attacker": attacker,
        "target": "wizard" if target.wizard else "armies",
        "hex": target.at,
        "strength": sum(play.armies[army].strength for army in target.armies),
        "attack": play.aimed[target.seat],
    }
    defender = defenders[0]
    if len(defenders) > 1:
        (chosen,) = play.turn.ask(
            Question(
                seat=target.seat,
                kind="defender",
                label=play.label_of(f"defender of {against}"),
                prompt=f"Who defends the {target.words}, if anybody does?",
                form=OneOf(tuple(map(Choice, defenders))),
                default=Chosen(defender),
                facts=facts,
                waits=False,
            )
        )
        defender = str(chosen)
    held = play.wizards[purse_of(play, defender)].points
    # Rolled whether or not anybody goes by it, so that it tells nothing (S7).
    mix = play.turn.roll(f"{play.label}mix of {against}", 100, sealed=True)
    (answer,) = play.turn.ask(
        Question(
            seat=target.seat,
            kind="defence",
            label=play.label_of(f"defence of {against}"),
            prompt=(
                f"{_named(play, caster)} casts a spell at your {_spoken(target)}. By what "
                f"does {name_of(target.seat, defender)} defend, with {held} points in hand? What "
                "is more than that is cut to it."
            ),
            form=OneOf(CHOICES),
            default=Chosen(NO_SPELL),
            facts={**facts, "defender": defender, "points": held, "mix": mix},
        )
    )
    return defender, DEFENCES[str(answer)].within(held)


def _defenders(play: Play, target: Target) -> Iterator[Unit]:
    """Who can defend the target: a wizard himself, or the armies' wizard and elite troops near
    enough to them; each once in a phase, and the wizard first (6.2, 6.13)."""
    if target.seat is None:
        return
    if target.wizard:
        able = [target.wizard]
    else:
        lords = {play.armies[army].wizard for army in target.armies}
        wizards = [wizard for wizard in play.wizards_of(target.seat) if wizard in lords]
        elite = [code for code in sorted(play.armies) if play.armies[code].elite]
        able = [*wizards, *(code for code in elite if play.armies[code].wizard in lords)]
    for unit in able:
        near = bool(play.place(unit)) and _is_near(play, unit, target)
        if near and unit not in play.defended and play.wizards[purse_of(play, unit)].points > 0:
            yield unit


def _is_near(play: Play, unit: Unit, target: Target) -> bool:
    return BOARD.distance(play.place(unit), target.at) <= reach.ARMIES


def _named(play: Play, caster: Unit) -> str:
    seat = play.owner(caster)
    return name_of(seat, caster) if seat else caster


def _spoken(target: Target) -> str:
    """``armies A, B in 2308``, ``wizard Sharn``"""
    assert target.seat is not None
    if target.wizard:
        return f"wizard {name_of(target.seat, target.wizard)}"
    armies = ", ".join(name_of(target.seat, army) for army in target.armies)
    return f"armies {armies} in {target.at}"
