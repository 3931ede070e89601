"""The kinds of record in a game's ledger, and what each makes of the game.

Those that its phases are made of stand in `adjudicator.office.play_records`.
"""

from datetime import datetime
from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from adjudicator.office import ledger
from adjudicator.office.changes import (
    Opened,
    at_phase,
    noticed,
    readiness,
    redated,
    require,
    settled,
)
from adjudicator.office.game import Applicant, Chair, Game, Proposal
from adjudicator.office.ledger import Aware, LedgerEvent
from adjudicator.office.play_records import (
    Answered,
    Asked,
    ConfirmationAsked,
    ConfirmationClosed,
    Decided,
    PhaseRan,
    SetBack,
    SheetRecorded,
    SheetWithdrawn,
    StandingGiven,
)
from adjudicator.office.setup import Player, Setup
from adjudicator.orders import Seat
from adjudicator.turns.turn import Draw


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
        require(game, "forming")
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
        require(game, "forming")
        left = tuple(one for one in game.applicants if one.player.address != self.address)
        return replace(game, applicants=left)


class Created(Struct, frozen=True):
    """The game began: these players, this state before its first phase.

    `seed` is that of the draw of the seats, in lower case hex; "" if the GM gave them out.
    `sealed` is the commitment to the seed that stays secret until the game is over, `draws` what
    was drawn at the start.
    """

    kind: ClassVar[str] = "game_created"
    setup: Setup
    players: dict[Seat, Player]
    version: int
    state: Raw
    opened: Opened
    seed: str = ""
    sealed: str = ""
    draws: tuple[Draw, ...] = ()

    def first(self, when: datetime) -> Game:
        """The game that begins with this."""
        return self.after(Game(self.setup, "forming", when), when)

    def after(self, game: Game, when: datetime) -> Game:
        """The game begun."""
        require(game, "forming")
        chairs = {seat: Chair(player) for seat, player in self.players.items()}
        begun = replace(
            game, stage="running", version=self.version, state=self.state, chairs=chairs
        )
        begun = replace(begun, applicants=(), seed=self.seed, sealed=self.sealed)
        return at_phase(begun, self.opened, when)


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
        require(game, "running")
        skipped = (*game.skipped, *self.skipped)
        return noticed(replace(redated(game, self.deadline, when), skipped=skipped))


class Paused(Struct, frozen=True):
    """The game rests: nothing is run, and nobody is reminded."""

    kind: ClassVar[str] = "game_paused"
    reason: str = ""

    def after(self, game: Game, when: datetime) -> Game:
        """The game at rest."""
        require(game, "running")
        return noticed(replace(game, paused=True))


class Resumed(Struct, frozen=True):
    """The game goes on, with this deadline."""

    kind: ClassVar[str] = "game_resumed"
    deadline: Aware

    def after(self, game: Game, when: datetime) -> Game:
        """The game on its way."""
        require(game, "running")
        return noticed(replace(redated(game, self.deadline, when), paused=False))


class SeatReplaced(Struct, frozen=True):
    """Somebody else plays the seat. The orders that it gave stand, but it is not ready; a proposal
    that was open is off, for others would have to agree to it."""

    kind: ClassVar[str] = "seat_replaced"
    seat: Seat
    player: Player

    def after(self, game: Game, when: datetime) -> Game:
        """The game with him in the chair."""
        require(game, "running")
        left = game.chairs[self.seat]
        chair = Chair(self.player, left.holder + 1, entered=left.entered)
        ready = tuple(seat for seat in game.ready if seat != self.seat)
        chairs = {**game.chairs, self.seat: chair}
        game = replace(game, chairs=chairs, ready=ready, proposal=None)
        return noticed(readiness(settled(game, self.seat), when))


class SeatIdle(Struct, frozen=True):
    """Nobody plays the seat any more (``vacant``), or nobody waits for it (``civil_disorder``).

    Orders that were given stand until the open phase is run; an open proposal is off. The token of
    who has left is no longer good. With ``bot`` nobody plays it, and its orders and answers are
    drawn by chance.
    """

    kind: ClassVar[str] = "seat_idle"
    seat: Seat
    idle: Literal["vacant", "civil_disorder", "bot"]
    letter: str = ""

    def after(self, game: Game, when: datetime) -> Game:
        """The game without a player there."""
        require(game, "running")
        chair = game.chairs[self.seat]
        if self.idle == "civil_disorder":
            chair = replace(chair, disorder=True)
        else:
            holder = chair.holder + (not chair.vacant)
            chair = replace(chair, vacant=True, bot=self.idle == "bot", holder=holder)
        game = replace(game, chairs={**game.chairs, self.seat: chair}, proposal=None)
        game = game if self.idle == "civil_disorder" else settled(game, self.seat)
        return noticed(readiness(game, when))


class Proposed(Struct, frozen=True):
    """A player proposes that the game end, and agrees himself."""

    kind: ClassVar[str] = "end_proposed"
    seat: Seat
    powers: tuple[Seat, ...]
    letter: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game with the proposal open."""
        require(game, "running")
        number = game.proposals + 1
        proposal = Proposal(number, self.seat, self.powers, (self.seat,))
        return noticed(replace(game, proposal=proposal, proposals=number))


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
            turned_down = (*game.turned_down, replace(game.proposal, agreed=()))
            return noticed(replace(game, proposal=None, turned_down=turned_down))
        agreed = (*(seat for seat in game.proposal.agreed if seat != self.seat), self.seat)
        return replace(game, proposal=replace(game.proposal, agreed=agreed))


class PressSent(Struct, frozen=True):
    """A player has written to others, through the office. What he wrote stands in his letter and
    in the mails alone, so that nothing of it has to be erased here; `digest` is the SHA-256, in
    lower case hex, of its number and its lines as they were sent.

    `to` are the seats, all others if it was to all; `gm`: the game master was written to.
    """

    kind: ClassVar[str] = "press_sent"
    seat: Seat
    to: tuple[Seat, ...]
    gm: bool
    how: Literal["public", "private", "anonymous"]
    digest: str
    letter: str

    def after(self, game: Game, when: datetime) -> Game:
        """The same game: press moves nothing. ValueError before there are players."""
        if self.seat not in game.chairs:
            raise ValueError("press of nobody")
        return game


class Told(Struct, frozen=True):
    """The game master has written this to all."""

    kind: ClassVar[str] = "all_told"
    text: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game with that done."""
        return noticed(game)


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
        return noticed(at_phase(replace(over, ending=self.ending), Opened(), when))


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
        return noticed(changed) if self.chased != game.chased else changed


class HandedOver(Struct, frozen=True):
    """Another office masters the game from here on; `to` is where its players write."""

    kind: ClassVar[str] = "game_handed_over"
    to: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game, which this office does not touch any more."""
        if game.stage not in ("running", "handed_over"):
            raise ValueError(f"a game that is {game.stage} cannot be handed over")
        return noticed(replace(game, stage="handed_over", handed_to=self.to))


class TakenOver(Struct, frozen=True):
    """This office masters the game from here on; every seat has a new token."""

    kind: ClassVar[str] = "game_taken_over"
    deadline: Aware

    def after(self, game: Game, when: datetime) -> Game:
        """The game running here."""
        require(game, "handed_over")
        chairs = {
            seat: replace(chair, holder=chair.holder + 1) for seat, chair in game.chairs.items()
        }
        game = replace(game, chairs=chairs, handed_to="", stage="running", paused=False)
        return redated(game, self.deadline, when)


KINDS: dict[str, Any] = {
    record.kind: record
    for record in (
        *(Announced, PlayerJoined, PlayerLeft, Created, SheetRecorded, PhaseRan),
        *(StandingGiven, Asked, Answered, Decided),
        *(SheetWithdrawn, ConfirmationAsked, ConfirmationClosed),
        *(DeadlineMoved, Paused, Resumed, SeatReplaced, SeatIdle, Proposed, Voted, Ended),
        *(Observing, Reminded, SetBack, HandedOver, TakenOver, PressSent, Told),
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
