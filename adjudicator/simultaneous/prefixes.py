"""The phase that a line of orders may begin with: ``F1901R: A BUD R SER``."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.lexicon import Word

_SEASONS = {"spring": "S", "fall": "F", "autumn": "F", "winter": "W"}
_STEPS = {
    word: step
    for step, words in {
        "M": "movement movements move moves",
        "R": "retreat retreats",
        "A": "adjustment adjustments build builds removal removals",
    }.items()
    for word in words.split()
}


class Named(NamedTuple):
    """A phase in front of a line, as a code that may be none (``S1901A``), and its length in
    words."""

    text: str
    length: int


def phase_in_front(at: Sequence[Word]) -> Named | None:
    """The phase these words begin with, if they do.

    Read are the code, in any case of letters and with or without a colon or dash after it, and the
    phase in words, with a colon: ``Fall 1901 retreats:``, ``Fall 1901, retreats:``.
    """
    keys = [word.key for word in at[:5]]
    if len(keys) < 3 or not (keys[1].isascii() and keys[1].isdigit()):
        return None
    season, year, step = keys[:3]
    if season in _SEASONS:
        comma = step == ","
        rest = keys[2 + comma :]
        if len(rest) < 2 or rest[0] not in _STEPS or rest[1] != ":":
            return None
        return Named(f"{_SEASONS[season]}{year}{_STEPS[rest[0]]}", 4 + comma)
    # The code is one word: "f 1901 a" may be anything.
    together = at[2].column - at[0].column == len(season) + len(year)
    if season in ("s", "f", "w") and step in ("m", "r", "a") and together:
        length = 3 + (keys[3:4] in ([":"], ["-"]))
        return Named(f"{season}{year}{step}".upper(), length)
    return None
