"""What is to be recorded of a game in one commit, and the commit."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from adjudicator.office import history
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.kept import Moved, OutgoingMail
from adjudicator.office.ledger import START, Head, LedgerEvent
from adjudicator.office.play_records import PhaseRan, SetBack
from adjudicator.office.records import Created, encode, event, fold

SNAPSHOT_EVERY = 50
"""Entries: with more since the last snapshot a game would take ever longer to load."""


class Draft:
    """A game as it will stand, with what makes it so: records, outgoing mail, the ids of mails
    to be sent again, and why the letter that it answers goes to the quarantine (None: it does not).
    """

    def __init__(self, office: Office, game: Game | None, now: datetime) -> None:
        self.office = office
        self.now = now
        self._game = game
        self.events: list[LedgerEvent] = []
        self.mails: list[OutgoingMail] = []
        self.again: list[str] = []
        self.quarantine: str | None = None
        self.milestone = False

    @property
    def game(self) -> Game:
        """The game with all records so far. ValueError before the first of a new game."""
        if self._game is None:
            raise ValueError("the game has not begun")
        return self._game

    def record(self, record: Any) -> Game:
        """The game after one more record. ValueError if it does not follow."""
        new = event(record, self.now)
        self._game = fold(self._game, new)
        self.events.append(new)
        self.milestone |= isinstance(record, Created | PhaseRan | SetBack)
        return self._game


def change(
    office: Office,
    name: str,
    decide: Callable[[Draft], None],
    now: datetime,
    *,
    letter: str | None = None,
    released: bool = False,
) -> Draft:
    """Load the game, let `decide` draft what is to be done, and commit it; anew, if the game went
    on meanwhile. NoSuchGame if there is none; Handled, if the `letter` was; and what `decide`
    raises, in which case nothing was done."""
    while True:
        head, game = history.load(office.store, name)
        draft = Draft(office, game, now)
        decide(draft)
        try:
            commit(draft, head, game, letter=letter, released=released)
        except Moved:
            continue
        return draft


def commit(
    draft: Draft,
    head: Head,
    before: Game | None,
    *,
    letter: str | None = None,
    released: bool = False,
) -> None:
    """Commit a draft. Moved if the game is not at this head any more; Handled."""
    if not (draft.events or draft.mails or draft.again or letter):
        return
    after = draft.game
    name = after.name
    moved = bool(draft.events)
    people = before is None or before.addresses() != after.addresses()
    last = head.sequence + len(draft.events)
    snapshot = draft.milestone or last // SNAPSHOT_EVERY > head.sequence // SNAPSHOT_EVERY
    draft.office.store.commit(
        {name: (head, draft.events)} if moved or head != START else {},
        draft.mails,
        letter,
        snapshots={name: bytes(encode(after))} if snapshot else {},
        schedule={name: after.next_due()} if moved else {},
        addresses={name: after.addresses()} if moved and people else {},
        again=dict.fromkeys(draft.again, draft.now),
        quarantine=draft.quarantine,
        released=released,
    )
