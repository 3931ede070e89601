"""A running phase, as its rules see it."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, Literal, NoReturn, TypeVar

import msgspec
from msgspec import Struct

from adjudicator.chance import Chance
from adjudicator.events import Audience, Told
from adjudicator.lexicon import words
from adjudicator.orders import Seat, Sheet
from adjudicator.turns import forms, standing
from adjudicator.turns.questions import Answer, Decision, Policy, Question, StandingOrder
from adjudicator.turns.wording import check_words, glued

Order = TypeVar("Order")
Event = TypeVar("Event")
Reactions = Literal["ask", "standing"]


class Waiting(BaseException):
    """The phase stops here until these questions are decided. No `Exception`, so that no rule can
    take it for one and go on."""

    def __init__(self, questions: tuple[Question[Any], ...]) -> None:
        super().__init__(", ".join(question.label for question in questions))
        self.questions = questions


class Misuse(Exception):
    """The rules of a title do what the rules of a phase must not. A fault of the title's author."""


class Diverged(Exception):
    """The phase does not come to the point again at which it stopped: the code or the data of its
    title is not what it was then."""

    def __init__(self, phase: str, how: str) -> None:
        super().__init__(f"{phase} {how}")
        self.phase = phase


BEGINNING = "start"
"""What the chance of `Variant.start` has for its phase."""


class Seeds(Struct, frozen=True):
    """What a phase's chance is made of: its own seed, the game's that stays sealed to its end,
    32 bytes each, and which run of the phase this is."""

    open: bytes
    sealed: bytes
    run: int = 1


class Rolled(Struct, frozen=True, tag="rolled"):
    """A die that was rolled."""

    label: str
    sides: int
    value: int
    sealed: bool = False


class Shuffled(Struct, frozen=True, tag="shuffled"):
    """Cards that were shuffled, as they were given and as they came out; always sealed."""

    label: str
    cards: tuple[str, ...]
    shuffled: tuple[str, ...]


Draw = Rolled | Shuffled


class Stop(Struct, frozen=True):
    """Where a phase stopped: how many times it had asked, and the digest of all that it had come
    to until then."""

    asked: int
    trace: str


def stand_in(question: Question[Order], orders: Sequence[StandingOrder[Order]]) -> Decision[Order]:
    """What counts where no answer does: the first of the seat's standing orders that holds and can
    be done, else the default."""
    found = standing.decide(question, orders)
    if found is None:
        return Decision.of(question, question.default, "default")
    answer, order = found
    return Decision.of(question, answer, "standing", str(order))


@lru_cache(maxsize=4096)  # a phase that asks much is run again and again
def _as_read(label: str) -> str:
    """A label as it is compared. ValueError if nobody could write it in an answer."""
    check_words([label], "label")
    return glued(words(label))


def _matching(
    decisions: Mapping[str, Decision[Order]], question: Question[Order]
) -> Decision[Order] | None:
    """The decision upon this question, by its label and its key."""
    found = decisions.get(question.label)
    return found if found is not None and found.key == question.key else None


class Turn(Generic[Order, Event]):
    """What the rules of one phase are given, and where they tell what happens.

    They are run from the start of the phase again and again, until no question is left open; each
    time they must do the same. They have no clock, no `random`, and nothing that they keep.
    """

    def __init__(
        self,
        phase: str,
        sheets: Mapping[Seat, Sheet[Order]],
        *,
        seats: Iterable[Seat] = (),
        standing: Mapping[Seat, Sequence[StandingOrder[Order]]] | None = None,
        decisions: Iterable[Decision[Order]] = (),
        kept: Iterable[Decision[Order]] = (),
        stops: Iterable[Stop] = (),
        reactions: Reactions | Literal["none"] = "standing",
        policies: Callable[[Seat], Sequence[Policy]] | None = None,
        seeds: Seeds | None = None,
    ) -> None:
        """`sheets` as they were when the phase first ran; `seats` of the game, that can be told and
        asked; `decisions` that were recorded, and `stops` where the phase stopped before;
        those `kept` from a run that was taken back, of which what was chosen together counts whole
        or not at all; `reactions`: whether a question waits for its answer, or none can be asked;
        `policies` by seat, which every question must keep to. Without `seeds` there is no chance.
        """
        self.phase = phase
        self._sheets = dict(sheets)
        self._seats = frozenset(seats)
        self._standing = standing or {}
        self._recorded = {decision.label: decision for decision in decisions}
        self._kept = {decision.label: decision for decision in kept}
        self._stops = {stop.asked: stop.trace for stop in stops}
        self._reactions = reactions
        self._policies = policies
        self._open = self._sealed = None
        if seeds is not None:
            nonces = {seat: sheet.nonce for seat, sheet in self._sheets.items()}
            self._open = Chance(seeds.open, phase, seeds.run, nonces)
            self._sealed = Chance(seeds.sealed, phase, seeds.run, nonces)
        self._told: list[Told[Event]] = []
        self._draws: list[Draw] = []
        self._decisions: list[Decision[Order]] = []
        self._asked = 0
        self._labels: set[str] = set()
        self._drawn_as: set[str] = set()
        self._trace = hashlib.sha256(phase.encode())
        self._waiting: tuple[Question[Order], ...] = ()
        self._fault: Misuse | Diverged | None = None

    def sheet(self, seat: Seat) -> Sheet[Order]:
        """This seat's orders as they stood when the phase first ran; an empty sheet without any."""
        return self._sheets.get(seat) or Sheet(seat, self.phase)

    def tell(self, audience: Audience, event: Event) -> None:
        """Tell a fact to some seats, to all, or to the GM alone. Misuse without an audience."""
        self._go_on()
        if audience not in ("all", "gm"):
            if not isinstance(audience, frozenset) or not audience:
                self._wrong(f"{event!r} needs an audience: seats, all or gm, not {audience!r}")
            if self._seats and not audience <= self._seats:
                strangers = ", ".join(sorted(map(repr, audience - self._seats)))
                self._wrong(f"{event!r} is told to {strangers}, and there is no such seat")
        told = Told(audience, event)
        self._note(told)
        self._told.append(told)

    def roll(self, label: str, sides: int = 6, *, sealed: bool = False) -> int:
        """One die, from 1 to `sides`. Everybody will know its label, and so the label must not hold
        a secret; `sealed`: not before the game is over.

        Misuse for a label that was used before in this phase: it would be the same die.
        """
        chance = self._chance(label, sealed)
        try:
            value = chance.roll(label, sides)
        except ValueError as error:
            self._wrong(f"the roll {label!r}: {error}")
        self._drawn(Rolled(label, sides, value, sealed))
        return value

    def shuffle(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        """The cards in an order that nobody knows before the game is over. Misuse for a label that
        was used before."""
        chance = self._chance(label, True)
        try:
            shuffled = chance.shuffle(label, tuple(cards))
        except ValueError as error:
            self._wrong(f"the shuffle {label!r}: {error}")
        self._drawn(Shuffled(label, tuple(cards), shuffled))
        return shuffled

    def ask(self, *questions: Question[Order]) -> tuple[Answer[Order], ...]:
        """The answers to these questions, in their order. They are put together: none is known
        before all are in.

        Waiting if they are not all decided. Misuse for a label that was used before, a seat that
        there is not, a form that no answer could be read for, or a default that is no answer.
        Diverged if this is not what was asked here before.
        """
        self._go_on()
        if self._reactions == "none":
            self._wrong("it asks something, and a game's start cannot")
        for question in questions:
            self._check(question)
        # Not what it says in words: another wording is no other rule.
        self._note([(one.key, one.kind, one.default, one.facts, one.waits) for one in questions])
        if self._stops.get(self._asked, self.trace) != self.trace:
            labels = ", ".join(question.label for question in questions)
            self._fail(Diverged(self.phase, f"came to {labels!r} in another way than before"))
        self._asked += 1
        # What was chosen together is chosen together again: none sees what others had chosen.
        together = all(_matching(self._kept, one) for one in questions if one.waits)
        decided = [self._decision(question, together) for question in questions]
        self._decisions += [decision for decision in decided if decision is not None]
        waiting = tuple(q for q, decision in zip(questions, decided, strict=True) if not decision)
        if waiting:
            self._waiting = waiting
            raise Waiting(waiting)
        answers = tuple(decision.answer for decision in decided if decision is not None)
        self._note(answers)
        return answers

    # --- for who runs the phase

    @property
    def told(self) -> tuple[Told[Event], ...]:
        """Everything told so far, in order."""
        return tuple(self._told)

    @property
    def draws(self) -> tuple[Draw, ...]:
        """Every die and every shuffle so far, in order."""
        return tuple(self._draws)

    @property
    def decisions(self) -> tuple[Decision[Order], ...]:
        """Every decision used so far, in order, with those that were recorded before."""
        return tuple(self._decisions)

    @property
    def trace(self) -> str:
        """A digest of all that the rules were answered and all that they told, so far."""
        return self._trace.hexdigest()

    def stop(self) -> Stop:
        """Where the phase stopped. Misuse if that is at no question of this turn; Diverged if it
        had stopped later than here before."""
        self._require_sound()
        if not self._waiting:
            self._wrong("the rules stopped without a question")
        self._require_stops()
        return Stop(self._asked - 1, self.trace)

    def end(self) -> None:
        """The rules have come to their end. Misuse if they should have stopped; Diverged if they
        had stopped where they do not come to now."""
        self._go_on()
        self._require_stops()

    def _require_stops(self) -> None:
        if any(stop >= self._asked for stop in self._stops):
            raise Diverged(self.phase, "does not come to all the questions that it asked before")

    def _require_sound(self) -> None:
        if self._fault is not None:  # the rules have caught it
            raise self._fault

    def _go_on(self) -> None:
        self._require_sound()
        if self._waiting:
            labels = ", ".join(question.label for question in self._waiting)
            self._wrong(f"the rules went on after {labels!r}, which is not decided")

    def _wrong(self, why: str) -> NoReturn:
        self._fail(Misuse(f"{self.phase}: {why}"))

    def _fail(self, error: Misuse | Diverged) -> NoReturn:
        self._fault = error
        raise error

    def _check(self, question: Question[Order]) -> None:
        def wrong(why: object) -> NoReturn:
            self._wrong(f"the question {question.label!r}: {why}")

        try:
            read = _as_read(question.label)
        except ValueError as error:
            wrong(error)
        if read in self._labels:
            wrong("its label was used before in this phase, or one that reads alike")
        self._labels.add(read)
        if self._seats and question.seat not in self._seats:
            wrong(f"there is no seat {question.seat!r}")
        try:
            forms.check_form(question.form)
        except ValueError as error:
            wrong(error)
        for name, fact in question.facts.items():
            if not isinstance(fact, str | int):
                wrong(f"its fact {name!r} is {fact!r}, neither a text nor a whole number")
        if fault := forms.fault(question.form, question.default):
            wrong(f"its default is no answer to it: {fault}")
        if self._policies is not None:
            policies = {policy.kind: policy for policy in self._policies(question.seat)}
            if fault := standing.strays(question, policies.get(question.kind)):
                wrong(fault)

    def _decision(self, question: Question[Order], together: bool) -> Decision[Order] | None:
        recorded = _matching(self._recorded, question)
        if recorded is None and (together or not question.waits):
            recorded = _matching(self._kept, question)
        if recorded is not None:
            return recorded
        if question.waits and self._reactions == "ask":
            return None
        return stand_in(question, self._standing.get(question.seat, ()))

    def _chance(self, label: str, sealed: bool) -> Chance:
        self._go_on()
        if not isinstance(label, str):
            self._wrong(f"something is drawn as {label!r}, which is no text")
        if label in self._drawn_as:
            self._wrong(f"something was drawn as {label!r} before in this phase")
        self._drawn_as.add(label)
        chance = self._sealed if sealed else self._open
        if chance is None:
            self._wrong(f"{label!r} is drawn, but the title has no chance (Variant.chance)")
        return chance

    def _drawn(self, draw: Draw) -> None:
        self._note(draw)
        self._draws.append(draw)

    def _note(self, what: object) -> None:
        try:
            self._trace.update(msgspec.json.encode(what, order="deterministic"))
        except (TypeError, ValueError, OverflowError, msgspec.MsgspecError) as error:
            self._wrong(f"{what!r} does not go into JSON: {error}")
