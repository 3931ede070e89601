"""Phases: run when they are due, told to everybody, recorded once; and reminders before that."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from adjudicator import deadlines
from adjudicator.office import asking, history, reporting, seeds, writing
from adjudicator.office.changes import Opened
from adjudicator.office.drafts import Draft, change
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.history import Played
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.play_records import PhaseRan
from adjudicator.office.records import Reminded, encode
from adjudicator.orders import Seat, Sheet
from adjudicator.turns import runner
from adjudicator.turns.questions import Policy
from adjudicator.turns.runner import Stopped
from adjudicator.turns.turn import Diverged, Misuse, Turn
from adjudicator.variant import Phase

MOST_TOGETHER = 100
"""Phases without a choice that are run at once: with more a title goes round in circles."""


def play(office: Office, game: Game) -> tuple[list[Played], Stopped | None]:
    """The phase that is open, and after it every phase in which nobody has a choice; and where the
    open one stops, if it does. Nothing is recorded.

    A later phase that stops is left open: it goes on with the seed of those before it, for with
    another its dice would be rolled anew, and which do not stop a phase would come more often. So
    that seed is not shown yet. Misuse and Diverged of the runner, if the rules are wrong.
    """
    title = game.title
    state = game.position()
    phase = title.phase(state)
    played: list[Played] = []
    while phase is not None and (not played or phase.automatic):
        if len(played) > MOST_TOGETHER:
            raise Misuse(f"{phase.id}: {MOST_TOGETHER} phases without a choice follow each other")
        begun = state
        made = runner.run(
            lambda turn, begun=begun: title.run(begun, turn),  # type: ignore[misc]
            begun,
            title.state,
            _turns(office, game, phase, begun, first=not played),
        )
        if isinstance(made, Stopped):
            return played, made
        state = made.state
        played.append(Played(phase.id, state, made.told, made.draws, made.decisions, made.trace))
        phase = title.phase(state)
        if phase is not None and phase.id in {step.phase for step in played}:
            raise Misuse(f"{phase.id} follows itself: each phase of a game needs an id of its own")
    return played, None


def _turns(
    office: Office, game: Game, phase: Phase, state: Any, *, first: bool
) -> Callable[[], Turn[Any, Any]]:
    """What makes the turns of this phase: with what was ordered and decided, if it is the first."""
    sheets: Mapping[Seat, Sheet[Any]] = {}
    if first:
        sheets = {seat: sheet for seat in game.chairs if (sheet := game.sheet(seat)) is not None}
    decisions = game.decided() if first else ()
    kept = game.kept_for(phase.id)
    standing = {seat: game.standing_orders(seat) for seat in game.standing}
    chance = seeds.of_phase(office, game)

    @cache
    def policies(seat: Seat) -> tuple[Policy, ...]:
        return game.title.policies(state, seat)

    def turn() -> Turn[Any, Any]:
        return Turn(
            phase.id,
            sheets,
            seats=game.chairs,
            standing=standing,
            decisions=decisions,
            kept=kept,
            stops=game.stops if first else (),
            reactions=game.reactions,
            policies=policies,
            seeds=chance,
        )

    return turn


class Due(NamedTuple):
    """What came of a game that was looked at: the phase that was run, "" if none was; and the seats
    that were asked something, if it stopped there."""

    phase: str = ""
    asked: tuple[Seat, ...] = ()


def run_due(office: Office, name: str, now: datetime) -> Due:
    """Run the open phase, mail the reports and open the next, if it is due.

    NoSuchGame if there is none.
    """
    done = Due()

    def decide(draft: Draft) -> None:
        nonlocal done
        at = draft.game.runs_at()
        done = Due()
        if at is not None and at <= now:
            done = _done(draft)

    change(office, name, decide, now)
    return done


def _done(draft: Draft, *, early: bool = False) -> Due:
    """Run the open phase in a draft; what came of it."""
    phase = draft.game.phase
    return Due(phase) if run(draft, early=early) else Due("", draft.game.awaited())


def run_now(office: Office, name: str, phase: str, now: datetime) -> Due:
    """Run this phase before it is due; a question that was open is decided by what was answered,
    or stands in for it. CannotBeDone if it is not the one that is open; NoSuchGame."""
    done = Due()

    def decide(draft: Draft) -> None:
        nonlocal done
        if phase != draft.game.phase or not phase:
            raise CannotBeDone(f"{name} is at {draft.game.phase or 'its end'}, not at {phase!r}")
        done = _done(draft, early=True)

    change(office, name, decide, now)
    return done


def run(
    draft: Draft, correction: reporting.Correction | None = None, *, early: bool = False
) -> list[Played]:
    """Run the open phase in a draft, and those after it that nobody has a choice in; these, or
    none if it has stopped at a question.

    `early`: the game master runs it before it is due.
    """
    if correction is None and draft.game.edition > 1:  # perhaps it was run before and opened again
        runs = history.Runs(history.way(draft.office.store, draft.game.name))
        if runs.times[draft.game.phase]:
            correction = reporting.Correction.of(draft, draft.game.phase, runs)
    if draft.game.asking is None:
        asking.order_for_bots(draft)
    else:
        asking.decide(draft)
    played, stopped = play(draft.office, draft.game)
    while stopped is not None and not played:
        asking.ask(draft, stopped)
        if draft.game.awaited():
            return []
        asking.decide(draft)
        played, stopped = play(draft.office, draft.game)
    before = draft.game
    for index, step in enumerate(played):
        last = index == len(played) - 1
        _record(
            draft,
            before,
            step,
            first=not index,
            last=last,
            early=early,
            kept=stopped is not None,
        )
    draft.mails += reporting.reports(draft, before, played, correction)
    return played


def _record(
    draft: Draft, before: Game, step: Played, *, first: bool, last: bool, early: bool, kept: bool
) -> None:
    """Record a phase that was played, and open the one after it: the last one with a new seed, if
    the old one is not `kept` for it. `before` is the game as it stood before the first of them."""
    title, game = before.title, draft.game
    office, name = draft.office, game.name
    phase = title.phase(step.state)
    deadline = None
    committed = ""
    if phase is not None:
        # From when it was due, however late it runs. One that is run early, by the game master
        # or since all were ready, is to bring the next one nearer.
        previous = min(game.deadline or draft.now, draft.now)
        deadline = deadlines.due(game.schedule, phase, previous, draft.now)
        if title.chance and last and not kept:
            committed = seeds.committed(office, name, phase.id, game.edition)
    missing = tuple(seat for seat in before.due if seat not in before.sheets)
    falls = before.setup.missing_orders == "civil_disorder" and first
    draft.record(
        PhaseRan(
            step.phase,
            title.version,
            encode(step.state),
            Opened.of(title, step.state, deadline, committed, game.edition),
            missing if first else (),
            _silent(before, step) if falls else (),
            early,
            encode(step.decisions),
            step.draws,
            step.trace,
            seeds.open_seed(office, name, *before.seeded).hex()
            if title.chance and not kept
            else "",
            seeds.sealed_seed(office, name).hex() if title.chance and phase is None else "",
        )
    )


def _silent(before: Game, step: Played) -> tuple[Seat, ...]:
    """Those who were waited for in a phase and wrote nothing: neither orders nor an answer."""
    answered = {one.seat for one in step.decisions if one.by == "player"}
    return tuple(seat for seat in before.awaited() if seat not in answered)


def report_to(draft: Draft, seat: Seat, before: Game | None) -> None:
    """Write the last report to one seat, for somebody who was not sent it, and what the open phase
    asks it; `before` is the game as it stood before the phases of that report were run, None if
    none was."""
    try:
        if before is not None:
            played, _ = play(draft.office, before)
            draft.mails.append(reporting.report_to(draft, before, played, seat))
        if draft.game.questions(seat):
            _, stopped = play(draft.office, draft.game)
            if stopped is not None:
                draft.mails.append(asking.question_to(draft, seat, stopped.told))
    except (Diverged, Misuse):
        pass  # the game is set aside, and its master knows; the new player has his welcome


def remind(office: Office, name: str, now: datetime) -> tuple[str, ...]:
    """Remind those who owe orders or answers, if that is due; the seats. NoSuchGame if there is
    none."""
    seats: tuple[str, ...] = ()

    def decide(draft: Draft) -> None:
        nonlocal seats
        game = draft.game
        sent = sum(instant <= now for instant in game.reminds_at())
        chases = game.chases_at()
        chased = game.chased + (chases is not None and chases <= now)
        if (sent, chased) == (game.reminded, game.chased):
            seats = ()
            return
        seats = game.awaited()
        draft.record(Reminded(seats, max(sent, game.reminded), chased))
        draft.mails += writing.reminders(draft, seats, late=chased > game.chased)

    change(office, name, decide, now)
    return seats
