"""The board after the movement, the dislodged and their retreats (92, 95, 26), the throne (107)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .board import (
    ARMY,
    CHAOS_LANDS,
    CLOSED_BY_THRONE,
    DOUBLE_CENTRES,
    FLEET,
    TANELORN,
    THRONE,
    both_links,
    is_coast,
    is_sea,
    touches,
)
from .equations import Ask, dislodged_by, exists, is_aboard_own_ferry, prevent
from .legal import Force, Position
from .pieces import UNIT, Board, Piece, companions, is_found_by_chaos


@dataclass
class Beaten:
    """Pieces that left the board together: one, or the two of an A/F."""

    pieces: frozenset[Piece]
    barred: frozenset[str] = frozenset()
    """Where its dislodger came from."""
    fate: str = ""
    """retreats, disbands, vanishes, removed, no_space."""
    whole: list[str] = field(default_factory=list)
    """Open retreats of a single piece, or of an A/F as a whole."""
    fleet: list[str] = field(default_factory=list)
    """26 b: of the fleet of an A/F by itself."""
    army: list[str] = field(default_factory=list)
    """26 b: of its army by itself."""

    @property
    def is_af(self) -> bool:
        return {piece.kind for piece in self.pieces} == UNIT

    def text(self) -> str:
        """`LOR F DRS`."""
        first = min(self.pieces)
        return f"{first.power} {'A/F' if self.is_af else first.kind} {first.at}"

    def open_retreats(self) -> list[str]:
        """All of them as one list: `FIL`, and for the parts of an A/F `F OLD`, `A MEN`."""
        parts = [f"F {space}" for space in self.fleet] + [f"A {space}" for space in self.army]
        return self.whole + (parts if self.is_af else [])


# --- where everything is after the movement


def new_space(position: Position, piece: Piece, ask: Ask) -> tuple[str, bool]:
    """Where a piece that is not dislodged is then, and whether it is aboard a fleet."""
    force = position.force_with(piece)
    if force is None:
        fleet = carrying(position, piece)
        return (ride(position, fleet, ask), True) if fleet else (piece.at, False)
    if exists(force, ask) and ask(("win", force.name)):
        return force.dest, piece.kind == "A" and is_sea(force.dest)
    if force.way == "ferried" and is_aboard_own_ferry(position, force, ask):
        return ferry_taken(position, force, ask).at, piece.kind == "A"
    if force.way == "lands":
        won = bool(force.carrier) and ask(("win", force.carrier))
        return (force.origin, piece.kind == "A") if won else (piece.at, piece.aboard)
    return piece.at, piece.aboard


def carrying(position: Position, piece: Piece) -> Piece | None:
    """The fleet an army is aboard of."""
    if not piece.aboard:
        return None
    return next(p for p in position.board.at(piece.at) if p.kind == "F" and p.power == piece.power)


def ride(position: Position, fleet: Piece, ask: Ask) -> str:
    force = position.force_with(fleet)
    return force.dest if force and ask(("win", force.name)) else fleet.at


def ferry_taken(position: Position, force: Force, ask: Ask) -> Piece:
    """10: the own fleet the army is then aboard of; of several the first by code of its sea."""
    lasting = [f for f in force.own_fleets if not dislodged_by(position, f, ask)]
    return min(lasting, key=lambda fleet: fleet.at)


def board_after(position: Position, ask: Ask) -> tuple[Board, list[tuple[Piece, list[Force]]]]:
    """The board after movement without the dislodged, and the dislodged with their dislodgers.

    23: an army that stays aboard of a dislodged fleet is dislodged with it; 22, 98 a: landed it
    is safe.
    """
    after: set[Piece] = set()
    hosts = set(position.board.hosts)
    beaten: list[tuple[Piece, list[Force]]] = []
    for piece in sorted(position.board.pieces):
        by = dislodged_by(position, piece, ask)
        if by:
            beaten.append((piece, by))
            continue
        space, aboard = new_space(position, piece, ask)
        number = piece.number if space == piece.at else 1
        moved = replace(piece, at=space, aboard=aboard, number=number)
        while moved.kind == "C" and moved in after:
            moved = replace(moved, number=moved.number + 1)
        after.add(moved)
        if piece in position.board.hosts:
            hosts.add(moved)
    return replace(position.board, pieces=frozenset(after), hosts=frozenset(hosts)), beaten


def standoffs(position: Position, after: Board, ask: Ask) -> frozenset[str]:
    """95: spaces left empty by a standoff: a force that was not beaten head-to-head bounced."""
    return frozenset(
        force.dest
        for force in position.forces.values()
        if not after.at(force.dest)
        and exists(force, ask)
        and not ask(("win", force.name))
        and prevent(position, force, ask) > 0
    )


# --- retreats


def is_open(after: Board, piece: Piece, space: str) -> bool:
    """95: empty, or holding companions only; not Chaos lands, Tanelorn or closed spaces."""
    if space in CHAOS_LANDS or space == TANELORN or space in after.closed:
        return False
    return all(companions(after, piece, other, space) for other in after.at(space))


def retreats_of(
    after: Board, piece: Piece, reach: frozenset[str], barred: frozenset[str]
) -> list[str]:
    return sorted(s for s in reach if s not in barred and is_open(after, piece, s))


def as_fleet_or_army(piece: Piece) -> frozenset[str]:
    """95: links of the piece's kind; 26 b: an army lost at sea goes to a coast next to it."""
    if piece.kind in "DC":
        return both_links(piece.at)
    if piece.kind == "A" and is_sea(piece.at):
        return frozenset(s for s in FLEET[piece.at] if touches(piece.at, s) and is_coast(s))
    return FLEET[piece.at] if piece.kind == "F" else ARMY[piece.at]


def whole_retreats(after: Board, beaten: Beaten, barred: frozenset[str]) -> list[str]:
    """26 a: an A/F as a whole to a sea next to it, or into its own double centre."""
    (fleet,) = (piece for piece in beaten.pieces if piece.kind == "F")
    found = []
    for space in sorted(FLEET[fleet.at]):
        own = space in DOUBLE_CENTRES and after.owns(fleet.power, space)
        room = all(is_open(after, piece, space) for piece in beaten.pieces)
        if room and space not in barred and (is_sea(space) or own):
            found.append(space)
    return found


def find_retreats(after: Board, beaten: Beaten, empty_by_standoff: frozenset[str]) -> None:
    """95, 26: the fate and the open retreats."""
    kinds = {piece.kind for piece in beaten.pieces}
    barred = beaten.barred | empty_by_standoff | {piece.at for piece in beaten.pieces}
    if kinds & {"C", "G"}:
        beaten.fate = "disbands"
        return
    if "E" in kinds:
        beaten.fate = "vanishes"
        return
    if beaten.is_af:
        beaten.whole = whole_retreats(after, beaten, barred)
        for piece in beaten.pieces:
            spaces = retreats_of(after, piece, as_fleet_or_army(piece), barred)
            if piece.kind == "F":
                beaten.fleet = spaces
            else:
                beaten.army = spaces
    else:
        (piece,) = beaten.pieces
        beaten.whole = retreats_of(after, piece, as_fleet_or_army(piece), barred)
    beaten.fate = "retreats" if beaten.whole or beaten.fleet or beaten.army else "no_space"


def gather(pieces: dict[Piece, frozenset[str]]) -> list[Beaten]:
    """The dislodged, an army and a fleet of one Power in one space as one A/F."""
    found: list[Beaten] = []
    for piece, barred in sorted(pieces.items(), key=lambda item: item[0]):
        partner = next(
            (
                beaten
                for beaten in found
                if piece.kind == "F"
                and {(p.power, p.kind, p.at) for p in beaten.pieces}
                == {(piece.power, "A", piece.at)}
            ),
            None,
        )
        if partner is not None:
            partner.pieces |= {piece}
            partner.barred |= barred
        else:
            found.append(Beaten(frozenset([piece]), barred))
    return found


def came_from(force: Force) -> frozenset[str]:
    """95: a landed army comes from its sea; where a ferried one came from may be entered."""
    return frozenset() if force.way == "ferried" else frozenset([force.origin])


def all_beaten(
    beaten: list[tuple[Piece, list[Force]]], by_dragon: dict[Piece, str]
) -> list[Beaten]:
    """57: those of the Dragon's first move, too; they may not go to where it came from."""
    pieces = {
        piece: frozenset(s for force in forces for s in came_from(force))
        for piece, forces in beaten
    }
    pieces |= {piece: frozenset([origin]) for piece, origin in by_dragon.items()}
    return gather(pieces)


# --- Elric


def leaves_chaos(after: Board) -> Piece | None:
    """69: Elric, if after movement he is still with the Chaos unit that found him."""
    elric = after.elric()
    if elric is None:
        return None
    if any(is_found_by_chaos(elric, other, elric.at) for other in after.at(elric.at)):
        return elric
    return None


def takes_the_throne(after: Board) -> bool:
    """72, 107: Elric is in Imrryr after movement."""
    elric = after.elric()
    return elric is not None and elric.at == THRONE


def settle_throne(after: Board, beaten: list[Beaten]) -> tuple[Board, list[Beaten]]:
    """107, 47: Melnibone's pieces and Elric go; from the closed spaces everybody must retreat."""
    gone = {p for p in after.pieces if p.power == "MEL" or p.kind == "E"}
    kept = after.without(gone)
    leaving = {p: frozenset[str]() for p in kept.pieces if p.at in CLOSED_BY_THRONE}
    for one in beaten:
        if any(piece.power == "MEL" for piece in one.pieces):
            one.fate = "removed"
    closed = after.closed | CLOSED_BY_THRONE
    return replace(kept.without(leaving), closed=closed), gather(leaving)


def settle_after(
    position: Position, ask: Ask, by_dragon: dict[Piece, str]
) -> tuple[Board, Board, list[Beaten], list[Beaten]]:
    """The board after movement; the same after the throne; the dislodged; those the throne moves.

    4.6 step 5: Elric with a Chaos unit and the throne come before any retreat.
    """
    moved, pairs = board_after(position, ask)
    beaten = all_beaten(pairs, by_dragon)
    elric = leaves_chaos(moved)
    if elric is not None:
        moved = moved.without([elric])
        beaten.append(Beaten(frozenset([elric])))
    empty = standoffs(position, moved, ask)
    final, leaving = moved, []
    if takes_the_throne(moved):
        final, leaving = settle_throne(moved, beaten)
    for one in beaten + leaving:
        if one.fate != "removed":
            find_retreats(final, one, empty)
    return moved, final, beaten, leaving
