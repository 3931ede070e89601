"""What every title's orders share: what a line was read as, and what is said about it."""

from typing import Generic, Literal, TypeVar

from msgspec import Struct

from adjudicator.seats import Seat as Seat  # most who need it need the rest of this, too
from adjudicator.turns.questions import StandingOrder

Order = TypeVar("Order")


class Diagnostic(Struct, frozen=True):
    """Something to say about a line of orders.

    `code` is stable: tests and players' tools rely on it. `line` and `column` count from 1; a line
    of 0 is not known yet (a reader sees one line only). `text` is the part of the line meant,
    `suggestions` are what the writer may have meant: shown to him, never applied.
    """

    severity: Literal["error", "warning", "note"]
    code: str
    line: int
    column: int
    text: str
    message: str
    suggestions: tuple[str, ...] = ()


class Reading(Struct, Generic[Order], frozen=True):
    """What one line was read as, for the phase it speaks of; no orders: it was not read.

    Standing orders are for no phase; a line that was read as one has them, and nothing else.
    """

    phase: str
    orders: tuple[Order, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    standing: tuple[StandingOrder[Order], ...] = ()


class Sheet(Struct, Generic[Order], frozen=True):
    """One seat's orders for one phase, with what was said about them, and the letter they came in.

    `ready` says that the seat needs no more time, `nonce` goes into the phase's chance.
    """

    seat: Seat
    phase: str
    orders: tuple[Order, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    letter: str = ""
    ready: bool = False
    nonce: str = ""
