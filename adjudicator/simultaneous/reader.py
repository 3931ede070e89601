"""One line read against a position: repaired where that is certain, checked, never guessed.

A line that cannot be carried out whatever others order is not taken as an order; its writer is
told why (DATC 4.E.1). What is repaired: a missing or wrong unit type or coast of a unit that stands
there (4.B.5, 4.C.1, 4.C.2, 4.C.5, 4.C.6), a coast named for an army (4.B.6), the one coast a fleet
can reach (4.B.2).
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.simultaneous import adjustments, retreats
from adjudicator.simultaneous.adjustments import unit_at
from adjudicator.simultaneous.ahead import imagined, kinds_at, phase_meant
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
from adjudicator.simultaneous.phases import PhaseCode, phase_code, phase_title
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

EXAMPLES = {"R": "A BUD R SER", "A": "A BUD B"}
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
    """One line of this seat's orders for the position's phase or a later one of the year.

    The later phase is the one that the line names in front, or whose kind of order it is. What is
    for it is checked as far as it can be now (:mod:`adjudicator.simultaneous.ahead`) and noted as
    ``sent_ahead``. Never raises on any text.
    """
    board = notation.board
    now = phase_code(position.phase)
    parsed = notation.parse(line)
    if parsed.bare and parsed.phase in ("", str(now)) and (only := only_disband(position, seat)):
        parsed = Parsed(only, phase=parsed.phase)
    column = len(line) - len(line.lstrip()) + 1
    text = line.strip()
    if parsed.order is None:
        wrong = parsed.diagnostic
        if parsed.alone and phase_code(parsed.phase) in now.ahead:
            wrong = phase_alone(parsed.phase, EXAMPLES, column, text)
        return Reading(position.phase, (), (wrong,) if wrong is not None else ())
    said: list[Diagnostic] = []
    written = parsed.order
    if parsed.phase:
        phase = phase_code(parsed.phase)
    else:
        phase = phase_meant(board, position, seat, written, parsed.removal)

    def titled(code: PhaseCode) -> str:
        return phase_title(board, code)

    def say(code: str, message: str) -> None:
        said.append(Diagnostic("note", code, 0, column, text, message))

    def fault(code: str, message: str, suggestions: Sequence[str] = ()) -> Reading[Order]:
        error = Diagnostic("error", code, 0, column, text, message, tuple(suggestions))
        return Reading(str(phase), (), (*said, error))

    def refuse(code: str, suggestions: Sequence[str] = ()) -> Reading[Order]:
        shown = written if code in AS_WRITTEN else order
        return fault(code, f"{shown}: {TEXTS[code]}.", suggestions)

    if (untimely := wrong_time(phase, now, titled)) is not None:
        return fault(*untimely)
    order = in_phase(written, phase.step)
    if not isinstance(order, ORDERS_OF[phase.step]):
        if phase == now:
            return refuse("wrong_phase")
        return fault("wrong_phase", f"{written}: there is no such order in {titled(phase)}.")
    if parsed.power and parsed.power != seat:
        return refuse("not_yours")
    if phase != now:
        position = imagined(board, position, seat, phase)
    if phase != now and phase.step == "A" and isinstance(order, Disband):
        # What stands there then is not known: an earlier move may bring it there.
        order = _repair_removal(board, order, parsed, say)
        fits = not order.kind or order.kind in kinds_at(board, order.place)
        reason = "" if fits else "no_place_for_kind"
    else:
        if isinstance(order, Build):
            order = _repair_build(board, order, say)
        elif not isinstance(order, Waive):
            beaten = [case.unit for case in position.dislodged] if phase.step == "R" else []
            unit = unit_at(board, [*beaten, *position.units], order.place)
            if unit is None:
                return refuse("no_unit")
            if unit.power != seat:
                return refuse("not_yours")
            order = _named_as_it_stands(order, unit, say)
            order = _repair(board, position, order, parsed, say)
        reason = LEGALITY[phase.step](board, position, seat, order, rules)
    if reason:
        return refuse(reason, _ways_out(board, position, order, reason))
    if phase != now:
        say("sent_ahead", f"For {titled(phase)}, if that phase comes.")
    return Reading(str(phase), (order,), tuple(said))


def wrong_time(
    phase: PhaseCode, now: PhaseCode, title: Callable[[PhaseCode], str]
) -> tuple[str, str] | None:
    """Why no order can be for this phase now, as a code and a message; None if it can."""
    if phase.rank < now.rank:
        return "phase_over", f"{title(phase)}, is over; now it is {title(now)}."
    if phase == now or phase in now.ahead:
        return None
    message = f"It is too early for {title(phase)}."
    if now.ahead:
        later = " and for ".join(map(title, now.ahead))
        message += f" With {title(now)}, only orders for {later}, can be sent ahead."
    return "too_early", message


def phase_alone(phase: str, examples: Mapping[str, str], column: int, text: str) -> Diagnostic:
    """What is said of a line that is a later phase's name and no more; `examples` by step."""
    example = f"{phase}: {examples[phase_code(phase).step]}"
    message = f"This names a phase and no order. Begin each order with it: {example}."
    return Diagnostic("error", "phase_alone", 0, column, text, message)


def only_disband(position: Position, seat: Seat) -> Disband | None:
    """What ``disband`` alone says: it is clear to him who has one unit to disband."""
    orders = retreats.all_disbanded(position, seat)
    return orders[0] if len(orders) == 1 else None


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


def _repair_removal(board: Board, order: Disband, parsed: Parsed, say: Say) -> Disband:
    """Of a unit that is not there yet: its kind, where one kind only can stand there."""
    if parsed.stray:
        say("coast_ignored", "There is no such coast.")
    place = _without_coast(board, order.place, say) if order.kind == ARMY else order.place
    kinds = kinds_at(board, place)
    return Disband(order.kind or (kinds[0] if len(kinds) == 1 else ""), place)


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
