"""One equation for each decision of the movement (86 to 92).

A decision is whether a force wins its space, whether a support is given (not cut), whether a
landing or a ferry comes about at all. An equation computes a decision from the other decisions,
for which it asks; an outcome is right if it satisfies all equations. It is named by "win" or
"exists" and the name of the force, or by "given" and the key of the support.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.reference.trial import Ask, Decision

from .board import CHAOS_LANDS
from .legal import Force, Position, Support
from .pieces import Piece, all_companions, weight


@dataclass(frozen=True)
class Settled:
    """What the rule of the loops has taken out of the equations (94)."""

    void: frozenset[str] = frozenset()
    """94 (1): landings and ferries that are void."""
    never_cut_all_the_same: frozenset[str] = frozenset()
    """94 (2): supports to which "cut all the same" of 86 does not apply."""


def may_not_exist(force: Force) -> bool:
    """98: a landing from an A/F that moves, and a ferry, come about only on a condition."""
    return force.way == "ferried" or bool(force.carrier)


def decisions(position: Position) -> list[Decision]:
    """All that is to be decided, in a fixed order."""
    return (
        [("given", key) for key in sorted(position.supports)]
        + [("exists", name) for name, f in sorted(position.forces.items()) if may_not_exist(f)]
        + [("win", name) for name in sorted(position.forces)]
    )


# --- who is where


def exists(force: Force, ask: Ask) -> bool:
    """A void force attacks, prevents and cuts nothing."""
    return not may_not_exist(force) or ask(("exists", force.name))


def is_gone(position: Position, piece: Piece, ask: Ask) -> bool:
    """Whether the piece leaves its space.

    23: an army that lands from an A/F without a move goes if it lands; 98 b: else it goes with
    its A/F. 10, 98 e: a ferry of its own Power takes the army from its province, landed or not.
    """
    force = position.force_with(piece)
    if force is None:
        carried = piece.aboard and fleet_force(position, piece)
        return bool(carried) and ask(("win", carried.name))
    if force.way == "ferried" and is_aboard_own_ferry(position, force, ask):
        return True
    if force.way == "lands" and force.carrier:
        return ask(("win", force.carrier))
    return exists(force, ask) and ask(("win", force.name))


def is_aboard_own_ferry(position: Position, force: Force, ask: Ask) -> bool:
    """10: with a ferry of its own Power that is not dislodged it has left its province, landed or
    not; a dislodged fleet is no ferry."""
    return exists(force, ask) and any(
        not fleet_is_dislodged(position, fleet, ask) for fleet in force.own_fleets
    )


def fleet_force(position: Position, army: Piece) -> Force | None:
    """The force that is the move of the fleet this army is on."""
    for piece in position.board.at(army.at):
        if piece.kind == "F" and piece.power == army.power:
            return position.force_with(piece)
    return None


def staying(position: Position, space: str, ask: Ask) -> frozenset[Piece]:
    """What stays in the space; 87: a piece that tries to leave and fails stays."""
    return frozenset(p for p in position.board.at(space) if not is_gone(position, p, ask))


def meets(position: Position, force: Force, pieces: Iterable[Piece]) -> frozenset[Piece]:
    """83, 84: of these pieces in the space it goes to, those that are no companions of it."""
    board = position.board
    return frozenset(p for p in pieces if not all_companions(board, force.pieces, [p], force.dest))


def are_companions(position: Position, one: Force, other: Force, space: str) -> bool:
    return all_companions(position.board, one.pieces, other.pieces, space)


# --- supports


def move_supports(position: Position, force: Force, ask: Ask) -> list[Support]:
    """The uncut supports of its move."""
    return [
        support
        for support in position.supports.values()
        if support.force == force.name and ask(("given", support.key))
    ]


def hold_supports(position: Position, pieces: Iterable[Piece], ask: Ask) -> list[Support]:
    """The uncut supports to hold for those of these pieces that have no order to move."""
    pieces = frozenset(pieces)
    return [
        support
        for support in position.supports.values()
        if support.pieces & pieces and ask(("given", support.key))
    ]


def worth(supports: Iterable[Support]) -> int:
    """85: each is worth its supporter's weight, a part of an A/F in harbour 2."""
    return sum(weight([support.by]) for support in supports)


# --- strengths


def hold(position: Position, force: Force, ask: Ask) -> int:
    """87: against this force, of what stays, without its companions and a guest."""
    pieces = meets(position, force, staying(position, force.dest, ask))
    counted = pieces - {position.board.guest}
    return weight(counted) + worth(hold_supports(position, counted, ask))


def opponents(position: Position, force: Force) -> list[Force]:
    """90: forces with which it is in a head-to-head battle."""
    if force.way != "moves" or {force.origin, force.dest} & CHAOS_LANDS:
        return []
    return [
        other
        for other in position.into(force.origin)
        if other.origin == force.dest
        and other.way == "moves"
        and not are_companions(position, force, other, force.origin)
        and not are_companions(position, force, other, force.dest)
    ]


def defend_and_hold(position: Position, force: Force, other: Force, ask: Ask) -> int:
    """90: the defend of the opponent, and the hold of whatever else stays in the space.

    The two parts of an A/F in harbour count 2 between them here too (81).
    """
    stays = meets(position, force, staying(position, force.dest, ask))
    rest = stays - other.pieces - {position.board.guest}
    return (
        weight(other.pieces | rest)
        + worth(move_supports(position, other, ask))
        + worth(hold_supports(position, rest, ask))
    )


def would_dislodge(position: Position, force: Force, ask: Ask) -> frozenset[Piece]:
    """88: the pieces the force would dislodge; an opponent stays if the force wins (90)."""
    stays = set(staying(position, force.dest, ask))
    for other in opponents(position, force):
        stays |= other.pieces
    return meets(position, force, stays)


def attack(position: Position, force: Force, ask: Ask) -> int:
    """88: 0 if it cannot win at all."""
    owners = {piece.power for piece in would_dislodge(position, force, ask)}
    if not exists(force, ask) or force.power in owners:
        return 0
    helping = [s for s in move_supports(position, force, ask) if s.power not in owners]
    return weight(force.pieces) + worth(helping)


def has_lost_head_to_head(position: Position, force: Force, ask: Ask) -> bool:
    return any(ask(("win", other.name)) for other in opponents(position, force))


def prevent(position: Position, force: Force, ask: Ask) -> int:
    """89: 0 if it lost a head-to-head battle or is void."""
    if not exists(force, ask) or has_lost_head_to_head(position, force, ask):
        return 0
    return weight(force.pieces) + worth(move_supports(position, force, ask))


def rivals(position: Position, force: Force) -> list[Force]:
    """91: the other forces ordered there that are not its companions there."""
    return [
        other
        for other in position.into(force.dest)
        if other.name != force.name and not are_companions(position, force, other, force.dest)
    ]


def force_wins(position: Position, force: Force, ask: Ask) -> bool:
    """91, 90; 44: a Chaos unit always gets into a Chaos land."""
    if not exists(force, ask):
        return False
    if force.dest in CHAOS_LANDS:
        return True
    strength = attack(position, force, ask)
    if strength == 0:
        return False
    opposed = opponents(position, force)
    against = [defend_and_hold(position, force, other, ask) for other in opposed]
    if not opposed:
        against.append(hold(position, force, ask))
    return all(strength > one for one in against) and all(
        strength > prevent(position, rival, ask) for rival in rivals(position, force)
    )


# --- cuts


def dislodges(position: Position, force: Force, piece: Piece, ask: Ask) -> bool:
    """92: the piece stays where the force has won, and is no companion of it there."""
    return (
        force.dest == piece.at
        and ask(("win", force.name))
        and not is_gone(position, piece, ask)
        and piece in meets(position, force, [piece])
    )


def supports_out_of_own_space(position: Position, support: Support) -> bool:
    return bool(support.force) and position.forces[support.force].origin == support.by.at


def attack_cuts(
    position: Position, support: Support, force: Force, ask: Ask, settled: Settled
) -> bool:
    """86: (i) own Power, (ii) from where it goes, (iii) Elric alone, (iv) companion, (v) void."""
    elric_alone = all(piece.kind == "E" for piece in force.pieces)
    if force.power == support.power or not meets(position, force, [support.by]):
        return False
    if not exists(force, ask):
        return False
    if force.origin == support.into or elric_alone:
        if supports_out_of_own_space(position, support):
            return False
        if support.key in settled.never_cut_all_the_same:
            return False
        return dislodges(position, force, support.by, ask)
    return True


def support_is_given(position: Position, support: Support, ask: Ask, settled: Settled) -> bool:
    forces = position.into(support.by.at)
    return not any(attack_cuts(position, support, force, ask, settled) for force in forces)


# --- ferries and landings


def fleet_is_dislodged(position: Position, fleet: Piece, ask: Ask) -> bool:
    return any(dislodges(position, f, fleet, ask) for f in position.into(fleet.at))


def comes_about(position: Position, force: Force, ask: Ask, settled: Settled) -> bool:
    """98 b: a landing, if its A/F arrives; 9, 4.A.1: a ferry, if a fleet is not dislodged."""
    if force.name in settled.void:
        return False
    if force.way == "lands":
        return ask(("win", force.carrier))
    return any(not fleet_is_dislodged(position, fleet, ask) for fleet in force.fleets)


def equation(position: Position, decision: Decision, ask: Ask, settled: Settled) -> bool:
    """What the decision has to be, given the others."""
    kind, name = decision
    if kind == "win":
        return force_wins(position, position.forces[name], ask)
    if kind == "given":
        return support_is_given(position, position.supports[name], ask, settled)
    return comes_about(position, position.forces[name], ask, settled)


# --- the outcome


def dislodged_by(position: Position, piece: Piece, ask: Ask) -> list[Force]:
    """92: the forces that dislodge it; none if it is not dislodged."""
    return [f for f in position.into(piece.at) if dislodges(position, f, piece, ask)]
