"""What the office writes: welcomes, answers, reports, notices. Each mail is rendered once."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from adjudicator import deadlines
from adjudicator.events import Told, may_know
from adjudicator.office.folder import Office
from adjudicator.office.games import Game, Played, Title
from adjudicator.office.reading import SeatReading
from adjudicator.office.reports import render
from adjudicator.office.store import OutgoingMail
from adjudicator.orders import Seat
from mail.compose import compose
from mail.letters import Letter

NO_LETTERS = SeatReading()
LONGEST_QUOTE = 40  # lines of a letter that are shown to the GM


class Notice(Struct, frozen=True):
    """The lines on top of a report, for programs, and the deadline in the player's words."""

    game: str
    phase: str
    deadline: str
    due: str


def welcome(office: Office, game: Game, now: datetime) -> list[OutgoingMail]:
    """The first mail of a game, one for each player."""
    mails = []
    for seat, player in game.setup.seats.items():
        facts = {
            "title": game.setup.title,
            "player": player.name,
            "power": game.title.seat_name(seat),
            "phase": _phase_title(game),
            "due": _due(game, seat),
            "options": _unusual(game),
            "form": _form(game.title, game.position(), seat),
        }
        number = f"welcome.{game.setup.game}.{seat}".lower()
        mails.append(_to_seat(office, game, seat, "Welcome", "welcome", number, facts, now))
    return mails


def answer(
    office: Office,
    game: Game,
    seat: Seat,
    letter: Letter,
    letter_id: str,
    reading: SeatReading,
    now: datetime,
) -> OutgoingMail:
    """The answer to a letter: counts first, then the orders as they stand, then line by line."""
    said = [d for one in reading.letters for line in one.orders for d in line.diagnostics]
    said += reading.sheet
    worst = {diagnostic.severity for diagnostic in said}
    faults = [fault for one in reading.letters for fault in one.faults]
    if faults or not all(one.counts for one in reading.letters):
        worst.add("error")
    word = "ERROR" if "error" in worst else "WARNING" if "warning" in worst else "OK"
    read = sum(len(line.orders) for one in reading.letters for line in one.orders)
    wrong = sum(diagnostic.severity == "error" for diagnostic in said) + len(faults)
    sheet = game.sheet(seat)
    facts = {
        "counts": f"{_count(read, 'order')} read, {_count(wrong, 'fault')}.",
        "phase": _phase_title(game),
        "due": _due(game, seat),
        "orders": [str(order) for order in sheet.orders] if sheet is not None else [],
        "reading": reading,
    }
    subject = f"{word}: {_phase_title(game)}"
    return _to_seat(
        office, game, seat, subject, "answer", f"answer.{letter_id}", facts, now, letter.message_id
    )


def refusal(
    office: Office,
    game: Game,
    seat: Seat,
    letter: Letter,
    letter_id: str,
    reason: str,
    now: datetime,
) -> OutgoingMail:
    """Why a letter of a player's has no effect."""
    facts = {
        "sentences": [f"Your letter was not used: {reason}.", "The game master has it, too."],
        "quoted": _quoted(letter),
    }
    number = f"answer.{letter_id}"
    return _to_seat(
        office, game, seat, "ERROR: not used", "notice", number, facts, now, letter.message_id
    )


def reports(
    office: Office, game: Game, played: Sequence[Played], now: datetime
) -> list[OutgoingMail]:
    """The report of the phases that were played, one for each seat, as each may know them."""
    state = game.position()
    told = [step.told for step in played]
    deadline = game.deadline.astimezone(UTC).isoformat() if game.deadline else ""
    mails = []
    for seat in game.setup.seats:
        notice = Notice(game.setup.game, game.phase, deadline, _due(game, seat))
        facts = report_facts(game.title, game.setup.title, state, seat, told, notice=notice)
        number = f"report.{game.setup.game}.{played[0].phase}.{seat}".lower()
        mails.append(_to_seat(office, game, seat, facts["title"], "report", number, facts, now))
    return mails


def report_facts(
    title: Title,
    game: str,
    state: Any,
    seat: Seat,
    told: Sequence[Sequence[Told[Any]]],
    reading: SeatReading = NO_LETTERS,
    notice: Notice | None = None,
) -> dict[str, Any]:
    """What ``report.txt.j2`` is filled with for one seat: of the phases that were played (`told`,
    one each) and of the board, what the seat may know."""
    results = [
        title.results([one.event for one in phase if may_know(seat, one.audience)])
        for phase in told
    ]
    return {
        "game": game,
        "title": results[0].title,
        "results": results,
        "view": title.view(state, seat),
        "form": _form(title, state, seat),
        "reading": reading,
        "notice": notice,
    }


def to_gm(
    office: Office, letter: Letter, letter_id: str, reason: str, now: datetime
) -> OutgoingMail:
    """A letter that waits in the quarantine."""
    facts = {
        "sentences": [
            f"A letter from {letter.sender or 'nobody'} waits in your quarantine: {reason}.",
            f"Its subject: {letter.subject or 'none'}. Its number: {letter_id}.",
        ],
        "quoted": _quoted(letter),
    }
    text = render("", "notice.txt.j2", facts)
    return _mail(office, "", "", office.config.gm, "Quarantine", text, f"gm.{letter_id}", now)


def unknown(
    office: Office, letter: Letter, letter_id: str, reason: str, now: datetime
) -> OutgoingMail:
    """To somebody who plays here, and whose letter does not say enough."""
    sentences = [
        f"Your letter was not used: {reason}.",
        "Answer a mail of the game with your orders, and keep the words in square brackets in the "
        "subject. The game master has your letter, too.",
    ]
    text = render("", "notice.txt.j2", {"sentences": sentences, "quoted": _quoted(letter)})
    number = f"answer.{letter_id}"
    subject = "ERROR: not used"
    return _mail(office, "", "", letter.sender, subject, text, number, now, letter.message_id)


def _to_seat(
    office: Office,
    game: Game,
    seat: Seat,
    subject: str,
    template: str,
    number: str,
    facts: dict[str, Any],
    now: datetime,
    in_reply_to: str = "",
) -> OutgoingMail:
    setup = game.setup
    text = render(setup.variant, f"{template}.txt.j2", facts)
    tag = f" [{setup.game} {game.phase} {seat} {office.token(setup.game, seat)}]"
    return _mail(
        office,
        setup.game,
        seat,
        setup.seats[seat].address,
        f"{setup.title}: {subject}{tag if game.phase else ''}",
        text,
        number,
        now,
        in_reply_to,
    )


def _mail(
    office: Office,
    game: str,
    seat: Seat,
    to: str,
    subject: str,
    text: str,
    number: str,
    now: datetime,
    in_reply_to: str = "",
) -> OutgoingMail:
    message_id = f"<{number}@{office.host}>"
    raw = compose(
        name=office.config.name,
        address=office.config.address,
        to=to,
        subject=subject,
        text=text,
        message_id=message_id,
        date=now,
        in_reply_to=in_reply_to,
    )
    return OutgoingMail(message_id, game, seat, to, raw, now)


def _phase_title(game: Game) -> str:
    phase = game.title.phase(game.position())
    return phase.title if phase is not None else "the end"


def _due(game: Game, seat: Seat) -> str:
    if game.deadline is None:
        return ""
    return deadlines.shown(game.deadline, game.setup.seats[seat].zone)


def _form(title: Title, state: Any, seat: Seat) -> list[str]:
    return [str(order) for order in title.form(state, seat)] if title.phase(state) else []


def _unusual(game: Game) -> list[str]:
    """The options that are not at their defaults."""
    title = game.title
    readings = {ruling.option: ruling for ruling in title.rulings if ruling.option}
    defaults = {field.name: field.default for field in fields(title.options)}
    return [
        f"{name}: {readings[name].values.get(str(value).lower(), value)}"
        for name, value in game.setup.options.items()
        if str(value).lower() != str(defaults[name]).lower()
    ]


def _quoted(letter: Letter) -> list[str]:
    return [line.text[:200] for line in letter.lines[:LONGEST_QUOTE]]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
