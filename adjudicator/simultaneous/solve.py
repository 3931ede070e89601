"""Which moves are made and which supports given.

Each open question is a *decision*: piece `i`'s move or support is decision `i`, whether the convoy
of army `i` carries it is decision `count + i`. A decision's rule reads other decisions, and asks
for each what would help it (`hopeful`) or harm it; so a rule can be tried twice, with the best and
the worst of what is not known yet, and is settled where both agree. This settles everything but
decisions that hang on each other in a circle; those go to
:mod:`adjudicator.simultaneous.circles`.
"""

from collections.abc import Callable

from adjudicator.simultaneous.circles import settle
from adjudicator.simultaneous.contest import Contest, Solution

Rule = Callable[[int, bool], bool]


def solve(contest: Contest) -> Solution:
    """The outcome of a contest: each decision as the rules and the others have it."""
    power, strength, at, to, occupant, into, backing, aim, routes, rules = contest
    count = len(at)
    verdict: list[bool | None] = [None] * (2 * count if routes else count)

    # What nobody contests is plain, and most of a phase is plain.
    contested = []
    for province, movers in into.items():
        if len(movers) == 1 and occupant[province] < 0 and movers[0] not in routes:
            verdict[movers[0]] = True
        else:
            contested += movers
    for piece in aim:
        if at[piece] not in into:
            verdict[piece] = True
        else:
            contested.append(piece)
    if not contested:
        return Solution([v is True for v in verdict])

    doubts: list[int] = []
    tried: set[int] = set()

    def read(decision: int, hopeful: bool) -> bool:
        """A decision; what is wished for where it cannot be known yet."""
        known = verdict[decision]
        if known is None and decision not in tried:
            decide(decision)
            known = verdict[decision]
        if known is None:
            doubts.append(decision)
            return hopeful
        return known

    def decide(decision: int) -> None:
        tried.add(decision)
        doubtless = len(doubts)
        if not rule(decision, True):
            verdict[decision] = False
        elif len(doubts) == doubtless or rule(decision, False):
            verdict[decision] = True
        del doubts[doubtless:]

    def rule(decision: int, hopeful: bool) -> bool:
        if decision >= count:
            return route_open(decision - count, hopeful)
        return (move_succeeds if to[decision] >= 0 else support_given)(decision, hopeful)

    def support_given(piece: int, hopeful: bool) -> bool:
        """Cut by an attack of another power, but from where it is aimed only by being dislodged."""
        target = aim[piece]
        for attacker in into[at[piece]]:
            if power[attacker] == power[piece]:
                continue
            sails = attacker in routes
            if at[attacker] == target and not (
                sails and rules.convoyed_attack_on_support == "cuts"
            ):
                cuts = attacker
            elif not sails:
                return False
            elif spared(piece, attacker, hopeful):
                cuts = attacker
            else:
                cuts = count + attacker
            known = verdict[cuts]
            if read(cuts, not hopeful) if known is None else known:
                return False
        return True

    def spared(piece: int, army: int, hopeful: bool) -> bool:
        """Under the rules of 1982 and 2000 an army does not cut a support against its convoy."""
        if rules.convoy_paradox == "szykman":
            return False
        fleet = occupant[aim[piece]]
        if fleet not in routes[army].fleets:
            return False
        if rules.convoy_paradox == "1982":
            return True
        return not any(
            fleet not in chain and all(stays(f, not hopeful) for f in chain)
            for chain in routes[army].chains
        )

    def stays(piece: int, hopeful: bool) -> bool:
        """Not dislodged. No piece that moves is asked about."""
        return not any(read(m, not hopeful) for m in into.get(at[piece], ()))

    def route_open(army: int, hopeful: bool) -> bool:
        route = routes[army]
        if rules.convoy_disruption == "any_fleet":
            return bool(route.chains) and all(stays(f, hopeful) for f in route.fleets)
        return any(all(stays(f, hopeful) for f in chain) for chain in route.chains)

    def helped(piece: int, hopeful: bool, without: str | None = None) -> int:
        """The piece's strength with the supports it is given, those of power `without` left out."""
        total = strength[piece]
        for supporter in backing.get(piece, ()):
            known = verdict[supporter]
            if (read(supporter, hopeful) if known is None else known) and (
                without is None or power[supporter] != without
            ):
                total += strength[supporter]
        return total

    def move_succeeds(piece: int, hopeful: bool) -> bool:
        """Stronger than what stands in the target, and than each other move there."""
        if piece in routes and not read(count + piece, hopeful):
            return False
        target = to[piece]
        stander = occupant[target]
        head_on = False
        resistance = 0
        victim = None
        if stander >= 0:
            goes = to[stander]
            head_on = goes == at[piece] and piece not in routes and stander not in routes
            if goes < 0 or head_on:
                leaves = False
            else:
                known = verdict[stander]
                leaves = read(stander, hopeful) if known is None else known
            if not leaves:
                victim = power[stander]
                if victim == power[piece]:
                    return False
                if goes < 0 or head_on:
                    resistance = helped(stander, not hopeful)
                else:
                    resistance = strength[stander]
        attack = helped(piece, hopeful, victim)
        if attack <= resistance:
            return False
        for rival in into[target]:
            if rival == piece:
                continue
            if rival in routes:
                if not read(count + rival, not hopeful):
                    continue
            elif stander >= 0 and to[stander] == at[rival] and stander not in routes:
                # The loser of a head-to-head battle has no effect on where it came to.
                known = verdict[stander]
                if read(stander, hopeful) if known is None else known:
                    continue
            if attack <= helped(rival, not hopeful):
                return False
        return True

    for decision in contested:
        if verdict[decision] is None and decision not in tried:
            decide(decision)
    for army in routes:
        if verdict[count + army] is None and count + army not in tried:
            decide(count + army)
    set_aside: frozenset[int] = frozenset()
    if None in verdict:
        unknown = [d for d in (*contested, *(count + a for a in routes)) if verdict[d] is None]
        if unknown:
            set_aside = settle(unknown, verdict, rule, doubts, count)
    return Solution(
        [v is True for v in verdict[:count]],
        frozenset(army for army in routes if not verdict[count + army]),
        set_aside,
    )
