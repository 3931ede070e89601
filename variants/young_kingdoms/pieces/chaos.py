"""Units of Chaos by where they were built: what bars other powers from a land, and their numbers.

The `id` of a unit of Chaos is the land it was built in and a serial number, ``SIL2``.
"""

import re
from collections.abc import Iterable, Sequence

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Unit
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.pieces import CHAOS

_ID = re.compile(r"([A-Z]+)([1-9][0-9]*)", re.ASCII)


def lands(board: Board) -> tuple[str, ...]:
    """The lands of Chaos, where alone its units are built (41)."""
    return tuple(code for code, province in board.provinces.items() if province.peaceful)


def built_in(unit: Unit) -> str:
    """The land this unit of Chaos was built in; "" if its id names none."""
    match = _ID.fullmatch(unit.id)
    return match[1] if match is not None else ""


def is_barred(units: Iterable[Unit], seat: Seat | None, land: str) -> bool:
    """Whether a unit of Chaos that another power built in this land is on the board (41)."""
    return any(u.kind == CHAOS and u.power != seat and built_in(u) == land for u in units)


def free_id(units: Iterable[Unit], seat: Seat, land: str) -> str:
    """The id of a unit that this power builds in this land now."""
    taken = {unit.id for unit in units if unit.kind == CHAOS and unit.power == seat}
    serial = 1
    while f"{land}{serial}" in taken:
        serial += 1
    return f"{land}{serial}"


def meant(units: Iterable[Unit], seat: Seat, kind: str, place: str) -> Sequence[Unit]:
    """The units of Chaos of this power there that an order may mean by ``C`` or ``C2`` (103)."""
    there = [u for u in units if u.kind == CHAOS and u.power == seat and u.place == place]
    name = Name.of(kind)
    if not name.is_chaos:
        return []
    return there[name.number - 1 :][:1] if name.number else there


def numbered(units: Iterable[Unit], unit: Unit) -> str:
    """The kind by which an order means this piece and no other of its power: ``C2``, ``F``."""
    if unit.kind != CHAOS or unit.power is None:
        return unit.kind
    there = meant(units, unit.power, CHAOS, unit.place)
    return str(Name(CHAOS, number=there.index(unit) + 1 if len(there) > 1 else 0))
