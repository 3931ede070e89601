"""Players' letters to the sheet of a seat: every line is accounted for."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.orders import Diagnostic, Seat, Sheet
from adjudicator.variant import Variant
from mail.letters import Letter


class ReadLine(Struct, frozen=True):
    """A line of a letter, the canonical orders it was read as, and what there is to say of it."""

    number: int
    text: str
    orders: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


class LetterReading(Struct, frozen=True):
    """How a letter was read.

    `orders` are the lines that are orders or were meant as such; `unread` the other lines that are
    not empty; `faults` is what is wrong with the letter itself; `counts` whether its orders count:
    a letter without a single order leaves those of an earlier one as they are.
    """

    orders: tuple[ReadLine, ...]
    unread: tuple[ReadLine, ...]
    faults: tuple[str, ...]
    counts: bool


class SeatReading(Struct, frozen=True):
    """All letters of a seat for one phase, and what only their orders as a whole show."""

    letters: tuple[LetterReading, ...] = ()
    sheet: tuple[Diagnostic, ...] = ()


def read_letters(
    variant: Variant[Any, Any],
    state: Any,
    seat: Seat,
    letters: Sequence[Letter],
    earlier: Sheet[Any] | None = None,
) -> tuple[Sheet[Any], SeatReading]:
    """The seat's orders for the phase that comes next, from its letters in order of receipt.

    A later letter follows an earlier one, or the sheet that earlier ones made, as the title says
    (`Variant.combine`).
    """
    phase = variant.phase(state)
    if phase is None:
        raise ValueError("the game is over: no phase takes orders")
    orders: tuple[Any, ...] = earlier.orders if earlier is not None else ()
    readings = []
    said: list[Diagnostic] = []
    source = ""
    for letter in letters:
        given, reading = _read_letter(variant, state, seat, letter)
        readings.append(reading)
        said += [diagnostic for line in reading.orders for diagnostic in line.diagnostics]
        if given:
            orders = variant.combine(state, orders, given) if orders else tuple(given)
            source = letter.message_id
    faults = variant.check(state, seat, orders)
    sheet = Sheet(seat, phase.id, orders, (*said, *faults), source)
    return sheet, SeatReading(tuple(readings), faults)


def _read_letter(
    variant: Variant[Any, Any], state: Any, seat: Seat, letter: Letter
) -> tuple[list[Any], LetterReading]:
    """Quoted lines and signatures hold no orders; those that look like some are told as unread."""
    orders: list[Any] = []
    read = []
    unread = []
    for line in letter.lines:
        if not line.text.strip():
            continue
        reading = variant.read(state, seat, line.text)
        said = tuple(replace(d, line=line.number) for d in reading.diagnostics)
        meant = bool(reading.orders) or any(d.code != "not_an_order" for d in said)
        if line.kind == "text" and meant:
            orders += reading.orders
            texts = tuple(str(order) for order in reading.orders)
            read.append(ReadLine(line.number, line.text, texts, said))
        elif line.kind == "text" or meant:
            unread.append(ReadLine(line.number, line.text))
    return orders, LetterReading(tuple(read), tuple(unread), letter.faults, bool(orders))
