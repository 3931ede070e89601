"""Which piece an order names: those of a place as they may be ordered, supported or carried.

A *piece* is a unit, or a part of an A/F that may act for itself: the army and the fleet of one in
harbour (17), and of one that is dislodged (26) or to be removed (31).
"""

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Unit
from variants.young_kingdoms.pieces.chaos import numbered
from variants.young_kingdoms.pieces.harbours import names
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.pieces import GARRISON


class Piece(NamedTuple):
    """A piece as an order names it: ``A``, ``A/F``, ``C2``."""

    kind: str
    place: str
    power: Seat | None

    def __str__(self) -> str:
        return f"{self.kind} {self.place}"

    @property
    def name(self) -> Name:
        """The kind, and the number where it has one."""
        return Name.of(self.kind)


def pieces_at(board: Board, units: Iterable[Unit], place: str, split: bool) -> list[Piece]:
    """All pieces of this province. `split`: the parts of an A/F are pieces even at sea.

    Several Chaos units of one power in one land are numbered by order of arrival (103).
    """
    number = board.number.get(place, -1)
    here = [unit for unit in units if board.number[unit.place] == number]
    found = []
    for unit in here:
        _, *apart = names(unit)
        if split or not board.at_sea(place):
            found += [Piece(part.kind, part.place, part.power) for part in apart]
        found.append(Piece(numbered(here, unit), unit.place, unit.power))
    return found


def called(pieces: Iterable[Piece], kind: str) -> list[Piece]:
    """Those that this word for a kind may name."""
    return [piece for piece in pieces if Name.of(kind).may_mean(piece.name)]


def orderable(pieces: Iterable[Piece], seat: Seat) -> list[Piece]:
    """The seat's pieces that can have orders; a garrison has none (40)."""
    return [piece for piece in pieces if piece.power == seat and piece.kind != GARRISON]
