"""Elric's way: with a unit of his ally's or alone, as its guest or another's (60, 61, 106)."""

from adjudicator.boards import ARMY, FLEET
from adjudicator.orders import Seat
from adjudicator.simultaneous.orders import Convoy, Hold, Move, Support
from variants.young_kingdoms.movement.field import Field
from variants.young_kingdoms.movement.forces import Force, Plans
from variants.young_kingdoms.movement.moves import (
    could_land_from,
    is_ferry_thinkable,
    is_landing_thinkable,
    open_orders,
)
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import Admit, Guest, Landing
from variants.young_kingdoms.pieces.pieces import DRAGONS_POWER, ELRIC, REGULAR, may_enter


def admit_guest(plans: Plans, options: Options) -> None:
    """Who has Elric beside him this season: it takes the word of his ally and of the host (61)."""
    elric = plans.field.elric()
    ally = plans.field.parts[elric].power if elric >= 0 else None
    asking = [given for given, _ in open_orders(plans, Guest)]
    for given in asking:
        if options.elric_guests == "never":
            given.refuse("not_guest")
        elif given.seat != ally:
            given.refuse("not_ally")
    asking = [given for given in asking if given.open]
    his = _spaces_of_guest(plans, ally)
    hosts: set[int] = set()
    admitting = []
    own = False
    for given, order in open_orders(plans, Admit):
        parts = _admitting(plans, given.seat, order)
        if options.elric_guests == "never":
            given.refuse("not_guest")
        elif given.seat == DRAGONS_POWER:
            given.refuse("never_host")
        elif not parts:
            given.refuse("no_consent" if _may_land(plans, given.seat, order) else "no_unit")
        elif given.seat == ally:
            given.refuse("needs_no_consent")
            own = True
        elif all(_spaces(plans, part).isdisjoint(his) for part in parts):
            given.refuse("no_consent")
        else:
            admitting.append(given)
            hosts.update(parts)
    agreed = bool(asking and admitting)
    plans.hosts = frozenset(hosts) if agreed else frozenset()
    for given in (*asking, *admitting):
        if agreed:
            given.settle("given")
        else:
            given.refuse("needs_no_consent" if own else "no_consent")


def _spaces_of_guest(plans: Plans, ally: Seat | None) -> set[str]:
    """Where Elric is, or is ordered to by his ally: he and a host meet in one of these."""
    elric = plans.field.elric()
    spaces = {plans.field.parts[elric].place} if elric >= 0 else set()
    for given in plans.givens:
        order = given.order
        if isinstance(order, Move | Landing) and (given.seat, order.kind) == (ally, ELRIC):
            spaces.add(order.to)
    return spaces


def _spaces(plans: Plans, part: int) -> set[str]:
    return {plans.field.parts[part].place, plans.goal(part)}


def _admitting(plans: Plans, seat: Seat, order: Admit) -> tuple[int, ...]:
    """The units that admit him; of a landing, the army."""
    field = plans.field
    for force in plans.forces:
        landing = (force.way, force.power, force.at) == ("lands", seat, order.place)
        if landing and order.kind in ("", ARMY):
            return tuple(part for part in force.parts if field.parts[part].kind == ARMY)
    parts = field.ordered(seat, order.kind, order.place)
    return tuple(part for part in parts if field.parts[part].kind in REGULAR)


def _may_land(plans: Plans, seat: Seat, order: Admit) -> bool:
    """Whether it is for an army that could be ordered to land from there, although it is not."""
    before = plans.before
    return (
        order.kind in ("", ARMY)
        and before.board.at_sea(order.place)
        and could_land_from(before, seat, order.place)
    )


def move_elric(plans: Plans) -> None:
    """His own order; at sea, without one that leads elsewhere, he goes where his fleet goes."""
    for given, order in open_orders(plans, Move):
        if order.kind == ELRIC:
            elric = plans.field.ordered(given.seat, ELRIC, order.place)
            if not elric:
                given.refuse("not_ally")
                continue
            force = _going_along(plans, given.seat, order)
            if force is not None:
                plans.join(force, elric[0], given)
            elif reason := _why_not_alone(plans, elric[0], order):
                given.refuse(reason)
            else:
                plans.add(Force(given.seat, elric, order.place, order.to, "moves"), given)
    for given, landing in open_orders(plans, Landing):
        if landing.kind == ELRIC:
            reason = _land(plans, given.seat, landing)
            if reason:
                given.refuse(reason)
    _sail_along(plans)


def _going_along(plans: Plans, seat: Seat, order: Move) -> Force | None:
    """The force with a unit of his ally's that has the same order."""
    if plans.is_guest(seat):
        return None
    for force in plans.forces:
        if (
            (force.power, force.at, force.to) == (seat, order.place, order.to)
            and force.way in ("moves", "ferried")
            and not plans.kinds(force).isdisjoint(REGULAR)
            and all(_via(given.order) == order.via for given in force.givens)
        ):
            return force
    return None


def _via(order: object) -> bool:
    return isinstance(order, Move) and order.via


def _why_not_alone(plans: Plans, elric: int, order: Move) -> str:
    """By himself he moves as an army does on land (60)."""
    field = plans.field
    if order.to == order.place:
        return "same_place"
    if order.to in field.board.number and not may_enter(field.board, ELRIC, order.to):
        return "not_open"
    by_land = not field.board.at_sea(order.place) and order.to in field.open_near(elric)
    if by_land and not order.via:
        return ""
    return "elric_alone" if _is_company_thinkable(plans, elric, order) else "elric_by_land"


def _is_company_thinkable(plans: Plans, elric: int, order: Move) -> bool:
    """Whether a unit of his ally's in his space could take him there."""
    before = plans.before
    ally = before.parts[elric].power
    if before.guest()[0] >= 0:
        return False
    for index in before.at[before.parts[elric].place]:
        unit = before.parts[index]
        if unit.kind not in REGULAR or unit.power != ally:
            continue
        if not may_enter(before.board, unit.kind, order.to, with_elric=True):
            continue
        if before.aboard(index) >= 0 and not _may_sail_to(before, ally, order.to):
            continue
        if order.to in before.open_near(index):
            return True
        if unit.kind == ARMY and is_ferry_thinkable(before, unit.place, order.to):
            return True
    return False


def _may_sail_to(before: Field, ally: Seat | None, to: str) -> bool:
    """Whether a laden fleet goes there: to a sea, or into a double center of its own (18)."""
    return before.board.at_sea(to) or before.has_harbour(ally, to)


def _land(plans: Plans, seat: Seat, order: Landing) -> str:
    """With the army of his A/F by the same order, or alone from a fleet that has no move (60)."""
    field = plans.field
    elric = field.elric()
    if elric < 0 or field.parts[elric].power != seat:
        return "not_ally"
    if not is_landing_thinkable(plans, seat, order):
        return "cannot_land"
    given = next(g for g, o in open_orders(plans, Landing) if o is order)
    place = field.parts[elric].place
    for force in plans.forces:
        if (
            force.way == "lands"
            and (force.power, force.at, force.to) == (seat, order.place, order.to)
            and field.parts[force.parts[0]].place == place
            and not plans.is_guest(seat)
        ):
            plans.join(force, elric, given)
            return ""
    fleet = field.find(place, FLEET, seat)
    if place != order.place or fleet < 0:
        return "elric_alone"
    if fleet in plans.force_of:
        return "fleet_sails"
    plans.add(Force(seat, [elric], place, order.to, "lands"), given)
    return ""


def _sail_along(plans: Plans) -> None:
    field = plans.field
    elric = field.elric()
    if elric < 0 or elric in plans.force_of or not field.board.at_sea(field.parts[elric].place):
        return
    place, ally = field.parts[elric].place, field.parts[elric].power
    force = plans.force_of.get(field.find(place, FLEET, ally))
    if force is None:
        return
    plans.join(force, elric)
    for given in plans.givens:
        order = given.order
        if not isinstance(order, Hold | Support | Convoy) or not given.open:
            continue
        if (given.seat, order.kind, order.place) == (ally, ELRIC, place):
            given.refuse("elric_goes_along")
