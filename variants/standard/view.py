"""What readers see: the board after a phase, and the phase's results in words."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from adjudicator.boards import Board
from adjudicator.events import Reader
from adjudicator.orders import Seat
from adjudicator.simultaneous.adjustments import balance, build_sites
from adjudicator.simultaneous.phases import holdings, phase_code
from adjudicator.simultaneous.position import Dislodged, Outcome, Unit
from adjudicator.simultaneous.reasons import TEXTS
from variants.standard.state import Chart, Ending, PhaseResolved, State

CHART_YEARS = 14  # as many as fit beside the names in 78 columns
DONE = frozenset({"succeeds", "given", "holds"})
REMOVED = {
    "no_retreat": "had nowhere to retreat",
    "retreats_clash": "was disbanded: two units retreated to one place",
    "no_order": "was disbanded: no retreat was ordered",
    "order_failed": "was disbanded: the retreat that was ordered is not open",
    "surplus": "was removed by default: there were more units than centers",
}


class PowerView(Struct, frozen=True):
    """One power: its name, its units and centers as codes, what it owes next.

    `retreats` is (unit, open places) of each dislodged unit; `adjustment` is above 0 if it may
    build, in `sites`, below 0 if it must remove.
    """

    power: Seat
    name: str
    units: tuple[str, ...]
    centers: tuple[str, ...]
    retreats: tuple[tuple[str, tuple[str, ...]], ...]
    adjustment: int
    sites: tuple[str, ...]

    @property
    def counted(self) -> str:
        """``1 center``"""
        return f"{len(self.centers)} center{'' if len(self.centers) == 1 else 's'}"


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


class View(Struct, frozen=True):
    """The board before the phase that comes next; `ending` is a sentence once the game is over.

    `free` are the centers that nobody owns, `due` what is to be ordered in retreats and
    adjustments, the reader's own first, `chart` the centers by power and year, in as many blocks
    as they need.
    """

    reader: Reader
    phase: str
    title: str
    powers: tuple[PowerView, ...]
    free: tuple[str, ...]
    due: tuple[Due, ...]
    chart: tuple[ChartBlock, ...]
    ending: str

    @property
    def alive(self) -> list[PowerView]:
        """The powers that have a unit or a center."""
        return [power for power in self.powers if power.units or power.centers]

    @property
    def next(self) -> str:
        """``Next: Fall 1901, retreats``, or how the game ended."""
        return self.ending or f"Next: {self.title}"

    @classmethod
    def of(cls, board: Board, state: State, reader: Reader) -> "View":
        """The view of a reader, every power in the board's order."""
        position = state.position
        code = phase_code(position.phase)
        centers = holdings(position.centers)
        due = balance(position) if code.step == "A" else {}

        def sites(power: Seat) -> list[str]:
            return build_sites(board, position, power)

        units: dict[Seat | None, list[str]] = defaultdict(list)
        for unit in sorted(position.units, key=lambda unit: (unit.kind, unit.place)):
            units[unit.power].append(str(unit))
        powers = tuple(
            PowerView(
                power,
                side.names[0],
                tuple(units[power]),
                tuple(centers.get(power, ())),
                tuple(
                    (str(case.unit), tuple(way.to for way in case.retreats))
                    for case in position.dislodged
                    if case.unit.power == power
                ),
                min(due.get(power, 0), len(sites(power))),
                tuple(sites(power)) if due.get(power, 0) > 0 else (),
            )
            for power, side in board.powers.items()
        )
        owned = any(power.centers for power in powers)  # else the position came without owners
        free = [center for center in sorted(board.centers) if not position.centers.get(center)]
        return cls(
            reader,
            str(code),
            code.title,
            powers,
            tuple(free) if owned else (),
            () if state.ended else _due(powers, reader, code.step),
            _chart_blocks(board, state.chart),
            ending_sentence(board, state.ended) if state.ended else "",
        )


def _due(powers: Iterable[PowerView], reader: Reader, step: str) -> tuple[Due, ...]:
    """The retreats and adjustments; a reader who has no order to give is told so."""
    lines = []
    for power in powers:
        own = power.power == reader
        name = f"{power.name} (you)" if own else power.name
        texts = [
            f"{name}: {unit} may retreat to {_series(ways, 'or')}" for unit, ways in power.retreats
        ]
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
    count = -(-len(chart) // CHART_YEARS)
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


class OrderLine(Struct, frozen=True):
    """An order and what became of it: ``A PAR - BUR``, ``bounces``, ``bounced by A MUN``.

    `failed`: it did not do what it says.
    """

    order: str
    result: str
    why: str
    failed: bool


class PowerResults(Struct, frozen=True):
    """What became of one power: its orders, and what else happened to its units."""

    power: Seat
    name: str
    orders: tuple[OrderLine, ...]
    remarks: tuple[str, ...]


class Results(Struct, frozen=True):
    """A phase as it went, power by power; a power to which nothing happened is left out."""

    title: str
    powers: tuple[PowerResults, ...]


def results(board: Board, event: PhaseResolved) -> Results:
    """The event in words."""
    lines: dict[Seat | None, list[OrderLine]] = defaultdict(list)
    remarks: dict[Seat | None, list[str]] = defaultdict(list)
    for outcome in event.resolution.outcomes:
        lines[outcome.seat].append(_line(board, outcome))
    for power, idle in _without_orders(event).items():
        remarks[power].append(f"no order: {', '.join(idle)}")
    for case in event.resolution.dislodged:
        remarks[case.unit.power].append(_dislodged(board, case))
    for unit, why in event.resolution.removed:
        if why in REMOVED:
            remarks[unit.power].append(f"{unit} {REMOVED[why]}.")
    for power in event.eliminated:
        remarks[power].append(f"{board.powers[power].names[0]} is eliminated.")
    return Results(
        phase_code(event.before.phase).title,
        tuple(
            PowerResults(power, side.names[0], tuple(lines[power]), tuple(remarks[power]))
            for power, side in board.powers.items()
            if lines[power] or remarks[power]
        ),
    )


def _without_orders(event: PhaseResolved) -> dict[Seat | None, list[str]]:
    """The units that nobody ordered to do anything in a movement phase, by power."""
    idle: dict[Seat | None, list[str]] = defaultdict(list)
    if phase_code(event.before.phase).step == "M":
        ordered = {outcome.order.place.partition("/")[0] for outcome in event.resolution.outcomes}
        for unit in sorted(event.before.units, key=lambda unit: (unit.kind, unit.place)):
            if unit.place.partition("/")[0] not in ordered:
                idle[unit.power].append(str(unit))
    return idle


def ending_sentence(board: Board, ending: Ending) -> str:
    """``Turkey has won the game.``"""
    names = [board.powers[power].names[0] for power in ending.powers]
    if ending.how == "solo":
        return f"{names[0]} has won the game."
    if ending.how == "concession":
        return f"The others have conceded the game to {names[0]}."
    return f"The game is a draw between {', '.join(names[:-1])} and {names[-1]}."


def _line(board: Board, outcome: Outcome) -> OrderLine:
    why = TEXTS[outcome.reason].format(by=_named(board, outcome.by)) if outcome.reason else ""
    result = outcome.result.replace("_", " ")
    return OrderLine(str(outcome.order), result, why, outcome.result not in DONE)


def _dislodged(board: Board, case: Dislodged) -> str:
    ways = _series([way.to for way in case.retreats], "or")
    end = f"it may retreat to {ways}" if ways else "it has nowhere to retreat and is disbanded"
    return f"{case.unit} was dislodged by {_named(board, case.by)}; {end}."


def _named(board: Board, units: Iterable[Unit]) -> str:
    names = [
        f"{unit} ({board.powers[unit.power].names[0]})" if unit.power else str(unit)
        for unit in units
    ]
    return _series(names, "and")


def _series(items: Sequence[str], last: str) -> str:
    """``BLA, SEV or UKR``"""
    return f" {last} ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))
