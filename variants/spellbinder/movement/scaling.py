"""Scaling the walls of a castle (4.5)."""

from msgspec.structs import replace

from variants.spellbinder.combat.losses import lose
from variants.spellbinder.combat.wizards import settle
from variants.spellbinder.components import BOARD, ON_ROAD, castle_at, name_of
from variants.spellbinder.movement.arrivals import arrive
from variants.spellbinder.movement.ways import barred
from variants.spellbinder.orders import Scale, StopScaling
from variants.spellbinder.play import Play, Unit
from variants.spellbinder.state import Scaling

SUCCESS = 4
"""The highest roll by which they come in."""
WAITS = {"two_turns": 2, "one_turn": 1}
"""From which own Player Phase after the order on there is a roll, or may they give up."""


def begin(play: Play) -> None:
    """Another Player Phase of those who wait below a wall has begun."""
    prune(play)
    play.scalings = [
        replace(one, phases=one.phases + 1) if _is_own(play, one) else one for one in play.scalings
    ]


def scale(play: Play, order: Scale) -> None:
    """Units end their move below a wall, and begin to scale it. They may still attack.

    Those that wait there already keep the phases that they have waited: to say it again only
    changes which hexes they wish for.
    """
    units = tuple(unit for unit in order.units if not play.is_lost(unit))
    if lost := tuple(unit for unit in order.units if unit not in units):
        play.refuse(order, "gone", units=lost)
    places = {_ashore(play, unit) for unit in units}
    if not units:
        return
    if len(places) != 1 or "" in places:
        play.refuse(order, "not_together")
        return
    (at,) = places
    reach = within_reach(at)
    into = tuple(hex_ for hex_ in order.into if hex_ in reach)
    if not reach or (order.into and not into):
        play.refuse(order, "no_wall", hex=at)
    elif at in ON_ROAD and play.state.options.scaling_from == "nonroad_hex":
        play.refuse(order, "road_hex", hex=at)
    else:
        waited = {unit: _phases_waited(play, unit) for unit in units}
        play.end_scaling(units)
        for phases in dict.fromkeys(waited.values()):
            together = tuple(unit for unit in units if waited[unit] == phases)
            play.scalings.append(Scaling(together, at, into, phases))
        play.halted.update(units)
        if begins := tuple(unit for unit in units if not waited[unit]):
            play.tell("scales", units=begins, hex=at, castle=castle_at(reach[0]) or "")


def stop_scaling(play: Play, order: StopScaling) -> None:
    """Units give up the attempt, and may move; not in the phase in which they have to wait."""
    for unit in order.units:
        if play.is_lost(unit):
            play.refuse(order, "gone", units=(unit,))
        elif not play.is_own(unit) or _attempt_of(play, unit) is None:
            play.refuse(order, "not_scaling", units=(unit,))
        elif must_wait(play, unit):
            play.refuse(order, "scaling", units=(unit,))
        else:
            play.end_scaling((unit,))
            play.tell("stops_scaling", units=(unit,))


def must_wait(play: Play, unit: Unit) -> bool:
    """4.5: whether a unit has begun to scale so lately that it may not move in this phase."""
    attempt = _attempt_of(play, unit)
    return attempt is not None and 0 < attempt.phases < WAITS[play.state.options.scaling_wait]


def roll_scalings(play: Play) -> None:
    """4.5: once all others have moved, each attempt that has waited long enough is rolled for,
    unless nobody could come in (4.52). Who still waits then neither attacks nor, a wizard, casts an
    offensive spell (`reach.scales`)."""
    wait = WAITS[play.state.options.scaling_wait]
    prune(play)
    for attempt in [one for one in play.scalings if _is_own(play, one) and one.phases >= wait]:
        by_unit = play.state.options.scaling_roll_by == "unit"
        for units in [(unit,) for unit in attempt.units] if by_unit else [attempt.units]:
            _try(play, replace(attempt, units=units))
    prune(play)


def prune(play: Play) -> None:
    """Units that have been moved, or are no longer there, are out of their attempts."""
    play.end_scaling(
        unit
        for attempt in play.scalings
        for unit in attempt.units
        if not _still_waits(play, attempt, unit)
    )


def within_reach(at: str) -> tuple[str, ...]:
    """The castle hexes behind a wall of this hex, which lies outside; the lowest first."""
    if castle_at(at) is not None:
        return ()
    return tuple(sorted(near for near in BOARD.neighbors[at] if (at, near) in BOARD.walls))


def _try(play: Play, attempt: Scaling) -> None:
    """One roll, of a stack or a unit."""
    units, at = attempt.units, attempt.at
    wishes = (*attempt.into, *(near for near in within_reach(at) if near not in attempt.into))
    free = [near for near in wishes if not any(barred(play, unit, near) for unit in units)]
    if not free:
        play.tell("no_scaling", units=units, hex=at)
        return
    name = f"{', '.join(map(name_of, units))} scaling from {at}"
    roll = play.roll(name)
    if roll > SUCCESS:
        play.tell("scaling_fails", units=units, hex=at, roll=roll)
        return
    play.end_scaling(units)
    play.tell("scaled", units=units, hex=at, into=free[0], roll=roll)
    if roll == 1:
        _fall(play, units, max(play.roll(f"losses of {name}") - 2, 0))
        settle(play)
    there = [unit for unit in units if play.stands(unit) and play.place(unit) == at]
    if there:
        arrive(play, there, free[0])
        play.halted.update(there)


def _fall(play: Play, units: tuple[Unit, ...], points: int) -> None:
    """4.51: a roll of 1 costs armies strength, and wizards without any army points: whoever has
    most loses the next one."""
    play.tell("fall", units=units, points=points)
    armies = [unit for unit in units if unit in play.armies]
    if armies:
        lose(play, armies, points, f"scaling of {' '.join(armies)}")
        return
    for _ in range(points):
        play.take(max(units, key=lambda wizard: play.wizards[wizard].points), 1)


def _ashore(play: Play, unit: Unit) -> str:
    """The hex of the land in which an own unit stands, "" if it is none or in none."""
    return play.piece(unit).at if play.is_own(unit) else ""


def _is_own(play: Play, attempt: Scaling) -> bool:
    return play.wizard_of(attempt.units[0]) in play.phasing


def _phases_waited(play: Play, unit: Unit) -> int:
    """How many phases a unit has waited below the wall where it stands; 0 if it does not wait."""
    attempt = _attempt_of(play, unit)
    return attempt.phases if attempt and _still_waits(play, attempt, unit) else 0


def _attempt_of(play: Play, unit: Unit) -> Scaling | None:
    return next((one for one in play.scalings if unit in one.units), None)


def _still_waits(play: Play, attempt: Scaling, unit: Unit) -> bool:
    """Whether the unit stands where it waited, and has not walked away and come back."""
    there = play.stands(unit) and play.place(unit) == attempt.at
    return there and (attempt.phases == 0 or not play.spent.get(unit, 0))
