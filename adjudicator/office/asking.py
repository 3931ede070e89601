"""Questions in the middle of a phase: put, and decided when it is time to go on."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Raw

from adjudicator import deadlines
from adjudicator.events import Told, may_know
from adjudicator.office import envelopes, reporting, seeds, writing
from adjudicator.office.drafts import Draft
from adjudicator.office.game import Game, asks
from adjudicator.office.kept import OutgoingMail
from adjudicator.office.play_records import Asked, Decided, SheetRecorded
from adjudicator.office.records import encode
from adjudicator.orders import Seat, Sheet
from adjudicator.turns import bots
from adjudicator.turns.questions import Decision, Question
from adjudicator.turns.random_answers import Pick
from adjudicator.turns.runner import Stopped
from adjudicator.turns.turn import stand_in


def ask(draft: Draft, stopped: Stopped) -> None:
    """Record where the open phase has stopped, and write to those who are asked, if anybody is to
    be waited for; else the questions can be decided at once."""
    game = draft.game
    asked = {question.seat for question in stopped.questions}
    phase = asks(game.open_phase())
    game = draft.record(
        Asked(
            game.phase,
            tuple(seat for seat in game.chairs if seat in asked),
            any(question.public for question in stopped.questions),
            encode(stopped.questions),
            _merged(game.decided(), stopped.decisions),
            stopped.stop,
            deadlines.due(game.schedule, phase, draft.now, draft.now),
            _given_before(game, stopped.questions),
        )
    )
    if game.awaited() and game.asking is not None:
        draft.mails += [
            question_to(draft, seat, stopped.told)
            for seat in game.asking.seats
            if not game.chairs[seat].vacant
        ]
        draft.mails += _announced(draft)


def decide(draft: Draft) -> None:
    """Decide what the open phase asks, with what was answered, and what stands in where nothing
    was."""
    game = draft.game
    taken = [_decision(draft, question) for question in game.questions()]
    draft.record(Decided(_merged(game.decided(), taken)))


def decided_before(game: Game) -> Raw:
    """What was decided in the open phase, in this run of it or in one that was taken back."""
    return _merged(game.kept_for(game.phase), game.decided())


def pending(game: Game) -> Raw:
    """The answers to the open questions that have come, for a phase that is begun anew."""
    labels = [question.label for question in game.questions()]
    return encode(tuple(one for label in labels if (one := game.answer(label)) is not None))


def _given_before(game: Game, questions: Iterable[Question[Any]]) -> dict[str, Raw]:
    """Of the answers from before a correction those that answer one of these questions."""
    keys = {question.label: question.key for question in questions}
    return {one.label: encode(one) for one in game.unused() if keys.get(one.label) == one.key}


def _merged(earlier: Iterable[Decision[Any]], later: Iterable[Decision[Any]]) -> Raw:
    """The decisions of both, of one label the later."""
    by_label = {decision.label: decision for decision in (*earlier, *later)}
    return encode(tuple(by_label.values()))


def question_to(draft: Draft, seat: Seat, told: Sequence[Told[Any]]) -> OutgoingMail:
    """What the open phase asks this seat, with what it may know of what was `told` until there."""
    game = draft.game
    assert game.asking is not None
    events = [one.event for one in told if may_know(seat, one.audience)]
    facts = reporting.report_facts(game, [game.title.results(events)], seat)
    number = f"question.{game.name}.{game.phase}.{game.edition}.{seat}"
    number += f".{game.asking.numbers[seat]}.{game.chairs[seat].holder}"
    subject = f"{facts['title']}: you are asked"
    return envelopes.to_seat(draft, seat, subject, "report", number, facts, html=True)


def _announced(draft: Draft) -> list[OutgoingMail]:
    """To the others, what is asked of whom, where they may know."""
    game = draft.game
    sentences = [
        f"{game.title.seat_name(question.seat)} is asked: {question.prompt}"
        for question in game.questions()
        if question.public
    ]
    if not sentences:
        return []
    others = [seat for seat in game.chairs if not game.questions(seat)]
    return writing.notices(draft, others, "A question", sentences)


def order_for_bots(draft: Draft) -> None:
    """Record orders for the seats that a bot plays, where they have none for the open phase."""
    game = draft.game
    for seat in game.owing():
        if game.chairs[seat].bot:
            pick = _picker(draft, seat, "orders")
            orders = bots.orders(game.title, game.position(), seat, pick)
            sheet: Sheet[Any] = Sheet(seat, game.phase, orders)
            draft.record(SheetRecorded(seat, game.phase, encode(sheet), False, "", "bot"))


def _decision(draft: Draft, question: Question[Any]) -> Decision[Any]:
    game = draft.game
    answer = game.answer(question.label)
    if answer is not None:
        return answer
    if game.chairs[question.seat].bot:
        pick = _picker(draft, question.seat, question.label)
        drawn = bots.answer(game.title, game.position(), question, pick)
        return Decision.of(question, drawn, "bot")
    return stand_in(question, game.standing_orders(question.seat))


def _picker(draft: Draft, seat: Seat, use: str) -> Pick:
    game: Game = draft.game
    seed = seeds.of_bots(draft.office, game.name)
    return bots.picker(seed, f"{game.phase} {game.edition} {seat} {use}")
