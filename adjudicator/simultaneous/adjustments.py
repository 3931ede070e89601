"""The adjustment phase: who owns which center, builds, removals, and removals by default."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Seat
from adjudicator.paths import cheapest_ways
from adjudicator.simultaneous.orders import Build, Disband, Order, Waive
from adjudicator.simultaneous.position import Outcome, Position, Resolution, Unit
from adjudicator.simultaneous.possible import require_possible
from adjudicator.simultaneous.rules import Rules


def capture(
    board: Board, centers: Mapping[str, Seat | None], units: Iterable[Unit]
) -> dict[str, Seat | None]:
    """Center ownership after a fall: a center belongs to whoever last stood there in the fall."""
    owners = {center: centers.get(center) for center in board.code if center in board.centers}
    for unit in units:
        center = board.province_of(unit.place)
        if center in owners and unit.power is not None:
            owners[center] = unit.power
    return owners


def balance(position: Position) -> dict[Seat, int]:
    """By power: its centers less its units. Above 0 it may build, below 0 it must remove."""
    count: dict[Seat, int] = defaultdict(int)
    for owner in position.centers.values():
        if owner is not None:
            count[owner] += 1
    for unit in position.units:
        if unit.power is not None:
            count[unit.power] -= 1
    return dict(count)


def home_centers(board: Board, seat: Seat) -> tuple[str, ...]:
    """Where this power may build; nowhere, if the board has no such power."""
    return board.powers[seat].home_centers if seat in board.powers else ()


def build_sites(board: Board, position: Position, seat: Seat) -> list[str]:
    """The provinces where this power may build: its own, unoccupied home centers."""
    occupied = {board.province_of(unit.place) for unit in position.units}
    return [
        home
        for home in home_centers(board, seat)
        if position.centers.get(home) == seat and home not in occupied
    ]


def adjust(
    board: Board,
    position: Position,
    orders: Mapping[Seat, Sequence[Order]],
    rules: Rules,
) -> Resolution:
    """Adjudicate an adjustment phase.

    Builds beyond the number allowed and removals beyond the number due are illegal, the first legal
    ones count (DATC 4.D.4 to 4.D.6); builds not ordered are waived (4.D.7), removals not ordered
    are made by default (4.D.8). ValueError for an impossible position.
    """
    require_possible(board, position)
    due = balance(position)
    outcomes = []
    after = list(position.units)
    removed: list[tuple[Unit, str]] = []
    left = dict(due)
    for seat, sheet in orders.items():
        built: set[str] = set()
        for order in sheet:
            reason = _why_illegal(board, position, seat, order, due.get(seat, 0))
            if not reason and isinstance(order, Disband):
                unit = unit_at(board, after, order.place)
                if unit is None:
                    reason = "removed_already"
                elif left[seat] == 0:
                    reason = "nothing_to_remove"
                else:
                    after.remove(unit)
                    removed.append((unit, "ordered"))
                    left[seat] += 1
            elif not reason:
                if left[seat] == 0:
                    reason = "nothing_to_build"
                elif isinstance(order, Build):
                    province = board.province_of(order.place)
                    if province in built:
                        reason = "occupied"
                    else:
                        built.add(province)
                        kind = order.kind or kind_built(board, order.place)
                        place = order.place if kind == FLEET else province
                        after.append(Unit(seat, kind, place))
                        left[seat] -= 1
                else:
                    left[seat] -= 1
            outcomes.append(
                Outcome(seat, order, "illegal" if reason else "succeeds", False, reason)
            )
    for seat in sorted(left):
        if left[seat] < 0:
            for unit in default_removals(board, position, after, seat, rules)[: -left[seat]]:
                after.remove(unit)
                removed.append((unit, "surplus"))
    return Resolution(tuple(outcomes), tuple(after), removed=tuple(removed))


def default_removals(
    board: Board, position: Position, units: Iterable[Unit], seat: Seat, rules: Rules
) -> list[Unit]:
    """This power's units in the order in which they are removed by default (DATC 4.D.8).

    The farthest from its centers first, over land and sea alike, as the crow flies from province to
    province; at the same distance fleets before armies, then by the English name.
    """
    if rules.removal_distance == "home":
        sources: Iterable[str] = home_centers(board, seat)
    else:
        sources = [center for center, owner in position.centers.items() if owner == seat]
    distance = distances(board, sources)
    return farthest_first(
        board,
        (unit for unit in units if unit.power == seat),
        lambda unit: distance[board.number[unit.place]],
        (FLEET, ARMY),
    )


def farthest_first(
    board: Board,
    units: Iterable[Unit],
    distance: Callable[[Unit], int],
    kinds: Sequence[str],
) -> list[Unit]:
    """The units, the farthest first; at the same distance in the order of these kinds, then by the
    English name of the province."""
    return sorted(
        units,
        key=lambda unit: (
            -distance(unit),
            kinds.index(unit.kind),
            board.provinces[board.province_of(unit.place)].name,
        ),
    )


def distances(
    board: Board, sources: Iterable[str], closed: frozenset[int] = frozenset()
) -> list[int]:
    """By province number: steps to the nearest source, whatever kind of unit could make them, but
    through no province that is `closed`.

    A province that no source can be reached from counts as the number of provinces.
    """
    ways = cheapest_ways(
        (board.number[source] for source in sources),
        lambda number: ((neighbor, 1) for neighbor in board.neighbors[number] - closed),
    )
    far = len(board.code)
    return [ways[number].cost if number in ways else far for number in range(far)]


def legality(board: Board, position: Position, seat: Seat, order: Order, rules: Rules) -> str:
    """Why this order is illegal in this adjustment phase, whatever else is ordered; "" if not."""
    return _why_illegal(board, position, seat, order, balance(position).get(seat, 0))


def _why_illegal(board: Board, position: Position, seat: Seat, order: Order, due: int) -> str:
    if isinstance(order, Disband):
        unit = unit_at(board, position.units, order.place)
        if unit is None:
            return "no_unit"
        if unit.power != seat:
            return "not_yours"
        return "" if due < 0 else "nothing_to_remove"
    if isinstance(order, Waive):
        return "" if due > 0 else "nothing_to_build"
    if not isinstance(order, Build):
        return "wrong_phase"
    if due <= 0:
        return "nothing_to_build"
    if order.place not in board.number:
        return "cannot_reach"
    province = board.province_of(order.place)
    if province not in home_centers(board, seat):
        return "not_home"
    if position.centers.get(province) != seat:
        return "not_owned"
    if unit_at(board, position.units, province) is not None:
        return "occupied"
    kind = order.kind or kind_built(board, order.place)
    if not kind:
        return "no_kind"
    if kind == FLEET and order.place not in board.spots[FLEET]:
        return "needs_coast" if board.coasts[province] else "no_place_for_kind"
    return ""


def kind_built(board: Board, place: str) -> str:
    """Without a unit type: an army inland, a fleet where a coast is named (DATC 4.C.3)."""
    if "/" in place:
        return FLEET
    return "A" if board.provinces[place].terrain == "inland" else ""


def unit_at(board: Board, units: Iterable[Unit], place: str) -> Unit | None:
    """The unit in the province of this place."""
    number = board.number.get(place, -1)
    return next((unit for unit in units if board.number[unit.place] == number), None)
