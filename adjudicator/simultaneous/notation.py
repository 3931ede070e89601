"""Order text: a strict writer (``str(order)``) and a lenient reader that gives the same order back.

A line is turned into a row of *items* (a unit, a place, a verb ...), and the row is matched against
the few shapes an order can have. Nothing is guessed: what fits no shape is no order, a word that
names no place is unknown, one that could name several is ambiguous.
"""

import re
from typing import NamedTuple

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.lexicon import Lexicon, Word, foreign_letter, words
from adjudicator.orders import Diagnostic
from adjudicator.simultaneous.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    RetreatOrder,
    Support,
    Waive,
)

# Each kind of item has a letter; the shapes below are written in them.
_VERBS = {
    "M": "move moves moving go goes to into attack attacks advances",
    "H": "h hold holds holding stand stands stay stays",
    "S": "s sup supp support supports supporting",
    "C": "c conv convoy convoys convoying transport transports carry carries ferry ferries",
    "R": "r ret retreat retreats retreating",
    "D": "d disband disbands disbanded remove removes removed destroy destroys destroyed",
    "B": "b bld build builds",
    "W": "waive waives waived pass",
    "V": "via by",
}
_UNITS = {
    "a": ARMY,
    "army": ARMY,
    "armies": ARMY,
    "f": FLEET,
    "fleet": FLEET,
    "fl": FLEET,
    "ar": ARMY,
}
_COASTS = {"nc": "NC", "sc": "SC", "ec": "EC", "wc": "WC"}
_COAST_WORDS = {"north": "NC", "south": "SC", "east": "EC", "west": "WC"}
_NOISE = frozenset({"the", "my", "in", "at", ".", ":", '"', "“", "”", "„", "«", "»"})
_LETTER = {word: letter for letter, verbs in _VERBS.items() for word in verbs.split()}
_KEYWORDS = frozenset({*_LETTER, *_UNITS, *_COASTS, *_NOISE})

_PIECE = "N?U?P"
_SHAPES: tuple[tuple[type[Order], re.Pattern[str]], ...] = (
    (Move, re.compile(f"{_PIECE}V?M(PM)*PV?|N?M{_PIECE}M(PM)*PV?|N?UPP")),
    (Hold, re.compile(f"{_PIECE}H|N?H{_PIECE}")),
    (Support, re.compile(f"{_PIECE}S{_PIECE}(MP|M?H)?")),
    (Convoy, re.compile(f"{_PIECE}C{_PIECE}M(PM)*P")),
    (RetreatOrder, re.compile(f"{_PIECE}RM?P|N?R{_PIECE}MP")),
    (Disband, re.compile(f"{_PIECE}R?M?D|N?D{_PIECE}")),
    (Build, re.compile("N?U?PB|N?BU?P")),
    (Waive, re.compile("N?WB?|N?BW")),
)
_NUMBERING = re.compile(
    r"\s*(?:[-*+•·▪◦‣–—]\s+|[*•·▪◦‣]|\(?\d{1,3}[.):](?!\S*[.):]\d)\s*|[a-z]\)\s*)"
)
# A printed result after the order; nothing else in brackets may be passed over, least "(if ...)".
_RESULT = re.compile(
    r"[\s.]*[(\[]?\*?\s*(?:bounced?|cut|void|no convoy|dislodged|destroyed|disrupted|disbanded"
    r"|succeed(?:s|ed)|fail(?:s|ed)|ok|illegal|invalid|held|retreat)"
    r"(?:\s*[,*/]+\s*(?:bounced?|cut|dislodged|destroyed|void))*\s*\*?[)\]]?[\s.]*$",
    re.IGNORECASE,
)


LONGEST_SLIP = 3  # words that one misspelt place can be
LIKENESS_ALONE = 0.8  # of a misspelt place, where nothing else in the line is known


class Item(NamedTuple):
    """A part of an order line.

    `code` is the place, unit kind or power; `codes` is what a shortened name of a place may stand
    for. A place with neither is unknown, one with several `codes` and no `code` ambiguous.
    """

    letter: str
    code: str
    text: str
    column: int
    codes: tuple[str, ...] = ()


class Parsed(NamedTuple):
    """A line as an order, or why it is none. `power` is the side the line names as the writer's,
    `of` the one it names as the owner of the other unit; `path`: a convoy's way was given."""

    order: Order | None
    diagnostic: Diagnostic | None = None
    power: str = ""
    of: str = ""
    path: bool = False


class Notation:
    """Reader of the family's order lines for one board."""

    def __init__(self, board: Board) -> None:
        """ValueError if the board's aliases contradict each other."""
        self.board = board
        self.places = Lexicon(
            {code: province.name for code, province in board.provinces.items()},
            [(a, code) for code, province in board.provinces.items() for a in province.aliases],
        )
        self.powers = Lexicon(
            {code: power.names[0] for code, power in board.powers.items()},
            [(name, code) for code, power in board.powers.items() for name in power.names],
        )
        # Interned, so that later look-ups compare identities.
        self._codes = {place: place for place in board.number}
        self._kinds = {ARMY: ARMY, FLEET: FLEET}

    def parse(self, line: str) -> Parsed:
        """Any way of writing an order, see the corpus in ``tests/data/order_lines.yaml``."""
        order = self.canonical(line)
        return Parsed(order) if order is not None else self._lenient(line)

    def power(self, text: str) -> str | None:
        """The power, if the text is its name or code and nothing more."""
        at = words(text)
        found = self.powers.exact(at, 0)
        return found.codes[0] if found is not None and found.length == len(at) else None

    def canonical(self, text: str) -> Order | None:
        """The order, if the text is exactly as `str` writes it."""
        parts = text.split()
        count = len(parts)
        codes, kinds = self._codes, self._kinds
        try:
            if count == 4:
                kind, place, verb, to = parts
                if verb == "-":
                    return Move(kinds[kind], codes[place], codes[to])
                if verb == "R":
                    return RetreatOrder(kinds[kind], codes[place], codes[to])
            elif count == 7:
                kind, place, verb, other_kind, other, dash, to = parts
                if dash == "-":
                    return _HELPING[verb](
                        kinds[kind], codes[place], kinds[other_kind], codes[other], codes[to]
                    )
            elif count == 5:
                kind, place, verb, other_kind, other = parts
                if verb == "S":
                    return Support(kinds[kind], codes[place], kinds[other_kind], codes[other])
                if verb == "-" and other == "VIA":
                    return Move(kinds[kind], codes[place], codes[other_kind], True)
            elif count == 3:
                kind, place, verb = parts
                return _PLAIN[verb](kinds[kind], codes[place])
            elif text == "WAIVE":
                return Waive()
        except KeyError:
            pass
        return None

    def _lenient(self, line: str) -> Parsed:
        text, offset = _strip(line)
        items = self._items(words(text), offset)
        if any(foreign_letter(item.text) for item in items):
            return Parsed(None, _foreign(items))
        for row in (items, _powers_as_places(items)):
            for sort, shape in _SHAPES:
                if shape.fullmatch("".join(item.letter for item in row)) and self._meant(row):
                    return self._build(sort, row)
        return Parsed(None, _not_an_order(line, items))

    def _items(self, at: list[Word], offset: int) -> list[Item]:
        items: list[Item] = []
        index = 0
        while index < len(at):
            word = at[index]
            column = word.column + offset
            coast, length = _coast_at(at, index, items)
            if coast:
                place = items[-1]
                if place.code:
                    items[-1] = place._replace(code=self._with_coast(place.code, coast))
                index += length
                continue
            item, length = self._item_at(at, index, column)
            index += length
            if item is None:
                continue
            if items and item.letter == items[-1].letter == "M":
                continue  # "moves to", "- to"
            if items and item.letter == "M" and items[-1].letter == "R":
                continue  # "retreats to"
            if items and item.letter == items[-1].letter == "V":
                continue
            if item.letter == "P" and items and items[-1].letter == "P":
                last = items[-1]
                exact = last.code and not last.codes
                if not item.code and not item.codes and not exact:
                    # "Norwegan sea", "gulf of Bothina": one name, misspelt.
                    text = f"{last.text} {item.text}"
                    items[-1] = last._replace(code="", codes=(), text=text)
                    continue
            items.append(item)
        return items

    def _item_at(self, at: list[Word], index: int, column: int) -> tuple[Item | None, int]:
        word = at[index]
        found = self.places.exact(at, index)
        if found is None or found.length == 1:
            power = self.powers.exact(at, index)
            if power is not None and (found is None):
                length = power.length
                if index + length < len(at) and at[index + length].key == ":":
                    length += 1
                return Item("N", power.codes[0], word.text, column), length
        if found is not None:
            return Item("P", found.codes[0], _text(at, index, found.length), column), found.length
        if word.key in _NOISE:
            return None, 1
        if word.key == "-":
            return Item("M", "", word.text, column), 1
        if word.key in ("via", "by"):
            length = 2 if index + 1 < len(at) and at[index + 1].key == "convoy" else 1
            return Item("V", "", word.text, column), length
        if word.key in _UNITS:
            return Item("U", _UNITS[word.key], word.text, column), 1
        if word.key in _LETTER:
            return Item(_LETTER[word.key], "", word.text, column), 1
        if word.key == "(" and _closes(at, index):
            # "(via convoy)"; any other remark was stripped, or stands in the middle of the order.
            inner = at[index + 1 : _closes(at, index)]
            if [w.key for w in inner] in (["via", "convoy"], ["by", "convoy"], ["via"]):
                return Item("V", "", "via", column), len(inner) + 2
        if word.key.isalpha():
            found = self.places.prefix(at, index, _KEYWORDS)
            if found is not None:
                text = _text(at, index, found.length)
                code = found.codes[0] if len(found.codes) == 1 else ""
                return Item("P", code, text, column, found.codes), found.length
            return Item("P", "", word.text, column), 1
        return Item("?", "", word.text, column), 1

    def _with_coast(self, code: str, coast: str) -> str:
        place = f"{code}/{coast}"
        # A coast that the province does not have means nothing (DATC 4.B.6).
        return place if place in self.board.number or self.board.coasts.get(code) else code

    def _build(self, sort: type[Order], items: list[Item]) -> Parsed:
        for item in items:
            if item.letter == "P" and (not item.code or item.code not in self.board.number):
                return Parsed(None, self._bad_place(item))
        power = items[0].code if items[0].letter == "N" else ""
        of = next((item.code for item in items[1:] if item.letter == "N"), "")
        first = next((i for i, item in enumerate(items) if item.letter == "P"), 0)
        kind, place = _piece(items, first)
        places = [item.code for item in items if item.letter == "P"]
        if sort is Waive:
            return Parsed(Waive(), power=power)
        if sort is Hold or sort is Disband or sort is Build:
            return Parsed(sort(kind, place), power=power)
        if sort is RetreatOrder:
            return Parsed(RetreatOrder(kind, place, places[-1]), power=power)
        if sort is Move:
            path = len(places) > 2
            via = path or any(item.letter == "V" for item in items)
            return Parsed(Move(kind, place, places[-1], via), power=power, path=path)
        second = next(i for i, item in enumerate(items) if i > first and item.letter == "P")
        other_kind, other = _piece(items, second)
        if sort is Convoy:
            order = Convoy(kind, place, other_kind, other, places[-1])
            return Parsed(order, power=power, of=of, path=len(places) > 3)
        to = places[2] if len(places) > 2 else ""
        return Parsed(Support(kind, place, other_kind, other, to), power=power, of=of)

    def _meant(self, items: list[Item]) -> bool:
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

    def _bad_place(self, item: Item) -> Diagnostic:
        if item.codes:
            choices = " or ".join(self.board.full_name(code) for code in item.codes)
            return Diagnostic(
                "error", "ambiguous_place", 0, item.column, item.text,
                f"“{item.text}” could be {choices}; write the whole name or the code.", item.codes,
            )  # fmt: skip
        if item.code:
            coasts = self.board.coasts[item.code.partition("/")[0]]
            return Diagnostic(
                "error", "no_such_coast", 0, item.column, item.text,
                f"{self.board.full_name(item.code.partition('/')[0])} has no such coast.", coasts,
            )  # fmt: skip
        near = self.places.near(item.text)
        message = f"“{item.text}” is no place on this map"
        if near:
            message += "; did you mean " + " or ".join(map(self.board.full_name, near)) + "?"
        else:
            message += "."
        return Diagnostic("error", "unknown_place", 0, item.column, item.text, message, near)


_HELPING: dict[str, type[Support] | type[Convoy]] = {"S": Support, "C": Convoy}
_PLAIN: dict[str, type[Hold] | type[Disband] | type[Build]] = {
    "H": Hold, "D": Disband, "B": Build,
}  # fmt: skip


def _strip(line: str) -> tuple[str, int]:
    """The line without bullet, number and printed result, and how much was cut off its front."""
    text = line
    offset = 0
    while (match := _NUMBERING.match(text)) and match.end():
        offset += match.end()
        text = text[match.end() :]
    match = _RESULT.search(text)
    if match and match[0].strip(" .")[:1] in ("(", "[", "*"):
        text = text[: match.start()]
    return text.rstrip(" \t.!,;…\u00a0\"”’'»"), offset


def _powers_as_places(items: list[Item]) -> list[Item]:
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


def _closes(at: list[Word], index: int) -> int:
    return next((i for i in range(index + 1, len(at)) if at[i].key == ")"), 0)


def _text(at: list[Word], start: int, length: int) -> str:
    return " ".join(word.text for word in at[start : start + length])


def _piece(items: list[Item], place: int) -> tuple[str, str]:
    unit = items[place - 1] if place and items[place - 1].letter == "U" else None
    return unit.code if unit else "", items[place].code


def _foreign(items: list[Item]) -> Diagnostic:
    item = next(item for item in items if foreign_letter(item.text))
    message = f"“{item.text}” is not in Latin letters: {foreign_letter(item.text)}."
    return Diagnostic("error", "foreign_letter", 0, item.column, item.text, message)


def _not_an_order(line: str, items: list[Item]) -> Diagnostic:
    text = line.strip()
    column = len(line) - len(line.lstrip()) + 1 if text else 1
    message = "This is not an order. An order names one unit and what it does: A PAR - BUR."
    if any(item.text in (";", ",") for item in items):
        message = "This is not an order: write one order a line."
    return Diagnostic("error", "not_an_order", 0, column, text, message)
