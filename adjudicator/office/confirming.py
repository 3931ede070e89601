"""What a letter says in a way that leaves doubt, and that its writer is asked to confirm: orders
that he has changed in a quote, and two alternatives of one mail with different orders."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.office.answering import Answering
from adjudicator.office.drafts import Draft
from adjudicator.office.folder import Office
from adjudicator.office.game import Game, Held
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.play_records import ConfirmationAsked, ConfirmationClosed
from adjudicator.office.press import press_in
from adjudicator.office.reading import (
    BEGUN,
    LetterReading,
    ReadLine,
    order_in_subject,
    read_letter_lines,
)
from adjudicator.office.recording import Source, record_answers, record_sheets
from adjudicator.office.records import encode
from adjudicator.office.requests import Request, requests_in
from adjudicator.orders import Diagnostic, Seat
from mail.letters import Letter, Line, dated, read_letter

NOTHING_WAITS = "There is nothing that waits for your yes."
OLDER = (
    "Your yes answers an older mail than the one that asks for it: nothing is confirmed by it. "
    "Answer the newer one, or send your orders once more."
)
ANOTHER = (
    "Your yes answers a mail that asks for no yes: nothing is confirmed by it. Answer the one that "
    "asks for it."
)
CHANGED = (
    "What you have changed in the mail that you quote is not used yet. If these are your orders, "
    "answer this mail with a line `yes`; or send them above the quote."
)
DIFFER = (
    "Your mail says one thing as plain text and another as HTML, so neither is used. Send your "
    "orders once more, as plain text alone; or answer this mail with a line `yes`, for what was "
    "read first."
)


class Understood(Struct, frozen=True):
    """A letter's requests, and how its lines were read.

    `reading` is what counts; `held` what counts once it is confirmed, and `why` it is not yet, a
    sentence. Of two alternatives that differ, `first` and `second` show the orders.
    """

    asked: tuple[Request, ...]
    reading: LetterReading
    held: LetterReading | None = None
    why: str = ""
    first: tuple[ReadLine, ...] = ()
    second: tuple[ReadLine, ...] = ()


def understand(
    office: Office,
    game: Game,
    seat: Seat,
    letter: Letter,
    own: Sequence[Line],
    other: Sequence[Line],
    current: bool | None,
) -> Understood:
    """What of a letter is a seat's `own` lines asks and orders, but for press; `other` are those of
    the other alternative. `current` as for `read_letter_lines`."""
    certain = Answering(game, seat, current).certain
    sent = answered_lines(office, game, seat, letter)
    asked, lines = requests_in(own, certain)
    changes = game.setup.quoted_changes
    reading = read_letter_lines(game, seat, lines, current, sent, changes)
    subject = order_in_subject(game, seat, letter.subject)
    reading = replace(reading, unread=(*subject, *reading.unread))
    if other:
        first = reading
        if changes != "confirm":  # what may be confirmed is compared without changes in a quote
            first = read_letter_lines(game, seat, lines, current, sent)
        _, lines = requests_in(press_in(other)[1], certain)
        second = read_letter_lines(game, seat, lines, current, sent)
        if second.used and _orders(second) != _orders(first):
            held = first if first.used else second
            nothing = LetterReading(unread=reading.unread)
            return Understood(asked, nothing, held, DIFFER, first.orders, second.orders)
    if reading.changed is not None:
        return Understood(asked, reading, reading.changed, CHANGED)
    return Understood(asked, reading)


def answered_lines(office: Office, game: Game, seat: Seat, letter: Letter) -> tuple[str, ...]:
    """The lines of our mail that a letter answers; none if it answers another's, or none. What its
    writer quotes of an earlier letter of his own can be compared with nothing."""
    mail = _answered(office, game, seat, letter)
    if mail is None:
        return ()
    sent = read_letter(mail, letter.received)
    return tuple(line.text for line in (*sent.lines, *sent.other))


def _answered(office: Office, game: Game, seat: Seat, letter: Letter) -> bytes | None:
    try:
        mail = office.store.mail(letter.answers[0]) if letter.answers else None
    except KeyError:
        return None
    return mail.raw if mail is not None and (mail.game, mail.seat) == (game.name, seat) else None


def _orders(reading: LetterReading) -> tuple[Any, ...]:
    return reading.given, reading.standing, reading.answers


def ask(draft: Draft, seat: Seat, letter_id: str, held: LetterReading) -> None:
    """Record that this counts once the seat has said yes."""
    waiting: Held[Any] = Held(held.given, held.standing, held.answers)
    draft.record(ConfirmationAsked(seat, draft.game.phase, letter_id, encode(waiting)))


def drop(draft: Draft, seat: Seat, letter_id: str) -> None:
    """Other orders were sent: nothing waits for a yes any more."""
    if seat in draft.game.unconfirmed:
        draft.record(ConfirmationClosed(seat, False, letter_id))


def confirm(
    draft: Draft, seat: Seat, letter: Letter, source: Source
) -> tuple[str, tuple[Diagnostic, ...], list[str]]:
    """Take what waits for this seat's yes, as it was read and told: what to say, the faults of its
    sheet, and what was not done of it. CannotBeDone if nothing waits, or the yes was meant for
    something else."""
    game = draft.game
    held, waiting = game.held(seat), game.unconfirmed.get(seat)
    if held is None or waiting is None:
        raise CannotBeDone(f"{NOTHING_WAITS}{_vote(game)}")
    answered = _answered(draft.office, game, seat, letter)
    written = dated(answered) if answered is not None else None
    if written is not None and written + timedelta(seconds=1) <= waiting.asked:
        raise CannotBeDone(OLDER)
    if answered is not None and not letter.answers[0].startswith("<answer."):
        raise CannotBeDone(f"{ANOTHER}{_vote(game)}")
    if game.begun and game.phase in held.given:
        raise CannotBeDone(BEGUN)
    if held.answers and not held.answers.keys() & {one.label for one in game.questions(seat)}:
        raise CannotBeDone("What you confirm answers a question that is decided already.")
    draft.record(ConfirmationClosed(seat, True, source.letter))
    reading = LetterReading(given=held.given, standing=held.standing, answers=held.answers)
    faults, refused = record_sheets(draft, seat, source, reading, (), of=waiting.letter)
    not_taken, warned = record_answers(draft, seat, source, reading)
    refused += not_taken
    count = sum(len(orders) for orders in held.given.values())
    count += len(held.standing) + len(held.answers)
    what = f"{count} line{'' if count == 1 else 's'}"
    done = " ".join((f"You have confirmed what was read before: {what}.", *warned))
    return done, faults, refused


def _vote(game: Game) -> str:
    """What a yes may have been meant for, as a sentence; "" if there is nothing."""
    if game.proposal is None:
        return ""
    return f" To vote for the proposal that is open, write `draw yes {game.proposal.number}`."
