"""Movement on land in a line: ways, who is dropped, who goes on, and combining (4.0, 6.61)."""

from msgspec.structs import replace

from variants.spellbinder.letters.drafts import FaultyLine
from variants.spellbinder.letters.line import AT, Line
from variants.spellbinder.orders import GiveShip, Merge, Move


class Marching(Line):
    """Orders to units on land."""

    def move(self, units: tuple[str, ...]) -> None:
        """``0619-0719-0819``, ``to 1419 by road``, ``from 0619 to 1419 with A``."""
        start, road, dashes, said_to = "", False, False, False
        path: list[str] = []
        while not self.ended:
            if self.text == "(" and self.peek(1).kind == "hex" and self.peek(2).text == ")":
                start = self.peek(1).value
                self.at += 3
            elif self.said("from") and not path:
                self.at += 1
                start = self.hex()
            elif self.by_road():
                road = True
            elif self.said("to", "via", "towards") or self.kind == "-":
                dashes = dashes or self.kind == "-" or self.said("via")
                said_to = said_to or self.said("to", "towards")
                self.at += 1
                path.append(self.hex())
            elif self.kind in ("hex", "castle") and not path:
                path.append(self.hex())
            elif self.said("with") and not units and path:
                self.at += 1
                units = self.unit_list()
            else:
                break
        if not path:
            raise self.invalid()
        units = self.whose(units, f"MOVE A TO {path[-1]}")
        if len(path) == 2 and not dashes and not start:
            start, path = path[0], path[1:]  # "0619 to 1419"
        elif start and ((dashes and not said_to) or len(path) > 1):
            path = [start, *path]
        if len(path) > 1:
            self.add(Move(units, tuple(path), True, road))
        else:
            self.add(Move(units, tuple(path), False, road), start)

    def by_road(self) -> bool:
        """``by road``, ``along the road``"""
        if self.said("by", "along", "via", "on") and self.peek(1).value in ("road", "roads"):
            self.at += 2
            return True
        return False

    def of_move(self, order: Move) -> Move | None:
        """By road, who is dropped, who goes on, where else."""
        if self.by_road():
            return replace(order, road=True)
        if self.kind == "verb" and self.value in ("drop", "leave"):
            leaves = self.value == "leave"
            self.at += 1
            dropped = self.some_units()
            if leaves and not (dropped and set(dropped) <= set(order.units) and self.said(*AT)):
                return None
            at = self.at_hex()
            if leaves and at == order.path[-1]:
                return None  # "leave the map"
            return replace(order, drop=(*order.drop, *((unit, at) for unit in dropped)))
        if self.said("split"):
            self.at += 1
            return replace(order, split=True)
        if self.goes_on():
            return replace(order, split=True)
        if self.stops():
            return order
        if other := self.otherwise(order.path):
            return replace(order, other=other)
        return None

    def goes_on(self) -> bool:
        """``if the wizard must stop, armies go on``, ``the others go on``"""
        here = self.at
        if self.said("if") and self.peek(1).kind == "wizard":
            while not self.ended and self.kind != ",":
                self.at += 1
            self.separators()
        if self.said("army", "armies", "others", "other", "rest") and self.peek(1).value == "move":
            self.at += 2
            if self.said("on", "ahead"):
                self.at += 1
                return True
        self.at = here
        return False

    def stops(self) -> bool:
        """``if blocked, stop``, which is what happens anyway."""
        here = self.at
        if self.said("if") and self.peek(1).value in ("blocked", "barred", "stopped"):
            self.at += 2
            self.separators()
            if self.value == "stop" and (self.peek(1).kind in ("", ",")):
                self.at += 1
                return True
        self.at = here
        return False

    def merge(self, units: tuple[str, ...]) -> None:
        """``merge A into E``, ``combine F with E``"""
        givers = units or self.unit_list()
        if self.said("into", "in", "to"):
            self.at += 1
            (taker,) = self.one_unit()
        elif units and self.kind in ("unit", "who"):  # "A joins E"
            (taker,) = self.one_unit()
        else:
            if self.said("with"):
                self.at += 1
                givers = (*givers, *self.one_unit())
            if len(givers) != 2:
                raise self.invalid()
            one, other = givers
            both = [str(Merge(one, other)), str(Merge(other, one))]
            message = f"Which of them stays? Write {' or '.join(both)}."
            raise FaultyLine("ambiguous", message, self.line, both)
        for giver in givers:
            self.add(Merge(giver, taker))

    def give(self, units: tuple[str, ...]) -> None:
        """``give 3 from A to E``, ``A gives 3 to E``; ``give ship 2 to Sharn``"""
        if self.kind == "ship":
            number = self.ship_number()
        else:
            if self.kind != "number":
                raise self.invalid()
            number = int(self.value)
            self.at += 1
            while self.said("points", "point", "strength", "pts", "sp"):
                self.at += 1
        if self.said("from", "of"):
            self.at += 1
            units = self.one_unit()
        if not self.said("to"):
            raise self.invalid()
        self.at += 1
        if not units:
            self.add(GiveShip(number, self.seat()))
            return
        (taker,) = self.one_unit()
        if not number >= 1:
            raise FaultyLine("strength", "At least 1 point of strength can be given.", self.line)
        self.add(Merge(units[0], taker, number))
