"""Phases: run when they are due, told to everybody, recorded once; and reminders before that."""

from datetime import datetime
from typing import Any

from adjudicator import deadlines
from adjudicator.office import history, reporting, writing
from adjudicator.office.drafts import Draft, change
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.history import Played
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.records import Opened, PhaseRan, Reminded, encode
from adjudicator.orders import Seat
from adjudicator.turns.turn import Turn


def play(game: Game) -> list[Played]:
    """The phase that is open, and after it every phase in which nobody has a choice. Pure."""
    title = game.title
    state = game.position()
    sheets = {seat: sheet for seat in game.chairs if (sheet := game.sheet(seat)) is not None}
    played: list[Played] = []
    phase = title.phase(state)
    while phase is not None and (not played or phase.automatic):
        turn: Turn[Any, Any] = Turn(phase.id, sheets)
        state = title.run(state, turn)
        played.append(Played(phase.id, state, turn.told))
        sheets = {}
        phase = title.phase(state)
    return played


def run_due(office: Office, name: str, now: datetime) -> str | None:
    """Run the open phase, mail the reports and open the next, if it is due; its id, or None.

    NoSuchGame if there is none.
    """
    ran = None

    def decide(draft: Draft) -> None:
        nonlocal ran
        at = draft.game.runs_at()
        ran = draft.game.phase if at is not None and at <= now else None
        if ran:
            run(draft)

    change(office, name, decide, now)
    return ran


def run_now(office: Office, name: str, phase: str, now: datetime) -> None:
    """Run this phase before it is due. CannotBeDone if it is not the one that is open; KeyError if
    there is no such game."""

    def decide(draft: Draft) -> None:
        if phase != draft.game.phase or not phase:
            raise CannotBeDone(f"{name} is at {draft.game.phase or 'its end'}, not at {phase!r}")
        run(draft, early=True)

    change(office, name, decide, now)


def run(
    draft: Draft, correction: reporting.Correction | None = None, *, early: bool = False
) -> list[Played]:
    """Run the open phase in a draft, and those after it that nobody has a choice in; these.

    `early`: the game master runs it before it is due.
    """
    before = draft.game
    if correction is None and before.edition > 1:  # perhaps it was run before and opened again
        runs = history.Runs(history.way(draft.office.store, before.name))
        if runs.times[before.phase]:
            correction = reporting.Correction.of(draft, before.phase, runs)
    played = play(before)
    title = before.title
    for index, step in enumerate(played):
        phase = title.phase(step.state)
        game = draft.game
        deadline = None
        if phase is not None:
            # From when it was due, however late it runs. One that is run early, by the game master
            # or since all were ready, is to bring the next one nearer.
            previous = min(game.deadline or draft.now, draft.now)
            deadline = deadlines.due(game.schedule, phase, previous, draft.now)
        missing = tuple(seat for seat in before.due if seat not in before.sheets)
        falls = before.setup.missing_orders == "civil_disorder" and not index
        draft.record(
            PhaseRan(
                step.phase,
                title.version,
                encode(step.state),
                Opened.of(title, step.state, deadline),
                () if index else missing,
                before.awaited() if falls else (),
                early,
            )
        )
    draft.mails += reporting.reports(draft, before, played, correction)
    return played


def report_to(draft: Draft, seat: Seat, before: Game | None) -> None:
    """Write the last report to one seat, for somebody who was not sent it; `before` is the game as
    it stood before those phases were run, None if none was."""
    if before is not None:
        draft.mails.append(reporting.report_to(draft, before, play(before), seat))


def remind(office: Office, name: str, now: datetime) -> tuple[str, ...]:
    """Remind those who owe orders, if that is due; the seats. NoSuchGame if there is none."""
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
