"""A line on its way to its orders: what has been read of it, and what the next order leaves out."""

from collections.abc import Sequence

from variants.spellbinder.letters.cursor import Cursor
from variants.spellbinder.letters.drafts import Draft, FaultyLine, Side
from variants.spellbinder.letters.vocabulary import Item, written
from variants.spellbinder.orders import (
    Attack,
    Challenge,
    Enter,
    Land,
    Leave,
    Load,
    Move,
    Order,
    Sail,
    Scale,
    SetUp,
)

BARRED = ("blocked", "barred", "occupied", "taken")
AT = ("at", "on", "in", "from", "by", "onto", "against", "to", "over")


class Line(Cursor):
    """One line.

    drafts        its orders so far
    notes         codes of what it says without being an order
    units, ship   those of the order before
    begun         the item with which the order begins
    """

    def __init__(self, side: Side, found: Sequence[Item]) -> None:
        super().__init__(side, found)
        self.drafts: list[Draft] = []
        self.notes: list[str] = []
        self.units: tuple[str, ...] = ()
        self.ship = 0
        self.begun = 0

    def add(self, order: Order, start: str = "") -> None:
        """An order of the line."""
        text = written(self.found[self.begun : self.at])
        later = any(brings(draft.order, order) for draft in self.drafts)
        column = self.found[min(self.begun, len(self.found) - 1)].column
        self.drafts.append(Draft(order, column, text, start, later))
        if isinstance(order, Move | Load | Land | Scale | Leave | Enter | SetUp | Attack):
            self.units = order.units
        if isinstance(order, Load | Sail | Challenge):
            self.ship = order.ship

    def note(self, code: str) -> None:
        """Something that is said, and is no order."""
        self.notes.append(code)

    def change(self, order: Order) -> None:
        """The order before, with what is added to it."""
        before, added = self.drafts[-1].text, written(self.found[self.begun : self.at])
        # What belongs to the order may have been read before the next one began.
        text = added if added.startswith(before) else f"{before} {added}"
        self.drafts[-1] = self.drafts[-1]._replace(order=order, text=text)

    def last(self, kind: type) -> bool:
        """Whether the order before is of this kind."""
        return bool(self.drafts) and isinstance(self.drafts[-1].order, kind)

    def whose(self, units: tuple[str, ...], what: str) -> tuple[str, ...]:
        """The units named, else those of the order before."""
        if units or self.units:
            return units or self.units
        raise FaultyLine("no_units", f"With which units? Write: {what}.", self.line)

    def otherwise(
        self, about: Sequence[str], bare: bool = False, words: Sequence[str] = BARRED
    ) -> str:
        """``else 1518``, ``or else at 1518``, ``if 1618 is occupied go to 1518 instead``, of an
        order that is for the hexes `about`; `words` say that it is not possible there.

        FaultyLine for a condition on another hex: what is there makes no difference to the order.
        """
        here = self.at
        named = ""
        if self.said("if"):
            self.at += 1
            if self.kind == "hex":
                named = self.hex()
            if self.said("is", "are"):
                self.at += 1
            if not self.said(*words, "not"):
                self.at = here
                return ""
            self.at += 1
            if self.said("possible", "free"):
                self.at += 1
            self.separators()
        elif self.said("else", "otherwise", "or"):
            self.at += 1
            if self.said("else"):
                self.at += 1
        elif not bare:
            return ""
        if self.value in ("move", "cast", "place", "enter"):
            self.at += 1
        if self.said(*AT):
            self.at += 1
        if self.kind != "hex":
            self.at = here
            return ""
        other = self.hex()
        if self.said("instead"):
            self.at += 1
        if named and named not in about:
            message = (
                f"“else” is for a hex that is written in the order itself, and {named} is not: "
                "write the whole way that goes by it."
            )
            raise FaultyLine("no_condition", message, self.found[here : self.at])
        return other


def brings(before: Order, order: Order) -> bool:
    """Whether an order before may have brought a unit of this one somewhere."""
    if not isinstance(before, Move | Load | Land | Scale | Enter):
        return False
    named = {
        *getattr(order, "units", ()),
        *(getattr(order, field, "") for field in ("giver", "taker")),
    }
    return bool(named.intersection(before.units))
