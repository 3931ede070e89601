"""Which moves are made and which supports given.

Each open question is a *decision*: piece `i`'s move or support is decision `i`; whether the convoy
of army `i` carries it is decision `count + i`. The rule of a decision reads other decisions, and
says of each whether a yes would help it; so a rule can be tried with the best and with the worst of
what is not known yet, and is settled where both agree. That settles everything but decisions that
hang on each other in a circle; those go to :mod:`adjudicator.simultaneous.circles`.
"""

from adjudicator.simultaneous.circles import settle
from adjudicator.simultaneous.contest import Contest, Solution

Verdict = list[bool | None]


def solve(contest: Contest) -> Solution:
    """The outcome of a contest: each decision as the rules and the other decisions have it."""
    routes = contest.routes
    count = len(contest.at)
    verdict: Verdict = [False] * (2 * count if routes else count)

    # Most of a phase is plain, and is settled without asking further.
    contested: list[int] = []
    unsure = _plain_convoys(contest, verdict, contested) if routes else set()
    _plain_supports(contest, verdict, contested)
    _plain_moves(contest, verdict, contested, unsure)
    if not contested:
        return Solution(verdict)

    rules = MovementRules(contest, verdict)
    for decision in contested:
        if verdict[decision] is None and decision not in rules.tried:
            rules.decide(decision)
    unknown = [decision for decision in contested if verdict[decision] is None]
    set_aside = settle(unknown, verdict, rules, count) if unknown else frozenset()
    closed = frozenset([army for army in routes if not verdict[count + army]])
    return Solution(verdict, closed, set_aside)


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


class MovementRules:
    """The rules of movement, each a question about one decision.

    `hopeful` asks for the answer that what is not known yet may make true at best, its negation for
    what it makes true at worst. A decision read while it is not known is added to `doubts`.
    """

    __slots__ = (
        "aim",
        "at",
        "backing",
        "count",
        "doubts",
        "into",
        "occupant",
        "power",
        "routes",
        "rules",
        "strength",
        "to",
        "tried",
        "verdict",
    )

    def __init__(self, contest: Contest, verdict: Verdict) -> None:
        self.power, self.strength = contest.power, contest.strength
        self.at, self.to = contest.at, contest.to
        self.occupant, self.into = contest.occupant, contest.into
        self.backing, self.aim, self.routes = contest.backing, contest.aim, contest.routes
        self.rules = contest.rules
        self.count = len(contest.at)
        self.verdict = verdict
        self.tried: set[int] = set()
        self.doubts: list[int] = []

    def decide(self, decision: int) -> None:
        """Settle one decision, and first those it reads, as far as no circle is in the way."""
        self.tried.add(decision)
        doubts = self.doubts
        before = len(doubts)
        if not self.holds(decision, True):
            self.verdict[decision] = False
        elif len(doubts) == before or self.holds(decision, False):
            self.verdict[decision] = True
        if len(doubts) > before:
            del doubts[before:]

    def holds(self, decision: int, hopeful: bool) -> bool:
        """Whether this decision is a yes, as far as the others are known."""
        if decision >= self.count:
            return self.route_open(decision - self.count, hopeful)
        if self.to[decision] >= 0:
            return self.move_succeeds(decision, hopeful)
        return self.support_given(decision, hopeful)

    def read(self, decision: int, hopeful: bool) -> bool:
        """A decision that another hangs on, or what is hoped for while it cannot be known."""
        known = self.verdict[decision]
        if known is None and decision not in self.tried:
            self.decide(decision)
            known = self.verdict[decision]
        if known is None:
            self.doubts.append(decision)
            return hopeful
        return known

    def move_succeeds(self, piece: int, hopeful: bool) -> bool:
        """Stronger than what stands in the target, and than every other move there."""
        routes, to = self.routes, self.to
        if piece in routes and not self.read(self.count + piece, hopeful):
            return False
        target = to[piece]
        stander = self.occupant[target]
        victim = None
        resistance = 0
        if stander >= 0:
            goal = to[stander]
            stays = goal < 0 or (
                goal == self.at[piece] and piece not in routes and stander not in routes
            )
            if stays or not self.read(stander, hopeful):
                victim = self.power[stander]
                if victim == self.power[piece]:
                    return False
                # A unit that tries to leave is not helped to stay (DATC 6.D.7).
                resistance = self.helped(stander, not hopeful) if stays else self.strength[stander]
        attack = self.helped(piece, hopeful, victim)
        if attack <= resistance:
            return False
        for rival in self.into[target]:
            if rival == piece:
                continue
            if rival in routes:
                if not self.read(self.count + rival, not hopeful):
                    continue
            elif (
                stander >= 0
                and to[stander] == self.at[rival]
                and stander not in routes
                and self.read(stander, hopeful)
            ):
                continue  # who loses head to head has no effect on where he went (DATC 6.E.1)
            if attack <= self.helped(rival, not hopeful):
                return False
        return True

    def helped(self, piece: int, hopeful: bool, victim: str | None = None) -> int:
        """Strength with the supports given, but nobody helps to dislodge his own (DATC 6.D.12)."""
        total = self.strength[piece]
        if piece in self.backing:
            for supporter in self.backing[piece]:
                known = self.verdict[supporter]
                if known is None:
                    known = self.read(supporter, hopeful)
                if known and (victim is None or self.power[supporter] != victim):
                    total += self.strength[supporter]
        return total

    def support_given(self, piece: int, hopeful: bool) -> bool:
        """Nobody's attack cuts it."""
        for attacker in self.into[self.at[piece]]:
            if self.cuts(attacker, piece, not hopeful):
                return False
        return True

    def cuts(self, attacker: int, piece: int, hopeful: bool = True) -> bool:
        """Another power's attack cuts; from where the support is aimed only by dislodging."""
        if self.power[attacker] == self.power[piece]:
            return False
        sails = attacker in self.routes
        if self.at[attacker] == self.aim[piece] and not (
            sails and self.rules.convoyed_attack_on_support == "cuts"
        ):
            return self.read(attacker, hopeful)
        if not sails:
            return True
        if self.spares(attacker, piece, not hopeful):
            return False
        return self.read(self.count + attacker, hopeful)

    def spares(self, army: int, supporter: int, hopeful: bool) -> bool:
        """Under the rules of 1982 and 2000 a convoyed army spares supports that concern a convoy.

        1982: any support into a sea with a convoying fleet. 2000: a support of an attack on a fleet
        of the army's own convoy, if no other route carries it.
        """
        if self.rules.convoy_paradox == "szykman":
            return False
        fleet = self.occupant[self.aim[supporter]]
        if self.rules.convoy_paradox == "1982":
            return any(fleet in route.fleets for route in self.routes.values())
        route = self.routes[army]
        if fleet not in route.fleets or supporter in self.backing.get(fleet, ()):
            return False
        return not any(
            fleet not in chain and all(self.stays(link, not hopeful) for link in chain)
            for chain in route.chains
        )

    def route_open(self, army: int, hopeful: bool) -> bool:
        """Whether a chain of fleets that all stay carries the army (DATC 4.A.1)."""
        route = self.routes[army]
        return any(all(self.stays(fleet, hopeful) for fleet in chain) for chain in route.chains)

    def stays(self, piece: int, hopeful: bool) -> bool:
        """Not dislodged; asked of pieces that do not move."""
        return not any(
            self.read(attacker, not hopeful) for attacker in self.into.get(self.at[piece], ())
        )
