"""Phases: run when they are due, told to everybody, recorded once."""

from datetime import datetime
from typing import Any

from adjudicator import deadlines
from adjudicator.office import games, writing
from adjudicator.office.folder import Office
from adjudicator.office.games import Game, Played, Ran, encode, fold
from adjudicator.office.ledger import LedgerEvent, event
from adjudicator.office.store import Moved
from adjudicator.turns.turn import Turn


def play(game: Game) -> list[Played]:
    """The phase that is open, and after it every phase in which nobody has a choice. Pure."""
    title = game.title
    state = game.position()
    sheets = {seat: sheet for seat in game.setup.seats if (sheet := game.sheet(seat)) is not None}
    played: list[Played] = []
    phase = title.phase(state)
    while phase is not None and (not played or phase.automatic):
        turn: Turn[Any, Any] = Turn(phase.id, sheets)
        state = title.run(state, turn)
        played.append(Played(phase.id, state, turn.told))
        sheets = {}
        phase = title.phase(state)
    return played


def run_phase(office: Office, name: str, now: datetime, early: str | None = None) -> str | None:
    """Run the phase that is open, mail the reports, open the next: in one commit.

    Its id, None if none is due. `early` is a phase to be run before it is due, if it is the one
    that is open; else ValueError. KeyError if there is no such game.
    """
    while True:
        head, game = games.load(office.store, name)
        if early is not None and (early != game.phase or not early):
            raise ValueError(f"{name} is at {game.phase or 'its end'}, not at {early!r}")
        if not game.phase or (early is None and now < game.closes()):
            return None
        events, after, played = _events(game, now)
        mails = writing.reports(office, after, played, now)
        try:
            office.store.commit(
                {name: (head, events)},
                mails,
                snapshots={name: bytes(encode(after))},
                schedule={name: after.closes() if after.phase else None},
            )
        except Moved:
            continue  # a letter came in between: its orders may count
        return game.phase


def _events(game: Game, now: datetime) -> tuple[list[LedgerEvent], Game, list[Played]]:
    played = play(game)
    title = game.title
    events = []
    after = game
    for step in played:
        phase = title.phase(step.state)
        deadline = None
        if phase is not None:
            previous = game.deadline or now
            deadline = deadlines.due(game.setup.schedule, phase, previous, now)
        record = Ran(
            step.phase, title.version, encode(step.state), phase.id if phase else "", deadline
        )
        events.append(event("phase_ran", record, now))
        after = fold(after, events[-1])
    return events, after, played


def verify(office: Office, name: str) -> list[str]:
    """What is wrong with a game's ledger: its chain, and each phase adjudicated once more."""
    broken = office.store.verify(name)
    if broken is not None:
        return [f"{name}: the ledger does not hold at entry {broken}"]
    found: list[str] = []
    again: list[Played] = []
    try:
        for before, record in games.history(e.event for e in office.store.entries(name)):
            if record.version != before.title.version:
                found.append(f"{name}: {record.ran} was run by version {record.version}")
                again = []
                continue
            again = again or play(before)
            step = again.pop(0)
            if (step.phase, encode(step.state)) != (record.ran, record.state):
                found.append(f"{name}: {record.ran} comes out otherwise than it did")
                again = []
    except Exception as error:  # whatever it is, it is said, and the other games are verified
        found.append(f"{name}: {type(error).__name__}: {error}")
    return found
