"""Phases as the house runs them, and whether two that differ in a secret look the same."""

from collections.abc import Mapping, Sequence
from typing import Any

import variants
from adjudicator.events import may_know
from adjudicator.orders import Sheet
from adjudicator.turns.questions import StandingOrder
from adjudicator.turns.runner import Ran, run
from adjudicator.turns.turn import Rolled, Seeds, Turn
from variants.spellbinder.course.schedule import phase_id
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Order
from variants.spellbinder.state import State

TITLE = variants.load("spellbinder")
READERS = ("DARMAN", "SHARN", "ALGONA", "UMARON", "public", "gm")
ANY = Seeds(b"o" * 32, b"s" * 32)
SECRET = Options(army_strength_public=False, spell_points_public=False)
PIECES = "DA 2307, DARMAN 2306, SA 2308, SB 2308, UA 3112, SHARN 3220"

Standing = Mapping[str, Sequence[StandingOrder[Order]]]


def played(before: State, standing: Standing | None = None, **sheets: Sequence[Order]) -> Ran:
    """The phase that comes next, run as the house runs it. Chance is the same each time."""
    now = phase_id(before)
    given = {seat: Sheet(seat, now, tuple(orders)) for seat, orders in sheets.items()}

    def turn() -> Turn[Any, Any]:
        return Turn(
            now,
            given,
            seats=before.options.seats,
            standing=standing,
            seeds=ANY,
            policies=lambda seat: TITLE.policies(before, seat),
        )

    ran = run(lambda turn: TITLE.run(before, turn), before, State, turn)
    assert isinstance(ran, Ran)
    return ran


def told(ran: Ran, reader: str) -> tuple[str, ...]:
    """The sentences of a phase that this reader may know."""
    events = [one.event for one in ran.told if may_know(reader, one.audience)]
    return tuple(TITLE.results(events).lines)


def open_dice(ran: Ran) -> list[Rolled]:
    """The dice that everybody is shown."""
    return [die for die in ran.draws if isinstance(die, Rolled) and not die.sealed]


def who_sees(one: Ran, other: Ran) -> set[str]:
    """The readers to whom two phases and the games after them do not look the same."""
    assert open_dice(one) == open_dice(other)
    return {
        reader
        for reader in READERS
        if told(one, reader) != told(other, reader)
        or TITLE.view(one.state, reader) != TITLE.view(other.state, reader)
    }


def standing(before: State, seat: str, *lines: str) -> Standing:
    """A seat's standing orders, as it writes them."""
    return {seat: [one for line in lines for one in TITLE.read(before, seat, line).standing]}
