"""A mistake mended: the game is set back to a phase, and the phase is run again."""

from collections.abc import Mapping
from datetime import datetime

from adjudicator import deadlines
from adjudicator.office import history, reporting, running, writing
from adjudicator.office.drafts import Draft, change
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.ordering import ordered
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
    recorded since then stays in the ledger and has no effect. ValueError if the phase was not run,
    or a line of the orders is none; KeyError if there is no such game.
    """

    def decide(draft: Draft) -> None:
        found = history.before_phase(office.store, name, phase)
        if found is None:
            raise ValueError(f"{phase} of {name} was not run, so there is nothing to correct")
        before, times = found
        replaced = _replaced(office, before)
        _set_back(draft, before, reason)
        for seat, text in orders.items():
            if seat not in draft.game.chairs:
                raise ValueError(f"{name} has no seat {seat}")
            sheet = ordered(draft.game, seat, text)
            draft.record(SheetRecorded(seat, phase, encode(sheet), False, "", "gm"))
        if reopen:
            sentence = f"{writing.phase_title(draft.game)}, is open again. {reason}".strip()
            draft.mails += writing.redated(draft, "Set back", sentence)
        else:
            running.run(draft, reporting.Correction(times + 1, reason, replaced))

    return change(office, name, decide, now).game


def _set_back(draft: Draft, before: Game, reason: str) -> None:
    phase = before.open_phase()
    deadline = deadlines.due(draft.game.schedule, phase, draft.now, draft.now)
    draft.record(
        SetBack(
            before.version,
            before.state,
            Opened.of(before.title, before.position(), deadline),
            before.sheets,
            before.ahead,
            reason,
        )
    )


def _replaced(office: Office, before: Game) -> dict[Seat, bytes]:
    """The last reports of this phase that were written, by seat; that to observers by ""."""
    found: dict[Seat, bytes] = {}
    start = f"<report.{before.name}.{before.phase}.".lower()
    for mail in office.store.mail_of(before.name):
        if mail.message_id.startswith(start):
            found[mail.seat] = mail.raw
    return found
