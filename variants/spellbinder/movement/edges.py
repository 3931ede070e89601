"""Off the map by its edge and onto it: Yamantsar's return (9.3), and exile (9.4)."""

from collections.abc import Sequence

from msgspec.structs import replace

from variants.spellbinder.combat.wizards import MOST
from variants.spellbinder.components import BOARD, EDGE, EDGE_LAND, FOOT
from variants.spellbinder.movement.arrivals import arrive
from variants.spellbinder.movement.scaling import must_wait, prune
from variants.spellbinder.movement.ways import barred, left
from variants.spellbinder.orders import Enter, Leave
from variants.spellbinder.play import Play, Unit

LEAVING = 2
"""Half movement points that it costs to leave the map."""
EXILE_GAIN, EXILE_MOST = 10, 15
"""Points regained in exile between two games, and the most to have in the first one after."""


def leave(play: Play, order: Leave) -> None:
    """9.4: a wizard goes into exile from an edge hex, and armies of his with him or after him."""
    if play.state.options.scenario != "campaign":
        play.refuse(order, "no_exile")
        return
    gone = []
    for unit in sorted(order.units, key=lambda unit: unit not in play.wizards):
        if fault := _bars_leaving(play, unit, order.at):
            play.refuse(order, fault, units=(unit,))
            continue
        gone.append(unit)
        play.put([unit])
        if unit in play.wizards:
            exile = replace(play.wizards[unit], fate="exile", left=play.state.game)
            play.wizards[unit] = exile
    if gone:
        prune(play)
        play.tell("left", units=tuple(gone), hex=order.at)


def enter(play: Play, order: Enter) -> None:
    """9.3, 9.4: units come onto the map together by the first of the edge hexes that is free, and
    pay the price of its terrain."""
    coming = [unit for unit in order.units if _may_enter(play, unit, order.units)]
    for unit in order.units:
        if unit not in coming:
            play.refuse(order, "cannot_enter", units=(unit,))
    at = next((at for at in order.at if _is_open(play, coming, at)), "")
    if not coming:
        return
    if not at:
        play.refuse(order, "no_open_edge")
        return
    for unit in coming:
        play.spent[unit] = FOOT.cost[BOARD.terrain[at]]
        if unit in play.wizards:
            play.wizards[unit] = replace(play.wizards[unit], fate="in", left=0)
    play.tell("entered", units=tuple(coming), hex=at)
    arrive(play, coming, at)


def points_after_exile(points: int, *, just_left: bool) -> int:
    """9.4: what an exile has at most when the next game begins: 10 more, but no more than 15 in the
    game after the one in which he left."""
    return min(points + EXILE_GAIN, EXILE_MOST if just_left else MOST)


def _bars_leaving(play: Play, unit: Unit, at: str) -> str | None:
    """Why a unit cannot leave the map there."""
    if play.is_lost(unit):
        return "gone"
    if not play.is_own(unit) or play.place(unit) != at:
        return "not_there"
    if at not in EDGE:
        return "no_edge"
    if unit in play.halted:
        return "halted"
    if must_wait(play, unit):
        return "scaling"
    if left(play, unit) < LEAVING:
        return "spent"
    if unit in play.armies and play.wizards[play.armies[unit].wizard or ""].fate != "exile":
        return "wizard_stays"
    return None


def _may_enter(play: Play, unit: Unit, others: Sequence[Unit]) -> bool:
    """Whether a unit waits off the map: Yamantsar's, or one that comes back from exile. Armies do
    not come before their wizard."""
    if not play.is_own(unit) or play.place(unit):
        return False
    if unit in play.armies and play.armies[unit].waits:
        return False
    if play.state.options.scenario == "return_of_yamantsar":
        return play.seat == play.state.chief
    code = play.wizard_of(unit) or ""
    wizard = play.wizards[code]
    comes_back = wizard.fate == "exile" and wizard.left < play.state.game and code in others
    return comes_back or wizard.fate == "in"


def _is_open(play: Play, units: Sequence[Unit], at: str) -> bool:
    """Whether these units can come in by a hex: at the edge, no water, in no castle, and free."""
    return at in EDGE_LAND and not any(barred(play, unit, at) for unit in units)
