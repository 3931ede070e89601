"""Letters: kept first, then read, recorded and answered, each once."""

import re
import traceback
from datetime import datetime
from typing import NamedTuple

from adjudicator.deadlines import shown
from adjudicator.office import agreements, envelopes, history, requests, signup, writing
from adjudicator.office.answering import Answering
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
from adjudicator.office.reading import read_letter_lines
from adjudicator.office.recording import Source, record_answers, record_sheets
from adjudicator.office.requests import Nonce, Ready, Request, Resend, Resign, requests_in
from adjudicator.orders import Seat
from mail.compose import address_fault
from mail.letters import Letter, read_letter

TAG = re.compile(
    r"\[([a-z][a-z0-9-]*)\s+([A-Z0-9]+|-)\s+([A-Z0-9+]+)\s+([A-Z2-7]{8})(?:\s+Q([0-9]{1,6}))?\]",
    re.IGNORECASE,
)
"""What our mails carry in their subject: game, phase (-: it is over), seat, token; and, while the
seat is asked something, the number of that (Q1)."""

DECIDED = "Your letter answers a question that is decided already."

MOST_TAGS = 20  # of one letter: each costs a look into a game


class Tag(NamedTuple):
    """Whose letter it says it is, for which phase, and which question was open (0: none)."""

    game: str
    phase: str
    seat: Seat
    token: str
    asked: int = 0


def tags_of(letter: Letter) -> list[Tag]:
    """The tags of a letter: in its subject, in its writer's own lines, in what he quotes; not more
    than anybody has use for."""
    own = [line.text for line in letter.lines if line.kind == "text"]
    rest = [line.text for line in letter.lines if line.kind != "text"]
    found = (
        Tag(game.lower(), phase.upper(), seat.upper(), token.upper(), int(asked or 0))
        for text in (letter.subject, *own, *rest)
        for game, phase, seat, token, asked in TAG.findall(text)
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
    tags = [tag for tag in tags_of(letter) if (tag.game, tag.seat) == (name, seat)]
    phases = {tag.phase for tag in tags}

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
        asked = max((tag.asked for tag in tags), default=0)
        _take(draft, seat, letter, letter_id, f"answer.{letter_id}.released", asked)

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
            taken = _take(draft, tag.seat, letter, letter_id, number, tag.asked)
            done = f"{tag.game} {tag.seat}: {taken}"
        draft.mails = _sendable(letter, draft.mails)

    change(office, tag.game, decide, now, letter=letter_id)
    return done


def _too_late(office: Office, game: Game, tag: Tag, letter: Letter) -> str:
    """Why the letter does not count any more; "" if it does. One without orders does, whatever
    phase the mail was about that it answers; once the game does not run here, for a report alone.
    """
    late = _why_late(office, game, tag, letter)
    asked, rest = requests_in(letter.lines, Answering(game, tag.seat, current=True).certain)
    if not late or not asked:
        return late
    if game.stage == "running":
        timeless = not any(isinstance(one, Ready) for one in asked)
    else:
        timeless = all(isinstance(one, Resend) for one in asked)
    if timeless and not read_letter_lines(game, tag.seat, rest).orders:
        return ""
    return late


def _why_late(office: Office, game: Game, tag: Tag, letter: Letter) -> str:
    """Why no order of the letter counts any more; "" if its orders do."""
    title = game.setup.title
    if game.stage == "handed_over":
        return f"{title} is mastered from {game.handed_to} now"
    if game.stage != "running":
        return f"{title} is over"
    ran = None
    if tag.phase != game.phase:
        ran = history.Runs(history.way(office.store, game.name)).before.get(tag.phase)
    if tag.phase != game.phase and not (ran is not None and _sent_ahead(game, tag, ran)):
        late = f"it is for {tag.phase}, and {title} is at {game.phase}"
        closed = ran.closes() if ran is not None else None
        if closed is not None and letter.received <= closed:
            at = shown(letter.received, "UTC")
            late += f"; it reached us in time ({at}), and was read when the phase had been run"
        return late
    closes = game.closes()
    concerned = game.due if game.asking is None else game.asking.seats
    if closes is None or letter.received <= closes or game.waits() or tag.seat not in concerned:
        return ""  # who has nothing to say in the open phase writes of later ones
    what = "the question in " if game.asking is not None else ""
    return f"it came after the deadline of {what}{game.phase}"


def _sent_ahead(game: Game, tag: Tag, ran: Game) -> bool:
    """Whether a letter about a phase that has run can only have been meant for the one that is
    open: the seat had nothing to order then, and could have sent its orders for this one."""
    ahead = ran.title.ahead(ran.position())
    return not tag.asked and tag.seat not in ran.due and game.phase in ahead


def _take(
    draft: Draft, seat: Seat, letter: Letter, letter_id: str, number: str, question: int
) -> str:
    """Do what a seat's letter says, and answer it under this number; what was done, in words.

    `question`: the number of the question that the letter answers; 0: none, or nobody knows.
    """
    game = draft.game
    now = game.asking.numbers.get(seat) if game.asking is not None else None
    current = question == now if question else None
    asked, lines = requests_in(letter.lines, Answering(game, seat, current).certain)
    reading = read_letter_lines(game, seat, lines, current)
    source = Source(letter_id, letter.received)
    faults, refused = record_sheets(draft, seat, source, reading, asked)
    refused += record_answers(draft, seat, source, reading)
    told = any(one.code == "earlier_question" for one in reading.said)
    if question and question != now and not (reading.used or asked or told):
        refused.append(DECIDED)
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
    orders = sum(len(line.orders) for line in reading.orders)
    return f"{orders} order{'' if orders == 1 else 's'}" if orders or not asked else "done"


def _once_each(asked: tuple[Request, ...]) -> list[agreements.Ask]:
    """What is no part of a sheet, each kind once, the last of it, and to leave at the end."""
    last = {type(one): one for one in asked if not isinstance(one, Ready | Nonce)}
    return sorted(last.values(), key=lambda one: isinstance(one, Resign))


def _sendable(letter: Letter, mails: list[OutgoingMail]) -> list[OutgoingMail]:
    """All but the answer, if the writer must not be answered."""
    return [m for m in mails if not (letter.bulk and m.message_id.startswith("<answer."))]


def _quarantine(office: Office, letter_id: str, letter: Letter, reason: str, now: datetime) -> str:
    mails = [writing.letter_to_gm(office, letter, letter_id, reason, now)]
    if office.store.games_of(letter.sender):
        mails.append(writing.unknown(office, letter, letter_id, reason, now))
    office.store.commit({}, _sendable(letter, mails), letter_id, quarantine=reason)
    return f"quarantine: {reason}"
