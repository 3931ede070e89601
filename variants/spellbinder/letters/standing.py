"""Standing orders as players say them (research of the game's mail, S1-S5), in the house's form.

``defend 2308 against Algona: Stillness 5; against anyone else: Armor 2`` is two standing orders of
the kind ``defence``. What can be said otherwise is read by `adjudicator.turns.standing`.
"""

from collections.abc import Callable, Iterator, Sequence

from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.turns.questions import Policy, StandingOrder
from adjudicator.turns.standing import read_standing
from adjudicator.turns.wording import LONGEST_LINE
from variants.spellbinder.combat.spells import FIXED_DEFENCE, LEAST, MOST, NO_SPELL
from variants.spellbinder.components import BOARD, CASTLE_OF
from variants.spellbinder.letters.cursor import Cursor
from variants.spellbinder.letters.drafts import FaultyLine, Side
from variants.spellbinder.letters.reader import side_of
from variants.spellbinder.letters.vocabulary import DEFENCES, LEXICON, items
from variants.spellbinder.names import code_of
from variants.spellbinder.orders import DEFENSIVE, Order
from variants.spellbinder.state import State

FREE = 4
"""The first defences, up to this number, have as many points as their caster likes (6.35)."""


def read(
    policies: Sequence[Policy], state: State, seat: Seat, text: str, phase: str = ""
) -> Reading[Order] | None:
    """The standing orders in a line; None if it has none. Raises on no text."""
    if len(text) > LONGEST_LINE:
        return None
    try:
        said = list(_Said(side_of(state, seat), text).lines())
    except FaultyLine as fault:
        return Reading(phase, (), (fault.diagnostic(text),))
    if not said:
        return read_standing(policies, text, phase=phase)
    found: list[StandingOrder[Order]] = []
    wrong: list[Diagnostic] = []
    for line in said:
        reading: Reading[Order] | None = read_standing(policies, line, phase=phase)
        if reading is not None:
            found += reading.standing
            wrong += reading.diagnostics
    return Reading(phase, (), tuple(wrong), () if wrong else tuple(found))


class _Said(Cursor):
    """A line that may hold standing orders in other words."""

    def __init__(self, side: Side, text: str) -> None:
        super().__init__(side, items(text))

    def lines(self) -> Iterator[str]:
        """Its standing orders in the form of the house; none if it has none."""
        forms: tuple[tuple[Callable[[], bool], Callable[[], Iterator[str]]], ...] = (
            (lambda: self.words("defend"), self._defends),
            (lambda: self.words("if", "wizard") and self._attacked(2), self._attacks),
            (lambda: self.words("if", "army") and self._attacked(2), self._attacks),
            (lambda: self.words("if", "armies") and self._attacked(2), self._attacks),
            (lambda: self.words("never", "spend"), self._alone),
            (lambda: self.words("no", "spell", "for"), self._no_spell),
            (lambda: self.words("save", "defence") or self.words("save", "defense"), self._saved),
            (lambda: self.words("spread"), self._spread),
            (lambda: self.words("keep", "every"), self._kept_alive),
            (lambda: self.words("if", "sent", "home"), self._home),
            (self._is_defender, self._defenders),
        )
        for begins, read_it in forms:
            if begins():
                yield from read_it()
                return

    def words(self, *keys: str) -> bool:
        """Whether the line goes on with these words."""
        return all(self.peek(ahead).value == key for ahead, key in enumerate(keys))

    def _attacked(self, ahead: int) -> bool:
        here = [self.peek(ahead).value, self.peek(ahead + 1).value]
        return here in (["is", "attacked"], ["are", "attacked"])

    # --- S1, S2: by which spell

    def _defends(self) -> Iterator[str]:
        self.at += 1
        if not (self.kind in ("hex", "castle", "wizard") or self.said("against", "army", "armies")
                or self.text == ":"):  # fmt: skip
            return
        target = "target = wizard" if self.kind == "wizard" else "target = armies"
        if self.kind == "wizard" or self.said("army", "armies"):
            self.at += 1
        while self.said("in", "at"):
            self.at += 1
        where = [target]
        if self.kind == "hex":
            at = self.hex()
            if at not in BOARD.axial:
                raise FaultyLine("off_map", f"There is no hex {at} on the map.", self.line)
            where.append(f"hex = {at}")
        yield from self._against(where)

    def _attacks(self) -> Iterator[str]:
        wizard = self.peek(1).kind == "wizard"
        self.at += 4
        yield from self._against([f"target = {'wizard' if wizard else 'armies'}"])

    def _against(self, where: list[str]) -> Iterator[str]:
        """``against Algona: Stillness 5; against anyone else: Armor 2``"""
        spells: list[tuple[str, int, list[str]]] = []
        least = 0
        while not self.ended:
            attacker: list[str] = []
            if self.said("against", "by", "from"):
                self.at += 1
                if self.kind == "who":
                    attacker = [f"attacker = {self.side.other(self.item)}"]
                    self.at += 1
                elif self.said("anyone", "anybody", "others") or self.kind == "all":
                    self.at += 1
                else:
                    raise self._unknown_name()
            while self.text == ":" or self.kind == "," or self.said("with", "else", "cast", "by"):
                self.at += 1
            if self.words("never", "spend"):
                self.at += 2
                while self.said("below", "under", "to", "than", "less"):
                    self.at += 1
                least = self.number()
            else:
                spell, cost = self._defence()
                spells.append((spell, cost, [*where, *attacker]))
            while self.said("points", "point"):
                self.at += 1
            self.separators()
        if not spells:
            raise FaultyLine("no_spell", "By which spell, and how many points?", self.line)
        for spell, cost, conditions in spells:
            held = [f"points >= {least + cost}"] if least and cost else []
            yield f"standing defence: {spell} if {' and '.join([*conditions, *held])}"

    def _defence(self) -> tuple[str, int]:
        """A defensive spell as its policy has it, and what it costs."""
        if self.said("no", "none", "nothing"):
            self.at += 1
            if self.said("spell", "defence", "defense"):
                self.at += 1
            return NO_SPELL, 0
        if self.kind == "spell":
            message = f"{self.text} is an offensive spell: it defends nobody."
            raise FaultyLine("offensive", message, [self.item])
        if self.kind != "defence":
            if self.ended:
                raise FaultyLine("no_spell", "By which spell, and how many points?", self.line)
            near = [code.title() for code in LEXICON.near(self.text) if code in DEFENCES]
            known = ", ".join(name.title() for name in DEFENCES)
            meant = f"Did you mean {' or '.join(near)}?" if near else f"Spells are: {known}."
            message = f"“{self.text}” is no defensive spell. {meant}"
            raise FaultyLine("unknown_spell", message, self.rest, near)
        spell = DEFENCES[self.value]
        self.at += 1
        while self.said("with", "(", "of"):
            self.at += 1
        points = self.number() if self.kind == "number" else None
        while self.said(")", "points", "point"):
            self.at += 1
        name = DEFENSIVE[spell]
        if spell > FREE:
            if points not in (None, FIXED_DEFENCE):
                message = f"{name.title()} costs {FIXED_DEFENCE} points, always."
                raise FaultyLine("fixed_cost", message, self.line)
            return name, FIXED_DEFENCE
        if points is None:
            message = f"With how many points? Write: {name.title()} 3."
            raise FaultyLine("no_points", message, self.line)
        if not LEAST <= points <= MOST:
            message = f"A spell takes from {LEAST} to {MOST} points."
            raise FaultyLine("points", message, self.line)
        return f"{name} {points}", points

    def _unknown_name(self) -> FaultyLine:
        near = LEXICON.near(self.text) if self.kind == "word" else ()
        return self.unknown(near) if near else self.invalid()

    def _alone(self) -> Iterator[str]:
        message = "Say this with the spell: defend 2308: Stillness 5, never spend below 8."
        raise FaultyLine("condition_alone", message, self.line)

    def _no_spell(self) -> Iterator[str]:
        """``no spell for less than 10 strength``"""
        self.at += 3
        while self.said("less", "than", "under", "below", "fewer"):
            self.at += 1
        yield f"standing defence: {NO_SPELL} if target = armies and strength < {self.number()}"

    # --- S3: which attack, and who defends

    def _saved(self) -> Iterator[str]:
        """``save the defence for wizard attacks``"""
        if not any(item.kind == "wizard" for item in self.rest):
            raise self.invalid()
        yield f"standing defence: {NO_SPELL} if target = armies"

    def _is_defender(self) -> bool:
        ahead = 1 + (self.peek(1).kind == "wizard")
        return self.kind in ("unit", "who", "wizard") and self.peek(ahead).value == "defends"

    def _defenders(self) -> Iterator[str]:
        """``G2 defends first, then the wizard``"""
        units = [*self.one_unit()]
        self.at += 1
        if self.said("first"):
            self.at += 1
        self.separators()
        units += self.some_units()
        if not self.ended:
            raise self.invalid()
        codes = [code_of(self.side.seat, unit) for unit in units]
        yield f"standing defender: {', '.join(codes)}"

    # --- S4: losses

    def _spread(self) -> Iterator[str]:
        """``spread losses evenly``"""
        self.at += 1
        if self.said("losses", "them"):
            self.at += 1
        if self.said("evenly"):
            yield "standing spread: EVENLY"

    def _kept_alive(self) -> Iterator[str]:
        """``keep every army alive``: nothing does more for that than to weaken the strongest."""
        if any(item.value == "alive" for item in self.rest):
            yield "standing spread: STRONGEST"

    # --- S5: coming home

    def _home(self) -> Iterator[str]:
        """``if sent home: wizard 0519; armies return A, B 0518, C 0419``"""
        self.at += 3
        while not self.ended:
            while (
                self.text == ":" or self.kind == "," or self.said("army", "armies", "return", "to")
            ):
                self.at += 1
            units = self.unit_list()
            at = self.at_hex()
            if at not in CASTLE_OF:
                raise FaultyLine("not_home", f"{at} is in no castle.", self.line)
            for unit in units:
                code = code_of(self.side.seat, unit)
                if code not in self.side.wizards:
                    yield f"standing return: {at} if army = {unit}"
                elif len(self.side.wizards) > 1:
                    yield f"standing home: {at} if wizard = {code}"
                else:
                    yield f"standing home: {at}"
            self.separators()
