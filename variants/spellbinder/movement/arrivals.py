"""Units come to a hex: from the next one, off a ship, over a wall or from the edge of the map."""

from collections.abc import Sequence

from variants.spellbinder.combat.wizards import occupy, settle
from variants.spellbinder.components import stronghold_at
from variants.spellbinder.movement.garrisons import wake, would_wake
from variants.spellbinder.movement.ways import bars_of
from variants.spellbinder.play import Play, Unit


def arrive(play: Play, units: Sequence[Unit], at: str) -> None:
    """Units come to stand in a hex, together, from wherever they are: next to enemies they must
    stop (4.12), they may take a castle (9.1 3D), and garrisons may attack them (9.1 3B)."""
    before = {unit: _stronghold(play, unit) for unit in units}
    for unit in units:
        if unit in play.armies:
            play.trail.setdefault(unit, [_whereabouts(play, unit)]).append(at)
            if unit in play.arrived:
                play.arrived.remove(unit)
            play.arrived.append(unit)
    play.put(units, at)
    play.halted.update(unit for unit, limits in bars_of(play, units).items() if at in limits.stops)
    castle = stronghold_at(play.state.options, at)
    entering = [unit for unit in units if unit in play.armies and before[unit] != castle]
    if castle is not None and entering:
        occupy(play, castle, entering[0])  # who come together enter once
    settle(play)
    wake(play, [unit for unit in units if play.stands(unit) and play.place(unit) == at], at)


def disturbs(play: Play, units: Sequence[Unit], at: str) -> bool:
    """Whether more may come of it if these units come to a hex than that they stand there."""
    castle = stronghold_at(play.state.options, at)
    enters = castle is not None and any(_stronghold(play, unit) != castle for unit in units)
    return enters or would_wake(play, units, at)


def _stronghold(play: Play, unit: Unit) -> str | None:
    return stronghold_at(play.state.options, play.piece(unit).at)


def _whereabouts(play: Play, army: Unit) -> str:
    """Where an army's trail begins: a hex, ``@1`` for ship 1, "" for off the map."""
    ship = play.armies[army].ship
    return f"@{ship}" if ship else play.armies[army].at
