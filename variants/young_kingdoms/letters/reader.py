"""One line read against a position: repaired where that is certain, checked, never guessed.

The counterpart of :mod:`adjudicator.simultaneous.reader`, with the same repairs. An order may start
from where its piece will be by then: a landing from the sea that the A/F goes to (19), an A/F's
order where a fleet is boarded this season (97), the Dragon's second order (58), Elric's in the
season that enlists him (69).
"""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.simultaneous.ahead import phase_meant
from adjudicator.simultaneous.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    RetreatOrder,
    Support,
    Waive,
)
from adjudicator.simultaneous.phases import PhaseCode, phase_code, phase_title
from adjudicator.simultaneous.position import Position
from adjudicator.simultaneous.reader import only_disband, phase_alone, wrong_time
from variants.young_kingdoms import retreats
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.letters.ahead import imagined
from variants.young_kingdoms.letters.meant import Meant, Refused, note
from variants.young_kingdoms.letters.notation import Notation, Parsed
from variants.young_kingdoms.movement import season
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import (
    Admit,
    Boarding,
    Enlist,
    FirstMove,
    Guest,
    Landing,
    Order,
    Renounce,
)
from variants.young_kingdoms.pieces.harbours import names
from variants.young_kingdoms.pieces.openings import ways_out
from variants.young_kingdoms.pieces.pieces import AF, DRAGON, ELRIC
from variants.young_kingdoms.winter import adjustments

ORDERS_OF: dict[str, tuple[type[Order], ...]] = {
    "M": (
        Hold,
        Move,
        Support,
        Convoy,
        FirstMove,
        Boarding,
        Landing,
        Guest,
        Admit,
        Enlist,
        Renounce,
    ),
    "R": (RetreatOrder, Disband),
    "A": (Build, Disband, Waive),
}
EXAMPLES = {"R": "A BAK R RIG", "A": "C SIL B"}

Legality = Callable[[Board, Position, Elric, Seat, Order, Options], str]


LEGALITY: dict[str, Legality] = {
    "M": season.legality,
    "R": lambda _board, position, _elric, seat, order, _options: retreats.legality(
        position, seat, order
    ),
    "A": lambda board, position, _elric, seat, order, _options: adjustments.legality(
        board, position, seat, order
    ),
}


def read(
    notation: Notation, position: Position, elric: Elric, seat: Seat, options: Options, line: str
) -> Reading[Order]:
    """One line of this seat's orders for the position's phase or a later one of the year.

    Of several orders in a line each that is right is taken, and what is wrong with the others is
    said; a line with a part that cannot be read gives none. Never raises on any text.
    """
    board = notation.board
    now = phase_code(position.phase)
    column = len(line) - len(line.lstrip()) + 1
    text = line.strip()

    def refused(phase: str, code: str, message: str) -> Reading[Order]:
        return Reading(phase, (), (Diagnostic("error", code, 0, column, text, message),))

    elric = elric.known_to(seat, options)
    titled = partial(phase_title, board)
    found = notation.parse(line, places_of_the_unique(position, elric))
    if (
        found[0].bare
        and found[0].phase in ("", str(now))
        and (only := only_disband(position, seat))
    ):
        found = (Parsed(only, phase=found[0].phase),)
    if found[0].order is None:
        wrong = found[0].diagnostic
        if found[0].alone and phase_code(found[0].phase) in now.ahead:
            wrong = phase_alone(found[0].phase, EXAMPLES, column, text)
        return Reading(position.phase, (), (wrong,) if wrong is not None else ())
    phases = {_phase_of(board, position, seat, parsed) for parsed in found}
    phase = min(phases, key=lambda code: code.rank)
    if len(phases) > 1:
        names = " and ".join(titled(code) for code in sorted(phases, key=lambda code: code.rank))
        return refused(position.phase, "several_phases", f"This is for {names}: write two lines.")
    if (untimely := wrong_time(phase, now, titled)) is not None:
        return refused(str(phase), *untimely)
    orders: list[Order] = []
    said: list[Diagnostic] = []
    lost: list[Order] = []
    for parsed in _as_wholes(position, seat, found):
        if any(_follows(parsed.order, first) for first in lost):
            continue
        one = _One(board, position, elric, seat, phase, parsed)
        taken = one.read(options)
        if not taken:
            lost.append(one.written)
        orders += taken
        said += one.said
    if orders and phase != now:
        said.append(note("sent_ahead", f"For {titled(phase)}, if that phase comes."))
    return Reading(
        str(phase), tuple(orders), tuple(replace(d, column=column, text=text) for d in said)
    )


def places_of_the_unique(position: Position, elric: Elric) -> dict[str, str]:
    """Where the Dragon and Elric are, as far as the writer may know."""
    unique = (unit for unit in position.pieces if unit.kind in (DRAGON, ELRIC))
    places = {unit.kind: unit.place for unit in unique}
    if elric.hidden:
        places[ELRIC] = elric.hidden
    return places


def _follows(order: Order | None, first: Order) -> bool:
    """Whether this is the Dragon's second order, and starts from where that first one ends (58)."""
    if not isinstance(first, FirstMove) or not isinstance(order, Hold | Move | Support):
        return False
    return order.kind == DRAGON and order.place == (first.to or first.place)


def _as_wholes(position: Position, seat: Seat, found: tuple[Parsed, ...]) -> tuple[Parsed, ...]:
    """``F SER R DRS; A SER R DRS``: to where an A/F may go only as a whole, it is meant (26)."""
    kept: list[Parsed] = []
    for parsed in found:
        order = parsed.order
        other = next((one for one in kept if _is_other_part(one.order, order)), None)
        if other is not None and isinstance(order, RetreatOrder):
            whole = replace(order, kind="")
            army = replace(order, kind=ARMY)
            if not retreats.legality(position, seat, replace(order, kind=AF)) and (
                retreats.legality(position, seat, army)
            ):
                kept[kept.index(other)] = other._replace(order=whole)
                continue
        kept.append(parsed)
    return tuple(kept)


def _is_other_part(one: Order | None, other: Order | None) -> bool:
    """Whether the one is for the army and the other for the fleet, to the same space."""
    return (
        isinstance(one, RetreatOrder)
        and isinstance(other, RetreatOrder)
        and (one.place, one.to) == (other.place, other.to)
        and {one.kind, other.kind} == {ARMY, FLEET}
    )


def _phase_of(board: Board, position: Position, seat: Seat, parsed: Parsed) -> PhaseCode:
    if parsed.phase:
        return phase_code(parsed.phase)
    order = parsed.order
    if isinstance(order, RetreatOrder | Disband | Build | Waive):
        return phase_meant(board, position, seat, order, parsed.removal)
    return phase_code(position.phase)


class _One(Meant):
    """One order of a line."""

    def read(self, options: Options) -> tuple[Order, ...]:
        """The order as it is taken, perhaps as two, or none."""
        try:
            return self._read(options)
        except Refused:
            return ()

    def _read(self, options: Options) -> tuple[Order, ...]:
        if self.phase.step == "R" and isinstance(self.order, Move):
            self.order = RetreatOrder(self.order.kind, self.order.place, self.order.to)
        if not isinstance(self.order, ORDERS_OF[self.phase.step]):
            if not self.ahead:
                raise self.refuse("wrong_phase")
            phase = phase_title(self.board, self.phase)
            message = f"{self.written}: there is no such order in {phase}."
            raise self.fault("wrong_phase", message)
        if self.parsed.power and self.parsed.power != self.seat:
            raise self.refuse("not_yours")
        if self.parsed.stray:
            self.say("coast_ignored", "There is no such coast.")
        if self.parsed.form:
            self.say("kind_ignored", "A Chaos unit goes as an army or a fleet at will.")
        if self.phase.step == "M":
            taken: tuple[Order, ...] = (self.in_movement(),)
        elif self.phase.step == "R":
            taken = (self.in_retreats(),)
        else:
            taken = self.in_adjustments()
        position = self.position
        if self.ahead:
            position = imagined(self.board, position, self.seat, self.phase, self.order)
            if isinstance(self.order, Disband) and self.phase.step == "A":
                return taken  # what stands there then is not known
        for order in taken:
            self.order = order
            elric = Elric() if self.ahead else self.elric
            legality = LEGALITY[self.phase.step]
            reason = legality(self.board, position, elric, self.seat, order, options)
            if reason:
                raise self.refuse(reason, _goals(position, order, reason))
        return taken


def _goals(position: Position, order: Order, reason: str) -> tuple[str, ...]:
    """Where it could retreat instead."""
    if not isinstance(order, RetreatOrder) or reason != "cannot_retreat":
        return ()
    return tuple(
        way.to
        for case in position.dislodged
        if case.unit.place == order.place
        and order.kind in {piece.kind for piece in names(case.unit)}
        for way in ways_out(case, order.kind)
    )
