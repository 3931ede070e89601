"""The orders of the simultaneous-movement family, and their canonical text.

``str(order)`` is the canonical form in codes. :mod:`adjudicator.simultaneous.notation` reads it,
and every looser form, back to the same order.

A ``kind`` is a unit's letter ("A", "F"); an empty ``kind`` says that the writer named none
(DATC 4.C.1). A ``place`` is a code of the board, with its coast where that matters ("STP/SC").
"""

from typing import ClassVar, Protocol

from msgspec import Struct


class Placed(Protocol):
    """An order, for the piece that stands in its `place`; "" if it is for none."""

    @property
    def place(self) -> str:
        """A code of the board, with its coast where that matters."""
        ...


def piece(kind: str, place: str) -> str:
    """``A PAR``; the place alone where the kind was not named."""
    return f"{kind} {place}" if kind else place


class Hold(Struct, frozen=True, gc=False, tag="hold"):
    """``A PAR H``"""

    kind: str
    place: str

    def __str__(self) -> str:
        return f"{piece(self.kind, self.place)} H"


class Move(Struct, frozen=True, gc=False, tag="move"):
    """``A PAR - BUR``; with `via`, which asks for a convoy (DATC 4.A.3), ``A YOR - NWY VIA``"""

    kind: str
    place: str
    to: str
    via: bool = False

    def __str__(self) -> str:
        return f"{piece(self.kind, self.place)} - {self.to}{' VIA' if self.via else ''}"


class Support(Struct, frozen=True, gc=False, tag="support"):
    """``A BUR S A PAR - MAR``; with an empty `to`, support to stay: ``A BUR S A PAR``"""

    kind: str
    place: str
    other_kind: str
    other: str
    to: str = ""

    def __str__(self) -> str:
        move = f" - {self.to}" if self.to else ""
        return f"{piece(self.kind, self.place)} S {piece(self.other_kind, self.other)}{move}"


class Convoy(Struct, frozen=True, gc=False, tag="convoy"):
    """``F NTH C A YOR - NWY``"""

    kind: str
    place: str
    other_kind: str
    other: str
    to: str

    def __str__(self) -> str:
        army = piece(self.other_kind, self.other)
        return f"{piece(self.kind, self.place)} C {army} - {self.to}"


class RetreatOrder(Struct, frozen=True, gc=False, tag="retreat"):
    """``A VIE R BOH``"""

    kind: str
    place: str
    to: str

    def __str__(self) -> str:
        return f"{piece(self.kind, self.place)} R {self.to}"


class Disband(Struct, frozen=True, gc=False, tag="disband"):
    """``A VIE D``: in a retreat phase the dislodged unit, in an adjustment phase a removal"""

    kind: str
    place: str

    def __str__(self) -> str:
        return f"{piece(self.kind, self.place)} D"


class Build(Struct, frozen=True, gc=False, tag="build"):
    """``F STP/NC B``"""

    kind: str
    place: str

    def __str__(self) -> str:
        return f"{piece(self.kind, self.place)} B"


class Waive(Struct, frozen=True, gc=False, tag="waive"):
    """``WAIVE``: one build not made (DATC 4.D.7); it is for no place"""

    place: ClassVar[str] = ""

    def __str__(self) -> str:
        return "WAIVE"


Order = Hold | Move | Support | Convoy | RetreatOrder | Disband | Build | Waive
