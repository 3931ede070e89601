"""The grammar of Spellbinder's orders: ``str(order)`` and every looser form back to that order.

A line may hold several orders: ``load A, B on ship 1 at 1718, sail to 1311``. What an order leaves
out is taken from the one before it in the line, and from nowhere else. A line with a part that
cannot be read gives no order at all, for one that is missing from a chain would change the others.
"""

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from variants.spellbinder.components import GARRISONS
from variants.spellbinder.letters import treaties
from variants.spellbinder.letters.chatter import MAY, is_nearly, is_prose
from variants.spellbinder.letters.drafts import EVERYBODY, GARRISON, Draft, FaultyLine, Side
from variants.spellbinder.letters.fighting import Fighting
from variants.spellbinder.letters.line import AT, BARRED
from variants.spellbinder.letters.marching import Marching
from variants.spellbinder.letters.places import Placing
from variants.spellbinder.letters.sailing import Sailing
from variants.spellbinder.letters.vocabulary import YAMANTSAR, Item, items, near_verbs, written
from variants.spellbinder.orders import (
    Ally,
    Attack,
    Cast,
    Challenge,
    Enter,
    Land,
    Move,
    Order,
    Scale,
    SetUp,
)

EMPTY = (*BARRED, "empty")
"""What may be in the way of a spell at a hex."""


def parse(side: Side, line: str) -> tuple[list[Draft], list[str]]:
    """The orders of a line, and the codes of what it says without being an order.

    Both are empty for a line that is no order. FaultyLine for one that is meant as one.
    """
    found = items(line)
    try:
        parser = _Reader(side, found)
        parser.read()
    except FaultyLine as fault:
        own = (*side.wizards, *([YAMANTSAR] if side.yamantsar in side.wizards else []))
        if is_prose(found, line, own) or (fault.code == "invalid" and not _is_meant(found)):
            return [], []
        raise
    return parser.drafts, parser.notes


def _is_meant(found: Sequence[Item]) -> bool:
    """Whether a line that cannot be read looks like an order."""
    if not found:
        return False
    first, *rest = found
    if first.kind == "who" and rest and rest[0].value in ("may", "can"):
        return any(is_nearly(one.text, MAY) for one in rest[1:3])
    if ("defence", "number") in pairwise(one.kind for one in found):
        return True
    place = any(one.kind in ("hex", "spell") or (one.kind == "ship" and one.value) for one in found)
    if first.kind == "verb" and rest:
        unit = rest[0].kind == "unit" and (len(rest) == 1 or rest[0].text.isupper())
        return place or unit
    if first.kind in ("unit", "wizard", "who", "spell", "all", "ship"):
        return place and len(rest) > 0
    if rest and rest[0].value in ("to", "-"):
        del rest[0]
    goes = first.kind == "word" and bool(rest) and rest[0].kind == "hex"  # "Umron to 0719"
    return place and (goes or bool(near_verbs(first.text)) or any(map(_is_named, found)))


def _is_named(item: Item) -> bool:
    """Whether an item is a unit or does something; "a" and "I" are words as well."""
    if item.kind == "unit":
        return item.text.isupper() and item.text != "I"
    return item.kind in ("wizard", "who", "all", "verb")


class _Reader(Marching, Sailing, Placing, Fighting):
    """Order after order, each with what is added to it."""

    def read(self) -> None:
        """Order after order, each with what is added to it."""
        self.separators()
        if self.kind == "who" and self.peek(1).text == ":" and len(self.side.wizards) == 1:
            if self.side.wizard(self.item) == self.side.wizards[0]:
                self.at += 2  # "Umaron: A 0619-0719"
        elif self.kind == "who" and self.peek(1).text == ":":
            self.at += 2
        while not self.ended:
            self.begun = self.at
            if not self.adds():
                self.clause()
            if not self.ended and not self.separators() and not self.drafts and not self.notes:
                raise self.invalid()

    def clause(self) -> None:
        """One order, or several of a kind."""
        if treaties.read(self):
            return
        if self.kind == "ship" and self.value and self.peek(1).kind != "verb":
            self.sail(self.ship_number())
        elif self.kind == "ship" and self.peek(1).value == "sail":
            number = self.ship_number()
            self.at += 1
            self.sail(number)
        elif self.kind in ("unit", "wizard", "who", "all"):
            self.of(self.unit_list())
        elif self.kind == "spell":
            self.cast("")
        elif self.kind == "verb":
            verb = self.value
            self.at += 1
            self.verb(verb, ())
        elif self.said("keep", "keeps") and self.peek(1).value == "trying":
            self.at += 2
            self.note("keeps_trying")
        elif self.said("no") and self.peek(1).value == "challenge":
            raise FaultyLine(
                "condition_alone",
                "Say this with the challenge: challenge NAME for ship 1 if points >= 8.",
                self.rest,
            )
        elif self.kind == "defence" and self.peek(1).kind in ("number", ""):
            spell = written(self.rest)
            raise FaultyLine(
                "defence_alone",
                f"A defence is a standing order, for whenever it can be cast: defend: {spell}. If "
                "it is to answer a question, send it in answer to the mail that asks.",
                self.rest,
                [f"defend: {spell}"],
            )
        elif self.said("garrison", "garrisons") and self.peek(1).value in AT:
            self.place(self.garrison())
        elif self.kind == "hex" and self.units and self.peek(1).kind == "-":
            self.move(self.units)  # "land A on 1411, then 1411-1512"
        elif (self.kind == "word" and self.peek(1).kind in ("hex", "-", "verb")) or (
            self.kind == "word" and self.peek(1).value == "to" and self.peek(2).kind == "hex"
        ):
            raise self.no_unit()
        else:
            raise self.invalid()

    def of(self, units: tuple[str, ...]) -> None:
        """An order that begins with its units."""
        if self.text == ":":
            self.at += 1
        self.comma_before_verb()
        if self.kind == "verb":
            verb = self.value
            self.at += 1
            if verb == "move" and self.said("aboard", "on", "onto") and self.peek(1).kind == "ship":
                verb = "load"
            if verb == "move" and self.said("home"):
                verb = "home"
            self.verb(verb, units)
        elif self.kind == "spell":
            self.cast(self.caster(units))
        elif self.said("aboard", "onto", "on") and self.peek(1).kind == "ship":
            self.verb("load", units)
        elif self.said("into") and self.peek(1).kind in ("unit", "who"):
            self.verb("merge", units)
        elif self.said("in", "at", "on") and self.last(Land):
            self.land(units)
        elif self.said("in", "at"):
            self.place(units)
        elif self.kind in ("hex", "castle", "-") or self.said("to", "from", "by", "along", "("):
            self.move(units)
        elif self.kind == "," and self.peek(1).kind == "hex" and self.item.value == "then":
            self.at += 1
            self.move(units)
        else:
            raise self.invalid()

    def verb(self, verb: str, units: tuple[str, ...]) -> None:
        """An order behind its verb; `units` are those named before it."""
        if verb == "move" and not units:
            moved = self.movers()
            if moved is None:
                return
            units = moved
        match verb:
            case "move":
                self.move(units)
            case "attack":
                self.attack(units)
            case "cast":
                self.cast(self.caster(units) if units else "")
            case "load":
                self.load(units)
            case "sail":
                self.sail(self.ship_number() if self.kind == "ship" else 0)
            case "land":
                self.land(units or self.unit_list())
            case "scale":
                self.scale(units)
            case "stop":
                self.stop(units)
            case "merge":
                self.merge(units)
            case "give":
                self.give(units)
            case "challenge":
                self.challenge(self.caster(units) if units else "")
            case "leave":
                self.leave(units)
            case "enter":
                self.enter(units)
            case "regain":
                self.regain(self.caster(units) if units else "")
            case "place":
                self.place(units or self.garrison() or self.unit_list())
            case "stay" if units and (self.ended or self.kind == "," or self.said("in", "at")):
                if not self.ended and self.kind != ",":
                    self.at += 1
                    self.hex()
                self.note("stays")
            case "home":
                self.home()
            case _:
                raise self.invalid(self.at - 1)

    def garrison(self) -> tuple[str, ...]:
        """``garrison``, ``garrisons``: that which the writer places, or all of them."""
        if not self.said("garrison", "garrisons"):
            return ()
        self.at += 1
        return (EVERYBODY if self.found[self.at - 1].value == "garrisons" else GARRISON,)

    def movers(self) -> tuple[str, ...] | None:
        """The units behind "move"; None if it was another order."""
        if self.said("home"):
            self.home()
            return None
        if self.kind == "ship":
            self.sail(self.ship_number())
            return None
        if self.kind == "number":
            self.give(())
            return None
        if self.kind in ("unit", "wizard", "who", "all"):
            return self.unit_list()
        return ()

    def adds(self) -> bool:
        """Whether what comes belongs to the order before."""
        if not self.drafts:
            return False
        order = self.drafts[-1].order
        here = self.at
        found: Order | None = None
        match order:
            case Move():
                found = self.of_move(order)
            case Attack() if self.said("if", "only"):
                found = replace(order, least=self.difference())
            case Cast():
                other = self.otherwise(order.at, bare=True, words=EMPTY)
                if other and order.at:
                    found = replace(order, at=(*order.at, other))
                else:
                    self.at = here
                    before = self.drafts[-1]
                    self.regained()
                    return self.drafts[-1] is not before
            case Challenge():
                found = self.of_challenge(order)
            case SetUp() if all(unit in (GARRISON, *GARRISONS) for unit in order.units):
                if other := self.otherwise((order.at,)):
                    self.add(SetUp(order.units, other))
                    return True
            case Scale():
                if other := self.otherwise(order.into):
                    found = replace(order, into=(*order.into, other))
            case Enter():
                if other := self.otherwise(order.at, bare=True):
                    found = replace(order, at=(*order.at, other))
            case Ally():
                return treaties.more(self, order)
        if found is None:
            self.at = here
            return False
        self.change(found)
        return True
