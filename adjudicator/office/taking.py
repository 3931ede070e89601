"""What a seat's letter says, done: its orders and answers recorded, its requests granted or not."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.office import agreements, confirming
from adjudicator.office.confirming import Understood, understand
from adjudicator.office.delivering import deliver
from adjudicator.office.drafts import Draft
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.press import Press
from adjudicator.office.recording import Source, record_answers, record_sheets, withdraw
from adjudicator.office.requests import Clear, Confirm, Nonce, Propose, Ready, Request, Resign
from adjudicator.office.responses import Answer
from adjudicator.orders import Diagnostic, Seat
from mail.letters import Letter, Line

DECIDED = "Your letter answers a question that is decided already."
DROPPED = "What waited for your yes is withdrawn."


class Taken(NamedTuple):
    """What there is to say of a letter that was taken, to its writer and in a few words."""

    said: Answer
    words: str


def take(
    draft: Draft,
    seat: Seat,
    letter: Letter,
    letter_id: str,
    presses: Sequence[Press],
    lines: Sequence[Line],
    other: Sequence[Line],
    question: int,
) -> Taken:
    """Do what a seat's letter says: its press, and its other lines; `other` are those of its other
    alternative.

    `question`: the number of the question that they answer; 0: none, or nobody knows.
    """
    game = draft.game
    now = game.asking.numbers.get(seat) if game.asking is not None else None
    current = question == now if question else None
    said = understand(draft.office, game, seat, letter, presses, lines, other, current)
    asked, reading = said.asked, said.reading
    source = Source(letter_id, letter.received)
    done, faults, refused, warned = _what_stands(draft, seat, letter, source, said)
    refused += said.refused
    told = any(one.code == "earlier_question" for one in reading.said)
    if question and question != now and not (reading.used or asked or presses or told):
        refused.append(DECIDED)
    # Before the game is over, or he has left it.
    press = deliver(draft, seat, said.presses, letter_id)
    done += press.sent
    refused += press.refused
    proposes = any(isinstance(one, Propose) for one in asked)
    for request in _once_each(asked):
        try:
            done.append(agreements.do(draft, seat, request, letter_id, proposes=proposes))
        except CannotBeDone as error:
            refused.append(str(error))
    warned += press.warned
    answer = Answer(
        said, faults, tuple(done), tuple(refused), letter.faults, tuple(warned), bool(presses)
    )
    orders = sum(len(line.orders) for line in reading.orders)
    count = f"{orders} order{'' if orders == 1 else 's'}"
    return Taken(answer, count if orders or not answer.asked else "done")


def _what_stands(
    draft: Draft, seat: Seat, letter: Letter, source: Source, said: Understood
) -> tuple[list[str], tuple[Diagnostic, ...], list[str], list[str]]:
    """Record what a letter changes of the seat's orders and answers: what was done, the faults of
    its sheet, what was not done, and what is to be warned of, as sentences."""
    done: list[str] = []
    refused: list[str] = []
    faults: tuple[Diagnostic, ...] = ()
    if any(isinstance(one, Clear) for one in said.asked):
        dropped = confirming.drop(draft, seat, source)
        try:
            done.append(withdraw(draft, seat, source))
        except CannotBeDone as error:
            if not dropped:
                refused.append(str(error))
        if dropped:
            done.append(DROPPED)
    beside = ""  # the letter whose yes has confirmed others
    if any(isinstance(one, Confirm) for one in said.asked):
        try:
            confirmed, faults, wrong = confirming.confirm(draft, seat, letter, source)
            done.append(confirmed)
            refused += wrong
            beside = source.letter
        except CannotBeDone as error:
            refused.append(str(error))
    reading = said.reading
    if reading.used:
        confirming.drop(draft, seat, source)
    doubt = said.held is not None
    found, wrong = record_sheets(draft, seat, source, reading, said.asked, doubt=doubt, of=beside)
    refused += wrong
    not_taken, warned = record_answers(draft, seat, source, reading)
    refused += not_taken
    if said.held is not None:
        confirming.ask(draft, seat, source.letter, said)
        refused.append(said.why)
    return done, found or faults, refused, warned


def _once_each(asked: tuple[Request, ...]) -> list[agreements.Ask]:
    """What is no part of a sheet, each kind once, the last of it, and to leave at the end."""
    last = {type(one): one for one in asked if not isinstance(one, Ready | Nonce | Clear | Confirm)}
    return sorted(last.values(), key=lambda one: isinstance(one, Resign))
