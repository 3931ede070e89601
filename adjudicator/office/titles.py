"""Titles by name, as a person writes it, and what there is to tell of one."""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import fields

import variants
from adjudicator.documents import BadDocument, Document
from adjudicator.rulings import Ruling


def title_names() -> tuple[str, ...]:
    """The titles there are."""
    return variants.names()


def load_title(name: str, fault: Callable[[str], BadDocument]) -> Any:
    """The title of this name, an `adjudicator.variant.Variant`; `fault` makes what is raised for
    a name that there is not."""
    known = variants.names()
    if name not in known:
        near = get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
        raise fault(f"there is no variant {name!r}{hint}")
    return variants.load(name)


def title_in(document: Document, name: str) -> tuple[Any, Any]:
    """The title that a document names as its ``variant``, and its ``options``, defaults where left
    out. BadDocument if either is wrong."""
    title = load_title(name, lambda why: document.fault("$.variant", why))
    given = document.value.get("options")
    return title, document.part("$.options").convert(title.options) if given else title.options()


class OptionFacts(Struct, frozen=True):
    """An option of a title: its default, what it decides, and what each of its values does."""

    name: str
    default: str
    about: str
    values: dict[str, str]


class VariantFacts(Struct, frozen=True):
    """What there is to tell of a title."""

    name: str
    version: int
    powers: tuple[str, ...]
    options: tuple[OptionFacts, ...]
    rulings: tuple[Ruling, ...]


def variant_facts(title: Any) -> VariantFacts:
    """A title's powers, options and rulings."""
    readings = {ruling.option: ruling for ruling in title.rulings if ruling.option}
    options = []
    for field in fields(title.options):
        ruling = readings[field.name]
        default = msgspec.json.encode(field.default).decode().strip('"')
        about = f"{ruling.source}: {ruling.gap}"
        options.append(OptionFacts(field.name, default, about, ruling.values))
    powers = tuple(title.board.powers)
    return VariantFacts(title.name, title.version, powers, tuple(options), title.rulings)


def _values(options: type[Struct], name: str) -> tuple[str, ...]:
    (kind,) = [field.type for field in fields(options) if field.name == name]
    return ("true", "false") if kind is bool else tuple(str(value) for value in get_args(kind))


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
    for ruling in title.rulings:
        if ruling.option:
            known_values = set(_values(title.options, ruling.option))
            if known_values != set(ruling.values):
                faults.append(f"{ruling.option}: the ruling says nothing of each of its values")
    named = {ruling.option for ruling in title.rulings if ruling.option}
    known = {field.name for field in fields(title.options)}
    faults += [f"ruling for an option that there is not: {name}" for name in sorted(named - known)]
    faults += [f"option without a ruling: {name}" for name in sorted(known - named)]
    return faults
