"""What records make of a game: the steps that several kinds of them share."""

from datetime import datetime
from typing import Any

from msgspec import Raw, Struct
from msgspec.structs import replace

from adjudicator.office.game import Game
from adjudicator.office.ledger import Aware
from adjudicator.office.setup import Title
from adjudicator.orders import Seat


class Opened(Struct, frozen=True):
    """A phase that is opened; none, with an empty `phase`: by its rules the game is over.

    `ahead` are the later phases for which orders may have been sent already. `committed` is the
    commitment to the seed of this `run` of it; "": it goes on with the seed of the phase before.
    """

    phase: str = ""
    kind: str = ""
    due: tuple[Seat, ...] = ()
    ahead: tuple[str, ...] = ()
    deadline: Aware | None = None
    committed: str = ""
    run: int = 1

    @classmethod
    def of(
        cls,
        title: Title,
        state: Any,
        deadline: datetime | None,
        committed: str = "",
        run: int = 1,
    ) -> "Opened":
        """The phase that is open in this state, with its deadline."""
        phase = title.phase(state)
        if phase is None:
            return cls()
        due, ahead = tuple(sorted(phase.due)), tuple(sorted(title.ahead(state)))
        return cls(phase.id, phase.kind, due, ahead, deadline, committed, run)


def require(game: Game, stage: str) -> None:
    """ValueError unless the game is at this stage."""
    if game.stage != stage:
        raise ValueError(f"the game is {game.stage}, not {stage}")


def at_phase(game: Game, opened: Opened, when: datetime) -> Game:
    """The game at a phase, with the orders sent ahead for it; over, if there is none."""
    return replace(
        game,
        stage="running" if opened.phase else "over",
        phase=opened.phase,
        kind=opened.kind,
        due=opened.due,
        deadline=opened.deadline,
        opened=when,
        committed=opened.committed or game.committed,
        seeded=(opened.phase, opened.run) if opened.committed else game.seeded,
        asking=None,
        soon=False,
        decisions=Raw(b"[]"),
        pending=Raw(b"[]") if opened.due else game.pending,
        kept={one: kept for one, kept in game.kept.items() if not opened.due},
        stops=(),
        sheets=game.ahead.get(opened.phase, {}),
        unconfirmed={},
        turned_down=(),
        ahead={phase: game.ahead[phase] for phase in opened.ahead if phase in game.ahead},
        ready=(),
        ready_since=None,
        reminded=0,
        chased=0,
    )


def redated(game: Game, deadline: datetime, when: datetime) -> Game:
    """The game with another deadline."""
    # Who was ready was so for the deadline that stood.
    game = replace(game, ready=(), ready_since=None)
    return replace(game, deadline=deadline, opened=when, reminded=0, chased=0)


def readiness(game: Game, when: datetime) -> Game:
    """Since when all are ready: it is counted anew when the last of them becomes so."""
    if not game.all_ready():
        return replace(game, ready_since=None)
    return replace(game, ready_since=game.ready_since or when)


def settled(game: Game, seat: Seat) -> Game:
    """The game without anything that this seat could confirm."""
    unconfirmed = {one: held for one, held in game.unconfirmed.items() if one != seat}
    return replace(game, unconfirmed=unconfirmed)


def entered(game: Game, seat: Seat) -> Game:
    """The game after the game master has entered something for a seat."""
    chair = game.chairs[seat]
    chair = replace(chair, entered=chair.entered + 1)
    return replace(game, chairs={**game.chairs, seat: chair})


def seated(game: Game, changes: dict[Seat, dict[str, bool]]) -> Game:
    """The game with changed chairs, by seat."""
    changed = {seat: replace(game.chairs[seat], **fields) for seat, fields in changes.items()}
    return replace(game, chairs={**game.chairs, **changed})


def noticed(game: Game) -> Game:
    """The game after a notice to all."""
    return replace(game, notices=game.notices + 1)
