"""Prose among the lines of a letter, told from an order with a slip of the pen in it.

Only lines that cannot be read are looked at. One that speaks as no order does is prose: it has
words in it that are no order's, nor nearly one's, and is made of these for the most part, or is a
question, or speaks of another player's wizard.
"""

from collections.abc import Collection, Sequence
from difflib import get_close_matches
from itertools import islice

from variants.spellbinder.letters.vocabulary import LEXICON, VERBS, Item, near_verbs

_GRAMMAR = """to at in on from by into onto against over via along with of for then else or
otherwise instead if only any is are be blocked barred occupied taken not no possible free must stop
stopped the difference least more less than points point strength left ship aboard map off board
walls wall road roads new army armies others other rest may can longer anymore pass passage
through freely share stack mine alliance pact treaty loan home trying keep keeps first second
evenly losses alive attacked anyone anybody never spend below under spell defence defense defends
garrison garrisons standing strongest weakest split dice mix percent"""
GRAMMAR = frozenset(_GRAMMAR.split())
"""Words that are in orders, besides names, hexes and verbs."""
MAY = ("pass", "passage", "stack", "share", "use", "free")
"""What a player is allowed to do."""

_LIKENESS = 0.8  # difflib's ratio
SHORTEST = 3  # letters; a shorter word is nearly anything


def is_prose(found: Sequence[Item], text: str, own: Collection[str] = ()) -> bool:
    """Whether a line that cannot be read is chatter; `own` are the writer's wizards, by code."""
    firm = sum(map(_is_firm, found))
    asks = text.rstrip().endswith("?")
    first = found[0] if found else None
    others = bool(first and own and first.kind == "who" and first.value not in own)
    if others and len(found) > 1 and found[1].kind in ("hex", "-", "unit"):
        others = False  # "Sharn 2308-2309"
    least = 1 if asks or others else max(2, firm + 1)
    strange = islice(filter(_is_strange, found), least)  # to know of one takes its time
    return len(list(strange)) == least


def is_nearly(text: str, words: Collection[str]) -> bool:
    """Whether it is one of these words, or has a slip of the pen in it."""
    key = text.lower()
    near = len(key) >= SHORTEST and get_close_matches(key, words, 1, _LIKENESS)
    return key in words or bool(near)


def _is_strange(item: Item) -> bool:
    """A word that no order has, nor one like it. What is told of the past is none."""
    key = item.value
    if item.kind != "word" or not key.isalpha() or key in GRAMMAR:
        return False
    if key.endswith("ed") and {key[:-2], key[:-1]}.intersection(VERBS):
        return True
    near = near_verbs(key) or LEXICON.near(key, _LIKENESS)
    return not (near or is_nearly(key, GRAMMAR))


def _is_firm(item: Item) -> bool:
    """What a line of prose seldom has."""
    return item.kind in ("hex", "number", "spell", "defence", "verb", "-") or (
        item.kind == "unit" and item.text.isupper()
    )
