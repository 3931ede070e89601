"""Going through the items of a line: units, hexes, ships, numbers and conditions, one by one."""

from collections.abc import Sequence

from variants.spellbinder.components import CASTLES, LETTERS
from variants.spellbinder.letters.chatter import GRAMMAR
from variants.spellbinder.letters.drafts import EVERYBODY, FaultyLine, Side
from variants.spellbinder.letters.vocabulary import LEXICON, Item, near_verbs, written

NOTHING = Item("", "", "", 1)


class Cursor:
    """A place in the items of a line."""

    def __init__(self, side: Side, found: Sequence[Item]) -> None:
        self.side = side
        self.found = found
        self.at = 0

    # --- what is here

    def peek(self, ahead: int) -> Item:
        """The item so many places further on."""
        return self.found[self.at + ahead] if self.at + ahead < len(self.found) else NOTHING

    @property
    def item(self) -> Item:
        """The item here."""
        return self.peek(0)

    @property
    def kind(self) -> str:
        """Its kind, "" at the end."""
        return self.item.kind

    @property
    def value(self) -> str:
        """Its value."""
        return self.item.value

    @property
    def text(self) -> str:
        """As it is written."""
        return self.item.text

    @property
    def ended(self) -> bool:
        """Whether there is nothing left."""
        return self.at >= len(self.found)

    @property
    def rest(self) -> Sequence[Item]:
        """What is left."""
        return self.found[self.at :] or self.found[-1:]

    @property
    def line(self) -> Sequence[Item]:
        """All of it."""
        return self.found

    def said(self, *keys: str) -> bool:
        """Whether one of these words or signs is here."""
        return self.kind in ("word", ",", "-") and self.value in keys

    def invalid(self, at: int | None = None) -> FaultyLine:
        """What cannot be read from here on, or from another item."""
        here = self.found[self.at if at is None else at :] or self.found[-1:]
        near = [verb for item in here[:1] if item.kind == "word" for verb in near_verbs(item.value)]
        meant = f" Is “{near[0]}” meant?" if near else ""
        text = written(here)
        message = f"“{text}” cannot be read as an order or a part of one.{meant}"
        return FaultyLine("invalid", message, here, near)

    def unknown(self, near: Sequence[str]) -> FaultyLine:
        """A name that there is not, but some like it."""
        names = [CASTLES[code].name if code in CASTLES else code.title() for code in near]
        message = f"“{self.text}” is unknown. Did you mean {' or '.join(names)}?"
        return FaultyLine("unknown_name", message, [self.item], names)

    def no_name(self) -> FaultyLine:
        """What is here and is nobody's name, though a name should be."""
        near = LEXICON.near(self.text) if self.kind == "word" else ()
        return self.unknown(near) if near else self.invalid()

    # --- going on

    def separators(self) -> bool:
        """Over commas and the like; whether there were any."""
        before = self.at
        while self.kind == ",":
            self.at += 1
        return self.at > before

    def comma_before_verb(self) -> None:
        """Over ``, then`` between units and what they do."""
        ahead = 0
        while self.peek(ahead).kind == ",":
            ahead += 1
        after = self.peek(ahead)
        if ahead and (after.kind == "hex" or after.value == "to"):
            self.at += ahead

    def some_units(self) -> tuple[str, ...]:
        """The units here, with commas or nothing between; none if there are none."""
        named: list[str] = []
        while True:
            here = self.at
            while named and self.said(",", "and", "&", "+"):
                self.at += 1
            found = self._unit(named)
            if not found:
                self.at = here
                break
            named += found
        return tuple(named)

    def unit_list(self) -> tuple[str, ...]:
        """The same; FaultyLine if there are none."""
        start = self.at
        named = self.some_units()
        if not named:
            raise self.no_unit()
        if len(set(named)) < len(named):
            twice = next(unit for i, unit in enumerate(named) if unit in named[:i])
            raise FaultyLine("twice", f"{twice} is there twice.", self.found[start : self.at])
        return named

    def one_unit(self) -> tuple[str]:
        """A single unit. FaultyLine if it is none."""
        found = self._unit([])
        if len(found) != 1:
            raise self.no_unit()
        return (found[0],)

    def no_unit(self) -> FaultyLine:
        """What is here and is no unit."""
        text = self.item.text
        spelled = text.upper()
        letters = 2 <= len(text) <= 9 and set(spelled) <= set(LETTERS)
        if self.kind == "word" and letters and text.lower() not in GRAMMAR:
            apart = ", ".join(spelled)
            message = f"“{text}” is no unit. Write {apart}."
            return FaultyLine("unknown_unit", message, [self.item], [apart])
        if self.kind == "word" and len(text) == 1:
            message = f"“{text}” is no army: these are A to I."
            return FaultyLine("unknown_unit", message, [self.item])
        return self.no_name()

    def _unit(self, named: Sequence[str]) -> list[str]:
        """One unit; several for a range of letters. In a list a letter is an army of the wizard
        whose army was named before it: ``Darman's A and B``."""
        start = self.at
        wizard = named[-1].rpartition(" ")[0].upper() if named else ""
        item, after = self.item, self.peek(1)
        if item.kind == "all":
            self.at += 1
            return [EVERYBODY]
        if item.kind == "wizard":
            self.at += 1
            if self.said("of"):
                raise self.invalid()
            return [self._wizard(self.item)] if self._names_wizard() else [self.side.own([item])]
        if item.kind == "who":
            self.at += 1
            if after.kind != "unit" or after.value.startswith("G"):
                if self.kind == "wizard":
                    self.at += 1
                return [self._wizard(item)]
            wizard, item = self.side.wizard(item), after
        if item.kind != "unit":
            return []
        self.at += 1
        if item.value.startswith("G"):
            return [item.value]
        letters = [item.value]
        if self.kind == "-" and self.peek(1).kind == "unit":
            last = self.peek(1).value
            if item.value < last and last in LETTERS:
                self.at += 2
                begin, end = LETTERS.index(item.value), LETTERS.index(last)
                letters = [*LETTERS[begin : end + 1]]
        return [self.side.name(wizard, letter, self.found[start : self.at]) for letter in letters]

    def _names_wizard(self) -> bool:
        """``wizard Umaron``: over the name."""
        if self.kind == "who":
            self.at += 1
            return True
        return False

    def _wizard(self, item: Item) -> str:
        named = self.found[self.at - 1] if item.kind != "who" else item
        code = self.side.wizard(named)
        if code not in self.side.wizards:
            raise FaultyLine("not_yours", f"{named.text} is not your wizard.", [named])
        return code.title()

    def hex(self) -> str:
        """A hex, or the code of a castle."""
        if self.kind not in ("hex", "castle"):
            raise self.invalid()
        self.at += 1
        return self.found[self.at - 1].value

    def hexes(self) -> list[str]:
        """Hexes, best first: ``3105, else 3204``"""
        found = [self.hex()]
        while True:
            here = self.at
            while self.said(",", "and", "then", "&"):
                self.at += 1
            while self.said("else", "or", "otherwise", "into", "at"):
                self.at += 1
            if self.kind != "hex":
                self.at = here
                return found
            found.append(self.hex())

    def at_hex(self) -> str:
        """``at 1411``"""
        if self.text == ":" or self.said("at", "on", "in", "from", "to", "by", "onto", "into"):
            self.at += 1
        return self.hex()

    def number(self) -> int:
        """A number. FaultyLine if there is none."""
        minus = self.kind == "-"
        if minus or self.said("+"):
            self.at += 1
        if self.kind != "number":
            raise self.invalid()
        self.at += 1
        return int(self.found[self.at - 1].value) * (-1 if minus else 1)

    def ship_number(self) -> int:
        """``ship 1``, or the number alone."""
        if self.kind not in ("ship", "number") or not self.value:
            message = "Which ship? Write its number: ship 1."
            raise FaultyLine("which_ship", message, self.rest)
        self.at += 1
        return int(self.found[self.at - 1].value)

    def seat(self) -> str:
        """Somebody else's seat, by a wizard's name or by both of its wizards'."""
        if self.kind != "who":
            raise self.invalid()
        found = self.side.seat_of(self.item)
        self.at += 1
        while "+" in found and self.text == "+" and self.peek(1).kind == "who":
            self.at += 2
        if self.kind == "wizard":
            self.at += 1
        return found

    def condition(self, names: Sequence[str]) -> int:
        """``if the difference is 7 or more``: the least that it may be, else FaultyLine."""
        start = self.at
        self.at += 1
        while self.said(*names, *_LEAST) or self.text in _SIGNS or self.value == "I":
            self.at += 1
        before = [item.text.lower() for item in self.found[start : self.at]]
        least = self.number() if self.kind == "number" or self.peek(1).kind == "number" else None
        while self.said("or", "more", "better", "higher", "points", "left", "in", "hand", "+"):
            self.at += 1
        named = any(item.value in names for item in self.found[start : self.at])
        if least is None or not named:
            message = f"A condition is written like: if {names[0]} >= 7."
            raise FaultyLine("no_condition", message, self.found[start:])
        strict = ">" in before and "=" not in before
        return least + (strict or bool({"over", "above", "than"}.intersection(before)))


_SIGNS = (">", ">=", "=>", "≥", "=")
_COMPARED = "is are be at least more than still has of over above he i"
_LEAST = frozenset(_COMPARED.split())
