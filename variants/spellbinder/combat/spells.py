"""The spells (7.0): what they are called, what they cost, and how a defence is chosen."""

from msgspec import Struct

from adjudicator.turns.questions import Choice
from variants.spellbinder.orders import DEFENSIVE, FREE

LEAST, MOST = 1, 10
"""Points that go into one of the first four spells, offensive or defensive (6.32)."""
REGENERATION, SPELLBINDER = 5, 6
FIXED_ATTACK, FIXED_DEFENCE = 5, 2
"""What the last two spells of each kind cost (6.35)."""
NO_SPELL = "NONE"

NAMES = {
    1: "Force of Umaron",
    2: "Stillness of Barrow Waste",
    3: "Armor of Dismoth",
    4: "Shield of Deathstay",
    5: "Fear of Battle",
    6: "Force Crusher",
}


class Defence(Struct, frozen=True):
    """A defensive spell with the points put into it; spell 0 is none."""

    spell: int = 0
    points: int = 0

    @property
    def code(self) -> str:
        """As an answer names it: ``STILLNESS 5``, ``FEAR``, ``NONE``."""
        return f"{DEFENSIVE[self.spell]} {self.points}" if self.varies else DEFENSIVE[self.spell]

    @property
    def text(self) -> str:
        """``Stillness of Barrow Waste with 5 points``"""
        if not self.spell:
            return "no spell"
        return f"{NAMES[self.spell]} with {self.points} point{'s' if self.points != 1 else ''}"

    @property
    def varies(self) -> bool:
        """Whether its points are chosen, and count against the attacker's."""
        return 1 <= self.spell <= FREE

    def within(self, held: int) -> "Defence":
        """What comes of it with so many points: the first four spells are cut to them, the last two
        are not cast at all."""
        points = min(self.points, held) if self.varies else self.points
        return Defence(self.spell, points) if 0 < points <= held else Defence()


DEFENCES = {
    defence.code: defence
    for defence in (
        Defence(),
        *(
            Defence(spell, points)
            for spell in range(1, FREE + 1)
            for points in range(LEAST, MOST + 1)
        ),
        Defence(5, FIXED_DEFENCE),
        Defence(6, FIXED_DEFENCE),
    )
}
"""All that can be answered to an attack by magic, whatever the defender holds: what he cannot pay
is cut, so that a standing order never fails him for that."""
CHOICES = tuple(Choice(code, defence.text) for code, defence in DEFENCES.items())


def cost(spell: int, points: int) -> int:
    """What an offensive spell costs."""
    return points if spell <= FREE else FIXED_ATTACK
