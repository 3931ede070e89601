"""Whether a position can stand on its board at all."""

from collections.abc import Iterable

from adjudicator.boards import Board
from adjudicator.simultaneous.position import Position, Unit


class Impossible(ValueError):
    """Why a state cannot be; `key`: the field of it, or of its position, that says so."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(why)
        self.key = key


def require_possible(board: Board, position: Position) -> None:
    """ValueError that says what is wrong, if the position is impossible.

    Impossible are: a unit where its kind cannot stand, two units in one province, two dislodged
    from one, a retreat to an occupied province or to one the unit does not reach, a center or unit
    of a power that the board does not have.
    """
    occupied = set(_provinces(board, position.units))
    _provinces(board, [case.unit for case in position.dislodged])
    for case in position.dislodged:
        exits = dict(board.spots[case.unit.kind][case.unit.place].exits)
        for way in case.retreats:
            if way.to not in exits:
                raise ValueError(f"{named(case.unit)} cannot retreat to {way.to}: it is not near")
            if exits[way.to] in occupied:
                raise ValueError(f"{named(case.unit)} cannot retreat to {way.to}: it is occupied")
            if board.code[exits[way.to]] in position.standoffs:
                raise ValueError(f"{named(case.unit)} cannot retreat to {way.to}: a standoff")
    for center, owner in position.centers.items():
        if center not in board.centers:
            raise ValueError(f"{center} is no center")
        if owner is not None and owner not in board.powers:
            raise ValueError(f"{center} belongs to {owner}, which is no power")


def named(unit: Unit) -> str:
    """``FRANCE A PAR``"""
    return f"{unit.power} {unit}"


def _provinces(board: Board, units: Iterable[Unit]) -> dict[int, Unit]:
    """The province of each unit, by its number."""
    seen: dict[int, Unit] = {}
    for unit in units:
        if unit.place not in board.spots.get(unit.kind, {}):
            raise ValueError(f"{named(unit)}: such a unit cannot stand there")
        if unit.power is not None and unit.power not in board.powers:
            raise ValueError(f"{named(unit)}: there is no such power")
        other = seen.setdefault(board.number[unit.place], unit)
        if other is not unit:
            raise ValueError(f"{named(unit)}: {named(other)} stands there too")
    return seen
