"""The forces of a season as a contest for the solver (81-94)."""

from collections import defaultdict
from collections.abc import Iterable

from adjudicator.boards import ARMY, FLEET
from adjudicator.simultaneous.contest import CROWD, Company, Contest, Pairs, Route
from adjudicator.simultaneous.rules import Rules
from variants.young_kingdoms.movement.field import Field
from variants.young_kingdoms.movement.forces import Force, Plans
from variants.young_kingdoms.pieces.pieces import CHAOS, ELRIC, are_companions, weight


def contest_of(plans: Plans) -> Contest:
    """Forces become pieces of the contest in the order of `plans.forces`."""
    field, forces = plans.field, plans.forces
    number = field.board.number
    index = {force: piece for piece, force in enumerate(forces)}
    to = [number[force.to] if force.to else -1 for force in forces]
    into: dict[int, list[int]] = defaultdict(list)
    for piece, target in enumerate(to):
        if target >= 0:
            into[target].append(piece)
    backing: dict[int, list[int]] = defaultdict(list)
    aim: dict[int, int] = {}
    outward = set()
    for support in plans.supports:
        piece = index[plans.force_of[support.by]]
        backing[index[support.backed]].append(piece)
        aim[piece] = number[support.into]
        if support.backed.to and support.backed.at == field.parts[support.by].place:
            outward.add(piece)
    routes = {
        index[force]: _route(index[plans.force_of[fleet]] for fleet in force.fleets)
        for force in forces
        if force.way == "ferried"
    }
    crowds = _crowds(plans, index)
    occupant = [-1] * (len(field.board.code) + 1)
    for province in crowds:
        occupant[province] = CROWD
    company = Company(
        crowds,
        _companions(plans, crowds, into),
        _halves(plans, index),
        frozenset(i for force, i in index.items() if plans.kinds(force) == {ELRIC}),
        frozenset(outward),
        {index[force]: index[force.carrier] for force in forces if force.carrier is not None},
        {
            index[force]: frozenset(index[plans.force_of[ship]] for ship in ships)
            for force in forces
            if (ships := own_ships(plans, force))
        },
        frozenset(i for force, i in index.items() if force.way in ("lands", "ferried")),
    )
    return Contest(
        [force.power for force in forces],
        [weight(field.parts[part] for part in force.parts) for force in forces],
        [number[force.at] for force in forces],
        to,
        occupant,
        dict(into),
        dict(backing),
        aim,
        routes,
        Rules(),
        company,
    )


def own_ships(plans: Plans, force: Force) -> list[int]:
    """The fleets on which what is ferried stays if it cannot land: those of its own power, with
    which it can form an A/F (10, 14)."""
    parts = plans.field.parts
    if CHAOS in plans.kinds(force):
        return []
    return [
        fleet
        for fleet in force.fleets
        if parts[fleet].kind == FLEET and parts[fleet].power == force.power
    ]


def _route(fleets: Iterable[int]) -> Route:
    """Each fleet by itself is a way across (9, 11)."""
    carrying = tuple(fleets)
    return Route(tuple(frozenset([fleet]) for fleet in carrying), frozenset(carrying))


def _crowds(plans: Plans, index: dict[Force, int]) -> dict[int, tuple[tuple[int, int], ...]]:
    """Who stands where, with its weight there (81, 87).

    A guest adds nothing, and an army aboard nothing to its fleet.
    """
    field = plans.field
    guest = field.guest()[0]
    crowds: dict[int, list[tuple[int, int]]] = {}
    for force, piece in index.items():
        standing = [part for part in force.parts if not _is_carried(field, force, part)]
        if standing:
            counted = weight(field.parts[part] for part in standing if part != guest)
            province = field.board.number[field.parts[standing[0]].place]
            crowds.setdefault(province, []).append((piece, counted))
    return {province: tuple(standers) for province, standers in crowds.items()}


def _is_carried(field: Field, force: Force, part: int) -> bool:
    """An army aboard is part of its A/F wherever its landing is counted."""
    return field.is_aboard(part) and FLEET not in {field.parts[i].kind for i in force.parts}


def _halves(plans: Plans, index: dict[Force, int]) -> dict[int, int]:
    """The two forces of an A/F in harbour whose parts have orders of their own."""
    halves: dict[int, int] = {}
    for unit in plans.field.parts:
        pair = plans.field.harbour(unit.place, unit.power) if unit.kind == ARMY else ()
        if pair and plans.force_of[pair[0]] is not plans.force_of[pair[1]]:
            army, fleet = (index[plans.force_of[one]] for one in pair)
            halves |= {army: fleet, fleet: army}
    return halves


def _companions(
    plans: Plans,
    crowds: dict[int, tuple[tuple[int, int], ...]],
    into: dict[int, list[int]],
) -> dict[int, Pairs]:
    """Per province, the forces going or standing there that are companions, piece by piece (84).

    The lands of Chaos need no rule of their own: only Chaos may enter one, and all that are in it
    or go there are companions there (83 f). So a move into one meets no hold, no rival and nobody
    head to head, and succeeds (44, 91).
    """
    found: dict[int, Pairs] = {}
    for province in {*crowds, *into}:
        there = {piece for piece, _ in crowds.get(province, ())} | set(into.get(province, ()))
        place = plans.field.board.code[province]
        pairs = {
            (one, other)
            for one in there
            for other in there
            if one != other
            and all(
                may_share(plans, first, second, place)
                for first in plans.forces[one].parts
                for second in plans.forces[other].parts
            )
        }
        if pairs:
            found[province] = frozenset(pairs)
    return found


def may_share(plans: Plans, one: int, other: int, place: str) -> bool:
    """Whether two parts may be in this space together, this season's guests among them (83)."""
    field = plans.field
    first, second = field.parts[one], field.parts[other]
    if are_companions(field.board, field.owners, first, second, place):
        return True
    elric = field.elric()
    if elric not in (one, other):
        return False
    friend = other if elric == one else one
    if friend in plans.hosts:
        return True
    if field.parts[elric].place != place or field.parts[friend].place != place:
        return False
    # While they share already: his host (61), and for one season the Chaos that found him (69).
    finder = field.parts[friend].kind == CHAOS and first.power == second.power
    return finder or friend in field.guest()[1]
