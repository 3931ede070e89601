"""A game out of its ledger: as it stands, and as it stood."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from adjudicator.events import Told
from adjudicator.office.game import Game
from adjudicator.office.kept import Damaged
from adjudicator.office.ledger import START, Head, LedgerEvent
from adjudicator.office.records import KINDS, PhaseRan, fold
from adjudicator.office.store import Store


class Played(Struct, frozen=True):
    """A phase played: the phase, the state after it, and what was told of it."""

    phase: str
    state: Any
    told: tuple[Told[Any], ...]


def load(store: Store, name: str) -> tuple[Head, Game]:
    """A game and its head. KeyError if there is none of this name, Damaged if it does not hold."""
    head, snapshot, entries = store.load(name)
    if head == START:
        raise KeyError(name)
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


def before_phase(store: Store, name: str, phase: str) -> tuple[Game, int] | None:
    """The game as it stood when this phase was last run, with all orders for it, and how often the
    phase was run; None if it never was."""
    found = None
    times = 0
    for before, record, _ in steps(entry.event for entry in store.entries(name)):
        if isinstance(record, PhaseRan) and record.ran == phase and before is not None:
            found = before
            times += 1
    return (found, times) if found is not None else None
