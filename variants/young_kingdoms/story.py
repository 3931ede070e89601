"""Elric's story outside the battles: where he hides, who finds him, what his throne changes."""

from collections.abc import Iterable

from msgspec.structs import replace

from adjudicator.boards import Board
from adjudicator.events import Audience
from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Position, Unit
from adjudicator.turns.turn import Turn
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import Order
from variants.young_kingdoms.pieces.pieces import DRAGONS_POWER, GARRISON, TANELORN, Owners
from variants.young_kingdoms.state import ElricFound, ElricHid, ElricMovedOn, Event


def neutral_centers(board: Board) -> tuple[str, ...]:
    """The centers that were nobody's at the start, in the order of their codes (67)."""
    homes = {center for side in board.powers.values() for center in side.home_centers}
    return tuple(sorted(board.centers - homes))


def hideouts(board: Board, options: Options) -> tuple[str, ...]:
    """The centers that he may ever hide in, in the order of their codes (67)."""
    return tuple(
        center
        for center in neutral_centers(board)
        if center != TANELORN or options.hide_in_tanelorn
    )


def hiding_places(
    board: Board,
    position: Position,
    options: Options,
    leaving: str = "",
    flees_melnibone: bool = False,
) -> tuple[str, ...]:
    """The centers of which one is drawn for Elric, in the order of their codes (67, 70).

    Where somebody stands who would find him at once, and, if Melnibone has found him, what somebody
    owns, is left out as long as something remains.
    """
    places = [center for center in hideouts(board, options) if center != leaving]
    occupied = {unit.place for unit in position.units if unit.kind != GARRISON}
    owned = {center for center, owner in position.centers.items() if owner is not None}
    for unfit in (occupied, owned) if flees_melnibone else (occupied,):
        places = [center for center in places if center not in unfit] or places
    return tuple(places)


def finder_in(units: Iterable[Unit], place: str) -> Seat | None:
    """Whose piece would find Elric there (68): only one power's can stand in a place."""
    return next((u.power for u in units if u.place == place and u.kind != GARRISON), None)


def first_hiding(
    board: Board, opening: Position, options: Options, turn: Turn[Order, Event]
) -> Elric:
    """Elric at the start of the game (67)."""
    return Elric(hidden=_drawn("Elric hides", hiding_places(board, opening, options), turn))


def without_finder(elric: Elric) -> Elric:
    """Elric once the orders of a season are carried out: who might have enlisted him with them has
    done so, or must find him anew (69)."""
    return replace(elric, finder=None)


def end_of_season(
    board: Board, position: Position, elric: Elric, options: Options, turn: Turn[Order, Event]
) -> Elric:
    """Elric once a season's retreats are done: he comes to where he went, and is looked for (4.6,
    steps 6 and 7). In `position` the centers have not changed hands yet."""

    def who_is_told(power: Seat) -> Audience:
        return frozenset({power}) if options.elric_secret else "all"

    place = elric.hidden
    if elric.left:
        places = hiding_places(board, position, options, elric.left)
        place = _drawn("Elric hides again", places, turn)
    if not place:
        return elric
    finder = finder_in(position.units, place)
    if finder == DRAGONS_POWER:
        turn.tell(who_is_told(finder), ElricMovedOn(finder, place))
        places = hiding_places(board, position, options, place, flees_melnibone=True)
        place = _drawn("Elric moves on", places, turn)
        finder = finder_in(position.units, place)
        if finder == DRAGONS_POWER:
            finder = None  # he moves on once in a season, not twice (68)
    if finder is not None:
        turn.tell(who_is_told(finder), ElricFound(finder, place))
    return Elric(hidden=place, finder=finder)


def owners_after_throne(board: Board, owners: Owners) -> dict[str, Seat | None]:
    """Who owns what on the closed board once Elric reigns: nobody what was Melnibone's (47)."""
    return {
        center: None if owner == DRAGONS_POWER else owner
        for center, owner in owners.items()
        if center in board.centers
    }


def in_the_game(position: Position) -> frozenset[Seat]:
    """The powers that have a center, or a piece of their own; the others are out (78).

    The Dragon alone is a piece, and so is Elric for his ally; a garrison belongs to its place.
    """
    powers = {unit.power for unit in position.pieces if unit.kind != GARRISON}
    return frozenset(power for power in powers | {*position.centers.values()} if power is not None)


def without_the_lost(position: Position, in_game: frozenset[Seat]) -> Position:
    """The position once the garrisons of powers that are out have become nobody's (63)."""
    units = tuple(
        unit if unit.power in in_game else Unit(None, unit.kind, unit.place, unit.id)
        for unit in position.units
    )
    return replace(position, units=units)


def _drawn(label: str, places: tuple[str, ...], turn: Turn[Order, Event]) -> str:
    """One of the places, each as likely as the others; the draw is open once the game is over."""
    place = turn.shuffle(label, places)[0]
    turn.tell("gm", ElricHid(place))
    return place
