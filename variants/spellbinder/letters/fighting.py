"""Spells, challenges and attacks in a line (4.69, 6.0, 7.0)."""

from msgspec.structs import replace

from variants.spellbinder.combat.spells import FIXED_ATTACK, LEAST, MOST
from variants.spellbinder.letters import amounts
from variants.spellbinder.letters.drafts import FaultyLine, may_be_aim
from variants.spellbinder.letters.line import AT, Line
from variants.spellbinder.letters.vocabulary import ATTACKS, LEXICON, Item
from variants.spellbinder.orders import FREE, OFFENSIVE, Attack, Cast, Challenge


class Fighting(Line):
    """Orders of the Combat Phase."""

    def caster(self, units: tuple[str, ...]) -> str:
        """The one unit that casts, challenges or regains; "" for him who has one wizard."""
        if len(units) != 1:
            message = "One unit casts a spell, challenges or regains."
            raise FaultyLine("no_caster", message, self.line)
        (unit,) = units
        if unit.upper() == self.side.wizards[0] and len(self.side.wizards) == 1:
            return ""
        if unit.upper() not in self.side.wizards and not unit.startswith("G"):
            message = f"{unit} cannot do this: it is for wizards, and for elite garrisons."
            raise FaultyLine("no_caster", message, self.line)
        return unit

    def attack(self, units: tuple[str, ...]) -> None:
        """``attack 2308 with A, B``, ``attack wizard Sharn with Sword 4``"""
        if self.kind == "spell":  # "attack with ..." comes as it is
            self.cast(self.caster(units) if units else "")
            return
        wizard, at, who = self.target()
        if self.said("with", "using", "by"):
            self.at += 1
        if self.kind == "spell":
            self.cast(self.caster(units) if units else "", (wizard, at, who))
            return
        if wizard or who is not None:
            if units and not any(unit.upper() in self.side.wizards for unit in units):
                message = "Armies do not attack wizards; a spell can: CAST SWORD 4 AT WIZARD NAME."
                raise FaultyLine("lone_wizard", message, self.line)
            raise FaultyLine("no_spell", "With which spell, and how many points?", self.line)
        if not units and self.kind in ("unit", "wizard", "who", "all"):
            units = self.unit_list()
        units = self.whose(units, f"ATTACK {at} WITH A, B")
        self.add(Attack(at, units, self.difference()))

    def difference(self) -> int | None:
        """``if the difference is 7 or more``"""
        if self.said("only") and self.peek(1).value == "if":
            self.at += 1
        if not self.said("if"):
            return None
        return self.condition(("difference", "differential", "odds", "diff"))

    def target(self) -> tuple[str, str, Item | None]:
        """A wizard, a hex, or the name of somebody who may be meant as either."""
        while self.said(*AT) or self.text == ":":
            self.at += 1
        if self.kind == "wizard" or (self.kind == "who" and self.peek(1).kind == "wizard"):
            named = self.item if self.kind == "who" else None
            self.at += 1 + (named is not None)
            if self.said("of"):
                self.at += 1
            if named is None and self.kind == "who":
                named = self.item
                self.at += 1
            if named is not None:
                return self.side.wizard(named), "", None
            if self.said("in", "at"):
                self.at += 1
                return "?", self.hex(), None
            raise self.no_name()
        if self.kind == "who":
            who = self.item
            self.at += 1
            return "", "", who
        if self.said("army", "armies"):
            self.at += 1
            if self.said("in", "at"):
                self.at += 1
        if self.kind == "unit" and self.value.startswith("G"):
            message = f"In which hex is {self.value}? Write the hex that is aimed at."
            raise FaultyLine("no_target", message, self.line)
        if self.kind == "word" and (near := LEXICON.near(self.item.text, 0.7)):
            raise self.unknown(near)
        if self.kind not in ("hex", "castle"):
            raise self.invalid()
        return "", self.hex(), None

    def cast(self, by: str, aim: tuple[str, str, Item | None] | None = None) -> None:
        """``cast Hammer 3 at 2308, else at 2407``, ``Sword 4 at wizard Sharn``"""
        if self.kind != "spell":
            raise self.no_spell()
        spell = ATTACKS[self.value]
        self.at += 1
        points: int | None = None
        while not self.ended:
            if self.kind == "number" and points is None:
                points = int(self.value)
                self.at += 1
            elif self.said("(", ")", "points", "point", "pts", "power", "of", "with", "for"):
                self.at += 1
            elif aim is None and (self.said(*AT) or self.kind in ("hex", "who", "wizard")):
                aim = self.target()
            else:
                break
        if aim is None:
            message = "At which hex, or at which wizard? Write: CAST SWORD 4 AT 2308."
            raise FaultyLine("no_target", message, self.line)
        wizard, at, who = aim
        if len(self.side.wizards) > 1 and not by:
            by = self.side.own(self.line)
        order = Cast(spell, self.points(spell, points), (at,) if at else (), wizard, by)
        if who is not None:
            own = self.side.wizard(who) in self.side.wizards
            order = replace(order, wizard=self.side.wizard(who) if own else f"?{who.value}")
        if order.wizard in self.side.wizards and not may_be_aim(order, order.wizard):
            name = order.wizard.title()
            raise FaultyLine("own_wizard", f"{name} is your own wizard.", self.line)
        self.add(order)
        self.regained()

    def points(self, spell: int, points: int | None) -> int:
        """The points put into a spell (6.32, 6.35). FaultyLine for none, or for too many."""
        name = OFFENSIVE[spell].title()
        if spell > FREE:
            if points not in (None, FIXED_ATTACK):
                message = f"{name} costs {FIXED_ATTACK} points, always."
                raise FaultyLine("fixed_cost", message, self.line)
            return FIXED_ATTACK
        if points is None:
            message = f"With how many points? Write: CAST {OFFENSIVE[spell]} 3 AT 2308."
            raise FaultyLine("no_points", message, self.line)
        if not LEAST <= points <= MOST:
            message = f"A spell takes from {LEAST} to {MOST} points."
            raise FaultyLine("points", message, self.line)
        return points

    def no_spell(self) -> FaultyLine:
        """Why what stands here is no spell to attack with."""
        if self.kind == "defence":
            message = f"{self.item.text} is a defensive spell; it can be a standing order."
            return FaultyLine("defensive", message, [self.item])
        near = LEXICON.near(self.item.text) if self.kind == "word" else ()
        spells = [code.title() for code in near if code in ATTACKS]
        known = ", ".join(name.title() for name in ATTACKS)
        meant = f"Did you mean {' or '.join(spells)}?" if spells else f"Spells are: {known}."
        text = self.item.text if not self.ended else ""
        return FaultyLine("unknown_spell", f"“{text}” is no spell. {meant}", self.rest, spells)

    def regained(self) -> None:
        """``: 7 to E, 3 new army``, behind a Regeneration."""
        here = self.at
        while self.kind == "," or self.text == ":" or self.value == "regain":
            self.at += 1
        amount = (
            self.kind in ("number",)
            or (self.peek(1).kind == "number" and (self.kind == "unit" or self.value == "new"))
            or (self.value == "new" and self.peek(2).kind == "number")
        )  # "new army 3"
        if not (self.last(Cast) and amount):
            self.at = here
            return
        order = self.drafts[-1].order
        assert isinstance(order, Cast)
        if OFFENSIVE[order.spell] != "REGENERATION":
            if self.found[here].kind != ",":
                raise self.invalid()
            self.at = here
            return
        strength, _ = amounts.read(self, points=False)
        self.change(replace(order, regain=strength))

    def challenge(self, by: str) -> None:
        """``challenge Umaron for ship 1, then sail it to 2415 if points >= 8``"""
        if self.kind == "wizard":
            self.at += 1
        if self.kind != "who":
            raise self.no_name()
        wizard = self.side.other(self.item)
        self.at += 1
        if self.kind == "wizard":
            self.at += 1
        number = 0
        if self.said("for", "about", "over"):
            self.at += 1
            number = self.ship_number()
        if len(self.side.wizards) > 1 and not by:
            by = self.side.own(self.line)
        self.add(Challenge(wizard, number, by=by))

    def of_challenge(self, order: Challenge) -> Challenge | None:
        """Where the ship is sailed, and with how many points in hand."""
        if self.value == "sail":
            self.at += 1
            if self.said("it") or self.value == str(order.ship):
                self.at += 1
            if self.said("to") and self.peek(1).kind == "hex":
                self.at += 1
                return replace(order, to=self.hex())
            return None
        if self.said("no", "not") and (self.peek(1).value in ("challenge", "below", "under")):
            self.at += 1
            while self.said("challenge", "below", "under") or self.value == "challenge":
                self.at += 1
            least = self.number()
            while self.said("points", "point", "pts"):
                self.at += 1
            return replace(order, least=least)
        if self.said("if"):
            least = self.condition(("points", "have", "hold"))
            return replace(order, least=least)
        return None
