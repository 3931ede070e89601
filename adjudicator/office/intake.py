"""Letters: kept first, then read, recorded and answered, each once."""

import re
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.office import games, writing
from adjudicator.office.folder import Office
from adjudicator.office.games import Game, Recorded, encode, fold
from adjudicator.office.ledger import event
from adjudicator.office.reading import read_letters
from adjudicator.office.store import Handled, Moved, StoreError
from adjudicator.orders import Seat
from mail.letters import Letter, read_letter

TAG = re.compile(r"\[([a-z][a-z0-9-]*) ([A-Z][0-9]+[A-Z]) ([A-Z+]+) ([A-Z2-7]{8})\]")
"""What our mails carry in their subject: game, phase, seat, token."""


class Tag(NamedTuple):
    """Whose letter it says it is, and for which phase."""

    game: str
    phase: str
    seat: Seat
    token: str


def tag_of(letter: Letter) -> Tag | None:
    """The tag in the subject, else in a line of the letter."""
    for text in (letter.subject, *(line.text for line in letter.lines)):
        match = TAG.search(text)
        if match:
            return Tag(*match.groups())
    return None


def handle(office: Office, letter_id: str, now: datetime) -> str:
    """Read a kept letter, record its orders and answer it, in one commit; what was done, in words.

    A letter that cannot be anybody's orders goes to the GM's quarantine and is not answered, unless
    its sender plays here: he is told why. So does one that breaks the reading of it.
    """
    kept = office.store.letter(letter_id)
    letter = read_letter(kept.raw, kept.received)
    while True:
        try:
            return _handle(office, letter_id, letter, now)
        except Moved:
            continue
        except Handled:
            return "handled already"
        except StoreError:
            raise
        except Exception as error:  # one letter must not stop those behind it
            reason = f"it could not be read: {type(error).__name__}: {error}"
            return _quarantine(office, letter_id, letter, reason, now)


def _handle(office: Office, letter_id: str, letter: Letter, now: datetime) -> str:
    if letter.automatic:
        return _quarantine(office, letter_id, letter, "it was written by a machine", now)
    tag = tag_of(letter)
    if tag is None:
        reason = "it does not say for which game and seat it is"
        return _quarantine(office, letter_id, letter, reason, now)
    try:
        head, game = games.load(office.store, tag.game)
    except KeyError:
        reason = f"there is no game {tag.game}"
        return _quarantine(office, letter_id, letter, reason, now)
    player = game.setup.seats.get(tag.seat)
    if player is None or office.token(tag.game, tag.seat) != tag.token:
        reason = f"its token is not that of a seat of {tag.game}"
        return _quarantine(office, letter_id, letter, reason, now)
    if letter.sender != player.address.lower():
        reason = f"{letter.sender} is not the address of {tag.seat} in {tag.game}"
        return _quarantine(office, letter_id, letter, reason, now)
    late = _too_late(game, tag, letter.received)
    if late:
        mail = writing.refusal(office, game, tag.seat, letter, letter_id, late, now)
        office.store.commit({}, [mail], letter_id, quarantine=late)
        return late
    title = game.title
    earlier = game.sheet(tag.seat)
    sheet, reading = read_letters(title, game.position(), tag.seat, [letter], earlier)
    sheet = replace(sheet, letter=letter_id)
    record = event("sheet_recorded", Recorded(tag.seat, encode(sheet), letter_id), now)
    after = fold(game, record)
    mail = writing.answer(office, after, tag.seat, letter, letter_id, reading, now)
    changes = {tag.game: (head, [record])} if reading.letters[0].counts else {}
    office.store.commit(changes, [mail], letter_id)
    return f"{tag.game} {tag.seat}: {len(sheet.orders)} orders"


def _too_late(game: Game, tag: Tag, received: datetime) -> str:
    """Why the letter does not count any more; "" if it does."""
    if not game.phase:
        return f"{game.setup.title} is over"
    if tag.phase != game.phase:
        return f"it is for {tag.phase}, and {game.setup.title} is at {game.phase}"
    if received > game.closes():
        return f"it came after the deadline of {game.phase}"
    return ""


def _quarantine(office: Office, letter_id: str, letter: Letter, reason: str, now: datetime) -> str:
    mails = [writing.to_gm(office, letter, letter_id, reason, now)]
    if not letter.automatic and _plays_here(office, letter.sender):
        mails.append(writing.unknown(office, letter, letter_id, reason, now))
    office.store.commit({}, mails, letter_id, quarantine=reason)
    return f"quarantine: {reason}"


def _plays_here(office: Office, address: str) -> bool:
    for name in office.store.games():
        seats = games.load(office.store, name)[1].setup.seats.values()
        if any(player.address.lower() == address for player in seats):
            return True
    return False
