"""A piece as an order names it: ``C``, ``C2``, ``DHJ C2``, of all other kinds the kind alone."""

import re

from msgspec import Struct

from adjudicator.orders import Seat
from variants.young_kingdoms.pieces.pieces import CHAOS

_NAME = re.compile(r"(?:(?P<power>[A-Z]+) )?(?P<kind>A/F|[A-Z])(?P<number>[1-9][0-9]*)?", re.ASCII)


class Name(Struct, frozen=True):
    """The kind, "" for none; and of Chaos, where several may stand, whose and which by order of
    arrival, 0 for none in particular (103)."""

    kind: str
    power: Seat = ""
    number: int = 0

    @classmethod
    def of(cls, text: str) -> "Name":
        """The name that an order has as its `kind` or `other_kind`."""
        match = _NAME.fullmatch(text)
        if match is None:
            return cls(text)
        return cls(match["kind"], match["power"] or "", int(match["number"] or 0))

    def __str__(self) -> str:
        return f"{self.power} {self.kind}{self.number or ''}".lstrip()

    @property
    def is_chaos(self) -> bool:
        """Whether it is of a unit of Chaos."""
        return self.kind == CHAOS

    def may_mean(self, other: "Name") -> bool:
        """Whether this can be said for the other: ``C`` for each of several, ``C1`` for the only
        one, too; the power is not looked at."""
        return self.kind == other.kind and self.number in (0, other.number or 1)
