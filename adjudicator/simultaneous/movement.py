"""The movement phase."""

from collections.abc import Mapping, Sequence

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.compile import compile_orders
from adjudicator.simultaneous.explain import explain
from adjudicator.simultaneous.orders import Order
from adjudicator.simultaneous.position import Position, Resolution
from adjudicator.simultaneous.rules import Rules
from adjudicator.simultaneous.solve import solve


def resolve(
    board: Board,
    position: Position,
    orders: Mapping[Seat, Sequence[Order]],
    rules: Rules,
) -> Resolution:
    """Adjudicate a movement phase. Pure and deterministic.

    A unit without a legal order holds. A bad order is an outcome, never an exception; ValueError
    only for an impossible position (two units in one province, a unit where its kind cannot be).
    """
    compiled = compile_orders(board, position, orders, rules)
    return explain(board, compiled, solve(compiled.contest))
