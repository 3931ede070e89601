"""What `check` tells: how the lines of an orders file are read."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.documents import BadDocument
from adjudicator.office.positions import Case
from adjudicator.office.reports import wrapped
from adjudicator.orders import Diagnostic, Seat
from adjudicator.remarks import REMARK, reserves, without_remark
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.reader import in_phase


class CheckedLine(Struct, frozen=True):
    """One line of an orders file; `orders` are canonical.

    `phase` is the one that the line names or, against a position, the later one that it is for;
    empty: the phase that is open.
    """

    line: int
    text: str
    power: Seat | None
    orders: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    phase: str = ""


class Checked(Struct, frozen=True):
    """An orders file read; `sheets` is what only the whole of a power's orders shows."""

    lines: tuple[CheckedLine, ...]
    sheets: dict[Seat, tuple[Diagnostic, ...]]

    @property
    def faults(self) -> bool:
        """Whether anything is wrong that keeps an order from counting."""
        said = [d for line in self.lines for d in line.diagnostics]
        said += [d for sheet in self.sheets.values() for d in sheet]
        return any(d.severity == "error" for d in said)


def check_words(title: Any, text: str) -> Checked:
    """Each line as the map alone reads it."""
    lines = []
    for number, line in _numbered(text):
        plain, remark = without_remark(line)
        if _power_line(title, plain) is None:
            found = title.parse(plain)
            phase, owner = found[0].phase, found[0].power or None
            step = phase_code(phase).step if phase else ""
            orders = tuple(str(in_phase(one.order, step)) for one in found if one.order)
            said = tuple(replace(one.diagnostic, line=number) for one in found if one.diagnostic)
            meant = bool(remark) and any(one.order for one in title.parse(remark))
            said += _remarked(number, remark, meant=meant)
            lines.append(CheckedLine(number, line, owner, orders, said, phase))
    return Checked(tuple(lines), {})


def check_orders(case: Case, text: str, power: str | None) -> Checked:
    """Each line as its power's order in the position, and each power's orders as a whole.

    An order for a later phase is read for itself: whether it can be done is seen in that phase.
    BadDocument if there is no power of this name.
    """
    title, state = case.title, case.state
    seat: Seat | None = None
    if power is not None:
        seat = title.notation.power(power)
        if seat is None:
            known = ", ".join(title.board.powers)
            raise BadDocument("--power", f"there is no power {power!r}, only {known}")
    lines = []
    sheets: dict[Seat, list[Any]] = {}
    for number, line in _numbered(text):
        plain, remark = without_remark(line)
        named = _power_line(title, plain)
        if named is not None:
            seat = named
        elif seat is None:
            lines.append(CheckedLine(number, line, None, (), (_nobodys(number, line),)))
        else:
            reading = title.read(state, seat, plain)
            said = tuple(replace(d, line=number) for d in reading.diagnostics)
            meant = bool(remark) and bool(title.read(state, seat, remark).orders)
            said += _remarked(number, remark, meant=meant)
            later = reading.phase if reading.phase != state.position.phase else ""
            sheet = sheets.setdefault(seat, [])
            if not later:
                sheet += reading.orders
            orders = tuple(str(order) for order in reading.orders)
            lines.append(CheckedLine(number, line, seat, orders, said, later))
    faults = {seat: title.check(state, seat, orders) for seat, orders in sheets.items()}
    return Checked(tuple(lines), faults)


def _remarked(number: int, remark: str, *, meant: bool) -> tuple[Diagnostic, ...]:
    """What is to be said of a remark that may be `meant` as an order, or as a condition."""
    if not (meant or reserves(remark)):
        return ()
    return (Diagnostic("note", "remark", number, 1, remark, REMARK),)


def _nobodys(number: int, line: str) -> Diagnostic:
    message = "Whose order is this? Name the power in a line above it, or with --power."
    return Diagnostic("error", "no_power", number, 1, line.strip(), message)


def as_text(checked: Checked) -> str:
    """The lines with what they read as, at most 78 columns wide."""
    shown = []
    for line in checked.lines:
        shown.append(f"{line.line:3}  {wrapped(line.text.strip(), 5)}")
        later = f", for {line.phase}" if line.phase else ""
        shown += [f"     read as {order}{later}" for order in line.orders]
        shown += [f"     {_said(said)}" for said in line.diagnostics]
    for power, sheet in checked.sheets.items():
        shown += [f"{power}: {_said(said)}" for said in sheet]
    return "".join(f"{line}\n" for line in shown)


def _said(said: Diagnostic) -> str:
    return wrapped(f"{said.severity}: {said.message}", 5)


def _numbered(text: str) -> list[tuple[int, str]]:
    return [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]


def _power_line(title: Any, line: str) -> Seat | None:
    """The power, if the line is its name and nothing more."""
    power: Seat | None = title.notation.power(line.strip().rstrip(":"))
    return power
