"""The rules of standard Diplomacy as a title, over the engine of its family."""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files

from msgspec.structs import replace

from adjudicator import documents
from adjudicator.boards import Board, MapFile
from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.rulings import Ruling
from adjudicator.simultaneous import reader
from adjudicator.simultaneous.adjustments import adjust, default_removals
from adjudicator.simultaneous.alternatives import alternatives
from adjudicator.simultaneous.game import GameEnded, PhaseResolved, charted
from adjudicator.simultaneous.movement import resolve
from adjudicator.simultaneous.notation import Notation
from adjudicator.simultaneous.orders import Disband, Hold, Order, Waive
from adjudicator.simultaneous.phases import advance, phase_code
from adjudicator.simultaneous.position import Position, Resolution
from adjudicator.simultaneous.reasons import TEXTS
from adjudicator.simultaneous.results import REMOVED, Report, Results, without_orders
from adjudicator.simultaneous.retreats import all_disbanded, retreat
from adjudicator.simultaneous.sheets import sheet_faults
from adjudicator.simultaneous.title import Title
from adjudicator.turns.turn import Turn
from variants.standard.state import Event, Options, State

FOLDER = files("variants.standard")

Adjudicate = Callable[[Board, Position, Mapping[Seat, Sequence[Order]], Options], Resolution]

STEPS: dict[str, Adjudicate] = {"M": resolve, "R": retreat, "A": adjust}


class Standard(Title[State, Order]):
    """Standard Diplomacy: an :class:`adjudicator.variant.Variant`."""

    name = "standard"
    version = 1
    options = Options
    state = State
    order = Order
    chance = False
    rulings = documents.read(FOLDER / "rulings.yaml", tuple[Ruling, ...])

    def __init__(self) -> None:
        super().__init__(Board(documents.read(FOLDER / "map.yaml", MapFile)))
        self.notation = Notation(self.board)

    def start(self, options: Options, seats: Sequence[Seat], turn: Turn[Order, Event]) -> State:
        """The opening position. ValueError unless every power has exactly one seat."""
        opening = self.opening(options, seats)
        return State(opening, options, chart=self.first_year(opening))

    def read(self, state: State, seat: Seat, text: str) -> Reading[Order]:
        """One line of orders for the phase that comes next, or sent ahead for one after it."""
        return reader.read(self.notation, state.position, seat, state.options, text)

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Diagnostic, ...]:
        """Contradictions, supports and convoys without their match, units and builds left over."""
        return sheet_faults(self.board, state.position, seat, orders, state.options)

    def run(self, state: State, turn: Turn[Order, Event]) -> State:
        """Run the phase: everybody's orders at once, then the calendar, then victory."""
        orders = {seat: turn.sheet(seat).orders for seat in self.board.powers}
        step = phase_code(state.position.phase).step
        resolution = STEPS[step](self.board, state.position, orders, state.options)
        after = advance(self.board, state.position, resolution)
        chart = charted(self.board, state.chart, state.position, after)
        following = self.settled(replace(state, position=after, chart=chart))
        gone = self.survivors(state) - self.survivors(following)
        turn.tell("all", PhaseResolved(state.position, resolution, tuple(sorted(gone))))
        if following.ended is not None:
            turn.tell("all", GameEnded(following.ended))
        return following

    def results(self, events: Sequence[Event]) -> Results:
        """The phase in words. ValueError if no event tells of a phase."""
        for event in events:
            if isinstance(event, PhaseResolved):
                return self._results(event)
        raise ValueError("no event tells of a phase")

    def _results(self, event: PhaseResolved) -> Results:
        resolution = event.resolution
        report = Report(self.board, event.before.phase, TEXTS)
        report.outcomes(resolution.outcomes)
        report.idle(without_orders(event.before, resolution.outcomes))
        for case in resolution.dislodged:
            report.dislodged(case)
        for unit, why in resolution.removed:
            if why in REMOVED:
                report.removed(unit, REMOVED[why])
        report.eliminated(event.eliminated)
        return report.results()

    def form(self, state: State, seat: Seat) -> tuple[Order, ...]:
        """What happens if nothing is ordered, as orders."""
        position = state.position
        step = phase_code(position.phase).step
        if step == "M":
            units = [unit for unit in position.units if unit.power == seat]
            units.sort(key=lambda unit: (unit.kind, unit.place))
            return tuple(Hold(unit.kind, unit.place) for unit in units)
        if step == "R":
            return all_disbanded(position, seat)
        owed = self.owed(state).get(seat, 0)
        if owed >= 0:
            return (Waive(),) * owed
        units = default_removals(self.board, position, position.units, seat, state.options)
        return tuple(Disband(unit.kind, unit.place) for unit in units[:-owed])

    def alternatives(self, state: State, seat: Seat) -> tuple[tuple[Order, ...], ...]:
        """Every legal order, by unit, build or removal."""
        return alternatives(self.board, state.position, seat, state.options)
