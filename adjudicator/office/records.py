"""The kinds of record in a game's ledger, and what each makes of the game."""

from datetime import datetime
from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from adjudicator.office import ledger
from adjudicator.office.game import Applicant, Chair, Game, Proposal
from adjudicator.office.ledger import Aware, LedgerEvent
from adjudicator.office.setup import Player, Setup, Title
from adjudicator.orders import Seat


class Opened(Struct, frozen=True):
    """A phase that is opened; none, with an empty `phase`: by its rules the game is over.

    `ahead` are the later phases for which orders may have been sent already.
    """

    phase: str = ""
    kind: str = ""
    due: tuple[Seat, ...] = ()
    ahead: tuple[str, ...] = ()
    deadline: Aware | None = None

    @classmethod
    def of(cls, title: Title, state: Any, deadline: datetime | None) -> "Opened":
        """The phase that is open in this state, with its deadline."""
        phase = title.phase(state)
        if phase is None:
            return cls()
        due, ahead = tuple(sorted(phase.due)), tuple(sorted(title.ahead(state)))
        return cls(phase.id, phase.kind, due, ahead, deadline)


class Announced(Struct, frozen=True):
    """Players can join. `commitment` is that of the seed by which their seats will be drawn."""

    kind: ClassVar[str] = "game_announced"
    setup: Setup
    commitment: str

    def first(self, when: datetime) -> Game:
        """The game that begins with this."""
        return Game(self.setup, "forming", when, commitment=self.commitment)


class PlayerJoined(Struct, frozen=True):
    """Somebody joined, or changed what he had said when he did."""

    kind: ClassVar[str] = "player_joined"
    applicant: Applicant
    letter: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game with him in it."""
        _require(game, "forming")
        address = self.applicant.player.address
        others = [one for one in game.applicants if one.player.address != address]
        return replace(game, applicants=(*others, self.applicant))


class PlayerLeft(Struct, frozen=True):
    """Somebody who had joined will not play after all."""

    kind: ClassVar[str] = "player_left"
    address: str
    letter: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game without him."""
        _require(game, "forming")
        left = tuple(one for one in game.applicants if one.player.address != self.address)
        return replace(game, applicants=left)


class Created(Struct, frozen=True):
    """The game began: these players, this state before its first phase.

    `seed` is that of the draw of the seats, in lower case hex; "" if the GM gave them out.
    """

    kind: ClassVar[str] = "game_created"
    setup: Setup
    players: dict[Seat, Player]
    version: int
    state: Raw
    opened: Opened
    seed: str = ""

    def first(self, when: datetime) -> Game:
        """The game that begins with this."""
        return self.after(Game(self.setup, "forming", when), when)

    def after(self, game: Game, when: datetime) -> Game:
        """The game begun."""
        _require(game, "forming")
        chairs = {seat: Chair(player) for seat, player in self.players.items()}
        begun = replace(
            game, stage="running", version=self.version, state=self.state, chairs=chairs
        )
        return _opened(replace(begun, applicants=(), seed=self.seed), self.opened, when)


class SheetRecorded(Struct, frozen=True):
    """A seat's orders for a phase, as they were read and told to it; `by` the game master, if they
    came from him."""

    kind: ClassVar[str] = "sheet_recorded"
    seat: Seat
    phase: str
    sheet: Raw
    ready: bool
    letter: str
    by: Literal["player", "gm"] = "player"

    def after(self, game: Game, when: datetime) -> Game:
        """The game with the orders in place of the seat's earlier ones. Who writes plays again."""
        _require(game, "running")
        chair = game.chairs[self.seat]
        if self.by == "gm":
            chair = replace(chair, entered=chair.entered + 1)
        else:
            chair = replace(chair, disorder=False)
        game = replace(game, chairs={**game.chairs, self.seat: chair})
        if self.phase != game.phase:
            others = game.ahead.get(self.phase, {})
            ahead = {**game.ahead, self.phase: {**others, self.seat: self.sheet}}
            return replace(game, ahead=ahead)
        ready = [seat for seat in game.ready if seat != self.seat]
        game = replace(
            game,
            sheets={**game.sheets, self.seat: self.sheet},
            ready=(*ready, self.seat) if self.ready else tuple(ready),
        )
        return _readiness(game, when)


class PhaseRan(Struct, frozen=True):
    """A phase was run: `version` of the title made `state` of it, and the next was opened.

    `missing` gave no orders; `disordered` are those of them that fell into civil disorder by it.
    `early`: before it was due, by the game master's word.
    """

    kind: ClassVar[str] = "phase_ran"
    ran: str
    version: int
    state: Raw
    opened: Opened
    missing: tuple[Seat, ...] = ()
    disordered: tuple[Seat, ...] = ()
    early: bool = False

    def after(self, game: Game, when: datetime) -> Game:
        """The game at its next phase. ValueError if another phase was open."""
        _require(game, "running")
        if self.ran != game.phase:
            raise ValueError(f"{self.ran} was run while {game.phase} was open")
        game = _seated(game, {seat: {"disorder": True} for seat in self.disordered})
        game = replace(game, version=self.version, state=self.state, proposal=None)
        return _opened(game, self.opened, when)


class DeadlineMoved(Struct, frozen=True):
    """The open phase has another deadline; `skipped` are dates on which none shall fall, for the
    player of the seat `absent`."""

    kind: ClassVar[str] = "deadline_moved"
    deadline: Aware
    skipped: tuple[str, ...] = ()
    absent: Seat = ""
    reason: str = ""

    def after(self, game: Game, when: datetime) -> Game:
        """The game with this deadline."""
        _require(game, "running")
        skipped = (*game.skipped, *self.skipped)
        return _noticed(replace(_redated(game, self.deadline, when), skipped=skipped))


class Paused(Struct, frozen=True):
    """The game rests: nothing is run, and nobody is reminded."""

    kind: ClassVar[str] = "game_paused"
    reason: str = ""

    def after(self, game: Game, when: datetime) -> Game:
        """The game at rest."""
        _require(game, "running")
        return _noticed(replace(game, paused=True))


class Resumed(Struct, frozen=True):
    """The game goes on, with this deadline."""

    kind: ClassVar[str] = "game_resumed"
    deadline: Aware

    def after(self, game: Game, when: datetime) -> Game:
        """The game on its way."""
        _require(game, "running")
        return _noticed(replace(_redated(game, self.deadline, when), paused=False))


class SeatReplaced(Struct, frozen=True):
    """Somebody else plays the seat. The orders that it gave stand, but it is not ready; a proposal
    that was open is off, for others would have to agree to it."""

    kind: ClassVar[str] = "seat_replaced"
    seat: Seat
    player: Player

    def after(self, game: Game, when: datetime) -> Game:
        """The game with him in the chair."""
        _require(game, "running")
        left = game.chairs[self.seat]
        chair = Chair(self.player, left.holder + 1, entered=left.entered)
        ready = tuple(seat for seat in game.ready if seat != self.seat)
        chairs = {**game.chairs, self.seat: chair}
        game = replace(game, chairs=chairs, ready=ready, proposal=None)
        return _noticed(_readiness(game, when))


class SeatIdle(Struct, frozen=True):
    """Nobody plays the seat any more (``vacant``), or nobody waits for it (``civil_disorder``).

    Orders that were given stand until the open phase is run; an open proposal is off. The token of
    who has left is no longer good.
    """

    kind: ClassVar[str] = "seat_idle"
    seat: Seat
    idle: Literal["vacant", "civil_disorder"]
    letter: str = ""

    def after(self, game: Game, when: datetime) -> Game:
        """The game without a player there."""
        _require(game, "running")
        chair = game.chairs[self.seat]
        if self.idle == "vacant":
            chair = replace(chair, vacant=True, holder=chair.holder + 1)
        else:
            chair = replace(chair, disorder=True)
        game = replace(game, chairs={**game.chairs, self.seat: chair}, proposal=None)
        return _noticed(_readiness(game, when))


class Proposed(Struct, frozen=True):
    """A player proposes that the game end, and agrees himself."""

    kind: ClassVar[str] = "end_proposed"
    seat: Seat
    powers: tuple[Seat, ...]
    letter: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game with the proposal open."""
        _require(game, "running")
        number = game.proposals + 1
        proposal = Proposal(number, self.seat, self.powers, (self.seat,))
        return _noticed(replace(game, proposal=proposal, proposals=number))


class Voted(Struct, frozen=True):
    """A player said yes or no to the proposal that is open; with a no it is off."""

    kind: ClassVar[str] = "end_voted"
    seat: Seat
    yes: bool
    letter: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game with his vote. ValueError without a proposal."""
        if game.proposal is None:
            raise ValueError("a vote without a proposal")
        if not self.yes:
            return _noticed(replace(game, proposal=None))
        agreed = (*(seat for seat in game.proposal.agreed if seat != self.seat), self.seat)
        return replace(game, proposal=replace(game.proposal, agreed=agreed))


class Ended(Struct, frozen=True):
    """The game was ended before its rules did, with this state; why, as a sentence."""

    kind: ClassVar[str] = "game_ended"
    version: int
    state: Raw
    ending: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game over."""
        if game.stage not in ("forming", "running"):
            raise ValueError("a game is ended once")
        over = replace(game, stage="over", version=self.version, state=self.state)
        return _noticed(_opened(replace(over, ending=self.ending), Opened(), when))


class Observing(Struct, frozen=True):
    """Somebody gets what all may know, or does not any more."""

    kind: ClassVar[str] = "observing"
    address: str
    begins: bool

    def after(self, game: Game, when: datetime) -> Game:
        """The game with him among its observers, or without."""
        others = tuple(one for one in game.observers if one != self.address)
        observers = (*others, self.address) if self.begins else others
        return replace(game, observers=observers, observings=game.observings + 1)


class Reminded(Struct, frozen=True):
    """Those who owed orders were reminded; `reminded` and `chased` count it (`Game`)."""

    kind: ClassVar[str] = "players_reminded"
    seats: tuple[Seat, ...]
    reminded: int
    chased: int

    def after(self, game: Game, when: datetime) -> Game:
        """The game with that done. Of those it waits for, all are told."""
        changed = replace(game, reminded=self.reminded, chased=self.chased)
        return _noticed(changed) if self.chased != game.chased else changed


class SetBack(Struct, frozen=True):
    """A correction: the game is at a phase once more that was run, with the state and the orders
    it had then. What was recorded since stays in the ledger. `recovered` fell into civil disorder
    only by the runs that do not count any more."""

    kind: ClassVar[str] = "game_set_back"
    version: int
    state: Raw
    opened: Opened
    sheets: dict[Seat, Raw]
    ahead: dict[str, dict[Seat, Raw]]
    recovered: tuple[Seat, ...]
    reason: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game back at that phase; over or not, it runs again."""
        if game.stage not in ("running", "over") or not game.chairs:
            raise ValueError(f"a game that is {game.stage} cannot be set back")
        game = replace(game, stage="running", ending="", proposal=None, edition=game.edition + 1)
        game = replace(game, version=self.version, state=self.state)
        game = _seated(game, {seat: {"disorder": False} for seat in self.recovered})
        game = _opened(replace(game, ahead={}), self.opened, when)
        return _noticed(replace(game, sheets=self.sheets, ahead=self.ahead))


class HandedOver(Struct, frozen=True):
    """Another office masters the game from here on; `to` is where its players write."""

    kind: ClassVar[str] = "game_handed_over"
    to: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game, which this office does not touch any more."""
        if game.stage not in ("running", "handed_over"):
            raise ValueError(f"a game that is {game.stage} cannot be handed over")
        return _noticed(replace(game, stage="handed_over", handed_to=self.to))


class TakenOver(Struct, frozen=True):
    """This office masters the game from here on; every seat has a new token."""

    kind: ClassVar[str] = "game_taken_over"
    deadline: Aware

    def after(self, game: Game, when: datetime) -> Game:
        """The game running here."""
        _require(game, "handed_over")
        chairs = {
            seat: replace(chair, holder=chair.holder + 1) for seat, chair in game.chairs.items()
        }
        game = replace(game, chairs=chairs, handed_to="", stage="running", paused=False)
        return _redated(game, self.deadline, when)


KINDS: dict[str, Any] = {
    record.kind: record
    for record in (
        *(Announced, PlayerJoined, PlayerLeft, Created, SheetRecorded, PhaseRan),
        *(DeadlineMoved, Paused, Resumed, SeatReplaced, SeatIdle, Proposed, Voted, Ended),
        *(Observing, Reminded, SetBack, HandedOver, TakenOver),
    )
}


def encode(value: object) -> Raw:
    """The one JSON of a value."""
    return Raw(msgspec.json.encode(value, order="deterministic"))


def event(record: Any, when: datetime) -> LedgerEvent:
    """A record as an event of the ledger."""
    return ledger.event(record.kind, record, when)


def fold(game: Game | None, entry: LedgerEvent) -> Game:
    """The game after one more event. ValueError if it does not follow."""
    if entry.kind not in KINDS:
        raise ValueError(f"there is no kind of record {entry.kind!r}")
    record = entry.read(KINDS[entry.kind])
    if game is not None:
        if isinstance(record, Announced):
            raise ValueError("a game is announced once")
        after: Game = record.after(game, entry.when)
        return after
    if not isinstance(record, Announced | Created):
        raise ValueError("a game begins with its announcement or its creation")
    return record.first(entry.when)


def _require(game: Game, stage: str) -> None:
    if game.stage != stage:
        raise ValueError(f"the game is {game.stage}, not {stage}")


def _opened(game: Game, opened: Opened, when: datetime) -> Game:
    """The game at a phase, with the orders sent ahead for it; over, if there is none."""
    return replace(
        game,
        stage="running" if opened.phase else "over",
        phase=opened.phase,
        kind=opened.kind,
        due=opened.due,
        deadline=opened.deadline,
        opened=when,
        sheets=game.ahead.get(opened.phase, {}),
        ahead={phase: game.ahead[phase] for phase in opened.ahead if phase in game.ahead},
        ready=(),
        ready_since=None,
        reminded=0,
        chased=0,
    )


def _redated(game: Game, deadline: datetime, when: datetime) -> Game:
    # Who was ready was so for the deadline that stood.
    game = replace(game, ready=(), ready_since=None)
    return replace(game, deadline=deadline, opened=when, reminded=0, chased=0)


def _readiness(game: Game, when: datetime) -> Game:
    """Since when all are ready: it is counted anew when the last of them becomes so."""
    if not game.all_ready():
        return replace(game, ready_since=None)
    return replace(game, ready_since=game.ready_since or when)


def _seated(game: Game, changes: dict[Seat, dict[str, bool]]) -> Game:
    changed = {seat: replace(game.chairs[seat], **fields) for seat, fields in changes.items()}
    return replace(game, chairs={**game.chairs, **changed})


def _noticed(game: Game) -> Game:
    return replace(game, notices=game.notices + 1)
