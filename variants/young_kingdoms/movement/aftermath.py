"""The contest decided: who stands where, who was dislodged, and what became of each order."""

from collections.abc import Iterable

from msgspec import Struct

from adjudicator.orders import Seat
from adjudicator.simultaneous.contest import Contest, Solution
from adjudicator.simultaneous.findings import (
    Solved,
    bounced,
    cut_support,
    facing,
    failed_move,
    is_idle,
)
from adjudicator.simultaneous.position import Result, Unit
from variants.young_kingdoms.movement.contesting import may_share, own_ships
from variants.young_kingdoms.movement.forces import Force, Plans
from variants.young_kingdoms.pieces.harbours import joined, names
from variants.young_kingdoms.pieces.pieces import CHAOS, ELRIC


class Beaten(Struct, frozen=True):
    """A dislodged unit: who did it, and the provinces where those came from (95)."""

    unit: Unit
    by: tuple[Unit, ...]
    came_from: frozenset[str]


class Aftermath:
    """A season's forces with their decided contest."""

    def __init__(self, plans: Plans, contest: Contest, solution: Solution) -> None:
        self.plans = plans
        self.solution = solution
        self.piece = {force: piece for piece, force in enumerate(plans.forces)}
        parts = plans.field.parts
        aboard: dict[Force, list[int]] = {}
        for force in plans.forces:  # an army sails with its fleet, although it lands by itself
            if force.carrier is not None:
                aboard.setdefault(force.carrier, []).extend(force.parts)
        parties = [
            joined([parts[p] for p in (*force.parts, *aboard.get(force, ()))])
            for force in plans.forces
        ]
        # The contest's own dislodged, for the reasons of supports and convoys.
        units = [party[0] for party in parties]
        self.solved = Solved(contest, solution, units, {}, parties)
        self.dislodgers: dict[int, list[int]] = {}
        for part in range(len(parts)):
            if by := self._dislodgers_of(part):
                self.dislodgers[part] = by
        self.solved.dislodger = {
            self.piece[plans.force_of[part]]: by[0] for part, by in self.dislodgers.items()
        }

    def wins(self, force: Force) -> bool:
        """Whether its move, landing or ferry got there."""
        return bool(force.to) and self.solution.succeeds[self.piece[force]] is True

    def comes_about(self, force: Force) -> bool:
        """Whether a landing's fleet arrived, or a ferry's fleet was there to carry (98)."""
        return self.piece[force] not in self.solution.closed

    def _dislodgers_of(self, part: int) -> list[int]:
        """The pieces that won the space in which this part stayed, its companions left out (92)."""
        plans = self.plans
        place = plans.field.parts[part].place
        if self.solved.has_left(self.piece[plans.force_of[part]]):
            return []
        contest = self.solved.contest
        return [
            piece
            for piece in contest.into.get(plans.field.board.number[place], ())
            if self.solution.succeeds[piece]
            and not all(may_share(plans, part, p, place) for p in plans.forces[piece].parts)
        ]

    def units(self) -> tuple[Unit, ...]:
        """The board after movement without the dislodged: who stayed first, then who arrived."""
        field = self.plans.field
        stayed: list[Unit] = []
        arrived: list[Unit] = []
        for part, unit in enumerate(field.parts):
            if part not in self.dislodgers:
                place = self._place_after(part)
                moved = Unit(unit.power, unit.kind, place, unit.id)
                (stayed if place == unit.place else arrived).append(moved)
        return joined([*stayed, *arrived])

    def _place_after(self, part: int) -> str:
        plans = self.plans
        force = plans.force_of[part]
        place = plans.field.parts[part].place
        if self.wins(force):
            return force.to
        if force.way == "lands" and force.carrier is not None and self.wins(force.carrier):
            return force.at  # still aboard (5)
        if self.comes_about(force):
            parts = plans.field.parts
            whole = [ship for ship in own_ships(plans, force) if ship not in self.dislodgers]
            if whole:
                return min(parts[ship].place for ship in whole)  # beaten back, it stays aboard (10)
        return place

    def beaten(self) -> list[Beaten]:
        """The dislodged; an army and its fleet together as an A/F (23)."""
        parts = self.plans.field.parts
        found: dict[Unit, Beaten] = {}
        for unit in joined([parts[part] for part in self.dislodgers]):
            of_unit = [part for part in self.dislodgers if parts[part] in names(unit)]
            by = dict.fromkeys(piece for p in of_unit for piece in self.dislodgers[p])
            forces = [self.plans.forces[piece] for piece in by]
            came_from = frozenset(force.at for force in forces if force.way != "ferried")
            found[unit] = Beaten(unit, self.solved.named(*by), came_from)
        return list(found.values())

    def standoffs(self, after: Iterable[Unit]) -> frozenset[str]:
        """The spaces that a standoff left empty (95)."""
        board = self.plans.field.board
        full = {unit.place for unit in after}
        return frozenset(
            board.code[target]
            for target, movers in self.solved.contest.into.items()
            if board.code[target] not in full
            and not any(self.solution.succeeds[piece] for piece in movers)
            and bounced(self.solved, target)
        )

    def settle_orders(self) -> None:
        """What became of moves, landings, supports and ferries."""
        for force in self.plans.forces:
            if force.to:
                result = ("succeeds", "", ()) if self.wins(force) else self._failure(force)
                for given in force.givens:
                    given.settle(*result)
        for support in self.plans.supports:
            piece = self.piece[self.plans.force_of[support.by]]
            if not self.solution.succeeds[piece]:
                support.given.settle(*cut_support(self.solved, piece))
            elif own := self._own_victims(support.given.seat, support.backed):
                support.given.settle("no_effect", "own_unit_attacked", own)
            else:
                support.given.settle("given")
        for given, (fleet, force) in self.plans.carried.items():
            if fleet in self.dislodgers:
                by = self.solved.named(*self.dislodgers[fleet])
                given.settle("disrupted", "dislodged", by)
            elif self.comes_about(force):
                given.settle("given")
            else:
                given.refuse("paradox")

    def _failure(self, force: Force) -> tuple[Result, str, tuple[Unit, ...]]:
        return failed_move(self.solved, self.piece[force])

    def _own_victims(self, seat: Seat, backed: Force) -> tuple[Unit, ...]:
        """The pieces of this power that its support would help to dislodge, if that is all it does
        (88)."""
        if not backed.to:
            return ()
        mover = self.piece[backed]
        own = [
            stander
            for stander in facing(self.solved, mover)
            if self.plans.forces[stander].power == seat
        ]
        if own and all(is_idle(self.solved, mover, stander) for stander in own):
            return self.solved.named(*own)
        return ()


def leaves_chaos(units: Iterable[Unit]) -> Unit | None:
    """Elric, if he is still with the Chaos unit that found him: he has to retreat (69)."""
    chaos = {(unit.power, unit.place) for unit in units if unit.kind == CHAOS}
    return next((u for u in units if u.kind == ELRIC and (u.power, u.place) in chaos), None)
