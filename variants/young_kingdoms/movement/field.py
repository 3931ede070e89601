"""The pieces of a season, part by part, and which of them an order or a name means.

A *part* is a unit that may have an order of its own: an A/F is an army and a fleet here. At sea the
army is aboard: it has no order but to land (20).
"""

from collections.abc import Sequence

from adjudicator.boards import ARMY, FLEET, Board, Spot
from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Unit
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.pieces import (
    AF,
    CHAOS,
    ELRIC,
    GARRISON,
    REGULAR,
    Owners,
    has_harbour,
    spot_of,
)


class Field:
    """The parts on the board at one moment of a season, and who owned the centers at its start."""

    def __init__(self, board: Board, owners: Owners, parts: Sequence[Unit]) -> None:
        self.board = board
        self.owners = owners
        self.parts = parts
        self.at: dict[str, list[int]] = {}
        for index, part in enumerate(parts):
            self.at.setdefault(part.place, []).append(index)

    def find(self, place: str, kind: str, power: Seat | None) -> int:
        """The part of this kind and power in this place, -1 if there is none."""
        for index in self.at.get(place, ()):
            if self.parts[index].kind == kind and self.parts[index].power == power:
                return index
        return -1

    def elric(self) -> int:
        """Elric, -1 while he is nobody's."""
        return next((i for i, part in enumerate(self.parts) if part.kind == ELRIC), -1)

    def is_coast(self, place: str) -> bool:
        """Whether the place is a coastal province."""
        number = self.board.number.get(place, -1)
        return number >= 0 and self.board.is_coast[number]

    def touch(self, sea: str, coast: str) -> bool:
        """Whether the sea lies by that coast: armies board, land and are ferried over it."""
        if not self.board.at_sea(sea) or not self.is_coast(coast):
            return False
        return self.board.number[sea] in self.board.seas[self.board.number[coast]]

    def aboard(self, fleet: int) -> int:
        """The army that this fleet at sea carries, -1 for none."""
        part = self.parts[fleet]
        if part.kind != FLEET or not self.board.at_sea(part.place):
            return -1
        return self.find(part.place, ARMY, part.power)

    def is_aboard(self, index: int) -> bool:
        """Whether the part is an army at sea."""
        return self.parts[index].kind == ARMY and self.board.at_sea(self.parts[index].place)

    def harbour(self, place: str, power: Seat | None) -> tuple[int, ...]:
        """The army and the fleet of an A/F in harbour (16); empty if there is none."""
        pair = (self.find(place, ARMY, power), self.find(place, FLEET, power))
        return () if self.board.at_sea(place) or -1 in pair else pair

    def has_harbour(self, power: Seat | None, place: str) -> bool:
        """Whether the place is a harbour of this power for an army and a fleet (18)."""
        return has_harbour(self.board, self.owners, power, place)

    def ordered(self, seat: Seat, kind: str, place: str) -> tuple[int, ...]:
        """The parts that act by an order of this seat so addressed; of an A/F the army, then the
        fleet. None if no such piece of its own is there, or more than one.

        ``A/F`` and ``F`` mean the same at sea (27); in harbour ``A/F`` is both parts (17). Without
        a kind the one piece there is meant that can have orders.
        """
        name = Name.of(kind)
        own = [i for i in self.at.get(place, ()) if self.parts[i].power == seat]
        if not name.kind:
            able = [i for i in own if self.parts[i].kind != GARRISON and not self.is_aboard(i)]
            found = able if len(able) == 1 else []
        elif name.kind == AF and self.harbour(place, seat):
            return self.harbour(place, seat)
        else:
            wanted = FLEET if name.kind == AF else name.kind
            found = [i for i in own if self.parts[i].kind == wanted and not self.is_aboard(i)]
        if name.number:
            found = found[name.number - 1 : name.number]
        if len(found) != 1:
            return ()
        army = self.aboard(found[0])
        return (army, found[0]) if army >= 0 else (found[0],)

    def named(self, kind: str, place: str) -> tuple[int, ...]:
        """The parts that a support or ferry may mean by this name, whosever they are, each by
        itself; both of an A/F only in harbour, where they are named together.

        A power in the name that has no such piece there is overlooked (DATC 4.C.6).
        """
        name = Name.of(kind)
        here = [i for i in self.at.get(place, ()) if not self.is_aboard(i)]
        if name.kind == AF:
            for power in {self.parts[i].power for i in here}:
                if self.harbour(place, power):
                    return self.harbour(place, power)
        wanted = FLEET if name.kind == AF else name.kind
        found = [i for i in here if not wanted or self.parts[i].kind == wanted]
        if name.power:
            found = [i for i in found if self.parts[i].power == name.power] or found
        if name.number:
            found = [i for i in found if self.number(i) == name.number]
        return tuple(found)

    def number(self, index: int) -> int:
        """Of a Chaos unit: which it is of its power's in this space, by order of arrival (103)."""
        part = self.parts[index]
        fellows = [
            i
            for i in self.at[part.place]
            if self.parts[i].kind == CHAOS and self.parts[i].power == part.power
        ]
        return fellows.index(index) + 1

    def spot(self, index: int) -> Spot | None:
        """What the part can do from where it is, Elric at sea as his fleet."""
        part = self.parts[index]
        return spot_of(self.board, part.kind, part.place)

    def open_near(self, index: int) -> frozenset[str]:
        """The spaces next to the part by the links of its kind that it may enter."""
        spot = self.spot(index)
        return frozenset(spot.reach) if spot is not None else frozenset()

    def all_near(self, index: int) -> frozenset[int]:
        """The numbers of the provinces next to the part by the links of its kind, those among them
        that are closed to it, as Tanelorn: it may support into all of them (48, 85)."""
        spot = self.spot(index)
        return spot.near if spot is not None else frozenset()

    def guest(self) -> tuple[int, frozenset[int]]:
        """Elric as he shares a space with units of another power (61), -1 if he does not, and
        those units."""
        elric = self.elric()
        if elric >= 0:
            here = self.at[self.parts[elric].place]
            power = self.parts[elric].power
            hosts = [
                i for i in here if self.parts[i].kind in REGULAR and self.parts[i].power != power
            ]
            if hosts:
                return elric, frozenset(hosts)
        return -1, frozenset()
