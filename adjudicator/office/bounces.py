"""Mails of ours that came back: noted on the seat that they were for, until that is mended.

Anybody can forge a bounce, so that is all that one does: it is shown by ``status``, and the game
master is told once. No game and no answer depends on it.
"""

from datetime import datetime
from hashlib import sha256

import msgspec
from msgspec import Struct

from adjudicator.deadlines import shown
from adjudicator.office import envelopes
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.kept import Handled, OutgoingMail
from adjudicator.office.ledger import Aware
from adjudicator.orders import Seat
from mail.bounces import Bounce, read_bounce


class Noted(Struct, frozen=True):
    """What is known of mail to a seat at an address: why it came back, and since when; "" and
    None: it does not. `after` is the letter of the seat's that came last after such a note."""

    after: str = ""
    reason: str = ""
    since: Aware | None = None


def noted(office: Office, letter_id: str, now: datetime) -> str | None:
    """Note what a bounce says of a mail of ours, and be done with the letter; what was done, in
    words. None if it is no bounce of a mail of ours.

    The game master is told, unless he was already, and no letter of the seat's has come since.
    """
    bounce = read_bounce(office.store.letter(letter_id).raw, office.config.address)
    mail = _returned(office, bounce) if bounce is not None else None
    if bounce is None or mail is None:
        return None
    notes = {}
    if not bounce.permanent:
        done = f"mail to {mail.to} is delayed"
    else:
        done = f"mail to {mail.to} came back"
        if mail.game:
            name = _name(mail.game, mail.seat, mail.to)
            reason = bounce.reason or "no reason is given"
            before = _noted(office, name)
            since = before.since or now
            notes[name] = msgspec.json.encode(Noted(before.after, reason, since)).decode()
            if mail.to.lower() != office.config.gm.lower():
                _tell_gm(office, mail, reason, f"{name} {before.after}", now)
    try:
        office.store.commit({}, (), letter_id, notes=notes)
    except Handled:
        return "handled already"
    return done


def mended(office: Office, game: Game, seat: Seat, letter_id: str) -> dict[str, str]:
    """What is to be noted when a letter of a seat's has come: that he is reached again."""
    name = _name(game.name, seat, game.chairs[seat].player.address)
    if not _noted(office, name).reason:
        return {}
    return {name: msgspec.json.encode(Noted(letter_id)).decode()}


def remarks(office: Office, game: Game) -> tuple[str, ...]:
    """Whom mail does not reach at the address that he has now, a remark a seat."""
    said = []
    for seat, chair in game.chairs.items():
        if not chair.vacant:
            note = _noted(office, _name(game.name, seat, chair.player.address))
            if note.since is not None:
                since = shown(note.since, "UTC")
                said.append(f"mail to {seat} comes back since {since}: {note.reason}")
    return tuple(said)


def _returned(office: Office, bounce: Bounce) -> OutgoingMail | None:
    """The mail of ours that came back."""
    for message_id in bounce.message_ids:
        try:
            return office.store.mail(message_id)
        except KeyError:
            continue
    return None


def _tell_gm(office: Office, mail: OutgoingMail, reason: str, key: str, now: datetime) -> None:
    whom = f"{mail.seat} in {mail.game}" if mail.seat else mail.game
    sentences = [
        f"A mail to {mail.to} ({whom}) came back: {reason}",
        f"Its number: {mail.message_id}. You are not told of the next ones until a letter comes "
        "from there.",
    ]
    if mail.seat:
        sentences += [
            "To give the player another address:",
            f"adjudicator seat replace {mail.game} {mail.seat} ADDRESS",
        ]
    number = f"gm.bounced.{sha256(key.encode()).hexdigest()[:16]}"
    envelopes.tell_gm_once(office, number, "Mail comes back", sentences, now)


def _name(game: str, seat: Seat, address: str) -> str:
    return f"bounced {game} {seat} {address.lower()}"


def _noted(office: Office, name: str) -> Noted:
    text = office.store.note(name)
    return msgspec.json.decode(text, type=Noted) if text else Noted()
