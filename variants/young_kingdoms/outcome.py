"""What became of the orders of Young Kingdoms."""

from adjudicator.simultaneous.position import OutcomeOf, ResolutionOf
from variants.young_kingdoms.orders import Order


class Outcome(OutcomeOf[Order], frozen=True, gc=False):
    """Of an order of this title's."""


class Resolution(ResolutionOf[Outcome], frozen=True):
    """With this title's orders."""
