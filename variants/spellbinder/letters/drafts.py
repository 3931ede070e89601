"""What the grammar makes of a line before the position is looked at, and what is wrong with it."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.orders import Diagnostic
from variants.spellbinder.components import WIZARDS
from variants.spellbinder.letters.vocabulary import Item, written
from variants.spellbinder.orders import FREE, Attack, Cast, Land, Move, Order, SetUp


class Draft(NamedTuple):
    """An order as written.

    order   its hexes may still be codes of castles; a unit may be `EVERYBODY` or `GARRISON`
    start   the hex that it says it begins in
    later   an order before it in the line has brought its units somewhere
    """

    order: Order
    column: int
    text: str
    start: str = ""
    later: bool = False


OBSTACLES = {
    "off_map": "it is off the map",
    "not_adjacent": "they do not touch",
    "wall": "a wall stands between",
    "no_road": "there is no road",
    "bridge": "a bridge is crossed along its road",
    "river": "a river runs between",
    "terrain": "it is water",
}
"""Why nobody steps from a hex to the next, in words."""

EVERYBODY = "everybody"
GARRISON = "garrison"
"""The one that is placed (9.2), by whatever number."""


def may_be_aim(order: Cast, wizard: str) -> bool:
    """7.3: of one's own two wizards one may cast on the other what harms nobody."""
    return order.spell > FREE and order.by.upper() not in ("", wizard)


def with_hex(order: Order, at: str) -> Order:
    """The order with this hex for its goal, where it has one that may be a castle's."""
    match order:
        case Move():
            return replace(order, path=(at,), written=False)
        case SetUp() | Land() | Attack():
            return replace(order, at=at)
    return order


class FaultyLine(Exception):
    """A line that gives no orders, and why."""

    def __init__(
        self, code: str, message: str, at: Sequence[Item] = (), suggestions: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.at = tuple(at)
        self.suggestions = tuple(suggestions)

    def diagnostic(self, line: str) -> Diagnostic:
        """What the writer is told."""
        column = self.at[0].column if self.at else len(line) - len(line.lstrip()) + 1
        text = written(self.at) or line.strip()
        return Diagnostic("error", self.code, 0, column, text, self.message, self.suggestions)


class Placed(FaultyLine):
    """A fault of an order: where it stands in the line is known."""

    def __init__(self, code: str, message: str, draft: Draft, suggestions: tuple[str, ...]) -> None:
        super().__init__(code, message, (), suggestions)
        self.draft = draft

    def diagnostic(self, line: str) -> Diagnostic:
        """What the writer is told."""
        column, text = self.draft.column, self.draft.text
        return Diagnostic("error", self.code, 0, column, text, self.message, self.suggestions)


class Side(NamedTuple):
    """Who writes, as far as the grammar has to know.

    seats   of the game; `yamantsar` the wizard that plays him, "" if nobody does
    """

    seat: str
    seats: tuple[str, ...]
    yamantsar: str = ""

    @property
    def wizards(self) -> tuple[str, ...]:
        """The writer's."""
        return tuple(self.seat.split("+"))

    def wizard(self, item: Item) -> str:
        """The wizard that a name stands for. FaultyLine if he is not in the game."""
        code = item.value if item.value in WIZARDS else self.yamantsar
        if not any(code in seat.split("+") for seat in self.seats):
            message = f"{item.text} is not in this game."
            raise FaultyLine("not_in_game", message, [item])
        return code

    def other(self, item: Item) -> str:
        """The same, of somebody else's. FaultyLine if he is the writer's own."""
        code = self.wizard(item)
        if code in self.wizards:
            raise FaultyLine("own_wizard", f"{item.text} is your own wizard.", [item])
        return code

    def seat_of(self, item: Item) -> str:
        """The seat of somebody else's wizard."""
        code = self.other(item)
        return next(seat for seat in self.seats if code in seat.split("+"))

    def name(self, wizard: str, letter: str, at: Sequence[Item]) -> str:
        """What the writer's army is called: ``A``, ``Darman A``. FaultyLine if it is not his, or if
        he has not said which wizard's."""
        if wizard and wizard not in self.wizards:
            message = f"{wizard.title()}'s army {letter} is not yours."
            raise FaultyLine("not_yours", message, at)
        if len(self.wizards) == 1:
            return letter
        if not wizard:
            both = [f"{one.title()} {letter}" for one in self.wizards]
            message = f"Whose army {letter}? Write {' or '.join(both)}."
            raise FaultyLine("whose", message, at, both)
        return f"{wizard.title()} {letter}"

    def own(self, at: Sequence[Item]) -> str:
        """The writer's only wizard."""
        if len(self.wizards) > 1:
            both = [one.title() for one in self.wizards]
            raise FaultyLine("whose", f"Which wizard? Write {' or '.join(both)}.", at, both)
        return self.wizards[0].title()
