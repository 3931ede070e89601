"""What the GM's commands do, each a function over an open office."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from adjudicator.deadlines import shown
from adjudicator.documents import BadDocument, Document
from adjudicator.office import games, intake, running, sending, writing
from adjudicator.office.folder import Office
from adjudicator.office.ledger import START
from adjudicator.office.store import Moved
from adjudicator.turns.turn import Turn
from mail.folders import read_mails


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


def receive(office: Office, mails: Sequence[tuple[str, bytes]], now: datetime) -> list[str]:
    """Keep these mails (where they were read, bytes), read all that wait, send the answers.

    The same mail from the same place has one effect; a file that was changed counts as another.
    """
    for source, raw in mails:
        office.store.keep_letter(raw, now, f"{source} {sha256(raw).hexdigest()[:16]}")
    done = [intake.handle(office, letter, now) for letter in office.store.letters_waiting()]
    sending.send(office, now)
    return done


def mails_of(paths: Sequence[Path]) -> list[tuple[str, bytes]]:
    """The mails in these files and folders. BadDocument if one is not there."""
    found: list[tuple[str, bytes]] = []
    for path in paths:
        if not path.exists():
            raise BadDocument(str(path), "there is no such file or folder")
        found += read_mails(path)
    return found


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
    letters = [intake.handle(office, letter, now) for letter in office.store.letters_waiting()]
    phases = []
    broken = []
    for name in office.store.due_games(now):
        try:
            ran = running.run_phase(office, name, now)
        except Exception as error:  # whatever it is, the other games go on
            broken.append(f"{name}: {type(error).__name__}: {error}")
        else:
            if ran is not None:
                phases.append((name, ran))
    return Ticked(tuple(letters), tuple(phases), tuple(broken), sending.send(office, now))


class Status(Struct, frozen=True):
    """A line a game: the open phase, its deadline, the seats that owe orders."""

    game: str
    phase: str
    deadline: str
    owing: tuple[str, ...]


def status(office: Office) -> tuple[Status, ...]:
    """Every game of the office. Deadlines are in the schedule's zone."""
    lines = []
    for name in office.store.games():
        game = games.load(office.store, name)[1]
        phase = game.title.phase(game.position())
        if phase is None or game.deadline is None:
            lines.append(Status(name, "", "", ()))
            continue
        owing = tuple(sorted(phase.due - game.sheets.keys()))
        lines.append(Status(name, phase.id, shown(game.deadline, game.setup.schedule.zone), owing))
    return tuple(lines)


def process(office: Office, name: str, phase: str, now: datetime) -> None:
    """Run the phase now. BadDocument if the game is not at it, or there is no such game."""
    try:
        running.run_phase(office, name, now, phase)
    except KeyError:
        raise BadDocument(name, "there is no such game") from None
    except ValueError as error:
        raise BadDocument(name, str(error)) from None
    sending.send(office, now)


def report(office: Office, name: str, seat: str | None, now: datetime) -> int:
    """Send the last report of a game again, the same bytes, to a seat or to all; to how many."""
    latest: dict[str, str] = {}
    for mail in office.store.mail_sent(name, seat):
        if mail.message_id.startswith(f"<{name}."):
            latest[mail.seat] = mail.message_id
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
