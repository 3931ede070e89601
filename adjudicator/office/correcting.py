"""A mistake mended: the game is set back to a phase, and the phase is run again."""

from collections.abc import Mapping
from datetime import datetime

from adjudicator import deadlines
from adjudicator.office import history, reporting, running, writing
from adjudicator.office.drafts import Draft, change
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.ordering import ordered, require_seat
from adjudicator.office.records import Opened, SetBack, SheetRecorded, encode
from adjudicator.orders import Seat


def correct(
    office: Office,
    name: str,
    phase: str,
    orders: Mapping[Seat, str],
    now: datetime,
    *,
    reason: str = "",
    reopen: bool = False,
) -> Game:
    """Set the game back to a phase that was run, with the orders it had then and these instead of
    those of their seats (text, one order a line), and run it again; the game after that.

    With `reopen` it is not run: its players may change their orders until a new deadline. What was
    recorded since then stays in the ledger and has no effect. CannotBeDone if it was not run,
    or a line of the orders is none; NoSuchGame if there is none.
    """

    def decide(draft: Draft) -> None:
        runs = history.Runs(history.way(office.store, name))
        if phase not in runs.before:
            if phase == draft.game.phase:
                raise CannotBeDone(f"{phase} of {name} is open: use order and process")
            raise CannotBeDone(f"{phase} of {name} was not run, so there is nothing to correct")
        dropped = tuple(draft.game.sheets)
        _set_back(draft, runs, phase, reason)
        for seat, text in orders.items():
            require_seat(draft.game, seat)
            sheet = ordered(draft.game, seat, text)
            draft.record(SheetRecorded(seat, phase, encode(sheet), False, "", "gm"))
        if reopen:
            sentence = (
                f"{writing.phase_title(draft.game)}, is open again, with the orders it had. What "
                f"was sent for a later phase has no effect any more. {reason}"
            )
            draft.mails += writing.redated(draft, "Set back", sentence.strip())
            for seat in orders:
                draft.mails += writing.ordered(draft, seat)
        else:
            running.run(draft, reporting.Correction.of(draft, phase, runs, reason, dropped))

    return change(office, name, decide, now).game


def _set_back(draft: Draft, runs: history.Runs, phase: str, reason: str) -> None:
    before = runs.before[phase]
    undone = list(runs.before)[list(runs.before).index(phase) :]
    fallen = {seat for one in undone for seat in runs.disordered[one]}
    deadline = deadlines.due(draft.game.schedule, before.open_phase(), draft.now, draft.now)
    draft.record(
        SetBack(
            before.version,
            before.state,
            Opened.of(before.title, before.position(), deadline),
            before.sheets,
            before.ahead,
            tuple(sorted(fallen)),
            reason,
        )
    )
