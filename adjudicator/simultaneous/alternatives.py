"""What a seat can order: every legal order of each of its pieces, for bots and for tests.

Legal is what the reader takes for it (`adjudicator.simultaneous.reader`). Orders that mean the same
are here once, spelled in full: the coast is named where there is one, and ``VIA`` only where the
army could walk as well.
"""

from collections.abc import Iterator

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.adjustments import balance, build_sites
from adjudicator.simultaneous.convoys import linked
from adjudicator.simultaneous.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    RetreatOrder,
    Support,
    Waive,
)
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.position import Position, Unit
from adjudicator.simultaneous.reader import LEGALITY
from adjudicator.simultaneous.rules import Rules

Groups = tuple[tuple[Order, ...], ...]


def alternatives(board: Board, position: Position, seat: Seat, rules: Rules) -> Groups:
    """The legal orders of the position's phase, those of which one can be given in one group.

    A group for each piece that moves or retreats, for each build that can be made, and for each
    removal that is due; two groups of builds or removals may name the same place.
    """
    step = phase_code(position.phase).step
    if step == "M":
        groups = _movement(board, position, seat)
    elif step == "R":
        groups = _retreats(position, seat)
    else:
        groups = _adjustments(board, position, seat)
    legality = LEGALITY[step]
    return tuple(
        tuple(order for order in group if not legality(board, position, seat, order, rules))
        for group in groups
    )


def _movement(board: Board, position: Position, seat: Seat) -> list[list[Order]]:
    """What may be legal, a group for each unit."""
    sailings = _Sailings(board, position)
    return [
        [
            Hold(unit.kind, unit.place),
            *_moves(board, sailings, unit),
            *_supports(board, sailings, position, unit),
            *_convoys(board, sailings, unit),
        ]
        for unit in position.units
        if unit.power == seat
    ]


class _Sailings:
    """Where each army could be convoyed, and by the fleets of which seas."""

    def __init__(self, board: Board, position: Position) -> None:
        at_sea = {
            board.number[unit.place]: piece
            for piece, unit in enumerate(position.units)
            if board.at_sea(unit.place)
        }
        coasts = [number for number, coast in enumerate(board.is_coast) if coast]
        self.of: dict[Unit, dict[str, frozenset[int]]] = {}
        for unit in position.units:
            origin = board.number[unit.place]
            if unit.kind == ARMY and board.is_coast[origin]:
                ways = {
                    board.code[target]: linked(board, at_sea, origin, target)
                    for target in coasts
                    if target != origin
                }
                self.of[unit] = {to: seas for to, seas in ways.items() if seas}

    def goals(self, board: Board, unit: Unit) -> list[str]:
        """Every place that the unit could be ordered to, on foot or by sea."""
        exits = [to for to, _ in board.spots[unit.kind][unit.place].exits]
        return exits + [to for to in self.of.get(unit, ()) if to not in exits]


def _moves(board: Board, sailings: _Sailings, unit: Unit) -> Iterator[Order]:
    walks = {to for to, _ in board.spots[unit.kind][unit.place].exits}
    for to in sailings.goals(board, unit):
        yield Move(unit.kind, unit.place, to)
    for to in sailings.of.get(unit, ()):
        if to in walks:
            yield Move(unit.kind, unit.place, to, via=True)


def _supports(board: Board, sailings: _Sailings, position: Position, unit: Unit) -> Iterator[Order]:
    near = board.spots[unit.kind][unit.place].near
    for other in position.units:
        if other is unit:
            continue
        if board.number[other.place] in near:
            yield Support(unit.kind, unit.place, other.kind, other.place)
        for to in sailings.goals(board, other):
            if board.number[to] in near:
                yield Support(unit.kind, unit.place, other.kind, other.place, to)


def _convoys(board: Board, sailings: _Sailings, unit: Unit) -> Iterator[Order]:
    sea = board.number[unit.place]
    for army, ways in sailings.of.items():
        for to, seas in ways.items():
            if sea in seas:
                yield Convoy(unit.kind, unit.place, army.kind, army.place, to)


def _retreats(position: Position, seat: Seat) -> list[list[Order]]:
    return [
        [
            *(RetreatOrder(case.unit.kind, case.unit.place, way.to) for way in case.retreats),
            Disband(case.unit.kind, case.unit.place),
        ]
        for case in position.dislodged
        if case.unit.power == seat
    ]


def _adjustments(board: Board, position: Position, seat: Seat) -> list[list[Order]]:
    due = balance(position).get(seat, 0)
    if due < 0:
        units = [unit for unit in position.units if unit.power == seat]
        return [[Disband(unit.kind, unit.place) for unit in units] for _ in range(-due)]
    sites = build_sites(board, position, seat)
    builds: list[Order] = [
        Build(kind, place)
        for site in sites
        for kind, places in ((ARMY, (site,)), (FLEET, board.coasts[site] or (site,)))
        for place in places
        if place in board.spots[kind]
    ]
    return [[*builds, Waive()] for _ in range(min(due, len(sites)))]
