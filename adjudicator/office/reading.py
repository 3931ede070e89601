"""A letter's lines to orders, standing orders and answers: every line is accounted for."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.lexicon import LOST
from adjudicator.office.answering import PUT_TWICE, Answering, error
from adjudicator.office.game import Game
from adjudicator.office.requests import near_command, requests_in
from adjudicator.orders import Diagnostic, Reading, Seat, Sheet
from adjudicator.remarks import REMARK, remarked, reserves, without_remark
from adjudicator.turns.questions import Answer, StandingOrder
from adjudicator.turns.wording import front
from adjudicator.variant import Variant
from mail.label import Labelled, label
from mail.letters import Line

BEGUN = "The phase is being run already: its orders cannot be changed any more."
MOST_SPOILT = 200
"""Lines of a letter with a lost character that are looked at for what they may have been."""

SPOILT = (
    "A character of this line was lost on its way (\ufffd), so it is not used. Write it again, in "
    "plain letters."
)

OWN = ("order", "near", "chatter")  # labels of what the writer has written himself
WHY = {
    "quoted": "in what you quote",
    "header_block": "in what you quote",
    "attribution": "in what you quote",
    "edited": "changed in what you quote",
    "signature": "below your signature",
}
"""Why a line that looks like an order is not used, by its label."""


class ReadLine(Struct, frozen=True):
    """A line of a letter, the canonical orders it was read as, and what there is to say of it.

    `why` says of a line like an order why it is not used.
    """

    number: int
    text: str
    orders: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    why: str = ""


class LetterReading(Struct, frozen=True):
    """How a letter was read.

    `orders` are the lines that are orders or were meant as such; `unread` the other lines that are
    not empty (of number 0: the subject); `given` the orders by the phase they are for; `standing`
    the standing orders; `answers` those to open questions, by label; `spoiled`: one of its standing
    orders is wrong, and so none of them counts. `changed` is what its writer has changed in what he
    quotes, read as if it were his own; None: nothing that was read.
    """

    orders: tuple[ReadLine, ...] = ()
    unread: tuple[ReadLine, ...] = ()
    given: dict[str, tuple[Any, ...]] = {}
    standing: tuple[StandingOrder[Any], ...] = ()
    answers: dict[str, Answer[Any]] = {}
    spoiled: bool = False
    changed: "LetterReading | None" = None

    @property
    def said(self) -> tuple[Diagnostic, ...]:
        """What there is to say of its lines."""
        return tuple(diagnostic for line in self.orders for diagnostic in line.diagnostics)

    @property
    def used(self) -> bool:
        """Whether anything in it has an effect."""
        return bool(self.given or self.standing or self.answers)


def read_letter_lines(
    game: Game,
    seat: Seat,
    lines: Sequence[Line],
    current: bool | None = None,
    sent: Sequence[str] = (),
    changes: Literal["take", "confirm"] = "confirm",
) -> LetterReading:
    """The lines of a seat's letter, read against the state, and against what the phase asks of it.

    `current`: whether the letter answers the mail of the questions that are open; None: nobody
    knows. `sent` are the lines of the mail it answers. What is quoted as it was sent, and what
    stands below a signature, is no order of the writer's; what he has `changed` in a quote is read
    apart, unless the game takes such `changes` at once. What looks like an order and is none is
    told as unread, with the reason.
    """
    reader = _Reader(game, seat, current)
    own: list[Labelled] = []
    changed: list[Labelled] = []
    unread: list[ReadLine] = []
    for line in label(lines, reader.accepts, sent, remarked):
        if line.label in OWN or (line.label == "edited" and changes == "take"):
            own.append(line)
        elif line.label == "edited" and reader.accepts(line.text) == "order":
            changed.append(line)
        elif not line.known and reader.accepts(line.text) != "no":
            unread.append(ReadLine(line.number, line.text, why=WHY[line.label]))
    reading = reader.read(own)
    if changed:
        found = _Reader(game, seat, current).read(changed)
        reading = replace(reading, changed=found if found.used else None)
        if not found.used:
            unread += [replace(line, why=WHY["edited"]) for line in found.orders]
    everything = sorted((*reading.unread, *unread), key=lambda line: line.number)
    return replace(reading, unread=tuple(everything))


def order_in_subject(game: Game, seat: Seat, subject: str) -> tuple[ReadLine, ...]:
    """What of a letter's subject looks like an order or a request, told as unread: it stands there
    in all that is answered to the letter, too, so nobody could tell when it was meant."""
    text = " ".join(_BRACKETED.sub(" ", subject).split())
    accepts = _Reader(game, seat, None).accepts
    while text:
        if accepts(text) == "order" or requests_in([Line(0, text, "text")])[0]:
            return (ReadLine(0, text, why="in the subject, where nothing is read"),)
        text = text.partition(": ")[2]
    return ()


_BRACKETED = re.compile(r"\[[^\[\]]*\]")


class _Reader:
    """Lines of one letter on their way to what they say."""

    def __init__(self, game: Game, seat: Seat, current: bool | None) -> None:
        title, state = game.title, game.position()

        @cache  # to see which lines belong together, most are read more than once
        def read_line(text: str) -> Reading[Any]:
            return title.read(state, seat, text)

        self._game = game
        self._kinds = [policy.kind for policy in title.policies(state, seat)]
        self._answering = Answering(game, seat, current)
        self._read: Callable[[str], Reading[Any]] = read_line
        self._spoilt_lines: dict[str, bool] = {}

    def accepts(self, text: str) -> Literal["order", "near", "no"]:
        """Whether a text is an order, a standing order or an answer with its label; or meant as
        one."""
        text, _ = without_remark(text)
        if not text.strip():
            return "no"
        if LOST in text:
            return "near" if self._spoilt(text) else "no"
        if self._answering.named(text) is not None:
            return "order" if self._answering.reads(text) else "near"
        reading = self._read(text)
        if reading.orders or reading.standing:
            return "order"
        meant = any(one.code != "not_an_order" for one in reading.diagnostics)
        return "near" if meant or _is_standing(text, self._kinds) else "no"

    def _spoilt(self, text: str) -> bool:
        """Whether a line would be like an order, whatever it was that is lost in it. Each is read
        several times for that, so of very many the last are taken to be: they are told."""
        found = self._spoilt_lines.get(text)
        if found is None:
            # As a dash it makes of any two words something like an order.
            found = (
                len(self._spoilt_lines) >= MOST_SPOILT
                or self.accepts(text.replace(LOST, "-")) == "order"
                or any(self.accepts(text.replace(LOST, one)) != "no" for one in ("", " ", "a"))
            )
            self._spoilt_lines[text] = found
        return found

    def read(self, lines: Sequence[Labelled]) -> LetterReading:
        """What these lines say, all of them taken as the writer's own."""
        game, kinds, answering = self._game, self._kinds, self._answering
        spoiled = False
        given: dict[str, tuple[Any, ...]] = {}
        standing: list[StandingOrder[Any]] = []
        read: list[ReadLine] = []
        unread: list[ReadLine] = []
        for line in lines:
            if not line.text.strip():
                continue
            plain, remark = without_remark(line.text)
            if LOST in plain and self._spoilt(plain):
                said = _said(line, (error("lost_character", line.text, SPOILT),))
                spoiled |= _is_standing(plain, kinds)
                read.append(ReadLine(line.number, line.text, (), said))
                continue
            wraps = len(line.numbers) > 1  # it may take along what was meant to be read
            meant = bool(remark) and (wraps or reserves(remark) or self.accepts(remark) != "no")
            noted = (error("remark", remark, REMARK, severity="note"),) if meant else ()
            reading = self._read(plain)
            if (answered := answering.read(plain, reading)) is not None:
                text, told = answered
                answer = (text,) if text else ()
                told = (*told, *noted)
                read.append(ReadLine(line.number, line.text, answer, _said(line, told)))
                continue
            if reading.orders and reading.phase == game.phase and game.begun:
                told = (*reading.diagnostics, error("phase_begun", line.text, BEGUN))
                reading = Reading(reading.phase, (), told)
            found = bool(reading.orders or reading.standing)
            said = _said(line, (*reading.diagnostics, *(noted if found else ())))
            if not (found or any(d.code != "not_an_order" for d in said)):
                hint = near_command(plain)
                told = (error("near_command", line.text, hint, severity="note"),) if hint else ()
                unread.append(ReadLine(line.number, line.text, (), _said(line, told)))
                continue
            if reading.orders:
                given[reading.phase] = (*given.get(reading.phase, ()), *reading.orders)
            standing += reading.standing
            spoiled |= not found and _is_standing(plain, kinds)
            later = f"{reading.phase}: " if reading.phase != game.phase else ""
            texts = (*(f"{later}{order}" for order in reading.orders), *map(str, reading.standing))
            read.append(ReadLine(line.number, line.text, texts, said))
        answers = dict(answering.answers)
        for name in answering.contested:
            del answers[name]
            taken = f"{name}: "
            read = [
                _contested(one) if "".join(one.orders).startswith(taken) else one for one in read
            ]
        orders = () if spoiled else tuple(standing)
        return LetterReading(tuple(read), tuple(unread), given, orders, answers, spoiled)


def _said(line: Labelled, said: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(replace(one, line=line.number) for one in said)


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
