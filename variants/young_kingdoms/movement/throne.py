"""Elric regains his throne: what goes, and who has to leave what closes (47, 72, 107)."""

from collections.abc import Iterable, Sequence

from adjudicator.boards import Board
from adjudicator.simultaneous.position import Unit
from variants.young_kingdoms.movement.aftermath import Beaten
from variants.young_kingdoms.pieces.pieces import DRAGONS_POWER, ELRIC, THRONE


def is_taken(after: Iterable[Unit]) -> bool:
    """Whether Elric is in Imrryr once everything has moved (72)."""
    return any(unit.kind == ELRIC and unit.place == THRONE for unit in after)


def closing(board: Board) -> frozenset[str]:
    """The provinces that close then. ValueError if the map knows of none."""
    if board.data.closing is None:
        raise ValueError(f"nothing closes on the map of {board.name}")
    return frozenset(board.data.closing.provinces)


def leave_to_elric(
    board: Board, after: Sequence[Unit], beaten: Sequence[Beaten]
) -> tuple[tuple[Unit, ...], list[Beaten], tuple[Unit, ...]]:
    """The board without Melnibone and him; the dislodged, among them whoever stood in what closes;
    and the pieces that left the game, dislodged ones too."""

    def leaves(unit: Unit) -> bool:
        return unit.power == DRAGONS_POWER or unit.kind == ELRIC

    evicted = [unit for unit in after if unit.place in closing(board) and not leaves(unit)]
    out = [case for case in beaten if not leaves(case.unit)]
    out += [Beaten(unit, (), frozenset()) for unit in evicted]
    removed = [unit for unit in (*after, *(case.unit for case in beaten)) if leaves(unit)]
    left = tuple(unit for unit in after if not leaves(unit) and unit not in evicted)
    return left, out, tuple(removed)
