"""A map in words: what each of its provinces is, and what is next to it."""

from typing import Any

from msgspec import Struct

from adjudicator.boards import Board
from adjudicator.simultaneous.title import Title
from adjudicator.variant import Variant

LINKS = {"army": "land", "fleet": "sea"}


class Entry(Struct, frozen=True):
    """A province in words.

    worth      how many centers it counts as; 0: it is none
    home       whose home center it is; "" if nobody's
    garrison   whose garrison begins there, ``nobody`` if nobody's; "" if there is none
    entry      the kinds that may go in; empty: all that the ground allows
    peaceful   nobody fights in it, or supports into it or out of it
    army       the provinces next to it for armies
    fleet      those for fleets, by coast where its coasts have names, else by its code
    """

    code: str
    name: str
    terrain: str
    worth: int
    home: str
    garrison: str
    entry: tuple[str, ...]
    peaceful: bool
    army: tuple[str, ...]
    fleet: dict[str, tuple[str, ...]]

    @property
    def what(self) -> str:
        """``coast, 2 centers, home of Melnibone, garrison``; of a sea mostly nothing."""
        said = [self.terrain] if self.terrain != "sea" else []
        if self.worth:
            said.append("center" if self.worth == 1 else f"{self.worth} centers")
        if self.home:
            said.append(f"home of {self.home}")
        if self.garrison:
            said.append("garrison" if self.garrison == self.home else "neutral garrison")
        if self.entry:
            said.append(f"only {', '.join(self.entry)} may enter")
        if self.peaceful:
            said.append("no fighting")
        return ", ".join(said)

    @property
    def by_land(self) -> str:
        """``JHA, MAR``; "" if no army goes there or away."""
        return ", ".join(self.army)

    @property
    def by_sea(self) -> str:
        """``DRE, DRN``; ``north coast BAR, NWY; south coast FIN``; "" if no fleet does."""
        if len(self.fleet) == 1:
            return ", ".join(*self.fleet.values())
        return "; ".join(f"{coast} {', '.join(there)}" for coast, there in self.fleet.items())


class Atlas(Struct, frozen=True):
    """A map in words.

    `kinds` are the pieces by the ways they go; `centers` counts one of worth 2 twice; `note` is
    what the title says of its map. The provinces are in the order of their codes, seas last.
    """

    name: str
    centers: int
    victory_centers: int
    kinds: dict[str, str]
    note: str
    provinces: tuple[Entry, ...]

    @property
    def parts(self) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
        """The provinces on land, and the seas."""
        land = tuple(entry for entry in self.provinces if entry.terrain != "sea")
        return ("Land", land), ("Seas", self.provinces[len(land) :])


def map_note(title: Variant[Any, Any]) -> str:
    """What there is to say of a map that stands in the first report; "" for all other titles."""
    return title.map_note if isinstance(title, Title) else ""


def map_of(title: Variant[Any, Any], state: Any) -> Atlas | None:
    """The map of a game as it is in this state; None for a title without provinces."""
    return atlas_of(title, title.board_shown(state)) if isinstance(title, Title) else None


def atlas_of(title: Title[Any, Any], board: Board) -> Atlas:
    """The board, one of the title's, in words."""
    found = [_entry(board, code) for code in board.code]
    found.sort(key=lambda entry: (entry.terrain == "sea", entry.code))
    kinds = {
        code: f"{kind.names[0]}, {_ways(kind.links) or 'stays'}"
        for code, kind in title.kinds_on(board).items()
    }
    worth = sum(board.worth.values())
    note = title.note_of(board)
    return Atlas(board.name, worth, board.victory_centers, kinds, note, tuple(found))


def _ways(links: tuple[str, ...]) -> str:
    """``by land and sea``"""
    return f"by {' and '.join(LINKS[link] for link in links)}" if links else ""


def _entry(board: Board, code: str) -> Entry:
    province = board.provinces[code]
    owner = next((side for side in board.powers.values() if code in side.home_centers), None)
    garrison = ""
    if code in board.garrisons:
        whose = board.garrisons[code]
        garrison = board.powers[whose].names[0] if whose else "nobody"
    fleet = province.fleet if isinstance(province.fleet, dict) else {code: province.fleet}
    return Entry(
        code,
        province.name,
        province.terrain,
        board.worth.get(code, 0),
        owner.names[0] if owner else "",
        garrison,
        province.entry,
        province.peaceful,
        province.army,
        {coast: there for coast, there in fleet.items() if there},
    )
