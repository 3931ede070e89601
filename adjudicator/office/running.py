"""Phases: run when they are due, told to everybody, recorded once."""

from datetime import datetime
from typing import Any, NamedTuple

from adjudicator import deadlines
from adjudicator.events import Told
from adjudicator.office import games, writing
from adjudicator.office.folder import Office
from adjudicator.office.games import Game, Ran, encode, fold
from adjudicator.office.ledger import LedgerEvent, event
from adjudicator.office.store import Moved
from adjudicator.turns.turn import Turn


class Played(NamedTuple):
    """A phase played: the phase, the state after it, and what was told of it."""

    phase: str
    state: Any
    told: tuple[Told[Any], ...]


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


def run_phase(office: Office, name: str, now: datetime, phase: str = "") -> str | None:
    """Run the phase that is open, mail the reports, open the next: in one commit.

    Its id, None if it was run meanwhile. With `phase` it is run before it is due, if it is the one
    that is open; else ValueError. KeyError if there is no such game.
    """
    while True:
        head, game = games.load(office.store, name)
        if phase and phase != game.phase:
            raise ValueError(f"{name} is at {game.phase or 'its end'}, not at {phase}")
        if not game.phase or (not phase and now < game.closes()):
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
    step: list[Played] = []
    for before, record in games.history(entry.event for entry in office.store.entries(name)):
        if record.version != before.title.version:
            return [
                *found,
                f"{name}: {record.ran} was run by version {record.version} of its title",
            ]
        step = step or play(before)
        again = step.pop(0)
        if (again.phase, encode(again.state)) != (record.ran, record.state):
            return [*found, f"{name}: {record.ran} comes out otherwise than it did"]
    return found
