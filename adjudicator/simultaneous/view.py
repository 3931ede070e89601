"""What readers see of a game of the family: the board before the phase that comes next."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from adjudicator.boards import Board
from adjudicator.events import Reader
from adjudicator.orders import Seat
from adjudicator.simultaneous.game import Chart, Game, counted
from adjudicator.simultaneous.phases import holdings, phase_code, phase_title
from adjudicator.simultaneous.position import Unit
from adjudicator.simultaneous.wording import ending_sentence, ways_out

CHART_COLUMNS, YEAR_COLUMNS = 78, 5


class PowerView(Struct, frozen=True):
    """One power: its name, its units and centers as codes, what it owes next.

    `total` is what its centers are worth, `retreats` (unit, ``to SER or TRI``) of each dislodged
    unit; `adjustment` is above 0 if it may build, in `sites`, below 0 if it must remove.
    """

    power: Seat
    name: str
    units: tuple[str, ...]
    centers: tuple[str, ...]
    total: int
    retreats: tuple[tuple[str, str], ...]
    adjustment: int
    sites: tuple[str, ...]

    @property
    def counted(self) -> str:
        """``1 center``"""
        return f"{self.total} center{'' if self.total == 1 else 's'}"


class Due(Struct, frozen=True):
    """What a power has to order next, in words; `own`: the reader's power."""

    power: Seat
    own: bool
    text: str


class ChartRow(Struct, frozen=True):
    """A power in a chart: how many centers it owned, a number a year."""

    power: Seat
    name: str
    centers: tuple[int, ...]


class ChartBlock(Struct, frozen=True):
    """Years of a chart that stand side by side, every power in the board's order."""

    years: tuple[int, ...]
    rows: tuple[ChartRow, ...]

    @property
    def width(self) -> int:
        """The columns of the names."""
        return _width(row.name for row in self.rows)


class View(Struct, frozen=True):
    """The board before the phase that comes next; `ending` is a sentence once the game is over.

    `free` are the centers that nobody owns, `neutral` the units that are nobody's, `due` what is to
    be ordered in retreats and adjustments, the reader's own first, `chart` the centers by power and
    year, in as many blocks as they need, `remarks` sentences on what the lists do not show.
    """

    reader: Reader
    phase: str
    title: str
    powers: tuple[PowerView, ...]
    free: tuple[str, ...]
    due: tuple[Due, ...]
    chart: tuple[ChartBlock, ...]
    ending: str
    neutral: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def alive(self) -> list[PowerView]:
        """The powers that have a unit or a center."""
        return [power for power in self.powers if power.units or power.centers]

    @property
    def next(self) -> str:
        """``Next: Fall 1901, retreats``, or how the game ended."""
        return self.ending or f"Next: {self.title}"

    @classmethod
    def of(
        cls,
        board: Board,
        game: Game[Any],
        reader: Reader,
        due: Mapping[Seat, int],
        sites: Mapping[Seat, Sequence[str]],
        units: Mapping[Seat | None, Sequence[str]],
        remarks: Sequence[str] = (),
    ) -> "View":
        """The view of a reader, every power in the board's order.

        `due`: in adjustments, how many each can build, below 0 how many it must remove; `sites`:
        where it may build; `units`: by power, as they are to be shown; `remarks`: sentences.
        """
        position = game.position
        code = phase_code(position.phase)
        centers = holdings(position.centers)
        total = counted(board, position.centers)
        powers = tuple(
            PowerView(
                power,
                side.names[0],
                tuple(units.get(power, ())),
                tuple(_marked(board, center) for center in centers.get(power, ())),
                total.get(power, 0),
                tuple(
                    (str(case.unit), ways_out(case.retreats))
                    for case in position.dislodged
                    if case.unit.power == power
                ),
                due.get(power, 0),
                tuple(sites.get(power, ())) if due.get(power, 0) > 0 else (),
            )
            for power, side in board.powers.items()
        )
        owned = any(power.centers for power in powers)  # else the position came without owners
        free = [
            _marked(board, center)
            for center in sorted(board.centers)
            if not position.centers.get(center)
        ]
        return cls(
            reader,
            str(code),
            phase_title(board, code),
            powers,
            tuple(free) if owned else (),
            () if game.ended else _due(powers, reader, code.step),
            _chart_blocks(board, game.chart),
            ending_sentence(board, game.ended) if game.ended else "",
            tuple(units.get(None, ())),
            tuple(remarks),
        )


def listed_units(units: Iterable[Unit]) -> dict[Seat | None, list[str]]:
    """``A PAR``, by power."""
    listed: dict[Seat | None, list[str]] = defaultdict(list)
    for unit in sorted(units, key=lambda unit: (unit.kind, unit.place)):
        listed[unit.power].append(str(unit))
    return listed


def _marked(board: Board, center: str) -> str:
    """``FOE (2)`` for a double center."""
    worth = board.worth.get(center, 1)
    return center if worth == 1 else f"{center} ({worth})"


def _due(powers: Iterable[PowerView], reader: Reader, step: str) -> tuple[Due, ...]:
    """The retreats and adjustments; a reader who has no order to give is told so."""
    lines = []
    for power in powers:
        own = power.power == reader
        name = f"{power.name} (you)" if own else power.name
        texts = [f"{name}: {unit} may retreat {ways}" for unit, ways in power.retreats]
        if power.adjustment > 0:
            texts.append(f"{name}: {power.adjustment} to build, in {', '.join(power.sites)}")
        elif power.adjustment < 0:
            texts.append(f"{name}: {-power.adjustment} to remove")
        if own and not texts and not (step == "M" and power.units):
            texts.append(f"{name}: nothing to order")
        lines += [Due(power.power, own, text) for text in texts]
    return tuple(sorted(lines, key=lambda due: not due.own))


def _chart_blocks(board: Board, chart: Chart) -> tuple[ChartBlock, ...]:
    """The chart in blocks of like width."""
    names = _width(side.names[0] for side in board.powers.values())
    fit = (CHART_COLUMNS - names) // YEAR_COLUMNS
    count = -(-len(chart) // fit)
    edges = [len(chart) * i // count for i in range(count + 1)] if count else []
    return tuple(
        ChartBlock(
            tuple(end.year for end in chart[first:last]),
            tuple(
                ChartRow(
                    power,
                    side.names[0],
                    tuple(end.centers.get(power, 0) for end in chart[first:last]),
                )
                for power, side in board.powers.items()
            ),
        )
        for first, last in pairwise(edges)
    )


def _width(names: Iterable[str]) -> int:
    return max(map(len, names)) + 1
