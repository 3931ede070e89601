"""What a title is to the rest of the house."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from adjudicator.events import Reader
from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.rulings import Ruling
from adjudicator.turns.turn import Turn


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
    rulings: tuple[Ruling, ...]

    def start(self, options: Any, seats: Sequence[Seat], turn: Turn[Order, Any]) -> State:
        """The state before the first phase."""
        ...

    def phase(self, state: State) -> Phase | None:
        """The phase to be run next; None when the game is over."""
        ...

    def read(self, state: State, seat: Seat, text: str) -> Reading[Order]:
        """One line of orders; raises on no text."""
        ...

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Diagnostic, ...]:
        """What only the whole sheet shows: contradictions, units without orders."""
        ...

    def combine(
        self, state: State, earlier: Sequence[Order], later: Sequence[Order]
    ) -> tuple[Order, ...]:
        """A seat's orders once a later letter has followed an earlier one; neither is empty."""
        ...

    def run(self, state: State, turn: Turn[Order, Any]) -> State:
        """Run one phase."""
        ...

    def view(self, state: State, reader: Reader) -> Any:
        """What this reader may see of the state."""
        ...

    def results(self, events: Sequence[Any]) -> Any:
        """The events of a phase in words, for its report: only those the reader may know."""
        ...

    def seat_name(self, seat: Seat) -> str:
        """What the seat is called in mail."""
        ...

    def form(self, state: State, seat: Seat) -> tuple[Order, ...]:
        """The orders of the template that this seat fills in."""
        ...
