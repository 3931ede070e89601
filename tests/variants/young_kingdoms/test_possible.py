"""Which positions of Young Kingdoms are impossible, and why."""

from collections.abc import Sequence

import pytest

from adjudicator.simultaneous.position import Dislodged, Position, Unit
from tests.boards import Texts
from tests.rules import rule
from tests.variants.young_kingdoms.cases import (
    board,
    cases,
    dislodged,
    owners,
    position,
    units,
)
from tests.variants.young_kingdoms.test_map import BOARD
from variants.young_kingdoms.pieces.possible import require_possible


def test_the_positions_of_the_cases_are_possible() -> None:
    for case in cases():
        require_possible(board(case), position(case))


def require(pieces: Sequence[Unit], beaten: Sequence[Dislodged] = (), **fields: object) -> None:
    owned = fields.get("owned", owners())
    require_possible(BOARD, Position("S6480R", tuple(pieces), owned, tuple(beaten)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "standing",
    [
        {"SHZ": ["A AFL", "E AFL"]},
        {"SHZ": ["F WBO", "E WBO"]},
        {"DHJ": ["A NAD"], "VLM": ["E NAD"]},
        {"DHJ": ["C TAN", "E TAN"]},
        {"MEL": ["A/F IMR", "D IMR", "G IMR"]},
        {"PUR": ["A/F FOE", "E FOE", "G FOE"]},
        {"DHJ": ["C SIL", "C SIL"], "OIY": ["C SIL"]},
        {"NEUTRAL": ["G FOE", "G ORG"]},
        {"VLM": ["F FOE"], "PUR": ["A MEN"]},
    ],
)
@rule("young_kingdoms", "83")
def test_possible(standing: Texts) -> None:
    require(units(standing))


@pytest.mark.parametrize(
    ("standing", "wrong"),
    [
        ({"SHZ": ["A WBO"]}, "SHZ A WBO: such a piece cannot stand there"),
        ({"SHZ": ["F MYR"]}, "cannot stand there"),
        ({"SHZ": ["A SIL"]}, "cannot stand there"),
        ({"SHZ": ["A/F AFL"]}, "cannot stand there"),
        ({"MEL": ["D TAN"]}, "cannot stand there"),
        ({"SHZ": ["G AFL"]}, "cannot stand there"),
        ({"SHZ": ["B AFL"]}, "cannot stand there"),
        ({"XYZ": ["A AFL"]}, "there is no such power"),
        ({"NEUTRAL": ["A AFL"]}, "cannot be that power's"),
        ({"NEUTRAL": ["E AFL"]}, "cannot be that power's"),
        ({"MEL": ["E AFL"]}, "cannot be that power's"),
        ({"SHZ": ["D AFL"]}, "cannot be that power's"),
        ({"SHZ": ["G IMR"]}, "cannot be that power's"),
        ({"PUR": ["A/F IMR"]}, "no harbour of its power"),
        ({"PUR": ["A FOE", "F FOE"]}, "should be one A/F"),
        ({"SHZ": ["A AFL"], "DHJ": ["A AFL"]}, "DHJ A AFL: SHZ A AFL stands there too"),
        ({"SHZ": ["A AFL", "A AFL"]}, "stands there too"),
        ({"PUR": ["A/F FOE", "F FOE"]}, "stands there too"),
        ({"VLM": ["F FOE"], "PUR": ["G FOE"]}, "stands there too"),
        ({"DHJ": ["C MAR"], "SHZ": ["A MAR"]}, "stands there too"),
        ({"DHJ": ["C MAR", "C MAR"]}, "stands there too"),
        ({"DHJ": ["C MAR"], "SHZ": ["E MAR"]}, "stands there too"),
        ({"MEL": ["A NAD"], "SHZ": ["E NAD"]}, "stands there too"),
        ({"MEL": ["D NAD"], "SHZ": ["E NAD"]}, "stands there too"),
        ({"MEL": ["D NAD"], "SHZ": ["A NAD"]}, "stands there too"),
        ({"SHZ": ["E NAD", "E BAK"]}, "there are 2 pieces E"),
        ({"MEL": ["D NAD", "D BAK"]}, "there are 2 pieces D"),
    ],
)
@rule("young_kingdoms", "7", "16", "42", "83")
def test_impossible(standing: Texts, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        require(units(standing))


@pytest.mark.parametrize("name", ["", "SIL", "SIL0", "1", "BAK1", "sil1"])
def test_chaos_says_where_it_was_built(name: str) -> None:
    with pytest.raises(ValueError, match="names no land of Chaos"):
        require([Unit("DHJ", "C", "MAR", name)])


def test_no_two_units_of_chaos_have_one_id() -> None:
    """Powers number theirs apart."""
    require([Unit("DHJ", "C", "MAR", "SIL1"), Unit("SHZ", "C", "BAK", "SIL1")])
    with pytest.raises(ValueError, match="another one has the id SIL1"):
        require([Unit("DHJ", "C", "MAR", "SIL1"), Unit("DHJ", "C", "BAK", "SIL1")])


def test_the_dislodged_may_stand_where_they_were_beaten() -> None:
    require(
        units({"SHZ": ["A GRO"]}),
        [dislodged("DHJ A GRO", retreats=["DHA", "JHA"]), dislodged("MEL D GRO")],
    )


@pytest.mark.parametrize(
    ("beaten", "wrong"),
    [
        ([dislodged("DHJ A GRO", retreats=["MYR"])], "DHJ A GRO cannot retreat to MYR"),
        ([dislodged("DHJ A GRO", retreats=["JHA"])], "cannot retreat to JHA"),
        ([dislodged("DHJ F GRO", retreats=["JHA"])], "cannot retreat to JHA"),
        ([dislodged("DHJ A/F SPS", army=["DRW"])], "the army of DHJ A/F SPS cannot retreat to DRW"),
        ([dislodged("DHJ C GRO", retreats=["DHA"])], "cannot retreat to DHA"),
        ([dislodged("DHJ A GRO"), dislodged("SHZ A GRO")], "two of this kind"),
        ([dislodged("SHZ E GRO"), dislodged("SHZ E DHA")], "2 pieces E"),
    ],
)
def test_no_such_dislodged(beaten: list[Dislodged], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        require(units({"SHZ": ["A JHA"]}), beaten)


def test_no_retreat_into_a_standoff_or_to_the_attacker() -> None:
    beaten = dislodged("DHJ A GRO", retreats=["DHA"])
    with pytest.raises(ValueError, match="cannot retreat to DHA"):
        require_possible(
            BOARD,
            Position("S6480R", (), owners(), (beaten,), frozenset({"DHA"})),
        )
    barred = Dislodged(beaten.unit, came_from=frozenset({"DHA"}), retreats=beaten.retreats)
    with pytest.raises(ValueError, match="cannot retreat to DHA"):
        require((), [barred])


@pytest.mark.parametrize(
    ("owned", "wrong"), [({"XAN": "SHZ"}, "XAN is no center"), ({"BAK": "XYZ"}, "no power")]
)
def test_whose_centers_they_are(owned: dict[str, str], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        require((), owned=owned)
