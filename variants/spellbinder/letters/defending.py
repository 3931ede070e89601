"""Defences by magic as players say them (research of the game's mail, S1-S3, S7).

``defend 2308 against Algona: Stillness 5; against anyone else: Armor 2`` is two standing orders of
the kind ``defence``; ``defence dice: 50% Force 2, 50% Shield 2`` is two that go by a secret die.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from variants.spellbinder.combat.spells import FIXED_DEFENCE, LEAST, MOST, NO_SPELL
from variants.spellbinder.components import BOARD
from variants.spellbinder.letters.cursor import Cursor
from variants.spellbinder.letters.drafts import FaultyLine, Side
from variants.spellbinder.letters.vocabulary import DEFENCES, LEXICON, Item
from variants.spellbinder.orders import DEFENSIVE, FREE

WHOLE = 100
"""Percent; the secret die of a mix has as many sides."""

_ORDINALS = {
    word: number
    for number, words in enumerate(("first 1st", "second 2nd", "third 3rd", "fourth 4th"), start=1)
    for word in words.split()
}
DEFENCE = ("defence", "defense", "defend")
_DICE = ("dice", "die", "mix", "odds", "roll")


class Spell(Struct, frozen=True):
    """A spell of a defence, as its policy has it; `share` in percent, 0 where none was said."""

    name: str
    cost: int
    share: int = 0


class Defending(Cursor):
    """A line that may be about defences.

    notes   codes of what is to be said of it
    """

    def __init__(self, side: Side, found: Sequence[Item]) -> None:
        super().__init__(side, found)
        self.notes: list[str] = []

    def words(self, *keys: str) -> bool:
        """Whether the line goes on with these words."""
        return all(self.peek(ahead).value == key for ahead, key in enumerate(keys))

    # --- S1, S2: by which spell

    def defends(self) -> Iterator[str]:
        """``defend 2308 against Algona: Stillness 5``, ``defend only the first attack``"""
        self.at += 1
        only = self.said("only", "just")
        self.at += only
        here = self.at
        self._over("always", "all", "everything", "everybody", "myself")
        everything = self.at > here
        if self.said("with"):
            self.at += 1
            yield from self.against([])
            return
        if (number := self._ordinal()) is not None:
            yield from self._nth(number, only=only)
            return
        if not (self.kind in ("hex", "castle", "wizard") or self.text == ":" or self._is_share()
                or self.said("against", "army", "armies")):  # fmt: skip
            return
        where = []
        if self.kind == "wizard":
            where = ["target = wizard"]
        elif not (everything or self._is_share() or self._is_numbered()):
            where = ["target = armies"]
        if self.kind == "wizard" or self.said("army", "armies"):
            self.at += 1
        while self.said("in", "at"):
            self.at += 1
        if self.kind == "hex":
            at = self.hex()
            if at not in BOARD.axial:
                raise FaultyLine("off_map", f"There is no hex {at} on the map.", self.line)
            where.append(f"hex = {at}")
        yield from self.against(where)

    def is_attacked(self) -> bool:
        """``if my wizard is attacked``, ``if I am attacked``, ``if Darman attacks me``"""
        if not self.said("if"):
            return False
        if self.peek(1).kind == "who":
            return self.peek(2).text.lower() in ("attacks", "attack", "casts")
        ahead = 1
        if self.peek(1).kind in ("wizard", "unit") or self.peek(1).value in ("army", "armies"):
            ahead = 2
            if self.peek(ahead).value not in ("is", "are", "am"):
                return False
        while self.peek(ahead).value in ("is", "are", "am", "we"):
            ahead += 1
        return self.peek(ahead).value == "attacked"

    def attacked(self) -> Iterator[str]:
        """``if my wizard is attacked by Sharn: Shield 3``, ``if Sharn attacks me: Shield 3``"""
        self.at += 1
        where: list[str] = []
        if self.kind == "who":
            attacker = self.side.other(self.item)
            self.at += 2
            self._over("a", "spell", "spells", "at", "with", "magic")
            where = self._target()
            self._over("with", "by", "magic")
            where.append(f"attacker = {attacker}")
        else:
            where = self._target()
            self._over("i", "is", "are", "am", "we", "attacked")
            if self.said("by", "with") and self.peek(1).value in ("magic", "spell", "spells"):
                self.at += 2
        yield from self.against(where)

    def _target(self) -> list[str]:
        """``me``, ``my wizard``, ``my armies in 2308``"""
        if self.kind == "wizard":
            self.at += 1
            return ["target = wizard"]
        where: list[str] = []
        if self.said("army", "armies"):
            self.at += 1
            where = ["target = armies"]
        elif self.said("me", "us") or (self.kind, self.value) == ("unit", "I"):
            self.at += 1
        self._over("in", "at")
        if self.kind == "hex":
            where = ["target = armies", f"hex = {self.hex()}"]
        return where

    def against(self, where: Sequence[str]) -> Iterator[str]:
        """``against Algona: Stillness 5; against anyone else: Armor 2``, ``50% Force 2, ...``"""
        groups: list[tuple[list[str], list[Spell]]] = []
        begins = False
        least = 0
        while not self.ended:
            if self.said("against", "by", "from"):
                self.at += 1
                groups.append((self._attacker(), []))
                begins = True
            while (self.text == ":" or self.kind == ","
                   or self.said("with", "else", "by", "defend", "otherwise")
                   or self.value == "cast"):  # fmt: skip
                self.at += 1
            if self.words("never", "spend"):
                self.at += 2
                while self.said("below", "under", "to", "than", "less"):
                    self.at += 1
                least = self.number()
            else:
                spell = self._shared()
                mixed = bool(groups and groups[-1][1] and groups[-1][1][-1].share)
                if spell.share and groups and groups[-1][1] and not mixed:
                    raise FaultyLine("shares", SHARES, self.line)
                if not (begins or mixed):
                    groups.append(([], []))
                groups[-1][1].append(spell)
                begins = False
            while self.said("points", "point"):
                self.at += 1
            self.separators()
        if not any(spells for _, spells in groups):
            raise FaultyLine("no_spell", "By which spell, and how many points?", self.line)
        for attacker, spells in groups:
            yield from self._written([*where, *attacker], spells, least)

    def _attacker(self) -> list[str]:
        """Behind ``against``: a wizard, anybody, or the attack of this number."""
        if self.kind == "who":
            attacker = self.side.other(self.item)
            self.at += 1
            return [f"attacker = {attacker}"]
        if (number := self._ordinal()) is not None:
            return [f"attack = {number}"]
        if self.said("anyone", "anybody", "others") or self.kind == "all":
            self.at += 1
            return []
        raise self.no_name()

    def _written(self, where: list[str], spells: list[Spell], least: int) -> Iterator[str]:
        """The standing orders of some spells: the first alone, or of a mix each with its share."""
        if not spells[0].share:
            for spell in spells:
                yield _order(spell.name, [*where, *_held(spell, least)])
            return
        before = 0
        for spell in spells:
            share = spell.share or WHOLE - before
            if share <= 0 or before + share > WHOLE:
                raise FaultyLine("shares", SHARES, self.line)
            held = _held(spell, least)
            # What cannot be paid must not fall to the next spell of the mix.
            low = [f"mix > {before}"] if before and least else []
            high = [f"mix <= {before + share}"] if before + share < WHOLE else []
            yield _order(spell.name, [*where, *held, *low, *high])
            before += share
        if before < WHOLE:
            yield _order(NO_SPELL, where)

    # --- spells

    def _shared(self) -> Spell:
        """``Stillness 5``, ``50% Force 2``, ``Force 2 (50%)``"""
        share = self._share()
        name, cost = self._spell()
        return Spell(name, cost, share or self._share())

    def _is_share(self, ahead: int = 0) -> bool:
        if self.peek(ahead).value == "half":
            return True
        after = self.peek(ahead + 1).value
        return self.peek(ahead).kind == "number" and after in ("%", "percent", "per", "pc")

    def _share(self) -> int:
        """A share in percent, 0 if there is none here."""
        here = self.at
        self._over("(", ":", "in", "with")
        if not self._is_share():
            self.at = here
            return 0
        share = WHOLE // 2 if self.value == "half" else int(self.value)
        self.at += 1
        if not 1 <= share <= WHOLE:
            raise FaultyLine("shares", SHARES, self.line)
        self._over("%", "percent", "per", "cent", "pc", "of", "cases", "time", "times", "chance")
        self._over("for", ":", ")")
        return share

    def _spell(self) -> tuple[str, int]:
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
        while (self.text == "(" and not self._is_share(1)) or self.said("with", "of"):
            self.at += 1
        points = self.number() if self.kind == "number" and not self._is_share() else None
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

    def alone(self) -> Iterator[str]:
        """``never spend below 8``, without a spell."""
        message = "Say this with the spell: defend 2308: Stillness 5, never spend below 8."
        raise FaultyLine("condition_alone", message, self.line)

    def no_spell(self) -> Iterator[str]:
        """``no spell for less than 10 strength``"""
        self.at += 3
        while self.said("less", "than", "under", "below", "fewer"):
            self.at += 1
        yield _order(NO_SPELL, ["target = armies", f"strength < {self.number()}"])

    # --- S3: which attack

    def saved(self) -> Iterator[str]:
        """``save the defence for wizard attacks``, ``for the second attack``, ``for Sharn``"""
        self.at += 2
        self._over("for", "against", "attack", "attacks", "by", "on")
        if (number := self._ordinal()) is not None:
            yield from self._nth(number, only=False)
            return
        self.notes.append("goes_first")
        if self.kind == "who":
            yield _order(NO_SPELL, [f"attacker != {self.side.other(self.item)}"])
        elif self.said("army", "armies"):
            yield _order(NO_SPELL, ["target = wizard"])
        elif any(item.kind == "wizard" for item in self.rest):
            yield _order(NO_SPELL, ["target = armies"])
        else:
            raise self.invalid()

    def _nth(self, number: int, *, only: bool) -> Iterator[str]:
        """Behind ``the first attack``: by which spell it is met; with none, which attacks are not
        met. Who defends does so once in a phase, against the first attack that is met at all."""
        if not self.ended:
            yield from self.against([f"attack = {number}"])
            return
        if number == 1 and not only:
            self.notes.append("first_attack")
            return
        self.notes.append("goes_first")
        compared = ("> 1" if number == 1 else f"!= {number}") if only else f"< {number}"
        yield _order(NO_SPELL, [f"attack {compared}"])

    def _is_numbered(self) -> bool:
        """``against the first attack``: whatever it is aimed at."""
        here = self.at
        self._over("against")
        numbered = self._ordinal() is not None
        self.at = here
        return numbered

    def _ordinal(self) -> int | None:
        """The number in ``first attack``, ``2nd attack``; None, and nothing taken, if there is
        none. FaultyLine for the last one."""
        end = 2 if self.kind == "number" and self.peek(1).kind == "word" else 1
        word = "".join(self.peek(ahead).value for ahead in range(end))
        if self.peek(end).value not in ("attack", "spell") or word not in (*_ORDINALS, "last"):
            return None
        if word == "last":
            message = "Which attack is the last is not known while it can be met: name its number."
            raise FaultyLine("last_attack", message, self.line)
        self.at += end + 1
        return _ORDINALS[word]

    # --- S7: a mix that cannot be guessed

    def is_mix(self) -> bool:
        """``defence dice: ...``, ``mix: 50% ...``, ``50% Force 2, ...``"""
        ahead = 1 if self.value == "standing" else 0
        first, second = self.peek(ahead).value, self.peek(ahead + 1)
        if first in DEFENCE and second.value in _DICE:
            return True
        if first in (*DEFENCE, *_DICE) and second.text == ":":
            return self._is_share(ahead + 2)
        if first in _DICE and self.peek(ahead + 1).value == "for":
            return self.peek(ahead + 2).value in DEFENCE
        behind = 1 if self.value == "half" else 2
        return self._is_share() and any(
            self.peek(place).kind == "defence" for place in (behind, behind + 1, behind + 2)
        )

    def mix(self) -> Iterator[str]:
        """The spells of a mix, each with its share."""
        self._over("standing", *DEFENCE, *_DICE, "for", ":")
        if not any(self._is_share(ahead) for ahead in range(len(self.rest))):
            raise FaultyLine("shares", SHARES, self.line)
        yield from self.against([])

    def _over(self, *values: str) -> None:
        while not self.ended and (self.value.lower() in values or self.text in values):
            self.at += 1


SHARES = (
    "Each spell of a mix has a share in percent, and all of them together no more than 100: "
    "defence dice: 50% Force 2, 50% Shield 2."
)


def _order(value: str, conditions: Sequence[str]) -> str:
    return f"standing defence: {value}{' if ' if conditions else ''}{' and '.join(conditions)}"


def _held(spell: Spell, least: int) -> list[str]:
    """So much must be left once it is paid."""
    return [f"points >= {least + spell.cost}"] if least and spell.cost else []
