"""What a letter says in a way that leaves doubt, and that its writer is asked to confirm: orders
that he has changed in a quote, and two alternatives of one mail with different orders."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.office.answering import Answering
from adjudicator.office.drafts import Draft
from adjudicator.office.folder import Office
from adjudicator.office.game import Game, Held
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.play_records import ConfirmationAsked, ConfirmationClosed
from adjudicator.office.press import Press, press_in
from adjudicator.office.reading import (
    BEGUN,
    WHY,
    LetterReading,
    ReadLine,
    order_in_subject,
    read_letter_lines,
)
from adjudicator.office.recording import Source, overtaken, record_answers, record_sheets
from adjudicator.office.records import encode
from adjudicator.office.requests import Request, requests_in
from adjudicator.orders import Diagnostic, Seat
from mail.letters import Letter, Line, read_letter
from mail.letters import said as said_in

NOTHING_WAITS = "There is nothing that waits for your yes."
ANOTHER = (
    "Your yes answers another mail than the one that asks for it: nothing is confirmed by it. "
    "Answer that one, or send your orders once more."
)
CHANGED = (
    "What you have changed in the mail that you quote is not used yet. If these are your orders, "
    "answer this mail with a line `yes`; or send them above the quote."
)
DIFFER = (
    "Your mail says one thing as plain text and another as HTML, so neither is used. Send your "
    "orders once more, as plain text alone; or answer this mail with a line `yes`, for what "
)
FIRST = "was read first."
OTHER = "the other part of it says."
MORE = (
    "The lines of your mail end elsewhere as plain text than as HTML, and one of the two holds "
    "more orders. What both say counts. If you mean all of it, answer this mail with a line `yes`; "
    "or send your orders once more, as plain text alone."
)
PRESS_DIFFERS = (
    "No press was sent: as plain text it begins or ends elsewhere in your mail than as HTML. Send "
    "it once more, as plain text alone."
)


class Understood(Struct, frozen=True):
    """A letter's requests, and how its lines were read.

    `reading` is what counts; `held` what counts once it is confirmed, and `why` it is not yet, a
    sentence. Of two alternatives that differ, `first` and `second` show the orders; `presses` are
    those that are the same in both, `refused` says what of requests and press is not done because
    it is not.
    """

    asked: tuple[Request, ...]
    reading: LetterReading
    held: LetterReading | None = None
    why: str = ""
    first: tuple[ReadLine, ...] = ()
    second: tuple[ReadLine, ...] = ()
    presses: tuple[Press, ...] = ()
    refused: tuple[str, ...] = ()


def understand(
    office: Office,
    game: Game,
    seat: Seat,
    letter: Letter,
    presses: Sequence[Press],
    own: Sequence[Line],
    other: Sequence[Line],
    current: bool | None,
) -> Understood:
    """What of a letter is a seat's says: its `presses`, and its `own` other lines; `other` are all
    those of the other alternative. `current` as for `read_letter_lines`.

    What an alternative says that says nothing at all is no doubt about the other.
    """
    certain = Answering(game, seat, current).certain
    sent = answered_lines(office, game, seat, letter)
    asked, lines = requests_in(own, certain)
    changes = game.setup.quoted_changes
    reading = read_letter_lines(game, seat, lines, current, sent, changes)
    subject = order_in_subject(game, seat, letter.subject)
    reading = replace(reading, unread=(*subject, *reading.unread))
    said = Understood(asked, reading, presses=tuple(presses))
    if other:
        first = reading
        if changes != "confirm":  # what may be confirmed is compared without changes in a quote
            first = read_letter_lines(game, seat, lines, current, sent)
        pressed, rest = press_in(other)
        also, lines = requests_in(rest, certain)
        second = read_letter_lines(game, seat, lines, current, sent)
        second = replace(second, unread=(*subject, *second.unread))
        if second.used or also or pressed:
            said = _where_both_agree(said, own, pressed, rest, certain)
        elsewhere = said.presses != tuple(presses)
        if (second.used or elsewhere) and _orders(second) != _orders(first):
            if not elsewhere and _words(presses) != _words(pressed):  # orders may be among them
                elsewhere = True
                said = replace(said, presses=(), refused=(*said.refused, PRESS_DIFFERS))
            same = not elsewhere and said_in(own) == said_in(rest)
            return _held(said, first, second, same=same)
    if reading.changed is not None:
        return replace(said, held=reading.changed, why=CHANGED)
    return said


def _where_both_agree(
    one: Understood,
    own: Sequence[Line],
    pressed: Sequence[Press],
    rest: Sequence[Line],
    certain: Callable[[str], bool],
) -> Understood:
    """Without the requests, and the press, that only one of the alternatives has: they were made by
    where its lines end. `pressed` and the `rest` are the other's."""
    refused = []
    here, there = _requests(own, certain), _requests(rest, certain)
    both = {found for found, _ in here} & {found for found, _ in there}
    for request, text in (*here, *there):
        if request not in both:
            refused.append(
                f"`{text.strip()[:100]}` was not done: it stands in only one of the two texts of "
                "your mail, plain and HTML. Send it once more, as plain text alone."
            )
    asked = tuple(found for found, _ in here if found in both)
    presses = one.presses
    if [_kind(press) for press in presses] != [_kind(press) for press in pressed]:
        presses = ()
        refused.append(PRESS_DIFFERS)
    return replace(one, asked=asked, presses=presses, refused=tuple(dict.fromkeys(refused)))


def _kind(press: Press) -> tuple[str, str, bool, bool]:
    """What of a press depends on where lines end, but for its text."""
    begun = press.heading
    return begun.to.casefold(), begun.how, begun.note, press.ended


def _words(presses: Sequence[Press]) -> list[str]:
    return [said_in(press.lines) for press in presses]


def _requests(lines: Sequence[Line], certain: Callable[[str], bool]) -> list[tuple[Request, str]]:
    """The requests in these lines, each with its line."""
    return [(one, line.text) for line in lines for one in requests_in([line], certain)[0]]


def _held(
    said: Understood, first: LetterReading, second: LetterReading, *, same: bool
) -> Understood:
    """Of two alternatives with different orders. If they have the `same` words in other lines, and
    the one has all orders of the other, these count; else none does."""
    if same and first.used and second.used and first.changed is None:
        for less, more in ((first, second), (second, first)):
            if _is_within(less, more):
                return replace(said, reading=less, held=more, why=MORE, second=more.orders)
    edited = first.changed.orders if first.changed is not None else ()
    unread = (ReadLine(line.number, line.text, why=WHY["edited"]) for line in edited)
    return replace(
        said,
        reading=LetterReading(unread=(*said.reading.unread, *unread)),
        held=first if first.used else second,
        why=f"{DIFFER}{FIRST if first.used else OTHER}",
        first=first.orders,
        second=second.orders,
    )


def _is_within(less: LetterReading, more: LetterReading) -> bool:
    """Whether the one has all that counts of the other, in the same order."""
    return (
        all(_in_order(less.given[phase], more.given.get(phase, ())) for phase in less.given)
        and _in_order(less.standing, more.standing)
        and all(more.answers.get(label) == answer for label, answer in less.answers.items())
    )


def _in_order(less: Sequence[Any], more: Sequence[Any]) -> bool:
    left = iter(more)
    return all(one in left for one in less)


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


def ask(draft: Draft, seat: Seat, letter_id: str, said: Understood) -> None:
    """Record that what is held of this counts once the seat has said yes."""
    assert said.held is not None
    held, whole = said.held, said.held is not said.reading.changed
    waiting: Held[Any] = Held(held.given, held.standing, held.answers, whole)
    draft.record(ConfirmationAsked(seat, draft.game.phase, letter_id, encode(waiting)))


def drop(draft: Draft, seat: Seat, source: Source) -> bool:
    """Other orders were sent, or none shall count: nothing waits for a yes any more, unless it
    reached us later. Whether something did."""
    waiting = draft.game.unconfirmed.get(seat)
    if waiting is None or overtaken(draft, source, waiting.letter):
        return False
    draft.record(ConfirmationClosed(seat, False, source.letter))
    return True


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
    if answered is not None and not letter.answers[0].startswith(f"<answer.{waiting.letter}"):
        raise CannotBeDone(f"{ANOTHER}{_vote(game)}")
    if game.begun and game.phase in held.given:
        raise CannotBeDone(BEGUN)
    if held.answers and not held.answers.keys() & {one.label for one in game.questions(seat)}:
        raise CannotBeDone("What you confirm answers a question that is decided already.")
    draft.record(ConfirmationClosed(seat, True, source.letter))
    reading = LetterReading(given=held.given, standing=held.standing, answers=held.answers)
    added_to = "" if held.whole else waiting.letter
    faults, refused = record_sheets(draft, seat, source, reading, (), of=added_to)
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
    return f" To vote for the proposal that is open, write `vote yes {game.proposal.number}`."
