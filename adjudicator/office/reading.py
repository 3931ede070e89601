"""A player's letter to the sheet of his seat: every line is accounted for."""

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
    orders: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


class LetterReading(Struct, frozen=True):
    """How a letter was read.

    `orders` are the lines that are orders or were meant as such; `unread` the other lines that are
    not empty; `sheet` are the diagnostics of the orders as a whole.
    """

    orders: tuple[ReadLine, ...] = ()
    unread: tuple[ReadLine, ...] = ()
    sheet: tuple[Diagnostic, ...] = ()


def read_orders(
    variant: Variant[Any, Any], state: Any, seat: Seat, letter: Letter
) -> tuple[Sheet[Any], LetterReading]:
    """The seat's orders for the phase that comes next, and how each line of the letter was read.

    Quoted lines and signatures hold no orders, but are told to the writer if they look like some.
    """
    phase = variant.phase(state)
    if phase is None:
        raise ValueError("the game is over: no phase takes orders")
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
        elif line.kind == "text" or reading.orders:
            unread.append(ReadLine(line.number, line.text, (), ()))
    faults = variant.check(state, seat, orders)
    diagnostics = (*(d for line in read for d in line.diagnostics), *faults)
    sheet = Sheet(seat, phase.id, tuple(orders), diagnostics, letter.message_id)
    return sheet, LetterReading(tuple(read), tuple(unread), faults)
