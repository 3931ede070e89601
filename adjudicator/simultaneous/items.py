"""What an order line is made of: its words as a row of *items* (a unit, a place, a verb ...).

Each kind of item has a letter, and the shapes that an order can have are written in those letters
(:mod:`adjudicator.simultaneous.notation`). Which words are units and verbs is a title's `Speech`;
places and powers are the board's.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.lexicon import Found, Lexicon, Word, bare, foreign_letter, words
from adjudicator.orders import Diagnostic


class Speech(NamedTuple):
    """The words of a title's orders, besides places and powers.

    verbs       word -> its item's letter
    units       word -> kind of unit
    noise       words and signs that say nothing
    nouns       what "a" is an article before, and no army
    example     an order, for him who has written none
    """

    verbs: Mapping[str, str]
    units: Mapping[str, str]
    noise: frozenset[str]
    nouns: frozenset[str]
    example: str

    @property
    def keywords(self) -> frozenset[str]:
        """What is no part of a place's name."""
        return frozenset({*self.verbs, *self.units, *_COASTS, *self.noise})


def spelled(letters: Mapping[str, str]) -> dict[str, str]:
    """Word -> letter, of letter -> its words."""
    return {word: letter for letter, listed in letters.items() for word in listed.split()}


FAMILY = Speech(
    spelled(
        {
            "M": "move moves moving go goes to into attack attacks advances",
            "H": "h hold holds holding stand stands stay stays",
            "S": "s sup supp support supports supporting",
            "C": "c conv convoy convoys convoyed transport transports carry carries ferry ferries",
            "R": "r ret retreat retreats retreating",
            "D": "d otb disband disbands disbanded destroy destroys",
            "X": "remove removes removed removal",
            "B": "b bld build builds",
            "W": "waive waives waived pass",
            "V": "via by",
        }
    ),
    {
        "a": ARMY,
        "army": ARMY,
        "armies": ARMY,
        "f": FLEET,
        "fleet": FLEET,
        "fl": FLEET,
        "ar": ARMY,
    },
    frozenset({*["the", "my", "an", "in", "at", "from", "will", "put"], *'.:()"“”„«»'}),
    frozenset({"army", "fleet"}),
    "A PAR - BUR",
)
_COASTS = {"nc": "NC", "sc": "SC", "ec": "EC", "wc": "WC"}
_COAST_WORDS = {"north": "NC", "south": "SC", "east": "EC", "west": "WC"}

_NUMBERING = re.compile(
    r"\s*(?:[-*+•·▪◦‣–—]\s+|[*•·▪◦‣]|\(?\d{1,3}[.):](?!\S*[.):]\d)\s*|[a-z]\)\s*)"
)
# Words a printed result begins with. No other remark may be passed over, least "(if ...)".
_RESULTS = frozenset(
    [
        "bounce",
        "bounces",
        "bounced",
        "cut",
        "void",
        "no",
        "dislodged",
        "destroyed",
        "disrupted",
        "disbanded",
        "succeeds",
        "succeeded",
        "fails",
        "failed",
        "ok",
        "illegal",
        "invalid",
        "held",
    ]
)
_CONDITIONS = frozenset(["if", "unless", "or", "when"])

LONGEST_LINE = 400  # characters; nobody's order is longer, and no pattern has to run on more
LONGEST_SLIP = 3  # words that one misspelt place can be
LIKENESS_ALONE = 0.8  # of a misspelt place, where nothing else in the line is known


class Item(NamedTuple):
    """A part of an order line.

    `code` is the place, unit kind or power; `codes` is what a shortened name of a place may stand
    for. A place with neither is unknown, one with several `codes` and no `code` ambiguous. `stray`
    is a coast that the place does not have. `others` are what the same words may be besides.
    """

    letter: str
    code: str
    text: str
    column: int
    codes: tuple[str, ...] = ()
    stray: str = ""
    others: tuple["Item", ...] = ()


class Vocabulary:
    """Reader of items for one board, in one title's words."""

    def __init__(self, board: Board, speech: Speech = FAMILY) -> None:
        """ValueError if the board's aliases contradict each other."""
        self.board = board
        self.speech = speech
        self.keywords = speech.keywords
        self.places = Lexicon(
            {code: province.name for code, province in board.provinces.items()},
            [(a, code) for code, province in board.provinces.items() for a in province.aliases],
        )
        self.powers = Lexicon(
            {code: power.names[0] for code, power in board.powers.items()},
            [(name, code) for code, power in board.powers.items() for name in power.names],
        )

    def power(self, text: str) -> str | None:
        """The power, if the text is its name or code and nothing more."""
        at = words(text)
        found = self.powers.exact(at, 0)
        return found.codes[0] if found is not None and found.length == len(at) else None

    def items(self, at: list[Word], offset: int) -> list[Item]:
        """The words as items; `offset` is what was cut off the line in front of them."""
        items: list[Item] = []
        index = 0
        while index < len(at):
            word = at[index]
            column = word.column + offset
            coast, length = _coast_at(at, index, items)
            if coast:
                place = items[-1]
                known = f"{place.code}/{coast}" in self.board.number
                items[-1] = (
                    place._replace(code=f"{place.code}/{coast}")
                    if known
                    else place._replace(stray=coast)
                )
                index += length
                continue
            item, length = self.item_at(at, index, column)
            index += length
            if item is None:
                continue
            if items and item.letter == items[-1].letter == "M":
                continue  # "moves to", "- to"
            if items and item.letter == "M" and items[-1].letter == "R":
                continue  # "retreats to"
            if items and item.letter == items[-1].letter == "V":
                continue
            unknown = item.letter == "P" and not item.code and not item.codes
            if unknown and _goes_on(items):
                # "Norwegan sea", "gulf of Bothina", "English Chanel": one name, misspelt.
                text = f"{items[-1].text} {item.text}"
                items[-1] = Item("P", "", text, items[-1].column)
                continue
            items.append(item)
        return items

    def item_at(self, at: list[Word], index: int, column: int) -> tuple[Item | None, int]:
        """The item that begins here, if it is one, and how many words it takes."""
        word, speech = at[index], self.speech
        found = self.places.exact(at, index)
        if found is not None:
            return Item("P", found.codes[0], text_of(at, index, found.length), column), found.length
        power = self.powers.exact(at, index)
        if power is not None:
            return self.named_power(at, index, power, column)
        if word.key in speech.noise or self.is_article(at, index):
            return None, 1
        if word.key == "-":
            return Item("M", "", word.text, column), 1
        if word.key in ("via", "by", "vc"):
            following = at[index + 1].key if index + 1 < len(at) else ""
            return Item("V", "", word.text, column), 2 if following in ("convoy", "sea") else 1
        if word.key in speech.units:
            return Item("U", speech.units[word.key], word.text, column), 1
        if word.key in speech.verbs:
            return Item(speech.verbs[word.key], "", word.text, column), 1
        if word.key.isalpha():
            found = self.places.prefix(at, index, self.keywords)
            if found is not None:
                text = text_of(at, index, found.length)
                code = found.codes[0] if len(found.codes) == 1 else ""
                return Item("P", code, text, column, found.codes), found.length
            return Item("P", "", word.text, column), 1
        return Item("?", "", word.text, column), 1

    def is_article(self, at: list[Word], index: int) -> bool:
        """Whether this is the "a" of "a fleet", and no army."""
        if at[index].key != "a" or index + 1 == len(at):
            return False
        return at[index + 1].key in self.speech.nouns and not self.places.exact(at, index + 1)

    def named_power(
        self, at: list[Word], index: int, found: Found, column: int
    ) -> tuple[Item, int]:
        """A power's name as an item, with the colon after it."""
        length = found.length
        if index + length < len(at) and at[index + length].key == ":":
            length += 1
        return Item("N", found.codes[0], at[index].text, column), length

    def meant(self, items: list[Item]) -> bool:
        """Whether a line of an order's shape is one, and not prose with a word such as "to"."""
        unknown = [item for item in items if item.letter == "P" and not (item.code or item.codes)]
        places = sum(item.letter == "P" for item in items)
        unit = any(item.letter == "U" for item in items)
        if any(item.text.count(" ") >= LONGEST_SLIP for item in unknown):
            return False
        if len(unknown) < places or not places:
            return True
        return any(self.places.near(item.text, LIKENESS_ALONE) for item in unknown) or (
            unit and all(" " not in item.text for item in unknown)
        )

    def bad_place(self, item: Item) -> Diagnostic:
        """What is wrong with a place that is none, or one of several."""
        if item.codes:
            choices = " or ".join(self.board.full_name(code) for code in item.codes)
            return Diagnostic(
                "error", "ambiguous_place", 0, item.column, item.text,
                f"“{item.text}” could be {choices}; write the whole name or the code.", item.codes,
            )  # fmt: skip
        near = self.places.near(item.text)
        message = f"“{item.text}” is no place on this map"
        if near:
            message += "; did you mean " + " or ".join(map(self.board.full_name, near)) + "?"
        else:
            message += "."
        return Diagnostic("error", "unknown_place", 0, item.column, item.text, message, near)

    def not_an_order(self, line: str, items: list[Item]) -> Diagnostic:
        """What is said of a line that has no order's shape."""
        text = line.strip()
        column = len(line) - len(line.lstrip()) + 1 if text else 1
        example = self.speech.example
        message = f"This is not an order. An order names one unit and what it does: {example}."
        if any(item.text in (";", ",") for item in items):
            message = "This is not an order: write one order a line."
        return Diagnostic("error", "not_an_order", 0, column, text, message)

    def foreign(
        self, line: str, items: list[Item], order: object, wrong: Diagnostic | None
    ) -> Diagnostic:
        """What is said of a line with letters of another alphabet: of one that would be an `order`,
        or have something `wrong` with it, in the letters that they look like, or that names a unit,
        which letter that is. Prose in another language is no order."""
        meant = order is not None or (wrong is not None and wrong.code != "not_an_order")
        if not meant and all(item.letter != "U" for item in items):
            return self.not_an_order(line, items)
        item = next(item for item in items if foreign_letter(item.text))
        message = f"“{item.text}” is not in Latin letters: {foreign_letter(item.text)}."
        return Diagnostic("error", "foreign_letter", 0, item.column, item.text, message)


def stripped(line: str) -> tuple[str, int]:
    """The line without bullet, number and printed result, and how much was cut off its front."""
    offset, end = bare(line)
    text = line[offset:end]
    while (match := _NUMBERING.match(text)) and match.end():
        offset += match.end()
        text = text[match.end() :]
    return _without_result(text.rstrip(_TRAILING)).rstrip(_TRAILING), offset


_TRAILING = " \t.!,;…\u00a0\"”’'»"


def _without_result(text: str) -> str:
    """The text without a printed result in brackets or stars at its end."""
    opening = {")": "(", "]": "[", "*": "*"}.get(text[-1:])
    start = text.rfind(opening, 0, -1) if opening else -1
    inside = re.findall("[a-z]+", text[start:].lower()) if start > 0 else []
    if inside and inside[0] in _RESULTS and _CONDITIONS.isdisjoint(inside):
        return text[:start]
    return text


def powers_as_places(items: list[Item]) -> list[Item]:
    """``F BRE - England``: a power where only a place makes sense is no place on this map."""
    return [
        item._replace(letter="P", code="")
        if item.letter == "N" and (index + 1 == len(items) or items[index + 1].letter not in "UP")
        else item
        for index, item in enumerate(items)
    ]


def _coast_at(at: list[Word], index: int, items: list[Item]) -> tuple[str, int]:
    """A coast of the place before it (``/sc``, ``(south coast)``), and the words it takes."""
    if not items or items[-1].letter != "P":
        return "", 0
    start = index
    opened = False
    if at[index].key in ("/", "(", "-", ","):
        opened = at[index].key == "("
        start += 1
    if start >= len(at):
        return "", 0
    word = at[start].key
    end = start + 1
    coast = _COASTS.get(word, "")
    following = at[end].key if end < len(at) else ""
    dotted = "".join(token.key for token in at[start : start + 3])
    if re.fullmatch(r"[nsew]\.c", dotted):  # "(e.c.)"
        coast = f"{dotted[0].upper()}C"
        end = start + 3 + ("".join(token.key for token in at[start + 3 : start + 4]) == ".")
    if not coast and word in _COAST_WORDS and following in ("coast", "cst"):
        coast = _COAST_WORDS[word]
        end += 1
    elif not coast and at[index].key in ("/", "(") and word in ("n", "s", "e", "w"):
        coast = f"{word.upper()}C"
    if not coast:
        return "", 0
    if opened:
        if end >= len(at) or at[end].key != ")":
            return "", 0
        end += 1
    return coast, end - index


def _goes_on(items: list[Item]) -> bool:
    """Whether an unknown word after these may belong to the one before: part of a misspelt name."""
    if not items or (items[-1].letter == "N" and len(items) == 1):
        return False
    last = items[-1]
    return last.letter == "N" or (last.letter == "P" and (not last.code or bool(last.codes)))


def text_of(at: list[Word], start: int, length: int) -> str:
    """These words as written."""
    return " ".join(word.text for word in at[start : start + length])
