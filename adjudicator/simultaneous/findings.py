"""Why an order came to nothing, once a contest is solved: the reason's code, and who was the cause.

The strengths that decided are counted again here, and only where somebody failed: the solver keeps
no notes, so that what needs no reason costs nothing.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.simultaneous.contest import CROWD, Contest, Solution
from adjudicator.simultaneous.decisions import NOBODY, MovementRules
from adjudicator.simultaneous.position import Result, Unit

Finding = tuple[Result, str, tuple[Unit, ...]]
"""What became of an order, why, and the units that brought it about."""


class Solved(Struct):
    """A contest with its solution.

    units        by piece: its unit
    dislodger    dislodged piece -> the piece that did it
    parties      by piece: the units that act as one; None where each piece is one unit
    decided      the rules of the contest with every decision made, once they were asked for
    """

    contest: Contest
    solution: Solution
    units: Sequence[Unit]
    dislodger: Mapping[int, int]
    parties: Sequence[tuple[Unit, ...]] | None = None
    decided: MovementRules | None = None

    @property
    def rules(self) -> MovementRules:
        """The rules of the contest with every decision made."""
        if self.decided is None:
            self.decided = MovementRules(self.contest, list(self.solution.succeeds))
        return self.decided

    def named(self, *pieces: int) -> tuple[Unit, ...]:
        """The units of these pieces."""
        if self.parties is None:
            return tuple([self.units[piece] for piece in pieces])
        return tuple([unit for piece in pieces for unit in self.parties[piece]])

    def has_left(self, piece: int) -> bool:
        """Whether the piece moved away."""
        if self.contest.company is not None:
            return self.rules.leaves(piece, True)
        return self.contest.to[piece] >= 0 and self.solution.succeeds[piece] is True


def failed_move(solved: Solved, piece: int) -> Finding:
    """Why a legal move was not made: no convoy, nobody to land from, or who bounced it."""
    contest, solution = solved.contest, solved.solution
    if piece in solution.closed:
        return _did_not_come_about(solved, piece)
    target = contest.to[piece]
    rivals = contest.into[target]
    power = contest.power
    if len(rivals) == 1 and contest.company is None:
        # Nobody but the unit that stands there can have kept it out.
        stander = contest.occupant[target]
        reason = "own_unit" if power[stander] == power[piece] else "repelled"
        return "bounces", reason, (solved.units[stander],)
    rules = solved.rules
    standing: list[int] = []
    victims, resistance = NOBODY, 0
    if contest.occupant[target] != -1:
        standing = facing(solved, piece)
        if standing:
            victims, resistance = rules.faced(piece, True)
        if power[piece] in victims:
            own = [stander for stander in standing if power[stander] == power[piece]]
            return "bounces", "own_unit", solved.named(*own)
    attack = rules.helped(piece, True, victims)
    by = standing if attack <= resistance else []
    reason = "repelled" if by else "standoff"
    for rival in rivals:
        if rival == piece or rules.prevention(rival, True) < attack:
            continue
        if contest.company is None or not rules.are_companions(piece, rival, target):
            by.append(rival)
    return "bounces", reason, solved.named(*by)


def facing(solved: Solved, piece: int) -> list[int]:
    """Who stands in the way of a move: those that did not leave, or that came the other way."""
    stander = solved.contest.occupant[solved.contest.to[piece]]
    if stander == CROWD:
        others, opponents = solved.rules.crowd(piece)
        return [*(other for other in others if not solved.has_left(other)), *opponents]
    if stander < 0 or (solved.has_left(stander) and not solved.rules.is_head_on(piece, stander)):
        return []
    return [stander]


def _did_not_come_about(solved: Solved, piece: int) -> Finding:
    """Why a move by convoy, or a landing, was not made."""
    company = solved.contest.company
    if company is not None and piece in company.carriers:
        if piece in solved.solution.set_aside:
            return "void", "landing_paradox", ()
        return "void", "fleet_elsewhere", solved.named(company.carriers[piece])
    if piece in solved.solution.set_aside:
        return "no_convoy", "paradox", ()
    route, dislodger = solved.contest.routes[piece], solved.dislodger
    if not route.chains:
        return "no_convoy", "no_route" if route.fleets else "not_convoyed", ()
    sunk = [dislodger[fleet] for fleet in sorted(route.fleets) if fleet in dislodger]
    return "no_convoy", "convoy_disrupted", solved.named(*sunk)


def cut_support(solved: Solved, piece: int) -> Finding:
    """Who cut a support: the unit that dislodged its giver, else those whose attack does."""
    contest = solved.contest
    if piece in solved.dislodger:
        return "cut", "dislodged", solved.named(solved.dislodger[piece])
    attackers = contest.into[contest.at[piece]]
    if len(attackers) > 1:
        attackers = [attacker for attacker in attackers if solved.rules.cuts(attacker, piece)]
    return "cut", "attacked", solved.named(*attackers)


def is_idle(solved: Solved, mover: int, stander: int) -> bool:
    """Whether a support to `mover` by the power that owns `stander`, its victim, is for nothing.

    It is if the victim stays, unless its power's supports keep another attacker out: they do not
    help to dislodge their own, but they add to what prevents others (DATC 6.E.12).
    """
    contest, rules = solved.contest, solved.rules
    if solved.has_left(stander):
        return False
    power = contest.power[stander]
    movers = contest.into[contest.to[mover]]
    if len(movers) == 1 or not rules.prevention(mover, True):
        return True
    alone = rules.helped(mover, True, (power,))
    for rival in movers:
        if rival == mover or rival in solved.solution.closed or contest.power[rival] == power:
            continue
        attack = rules.helped(rival, True, (power,))
        if (
            alone < attack <= rules.helped(mover, True)
            and attack > rules.faced(rival, True)[1]
            and all(attack > rules.prevention(o, True) for o in movers if o not in (mover, rival))
        ):
            return False
    return True


def bounced(solved: Solved, target: int) -> bool:
    """Whether those who did not get to this province fought for it: if they left it empty, no
    retreat may go there."""
    movers = solved.contest.into[target]
    if solved.contest.occupant[target] == -1:  # nobody came the other way and beat them
        return not solved.solution.closed.issuperset(movers)
    return any(solved.rules.prevention(mover, True) for mover in movers)
