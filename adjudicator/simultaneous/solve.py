"""Which moves are made and which supports given.

Each open question is a *decision*: piece `i`'s move or support is decision `i`; whether the convoy
of army `i` carries it, or the fleet it is to land from arrives, is decision `count + i`. What
the rules (:mod:`adjudicator.simultaneous.decisions`) make of each, whatever the open ones come to,
is settled first. That is everything but decisions that hang on each other in a circle; those go to
:mod:`adjudicator.simultaneous.circles`.
"""

from adjudicator.simultaneous.circles import settle
from adjudicator.simultaneous.contest import Contest, Solution
from adjudicator.simultaneous.decisions import MovementRules, Verdict


def solve(contest: Contest) -> Solution:
    """The outcome of a contest: each decision as the rules and the other decisions have it."""
    routes = contest.routes
    count = len(contest.at)
    verdict: Verdict = [False] * (2 * count if routes else count)

    contested: list[int] = []
    if contest.company is None:
        # Most of a phase is plain, and is settled without asking further.
        unsure = _plain_convoys(contest, verdict, contested) if routes else set()
        _plain_supports(contest, verdict, contested)
        _plain_moves(contest, verdict, contested, unsure)
        if not contested:
            return Solution(verdict)
    else:
        contested = _everything(contest)
        verdict = [False] * (2 * count)
        for decision in contested:
            verdict[decision] = None

    rules = MovementRules(contest, verdict)
    for decision in contested:
        if verdict[decision] is None and decision not in rules.tried:
            rules.decide(decision)
    unknown = [decision for decision in contested if verdict[decision] is None]
    set_aside = settle(unknown, verdict, rules, count) if unknown else frozenset()
    closed = frozenset([army for army in rules.conditional if not verdict[count + army]])
    return Solution(verdict, closed, set_aside)


def _everything(contest: Contest) -> list[int]:
    """Every decision of a contest with company, conditions first."""
    count = len(contest.at)
    conditional = [*contest.routes, *(contest.company.carriers if contest.company else ())]
    moves = [piece for piece, target in enumerate(contest.to) if target >= 0]
    return [*(count + piece for piece in conditional), *contest.aim, *moves]


def _plain_convoys(contest: Contest, verdict: Verdict, contested: list[int]) -> set[int]:
    """Convoys whose fleets nobody attacks; returns the armies of the others."""
    at, into = contest.at, contest.into
    unsure = set()
    for army, route in contest.routes.items():
        for chain in route.chains:
            if not any(at[fleet] in into for fleet in chain):
                verdict[len(at) + army] = True
                break
        else:
            contested.append(len(at) + army)
            unsure.add(army)
    return unsure


def _plain_supports(contest: Contest, verdict: Verdict, contested: list[int]) -> None:
    """Supports that nobody attacks, or somebody from elsewhere than where they are aimed."""
    power, at, into, routes = contest.power, contest.at, contest.into, contest.routes
    for piece, target in contest.aim.items():
        verdict[piece] = True
        if at[piece] in into:
            for attacker in into[at[piece]]:
                if power[attacker] == power[piece]:
                    continue
                if attacker in routes:
                    verdict[piece] = None
                elif at[attacker] != target:
                    verdict[piece] = False
                    break
                elif attacker in contest.backing:  # alone it cannot dislodge
                    verdict[piece] = None
            if verdict[piece] is None:
                contested.append(piece)


def _plain_moves(
    contest: Contest, verdict: Verdict, contested: list[int], unsure: set[int]
) -> None:
    """Moves that do not hang on an open convoy or support, nor on a circle of other moves."""
    at, to, occupant, routes = contest.at, contest.to, contest.occupant, contest.routes
    backing = contest.backing
    following = []
    for province, movers in contest.into.items():
        stander = occupant[province]
        mover = movers[0]
        if unsure and not unsure.isdisjoint(movers):
            contested += movers
            continue
        if len(movers) > 1:
            first = _strongest(contest, verdict, movers, stander)
            if first is None:
                contested += movers
                continue
            if first < 0:
                continue
            mover = first
        if stander < 0:
            verdict[mover] = True
            continue
        stays = to[stander] < 0 or (
            to[stander] == at[mover] and mover not in routes and stander not in routes
        )
        wins = mover in backing and _overcomes(contest, verdict, mover, stander, stays)
        if wins is None:
            contested.append(mover)
        elif wins:
            verdict[mover] = True
        elif not stays:
            following.append(mover)
    for decision in contested:
        verdict[decision] = None
    if following:
        _follow(contest, verdict, contested, following)


def _follow(contest: Contest, verdict: Verdict, contested: list[int], following: list[int]) -> None:
    """Who follows another, with no rival, gets there if that one leaves, and not otherwise."""
    occupant, to = contest.occupant, contest.to
    for mover in following:
        verdict[mover] = None
    while following:
        waiting = []
        for mover in following:
            leaves = verdict[occupant[to[mover]]]
            if leaves is None:
                waiting.append(mover)
            else:
                verdict[mover] = leaves
        if len(waiting) == len(following):
            contested += waiting
            break
        following = waiting


def _strongest(contest: Contest, verdict: Verdict, movers: list[int], stander: int) -> int | None:
    """Which of several that move to one province keeps the others out, -1 if none does.

    None if that is not plain: while a support is open, where one fights the unit there head to
    head, or is helped by its power.
    """
    power, strength, backing = contest.power, contest.strength, contest.backing
    origin = contest.to[stander] if stander >= 0 else -1
    first = -1
    most = 0
    for mover in movers:
        if contest.at[mover] == origin:
            return None
        total = strength[mover]
        if mover in backing:
            for supporter in backing[mover]:
                if verdict[supporter] is None or (
                    stander >= 0 and power[supporter] == power[stander]
                ):
                    return None
                if verdict[supporter]:
                    total += strength[supporter]
        if total > most:
            first = mover
            most = total
        elif total == most:
            first = -1
    return first


def _overcomes(
    contest: Contest, verdict: Verdict, mover: int, stander: int, stays: bool
) -> bool | None:
    """Whether the one attack on a unit dislodges it, should it not leave; None while that is open.

    A unit that `stays` has its supports to help it, one that tries to leave has none (DATC 6.D.7).
    """
    power, strength, backing = contest.power, contest.strength, contest.backing
    victim = power[stander]
    if victim == power[mover]:
        return False
    margin = strength[mover] - strength[stander]
    for supporter in backing[mover]:
        if verdict[supporter] is None:
            return None
        if verdict[supporter] and power[supporter] != victim:
            margin += strength[supporter]
    if stays and stander in backing:
        for supporter in backing[stander]:
            if verdict[supporter] is None:
                return None
            if verdict[supporter]:
                margin -= strength[supporter]
    return margin > 0
