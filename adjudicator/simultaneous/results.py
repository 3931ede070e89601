"""What became of a phase, in words: the parts that a title puts its results together from."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.phases import phase_code, phase_title
from adjudicator.simultaneous.position import Dislodged, OutcomeOf, Position, Unit
from adjudicator.simultaneous.wording import ways_out
from adjudicator.wording import series

DONE = frozenset({"succeeds", "given", "holds"})
REMOVED = {
    "no_retreat": "had nowhere to retreat",
    "retreats_clash": "was disbanded: two units retreated to one place",
    "no_order": "was disbanded: no retreat was ordered",
    "order_failed": "was disbanded: the retreat that was ordered is not open",
    "surplus": "was removed by default: there were more units than centers",
}


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
    """A phase as it went, power by power; a power to which nothing happened is left out.

    `news` are sentences on what concerns more than one, or none.
    """

    title: str
    powers: tuple[PowerResults, ...]
    news: tuple[str, ...] = ()


class Report:
    """The results of a phase while they are put together, power by power.

    `texts`: what each reason says; `name`: how a unit is written; `news`: sentences for all.
    """

    def __init__(
        self,
        board: Board,
        phase: str,
        texts: Mapping[str, str],
        name: Callable[[Unit], str] = str,
    ) -> None:
        self.board = board
        self.title = phase_title(board, phase_code(phase))
        self.texts = texts
        self.name = name
        self.news: list[str] = []
        self.lines: dict[Seat | None, list[OrderLine]] = defaultdict(list)
        self.remarks: dict[Seat | None, list[str]] = defaultdict(list)

    def outcomes(self, outcomes: Iterable[OutcomeOf[Any]]) -> None:
        """Each order with what became of it."""
        for outcome in outcomes:
            self.lines[outcome.seat].append(self._line(outcome))

    def idle(self, units: Iterable[Unit]) -> None:
        """That these were not ordered to do anything."""
        by_power: dict[Seat | None, list[str]] = defaultdict(list)
        for unit in sorted(units, key=lambda unit: (unit.kind, unit.place)):
            by_power[unit.power].append(self.name(unit))
        for power, names in by_power.items():
            self.remarks[power].append(f"no order: {', '.join(names)}")

    def dislodged(self, case: Dislodged) -> None:
        """That a unit was dislodged, and where it may go."""
        said = f"{case.unit} was dislodged by {self.named(case.by)}; {fate(case)}."
        self.remarks[case.unit.power].append(said)

    def removed(self, unit: Unit, how: str) -> None:
        """That a unit left the board, and how: ``had nowhere to retreat``."""
        self.remarks[unit.power].append(f"{unit} {how}.")

    def eliminated(self, powers: Iterable[Seat]) -> None:
        """That these are out of the game."""
        for power in powers:
            self.remarks[power].append(f"{self.board.powers[power].names[0]} is eliminated.")

    def results(self) -> Results:
        """All of it, the powers in the board's order."""
        return Results(
            self.title,
            tuple(
                PowerResults(
                    power, side.names[0], tuple(self.lines[power]), tuple(self.remarks[power])
                )
                for power, side in self.board.powers.items()
                if self.lines[power] or self.remarks[power]
            ),
            tuple(self.news),
        )

    def named(self, units: Iterable[Unit]) -> str:
        """``A MUN (Germany) and F NTH (England)``"""
        names = [
            f"{self.name(unit)} ({self.board.powers[unit.power].names[0]})"
            if unit.power
            else self.name(unit)
            for unit in units
        ]
        return series(names)

    def _line(self, outcome: OutcomeOf[Any]) -> OrderLine:
        why = ""
        if outcome.reason:
            why = self.texts[outcome.reason].format(by=self.named(outcome.by))
        result = outcome.result.replace("_", " ")
        return OrderLine(str(outcome.order), result, why, outcome.result not in DONE)


def without_orders(before: Position, outcomes: Iterable[OutcomeOf[Any]]) -> list[Unit]:
    """The units that nobody ordered to do anything, if it was a movement phase."""
    if phase_code(before.phase).step != "M":
        return []
    ordered = {outcome.order.place.partition("/")[0] for outcome in outcomes}
    return [unit for unit in before.units if unit.place.partition("/")[0] not in ordered]


def fate(case: Dislodged) -> str:
    """``it may retreat to BLA or SEV``"""
    ways = ways_out(case.retreats)
    return f"it may retreat {ways}" if ways else "it has nowhere to retreat and is disbanded"
