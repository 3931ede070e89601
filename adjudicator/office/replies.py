"""What is written because of letters: at most so many mails an hour to one address, and to the game
master one about each address that letters came from. What one is not written it is owed: the next
mail to it says what became of each of those letters."""

from collections.abc import Callable
from datetime import timedelta

from adjudicator.deadlines import shown
from adjudicator.office.drafts import Draft
from adjudicator.office.kept import CannotBeDone, OutgoingMail, Reply
from adjudicator.orders import Seat

GM = "gm"
"""The game master, among the addresses."""

SPAN = timedelta(hours=1)
"""In which mails are counted; and how long the game master may be owed a letter, if none of the
mails to him tells of it before."""

MOST_TO_STRANGERS = 5
"""Mails in that time to an address that plays in no game: anybody can write in its name."""


def reply(
    draft: Draft,
    letter: str,
    to: str,
    done: str,
    make: Callable[[], OutgoingMail],
    *,
    seat: Seat = "",
    quiet: bool = False,
) -> None:
    """Write to an address because of a letter, by `make`; or owe it, if it was written to too often
    or the letter must not be answered (`quiet`). `done`: what became of the letter, in one line."""
    mailed = not quiet and may_write(draft, to)
    if mailed:
        draft.mails.append(make())
    _note(draft, letter, to, done, mailed, seat)


def tell_gm(
    draft: Draft, letter: str, sender: str, done: str, make: Callable[[], OutgoingMail]
) -> None:
    """Write to the game master because of a letter from this address, by `make`; or owe it, if he
    was written to too often, or in this hour about a letter from there. `done`: as for `reply`."""
    about = f"{GM} about {sender}"
    since = draft.now - SPAN
    mailed = may_write(draft, GM) and not draft.office.store.replies_since(about, since)
    if mailed:
        draft.mails.append(make())
        _note(draft, letter, about, "", mailed)
    _note(draft, letter, GM, done, mailed)


def _note(draft: Draft, letter: str, to: str, done: str, mailed: bool, seat: Seat = "") -> None:
    game = draft.game.name if seat else ""
    to = to.lower()
    draft.account.replies.append(Reply(letter, game, seat, to, draft.now, mailed, done))


def besides(draft: Draft, letter: str, seat: Seat, make: Callable[[], str]) -> str:
    """Send a seat's player what a letter asks for besides its answer, by `make`, which says what
    was sent; it counts as an answer. CannotBeDone, a sentence, if he was written to too often."""
    to = draft.game.chairs[seat].player.address.lower()
    if not may_write(draft, to):
        raise CannotBeDone("You were written to too often in this hour. Ask again in the next.")
    said = make()
    draft.account.replies.append(Reply(letter, draft.game.name, seat, to, draft.now, True, ""))
    return said


def may_write(draft: Draft, to: str) -> bool:
    """Whether the address was not written to too often."""
    to, store, most = to.lower(), draft.office.store, draft.office.config.answers_per_hour
    if to != GM and not store.games_of(to):
        most = min(most, MOST_TO_STRANGERS)
    pending = sum(one.mailed for one in draft.account.replies if one.to == to)
    return store.replies_since(to, draft.now - SPAN) + pending < most


def owed(draft: Draft, to: str, seat: Seat = "") -> list[str]:
    """What an address is owed, as lines of a mail of the draft, which tells it: about a seat of the
    draft's game, else about letters that are no seat's."""
    game = draft.game.name if seat else ""
    found = draft.office.store.owed(to.lower(), game, seat)
    new = [one for one in found if one not in draft.account.told]
    draft.account.told += new
    return [f"{shown(one.at, 'UTC')}: {one.done}" for one in new]
