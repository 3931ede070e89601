"""Moves and landings of all but Elric, and the ferries that carry them (4.6, step 4)."""

from collections.abc import Iterator
from typing import TypeVar

from adjudicator.boards import ARMY, FLEET
from adjudicator.orders import Seat
from adjudicator.simultaneous.orders import Convoy, Move
from variants.young_kingdoms.movement.field import Field
from variants.young_kingdoms.movement.forces import Force, Plans
from variants.young_kingdoms.movement.given import Given
from variants.young_kingdoms.orders import Landing, Order
from variants.young_kingdoms.pieces.pieces import (
    CHAOS,
    DRAGON,
    ELRIC,
    FERRIED,
    REGULAR,
    TANELORN,
    may_enter,
)

Sort = TypeVar("Sort", bound=Order)


def open_orders(plans: Plans, sort: type[Sort]) -> Iterator[tuple[Given, Sort]]:
    """The orders of this sort that nothing speaks against so far."""
    for given in plans.givens:
        if isinstance(given.order, sort) and given.open:
            yield given, given.order


def add_moves(plans: Plans) -> None:
    """The moves of units, the Dragon and Chaos units, on foot, by sail or by ferry."""
    for given, order in open_orders(plans, Move):
        if order.kind == ELRIC:
            continue
        parts = plans.field.ordered(given.seat, order.kind, order.place)
        reason = _why_no_move(plans, given.seat, order, parts)
        if reason:
            given.refuse(reason)
            continue
        force = Force(given.seat, parts, order.place, order.to, "moves")
        if _goes_by_ferry(plans, parts, order):
            force.way = "ferried"
            force.fleets = [fleet for fleet, _ in ferries_for(plans, parts[0], order.to)]
        plans.add(force, given)
    _keep_harbours_apart(plans)
    _fly_along(plans)


def _why_no_move(plans: Plans, seat: Seat, order: Move, parts: tuple[int, ...]) -> str:
    field = plans.field
    if not parts:
        return why_not_there(field, seat, order.kind, order.place)
    if order.to == order.place:
        return "same_place"
    if len(parts) == 2:
        reason = _why_no_sailing(field, seat, order)
        if reason and order.place in plans.boarded:
            fleet = plans.before.ordered(seat, FLEET, order.place)
            return "boarded" if not _why_not_alone(plans, seat, order, fleet[0]) else reason
        return reason
    return _why_not_alone(plans, seat, order, parts[0])


def _why_no_sailing(field: Field, seat: Seat, order: Move) -> str:
    """An A/F goes to a sea, or from sea into its own double center (7, 18)."""
    fleet = field.find(order.place, FLEET, seat)
    if order.via or order.to not in field.open_near(fleet):
        return "cannot_reach"
    back = field.board.at_sea(order.place) and field.has_harbour(seat, order.to)
    return "" if field.board.at_sea(order.to) or back else "no_harbour"


def _why_not_alone(plans: Plans, seat: Seat, order: Move, part: int) -> str:
    field = plans.field
    kind = field.parts[part].kind
    to = order.to
    if to in field.board.number and not may_enter(field.board, kind, to, with_elric=True):
        return "not_open"
    if to in field.open_near(part) and not order.via:
        if to == TANELORN and kind in REGULAR and not _elric_goes_too(plans, seat, order):
            return "without_elric" if _elric_is_with(field, seat, order.place) else "needs_elric"
        return ""
    if kind not in FERRIED:
        return "cannot_reach"
    if not field.is_coast(order.place) or not field.is_coast(to):
        return "cannot_reach"
    return "" if is_ferry_thinkable(plans.before, order.place, to) else "no_fleets"


def _elric_is_with(field: Field, seat: Seat, place: str) -> bool:
    return field.find(place, ELRIC, seat) >= 0


def _elric_goes_too(plans: Plans, seat: Seat, order: Move) -> bool:
    """A unit enters Tanelorn only from Elric's space and with him, by the same order (48, 60)."""
    if not _elric_is_with(plans.field, seat, order.place) or plans.is_guest(seat):
        return False
    return any(
        other.kind == ELRIC and (other.place, other.to, other.via) == (order.place, order.to, False)
        for given, other in open_orders(plans, Move)
        if given.seat == seat
    )


def why_not_there(field: Field, seat: Seat, kind: str, place: str) -> str:
    """Why an order of this seat is for no piece."""
    here = [field.parts[i] for i in field.at.get(place, ())]
    if kind == ELRIC:
        return "not_ally"
    if kind == DRAGON:
        return "no_dragon"
    own = [part for part in here if part.power == seat]
    if not kind and len(own) > 1:
        return "which_piece"
    if own and kind == ARMY and field.board.at_sea(place):
        return "aboard"
    return "not_yours" if here and not own else "no_unit"


def _goes_by_ferry(plans: Plans, parts: tuple[int, ...], order: Move) -> bool:
    """Over water, "via", or where a fleet of its own power is ordered to ferry it (4.A.3)."""
    if len(parts) != 1 or plans.field.parts[parts[0]].kind not in FERRIED:
        return False
    if order.via or order.to not in plans.field.open_near(parts[0]):
        return True
    power = plans.field.parts[parts[0]].power
    return any(given.seat == power for _, given in ferries_for(plans, parts[0], order.to))


def is_ferry_thinkable(field: Field, start: str, to: str, without: str = "") -> bool:
    """Whether one fleet, or Chaos at sea, could take an army across its one sea (9)."""
    return any(
        field.touch(part.place, start) and field.touch(part.place, to)
        for index, part in enumerate(field.parts)
        if part.kind in (FLEET, CHAOS) and part.place != without and field.aboard(index) < 0
    )


def ferries_for(plans: Plans, army: int, to: str) -> list[tuple[int, Given]]:
    """The fleets that are ordered to carry this army there, and may (9)."""
    found = []
    for given, order in open_orders(plans, Convoy):
        if order.to != to or _called(plans, order) != [army]:
            continue
        if not why_no_ferry(plans.field, given.seat, order):
            fleet = plans.field.ordered(given.seat, order.kind, order.place)[0]
            found.append((fleet, given))
    return found


def _called(plans: Plans, order: Convoy) -> list[int]:
    """The pieces that a ferry may mean, of those that are ordered where it goes: more than one may
    be Chaos units in one land, and it carries none of them unless it says which (9, 103)."""
    named = plans.field.named(order.other_kind, order.other)
    going = {
        part
        for given, move in open_orders(plans, Move)
        if move.place == order.other and move.to == order.to
        for part in plans.field.ordered(given.seat, move.kind, move.place)
    }
    return [part for part in named if part in going]


def why_no_ferry(field: Field, seat: Seat, order: Convoy) -> str:
    """A fleet at sea, without an army aboard, takes one army over its one sea (9, 11)."""
    parts = field.ordered(seat, order.kind, order.place)
    if not parts:
        return why_not_there(field, seat, order.kind, order.place)
    if not field.board.at_sea(order.place):
        return "not_at_sea"
    if len(parts) == 2 or field.parts[parts[0]].kind not in (FLEET, CHAOS):
        return "cannot_carry"
    named = field.named(order.other_kind, order.other)
    carried = [field.parts[i] for i in named if field.parts[i].kind in FERRIED]
    if not carried:
        return "no_army"
    if order.to == order.other or not (
        field.touch(order.place, order.other) and field.touch(order.place, order.to)
    ):
        return "cannot_carry"
    return (
        "" if any(may_enter(field.board, army.kind, order.to) for army in carried) else "not_open"
    )


def match_ferries(plans: Plans) -> None:
    """Ferrying orders that fit a move; the others are void or illegal."""
    for given, order in open_orders(plans, Convoy):
        reason = why_no_ferry(plans.field, given.seat, order)
        if reason:
            could = plans.boarded and not why_no_ferry(plans.before, given.seat, order)
            aboard = "boarded" if order.place in plans.boarded else "ordered_otherwise"
            given.refuse(aboard if could else reason)
            continue
        (fleet,) = plans.field.ordered(given.seat, order.kind, order.place)
        force = next((f for f in plans.forces if fleet in f.fleets and f.to == order.to), None)
        if force is not None:
            plans.carried[given] = (fleet, force)
            continue
        if len(_called(plans, order)) > 1:
            given.refuse("several_fit")
            continue
        walks = any(
            f.to == order.to and f.at == order.other and f.way == "moves" for f in plans.forces
        )
        given.refuse("goes_by_land" if walks else "ordered_otherwise")


def _keep_harbours_apart(plans: Plans) -> None:
    """The parts of an A/F in harbour may not both be ordered to one coast; else both hold (17)."""
    alone = {force.parts[0]: force for force in plans.forces if len(force.parts) == 1}
    for part, force in list(alone.items()):
        pair = plans.field.harbour(force.at, force.power)
        other = next((alone[p] for p in pair if p != part and p in alone), None)
        if other is None or part not in pair or force not in plans.forces:
            continue
        if other.to == force.to and plans.field.is_coast(force.to):
            for one in (force, other):
                plans.drop(one)
                for given in one.givens:
                    given.refuse("same_space")


def _fly_along(plans: Plans) -> None:
    """The Dragon and a unit of Melnibone's with the same order go as one (65, 84)."""
    for dragon in [f for f in plans.forces if plans.kinds(f) == {DRAGON}]:
        for force in plans.forces:
            same = (force.power, force.at, force.to, force.way) == (
                dragon.power, dragon.at, dragon.to, "moves",
            )  # fmt: skip
            if same and plans.kinds(force) <= REGULAR:
                part, givens = dragon.parts[0], dragon.givens
                plans.forces.remove(dragon)
                plans.join(force, part, *givens)
                break


def add_landings(plans: Plans) -> None:
    """Armies go ashore from the sea where their A/F stays or is ordered to go (19, 98)."""
    landings = []
    for given, order in open_orders(plans, Landing):
        if order.kind == ELRIC:
            continue
        armies = _armies_landing_from(plans, given.seat, order.place)
        if order.kind not in ("", ARMY) or not is_landing_thinkable(plans, given.seat, order):
            given.refuse("cannot_land")
        elif len(armies) != 1:
            given.refuse("several_fit" if armies else _why_no_army(plans, given.seat, order.place))
        else:
            landings.append((given, order, armies[0]))
    for given, order, army in landings:
        place = plans.field.parts[army].place
        fleet = plans.field.find(place, FLEET, given.seat)
        force = Force(given.seat, [army], order.place, order.to, "lands")
        force.carrier = plans.force_of.get(fleet)
        plans.add(force, given)


def _armies_landing_from(plans: Plans, seat: Seat, sea: str) -> list[int]:
    """The armies on A/Fs of this seat that are in that sea, or ordered there as one."""
    found = []
    for index, part in enumerate(plans.field.parts):
        if part.kind != FLEET or part.power != seat or plans.goal(index) != sea:
            continue
        army = plans.field.aboard(index)
        if army < 0 and index in plans.force_of:
            together = plans.force_of[index].parts
            army = next((i for i in together if plans.field.parts[i].kind == ARMY), -1)
        if army >= 0:
            found.append(army)
    return found


def _why_no_army(plans: Plans, seat: Seat, sea: str) -> str:
    """What is missing in that sea, the fleet or the army aboard."""
    field = plans.field
    fleets = [i for i, p in enumerate(field.parts) if p.kind == FLEET and p.power == seat]
    return "no_army_aboard" if any(plans.goal(i) == sea for i in fleets) else "fleet_elsewhere"


def is_landing_thinkable(plans: Plans, seat: Seat, order: Landing) -> bool:
    """Whether a piece of this kind could be in that sea by then, and land there (4.E.1)."""
    field, kind = plans.before, order.kind or ARMY
    if not field.touch(order.place, order.to) or not may_enter(field.board, kind, order.to):
        return False
    return any(
        part.power == seat and part.kind == kind for part in field.parts
    ) and could_land_from(field, seat, order.place)


def could_land_from(field: Field, seat: Seat | None, sea: str) -> bool:
    """Whether an A/F of this power could be in that sea: a fleet there or beside it, with an army
    aboard or at hand."""
    for index, fleet in enumerate(field.parts):
        if fleet.kind != FLEET or fleet.power != seat:
            continue
        if fleet.place != sea and sea not in field.open_near(index):
            continue
        if field.aboard(index) >= 0 or field.harbour(fleet.place, seat):
            return True
        if any(
            other.kind in (ARMY, ELRIC)
            and other.power == seat
            and (other.place == fleet.place or field.touch(fleet.place, other.place))
            for other in field.parts
        ):
            return True
    return False
