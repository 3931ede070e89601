"""Titles by name, as a person writes it, and what there is to tell of one."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

import variants
from adjudicator.boards import Claim
from adjudicator.documents import BadDocument, Document
from adjudicator.rulings import Ruling
from adjudicator.simultaneous import title as simultaneous
from adjudicator.variant import Variant


def title_names() -> tuple[str, ...]:
    """The titles there are."""
    return variants.names()


def load_title(name: str, fault: Callable[[str], BadDocument]) -> Variant[Any, Any]:
    """The title of this name; `fault` makes what is raised for a name that there is not."""
    known = variants.names()
    if name not in known:
        near = get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
        raise fault(f"there is no variant {name!r}{hint}")
    title: Variant[Any, Any] = variants.load(name)
    return title


def of_the_family(
    title: Variant[Any, Any], fault: Callable[[str], BadDocument]
) -> simultaneous.Title[Any, Any]:
    """The title, if all move at once in it; `fault` makes what is raised for another."""
    if not isinstance(title, simultaneous.Title):
        raise fault(f"{title.name} is no title in which all move at once")
    return title


def title_in(document: Document, name: str) -> tuple[Variant[Any, Any], Struct]:
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


class SpaceFacts(Struct, frozen=True):
    """A space of a map: where its name comes from, and what else there is to say of it; letters
    are those of the map's sources."""

    code: str
    name: str
    source: str
    note: str


class MapFacts(Struct, frozen=True):
    """Where a title's map comes from: what each letter means, what the map says and from where, and
    its spaces. All are empty for a map that does not tell."""

    name: str
    sources: dict[str, str]
    claims: tuple[Claim, ...]
    spaces: tuple[SpaceFacts, ...]


def map_facts(title: Variant[Any, Any]) -> MapFacts:
    """Where the title's map comes from."""
    if not isinstance(title, simultaneous.Title) or not title.board.data.sources:
        return MapFacts(title.name, {}, (), ())
    board = title.board
    spaces = tuple(
        SpaceFacts(code, province.name, province.source or "", province.note)
        for code, province in board.provinces.items()
    )
    sources = {str(letter): meaning for letter, meaning in board.data.sources.items()}
    return MapFacts(title.name, sources, board.data.claims, spaces)


def variant_facts(title: Variant[Any, Any]) -> VariantFacts:
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
