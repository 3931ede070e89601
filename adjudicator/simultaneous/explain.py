"""A solved contest back into the words of the board: outcomes with their reasons, and who is where.

The strengths that decided are counted again here, and only where somebody failed: the solver keeps
no notes, so that what needs no reason costs nothing.
"""

from collections.abc import Container, Mapping

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
from adjudicator.simultaneous.solve import MovementRules


class Solved(Struct, frozen=True):
    """A contest with its solution.

    units        the pieces
    arrived      province -> the piece that moved there
    dislodger    dislodged piece -> the piece that did it
    """

    contest: Contest
    solution: Solution
    units: tuple[Unit, ...]
    arrived: dict[int, int]
    dislodger: dict[int, int]


Finding = tuple[Result, str, tuple[Unit, ...]]
"""What became of an order, why, and the units that brought it about."""


def explain(board: Board, compiled: Compiled, solution: Solution) -> Resolution:
    """The resolution of a movement phase, outcomes in the order in which the orders were given."""
    contest, units, goals = compiled.contest, compiled.units, compiled.goals
    to, occupant, succeeds = contest.to, contest.occupant, solution.succeeds

    after = list(units)
    arrived: dict[int, int] = {}
    dislodger: dict[int, int] = {}
    failed: list[int] = []
    crowded: list[int] = []  # provinces to which several move
    for target, movers in contest.into.items():
        for piece in movers:
            if succeeds[piece]:
                arrived[target] = piece
                unit = units[piece]
                after[piece] = Unit(unit.power, unit.kind, goals[piece], unit.id)
                stander = occupant[target]
                if stander >= 0 and (to[stander] < 0 or not succeeds[stander]):
                    dislodger[stander] = piece
            else:
                failed.append(piece)
        if len(movers) > 1:
            crowded.append(target)

    solved = Solved(contest, solution, units, arrived, dislodger)
    for piece in failed:
        _amend(compiled, piece, failed_move(solved, piece))
    _amend_supports(compiled, solved)
    for piece, army in compiled.carries.items():
        if piece in dislodger:
            _amend(compiled, piece, ("disrupted", "dislodged", (units[dislodger[piece]],)))
        elif army in solution.set_aside:
            _amend(compiled, piece, ("void", "paradox", ()))
    if dislodger:
        _mark_dislodged(compiled, dislodger)
    outcomes = compiled.outcomes
    for index, piece in compiled.further:
        outcome = outcomes[index]
        if not outcome.reason:
            outcomes[index] = outcomes[compiled.slot[piece]]
        elif piece in dislodger:
            outcomes[index] = replace(outcome, dislodged=True)

    empty = [target for target in crowded if target not in arrived and bounced(solved, target)]
    gone = [_dislodged(board, compiled, solved, piece, empty) for piece in dislodger]
    for piece in sorted(dislodger, reverse=True):
        del after[piece]
    standoffs = frozenset([board.code[target] for target in empty])
    return Resolution(tuple(outcomes), tuple(after), tuple(gone), standoffs)


def _amend(compiled: Compiled, piece: int, finding: Finding) -> None:
    """The piece's order did not go as it was meant to."""
    result, reason, by = finding
    index = compiled.slot[piece]
    outcome = compiled.outcomes[index]
    compiled.outcomes[index] = Outcome(outcome.seat, outcome.order, result, False, reason, by)


def _amend_supports(compiled: Compiled, solved: Solved) -> None:
    """Supports that were cut, and those that may not help against a unit of their own power."""
    contest, succeeds = solved.contest, solved.solution.succeeds
    power, to, occupant = contest.power, contest.to, contest.occupant
    for other, supporters in contest.backing.items():
        victim = occupant[to[other]] if to[other] >= 0 else -1
        for piece in supporters:
            if not succeeds[piece]:
                _amend(compiled, piece, cut_support(solved, piece))
            elif victim >= 0 and power[victim] == power[piece] and is_idle(solved, other, victim):
                units = (solved.units[victim],)
                _amend(compiled, piece, ("no_effect", "own_unit_attacked", units))


def _mark_dislodged(compiled: Compiled, dislodger: Mapping[int, int]) -> None:
    """Whatever else became of a dislodged unit's order, the order says that it was dislodged."""
    outcomes, units = compiled.outcomes, compiled.units
    for piece, attacker in dislodger.items():
        index = compiled.slot[piece]
        if index >= 0:
            outcome = outcomes[index]
            reason = outcome.reason or "dislodged"
            by = outcome.by if outcome.reason else (units[attacker],)
            outcomes[index] = Outcome(outcome.seat, outcome.order, outcome.result, True, reason, by)


def failed_move(solved: Solved, piece: int) -> Finding:
    """Why a legal move was not made: no convoy, or who bounced it."""
    contest, solution = solved.contest, solved.solution
    if piece in solution.closed:
        return _failed_convoy(solved, piece)
    target = contest.to[piece]
    stander = contest.occupant[target]
    rivals = contest.into[target]
    power = contest.power
    if len(rivals) == 1:
        # Nobody but the unit that stands there can have kept it out.
        reason = "own_unit" if power[stander] == power[piece] else "repelled"
        return "bounces", reason, (solved.units[stander],)
    attack = strength_without(solved, piece)
    reason = "standoff"
    by: list[Unit] = []
    if stander >= 0 and (not has_left(solved, stander) or is_head_on(contest, piece, stander)):
        victim = power[stander]
        if victim == power[piece]:
            return "bounces", "own_unit", (solved.units[stander],)
        attack = strength_without(solved, piece, victim)
        if attack <= resistance(solved, piece, stander):
            reason = "repelled"
            by.append(solved.units[stander])
    units = solved.units
    by += [units[r] for r in rivals if r != piece and prevents(solved, r) >= attack]
    return "bounces", reason, tuple(by)


def _failed_convoy(solved: Solved, army: int) -> Finding:
    """Why a move by convoy was not made."""
    if army in solved.solution.set_aside:
        return "no_convoy", "paradox", ()
    route, dislodger = solved.contest.routes[army], solved.dislodger
    if not route.chains:
        return "no_convoy", "no_route" if route.fleets else "not_convoyed", ()
    sunk = [dislodger[fleet] for fleet in sorted(route.fleets) if fleet in dislodger]
    return "no_convoy", "convoy_disrupted", tuple([solved.units[attacker] for attacker in sunk])


def cut_support(solved: Solved, piece: int) -> Finding:
    """Who cut a support: the unit that dislodged its giver, else those whose attack does."""
    contest, units = solved.contest, solved.units
    if piece in solved.dislodger:
        return "cut", "dislodged", (units[solved.dislodger[piece]],)
    attackers = contest.into[contest.at[piece]]
    if len(attackers) > 1:
        rules = MovementRules(contest, list(solved.solution.succeeds))
        attackers = [attacker for attacker in attackers if rules.cuts(attacker, piece)]
    return "cut", "attacked", tuple([units[attacker] for attacker in attackers])


def is_idle(solved: Solved, mover: int, stander: int) -> bool:
    """Whether a support to `mover` by the power that owns `stander`, its victim, is for nothing.

    It is if the victim stays, unless its power's supports keep another attacker out: they do not
    help to dislodge their own, but they add to what prevents others (DATC 6.E.12).
    """
    contest = solved.contest
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
        if (
            alone < attack <= strength_without(solved, mover)
            and attack > resistance(solved, rival, stander)
            and all(attack > prevents(solved, o) for o in movers if o not in (mover, rival))
        ):
            return False
    return True


def bounced(solved: Solved, target: int) -> bool:
    """Whether those who did not get to this province left it empty: no retreat may go there."""
    movers = solved.contest.into[target]
    stander = solved.contest.occupant[target]
    if stander < 0:
        return not solved.solution.closed.issuperset(movers)
    return has_left(solved, stander) and any(prevents(solved, mover) for mover in movers)


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


def resistance(solved: Solved, piece: int, stander: int) -> int:
    """How strong a unit that did not leave stands against this move, in half units."""
    contest = solved.contest
    if contest.to[stander] < 0 or is_head_on(contest, piece, stander):
        return strength_without(solved, stander)
    return contest.strength[stander]  # a unit that tries to leave is not helped to stay


def strength_without(solved: Solved, piece: int, power: str | None = "") -> int:
    """In half units, with the supports it was given but for those of `power`."""
    contest = solved.contest
    strength = contest.strength[piece]
    if piece in contest.backing:
        for supporter in contest.backing[piece]:
            if solved.solution.succeeds[supporter] and contest.power[supporter] != power:
                strength += contest.strength[supporter]
    return strength


def prevents(solved: Solved, piece: int) -> int:
    """How strongly this move keeps others out of its target, in half units."""
    contest, solution = solved.contest, solved.solution
    if piece in solution.closed:
        return 0
    stander = contest.occupant[contest.to[piece]]
    if stander >= 0 and solution.succeeds[stander] and is_head_on(contest, piece, stander):
        return 0
    return strength_without(solved, piece)


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
