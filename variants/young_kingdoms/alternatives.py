"""What a seat can order, for bots: the legal orders of each of its pieces and of their parts.

A group holds orders of which one can be given. A chain takes one order of several groups: an army's
boarding, its fleet's sailing, the landing; the Dragon's first and second order; Elric's own with
GUEST, and ADMITS ELRIC of his host. What is void by itself is there for the rest of its chain.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Seat
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
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.position import Dislodged, Unit
from variants.young_kingdoms.letters.reader import LEGALITY
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
from variants.young_kingdoms.pieces.chaos import numbered
from variants.young_kingdoms.pieces.harbours import names
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.openings import ways_out
from variants.young_kingdoms.pieces.pieces import (
    AF,
    CHAOS,
    DRAGON,
    ELRIC,
    FERRIED,
    GARRISON,
    PASSENGERS,
    REGULAR,
    spot_of,
)
from variants.young_kingdoms.state import State, board_of
from variants.young_kingdoms.winter.adjustments import balance
from variants.young_kingdoms.winter.builds import build_sites

Groups = tuple[tuple[Order, ...], ...]


def alternatives(state: State, seat: Seat) -> Groups:
    """The legal orders of the phase that comes next, in groups."""
    step = phase_code(state.position.phase).step
    if step == "M":
        groups = _Movement(state, seat).groups()
    elif step == "R":
        groups = _retreats(state, seat)
    else:
        groups = _adjustments(state, seat)
    legal = (tuple(order for order in group if _is_legal(state, seat, order)) for group in groups)
    return tuple(group for group in legal if group)


def _is_legal(state: State, seat: Seat, order: Order) -> bool:
    board, position = board_of(state), state.position
    legality = LEGALITY[phase_code(position.phase).step]
    return not legality(board, position, state.elric, seat, order, state.options)


class _Movement:
    """The orders of one seat for a movement phase, before it is asked which are legal."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat = state, seat
        self.board: Board = board_of(state)
        self.units = state.position.units

    def groups(self) -> Iterator[list[Order]]:
        """Elric's beginning and end, and all of each piece of the seat."""
        if self.state.elric.finder == self.seat:
            yield [Enlist()]
            yield from self._elric(Unit(self.seat, ELRIC, self.state.elric.hidden))
        for unit in self.units:
            if unit.power == self.seat and unit.kind != GARRISON:
                yield from self._of(unit)

    def _of(self, unit: Unit) -> Iterator[list[Order]]:
        if unit.kind == ELRIC:
            yield from self._elric(unit)
        elif unit.kind == DRAGON:
            yield from self._dragon(unit)
        elif unit.kind == CHAOS:
            yield self._orders(CHAOS, unit.place, numbered(self.units, unit))
        elif unit.kind == AF and not self.board.at_sea(unit.place):
            yield from self._in_harbour(unit)
        else:
            yield self._orders(unit.kind, unit.place)
            if self.board.at_sea(unit.place):
                yield self._landings(ARMY, unit.place)
        if unit.kind in REGULAR and self._elric_is_near(unit.place):
            yield [Admit(unit.kind, unit.place)]

    # --- the pieces

    def _in_harbour(self, unit: Unit) -> Iterator[list[Order]]:
        """As a whole, which may land what it carries, or each part by itself (17)."""
        place = unit.place
        yield [*self._orders(AF, place), *self._orders(ARMY, place)]
        yield self._orders(FLEET, place)
        yield self._landings(ARMY, place)

    def _dragon(self, unit: Unit) -> Iterator[list[Order]]:
        """The first order, and the second from wherever that can bring it (58)."""
        exits = self._exits(DRAGON, unit.place)
        yield [FirstMove(DRAGON, unit.place, to) for to in ("", *exits)]
        yield [order for place in (unit.place, *exits) for order in self._orders(DRAGON, place)]

    def _elric(self, unit: Unit) -> Iterator[list[Order]]:
        """Alone and with whom he may go: over the sea only with a unit (60)."""
        place = unit.place
        company = [one.kind for one in self._own() if one.place == place and one.kind in REGULAR]
        goals = {to for kind in company for to in self._exits(kind, place)}
        yield [
            *self._orders(ELRIC, place),
            *(Move(ELRIC, place, to) for to in sorted(goals - {*self._goals(ELRIC, place)})),
            *self._landings(ELRIC, place),
            Renounce(),
        ]
        yield [Guest(ELRIC, place)]

    # --- the kinds of order

    def _orders(self, kind: str, place: str, written: str = "") -> list[Order]:
        """Of a piece of this kind; `written` is what an order calls it, if not by its kind."""
        name = written or kind
        return [
            Hold(name, place),
            *(Move(name, place, to) for to in self._goals(kind, place)),
            *self._boardings(kind, place),
            *(Support(name, place, *helped) for helped in self._helped_from(kind, place)),
            *self._ferries(kind, place),
        ]

    def _helped_from(self, kind: str, place: str) -> Iterator[tuple[str, str, str]]:
        spot = spot_of(self.board, kind, place)
        near = spot.near if spot is not None else frozenset[int]()
        for other in self.units:
            for name, start, to in self._helped(other):
                if self.board.number[to or start] in near:
                    yield name, start, to

    def _helped(self, other: Unit) -> Iterator[tuple[str, str, str]]:
        """What a support of this piece may name: it as it is written, where it is, and where it may
        be going to, "" if it stays."""
        place = other.place
        name = self._named_by(other)
        starts = [place, *(self._exits(DRAGON, place) if other.kind == DRAGON else ())]
        for start in starts:
            yield from ((name, start, to) for to in ("", *self._goals(other.kind, start)))
        if self.board.at_sea(place):
            if other.kind in (FLEET, AF):
                yield from ((ARMY, place, to) for to in self._coasts_of(place))  # a landing (27)
        elif other.kind == AF:
            for part in (ARMY, FLEET):
                yield from ((part, place, to) for to in self._goals(part, place))

    def _boardings(self, kind: str, place: str) -> Iterator[Order]:
        if kind in (ARMY, ELRIC):
            for sea in self._seas_near(place):
                if any(u.kind == FLEET and u.place == sea for u in self._own()):
                    yield Boarding(kind, place, sea)

    def _landings(self, kind: str, place: str) -> list[Order]:
        """From this sea, and from those that the fleet may sail to; only if there is an army that
        may be aboard by then."""
        aboard = any(u.kind in (AF, ELRIC) and u.place == place for u in self.units)
        boards = any(
            u.kind in (ARMY, ELRIC) and place in self._seas_near(u.place) for u in self._own()
        )
        if not aboard and not boards:
            return []
        seas = [s for s in (place, *self._exits(FLEET, place)) if self.board.at_sea(s)]
        return [Landing(kind, sea, to) for sea in seas for to in self._coasts_of(sea)]

    def _ferries(self, kind: str, place: str) -> Iterator[Order]:
        if kind == FLEET and self.board.at_sea(place):
            coasts = self._coasts_of(place)
            for other in self.units:
                if other.kind in FERRIED and other.place in coasts:
                    for to in coasts:
                        if to != other.place:
                            yield Convoy(kind, place, self._named_by(other), other.place, to)

    # --- the map

    def _own(self) -> Iterable[Unit]:
        return (unit for unit in self.units if unit.power == self.seat)

    def _exits(self, kind: str, place: str) -> list[str]:
        spot = spot_of(self.board, kind, place)
        return [to for to, _ in spot.exits] if spot is not None else []

    def _seas_near(self, place: str) -> list[str]:
        number = self.board.number[place]
        return [] if self.board.at_sea(place) else self._codes(self.board.seas[number])

    def _coasts_of(self, sea: str) -> list[str]:
        number = self.board.number[sea]
        near = (n for n in self.board.neighbors[number] if not self.board.is_sea[n])
        return self._codes(near)

    def _codes(self, numbers: Iterable[int]) -> list[str]:
        return sorted(self.board.code[number] for number in numbers)

    def _goals(self, kind: str, place: str) -> list[str]:
        """Where a piece of this kind may be ordered to, by ferry, too."""
        goals = self._exits(kind, place)
        if kind in PASSENGERS:
            for sea in self._seas_near(place):
                if any(unit.kind == FLEET and unit.place == sea for unit in self.units):
                    goals += [to for to in self._coasts_of(sea) if to not in (place, *goals)]
        return goals

    def _elric_is_near(self, place: str) -> bool:
        near = {self.board.number[place], *self.board.neighbors[self.board.number[place]]}
        return any(
            u.kind == ELRIC and u.power != self.seat and self.board.number[u.place] in near
            for u in self.units
        )

    def _named_by(self, other: Unit) -> str:
        """As a support or a ferry names it: Chaos with its power where several have some (103)."""
        name = Name.of(numbered(self.units, other))
        there = {unit.power for unit in self.units if unit.place == other.place}
        if name.is_chaos and other.power is not None and len(there) > 1:
            name = replace(name, power=other.power)
        return str(name)


def _retreats(state: State, seat: Seat) -> Iterator[list[Order]]:
    """An A/F as a whole, or its army; and by itself its fleet (26)."""
    for case in state.position.dislodged:
        if case.unit.power != seat:
            continue
        whole, *parts = (_ways_out(case, piece) for piece in names(case.unit))
        if parts:
            army, fleet = parts
            yield [*whole, *army]
            yield fleet
        else:
            yield whole


def _ways_out(case: Dislodged, piece: Unit) -> list[Order]:
    kind, place = piece.kind, piece.place
    ways = [RetreatOrder(kind, place, way.to) for way in ways_out(case, kind)]
    return [*ways, Disband(kind, place)]


def _adjustments(state: State, seat: Seat) -> Iterator[list[Order]]:
    """As many groups as there are builds or removals; two may name the same place."""
    board, position = board_of(state), state.position
    due = balance(board, position).get(seat, 0)
    builds: list[Order] = [
        Build(kind, place)
        for place, kinds in build_sites(board, position, seat).items()
        for kind in kinds
    ]
    removals: list[Order] = [
        Disband(numbered(position.units, piece), piece.place)
        for unit in position.units
        if unit.power == seat
        for piece in names(unit)
    ]
    for _ in range(abs(due)):
        yield [*builds, Waive()] if due > 0 else removals
