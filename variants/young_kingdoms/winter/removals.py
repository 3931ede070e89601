"""Which units leave the board in an adjustment: by order (31), or by default (77)."""

from collections.abc import Iterable, Sequence

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.adjustments import distances, farthest_first
from adjudicator.simultaneous.orders import Disband
from adjudicator.simultaneous.position import Position, Unit
from variants.young_kingdoms.orders import Order
from variants.young_kingdoms.pieces import chaos
from variants.young_kingdoms.pieces.harbours import contains, names, parts
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.pieces import CHAOS, REGULAR

SUPPLIED = REGULAR | {CHAOS}
"""The kinds that need a center (31, 41); the Dragon, Elric and garrisons need none."""


def default_removals(
    board: Board, position: Position, units: Iterable[Unit], seat: Seat
) -> list[Unit]:
    """This power's units in the order in which they are removed by default (77), an A/F in parts.

    The farthest from its centers first, over land and sea alike; through the lands of Chaos for
    units of Chaos only. At the same distance fleets, Chaos, armies, then by the English name. When
    it is the turn of a fleet at sea, the army aboard goes before it.
    """
    centers = [center for center, owner in position.centers.items() if owner == seat]
    closed = frozenset(board.number[land] for land in chaos.lands(board))
    by_chaos, by_others = distances(board, centers), distances(board, centers, closed)

    def distance(unit: Unit) -> int:
        return (by_chaos if unit.kind == CHAOS else by_others)[board.number[unit.place]]

    own = [unit for unit in units if unit.power == seat and unit.kind in SUPPLIED]
    apart = [part for unit in own for part in parts(unit)]
    aboard = {part.place: part for part in apart if part.kind == ARMY and board.at_sea(part.place)}
    others = [part for part in apart if part not in aboard.values()]
    in_turn: list[Unit] = []
    for unit in farthest_first(board, others, distance, (FLEET, CHAOS, ARMY)):
        if unit.place in aboard:
            in_turn.append(aboard[unit.place])
        in_turn.append(unit)
    return in_turn


def units_meant(position: Position, seat: Seat, order: Disband) -> Sequence[Unit]:
    """The units, or parts of an A/F, that a removal may mean, in their order of arrival."""
    if Name.of(order.kind).is_chaos:
        return chaos.meant(position.units, seat, order.kind, order.place)
    there = [unit for unit in position.units if unit.power == seat and unit.place == order.place]
    if order.kind:
        return [piece for unit in there for piece in names(unit) if piece.kind == order.kind]
    return [part for unit in there if unit.kind in SUPPLIED for part in parts(unit)] or there


def why_illegal(board: Board, position: Position, seat: Seat, order: Disband, due: int) -> str:
    """Why a removal is illegal whatever else is ordered; "" if it is not.

    `due` is how many units this power has to remove.
    """
    meant = units_meant(position, seat, order)
    if not meant:
        powers = {unit.power for unit in position.units if unit.place == order.place}
        return "not_yours" if powers and seat not in powers else "no_unit"
    if meant[0].kind not in SUPPLIED:
        return "never_removed"
    if due <= 0:
        return "nothing_to_remove"
    if len({(unit.kind, chaos.built_in(unit)) for unit in meant}) > 1:
        return "which_piece"
    # With more to remove, the army aboard may go by another order.
    return why_not_removed(board, position.units, meant[0], due) if due == 1 else ""


def why_not_removed(board: Board, standing: Sequence[Unit], unit: Unit, due: int) -> str:
    """Why this unit cannot leave those that stand there still, with so many to remove still."""
    if not contains(standing, unit):
        return "removed_already"
    if due == 0:
        return "nothing_to_remove"
    if len(parts(unit)) > due:
        return "removes_two"
    aboard = unit not in standing and unit.kind == FLEET and board.at_sea(unit.place)
    return "army_aboard" if aboard else ""


def in_turn(board: Board, sheet: Sequence[Order]) -> list[int]:
    """The orders of a sheet, by number, in the order in which they are carried out.

    It is their own, but a fleet at sea is not removed before the army aboard is.
    """
    armies = {
        order.place: number
        for number, order in enumerate(sheet)
        if isinstance(order, Disband) and order.kind == ARMY
    }

    def turn(number: int) -> tuple[int, int]:
        order = sheet[number]
        if isinstance(order, Disband) and order.kind == FLEET and board.at_sea(order.place):
            return max(number, armies.get(order.place, number)), 1
        return number, 0

    return sorted(range(len(sheet)), key=turn)
