"""What readers see: the board after a phase, and the phase's results in words."""

from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from adjudicator.boards import Board
from adjudicator.events import Reader
from adjudicator.orders import Seat
from adjudicator.simultaneous.adjustments import balance, build_sites
from adjudicator.simultaneous.phases import holdings, phase_code
from adjudicator.simultaneous.position import Dislodged, Outcome, Unit
from adjudicator.simultaneous.reasons import TEXTS
from variants.standard.state import Ending, PhaseResolved, State

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


class View(Struct, frozen=True):
    """The board before the phase that comes next; `ending` is a sentence once the game is over."""

    reader: Reader
    phase: str
    title: str
    powers: tuple[PowerView, ...]
    ending: str

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
        ending = ending_sentence(board, state.ended) if state.ended else ""
        return cls(reader, str(code), code.title, powers, ending)


class OrderLine(Struct, frozen=True):
    """An order and what became of it: ``A PAR - BUR``, ``bounces``, ``bounced by A MUN``."""

    order: str
    result: str
    why: str


class PowerResults(Struct, frozen=True):
    """What became of one power: its orders, and what else happened to its units."""

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
            PowerResults(side.names[0], tuple(lines[power]), tuple(remarks[power]))
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
    return f"The game is a draw between {', '.join(names[:-1])} and {names[-1]}."


def _line(board: Board, outcome: Outcome) -> OrderLine:
    why = TEXTS[outcome.reason].format(by=_named(board, outcome.by)) if outcome.reason else ""
    result = outcome.result.replace("_", " ")
    return OrderLine(str(outcome.order), result, why)


def _dislodged(board: Board, case: Dislodged) -> str:
    ways = " or ".join(way.to for way in case.retreats)
    end = f"it may retreat to {ways}" if ways else "it has nowhere to retreat and is disbanded"
    return f"{case.unit} was dislodged by {_named(board, case.by)}; {end}."


def _named(board: Board, units: Iterable[Unit]) -> str:
    return " and ".join(
        f"{unit} ({board.powers[unit.power].names[0]})" if unit.power else str(unit)
        for unit in units
    )
