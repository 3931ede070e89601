"""The pieces: what they are, what they weigh (81), and which may stand together (83)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from .board import (
    ARMY,
    CHAOS_LANDS,
    DOUBLE_CENTRES,
    FLEET,
    HOME,
    TANELORN,
    both_links,
    is_sea,
)

UNIT = frozenset("AF")
"""What the rulebook calls a regular unit; an A/F is one of each."""


@dataclass(frozen=True, order=True)
class Piece:
    """One piece; an A/F is two pieces here, an army and a fleet, that weigh 2 together (81)."""

    power: str
    """82: for Elric his ally; NEUTRAL for the garrisons of Org and Tanelorn."""
    kind: str
    """A army, F fleet, D Dragon, E Elric, C Chaos unit, G garrison."""
    at: str
    number: int = 1
    """Of several Chaos units of one Power in one Chaos land, by order of arrival (103)."""
    aboard: bool = False
    """An army on a fleet at sea, in the same space."""

    def text(self) -> str:
        return f"{self.kind} {self.at}"


@dataclass(frozen=True)
class Board:
    """The pieces at some moment, and what else bears on who may do what."""

    pieces: frozenset[Piece]
    owner: dict[str, str] = field(default_factory=dict)
    """Space -> owner when the season began."""
    closed: frozenset[str] = frozenset()
    """Spaces closed for ever (107)."""
    guest: Piece | None = None
    """Elric, if he is a guest when the season begins (61)."""
    sharing: frozenset[Piece] = frozenset()
    """The units of another Power whose guest he is then."""
    hosts: frozenset[Piece] = frozenset()
    """Units of other Powers that Elric and they themselves agree on in this season (61)."""
    free_elric: str = ""
    """Where Elric is hidden; he is no piece then (81)."""

    def at(self, space: str) -> frozenset[Piece]:
        return frozenset(piece for piece in self.pieces if piece.at == space)

    def elric(self) -> Piece | None:
        return next((piece for piece in self.pieces if piece.kind == "E"), None)

    def without(self, gone: Iterable[Piece]) -> Board:
        return replace(self, pieces=self.pieces - frozenset(gone))

    def owns(self, power: str, space: str) -> bool:
        return self.owner.get(space) == power

    def army_on(self, fleet: Piece) -> Piece | None:
        """The army aboard this fleet at sea."""
        for piece in self.at(fleet.at):
            if piece.aboard and piece.power == fleet.power and fleet.kind == "F":
                return piece
        return None

    def in_harbour(self, power: str, space: str) -> frozenset[Piece]:
        """16: an army and a fleet of the owner in its double centre: an A/F in harbour."""
        units = frozenset(p for p in self.at(space) if p.kind in UNIT and p.power == power)
        if space in DOUBLE_CENTRES and {p.kind for p in units} == UNIT:
            return units
        return frozenset()


def usual_owner(space: str) -> str:
    """37: at the start each home centre is its Power's."""
    return HOME.get(space, "")


def weight(pieces: Iterable[Piece]) -> int:
    """81: pieces of one space; an army and a fleet of one Power there count 2 between them."""
    pieces = frozenset(pieces)
    units = len({piece.power for piece in pieces if piece.kind in UNIT})
    each = {"A": 0, "F": 0, "E": 1, "D": 3, "C": 2, "G": 2}
    return 2 * units + sum(each[piece.kind] for piece in pieces)


# --- companions


def is_elric_with_ally(one: Piece, other: Piece) -> bool:
    """83 a."""
    return one.kind == "E" and other.kind in UNIT and one.power == other.power


def is_guest_with_host(board: Board, one: Piece, other: Piece, space: str) -> bool:
    """83 b, 61: by the consent of this season; or because they share already, while they do."""
    if one.kind != "E":
        return False
    return other in board.hosts or (
        one == board.guest and other in board.sharing and one.at == other.at == space
    )


def is_dragon_with_unit(one: Piece, other: Piece) -> bool:
    """83 c."""
    return one.kind == "D" and other.kind in UNIT and one.power == other.power


def is_with_own_garrison(one: Piece, other: Piece, space: str) -> bool:
    """83 d: units of the garrison's Power, its Dragon, Elric if that Power is his ally."""
    return (
        one.kind == "G"
        and one.at == space
        and one.power == other.power == HOME.get(space)
        and other.kind in UNIT | {"D", "E"}
    )


def is_harbour_pair(board: Board, one: Piece, other: Piece, space: str) -> bool:
    """83 e, 18: an army and a fleet of the owner in its double centre."""
    return (
        space in DOUBLE_CENTRES
        and board.owns(one.power, space)
        and one.power == other.power
        and {one.kind, other.kind} == UNIT
    )


def is_in_chaos_land(one: Piece, other: Piece, space: str) -> bool:
    """83 f, 44: any number of Chaos units of any Powers."""
    return space in CHAOS_LANDS and one.kind == other.kind == "C"


def is_found_by_chaos(one: Piece, other: Piece, space: str) -> bool:
    """69: Elric and the Chaos unit that found him, for one season, in that space only."""
    return (
        one.kind == "E"
        and other.kind == "C"
        and one.power == other.power
        and one.at == other.at == space
    )


def is_one_af(one: Piece, other: Piece) -> bool:
    """20: the army aboard is part of its A/F."""
    return (
        one.aboard
        and other.kind == "F"
        and (one.power, one.at) == (other.power, other.at)
        and is_sea(one.at)
    )


def companions(board: Board, one: Piece, other: Piece, space: str) -> bool:
    """83: whether the two may be together in this space."""
    if one == other:
        return True
    for a, b in ((one, other), (other, one)):
        if (
            is_elric_with_ally(a, b)
            or is_guest_with_host(board, a, b, space)
            or is_dragon_with_unit(a, b)
            or is_with_own_garrison(a, b, space)
            or is_harbour_pair(board, a, b, space)
            or is_in_chaos_land(a, b, space)
            or is_found_by_chaos(a, b, space)
            or is_one_af(a, b)
        ):
            return True
    return False


def all_companions(
    board: Board, some: Iterable[Piece], others: Iterable[Piece], space: str
) -> bool:
    """84: a force is the companion of a piece or force only if all its pieces are."""
    others = list(others)
    return all(companions(board, one, other, space) for one in some for other in others)


# --- links


def links(piece: Piece) -> frozenset[str]:
    """85: the spaces next to it by the links of its kind; Elric aboard goes as the fleet."""
    if piece.kind in "DC":
        return both_links(piece.at)
    if piece.kind == "F" or piece.aboard or (piece.kind == "E" and is_sea(piece.at)):
        return FLEET[piece.at]
    return ARMY[piece.at] if piece.kind in "AE" else frozenset()


def may_enter(board: Board, piece: Piece, space: str, with_elric: bool = False) -> bool:
    """44, 48, 59, 107: spaces not open to everybody."""
    if space in board.closed:
        return False
    if space in CHAOS_LANDS:
        return piece.kind == "C"
    if space == TANELORN:
        return piece.kind in "CE" or (piece.kind in UNIT and with_elric)
    return True
