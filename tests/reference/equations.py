"""One equation for each decision, and the words for what became of each order.

A decision is whether a move succeeds, whether a support is given (not cut), whether a convoyed
army has an open route. An equation computes a decision from the other decisions, for which it
asks; an outcome is right if it satisfies all equations (DATC chapter 5). It is named by "move",
"support" or "route" and the province of the unit.
"""

from __future__ import annotations

from dataclasses import dataclass

from .board import Order
from .rules import Move, Position, Support
from .trial import Ask, Decision


@dataclass(frozen=True)
class Outcome:
    """What happened, by province of the unit; every set_aside army has no open route."""

    moved: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    """Matched supports that were not cut, of effect or not."""
    set_aside: frozenset[str] = frozenset()
    """Convoyed armies whose convoy fails by the paradox rule (4.A.2)."""


def decisions(position: Position) -> list[Decision]:
    """All that is to be decided, in a fixed order."""
    return (
        [("support", at) for at in sorted(position.supports)]
        + [("route", army) for army in sorted(position.routes)]
        + [("move", origin) for origin in sorted(position.moves)]
    )


def route_is_open(position: Position, army: str, ask: Ask) -> bool:
    """4.A.1 b: a convoy fails only if each of its routes has a dislodged fleet."""
    return any(
        not any(unit_is_dislodged(position, fleet, ask) for fleet in route)
        for route in position.routes[army]
    )


def has_path(move: Move, ask: Ask) -> bool:
    """A move by land always gets to the border; a convoyed one needs an open route (5.B.5)."""
    return not move.by_convoy or ask(("route", move.origin))


def leaves(position: Position, province: str, ask: Ask) -> bool:
    """Whether a unit there moves away."""
    return province in position.moves and ask(("move", province))


def unit_is_dislodged(position: Position, province: str, ask: Ask) -> bool:
    """A unit that stays is dislodged by a successful move into its province."""
    if province not in position.units or leaves(position, province, ask):
        return False
    return any(ask(("move", move.origin)) for move in position.attackers(province))


def opponent(position: Position, move: Move) -> Move | None:
    """The other unit of a head-to-head battle: both go by land, each to where the other is."""
    other = position.moves.get(move.dest)
    if other is None or other.dest != move.origin or other.by_convoy or move.by_convoy:
        return None
    return other


def move_supports(position: Position, move: Move, ask: Ask) -> list[Support]:
    """The supports the move is given."""
    return [
        support
        for support in position.supports.values()
        if support.of_move and support.other == move.origin and ask(("support", support.at))
    ]


def hold_supports(position: Position, province: str, ask: Ask) -> list[Support]:
    """The supports to hold that the unit there is given."""
    return [
        support
        for support in position.supports.values()
        if not support.of_move and support.other == province and ask(("support", support.at))
    ]


def attack_strength(position: Position, move: Move, ask: Ask) -> int:
    """5.B.8: no unit dislodges one of its own power (6.D.10), nor helps to (6.D.12).

    If the unit attacked leaves, other than head-to-head, all supports count.
    """
    if not has_path(move, ask):
        return 0
    attacked = position.units.get(move.dest)
    head_to_head = opponent(position, move) is not None
    if attacked is None or (not head_to_head and leaves(position, move.dest, ask)):
        return 1 + len(move_supports(position, move, ask))
    if attacked.power == move.power:
        return 0
    helpers = move_supports(position, move, ask)
    return 1 + sum(support.power != attacked.power for support in helpers)


def hold_strength(position: Position, province: str, ask: Ask) -> int:
    """5.B.6: a unit that fails to move away defends with 1, whatever supports it."""
    if province not in position.units or leaves(position, province, ask):
        return 0
    if province in position.moves:
        return 1
    return 1 + len(hold_supports(position, province, ask))


def defend_strength(position: Position, move: Move, ask: Ask) -> int:
    """5.B.7: in a head-to-head battle a unit defends with the supports of its own move."""
    return 1 + len(move_supports(position, move, ask))


def prevent_strength(position: Position, move: Move, ask: Ask) -> int:
    """5.B.9: with how much a move keeps others out, whoever supports it (6.E.7, 6.E.12).

    Only the loser of a head-to-head battle has none (4.A.7 b, 6.E.1).
    """
    other = opponent(position, move)
    if not has_path(move, ask):
        return 0
    if other is not None and ask(("move", other.origin)):
        return 0
    return 1 + len(move_supports(position, move, ask))


def rivals(position: Position, move: Move) -> list[Move]:
    """The other moves into the same province."""
    return [other for other in position.attackers(move.dest) if other.origin != move.origin]


def resistance(position: Position, move: Move, ask: Ask) -> int:
    """What meets the attack in the province itself."""
    other = opponent(position, move)
    if other is not None:
        return defend_strength(position, other, ask)
    return hold_strength(position, move.dest, ask)


def move_succeeds(position: Position, move: Move, ask: Ask) -> bool:
    """5.B.1: the attack must exceed the resistance and what each rival prevents."""
    attack = attack_strength(position, move, ask)
    if attack == 0 or attack <= resistance(position, move, ask):
        return False
    return all(attack > prevent_strength(position, one, ask) for one in rivals(position, move))


def attack_cuts(support: Support, attack: Move, ask: Ask) -> bool:
    """5.B.4: an attack of another power cuts if it arrives, dislodging or not (6.D.20, 6.D.21).

    From where the support is aimed it cuts only by dislodging (6.D.15, 6.D.17), even if it
    comes by convoy (4.A.4 a, 6.G.13).
    """
    if attack.power == support.power:
        return False
    if attack.origin == support.target:
        return ask(("move", attack.origin))
    return has_path(attack, ask)


def support_is_given(position: Position, support: Support, ask: Ask) -> bool:
    """A matched support counts unless an attack on the supporter cuts it."""
    attacks = position.attackers(support.at)
    return not any(attack_cuts(support, attack, ask) for attack in attacks)


def equation(position: Position, decision: Decision, ask: Ask) -> bool:
    """What the decision has to be, given the others."""
    kind, province = decision
    if kind == "move":
        return move_succeeds(position, position.moves[province], ask)
    if kind == "support":
        return support_is_given(position, position.supports[province], ask)
    return route_is_open(position, province, ask)


# --- words


def read_outcome(position: Position, outcome: Outcome) -> Ask:
    """The decisions as this outcome has them; whether a route is open follows from the moves."""

    def ask(decision: Decision) -> bool:
        kind, province = decision
        if kind == "move":
            return province in outcome.moved
        if kind == "support":
            return province in outcome.given
        return province not in outcome.set_aside and route_is_open(position, province, ask)

    return ask


def helped_to_prevent(position: Position, support: Support, ask: Ask) -> bool:
    """6.E.12: without the supports of this power, a rival of the supported move would have got in.

    They are left out together: two that only together keep a rival out both have an effect.
    """
    helped = position.moves[support.other]
    prevent = prevent_strength(position, helped, ask)
    if prevent == 0:
        return False
    of_power = [one for one in move_supports(position, helped, ask) if one.power == support.power]
    for rival in rivals(position, helped):
        attack = attack_strength(position, rival, ask)
        others = [one for one in rivals(position, rival) if one.origin != helped.origin]
        if (
            prevent - len(of_power) < attack <= prevent
            and attack > resistance(position, rival, ask)
            and all(attack > prevent_strength(position, one, ask) for one in others)
        ):
            return True
    return False


def move_word(position: Position, order: Order, ask: Ask) -> str:
    if ask(("move", order.at)):
        return "succeeds"
    return "bounces" if has_path(position.moves[order.at], ask) else "no_convoy"


def support_word(position: Position, order: Order, ask: Ask) -> str:
    """no_effect: not cut, but aimed at a unit of the own power that stays (6.D.12, 6.E.2)."""
    support = position.supports.get(order.at)
    if support is None:
        return "void"
    if not ask(("support", order.at)):
        return "cut"
    attacked = position.units.get(support.target)
    if support.of_move and attacked is not None and attacked.power == support.power:
        stays = not leaves(position, support.target, ask)
        if stays and not helped_to_prevent(position, support, ask):
            return "no_effect"
    return "given"


def convoy_word(position: Position, order: Order, outcome: Outcome, ask: Ask) -> str:
    """A fleet in a paradox acts as if it held, but may be dislodged (4.A.2, 6.F.16, 6.F.24)."""
    if order.at not in position.convoys:
        return "void"
    if unit_is_dislodged(position, order.at, ask):
        return "disrupted"
    return "void" if position.convoys[order.at] in outcome.set_aside else "given"


def word(position: Position, order: Order, outcome: Outcome) -> str:
    """What became of one order."""
    ask = read_outcome(position, outcome)
    if (order.power, order.text) in position.illegal:
        return "illegal"
    if order.verb == "-":
        return move_word(position, order, ask)
    if order.verb == "S":
        return support_word(position, order, ask)
    return convoy_word(position, order, outcome, ask) if order.verb == "C" else "holds"


def words(position: Position, outcome: Outcome) -> dict[tuple[str, str], str]:
    """(power, order text) -> what became of it."""
    return {(o.power, o.text): word(position, o, outcome) for o in position.orders}


def dislodged_units(position: Position, outcome: Outcome) -> frozenset[str]:
    """Provinces of the units that must retreat."""
    ask = read_outcome(position, outcome)
    return frozenset(p for p in position.units if unit_is_dislodged(position, p, ask))
