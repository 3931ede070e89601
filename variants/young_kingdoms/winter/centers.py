"""Centers: who takes which at the end of an Autumn."""

from collections.abc import Iterable

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Position, Unit
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.pieces.pieces import (
    CHAOS,
    DRAGON,
    DRAGONS_POWER,
    ELRIC,
    REGULAR,
    Owners,
)
from variants.young_kingdoms.state import CenterFreed


def capture(
    board: Board, owners: Owners, units: Iterable[Unit], options: Options
) -> dict[str, Seat | None]:
    """Who owns each center of the board after an Autumn (75).

    An army aboard at sea stands in no center (35), and garrisons take none.
    """
    pieces = tuple(units)
    after = {center: owners.get(center) for center in board.code if center in board.centers}

    def standing(kinds: Iterable[str]) -> list[Unit]:
        return [unit for unit in pieces if unit.kind in kinds and unit.place in after]

    regular = standing(REGULAR)
    for unit in regular:
        after[unit.place] = unit.power
    taken = {unit.place for unit in regular}
    for unit in standing({ELRIC}):
        if unit.place not in taken:  # as a guest he leaves the center to his host (105)
            after[unit.place] = unit.power
    held = {unit.place for unit in regular if unit.power == DRAGONS_POWER}
    for unit in standing({DRAGON}):
        own = after[unit.place] == DRAGONS_POWER and not options.dragon_frees_own
        if not own and unit.place not in held:  # 45
            after[unit.place] = None
    for unit in standing({CHAOS}):  # its own power's as well (74)
        after[unit.place] = None
    return after


def freed_centers(before: Position, after: Position) -> list[CenterFreed]:
    """The centers that had an owner and have none, and what has freed each (75)."""
    freeing = {unit.place: unit for unit in after.units if unit.kind in (DRAGON, CHAOS)}
    return [
        CenterFreed(center, owner, freeing[center])
        for center, owner in before.centers.items()
        if owner is not None and center in after.centers and after.centers[center] is None
    ]
