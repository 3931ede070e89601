"""Who supports what (85), and the other orders of pieces that stay."""

from adjudicator.boards import ARMY, FLEET
from adjudicator.orders import Seat
from adjudicator.simultaneous.orders import Convoy, Hold, Support
from variants.young_kingdoms.movement.field import Field
from variants.young_kingdoms.movement.forces import Backing, Force, Plans
from variants.young_kingdoms.movement.given import Given
from variants.young_kingdoms.movement.moves import (
    could_land_from,
    is_ferry_thinkable,
    open_orders,
    why_not_there,
)
from variants.young_kingdoms.orders import Admit, Guest
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.pieces import (
    AF,
    DRAGON,
    DRAGONS_POWER,
    ELRIC,
    GARRISON,
    PASSENGERS,
    may_enter,
)

OF_THE_HELPER = frozenset({"boarded", "dislodged_first", "one_support", "own_space"})
"""Reasons of a void support or ferry that lie with who gives it."""


def add_supports(plans: Plans) -> None:
    """Legal supports for what the other piece does; the others are void or illegal."""
    for given, order in open_orders(plans, Support):
        reason = _why_no_support(plans, given.seat, order)
        if reason:
            given.refuse(reason)
            continue
        by = _supporter(plans.field, given.seat, order)
        backed = _forces_backed(plans, order)
        if len(backed) == 1 and by not in backed[0].parts:
            into = order.to or order.other
            plans.supports.append(Backing(given, by, into, backed[0]))
        else:
            given.refuse("several_fit" if len(backed) > 1 else "ordered_otherwise")
    _one_support_of_an_af(plans)


def _supporter(field: Field, seat: Seat, order: Support) -> int:
    """The part that gives it: of an A/F the one that could go there itself (6, 85); -1 if none."""
    into = field.board.number.get(order.to or order.other, -1)
    parts = field.ordered(seat, order.kind, order.place)
    able = [part for part in parts if into in field.all_near(part)]
    return able[-1] if able else -1


def _why_no_support(plans: Plans, seat: Seat, order: Support) -> str:
    field = plans.field
    parts = field.ordered(seat, order.kind, order.place)
    if not parts:
        return why_not_there(field, seat, order.kind, order.place)
    if not order.to and order.other == order.place:
        return "own_space"
    named = field.named(order.other_kind, order.other)
    if _supporter(field, seat, order) < 0:
        near = any(_is_of_chaos(field, place) for place in (order.place, order.to or order.other))
        return "chaos_supports" if near else "cannot_support_there"
    lands = _may_land(plans.before, order)
    if named and set(named) <= set(parts) and not lands:
        return "supports_itself"
    if order.kind == ELRIC and _is_melnibones(plans, order, named):
        return "never_melnibone"
    if not named and not lands and not plans.before.named(order.other_kind, order.other):
        return "nobody_there"
    if order.to and not (lands or _could_go(plans.before, order)):
        return "other_cannot"
    return ""


def _is_of_chaos(field: Field, place: str) -> bool:
    """Whether it is one of the lands of Chaos (44)."""
    board = field.board
    return place in board.number and board.provinces[board.province_of(place)].peaceful


def _is_melnibones(plans: Plans, order: Support, named: tuple[int, ...]) -> bool:
    """Elric never supports a piece of Melnibone's, one that lands included (46, 85)."""
    landing = any(
        force.way == "lands" and force.at == order.other and force.power == DRAGONS_POWER
        for force in plans.forces
        if Name.of(order.other_kind).kind in ("", ARMY)
    )
    return landing or any(plans.field.parts[i].power == DRAGONS_POWER for i in named)


def _could_go(before: Field, order: Support) -> bool:
    """Whether the piece so named could be ordered there (4.E.1), not only by the supporter's own
    ferry (6.D.31)."""
    without = order.place if before.board.at_sea(order.place) else ""
    for index in before.named(order.other_kind, order.other):
        kind = before.parts[index].kind
        if kind == GARRISON or not may_enter(before.board, kind, order.to, with_elric=True):
            continue
        if order.to in before.open_near(index):
            return True
        if kind == ELRIC and _by_sea(before, order):
            return True
        if kind in PASSENGERS and is_ferry_thinkable(before, order.other, order.to, without):
            return True
    return False


def _by_sea(before: Field, order: Support) -> bool:
    """Whether a fleet's step leads there: Elric may be aboard one (60)."""
    steps = before.board.spots[FLEET].get(order.other)
    return steps is not None and order.to in steps.reach


def _may_land(before: Field, order: Support) -> bool:
    """Whether what is named may be an army, or Elric, that lands from a sea."""
    return (
        Name.of(order.other_kind).kind in ("", ARMY, ELRIC)
        and before.touch(order.other, order.to)
        and any(could_land_from(before, seat, order.other) for seat in before.board.powers)
    )


def _forces_backed(plans: Plans, order: Support) -> list[Force]:
    """The forces that have the piece in them and go there; or that stay with it (27, 85, 103)."""
    field, name = plans.field, Name.of(order.other_kind)
    if not order.to:
        named = field.named(order.other_kind, order.other)
        staying = [plans.force_of[i] for i in named if not plans.force_of[i].to]
        return staying[:1] if name.kind == AF else staying
    found = []
    for force in plans.forces:
        if (force.at, force.to) != (order.other, order.to):
            continue
        kinds = plans.kinds(force)
        wanted = FLEET if name.kind == AF else name.kind
        if wanted == ARMY and FLEET in kinds:
            continue  # an A/F that sails is named by its fleet
        fits = [i for i in force.parts if not wanted or field.parts[i].kind == wanted]
        if any(not name.number or field.number(i) == name.number for i in fits):
            found.append(force)
    of_power = [force for force in found if force.power == name.power]
    return of_power or found


def _one_support_of_an_af(plans: Plans) -> None:
    """Of an A/F in harbour one part at most may support; else both hold (17, 80)."""
    by = {support.by for support in plans.supports}
    for support in list(plans.supports):
        part = plans.field.parts[support.by]
        pair = plans.field.harbour(part.place, part.power)
        if support.by in pair and by.issuperset(pair):
            plans.supports.remove(support)
            support.given.refuse("one_support")


def is_up_to_others(plans: Plans, given: Given) -> bool:
    """Whether another power's orders may yet make good what is void: a guest or a host who says so,
    too (61), a piece that is helped and may be another's."""
    order = given.order
    if isinstance(order, Guest | Admit):
        return given.reason == "no_consent"
    if not isinstance(order, Support | Convoy) or given.reason in OF_THE_HELPER:
        return False
    return _owners_helped(plans, order) != {given.seat}


def _owners_helped(plans: Plans, order: Support | Convoy) -> set[Seat | None]:
    """Whose the piece so named may be; the Dragon and Elric are named where they come to be."""
    before, kind = plans.before, Name.of(order.other_kind).kind
    if kind in (DRAGON, ELRIC):
        return {part.power for part in before.parts if part.kind == kind}
    owners = {before.parts[i].power for i in before.named(order.other_kind, order.other)}
    if kind in ("", ARMY) and before.touch(order.other, order.to):
        owners |= {p for p in before.board.powers if could_land_from(before, p, order.other)}
    return owners


def settle_holds(plans: Plans) -> None:
    """What is left to be said of orders to hold."""
    for given, order in open_orders(plans, Hold):
        if plans.field.ordered(given.seat, order.kind, order.place):
            given.settle("holds")
        else:
            given.refuse(why_not_there(plans.field, given.seat, order.kind, order.place))
