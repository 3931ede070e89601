"""Where a dislodged piece may go (95), an A/F as one or in two parts (26)."""

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace

from adjudicator.boards import ARMY, Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Dislodged, Retreat, Unit
from variants.young_kingdoms.pieces.harbours import names, part_of, parts
from variants.young_kingdoms.pieces.pieces import (
    AF,
    CHAOS,
    ELRIC,
    GARRISON,
    Owners,
    are_companions,
    has_harbour,
    may_enter,
)

NEVER_RETREAT = frozenset({GARRISON, CHAOS, ELRIC})
"""They disband (40, 42), or vanish (46)."""


def retreats_open(
    board: Board,
    owners: Owners,
    unit: Unit,
    standing: Iterable[Unit],
    barred: Collection[str],
    hosts: Collection[Unit] = (),
) -> tuple[Retreat, ...]:
    """The retreats open to a dislodged unit: free spaces beside it, and those it may share (66).

    owners      center -> who owned it when the season began
    standing    the units on the board after movement
    barred      the provinces closed to it: where its dislodgers came from, standoffs, closed ones
    hosts       units, an A/F in parts, that may share with Elric this season, by both words (83 b)
    """
    if unit.kind in NEVER_RETREAT:
        return ()
    there: dict[str, list[Unit]] = {}
    for other in standing:
        there.setdefault(other.place, []).append(other)

    def is_open(kind: str, province: str) -> bool:
        # By `may_enter` nobody retreats to Tanelorn: Elric, who would lead him in, never retreats.
        piece = Unit(unit.power, kind, province)
        is_host = all(part in hosts for part in parts(replace(piece, place=unit.place)))
        return (
            province not in barred
            and may_enter(board, kind, province)
            and (kind != AF or is_berth(board, owners, unit.power, province))
            and all(
                are_companions(board, owners, piece, other, province)
                or (is_host and other.kind == ELRIC)
                for other in there.get(province, ())
            )
        )

    return tuple(
        Retreat(province, part_of(unit, piece.kind))
        for piece in names(unit)
        for province in _beside(board, piece)
        if is_open(piece.kind, province)
    )


def ways_out(case: Dislodged, kind: str) -> tuple[Retreat, ...]:
    """The retreats open to the piece of that kind, one of the `names` of the dislodged unit."""
    part = part_of(case.unit, kind)
    return tuple(way for way in case.retreats if way.part == part)


def is_berth(board: Board, owners: Owners, power: Seat | None, province: str) -> bool:
    """Whether an A/F of this power may be there: at sea, or in a double center of its own (16)."""
    return board.at_sea(province) or has_harbour(board, owners, power, province)


def _beside(board: Board, piece: Unit) -> Iterator[str]:
    """The provinces that the unit, or part of one, can go to; an army at sea goes ashore."""
    if piece.kind == ARMY and board.at_sea(piece.place):
        number = board.number[piece.place]
        yield from sorted(p for p in board.spots[ARMY] if number in board.seas[board.number[p]])
    else:
        yield from (to for to, _ in board.spots[piece.kind][piece.place].exits)
