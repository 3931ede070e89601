"""What a title is to the rest of the house."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from adjudicator.events import Reader
from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.rulings import Ruling
from adjudicator.turns.questions import Policy
from adjudicator.turns.turn import Reactions, Turn


class Example(NamedTuple):
    """A line of orders as a player may write it, and what it does, in a few words."""

    line: str
    about: str


class Phase(Struct, frozen=True):
    """A phase that is to be run. `due` are the seats that have a choice in it.

    `automatic`: nobody has one, so it runs at once.
    """

    id: str
    kind: str
    title: str
    due: frozenset[Seat]
    automatic: bool


State = TypeVar("State", bound=Struct)
Order = TypeVar("Order")


class Variant(Protocol[State, Order]):
    """A title: its data, its rules, and what it understands. All of it is pure."""

    name: str
    version: int
    options: type[Struct]
    state: type[State]
    order: Any  # the union of the title's order types
    kinds: tuple[str, ...]  # of its phases
    chance: bool  # whether its phases roll or shuffle
    reactions: Reactions  # whether a question in a phase waits for its answer, by default
    rulings: tuple[Ruling, ...]
    examples: tuple[Example, ...]  # of orders that are special to the title; mostly none

    def preface(self, options: Any) -> str:
        """What players of a game by these options are told before all else, in the first report;
        mostly nothing."""
        ...

    def seats(self, options: Any) -> tuple[Seat, ...]:
        """The seats that a game by these options has, in the title's order."""
        ...

    def start(self, options: Any, seats: Sequence[Seat], turn: Turn[Order, Any]) -> State:
        """The state before the first phase. ValueError unless these are the game's seats. What it
        tells stands in the first report; it can shuffle, but ask nothing."""
        ...

    def phase(self, state: State) -> Phase | None:
        """The phase to be run next; None when the game is over."""
        ...

    def ahead(self, state: State) -> Mapping[str, str]:
        """The later phases that orders can be sent for already: their titles by their ids."""
        ...

    def read(self, state: State, seat: Seat, text: str) -> Reading[Order]:
        """One line of orders; raises on no text.

        `Reading.phase` is the phase it is for: the one that comes next, or a later one if the title
        reads orders ahead. Those are checked as far as they can be, and again by `check` once their
        phase has come; what has become impossible by then is an outcome of `run`, no exception.
        A standing order is read whatever the phase (`adjudicator.turns.standing`).
        """
        ...

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Diagnostic, ...]:
        """What is wrong with a sheet for the phase that comes next, or missing from it.

        That is what only the whole sheet shows (contradictions, units without orders), and errors
        for orders that cannot be done, for they may have been sent ahead.
        """
        ...

    def combine(
        self, state: State, earlier: Sequence[Order], later: Sequence[Order]
    ) -> tuple[Order, ...]:
        """A seat's orders once a later letter has followed an earlier one; neither is empty."""
        ...

    def run(self, state: State, turn: Turn[Order, Any]) -> State:
        """Run one phase: the same each time, for it is run again from its start whenever an answer
        has come (`adjudicator.turns.turn`)."""
        ...

    def voters(self, state: State) -> frozenset[Seat]:
        """The seats whose agreement it takes to end the game: those not eliminated."""
        ...

    def agree(self, state: State, among: Sequence[Seat], turn: Turn[Order, Any]) -> State:
        """The game ended by agreement of its players, in favour of these seats.

        One is a concession to it, several share in a draw. That all voters have agreed is the
        caller's to know. ValueError if there is none, if one is eliminated, or if the game is over
        already.
        """
        ...

    def without_orders(self, state: State, seats: Sequence[Seat]) -> str:
        """A sentence on what happens in the phase that comes next to these seats, for they sent no
        orders for it; empty for no seats."""
        ...

    def view(self, state: State, reader: Reader) -> Any:
        """What this reader may see of the state."""
        ...

    def results(self, events: Sequence[Any]) -> Any:
        """The events of a phase in words, for its report: only those the reader may know, which may
        be none. While the phase waits for an answer, those until there."""
        ...

    def seat_name(self, seat: Seat) -> str:
        """What the seat is called in mail."""
        ...

    def form(self, state: State, seat: Seat) -> tuple[Order, ...]:
        """The orders of the template that this seat fills in."""
        ...

    def policies(self, state: State, seat: Seat) -> tuple[Policy, ...]:
        """The kinds of question that the seat can give standing orders for."""
        ...

    def alternatives(self, state: State, seat: Seat) -> tuple[tuple[Order, ...], ...]:
        """What the seat can order in the phase that comes next, for bots: of each group of orders
        one can be given, or none."""
        ...
