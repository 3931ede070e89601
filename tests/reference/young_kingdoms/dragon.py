"""What is settled before the boardings: Elric's service (69, 70), the Dragon's first move (96)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .board import both_links
from .orders import Order
from .pieces import Board, Piece, companions, may_enter, weight


@dataclass(frozen=True)
class Start:
    """The board when the boardings are settled, and what came of the steps before."""

    board: Board
    words: dict[str, str]
    """Order key -> word, for the orders of these steps."""
    dislodged: dict[Piece, str]
    """57: piece dislodged by the Dragon's first move -> where the Dragon came from."""
    failed_first: str = ""
    """58: where the Dragon did not get to; a second order from there is void."""
    left: tuple[Piece, ...] = ()
    """Elric, if he was renounced."""


def enlist_or_renounce(
    board: Board, orders: list[Order], elric: dict[str, Any]
) -> tuple[Board, dict[str, str], tuple[Piece, ...]]:
    """69, 70: enlisted he is his finder's piece at once; renounced he is gone, his order void."""
    words: dict[str, str] = {}
    left: tuple[Piece, ...] = ()
    for order in orders:
        if order.verb == "ENLIST":
            right = order.power == elric.get("found_by") != "MEL" and bool(board.free_elric)
            words[order.key] = "succeeds" if right else "illegal"
            if right:
                piece = Piece(order.power, "E", board.free_elric)
                board = replace(board, pieces=board.pieces | {piece}, free_elric="")
        elif order.verb == "RENOUNCE":
            ally = [p for p in board.pieces if p.kind == "E" and p.power == order.power]
            words[order.key] = "succeeds" if ally else "illegal"
            if ally:
                board, left = board.without(ally), tuple(ally)
                words.update({o.key: "void" for o in orders if o.kind == "E"})
    return board, words, left


def first_move_is_legal(board: Board, dragon: Piece, order: Order) -> bool:
    """59: any space next to it by land or sea, but the Chaos lands and Tanelorn."""
    return order.dest in both_links(dragon.at) and may_enter(board, dragon, order.dest)


def met_in_first_move(board: Board, dragon: Piece, space: str) -> frozenset[Piece]:
    """96: all that is in the space, but the Dragon's companions."""
    return frozenset(p for p in board.at(space) if not companions(board, dragon, p, space))


def first_move_wins(board: Board, dragon: Piece, space: str) -> bool:
    """96: 3 against the weights there; everything stays, a guest counts 0 (87).

    88: nothing of its own Power is dislodged.
    """
    met = met_in_first_move(board, dragon, space)
    if any(piece.power == dragon.power for piece in met):
        return False
    return weight([dragon]) > weight(piece for piece in met if piece != board.guest)


def dragon_first(board: Board, orders: list[Order]) -> Start:
    """96: alone on the board; what it dislodges is off the board until the retreats."""
    words: dict[str, str] = {}
    for order in orders:
        if not order.first:
            continue
        dragon = next((p for p in board.at(order.at) if p.kind == "D"), None)
        if dragon is None or order.power != dragon.power:
            words[order.key] = "illegal"
        elif order.verb == "H":
            words[order.key] = "holds"
        elif order.verb != "-" or not first_move_is_legal(board, dragon, order):
            words[order.key] = "illegal"
            return Start(board, words, {}, failed_first=order.dest)
        elif not first_move_wins(board, dragon, order.dest):
            words[order.key] = "bounces"
            return Start(board, words, {}, failed_first=order.dest)
        else:
            words[order.key] = "succeeds"
            beaten = met_in_first_move(board, dragon, order.dest)
            arrived = replace(dragon, at=order.dest)
            left = board.without({*beaten, dragon})
            board = replace(left, pieces=left.pieces | {arrived})
            return Start(board, words, dict.fromkeys(beaten, dragon.at))
    return Start(board, words, {})


def with_first_orders(orders: list[Order]) -> list[Order]:
    """58: a move that is all the Dragon has to do is its first."""
    flights = [order for order in orders if (order.kind, order.power) == ("D", "MEL")]
    if [(order.verb, order.first) for order in flights] != [("-", False)]:
        return orders
    return [replace(order, first=True) if order in flights else order for order in orders]


def settle_start(board: Board, orders: list[Order], elric: dict[str, Any]) -> Start:
    """4.6 steps 1 and 2."""
    board, words, left = enlist_or_renounce(board, orders, elric)
    start = dragon_first(board, orders)
    return replace(start, words={**words, **start.words}, left=left)
