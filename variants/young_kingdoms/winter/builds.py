"""What may be built where: armies and fleets at home, Chaos in its lands (32, 41, 71)."""

from collections.abc import Sequence

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.adjustments import home_centers, kind_built
from adjudicator.simultaneous.orders import Build
from adjudicator.simultaneous.position import Position, Unit
from variants.young_kingdoms.pieces import chaos
from variants.young_kingdoms.pieces.pieces import CHAOS, ELRIC, Owners, are_companions, has_harbour


def build_sites(board: Board, position: Position, seat: Seat) -> dict[str, tuple[str, ...]]:
    """What this power may build, each by itself: province -> kinds."""
    sites = {
        place: tuple(
            kind
            for kind in (ARMY, FLEET, CHAOS)
            if not why_no_build(board, position.centers, position.units, seat, Build(kind, place))
        )
        for place in (*home_centers(board, seat), *chaos.lands(board))
    }
    return {place: kinds for place, kinds in sites.items() if kinds}


def room(board: Board, position: Position, seat: Seat) -> int:
    """How many units it may build: two in its harbour (32), and in a land of Chaos that is open to
    it as many as it likes (41), which is no fewer than the spaces of the board here."""
    sites = build_sites(board, position, seat)
    if any(CHAOS in kinds for kinds in sites.values()):
        return len(board.code)
    return sum(
        len(kinds) if has_harbour(board, position.centers, seat, place) else 1
        for place, kinds in sites.items()
    )


def why_no_build(
    board: Board, owners: Owners, standing: Sequence[Unit], seat: Seat, order: Build
) -> str:
    """Why this power cannot build so beside the units that stand there now; "" if it can."""
    if order.place not in board.number:
        return "cannot_reach"
    unit = unit_built(board, standing, seat, order)
    if unit.kind == CHAOS:
        return _why_no_chaos(board, standing, unit)
    if unit.place not in home_centers(board, seat):
        return "not_home"
    if owners.get(unit.place) != seat:
        return "not_owned"
    if not unit.kind:
        return "no_kind"
    if unit.kind not in (ARMY, FLEET):
        return "no_such_build"
    if unit.place not in board.spots[unit.kind]:
        return "no_place_for_kind"
    # By 83 an army fits beside the fleet in a double center, and either beside the garrison, the
    # Dragon, and Elric as an ally.
    for other in standing:
        if other.place == unit.place and not are_companions(board, owners, unit, other, unit.place):
            return "occupied"
    return ""


def _why_no_chaos(board: Board, standing: Sequence[Unit], unit: Unit) -> str:
    if unit.place not in chaos.lands(board):
        return "no_such_build"
    if any(other.kind == ELRIC and other.power == unit.power for other in standing):
        return "allied_with_elric"
    return "chaos_barred" if chaos.is_barred(standing, unit.power, unit.place) else ""


def unit_built(board: Board, standing: Sequence[Unit], seat: Seat, order: Build) -> Unit:
    """The unit as it would stand, of no kind if the order leaves that open.

    Without a word for it Chaos is meant in the lands of Chaos, and inland an army. KeyError if the
    board has no such place.
    """
    land = order.place in chaos.lands(board)
    kind = order.kind or (CHAOS if land else kind_built(board, order.place))
    number = chaos.free_id(standing, seat, order.place) if kind == CHAOS else ""
    return Unit(seat, kind, order.place, number)
