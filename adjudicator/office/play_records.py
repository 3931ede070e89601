"""The kinds of record in a game's ledger that its phases are made of."""

from datetime import datetime
from typing import ClassVar, Literal

from msgspec import Raw, Struct
from msgspec.structs import replace

from adjudicator.office.changes import (
    Opened,
    at_phase,
    entered,
    noticed,
    readiness,
    redated,
    require,
    seated,
    settled,
)
from adjudicator.office.game import Asking, Game, Unconfirmed
from adjudicator.office.ledger import Aware
from adjudicator.orders import Seat
from adjudicator.turns.turn import Draw, Stop


class SheetRecorded(Struct, frozen=True):
    """A seat's orders for a phase, as they were read and told to it; `by` the game master, if they
    came from him, or a bot."""

    kind: ClassVar[str] = "sheet_recorded"
    seat: Seat
    phase: str
    sheet: Raw
    ready: bool
    letter: str
    by: Literal["player", "gm", "bot"] = "player"

    def after(self, game: Game, when: datetime) -> Game:
        """The game with the orders in place of the seat's earlier ones. Who writes plays again."""
        require(game, "running")
        chair = game.chairs[self.seat]
        if self.by == "gm":
            game = entered(game, self.seat)
        elif self.by == "player":
            game = replace(game, chairs={**game.chairs, self.seat: replace(chair, disorder=False)})
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
        return readiness(game, when)


class SheetWithdrawn(Struct, frozen=True):
    """A seat has taken back all its orders for the open phase; it owes them again."""

    kind: ClassVar[str] = "sheet_withdrawn"
    seat: Seat
    phase: str
    letter: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game without them. ValueError if another phase is open."""
        require(game, "running")
        if self.phase != game.phase:
            raise ValueError(f"orders for {self.phase} are withdrawn while {game.phase} is open")
        sheets = {seat: sheet for seat, sheet in game.sheets.items() if seat != self.seat}
        ready = tuple(seat for seat in game.ready if seat != self.seat)
        return readiness(replace(game, sheets=sheets, ready=ready), when)


class ConfirmationAsked(Struct, frozen=True):
    """What was read in this letter counts only once the seat has said yes, while this phase is
    open. It takes the place of what waited for that before."""

    kind: ClassVar[str] = "confirmation_asked"
    seat: Seat
    phase: str
    letter: str
    held: Raw

    def after(self, game: Game, when: datetime) -> Game:
        """The game with it waiting. ValueError if another phase is open."""
        require(game, "running")
        if self.phase != game.phase:
            raise ValueError(f"a yes for {self.phase} is awaited while {game.phase} is open")
        waiting = Unconfirmed(self.letter, when, self.held)
        return replace(game, unconfirmed={**game.unconfirmed, self.seat: waiting})


class ConfirmationClosed(Struct, frozen=True):
    """Nothing of this seat's waits for its yes any more: it was said in this letter (``yes``), or
    other orders were sent. What counts by it is recorded as what it is."""

    kind: ClassVar[str] = "confirmation_closed"
    seat: Seat
    yes: bool
    letter: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game without it. ValueError if nothing waited."""
        if self.seat not in game.unconfirmed:
            raise ValueError(f"{self.seat} was not asked to confirm anything")
        return settled(game, self.seat)


class StandingGiven(Struct, frozen=True):
    """A seat's standing orders as they stand now, all of them."""

    kind: ClassVar[str] = "standing_given"
    seat: Seat
    standing: Raw
    letter: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game with them. They count from the next question on that nobody has answered."""
        require(game, "running")
        game = game if self.letter else entered(game, self.seat)
        letters = {**game.standing_letter, self.seat: self.letter}
        standing = {**game.standing, self.seat: self.standing}
        return replace(game, standing=standing, standing_letter=letters)


class Asked(Struct, frozen=True):
    """The open phase was run, and stopped: at these questions, to these seats, due then; `public`
    if all are told of one of them.

    `decisions` are those that it has used until there, `stop` is where it is; `answers`, by label,
    were given before a correction.
    """

    kind: ClassVar[str] = "questions_asked"
    phase: str
    seats: tuple[Seat, ...]
    public: bool
    questions: Raw
    decisions: Raw
    stop: Stop
    deadline: Aware
    answers: dict[str, Raw] = {}

    def after(self, game: Game, when: datetime) -> Game:
        """The game waiting for the answers. ValueError if another phase is open."""
        require(game, "running")
        if self.phase != game.phase:
            raise ValueError(f"{self.phase} asks while {game.phase} is open")
        game = replace(game, soon=False)
        numbers = {seat: game.asked.get(seat, 0) + 1 for seat in self.seats}
        asking = Asking(self.seats, numbers, self.questions, self.answers)
        game = replace(game, asking=asking, asked={**game.asked, **numbers})
        game = replace(game, decisions=self.decisions, stops=(*game.stops, self.stop))
        game = redated(game, self.deadline, when)
        return noticed(game) if self.public else game


class Answered(Struct, frozen=True):
    """A seat's answer to an open question. It can be changed until all answers are in."""

    kind: ClassVar[str] = "question_answered"
    seat: Seat
    label: str
    decision: Raw
    letter: str

    def after(self, game: Game, when: datetime) -> Game:
        """The game with the answer. Who writes plays again. ValueError if nothing was asked."""
        if game.asking is None or self.seat not in game.asking.seats:
            raise ValueError(f"{self.seat} was not asked")
        if game.chairs[self.seat].disorder:
            game = seated(game, {self.seat: {"disorder": False}})
        game = game if self.letter else entered(game, self.seat)
        assert game.asking is not None
        answers = {**game.asking.answers, self.label: self.decision}
        letters = {**game.asking.letters, self.label: self.letter}
        return replace(game, asking=replace(game.asking, answers=answers, letters=letters))


class Decided(Struct, frozen=True):
    """The open questions are decided, by answers and by what stands in for them; the phase goes
    on with these decisions, which are all it has had."""

    kind: ClassVar[str] = "questions_decided"
    decisions: Raw

    def after(self, game: Game, when: datetime) -> Game:
        """The game about to go on. ValueError if nothing was asked."""
        if game.asking is None:
            raise ValueError("nothing was asked")
        return replace(game, asking=None, decisions=self.decisions)


class PhaseRan(Struct, frozen=True):
    """A phase was run: `version` of the title made `state` of it, and the next was opened.

    `missing` gave no orders; `disordered` are those of them that fell into civil disorder by it.
    `early`: before it was due, by the game master's word. `decisions` are all it used, `draws` its
    dice and shuffles, `trace` the digest of all it told; `seed` was its seed, in lower case hex,
    and `sealed` the game's, which is open once it is over.
    """

    kind: ClassVar[str] = "phase_ran"
    ran: str
    version: int
    state: Raw
    opened: Opened
    missing: tuple[Seat, ...] = ()
    disordered: tuple[Seat, ...] = ()
    early: bool = False
    decisions: Raw = Raw(b"[]")
    draws: tuple[Draw, ...] = ()
    trace: str = ""
    seed: str = ""
    sealed: str = ""

    def after(self, game: Game, when: datetime) -> Game:
        """The game at its next phase. ValueError if another phase was open."""
        require(game, "running")
        if self.ran != game.phase:
            raise ValueError(f"{self.ran} was run while {game.phase} was open")
        game = seated(game, {seat: {"disorder": True} for seat in self.disordered})
        game = replace(game, version=self.version, state=self.state, proposal=None)
        return at_phase(game, self.opened, when)


class SetBack(Struct, frozen=True):
    """A correction: the game is at a phase once more that was run, or begun, with the state and
    the orders it had then. What was recorded since stays in the ledger. `recovered` fell into civil
    disorder only by the runs that do not count any more. `decisions` are those that it used: they
    count again where it asks the same. So do those `kept` of the phases that followed at once with
    the same seed, and answers that were `pending`, for nobody was told of them. `soon`: the next
    tick runs it, with these orders."""

    kind: ClassVar[str] = "game_set_back"
    version: int
    state: Raw
    opened: Opened
    sheets: dict[Seat, Raw]
    ahead: dict[str, dict[Seat, Raw]]
    recovered: tuple[Seat, ...]
    reason: str
    decisions: Raw = Raw(b"[]")
    seeded: tuple[str, int] = ("", 1)
    kept: dict[str, Raw] = {}
    pending: Raw = Raw(b"[]")
    soon: bool = False

    def after(self, game: Game, when: datetime) -> Game:
        """The game back at that phase; over or not, it runs again."""
        if game.stage not in ("running", "over") or not game.chairs:
            raise ValueError(f"a game that is {game.stage} cannot be set back")
        game = replace(game, stage="running", ending="", proposal=None, edition=game.edition + 1)
        game = replace(game, version=self.version, state=self.state)
        game = seated(game, {seat: {"disorder": False} for seat in self.recovered})
        game = at_phase(replace(game, ahead={}, kept={}), self.opened, when)
        kept = {**self.kept, self.opened.phase: self.decisions}
        game = replace(game, seeded=self.seeded, kept=kept, pending=self.pending, soon=self.soon)
        return noticed(replace(game, sheets=self.sheets, ahead=self.ahead))
