"""What wizards can regain between two games of a campaign (9.4)."""

from msgspec import Struct

from adjudicator.orders import Seat
from adjudicator.turns.turn import Turn
from variants.spellbinder.combat.wizards import MOST, hexes_of
from variants.spellbinder.components import most_strength, stronghold_at
from variants.spellbinder.movement.edges import points_after_exile
from variants.spellbinder.names import NEW
from variants.spellbinder.orders import Regain
from variants.spellbinder.play import Play
from variants.spellbinder.state import State, WizardCode

STRENGTH, EXILE_STRENGTH = 30, 15
"""Strength points regained in a castle, and in exile."""
POINTS = 15
"""Spellbinder points regained in a castle."""


class Gains(Struct, frozen=True):
    """What a wizard can regain at most."""

    strength: int = 0
    points: int = 0


def due(state: State) -> tuple[Seat, ...]:
    """The seats that have something to regain."""
    return tuple(
        seat
        for seat in state.options.seats
        if any(gains(state, wizard) != Gains() for wizard in seat.split("+"))
    )


def default_regain(state: State, seat: Seat) -> tuple[Regain, ...]:
    """What is regained where no orders come: all that can be, the armies by letter first, the rest
    as new ones."""
    found = []
    for wizard in seat.split("+"):
        most = gains(state, wizard)
        if most != Gains():
            by = wizard if "+" in seat else ""
            found.append(Regain(tuple(wishes(state, wizard, most.strength)), most.points, by))
    return tuple(found)


def gains(state: State, wizard: WizardCode) -> Gains:
    """9.4: up to 30 strength and 15 points for a wizard who holds a castle alone or with allies;
    up to 15 and 10 for an exile; never more than there was at the start."""
    one = state.wizards[wizard]
    had = sum(army.strength for army in state.armies.values() if army.wizard == wizard)
    lost = max(state.begun[wizard] - had, 0)
    if one.fate == "exile":
        just_left = one.left == state.game - 1
        points = points_after_exile(one.points, just_left=just_left) - one.points
        return Gains(min(EXILE_STRENGTH, lost), points)
    if one.fate == "in" and _holds_castle(state, wizard):
        return Gains(min(STRENGTH, lost), max(min(POINTS, MOST - one.points), 0))
    return Gains()


def _holds_castle(state: State, wizard: WizardCode) -> bool:
    """Whether he is in a castle in which nobody is who is no friend of his."""
    play = Play(state, Turn("", {}), "")
    castle = stronghold_at(state.options, state.wizards[wizard].at)
    if castle is None:
        return False
    seat = play.seat_of(wizard)
    inside = hexes_of(state.options, castle)
    return all(
        play.is_friend(play.owner(unit), seat) for unit, at in play.on_land() if at in inside
    )


def wishes(state: State, wizard: WizardCode, strength: int) -> list[tuple[str, int]]:
    """All that can be regained: by the armies in their order as far as they go, the rest by new
    ones."""
    most = most_strength(state.options)
    found: list[tuple[str, int]] = []
    for code, army in sorted(state.armies.items()):
        if army.wizard == wizard and strength and army.strength < most:
            found.append((code, min(most - army.strength, strength)))
            strength -= found[-1][1]
    while strength > 0:
        found.append((NEW, min(most, strength)))
        strength -= found[-1][1]
    return found
