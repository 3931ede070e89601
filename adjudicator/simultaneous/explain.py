"""A solved contest back into the words of the board: outcomes with their reasons, who is where."""

from collections.abc import Container, Mapping

from msgspec.structs import replace

from adjudicator.boards import Board
from adjudicator.simultaneous.contest import Compiled, Solution
from adjudicator.simultaneous.findings import (
    Finding,
    Solved,
    bounced,
    cut_support,
    failed_move,
    is_idle,
)
from adjudicator.simultaneous.position import Dislodged, Outcome, Resolution, Retreat, Unit


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

    solved = Solved(contest, solution, units, dislodger)
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

    empty = [
        target
        for target in crowded
        if target not in arrived
        and (occupant[target] < 0 or solved.has_left(occupant[target]))
        and bounced(solved, target)
    ]
    full = frozenset([*arrived, *empty])
    gone = [_dislodged(board, compiled, solved, piece, full) for piece in dislodger]
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
                own = solved.named(victim)
                _amend(compiled, piece, ("no_effect", "own_unit_attacked", own))


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


def _dislodged(
    board: Board, compiled: Compiled, solved: Solved, piece: int, full: Container[int]
) -> Dislodged:
    """The dislodged unit; `full` are the provinces that somebody came to, or bounced in."""
    contest = solved.contest
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
        if number != barred and number not in full:
            retreats.append(Retreat(place))
    return Dislodged(
        compiled.units[piece],
        (compiled.units[attacker],),
        frozenset([board.code[barred]]) if barred >= 0 else frozenset(),
        tuple(retreats),
    )
