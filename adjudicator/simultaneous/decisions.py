"""The rules of movement, each a question about a decision (:mod:`adjudicator.simultaneous.solve`).

A rule reads other decisions, and says of each whether a yes would help it; so a rule can be tried
with the best and with the worst of what is not known yet, and is settled where both agree.
"""

from collections.abc import Container, Iterable, Mapping, Sequence

from adjudicator.simultaneous.contest import CROWD, STRENGTH, Contest

Verdict = list[bool | None]
Powers = Container[str | None]
NOBODY: Powers = ()


class MovementRules:
    """The rules of movement for one contest.

    `hopeful` asks for the answer that what is not known yet may make true at best, its negation for
    what it makes true at worst. A decision read while it is not known is added to `doubts`.
    """

    __slots__ = (
        "aim",
        "apart",
        "at",
        "backing",
        "company",
        "conditional",
        "count",
        "doubts",
        "into",
        "occupant",
        "power",
        "routes",
        "rules",
        "spared",
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
        self.rules, self.company = contest.rules, contest.company
        self.conditional: Iterable[int] = contest.routes
        self.apart: Container[int] = contest.routes
        if contest.company is not None:
            self.conditional = {**contest.routes, **contest.company.carriers}
            self.apart = contest.company.apart
        self.count = len(contest.at)
        self.verdict = verdict
        self.spared: set[int] = set()
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
            return self.comes_about(decision - self.count, hopeful)
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
        company = self.company
        if piece in self.conditional and not self.read(self.count + piece, hopeful):
            return False
        target = self.to[piece]
        victims, resistance = self.faced(piece, hopeful)
        if self.power[piece] in victims:
            return False
        attack = self.helped(piece, hopeful, victims)
        if attack <= resistance:
            return False
        for rival in self.into[target]:
            if rival == piece:
                continue
            if company is not None and self.are_companions(piece, rival, target):
                continue
            if attack <= self.prevention(rival, not hopeful):
                return False
        return True

    def faced(self, piece: int, hopeful: bool) -> tuple[Powers, int]:
        """The powers of those the move would dislodge, and what it has to exceed to do so."""
        stander = self.occupant[self.to[piece]]
        if stander == CROWD:
            return self.faced_in_a_crowd(piece, hopeful)
        if stander < 0:
            return NOBODY, 0
        if self.to[stander] < 0 or self.is_head_on(piece, stander):
            return (self.power[stander],), self.helped(stander, not hopeful)
        if self.leaves(stander, hopeful):
            return NOBODY, 0
        # A unit that tries to leave is not helped to stay (DATC 6.D.7).
        return (self.power[stander],), self.strength[stander]

    def faced_in_a_crowd(self, piece: int, hopeful: bool) -> tuple[Powers, int]:
        """The same where several stand: they hold together, but who comes the other way fights for
        himself, with the rest beside him."""
        others, opponents = self.crowd(piece)
        staying = {s: mass for s, mass in others.items() if not self.leaves(s, hopeful)}
        powers = {self.power[stander] for stander in (*staying, *opponents)}
        if not opponents:
            return powers, self.held(staying, hopeful)
        most = 0
        for opponent in opponents:
            beside = [o for o in opponents if o != opponent and not self.leaves(o, hopeful)]
            rest = {**staying, **{other: opponents[other] for other in beside}}
            together = self.held(rest, hopeful) + self.helped(opponent, not hopeful)
            if self.half(opponent) in rest:
                together -= STRENGTH
            most = max(most, together)
        return powers, most

    def crowd(self, piece: int) -> tuple[dict[int, int], dict[int, int]]:
        """Who stands where the piece goes and is no companion of it, with what each adds to the
        hold: first those that it does not meet head to head, then those that it does."""
        assert self.company is not None
        target = self.to[piece]
        others: dict[int, int] = {}
        opponents: dict[int, int] = {}
        for stander, mass in self.company.crowds[target]:
            if not self.are_companions(piece, stander, target):
                (opponents if self.is_head_on(piece, stander) else others)[stander] = mass
        return others, opponents

    def held(self, staying: Mapping[int, int], hopeful: bool) -> int:
        """What these hold with, and with the supports of those that do not try to leave."""
        total = 0
        counted: set[int] = set()
        for stander, mass in staying.items():
            total += mass
            if mass and self.to[stander] < 0:
                total += self.helped(stander, not hopeful) - self.strength[stander]
            if self.half(stander) in counted:
                total -= STRENGTH
            counted.add(stander)
        return total

    def half(self, piece: int) -> int:
        """The other half of an A/F in harbour; -1 for all others."""
        return self.company.halves.get(piece, -1) if self.company is not None else -1

    def are_companions(self, piece: int, other: int, province: int) -> bool:
        """Whether the two do not fight in this province."""
        if self.company is None:
            return False
        return (piece, other) in self.company.companions.get(province, ())

    def is_head_on(self, piece: int, stander: int) -> bool:
        """Whether `stander` comes the other way, and neither is apart from such battles."""
        at = self.at
        if self.to[stander] != at[piece] or piece in self.apart or stander in self.apart:
            return False
        return self.company is None or not (
            self.are_companions(piece, stander, at[piece])
            or self.are_companions(piece, stander, at[stander])
        )

    def leaves(self, piece: int, hopeful: bool) -> bool:
        """Whether a piece that tries to has left its province, wherever it got to."""
        if self.to[piece] < 0:
            return False
        if self.company is not None:
            if piece in self.company.carriers:  # its fleet takes it along, landed or not
                return self.read(self.company.carriers[piece], hopeful)
            if piece in self.company.embarked and self.is_aboard(piece, hopeful):
                return True
        return self.read(piece, hopeful)

    def is_aboard(self, piece: int, hopeful: bool) -> bool:
        """Whether its convoy carries it, and so that it would stay on a fleet if it cannot land."""
        assert self.company is not None
        return self.read(self.count + piece, hopeful) and any(
            self.stays(fleet, hopeful) for fleet in self.company.embarked[piece]
        )

    def prevention(self, piece: int, hopeful: bool) -> int:
        """How strongly the move keeps others out of where it goes."""
        if piece in self.conditional and not self.read(self.count + piece, hopeful):
            return 0
        if self.is_beaten(piece, not hopeful):
            return 0  # who loses head to head has no effect on where he went (DATC 6.E.1)
        return self.helped(piece, hopeful)

    def is_beaten(self, piece: int, hopeful: bool) -> bool:
        """Whether the move loses a battle with one that comes the other way."""
        stander = self.occupant[self.to[piece]]
        if stander >= 0:
            return (
                self.to[stander] == self.at[piece]
                and self.is_head_on(piece, stander)
                and self.read(stander, hopeful)
            )
        if stander == CROWD:
            return any(self.read(opponent, hopeful) for opponent in self.crowd(piece)[1])
        return False

    def helped(self, piece: int, hopeful: bool, victims: Powers = NOBODY) -> int:
        """Strength with the supports given, but nobody helps to dislodge his own (DATC 6.D.12)."""
        total = self.strength[piece]
        if piece in self.backing:
            for supporter in self.backing[piece]:
                known = self.verdict[supporter]
                if known is None:
                    known = self.read(supporter, hopeful)
                if known and self.power[supporter] not in victims:
                    total += self.strength[supporter]
        return total

    def support_given(self, piece: int, hopeful: bool) -> bool:
        """Nobody's attack cuts it."""
        for attacker in self.into.get(self.at[piece], ()):
            if self.cuts(attacker, piece, not hopeful):
                return False
        return True

    def cuts(self, attacker: int, piece: int, hopeful: bool = True) -> bool:
        """Another power's attack cuts; from where the support is aimed only by dislodging."""
        if self.power[attacker] == self.power[piece]:
            return False
        if self.company is not None:
            if self.are_companions(attacker, piece, self.at[piece]):
                return False
            if attacker in self.conditional and not self.read(self.count + attacker, hopeful):
                return False
            if attacker in self.company.faint:
                return self.cuts_by_dislodging(attacker, piece, hopeful)
        sails = attacker in self.routes
        if self.at[attacker] == self.aim[piece] and not (
            sails and self.rules.convoyed_attack_on_support == "cuts"
        ):
            return self.cuts_by_dislodging(attacker, piece, hopeful)
        if not sails:
            return True
        if self.spares(attacker, piece, not hopeful):
            return False
        return self.read(self.count + attacker, hopeful)

    def cuts_by_dislodging(self, attacker: int, piece: int, hopeful: bool) -> bool:
        """But never a support out of the supporter's own province: it is part of that battle."""
        if piece in self.spared or (self.company is not None and piece in self.company.outward):
            return False
        return self.read(attacker, hopeful)

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

    def comes_about(self, piece: int, hopeful: bool) -> bool:
        """Whether what the move hangs on is there: the fleet to land from, or a chain of fleets
        that all stay and carry the army (DATC 4.A.1)."""
        if self.company is not None and piece in self.company.carriers:
            return self.read(self.company.carriers[piece], hopeful)
        chains = self.routes[piece].chains
        return any(all(self.stays(fleet, hopeful) for fleet in chain) for chain in chains)

    def at_stake(self, knot: Sequence[int]) -> list[int]:
        """The decisions of a knot on which its outcomes differ in a paradox, and agree in a
        rotation: convoys (DATC 4.A.2); with company, arrivals of fleets to land from, and attacks
        on fleets that carry (ruling 94 of Young Kingdoms)."""
        if self.company is None:
            return [decision for decision in knot if decision >= self.count]
        seas = {self.at[fleet] for route in self.routes.values() for fleet in route.fleets}
        bringing = set(self.company.carriers.values())
        return [d for d in knot if d < self.count and (d in bringing or self.to[d] in seas)]

    def stays(self, piece: int, hopeful: bool) -> bool:
        """Not dislodged; asked of pieces that do not move."""
        province = self.at[piece]
        for attacker in self.into.get(province, ()):
            if self.company is not None and self.are_companions(attacker, piece, province):
                continue
            if self.read(attacker, not hopeful):
                return False
        return True
