"""A running phase, as its rules see it."""

from collections.abc import Mapping
from typing import Generic, TypeVar

from adjudicator.events import Audience, Told
from adjudicator.orders import Seat, Sheet

Order = TypeVar("Order")
Event = TypeVar("Event")


class Turn(Generic[Order, Event]):
    """The sheets of one phase, frozen when it first ran, and what the rules tell of it."""

    def __init__(self, phase: str, sheets: Mapping[Seat, Sheet[Order]]) -> None:
        self.phase = phase
        self._sheets = dict(sheets)
        self._told: list[Told[Event]] = []

    def sheet(self, seat: Seat) -> Sheet[Order]:
        """This seat's orders; an empty sheet if none came."""
        return self._sheets.get(seat) or Sheet(seat, self.phase)

    def tell(self, audience: Audience, event: Event) -> None:
        """Tell a fact to some seats, to all, or to the GM alone."""
        self._told.append(Told(audience, event))

    @property
    def told(self) -> tuple[Told[Event], ...]:
        """Everything told so far, in order."""
        return tuple(self._told)
