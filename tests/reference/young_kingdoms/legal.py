"""Which orders are legal, the boardings, and the forces and supports that the orders make.

Illegal is what is impossible whatever the others order, given the pieces on the board (4.E.1).
Void is what comes to nothing because of what else is ordered. Either way the piece holds, and
may be supported, unless it has a legal order to move.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .board import (
    ARMY,
    CHAOS_LANDS,
    DOUBLE_CENTRES,
    FLEET,
    SPACES,
    TANELORN,
    is_coast,
    is_sea,
    touches,
)
from .orders import Name, Order
from .pieces import UNIT, Board, Piece, links, may_enter


@dataclass(frozen=True)
class Force:
    """84: what is ordered into a space from another as one."""

    name: str
    power: str
    pieces: frozenset[Piece]
    origin: str
    """A landing comes from the sea it lands from, a ferried army from its province."""
    dest: str
    way: str
    """moves, lands or ferried."""
    carrier: str = ""
    """98: name of the force that is the move of the A/F it lands from; empty if that stays."""
    fleets: frozenset[Piece] = frozenset()
    """The fleets that are ordered to ferry it."""

    @property
    def own_fleets(self) -> frozenset[Piece]:
        """10: fleets on which the army stays if it cannot land: of its Power, no Chaos unit."""
        if any(piece.kind == "C" for piece in self.pieces):
            return frozenset()
        return frozenset(f for f in self.fleets if f.kind == "F" and f.power == self.power)


@dataclass(frozen=True)
class Support:
    """85: a support that is legal and fits what the other piece does."""

    key: str
    power: str
    by: Piece
    into: str
    """The space the support goes into."""
    force: str = ""
    """Name of the force supported; empty in a support to hold."""
    pieces: frozenset[Piece] = frozenset()
    """The pieces whose hold is supported."""


@dataclass
class Position:
    """All that the movement is worked out from, after the boardings."""

    board: Board
    orders: list[Order]
    words: dict[str, str] = field(default_factory=dict)
    """Order key -> word, where it does not depend on the movement."""
    forces: dict[str, Force] = field(default_factory=dict)
    force_of: dict[str, str] = field(default_factory=dict)
    """Order key -> name of the force it is part of."""
    supports: dict[str, Support] = field(default_factory=dict)
    ferries: dict[str, str] = field(default_factory=dict)
    """Key of a ferrying order -> name of the force ferried."""
    ferrying: dict[str, Piece] = field(default_factory=dict)
    boarded: dict[Piece, Piece] = field(default_factory=dict)
    """Piece before its boarding -> after it."""

    def into(self, space: str) -> list[Force]:
        return [force for force in self.forces.values() if force.dest == space]

    def force_with(self, piece: Piece) -> Force | None:
        """Elric, an army and so on is part of one force at most (84)."""
        return next((f for f in self.forces.values() if piece in f.pieces), None)


# --- which piece is ordered


def ordered_pieces(board: Board, order: Order) -> frozenset[Piece]:
    """The pieces an order is for, other than a landing; none if they are not there.

    27, 97: a fleet at sea may be written as A/F, an A/F at sea as fleet; an A/F in harbour, only
    if both parts go as one (17). 20: an army aboard is not ordered by itself.
    """
    own = frozenset(p for p in board.at(order.at) if p.power == order.power)
    if order.kind == "A/F" and board.in_harbour(order.power, order.at):
        return board.in_harbour(order.power, order.at)
    kind = "F" if order.kind == "A/F" else order.kind
    found = [p for p in own if p.kind == kind and not p.aboard]
    if order.number:
        found = [p for p in found if p.number == order.number]
    if len(found) != 1:
        return frozenset()
    army = board.army_on(found[0])
    return frozenset([found[0], army] if army else found)


# --- boardings


def boarding_is_legal(board: Board, order: Order) -> bool:
    """3: an army on a coast, a fleet of its Power in an adjacent sea that carries no army."""
    army, fleet = ordered_pieces(board, order), boarded_fleet(board, order)
    return (
        order.kind == "A"
        and bool(army)
        and fleet is not None
        and board.army_on(fleet) is None
        and touches(fleet.at, order.at)
    )


def boarded_fleet(board: Board, order: Order) -> Piece | None:
    """14: a Chaos unit takes nobody aboard; 3: nor does another Power's fleet."""
    assert order.other is not None
    for piece in board.at(order.other.at):
        if piece.kind == "F" and piece.power == order.power:
            return piece
    return None


def boards_with(orders: list[Order], elric: Order) -> list[Order]:
    """60: the boarding of the army of his space, which he goes with by the same order."""
    assert elric.other is not None
    return [
        order
        for order in orders
        if order.verb == "BOARD"
        and order.kind == "A"
        and (order.power, order.at) == (elric.power, elric.at)
        and order.other is not None
        and order.other.at == elric.other.at
        and not elric.guest
    ]


def settle_boardings(position: Position) -> None:
    """97: all at once; 3: two armies ordered aboard one fleet, both orders are void."""
    board, orders = position.board, [o for o in position.orders if o.verb == "BOARD"]
    armies = [order for order in orders if boarding_is_legal(board, order)]
    for order in orders:
        if order.kind == "E":
            going = [o for o in boards_with(orders, order) if o in armies]
            legal = bool(going) and bool(ordered_pieces(board, order))
        else:
            going, legal = [order], order in armies
        if not legal:
            could = order.kind == "E" and bool(ordered_pieces(board, order))
            could = could and boarding_is_legal(board, replace(order, kind="A"))
            position.words[order.key] = "void" if could else "illegal"
            continue
        fleet = boarded_fleet(board, going[0])
        crowd = [o for o in armies if boarded_fleet(board, o) == fleet]
        position.words[order.key] = "succeeds" if len(crowd) == 1 else "void"
        if len(crowd) == 1 and fleet is not None:
            (piece,) = ordered_pieces(board, order)
            aboard = replace(piece, at=fleet.at, aboard=piece.kind == "A")
            position.boarded[piece] = aboard
    moved = frozenset(position.boarded.values())
    pieces = (board.pieces - position.boarded.keys()) | moved
    position.board = replace(board, pieces=pieces)


# --- consent


def settle_consent(position: Position, elric_guests: str) -> None:
    """61, 106: only if both say so; a unit of another Power, but none of Melnibone's."""
    board = position.board
    said = [o for o in position.orders if o.kind == "E" and o.guest]
    elric = board.elric()
    if elric_guests == "never" or elric is None or not said or said[0].power != elric.power:
        return
    hosts = set(board.hosts)
    for order in position.orders:
        if order.admits and order.power not in ("MEL", elric.power):
            if order.verb == "LAND":
                pieces = frozenset(landing_armies(position, order))
            elif order.verb == "BOARD":
                pieces = frozenset()
            else:
                pieces = ordered_pieces(board, order)
            hosts |= {piece for piece in pieces if piece.kind in UNIT}
    position.board = replace(board, hosts=frozenset(hosts))


# --- moves of single pieces


def has_elric_along(position: Position, order: Order) -> bool:
    """48, 60: Elric starts in its space, is its Power's, and has the same order."""
    return any(
        other.kind == "E"
        and (other.power, other.at, other.verb, other.dest, other.via)
        == (order.power, order.at, "-", order.dest, order.via)
        and not other.guest
        and bool(ordered_pieces(position.board, other))
        and position.board.guest not in ordered_pieces(position.board, other)
        for other in position.orders
    )


def ferry_is_thinkable(board: Board, start: str, dest: str, without: str = "") -> bool:
    """9: over one sea, by one fleet that carries no army, whoever's it is."""
    return start != dest and any(
        touches(piece.at, start) and touches(piece.at, dest) and piece.at != without
        for piece in board.pieces
        if piece.kind == "C" or (piece.kind == "F" and board.army_on(piece) is None)
    )


def walks(piece: Piece, dest: str) -> bool:
    """Whether it can go there by itself."""
    return dest in links(piece)


def af_may_sail(board: Board, power: str, start: str, dest: str) -> bool:
    """7, 18: to a sea next to it, or from the sea into its own double centre."""
    if dest not in FLEET[start]:
        return False
    return is_sea(dest) or (is_sea(start) and dest in DOUBLE_CENTRES and board.owns(power, dest))


def move_is_legal(position: Position, before: Board, order: Order) -> bool:
    """Moves of all but Elric. `before`: the board before the boardings, for ferries (4.E.1)."""
    board = position.board
    pieces = ordered_pieces(board, order)
    if not pieces or order.kind not in ("A", "F", "A/F", "D", "C") or order.dest not in SPACES:
        return False
    if {piece.kind for piece in pieces} == UNIT:
        return not order.via and af_may_sail(board, order.power, order.at, order.dest)
    (piece,) = pieces
    along = has_elric_along(position, order)
    if not may_enter(board, piece, order.dest, with_elric=along):
        return False
    if walks(piece, order.dest) and not order.via:
        return True
    return piece.kind in "AC" and ferry_is_thinkable(before, order.at, order.dest)


def ferry_is_legal(position: Position, order: Order) -> bool:
    """9: a fleet at sea, by itself (not an A/F), over its one sea, for an army or Chaos unit."""
    board, name = position.board, order.other
    pieces = ordered_pieces(board, order)
    if len(pieces) != 1 or order.kind not in ("F", "A/F", "C") or name is None:
        return False
    return (
        is_sea(order.at)
        and name.at != order.dest
        and touches(order.at, name.at)
        and touches(order.at, order.dest)
        and any(
            may_enter(board, army, order.dest) for army in named(board, name) if army.kind in "AC"
        )
    )


def goes_by_ferry(position: Position, order: Order) -> bool:
    """4.A.3: overseas, "via", or a fleet of its own Power legally ordered to ferry it there."""
    (piece,) = ordered_pieces(position.board, order)
    if piece.kind not in "AC":
        return False
    if order.via or not walks(piece, order.dest):
        return True
    fleets = ferry_fleets(position, piece, order.dest)
    return any(fleet.power == piece.power for fleet in fleets)


def ferry_orders(position: Position, army: Piece, dest: str) -> list[Order]:
    """The legal orders to ferry this army there, and nobody else: of several Chaos units that go
    there from one land an order has to say which (9, 103)."""
    return [
        order
        for order in position.orders
        if order.verb == "C"
        and order.dest == dest
        and order.other is not None
        and ferried_by(position, order) == [army]
        and ferry_is_legal(position, order)
    ]


def ferried_by(position: Position, order: Order) -> list[Piece]:
    """The pieces named by an order to ferry that are ordered where it goes."""
    assert order.other is not None
    going = {
        piece
        for other in position.orders
        if (other.verb, other.at, other.dest) == ("-", order.other.at, order.dest)
        for piece in ordered_pieces(position.board, other)
    }
    return [piece for piece in named(position.board, order.other) if piece in going]


def ferry_fleets(position: Position, army: Piece, dest: str) -> frozenset[Piece]:
    orders = ferry_orders(position, army, dest)
    return frozenset(p for order in orders for p in ordered_pieces(position.board, order))


# --- forces


def add_force(position: Position, order: Order, force: Force) -> None:
    position.forces[force.name] = force
    position.force_of[order.key] = force.name


def is_kept_from_tanelorn(position: Position, order: Order) -> bool:
    """48: whether it could go there if only Elric, who is with it, had the same order."""
    pieces = ordered_pieces(position.board, order)
    elric = position.board.elric()
    return (
        order.dest == TANELORN
        and elric is not None
        and (elric.at, elric.power) == (order.at, order.power)
        and any(p.kind == "A" and walks(p, order.dest) for p in pieces)
    )


def add_moves(position: Position, before: Board) -> None:
    """The moves of units, Dragon and Chaos units; Elric joins them afterwards."""
    boarded_seas = {p.at for p in position.boarded.values()}
    for order in position.orders:
        if order.verb != "-" or order.first or order.kind == "E" or order.key in position.words:
            continue
        if not move_is_legal(position, before, order):
            if is_kept_from_tanelorn(position, order):
                position.words[order.key] = "void"
                continue
            alone = frozenset(ordered_pieces(before, order))
            was_legal = order.at in boarded_seas and move_is_legal(
                replace(position, board=before), before, order
            )
            position.words[order.key] = "void" if alone and was_legal else "illegal"  # 29
            continue
        pieces = ordered_pieces(position.board, order)
        by_ferry = len(pieces) == 1 and goes_by_ferry(position, order)
        fleets: frozenset[Piece] = frozenset()
        if by_ferry:
            (army,) = pieces
            fleets = ferry_fleets(position, army, order.dest)
        force = Force(
            name=order.key,
            power=order.power,
            pieces=pieces,
            origin=order.at,
            dest=order.dest,
            way="ferried" if by_ferry else "moves",
            fleets=fleets,
        )
        add_force(position, order, force)


def split_harbour(position: Position) -> None:
    """17: the parts may not both be ordered to one coastal space; else both hold."""
    moves = [f for f in position.forces.values() if len(f.pieces) == 1]
    for one in moves:
        (piece,) = one.pieces
        pair = position.board.in_harbour(one.power, one.origin)
        for other in moves:
            (part,) = other.pieces
            same = one.dest == other.dest and is_coast(one.dest)
            if part != piece and {part, piece} == pair and same:
                position.forces.pop(one.name, None)
                position.force_of.pop(one.name, None)
                position.words[one.name] = "void"


def join_dragon(position: Position) -> None:
    """84, 65: the Dragon and a unit of Melnibone's with the same order are one force."""
    for force in list(position.forces.values()):
        if any(piece.kind == "D" for piece in force.pieces):
            for unit in list(position.forces.values()):
                if (
                    unit.power == force.power
                    and unit.way == "moves"
                    and (unit.origin, unit.dest) == (force.origin, force.dest)
                    and all(piece.kind in UNIT for piece in unit.pieces)
                ):
                    join(position, force, unit)
                    break


def join(position: Position, joining: Force, force: Force) -> None:
    """Make one force of two, under the name of the second."""
    position.forces[force.name] = replace(force, pieces=force.pieces | joining.pieces)
    position.forces.pop(joining.name, None)
    for key, name in position.force_of.items():
        if name == joining.name:
            position.force_of[key] = force.name


def target_of(position: Position, fleet: Piece) -> str:
    """Where a fleet is after its own move, if that works."""
    force = position.force_with(fleet)
    return force.dest if force else fleet.at


def landing_armies(position: Position, order: Order) -> list[Piece]:
    """19: the armies on A/Fs of this Power that are, or are ordered to go, where it lands from.

    17: an A/F in harbour, if it sails as one.
    """
    found = []
    for fleet in position.board.pieces:
        if fleet.kind != "F" or fleet.power != order.power:
            continue
        force = position.force_with(fleet)
        army = position.board.army_on(fleet)
        if army is None and force is not None:
            army = next((p for p in force.pieces if p.kind == "A"), None)
        if army is not None and target_of(position, fleet) == order.at:
            found.append(army)
    return found


def fleet_under(position: Position, army: Piece) -> Piece:
    """The fleet of the army's A/F."""
    return next(p for p in position.board.at(army.at) if p.kind == "F" and p.power == army.power)


def landing_is_thinkable(position: Position, before: Board, order: Order) -> bool:
    """4.E.1: whether its army, or Elric, could be in that sea, and land there."""
    pieces = frozenset(p for p in before.pieces if p.power == order.power)
    return (
        touches(order.at, order.dest)
        and order.dest not in CHAOS_LANDS | position.board.closed
        and any(p.kind == order.kind for p in pieces)
        and could_land(replace(before, pieces=pieces), order.at)
    )


def add_landings(position: Position, before: Board) -> None:
    """4, 98: from a sea to a coast next to it.

    19: void if its A/F neither stays in that sea nor is ordered there; void, too, if more than
    one army fits.
    """
    landings = []
    for order in position.orders:
        if order.verb != "LAND" or order.kind != "A" or order.key in position.words:
            continue
        armies = landing_armies(position, order)
        if not landing_is_thinkable(position, before, order):
            position.words[order.key] = "illegal"
        elif len(armies) != 1:
            position.words[order.key] = "void"
        else:
            landings.append((order, armies[0]))
    for order, army in landings:
        carrier = position.force_with(fleet_under(position, army))
        if carrier is not None:
            left = replace(carrier, pieces=carrier.pieces - {army})
            position.forces[carrier.name] = left
        force = Force(
            name=order.key,
            power=order.power,
            pieces=frozenset([army]),
            origin=order.at,
            dest=order.dest,
            way="lands",
            carrier=carrier.name if carrier else "",
        )
        add_force(position, order, force)


def add_elric(position: Position, before: Board) -> None:
    """60, 84: Elric's move or landing; at sea, without one, he goes where the fleet goes."""
    elric = position.board.elric()
    for order in position.orders:
        if order.kind != "E" or order.key in position.words or order.verb not in ("-", "LAND"):
            continue
        if elric is None or elric.power != order.power:
            position.words[order.key] = "illegal"
        elif order.verb == "-" and elric.at == order.at:
            elric_moves(position, before, elric, order)
        elif order.verb == "LAND" and landing_is_thinkable(position, before, order):
            elric_lands(position, elric, order)
        else:
            position.words[order.key] = "illegal"
    if elric is not None and is_sea(elric.at) and position.force_with(elric) is None:
        for fleet in position.board.at(elric.at):
            force = position.force_with(fleet)
            if fleet.kind == "F" and fleet.power == elric.power and force is not None:
                position.forces[force.name] = replace(force, pieces=force.pieces | {elric})
                for order in position.orders:
                    if order.kind == "E" and order.verb in "HS" and order.at == elric.at:
                        position.words[order.key] = "void"


def company_is_thinkable(before: Board, elric: Piece, dest: str) -> bool:
    """4.E.1: whether a unit of his ally in his space could take Elric there (60)."""
    return before.guest is None and any(
        walks(unit, dest) or (unit.kind == "A" and ferry_is_thinkable(before, elric.at, dest))
        for unit in before.at(elric.at)
        if unit.kind in UNIT and unit.power == elric.power and may_enter(before, unit, dest, True)
    )


def elric_moves(position: Position, before: Board, elric: Piece, order: Order) -> None:
    """60: with a unit of his ally by the same order, or by himself by land, as an army does."""
    for other in position.orders:
        force = position.forces.get(other.key)
        if (
            force is not None
            and other.verb == "-"
            and other.via == order.via
            and (force.power, force.origin, force.dest) == (order.power, order.at, order.dest)
            and any(piece.kind in UNIT for piece in force.pieces)
            and not order.guest
            and position.board.guest is None
        ):
            position.forces[force.name] = replace(force, pieces=force.pieces | {elric})
            position.force_of[order.key] = force.name
            return
    by_land = not is_sea(elric.at) and order.dest in ARMY[elric.at] and not order.via
    if by_land and may_enter(position.board, elric, order.dest):
        alone = Force(order.key, order.power, frozenset([elric]), order.at, order.dest, "moves")
        add_force(position, order, alone)
    else:
        thinkable = company_is_thinkable(before, elric, order.dest)
        position.words[order.key] = "void" if thinkable else "illegal"


def elric_lands(position: Position, elric: Piece, order: Order) -> None:
    """60: with the army of his A/F by the same order, or alone from a fleet that has no move."""
    for force in list(position.forces.values()):
        if (
            force.way == "lands"
            and (force.power, force.origin, force.dest) == (order.power, order.at, order.dest)
            and any(army.at == elric.at for army in force.pieces)
            and not order.guest
        ):
            joined = replace(force, pieces=force.pieces | {elric})
            position.forces[force.name] = joined
            position.force_of[order.key] = force.name
            return
    fleets = [p for p in position.board.at(elric.at) if p.kind == "F" and p.power == elric.power]
    still = bool(fleets) and position.force_with(fleets[0]) is None
    if (
        still
        and elric.at == order.at
        and touches(order.at, order.dest)
        and may_enter(position.board, elric, order.dest)
    ):
        alone = Force(order.key, order.power, frozenset([elric]), order.at, order.dest, "lands")
        add_force(position, order, alone)
    else:
        position.words[order.key] = "void"


# --- supports


def same_kind(piece: Piece, kind: str) -> bool:
    """27: a fleet and an A/F are named alike."""
    return piece.kind == ("F" if kind == "A/F" else kind)


def named(board: Board, name: Name) -> list[Piece]:
    """The pieces a name fits; 4.C.6: a Power that fits none is ignored."""
    if name.kind == "A/F":
        for power in {p.power for p in board.at(name.at)}:
            if board.in_harbour(power, name.at):
                return sorted(board.in_harbour(power, name.at))
    found = [p for p in sorted(board.at(name.at)) if same_kind(p, name.kind) and not p.aboard]
    if name.number:
        found = [p for p in found if p.number == name.number]
    of_power = [p for p in found if p.power == name.power]
    return of_power or found


def could_go(before: Board, name: Name, dest: str, without: str) -> bool:
    """4.E.1: whether a piece so named could be ordered there; 6.D.31: not only by `without`."""
    for piece in named(before, name):
        if piece.kind == "G" or not may_enter(before, piece, dest, with_elric=True):
            continue
        if walks(piece, dest) or (piece.kind == "E" and dest in FLEET[name.at]):
            return True
        if piece.kind in "ACE" and ferry_is_thinkable(before, name.at, dest, without):
            return True
    return name.kind in ("A", "E") and touches(name.at, dest) and could_land(before, name.at)


def could_land(before: Board, sea: str) -> bool:
    """Whether an A/F could be in this sea: a fleet in it or next to it, with an army at hand."""
    for fleet in before.pieces:
        if fleet.kind == "F" and (fleet.at == sea or sea in FLEET[fleet.at]):
            if before.army_on(fleet) or before.in_harbour(fleet.power, fleet.at):
                return True
            for army in before.pieces:
                near = touches(fleet.at, army.at) or army.at == fleet.at
                if near and army.kind in "AE" and army.power == fleet.power:
                    return True
    return False


def support_piece(board: Board, order: Order, into: str) -> Piece | None:
    """The piece that supports; of an A/F in harbour a part that could go there (6, 80)."""
    pieces = [p for p in ordered_pieces(board, order) if not p.aboard]
    able = [p for p in sorted(pieces) if into in links(p)]
    return able[-1] if able else None


def support_is_legal(position: Position, before: Board, order: Order) -> bool:
    """85, 44, 48, 107: into a space the supporter could go to; of a move that is possible."""
    name = order.other
    if name is None or order.kind == "G":
        return False
    into = order.dest or name.at
    by = support_piece(position.board, order, into)
    if by is None or into in CHAOS_LANDS or by.at in CHAOS_LANDS or into in position.board.closed:
        return False
    whole = ordered_pieces(position.board, order)
    of_itself = name.at == by.at and set(named(position.board, name)) <= whole
    if of_itself and not (name.kind in ("A", "E") and is_sea(name.at)):
        return False
    if order.kind == "E" and name_is_of_melnibone(position, name):
        return False
    if order.dest:
        return could_go(before, name, order.dest, without=order.at if is_sea(order.at) else "")
    return bool(named(before, name))


def name_is_of_melnibone(position: Position, name: Name) -> bool:
    """46, 85: Elric never supports a piece of Melnibone's."""
    forces = [f for f in position.forces.values() if f.origin == name.at and f.power == "MEL"]
    fits = [p for p in named(position.board, name) if p.power == "MEL"]
    landing = [f for f in forces if f.way == "lands" and name.kind == "A"]
    return bool(fits or landing)


def forces_named(position: Position, name: Name, dest: str) -> list[Force]:
    """85: the forces that have the named piece in them and go there."""
    found = []
    for force in position.forces.values():
        if (force.origin, force.dest) != (name.at, dest):
            continue
        kinds = {piece.kind for piece in force.pieces}
        if name.kind == "A" and "F" in kinds:
            continue
        fits = [p for p in force.pieces if same_kind(p, name.kind)]
        if any(not name.number or p.number == name.number for p in fits):
            found.append(force)
    of_power = [force for force in found if force.power == name.power]
    return of_power or found


def pieces_that_hold(position: Position, name: Name) -> frozenset[Piece]:
    """85: the named pieces that are not ordered to move; of an A/F in harbour either part."""
    return frozenset(
        piece for piece in named(position.board, name) if position.force_with(piece) is None
    )


def add_supports(position: Position, before: Board) -> None:
    """85: legal supports that fit; 103: void when more than one force fits."""
    for order in position.orders:
        if order.verb != "S" or order.first or order.key in position.words:
            continue
        name = order.other
        assert name is not None
        own_space = not order.dest and name.at == order.at
        if own_space and ordered_pieces(position.board, order):
            position.words[order.key] = "void"  # the sum of 87 covers it
            continue
        if not support_is_legal(position, before, order):
            position.words[order.key] = "illegal"
            continue
        into = order.dest or name.at
        by = support_piece(position.board, order, into)
        assert by is not None
        support = Support(order.key, order.power, by, into)
        if order.dest:
            forces = forces_named(position, name, order.dest)
            if len(forces) == 1 and by not in forces[0].pieces:
                support = replace(support, force=forces[0].name)
        else:
            support = replace(support, pieces=pieces_that_hold(position, name))
        if support.force or support.pieces:
            position.supports[order.key] = support
        else:
            position.words[order.key] = "void"
    one_support_for_an_af(position)


def one_support_for_an_af(position: Position) -> None:
    """17, 80: at most one part of an A/F in harbour may support; else both hold."""
    for one in list(position.supports.values()):
        pair = position.board.in_harbour(one.power, one.by.at)
        if any(
            other.by != one.by and {one.by, other.by} == pair
            for other in list(position.supports.values())
        ):
            position.words[one.key] = "void"
    for key in [key for key in position.supports if position.words.get(key) == "void"]:
        del position.supports[key]


# --- the rest


def add_ferries_and_holds(position: Position, before: Board) -> None:
    """Ferrying orders that fit an army's move, and the words of the others that just hold."""
    for order in position.orders:
        if order.key in position.words or order.first:
            continue
        if order.verb == "C":
            force = ferried_force(position, order)
            if force is not None:
                position.ferries[order.key] = force.name
                (position.ferrying[order.key],) = ordered_pieces(position.board, order)
            else:
                legal = ferry_is_legal(replace(position, board=before), order)
                position.words[order.key] = "void" if legal else "illegal"
        elif order.verb == "H":
            there = ordered_pieces(position.board, order)
            position.words[order.key] = "holds" if there else "illegal"


def ferried_force(position: Position, order: Order) -> Force | None:
    """The force this legal order ferries, if any."""
    if not ferry_is_legal(position, order):
        return None
    (fleet,) = ordered_pieces(position.board, order)
    for force in position.forces.values():
        if force.way == "ferried" and fleet in force.fleets and force.dest == order.dest:
            return force
    return None


def read_position(
    board: Board, orders: list[Order], words: dict[str, str], elric_guests: str = "consent"
) -> Position:
    """97 and then the legality of all other orders, on the board after the Dragon's first move."""
    position = Position(board, orders, dict(words))
    before = board
    settle_boardings(position)
    add_moves(position, before)
    split_harbour(position)
    join_dragon(position)
    settle_consent(position, elric_guests)
    add_landings(position, before)
    add_elric(position, before)
    add_supports(position, before)
    add_ferries_and_holds(position, before)
    return position
