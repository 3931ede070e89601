"""The adjustments of Young Kingdoms: how many units a power may build or must remove, and which."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.game import counted
from adjudicator.simultaneous.orders import Build, Disband, Waive
from adjudicator.simultaneous.position import Position, Result, Unit
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import Order
from variants.young_kingdoms.outcome import Outcome, Resolution
from variants.young_kingdoms.pieces.harbours import contains, joined, parts, without
from variants.young_kingdoms.pieces.pieces import CHAOS
from variants.young_kingdoms.pieces.possible import require_possible
from variants.young_kingdoms.winter.builds import unit_built, why_no_build
from variants.young_kingdoms.winter.removals import (
    SUPPLIED,
    default_removals,
    in_turn,
    units_meant,
    why_illegal,
    why_not_removed,
)


def balance(board: Board, position: Position) -> dict[Seat, int]:
    """By power: what its centers count less its units. Above 0 it may build, below it must remove.

    Double centers count two (39), and so does an A/F (31).
    """
    count = counted(board, position.centers)
    for unit in position.units:
        if unit.kind in SUPPLIED and unit.power is not None:
            count[unit.power] = count.get(unit.power, 0) - len(parts(unit))
    return count


def adjust(
    board: Board,
    position: Position,
    orders: Mapping[Seat, Sequence[Order]],
    options: Options,
) -> Resolution:
    """Adjudicate an adjustment phase.

    The first legal orders of a sheet count, as many as there are builds or removals; builds not
    ordered are waived, removals not ordered are made by default (77). An army and a fleet in one
    harbour are an A/F afterwards. ValueError for an impossible position.
    """
    require_possible(board, position)
    due = balance(board, position)
    effects = {
        seat: _carry_out(board, position, seat, sheet, due.get(seat, 0))
        for seat, sheet in orders.items()
    }
    if options.chaos_same_time == "neither":
        effects = _without_rivals(effects)
    outcomes = []
    after = position.units
    removed: list[tuple[Unit, str]] = []
    for seat in effects:
        for order, reason, built, gone in effects[seat]:
            result: Result = "succeeds"
            if reason:
                result = "bounces" if reason == "chaos_at_once" else "illegal"
            outcomes.append(Outcome(seat, order, result, False, reason))
            if built is not None:
                after = (*after, built)
            if gone is not None:
                after = without(after, gone)
                removed.append((gone, "ordered"))
    for seat in sorted(due):
        given_up = sum(len(parts(unit)) for unit, _ in removed if unit.power == seat)
        surplus = max(0, -due[seat] - given_up)
        for unit in default_removals(board, position, after, seat)[:surplus]:
            after = without(after, unit)
            removed.append((unit, "surplus"))
    return Resolution(tuple(outcomes), joined(after), removed=tuple(removed))


def legality(board: Board, position: Position, seat: Seat, order: Order) -> str:
    """Why this order is illegal in this adjustment phase, whatever else is ordered; "" if not."""
    return _why_illegal(board, position, seat, order, balance(board, position).get(seat, 0))


class _Effect(NamedTuple):
    """What an order does: a unit built, a unit or part of one removed, or nothing and why."""

    order: Order
    reason: str = ""
    built: Unit | None = None
    gone: Unit | None = None


def _carry_out(
    board: Board, position: Position, seat: Seat, sheet: Sequence[Order], due: int
) -> list[_Effect]:
    """The effects of one power's orders, in their order."""
    standing = position.units
    left = due
    effects: dict[int, _Effect] = {}
    for number in in_turn(board, sheet):
        order = sheet[number]
        effect = _Effect(order, _why_illegal(board, position, seat, order, due))
        if not effect.reason and isinstance(order, Disband):
            effect = _removal(board, position, standing, seat, order, -left)
        elif not effect.reason and left == 0:
            effect = _Effect(order, "nothing_to_build")
        elif not effect.reason and isinstance(order, Build):
            effect = _build(board, position, standing, seat, order)
        effects[number] = effect
        if effect.gone is not None:
            standing = without(standing, effect.gone)
            left += len(parts(effect.gone))
        elif not effect.reason:  # built or waived
            standing = standing if effect.built is None else (*standing, effect.built)
            left -= 1
    return [effects[number] for number in range(len(sheet))]


def _build(
    board: Board, position: Position, standing: Sequence[Unit], seat: Seat, order: Build
) -> _Effect:
    reason = why_no_build(board, position.centers, standing, seat, order)
    if reason:
        return _Effect(order, reason)
    return _Effect(order, built=unit_built(board, standing, seat, order))


def _removal(
    board: Board,
    position: Position,
    standing: Sequence[Unit],
    seat: Seat,
    order: Disband,
    due: int,
) -> _Effect:
    meant = units_meant(position, seat, order)
    unit = next((unit for unit in meant if contains(standing, unit)), meant[0])
    reason = why_not_removed(board, standing, unit, due)
    return _Effect(order, reason) if reason else _Effect(order, gone=unit)


def _without_rivals(sheets: Mapping[Seat, list[_Effect]]) -> dict[Seat, list[_Effect]]:
    """The effects less the builds in a land where two powers would build at one time (41)."""
    builders = Counter(
        land
        for effects in sheets.values()
        for land in {e.built.place for e in effects if e.built and e.built.kind == CHAOS}
    )

    def kept(effect: _Effect) -> _Effect:
        rivals = effect.built is not None and builders[effect.built.place] > 1
        return _Effect(effect.order, "chaos_at_once") if rivals else effect

    return {seat: [kept(effect) for effect in effects] for seat, effects in sheets.items()}


def _why_illegal(board: Board, position: Position, seat: Seat, order: Order, due: int) -> str:
    if isinstance(order, Disband):
        return why_illegal(board, position, seat, order, -due)
    if not isinstance(order, Build | Waive):
        return "wrong_phase"
    if due <= 0:
        return "nothing_to_build"
    if isinstance(order, Waive):
        return ""
    return why_no_build(board, position.centers, position.units, seat, order)
