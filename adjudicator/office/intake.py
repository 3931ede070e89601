"""Letters: kept first, then read, recorded and answered, each once."""

import re
import traceback
from datetime import datetime
from typing import Any, NamedTuple

from msgspec.structs import replace

from adjudicator.deadlines import shown
from adjudicator.office import agreements, envelopes, history, requests, signup, writing
from adjudicator.office.drafts import Draft, change
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.kept import (
    CannotBeDone,
    Handled,
    Moved,
    NoSuchGame,
    OutgoingMail,
    StoreError,
    Unavailable,
)
from adjudicator.office.ordering import require_seat
from adjudicator.office.reading import LetterReading, read_lines, sheet_after
from adjudicator.office.records import SheetRecorded, encode
from adjudicator.office.requests import Ready, Request, Resend, Resign, requests_in
from adjudicator.orders import Diagnostic, Seat, Sheet
from mail.compose import address_fault
from mail.letters import Letter, read_letter

TAG = re.compile(
    r"\[([a-z][a-z0-9-]*)\s+([A-Z][0-9]+[A-Z]|-)\s+([A-Z+]+)\s+([A-Z2-7]{8})\]", re.IGNORECASE
)
"""What our mails carry in their subject: game, phase (-: it is over), seat, token."""


MOST_TAGS = 20  # of one letter: each costs a look into a game


class Tag(NamedTuple):
    """Whose letter it says it is, and for which phase."""

    game: str
    phase: str
    seat: Seat
    token: str


def tags_of(letter: Letter) -> list[Tag]:
    """The tags of a letter: in its subject, in its writer's own lines, in what he quotes; not more
    than anybody has use for."""
    own = [line.text for line in letter.lines if line.kind == "text"]
    rest = [line.text for line in letter.lines if line.kind != "text"]
    found = (
        Tag(game.lower(), phase.upper(), seat.upper(), token.upper())
        for text in (letter.subject, *own, *rest)
        for game, phase, seat, token in TAG.findall(text)
    )
    return list(dict.fromkeys(found))[:MOST_TAGS]


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
        except Exception as error:
            done = _put_aside(office, letter_id, f"it could not be read:\n{traceback.format_exc()}")
            envelopes.tell_gm_once(
                office,
                f"gm.{letter_id}",
                "Quarantine",
                [
                    f"A letter waits in your quarantine: the program failed on it ({error!r}).",
                    "Its writer was not answered. To see it, and to take it or not:",
                    f"adjudicator quarantine show {letter_id}",
                ],
                now,
            )
            return done


def release(office: Office, letter_id: str, name: str, seat: Seat, now: datetime) -> str:
    """Take a letter in quarantine as that of this seat, whoever sent it and however late it came.

    KeyError if it is not there; CannotBeDone if its phase is not open any more, or the game or seat
    is not there.
    """
    kept = office.store.letter(letter_id)
    letter = read_letter(kept.raw, kept.received)
    phases = {tag.phase for tag in tags_of(letter) if (tag.game, tag.seat) == (name, seat)}

    def decide(draft: Draft) -> None:
        game = draft.game
        require_seat(game, seat)
        if game.chairs[seat].vacant:
            raise CannotBeDone(f"nobody plays {seat}; to order for it: adjudicator order")
        if phases and game.phase not in phases:
            raise CannotBeDone(
                f"it is for {min(phases)}, and {game.setup.title} is at {game.phase}; "
                f"see: adjudicator correct"
            )
        # Its first answer, that it was refused, has the letter's own number.
        _take(draft, seat, letter, letter_id, f"answer.{letter_id}.released")

    try:
        change(office, name, decide, now, letter=letter_id, released=True)
    except NoSuchGame:
        raise CannotBeDone(f"there is no game {name}") from None
    except Handled:
        raise KeyError(letter_id) from None
    return f"{name} {seat}: taken"


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
    reasons = []
    for tag in tags_of(letter):
        reason = _why_not_his(office, tag, letter)
        if not reason:
            return _answer(office, tag, letter_id, letter, now)
        reasons.append(reason)
    if not reasons:
        own = [line.text for line in letter.lines if line.kind == "text"]
        asked = requests.to_office([letter.subject, *own])
        if asked is not None and not letter.bulk and not address_fault(letter.sender):
            try:
                return signup.handle(office, asked, letter, letter_id, now)
            except NoSuchGame:
                return signup.refuse(office, asked, letter, letter_id, now)
        reasons.append("it does not say for which game and seat it is")
    return _quarantine(office, letter_id, letter, reasons[0], now)


def _why_not_his(office: Office, tag: Tag, letter: Letter) -> str:
    """Why the letter is not that of the seat its tag names; "" if it is."""
    try:
        game = history.load(office.store, tag.game)[1]
    except NoSuchGame:
        return f"there is no game {tag.game}"
    chair = game.chairs.get(tag.seat)
    if chair is None or office.token(game.name, tag.seat, chair.holder) != tag.token:
        return f"its token is not that of a seat of {tag.game}"
    if letter.sender != chair.player.address.lower():
        return f"{letter.sender} is not the address of {tag.seat} in {tag.game}"
    return ""


def _answer(office: Office, tag: Tag, letter_id: str, letter: Letter, now: datetime) -> str:
    """Take a letter that is a seat's own, or say why it comes too late."""
    done, number = "", f"answer.{letter_id}"

    def decide(draft: Draft) -> None:
        nonlocal done
        done = _too_late(office, draft.game, tag, letter)
        if done:
            draft.quarantine = done
            draft.mails += [
                writing.refusal(draft, tag.seat, letter, letter_id, done),
                writing.letter_to_gm(office, letter, letter_id, done, now),
            ]
        else:
            done = f"{tag.game} {tag.seat}: {_take(draft, tag.seat, letter, letter_id, number)}"
        draft.mails = _sendable(letter, draft.mails)

    change(office, tag.game, decide, now, letter=letter_id)
    return done


def _too_late(office: Office, game: Game, tag: Tag, letter: Letter) -> str:
    """Why the letter does not count any more; "" if it does. One without orders does, whatever
    phase the mail was about that it answers; once the game does not run here, for a report alone.
    """
    late = _why_late(office, game, tag, letter)
    asked, rest = requests_in(letter.lines)
    if not late or not asked:
        return late
    if game.stage == "running":
        timeless = not any(isinstance(one, Ready) for one in asked)
    else:
        timeless = all(isinstance(one, Resend) for one in asked)
    if timeless and not read_lines(game.title, game.position(), tag.seat, rest).orders:
        return ""
    return late


def _why_late(office: Office, game: Game, tag: Tag, letter: Letter) -> str:
    """Why no order of the letter counts any more; "" if its orders do."""
    title = game.setup.title
    if game.stage == "handed_over":
        return f"{title} is mastered from {game.handed_to} now"
    if game.stage != "running":
        return f"{title} is over"
    if tag.phase != game.phase:
        late = f"it is for {tag.phase}, and {title} is at {game.phase}"
        ran = history.Runs(history.way(office.store, game.name)).before.get(tag.phase)
        closed = ran.closes() if ran is not None else None
        if closed is not None and letter.received <= closed:
            at = shown(letter.received, "UTC")
            late += f"; it reached us in time ({at}), and was read when the phase had been run"
        return late
    closes = game.closes()
    if closes is not None and letter.received > closes and not game.waits():
        return f"it came after the deadline of {game.phase}"
    return ""


def _take(draft: Draft, seat: Seat, letter: Letter, letter_id: str, number: str) -> str:
    """Do what a seat's letter says, and answer it under this number; what was done, in words."""
    game = draft.game
    asked, lines = requests_in(letter.lines)
    reading = read_lines(game.title, game.position(), seat, lines)
    faults, refused = _record_sheets(draft, seat, letter, letter_id, reading, asked)
    done = []
    for request in _once_each(asked):
        try:
            done.append(agreements.do(draft, seat, request, letter_id))
        except CannotBeDone as error:
            refused.append(str(error))
    answer = writing.Answer(
        reading, faults, tuple(done), tuple(refused), letter.faults, bool(asked)
    )
    draft.mails.append(writing.answer(draft, seat, letter, number, answer))
    orders = sum(len(given) for given in reading.given.values())
    return f"{orders} order{'' if orders == 1 else 's'}" if orders or not asked else "done"


def _once_each(asked: tuple[Request, ...]) -> list[agreements.Ask]:
    """What is asked besides readiness, each kind once, the last of it, and to leave at the end."""
    last = {type(one): one for one in asked if not isinstance(one, Ready)}
    return sorted(last.values(), key=lambda one: isinstance(one, Resign))


def _record_sheets(
    draft: Draft,
    seat: Seat,
    letter: Letter,
    letter_id: str,
    reading: LetterReading,
    asked: tuple[Request, ...],
) -> tuple[tuple[Diagnostic, ...], list[str]]:
    """Record a sheet for each phase the letter has orders for; the faults of the open one, and
    what was not done of it, as sentences."""
    game = draft.game
    title, state = game.title, game.position()
    ready = next((request.yes for request in reversed(asked) if isinstance(request, Ready)), None)
    refused = []
    if ready and any(said.severity == "error" for said in reading.said):
        ready = None
        refused.append("You are not taken to be ready, for something is wrong in your orders.")
    given = dict(reading.given)
    if ready or (ready is not None and seat in game.sheets):  # to want time is not to order
        given.setdefault(game.phase, ())
    faults: tuple[Diagnostic, ...] = ()
    for phase, orders in given.items():
        sheet = game.sheet(seat, phase) or Sheet(seat, phase)
        if _is_older(draft.office, letter, sheet):
            refused.append("Orders of yours that reached us later stand; these have no effect.")
            continue
        if orders:
            sheet = sheet_after(title, state, sheet, orders, letter_id)
        if phase == game.phase:
            faults = title.check(state, seat, sheet.orders)
            sheet = replace(sheet, diagnostics=(*reading.said, *faults), ready=bool(ready))
        draft.record(SheetRecorded(seat, phase, encode(sheet), sheet.ready, letter_id))
    return faults, refused


def _is_older(office: Office, letter: Letter, sheet: Sheet[Any]) -> bool:
    """Whether the letter reached us before the one that the sheet comes from: mail overtakes."""
    return bool(sheet.letter) and office.store.letter(sheet.letter).received > letter.received


def _sendable(letter: Letter, mails: list[OutgoingMail]) -> list[OutgoingMail]:
    """All but the answer, if the writer must not be answered."""
    return [m for m in mails if not (letter.bulk and m.message_id.startswith("<answer."))]


def _quarantine(office: Office, letter_id: str, letter: Letter, reason: str, now: datetime) -> str:
    mails = [writing.letter_to_gm(office, letter, letter_id, reason, now)]
    if office.store.games_of(letter.sender):
        mails.append(writing.unknown(office, letter, letter_id, reason, now))
    office.store.commit({}, _sendable(letter, mails), letter_id, quarantine=reason)
    return f"quarantine: {reason}"
