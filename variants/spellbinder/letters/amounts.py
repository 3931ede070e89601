"""Strength that comes back to armies, in a line: ``7 to E, 3 new army, 15 points``."""

from variants.spellbinder.letters.cursor import Cursor
from variants.spellbinder.names import NEW

_TO = ("to", "for", "in", "into", "with", "by")


def read(line: Cursor, points: bool) -> tuple[tuple[tuple[str, int], ...], int]:
    """How much each army gets, and how many spellbinder points are regained, if `points`.

    FaultyLine for anything else.
    """
    strength: list[tuple[str, int]] = []
    regained = 0
    while True:
        here = line.at
        if strength or regained:
            line.separators()
        if line.kind == "number":
            number = line.number()
            if points and line.said("points", "point", "pts", "spellbinder"):
                while line.said("points", "point", "pts"):
                    line.at += 1
                regained += number
                continue
            while line.said("strength", "points", "point", "pts", *_TO):
                line.at += 1
            strength.append((_army(line), number))
        elif points and line.said("points"):
            line.at += 1
            regained += line.number()
        elif line.kind in ("unit", "who") or line.said("new"):
            army = _army(line)
            while line.text == ":" or line.said("gets", "by", "="):
                line.at += 1
            strength.append((army, line.number()))
        elif strength or regained:
            line.at = here
            return tuple(strength), regained
        else:
            raise line.invalid()


def _army(line: Cursor) -> str:
    if line.said("new"):
        line.at += 1
        if line.said("army", "armies"):
            line.at += 1
        return NEW
    (army,) = line.one_unit()
    return army
