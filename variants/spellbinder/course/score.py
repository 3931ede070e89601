"""Victory points (9.1 5), and how a game ends."""

from collections.abc import Iterator

from adjudicator.orders import Seat
from variants.spellbinder.combat.wizards import yof_pintre
from variants.spellbinder.components import (
    CASTLES,
    STRONGHOLDS,
    VICTORY_HEXES,
    YOF_PINTRE,
    home_castle,
)
from variants.spellbinder.state import Ending, Score, State

STRONGHOLD, VICTORY_HEX, ON_YOF_PINTRE, ALONE = 25, 10, 50, 80
"""Victory points of a castle, of one of the three hexes, and of Yof-Pintre (9.1 5A-D)."""


def points_of(state: State, seat: Seat) -> int:
    """9.1 5: the victory points of a seat, by where its armies stand. Those aboard ships or off the
    map count nowhere."""
    options, held = state.options, hexes_of(state, seat)
    strongholds = [castle for castle in STRONGHOLDS if castle != _worthless(state)]
    if options.yof_pintre_counts_as_stronghold:
        strongholds.append(YOF_PINTRE)
    points = STRONGHOLD * sum(not held.isdisjoint(CASTLES[code].hexes) for code in strongholds)
    victory_hexes = len(held.intersection(VICTORY_HEXES))
    if options.victory_hex_points == "once":
        victory_hexes = min(victory_hexes, 1)
    return points + VICTORY_HEX * victory_hexes + _on_yof_pintre(state, seat)


def counted(state: State) -> Ending:
    """9.1 5: the game at its end. Who has most points wins, and several share it."""
    scores = tuple(Score(seat, points_of(state, seat)) for seat in state.options.seats)
    standing = survivors(state)
    most = max(score.points for score in scores)
    best = [score.seat for score in scores if score.points == most and score.seat in standing]
    return Ending("points", tuple(best), scores)


def by_elimination(state: State, before: State) -> Ending | None:
    """The game is over as soon as one player alone has a wizard; if the last ones are gone
    together, they share it. In a campaign he wins who has all others out of the game or in exile,
    and those in exile play on if nobody else is there (9.4)."""
    standing = survivors(state)
    if len(standing) == 1:
        return Ending("last", standing)
    if standing:
        return None
    waiting = voters(state)
    if len(waiting) > 1:
        return None
    return Ending("last", waiting or survivors(before))


def survivors(state: State) -> tuple[Seat, ...]:
    """The seats that have a wizard in the game."""
    return tuple(seat for seat in state.options.seats if "in" in _fates(state, seat))


def voters(state: State) -> tuple[Seat, ...]:
    """The seats that are not eliminated: those in exile may come back."""
    return tuple(
        seat for seat in state.options.seats if any(fate != "out" for fate in _fates(state, seat))
    )


def hexes_of(state: State, seat: Seat) -> frozenset[str]:
    """The hexes of the land in which a seat has armies."""
    wizards = seat.split("+")
    return frozenset(
        army.at for army in state.armies.values() if army.wizard in wizards and army.at
    )


def alone_on_yof_pintre(state: State, seat: Seat) -> bool:
    """9.1 5D: it has armies on Yof-Pintre, and no other player has; garrisons that nobody owns do
    not count."""
    island = yof_pintre(state.options)
    here = [seat for seat in state.options.seats if hexes_of(state, seat).intersection(island)]
    return here == [seat]


def _on_yof_pintre(state: State, seat: Seat) -> int:
    if not hexes_of(state, seat).intersection(yof_pintre(state.options)):
        return 0
    if not alone_on_yof_pintre(state, seat):
        return ON_YOF_PINTRE
    return ALONE if state.options.yof_pintre_sole_replaces else ALONE + ON_YOF_PINTRE


def _worthless(state: State) -> str | None:
    """9.2 A: the old castle of him who began in Yof-Pintre counts for nobody until he has come
    back to it."""
    if state.options.scenario != "early_arrival" or state.chief is None:
        return None
    castle = home_castle(state.chief)
    return None if state.wizards[state.chief].home == castle else castle


def _fates(state: State, seat: Seat) -> Iterator[str]:
    return (state.wizards[wizard].fate for wizard in seat.split("+"))
