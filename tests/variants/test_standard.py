"""Standard Diplomacy as a title: its seats, its end by agreement, what is said of the absent."""

import pytest
from msgspec.structs import replace

from adjudicator.events import Told
from adjudicator.simultaneous.game import Ending, GameEnded
from adjudicator.simultaneous.orders import Order
from adjudicator.simultaneous.position import Position
from adjudicator.turns.turn import Turn
from adjudicator.variant import Variant
from tests.boards import BOARD, Texts, centers, dislodged, units
from variants.standard import VARIANT
from variants.standard.state import Event, Options, State

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def turn() -> Turn[Order, Event]:
    return Turn("", {})


def start() -> State:
    return VARIANT.start(Options(), POWERS, turn())


def test_it_is_a_variant() -> None:
    """All that the protocol asks for is there."""
    asked = {name for name in vars(Variant) if not name.startswith("_")}
    assert asked
    assert not [name for name in asked | set(Variant.__annotations__) if not hasattr(VARIANT, name)]


def test_seats() -> None:
    assert VARIANT.seats(Options()) == POWERS
    assert VARIANT.start(Options(), POWERS[::-1], turn()) == start()
    for seats in (POWERS[1:], (*POWERS, "ITALY"), (*POWERS[1:], "NARNIA")):
        with pytest.raises(ValueError, match="the seats must be AUSTRIA, ENGLAND, "):
            VARIANT.start(Options(), seats, turn())


# --- the end by agreement

LATE = State(
    Position(
        "F1907M",
        units({"TURKEY": ["A BUD"], "RUSSIA": ["A MOS"], "FRANCE": ["F BRE"]}),
        centers({"TURKEY": ["BUD", "CON"], "RUSSIA": ["MOS"], "ENGLAND": ["LON"]}),
        (dislodged("ITALY", "A TYR", "PIE"),),
    ),
    Options(),
)
"""England has a center alone, France a unit alone, Italy a dislodged unit alone."""


def test_voters_are_those_not_eliminated() -> None:
    assert VARIANT.voters(start()) == frozenset(POWERS)
    assert VARIANT.voters(LATE) == {"ENGLAND", "FRANCE", "ITALY", "RUSSIA", "TURKEY"}


@pytest.mark.parametrize(
    ("among", "ending", "sentence"),
    [
        (["TURKEY"], Ending("concession", ("TURKEY",)),
         "The others have conceded the game to Turkey."),
        (["TURKEY", "TURKEY"], Ending("concession", ("TURKEY",)),
         "The others have conceded the game to Turkey."),
        (["TURKEY", "FRANCE"], Ending("draw", ("FRANCE", "TURKEY")),
         "The game is a draw between France and Turkey."),
        (["TURKEY", "ITALY", "FRANCE"], Ending("draw", ("FRANCE", "ITALY", "TURKEY")),
         "The game is a draw between France, Italy and Turkey."),
    ],
)  # fmt: skip
def test_an_end_by_agreement(among: list[str], ending: Ending, sentence: str) -> None:
    ran = turn()
    after = VARIANT.agree(LATE, among, ran)
    assert after == replace(LATE, ended=ending)
    assert ran.told == (Told("all", GameEnded(ending)),)
    assert VARIANT.phase(after) is None
    assert VARIANT.view(after, "public").ending == sentence


@pytest.mark.parametrize(
    ("among", "message"),
    [
        ([], "in favour of one power or more"),
        (["GERMANY"], "GERMANY cannot share in the end"),
        (["TURKEY", "GERMANY", "AUSTRIA"], "AUSTRIA, GERMANY cannot share"),
        (["NARNIA"], "NARNIA cannot share"),
    ],
)
def test_no_end_for_nobody_and_for_the_eliminated(among: list[str], message: str) -> None:
    ran = turn()
    with pytest.raises(ValueError, match=message):
        VARIANT.agree(LATE, among, ran)
    assert ran.told == ()


def test_a_game_ends_once() -> None:
    with pytest.raises(ValueError, match="over already"):
        VARIANT.agree(VARIANT.agree(LATE, ["TURKEY"], turn()), ["FRANCE"], turn())


# --- powers without orders


def absence(phase: str, seats: list[str], owned: Texts, standing: Texts) -> str:
    beaten = [dislodged("ITALY", "A TYR", "PIE"), dislodged("RUSSIA", "A WAR", "LVN"),
              dislodged("RUSSIA", "A SEV", "MOS")]  # fmt: skip
    gone = tuple(beaten) if phase.endswith("R") else ()
    position = Position(phase, units(standing), centers(owned), gone)
    return VARIANT.without_orders(State(position, Options()), seats)


STANDING = {"ITALY": ["A VEN"], "RUSSIA": ["A MOS", "F SEV"], "FRANCE": ["F BRE", "A PAR"]}
OWNED = {"ITALY": ["VEN", "ROM"], "RUSSIA": ["MOS"], "FRANCE": ["BRE", "PAR"], "TURKEY": ["CON"]}


@pytest.mark.parametrize(
    ("phase", "seats", "sentence"),
    [
        ("S1901M", [], ""),
        ("S1901M", ["ITALY"], "No orders came from Italy: its unit holds."),
        ("S1901M", ["RUSSIA"], "No orders came from Russia: its units hold."),
        ("S1901M", ["RUSSIA", "ITALY"], "No orders came from Italy and Russia: their units hold."),
        ("S1901M", ["RUSSIA", "ITALY", "FRANCE"],
         "No orders came from France, Italy and Russia: their units hold."),
        ("S1901M", ["TURKEY"], "No orders came from Turkey."),
        ("F1901R", ["ITALY"], "No orders came from Italy: its dislodged unit is disbanded."),
        ("F1901R", ["RUSSIA"], "No orders came from Russia: its dislodged units are disbanded."),
        ("F1901R", ["RUSSIA", "ITALY"],
         "No orders came from Italy and Russia: their dislodged units are disbanded."),
        ("F1901A", ["ITALY"], "No orders came from Italy: its build is waived."),
        ("F1901A", ["TURKEY", "ITALY"],
         "No orders came from Italy and Turkey: their builds are waived."),
        ("F1901A", ["RUSSIA"], "No orders came from Russia: its removal is made by default."),
        ("F1901A", ["RUSSIA", "ITALY", "TURKEY"], "No orders came from Italy, Russia and Turkey: "
         "their builds are waived and their removal is made by default."),
        ("F1901A", ["FRANCE"], "No orders came from France."),
    ],
)  # fmt: skip
def test_what_happens_to_the_absent(phase: str, seats: list[str], sentence: str) -> None:
    assert absence(phase, seats, OWNED, STANDING) == sentence


def test_builds_without_a_place_are_not_waived() -> None:
    """Two centers and no unit, but one home to build in."""
    owned = {"ITALY": ["VEN", "SER"]}
    said = absence("F1901A", ["ITALY"], owned, {"FRANCE": ["A ROM"]})
    assert said == "No orders came from Italy: its build is waived."


def test_the_names_are_those_of_the_board() -> None:
    said = absence("S1901M", list(POWERS), OWNED, STANDING)
    assert all(BOARD.powers[power].names[0] in said for power in POWERS)
