"""Where a game stands, as the sum of what was recorded of it, and what is due when."""

from datetime import datetime, timedelta
from difflib import get_close_matches
from typing import Any, Generic, Literal

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from adjudicator import deadlines
from adjudicator.deadlines import Schedule
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.ledger import Aware
from adjudicator.office.setup import Player, Setup, Title, wrong_title
from adjudicator.office.titles import load_title
from adjudicator.orders import Order, Seat, Sheet
from adjudicator.turns.questions import Answer, Decision, Question, StandingOrder
from adjudicator.turns.turn import Reactions, Stop
from adjudicator.variant import Phase
from adjudicator.wording import series

CHASED_EVERY = timedelta(days=1)
"""So often a game that waits reminds those it waits for."""

QUESTION = "question"
"""In a schedule, the kind whose rule says when questions in the middle of a phase are due."""


class Chair(Struct, frozen=True):
    """A seat and who sits in it. `holder` counts who has: it is part of his token.

    `vacant`: nobody plays it; `disorder`: nobody waits for it; `bot`: it is vacant, and its orders
    and answers are drawn by chance. `entered` counts how often the game master gave it orders.
    """

    player: Player
    holder: int = 1
    vacant: bool = False
    disorder: bool = False
    bot: bool = False
    entered: int = 0


class Applicant(Struct, frozen=True):
    """Who has joined a game by mail, and the seats he would like, the dearest first."""

    player: Player
    wishes: tuple[Seat, ...] = ()
    nonce: str = ""


class Proposal(Struct, frozen=True):
    """That the game end: one power has won it, or several have drawn it. `agreed` have said yes.

    `number` counts the proposals of a game, so that no vote is taken for another one.
    """

    number: int
    by: Seat
    powers: tuple[Seat, ...]
    agreed: tuple[Seat, ...] = ()


def asks(phase: Phase) -> Phase:
    """The phase as deadlines see it while it waits for an answer."""
    return replace(phase, kind=QUESTION, automatic=False)


class Asking(Struct, frozen=True):
    """What the open phase waits for: the questions it stopped at, as JSON, and what was answered
    until now, by label, and in which letter. `numbers` count how often each of these seats has been
    asked in the game, so that no answer is taken for one to a later question."""

    seats: tuple[Seat, ...]
    numbers: dict[Seat, int]
    questions: Raw
    answers: dict[str, Raw] = {}
    letters: dict[str, str] = {}


class Held(Struct, Generic[Order], frozen=True):
    """What was read in a letter and does not count before its writer has confirmed it: orders by
    phase, standing orders, answers by label. `whole`: it takes the place of what else was read in
    the letter; else it is added to that."""

    given: dict[str, tuple[Order, ...]] = {}
    standing: tuple[StandingOrder[Order], ...] = ()
    answers: dict[str, Answer[Order]] = {}
    whole: bool = False


class Unconfirmed(Struct, frozen=True):
    """That a seat was asked, and when, to confirm what was read in this letter: a `Held`, as
    JSON."""

    letter: str
    asked: Aware
    held: Raw


class Game(Struct, frozen=True):
    """Where a game stands.

    stage       ``forming`` (players join), ``running``, ``over`` or ``handed_over``
    commitment  to the seed by which the seats are drawn, and the `seed` once they are
    version     of the title that made `state`
    phase       that is open, "" in a game that is not running; its `kind`; `due` have a choice
    opened      when the players were last told of its deadline
    edition     how often the game has been set back, and 1
    sheets      of the open phase, as JSON; `ready` are those that need no more time
    ahead       sheets for phases to come, by phase
    ready_since when the last of those who play became ready; None: not all are
    standing    standing orders, as JSON, the first of a kind that can be done counts; and
                in which letter they came
    unconfirmed what was read in the last letter of a seat for the open phase, and counts only once
                it has said yes
    asking      what the open phase has stopped at; None: it was not run yet, or goes on
    asked       how many times phases of this game have stopped to ask each seat
    decisions   of the open phase so far, as JSON, and the `stops` that it has come through
    kept        decisions by phase, from before a correction: of the open one, and of those that
                follow it at once
    pending     answers from before it, which nobody was told of
    soon        a correction has set the open phase back, with orders that stand; it is run by the
                next tick
    sealed      commitment to the seed that stays secret until the game is over; "": no chance
    committed   commitment to the seed of the open phase, made for the phase and run in `seeded`
    reminded    how many of the deadline's reminders were sent; `chased`, how often the late were
    skipped     dates without a deadline, besides those of the schedule
    proposals   how many there have been, and those `turned_down` or withdrawn in the open phase
    notices     how many notices went to all, and `observings` how often an observer came or left:
                they number mails
    handed_to   the address of the office that goes on with it
    ending      why it is over, if not by its own rules
    """

    setup: Setup
    stage: Literal["forming", "running", "over", "handed_over"]
    opened: Aware
    applicants: tuple[Applicant, ...] = ()
    commitment: str = ""
    seed: str = ""
    chairs: dict[Seat, Chair] = {}
    version: int = 0
    state: Raw = Raw(b"null")
    phase: str = ""
    kind: str = ""
    due: tuple[Seat, ...] = ()
    deadline: Aware | None = None
    edition: int = 1
    sheets: dict[Seat, Raw] = {}
    ready: tuple[Seat, ...] = ()
    ahead: dict[str, dict[Seat, Raw]] = {}
    ready_since: Aware | None = None
    standing: dict[Seat, Raw] = {}
    standing_letter: dict[Seat, str] = {}
    unconfirmed: dict[Seat, Unconfirmed] = {}
    asking: Asking | None = None
    asked: dict[Seat, int] = {}
    decisions: Raw = Raw(b"[]")
    stops: tuple[Stop, ...] = ()
    kept: dict[str, Raw] = {}
    pending: Raw = Raw(b"[]")
    soon: bool = False
    sealed: str = ""
    committed: str = ""
    seeded: tuple[str, int] = ("", 1)
    paused: bool = False
    reminded: int = 0
    chased: int = 0
    skipped: tuple[str, ...] = ()
    proposal: Proposal | None = None
    proposals: int = 0
    turned_down: tuple[Proposal, ...] = ()
    observers: tuple[str, ...] = ()
    notices: int = 0
    observings: int = 0
    handed_to: str = ""
    ending: str = ""

    @property
    def name(self) -> str:
        """Its short name."""
        return self.setup.game

    @property
    def title(self) -> Title:
        """Its title, loaded."""
        title: Title = load_title(self.setup.variant, wrong_title)
        return title

    @property
    def reactions(self) -> Reactions:
        """Whether its phases stop at questions."""
        return self.setup.reactions or self.title.reactions

    @property
    def schedule(self) -> Schedule:
        """Its schedule, with the dates that were skipped since."""
        schedule = self.setup.schedule
        return replace(schedule, skipped=(*schedule.skipped, *self.skipped))

    def position(self) -> Any:
        """The title's state."""
        return msgspec.json.decode(self.state, type=self.title.state)

    def options(self) -> Any:
        """The title's options."""
        return msgspec.convert(self.setup.options, self.title.options, strict=False)

    def seats_by_name(self) -> dict[str, Seat]:
        """The seats by their names and by their codes, both in small letters; one of several powers
        by those of each, too."""
        title = self.title
        seats = title.seats(self.options())
        joint = {power: seat for seat in seats for power in seat.split("+")}
        codes = joint | {seat: seat for seat in seats}
        names = {title.seat_name(code).casefold(): seat for code, seat in codes.items()}
        return {**{code.casefold(): seat for code, seat in codes.items()}, **names}

    def seat_called(self, text: str) -> Seat:
        """The seat of this name, in any case of letters. CannotBeDone, with what may be meant, if
        there is none: a part of a name is none, for it may be that of several."""
        names = self.seats_by_name()
        called = text.casefold()
        if called in names:
            return names[called]
        begun = [name for name in names if called and name.startswith(called)]
        near = [names[name] for name in (*begun, *get_close_matches(called, names))]
        meant = [self.title.seat_name(seat) for seat in dict.fromkeys(near)]
        hint = f"; is {series(meant, 'or')} meant?" if meant else "."
        raise CannotBeDone(f"Nobody is called {text!r} here{hint}")

    def open_phase(self) -> Phase:
        """The phase that is open; while it asks something, of the kind by which questions are due,
        and not automatic. ValueError in a game that is not running."""
        phase = self.title.phase(self.position()) if self.phase else None
        if phase is None:
            raise ValueError(f"{self.name} has no open phase")
        return phase if self.asking is None else asks(phase)

    def sheet(self, seat: Seat, phase: str = "") -> Sheet[Any] | None:
        """A seat's orders for the phase that is open, or another, if it gave any."""
        own = self.sheets if phase in ("", self.phase) else self.ahead.get(phase, {})
        raw = own.get(seat)
        kind: Any = Sheet[self.title.order]  # type: ignore[name-defined]
        return None if raw is None else msgspec.json.decode(raw, type=kind)

    def standing_orders(self, seat: Seat) -> tuple[StandingOrder[Any], ...]:
        """The standing orders of a seat, in the order in which they count."""
        kind: Any = tuple[StandingOrder[self.title.order], ...]  # type: ignore[name-defined]
        found: tuple[StandingOrder[Any], ...]
        found = msgspec.json.decode(self.standing.get(seat, b"[]"), type=kind)
        return found

    def held(self, seat: Seat) -> Held[Any] | None:
        """What waits for this seat's yes."""
        waiting = self.unconfirmed.get(seat)
        kind: Any = Held[self.title.order]  # type: ignore[name-defined]
        return None if waiting is None else msgspec.json.decode(waiting.held, type=kind)

    def decided(self) -> tuple[Decision[Any], ...]:
        """What was decided in the open phase so far."""
        return self._decisions_in(self.decisions)

    def kept_for(self, phase: str) -> tuple[Decision[Any], ...]:
        """What was decided in this phase before a correction took its run back."""
        return self._decisions_in(self.kept.get(phase, Raw(b"[]")))

    def unused(self) -> tuple[Decision[Any], ...]:
        """Answers that came before a correction of the open phase."""
        return self._decisions_in(self.pending)

    def _decisions_in(self, raw: Raw) -> tuple[Decision[Any], ...]:
        kind: Any = tuple[Decision[self.title.order], ...]  # type: ignore[name-defined]
        found: tuple[Decision[Any], ...] = msgspec.json.decode(raw, type=kind)
        return found

    def questions(self, seat: Seat | None = None) -> tuple[Question[Any], ...]:
        """What the open phase asks this seat, or all."""
        if self.asking is None or seat not in (None, *self.asking.seats):
            return ()
        kind: Any = tuple[Question[self.title.order], ...]  # type: ignore[name-defined]
        found: tuple[Question[Any], ...]
        found = msgspec.json.decode(self.asking.questions, type=kind)
        return tuple(question for question in found if seat in (None, question.seat))

    def answer(self, label: str) -> Decision[Any] | None:
        """What was answered to the open question of this label."""
        raw = self.asking.answers.get(label) if self.asking is not None else None
        kind: Any = Decision[self.title.order]  # type: ignore[name-defined]
        return None if raw is None else msgspec.json.decode(raw, type=kind)

    def addresses(self) -> frozenset[str]:
        """Of all who take part, in lower case."""
        players = [chair.player for chair in self.chairs.values() if not chair.vacant]
        players += [applicant.player for applicant in self.applicants]
        return frozenset(player.address.lower() for player in players) | set(self.observers)

    # --- whom it waits for

    def owing(self) -> tuple[Seat, ...]:
        """The seats that have a choice in the open phase and gave no orders; while it asks
        something, those that have not answered."""
        if self.asking is None:
            return tuple(seat for seat in self.due if seat not in self.sheets)
        answers = self.asking.answers
        open_ones = {one.seat for one in self.questions() if one.label not in answers}
        return tuple(seat for seat in self.asking.seats if seat in open_ones)

    def awaited(self) -> tuple[Seat, ...]:
        """Those of them that anybody waits for."""
        return tuple(seat for seat in self.owing() if self._counts(seat))

    def all_ready(self) -> bool:
        """Whether all who have a choice say that they need no more time."""
        counted = [seat for seat in self.due if self._counts(seat)]
        return bool(self.due) and all(seat in self.ready for seat in counted)

    def _counts(self, seat: Seat) -> bool:
        # For a vacant seat a game that waits does so until somebody takes it.
        chair = self.chairs[seat]
        empty = chair.bot or (chair.vacant and (self.asking or self.setup.missing_orders != "wait"))
        return not (chair.disorder or empty)

    # --- what is due when; nothing is, in a paused game

    def closes(self) -> datetime | None:
        """When the open phase closes, grace included; None if it is not running, or paused."""
        if self.deadline is None or self.paused or self.stage != "running":
            return None
        kind = self.kind if self.asking is None else QUESTION
        return deadlines.closes(self.deadline, self.setup.schedule, kind)

    @property
    def begun(self) -> bool:
        """Whether the orders for the open phase stand: it was run, to a question, or is soon."""
        return self.asking is not None or self.soon

    def waits(self) -> bool:
        """Whether the open phase will not be run before more orders have come. A question is never
        waited for longer than to its deadline."""
        waits = self.setup.missing_orders == "wait" and not self.begun
        return waits and bool(self.awaited())

    def runs_at(self) -> datetime | None:
        """When the open phase is to be run, as things stand; None: not before something comes."""
        if self.soon and self.stage == "running":
            return self.opened
        closes = self.closes()
        if closes is None or self.waits():
            return None
        if self.asking is not None:
            return closes if self.awaited() else min(closes, self.opened)
        early = self.setup.schedule.early
        if self.ready_since is not None and early is not None:
            return min(closes, self.ready_since + timedelta(hours=early))
        return closes

    def reminds_at(self) -> tuple[datetime, ...]:
        """When those who owe orders are reminded of the deadline that stands, the earliest
        first; the first `reminded` were sent."""
        if self.deadline is None or self.paused or self.stage != "running":
            return ()
        return deadlines.reminders(self.deadline, self.setup.schedule, self.opened)

    def chases_at(self) -> datetime | None:
        """When those are reminded next for whom the phase waits; None: it does not wait."""
        closes = self.closes()
        return closes + self.chased * CHASED_EVERY if closes and self.waits() else None

    def next_due(self) -> datetime | None:
        """When something is to be done next without a letter; None: nothing is."""
        instants = (self.runs_at(), self.chases_at(), *self.reminds_at()[self.reminded :][:1])
        return min((instant for instant in instants if instant is not None), default=None)
