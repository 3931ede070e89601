"""A solved contest back into the words of the board: outcomes with their reasons, and who is where.

The strengths that decided are counted again here, and only for orders that failed: the solver keeps
no notes, so that what needs no reason costs nothing.
"""

from collections.abc import Container

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.boards import Board
from adjudicator.simultaneous.contest import Compiled, Contest, Solution
from adjudicator.simultaneous.position import (
    Dislodged,
    Outcome,
    Resolution,
    Result,
    Retreat,
    Unit,
)
from adjudicator.simultaneous.solve import Rulings


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


def explain(board: Board, compiled: Compiled, solution: Solution) -> Resolution:
    """The resolution of a movement phase, outcomes in the order in which the orders were given."""
    contest, units, goals = compiled.contest, compiled.units, compiled.goals
    power, to, occupant = contest.power, contest.to, contest.occupant
    succeeds = solution.succeeds

    after = list(units)
    arrived: dict[int, int] = {}
    dislodger: dict[int, int] = {}
    missed: list[int] = []  # provinces that somebody did not get to
    for target, movers in contest.into.items():
        for piece in movers:
            if succeeds[piece]:
                arrived[target] = piece
                unit = units[piece]
                after[piece] = Unit(unit.power, unit.kind, goals[piece], unit.id)
                stander = occupant[target]
                if stander >= 0 and (to[stander] < 0 or not succeeds[stander]):
                    dislodger[stander] = piece
        if target not in arrived or len(movers) > 1:
            missed.append(target)
    strengths = contest.strength.copy()
    cut: list[int] = []
    friendly: list[tuple[int, int, int]] = []  # supporter, mover, victim of the supporter's power
    for other, supporters in contest.backing.items():
        victim = occupant[to[other]] if to[other] >= 0 else -1
        for piece in supporters:
            if not succeeds[piece]:
                cut.append(piece)
                continue
            strengths[other] += contest.strength[piece]
            if victim >= 0 and power[victim] == power[piece]:
                friendly.append((piece, other, victim))

    solved = Solved(contest, solution, strengths, arrived, dislodger)
    for target in missed:
        for piece in contest.into[target]:
            if not succeeds[piece]:
                _amend(compiled, solved, piece, failed_move(solved, piece))
    for piece in cut:
        _amend(compiled, solved, piece, cut_support(solved, piece))
    for piece, other, victim in friendly:
        if is_idle(solved, other, victim):
            _amend(compiled, solved, piece, ("no_effect", "own_unit_attacked", [victim]))
    for piece, army in compiled.carries.items():
        if piece in dislodger:
            _amend(compiled, solved, piece, ("disrupted", "dislodged", [dislodger[piece]]))
        elif army in solution.set_aside:
            _amend(compiled, solved, piece, ("void", "paradox", []))
    outcomes = compiled.outcomes
    for piece, attacker in dislodger.items():
        index = compiled.slot[piece]
        if index >= 0 and not outcomes[index].dislodged:
            seat, order, result = (
                outcomes[index].seat,
                outcomes[index].order,
                outcomes[index].result,
            )
            reason = outcomes[index].reason or "dislodged"
            by = (units[attacker],) if reason == "dislodged" else ()
            outcomes[index] = Outcome(seat, order, result, True, reason, by)
    for index, piece in compiled.further:
        outcome = outcomes[index]
        if not outcome.reason:
            outcomes[index] = outcomes[compiled.slot[piece]]
        elif piece in dislodger:
            outcomes[index] = replace(outcome, dislodged=True)

    empty = [target for target in missed if target not in arrived and bounced(solved, target)]
    gone = tuple([_dislodged(board, compiled, solved, piece, empty) for piece in dislodger])
    for piece in sorted(dislodger, reverse=True):
        del after[piece]
    return Resolution(
        tuple(outcomes), tuple(after), gone, frozenset([board.code[p] for p in empty])
    )


def _amend(compiled: Compiled, solved: Solved, piece: int, finding: Finding) -> None:
    """The piece's order did not go as it was meant to."""
    result, reason, by = finding
    index = compiled.slot[piece]
    outcome = compiled.outcomes[index]
    units = compiled.units
    compiled.outcomes[index] = Outcome(
        outcome.seat,
        outcome.order,
        result,
        piece in solved.dislodger,
        reason,
        tuple([units[b] for b in by]),
    )


def failed_move(solved: Solved, piece: int) -> Finding:
    """Why a legal move was not made: no convoy, or who bounced it."""
    contest, solution, strengths = solved.contest, solved.solution, solved.strengths
    if piece in solution.closed:
        if piece in solution.set_aside:
            return "no_convoy", "paradox", []
        dislodger = solved.dislodger
        route = contest.routes[piece]
        if not route.chains:
            return "no_convoy", "no_route" if route.fleets else "not_convoyed", []
        sunk = [dislodger[fleet] for fleet in sorted(route.fleets) if fleet in dislodger]
        return "no_convoy", "convoy_disrupted", sunk
    target = contest.to[piece]
    stander = contest.occupant[target]
    rivals = contest.into[target]
    attack = strengths[piece]
    reason = "standoff"
    by = []
    if stander >= 0:
        stays = contest.to[stander] < 0 or is_head_on(contest, piece, stander)
        if stays or not solution.succeeds[stander]:
            victim = contest.power[stander]
            if victim == contest.power[piece]:
                return "bounces", "own_unit", [stander]
            if piece in contest.backing:
                attack = strength_without(solved, piece, victim)
            if attack <= (strengths[stander] if stays else contest.strength[stander]):
                reason = "repelled"
                if len(rivals) == 1:
                    return "bounces", reason, [stander]
                by.append(stander)
    by += [r for r in rivals if r != piece and prevents(solved, r) >= attack]
    return "bounces", reason, by


def cut_support(solved: Solved, piece: int) -> Finding:
    """Who cut a support: the unit that dislodged its giver, else those whose attack does."""
    contest, solution = solved.contest, solved.solution
    if piece in solved.dislodger:
        return "cut", "dislodged", [solved.dislodger[piece]]
    rulings = Rulings(contest, list(solution.succeeds))
    return "cut", "attacked", [a for a in contest.into[contest.at[piece]] if rulings.cuts(a, piece)]


def is_idle(solved: Solved, mover: int, stander: int) -> bool:
    """Whether a support to `mover` by the power that owns `stander`, its victim, is for nothing.

    It is if the victim stays, unless its power's supports keep another attacker out: they do not
    help to dislodge their own, but they add to what prevents others (DATC 6.E.12).
    """
    contest, strengths = solved.contest, solved.strengths
    if has_left(solved, stander):
        return False
    power = contest.power[stander]
    movers = contest.into[contest.to[mover]]
    if len(movers) == 1 or not prevents(solved, mover):
        return True
    alone = strength_without(solved, mover, power)
    for rival in movers:
        if rival == mover or rival in solved.solution.closed or contest.power[rival] == power:
            continue
        attack = strength_without(solved, rival, power)
        stays = contest.to[stander] < 0 or is_head_on(contest, rival, stander)
        if (
            alone < attack <= strengths[mover]
            and attack > (strengths[stander] if stays else contest.strength[stander])
            and all(attack > prevents(solved, o) for o in movers if o not in (mover, rival))
        ):
            return False
    return True


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
    board: Board, compiled: Compiled, solved: Solved, piece: int, empty: Container[int]
) -> Dislodged:
    contest, arrived = solved.contest, solved.arrived
    occupant, to, succeeds = contest.occupant, contest.to, solved.solution.succeeds
    attacker = solved.dislodger[piece]
    barred = contest.at[attacker]
    if attacker in contest.routes and contest.rules.retreat_to_convoyed_origin:
        barred = -1
    retreats = []
    for place, number in compiled.spots[piece].exits:
        stander = occupant[number]
        if stander >= 0 and (to[stander] < 0 or not succeeds[stander]):
            continue
        if number != barred and number not in arrived and number not in empty:
            retreats.append(Retreat(place))
    return Dislodged(
        compiled.units[piece],
        (compiled.units[attacker],),
        frozenset([board.code[barred]]) if barred >= 0 else frozenset(),
        tuple(retreats),
    )
