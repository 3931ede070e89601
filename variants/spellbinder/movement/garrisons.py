"""Garrisons that nobody owns, of Yof-Pintre and of a castle whose wizard is not in the game: they
never move, and attack who comes next to them (9.1 3B, 3C; 9.2)."""

from collections.abc import Iterable

from variants.spellbinder.combat.battle import fight
from variants.spellbinder.components import BOARD, GARRISONS
from variants.spellbinder.play import Play, Unit
from variants.spellbinder.state import ArmyCode


def is_hostile(play: Play, garrison: ArmyCode) -> bool:
    """Whether a garrison that nobody owns is an enemy of the phase's player: always, but before
    they are won in Early Arrival an option may say otherwise (9.2)."""
    state = play.state
    if state.options.scenario == "early_arrival" and garrison in GARRISONS:
        if state.options.early_arrival_garrison == "inert":
            return False
        if state.options.early_arrival_garrison == "hostile_to_others":
            return play.seat != state.chief
    return True


def wake(play: Play, units: Iterable[Unit], at: str) -> None:
    """9.1 3B: units have come to a hex. If armies are among them, the garrisons next to it attack
    at once. A wizard alone wakes nobody."""
    if would_wake(play, units, at):
        _strike(play, at)


def would_wake(play: Play, units: Iterable[Unit], at: str) -> bool:
    """Whether garrisons look up at these units as soon as they come to a hex."""
    at_once = play.state.options.garrison_trigger == "on_arrival"
    return at_once and any(unit in play.armies for unit in units) and bool(_ready(play, at))


def wake_late(play: Play) -> None:
    """The same at the end of movement, where the game has it so: each garrison attacks once, the
    hex first at which the garrisons are stronger by most."""
    if play.state.options.garrison_trigger != "end_of_movement":
        return
    hexes = sorted({play.place(army) for army in play.arrived if play.stands(army)})
    while hexes:
        at = max(hexes, key=lambda one: _advantage(play, one))
        hexes.remove(at)
        _strike(play, at)


def _strike(play: Play, at: str) -> None:
    """All garrisons that touch the hex and have not attacked in this phase attack it together, but
    never at a negative differential. That they hold back is seen by everybody, as at the table,
    though it says how strong the armies are at least.
    """
    attackers = _ready(play, at)
    if not attackers:
        return
    if _advantage(play, at) < 0:
        play.tell("garrisons_hold", garrisons=tuple(attackers), hex=at)
    else:
        fight(play, attackers, at, f"garrison attack on {at}")


def _ready(play: Play, at: str) -> list[ArmyCode]:
    """The garrisons that can attack a hex, in the order of their codes. A wall that bars their zone
    of control bars them, too."""
    near = BOARD.zone([at], play.state.options.zoc_across_walls)
    return sorted(
        code
        for code, army in play.armies.items()
        if army.wizard is None and army.at in near and code not in play.fought
        if is_hostile(play, code)
    )


def _advantage(play: Play, at: str) -> int:
    """By how much the garrisons that can attack a hex are stronger than the armies there."""
    against = sum(play.armies[army].strength for army in play.armies_at(at))
    return sum(play.armies[army].strength for army in _ready(play, at)) - against
