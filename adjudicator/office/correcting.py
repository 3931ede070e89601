"""A mistake mended: the game is set back to a phase, and the phase is run again."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from msgspec import Raw
from msgspec.structs import replace

from adjudicator import deadlines
from adjudicator.office import asking, history, phrases, reporting, running, seeds, writing
from adjudicator.office.changes import Opened
from adjudicator.office.drafts import Draft, change
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.kept import CannotBeDone, OutgoingMail
from adjudicator.office.ordering import ordered, require_seat
from adjudicator.office.play_records import SetBack, SheetRecorded
from adjudicator.office.records import encode
from adjudicator.orders import Seat, Sheet

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
    those of their seats (text, one order a line), and run it again; the game after that. With other
    orders the dice are other ones: all are told the commitment first, and the next tick runs it.

    A phase that has stopped at a question is begun anew in the same way. What was decided in it
    counts again where it asks the same. With `reopen` it is not run: its players may change their
    orders until a new deadline. What was recorded since then stays in the ledger and has no effect.
    CannotBeDone if it was not run, or a line of the orders is none; NoSuchGame if there is none.
    """

    def decide(draft: Draft) -> None:
        now_at = draft.game
        runs = history.Runs(history.way(office.store, name))
        begun = now_at.begun and phase == now_at.phase
        if phase not in runs.before and not begun:
            if phase == now_at.phase:
                raise CannotBeDone(
                    f"{phase} of {name} is open: change its orders by adjudicator order, and run "
                    "it by adjudicator process"
                )
            raise CannotBeDone(f"{phase} of {name} was not run, so there is nothing to correct")
        before = replace(now_at if begun else runs.before[phase], asking=None, soon=False)
        sheets = {}
        for seat, text in orders.items():
            require_seat(before, seat)
            sheets[seat] = ordered(before, seat, text)
        anew = reopen or any(_orders(before.sheet(seat)) != sheets[seat].orders for seat in sheets)
        soon = anew and not reopen and before.title.chance
        unsealed = now_at.stage == "over" and now_at.sealed
        why = f"{reason} {KNOWN}".strip() if unsealed else reason
        dropped = () if begun else tuple(now_at.sheets)
        draft.record(_set_back(draft, runs, before, begun=begun, anew=anew, soon=soon, reason=why))
        for seat, sheet in sheets.items():
            draft.record(SheetRecorded(seat, phase, encode(sheet), False, "", "gm"))
        if reopen or soon:
            draft.mails += _told(draft, why, soon=soon)
            for seat in sheets:
                draft.mails += writing.ordered(draft, seat)
        elif begun:
            running.run(draft)
        else:
            running.run(draft, reporting.Correction.of(draft, phase, runs, why, dropped))

    return change(office, name, decide, now).game


def _orders(sheet: Sheet[Any] | None) -> tuple[Any, ...]:
    return sheet.orders if sheet is not None else ()


def _told(draft: Draft, why: str, *, soon: bool) -> list[OutgoingMail]:
    """To all, that a phase is open again, or is run again soon: with the commitment to its seed,
    for that is another."""
    game = draft.game
    opened = "is run again, with other orders" if soon else "is open again, with the orders it had"
    sentences = [
        f"{phrases.phase_title(game)}, {opened}. What was sent for a later phase has no effect any "
        f"more. {why}".strip()
    ]
    if game.title.chance:
        phase, run = game.seeded
        sentences.append(f"Its dice are other ones. Commit {phase} {run}: {game.committed}")
    if soon:
        return writing.notices(draft, game.chairs, "Set back", sentences)
    return writing.redated(draft, "Set back", " ".join(sentences))


def _set_back(
    draft: Draft,
    runs: history.Runs,
    before: Game,
    *,
    begun: bool,
    anew: bool,
    soon: bool,
    reason: str,
) -> SetBack:
    """What sets the game back to how it stood `before` a phase.

    `begun`: it has not been run, but waits for an answer; `anew`: it is another run of it, with a
    seed that nobody has seen yet; `soon`: by the next tick, for all are told the commitment first.
    """
    game, phase = draft.game, before.open_phase()
    undone = [] if begun else list(runs.before)[list(runs.before).index(phase.id) :]
    fallen = {seat for one in undone for seat in runs.disordered[one]}
    deadline = deadlines.due(game.schedule, phase, draft.now, draft.now)
    committed, seeded = before.committed, before.seeded
    if anew and before.title.chance:
        seeded = (phase.id, game.edition + 1)
        committed = seeds.committed(draft.office, game.name, *seeded)
    # What followed at once with the same seed comes out the same, if it is decided the same.
    kept = {
        one: runs.decisions[one]
        for one in undone[1:]
        if not anew and runs.before[one].seeded == before.seeded
    }
    pending = game.pending if begun else Raw(b"[]")
    if begun and not anew:
        kept = {one: raw for one, raw in game.kept.items() if one != phase.id}
    if game.asking is not None and (begun or (not anew and game.seeded == before.seeded)):
        pending = asking.pending(game)
        if not begun:
            kept[game.phase] = game.decisions
    return SetBack(
        before.version,
        before.state,
        Opened.of(before.title, before.position(), deadline, committed, seeded[1]),
        before.sheets,
        before.ahead,
        tuple(sorted(fallen)),
        reason,
        asking.decided_before(game) if begun else runs.decisions[phase.id],
        seeded,
        kept,
        pending,
        soon,
    )
