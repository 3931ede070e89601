"""What the titles of the family have in common; what a title adds is named as it is needed.

A title gives its `board`, makes `notation` and `rulings`, and adds the rest of what
:class:`adjudicator.variant.Variant` asks for: `start`, `read`, `check`, `run`, `results`, `form`,
`alternatives`. `run` tells one `PhaseResolved` to all. It overrides what its rules have otherwise:
`board_of`, `board_shown`, `note_of`, `kinds_on`, `require_possible`, `balance`, `owed`, `sites`,
`due`, `survivors`, `parse`, `parse_in`, `combine`, `units_shown`, `remarks`, `without_orders`,
`preface`, and sets `shares`, `map_note` and `examples`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.boards import Board, Kind
from adjudicator.events import Reader
from adjudicator.orders import Seat
from adjudicator.rulings import Ruling
from adjudicator.simultaneous.absence import absence_sentence
from adjudicator.simultaneous.adjustments import balance, build_sites
from adjudicator.simultaneous.game import (
    Chart,
    Ending,
    Game,
    GameEnded,
    YearEnd,
    counted,
)
from adjudicator.simultaneous.orders import Placed
from adjudicator.simultaneous.phases import phase_code, phase_title
from adjudicator.simultaneous.position import Position, Unit
from adjudicator.simultaneous.possible import require_possible
from adjudicator.simultaneous.sheets import per_unit
from adjudicator.simultaneous.view import View, listed_units
from adjudicator.turns.questions import Policy
from adjudicator.turns.turn import Reactions, Turn
from adjudicator.variant import Example, Phase

State = TypeVar("State", bound=Game[Any])
Order = TypeVar("Order", bound=Placed)


class Title(Generic[State, Order]):
    """A title of the family: the rules that hold in all of them.

    board      the map as the game begins; for that of a state ask `board_of`
    rulings    how unclear rules are read
    notation   how a line is read for the map alone; its `power` reads the name of one
    state      the type of the title's states
    shares     whether there are pieces that may stand in one space together
    """

    rulings: tuple[Ruling, ...]
    notation: Any
    state: type[State]
    kinds = ("M", "R", "A")
    map_note = ""
    examples: tuple[Example, ...] = ()
    shares = False
    reactions: Reactions = "standing"

    def __init__(self, board: Board) -> None:
        self.board = board

    def preface(self, options: Struct) -> str:
        """Nothing: the map and the rules are those that everybody has."""
        return ""

    # --- seats

    def seats(self, options: Struct) -> tuple[Seat, ...]:
        """The map's powers."""
        return tuple(self.board.powers)

    def seat_name(self, seat: Seat) -> str:
        """``Austria``"""
        return self.board.powers[seat].names[0]

    # --- the beginning

    def opening(self, options: Struct, seats: Sequence[Seat]) -> Position:
        """The opening position, without garrisons. ValueError unless every power has exactly one
        seat."""
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
        return Position(self.board.start, units, centers)

    def first_year(self, opening: Position) -> Chart:
        """The chart that a game begins with: the centers as at the end of the year before."""
        return (YearEnd.of(self.board, phase_code(opening.phase).year - 1, opening),)

    def state_at(self, position: Position, options: Struct, **more: Any) -> State:
        """A game that has come to this position, won if somebody has won there; nothing is known of
        the years before it. `more` are the fields of the title's own."""
        return self.settled(self.state(position, options, **more))

    # --- what differs between titles

    def require_possible(self, state: State) -> None:
        """ValueError that says what is wrong, if the state is impossible: an `Impossible` if it is
        not the units."""
        require_possible(self.board_of(state), state.position)

    def board_of(self, state: State) -> Board:
        """The board that the state is on; it may change in the course of a game."""
        return self.board

    def board_shown(self, state: State) -> Board:
        """The board whose centers are listed: mostly that of the phase which comes next."""
        return self.board_of(state)

    def note_of(self, board: Board) -> str:
        """What there is to say of this board of the title's, as `map_note` says it of the first."""
        return self.map_note

    def kinds_on(self, board: Board) -> Mapping[str, Kind]:
        """The kinds of pieces that there may still be on this board of the title's."""
        return board.kinds

    def balance(self, position: Position) -> Mapping[Seat, int]:
        """By power: what its centers support less its units."""
        return balance(position)

    def sites(self, state: State, seat: Seat) -> Sequence[str]:
        """Where this power may build."""
        return build_sites(self.board_of(state), state.position, seat)

    def owed(self, state: State) -> dict[Seat, int]:
        """How many each power can build in this adjustment phase, below 0 how many it must
        remove."""
        return {
            seat: min(due, len(self.sites(state, seat)))
            for seat, due in self.balance(state.position).items()
        }

    def due(self, state: State) -> set[Seat]:
        """The powers that have a choice in the phase that comes next."""
        position = state.position
        step = phase_code(position.phase).step
        if step == "M":
            return {unit.power for unit in position.units if unit.power is not None}
        if step == "R":
            return {c.unit.power for c in position.dislodged if c.retreats and c.unit.power}
        return {seat for seat, owed in self.owed(state).items() if owed}

    def survivors(self, state: State) -> set[Seat]:
        """The powers that still have a unit or a center; the others are eliminated."""
        position = state.position
        owners = {owner for owner in position.centers.values() if owner is not None}
        return owners | {unit.power for unit in position.pieces if unit.power is not None}

    def remarks(self, state: State, reader: Reader) -> Sequence[str]:
        """What this reader may know that the lists of units and centers do not show, in
        sentences."""
        return ()

    def units_shown(self, state: State) -> Mapping[Seat | None, Sequence[str]]:
        """The units as reports list them, by power."""
        return listed_units(state.position.units)

    # --- phases

    def phase(self, state: State) -> Phase | None:
        """The phase to be run next; None once the game is won or drawn."""
        if state.ended is not None:
            return None
        code = phase_code(state.position.phase)
        due = frozenset(self.due(state))
        return Phase(str(code), code.step, phase_title(self.board, code), due, not due)

    def ahead(self, state: State) -> Mapping[str, str]:
        """The retreats and adjustments that may follow in this year."""
        codes = phase_code(state.position.phase).ahead
        return {str(code): phase_title(self.board, code) for code in codes}

    # --- orders

    def parse(self, line: str) -> tuple[Any, ...]:
        """The orders of a line as the map alone reads it, each a
        :class:`adjudicator.simultaneous.notation.Parsed` or like one; one without an order says
        what is wrong."""
        return (self.notation.parse(line),)

    def parse_in(self, state: State, seat: Seat, line: str) -> tuple[Any, ...]:
        """The orders of a line of this seat's in a position file, like `parse`; an order that
        cannot be carried out is one all the same."""
        return self.parse(line)

    def combine(
        self, state: State, earlier: Sequence[Order], later: Sequence[Order]
    ) -> tuple[Order, ...]:
        """All of the later letter's orders, and by option the earlier ones that it leaves alone."""
        if state.options.letters == "per_unit":
            return per_unit(self.board, earlier, later)
        return tuple(later)

    def policies(self, state: State, seat: Seat) -> tuple[Policy, ...]:
        """None: no phase asks in its middle."""
        return ()

    # --- the end

    def solo(self, state: State) -> Seat | None:
        """The power whose centers are worth enough to have won."""
        board = self.board_of(state)
        for power, worth in counted(board, state.position.centers).items():
            if worth >= board.victory_centers:
                return power
        return None

    def settled(self, state: State) -> State:
        """The state, won if somebody has won there."""
        winner = self.solo(state)
        return replace(state, ended=Ending("solo", (winner,))) if winner else state

    def voters(self, state: State) -> frozenset[Seat]:
        """The powers that are not eliminated."""
        return frozenset(self.survivors(state))

    def agree(self, state: State, among: Sequence[Seat], turn: Turn[Order, Any]) -> State:
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
        ending = Ending(how, powers)
        turn.tell("all", GameEnded(ending))
        return replace(state, ended=ending)

    # --- words

    def view(self, state: State, reader: Reader) -> View:
        """The board; but for the remarks it is the same for every reader."""
        owed = self._owed_next(state)
        sites = {seat: self.sites(state, seat) for seat, due in owed.items() if due > 0}
        board = self.board_shown(state)
        remarks = self.remarks(state, reader)
        return View.of(board, state, reader, owed, sites, self.units_shown(state), remarks)

    def without_orders(self, state: State, seats: Sequence[Seat]) -> str:
        """``No orders came from Italy and Russia: their units hold.``; empty for no seats."""
        return absence_sentence(self.board, state.position, seats, self._owed_next(state))

    def _owed_next(self, state: State) -> dict[Seat, int]:
        """What is `owed` in the phase that comes next: nothing but in adjustments."""
        return self.owed(state) if phase_code(state.position.phase).step == "A" else {}
