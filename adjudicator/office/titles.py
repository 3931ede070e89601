"""Titles by name, as a person writes it, and what there is to tell of one."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

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
    seats: tuple[str, ...]
    options: tuple[OptionFacts, ...]
    rulings: tuple[Ruling, ...]


def variant_facts(title: Any) -> VariantFacts:
    """A title's seats, options and rulings."""
    readings = {ruling.option: ruling for ruling in title.rulings if ruling.option}
    options = []
    for field in fields(title.options):
        ruling = readings[field.name]
        default = msgspec.json.encode(field.default).decode().strip('"')
        about = f"{ruling.source}: {ruling.gap}"
        options.append(OptionFacts(field.name, default, about, ruling.values))
    seats = title.seats(title.options())
    return VariantFacts(title.name, title.version, seats, tuple(options), title.rulings)
