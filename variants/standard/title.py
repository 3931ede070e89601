"""The rules of standard Diplomacy as a title, over the engine of its family."""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Literal

from msgspec.structs import replace

from adjudicator import documents
from adjudicator.boards import Board, MapFile
from adjudicator.events import Reader
from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.rulings import Ruling
from adjudicator.simultaneous import reader
from adjudicator.simultaneous.adjustments import adjust, balance, build_sites, default_removals
from adjudicator.simultaneous.alternatives import alternatives
from adjudicator.simultaneous.movement import resolve
from adjudicator.simultaneous.notation import Notation
from adjudicator.simultaneous.orders import Disband, Hold, Order, Waive
from adjudicator.simultaneous.phases import advance, holdings, phase_code
from adjudicator.simultaneous.position import Position, Resolution, Unit
from adjudicator.simultaneous.retreats import retreat
from adjudicator.simultaneous.sheets import per_unit, sheet_faults
from adjudicator.turns.questions import Policy
from adjudicator.turns.turn import Reactions, Turn
from adjudicator.variant import Phase
from variants.standard.absence import absence_sentence
from variants.standard.state import (
    Ending,
    Event,
    GameEnded,
    Options,
    PhaseResolved,
    State,
    YearEnd,
    charted,
)
from variants.standard.view import Results, View, results

Adjudicate = Callable[[Board, Position, Mapping[Seat, Sequence[Order]], Options], Resolution]

STEPS: dict[str, Adjudicate] = {"M": resolve, "R": retreat, "A": adjust}


class Standard:
    """Standard Diplomacy: an :class:`adjudicator.variant.Variant`."""

    name = "standard"
    version = 1
    options = Options
    state = State
    order = Order
    kinds = tuple(STEPS)
    chance = False
    reactions: Reactions = "standing"

    def __init__(self) -> None:
        folder = files("variants.standard")
        self.board = Board(documents.read(folder / "map.yaml", MapFile))
        self.notation = Notation(self.board)
        self.rulings = documents.read(folder / "rulings.yaml", tuple[Ruling, ...])

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """The map's powers."""
        return tuple(self.board.powers)

    def start(self, options: Options, seats: Sequence[Seat], turn: Turn[Order, Event]) -> State:
        """The opening position. ValueError unless every power has exactly one seat."""
        due = self.seats(options)
        if sorted(seats) != sorted(due):
            raise ValueError(f"the seats must be {', '.join(due)}")
        units = tuple(
            Unit(power, *text.split())
            for power, side in self.board.powers.items()
            for text in side.units
        )
        centers: dict[str, Seat | None] = dict.fromkeys(sorted(self.board.centers))
        for power, side in self.board.powers.items():
            centers.update(dict.fromkeys(side.home_centers, power))
        opening = Position(self.board.start, units, centers)
        year = phase_code(self.board.start).year - 1
        return State(opening, options, chart=(YearEnd.of(year, opening),))

    def phase(self, state: State) -> Phase | None:
        """The phase to be run next; None once the game is won or drawn."""
        if state.ended is not None:
            return None
        code = phase_code(state.position.phase)
        due = frozenset(self._due(state.position, code.step))
        return Phase(str(code), code.step, code.title, due, not due)

    def ahead(self, state: State) -> Mapping[str, str]:
        """The retreats and adjustments that may follow in this year."""
        return {str(code): code.title for code in phase_code(state.position.phase).ahead}

    def read(self, state: State, seat: Seat, text: str) -> Reading[Order]:
        """One line of orders for the phase that comes next, or sent ahead for one after it."""
        return reader.read(self.notation, state.position, seat, state.options, text)

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Diagnostic, ...]:
        """Contradictions, supports and convoys without their match, units and builds left over."""
        return sheet_faults(self.board, state.position, seat, orders, state.options)

    def combine(
        self, state: State, earlier: Sequence[Order], later: Sequence[Order]
    ) -> tuple[Order, ...]:
        """All of the later letter's orders, and by option the earlier ones that it leaves alone."""
        if state.options.letters == "per_unit":
            return per_unit(self.board, earlier, later)
        return tuple(later)

    def run(self, state: State, turn: Turn[Order, Event]) -> State:
        """Run the phase: everybody's orders at once, then the calendar, then victory."""
        position = state.position
        orders = {seat: turn.sheet(seat).orders for seat in self.board.powers}
        resolution = self.adjudicate(position, orders, state.options)
        after = advance(self.board, position, resolution)
        chart = charted(state.chart, position, after)
        following = replace(state, position=after, chart=chart)
        gone = self.survivors(position) - self.survivors(following.position)
        turn.tell("all", PhaseResolved(position, resolution, tuple(sorted(gone))))
        winner = self.solo(following.position)
        return self._end(following, Ending("solo", (winner,)), turn) if winner else following

    def adjudicate(
        self, position: Position, orders: Mapping[Seat, Sequence[Order]], options: Options
    ) -> Resolution:
        """The resolution of the position's phase. ValueError for an impossible position."""
        return STEPS[phase_code(position.phase).step](self.board, position, orders, options)

    def shown(
        self, position: Position, resolution: Resolution, options: Options
    ) -> tuple[Results, View]:
        """A position adjudicated by itself, in words, and the board after it."""
        after = self.state_at(advance(self.board, position, resolution), options)
        return results(self.board, PhaseResolved(position, resolution)), self.view(after, "gm")

    def state_at(self, position: Position, options: Options) -> State:
        """A game that has come to this position, won if somebody has won there; nothing is known of
        the years before it."""
        winner = self.solo(position)
        return State(position, options, Ending("solo", (winner,)) if winner else None)

    def solo(self, position: Position) -> Seat | None:
        """The power that owns enough centers to have won."""
        for power, centers in holdings(position.centers).items():
            if len(centers) >= self.board.victory_centers:
                return power
        return None

    def voters(self, state: State) -> frozenset[Seat]:
        """The powers that are not eliminated."""
        return frozenset(self.survivors(state.position))

    def agree(self, state: State, among: Sequence[Seat], turn: Turn[Order, Event]) -> State:
        """End the game as a concession to the one power, or as a draw of several.

        ValueError if there is none, if one is eliminated, or if the game is over already.
        """
        if state.ended is not None:
            raise ValueError("the game is over already")
        powers = tuple(sorted(set(among)))
        if not powers:
            raise ValueError("a game ends in favour of one power or more")
        gone = sorted(set(powers) - self.voters(state))
        if gone:
            raise ValueError(f"{', '.join(gone)} cannot share in the end: not in the game any more")
        how: Literal["concession", "draw"] = "concession" if len(powers) == 1 else "draw"
        return self._end(state, Ending(how, powers), turn)

    def survivors(self, position: Position) -> set[Seat]:
        """The powers that still have a unit or a center; the others are eliminated."""
        owners = {owner for owner in position.centers.values() if owner is not None}
        units = [*position.units, *(case.unit for case in position.dislodged)]
        return owners | {unit.power for unit in units if unit.power is not None}

    def view(self, state: State, reader: Reader) -> View:
        """The board; it is the same for every reader."""
        return View.of(self.board, state, reader)

    def results(self, events: Sequence[Event]) -> Results:
        """The phase in words. ValueError if no event tells of a phase."""
        for event in events:
            if isinstance(event, PhaseResolved):
                return results(self.board, event)
        raise ValueError("no event tells of a phase")

    def seat_name(self, seat: Seat) -> str:
        """``Austria``"""
        return self.board.powers[seat].names[0]

    def without_orders(self, state: State, seats: Sequence[Seat]) -> str:
        """``No orders came from Italy and Russia: their units hold.``; empty for no seats."""
        return absence_sentence(self.board, state.position, seats)

    def form(self, state: State, seat: Seat) -> tuple[Order, ...]:
        """What happens if nothing is ordered, as orders."""
        position = state.position
        step = phase_code(position.phase).step
        if step == "M":
            units = [unit for unit in position.units if unit.power == seat]
            units.sort(key=lambda unit: (unit.kind, unit.place))
            return tuple(Hold(unit.kind, unit.place) for unit in units)
        if step == "R":
            return tuple(
                Disband(case.unit.kind, case.unit.place)
                for case in position.dislodged
                if case.unit.power == seat
            )
        due = balance(position).get(seat, 0)
        if due >= 0:
            return (Waive(),) * min(due, len(build_sites(self.board, position, seat)))
        units = default_removals(self.board, position, position.units, seat, state.options)
        return tuple(Disband(unit.kind, unit.place) for unit in units[:-due])

    def policies(self, state: State, seat: Seat) -> tuple[Policy, ...]:
        """None: no phase asks in its middle."""
        return ()

    def alternatives(self, state: State, seat: Seat) -> tuple[tuple[Order, ...], ...]:
        """Every legal order, by unit, build or removal."""
        return alternatives(self.board, state.position, seat, state.options)

    def _due(self, position: Position, step: str) -> set[Seat]:
        if step == "M":
            return {unit.power for unit in position.units if unit.power is not None}
        if step == "R":
            return {c.unit.power for c in position.dislodged if c.retreats and c.unit.power}
        return {
            seat
            for seat, due in balance(position).items()
            if due < 0 or (due > 0 and build_sites(self.board, position, seat))
        }

    def _end(self, state: State, ending: Ending, turn: Turn[Order, Event]) -> State:
        turn.tell("all", GameEnded(ending))
        return replace(state, ended=ending)
