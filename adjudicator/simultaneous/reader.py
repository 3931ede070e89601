"""One line read against a position: repaired where that is certain, checked, never guessed.

A line that cannot be carried out whatever others order is not taken as an order; its writer is
told why (DATC 4.E.1). What is repaired: a missing or wrong unit type or coast of a unit that stands
there (4.B.5, 4.C.1, 4.C.2, 4.C.5, 4.C.6), a coast named for an army (4.B.6), the one coast a fleet
can reach (4.B.2).
"""

from collections.abc import Callable, Sequence

import msgspec

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.simultaneous import adjustments, retreats
from adjudicator.simultaneous.adjustments import unit_at
from adjudicator.simultaneous.compile import legality
from adjudicator.simultaneous.notation import Notation, Parsed
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
    piece,
)
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.position import Position, Unit
from adjudicator.simultaneous.reasons import TEXTS
from adjudicator.simultaneous.rules import Rules

ORDERS_OF: dict[str, tuple[type[Order], ...]] = {
    "M": (Hold, Move, Support, Convoy),
    "R": (RetreatOrder, Disband),
    "A": (Build, Disband, Waive),
}
LEGALITY: dict[str, Callable[[Board, Position, Seat, Order, Rules], str]] = {
    "M": legality,
    "R": retreats.legality,
    "A": adjustments.legality,
}

AS_WRITTEN = ("not_dislodged", "wrong_phase")  # the order is not one of this phase at all

Say = Callable[[str, str], None]


def in_phase(order: Order, step: str) -> Order:
    """A move of a dislodged unit is meant as its retreat."""
    if step == "R" and type(order) is Move:
        return RetreatOrder(order.kind, order.place, order.to)
    return order


def read(
    notation: Notation, position: Position, seat: Seat, rules: Rules, line: str
) -> Reading[Order]:
    """One line of this seat's orders for the position's phase; never raises on any text."""
    parsed = notation.parse(line)
    if parsed.bare:
        parsed = _only_disband(position, seat, parsed)
    if parsed.order is None or parsed.diagnostic is not None:
        diagnostics = (parsed.diagnostic,) if parsed.diagnostic is not None else ()
        return Reading(position.phase, (), diagnostics)
    column = len(line) - len(line.lstrip()) + 1
    text = line.strip()
    said: list[Diagnostic] = []

    def say(code: str, message: str) -> None:
        said.append(Diagnostic("note", code, 0, column, text, message))

    def refuse(code: str, suggestions: Sequence[str] = ()) -> Reading[Order]:
        message = f"{parsed.order if code in AS_WRITTEN else order}: {TEXTS[code]}."
        error = Diagnostic("error", code, 0, column, text, message, tuple(suggestions))
        return Reading(position.phase, (), (*said, error))

    board = notation.board
    step = phase_code(position.phase).step
    order = in_phase(parsed.order, step)
    if not isinstance(order, ORDERS_OF[step]):
        return refuse("wrong_phase")
    if parsed.power and parsed.power != seat:
        return refuse("not_yours")
    if not isinstance(order, Waive | Build):
        beaten = [case.unit for case in position.dislodged] if step == "R" else []
        unit = unit_at(board, [*beaten, *position.units], order.place)
        if unit is None:
            return refuse("no_unit")
        if unit.power != seat:
            return refuse("not_yours")
        order = _named_as_it_stands(order, unit, say)
        order = _repair(board, position, order, parsed, say)
    elif isinstance(order, Build):
        order = _repair_build(board, order, say)
    reason = LEGALITY[step](board, position, seat, order, rules)
    if reason:
        return refuse(reason, _ways_out(board, position, order, reason))
    return Reading(position.phase, (order,), tuple(said))


def _only_disband(position: Position, seat: Seat, parsed: Parsed) -> Parsed:
    """``disband`` alone is clear to him who has one unit to disband."""
    beaten = [case.unit for case in position.dislodged if case.unit.power == seat]
    if len(beaten) != 1:
        return parsed
    return Parsed(Disband(beaten[0].kind, beaten[0].place))


def _named_as_it_stands(order: Order, unit: Unit, say: Say) -> Order:
    """The ordered unit with its own type and coast, whatever was written."""
    assert not isinstance(order, Waive)
    _say_misnamed(order.kind, order.place, unit, say)
    return msgspec.structs.replace(order, kind=unit.kind, place=unit.place)


def _say_misnamed(kind: str, place: str, unit: Unit, say: Say) -> None:
    if kind and kind != unit.kind:
        say("kind_corrected", f"The unit there is {unit}, not {piece(kind, place)}.")
    if "/" in place and place != unit.place:
        if unit.kind == ARMY:
            say("coast_ignored", f"{unit} is an army: it has no coast.")
        else:
            say("coast_corrected", f"The fleet there is {unit}, not {piece(kind, place)}.")


def _repair(board: Board, position: Position, order: Order, parsed: Parsed, say: Say) -> Order:
    """The destination's coast, and the other unit of a support or convoy."""
    if parsed.stray:
        say("coast_ignored", "There is no such coast.")
    if parsed.path:
        say("path_ignored", "The way of a convoy is not ordered; any that is open is used.")
    if isinstance(order, Move):
        if order.kind == ARMY:
            return msgspec.structs.replace(order, to=_without_coast(board, order.to, say))
        if order.via:
            say("via_ignored", "A fleet is not convoyed.")
        to = board.spots[FLEET][order.place].reach.get(order.to, order.to)
        return msgspec.structs.replace(order, to=to, via=False)
    if isinstance(order, RetreatOrder):
        to = board.spots[order.kind][order.place].reach.get(order.to, order.to)
        if order.kind == ARMY and to != order.to:
            to = _without_coast(board, order.to, say)
        return msgspec.structs.replace(order, to=to)
    if isinstance(order, Support | Convoy):
        other = unit_at(board, position.units, order.other)
        if other is None:
            return order
        _say_misnamed(order.other_kind, order.other, other, say)
        if parsed.of and parsed.of != other.power:
            owner = board.powers[other.power].names[0] if other.power else "nobody"
            say("nationality_ignored", f"{other} belongs to {owner}.")
        to = order.to
        if to and other.kind == ARMY:
            to = _without_coast(board, to, say)
        return msgspec.structs.replace(order, other_kind=other.kind, other=other.place, to=to)
    return order


def _repair_build(board: Board, order: Build, say: Say) -> Build:
    kind = order.kind or adjustments.kind_built(board, order.place)
    place = order.place
    if kind == ARMY:
        place = _without_coast(board, place, say)
    return Build(kind, place)


def _without_coast(board: Board, place: str, say: Say) -> str:
    if "/" in place:
        say("coast_ignored", "An army has no coast.")
        return board.province_of(place)
    return place


def _ways_out(board: Board, position: Position, order: Order, reason: str) -> tuple[str, ...]:
    """What could have been meant instead, where that is a short list."""
    if isinstance(order, Move | RetreatOrder | Build) and reason == "needs_coast":
        place = order.place if isinstance(order, Build) else order.to
        coasts = board.coasts[board.province_of(place)]
        if isinstance(order, Build):
            return coasts
        return tuple(c for c in coasts if c in board.spots[order.kind][order.place].reach)
    if isinstance(order, RetreatOrder) and reason == "cannot_retreat":
        number = board.number[order.place]
        for case in position.dislodged:
            if board.number[case.unit.place] == number:
                return tuple(way.to for way in case.retreats)
    return ()
