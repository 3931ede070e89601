"""A whole game by bots, by the engine alone, and what was met in it."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args, get_origin

from msgspec import Struct

from adjudicator.events import Told
from adjudicator.orders import Seat, Sheet
from adjudicator.turns import bots
from adjudicator.turns.questions import Answer, Decision, Question, StandingOrder, Written
from adjudicator.turns.random_answers import Pick
from adjudicator.turns.runner import Ran, Stopped, run
from adjudicator.turns.turn import BEGINNING, Draw, Reactions, Seeds, Stop, Turn, stand_in
from adjudicator.variant import Phase, Variant

LATE = 4
"""One in so many questions finds no answer until its deadline."""


class PlayedPhase(Struct, frozen=True):
    """A phase that bots have played: the state before it, what they wrote, what they were asked,
    where it stopped, and how it ran in the end."""

    phase: Phase
    before: Any
    sheets: dict[Seat, Sheet[Any]]
    standing: dict[Seat, tuple[StandingOrder[Any], ...]]
    asked: tuple[Question[Any], ...]
    stops: tuple[Stop, ...]
    ran: Ran


class Game(Struct, frozen=True):
    """A game that bots have played. `over`: the title says so, it was not merely left there."""

    start: Ran
    played: tuple[PlayedPhase, ...]
    over: bool

    @property
    def states(self) -> tuple[Any, ...]:
        """The state before the first phase, and after every phase."""
        return tuple(ran.state for ran in self._runs)

    @property
    def told(self) -> tuple[Told[Any], ...]:
        """Everything told, in order."""
        return tuple(told for ran in self._runs for told in ran.told)

    @property
    def decisions(self) -> tuple[Decision[Any], ...]:
        """Every decision used, in order."""
        return tuple(decision for ran in self._runs for decision in ran.decisions)

    @property
    def draws(self) -> tuple[Draw, ...]:
        """Every die and every shuffle, in order."""
        return tuple(draw for ran in self._runs for draw in ran.draws)

    @property
    def orders_met(self) -> Counter[str]:
        """How many orders of each kind there were on sheets and in answers."""
        sheets = [sheet for phase in self.played for sheet in phase.sheets.values()]
        written = [d.answer.orders for d in self.decisions if isinstance(d.answer, Written)]
        given = [*(sheet.orders for sheet in sheets), *written]
        return Counter(kind_of(type(order)) for orders in given for order in orders)

    @property
    def questions_met(self) -> Counter[tuple[str, str]]:
        """How many questions of each kind were decided by an answer, a standing order and so on:
        by ``(Question.kind, Decision.by)``."""
        met: Counter[tuple[str, str]] = Counter()
        for phase in self.played:
            kinds = {question.label: question.kind for question in phase.asked}
            met.update((kinds[d.label], d.by) for d in phase.ran.decisions)
        return met

    @property
    def events_met(self) -> Counter[str]:
        """How many events of each kind were told."""
        return Counter(kind_of(type(told.event)) for told in self.told)

    @property
    def _runs(self) -> tuple[Ran, ...]:
        return (self.start, *(phase.ran for phase in self.played))


def kind_of(struct: Any) -> str:
    """A struct's tag; its name if it has none."""
    tag = (get_origin(struct) or struct).__struct_config__.tag
    return struct.__name__ if tag is None else str(tag)


def missing(met: Iterable[str], union: Any) -> tuple[str, ...]:
    """The kinds of a union of structs, or of one struct, that were never met."""
    met = set(met)
    kinds = (kind_of(struct) for struct in get_args(union) or (union,))
    return tuple(kind for kind in kinds if kind not in met)


def play(
    title: Variant[Any, Any],
    options: Any,
    seed: bytes,
    *,
    phases: int,
    reactions: Reactions = "ask",
    seats: Sequence[Seat] | None = None,
) -> Game:
    """A game from its start to its end, or through so many phases, with a bot on every seat.

    Questions are answered one after another, and the phase is run again after each, as an office
    does. ValueError for a seed that is not of 32 bytes, and what the title and `runner.run` raise:
    Diverged if a replay does not stop again where it did.
    """
    table = _Table(title, tuple(seats or title.seats(options)), seed, reactions)
    start = table.start(options)
    state = start.state
    played: list[PlayedPhase] = []
    while (phase := title.phase(state)) is not None and len(played) < phases:
        played.append(table.play(phase, state))
        state = played[-1].ran.state
    return Game(start, tuple(played), phase is None)


def seeds_of(seed: bytes, phase: str) -> Seeds:
    """What a game that is played from this seed has for the chance of a phase."""
    front = hashlib.sha256(seed)
    opened, sealed = front.copy(), front.copy()
    opened.update(f"open {phase}".encode())
    sealed.update(b"sealed")
    return Seeds(opened.digest(), sealed.digest())


class _Watched(Turn[Any, Any]):
    """A turn that keeps the questions, for a decision does not say of what kind its question is."""

    def __init__(self, asked: dict[str, Question[Any]], *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._asked_so_far = asked

    def ask(self, *questions: Question[Any]) -> tuple[Answer[Any], ...]:
        self._asked_so_far.update({question.label: question for question in questions})
        return super().ask(*questions)


class _Table:
    """Where one game is played: what stays the same in all of its phases."""

    def __init__(
        self, title: Variant[Any, Any], seats: tuple[Seat, ...], seed: bytes, reactions: Reactions
    ) -> None:
        self.title, self.seats, self.seed, self.reactions = title, seats, seed, reactions

    def start(self, options: Any) -> Ran:
        def rules(turn: Turn[Any, Any]) -> Any:
            return self.title.start(options, self.seats, turn)

        def turns() -> Turn[Any, Any]:
            return Turn(
                BEGINNING, {}, seats=self.seats, seeds=self._seeds(BEGINNING), reactions="none"
            )

        ran = run(rules, None, self.title.state, turns)
        assert isinstance(ran, Ran)  # a start cannot ask
        return ran

    def play(self, phase: Phase, before: Any) -> PlayedPhase:
        title = self.title
        sheets = {
            seat: Sheet(seat, phase.id, bots.orders(title, before, seat, self._pick(phase, seat)))
            for seat in self.seats
            if seat in phase.due
        }
        standing = {
            seat: bots.standing(title, before, seat, self._pick(phase, f"{seat}, standing"))
            for seat in self.seats
        }
        asked: dict[str, Question[Any]] = {}
        stops: list[Stop] = []

        def once(decisions: Sequence[Decision[Any]]) -> Ran | Stopped:
            def turns() -> Turn[Any, Any]:
                return _Watched(
                    asked,
                    phase.id,
                    sheets,
                    seats=self.seats,
                    standing=standing,
                    decisions=decisions,
                    stops=stops,
                    reactions=self.reactions,
                    policies=lambda seat: title.policies(before, seat),
                    seeds=self._seeds(phase.id),
                )

            return run(lambda turn: title.run(before, turn), before, title.state, turns)

        ran = once(())
        while isinstance(ran, Stopped):
            if ran.stop not in stops:
                stops.append(ran.stop)
            decisions = ran.decisions
            # One answer comes after another, in any order; the turn holds the replay to its stops.
            pick = self._pick(phase, f"answer {len(decisions)}")
            question = ran.questions[pick("question", len(ran.questions)) - 1]
            ran = once((*decisions, self._decided(phase, before, question, standing)))
        return PlayedPhase(
            phase, before, sheets, standing, tuple(asked.values()), tuple(stops), ran
        )

    def _decided(
        self,
        phase: Phase,
        before: Any,
        question: Question[Any],
        standing: Mapping[Seat, Sequence[StandingOrder[Any]]],
    ) -> Decision[Any]:
        pick = self._pick(phase, f"{question.seat}, {question.label}")
        if pick("late", LATE) == 1:
            return stand_in(question, standing[question.seat])
        answer = bots.answer(self.title, before, question, pick)
        return Decision.of(question, answer, "bot")

    def _pick(self, phase: Phase, occasion: str) -> Pick:
        return bots.picker(self.seed, f"{phase.id}, {occasion}")

    def _seeds(self, phase: str) -> Seeds | None:
        """None for a title that says that it uses no chance."""
        return seeds_of(self.seed, phase) if self.title.chance else None
