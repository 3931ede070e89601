"""A seat's orders as a whole: their faults as a sheet, as in the family.

Errors are for orders that do not count, warnings for those that come to nothing with the rest of
the sheet, both as the phase itself would find them; notes for pieces without an order, and for what
may be meant otherwise.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.boards import Board
from adjudicator.orders import Diagnostic, Seat
from adjudicator.simultaneous.orders import Disband, Move, RetreatOrder, Support
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.position import Position
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.movement.flight import is_first, is_of_dragon
from variants.young_kingdoms.movement.season import understood_alone
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import FirstMove, Guest, Landing, Order
from variants.young_kingdoms.outcome import Resolution
from variants.young_kingdoms.pieces.chaos import numbered
from variants.young_kingdoms.pieces.harbours import names, parts
from variants.young_kingdoms.pieces.idle import without_orders
from variants.young_kingdoms.pieces.pieces import DRAGON, ELRIC, REGULAR
from variants.young_kingdoms.reasons import TEXTS
from variants.young_kingdoms.retreats import retreat
from variants.young_kingdoms.winter.adjustments import adjust, balance
from variants.young_kingdoms.winter.builds import room


def sheet_faults(
    board: Board,
    position: Position,
    elric: Elric,
    seat: Seat,
    orders: Sequence[Order],
    options: Options,
) -> tuple[Diagnostic, ...]:
    """Errors, warnings and notes. Line and column are 0: they are the sheet's."""
    elric = elric.known_to(seat, options)
    step = phase_code(position.phase).step
    if step == "M":
        return tuple(_movement_faults(board, position, elric, seat, orders, options))
    if step == "R":
        outcomes = retreat(board, position, {seat: orders}).outcomes
        rest = list(_retreats_left(position, seat, orders))
    else:
        adjusted = adjust(board, position, {seat: orders}, options)
        outcomes = adjusted.outcomes
        rest = list(_adjustments_left(board, position, seat, adjusted))
    wrong = [_error(o.order, o.reason) for o in outcomes if o.result == "illegal"]
    clashing = [o.order for o in outcomes if o.result == "bounces" and step == "R"]
    wrong += [_warning("same_retreat", order, TWO_TO_ONE_SPACE) for order in clashing]
    return (*wrong, *rest)


# --- movement


def _movement_faults(
    board: Board,
    position: Position,
    elric: Elric,
    seat: Seat,
    orders: Sequence[Order],
    options: Options,
) -> Iterator[Diagnostic]:
    own = [unit for unit in position.units if unit.power == seat]
    dragon = next((unit.place for unit in own if unit.kind == DRAGON), "")
    for given in understood_alone(board, position, elric, seat, orders, options):
        order, reason = given.order, given.reason
        if given.result == "illegal":
            yield _error(order, reason)
        elif (reason, getattr(order, "place", "")) == ("no_dragon", dragon):
            message = f"{order}: this counts only if its first move fails."
            yield _note("dragon_elsewhere", order, message)
        elif given.result == "void":
            code, message = ADVICE.get(reason, (reason, TEXTS[reason]))
            if reason == "elric_alone" and isinstance(order, Move) and board.at_sea(order.place):
                message += f"; ashore by himself he goes as {Landing(ELRIC, order.place, order.to)}"
            yield _warning(code, order, message)
    yield from _without_turn(orders, dragon)
    yield from _without_guest(position, seat, orders)
    for unit in without_orders(board, own, {seat: orders}):
        name = f"{numbered(own, unit)} {unit.place}"
        message = f"{name} has no order and will hold."
        yield Diagnostic("note", "no_order", 0, 0, name, message)


ADVICE = {
    "first_move_failed": ("first_move_failed", "its first move fails as the board stands"),
    "no_dragon": ("dragon_elsewhere", "the Dragon is not there after its first move"),
    "ordered_otherwise": ("ordered_otherwise", "your own piece is not ordered so"),
    "not_ally": ("not_enlisted", "he is not enlisted: write ENLIST ELRIC"),
}
"""Code and words for reasons that read otherwise while the sheet can be changed."""
TWO_TO_ONE_SPACE = "two of your units retreat to that space, and both are lost"


def _without_turn(orders: Sequence[Order], dragon: str) -> Iterator[Diagnostic]:
    """That the only order of the Dragon, which stands there, is its first move (58)."""
    match [order for order in orders if is_of_dragon(order)]:
        case [Move() as order] if is_first(order, orders, dragon):
            message = (
                f"{order}: this is its first move, before all others; to fly with the others, "
                f"add {FirstMove(DRAGON, dragon)}."
            )
            yield _note("first_move", order, message)


def _without_guest(position: Position, seat: Seat, orders: Sequence[Order]) -> Iterator[Diagnostic]:
    """That Elric, who goes alone to another power's unit, is its enemy without the word (61)."""
    if any(isinstance(order, Guest) for order in orders):
        return
    for order in orders:
        if not isinstance(order, Move | Landing) or order.kind != ELRIC:
            continue
        way = (order.place, order.to)
        company = (
            (isinstance(own, Support) and (own.other, own.to) == way)
            or (
                isinstance(own, Move | Landing) and own.kind != ELRIC and (own.place, own.to) == way
            )
            for own in orders
        )
        if any(company):
            continue
        for host in position.units:
            if host.kind in REGULAR and host.power != seat and host.place == order.to:
                message = f"{order}: without GUEST he goes there as an enemy of {host}."
                yield _note("no_guest", order, message)


# --- retreats and adjustments


def _retreats_left(position: Position, seat: Seat, orders: Sequence[Order]) -> Iterator[Diagnostic]:
    """The dislodged without an order; of an A/F ordered in parts, the part without (26)."""
    named = {
        (order.kind, order.place) for order in orders if isinstance(order, RetreatOrder | Disband)
    }
    for case in position.dislodged:
        whole, *apart = names(case.unit)
        if whole.power != seat or not case.retreats or (whole.kind, whole.place) in named:
            continue
        without = [part for part in apart if (part.kind, part.place) not in named]
        for unit in without if len(without) < len(apart) else [whole]:
            message = f"{unit} will be disbanded."
            yield Diagnostic("note", "no_order", 0, 0, str(unit), message)


def _adjustments_left(
    board: Board, position: Position, seat: Seat, adjusted: Resolution
) -> Iterator[Diagnostic]:
    due = balance(board, position).get(seat, 0)
    given = sum(outcome.result == "succeeds" for outcome in adjusted.outcomes)
    if due < 0:  # an A/F is two (31)
        ordered = [unit for unit, why in adjusted.removed if why == "ordered"]
        given = sum(len(parts(unit)) for unit in ordered)
    if due < 0 and -due > given:
        message = f"{-due - given} more to remove; without an order it is done by the default rule."
        yield Diagnostic("warning", "removals_left", 0, 0, "", message)
        return
    others = (unit for unit in position.units if unit.power != seat)
    own = (unit for unit in adjusted.after if unit.power == seat)
    built = replace(position, units=(*others, *own))
    left = min(due - given, room(board, built, seat)) if due > given else 0
    if left:
        message = f"{left} more may be built, and will be waived without an order."
        yield Diagnostic("note", "builds_left", 0, 0, "", message)


def _warning(code: str, order: Order, message: str) -> Diagnostic:
    return Diagnostic("warning", code, 0, 0, str(order), f"{order}: {message}.")


def _note(code: str, order: Order, message: str) -> Diagnostic:
    return Diagnostic("note", code, 0, 0, str(order), message)


def _error(order: object, reason: str) -> Diagnostic:
    return Diagnostic("error", reason, 0, 0, str(order), f"{order}: {TEXTS[reason]}.")
