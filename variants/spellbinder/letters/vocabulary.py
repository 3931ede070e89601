"""The words of an order line: hexes, units, spells, castles, wizards, verbs and what divides."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import NamedTuple

from adjudicator.lexicon import QUOTES, Lexicon, Word, words
from adjudicator.turns.wording import front
from variants.spellbinder.components import CASTLES, GARRISONS, LETTERS, WIZARDS
from variants.spellbinder.orders import DEFENSIVE, OFFENSIVE

YAMANTSAR = "YAMANTSAR"

_SPELLS = {
    "MIND": ("Ring of Shand", "Ring"),
    "THUNDER": ("Invocation of Thunder", "Invocation"),
    "HAMMER": ("Hammer of Goron Troll", "Goron Troll"),
    "SWORD": ("Sword of Corth",),
    "REGENERATION": ("Regeneration Spell", "Regenerate"),
    "SPELLBINDER": ("Spellbinder Spell",),
    "FORCE": ("Force of Umaron",),
    "STILLNESS": ("Stillness of Barrow Waste", "Stillness of Barrowaste"),
    "ARMOR": ("Armor of Dismoth", "Armour of Dismoth", "Armour"),
    "SHIELD": ("Shield of Deathstay", "Shields"),
    "FEAR": ("Fear of Battle",),
    "CRUSHER": ("Force Crusher",),
}  # fmt: skip

ATTACKS = {name: number for number, name in OFFENSIVE.items()}
DEFENCES = {name: number for number, name in DEFENSIVE.items() if number}

LEXICON = Lexicon(
    {code: castle.name for code, castle in CASTLES.items()},
    (
        *((form, code) for code, forms in _SPELLS.items() for form in (code, *forms)),
        *((wizard, wizard) for wizard in WIZARDS),
        *((form, YAMANTSAR) for form in ("Yamantsar", "Yamanstar")),
        *((form, "YOF_PINTRE") for form in ("Yof Pintre", "Yofpintre")),
    ),
)

VERBS = {
    word: verb
    for verb, text in {
        "move": "move moves moving march marches go goes going walk walks advance advances mv",
        "attack": "attack attacks attacking assault assaults",
        "cast": "cast casts casting use uses throw throws",
        "load": "load loads loading embark embarks board boards boarding capture captures",
        "sail": "sail sails sailing",
        "land": "land lands landing unload unloads disembark disembarks",
        "scale": "scale scales scaling climb climbs",
        "stop": "stop stops abandon abandons",
        "merge": "merge merges join joins combine combines",
        "give": "give gives transfer transfers",
        "challenge": "challenge challenges challenging",
        "ally": "ally allies",
        "allow": "allow allows let lets permit permits",
        "lend": "lend lends loan loans",
        "end": "end ends revoke revokes cancel cancels break breaks",
        "leave": "leave leaves exit exits",
        "enter": "enter enters",
        "regain": "regain regains",
        "place": "place places put puts set sets setup",
        "stay": "stay stays hold holds stand stands remain remains",
        "drop": "drop drops dropping leaving",
    }.items()
    for word in text.split()
}


def near_verbs(text: str) -> list[str]:
    """Forms of verbs that a word resembles."""
    return get_close_matches(text.lower(), VERBS, 1, 0.75)


# Nothing is lost with these, wherever they stand.
_NOISE = """the my our please hex hexes castle army armies unit units will shall lone also a an now
# \""""
NOISE = frozenset(_NOISE.split())
_PRONOUNS = frozenset(["i", "we"])
_INTENT = frozenset(["am", "are", "want", "would", "like", "to"])
_ALL = frozenset(["all", "everyone", "everybody", "everything"])
_SEPARATORS = frozenset([",", ";", "and", "then", "&", "+", "."])
_COUNTED = {"one": "1", "two": "2"}
_FORMS = """go move attack cast load sail land challenge merge give leave enter scale ally allow end
regain place put want will am shall would march defend break"""
_BASE_FORMS = frozenset(_FORMS.split())
"""After these an I is the writer, no army."""


class Item(NamedTuple):
    """A word or name of a line.

    kind    hex, number, unit (a letter, or G1), who (a wizard's name), wizard, spell, defence,
            castle, all, ship, verb, ",", "-" or word
    value   code, number or key
    owner   whether it stands in the genitive: ``Sharn's``
    """

    kind: str
    value: str
    text: str
    column: int
    owner: bool = False


def items(line: str) -> list[Item]:
    """The items of a line, without bullets in front and words that say nothing."""
    cut = front(line)
    at = [word for word in words(line) if word.column > cut]
    found: list[Item] = []
    index = 0
    while index < len(at):
        item, taken = _item(at, index, bool(found))
        if item is not None:
            found.append(item)
        index += taken
    while found and found[-1].kind == ",":
        found.pop()
    return found


def _item(at: Sequence[Word], index: int, begun: bool) -> tuple[Item | None, int]:
    word = at[index]
    key = word.key or word.text
    following = at[index + 1].key if index + 1 < len(at) else ""
    owner = any(mark in word.text for mark in QUOTES)

    def item(kind: str, value: str = key, taken: int = 1) -> tuple[Item, int]:
        return Item(kind, value, written(at[index : index + taken]), word.column, owner), taken

    if key.isdecimal():
        return item("hex" if len(key) == 4 else "number")
    named = LEXICON.exact(list(at), index)
    if named is not None:
        code = named.codes[0]
        last = at[index + named.length - 1]
        text = written(at[index : index + named.length])
        mine = any(mark in last.text for mark in QUOTES)
        return Item(_kind(code), code, text, word.column, mine), named.length
    if not begun and (key in _INTENT or (key in _PRONOUNS and following in _BASE_FORMS)):
        return None, 1
    if f"G{following}" in GARRISONS and (key == "garrison" or _is_one(at, index)):
        return item("unit", f"G{following}", taken=2)
    if len(key) == 1 and key.upper() in LETTERS and not _is_article(at, index):
        return item("unit", key.upper())
    if key in NOISE and not (key in ("army", "armies") and _means_armies(at, index)):
        return None, 1
    if key in ("set", "sets") and following == "sail":
        return item("verb", "sail", taken=2)
    if key in ("set", "sets") and following == "up":
        return item("verb", "place", taken=2)
    if key in ("gives", "give") and following == "up":
        return item("verb", "stop", taken=2)
    if key == "ship" and following in _COUNTED:
        return item("ship", _COUNTED[following], taken=2)
    if key in ("ship", "ships"):
        number = index + 1
        while number < len(at) and at[number].text in "#(":
            number += 1
        if number < len(at) and at[number].key.isdecimal() and len(at[number].key) < 4:
            return item("ship", at[number].key, taken=number + 1 - index)
        return item("ship", "")
    if key in ("wizard", "wizards", "mage"):
        return item("wizard", "wizard")
    if key in _ALL:
        return item("all")
    if key in _SEPARATORS:
        return item(",")
    if key == "-":
        return item("-")
    if key in VERBS:
        return item("verb", VERBS[key])
    return item("word")


def written(parts: Sequence[Word] | Sequence[Item]) -> str:
    """As they stand in the line, those apart that stand apart."""
    text, end = "", 0
    for part in parts:
        text += part.text if not text or part.column == end else f" {part.text}"
        end = part.column + len(part.text)
    return text


def _kind(code: str) -> str:
    if code in ATTACKS:
        return "spell"
    if code in DEFENCES:
        return "defence"
    return "castle" if code in CASTLES else "who"


def _is_one(at: Sequence[Word], index: int) -> bool:
    """``G1``, a garrison; ``G 1`` is an army and a number."""
    return at[index].key == "g" and at[index + 1].column == at[index].column + 1


def _is_article(at: Sequence[Word], index: int) -> bool:
    """``a new army``: an A that is no army's."""
    following = at[index + 1].key if index + 1 < len(at) else ""
    return at[index].key == "a" and following in ("new", "ship", "spell", "challenge")


def _means_armies(at: Sequence[Word], index: int) -> bool:
    """``the armies in 2308``, ``for my armies``: the word itself, with no letter behind it."""
    following = at[index + 1].key if index + 1 < len(at) else ""
    return following in ("in", "at", "of", "go", "goes", "continue", "on", "is", "are") or (
        index > 0
        and (at[index - 1].key == "new" or "for" in [word.key for word in at[index - 2 : index]])
    )
