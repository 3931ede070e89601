"""The words of Young Kingdoms: more kinds of piece, more verbs, and words that may be either.

``E`` is Elric or "embark", ``D`` the Dragon, "disembark" or "disband", ``C`` Chaos or "convoy", and
Dharijor, Shazar and Oin-Yu are powers as well as places. What such a word may be is kept
(`Item.others`); the shape of the order tells, or nothing does.
"""

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.lexicon import QUOTES, Lexicon, Word, words
from adjudicator.orders import Diagnostic
from adjudicator.simultaneous.items import FAMILY, LIKENESS_ALONE, Item, Speech, Vocabulary, spelled
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.pieces import AF, CHAOS, DRAGON, ELRIC, GARRISON

SPEECH = Speech(
    {word: letter for word, letter in FAMILY.verbs.items() if word not in ("c", "d")}
    | spelled(
        {
            "M": "flies fly flying sails sail sailing",
            "C": "ff ferrying",
            "E": "emb embark embarks embarking board boards boarding aboard",
            "L": "dis disembark disembarks disembarking land lands landing",
            "1": "first",
            "2": "second",
            "G": "guest",
            "T": "admit admits admitting",
            "Q": "enlist enlists enlisting",
            "Z": "renounce renounces renouncing",
            ";": "; , & + and then with",
        }
    ),
    {
        **FAMILY.units,
        "af": AF,
        "dragon": DRAGON,
        "drgn": DRAGON,
        "elric": ELRIC,
        "chaos": CHAOS,
        "g": GARRISON,
        "garrison": GARRISON,
    },
    FAMILY.noise | {"of", "on", "as", "own"},
    FAMILY.nouns | {"chaos", "garrison", "guest"},
    "A/F IMR - DRE",
)
EITHER = {"e": (ELRIC, "E"), "d": (DRAGON, "LD"), "c": (CHAOS, "C")}
"""Letter -> the kind of piece it may stand for, and the letters of its verbs."""
TURNS = frozenset({("1", "st"), ("2", "nd")})
FORMS = {"a": ARMY, "army": ARMY, "f": FLEET, "fleet": FLEET}
MOST_NUMBERS = 99  # of the Chaos units of one power in one land
BEGINNINGS = frozenset("BXWQZ")
"""The verbs that an order may begin with, after the power's name."""


class Words(Vocabulary):
    """Reader of this title's items."""

    def __init__(self, board: Board, before: Board) -> None:
        """`before` has the places that are closed for ever, too (107). ValueError if the board's
        aliases contradict each other."""
        super().__init__(board, SPEECH)
        gone = {code: p for code, p in before.provinces.items() if code not in board.provinces}
        self.closed = Lexicon(
            {code: province.name for code, province in gone.items()},
            [(alias, code) for code, province in gone.items() for alias in province.aliases],
        )

    def bad_place(self, item: Item) -> Diagnostic:
        """As in the family; a place that has closed is said to be so."""
        at = words(item.text)
        found = self.closed.exact(at, 0) if not item.codes else None
        if found is None or found.length < len(at):
            return super().bad_place(item)
        message = f"“{item.text}” is closed for ever since Elric regained his throne."
        return Diagnostic("error", "closed_place", 0, item.column, item.text, message)

    def item_at(self, at: list[Word], index: int, column: int) -> tuple[Item | None, int]:
        """The item that begins here, if it is one, and how many words it takes."""
        word = at[index]
        place = self.places.exact(at, index)
        if place is not None:
            return self._place_or_power(at, index, column, place.length)
        following = at[index + 1].key if index + 1 < len(at) else ""
        kind, length = unit_named(at, index)
        if length and not self.is_article(at, index):
            return Item("U", kind, word.text, column), length
        if word.key == "=" and following in FORMS:  # a Chaos unit's form; it has none
            return Item("=", "", word.text, column), 2
        if (word.key, following) in TURNS:
            return Item(word.key, "", word.text, column), 2
        if word.key in EITHER:
            kind, verbs = EITHER[word.key]
            others = tuple(Item(verb, "", word.text, column) for verb in verbs)
            return Item("U", kind, word.text, column, others=others), 1
        if self.speech.verbs.get(word.key, "") in ("T", "Q", "Z"):
            letter = self.speech.verbs[word.key]
            return Item(letter, "", word.text, column), 1 + (following in ("elric", "e"))
        return super().item_at(at, index, column)

    def meant(self, items: list[Item]) -> bool:
        """As in the family; but without a kind of piece, and without one certain place, only what
        is like an order in each of its places is one, and no prose such as "Back to the ships"."""
        places = [item for item in items if item.letter == "P"]
        if not any(item.code or item.letter == "U" for item in items if item.letter in "PU"):
            like = (item.codes or self.places.near(item.text, LIKENESS_ALONE) for item in places)
            return all(like)
        return super().meant(items)

    def _place_or_power(
        self, at: list[Word], index: int, column: int, length: int
    ) -> tuple[Item | None, int]:
        """A place of so many words, or the power that is called so, or both."""
        power = self.powers.exact(at, index)
        here, taken = super().item_at(at, index, column)
        if power is None or power.length < length or here is None:
            return here, taken
        side, more = self.named_power(at, index, power, column)
        owner = any(mark in at[index + power.length - 1].text for mark in QUOTES)
        if more > power.length or owner:  # "Shazar:", "Shazar's"
            return side, more
        if power.length > length:  # "Oin-Yu", which is Oin to Yu unless it is somebody's order
            end = index + power.length
            return (side, more) if self._begins_an_order(at, end) else (here, taken)
        return here._replace(others=(side,)), taken

    def _begins_an_order(self, at: list[Word], index: int) -> bool:
        if index >= len(at):
            return False
        key = at[index].key
        verb = self.speech.verbs.get(key, "")
        return bool(unit_named(at, index)[1]) or key in EITHER or verb in BEGINNINGS


def unit_named(at: list[Word], index: int) -> tuple[str, int]:
    """The kind of piece that these words name, and how many they are: ``A/F``, ``Chaos army 2``,
    ``C2``; 0 for none, or for a letter that may be a verb."""
    keys = [word.key for word in at[index : index + 3]]
    if len(keys) == 3 and keys[1] in ("/", "and", "&"):
        one, other = FORMS.get(keys[0]), FORMS.get(keys[2])
        short = len(keys[0]) == 1 or len(keys[2]) == 1
        if one == ARMY and other == FLEET and (keys[1] == "/" or not short):
            return AF, 3
    if keys[0] == "chaos":
        length = 1 + (keys[1:2] in (["army"], ["armies"], ["fleet"], ["unit"], ["units"]))
        number = _number(keys[length : length + 1])
        return str(Name(CHAOS, number=number)), length + bool(number)
    if keys[0] == "c":
        number = _number(keys[1:2])
        return (str(Name(CHAOS, number=number)), 2) if number else ("", 0)
    return (SPEECH.units[keys[0]], 1) if keys[0] in SPEECH.units else ("", 0)


def _number(keys: list[str]) -> int:
    """The number of a Chaos unit, 0 if this is none."""
    number = Name.of(f"{CHAOS}{''.join(keys)}").number
    return number if number <= MOST_NUMBERS else 0
