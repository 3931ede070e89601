"""Lines of a letter that answer what the open phase asks."""

from collections.abc import Sequence
from typing import Any, Literal

from adjudicator.lexicon import Word, words
from adjudicator.office.game import Game
from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.turns import answers, forms
from adjudicator.turns.questions import (
    Answer,
    Lines,
    OneOf,
    Question,
    Several,
    SomeOf,
    Written,
)
from adjudicator.turns.wording import QUOTES, front, key, longest_name, near_names, written

PUT_TWICE = "Two answers to one question: neither is taken."
EARLIER = "This looks like an answer to an earlier question: it is not taken. Answer the one below."
UNNAMED = "It does not show which question this answers, so it is not taken. Write:"
NO_LINE = "This is no line of an answer."

Said = tuple[Diagnostic, ...]


class Answering:
    """The answers that the lines of one letter give to the open questions of a seat.

    `current`: the letter answers the mail of these questions; None: it is not known. If it is not
    current, no line is taken for an answer; without knowing, only one that names its question.
    """

    def __init__(self, game: Game, seat: Seat, current: bool | None) -> None:
        self._questions = {question.label: question for question in game.questions(seat)}
        # A question is also known by its kind, if it is the only one of that.
        kinds = [question.kind for question in self._questions.values()]
        self._names = {
            one.kind: one for one in self._questions.values() if kinds.count(one.kind) == 1
        } | self._questions
        self._title, self._phase = game.title, game.phase
        self._state = game.position() if self._questions else None
        self._current = current
        self.answers: dict[str, Answer[Any]] = {}
        self.contested: set[str] = set()

    @property
    def asked(self) -> bool:
        """Whether there is anything to answer."""
        return bool(self._questions)

    def reads(self, text: str) -> bool:
        """Whether a line names its question and answers it."""
        named = self.named(text)
        return named is not None and self._answer(*named, None)[0] is not None

    def certain(self, text: str) -> bool:
        """Whether a line can only be meant as an answer: it names its question, or says a choice of
        the only one as that is written. So it is no request, whatever else its words may mean."""
        if self.named(text) is not None:
            return True
        question = self._only()
        if question is None or isinstance(question.form, Lines):
            return False
        answer, _ = answers.read_answer(question.form, text)
        return answer is not None and _is_written(question, answer, text)

    def named(self, text: str) -> tuple[Question[Any], str] | None:
        """The question whose label the line begins with, and what follows it."""
        if not self._questions:
            return None
        cut = front(text)
        at = [word for word in words(text) if word.column > cut]
        while at and _is_mark(at[0]):
            at = at[1:]
        name, length = longest_name(at, self._names)
        if not name:
            return None
        rest = at[length:]
        while rest and _is_mark(rest[0]):
            rest = rest[1:]
        parted = bool(rest) and key(rest[0]) in (":", "=", "-")
        if name not in self._questions and not parted:
            return None  # a kind may be the beginning of a label
        if parted:
            rest = rest[1:]
        return self._names[name], written(text, rest).strip("*_ ")

    def read(self, text: str, bare: Reading[Any]) -> tuple[str, Said] | None:
        """What a line answers, as its canonical text, with what there is to say of it; None if it
        is no answer. `bare` is what the title reads in the line."""
        if not self._questions:
            return None
        named = self.named(text)
        if named is not None:
            question, rest = named
            if not rest:
                return "", (error("no_answer", text, "There is no answer behind the label."),)
            return self._taken(question, rest, None)
        if bare.orders or bare.standing:
            return self._bare(text, bare)
        return self._bare(text, bare) or self._misnamed(text) or self._unnamed(text)

    def _misnamed(self, text: str) -> tuple[str, Said] | None:
        """A line whose label is nearly that of a question."""
        before, colon, _ = text.partition(":")
        near = near_names(words(before), self._questions) if colon else ()
        if not near:
            return None
        message = f"“{before.strip()}” is none of the questions. Did you mean {' or '.join(near)}?"
        return "", (error("no_question", text, message, near),)

    def _unnamed(self, text: str) -> tuple[str, Said] | None:
        """A line that says a choice as it is written, in a letter that does not show to which
        question: there are several, or it answers none of their mails."""
        ways = []
        for question in self._questions.values():
            if isinstance(question.form, Lines):
                continue
            answer, _ = answers.read_answer(question.form, text)
            if answer is not None and _is_written(question, answer, text):
                ways.append(f"{question.label}: {answer}")
        if not ways or len(text.strip(" .!")) == 1:
            return None
        return "", (error("unnamed", text, f"{UNNAMED} {' or '.join(ways)}", ways),)

    def _only(self) -> Question[Any] | None:
        """The question that a line without a label answers."""
        if len(self._questions) != 1 or self._current is None:
            return None
        return next(iter(self._questions.values()))

    def _bare(self, text: str, bare: Reading[Any]) -> tuple[str, Said] | None:
        question = self._only()
        if question is None:
            return None
        if isinstance(question.form, Lines):
            if bare.standing or (bare.orders and bare.phase != self._phase):
                return None
            return self._taken(question, text, bare)
        if bare.orders or bare.standing:
            return None
        answer, _ = answers.read_answer(question.form, text)
        written_out = answer is not None and _is_written(question, answer, text)
        # A letter or a name under a letter must not begin a choice.
        begun = answer is not None and not written_out
        if begun and (question.label in self.answers or len(text.strip(" .!")) == 1):
            return None
        return self._taken(question, text, bare)

    def _taken(
        self, question: Question[Any], text: str, bare: Reading[Any] | None
    ) -> tuple[str, Said] | None:
        answer, said = self._answer(question, text, bare)
        if answer is None and all(one.code == "not_an_answer" for one in said):
            return None if bare is not None else ("", said)
        if self._current is False:
            return "", (error("earlier_question", text, EARLIER),)
        if answer is None:
            return "", said
        earlier = self.answers.get(question.label)
        if earlier is not None and earlier != answer:
            both = _both(earlier, answer)
            fault = forms.fault(question.form, both) if both is not None else PUT_TWICE
            if fault and isinstance(both, Written):
                return "", (error("too_many", text, fault),)
            if both is None or fault:
                self.contested.add(question.label)
                return "", (error("answered_twice", text, PUT_TWICE),)
            answer = both
        self.answers[question.label] = answer
        return f"{question.label}: {answer}", said

    def _answer(
        self, question: Question[Any], text: str, bare: Reading[Any] | None
    ) -> tuple[Answer[Any] | None, Said]:
        if not isinstance(question.form, Lines):
            return answers.read_answer(question.form, text)
        if text.strip(" .").casefold() in ("none", "nothing"):
            return Written(()), ()
        readings = [bare] if bare is not None else []
        if bare is None:
            parts = [part for part in text.split(";") if part.strip()]
            readings = [self._title.read(self._state, question.seat, part) for part in parts]
        said = tuple(one for reading in readings for one in reading.diagnostics)
        if not all(reading.orders and reading.phase == self._phase for reading in readings):
            return None, said or (error("not_an_answer", text, NO_LINE),)
        answer = Written(tuple(order for reading in readings for order in reading.orders))
        if fault := forms.fault(question.form, answer):
            code = "not_an_answer" if bare is not None else "not_accepted"
            return None, (error(code, text, fault),)
        return answer, said


def error(
    code: str,
    text: str,
    message: str,
    suggestions: Sequence[str] = (),
    severity: Literal["error", "note"] = "error",
) -> Diagnostic:
    """An error about a whole line, or a note."""
    return Diagnostic(severity, code, 0, 1, text.strip(), message, tuple(suggestions))


def _both(earlier: Answer[Any], later: Answer[Any]) -> Answer[Any] | None:
    """Two answers on lines of their own as one: lines of the title, or some of the choices, as mail
    shows them. None if one takes back the other."""
    if isinstance(earlier, Written) and isinstance(later, Written):
        both = Written((*earlier.orders, *later.orders))
        return both if earlier.orders and later.orders else None
    if isinstance(earlier, Several) and isinstance(later, Several):
        codes = tuple(dict.fromkeys((*earlier.codes, *later.codes)))
        return Several(codes) if earlier.codes and later.codes else None
    return None


def _is_written(question: Question[Any], answer: Answer[Any], text: str) -> bool:
    """Whether the answer stands there as it, or the words of its choice, are written."""
    plain = " ".join(text[front(text) :].split()).strip(" .!*").casefold()
    known = {str(answer).casefold()}
    if isinstance(question.form, OneOf | SomeOf):
        known |= {one.text.casefold() for one in question.form.choices if one.code == str(answer)}
    return plain in known


def _is_mark(word: Word) -> bool:
    return word.text in QUOTES or word.text in "*_'>"
