"""An army and a fleet of one power, at sea or in its harbour, are one piece, an A/F: joined, and in
parts."""

from collections.abc import Iterable
from typing import Literal

from adjudicator.boards import ARMY, FLEET
from adjudicator.simultaneous.position import Unit
from variants.young_kingdoms.pieces.pieces import AF

Part = Literal["whole", "army", "fleet"]
_PARTS: dict[str, Part] = {ARMY: "army", FLEET: "fleet"}


def parts(unit: Unit) -> tuple[Unit, ...]:
    """The army and the fleet of an A/F; any other piece is its own only part."""
    if unit.kind != AF:
        return (unit,)
    return tuple(Unit(unit.power, kind, unit.place) for kind in _PARTS)


def names(unit: Unit) -> tuple[Unit, ...]:
    """What an order for this unit may name: the unit, and the parts of an A/F."""
    return (unit, *parts(unit)) if unit.kind == AF else (unit,)


def part_of(unit: Unit, kind: str) -> Part:
    """Which part of this unit the piece of that kind is, one of its `names`."""
    return "whole" if kind == unit.kind else _PARTS[kind]


def contains(units: Iterable[Unit], unit: Unit) -> bool:
    """Whether this unit is among them, by itself or as a part of an A/F."""
    return any(unit in names(other) for other in units)


def joined(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """The same units, an army and a fleet of one power in one place as an A/F (16).

    Whether they may be there together is not asked: elsewhere than in a harbour they never are.
    """
    found: list[Unit] = []
    for unit in units:
        other = _other_part(unit)
        if other in found:
            found[found.index(other)] = Unit(unit.power, AF, unit.place)
        else:
            found.append(unit)
    return tuple(found)


def without(units: Iterable[Unit], gone: Unit) -> tuple[Unit, ...]:
    """The units less this one, or less this part of an A/F. ValueError if it is not there."""
    left = list(units)
    if gone in left:
        left.remove(gone)
    else:
        whole = left.index(Unit(gone.power, AF, gone.place))
        left[whole] = _other_part(gone)
    return tuple(left)


def _other_part(unit: Unit) -> Unit:
    """The army to a fleet, the fleet to an army; another kind of piece has none."""
    kind = {ARMY: FLEET, FLEET: ARMY}.get(unit.kind, "")
    return Unit(unit.power, kind, unit.place)
