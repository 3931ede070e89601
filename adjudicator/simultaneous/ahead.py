"""Orders sent ahead: the later phase that an order is for, and what can be checked before it comes.

What is checked is what no order can change: names, kinds and coasts, who is ordered to retreat and
whether the place is next to it, home centers. All else is seen when the phase comes, by the rules
of that phase.
"""

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.adjustments import home_centers
from adjudicator.simultaneous.orders import Build, Disband, Order, RetreatOrder, Waive
from adjudicator.simultaneous.phases import PhaseCode, phase_code
from adjudicator.simultaneous.position import Dislodged, Position, Retreat


def phase_meant(
    board: Board, position: Position, seat: Seat, order: Order, removal: bool
) -> PhaseCode:
    """The phase of an order that names none: the one that is open, or a later one of the year.

    `removal`: a disbandment was worded as one of the adjustments. In a retreat phase it is meant
    for a dislodged unit nevertheless, if the seat has one in that place.
    """
    now = phase_code(position.phase)
    if now.step == "A":
        return now
    retreats, adjustments = now._replace(step="R"), now.ahead[-1]
    if isinstance(order, Build | Waive):
        return adjustments
    if isinstance(order, RetreatOrder):
        return retreats
    if isinstance(order, Disband):
        return adjustments if removal and not _beaten(board, position, seat, order) else retreats
    return now


def _beaten(board: Board, position: Position, seat: Seat, order: Disband) -> bool:
    """Whether a unit of the seat was dislodged from the order's place."""
    number = board.number[order.place]
    return any(
        case.unit.power == seat and board.number[case.unit.place] == number
        for case in position.dislodged
    )


def imagined(board: Board, position: Position, seat: Seat, phase: PhaseCode) -> Position:
    """A position of the later phase in which all is possible that may be possible then.

    Retreats: every unit is dislodged where it stands now, and all ways are open. Adjustments: the
    seat owns its home centers, they are empty, and it may build in each.
    """
    if phase.step == "R":
        cases = tuple(
            Dislodged(
                unit,
                retreats=tuple(Retreat(to) for to, _ in board.spots[unit.kind][unit.place].exits),
            )
            for unit in position.units
        )
        return Position(str(phase), (), {}, cases)
    return Position(str(phase), (), dict.fromkeys(home_centers(board, seat), seat))


def kinds_at(board: Board, place: str) -> tuple[str, ...]:
    """The kinds of unit that can stand in a place; on a named coast only fleets can."""
    if "/" in place:
        return (FLEET,)
    spots = board.spots
    fleet = place in spots[FLEET] or bool(board.coasts[place])
    return (ARMY,) * (place in spots[ARMY]) + (FLEET,) * fleet
