"""Where a game stands, as the sum of what was recorded of it, and what is due when."""

from datetime import datetime, timedelta
from typing import Any, Literal

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from adjudicator import deadlines
from adjudicator.deadlines import Schedule
from adjudicator.office.ledger import Aware
from adjudicator.office.setup import Player, Setup, Title, wrong_title
from adjudicator.office.titles import load_title
from adjudicator.orders import Seat, Sheet
from adjudicator.variant import Phase

CHASED_EVERY = timedelta(days=1)
"""So often a game that waits reminds those it waits for."""


class Chair(Struct, frozen=True):
    """A seat and who sits in it. `holder` counts who has: it is part of his token.

    `vacant`: nobody plays it; `disorder`: nobody waits for it. `entered` counts how often the game
    master gave it orders.
    """

    player: Player
    holder: int = 1
    vacant: bool = False
    disorder: bool = False
    entered: int = 0


class Applicant(Struct, frozen=True):
    """Who has joined a game by mail, and the seats he would like, the dearest first."""

    player: Player
    wishes: tuple[Seat, ...] = ()
    nonce: str = ""


class Proposal(Struct, frozen=True):
    """That the game end: one power has won it, or several have drawn it. `agreed` have said yes.

    `number` counts the proposals of a game, so that no vote is taken for another one.
    """

    number: int
    by: Seat
    powers: tuple[Seat, ...]
    agreed: tuple[Seat, ...] = ()


class Game(Struct, frozen=True):
    """Where a game stands.

    stage       ``forming`` (players join), ``running``, ``over`` or ``handed_over``
    commitment  to the seed by which the seats are drawn, and the `seed` once they are
    version     of the title that made `state`
    phase       that is open, "" in a game that is not running; its `kind`; `due` have a choice
    opened      when the players were last told of its deadline
    edition     how often the game has been set back, and 1
    sheets      of the open phase, as JSON; `ready` are those that need no more time
    ahead       sheets for phases to come, by phase
    ready_since when the last of those who play became ready; None: not all are
    reminded    how many of the deadline's reminders were sent; `chased`, how often the late were
    skipped     dates without a deadline, besides those of the schedule
    proposals   how many there have been
    notices     how many notices went to all, and `observings` how often an observer came or left:
                they number mails
    handed_to   the address of the office that goes on with it
    ending      why it is over, if not by its own rules
    """

    setup: Setup
    stage: Literal["forming", "running", "over", "handed_over"]
    opened: Aware
    applicants: tuple[Applicant, ...] = ()
    commitment: str = ""
    seed: str = ""
    chairs: dict[Seat, Chair] = {}
    version: int = 0
    state: Raw = Raw(b"null")
    phase: str = ""
    kind: str = ""
    due: tuple[Seat, ...] = ()
    deadline: Aware | None = None
    edition: int = 1
    sheets: dict[Seat, Raw] = {}
    ready: tuple[Seat, ...] = ()
    ahead: dict[str, dict[Seat, Raw]] = {}
    ready_since: Aware | None = None
    paused: bool = False
    reminded: int = 0
    chased: int = 0
    skipped: tuple[str, ...] = ()
    proposal: Proposal | None = None
    proposals: int = 0
    observers: tuple[str, ...] = ()
    notices: int = 0
    observings: int = 0
    handed_to: str = ""
    ending: str = ""

    @property
    def name(self) -> str:
        """Its short name."""
        return self.setup.game

    @property
    def title(self) -> Title:
        """Its title, loaded."""
        title: Title = load_title(self.setup.variant, wrong_title)
        return title

    @property
    def schedule(self) -> Schedule:
        """Its schedule, with the dates that were skipped since."""
        schedule = self.setup.schedule
        return replace(schedule, skipped=(*schedule.skipped, *self.skipped))

    def position(self) -> Any:
        """The title's state."""
        return msgspec.json.decode(self.state, type=self.title.state)

    def options(self) -> Any:
        """The title's options."""
        return msgspec.convert(self.setup.options, self.title.options, strict=False)

    def seats_by_name(self) -> dict[str, Seat]:
        """The seats by their names and by their codes, both in small letters."""
        seats = self.title.seats(self.options())
        names = {self.title.seat_name(seat).casefold(): seat for seat in seats}
        return {**{seat.casefold(): seat for seat in seats}, **names}

    def open_phase(self) -> Phase:
        """The phase that is open. ValueError in a game that is not running."""
        phase = self.title.phase(self.position()) if self.phase else None
        if phase is None:
            raise ValueError(f"{self.name} has no open phase")
        return phase

    def sheet(self, seat: Seat, phase: str = "") -> Sheet[Any] | None:
        """A seat's orders for the phase that is open, or another, if it gave any."""
        own = self.sheets if phase in ("", self.phase) else self.ahead.get(phase, {})
        raw = own.get(seat)
        kind: Any = Sheet[self.title.order]  # type: ignore[name-defined]
        return None if raw is None else msgspec.json.decode(raw, type=kind)

    def addresses(self) -> frozenset[str]:
        """Of all who take part, in lower case."""
        players = [chair.player for chair in self.chairs.values() if not chair.vacant]
        players += [applicant.player for applicant in self.applicants]
        return frozenset(player.address.lower() for player in players) | set(self.observers)

    # --- whom it waits for

    def awaited(self) -> tuple[Seat, ...]:
        """The seats that have a choice in the open phase and gave no orders, unless nobody waits
        for them."""
        return tuple(seat for seat in self._counted() if seat not in self.sheets)

    def all_ready(self) -> bool:
        """Whether all who have a choice say that they need no more time."""
        return bool(self.due) and all(seat in self.ready for seat in self._counted())

    def _counted(self) -> tuple[Seat, ...]:
        # For a vacant seat a game that waits does so until somebody takes it.
        waits = self.setup.missing_orders == "wait"
        chairs = ((seat, self.chairs[seat]) for seat in self.due)
        return tuple(s for s, chair in chairs if not chair.disorder and (waits or not chair.vacant))

    # --- what is due when; nothing is, in a paused game

    def closes(self) -> datetime | None:
        """When the open phase closes, grace included; None if it is not running, or paused."""
        if self.deadline is None or self.paused or self.stage != "running":
            return None
        return deadlines.closes(self.deadline, self.setup.schedule, self.kind)

    def waits(self) -> bool:
        """Whether the open phase will not be run before more orders have come."""
        return self.setup.missing_orders == "wait" and bool(self.awaited())

    def runs_at(self) -> datetime | None:
        """When the open phase is to be run, as things stand; None: not before something comes."""
        closes = self.closes()
        if closes is None or self.waits():
            return None
        early = self.setup.schedule.early
        if self.ready_since is not None and early is not None:
            return min(closes, self.ready_since + timedelta(hours=early))
        return closes

    def reminds_at(self) -> tuple[datetime, ...]:
        """When those who owe orders are reminded of the deadline that stands, the earliest
        first; the first `reminded` were sent."""
        if self.deadline is None or self.paused or self.stage != "running":
            return ()
        return deadlines.reminders(self.deadline, self.setup.schedule, self.opened)

    def chases_at(self) -> datetime | None:
        """When those are reminded next for whom the phase waits; None: it does not wait."""
        closes = self.closes()
        return closes + self.chased * CHASED_EVERY if closes and self.waits() else None

    def next_due(self) -> datetime | None:
        """When something is to be done next without a letter; None: nothing is."""
        instants = (self.runs_at(), self.chases_at(), *self.reminds_at()[self.reminded :][:1])
        return min((instant for instant in instants if instant is not None), default=None)
