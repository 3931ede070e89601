"""Order text of Young Kingdoms: ``str(order)`` and every looser form back to the same order.

As in the family (:mod:`adjudicator.simultaneous.notation`), but a line may hold several orders: a
chain such as ``A(MEN) E F(SER); A/F(SER)-DRS; A(DRS) D FIL`` (30), the Dragon's two moves
``Dragon(CAV)-DRW-GRO`` (58), or an order with GUEST or ADMITS ELRIC at its end (61). What fits two
meanings is refused, and both are named.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.boards import FLEET, Board
from adjudicator.lexicon import foreign_letter, look_alike
from adjudicator.orders import Diagnostic
from adjudicator.simultaneous import notation as family
from adjudicator.simultaneous.items import LONGEST_LINE, Item, powers_as_places
from adjudicator.simultaneous.notation import PIECE, SHAPES, built, named_piece, opening
from adjudicator.simultaneous.orders import Convoy, Hold, Move, Support, Waive
from variants.young_kingdoms.letters.phrases import going_on, phrase, spread, with_numbers
from variants.young_kingdoms.letters.vocabulary import MOST_NUMBERS, Words
from variants.young_kingdoms.orders import (
    Admit,
    Boarding,
    Enlist,
    FirstMove,
    Guest,
    Landing,
    Order,
    Renounce,
)
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.pieces import AF, CHAOS, DRAGON, ELRIC, PASSENGERS

_BOARDING = re.compile(f"{PIECE}M?E{PIECE}|N?E{PIECE}{PIECE}")
_LANDING = re.compile(f"{PIECE}LM?P|N?L{PIECE}M?P")
_TWO_MOVES = re.compile(r"(N?UP(?:MP|H))(MP|H|S.*)")  # the Dragon's, in one breath
MOST_READINGS = 64  # of one clause; nobody's order has so many words with two meanings


class Parsed(NamedTuple):
    """One order of a line, or why the line has none; the fields are those of the family's `Parsed`.

    `form` says that an army or fleet was made of a Chaos unit, which has no kind (4.6).
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
    form: bool = False


Meaning = tuple[Parsed, ...]


class Notation:
    """Reader of this title's order lines."""

    def __init__(self, board: Board, before: Board | None = None) -> None:
        """`before` is the board on which places were open that are closed now (47). ValueError if
        the board's aliases contradict each other."""
        numbered = [str(Name(CHAOS, number=number)) for number in range(1, MOST_NUMBERS + 1)]
        self.board = board
        self.vocabulary = Words(board, before or board)
        self._family = family.Notation(board, [*board.kinds, *numbered])

    def parse(self, line: str, standing: Mapping[str, str] | None = None) -> tuple[Parsed, ...]:
        """The orders of a line, or the one thing that is wrong with it.

        `standing` has where the Dragon ("D") and Elric ("E") are, whose place is often left out.
        """
        order = self.canonical(line)
        if order is not None:
            return (Parsed(order),)
        if len(line) > LONGEST_LINE:
            return (Parsed(None, self.vocabulary.not_an_order(line, [])),)
        front = opening(line)
        if front.diagnostic is not None:
            return (Parsed(None, front.diagnostic),)
        said = phrase(front.at)
        if said:
            return tuple(Parsed(order, phase=front.phase) for order in said)
        items = self.vocabulary.items(front.at, front.offset)
        if any(foreign_letter(item.text) for item in items):
            odd = look_alike(line)
            meant = Parsed(None)
            if odd is not None and odd.meant != line:
                meant = self.parse(odd.meant, standing)[0]
            wrong = self.vocabulary.foreign(line, items, meant.order, meant.diagnostic)
            return (Parsed(None, wrong),)
        orders = _Line(self, line, items, standing or {}).orders()
        alone = bool(front.phase) and not front.at
        return tuple(parsed._replace(phase=front.phase, alone=alone) for parsed in orders)

    def power(self, text: str) -> str | None:
        """The power, if the text is its name or code and nothing more."""
        return self.vocabulary.power(text)

    def canonical(self, text: str) -> Order | None:
        """The order, if the text is exactly as `str` writes it."""
        order = self._family.canonical(text)
        if order is not None:
            return order
        match text.split():
            case ["ENLIST", "ELRIC"]:
                return Enlist()
            case ["RENOUNCE", "ELRIC"]:
                return Renounce()
            case [kind, place, *rest] if kind in self.board.kinds and place in self.board.number:
                return self._of_piece(kind, place, rest)
        return None

    def _of_piece(self, kind: str, place: str, rest: Sequence[str]) -> Order | None:
        number = self.board.number
        match rest:
            case ["-", to, "FIRST"] if to in number:
                return FirstMove(kind, place, to)
            case ["H", "FIRST"]:
                return FirstMove(kind, place)
            case ["BOARD", "F", fleet] if fleet in number:
                return Boarding(kind, place, fleet)
            case ["LAND", to] if to in number:
                return Landing(kind, place, to)
            case ["GUEST"]:
                return Guest(kind, place)
            case ["ADMITS", "ELRIC"]:
                return Admit(kind, place)
        return None


class _Line:
    """One line on its way to its orders."""

    def __init__(
        self, notation: Notation, line: str, items: Sequence[Item], standing: Mapping[str, str]
    ) -> None:
        self.vocabulary = notation.vocabulary
        self.line = line
        self.items = items
        self.standing = standing

    def orders(self) -> tuple[Parsed, ...]:
        """Clause after clause; one that cannot be read spoils the line."""
        found: list[Parsed] = []
        clauses = _clauses(self.items)
        for clause in clauses:
            meanings = self._meanings(clause, found)
            if len(meanings) > 1:
                return (Parsed(None, self._ambiguous(clause, meanings)),)
            if not meanings:
                bare = len(self.items) == 1 and _may_be(self.items[0], "DX")
                wrong = self._not_an_order(clause, len(clauses) > 1)
                return (Parsed(None, wrong, bare=bare),)
            (meaning,) = meanings
            if meaning[0].diagnostic is not None:
                return meaning
            found = _joined(found, meaning)
        power = found[0].power if found else ""
        if self.vocabulary.power(self.line) is not None:  # "Oin-Yu", and nothing more
            return (Parsed(None, self._power_or_order(found)),)
        if not found:
            return (Parsed(None, self.vocabulary.not_an_order(self.line, [])),)
        return tuple(parsed._replace(power=parsed.power or power) for parsed in found)

    def _meanings(self, clause: Sequence[Item], before: Sequence[Parsed]) -> list[Meaning]:
        """All that the clause may mean; if nothing, what is wrong with a place in it."""
        front = 1 if clause[0].letter == "N" else 0
        if "".join(item.letter for item in clause[front : front + 2]) == "UP":
            # At the front and with a place, E, D and C are Elric, the Dragon and Chaos.
            clause = [*clause[:front], clause[front]._replace(others=()), *clause[front + 1 :]]
        if prod(1 + len(item.others) for item in clause) > MOST_READINGS:
            return []
        rows = [
            list(row)
            for row in product(*((item._replace(others=()), *item.others) for item in clause))
        ]
        for tried in (rows, [self._placed(row) for row in rows], map(powers_as_places, rows)):
            read = [meaning for row in tried if (meaning := self._row(row, before))]
            good = [meaning for meaning in read if meaning[0].order is not None]
            if good:
                return list({_orders(meaning): meaning for meaning in good}.values())
            if read:
                return read[:1]
        return []

    def _placed(self, row: Sequence[Item]) -> list[Item]:
        """The row with the places of the Dragon and of Elric where they are left out."""
        placed: list[Item] = []
        skipped = -1
        for index, item in enumerate(row):
            if index != skipped:
                placed.append(item)
            if item.letter != "U" or item.code not in self.standing:
                continue
            place = self.standing[item.code]
            following = row[index + 1 : index + 3]
            if [one.letter for one in following] == ["M", "P"] and following[1].code == place:
                skipped = index + 1  # "flies from the Caves to ..."
            elif not following or following[0].letter not in "12P":
                placed.append(Item("P", place, item.text, item.column))
        return placed

    def _row(self, row: Sequence[Item], before: Sequence[Parsed]) -> Meaning:
        """One way to take each word: its orders, a fault of a place, or nothing."""
        form = any(item.letter == "=" for item in row)
        row = with_numbers([item for item in row if item.letter != "="])
        end = len(row)
        while end and row[end - 1].letter in "GT":
            end -= 1
        row, said = row[:end], {item.letter for item in row[end:]}
        if not row:
            return _upon(before[-1], said) if before else ()
        if before:
            row = going_on(before[-1].order, before[-1].removal, row)
        row, turn = _without_turn(row)
        if row and row[0].letter in "MSH" and (here := _dragon_by_then(before)):
            dragon = [Item("U", DRAGON, "", row[0].column), Item("P", here, "", row[0].column)]
            row = [*dragon, *row]
        letters = "".join(item.letter for item in row)
        if said and re.fullmatch(PIECE, letters):
            return self._dwelling(row, said)
        both = _TWO_MOVES.fullmatch(letters)
        if both and _kind_of(row) == DRAGON:
            if turn or said:
                return ()
            first = self._order(row[: len(both[1])])
            second = self._row(row[len(both[1]) :], first) if first and first[0].order else first
            return tuple(_joined(first, second)) if second and second[0].order else second
        meaning = self._order(row)
        if not meaning or meaning[0].order is None:
            return meaning
        (parsed,) = meaning
        order = parsed.order
        if turn:
            if not isinstance(order, Move | Hold) or order.kind not in ("", DRAGON):
                return ()
            kept = replace(order, kind=DRAGON)
            parsed = parsed._replace(order=_as_first(kept) if turn == "1" else kept)
        parsed = parsed._replace(form=form)
        besides = _upon(parsed, said)
        return (parsed, *besides) if besides or not said else ()

    def _order(self, row: Sequence[Item]) -> Meaning:
        """A row without its flags as one order."""
        letters = "".join(item.letter for item in row)
        power = row[0].code if letters.startswith("N") else ""
        if letters in ("Q", "NQ"):
            return (Parsed(Enlist(), power=power),)
        if letters in ("Z", "NZ"):
            return (Parsed(Renounce(), power=power),)
        boards, lands = _BOARDING.fullmatch(letters), _LANDING.fullmatch(letters)
        if (boards or lands) and self.vocabulary.meant(list(row)):
            at = [index for index, item in enumerate(row) if item.letter == "P"]
            wrong = next((row[index] for index in at if not row[index].code), None)
            if wrong is not None:
                return (Parsed(None, self.vocabulary.bad_place(wrong)),)
            kind, place = named_piece(list(row), at[0])
            into, to = named_piece(list(row), at[1])
            if lands:
                return (Parsed(Landing(kind, place, to), power=power),)
            if into not in ("", FLEET, AF, CHAOS):
                return ()
            return (Parsed(Boarding(kind, place, to), power=power),)
        for sort, shape in SHAPES:
            if shape.fullmatch(letters) and self.vocabulary.meant(list(row)):
                parsed = _parsed(built(self.vocabulary, sort, list(row)))
                if _sails_too_far(parsed):
                    return (Parsed(None, self._one_sea(parsed.order, row)),)
                return () if _goes_too_far(parsed) else (parsed,)
        return ()

    def _one_sea(self, order: Order | None, row: Sequence[Item]) -> Diagnostic:
        message = f"{order}: an A/F goes one sea in a season; its army may then land from there."
        return Diagnostic(
            "error", "several_steps", 0, row[0].column, self._text(row), message.replace(" VIA", "")
        )

    def _dwelling(self, row: Sequence[Item], said: set[str]) -> Meaning:
        """``E NAD GUEST``, ``A NAD ADMITS ELRIC``: with no other order in the clause."""
        place = row[-1]
        if not place.code:
            meant = self.vocabulary.meant(list(row))
            return (Parsed(None, self.vocabulary.bad_place(place)),) if meant else ()
        kind, at = named_piece(list(row), len(row) - 1)
        power = row[0].code if row[0].letter == "N" else ""
        return _upon(Parsed(Hold(kind, at), power=power), said)

    def _ambiguous(self, clause: Sequence[Item], meanings: Sequence[Meaning]) -> Diagnostic:
        both = [" and ".join(str(parsed.order) for parsed in meaning) for meaning in meanings]
        text = self._text(clause)
        message = f"“{text}” could be {' or '.join(both)}; name every piece by its letter and code."
        return Diagnostic(
            "error", "ambiguous_order", 0, clause[0].column, text, message, tuple(both)
        )

    def _power_or_order(self, found: Sequence[Parsed]) -> Diagnostic:
        text = self.line.strip()
        column = len(self.line) - len(self.line.lstrip()) + 1
        if not found:
            return self.vocabulary.not_an_order(self.line, [])
        message = f"“{text}” could be the power or the order {found[0].order}; name the piece."
        suggestions = (str(found[0].order),)
        return Diagnostic("error", "ambiguous_order", 0, column, text, message, suggestions)

    def _not_an_order(self, clause: Sequence[Item], several: bool) -> Diagnostic:
        wrong = self.vocabulary.not_an_order(self.line, [])
        if not several:
            return wrong
        text = self._text(clause)
        message = f"“{text}” is not an order, so nothing of this line is read."
        return Diagnostic("error", "not_an_order", 0, clause[0].column, text, message)

    def _text(self, clause: Sequence[Item]) -> str:
        """The clause as it stands in the line."""
        start = clause[0].column - 1
        later = [i.column for i in self.items if i.letter == ";" and i.column > clause[-1].column]
        end = min(later) - 1 if later else len(self.line)
        return self.line[start:end].strip()


def _clauses(items: Sequence[Item]) -> list[list[Item]]:
    """The items between commas, semicolons and "and" or "then"."""
    clauses: list[list[Item]] = [[]]
    joints = [""]
    for item in items:
        if item.letter != ";":
            clauses[-1].append(item)
        elif clauses[-1]:
            clauses.append([])
            joints.append(item.text.lower())
    spelled_out = [clause for clause in spread(clauses, joints) if clause]
    return spelled_out or [list(items)] * bool(items)


def _may_be(item: Item, letters: str) -> bool:
    return any(one.letter in letters for one in (item, *item.others))


def _kind_of(row: Sequence[Item]) -> str:
    return next((item.code for item in row if item.letter == "U"), "")


def _without_turn(row: Sequence[Item]) -> tuple[list[Item], str]:
    """The row without FIRST or SECOND, and which it was ("1", "2"); only where it can belong to the
    Dragon's piece or to the whole."""
    turns = [index for index, item in enumerate(row) if item.letter in "12"]
    place = next((index for index, item in enumerate(row) if item.letter == "P"), len(row))
    if len(turns) != 1 or place + 1 < turns[0] < len(row) - 1:
        return list(row), ""
    (index,) = turns
    return [*row[:index], *row[index + 1 :]], row[index].letter


def _upon(parsed: Parsed, said: set[str]) -> Meaning:
    """What GUEST and ADMITS ELRIC make of a piece; nothing, if it cannot be so."""
    order = parsed.order
    found: list[Parsed] = []
    if order is None or isinstance(order, Enlist | Renounce | Waive):
        return ()
    kind = order.kind
    if "G" in said:
        if kind not in ("", ELRIC):
            return ()
        found.append(Parsed(Guest(ELRIC, order.place), power=parsed.power))
    if "T" in said:
        found.append(Parsed(Admit(kind, order.place), power=parsed.power))
    return tuple(found)


def _as_first(order: Move | Hold) -> FirstMove:
    return FirstMove(order.kind, order.place, order.to if isinstance(order, Move) else "")


def _dragon_by_then(before: Sequence[Parsed]) -> str:
    """Where the Dragon is once it has done what was said last; "" if that was no move of its."""
    order = before[-1].order if before else None
    if isinstance(order, Move | Hold | FirstMove) and order.kind == DRAGON:
        return getattr(order, "to", "") or order.place
    return ""


def _joined(before: Sequence[Parsed], meaning: Sequence[Parsed]) -> list[Parsed]:
    """Two orders of the Dragon in one line, the one from where the other ends: the first is its
    first move (58)."""
    here, order = _dragon_by_then(before), meaning[0].order
    if here and isinstance(order, Move | Hold | Support | Convoy) and order.kind == DRAGON:
        first = before[-1].order
        if order.place == here and isinstance(first, Move | Hold):
            return [*before[:-1], before[-1]._replace(order=_as_first(first)), *meaning]
    return [*before, *meaning]


def _sails_too_far(parsed: Parsed) -> bool:
    """Whether several steps were written for an A/F, which goes one."""
    return parsed.path and isinstance(parsed.order, Move) and parsed.order.kind == AF


def _goes_too_far(parsed: Parsed) -> bool:
    """Whether several steps were written for what goes one step an order, and is not ferried."""
    order = parsed.order
    return (
        parsed.path
        and isinstance(order, Move)
        and Name.of(order.kind).kind not in {"", *PASSENGERS}
    )


def _orders(meaning: Meaning) -> tuple[tuple[str, str], ...]:
    return tuple((str(parsed.order), parsed.power) for parsed in meaning)


def _parsed(read: family.Parsed) -> Parsed:
    """The family's reading; in what is helped, a Chaos unit has its power with it (103)."""
    order = read.order
    if isinstance(order, Support | Convoy) and read.of:
        name = Name.of(order.other_kind)
        if name.is_chaos:
            order = replace(order, other_kind=str(replace(name, power=read.of)))
    return Parsed(
        order, read.diagnostic, read.power, read.of, read.path, read.stray, removal=read.removal
    )
