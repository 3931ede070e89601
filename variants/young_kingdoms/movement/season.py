"""The movement phase of Young Kingdoms, in the order of its steps (4.6, 1 to 5)."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Dislodged, Position, Unit
from adjudicator.simultaneous.solve import solve
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.movement.aftermath import Aftermath, Beaten, leaves_chaos
from variants.young_kingdoms.movement.boarding import board_fleets
from variants.young_kingdoms.movement.companionship import admit_guest, move_elric
from variants.young_kingdoms.movement.contesting import contest_of
from variants.young_kingdoms.movement.contradictions import settle_contradictions
from variants.young_kingdoms.movement.field import Field
from variants.young_kingdoms.movement.flight import in_flight
from variants.young_kingdoms.movement.forces import Plans
from variants.young_kingdoms.movement.given import Given
from variants.young_kingdoms.movement.moves import add_landings, add_moves, match_ferries
from variants.young_kingdoms.movement.start import Start, begin
from variants.young_kingdoms.movement.supports import add_supports, is_up_to_others, settle_holds
from variants.young_kingdoms.movement.throne import closing, is_taken, leave_to_elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import Enlist, Order
from variants.young_kingdoms.outcome import Resolution
from variants.young_kingdoms.pieces.harbours import joined, names, parts
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.openings import retreats_open
from variants.young_kingdoms.pieces.pieces import DRAGON, DRAGONS_POWER, ELRIC
from variants.young_kingdoms.pieces.possible import require_possible


class Season(Struct, frozen=True):
    """A movement phase resolved, and what it made of Elric.

    After the throne (107) the resolution has Melnibone's pieces and Elric among `removed`, with the
    reason "throne", and whoever has to leave the closed spaces among `dislodged`, by nobody.
    """

    resolution: Resolution
    elric: Elric


def resolve(
    board: Board,
    position: Position,
    orders: Mapping[Seat, Sequence[Order]],
    elric: Elric,
    options: Options,
) -> Season:
    """Adjudicate a movement phase. Pure and deterministic.

    A piece without a legal order holds. A bad order is an outcome, never an exception; ValueError
    only for an impossible position.
    """
    require_possible(board, position)
    givens = [Given(seat, order) for seat, sheet in orders.items() for order in sheet]
    start, plans = _begun(board, position, givens, elric, options)
    contest = contest_of(plans)
    aftermath = Aftermath(plans, contest, solve(contest))
    aftermath.settle_orders()
    return _told(board, position, givens, start, aftermath)


def understood_alone(
    board: Board,
    position: Position,
    elric: Elric,
    seat: Seat,
    orders: Sequence[Order],
    options: Options,
) -> Sequence[Given]:
    """The orders of one sheet, which of them come to nothing whatever others order, and why.

    Illegal are those that do not count, void those that the rest of the sheet makes void; of the
    others nothing is said. The Dragon's first move is tried on the board as it is. `elric` is to be
    what the seat knows of him.
    """
    givens = [Given(seat, order) for order in orders]
    _, plans = _begun(board, position, givens, elric, options)
    for given in givens:
        contradicted = given.reason == "several_orders"
        if given.result == "illegal" and not contradicted:
            if legality(board, position, elric, seat, given.order, options):
                continue
            given.settle("void", given.reason)
        if given.result == "void" and is_up_to_others(plans, given):
            given.result, given.reason = None, ""
    return givens


def _begun(
    board: Board, position: Position, givens: Sequence[Given], elric: Elric, options: Options
) -> tuple[Start, Plans]:
    """What is settled before anybody moves, and the forces of those who then do."""
    field = _field(board, position)

    def fault(seat: Seat, order: Order) -> str:
        return legality(board, position, elric, seat, order, options)

    settle_contradictions(field, givens, fault)
    start = begin(board, position.centers, field.parts, elric, givens)
    plans = _understood(Field(board, position.centers, start.parts), givens, options)
    if start.beaten or start.failed:
        _blame_the_dragon(givens, start, fault)
    return start, plans


def legality(
    board: Board, position: Position, elric: Elric, seat: Seat, order: Order, options: Options
) -> str:
    """Why this order is illegal whatever others order, "" if it is not.

    The Dragon is where its first move may have taken it. Who found Elric may give him orders at
    once, and others count on him, for he may be enlisted (69): `elric` is to be what the seat knows
    of him.
    """
    given = Given(seat, order)
    givens = [given]
    if elric.finder is not None and not isinstance(order, Enlist):
        givens.insert(0, Given(elric.finder, Enlist()))
    field = _field(board, in_flight(board, position, order))
    start = begin(board, position.centers, field.parts, elric, givens)
    _understood(Field(board, position.centers, start.parts), givens, options)
    return given.reason if given.result == "illegal" else ""


def _field(board: Board, position: Position) -> Field:
    found = [part for unit in position.units for part in parts(unit)]
    return Field(board, position.centers, found)


def _understood(before: Field, givens: Sequence[Given], options: Options) -> Plans:
    """Boardings, and then who goes where with whom, and who helps."""
    field, boarded = board_fleets(before, givens)
    plans = Plans(before, field, givens, boarded)
    add_moves(plans)
    add_landings(plans)
    admit_guest(plans, options)
    move_elric(plans)
    plans.complete()
    add_supports(plans)
    match_ferries(plans)
    settle_holds(plans)
    return plans


def _blame_the_dragon(
    givens: Sequence[Given], start: Start, fault: Callable[[Seat, Order], str]
) -> None:
    """Orders that were possible before the Dragon's first move, and are not since (57, 58)."""
    for given in givens:
        if given.result != "illegal" or given.reason == "several_orders":
            continue
        order = given.order
        if start.failed and (given.seat, order.place) == (DRAGONS_POWER, start.failed):
            if getattr(order, "kind", "") == DRAGON:
                given.refuse("first_move_failed")
        elif start.beaten and not fault(given.seat, order):
            given.refuse("dislodged_first")


def _told(
    board: Board,
    position: Position,
    givens: Sequence[Given],
    start: Start,
    aftermath: Aftermath,
) -> Season:
    """The board after movement, Elric's part in it settled, and the retreats that are open."""
    after = aftermath.units()
    first = frozenset([start.came_from])
    beaten = [Beaten(unit, (_dragon(start),), first) for unit in joined(start.beaten)]
    beaten += aftermath.beaten()
    standoffs = aftermath.standoffs(after)
    elric = start.elric
    lost = leaves_chaos(after)
    if lost is not None:
        after = tuple(unit for unit in after if unit != lost)
        beaten.append(Beaten(lost, (), frozenset()))
    gone = frozenset(part for case in beaten for part in names(case.unit))
    for case in beaten:
        if case.unit.kind == ELRIC:
            elric = Elric(left=case.unit.place)
    closed: frozenset[str] = frozenset()
    removed: tuple[Unit, ...] = ()
    if is_taken(after):
        elric, closed = Elric(reigns=True), closing(board)
        after, beaten, removed = leave_to_elric(board, after, beaten)
    plans = aftermath.plans
    hosts = [plans.field.parts[part] for part in plans.hosts]
    dislodged = tuple(
        Dislodged(
            case.unit,
            case.by,
            case.came_from,
            retreats_open(
                board,
                position.centers,
                case.unit,
                after,
                case.came_from | standoffs | closed,
                hosts,
            ),
        )
        for case in beaten
    )
    outcomes = tuple(given.outcome(_is_of(given, gone)) for given in givens)
    told = Resolution(
        outcomes, after, dislodged, standoffs, tuple((unit, "throne") for unit in removed)
    )
    return Season(told, elric)


def _dragon(start: Start) -> Unit:
    """The Dragon as it stood before its first move."""
    return Unit(DRAGONS_POWER, DRAGON, start.came_from)


def _is_of(given: Given, gone: frozenset[Unit]) -> bool:
    """Whether the order was for one of these pieces."""
    order = given.order
    kind = Name.of(getattr(order, "kind", "")).kind
    return any(
        unit.power == given.seat and unit.place == order.place and kind in ("", unit.kind)
        for unit in gone
    )
