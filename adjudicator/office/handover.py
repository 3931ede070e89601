"""A game from one office to another: everything its next master needs, in one file."""

import io
import zipfile
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from adjudicator import deadlines
from adjudicator.documents import BadDocument
from adjudicator.office import history, running, seeds, writing
from adjudicator.office.drafts import Draft, change, commit
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.kept import CannotBeDone, Moved
from adjudicator.office.ledger import START, Entry, first_break
from adjudicator.office.ordering import require_running
from adjudicator.office.records import HandedOver, TakenOver, fold
from mail.compose import address_fault
from mail.folders import write_whole

FORMAT = 2
LEDGER = "ledger.json"
ABOUT = """\
{title}, a game of {variant}, handed over by {office} on {date}.

To go on with it in another office: adjudicator takeover THIS-FILE

ledger.json  everything that was recorded of the game, entry by entry
letters/     the players' letters to this office that had an effect, as they came
mail/        everything that was written to them
"""


class Ledger(Struct, frozen=True, forbid_unknown_fields=True):
    """The ledger of one game, whole, and the key of its chance, in hex."""

    format: int
    game: str
    entries: tuple[Entry, ...]
    key: str = ""


def hand_over(office: Office, name: str, to: str, now: datetime) -> bytes:
    """The file for the next game master, who writes from the address `to`. This office does not
    run the game any more: its players are told, and it answers their letters with that address.

    CannotBeDone if the game is not running, or `to` is no address; NoSuchGame.
    """

    def decide(draft: Draft) -> None:
        if fault := address_fault(to):
            raise CannotBeDone(fault)
        if draft.game.handed_to == to:
            return  # the file is written once more
        if draft.game.stage != "handed_over":
            require_running(draft.game)
        draft.record(HandedOver(to))
        sentences = [
            f"{draft.game.setup.title} is mastered from {to} from now on. You will get a mail from "
            "there; answer that. What you have ordered was handed over."
        ]
        draft.mails += writing.notices(draft, draft.game.chairs, "Another game master", sentences)

    game = change(office, name, decide, now).game
    return _packed(office, game, now)


def take_over(office: Office, content: bytes, now: datetime) -> Game:
    """Go on with a game from such a file; its players are written to, each with his new token.

    A game that this office handed over once can come back. BadDocument if it is none, does not
    hold, or this office has a game of its name whose ledger is not the beginning of this one.
    """
    kept = _unpacked(content)
    if first_break(kept.entries) is not None:
        raise BadDocument(LEDGER, "the ledger was changed: its chain does not hold")
    before: Game | None = None
    try:
        for entry in kept.entries:
            before = fold(before, entry.event)
        if before is None or before.stage != "handed_over":
            raise ValueError("the game was not handed over")
        here = office.store.entries(kept.game)
        if here != kept.entries[: len(here)]:
            raise BadDocument(kept.game, "there is another game of this name already")
        if before.title.chance and not kept.key:
            why = "the key of its chance is missing; hand it over again, with this version"
            raise BadDocument(LEDGER, why)
        draft = Draft(office, before, now)
        draft.events += [entry.event for entry in kept.entries[len(here) :]]
        deadline = before.deadline
        assert deadline is not None
        phase = before.open_phase()
        closes = deadlines.due(before.schedule, phase, now, now)
        draft.record(TakenOver(max(deadline, closes) if deadline > now else closes))
    except (ValueError, msgspec.MsgspecError) as error:
        raise BadDocument(LEDGER, str(error)) from None
    draft.milestone = True
    if kept.key:
        seeds.keep_key(office, kept.game, bytes.fromhex(kept.key))  # before it is needed
    played = [seat for seat, chair in draft.game.chairs.items() if not chair.vacant]
    draft.mails += writing.welcomes(draft, played)
    runs = history.Runs(history.steps(entry.event for entry in kept.entries))
    for seat in played:
        running.report_to(draft, seat, runs.last)
    try:
        commit(draft, here[-1].head if here else START, None)
    except Moved:
        raise BadDocument(kept.game, "it runs here already") from None
    return draft.game


def write(path: Path, content: bytes) -> None:
    """Write the file, for its owner's eyes only: it holds orders that are secret yet."""
    write_whole(path, content)


def _packed(office: Office, game: Game, now: datetime) -> bytes:
    entries = office.store.entries(game.name)
    records = (step.record for step in history.way(office.store, game.name))
    letters = {letter for record in records if (letter := getattr(record, "letter", ""))}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        about = ABOUT.format(
            title=game.setup.title,
            variant=game.setup.variant,
            office=office.config.address,
            date=now.date(),
        )
        packed.writestr("README.txt", about)
        ledger = Ledger(FORMAT, game.name, entries, seeds.key(office, game.name).hex())
        packed.writestr(LEDGER, msgspec.json.encode(ledger))
        for letter in sorted(letters):
            try:
                raw = office.store.letter(letter).raw
            except KeyError:
                continue  # another office had it, and handed it over with the game
            packed.writestr(f"letters/{letter}.eml", raw)
        for number, mail in enumerate(office.store.mail_of(game.name), 1):
            packed.writestr(f"mail/{number:05}.eml", mail.raw)
    return file.getvalue()


def _unpacked(content: bytes) -> Ledger:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            ledger = msgspec.json.decode(packed.read(LEDGER), type=Ledger)
    except (zipfile.BadZipFile, KeyError, ValueError, msgspec.MsgspecError) as error:
        raise BadDocument("the file", f"is no game that was handed over: {error}") from None
    if ledger.format not in (1, FORMAT):
        raise BadDocument(LEDGER, f"its format is {ledger.format}; this program knows {FORMAT}")
    return ledger
