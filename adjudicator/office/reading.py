"""A letter's lines to orders, phase by phase: every line is accounted for."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.orders import Diagnostic, Seat, Sheet
from adjudicator.variant import Variant
from mail.letters import Line


class ReadLine(Struct, frozen=True):
    """A line of a letter, the canonical orders it was read as, and what there is to say of it."""

    number: int
    text: str
    orders: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


class LetterReading(Struct, frozen=True):
    """How a letter was read.

    `orders` are the lines that are orders or were meant as such; `unread` the other lines that are
    not empty; `given` the orders by the phase they are for.
    """

    orders: tuple[ReadLine, ...]
    unread: tuple[ReadLine, ...]
    given: dict[str, tuple[Any, ...]]

    @property
    def said(self) -> tuple[Diagnostic, ...]:
        """What there is to say of its lines."""
        return tuple(diagnostic for line in self.orders for diagnostic in line.diagnostics)


def read_lines(
    title: Variant[Any, Any], state: Any, seat: Seat, lines: Sequence[Line]
) -> LetterReading:
    """The lines of a seat's letter, read against the state.

    Quoted lines and signatures hold no orders; those that look like some are told as unread.
    """
    opened = title.phase(state)
    phase = opened.id if opened is not None else ""
    given: dict[str, tuple[Any, ...]] = {}
    read = []
    unread = []
    for line in lines:
        if not line.text.strip():
            continue
        reading = title.read(state, seat, line.text)
        said = tuple(replace(d, line=line.number) for d in reading.diagnostics)
        meant = bool(reading.orders) or any(d.code != "not_an_order" for d in said)
        if line.kind == "text" and meant:
            if reading.orders:
                given[reading.phase] = (*given.get(reading.phase, ()), *reading.orders)
            later = f"{reading.phase}: " if reading.phase != phase else ""
            texts = tuple(f"{later}{order}" for order in reading.orders)
            read.append(ReadLine(line.number, line.text, texts, said))
        elif line.kind == "text" or meant:
            unread.append(ReadLine(line.number, line.text))
    return LetterReading(tuple(read), tuple(unread), given)


def sheet_after(
    title: Variant[Any, Any],
    state: Any,
    earlier: Sheet[Any],
    given: Sequence[Any],
    letter: str,
) -> Sheet[Any]:
    """The sheet that these orders of a later letter make of an earlier one, as the title says
    (`Variant.combine`). It is not ready: a change may be followed by others."""
    orders = tuple(given)
    if earlier.orders:
        orders = title.combine(state, earlier.orders, given)
    return Sheet(earlier.seat, earlier.phase, orders, (), letter)
