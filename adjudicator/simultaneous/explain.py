"""A solved contest back into the words of the board: outcomes with their reasons, and who is where.

The strengths that decided are counted again here, and only for orders that failed: the solver keeps
no notes, so that what needs no reason costs nothing.
"""

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.boards import Board
from adjudicator.simultaneous.compile import Compiled
from adjudicator.simultaneous.contest import Contest, Solution
from adjudicator.simultaneous.orders import Convoy, Move, Support
from adjudicator.simultaneous.position import (
    Dislodged,
    Outcome,
    Position,
    Resolution,
    Result,
    Retreat,
    Unit,
)
from adjudicator.simultaneous.reasons import VOID

Finding = tuple[Result, str, list[int]]
"""A result, its reason, and the pieces that brought it about."""


class Solved(NamedTuple):
    """A contest with its solution; `dislodger`: dislodged piece -> the piece that did it."""

    contest: Contest
    solution: Solution
    dislodger: dict[int, int]


def explain(
    board: Board, position: Position, compiled: Compiled, solution: Solution
) -> Resolution:
    """The resolution of a movement phase, outcomes in the order in which the orders were given."""
    contest, entries, goals = compiled
    to, occupant, succeeds = contest.to, contest.occupant, solution.succeeds
    number = board.number
    units = position.units

    dislodger: dict[int, int] = {}
    after = list(units)
    bounced = False
    for piece, target in enumerate(to):
        if target >= 0:
            if succeeds[piece]:
                unit = units[piece]
                after[piece] = Unit(unit.power, unit.kind, goals[piece], unit.id)
                stander = occupant[target]
                if stander >= 0 and (to[stander] < 0 or not succeeds[stander]):
                    dislodger[stander] = piece
            else:
                bounced = True

    solved = Solved(contest, solution, dislodger)
    outcomes = []
    result: Result
    by: list[int]
    for seat, order, piece, reason in entries:
        sort = type(order)
        if reason:
            result, by = "void" if reason in VOID else "illegal", []
        elif sort is Move:
            if succeeds[piece]:
                outcomes.append(Outcome(seat, order, "succeeds"))
                continue
            result, reason, by = failed_move(solved, piece)
        elif sort is Support:
            other = occupant[number[order.other]]  # type: ignore[union-attr]
            if not succeeds[piece]:
                result, reason, by = cut_support(solved, piece)
            elif to[other] >= 0 and is_idle(solved, piece, other):
                result, reason, by = "no_effect", "own_unit_attacked", [occupant[to[other]]]
            else:
                outcomes.append(Outcome(seat, order, "given"))
                continue
        elif sort is Convoy:
            army = occupant[number[order.other]]  # type: ignore[union-attr]
            result, reason, by = convoy(solved, piece, army)
        elif piece in dislodger:
            result, reason, by = "holds", "dislodged", [dislodger[piece]]
        else:
            outcomes.append(Outcome(seat, order, "holds"))
            continue
        named = tuple([units[b] for b in by]) if by else ()
        outcomes.append(Outcome(seat, order, result, piece in dislodger, reason, named))

    contested = frozenset([board.code[p] for p in standoffs(solved)]) if bounced else frozenset()
    if not dislodger:
        return Resolution(tuple(outcomes), tuple(after), (), contested)
    standing = tuple([unit for piece, unit in enumerate(after) if piece not in dislodger])
    barred = contested.union([board.province_of(unit.place) for unit in standing])
    return Resolution(
        tuple(outcomes),
        standing,
        tuple([_dislodged(board, units, solved, piece, barred) for piece in dislodger]),
        contested,
    )


def failed_move(solved: Solved, piece: int) -> Finding:
    """Why a legal move was not made: no convoy, or who bounced it."""
    contest, solution, dislodger = solved
    at, to = contest.at, contest.to
    if piece in solution.closed:
        if piece in solution.set_aside:
            return "no_convoy", "paradox", []
        sunk = [dislodger[f] for f in sorted(contest.routes[piece].fleets) if f in dislodger]
        return "no_convoy", "convoy_disrupted" if sunk else "not_convoyed", sunk
    target = to[piece]
    stander = contest.occupant[target]
    victim = None
    repelled = False
    if stander >= 0:
        head_on = is_head_on(contest, piece, stander)
        if head_on or to[stander] < 0 or not solution.succeeds[stander]:
            victim = contest.power[stander]
            if victim == contest.power[piece]:
                return "bounces", "own_unit", [stander]
            attack = strength(solved, piece, without=victim)
            supported = head_on or to[stander] < 0
            resistance = (
                strength(solved, stander) if supported else contest.strength[stander]
            )
            repelled = attack <= resistance
    attack = strength(solved, piece, without=victim)
    rivals = [
        rival
        for rival in contest.into[target]
        if rival != piece and prevents(solved, rival) >= attack
    ]
    if repelled:
        return "bounces", "repelled", [stander, *rivals]
    return "bounces", "standoff", rivals


def cut_support(solved: Solved, piece: int) -> Finding:
    """Who cut a support: the unit that dislodged its giver, else those that attacked him."""
    contest, solution, dislodger = solved
    if piece in dislodger:
        return "cut", "dislodged", [dislodger[piece]]
    attackers = [
        attacker
        for attacker in contest.into[contest.at[piece]]
        if contest.power[attacker] != contest.power[piece] and attacker not in solution.closed
    ]
    return "cut", "attacked", attackers


def is_idle(solved: Solved, piece: int, other: int) -> bool:
    """Whether a given support has no effect, being against a unit of its own power that stays.

    It has one if it keeps another attacker out, for then it adds to what prevents him (6.E.12).
    """
    contest, solution, _ = solved
    target = contest.to[other]
    stander = contest.occupant[target]
    if stander < 0 or contest.power[stander] != contest.power[piece]:
        return False
    if (
        contest.to[stander] >= 0
        and solution.succeeds[stander]
        and not is_head_on(contest, other, stander)
    ):
        return False
    with_it = prevents(solved, other)
    without_it = strength(solved, other, without=contest.power[piece])
    return not any(
        without_it < strength(solved, rival, without=contest.power[stander]) <= with_it
        for rival in contest.into[target]
        if rival != other and rival not in solution.closed
    )


def convoy(solved: Solved, piece: int, army: int) -> Finding:
    """What became of a fleet that was ordered to carry this army and is of use to it."""
    if piece in solved.dislodger:
        return "disrupted", "dislodged", [solved.dislodger[piece]]
    if army in solved.solution.set_aside:
        return "void", "paradox", []
    return "given", "", []


def standoffs(solved: Solved) -> Iterable[int]:
    """The provinces that a bounce left empty: no retreat may go there."""
    contest, solution, _ = solved
    for target, movers in contest.into.items():
        stander = contest.occupant[target]
        if stander >= 0 and not (contest.to[stander] >= 0 and solution.succeeds[stander]):
            continue
        if not any(solution.succeeds[m] for m in movers) and any(
            prevents(solved, m) for m in movers
        ):
            yield target


def is_head_on(contest: Contest, piece: int, stander: int) -> bool:
    """Whether `piece` moves to where `stander` comes from and the other way, neither by convoy."""
    return (
        contest.to[stander] == contest.at[piece]
        and piece not in contest.routes
        and stander not in contest.routes
    )


def strength(solved: Solved, piece: int, without: str | None = None) -> int:
    """In half units, with the supports it was given but for those of power `without`."""
    contest, solution, _ = solved
    return contest.strength[piece] + sum(
        contest.strength[supporter]
        for supporter in contest.backing.get(piece, ())
        if solution.succeeds[supporter]
        and (without is None or contest.power[supporter] != without)
    )


def prevents(solved: Solved, piece: int) -> int:
    """How strongly this move keeps others out of its target, in half units."""
    contest, solution, _ = solved
    if piece in solution.closed:
        return 0
    stander = contest.occupant[contest.to[piece]]
    if stander >= 0 and is_head_on(contest, piece, stander) and solution.succeeds[stander]:
        return 0
    return strength(solved, piece)


def _dislodged(
    board: Board,
    units: tuple[Unit, ...],
    solved: Solved,
    piece: int,
    barred: frozenset[str],
) -> Dislodged:
    contest = solved.contest
    attacker = solved.dislodger[piece]
    sailed = attacker in contest.routes and contest.rules.retreat_to_convoyed_origin
    came_from = frozenset() if sailed else frozenset([board.code[contest.at[attacker]]])
    return Dislodged(
        units[piece],
        (units[attacker],),
        came_from,
        open_retreats(board, units[piece], barred | came_from),
    )


def open_retreats(board: Board, unit: Unit, barred: frozenset[str]) -> tuple[Retreat, ...]:
    """Every place this unit can reach that is not in one of the `barred` provinces, in order."""
    places = set(board.reach[unit.kind][unit.place].values())
    return tuple(
        [Retreat(place) for place in sorted(places) if board.province_of(place) not in barred]
    )
