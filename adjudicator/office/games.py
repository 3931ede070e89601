"""A game in the office's ledger: what is recorded of it, and what these records add up to."""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from adjudicator import deadlines
from adjudicator.deadlines import Schedule
from adjudicator.documents import BadDocument, Document
from adjudicator.events import Told
from adjudicator.office.ledger import START, Aware, Head, LedgerEvent, event
from adjudicator.office.store import Damaged, Store
from adjudicator.office.titles import load_title, title_in
from adjudicator.orders import Seat, Sheet
from adjudicator.variant import Variant
from mail.compose import address_fault, name_fault

Title = Variant[Any, Any]


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays a seat; `zone` is where he reads deadlines."""

    name: str
    address: str
    zone: str = "UTC"


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A game as its GM writes it. `game` is its short name, in lower case."""

    game: str
    title: str
    variant: str
    seats: dict[Seat, Player]
    schedule: Schedule
    options: dict[str, Any] = {}


class Created(Struct, frozen=True):
    """The game began, by these rules and with this state before its first phase."""

    setup: Setup
    version: int
    state: Raw
    phase: str
    deadline: Aware


class Recorded(Struct, frozen=True):
    """A seat's orders for a phase, as they were read and told to it."""

    seat: Seat
    sheet: Raw
    letter: str


class Ran(Struct, frozen=True):
    """A phase was run: `version` of the title made `state` of it. Without a phase it is over."""

    ran: str
    version: int
    state: Raw
    phase: str
    deadline: Aware | None


KINDS: Mapping[str, type[Created] | type[Recorded] | type[Ran]] = {
    "game_created": Created,
    "sheet_recorded": Recorded,
    "phase_ran": Ran,
}


class Game(Struct, frozen=True):
    """Where a game stands: the sum of its records.

    `phase` is empty and `deadline` None once it is over; `sheets` are those of the phase that is
    open, as JSON.
    """

    setup: Setup
    version: int
    state: Raw
    phase: str
    deadline: Aware | None
    sheets: dict[Seat, Raw] = {}

    @property
    def title(self) -> Title:
        """Its title, loaded."""
        title: Title = load_title(self.setup.variant, lambda why: BadDocument("ledger", why))
        return title

    def position(self) -> Any:
        """The title's state."""
        return msgspec.json.decode(self.state, type=self.title.state)

    def sheet(self, seat: Seat) -> Sheet[Any] | None:
        """A seat's orders for the phase that is open, if it gave any."""
        raw = self.sheets.get(seat)
        kind: Any = Sheet[self.title.order]  # type: ignore[name-defined]
        return None if raw is None else msgspec.json.decode(raw, type=kind)

    def closes(self) -> datetime:
        """Until when letters count for the phase that is open. ValueError if the game is over."""
        phase = self.title.phase(self.position())
        if self.deadline is None or phase is None:
            raise ValueError(f"{self.setup.game} is over")
        return deadlines.closes(self.deadline, self.setup.schedule, phase)


def fold(game: Game | None, entry: LedgerEvent) -> Game:
    """The game after one more record. ValueError if it does not follow."""
    if entry.kind not in KINDS:
        raise ValueError(f"there is no kind of record {entry.kind!r}")
    record = entry.read(KINDS[entry.kind])
    if isinstance(record, Created):
        if game is not None:
            raise ValueError("a game is created once")
        return Game(record.setup, record.version, record.state, record.phase, record.deadline)
    if game is None:
        raise ValueError("a game begins with its creation")
    if isinstance(record, Recorded):
        return replace(game, sheets={**game.sheets, record.seat: record.sheet})
    if record.ran != game.phase:
        raise ValueError(f"{record.ran} was run while {game.phase or 'nothing'} was open")
    return replace(
        game,
        version=record.version,
        state=record.state,
        phase=record.phase,
        deadline=record.deadline,
        sheets={},
    )


def load(store: Store, name: str) -> tuple[Head, Game]:
    """A game and its head. KeyError if there is none of this name, Damaged if it does not hold."""
    head, snapshot, entries = store.load(name)
    if head == START:
        raise KeyError(name)
    try:
        game = msgspec.json.decode(snapshot, type=Game) if snapshot else None
        for entry in entries:
            game = fold(game, entry)
    except (ValueError, msgspec.MsgspecError) as error:
        raise Damaged(f"the ledger of {name} does not add up: {error}") from error
    assert game is not None
    return head, game


class Played(Struct, frozen=True):
    """A phase played: the phase, the state after it, and what was told of it."""

    phase: str
    state: Any
    told: tuple[Told[Any], ...]


def encode(value: object) -> Raw:
    """The one JSON of a value."""
    return Raw(msgspec.json.encode(value, order="deterministic"))


def read_setup(document: Document) -> tuple[Setup, Title, Any]:
    """A game file understood: the setup, its title, the options. BadDocument if it is wrong."""
    setup = document.convert(Setup)
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,30}", setup.game):
        raise document.fault("$.game", "a short name: small letters, digits and hyphens")
    title, options = title_in(document, setup.variant)
    unknown = sorted(setup.schedule.phases.keys() - {"default", *title.kinds})
    if unknown:
        kinds = ", ".join(title.kinds)
        message = f"there is no kind of phase {unknown[0]!r}, only {kinds} and default"
        raise document.fault("$.schedule.phases", message)
    if fault := name_fault(setup.title):
        raise document.fault("$.title", fault)
    for field, value in (("early", setup.schedule.early), ("reminders", setup.schedule.reminders)):
        if value:
            raise document.fault("$.schedule", f"{field} is not supported yet; leave it out")
    for seat, player in setup.seats.items():
        if fault := address_fault(player.address):
            raise document.fault(f"$.seats.{seat}.address", fault)
        try:
            deadlines.zone_named(player.zone)
        except ValueError as error:
            raise document.fault(f"$.seats.{seat}.zone", str(error)) from None
    return setup, title, options


def created(setup: Setup, title: Title, state: Any, now: datetime) -> LedgerEvent:
    """The first record of a game."""
    phase = title.phase(state)
    assert phase is not None
    deadline = deadlines.due(setup.schedule, phase, now, now)
    record = Created(setup, title.version, encode(state), phase.id, deadline)
    return event("game_created", record, now)


def history(entries: Iterable[LedgerEvent]) -> Iterable[tuple[Game, Ran]]:
    """Each phase that was run: the game before it, and the record of it."""
    game: Game | None = None
    for entry in entries:
        if entry.kind == "phase_ran" and game is not None:
            yield game, entry.read(Ran)
        game = fold(game, entry)
