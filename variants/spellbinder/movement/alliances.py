"""Alliances (8.0): what one seat lets another do, loans and gifts of ships.

A permission stands in the state until it is taken back. What a letter says of alliances counts from
the next phase that is run, whosever that is; so these orders stand in their giver's sheet for the
phase that comes next, and are looked at before anything else in it.
"""

from collections.abc import Iterable, Sequence

from adjudicator.orders import Seat
from variants.spellbinder.movement import ships
from variants.spellbinder.orders import Ally, GiveShip, Order
from variants.spellbinder.play import Play
from variants.spellbinder.state import Permission


def proclaim(play: Play, giver: Seat, orders: Iterable[Order]) -> None:
    """8.0: a seat gives permissions and takes them back, in the order written; the other one is
    told, and nobody else before the permission is used."""
    for order in orders:
        if isinstance(order, Ally):
            if not _is_other(play, giver, order.seat):
                play.refuse(order, "no_other_player", seat=giver)
            elif order.ends:
                _end(play, giver, order)
            else:
                _allow(play, giver, order)


def renounce(play: Play, taker: Seat, orders: Iterable[Order]) -> None:
    """8.0: who ends an alliance as a whole has no use any more for what the other lets him do
    either, so that nobody is kept in one against his will. That comes after all have given and
    taken back what is theirs (`proclaim`)."""
    ended = [order.seat for order in orders if isinstance(order, Ally) and ends_all(order)]
    for given in list(play.permissions):
        if given.taker == taker and given.giver in ended:
            play.permissions.remove(given)
            _tell_both(play, "renounced", given)


def ends_all(order: Order) -> bool:
    """Whether it ends an alliance as a whole."""
    return isinstance(order, Ally) and order.ends and not order.what


def give_ship(play: Play, giver: Seat, order: GiveShip) -> None:
    """8.3: a ship's control passes to another player, in alliance with whom its giver acts
    (8.5)."""
    ship = play.ships.get(order.ship)
    if not _is_other(play, giver, order.seat):
        play.refuse(order, "no_other_player", seat=giver)
    elif ship is None or ship.holder != giver:
        play.refuse(order, "not_held", seat=giver)
    elif not ships.may_control(play, order.seat, order.ship):
        play.refuse(order, "both_ships", seat=giver)
    else:
        play.allied.add((giver, order.seat))
        ships.control(play, order.ship, order.seat, "ship_given")


def combined(earlier: Sequence[Order], later: Sequence[Order]) -> tuple[Order, ...]:
    """A seat's orders once a later letter takes the place of an earlier one. Permissions stand
    until they are taken back; who writes of nothing else leaves his other orders as they are."""
    said = [order for order in later if isinstance(order, Ally)]
    stands = [
        order
        for order in earlier
        if isinstance(order, Ally) and not any(_settles(new, order) for new in said)
    ]
    rest = _others(later) or _others(earlier)
    return (*stands, *said, *rest)


def _others(orders: Sequence[Order]) -> list[Order]:
    return [order for order in orders if not isinstance(order, Ally)]


def _settles(new: Ally, old: Ally) -> bool:
    """Whether nothing is left of the old order once the new one has been given."""
    return new.seat == old.seat and (ends_all(new) or new.what == old.what)


def _allow(play: Play, giver: Seat, order: Ally) -> None:
    given = Permission(giver, order.seat, order.what)
    if not play.allows(giver, order.seat, order.what):
        play.permissions.append(given)
        play.allied.add((giver, order.seat))
        _tell_both(play, "allowed", given)


def _end(play: Play, giver: Seat, order: Ally) -> None:
    for given in list(play.permissions):
        mine = (given.giver, given.taker) == (giver, order.seat)
        if mine and order.what in ("", given.what):
            play.permissions.remove(given)
            _tell_both(play, "forbidden", given)


def _tell_both(play: Play, kind: str, given: Permission) -> None:
    both = frozenset({given.giver, given.taker})
    play.tell(kind, to=both, giver=given.giver, taker=given.taker, what=given.what)


def _is_other(play: Play, giver: Seat, seat: Seat) -> bool:
    """Whether it is another player's seat, who is not out of the game (6.8)."""
    if seat == giver or seat not in play.state.options.seats:
        return False
    return any(play.wizards[wizard].fate != "out" for wizard in seat.split("+"))
