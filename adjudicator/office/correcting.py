"""A mistake mended: the game is set back to a phase, and the phase is run again."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Raw

from adjudicator import deadlines
from adjudicator.office import asking, history, phrases, reporting, running, seeds, writing
from adjudicator.office.changes import Opened
from adjudicator.office.drafts import Draft, change
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.ordering import ordered, require_seat
from adjudicator.office.play_records import SetBack, SheetRecorded
from adjudicator.office.records import encode
from adjudicator.orders import Seat

KNOWN = "What was sealed until the end, such as the order of a deck, is known: its seed was shown."


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

    A phase that has stopped at a question is begun anew in the same way. What was decided in it
    counts again where it asks the same. With `reopen` it is not run: its players may change their
    orders until a new deadline. What was recorded since then stays in the ledger and has no effect.
    CannotBeDone if it was not run, or a line of the orders is none; NoSuchGame if there is none.
    """

    def decide(draft: Draft) -> None:
        runs = history.Runs(history.way(office.store, name))
        begun = draft.game.asking is not None and phase == draft.game.phase
        if phase not in runs.before and not begun:
            if phase == draft.game.phase:
                raise CannotBeDone(f"{phase} of {name} is open: use order and process")
            raise CannotBeDone(f"{phase} of {name} was not run, so there is nothing to correct")
        unsealed = draft.game.stage == "over" and draft.game.sealed
        why = f"{reason} {KNOWN}".strip() if unsealed else reason
        dropped = () if begun else tuple(draft.game.sheets)
        before = draft.game if begun else runs.before[phase]
        undone = [] if begun else list(runs.before)[list(runs.before).index(phase) :]
        fallen = {seat for one in undone for seat in runs.disordered[one]}
        decisions = asking.all_decided(before) if begun else runs.decisions[phase]
        anew = reopen or bool(orders)
        _set_back(draft, before, decisions, sorted(fallen), anew=anew, reason=why)
        for seat, text in orders.items():
            require_seat(draft.game, seat)
            sheet = ordered(draft.game, seat, text)
            draft.record(SheetRecorded(seat, phase, encode(sheet), False, "", "gm"))
        if reopen:
            sentence = (
                f"{phrases.phase_title(draft.game)}, is open again, with the orders it had. What "
                f"was sent for a later phase has no effect any more. {why}"
            )
            if draft.game.title.chance:
                phase_and_run = " ".join(map(str, draft.game.seeded))
                sentence += (
                    f" Its chance is another. Commit {phase_and_run}: {draft.game.committed}"
                )
            draft.mails += writing.redated(draft, "Set back", sentence.strip())
            for seat in orders:
                draft.mails += writing.ordered(draft, seat)
        elif begun:
            running.run(draft)
        else:
            running.run(draft, reporting.Correction.of(draft, phase, runs, why, dropped))

    return change(office, name, decide, now).game


def _set_back(
    draft: Draft,
    before: Game,
    decisions: Raw,
    recovered: Sequence[Seat],
    *,
    anew: bool,
    reason: str,
) -> None:
    """Set the game back to how it stood `before` a phase; `anew`: with another run of it, whose
    seed nobody has seen yet."""
    name, phase = before.name, before.open_phase()
    deadline = deadlines.due(draft.game.schedule, phase, draft.now, draft.now)
    committed, seeded = before.committed, before.seeded
    if anew and before.title.chance:
        seeded = (phase.id, draft.game.edition + 1)
        committed = seeds.committed(draft.office, name, *seeded)
    opened = Opened.of(before.title, before.position(), deadline, committed, seeded[1])
    draft.record(
        SetBack(
            before.version,
            before.state,
            opened,
            before.sheets,
            before.ahead,
            tuple(recovered),
            reason,
            decisions,
            seeded,
        )
    )
