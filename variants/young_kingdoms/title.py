"""Young Kingdoms as a title: the order of a season (4.6), over the rules of its parts."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from adjudicator import documents
from adjudicator.boards import Board, Kind
from adjudicator.events import Reader
from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.rulings import Ruling
from adjudicator.simultaneous.game import GameEnded, PhaseResolved, charted
from adjudicator.simultaneous.orders import Disband, Hold, Waive
from adjudicator.simultaneous.phases import advance, phase_code
from adjudicator.simultaneous.position import Position, Unit
from adjudicator.simultaneous.results import Results
from adjudicator.simultaneous.retreats import all_disbanded
from adjudicator.simultaneous.title import Title
from adjudicator.simultaneous.view import View
from adjudicator.turns.turn import Turn
from variants.young_kingdoms import story, view, words
from variants.young_kingdoms.alternatives import Groups, alternatives
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.letters import reader
from variants.young_kingdoms.letters.chains import per_unit
from variants.young_kingdoms.letters.notation import Notation, Parsed
from variants.young_kingdoms.letters.sheets import sheet_faults
from variants.young_kingdoms.movement.season import resolve
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import FirstMove, Order
from variants.young_kingdoms.outcome import Resolution
from variants.young_kingdoms.pieces.chaos import numbered
from variants.young_kingdoms.pieces.pieces import DRAGON, ELRIC, GARRISON
from variants.young_kingdoms.pieces.possible import require_possible
from variants.young_kingdoms.retreats import retreat
from variants.young_kingdoms.state import (
    BOARD,
    CLOSED_BOARD,
    FOLDER,
    ElricLeft,
    ElricReigns,
    Event,
    State,
    board_by,
    board_of,
)
from variants.young_kingdoms.whereabouts import require_elric
from variants.young_kingdoms.winter.adjustments import adjust, balance
from variants.young_kingdoms.winter.builds import build_sites, room
from variants.young_kingdoms.winter.centers import capture, freed_centers
from variants.young_kingdoms.winter.removals import default_removals


class YoungKingdoms(Title[State, Order]):
    """Young Kingdoms: an :class:`adjudicator.variant.Variant`."""

    name = "young_kingdoms"
    version = 1
    options = Options
    state = State
    order = Order
    chance = True
    shares = True
    rulings = documents.read(FOLDER / "rulings.yaml", tuple[Ruling, ...])
    map_note = words.MAP_NOTE
    examples = words.EXAMPLES

    def __init__(self) -> None:
        super().__init__(BOARD)
        self.notation: Notation = Notation(BOARD)
        self._closed_notation = Notation(CLOSED_BOARD, BOARD)

    def preface(self, options: Struct) -> str:
        """That the map is a reconstruction."""
        return words.PREFACE

    def start(self, options: Options, seats: Sequence[Seat], turn: Turn[Order, Event]) -> State:
        """The opening position with its garrisons, and Elric hidden; nobody is told where."""
        opening = self.opening(options, seats)
        garrisons = (Unit(owner, GARRISON, place) for place, owner in self.board.garrisons.items())
        opening = replace(opening, units=(*opening.units, *garrisons))
        elric = story.first_hiding(self.board, opening, options, turn)
        return State(opening, options, chart=self.first_year(opening), elric=elric)

    # --- a phase

    def run(self, state: State, turn: Turn[Order, Event]) -> State:
        """Run the phase; where it ends a season, Elric hides and is looked for, and in Autumn the
        centers change hands and somebody may have won (4.6, steps 6 to 8)."""
        resolution, elric = self.resolved(state, turn)
        board, position = board_by(elric), state.position
        if elric.reigns and not state.elric.reigns:
            position = replace(position, centers=story.owners_after_throne(board, position.centers))
        after = advance(
            board,
            position,
            resolution,
            capture=partial(capture, options=state.options),
            balance=self.balance,
        )
        in_game = story.in_the_game(after)
        gone = sorted(story.in_the_game(state.position) - in_game)
        turn.tell("all", PhaseResolved(state.position, resolution, tuple(gone)))
        for freed in freed_centers(position, after):
            turn.tell("all", freed)
        _tell_of_elric(state, elric, turn)
        if _ends_season(position, after):
            ended = replace(position, units=resolution.after)
            elric = story.end_of_season(board, ended, elric, state.options, turn)
        if elric.finder not in in_game:  # who is out has no right to him (78)
            elric = story.without_finder(elric)
        following = replace(
            state,
            position=story.without_the_lost(after, in_game),
            elric=elric,
            chart=charted(board, state.chart, position, after),
        )
        if len(following.chart) > len(state.chart):  # the centers have changed hands (38)
            following = self.settled(following)
        if following.ended is not None:
            turn.tell("all", GameEnded(following.ended))
        return following

    def resolved(self, state: State, turn: Turn[Order, Event]) -> tuple[Resolution, Elric]:
        """What came of the phase's orders, and what they made of Elric."""
        board, position, options = self.board_of(state), state.position, state.options
        orders = {seat: turn.sheet(seat).orders for seat in self.board.powers}
        step = phase_code(position.phase).step
        if step == "M":
            season = resolve(board, position, orders, state.elric, options)
            return season.resolution, story.without_finder(season.elric)
        if step == "R":
            return retreat(board, position, orders), state.elric
        return adjust(board, position, orders, options), state.elric

    # --- what differs from the family

    def board_of(self, state: State) -> Board:
        """The closed board once Elric reigns (47)."""
        return board_of(state)

    def board_shown(self, state: State) -> Board:
        """The closed board once Elric reigns, in retreats too: what is closed is no center."""
        return board_by(state.elric)

    def note_of(self, board: Board) -> str:
        """Of Tanelorn and of Elric there is nothing to say once he reigns (47)."""
        return words.CLOSED_NOTE if board is CLOSED_BOARD else self.map_note

    def kinds_on(self, board: Board) -> Mapping[str, Kind]:
        """All but the Dragon and Elric once he reigns (47)."""
        gone = {DRAGON, ELRIC} if board is CLOSED_BOARD else set()
        return {code: kind for code, kind in board.kinds.items() if code not in gone}

    def survivors(self, state: State) -> set[Seat]:
        """The powers that are in the game (78)."""
        return set(story.in_the_game(state.position))

    def due(self, state: State) -> set[Seat]:
        """The powers that have a choice; a garrison has none."""
        if phase_code(state.position.phase).step != "M":
            return super().due(state)
        pieces = (unit for unit in state.position.units if unit.kind != GARRISON)
        return {unit.power for unit in pieces if unit.power is not None}

    def balance(self, position: Position) -> Mapping[Seat, int]:
        """By power: what its centers support less its units."""
        return balance(self.board, position)

    def sites(self, state: State, seat: Seat) -> Sequence[str]:
        """Where this power may build, the lands of Chaos among it (41)."""
        return tuple(build_sites(self.board_of(state), state.position, seat))

    def owed(self, state: State) -> dict[Seat, int]:
        """How many each power can build, below 0 how many it must remove."""
        board, position = self.board_of(state), state.position
        return {
            seat: min(due, room(board, position, seat))
            for seat, due in self.balance(position).items()
        }

    def require_possible(self, state: State) -> None:
        """ValueError that says what is wrong, if the position is impossible, or what is said of
        Elric."""
        require_possible(self.board_of(state), state.position)
        require_elric(self.board, state.position, state.elric, state.options)

    # --- words

    def results(self, events: Sequence[Event]) -> Results:
        """The phase in words, and what this reader may know of Elric."""
        return view.results(self.board, events)

    def units_shown(self, state: State) -> Mapping[Seat | None, Sequence[str]]:
        """The pieces as orders name them, by power."""
        return view.units_shown(state.position.units)

    def remarks(self, state: State, reader: Reader) -> Sequence[str]:
        """What this reader may know of Elric."""
        return (
            *view.remarks(self.board, state.elric, state.options, reader),
            *view.guests(self.board, state.position.units),
        )

    def view(self, state: State, reader: Reader) -> View:
        """The family's; who has found Elric is told how to enlist him (69)."""
        shown = super().view(state, reader)
        if reader != state.elric.finder or phase_code(state.position.phase).step != "M":
            return shown
        return replace(shown, due=(view.enlisting(self.board, reader), *shown.due))

    def without_orders(self, state: State, seats: Sequence[Seat]) -> str:
        """``No orders came from Vilmir: its units hold.``; garrisons do so anyhow."""
        pieces = tuple(unit for unit in state.position.units if unit.kind != GARRISON)
        position = replace(state.position, units=pieces)
        return super().without_orders(replace(state, position=position), seats)

    # --- orders

    def parse(self, line: str) -> tuple[Parsed, ...]:
        """The orders of a line as the map alone reads it."""
        return self.notation.parse(line)

    def read(self, state: State, seat: Seat, text: str) -> Reading[Order]:
        """One line of orders for the phase that comes next, or sent ahead for one after it."""
        notation = self._notation_of(state)
        return reader.read(notation, state.position, state.elric, seat, state.options, text)

    def parse_in(self, state: State, seat: Seat, line: str) -> tuple[Parsed, ...]:
        """As the line is read in a letter; if that takes no order of it, or not all that it says,
        as it is written, so that the result tells why nothing comes of it."""
        reading = self.read(state, seat, line)
        if reading.orders and all(said.severity != "error" for said in reading.diagnostics):
            return tuple(Parsed(order, phase=reading.phase) for order in reading.orders)
        places = reader.places_of_the_unique(state.position, state.elric)
        return self._notation_of(state).parse(line, places)

    def _notation_of(self, state: State) -> Notation:
        closed = self.board_of(state) is CLOSED_BOARD
        return self._closed_notation if closed else self.notation

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Diagnostic, ...]:
        """Contradictions, parts of a chain without the rest of it, pieces and builds left over."""
        board = self.board_of(state)
        return sheet_faults(board, state.position, state.elric, seat, orders, state.options)

    def combine(
        self, state: State, earlier: Sequence[Order], later: Sequence[Order]
    ) -> tuple[Order, ...]:
        """All of the later letter's orders, and by option the earlier ones that it leaves alone."""
        if state.options.letters == "per_unit":
            return per_unit(self.board_of(state), earlier, later)
        return tuple(later)

    def form(self, state: State, seat: Seat) -> tuple[Order, ...]:
        """What happens if nothing is ordered, as orders."""
        position = state.position
        step = phase_code(position.phase).step
        if step == "M":
            pieces = [u for u in position.units if u.power == seat and u.kind != GARRISON]
            pieces.sort(key=lambda unit: (unit.kind, unit.place))
            return tuple(order for unit in pieces for order in _holding(position.units, unit))
        if step == "R":
            return all_disbanded(position, seat)
        owed = self.owed(state).get(seat, 0)
        if owed >= 0:
            return (Waive(),) * owed
        units = default_removals(self.board_of(state), position, position.units, seat)[:-owed]
        return tuple(Disband(numbered(position.units, unit), unit.place) for unit in units)

    def alternatives(self, state: State, seat: Seat) -> Groups:
        """The legal orders of each of its pieces and of their parts."""
        return alternatives(state, seat)


def _holding(units: Iterable[Unit], unit: Unit) -> tuple[Order, ...]:
    """What a piece without orders does; the Dragon has two (58)."""
    hold = Hold(numbered(units, unit), unit.place)
    return (FirstMove(DRAGON, unit.place), hold) if unit.kind == DRAGON else (hold,)


def _tell_of_elric(state: State, elric: Elric, turn: Turn[Order, Event]) -> None:
    """What the phase's orders made of Elric, besides what became of him as a piece."""
    pieces = (unit.power for unit in state.position.units if unit.kind == ELRIC)
    ally = next(pieces, None) or state.elric.finder  # who has enlisted him in this very season
    if ally is None:
        return
    if elric.left and not state.elric.left:
        turn.tell("all", ElricLeft(ally, elric.left))
    if elric.reigns and not state.elric.reigns:
        turn.tell("all", ElricReigns(ally))


def _ends_season(position: Position, after: Position) -> bool:
    """Whether the season's retreats are done, if there were any."""
    return phase_code(position.phase).step != "A" and phase_code(after.phase).step != "R"
