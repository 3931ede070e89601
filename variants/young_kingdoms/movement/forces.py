"""The forces of a season: what is ordered into one space from another as one (84)."""

from collections.abc import Sequence
from typing import Literal

from adjudicator.orders import Seat
from variants.young_kingdoms.movement.field import Field
from variants.young_kingdoms.movement.given import Given
from variants.young_kingdoms.orders import Guest

Way = Literal["stays", "moves", "lands", "ferried"]


class Force:
    """Parts that go as one, or a part that stays.

    parts      its pieces; a fleet at sea that stays has the army aboard with it
    at         the space it comes from: of a landing the sea, else where its parts stand
    to         where it goes, "" if it stays
    carrier    of a landing: the force whose move brings it to that sea, None if its A/F stays there
    fleets     of what is ferried: the parts that are ordered to carry it
    givens     the orders that it carries out
    """

    def __init__(
        self, power: Seat | None, parts: Sequence[int], at: str, to: str = "", way: Way = "stays"
    ) -> None:
        self.power = power
        self.parts = list(parts)
        self.at = at
        self.to = to
        self.way = way
        self.carrier: Force | None = None
        self.fleets: list[int] = []
        self.givens: list[Given] = []


class Backing:
    """A support that fits: the part `by` gives it, into the space `into`, for a force `backed`."""

    def __init__(self, given: Given, by: int, into: str, backed: Force) -> None:
        self.given = given
        self.by = by
        self.into = into
        self.backed = backed


class Plans:
    """The orders of a season as forces.

    field      the parts, boardings done; `before` has them as they stood before
    givens     all orders
    hosts      the parts that have Elric beside them this season by the word of both (61)
    boarded    the seas where an army went aboard this season
    carried    ferrying order -> its fleet, a part, and the force that it carries
    """

    def __init__(
        self, before: Field, field: Field, givens: Sequence[Given], boarded: frozenset[str]
    ) -> None:
        self.before = before
        self.field = field
        self.givens = givens
        self.boarded = boarded
        self.hosts: frozenset[int] = frozenset()
        self.forces: list[Force] = []
        self.force_of: dict[int, Force] = {}
        self.supports: list[Backing] = []
        self.carried: dict[Given, tuple[int, Force]] = {}

    def add(self, force: Force, *givens: Given) -> Force:
        """Take up a force; its parts leave the one they were in."""
        for part in force.parts:
            self._take(part, force)
        force.givens += givens
        self.forces.append(force)
        return force

    def join(self, force: Force, part: int, *givens: Given) -> None:
        """One more part goes along."""
        self._take(part, force)
        force.parts.append(part)
        force.givens += givens

    def _take(self, part: int, force: Force) -> None:
        if part in self.force_of:
            self.force_of[part].parts.remove(part)
        self.force_of[part] = force

    def drop(self, force: Force) -> None:
        """The force is none: its parts stay where they are."""
        self.forces.remove(force)
        for part in force.parts:
            del self.force_of[part]

    def is_guest(self, seat: Seat) -> bool:
        """Whether Elric, this seat's, is a guest as the season begins, or ordered as one (61)."""
        return self.field.guest()[0] >= 0 or any(
            isinstance(given.order, Guest) and given.seat == seat for given in self.givens
        )

    def kinds(self, force: Force) -> set[str]:
        """The kinds of its pieces."""
        return {self.field.parts[part].kind for part in force.parts}

    def goal(self, part: int) -> str:
        """Where the part is if its own move works."""
        force = self.force_of.get(part)
        return force.to if force is not None and force.to else self.field.parts[part].place

    def complete(self) -> None:
        """Every part that goes nowhere is a force of its own; an army aboard is with its fleet."""
        for index, part in enumerate(self.field.parts):
            if index in self.force_of or self.field.is_aboard(index):
                continue
            force = self.add(Force(part.power, [index], part.place))
            army = self.field.aboard(index)
            if army >= 0 and army not in self.force_of:
                self.join(force, army)
