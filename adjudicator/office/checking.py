"""What `check` and `variant` tell: how order lines read, and what a title consists of."""

import inspect
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from adjudicator.documents import BadDocument
from adjudicator.office.positions import Case
from adjudicator.office.reports import wrapped
from adjudicator.orders import Diagnostic, Seat
from adjudicator.rulings import Ruling
from adjudicator.simultaneous.reader import read
from adjudicator.simultaneous.sheets import sheet_faults


class CheckedLine(Struct, frozen=True):
    """One line of an orders file; `orders` are canonical."""

    line: int
    text: str
    power: Seat | None
    orders: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


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
        if _power_line(title, line) is None:
            parsed = title.notation.parse(line)
            orders = () if parsed.order is None else (str(parsed.order),)
            said = () if parsed.diagnostic is None else (replace(parsed.diagnostic, line=number),)
            lines.append(CheckedLine(number, line, parsed.power or None, orders, said))
    return Checked(tuple(lines), {})


def check_orders(case: Case, text: str, power: Seat | None) -> Checked:
    """Each line as its power's order in the position, and each power's orders as a whole.

    BadDocument if there is no such power, or a line comes before any power is named.
    """
    title = case.title
    if power is not None and power not in title.board.powers:
        known = ", ".join(title.board.powers)
        raise BadDocument("--power", f"there is no power {power!r}, only {known}")
    lines = []
    sheets: dict[Seat, list[Any]] = {}
    for number, line in _numbered(text):
        named = _power_line(title, line)
        if named is not None:
            power = named
            continue
        if power is None:
            where = f"line {number}"
            raise BadDocument(where, "whose order is this? name the power above it, or --power")
        reading = read(title.notation, case.position, power, case.options, line)
        said = tuple(replace(d, line=number) for d in reading.diagnostics)
        sheets.setdefault(power, []).extend(reading.orders)
        lines.append(
            CheckedLine(number, line, power, tuple(str(order) for order in reading.orders), said)
        )
    faults = {
        seat: sheet_faults(title.board, case.position, seat, orders, case.options)
        for seat, orders in sheets.items()
    }
    return Checked(tuple(lines), faults)


def as_text(checked: Checked) -> str:
    """The lines with what they read as, at most 78 columns wide."""
    shown = []
    for line in checked.lines:
        shown.append(f"{line.line:3}  {wrapped(line.text.strip(), 5)}")
        shown += [f"     read as {order}" for order in line.orders]
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


class OptionFacts(Struct, frozen=True):
    """An option of a title: its default, the values it may take, and what it decides."""

    name: str
    default: str
    values: tuple[str, ...]
    about: str


class VariantFacts(Struct, frozen=True):
    """What there is to tell of a title."""

    name: str
    version: int
    about: str
    powers: tuple[str, ...]
    options: tuple[OptionFacts, ...]
    rulings: tuple[Ruling, ...]


def variant_facts(title: Any) -> VariantFacts:
    """A title's powers, options and rulings."""
    about = inspect.getdoc(inspect.getmodule(type(title))) or ""
    readings = {ruling.option: ruling for ruling in title.rulings if ruling.option}
    options = tuple(
        OptionFacts(
            field.name,
            msgspec.json.encode(field.default).decode().strip('"'),
            _values(title.options, field.name),
            f"{readings[field.name].source}: {readings[field.name].gap}",
        )
        for field in fields(title.options)
    )
    return VariantFacts(
        title.name, title.version, about, tuple(title.board.powers), options, title.rulings
    )


def _values(options: type[Struct], name: str) -> tuple[str, ...]:
    kind = next(
        field.type
        for field in msgspec.inspect.type_info(options).fields  # type: ignore[attr-defined]
        if field.name == name
    )
    if isinstance(kind, msgspec.inspect.LiteralType):
        return tuple(str(value) for value in kind.values)
    return ("true", "false") if isinstance(kind, msgspec.inspect.BoolType) else ()


def lint(title: Any) -> Sequence[str]:
    """Faults in the data of a title, each a sentence."""
    board = title.board
    faults = []
    for kind, spots in board.spots.items():
        for place, spot in spots.items():
            for to, _ in spot.exits:
                if to not in spots:
                    faults.append(f"{kind} {place}: {to} is no place for such a unit")
                elif place not in dict(spots[to].exits):
                    faults.append(f"{kind} {place}: {to} is next to it, but not the other way")
    for power, side in board.powers.items():
        for text in side.units:
            kind, _, place = text.partition(" ")
            if place not in board.spots.get(kind, {}):
                faults.append(f"{power}: {text} cannot stand there")
        faults += [
            f"{power}: {c} is no center" for c in side.home_centers if c not in board.centers
        ]
    named = {ruling.option for ruling in title.rulings if ruling.option}
    known = {field.name for field in fields(title.options)}
    faults += [f"ruling for an option that there is not: {name}" for name in sorted(named - known)]
    faults += [f"option without a ruling: {name}" for name in sorted(known - named)]
    return faults
