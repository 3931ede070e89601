"""A solved contest back into the words of the board: outcomes with their reasons, and who is where.

The strengths that decided are counted again here, and only for orders that failed: the solver keeps
no notes, so that what needs no reason costs nothing.
"""

from collections.abc import Container

from msgspec import Struct

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


class Solved(Struct, frozen=True):
    """A contest with its solution.

    strengths    by piece, in half units, with every support it was given
    arrived      province -> the piece that moved there
    dislodger    dislodged piece -> the piece that did it
    """

    contest: Contest
    solution: Solution
    strengths: list[int]
    arrived: dict[int, int]
    dislodger: dict[int, int]


Finding = tuple[Result, str, list[int]]
"""What became of an order, why, and the pieces that brought it about."""


def explain(board: Board, position: Position, compiled: Compiled, solution: Solution) -> Resolution:
    """The resolution of a movement phase, outcomes in the order in which the orders were given."""
    contest, entries, goals = compiled
    power, to, occupant, aim = contest.power, contest.to, contest.occupant, contest.aim
    succeeds = solution.succeeds
    number = board.number
    units = position.units

    after = list(units)
    arrived: dict[int, int] = {}
    dislodger: dict[int, int] = {}
    for target, movers in contest.into.items():
        for piece in movers:
            if succeeds[piece]:
                arrived[target] = piece
                unit = units[piece]
                after[piece] = Unit(unit.power, unit.kind, goals[piece], unit.id)
                stander = occupant[target]
                if stander >= 0 and (to[stander] < 0 or not succeeds[stander]):
                    dislodger[stander] = piece
                break
    strengths = contest.strength.copy()
    for other, supporters in contest.backing.items():
        for supporter in supporters:
            if succeeds[supporter]:
                strengths[other] += contest.strength[supporter]
    solved = Solved(contest, solution, strengths, arrived, dislodger)

    outcomes = []
    finding: Finding
    for seat, order, piece, reason in entries:
        sort = type(order)
        if reason:
            finding = ("void" if reason in VOID else "illegal", reason, [])
        elif sort is Move:
            if succeeds[piece]:
                outcomes.append(Outcome(seat, order, "succeeds"))
                continue
            finding = failed_move(solved, piece)
        elif sort is Support:
            if succeeds[piece]:
                stander = occupant[aim[piece]] if order.to else -1  # type: ignore[union-attr]
                if (
                    stander < 0
                    or power[stander] != seat
                    or not is_idle(solved, occupant[number[order.other]], stander)  # type: ignore[union-attr]
                ):
                    outcomes.append(Outcome(seat, order, "given"))
                    continue
                finding = ("no_effect", "own_unit_attacked", [stander])
            else:
                finding = cut_support(solved, piece)
        elif sort is Convoy:
            army = occupant[number[order.other]]  # type: ignore[union-attr]
            finding = convoy(solved, piece, army)
        elif piece in dislodger:
            finding = ("holds", "dislodged", [dislodger[piece]])
        else:
            outcomes.append(Outcome(seat, order, "holds"))
            continue
        result, reason, by = finding
        outcomes.append(
            Outcome(seat, order, result, piece in dislodger, reason, tuple([units[b] for b in by]))
        )

    empty = {target for target in contest.into if target not in arrived and bounced(solved, target)}
    return Resolution(
        tuple(outcomes),
        tuple([unit for piece, unit in enumerate(after) if piece not in dislodger]),
        tuple([_dislodged(board, units, solved, piece, empty) for piece in dislodger]),
        frozenset([board.code[province] for province in empty]),
    )


def failed_move(solved: Solved, piece: int) -> Finding:
    """Why a legal move was not made: no convoy, or who bounced it."""
    contest, solution, strengths = solved.contest, solved.solution, solved.strengths
    if piece in solution.closed:
        if piece in solution.set_aside:
            return "no_convoy", "paradox", []
        dislodger = solved.dislodger
        sunk = [dislodger[f] for f in sorted(contest.routes[piece].fleets) if f in dislodger]
        return "no_convoy", "convoy_disrupted" if sunk else "not_convoyed", sunk
    target = contest.to[piece]
    stander = contest.occupant[target]
    attack = strengths[piece]
    by = []
    reason = "standoff"
    if stander >= 0:
        stays = contest.to[stander] < 0 or is_head_on(contest, piece, stander)
        if stays or not solution.succeeds[stander]:
            victim = contest.power[stander]
            if victim == contest.power[piece]:
                return "bounces", "own_unit", [stander]
            if piece in contest.backing:
                attack = strength_without(solved, piece, victim)
            if attack <= (strengths[stander] if stays else contest.strength[stander]):
                by.append(stander)
                reason = "repelled"
    by += [
        rival
        for rival in contest.into[target]
        if rival != piece and prevents(solved, rival) >= attack
    ]
    return "bounces", reason, by


def cut_support(solved: Solved, piece: int) -> Finding:
    """Who cut a support: the unit that dislodged its giver, else those that attacked him."""
    contest = solved.contest
    if piece in solved.dislodger:
        return "cut", "dislodged", [solved.dislodger[piece]]
    attackers = [
        attacker
        for attacker in contest.into[contest.at[piece]]
        if contest.power[attacker] != contest.power[piece]
        and attacker not in solved.solution.closed
    ]
    return "cut", "attacked", attackers


def is_idle(solved: Solved, mover: int, stander: int) -> bool:
    """Whether a support to `mover` by the power that owns `stander`, its victim, is for nothing.

    It is if the victim stays, unless its power's supports keep another attacker out: they do not
    help to dislodge their own, but they add to what prevents others (DATC 6.E.12).
    """
    contest, solution, strengths = solved.contest, solved.solution, solved.strengths
    stays = contest.to[stander] < 0 or is_head_on(contest, mover, stander)
    if not stays and solution.succeeds[stander]:
        return False
    power = contest.power[stander]
    alone = strength_without(solved, mover, power)
    return not any(
        alone < strength_without(solved, rival, power) <= strengths[mover]
        for rival in contest.into[contest.to[mover]]
        if rival != mover and rival not in solution.closed
    )


def convoy(solved: Solved, piece: int, army: int) -> Finding:
    """What became of a fleet that was ordered to carry this army and is of use to it."""
    if piece in solved.dislodger:
        return "disrupted", "dislodged", [solved.dislodger[piece]]
    if army in solved.solution.set_aside:
        return "void", "paradox", []
    return "given", "", []


def bounced(solved: Solved, target: int) -> bool:
    """Whether a bounce left this province empty: no retreat may go there."""
    contest = solved.contest
    movers = contest.into[target]
    if len(movers) == 1:
        return False
    stander = contest.occupant[target]
    return (stander < 0 or has_left(solved, stander)) and any(
        prevents(solved, mover) for mover in movers
    )


def has_left(solved: Solved, piece: int) -> bool:
    """Whether the piece moved away."""
    return solved.contest.to[piece] >= 0 and solved.solution.succeeds[piece] is True


def is_head_on(contest: Contest, piece: int, stander: int) -> bool:
    """Whether `piece` moves to where `stander` comes from and the other way, neither by convoy."""
    return (
        contest.to[stander] == contest.at[piece]
        and piece not in contest.routes
        and stander not in contest.routes
    )


def strength_without(solved: Solved, piece: int, power: str | None) -> int:
    """In half units, with the supports it was given but for those of `power`."""
    contest = solved.contest
    strength = solved.strengths[piece]
    for supporter in contest.backing.get(piece, ()):
        if contest.power[supporter] == power and solved.solution.succeeds[supporter]:
            strength -= contest.strength[supporter]
    return strength


def prevents(solved: Solved, piece: int) -> int:
    """How strongly this move keeps others out of its target, in half units."""
    contest, solution = solved.contest, solved.solution
    if piece in solution.closed:
        return 0
    stander = contest.occupant[contest.to[piece]]
    if stander >= 0 and solution.succeeds[stander] and is_head_on(contest, piece, stander):
        return 0
    return solved.strengths[piece]


def _dislodged(
    board: Board, units: tuple[Unit, ...], solved: Solved, piece: int, empty: Container[int]
) -> Dislodged:
    contest, arrived = solved.contest, solved.arrived
    attacker = solved.dislodger[piece]
    barred = contest.at[attacker]
    if attacker in contest.routes and contest.rules.retreat_to_convoyed_origin:
        barred = -1
    unit = units[piece]
    retreats = []
    for place, number in board.spots[unit.kind][unit.place].exits:
        if number != barred and number not in arrived and number not in empty:
            stander = contest.occupant[number]
            if stander < 0 or has_left(solved, stander):
                retreats.append(Retreat(place))
    return Dislodged(
        unit,
        (units[attacker],),
        frozenset([board.code[barred]]) if barred >= 0 else frozenset(),
        tuple(retreats),
    )
