"""What units are called in orders, and their codes in the state.

An order calls a unit by the name that its writer uses: ``A`` is his army A, ``Darman`` his wizard,
``G1`` a garrison, ``Darman A`` an army of his where he has two wizards. The state knows units by
codes: ``UA``, ``DARMAN``, ``G1``.
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from adjudicator.orders import Seat
from variants.spellbinder.components import GARRISONS, LETTERS, WIZARDS
from variants.spellbinder.orders import (
    Attack,
    Cast,
    Challenge,
    Enter,
    Land,
    Leave,
    Load,
    Merge,
    Move,
    Order,
    Regain,
    Scale,
    SetUp,
    StopScaling,
)

NEW = "new"
"""A new army, where strength is regained."""


def code_of(seat: Seat, name: str) -> str:
    """The code of a unit of this seat; a code stays one, and so does `NEW`."""
    wizard, _, letter = name.rpartition(" ")
    if name.upper() in WIZARDS or not letter or letter not in LETTERS:
        return name.upper() if name != NEW else name
    return (wizard or seat.split("+")[0])[0].upper() + letter


def name_of(seat: Seat, code: str) -> str:
    """What this seat calls its unit of this code."""
    if code in WIZARDS:
        return code.title()
    if code in GARRISONS:
        return code
    wizard = next(wizard for wizard in WIZARDS if wizard[0] == code[0])
    return f"{wizard.title()} {code[1:]}" if "+" in seat else code[1:]


def names_of(seat: Seat, codes: Iterable[str]) -> tuple[str, ...]:
    """What this seat calls these units."""
    return tuple(name_of(seat, code) for code in codes)


def coded(seat: Seat, order: Order) -> Order:
    """The order with the codes of its units, as the rules take it."""
    return _mapped(order, lambda name: code_of(seat, name))


def named(seat: Seat, order: Order) -> Order:
    """The order with the names of its units, as mail shows it."""
    return _mapped(order, lambda code: code if code == NEW else name_of(seat, code))


def _mapped(order: Order, call: Callable[[str], str]) -> Order:
    def by(unit: str) -> str:
        return call(unit) if unit else ""

    match order:
        case Move():
            drop = tuple((call(unit), at) for unit, at in order.drop)
            return replace(order, units=tuple(map(call, order.units)), drop=drop)
        case SetUp() | Load() | Land() | Scale() | StopScaling() | Attack() | Leave() | Enter():
            return replace(order, units=tuple(map(call, order.units)))
        case Merge():
            return replace(order, giver=call(order.giver), taker=call(order.taker))
        case Cast():
            regain = tuple((call(army), number) for army, number in order.regain)
            return replace(order, by=by(order.by), regain=regain)
        case Challenge():
            return replace(order, by=by(order.by))
        case Regain():
            strength = tuple((call(army), number) for army, number in order.strength)
            return replace(order, strength=strength, by=by(order.by))
    return order
