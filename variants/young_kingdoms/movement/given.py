"""An order as it was given, while it is found out what becomes of it."""

from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Result, Unit
from variants.young_kingdoms.orders import Order
from variants.young_kingdoms.outcome import Outcome
from variants.young_kingdoms.reasons import IS_VOID


class Given:
    """One order of a seat; `result` is None and `reason` empty while nothing is known."""

    __slots__ = ("by", "order", "reason", "result", "same", "seat")

    def __init__(self, seat: Seat, order: Order) -> None:
        self.seat = seat
        self.order = order
        self.result: Result | None = None
        self.reason = ""
        self.by: tuple[Unit, ...] = ()
        self.same: Given | None = None  # the order that this one repeats

    @property
    def open(self) -> bool:
        """Whether nothing has been found against it, and it repeats no other."""
        return self.result is None and self.same is None

    def settle(self, result: Result, reason: str = "", by: tuple[Unit, ...] = ()) -> None:
        """What became of it, and why."""
        self.result, self.reason, self.by = result, reason, by

    def refuse(self, reason: str) -> None:
        """It is void or illegal for this reason."""
        self.settle("void" if reason in IS_VOID else "illegal", reason)

    def outcome(self, dislodged: bool) -> Outcome:
        """What is told of it. ValueError if nothing was found out."""
        told = self.same or self
        if told.result is None:
            raise ValueError(f"nothing is known of {self.order}")
        return Outcome(self.seat, self.order, told.result, dislodged, told.reason, told.by)
