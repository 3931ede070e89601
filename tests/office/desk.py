"""A desk to test offices at: a game's file, letters to it, the mails it sent."""

from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

from adjudicator.documents import document
from adjudicator.office import beginning, commands, history, sending
from adjudicator.office.folder import Office
from mail.letters import read_letter

BEGIN = datetime(2026, 12, 1, 10, tzinfo=UTC)  # a Tuesday
DUE = datetime(2026, 12, 4, 20, tzinfo=UTC)
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
EXAMPLE = Path(__file__).parents[2] / "examples" / "nine_years"


def game_file(name: str = "trial", **changes: str) -> str:
    text = f"""\
game: {name}
title: Trial
variant: standard
schedule:
  zone: Europe/London
  phases:
    default: {{weekdays: [tue, fri], time: "20:00"}}
seats:
"""
    for power in POWERS:
        address = f"{power.lower()}@example.org"
        text += f"  {power}: {{name: {power.title()}, address: {address}}}\n"
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


def begin(office: Office, text: str = "", now: datetime = BEGIN) -> None:
    """Begin the game of this file, and send its first mails."""
    beginning.new_game(office, document(text or game_file(), "game.yaml"), now)
    sending.send(office, now)
    office.store.set_note(beginning.LAST_TICK, "")  # most tests leap over days


def tag(
    office: Office, seat: str, phase: str = "S1901M", game: str = "trial", holder: int = 1
) -> str:
    return f"[{game} {phase} {seat} {office.token(game, seat, holder, phase)}]"


def mail(
    subject: str, body: str, sender: str = "austria@example.org", number: int = 1, **headers: str
) -> bytes:
    message = EmailMessage()
    message["From"] = sender
    message["To"] = "games@example.org"
    message["Subject"] = subject
    message["Message-ID"] = f"<{number}@example.org>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(body)
    return message.as_bytes()


def out(office: Office) -> Path:
    """Where the office writes its mails."""
    return office.folder / office.config.send.folder


def send(office: Office, raw: bytes, now: datetime = BEGIN) -> str:
    (done,) = commands.receive(office, [raw], now)
    return done


def observe(
    office: Office, address: str, game: str = "trial", number: int = 90, now: datetime = BEGIN
) -> str:
    """Ask to observe a game, and say yes to the mail that asks whether that is so."""
    send(office, mail(f"observe {game}", "", address, number), now)
    asked = [one for one in office.store.mail_of(game, "") if one.to == address][-1]
    subject = f"Re: {read_letter(asked.raw, now).subject}"
    answer = {"In_Reply_To": asked.message_id}
    return send(office, mail(subject, "yes", address, number + 1000, **answer), now)


def sent(office: Office, seat: str | None = None) -> dict[str, str]:
    """The mails of the out folder by their file's name: subject and text."""
    found = {}
    for path in sorted(out(office).glob("*.eml")):
        message = message_from_bytes(path.read_bytes(), policy=default)
        assert isinstance(message, EmailMessage)
        if seat is None or str(message["To"]) == f"{seat.lower()}@example.org":
            part = message.get_body(("plain",))
            assert part is not None
            text = "\n".join(part.get_content().splitlines())
            found[path.stem] = f"{message['Subject']}\n{text}"
    return found


def answers(office: Office) -> list[str]:
    return [text for name, text in sent(office).items() if name.startswith("answer.")]


def units(office: Office, seat: str) -> set[str]:
    position = history.load(office.store, "trial")[1].position().position
    return {str(unit) for unit in position.units if unit.power == seat}
