"""Orders sent ahead: what is said of them at once, and what when their phase comes."""

from collections.abc import Sequence

import pytest

from adjudicator.orders import Sheet
from adjudicator.simultaneous.game import PhaseResolved
from adjudicator.simultaneous.orders import Order
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.position import Position
from adjudicator.simultaneous.reader import read
from adjudicator.simultaneous.rules import Rules
from adjudicator.turns.turn import Turn
from tests.boards import NOTATION, centers, dislodged, texts, units
from variants.standard import VARIANT
from variants.standard.state import Event, Options, State

MOVES = Position(
    "F1901M",
    units({"AUSTRIA": ["A BUD", "A SER", "A TRI"], "RUSSIA": ["A GAL", "F RUM"]}),
    centers({"AUSTRIA": ["BUD", "TRI", "VIE"]}),
)


def ahead(position: Position, *lines: str, seat: str = "AUSTRIA") -> list[Order]:
    """The orders of lines that are all read for a later phase."""
    orders: list[Order] = []
    for line in lines:
        reading = read(NOTATION, position, seat, Rules(), line)
        assert reading.phase != position.phase
        assert [said.code for said in reading.diagnostics] == ["sent_ahead"], line
        orders += reading.orders
    return orders


def faults(position: Position, orders: Sequence[Order], seat: str = "AUSTRIA") -> list[str]:
    """``A BUD R VIE: cannot_retreat`` of each error in the sheet, once its phase has come."""
    said = VARIANT.check(State(position, Options()), seat, orders)
    return [f"{one.text}: {one.code}" for one in said if one.severity == "error"]


def ran(
    position: Position, orders: Sequence[Order], seat: str = "AUSTRIA"
) -> tuple[list[str], Position]:
    """What the phase makes of the sheet, with its texts, and the position after it."""
    sheet = Sheet(seat, position.phase, tuple(orders))
    turn: Turn[Order, Event] = Turn(position.phase, {seat: sheet})
    after = VARIANT.run(State(position, Options()), turn)
    (event,) = [one.event for one in turn.told if isinstance(one.event, PhaseResolved)]
    VARIANT.results([event])  # every outcome can be put into words
    outcomes = event.resolution.outcomes
    return [f"{one.result}: {one.reason}".rstrip(": ") for one in outcomes], after.position


@pytest.mark.parametrize(
    ("phase", "later"),
    [
        ("S1901M", ["S1901R", "F1901A"]),
        ("S1901R", ["F1901A"]),
        ("F1901M", ["F1901R", "F1901A"]),
        ("F1901R", ["F1901A"]),
        ("F1901A", []),
    ],
)
def test_what_may_be_sent_ahead(phase: str, later: list[str]) -> None:
    assert [str(code) for code in phase_code(phase).ahead] == later


def test_phases_follow_on_each_other() -> None:
    calendar = ["S1901M", "S1901R", "F1901M", "F1901R", "F1901A", "S1902M"]
    ranks = [phase_code(text).rank for text in calendar]
    assert ranks == sorted(set(ranks))


@pytest.mark.parametrize(
    ("line", "phase", "message"),
    [
        ("A BUD R VIE", "F1901R", "For Fall 1901, retreats, if that phase comes."),
        ("build A VIE", "F1901A", "For Fall 1901, adjustments, if that phase comes."),
        ("S1901R: A BUD D", "S1901R", "Spring 1901, retreats, is over; now it is Fall 1901, mov"),
        ("S1902M: A BUD H", "S1902M", "It is too early for Spring 1902, movement. With Fall 1901, "
         "movement, only orders for Fall 1901, retreats and for Fall 1901, adjustments, can be"),
        ("F1901A: A BUD - SER", "F1901A", "A BUD - SER: there is no such order in Fall 1901, adj"),
        ("A BUD R LON", "F1901R", "A BUD R LON: that retreat is not open."),
        ("F1901A:", "F1901M", "This names a phase and no order. Begin each order with it: F1901A"),
        ("S1901A: A BUD D", "F1901M", "'S1901A' is not a phase such as S1901M, F1901R or F1901A."),
    ],
)  # fmt: skip
def test_what_is_said(line: str, phase: str, message: str) -> None:
    reading = read(NOTATION, MOVES, "AUSTRIA", Rules(), line)
    (said,) = reading.diagnostics
    assert said.message.startswith(message)
    assert reading.phase == phase


def test_the_last_phase_of_the_year_has_nothing_ahead() -> None:
    position = Position("F1901A", MOVES.units, MOVES.centers)
    (said,) = read(NOTATION, position, "AUSTRIA", Rules(), "S1902M: A BUD H").diagnostics
    assert said.message == "It is too early for Spring 1902, movement."


# --- when the phase comes

RETREATS = Position(
    "F1901R",
    units({"AUSTRIA": ["A SER", "A TRI"], "RUSSIA": ["A BUD", "F RUM"]}),
    MOVES.centers,
    (dislodged("AUSTRIA", "A BUD", "VIE"),),
)


def test_a_retreat_that_is_open_counts() -> None:
    orders = ahead(MOVES, "A BUD R VIE")
    assert faults(RETREATS, orders) == []
    done, after = ran(RETREATS, orders)
    assert done == ["succeeds"]
    assert texts(after.units)["AUSTRIA"] == ["A SER", "A TRI", "A VIE"]


def test_a_unit_that_was_not_dislodged() -> None:
    orders = ahead(MOVES, "A SER R BUL", "A TRI D")
    assert faults(RETREATS, orders) == ["A SER R BUL: not_dislodged", "A TRI D: not_dislodged"]
    done, after = ran(RETREATS, orders)
    assert done == ["illegal: not_dislodged"] * 2
    assert texts(after.units)["AUSTRIA"] == ["A SER", "A TRI"]


def test_a_unit_that_is_gone() -> None:
    orders = ahead(MOVES, "A SER R BUL", "A BUD R VIE")
    elsewhere = Position("F1901R", RETREATS.units[1:], MOVES.centers, RETREATS.dislodged)
    assert faults(elsewhere, orders) == ["A SER R BUL: not_dislodged"]
    assert ran(elsewhere, orders)[0] == ["illegal: not_dislodged", "succeeds"]


def test_a_retreat_that_is_not_open() -> None:
    orders = ahead(MOVES, "A BUD R GAL")
    assert faults(RETREATS, orders) == ["A BUD R GAL: cannot_retreat"]
    done, after = ran(RETREATS, orders)
    assert done == ["illegal: cannot_retreat"]
    assert texts(after.units)["AUSTRIA"] == ["A SER", "A TRI"]


def adjustments(owned: str, standing: str = "") -> Position:
    """Austria owns and stands where it is said, Russia in Budapest and Warsaw."""
    pieces = {
        "AUSTRIA": [f"A {place}" for place in standing.split()],
        "RUSSIA": ["A BUD", "A WAR"],
    }
    return Position(
        "F1901A", units(pieces), centers({"AUSTRIA": owned.split(), "RUSSIA": ["BUD", "WAR"]})
    )


@pytest.mark.parametrize(
    ("position", "line", "reason"),
    [
        (adjustments("TRI VIE"), "build A VIE", ""),
        (adjustments("TRI VIE"), "build A BUD", "not_owned"),
        (adjustments("TRI VIE", "VIE"), "build A VIE", "occupied"),
        (adjustments("TRI VIE", "SER VIE"), "build F TRI", "nothing_to_build"),
        (adjustments("VIE", "SER VIE"), "build F TRI", "nothing_to_build"),
        (adjustments("TRI VIE", "SER VIE"), "waive", "nothing_to_build"),
        (adjustments("TRI VIE", "SER VIE"), "remove A SER", "nothing_to_remove"),
        (adjustments("TRI", "SER VIE"), "remove A SER", ""),
        (adjustments("TRI", "SER VIE"), "remove SER", ""),
        (adjustments("TRI", "SER VIE"), "remove A TRI", "no_unit"),
        (adjustments("TRI", "SER VIE"), "remove A BUD", "not_yours"),
        (adjustments(""), "build A VIE", "nothing_to_build"),
        (adjustments(""), "remove A VIE", "no_unit"),
    ],
)
def test_an_adjustment_when_its_phase_comes(position: Position, line: str, reason: str) -> None:
    orders = ahead(MOVES, line)
    assert faults(position, orders) == ([f"{orders[0]}: {reason}"] if reason else [])
    done, _ = ran(position, orders)
    assert done == [f"illegal: {reason}" if reason else "succeeds"]


def test_too_many_builds() -> None:
    """The first count."""
    orders = ahead(MOVES, "build A VIE", "build F TRI", "build A BUD")
    position = adjustments("TRI VIE", "SER")
    assert faults(position, orders) == ["F TRI B: nothing_to_build", "A BUD B: not_owned"]
    done, after = ran(position, orders)
    assert done == ["succeeds", "illegal: nothing_to_build", "illegal: not_owned"]
    assert texts(after.units)["AUSTRIA"] == ["A SER", "A VIE"]


def test_too_many_removals() -> None:
    orders = ahead(MOVES, "remove A SER", "remove A VIE", "remove A SER")
    position = adjustments("TRI", "SER VIE")
    assert faults(position, orders) == ["A VIE D: nothing_to_remove", "A SER D: removed_already"]
    assert ran(position, orders)[0][0] == "succeeds"


@pytest.mark.parametrize("phase", ["F1901M", "F1901R", "F1901A"])
def test_orders_of_a_wrong_phase_never_stop_a_phase(phase: str) -> None:
    lines = ["A BUD - VIE", "A BUD R VIE", "A BUD D", "A VIE B", "WAIVE", "SER D", "TRI B"]
    orders = [parsed for line in lines if (parsed := NOTATION.parse(line).order) is not None]
    assert len(orders) == len(lines)
    position = {"M": MOVES, "R": RETREATS, "A": adjustments("TRI VIE")}[phase[-1]]
    done, _ = ran(position, orders)
    assert len(done) == len(orders)
    assert "illegal: wrong_phase" in done
    assert faults(position, orders)
