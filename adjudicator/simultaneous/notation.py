"""Order text: a strict writer (``str(order)``) and a lenient reader that gives the same order back.

A line is turned into a row of *items* (a unit, a place, a verb ...), and the row is matched against
the few shapes an order can have. Nothing is guessed: what fits no shape is no order, a word that
names no place is unknown, one that could name several is ambiguous.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.lexicon import Word, foreign_letter, look_alike, words
from adjudicator.orders import Diagnostic
from adjudicator.simultaneous.items import (
    LONGEST_LINE,
    Item,
    Vocabulary,
    powers_as_places,
    stripped,
)
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

PIECE = "N?U?P"
SHAPES: tuple[tuple[type[Order], re.Pattern[str]], ...] = (
    (Move, re.compile(f"{PIECE}V?M(PM)*P(VP?)?|N?M{PIECE}M(PM)*PV?|N?UPP")),
    (Hold, re.compile(f"{PIECE}H|N?H{PIECE}")),
    (Support, re.compile(f"{PIECE}S{PIECE}(M?P|M?H)?|{PIECE}SH{PIECE}")),
    (Convoy, re.compile(f"{PIECE}C{PIECE}M(PM)*P")),
    (RetreatOrder, re.compile(f"{PIECE}RM?P|N?R{PIECE}MP")),
    (Disband, re.compile(f"{PIECE}R?M?[DX]|N?[DX]{PIECE}")),
    (Build, re.compile("N?U?PB|N?BU?P")),
    (Waive, re.compile("N?WB?|N?BW")),
)


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


class Opening(NamedTuple):
    """The front of a line: the words that are left, how much was cut off before them, and the phase
    that was named, or what is wrong with it."""

    at: list[Word]
    offset: int
    phase: str = ""
    diagnostic: Diagnostic | None = None


class Notation:
    """Reader of the family's order lines for one board."""

    def __init__(self, board: Board, kinds: Iterable[str] = (ARMY, FLEET)) -> None:
        """`kinds` are those of canonical text. ValueError if the board's aliases contradict each
        other."""
        self.board = board
        self.vocabulary = Vocabulary(board)
        self.places, self.powers = self.vocabulary.places, self.vocabulary.powers
        # Interned, so that later look-ups compare identities.
        self._codes = {place: place for place in board.number}
        self._kinds = {kind: kind for kind in kinds}

    def parse(self, line: str) -> Parsed:
        """Any way of writing an order, see the corpus in ``tests/data/order_lines.yaml``."""
        order = self.canonical(line)
        return Parsed(order) if order is not None else self._lenient(line)

    def power(self, text: str) -> str | None:
        """The power, if the text is its name or code and nothing more."""
        return self.vocabulary.power(text)

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
            return Parsed(None, self.vocabulary.not_an_order(line, []))
        front = opening(line)
        if front.diagnostic is not None:
            return Parsed(None, front.diagnostic)
        parsed = self._order(line, front.at, front.offset)
        return parsed._replace(phase=front.phase, alone=bool(front.phase) and not front.at)

    def _order(self, line: str, at: list[Word], offset: int) -> Parsed:
        """The words as an order; `line` is the whole that they are from."""
        items = self.vocabulary.items(at, offset)
        if any(foreign_letter(item.text) for item in items):
            odd = look_alike(line)
            meant = self.parse(odd.meant) if odd is not None and odd.meant != line else Parsed(None)
            return Parsed(None, self.vocabulary.foreign(line, items, meant.order, meant.diagnostic))
        for row in (items, powers_as_places(items)):
            letters = "".join(item.letter for item in row)
            for sort, shape in SHAPES:
                if shape.fullmatch(letters) and self.vocabulary.meant(row):
                    return built(self.vocabulary, sort, row)
        bare = len(items) == 1 and items[0].letter in "DX"
        return Parsed(None, self.vocabulary.not_an_order(line, items), bare=bare)


def opening(line: str) -> Opening:
    """A line without its bullet and the phase in front."""
    text, offset = stripped(line)
    at = words(text)
    named = phase_in_front(at)
    if named is None:
        return Opening(at, offset)
    try:
        phase = str(phase_code(named.text))
    except ValueError as error:
        return Opening(at, offset, "", _bad_phase(named.text, str(error), at[0].column + offset))
    return Opening(at[named.length :], offset, phase)


def built(vocabulary: Vocabulary, sort: type[Order], items: list[Item]) -> Parsed:
    """Items of this sort's shape as an order, or what is wrong with a place of it."""
    board = vocabulary.board
    for item in items:
        if item.letter == "P" and not item.code:
            return Parsed(None, vocabulary.bad_place(item))
    places = [item.code for item in items if item.letter == "P"]
    stray = any(item.stray for item in items)
    power = items[0].code if items[0].letter == "N" else ""
    of = next((item.code for item in items[1:] if item.letter == "N"), "")
    if sort is Waive:
        return Parsed(Waive(), power=power)
    first = next(i for i, item in enumerate(items) if item.letter == "P")
    kind, place = named_piece(items, first)
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
        land = [place for place in on_the_way if not board.at_sea(place)]
        if land:
            return Parsed(None, _overland(next(item for item in items if item.code == land[0])))
        path = bool(on_the_way)
        via = path or any(item.letter == "V" for item in items)
        order = Move(kind, place, places[-1], via)
        return Parsed(order, power=power, path=path, stray=stray)
    second = next(i for i, item in enumerate(items) if i > first and item.letter == "P")
    other_kind, other = named_piece(items, second)
    if sort is Convoy:
        ferry = Convoy(kind, place, other_kind, other, places[-1])
        return Parsed(ferry, power=power, of=of, path=len(places) > 3, stray=stray)
    to = places[2] if len(places) > 2 else ""
    support = Support(kind, place, other_kind, other, to)
    return Parsed(support, power=power, of=of, stray=stray)


_HELPING: dict[str, type[Support] | type[Convoy]] = {"S": Support, "C": Convoy}
_PLAIN: dict[str, type[Hold] | type[Disband] | type[Build]] = {
    "H": Hold, "D": Disband, "B": Build,
}  # fmt: skip


def named_piece(items: list[Item], place: int) -> tuple[str, str]:
    """The kind, if one is named, and the place of the piece whose place is at this index."""
    unit = items[place - 1] if place and items[place - 1].letter == "U" else None
    return unit.code if unit else "", items[place].code


def _bad_phase(text: str, message: str, column: int) -> Diagnostic:
    return Diagnostic("error", "bad_phase", 0, column, text, f"{message}.")


def _overland(place: Item) -> Diagnostic:
    message = "This is not an order: an army moves one space, or over seas by convoy."
    return Diagnostic("error", "not_an_order", 0, place.column, place.text, message)
