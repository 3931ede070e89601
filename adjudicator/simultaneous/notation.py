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
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.prefixes import phase_in_front

# Each kind of item has a letter; the shapes below are written in them.
_VERBS = {
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
_NOISE = frozenset({*["the", "my", "an", "in", "at", "from", "will", "put"], *'.:()"“”„«»'})
_LETTER = {word: letter for letter, verbs in _VERBS.items() for word in verbs.split()}
_KEYWORDS = frozenset({*_LETTER, *_UNITS, *_COASTS, *_NOISE})

_PIECE = "N?U?P"
_SHAPES: tuple[tuple[type[Order], re.Pattern[str]], ...] = (
    (Move, re.compile(f"{_PIECE}V?M(PM)*P(VP?)?|N?M{_PIECE}M(PM)*PV?|N?UPP")),
    (Hold, re.compile(f"{_PIECE}H|N?H{_PIECE}")),
    (Support, re.compile(f"{_PIECE}S{_PIECE}(M?P|M?H)?|{_PIECE}SH{_PIECE}")),
    (Convoy, re.compile(f"{_PIECE}C{_PIECE}M(PM)*P")),
    (RetreatOrder, re.compile(f"{_PIECE}RM?P|N?R{_PIECE}MP")),
    (Disband, re.compile(f"{_PIECE}R?M?[DX]|N?[DX]{_PIECE}")),
    (Build, re.compile("N?U?PB|N?BU?P")),
    (Waive, re.compile("N?WB?|N?BW")),
)
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
    is a coast that the place does not have.
    """

    letter: str
    code: str
    text: str
    column: int
    codes: tuple[str, ...] = ()
    stray: str = ""


class Parsed(NamedTuple):
    """A line as an order, or why it is none.

    `power` is the side the line names as the writer's, `of` the one it names as the owner of the
    other unit. `path`: a convoy's way was given; `stray`: a coast that is not there (DATC 4.B.6);
    `bare`: the line says to disband and no more; `removal`: it says so in a word for adjustments.
    `phase` is the phase named in front; `alone`: nothing follows it.
    """

    order: Order | None
    diagnostic: Diagnostic | None = None
    power: str = ""
    of: str = ""
    path: bool = False
    stray: bool = False
    bare: bool = False
    removal: bool = False
    phase: str = ""
    alone: bool = False


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
        if len(line) > LONGEST_LINE:
            return Parsed(None, _not_an_order(line, []))
        text, offset = _strip(line)
        at = words(text)
        named = phase_in_front(at)
        if named is None:
            return self._order(line, at, offset)
        try:
            phase = str(phase_code(named.text))
        except ValueError as error:
            return Parsed(None, _bad_phase(named.text, str(error), at[0].column + offset))
        parsed = self._order(line, at[named.length :], offset)
        return parsed._replace(phase=phase, alone=len(at) == named.length)

    def _order(self, line: str, at: list[Word], offset: int) -> Parsed:
        """The words as an order; `line` is the whole that they are from."""
        items = self._items(at, offset)
        if any(foreign_letter(item.text) for item in items):
            return Parsed(None, _foreign(items))
        for row in (items, _powers_as_places(items)):
            letters = "".join(item.letter for item in row)
            for sort, shape in _SHAPES:
                if shape.fullmatch(letters) and self._meant(row):
                    return self._build(sort, row)
        bare = len(items) == 1 and items[0].letter in "DX"
        return Parsed(None, _not_an_order(line, items), bare=bare)

    def _items(self, at: list[Word], offset: int) -> list[Item]:
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
            unknown = item.letter == "P" and not item.code and not item.codes
            if unknown and _goes_on(items):
                # "Norwegan sea", "gulf of Bothina", "English Chanel": one name, misspelt.
                text = f"{items[-1].text} {item.text}"
                items[-1] = Item("P", "", text, items[-1].column)
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
        if word.key in _NOISE or (word.key == "a" and _is_unit(at, index + 1)):
            return None, 1
        if word.key == "-":
            return Item("M", "", word.text, column), 1
        if word.key in ("via", "by", "vc"):
            following = at[index + 1].key if index + 1 < len(at) else ""
            return Item("V", "", word.text, column), 2 if following in ("convoy", "sea") else 1
        if word.key in _UNITS:
            return Item("U", _UNITS[word.key], word.text, column), 1
        if word.key in _LETTER:
            return Item(_LETTER[word.key], "", word.text, column), 1
        if word.key.isalpha():
            found = self.places.prefix(at, index, _KEYWORDS)
            if found is not None:
                text = _text(at, index, found.length)
                code = found.codes[0] if len(found.codes) == 1 else ""
                return Item("P", code, text, column, found.codes), found.length
            return Item("P", "", word.text, column), 1
        return Item("?", "", word.text, column), 1

    def _build(self, sort: type[Order], items: list[Item]) -> Parsed:
        for item in items:
            if item.letter == "P" and not item.code:
                return Parsed(None, self._bad_place(item))
        places = [item.code for item in items if item.letter == "P"]
        stray = any(item.stray for item in items)
        power = items[0].code if items[0].letter == "N" else ""
        of = next((item.code for item in items[1:] if item.letter == "N"), "")
        if sort is Waive:
            return Parsed(Waive(), power=power)
        first = next(i for i, item in enumerate(items) if item.letter == "P")
        kind, place = _piece(items, first)
        if sort is Disband:
            letters = {item.letter for item in items}
            removal = "X" in letters and "R" not in letters
            return Parsed(Disband(kind, place), power=power, stray=stray, removal=removal)
        if sort is Hold or sort is Build:
            return Parsed(sort(kind, place), power=power, stray=stray)
        if sort is RetreatOrder:
            return Parsed(RetreatOrder(kind, place, places[-1]), power=power, stray=stray)
        if sort is Move:
            on_the_way = places[1:-1]
            if items[-2].letter == "V":  # "via North Sea"
                on_the_way, places = [*places[1:-2], places[-1]], places[:-1]
            if any(not self.board.is_sea[self.board.number[sea]] for sea in on_the_way):
                return Parsed(None, _overland(items))
            path = bool(on_the_way)
            via = path or any(item.letter == "V" for item in items)
            order = Move(kind, place, places[-1], via)
            return Parsed(order, power=power, path=path, stray=stray)
        second = next(i for i, item in enumerate(items) if i > first and item.letter == "P")
        other_kind, other = _piece(items, second)
        if sort is Convoy:
            ferry = Convoy(kind, place, other_kind, other, places[-1])
            return Parsed(ferry, power=power, of=of, path=len(places) > 3, stray=stray)
        to = places[2] if len(places) > 2 else ""
        support = Support(kind, place, other_kind, other, to)
        return Parsed(support, power=power, of=of, stray=stray)

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


def _is_unit(at: list[Word], index: int) -> bool:
    """Whether a unit's word follows: the "a" of "a fleet" is no army."""
    return index < len(at) and at[index].key in ("army", "fleet")


def _text(at: list[Word], start: int, length: int) -> str:
    return " ".join(word.text for word in at[start : start + length])


def _piece(items: list[Item], place: int) -> tuple[str, str]:
    unit = items[place - 1] if place and items[place - 1].letter == "U" else None
    return unit.code if unit else "", items[place].code


def _foreign(items: list[Item]) -> Diagnostic:
    item = next(item for item in items if foreign_letter(item.text))
    message = f"“{item.text}” is not in Latin letters: {foreign_letter(item.text)}."
    return Diagnostic("error", "foreign_letter", 0, item.column, item.text, message)


def _bad_phase(text: str, message: str, column: int) -> Diagnostic:
    return Diagnostic("error", "bad_phase", 0, column, text, f"{message}.")


def _overland(items: list[Item]) -> Diagnostic:
    text = " ".join(item.text for item in items)
    message = "This is not an order: an army moves one space, or over seas by convoy."
    return Diagnostic("error", "not_an_order", 0, items[0].column, text, message)


def _not_an_order(line: str, items: list[Item]) -> Diagnostic:
    text = line.strip()
    column = len(line) - len(line.lstrip()) + 1 if text else 1
    message = "This is not an order. An order names one unit and what it does: A PAR - BUR."
    if any(item.text in (";", ",") for item in items):
        message = "This is not an order: write one order a line."
    return Diagnostic("error", "not_an_order", 0, column, text, message)
