"""What Ruins is played with: the map with its camps and ruins, the cards, and words for them."""

from collections.abc import Iterable
from importlib.resources import files

from msgspec import Struct

from adjudicator import documents
from adjudicator.hexes import Halves, HexBoard, HexMapFile
from adjudicator.orders import Seat

DECK, DISCARDS = "DECK", "DISCARDS"


class Camp(Struct, frozen=True):
    """Where a seat's scouts begin, and its scouts."""

    hex: str
    scouts: tuple[str, ...]


class MapFile(HexMapFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A map of hexes, with what Ruins has on it; `allowance`: half points of a scout's move."""

    allowance: Halves
    ruins: tuple[str, ...]
    camps: dict[Seat, Camp]


class Card(Struct, frozen=True):
    """A treasure."""

    name: str
    value: int


FOLDER = files("variants.ruins")
MAP = documents.read(FOLDER / "map.yaml", MapFile)
CARDS = documents.read(FOLDER / "cards.yaml", dict[str, Card])
WORDS = documents.read(FOLDER / "words.yaml", dict[str, str])
BOARD = HexBoard(MAP)
SEATS = tuple(MAP.camps)
OWNER = {scout: seat for seat, camp in MAP.camps.items() for scout in camp.scouts}
NAMES = {
    **{seat: seat.capitalize() for seat in SEATS},
    **{scout: f"{seat.capitalize()}'s {scout}" for scout, seat in OWNER.items()},
    **{code: f"{card.name} ({card.value})" for code, card in CARDS.items()},
    DECK: "the deck",
}


def value(cards: Iterable[str]) -> int:
    """What these cards are worth together."""
    return sum(CARDS[card].value for card in cards)


def named(codes: Iterable[str]) -> str:
    """``the Crown (5) and the Lamp (2)``; ``nothing`` for none."""
    *most, last = [NAMES[code] for code in codes] or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last
