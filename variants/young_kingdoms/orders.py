"""The orders of Young Kingdoms: the family's, and boardings, landings, first flights, Elric's.

``str(order)`` is the canonical form. Kinds of piece are "A", "F", "A/F" (an army aboard its fleet),
"D" (the Dragon), "E" (Elric), "C" (Chaos) and "G" (a garrison, which has no orders and may be
supported). In a land of Chaos, where several may stand, a kind may say which: "C2" for the second
of its power by order of arrival, and in what is supported or carried "DHJ C" or "DHJ C2" (103).

Whoever speaks of a numbered rule here and beside means the numbers of the rulings, "YK" the
rulebook's.
"""

from typing import ClassVar

from msgspec import Struct

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


class FirstMove(Struct, frozen=True, gc=False, tag="first"):
    """``D CAV - DRW FIRST``: the Dragon's move before all others (YK 5); with an empty `to` it
    stays, ``D CAV H FIRST``. Its second order is any of the family's, from where it is by then."""

    kind: str
    place: str
    to: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.place} {f'- {self.to}' if self.to else 'H'} FIRST"


class Boarding(Struct, frozen=True, gc=False, tag="board"):
    """``A MEN BOARD F SER``: an army, or Elric with one, boards a fleet at sea (3)."""

    kind: str
    place: str
    fleet: str

    def __str__(self) -> str:
        return f"{self.kind} {self.place} BOARD F {self.fleet}"


class Landing(Struct, frozen=True, gc=False, tag="land"):
    """``A DRS LAND FIL``: an army, or Elric, goes ashore from the sea that its A/F is in (19)."""

    kind: str
    place: str
    to: str

    def __str__(self) -> str:
        return f"{self.kind} {self.place} LAND {self.to}"


class Guest(Struct, frozen=True, gc=False, tag="guest"):
    """``E NAD GUEST``: Elric's order this season is one of a guest (61); his ally gives it."""

    kind: str
    place: str

    def __str__(self) -> str:
        return f"{self.kind} {self.place} GUEST"


class Admit(Struct, frozen=True, gc=False, tag="admit"):
    """``A NAD ADMITS ELRIC``: this unit's power has him beside it this season (61). The place is
    where the unit's own order starts from."""

    kind: str
    place: str

    def __str__(self) -> str:
        return f"{self.kind} {self.place} ADMITS ELRIC"


class Enlist(Struct, frozen=True, gc=False, tag="enlist"):
    """``ENLIST ELRIC``: by the power that found him, before everything else (69)."""

    place: ClassVar[str] = ""

    def __str__(self) -> str:
        return "ENLIST ELRIC"


class Renounce(Struct, frozen=True, gc=False, tag="renounce"):
    """``RENOUNCE ELRIC``: by his ally, before everything else (70)."""

    place: ClassVar[str] = ""

    def __str__(self) -> str:
        return "RENOUNCE ELRIC"


Order = (
    Hold
    | Move
    | Support
    | Convoy
    | RetreatOrder
    | Disband
    | Build
    | Waive
    | FirstMove
    | Boarding
    | Landing
    | Guest
    | Admit
    | Enlist
    | Renounce
)
