"""The map around some hexes, drawn with letters.

Odd columns stand half a hex higher, so each row is two lines: its odd columns, then its even ones.
A hex is a sign for its terrain and letters for who is there.
"""

from collections.abc import Iterable, Sequence

from variants.spellbinder.components import BOARD, GARRISONS, ON_ROAD
from variants.spellbinder.state import State

SIGNS = {"clear": ".", "forest": "f", "mountain": "m", "castle": "c", "lake": "~", "river": "="}
ROAD_SIGNS = {"clear": ":", "forest": "F", "mountain": "M", "castle": "C", "river": "B"}
"""Where a road runs; on a river that is a bridge."""
LEGEND = (
    ". clear, f forest, m mountain, c castle, ~ lake, = river; by a road : F M C, B a bridge.",
    "D S A U an army of that wizard, d s a u a wizard, G a garrison, 1 2 a ship, + there are more.",
)
MARGIN, APART = 3, 7
"""Hexes drawn around those that matter; groups closer than this are drawn together."""
WIDE, NARROW = 4, 2
"""Characters of a hex; the narrow ones where more columns are to be shown than fit."""
FITS = 18

Box = tuple[int, int, int, int]
"""First and last column, first and last row."""


def drawn(state: State, hexes: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The surroundings of these hexes, a block of lines for each part of the map, none wider than
    78 characters."""
    marks = _marks(state)
    return tuple(_block(box, marks) for box in _boxes(sorted(set(hexes))))


def _boxes(hexes: Sequence[str]) -> list[Box]:
    boxes: list[Box] = []
    for at in hexes:
        column, row = int(at[:2]), int(at[2:])
        box = (column, column, row, row)
        for other in list(boxes):
            if _near(box, other):
                boxes.remove(other)
                box = _around(box, other)
        boxes.append(box)
    return sorted(_with_margin(box) for box in _joined(boxes))


def _joined(boxes: list[Box]) -> list[Box]:
    for one in boxes:
        for other in boxes:
            if one is not other and _near(one, other):
                rest = [box for box in boxes if box is not one and box is not other]
                return _joined([*rest, _around(one, other)])
    return boxes


def _near(one: Box, other: Box) -> bool:
    return (
        one[0] - other[1] < APART
        and other[0] - one[1] < APART
        and one[2] - other[3] < APART
        and other[2] - one[3] < APART
    )


def _around(one: Box, other: Box) -> Box:
    return (
        min(one[0], other[0]), max(one[1], other[1]),
        min(one[2], other[2]), max(one[3], other[3]),
    )  # fmt: skip


def _with_margin(box: Box) -> Box:
    return (
        max(box[0] - MARGIN, 1), min(box[1] + MARGIN, BOARD.columns),
        max(box[2] - MARGIN, 1), min(box[3] + MARGIN, BOARD.rows),
    )  # fmt: skip


def _block(box: Box, marks: dict[str, str]) -> tuple[str, ...]:
    columns, rows = range(box[0], box[1] + 1), range(box[2], box[3] + 1)
    width = WIDE if len(columns) <= FITS else NARROW
    heads = (f"{one:02}" if width == WIDE or one % 2 else "" for one in columns)
    lines = ["   " + "".join(head.ljust(width) for head in heads)]
    for row in rows:
        for odd in (1, 0):
            cells = (
                _cell(f"{column:02}{row:02}", marks, width) if column % 2 == odd else ""
                for column in columns
            )
            front = f"{row:02} " if odd else "   "
            lines.append(front + "".join(cell.ljust(width) for cell in cells))
    return tuple(line.rstrip() for line in lines)


def _cell(at: str, marks: dict[str, str], width: int) -> str:
    terrain = BOARD.terrain[at]
    sign = ROAD_SIGNS[terrain] if at in ON_ROAD else SIGNS[terrain]
    here = marks.get(at, "")
    room = width - 1
    return sign + (here if len(here) <= room else here[: max(room - 1, 1)] + "+"[: room - 1])


def _marks(state: State) -> dict[str, str]:
    """What stands in each hex: armies, wizards, ships with those aboard."""
    marks: dict[str, str] = {}
    for number, ship in state.ships.items():
        marks[ship.at] = str(number)
    for code, army in state.armies.items():
        if at := army.at or (state.ships[army.ship].at if army.ship else ""):
            marks[at] = marks.get(at, "") + ("G" if code in GARRISONS else code[0])
    for code, wizard in state.wizards.items():
        if at := wizard.at or (state.ships[wizard.ship].at if wizard.ship else ""):
            marks[at] = marks.get(at, "") + code[0].lower()
    return marks
