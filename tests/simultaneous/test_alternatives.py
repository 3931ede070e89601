"""What can be ordered: every legal order, each once, and nothing else."""

import pytest

from adjudicator.simultaneous.alternatives import alternatives
from adjudicator.simultaneous.position import Position
from adjudicator.simultaneous.rules import Rules
from tests.boards import BOARD, Texts, centers, dislodged, units
from variants.standard import VARIANT
from variants.standard.state import Options


def texts(position: Position, seat: str) -> list[list[str]]:
    """The groups as text, each sorted. No order is in its group twice."""
    groups = alternatives(BOARD, position, seat, Rules())
    assert all(len(set(group)) == len(group) for group in groups)
    return [sorted(map(str, group)) for group in groups]


def adjusting(owned: Texts, standing: Texts) -> Position:
    return Position("F1901A", units(standing), centers(owned))


OPENING = {power: side.units for power, side in BOARD.powers.items()}


def test_the_opening_of_england() -> None:
    """By the map: London and Liverpool share Wales and Yorkshire, London and Edinburgh Yorkshire
    and the North Sea, Brest and London the Channel; no fleet is at sea."""
    found = texts(Position("S1901M", units(OPENING)), "ENGLAND")
    assert sorted(found) == [
        sorted([
            "A LVP H", "A LVP - CLY", "A LVP - EDI", "A LVP - WAL", "A LVP - YOR",
            "A LVP S F EDI", "A LVP S F EDI - CLY", "A LVP S F EDI - YOR",
            "A LVP S F LON - WAL", "A LVP S F LON - YOR",
        ]),
        sorted([
            "F EDI H", "F EDI - CLY", "F EDI - NTH", "F EDI - NWG", "F EDI - YOR",
            "F EDI S A LVP - CLY", "F EDI S A LVP - YOR",
            "F EDI S F LON - NTH", "F EDI S F LON - YOR",
        ]),
        sorted([
            "F LON H", "F LON - ENG", "F LON - NTH", "F LON - WAL", "F LON - YOR",
            "F LON S A LVP - WAL", "F LON S A LVP - YOR",
            "F LON S F BRE - ENG", "F LON S F EDI - NTH", "F LON S F EDI - YOR",
        ]),
    ]  # fmt: skip


def test_an_army_and_a_fleet_at_sea() -> None:
    """The coasts of the North Sea are Edinburgh, Yorkshire, London, Norway, Denmark, Holland and
    Belgium; to Yorkshire the army can go both ways."""
    army, fleet = texts(Position("S1901M", units({"ENGLAND": ["A LON", "F NTH"]})), "ENGLAND")
    coasts = ["BEL", "DEN", "EDI", "HOL", "NWY", "YOR"]
    assert army == sorted([
        "A LON H", "A LON - WAL", "A LON - YOR VIA", *(f"A LON - {coast}" for coast in coasts),
        "A LON S F NTH - YOR",
    ])  # fmt: skip
    seas = ["ENG", "HEL", "NWG", "SKA", "LON"]
    assert fleet == sorted([
        "F NTH H", *(f"F NTH - {place}" for place in [*coasts, *seas]),
        *(f"F NTH C A LON - {coast}" for coast in coasts),
        # It does not convoy what it supports, so that the army has to walk.
        "F NTH S A LON", "F NTH S A LON - YOR",
    ])  # fmt: skip


def test_of_two_coasts_each_is_named() -> None:
    position = Position("S1901M", units({"FRANCE": ["F MAO"], "ITALY": ["F LYO"]}))
    (fleet,) = texts(position, "FRANCE")
    assert {"F MAO - SPA/NC", "F MAO - SPA/SC", "F MAO S F LYO - SPA/SC"} <= set(fleet)
    assert not {"F MAO - SPA", "F MAO S F LYO - SPA/NC"} & set(fleet)


def test_retreats() -> None:
    beaten = (dislodged("ITALY", "A TYR", "PIE", "VEN"), dislodged("ITALY", "F SPA/SC", "POR"),
              dislodged("RUSSIA", "A WAR", "LVN"))  # fmt: skip
    position = Position("F1901R", (), dislodged=beaten)
    assert texts(position, "ITALY") == [
        ["A TYR D", "A TYR R PIE", "A TYR R VEN"],
        ["F SPA/SC D", "F SPA/SC R POR"],
    ]
    assert texts(position, "FRANCE") == []


def test_builds() -> None:
    """As many as there are centers too many, but no more than homes that are free."""
    position = adjusting({"RUSSIA": ["STP", "MOS", "WAR", "RUM"]}, {"RUSSIA": ["A WAR"]})
    builds = ["A MOS B", "A STP B", "F STP/NC B", "F STP/SC B", "WAIVE"]
    assert texts(position, "RUSSIA") == [builds, builds]


def test_removals() -> None:
    position = adjusting({"ITALY": ["ROM"]}, {"ITALY": ["A ROM", "F NAP", "A TUN"]})
    removals = ["A ROM D", "A TUN D", "F NAP D"]
    assert texts(position, "ITALY") == [removals, removals]


@pytest.mark.parametrize("phase", ["S1901M", "F1901R", "F1901A"])
def test_a_power_without_a_choice_has_no_groups(phase: str) -> None:
    position = Position(phase, units({"FRANCE": ["A PAR"]}), centers({"FRANCE": ["PAR"]}))
    assert texts(position, "TURKEY") == []


def test_the_title_gives_them_by_the_game_s_options() -> None:
    state = VARIANT.state_at(Position("S1901M", units(OPENING)), Options())
    given = VARIANT.alternatives(state, "ITALY")
    assert given == alternatives(BOARD, state.position, "ITALY", Options())
    assert VARIANT.policies(state, "ITALY") == ()
