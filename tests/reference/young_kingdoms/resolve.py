"""Everything together: a case in, its outcome out; and the check of somebody else's outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.reference.trial import Ask, Decision, propagate

from .after import Beaten, settle_after
from .dragon import Start, settle_start, with_first_orders
from .equations import Settled, decisions, fleet_is_dislodged
from .legal import Position, read_position
from .orders import Order, read_board, read_orders, write_pieces
from .pieces import Board
from .solve import Solution, equations_of, solve, violations

Case = Mapping[str, Any]


@dataclass
class Outcome:
    """What became of a season's movement."""

    results: dict[str, str]
    """`VLM A VIL - NAD` -> its word."""
    after: dict[str, list[str]]
    """All pieces after movement, without the dislodged."""
    dislodged: list[Beaten]
    throne: bool = False
    after_throne: dict[str, list[str]] = field(default_factory=dict)
    """107: what is left then; empty if Elric did not take the throne."""
    throne_retreats: list[Beaten] = field(default_factory=list)
    """107: the pieces that must leave the closed spaces."""
    renounced: bool = False
    """70: Elric left before anything else; he is not among the dislodged."""
    loops: list[str] = field(default_factory=list)
    """one, ring, void (94 (1)), uncut (94 (2)), in the order settled."""
    doubts: list[str] = field(default_factory=list)
    """Where the rules can be read in two ways and the outcome may hang on it."""


def start_of(case: Case) -> tuple[Board, list[Order], Start]:
    """The board and orders as given, and what the steps before the boardings made of them."""
    board = read_board(case)
    orders = with_first_orders(read_orders(case.get("orders") or {}))
    return board, orders, settle_start(board, orders, case.get("elric") or {})


def position_of(case: Case) -> tuple[Position, Start]:
    """96: legality is judged on the board after the Dragon's first move.

    An order that was legal before it and needs a dislodged piece is called void, not illegal.
    """
    board, orders, start = start_of(case)
    guests = (case.get("options") or {}).get("elric_guests", "consent")
    position = read_position(start.board, orders, start.words, guests)
    lost = {(piece.power, piece.kind, piece.at) for piece in start.dislodged}
    before = read_position(board, orders, start.words, guests) if lost else None
    for order in orders:
        if position.words.get(order.key) != "illegal" or order.first:
            continue
        if before is not None and before.words.get(order.key) != "illegal":
            position.words[order.key] = "void"
        is_second = order.kind == "D" and order.power == "MEL"
        if is_second and start.failed_first and order.at == start.failed_first:
            position.words[order.key] = "void"
    return position, start


# --- words


def force_word(position: Position, name: str, ask: Ask) -> str:
    """no_convoy: no fleet is ordered to ferry it, or it is dislodged, or the ferry is void."""
    force = position.forces[name]
    if force.way == "ferried" and not ask(("exists", name)):
        return "no_convoy"
    if force.carrier and not ask(("exists", name)):
        return "void"
    return "succeeds" if ask(("win", name)) else "bounces"


def ferry_word(position: Position, key: str, ask: Ask) -> str:
    """disrupted: the fleet is dislodged; void: the ferry is (94)."""
    if fleet_is_dislodged(position, position.ferrying[key], ask):
        return "disrupted"
    return "given" if ask(("exists", position.ferries[key])) else "void"


def all_words(position: Position, ask: Ask) -> dict[str, str]:
    """The word for each order."""
    words = dict(position.words)
    for order in position.orders:
        if order.key in words:
            continue
        if order.key in position.force_of:
            words[order.key] = force_word(position, position.force_of[order.key], ask)
        elif order.key in position.supports:
            words[order.key] = "given" if ask(("given", order.key)) else "cut"
        elif order.key in position.ferries:
            words[order.key] = ferry_word(position, order.key, ask)
        else:
            words[order.key] = "illegal"
    return words


# --- resolving


def finish(position: Position, start: Start, values: Mapping[Decision, bool]) -> Outcome:
    """The outcome in these decisions: 4.6 up to the retreats that are open."""
    ask = values.__getitem__
    after, final, beaten, leaving = settle_after(position, ask, start.dislodged)
    throne = final is not after
    return Outcome(
        results=all_words(position, ask),
        after=write_pieces(after.pieces),
        dislodged=beaten,
        throne=throne,
        after_throne=write_pieces(final.pieces) if throne else {},
        throne_retreats=leaving,
        renounced=bool(start.left),
    )


def resolve(case: Case) -> Outcome:
    """4.6 steps 1 to 6, up to the retreats that are open."""
    position, start = position_of(case)
    solution: Solution = solve(position)
    outcome = finish(position, start, solution.values)
    outcome.loops, outcome.doubts = solution.loops, solution.doubts
    return outcome


# --- checking


def values_of(position: Position, results: Mapping[str, str]) -> dict[Decision, bool]:
    """The decisions as somebody else's words have them."""
    words = {
        "given": {key: results.get(key) == "given" for key in position.supports},
        "win": {name: results.get(name) == "succeeds" for name in position.forces},
        "exists": {name: results.get(name) in ("succeeds", "bounces") for name in position.forces},
    }
    return {decision: words[decision[0]][decision[1]] for decision in decisions(position)}


def may_be_settled(position: Position, values: Mapping[Decision, bool]) -> list[Settled]:
    """94: what these decisions may have set aside: only what cannot be worked out straight."""
    open_ones = set(decisions(position)) - propagate(equations_of(position, Settled()), {}).keys()
    void = {name for kind, name in open_ones if kind == "exists" and not values[kind, name]}
    uncut = {name for kind, name in open_ones if kind == "given" and values[kind, name]}
    return [
        Settled(),
        Settled(frozenset(void)),
        Settled(frozenset(void), frozenset(uncut)),
    ]


def agrees(case: Case, results: Mapping[str, str]) -> list[str]:
    """Whether these words (as `Outcome.results`) satisfy every equation; what is violated.

    For positions of any size. The name of a force is the order of its unit. A landing or ferry
    that hangs on itself may be void (94 (1)), and so may "cut all the same" (94 (2)); that they
    have to be is not checked here, nor that a ring moves (93).
    """
    position, start = position_of(case)
    values = values_of(position, results)
    wrong = min(
        (violations(position, values, one) for one in may_be_settled(position, values)), key=len
    )
    if not wrong:
        due = finish(position, start, values).results
        wrong = [
            f"{key!r} is {word} then, not {results[key]}"
            for key, word in due.items()
            if results.get(key, word) != word
        ]
    return wrong


def outcome_of(case: Case, results: Mapping[str, str]) -> Outcome:
    """Pieces after, dislodged and retreats as they follow from somebody else's words."""
    position, start = position_of(case)
    return finish(position, start, values_of(position, results))
