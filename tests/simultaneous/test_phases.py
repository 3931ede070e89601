"""The calendar: what follows on what, and when centers change hands."""

import pytest

from adjudicator.simultaneous.phases import PhaseCode, advance, holdings, phase_code, phase_title
from adjudicator.simultaneous.position import Position, Resolution, Unit
from tests.boards import BOARD, centers, dislodged, unit, units

HOME = {"FRANCE": ["PAR"], "GERMANY": ["MUN"]}
BALANCED = units({"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]})


def after(
    phase: str, resolution: Resolution, owned: dict[str, list[str]] | None = None
) -> Position:
    position = Position(phase, (), centers(owned or HOME))
    return advance(BOARD, position, resolution)


@pytest.mark.parametrize("text", ["S1901M", "S1901R", "F1901M", "F1901R", "F1901A", "F9998A"])
def test_codes(text: str) -> None:
    assert str(phase_code(text)) == text


def test_a_winter_is_a_fall() -> None:
    assert phase_code("W1901A") == PhaseCode("F", 1901, "A")


@pytest.mark.parametrize(
    "text",
    [
        *("", "S1901", "1901M", "s1901m", "S1901A", "W1901M", "W1901R", "X1901M", "S1901X"),
        *("S1901M ", " S1901M", "S1901M\n", "S-1M", "SM", "S1901MM", "S190111M"),
    ],
)
def test_no_codes(text: str) -> None:
    with pytest.raises(ValueError, match="is not a phase"):
        phase_code(text)


def test_titles() -> None:
    assert phase_title(BOARD, phase_code("S1901M")) == "Spring 1901, movement"
    assert phase_title(BOARD, phase_code("F1902R")) == "Fall 1902, retreats"
    assert phase_title(BOARD, phase_code("W1902A")) == "Fall 1902, adjustments"


@pytest.mark.parametrize(
    ("phase", "following"),
    [
        ("S1901M", "F1901M"),
        ("S1901R", "F1901M"),
        ("F1901M", "S1902M"),
        ("F1901R", "S1902M"),
        ("F1901A", "S1902M"),
        ("W1901A", "S1902M"),
        ("F1999A", "S2000M"),
    ],
)
def test_the_year_if_nothing_is_to_be_done(phase: str, following: str) -> None:
    position = after(phase, Resolution((), BALANCED))
    assert position == Position(following, BALANCED, centers(HOME))


@pytest.mark.parametrize("phase", ["F1901M", "F1901R"])
def test_adjustments_follow_if_somebody_has_one_to_make(phase: str) -> None:
    """France has taken MUN, so it has two centers and one unit, Germany none of either."""
    standing = units({"FRANCE": ["A MUN"]})
    position = after(phase, Resolution((), standing))
    assert position.phase == "F1901A"
    assert position.centers == centers({"FRANCE": ["PAR", "MUN"]})


def test_a_spring_takes_no_center() -> None:
    standing = units({"FRANCE": ["A MUN"]})
    for phase in ("S1901M", "S1901R"):
        position = after(phase, Resolution((), standing))
        assert position == Position("F1901M", standing, centers(HOME))


def test_adjustments_take_no_center() -> None:
    """Whoever is built stands at home; whoever stands abroad has taken the center in the fall."""
    standing = units({"FRANCE": ["A MUN"]})
    assert after("F1901A", Resolution((), standing)).centers == centers(HOME)


def test_retreats_follow_with_all_that_they_turn_on() -> None:
    beaten = dislodged("GERMANY", "A MUN", "BER", "SIL")
    hopeless = dislodged("ITALY", "A TYR")
    resolution = Resolution((), BALANCED, (beaten, hopeless), frozenset(["BOH"]))
    for phase, following in (("S1901M", "S1901R"), ("F1901M", "F1901R")):
        position = after(phase, resolution)
        assert position == Position(
            following, BALANCED, centers(HOME), (beaten,), frozenset(["BOH"])
        )


def test_nobody_waits_for_units_without_a_retreat() -> None:
    resolution = Resolution((), BALANCED, (dislodged("ITALY", "A TYR"),), frozenset(["BOH"]))
    assert after("S1901M", resolution) == Position("F1901M", BALANCED, centers(HOME))
    assert after("F1901M", resolution) == Position("S1902M", BALANCED, centers(HOME))


def test_centers_change_hands_after_the_retreats_of_a_fall() -> None:
    """The attacker in MUN takes it only then, when the retreat may have taken another."""
    taken = units({"FRANCE": ["A MUN"]})
    beaten = dislodged("GERMANY", "A MUN", "BER")
    retreats = after("F1901M", Resolution((), taken, (beaten,)))
    assert retreats.phase == "F1901R"
    assert retreats.centers == centers(HOME)
    gone = advance(BOARD, retreats, Resolution((), (*taken, unit("GERMANY", "A BER"))))
    assert gone.centers == centers({"FRANCE": ["PAR", "MUN"], "GERMANY": ["BER"]})
    assert gone.phase == "F1901A"


def test_nobodys_unit_takes_nothing_and_needs_no_adjustment() -> None:
    standing = (*BALANCED[:1], Unit(None, "A", "MUN"), unit("GERMANY", "A SIL"))
    position = after("F1901M", Resolution((), standing))
    assert position == Position("S1902M", standing, centers(HOME))


def test_holdings() -> None:
    owned = centers({"FRANCE": ["PAR", "BRE"], "AUSTRIA": ["VIE"]})
    assert holdings(owned) == {"FRANCE": ["BRE", "PAR"], "AUSTRIA": ["VIE"]}
    assert holdings({}) == {}
