"""What a store keeps besides ledgers, and why it may refuse."""

from collections.abc import Mapping
from hashlib import sha256
from typing import TypeVar

import msgspec
from msgspec import Struct

from adjudicator.office.ledger import Aware, Head

T = TypeVar("T")


class StoreError(Exception):
    """The store refused; nothing was changed."""


class Unavailable(StoreError):
    """Disk full, file locked or out of reach: the same may work later."""


class Damaged(StoreError):
    """The file does not hold what was written to it."""


class Handled(StoreError):
    """This letter has had its effect already."""


class Moved(StoreError):
    """The ledger of `game` went on meanwhile and stands at `head`: load it and compute again."""

    def __init__(self, game: str, head: Head) -> None:
        super().__init__(f"game {game} has moved on to entry {head.sequence}")
        self.game = game
        self.head = head


class NoSuchGame(KeyError):
    """The office has no game of this name."""


class CannotBeDone(ValueError):
    """What was asked for cannot be done, and nothing was: a sentence for him who asked."""


class KeptLetter(Struct, frozen=True):
    """A letter as it came. `source` says where it was read, so that it is not read twice."""

    id: str
    source: str
    received: Aware
    raw: bytes


class OutgoingMail(Struct, frozen=True):
    """A mail as it is sent, at `due` or after (None: not to be sent any more).

    `game` and `seat` say whom it concerns, "" if nobody; `attempts` counts how often it was tried.
    """

    message_id: str
    game: str
    seat: str
    to: str
    raw: bytes
    due: Aware | None
    attempts: int = 0


class Seen(Struct, frozen=True):
    """A letter that was read as that of a seat ("" for both: nobody's).

    `content` is the digest of who wrote it and what; `state` that of how the game stood for the
    seat when it was read: the same content means the same only while this is the same.
    """

    letter: str
    game: str
    seat: str
    received: Aware
    message_id: str
    content: str
    state: str


class Reply(Struct, frozen=True):
    """What an address was written because of a letter, or is owed, if it was not `mailed`; `done`:
    what became of the letter, in one line. ``gm`` stands for the game master, ``gm about ADDRESS``
    for him, too, where it is counted how often he was written to of letters from there.

    `game` and `seat` are those in whose mail it is told, "" if in any to that address.
    """

    letter: str
    game: str
    seat: str
    to: str
    at: Aware
    mailed: bool
    done: str


def digest(data: bytes, *fields: str) -> str:
    """Of bytes together with what else must not change."""
    return sha256(data + "\0".join(("", *fields)).encode()).hexdigest()


def typed(model: type[T], fields: Mapping[str, object]) -> T:
    """A row as the model, its types checked, since a damaged file may hold any."""
    try:
        return msgspec.convert(fields, model)
    except msgspec.ValidationError as error:
        raise Damaged(f"a damaged {model.__name__}: {error}") from None
