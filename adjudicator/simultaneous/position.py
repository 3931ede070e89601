"""What stands on the board, and what became of it: frozen types in, frozen types out."""

from collections.abc import Mapping
from typing import Generic, Literal, TypeVar

from msgspec import Struct

from adjudicator.orders import Seat
from adjudicator.simultaneous.orders import Order

Result = Literal[
    "succeeds",
    "bounces",
    "no_convoy",
    "given",
    "cut",
    "void",
    "no_effect",
    "disrupted",
    "holds",
    "illegal",
]


class Unit(Struct, frozen=True, gc=False):
    """A piece. `power` is None for nobody's; `id` tells apart pieces of one kind in one place."""

    power: Seat | None
    kind: str
    place: str
    id: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.place}"


class Retreat(Struct, frozen=True, gc=False):
    """One retreat that is open; `part` matters to units that can split."""

    to: str
    part: Literal["whole", "army", "fleet"] = "whole"


class Dislodged(Struct, frozen=True):
    """A dislodged unit, who dislodged it (as they stood before they moved), and its ways out.

    `came_from` has the provinces barred to it because its attackers came from there over land or
    sea; it is empty if all came by convoy (DATC 4.A.5) or where that is not known.
    """

    unit: Unit
    by: tuple[Unit, ...] = ()
    came_from: frozenset[str] = frozenset()
    retreats: tuple[Retreat, ...] = ()


class Position(Struct, frozen=True):
    """The board's part of the state. `standoffs` are provinces left empty by a bounce."""

    phase: str
    units: tuple[Unit, ...]
    centers: Mapping[str, Seat | None] = {}
    dislodged: tuple[Dislodged, ...] = ()
    standoffs: frozenset[str] = frozenset()

    @property
    def pieces(self) -> tuple[Unit, ...]:
        """Whoever has not left the board: the units, and the dislodged."""
        return (*self.units, *(case.unit for case in self.dislodged))


AnyOrder = TypeVar("AnyOrder")
AnyOutcome = TypeVar("AnyOutcome")


class OutcomeOf(Struct, Generic[AnyOrder], frozen=True, gc=False):
    """What became of one order of `seat`, an order of the title's.

    `reason` is a stable code, empty where the order did what it says
    (:mod:`adjudicator.simultaneous.reasons` puts it into words); `by` names the units that bounced,
    cut, dislodged or disrupted, as they stood before they moved.
    """

    seat: Seat
    order: AnyOrder
    result: Result
    dislodged: bool = False
    reason: str = ""
    by: tuple[Unit, ...] = ()


class ResolutionOf(Struct, Generic[AnyOutcome], frozen=True):
    """A phase resolved: one outcome an order, and the units as they stand after it.

    `removed` are the units that left the board in a retreat or adjustment phase, each with its
    reason: "ordered", "no_order", "order_failed", "no_retreat", "retreats_clash" or "surplus".
    """

    outcomes: tuple[AnyOutcome, ...]
    after: tuple[Unit, ...]
    dislodged: tuple[Dislodged, ...] = ()
    standoffs: frozenset[str] = frozenset()
    removed: tuple[tuple[Unit, str], ...] = ()


class Outcome(OutcomeOf[Order], frozen=True, gc=False):
    """Of an order of the family's."""


class Resolution(ResolutionOf[Outcome], frozen=True):
    """With the family's orders."""
