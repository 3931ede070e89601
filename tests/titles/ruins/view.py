"""What a reader may see of a game of Ruins, and what happened in words."""

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.events import Reader
from adjudicator.orders import Seat
from variants.ruins.components import BOARD, DECK, DISCARDS, MAP, NAMES, SEATS, WORDS, named
from variants.ruins.state import Event, State

SIGNS = {"clear": ".", "wood": "w", "hill": "^", "lake": "~"}


class SeatView(Struct, frozen=True):
    """A seat: its scouts, how many cards it has, and which if the reader may know that, else ""."""

    name: str
    scouts: tuple[str, ...]
    cards: int
    hand: str


class View(Struct, frozen=True):
    """The board before the phase that comes next; `ending` is a sentence once the game is over."""

    title: str
    seats: tuple[SeatView, ...]
    map: tuple[str, ...]
    deck: int
    discards: str
    storm: bool
    ending: str

    @classmethod
    def of(cls, state: State, reader: Reader) -> "View":
        """What this reader may see: all hands only if he is the GM, or once they were shown."""

        def seat_view(seat: Seat) -> SeatView:
            scouts = tuple(f"{one} {state.scouts[one]}" for one in MAP.camps[seat].scouts)
            hand = state.piles[seat]
            seen = hand and (reader in (seat, "gm") or state.winners)
            return SeatView(NAMES[seat], scouts, len(hand), named(hand) if seen else "")

        return cls(
            title=state.title,
            seats=tuple(map(seat_view, SEATS)),
            map=drawn(state.scouts),
            deck=len(state.piles[DECK]),
            discards=named(state.piles[DISCARDS]),
            storm=state.storm,
            ending=ending(state.winners),
        )


def ending(winners: tuple[Seat, ...]) -> str:
    """How the game ended, in a sentence; empty if it did not."""
    what = "won" if len(winners) == 1 else "shared"
    return WORDS[what].format(winners=named(winners)) if winners else ""


def drawn(scouts: dict[str, str]) -> tuple[str, ...]:
    """The map, line by line: of each hex its code, a sign, its scouts; even columns are lower."""
    signs = {code: SIGNS[terrain] for code, terrain in BOARD.terrain.items()}
    signs |= dict.fromkeys(MAP.ruins, "*")
    signs |= {camp.hex: "#" for camp in MAP.camps.values()}
    cells = {code: code + sign for code, sign in signs.items()}
    for scout, code in scouts.items():
        cells[code] += scout
    lines = []
    for row in range(1, BOARD.rows + 1):
        for odd in (1, 0):
            columns = range(1, BOARD.columns + 1)
            line = [cells[f"{c:02}{row:02}"] if c % 2 == odd else "" for c in columns]
            lines.append("".join(f"{cell:10}" for cell in line).rstrip())
    for what, sides in {"Roads": MAP.roads, "Rivers": MAP.rivers, "Walls": MAP.walls}.items():
        lines.append(f"{what}: {', '.join('-'.join(side) for side in sides)}")
    return tuple(lines)


class Results(Struct, frozen=True):
    """A phase as it went: sentences in the order of what happened."""

    title: str
    lines: tuple[str, ...]


def results(events: Sequence[Event]) -> Results:
    """What the reader of these events may know, in words."""
    said = [
        (event.what, WORDS[event.what].format_map({k: spoken(v) for k, v in event.facts.items()}))
        for event in events
    ]
    titles = [sentence for what, sentence in said if what == "phase"]
    lines = [sentence for what, sentence in said if what != "phase"]
    return Results(titles[0] if titles else "", tuple(lines))


def spoken(fact: str | int | tuple[str, ...]) -> str:
    """A fact of an event in words."""
    if isinstance(fact, tuple):
        return named(fact)
    return NAMES.get(str(fact), WORDS.get(str(fact), str(fact)))
