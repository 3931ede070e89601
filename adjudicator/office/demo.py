"""A recorded game played through an office: its players' mails in, everything it writes out.

The clock is that of the mails: each is received at its date, and what is due before it is run.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec
from msgspec import Struct

from adjudicator.documents import BadDocument, document
from adjudicator.office import beginning, commands, history, reporting, verifying
from adjudicator.office.folder import SECRET, Office, make_office
from adjudicator.office.kept import OutgoingMail
from adjudicator.office.ledger import Entry
from mail.letters import dated, html_part

LONGEST = 2000  # ticks; a game that needs more goes round in circles


class Played(Struct, frozen=True):
    """What came of a recorded game: how many letters, phases and mails, and how it ended."""

    game: str
    letters: int
    phases: int
    mails: int
    quarantined: int
    ending: str
    faults: tuple[str, ...]


def play(example: Traversable, folder: Path) -> Played:
    """Play the game of this example in an office in `folder`, which must be new or empty.

    The example holds ``game.yaml``, ``secret`` (so that its letters carry the tokens of the mails
    they answer) and ``letters``, a folder of ``.eml`` files. Beside the office it leaves ``in``,
    those letters; ``reports``, every report as a page; ``ledger``, the ledger to be read.
    BadDocument if the folder is in use, or the example is wrong.
    """
    if folder.exists() and any(folder.iterdir()):
        raise BadDocument(str(folder), "is not empty; name another folder, or remove it")
    make_office(folder)
    (folder / SECRET).write_bytes((example / SECRET).read_bytes())
    letters = sorted(letters_in(example / "letters"), key=lambda letter: letter[1])
    setup = document((example / "game.yaml").read_text(encoding="utf-8"), "game.yaml")
    (folder / "in").mkdir()
    phases = 0
    with Office(folder) as office:
        name = beginning.new_game(office, setup, letters[0][1]).name
        for file, when, raw in letters:
            phases += run_until(office, name, when)
            (folder / "in" / file).write_bytes(raw)
            commands.receive(office, [raw], when)
        phases += run_until(office, name, datetime.max.replace(tzinfo=UTC))
        game = history.load(office.store, name)[1]
        _write_reports(reporting.sent(office, game), folder / "reports")
        _write_ledger(office.store.entries(name), folder / "ledger")
        view = game.title.view(game.position(), "public")
        return Played(
            game.setup.title,
            len(letters),
            phases,
            sum(1 for _ in (folder / office.config.send.folder).glob("*.eml")),
            len(office.store.quarantine()),
            game.ending or view.ending or "The game goes on.",
            tuple(verifying.verify(office)),
        )


def letters_in(folder: Traversable) -> Iterator[tuple[str, datetime, bytes]]:
    """File, date and bytes of each letter. BadDocument if one has no date."""
    for item in folder.iterdir():
        if item.name.endswith(".eml"):
            raw = item.read_bytes()
            when = dated(raw)
            if when is None:
                raise BadDocument(f"letters/{item.name}", "has no Date that can be read")
            yield item.name, when.astimezone(UTC), raw


def run_until(office: Office, name: str, end: datetime) -> int:
    """Tick at every instant at which something is due before this one; how many phases ran."""
    ran = 0
    for _ in range(LONGEST):
        due = history.load(office.store, name)[1].next_due()
        if due is None or due >= end:
            return ran
        ran += len(commands.tick(office, due, catch_up=True).phases)
    raise BadDocument(name, f"is not over after {LONGEST} ticks")


def _write_reports(reports: Iterable[OutgoingMail], folder: Path) -> None:
    """Every report as a page, in the order they were written: ``01-s1901m/austria.html``."""
    folder.mkdir()
    numbers: dict[str, int] = {}
    for mail in reports:
        phase = mail.message_id.split(".")[2]
        number = numbers.setdefault(phase, len(numbers) + 1)
        page = folder / f"{number:02}-{phase}" / f"{(mail.seat or 'public').lower()}.html"
        page.parent.mkdir(exist_ok=True)
        page.write_text(html_part(mail.raw), encoding="utf-8")


def _write_ledger(entries: tuple[Entry, ...], folder: Path) -> None:
    """Every entry of the ledger as JSON that can be read: ``0001-game_announced.json``."""
    folder.mkdir()
    for entry in entries:
        payload = msgspec.json.decode(entry.payload or b"null")
        shown = {"when": entry.when, "hash": entry.hash, "payload": payload}
        text = msgspec.json.format(msgspec.json.encode(shown), indent=2)
        (folder / f"{entry.sequence:04}-{entry.kind}.json").write_bytes(text)
