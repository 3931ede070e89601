"""What the GM's commands do, each a function over an open office."""

import traceback
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.deadlines import shown
from adjudicator.office import (
    bounces,
    envelopes,
    fetching,
    history,
    intake,
    replies,
    reporting,
    running,
    sending,
    writing,
)
from adjudicator.office.beginning import LAST_TICK
from adjudicator.office.drafts import Draft
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.kept import CannotBeDone, OutgoingMail, StoreError, Unavailable
from adjudicator.office.ledger import utc_text
from adjudicator.turns.turn import Diverged, Misuse
from mail.letters import html_part, read_letter


def read_waiting(office: Office, now: datetime) -> list[str]:
    """Handle every letter that waits; what was done with each."""
    return [intake.handle(office, letter, now) for letter in office.store.letters_waiting()]


def receive(office: Office, mails: Iterable[bytes], now: datetime) -> list[str]:
    """Keep these mails, read all that wait, send the answers."""
    fetching.keep(office, mails, now)
    done = read_waiting(office, now)
    sending.send(office, now)
    return done


class Ticked(Struct, frozen=True):
    """What a tick did: the letters handled, the phases run (game and phase), who was asked
    something and who was reminded (game and seats), what could not be fetched or went wrong, how
    many mails were sent.

    `held`: why nothing was run: letters may be missing, or nothing had been run for so long that
    the players could not write.
    """

    letters: tuple[str, ...]
    phases: tuple[tuple[str, str], ...]
    asked: tuple[tuple[str, tuple[str, ...]], ...]
    reminded: tuple[tuple[str, tuple[str, ...]], ...]
    broken: tuple[str, ...]
    sent: int
    held: str = ""


def tick(office: Office, now: datetime, *, catch_up: bool = False) -> Ticked:
    """Fetch and read the mail that waits, run what is due, remind, send what is left. Doing it
    twice does it once.

    One broken game does not stop the others: it is named in `broken`, and its GM is written to.
    After an outage nothing is run without `catch_up`: the players could not write either.
    """
    fetched = fetching.fetch(office, now)
    broken = [*fetched.faults]
    letters = read_waiting(office, now)
    phases = []
    asked = []
    reminded = []
    held = "" if catch_up else _unfetched(office, fetched.away, now) or _outage(office, now)
    for name in office.store.due_games(now) if not held else ():
        try:
            letters += read_waiting(office, now)  # one may have come in time meanwhile
            # One in which nobody has a choice may follow the phase, and ask.
            for _ in range(running.MOST_TOGETHER + 1):
                due = running.run_due(office, name, now)
                if not due.phase:
                    break
                phases.append((name, due.phase))
            else:
                raise Misuse(f"{due.phase}: phases without a choice follow without end")
            if due.asked:
                asked.append((name, due.asked))
            elif seats := running.remind(office, name, now):
                reminded.append((name, seats))
        except Unavailable:
            raise
        except Exception as error:  # whatever it is, the other games go on
            broken.append(f"{name}: {type(error).__name__}: {error}")
            _tell_broken(office, name, error, now)
    _tell_of_quarantine(office, now)
    if not held:
        office.store.set_note(LAST_TICK, utc_text(now))
    sent = sending.send(office, now)
    return Ticked(
        tuple(letters), tuple(phases), tuple(asked), tuple(reminded), tuple(broken), sent, held
    )


def _tell_of_quarantine(office: Office, now: datetime) -> None:
    """Write to the GM of the letters in quarantine that he was not told of one by one, once he may
    be written to again and has been owed the first of them for an hour."""
    draft = Draft(office, None, now)
    owed = office.store.owed(replies.GM)
    waited = bool(owed) and owed[0].at <= now - replies.SPAN
    if waited and replies.may_write(draft, replies.GM):
        mail = writing.letters_to_gm(draft, owed[-1].letter)
        told = replace(owed[-1], at=now, mailed=True, done="")
        try:
            office.store.commit({}, [mail], replies=[told], told=draft.account.told)
        except Unavailable:
            raise
        except StoreError:  # another tick has written the same mail
            return


def _unfetched(office: Office, away: Sequence[str], now: datetime) -> str:
    """Where mail cannot be fetched, in words: orders may wait there. The GM is told once a day."""
    if not away:
        return ""
    held = f"mail cannot be fetched: {'; '.join(away)}"
    sentences = [f"Nothing is run: {held}.", "To run what is due: adjudicator tick --catch-up"]
    envelopes.tell_gm_once(office, f"gm.fetch.{now:%Y%m%d}", "No mail", sentences, now)
    return held


def _outage(office: Office, now: datetime) -> str:
    """Since when nothing has been run, in words, if that is too long; the GM is told once."""
    noted = office.store.note(LAST_TICK)
    if not noted:
        return ""
    last = datetime.fromisoformat(noted)
    always = datetime.max.replace(tzinfo=UTC)
    running_games = office.store.due_games(always)
    if now - last <= timedelta(hours=office.config.outage_hours) or not running_games:
        return ""
    since = shown(last, "UTC")
    sentences = [
        f"Nothing was run since {since}, and nothing is until you say so: your players could not "
        "write either.",
        "To run what is due: adjudicator tick --catch-up. To give your players time first: "
        "adjudicator game extend GAME +24h, for each game, and then the same.",
    ]
    number = f"gm.outage.{last:%Y%m%d%H%M%S}"
    envelopes.tell_gm_once(office, number, "After an outage", sentences, now)
    return f"nothing was run since {since}"


def _tell_broken(office: Office, name: str, error: Exception, now: datetime) -> None:
    """Write to the GM about a game that fails, once for each way it does."""
    trace = traceback.format_exception(error)
    fault = sha256(f"{name} {type(error).__name__} {error}".encode()).hexdigest()[:16]
    sentences = [
        f"The game {name} cannot go on: {type(error).__name__}: {error}",
        "It is tried again at every tick; the other games go on.",
    ]
    if isinstance(error, Diverged):
        sentences.append(
            "The rules are not those with which the phase began. To begin it anew, with all that "
            f"was ordered and decided: adjudicator correct {name} {error.phase}"
        )
    quoted = [line for part in trace for line in part.splitlines()]
    number = f"gm.broken.{name}.{fault}"
    envelopes.tell_gm_once(office, number, f"{name} is set aside", sentences, now, quoted)


class Status(Struct, frozen=True):
    """A line a game: what it is at, its deadline, the seats that owe orders, or answers to what is
    `asked`; what is to be known besides, what is wrong with it."""

    game: str
    stage: str = ""
    phase: str = ""
    deadline: str = ""
    owing: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    fault: str = ""
    asked: tuple[str, ...] = ()


def status(office: Office, now: datetime) -> tuple[Status, ...]:
    """Every game of the office. Deadlines are in the schedule's zone."""
    lines = []
    for name in office.store.games():
        try:
            game = history.load(office.store, name)[1]
        except StoreError as error:
            lines.append(Status(name, fault=str(error)))
            continue
        line = status_of(game, now)
        lines.append(replace(line, remarks=(*line.remarks, *bounces.remarks(office, game))))
    return tuple(lines)


def status_of(game: Game, now: datetime) -> Status:
    """The line of one game."""
    stage = game.stage.replace("_", " ")
    if game.stage == "forming":
        seats = len(game.title.seats(game.options()))
        return Status(game.name, stage, remarks=(f"{len(game.applicants)} of {seats} have joined",))
    if game.stage != "running" or game.deadline is None:
        return Status(game.name, stage, remarks=(game.ending,) if game.ending else ())
    remarks = [f"{seat} is vacant" for seat, chair in game.chairs.items() if chair.vacant]
    remarks += [
        f"{seat} is in civil disorder" for seat, chair in game.chairs.items() if chair.disorder
    ]
    runs = game.runs_at()
    if game.paused:
        remarks.append("paused")
    elif runs is None and game.deadline <= now:
        remarks.append("waits for orders")
    elif runs is not None and runs <= now:
        remarks.append("overdue: run `adjudicator tick`")
    elif runs is not None and runs < game.deadline:
        remarks.append(f"all are ready: runs {shown(runs, game.setup.schedule.zone)}")
    asked = tuple(question.label for question in game.questions())
    deadline = shown(game.deadline, game.setup.schedule.zone)
    return Status(game.name, stage, game.phase, deadline, game.owing(), tuple(remarks), asked=asked)


def process(office: Office, name: str, phase: str, now: datetime) -> running.Due:
    """Run the phase now, with every letter that has come. CannotBeDone if the game is not at it, or
    mail cannot be fetched; NoSuchGame."""
    fetched = fetching.fetch(office, now)
    if unread := fetched.faults or fetched.away:
        raise CannotBeDone(f"mail cannot be fetched: {'; '.join(unread)}")
    read_waiting(office, now)
    return running.run_now(office, name, phase, now)


def preview(office: Office, name: str, now: datetime) -> str:
    """The report that the open phase would make with the orders so far, or the questions at which
    it would stop. Nothing is kept or sent.

    CannotBeDone if no phase is open; NoSuchGame.
    """
    before = history.load(office.store, name)[1]
    if before.stage != "running":
        raise CannotBeDone(f"{name} has no open phase")
    draft = Draft(office, before, now)
    played = running.run(draft)
    return reporting.preview(draft, played, before)


def report(office: Office, name: str, seat: str | None, now: datetime) -> int:
    """Put the last report of a game into the outbox once more, the same bytes, to a seat or to all
    that got one; to how many. CannotBeDone if nobody did; NoSuchGame."""
    latest = _last_reports(office, name, seat)
    for mail in latest:
        office.store.send_again(mail.message_id, now)
    return len(latest)


def write_pages(office: Office, name: str, folder: Path) -> list[Path]:
    """The last reports of a game as pages to print, one a seat; their files.

    CannotBeDone if there is none; NoSuchGame.
    """
    written = []
    latest = _last_reports(office, name, None)
    folder.mkdir(parents=True, exist_ok=True)
    for mail in latest:
        path = folder / f"{name}-{(mail.seat or 'public').lower()}.html"
        path.write_text(html_part(mail.raw), encoding="utf-8")
        written.append(path)
    return written


def _last_reports(office: Office, name: str, seat: str | None) -> tuple[OutgoingMail, ...]:
    game = history.load(office.store, name)[1]
    latest = reporting.last_reports_sent(office, game, seat)
    if not latest:
        raise CannotBeDone(f"{name} has no report{f' to {seat}' if seat else ''}")
    return latest


class ShownLetter(Struct, frozen=True):
    """A letter as its GM sees it: why it waits ("": it does not), and its text."""

    reason: str
    sender: str
    subject: str
    received: datetime
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it, to be read."""
        head = (
            f"why: {self.reason or 'it is not in the quarantine'}",
            f"from: {self.sender}",
            f"subject: {self.subject}",
            f"received: {shown(self.received, 'UTC')}",
        )
        return "\n".join((*head, "", *self.lines))


def show_letter(office: Office, letter_id: str) -> ShownLetter:
    """A letter by its number. KeyError if there is none."""
    kept = office.store.letter(letter_id)
    letter = read_letter(kept.raw, kept.received)
    return ShownLetter(
        office.store.quarantine().get(letter_id, ""),
        letter.sender,
        letter.subject,
        kept.received,
        tuple(f"{'> ' * line.depth}{line.text}" for line in letter.lines),
    )
