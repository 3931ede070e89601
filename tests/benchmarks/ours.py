"""Our own engine in the benchmark: the public `resolve`, with all its reasons and retreats."""

from collections.abc import Mapping
from typing import Any

import variants
from adjudicator.simultaneous.movement import resolve as resolve_movement
from adjudicator.simultaneous.notation import Notation
from adjudicator.simultaneous.orders import Order
from adjudicator.simultaneous.position import Position, Resolution, Unit
from adjudicator.simultaneous.rules import Rules

BOARD = variants.load("standard").board
RULES = Rules()
NOTATION = Notation(BOARD)
PIECES = {
    f"{kind} {place}": (kind, place) for kind, spots in BOARD.spots.items() for place in spots
}
"""How a unit is written -> its kind and place, the same strings as the board's."""

Native = tuple[Position, Mapping[str, list[Order]]]


def prepare(row: Mapping[str, Any]) -> Native:
    """The position from strings and the orders read from canonical strings."""
    canonical = NOTATION.canonical
    units = []
    for power, texts in row["units"].items():
        for text in texts:
            kind, place = PIECES[text]
            units.append(Unit(power, kind, place))
    orders = {power: [canonical(text) for text in texts] for power, texts in row["orders"].items()}
    return Position(row["phase"], tuple(units)), orders


def resolve(native: Native) -> Resolution:
    """Adjudicate; nothing is kept between calls."""
    position, orders = native
    return resolve_movement(BOARD, position, orders, RULES)


def after(result: Resolution) -> dict[str, list[str]]:
    """Units standing, by power."""
    standing: dict[str, list[str]] = {}
    for unit in result.after:
        standing.setdefault(unit.power or "", []).append(str(unit))
    return standing
