"""A seat's orders as a whole: their faults as a sheet, and a later letter upon an earlier."""

from collections.abc import Sequence
from typing import TypeVar

from adjudicator.boards import Board
from adjudicator.orders import Diagnostic, Seat
from adjudicator.simultaneous.adjustments import adjust, balance, build_sites
from adjudicator.simultaneous.compile import compile_orders
from adjudicator.simultaneous.orders import Convoy, Order, Placed, Support
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.position import Position
from adjudicator.simultaneous.reasons import TEXTS
from adjudicator.simultaneous.retreats import retreat
from adjudicator.simultaneous.rules import Rules

P = TypeVar("P", bound=Placed)


def sheet_faults(
    board: Board, position: Position, seat: Seat, orders: Sequence[Order], rules: Rules
) -> tuple[Diagnostic, ...]:
    """Errors for orders that do not count, warnings for those that cannot work with the rest of
    the sheet, notes for what is left without an order. Line and column are 0: it is the sheet's."""
    step = phase_code(position.phase).step
    if step == "M":
        return _movement_faults(board, position, seat, orders, rules)
    if step == "R":
        outcomes = retreat(board, position, {seat: orders}, rules).outcomes
        named = {board.number[order.place] for order in orders if order.place}
        rest = [
            Diagnostic("note", "no_order", 0, 0, str(case.unit), f"{case.unit} will be disbanded.")
            for case in position.dislodged
            if case.unit.power == seat and board.number[case.unit.place] not in named
        ]
    else:
        outcomes = adjust(board, position, {seat: orders}, rules).outcomes
        rest = _adjustments_left(
            board, position, seat, sum(o.result == "succeeds" for o in outcomes)
        )
    wrong = [
        _error(outcome.order, outcome.reason) for outcome in outcomes if outcome.result == "illegal"
    ]
    return (*wrong, *rest)


def _movement_faults(
    board: Board, position: Position, seat: Seat, orders: Sequence[Order], rules: Rules
) -> tuple[Diagnostic, ...]:
    faults = []
    own = {board.number[unit.place]: unit for unit in position.units if unit.power == seat}
    left = dict(own)
    for outcome in compile_orders(board, position, {seat: orders}, rules).outcomes:
        order, reason = outcome.order, outcome.reason
        left.pop(board.number.get(order.place, -1), None)
        if outcome.result == "illegal":
            faults.append(_error(order, reason))
        elif reason and isinstance(order, Support | Convoy) and board.number[order.other] in own:
            message = f"{order}: {TEXTS[reason]}."
            faults.append(Diagnostic("warning", reason, 0, 0, str(order), message))
    for unit in left.values():
        message = f"{unit} has no order and will hold."
        faults.append(Diagnostic("note", "no_order", 0, 0, str(unit), message))
    return tuple(faults)


def _adjustments_left(board: Board, position: Position, seat: Seat, given: int) -> list[Diagnostic]:
    due = balance(position).get(seat, 0)
    if due < 0 and -due > given:
        message = f"{-due - given} more to remove; without an order it is done by the default rule."
        return [Diagnostic("warning", "removals_left", 0, 0, "", message)]
    possible = min(due, len(build_sites(board, position, seat)))
    if possible > given:
        message = f"{possible - given} more may be built, and will be waived without an order."
        return [Diagnostic("note", "builds_left", 0, 0, "", message)]
    return []


def _error(order: Order, reason: str) -> Diagnostic:
    return Diagnostic("error", reason, 0, 0, str(order), f"{order}: {TEXTS[reason]}.")


def per_unit(board: Board, earlier: Sequence[P], later: Sequence[P]) -> tuple[P, ...]:
    """A later letter's orders, and the earlier ones for pieces and places that it does not name.

    The later ones come first: of too many builds the first count. Waived builds are not kept, for
    they are for no place (DATC 4.D.1, 4.D.4).
    """
    named = {board.number[order.place] for order in later if order.place}
    kept = [order for order in earlier if order.place and board.number[order.place] not in named]
    return (*later, *kept)
