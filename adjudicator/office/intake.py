"""Letters: kept first, then read, recorded and answered, each once."""

import re
import traceback
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.office import games, writing
from adjudicator.office.folder import Office
from adjudicator.office.games import Game, Recorded, encode, fold
from adjudicator.office.ledger import event
from adjudicator.office.reading import read_letters
from adjudicator.office.store import Handled, Moved, OutgoingMail, StoreError, Unavailable
from adjudicator.orders import Seat
from mail.letters import Letter, read_letter

TAG = re.compile(
    r"\[([a-z][a-z0-9-]*)\s+([A-Z][0-9]+[A-Z])\s+([A-Z+]+)\s+([A-Z2-7]{8})\]", re.IGNORECASE
)
"""What our mails carry in their subject: game, phase, seat, token."""


class Tag(NamedTuple):
    """Whose letter it says it is, and for which phase."""

    game: str
    phase: str
    seat: Seat
    token: str


def tags_of(letter: Letter) -> list[Tag]:
    """The tags of a letter: in its subject, in its writer's own lines, in what he quotes."""
    own = [line.text for line in letter.lines if line.kind == "text"]
    rest = [line.text for line in letter.lines if line.kind != "text"]
    return [
        Tag(game.lower(), phase.upper(), seat.upper(), token.upper())
        for text in (letter.subject, *own, *rest)
        for game, phase, seat, token in TAG.findall(text)
    ]


def handle(office: Office, letter_id: str, now: datetime) -> str:
    """Read a kept letter, record its orders and answer it, in one commit; what was done, in words.

    What cannot be anybody's orders goes to the GM's quarantine and is not answered, unless its
    sender plays here: he is told why. A late letter is refused and goes there too. A letter that
    the program fails on goes there with the trace of it; none stops those behind it. A machine's
    letter is put there without any mail. Unavailable if the store is.
    """
    try:
        kept = office.store.letter(letter_id)
        letter = read_letter(kept.raw, kept.received)
    except Unavailable:
        raise
    except StoreError as error:
        return _put_aside(office, letter_id, f"it is damaged: {error}")
    while True:
        try:
            return _handle(office, letter_id, letter, now)
        except Moved:
            continue
        except Handled:
            return "handled already"
        except Unavailable:
            raise
        except Exception:
            return _put_aside(office, letter_id, f"it could not be read:\n{traceback.format_exc()}")


def _put_aside(office: Office, letter_id: str, reason: str) -> str:
    """To the quarantine without a mail, for writing one might fail, too."""
    try:
        office.store.commit({}, (), letter_id, quarantine=reason)
    except Handled:
        return "handled already"
    return f"quarantine: {reason.splitlines()[0]}"


def _handle(office: Office, letter_id: str, letter: Letter, now: datetime) -> str:
    if letter.automatic:
        return _put_aside(office, letter_id, "it was written by a machine")
    tags = tags_of(letter)
    if not tags:
        reason = "it does not say for which game and seat it is"
        return _quarantine(office, letter_id, letter, reason, now)
    reasons = []
    for tag in tags:
        reason = _why_not_his(office, tag, letter)
        if not reason:
            return _take(office, tag, letter_id, letter, now)
        reasons.append(reason)
    return _quarantine(office, letter_id, letter, reasons[0], now)


def _why_not_his(office: Office, tag: Tag, letter: Letter) -> str:
    """Why the letter is not that of the seat its tag names; "" if it is."""
    try:
        game = games.load(office.store, tag.game)[1]
    except KeyError:
        return f"there is no game {tag.game}"
    player = game.setup.seats.get(tag.seat)
    if player is None or office.token(tag.game, tag.seat) != tag.token:
        return f"its token is not that of a seat of {tag.game}"
    if letter.sender != player.address.lower():
        return f"{letter.sender} is not the address of {tag.seat} in {tag.game}"
    return ""


def _take(office: Office, tag: Tag, letter_id: str, letter: Letter, now: datetime) -> str:
    """Record the orders of a letter that is a seat's own."""
    head, game = games.load(office.store, tag.game)
    late = _too_late(game, tag, letter.received)
    if late:
        mails = [
            writing.refusal(office, game, tag.seat, letter, letter_id, late, now),
            writing.to_gm(office, letter, letter_id, late, now),
        ]
        office.store.commit({}, _sendable(letter, mails), letter_id, quarantine=late)
        return late
    earlier = game.sheet(tag.seat)
    sheet, reading = read_letters(game.title, game.position(), tag.seat, [letter], earlier)
    if not reading.letters[0].counts:
        mail = writing.answer(office, game, tag.seat, letter, letter_id, reading, now)
        office.store.commit({}, _sendable(letter, [mail]), letter_id)
        return f"{tag.game} {tag.seat}: no order in it"
    sheet = replace(sheet, letter=letter_id)
    record = event("sheet_recorded", Recorded(tag.seat, encode(sheet), letter_id), now)
    after = fold(game, record)
    mail = writing.answer(office, after, tag.seat, letter, letter_id, reading, now)
    office.store.commit({tag.game: (head, [record])}, _sendable(letter, [mail]), letter_id)
    return f"{tag.game} {tag.seat}: {len(sheet.orders)} orders"


def _sendable(letter: Letter, mails: list[OutgoingMail]) -> list[OutgoingMail]:
    """The mails to others than the writer, if he must not be answered."""
    return [mail for mail in mails if not letter.bulk or mail.to.lower() != letter.sender]


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
    if _plays_here(office, letter.sender):
        mails.append(writing.unknown(office, letter, letter_id, reason, now))
    office.store.commit({}, _sendable(letter, mails), letter_id, quarantine=reason)
    return f"quarantine: {reason}"


def _plays_here(office: Office, address: str) -> bool:
    for name in office.store.games():
        try:
            seats = games.load(office.store, name)[1].setup.seats.values()
        except Unavailable:
            raise
        except StoreError:
            continue  # a damaged game does not stop the others' mail
        if any(player.address.lower() == address for player in seats):
            return True
    return False
