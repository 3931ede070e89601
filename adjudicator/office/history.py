"""A game out of its ledger: as it stands, and as it stood."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from adjudicator.events import Told
from adjudicator.office.game import Game
from adjudicator.office.kept import Damaged, NoSuchGame
from adjudicator.office.ledger import START, Head, LedgerEvent
from adjudicator.office.play_records import PhaseRan, SetBack
from adjudicator.office.records import KINDS, Created, Ended, TakenOver, fold
from adjudicator.office.store import Store
from adjudicator.orders import Seat
from adjudicator.turns.questions import Decision
from adjudicator.turns.turn import Draw


class Played(Struct, frozen=True):
    """A phase played: the phase, the state after it, what was told of it, its draws, every decision
    in it, and the digest of it all."""

    phase: str
    state: Any
    told: tuple[Told[Any], ...]
    draws: tuple[Draw, ...] = ()
    decisions: tuple[Decision[Any], ...] = ()
    trace: str = ""


def load(store: Store, name: str) -> tuple[Head, Game]:
    """A game and its head. NoSuchGame if there is none, Damaged if it does not hold."""
    head, snapshot, entries = store.load(name)
    if head == START:
        raise NoSuchGame(name)
    try:
        game = msgspec.json.decode(snapshot, type=Game) if snapshot else None
        for entry in entries:
            game = fold(game, entry)
    except (ValueError, msgspec.MsgspecError) as error:
        raise Damaged(f"the ledger of {name} does not add up: {error}") from error
    assert game is not None
    return head, game


class Step(NamedTuple):
    """A record, and the game before it (None before the first) and after."""

    before: Game | None
    record: Any
    after: Game


def steps(entries: Iterable[LedgerEvent]) -> Iterator[Step]:
    """The whole way of a game, record by record. ValueError where one does not follow."""
    game: Game | None = None
    for entry in entries:
        after = fold(game, entry)
        yield Step(game, entry.read(KINDS[entry.kind]), after)
        game = after


class Runs:
    """The runs of phases that count, out of a game's way: a correction takes back those from the
    phase on to which it sets the game back."""

    def __init__(self, way: Iterable[Step] = ()) -> None:
        self.before: dict[str, Game] = {}
        """The game before each run that counts, with all orders for it, by phase, in order; last
        that before it was ended, if it was."""
        self.times: Counter[str] = Counter()
        """How often each phase was run, whether that counts or not."""
        self.disordered: dict[str, tuple[Seat, ...]] = {}
        """Who fell into civil disorder by each run that counts."""
        self.decisions: dict[str, Raw] = {}
        """All that was decided in each run that counts."""
        self.last: Game | None = None
        """The game before what was told in the last reports that count, of one phase or several;
        None: a correction has taken back all, or the last of them."""
        self._ran: Game | None = None
        for step in way:
            self.add(step)

    def add(self, step: Step) -> None:
        """Go one record further."""
        record, before = step.record, step.before
        if isinstance(record, PhaseRan) and before is not None:
            self.before[record.ran] = before
            self.disordered[record.ran] = record.disordered
            self.decisions[record.ran] = record.decisions
            self.times[record.ran] += 1
            together = before is self._ran and before.opened == step.after.opened
            if not together:
                self.last = before
            self._ran = step.after
        elif isinstance(record, Ended) and before is not None and before.phase:
            self.before[before.phase] = before  # it was not run, and can be gone back to
            self.disordered[before.phase] = ()
            self.decisions[before.phase] = before.decisions
        elif isinstance(record, SetBack):
            phases = list(self.before)
            first = record.opened.phase  # not among them, if it had only stopped at a question
            undone = phases[phases.index(first) :] if first in phases else ()
            for phase in undone:
                del self.before[phase], self.disordered[phase], self.decisions[phase]
            if undone:
                self.last = None


def opened_at(store: Store, name: str) -> datetime:
    """When the phase that is open was reached, or gone back to."""
    reached = (PhaseRan.kind, SetBack.kind, Created.kind, TakenOver.kind)
    return max(entry.when for entry in store.entries(name) if entry.kind in reached)


def phases_opened(store: Store, name: str) -> frozenset[str]:
    """Every phase of a stored game that its mails were about, besides the open one, whether it
    counts or not: one that was opened, and gone by a correction, may be opened once more."""
    ran = (entry.event.read(PhaseRan) for entry in store.entries(name, kind=PhaseRan.kind))
    return frozenset(phase for one in ran for phase in (one.ran, one.opened.phase))


def way(store: Store, name: str) -> Iterator[Step]:
    """The whole way of a stored game."""
    return steps(entry.event for entry in store.entries(name))
