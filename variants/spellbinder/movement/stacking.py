"""Stacking (5.0): at the end of their owner's movement two armies stand in a hex at the most."""

from collections import Counter

from msgspec.structs import replace

from variants.spellbinder.components import CASTLES, most_strength
from variants.spellbinder.movement.ways import barred
from variants.spellbinder.play import Play
from variants.spellbinder.state import ArmyCode

LIMIT = 2
"""Armies in a hex; wizards are not counted."""


def mend_stacks(play: Play) -> None:
    """5.0: where more of the player's armies stand, the one that came last goes back along its way
    to the last hex with room. Those that did not move are put together, as far as that goes.

    Who stands with an ally's units by then has made use of his leave (8.4, 8.5).
    """
    while hexes := crowded(play):
        here = own_armies(play, hexes[0])
        moved = [army for army in play.arrived if army in here]
        if moved:
            _send_back(play, moved[-1])
        else:
            _put_together(play, here)
    mine = {at for unit, at in play.on_land() if play.owner(unit) == play.seat}
    for unit, at in list(play.on_land()):
        owner = play.owner(unit) if at in mine else None
        if owner is not None and owner != play.seat:
            play.use(owner, play.seat, "stack")


def crowded(play: Play) -> list[str]:
    """The hexes in which too many armies stand, the lowest number first."""
    armies = Counter(army.at for army in play.armies.values() if army.at)
    many = sorted(at for at, number in armies.items() if number > LIMIT)
    return [at for at in many if not has_room(play, at, coming=0)]


def own_armies(play: Play, at: str) -> list[ArmyCode]:
    """The armies of the phase's player in a hex."""
    return [army for army in play.armies_at(at) if play.owner(army) == play.seat]


def has_room(play: Play, at: str, coming: int = 1) -> bool:
    """Whether so many more of the player's armies may end their movement in a hex."""
    return _is_unlimited(play, at) or len(own_armies(play, at)) + coming <= LIMIT


def _is_unlimited(play: Play, at: str) -> bool:
    """9.1: Pindragalf holds any number of the armies of him who plays Sharn."""
    options = play.state.options
    lasts = options.pindragalf_overstack == "always" or play.state.turn == 0
    return lasts and at in CASTLES["PINDRAGALF"].hexes and "SHARN" in play.seat.split("+")


def _send_back(play: Play, army: ArmyCode) -> None:
    """Along its way to the last hex with room; at the latest to where it began, of which it cannot
    be driven out."""
    trail = play.trail[army]
    left = trail.pop()
    while len(trail) > 1 and (barred(play, army, trail[-1]) or not has_room(play, trail[-1])):
        trail.pop()
    play.arrived.remove(army)
    if len(trail) > 1:
        play.arrived.insert(0, army)  # there it was before those who have come since
    to = trail[-1]
    if to.startswith("@"):
        play.put([army], ship=int(to[1:]))
    else:
        play.put([army], to)
    play.tell("sent_back", army=army, hex=left, back=to)


def _put_together(play: Play, armies: list[ArmyCode]) -> None:
    """The weakest army goes into the others, and what they have no room for is lost."""
    weakest = min(reversed(armies), key=lambda army: play.armies[army].strength)
    left, most = play.armies[weakest].strength, most_strength(play.state.options)
    for army in armies:
        room = max(most - play.armies[army].strength, 0) if army != weakest else 0
        given = min(room, left)
        play.armies[army] = replace(play.armies[army], strength=play.armies[army].strength + given)
        left -= given
    at = play.armies.pop(weakest).at
    play.tell("put_together", army=weakest, hex=at)
    if left:
        play.tell("no_room", to=play.knows_strengths(play.seat), points=left)
