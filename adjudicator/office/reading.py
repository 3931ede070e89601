"""A letter's lines to orders, standing orders and answers: every line is accounted for."""

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.office.game import Game
from adjudicator.orders import Diagnostic, Reading, Seat, Sheet
from adjudicator.turns import answers, forms
from adjudicator.turns.questions import Answer, Lines, Question, StandingOrder, Written
from adjudicator.variant import Variant
from mail.letters import Line

PUT_TWICE = "Two answers to one question: neither is taken."
BEGUN = "The phase is being run already: its orders cannot be changed any more."
EARLIER = "This looks like an answer to an earlier question: it is not taken. Answer the one below."


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
    `answers` those to open questions, by label.
    """

    orders: tuple[ReadLine, ...]
    unread: tuple[ReadLine, ...]
    given: dict[str, tuple[Any, ...]]
    standing: tuple[StandingOrder[Any], ...] = ()
    answers: dict[str, Answer[Any]] = {}

    @property
    def said(self) -> tuple[Diagnostic, ...]:
        """What there is to say of its lines."""
        return tuple(diagnostic for line in self.orders for diagnostic in line.diagnostics)

    @property
    def used(self) -> bool:
        """Whether anything in it has an effect."""
        return bool(self.given or self.standing or self.answers)


class Answering:
    """The answers that the lines of one letter give to the open questions of a seat.

    `current`: the letter answers the mail of these questions; None: it is not known. If it is not
    current, no line is taken for an answer; without knowing, only one that names its question.
    """

    def __init__(
        self,
        title: Variant[Any, Any],
        state: Any,
        questions: Sequence[Question[Any]],
        current: bool | None,
    ) -> None:
        self._title, self._state = title, state
        # The longest label first: one may be the beginning of another.
        self._questions = sorted(questions, key=lambda question: -len(question.label))
        self._current = current
        self.answers: dict[str, Answer[Any]] = {}
        self.contested: set[str] = set()

    def read(self, text: str, bare: Reading[Any]) -> tuple[str, tuple[Diagnostic, ...]] | None:
        """What a line answers, as its canonical text, with what there is to say of it; None if it
        is no answer. `bare` is what the title reads in the line."""
        named = self._named(text)
        if named is not None:
            question, rest = named
            return self._taken(question, rest, None)
        if len(self._questions) != 1 or self._current is None:
            return None
        (question,) = self._questions
        if not isinstance(question.form, Lines) and (bare.orders or bare.standing):
            return None
        return self._taken(question, text, bare)

    def _named(self, text: str) -> tuple[Question[Any], str] | None:
        plain = text.strip().lstrip("*-•> \t").casefold()
        for question in self._questions:
            label = re.escape(question.label.casefold())
            if match := re.match(rf"{label}\s*[:=]\s*(.*)", plain, re.DOTALL):
                return question, text.strip()[-len(match[1]) :] if match[1] else ""
        return None

    def _taken(
        self, question: Question[Any], text: str, bare: Reading[Any] | None
    ) -> tuple[str, tuple[Diagnostic, ...]] | None:
        answer, said = self._answer(question, text, bare)
        if answer is None and all(one.code == "not_an_answer" for one in said):
            if bare is not None:
                return None
            return "", said
        if self._current is False:
            return "", (_error("earlier_question", text, EARLIER),)
        if answer is None:
            return "", said
        earlier = self.answers.get(question.label)
        if isinstance(answer, Written) and isinstance(earlier, Written):
            answer = Written((*earlier.orders, *answer.orders))
            if fault := forms.fault(question.form, answer):
                return "", (_error("too_many", text, fault),)
        elif earlier is not None and earlier != answer:
            self.contested.add(question.label)
            return "", (_error("answered_twice", text, PUT_TWICE),)
        self.answers[question.label] = answer
        return f"{question.label}: {answer}", said

    def _answer(
        self, question: Question[Any], text: str, bare: Reading[Any] | None
    ) -> tuple[Answer[Any] | None, tuple[Diagnostic, ...]]:
        if not isinstance(question.form, Lines):
            return answers.read_answer(question.form, text)
        parts = [part for part in text.split(";") if part.strip()]
        readings = [self._title.read(self._state, question.seat, part) for part in parts]
        if bare is not None:
            readings = [bare]
        said = tuple(one for reading in readings for one in reading.diagnostics)
        if not all(reading.orders for reading in readings):
            return None, said or (_error("not_an_answer", text, "This is no line of an answer."),)
        answer = Written(tuple(order for reading in readings for order in reading.orders))
        if fault := forms.fault(question.form, answer):
            code = "not_an_answer" if bare is not None else "not_accepted"
            return None, (_error(code, text, fault),)
        return answer, said


def read_letter_lines(
    game: Game, seat: Seat, lines: Sequence[Line], current: bool | None = None
) -> LetterReading:
    """The lines of a seat's letter, read against the state, and against what the phase asks of it.

    `current`: whether the letter answers the mail of the questions that are open; None: nobody
    knows. Quoted lines and signatures hold no orders; those that look like some are told as unread.
    """
    title, state = game.title, game.position()
    answering = Answering(title, state, game.questions(seat), current)
    given: dict[str, tuple[Any, ...]] = {}
    standing: list[StandingOrder[Any]] = []
    read = []
    unread = []
    for line in lines:
        if not line.text.strip():
            continue
        reading = title.read(state, seat, line.text)
        if line.kind == "text" and (answered := answering.read(line.text, reading)) is not None:
            text, said = answered
            said = tuple(replace(d, line=line.number) for d in said)
            read.append(ReadLine(line.number, line.text, (text,) if text else (), said))
            continue
        if reading.orders and reading.phase == game.phase and game.asking is not None:
            said = (*reading.diagnostics, _error("phase_begun", line.text, BEGUN))
            reading = Reading(reading.phase, (), said)
        said = tuple(replace(d, line=line.number) for d in reading.diagnostics)
        found = bool(reading.orders or reading.standing)
        meant = found or any(d.code != "not_an_order" for d in said)
        if line.kind == "text" and meant:
            if reading.orders:
                given[reading.phase] = (*given.get(reading.phase, ()), *reading.orders)
            standing += reading.standing
            later = f"{reading.phase}: " if reading.phase != game.phase else ""
            texts = (*(f"{later}{order}" for order in reading.orders), *map(str, reading.standing))
            read.append(ReadLine(line.number, line.text, texts, said))
        elif line.kind == "text" or meant:
            unread.append(ReadLine(line.number, line.text))
    answers = dict(answering.answers)
    for label in answering.contested:
        taken = (f"{label}: {answers.pop(label)}",)
        read = [_contested(line) if line.orders == taken else line for line in read]
    return LetterReading(tuple(read), tuple(unread), given, tuple(standing), answers)


def _contested(line: ReadLine) -> ReadLine:
    """A line with an answer that another line contradicts."""
    said = replace(_error("answered_twice", line.text, PUT_TWICE), line=line.number)
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


def _error(code: str, text: str, message: str) -> Diagnostic:
    return Diagnostic("error", code, 0, 1, text.strip(), message)
