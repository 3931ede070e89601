"""Whether a position of Young Kingdoms can stand on its board at all."""

from collections import Counter
from itertools import combinations

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.simultaneous.position import Dislodged, Position, Unit
from adjudicator.simultaneous.possible import named
from variants.young_kingdoms.pieces.chaos import built_in, lands
from variants.young_kingdoms.pieces.harbours import names
from variants.young_kingdoms.pieces.openings import is_berth, retreats_open
from variants.young_kingdoms.pieces.pieces import (
    AF,
    CHAOS,
    DRAGON,
    DRAGONS_POWER,
    ELRIC,
    GARRISON,
    REGULAR,
    Owners,
    are_companions,
)


def require_possible(board: Board, position: Position) -> None:
    """ValueError that says what is wrong, if the position is impossible.

    Impossible are: a piece where its kind cannot stand, or of a power that it cannot be of; pieces
    in one space that are no companions (83); a second Elric or Dragon; Chaos without the id of its
    building; two dislodged pieces that no order could tell apart; a retreat that is not open; a
    center that the board does not have, or that belongs to no power of it.
    """
    pieces = position.pieces
    for unit in pieces:
        _require_place(board, unit)
        _require_power(board, unit)
    _require_single(pieces)
    _require_ids(board, pieces)
    for unit in position.units:
        if unit.kind == AF and not is_berth(board, position.centers, unit.power, unit.place):
            raise ValueError(f"{named(unit)}: {unit.place} is no harbour of its power")
    for one, other in combinations(position.units, 2):
        if one.place == other.place:
            _require_company(board, position.centers, one, other)
    _require_open(board, position)
    for center, owner in position.centers.items():
        if center not in board.centers:
            raise ValueError(f"{center} is no center")
        if owner is not None and owner not in board.powers:
            raise ValueError(f"{center} belongs to {owner}, which is no power")


def _require_place(board: Board, unit: Unit) -> None:
    if unit.place not in board.spots.get(unit.kind, {}):
        raise ValueError(f"{named(unit)}: such a piece cannot stand there")


def _require_power(board: Board, unit: Unit) -> None:
    """A garrison is its home power's or nobody's (63), all others are some power's."""
    if unit.power is not None and unit.power not in board.powers:
        raise ValueError(f"{named(unit)}: there is no such power")
    of_melnibone = unit.power == DRAGONS_POWER
    impossible = {
        GARRISON: unit.power not in (None, board.garrisons.get(unit.place)),
        DRAGON: not of_melnibone,
        ELRIC: of_melnibone or unit.power is None,
    }
    if impossible.get(unit.kind, unit.power is None):
        raise ValueError(f"{named(unit)}: it cannot be that power's")


def _require_single(pieces: tuple[Unit, ...]) -> None:
    count = Counter(unit.kind for unit in pieces)
    for kind in (ELRIC, DRAGON):
        if count[kind] > 1:
            raise ValueError(f"there are {count[kind]} pieces {kind}, and there is one only")


def _require_ids(board: Board, pieces: tuple[Unit, ...]) -> None:
    seen: set[tuple[str | None, str]] = set()
    for unit in pieces:
        if unit.kind == CHAOS:
            if built_in(unit) not in lands(board):
                raise ValueError(f"{named(unit)}: its id {unit.id!r} names no land of Chaos")
            if (unit.power, unit.id) in seen:
                raise ValueError(f"{named(unit)}: another one has the id {unit.id}")
            seen.add((unit.power, unit.id))


def _require_company(board: Board, owners: Owners, one: Unit, other: Unit) -> None:
    """ValueError unless the two can be in one space together."""
    same_power = one.power == other.power
    if {one.kind, other.kind} == {ARMY, FLEET} and same_power:
        raise ValueError(f"{named(one)} and {named(other)} should be one A/F")
    for elric, host in ((one, other), (other, one)):
        if elric.kind == ELRIC:
            guest = host.kind in REGULAR and not same_power and host.power != DRAGONS_POWER  # 61
            found = host.kind == CHAOS and same_power  # by Chaos: for one season (69)
            if guest or found:
                return
    if not are_companions(board, owners, one, other, one.place):
        raise ValueError(f"{named(other)}: {named(one)} stands there too")


def _require_open(board: Board, position: Position) -> None:
    seen: dict[tuple[str, str], Dislodged] = {}
    for case in position.dislodged:
        unit = case.unit
        if seen.setdefault((unit.kind, unit.place), case) is not case:
            raise ValueError(f"{named(unit)}: two of this kind were dislodged there")
        barred = {*position.standoffs, *case.came_from}
        # Whose word he had, the position does not say (61).
        hosts = names(unit) if unit.kind in REGULAR and unit.power != DRAGONS_POWER else ()
        ways = retreats_open(board, position.centers, unit, position.units, barred, hosts)
        for way in case.retreats:
            if way not in ways:
                part = "" if way.part == "whole" else f"the {way.part} of "
                raise ValueError(f"{part}{named(unit)} cannot retreat to {way.to}")
