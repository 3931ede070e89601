"""The engine and the reference in tests/reference on one position, side by side."""

from collections import Counter

from adjudicator.simultaneous.movement import resolve
from adjudicator.simultaneous.notation import Notation
from adjudicator.simultaneous.orders import Move, Order, Support
from adjudicator.simultaneous.position import Position, Resolution
from adjudicator.simultaneous.rules import Rules
from tests import boards
from tests.reference.board import province_of
from tests.reference.equations import Outcome, dislodged_units, words
from tests.reference.rules import Orders, Units, read_position
from tests.reference.solve import check, decide
from tests.reference.trial import TooManyError

KINDS = ("one", "none", "circle", "two_paradox")


def compare(notation: Notation, units: Units, orders: Orders) -> tuple[Counter[str], list[str]]:
    """The kinds of `decide` that were met, or "too_many", and all in which the two are apart.

    The board is that of `notation`; the reference must have the same map laid out.
    """
    resolution = resolve(
        notation.board,
        Position("S1901M", boards.units(units)),
        {power: [order(notation, line) for line in lines] for power, lines in orders.items()},
        Rules(),
    )
    differences = check(units, orders, as_outcome(resolution))
    try:
        kinds, expected = decide(units, orders)
    except TooManyError:
        return Counter(["too_many"]), differences
    return kinds, differences + differing(units, orders, resolution, expected)


def order(notation: Notation, line: str) -> Order:
    read = notation.parse(line)
    assert read.order is not None, (line, read.diagnostic)
    return read.order


def as_outcome(resolution: Resolution) -> Outcome:
    """The engine's resolution in the reference's terms, by province."""
    moved, given, set_aside = set(), set(), set()
    for outcome in resolution.outcomes:
        at = province_of(outcome.order.place)
        if isinstance(outcome.order, Move) and outcome.result == "succeeds":
            moved.add(at)
        elif isinstance(outcome.order, Support) and outcome.result in ("given", "no_effect"):
            given.add(at)
        elif isinstance(outcome.order, Move) and outcome.reason == "paradox":
            set_aside.add(at)
    return Outcome(frozenset(moved), frozenset(given), frozenset(set_aside))


def differing(units: Units, orders: Orders, resolution: Resolution, expected: Outcome) -> list[str]:
    """What the reference has otherwise: decisions, dislodged units, the word for an order."""
    position = read_position(units, orders)
    ours = as_outcome(resolution)
    beaten = frozenset(province_of(one.unit.place) for one in resolution.dislodged)
    differences = [
        f"{name}: {sorted(got)}, expected {sorted(due)}"
        for name, got, due in (
            ("moved", ours.moved, expected.moved),
            ("given", ours.given, expected.given),
            ("set aside", ours.set_aside, expected.set_aside),
            ("dislodged", beaten, dislodged_units(position, expected)),
        )
        if got != due
    ]
    word = words(position, expected)
    sheets = [(power, text) for power, lines in orders.items() for text in lines]
    for sheet, outcome in zip(sheets, resolution.outcomes, strict=True):
        if outcome.result != word[sheet]:
            differences.append(f"{sheet}: {outcome.result}, expected {word[sheet]}")
        if outcome.result != "illegal" or outcome.reason not in ("no_unit", "not_yours"):
            own = province_of(outcome.order.place) in beaten
            if outcome.dislodged != own:
                differences.append(f"{sheet}: dislodged is {outcome.dislodged}")
    return differences
