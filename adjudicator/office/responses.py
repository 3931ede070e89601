"""What the office answers to letters: to players line by line, to others in a few sentences."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.office import envelopes, phrases, questioning, replies
from adjudicator.office.confirming import Understood
from adjudicator.office.drafts import Draft
from adjudicator.office.game import Game
from adjudicator.office.identity import Tag, observer_tag
from adjudicator.office.kept import OutgoingMail
from adjudicator.office.reading import LetterReading, ReadLine
from adjudicator.office.requests import Help
from adjudicator.orders import Diagnostic, Seat
from adjudicator.wording import series
from mail.letters import Letter


class Answer(Struct, frozen=True):
    """How a letter was read, and what came of it.

    `sheet` is what there is to say of the orders as a whole, `done` and `refused` what became of
    what else was asked, `warned` what its writer should know of that, `faults` what is wrong with
    the letter itself, `pressed` whether there was press in it.
    """

    said: Understood
    sheet: tuple[Diagnostic, ...]
    done: tuple[str, ...]
    refused: tuple[str, ...]
    faults: tuple[str, ...]
    warned: tuple[str, ...] = ()
    pressed: bool = False

    @property
    def reading(self) -> LetterReading:
        """How its lines were read that count."""
        return self.said.reading

    @property
    def asked(self) -> bool:
        """Whether it asked anything, or was for others."""
        return bool(self.said.asked) or self.pressed

    @property
    def helps(self) -> bool:
        """Whether it asked for help."""
        return any(isinstance(one, Help) for one in self.said.asked)

    @property
    def changed(self) -> tuple[ReadLine, ...]:
        """The lines that its writer has changed in a quote and has yet to confirm."""
        changed = self.reading.changed
        return changed.orders if changed is not None else ()

    @property
    def word(self) -> str:
        """``OK``, ``WARNING`` or ``ERROR``, by the worst that there is to say."""
        said = {diagnostic.severity for diagnostic in (*self.reading.said, *self.sheet)}
        if self.faults or self.refused or "error" in said or not self.used:
            return "ERROR"
        return "WARNING" if self.warned or "warning" in said else "OK"

    @property
    def used(self) -> bool:
        """Whether anything was read in it: orders, or what else a line can say."""
        return self.reading.used or self.asked

    @property
    def counts(self) -> str:
        """``3 orders read, 1 fault.``"""
        orders = sum(len(line.orders) for line in self.reading.orders)
        said = (*self.reading.said, *self.sheet)
        faults = sum(one.severity == "error" for one in said)
        faults += len(self.faults) + len(self.refused) + (not self.used)
        return f"{_count(orders, 'order')} read, {_count(faults, 'fault')}."


def answer(draft: Draft, seat: Seat, letter: Letter, number: str, said: Answer) -> OutgoingMail:
    """The answer to a letter: counts, line by line, then the orders as they stand and the time."""
    game = draft.game
    facts = {
        "answer": said,
        "phase": phrases.phase_title(game) if game.phase else "",
        "due": phrases.due(game, seat) if seat in game.due and game.asking is None else "",
        "answer_due": phrases.due(game, seat) if game.asking is not None else "",
        "past": game.deadline is not None and game.deadline < draft.now,
        "grace": phrases.grace(game, seat),
        "left": _left(game, draft.now),
        "readiness": _readiness(game, seat),
        "standing": phrases.standing(game, seat),
        "standing_orders": phrases.standing_orders(game, seat) if said.reading.standing else None,
        "questions": questioning.put(game, seat),
        "gm": draft.office.config.gm,
        "requests": phrases.requests(game) if said.helps else (),
        "examples": game.title.examples,
    }
    return envelopes.to_seat(
        draft,
        seat,
        f"{said.word}: {phrases.phase_title(game)}",
        "answer",
        number,
        facts,
        in_reply_to=letter.message_id,
    )


def answer_elsewhere(
    draft: Draft, seat: Seat, letter: Letter, number: str, said: Answer, tag: Tag | None
) -> OutgoingMail:
    """The answer to who wrote a seat's letter from an address that is not known: how his own lines
    were read, and nothing of the seat that he does not show himself to know; not the seat's tag as
    it is now, but the one that he used."""
    game = draft.game
    facts = {
        "answer": replace(said, sheet=(), done=(ELSEWHERE, *said.done)),
        **dict.fromkeys(("phase", "due", "answer_due", "grace", "left", "readiness"), ""),
        "past": False,
        "standing": (),
        "standing_orders": None,
        "questions": (),
        "gm": draft.office.config.gm,
        "requests": phrases.requests(game) if said.helps else (),
        "examples": game.title.examples,
        "tag": "",
        "unanswered": replies.owed(draft, letter.sender, seat),
    }
    subject = f"{said.word}: {phrases.phase_title(game)}"
    return envelopes.tagged(
        draft, letter.sender, seat, tag, subject, "answer", number, facts, letter.message_id
    )


ELSEWHERE = (
    "You wrote from an address that is not known here. The whole answer, with the orders as they "
    "stand, goes to the one that is."
)


def copied(sender: str, gm: str) -> str:
    """What a player is told of a letter that he may not have written."""
    return (
        f"This letter came from {sender[:100] or 'an address that cannot be read'}, with the words "
        f"in square brackets of your mails. If you did not write it, tell the game master: {gm}"
    )


def refusal(
    draft: Draft, seat: Seat, letter: Letter, number: str, sentences: Sequence[str]
) -> OutgoingMail:
    """Why a letter of a player's has no effect."""
    facts = {
        "sentences": [*sentences, "The game master has it, too."],
        "quoted": phrases.quoted(letter.lines),
    }
    return envelopes.to_seat(
        draft,
        seat,
        "ERROR: not used",
        "notice",
        number,
        facts,
        in_reply_to=letter.message_id,
    )


def answer_applicant(
    draft: Draft, letter: Letter, letter_id: str, good: bool, sentences: Sequence[str]
) -> OutgoingMail:
    """The answer to a letter that is of no seat."""
    subject = f"{draft.game.setup.title}: {'OK' if good else 'ERROR'}"
    return _to_writer(
        draft, letter, subject, f"answer.{letter_id}", sentences, game=draft.game.name
    )


def ask_observer(draft: Draft, letter: Letter, letter_id: str) -> OutgoingMail:
    """To the address from which a letter asks to observe the game: whether its reader wants that.
    Nothing of the letter is in it, for another may have written it."""
    game, office = draft.game, draft.office
    tag = observer_tag(game, letter.sender, office.token)
    sentences = [
        f"You, or somebody in your name, asked for the public reports of {game.setup.title}. If "
        "you want to get them, answer this mail with a line `yes`, and leave the words in square "
        "brackets in its subject.",
        "If you do not want them, do nothing: without your `yes` none is sent.",
    ]
    return envelopes.plain(
        office,
        letter.sender,
        f"{game.setup.title}: please confirm {tag}",
        envelopes.sentences(sentences, (), replies.owed(draft, letter.sender)),
        f"answer.{letter_id}",
        draft.now,
        game=game.name,
        in_reply_to=letter.message_id,
        reply_to=tag.address(office.config.address) if office.config.plus_addresses else "",
    )


def unheard_of(draft: Draft, letter: Letter, letter_id: str, sentence: str) -> OutgoingMail:
    """To somebody who asks about a game that there is not."""
    return _to_writer(draft, letter, "ERROR: no such game", f"answer.{letter_id}", [sentence])


ADVICE = (
    "Answer a mail of the game with your orders, and keep the words in square brackets in the "
    "subject."
)


def unused(draft: Draft, letter: Letter, number: str, sentences: Sequence[str]) -> OutgoingMail:
    """To who wrote what was not used, without the token of any seat."""
    sentences = [*sentences, "The game master has your letter, too."]
    return _to_writer(draft, letter, "ERROR: not used", number, sentences)


def _to_writer(
    draft: Draft,
    letter: Letter,
    subject: str,
    number: str,
    sentences: Sequence[str],
    game: str = "",
) -> OutgoingMail:
    owed = replies.owed(draft, letter.sender)
    text = envelopes.sentences(sentences, phrases.quoted(letter.lines), owed)
    return envelopes.plain(
        draft.office,
        letter.sender,
        subject,
        text,
        number,
        draft.now,
        game=game,
        in_reply_to=letter.message_id,
    )


def _left(game: Game, now: datetime) -> str:
    """The time left until the deadline: ``2 days and 3 hours``."""
    if game.deadline is None or game.paused or game.deadline <= now:
        return ""
    minutes = int((game.deadline - now).total_seconds() // 60)
    days, hours = minutes // (24 * 60), minutes // 60 % 24
    parts = [_count(days, "day")] * bool(days) + [_count(hours, "hour")] * bool(hours)
    return series(parts or [_count(minutes % 60, "minute")])


def _readiness(game: Game, seat: Seat) -> str:
    """Whether the seat is ready, if that matters in this game or it said so."""
    if seat not in game.due or game.asking is not None:
        return ""
    if game.setup.schedule.early is None:
        said = "You are ready. This game runs at its deadlines, though all be ready before."
        return said if seat in game.ready else ""
    if seat in game.ready:
        return "You are ready. To take that back, write a line `not ready`."
    return "You are not ready. When your orders are final, write a line `ready`."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
