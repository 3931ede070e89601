"""A letter's lines to orders, standing orders and answers: every line is accounted for."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.office.answering import PUT_TWICE, Answering, error
from adjudicator.office.game import Game
from adjudicator.orders import Diagnostic, Reading, Seat, Sheet
from adjudicator.turns.questions import Answer, StandingOrder
from adjudicator.turns.wording import front
from adjudicator.variant import Variant
from mail.letters import Line

BEGUN = "The phase is being run already: its orders cannot be changed any more."


class ReadLine(Struct, frozen=True):
    """A line of a letter, the canonical orders it was read as, and what there is to say of it."""

    number: int
    text: str
    orders: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


class LetterReading(Struct, frozen=True):
    """How a letter was read.

    `orders` are the lines that are orders or were meant as such; `unread` the other lines that are
    not empty; `given` the orders by the phase they are for; `standing` the standing orders;
    `answers` those to open questions, by label; `spoiled`: one of its standing orders is wrong, and
    so none of them counts.
    """

    orders: tuple[ReadLine, ...]
    unread: tuple[ReadLine, ...]
    given: dict[str, tuple[Any, ...]]
    standing: tuple[StandingOrder[Any], ...] = ()
    answers: dict[str, Answer[Any]] = {}
    spoiled: bool = False

    @property
    def said(self) -> tuple[Diagnostic, ...]:
        """What there is to say of its lines."""
        return tuple(diagnostic for line in self.orders for diagnostic in line.diagnostics)

    @property
    def used(self) -> bool:
        """Whether anything in it has an effect."""
        return bool(self.given or self.standing or self.answers)


def read_letter_lines(
    game: Game, seat: Seat, lines: Sequence[Line], current: bool | None = None
) -> LetterReading:
    """The lines of a seat's letter, read against the state, and against what the phase asks of it.

    `current`: whether the letter answers the mail of the questions that are open; None: nobody
    knows. Quoted lines and signatures hold no orders; those that look like some are told as unread.
    """
    title, state = game.title, game.position()
    answering = Answering(game, seat, current)
    kinds = [policy.kind for policy in title.policies(state, seat)]
    spoiled = False
    given: dict[str, tuple[Any, ...]] = {}
    standing: list[StandingOrder[Any]] = []
    read = []
    unread = []

    @cache  # to see which lines belong together, most are read more than once
    def read_line(text: str) -> Reading[Any]:
        return title.read(state, seat, text)

    wrapped = bool(kinds) or answering.asked
    for line in _unwrapped(lines, read_line, answering, kinds) if wrapped else lines:
        if not line.text.strip():
            continue
        reading = read_line(line.text)
        if line.kind == "text" and (answered := answering.read(line.text, reading)) is not None:
            text, said = answered
            said = tuple(replace(d, line=line.number) for d in said)
            read.append(ReadLine(line.number, line.text, (text,) if text else (), said))
            continue
        if reading.orders and reading.phase == game.phase and game.begun:
            said = (*reading.diagnostics, error("phase_begun", line.text, BEGUN))
            reading = Reading(reading.phase, (), said)
        said = tuple(replace(d, line=line.number) for d in reading.diagnostics)
        found = bool(reading.orders or reading.standing)
        meant = found or any(d.code != "not_an_order" for d in said)
        if line.kind == "text" and meant:
            if reading.orders:
                given[reading.phase] = (*given.get(reading.phase, ()), *reading.orders)
            standing += reading.standing
            spoiled |= not found and _is_standing(line.text, kinds)
            later = f"{reading.phase}: " if reading.phase != game.phase else ""
            texts = (*(f"{later}{order}" for order in reading.orders), *map(str, reading.standing))
            read.append(ReadLine(line.number, line.text, texts, said))
        elif line.kind == "text" or meant:
            unread.append(ReadLine(line.number, line.text))
    answers = dict(answering.answers)
    for label in answering.contested:
        del answers[label]
        taken = f"{label}: "
        read = [_contested(one) if "".join(one.orders).startswith(taken) else one for one in read]
    orders = () if spoiled else tuple(standing)
    return LetterReading(tuple(read), tuple(unread), given, orders, answers, spoiled)


def _unwrapped(
    lines: Sequence[Line],
    read: Callable[[str], Reading[Any]],
    answering: Answering,
    kinds: Sequence[str],
) -> Iterator[Line]:
    """The lines that are not empty; of what a mail program has broken in two one line: a standing
    order whose list or condition goes on, a label, a list behind one. Else half of it would count.
    """
    whole: Line | None = None
    last = 0
    for line in lines:
        if not line.text.strip():
            continue
        if (
            whole is not None
            and line.kind == whole.kind == "text"
            and line.number == last + 1
            and _goes_on(whole.text, line.text.strip(), read, answering, kinds)
        ):
            text = f"{whole.text.rstrip()} {line.text.strip()}"
            whole, last = replace(whole, text=text), line.number
            continue
        if whole is not None:
            yield whole
        whole, last = line, line.number
    if whole is not None:
        yield whole


def _goes_on(
    text: str,
    following: str,
    read: Callable[[str], Reading[Any]],
    answering: Answering,
    kinds: Sequence[str],
) -> bool:
    """Whether the following line belongs to this one: it says nothing by itself, and both say more
    than the one."""
    both = f"{text.rstrip()} {following}"
    if answering.named(following) is not None or _is_standing(following, kinds):
        return False
    if answering.named(text) is not None:
        return (
            bool(_OPEN_END.search(text)) and answering.reads(both) and not _orders(read, following)
        )
    if answering.named(both) is not None:
        return not _orders(read, text)
    if not _is_standing(text, kinds) or _orders(read, following):
        return False
    if _CLAUSE.match(following):  # though it be wrong: without it the order would say more
        return True
    return bool(_OPEN_END.search(text)) and bool(read(both).standing)


_OPEN_END = re.compile(r"(?:[,=<>]|\b(?:and|if))\s*$", re.IGNORECASE)
_CLAUSE = re.compile(
    r"(?:if|and)\b.*(?:[=<>\u2264\u2265]|\b(?:is|least|most|more|less|under|over)\b)", re.IGNORECASE
)


def _orders(read: Callable[[str], Reading[Any]], text: str) -> bool:
    found = read(text)
    return bool(found.orders or found.standing)


def _is_standing(text: str, kinds: Sequence[str]) -> bool:
    """Whether a line is meant as a standing order."""
    plain = text[front(text) :].strip().casefold()
    bare = plain.removeprefix("standing ").removeprefix("order ").lstrip()
    begins = tuple(kind.casefold() for kind in kinds)
    return bool(kinds) and bare.startswith(begins) and (bare != plain or ":" in plain)


def _contested(line: ReadLine) -> ReadLine:
    """A line with an answer that another line contradicts."""
    said = replace(error("answered_twice", line.text, PUT_TWICE), line=line.number)
    return replace(line, orders=(), diagnostics=(*line.diagnostics, said))


def sheet_after(
    title: Variant[Any, Any],
    state: Any,
    earlier: Sheet[Any],
    given: Sequence[Any],
    letter: str,
) -> Sheet[Any]:
    """The sheet that these orders of a later letter make of an earlier one, as the title says
    (`Variant.combine`). It is not ready: a change may be followed by others."""
    orders = tuple(given)
    if earlier.orders:
        orders = title.combine(state, earlier.orders, given)
    return Sheet(earlier.seat, earlier.phase, orders, (), letter, nonce=earlier.nonce)
