"""What is to be recorded of a game in one commit, and the commit."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from adjudicator.office import history
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.kept import Moved, OutgoingMail, Reply, Seen
from adjudicator.office.ledger import START, Head, LedgerEvent
from adjudicator.office.play_records import PhaseRan, SetBack
from adjudicator.office.records import Created, encode, event, fold

SNAPSHOT_EVERY = 50
"""Entries: with more since the last snapshot a game would take ever longer to load."""


class Account:
    """What is kept of a letter besides records: whose it is, what is written because of it or owed
    for it, and what was owed before and is told now."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.replies: list[Reply] = []
        self.told: list[Reply] = []


class Draft:
    """A game as it will stand, with what makes it so: records, outgoing mail, the ids of mails
    to be sent again, what the office notes, and why the letter that it answers goes to the
    quarantine (None: it does not).

    The drafts of one letter share its `account`; one may be of no game.
    """

    def __init__(
        self, office: Office, game: Game | None, now: datetime, account: Account | None = None
    ) -> None:
        self.office = office
        self.now = now
        self.account = account or Account()
        self._game = game
        self.events: list[LedgerEvent] = []
        self.mails: list[OutgoingMail] = []
        self.again: list[str] = []
        self.notes: dict[str, str] = {}
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


class Loaded(NamedTuple):
    """A draft, and the game and its head from which it started; a new game or none has neither."""

    draft: Draft
    head: Head = START
    before: Game | None = None


def commit(
    draft: Draft,
    head: Head,
    before: Game | None,
    *,
    letter: str | None = None,
    released: bool = False,
) -> None:
    """Commit a draft. Moved if the game is not at this head any more; Handled."""
    if draft.events or draft.mails or draft.again or draft.notes or letter:
        commit_all([Loaded(draft, head, before)], letter=letter, released=released)


def commit_all(
    loaded: Sequence[Loaded], *, letter: str | None = None, released: bool = False
) -> None:
    """Commit the drafts of one letter, at least one, in one transaction, or none of them. Moved if
    one of the games is not at its head any more; Handled."""
    changes: dict[str, tuple[Head, list[LedgerEvent]]] = {}
    snapshots: dict[str, bytes] = {}
    schedule: dict[str, datetime | None] = {}
    addresses: dict[str, frozenset[str]] = {}
    for draft, head, before in loaded:
        if not draft.events and head == START:
            continue
        after = draft.game
        name = after.name
        changes[name] = head, draft.events
        last = head.sequence + len(draft.events)
        if draft.milestone or last // SNAPSHOT_EVERY > head.sequence // SNAPSHOT_EVERY:
            snapshots[name] = bytes(encode(after))
        if draft.events:
            schedule[name] = after.next_due()
            if before is None or before.addresses() != after.addresses():
                addresses[name] = after.addresses()
    drafts = [one.draft for one in loaded]
    accounts = list(dict.fromkeys(draft.account for draft in drafts))
    reasons = [draft.quarantine for draft in drafts if draft.quarantine is not None]
    drafts[0].office.store.commit(
        changes,
        [mail for draft in drafts for mail in draft.mails],
        letter,
        snapshots=snapshots,
        schedule=schedule,
        addresses=addresses,
        again={message_id: draft.now for draft in drafts for message_id in draft.again},
        quarantine="; ".join(reasons) if reasons else None,
        released=released,
        seen=[one for account in accounts for one in account.seen],
        replies=[one for account in accounts for one in account.replies],
        told=[one for account in accounts for one in account.told],
        notes={key: text for draft in drafts for key, text in draft.notes.items()},
    )
