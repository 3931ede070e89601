"""What was read in a letter, recorded: sheets, standing orders, answers."""

from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.office import phrases
from adjudicator.office.drafts import Draft
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.play_records import (
    Answered,
    SheetRecorded,
    SheetWithdrawn,
    StandingGiven,
)
from adjudicator.office.reading import BEGUN, LetterReading, sheet_after
from adjudicator.office.records import encode
from adjudicator.office.requests import Nonce, Ready, Request, nonce_fault
from adjudicator.orders import Diagnostic, Seat, Sheet
from adjudicator.turns import standing
from adjudicator.turns.questions import By, Decision

DISPLACED = (
    "A letter's standing orders replace all earlier ones of their kind. No longer counted, unless "
    "it is sent again with the others:"
)
SPOILED = "None of your standing orders is changed, for something is wrong in one of them."
OVERTAKEN = "Orders of yours that reached us later stand; these have no effect."


class Source(NamedTuple):
    """The letter that something was read in, and when it reached us; "" and None: it comes from the
    game master."""

    letter: str
    received: datetime | None


def record_sheets(
    draft: Draft,
    seat: Seat,
    source: Source,
    reading: LetterReading,
    asked: tuple[Request, ...],
    *,
    doubt: bool = False,
    of: str = "",
) -> tuple[tuple[Diagnostic, ...], list[str]]:
    """Record a sheet for each phase the letter has orders for; the faults of the open one, and
    what was not done of it, as sentences. `doubt`: something of the letter is to be confirmed.
    Orders `of` a letter that others were read in before are added to them."""
    game = draft.game
    title, state = game.title, game.position()
    ready = next((request.yes for request in reversed(asked) if isinstance(request, Ready)), None)
    nonce = next((one.text for one in reversed(asked) if isinstance(one, Nonce)), "")
    refused: list[str] = []
    if ready and doubt:
        ready = None
        refused.append("You are not taken to be ready, for there is something to confirm.")
    if ready and any(said.severity == "error" for said in reading.said):
        ready = None
        refused.append("You are not taken to be ready, for something is wrong in your orders.")
    if game.begun:
        ready = None  # who is asked needs time for his answer alone
    given = dict(reading.given)
    if ready or (ready is not None and seat in game.sheets):  # to want time is not to order
        given.setdefault(game.phase, ())
    # Into dice that are rolled for others anybody can put a nonce.
    closes = game.closes()
    late = closes is not None and source.received is not None and source.received > closes
    alone = not (game.begun or late) and (seat in game.sheets or seat not in game.due)
    if nonce and not given and alone and title.chance:
        given[game.phase] = ()
    if nonce and (fault := _nonce_fault(nonce, bool(given), title.chance)):
        refused.append(fault)
        nonce = ""
    faults: tuple[Diagnostic, ...] = ()
    for phase, orders in given.items():
        sheet = game.sheet(seat, phase) or Sheet(seat, phase)
        if overtaken(draft, source, sheet.letter):
            refused.append(OVERTAKEN)
            continue
        if orders and of and sheet.letter == of:
            sheet = replace(sheet, orders=(*sheet.orders, *orders), letter=source.letter)
        elif orders:
            sheet = sheet_after(title, state, sheet, orders, source.letter)
        sheet = replace(sheet, nonce=nonce or sheet.nonce)
        if phase == game.phase:
            faults = title.check(state, seat, sheet.orders)
            kept = sheet.ready and not orders and ready is None  # a nonce alone changes no order
            sheet = replace(sheet, diagnostics=(*reading.said, *faults), ready=bool(ready) or kept)
        draft.record(SheetRecorded(seat, phase, encode(sheet), sheet.ready, source.letter))
    return faults, refused


def withdraw(draft: Draft, seat: Seat, source: Source) -> str:
    """Take back all the orders of a seat for the open phase; what to say of it. CannotBeDone if it
    has none, or they count already."""
    game = draft.game
    if game.begun:
        raise CannotBeDone(BEGUN)
    sheet = game.sheet(seat)
    if sheet is None:
        raise CannotBeDone("You had no orders that could be withdrawn.")
    if overtaken(draft, source, sheet.letter):
        raise CannotBeDone(OVERTAKEN)
    draft.record(SheetWithdrawn(seat, game.phase, source.letter))
    return f"Your orders for {phrases.phase_title(game)}, are withdrawn."


def record_answers(
    draft: Draft, seat: Seat, source: Source, reading: LetterReading
) -> tuple[list[str], list[str]]:
    """Record the standing orders and the answers of a letter; what was not done of it, and what is
    to be warned of, as sentences."""
    game = draft.game
    refused: list[str] = []
    warned: list[str] = []
    if reading.spoiled:
        refused.append(SPOILED)
    if reading.standing:
        if overtaken(draft, source, game.standing_letter.get(seat, "")):
            refused.append(OVERTAKEN)
        else:
            earlier = game.standing_orders(seat)
            orders = standing.merged(earlier, reading.standing)
            if lost := standing.displaced(earlier, reading.standing):
                warned.append(f"{DISPLACED} {'; '.join(map(str, lost))}.")
            draft.record(StandingGiven(seat, encode(orders), source.letter))
    by: By = "player" if source.letter else "gm"
    for question in game.questions(seat):
        answer = reading.answers.get(question.label)
        if answer is None:
            continue
        if game.asking and overtaken(draft, source, game.asking.letters.get(question.label, "")):
            refused.append(OVERTAKEN)
            continue
        decision = Decision.of(question, answer, by)
        draft.record(Answered(seat, question.label, encode(decision), source.letter))
    return refused, warned


def overtaken(draft: Draft, source: Source, other: str) -> bool:
    """Whether it reached us before the letter that counts now: mail overtakes."""
    if not other or source.received is None:
        return False
    try:
        return draft.office.store.letter(other).received > source.received
    except KeyError:  # it came to the office that the game was handed over by
        return False


def _nonce_fault(nonce: str, given: bool, chance: bool) -> str:
    if not chance:
        return "This game has no chance in it that a nonce could change."
    unwanted = "The nonce is not taken: it comes with your orders, before they are due."
    return nonce_fault(nonce) or ("" if given else unwanted)
