"""Which of the special rules a position met: for counting, so that none is left untried."""

from __future__ import annotations

from collections import Counter

from .after import Beaten
from .board import CHAOS_LANDS, TANELORN
from .equations import exists, is_gone, opponents, staying
from .legal import Force, Position
from .pieces import UNIT
from .resolve import Case, Outcome, position_of, resolve
from .solve import solve


def met(case: Case) -> Counter[str]:
    """Resolve the case and count what was met."""
    position, start = position_of(case)
    solution = solve(position)
    ask = solution.values.__getitem__
    outcome = resolve(case)
    found: Counter[str] = Counter()
    for loop in solution.loops:
        found[f"loop: {loop}"] += 1
    found["doubt"] += bool(solution.doubts)
    for order in position.orders:
        count_order(found, order.kind, order.verb, order.first, outcome.results[order.key])
    for force in position.forces.values():
        won = exists(force, ask) and ask(("win", force.name))
        count_force(found, position, force, won, exists(force, ask))
        if won and len(staying(position, force.dest, ask)) > 0 and force.dest not in CHAOS_LANDS:
            found["companions: shares the space it enters"] += 1
    for piece in position.board.pieces:
        if piece.kind == "G" and any(f.dest == piece.at for f in position.forces.values()):
            found["garrison: attacked or joined"] += 1
        if piece.kind == "E" and is_gone(position, piece, ask):
            found["elric: moves"] += 1
    for support in position.supports.values():
        count_support(found, position, support.key, outcome)
    found["dragon: first move dislodges"] += len(start.dislodged)
    found["guest at the start"] += position.board.guest is not None
    found["guest by consent"] += bool(position.board.hosts) and position.board.guest is None
    for beaten in outcome.dislodged:
        count_beaten(found, beaten)
    found["throne"] += outcome.throne
    found["elric renounced"] += outcome.renounced
    return +found


def count_order(found: Counter[str], kind: str, verb: str, first: bool, word: str) -> None:
    names = {"BOARD": "boarding", "LAND": "landing", "C": "ferrying", "ENLIST": "enlisting"}
    if verb in names:
        found[f"{names[verb]}: {word}"] += 1
    if kind == "D":
        found[f"dragon {'first' if first else 'second'}: {verb} {word}"] += 1
    if word in ("illegal", "void", "no_convoy", "disrupted"):
        found[f"word {word}"] += 1


def count_force(
    found: Counter[str], position: Position, force: Force, won: bool, about: bool
) -> None:
    kinds = {piece.kind for piece in force.pieces}
    end = "succeeds" if won else "bounces" if about else "never was"
    if "E" in kinds:
        found[f"elric {'together' if len(kinds) > 1 else 'alone'}: {force.way} {end}"] += 1
    if "D" in kinds and len(kinds) > 1:
        found[f"dragon together: {end}"] += 1
    if force.way == "ferried":
        found[f"{'own' if force.own_fleets else 'foreign'} ferry: {end}"] += 1
    if force.way == "lands":
        found[f"landing from {'a moving' if force.carrier else 'a resting'} A/F: {end}"] += 1
    if kinds >= UNIT or (force.way == "moves" and sails_empty(position, force)):
        found[f"A/F as one: {end}"] += 1
    if "C" in kinds and force.dest in CHAOS_LANDS:
        found["chaos in"] += 1
    if "C" in kinds and force.origin in CHAOS_LANDS:
        found[f"chaos out: {end}"] += 1
    if force.dest == TANELORN:
        found[f"into Tanelorn: {end}"] += 1
    for other in opponents(position, force):
        more = len(position.board.at(force.dest)) > len(other.pieces)
        found["head-to-head" + (", others behind" if more else "")] += 1
    if position.board.in_harbour(force.power, force.origin) and len(kinds & UNIT) == 1:
        found[f"part out of harbour: {end}"] += 1


def sails_empty(position: Position, force: Force) -> bool:
    """Whether it is the move of an A/F whose army lands."""
    return any(other.carrier == force.name for other in position.forces.values())


def count_support(found: Counter[str], position: Position, key: str, outcome: Outcome) -> None:
    support = position.supports[key]
    word = outcome.results[key]
    if support.by.kind in "DEC":
        found[f"support by {support.by.kind}: {word}"] += 1
    if any(piece.kind == "G" for piece in support.pieces):
        found[f"support of a garrison: {word}"] += 1
    if support.force and position.forces[support.force].origin == support.by.at:
        found[f"support out of the own space: {word}"] += 1
    if support.force and position.forces[support.force].way == "lands":
        found[f"support of a landing: {word}"] += 1


def count_beaten(found: Counter[str], beaten: Beaten) -> None:
    kind = "A/F" if beaten.is_af else min(beaten.pieces).kind
    found[f"dislodged {kind}: {beaten.fate}"] += 1
