"""The game's tables as data: the matrix of spells (6.33), combat results (6.54), terrain (6.55)."""

import re
from collections.abc import Iterator

from msgspec import Struct

_CELL = re.compile(r"\d|NE|S")
_RESULT = re.compile(r"[AD][1-9]|NE")


class Tables(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game master who owns the printed game can put his own in place of these.

    matrix     of each defensive spell 0 to 6 by offensive spell 1 to 6: a base number, "NE" or "S"
    columns    the differentials that the columns of `results` begin with, lowest first
    results    by die roll from `lowest` to 6, modified, and by column: "A2", "D1", "NE"
    lowest     the die roll of the first row of `results`
    terrain    "text" and "chart" -> terrain -> what it adds to the die roll
    invented   which cells are completed, in words, for readers
    """

    matrix: tuple[tuple[str, ...], ...]
    columns: tuple[int, ...]
    lowest: int
    results: tuple[tuple[str, ...], ...]
    terrain: dict[str, dict[str, int]]
    invented: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if faults := "; ".join(self._faults()):
            raise ValueError(faults)

    def base(self, defensive: int, offensive: int) -> int | str:
        """The cell of the matrix (6.33): a base number, "NE" or "S"."""
        cell = self.matrix[defensive][offensive - 1]
        return int(cell) if cell.isdigit() else cell

    def result(self, differential: int, roll: int) -> str:
        """The result of an attack (6.54); a roll beyond the table counts as its last row.

        ValueError for a differential that is not allowed (6.52).
        """
        if differential < self.columns[0]:
            raise ValueError(f"no attack at a differential of {differential}")
        column = max(i for i, least in enumerate(self.columns) if differential >= least)
        row = min(max(roll - self.lowest, 0), len(self.results) - 1)
        return self.results[row][column]

    def _faults(self) -> Iterator[str]:
        if len(self.matrix) != 7:
            yield "the matrix needs the defensive spells 0 to 6"
        for spell, cells in enumerate(self.matrix):
            if len(cells) != 6 or not all(map(_CELL.fullmatch, cells)):
                yield f"the matrix, {spell}: six cells, each a number, NE or S"
        if not self.columns or list(self.columns) != sorted(set(self.columns)):
            yield "the columns begin with ever higher differentials"
        if self.lowest + len(self.results) - 1 != 6:
            yield "the results need a row for each die roll to 6"
        for roll, row in enumerate(self.results, start=self.lowest):
            if len(row) != len(self.columns) or not all(map(_RESULT.fullmatch, row)):
                yield f"the results, {roll}: a cell for each column, as A2, D1 or NE"
        if set(self.terrain) != {"text", "chart"}:
            yield "the terrain needs what the text says and what the chart says"
