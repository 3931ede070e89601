"""What the GM's commands do, each a function over an open office."""

from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from adjudicator.deadlines import shown
from adjudicator.documents import BadDocument, Document
from adjudicator.office import games, intake, running, sending, writing
from adjudicator.office.folder import Office
from adjudicator.office.ledger import START
from adjudicator.office.store import Damaged, Moved, Unavailable
from adjudicator.turns.turn import Turn
from mail.folders import mail_files
from mail.letters import read_letter


def new_game(office: Office, document: Document, now: datetime) -> games.Game:
    """A game begun, its players welcomed. BadDocument if its file is wrong or its name is taken."""
    setup, title, options = games.read_setup(document)
    try:
        state = title.start(options, tuple(setup.seats), Turn("start", {}))
    except ValueError as error:
        raise document.fault("$.seats", str(error)) from None
    record = games.created(setup, title, state, now)
    game = games.fold(None, record)
    try:
        office.store.commit(
            {setup.game: (START, [record])},
            writing.welcome(office, game, now),
            snapshots={setup.game: bytes(games.encode(game))},
            schedule={setup.game: game.closes()},
        )
    except Moved:
        raise document.fault("$.game", f"there is a game {setup.game} already") from None
    sending.send(office, now)
    return game


def keep(office: Office, mails: Iterable[bytes], now: datetime) -> None:
    """Keep these mails, received now, the one its writer dated first before the others.

    The same bytes are the same letter, wherever they come from.
    """
    undated = datetime.max.replace(tzinfo=UTC)
    for raw in sorted(mails, key=lambda raw: read_letter(raw, now).dated or undated):
        office.store.keep_letter(raw, now, f"mail {sha256(raw).hexdigest()}")


def keep_files(office: Office, paths: Iterable[Path], now: datetime) -> list[str]:
    """Keep the mails in these files and folders; what could not be read, each with its reason."""
    mails = []
    unread = []
    for path in paths:
        for file in mail_files(path):
            try:
                mails.append(file.read_bytes())
            except OSError as error:
                unread.append(f"{file}: {error.strerror}")
    keep(office, mails, now)
    return unread


def read_waiting(office: Office, now: datetime) -> list[str]:
    """Handle every letter that waits; what was done with each."""
    return [intake.handle(office, letter, now) for letter in office.store.letters_waiting()]


def receive(office: Office, mails: Iterable[bytes], now: datetime) -> list[str]:
    """Keep these mails, read all that wait, send the answers."""
    keep(office, mails, now)
    done = read_waiting(office, now)
    sending.send(office, now)
    return done


class Ticked(Struct, frozen=True):
    """What a tick did: the letters handled, the phases run (game and phase), what went wrong."""

    letters: tuple[str, ...]
    phases: tuple[tuple[str, str], ...]
    broken: tuple[str, ...]
    sent: int


def tick(office: Office, now: datetime) -> Ticked:
    """Read the letters that wait, run what is due, send what is left. Doing it twice does it once.

    One broken game does not stop the others: it is named in `broken`.
    """
    letters = read_waiting(office, now)
    phases = []
    broken = []
    for name in office.store.due_games(now):
        try:
            letters += read_waiting(office, now)  # one may have come in time meanwhile
            ran = running.run_phase(office, name, now)
        except Unavailable:
            raise
        except Exception as error:  # whatever it is, the other games go on
            broken.append(f"{name}: {type(error).__name__}: {error}")
        else:
            if ran is not None:
                phases.append((name, ran))
    return Ticked(tuple(letters), tuple(phases), tuple(broken), sending.send(office, now))


class Status(Struct, frozen=True):
    """A line a game: the open phase, its deadline, the seats that owe orders, what is wrong."""

    game: str
    phase: str = ""
    deadline: str = ""
    owing: tuple[str, ...] = ()
    fault: str = ""


def status(office: Office) -> tuple[Status, ...]:
    """Every game of the office. Deadlines are in the schedule's zone."""
    lines = []
    for name in office.store.games():
        try:
            game = games.load(office.store, name)[1]
        except Damaged as error:
            lines.append(Status(name, fault=str(error)))
            continue
        phase = game.title.phase(game.position())
        if phase is None or game.deadline is None:
            lines.append(Status(name))
            continue
        owing = tuple(sorted(phase.due - game.sheets.keys()))
        lines.append(Status(name, phase.id, shown(game.deadline, game.setup.schedule.zone), owing))
    return tuple(lines)


def process(office: Office, name: str, phase: str, now: datetime) -> None:
    """Run the phase now, with every letter that has come. BadDocument if the game is not at it, or
    there is no such game."""
    read_waiting(office, now)
    try:
        running.run_phase(office, name, now, phase)
    except KeyError:
        raise BadDocument(name, "there is no such game") from None
    except ValueError as error:
        raise BadDocument(name, str(error)) from None
    sending.send(office, now)


def report(office: Office, name: str, seat: str | None, now: datetime) -> int:
    """Send the last report of a game again, the same bytes, to a seat or to all; to how many.

    BadDocument if there is none.
    """
    latest: dict[str, str] = {}
    for mail in office.store.mail_sent(name, seat):
        if mail.message_id.startswith(f"<report.{name}."):
            latest[mail.seat] = mail.message_id
    if not latest:
        raise BadDocument(name, f"there is no report{f' to {seat}' if seat else ''} to send again")
    for message_id in latest.values():
        office.store.send_again(message_id, now)
    sending.send(office, now)
    return len(latest)


def verify(office: Office) -> list[str]:
    """Everything that is wrong with the office's file and the games in it, each a sentence."""
    found = list(office.store.damage())
    if not found:
        for name in office.store.games():
            found += running.verify(office, name)
    return found
