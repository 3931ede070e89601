"""Retreats of Young Kingdoms: what is open to whom, an A/F in parts, and who meets whom."""

from collections.abc import Sequence

import pytest

from adjudicator.simultaneous.orders import RetreatOrder
from adjudicator.simultaneous.position import Dislodged, Position
from tests.boards import Texts, results
from tests.rules import rule
from tests.variants.young_kingdoms.cases import (
    board,
    cases_of,
    dislodged,
    order,
    ordered,
    orders,
    owners,
    position,
    result,
    sheets,
    texts,
    unit,
    units,
)
from tests.variants.young_kingdoms.test_map import BOARD
from variants.young_kingdoms.outcome import Resolution
from variants.young_kingdoms.pieces.openings import retreats_open
from variants.young_kingdoms.pieces.pieces import Owners
from variants.young_kingdoms.reasons import TEXTS
from variants.young_kingdoms.retreats import legality, retreat


@pytest.mark.parametrize("name", cases_of("R"))
def test_the_cases(name: str) -> None:
    case = cases_of("R")[name]
    resolution = retreat(board(case), position(case), sheets(case))
    assert texts(resolution.after) == ordered(case["after"])
    for text, word in case.get("results", {}).items():
        assert result(resolution, text) == word


# --- what is open


def ways(
    text: str, standing: Texts, barred: Sequence[str] = (), owned: Owners | None = None
) -> dict[str, list[str]]:
    """The open retreats by part, of ``DHJ A GRO`` beside these units."""
    found: dict[str, list[str]] = {}
    whose = owners() if owned is None else owned
    for way in retreats_open(BOARD, whose, unit(text), units(standing), barred):
        found.setdefault(way.part, []).append(way.to)
    return found


@rule("young_kingdoms", "57", "95")
def test_not_where_others_stand_nor_what_is_barred() -> None:
    """T24: GRO's army was beaten by the Dragon out of DRW, and JHA's army entered behind it."""
    assert ways("DHJ A GRO", {"SHZ": ["A GRO"]}) == {"whole": ["DHA", "JHA"]}
    assert ways("DHJ A GRO", {"SHZ": ["A DHA"]}, barred=["JHA"]) == {}


@rule("young_kingdoms", "63", "66", "95", "YK 3")
def test_a_garrison_keeps_out_all_but_its_own_power() -> None:
    """T23 and T27."""
    assert ways("VLM F STV", {"PUR": ["G FOE"]}, barred=["DRE"]) == {"whole": ["HRO", "MEN", "OLD"]}
    standing = {"MEL": ["D PAN", "G IMR"], "VLM": ["F DRN", "F JAD"]}
    assert ways("MEL F DRN", standing, barred=["PYA"]) == {
        "whole": ["DRE", "DRW", "IMR", "PAN", "SPS"]
    }
    assert ways("VLM A BAK", {"NEUTRAL": ["G TAN"]}) == {"whole": ["NAD", "RIG"]}


@rule("young_kingdoms", "66", "83")
def test_elric_lets_a_unit_of_his_ally_in_and_no_other() -> None:
    standing = {"SHZ": ["E AFL"], "DHJ": ["A DHA", "A JHA"]}
    assert ways("SHZ A MYR", standing, barred=["DHA"]) == {"whole": ["AFL", "MAR", "TAR", "XAN"]}
    assert ways("LOR A MYR", standing, barred=["DHA"]) == {"whole": ["MAR", "TAR", "XAN"]}
    beside = {"SHZ": ["E AFL", "A AFL"]}
    assert "AFL" not in ways("SHZ A MYR", beside)["whole"]


@rule("young_kingdoms", "45", "48", "59", "95", "YK 5", "YK 8")
def test_the_dragon_flies_by_land_and_sea_but_not_to_chaos_or_tanelorn() -> None:
    """T31: it cannot retreat to SIL, so it is lost. From RIG neither SIG nor TAN is open."""
    assert ways("MEL D NIH", {"SHZ": ["F WBO"]}, barred=["MAR"]) == {}
    assert ways("MEL D BAK", {}) == {"whole": ["NAD", "NPS", "RIG", "SPS"]}
    assert ways("MEL D NAD", {"MEL": ["F SPS"], "VLM": ["A PYA"]}) == {
        "whole": ["BAK", "RIG", "SPS", "VIL"]
    }


@pytest.mark.parametrize("text", ["PUR G FOE", "DHJ C MAR", "VLM E NAD"])
@rule("young_kingdoms", "40", "42", "46", "YK 3", "YK 4", "YK 6")
def test_who_never_retreats(text: str) -> None:
    assert ways(text, {}) == {}


@rule("young_kingdoms", "18", "26")
def test_an_army_and_fleet_at_sea() -> None:
    """T9 and Y45: as one to the sea or home; the fleet anywhere, the army to a coast of the sea."""
    assert ways("LOR A/F DRS", {"VLM": ["F DRS", "F DRE"]}, barred=["SER"]) == {
        "whole": ["DRW", "STC"],
        "fleet": ["CAV", "DRW", "FIL", "RAM", "SOR", "STC"],
        "army": ["CAV", "FIL", "RAM", "SOR"],
    }
    own = ways("PUR A/F SER", {"PUR": ["G FOE"]}, barred=["OLD"])
    assert own["whole"] == ["DRE", "DRS", "FOE"]
    assert "FOE" in own["fleet"]
    assert "FOE" in own["army"]


@rule("young_kingdoms", "26")
def test_an_army_and_fleet_out_of_their_harbour() -> None:
    """T28: the army goes by land."""
    standing = {"MEL": ["F FOE", "D SER"]}
    assert ways("PUR A/F FOE", standing, barred=["DRE"]) == {
        "whole": ["STV"],
        "fleet": ["MEN", "STV"],
        "army": ["MEN"],
    }


@rule("young_kingdoms", "16", "18")
def test_a_harbour_is_its_owners() -> None:
    """Lost to Vilmir, the Fortress takes no A/F, and beside the fleet there no army."""
    lost = owners() | {"FOE": "VLM"}
    assert "FOE" not in ways("PUR A/F SER", {}, owned=lost)["whole"]
    assert "FOE" in ways("PUR A MEN", {"PUR": ["F FOE"]})["whole"]
    assert "whole" not in ways("PUR A MEN", {"PUR": ["F FOE"]}, owned=lost)


# --- who goes where

SER = dislodged(
    "PUR A/F SER", whole=["DRS", "FOE"], fleet=["DRS", "FOE", "MEN"], army=["ARG", "FOE", "MEN"]
)


def fall_back(
    standing: Texts, beaten: Sequence[Dislodged], sheet: Texts, owned: Owners | None = None
) -> Resolution:
    centers = owners() if owned is None else owned
    before = Position("S6480R", units(standing), centers, tuple(beaten))
    return retreat(BOARD, before, orders(sheet))


def gone(resolution: Resolution) -> list[str]:
    return [f"{unit}: {reason}" for unit, reason in resolution.removed]


@pytest.mark.parametrize(
    ("sheet", "after", "lost"),
    [
        (["A SER R ARG"], ["A ARG"], ["F SER: no_order"]),
        (["F SER R DRS"], ["F DRS"], ["A SER: no_order"]),
        (["F SER R DRS", "A SER R DRS"], ["F DRS"], ["A SER: order_failed"]),
        (["F SER R DRS", "A SER D"], ["F DRS"], ["A SER: ordered"]),
        (["F SER R DRS", "F SER R FOE", "A SER R ARG"], ["A ARG"], ["F SER: order_failed"]),
        (["A/F SER D"], [], ["A/F SER: ordered"]),
        (["A/F SER R MEN", "A SER R MEN"], ["A MEN"], ["F SER: no_order"]),
        (["A/F SER R DRS", "A SER R SER"], ["A/F DRS"], []),
        (["A/F SER R FIL"], [], ["A/F SER: order_failed"]),
    ],
)
@rule("young_kingdoms", "13", "26")
def test_the_parts_of_an_army_and_fleet(
    sheet: list[str], after: list[str], lost: list[str]
) -> None:
    """26: a part without an order of its own that counts is lost, once the other has one."""
    resolution = fall_back({}, [SER], {"PUR": sheet})
    assert texts(resolution.after) == ordered({"PUR": after})
    assert gone(resolution) == lost


@pytest.mark.parametrize("part", ["F SER R DRS", "A SER R ARG", "F SER D"])
def test_the_whole_and_a_part_contradict_each_other(part: str) -> None:
    resolution = fall_back({}, [SER], {"PUR": ["A/F SER R DRS", part]})
    assert results(resolution) == ["illegal: several_orders"] * 2
    assert gone(resolution) == ["A/F SER: order_failed"]


@rule("young_kingdoms", "16", "66", "83")
def test_a_beaten_army_joins_the_fleet_in_its_harbour() -> None:
    """16: the two are one A/F then; 83 lets the garrison and Elric be there too."""
    standing = {"PUR": ["F FOE", "G FOE", "E FOE"]}
    resolution = fall_back(
        standing, [dislodged("PUR A MEN", retreats=["FOE"])], {"PUR": ["A MEN R FOE"]}
    )
    assert texts(resolution.after) == {"PUR": ["A/F FOE", "E FOE", "G FOE"]}


@rule("young_kingdoms", "83", "95")
def test_who_clashes_in_a_harbour() -> None:
    """Two fleets are lost there; the army is a companion of either, and safe."""
    beaten = [SER, dislodged("PUR F STV", retreats=["FOE"])]
    sheet = {"PUR": ["F SER R FOE", "A SER R FOE", "F STV R FOE"]}
    resolution = fall_back({}, beaten, sheet)
    assert results(resolution) == [
        "bounces: retreats_clash",
        "succeeds",
        "bounces: retreats_clash",
    ]
    assert texts(resolution.after) == {"PUR": ["A FOE"]}


def test_the_whole_and_an_army_clash_in_a_harbour() -> None:
    beaten = [SER, dislodged("PUR A MEN", retreats=["FOE"])]
    resolution = fall_back({}, beaten, {"PUR": ["A/F SER R FOE", "A MEN R FOE"]})
    assert resolution.after == ()
    assert gone(resolution) == ["A/F SER: retreats_clash", "A MEN: retreats_clash"]


def test_two_of_one_space_are_told_apart_by_their_kind() -> None:
    beaten = [dislodged("MEL F DRN", retreats=["SPS"]), dislodged("MEL D DRN", retreats=["PAN"])]
    before = Position("S6480R", (), owners(), tuple(beaten))
    for text, reason in (
        ("D DRN R PAN", ""),
        ("D DRN R SPS", "cannot_retreat"),
        ("A DRN R PAN", "not_dislodged"),
        ("F DRN - SPS", "wrong_phase"),
        ("F DRN H", "wrong_phase"),
        ("F PAN H", "wrong_phase"),
    ):
        (one,) = order(text)
        assert legality(before, "MEL", one) == reason
        assert not reason or reason in TEXTS


def test_an_order_without_a_kind_must_mean_one_piece() -> None:
    beaten = [dislodged("MEL F DRN", retreats=["SPS"]), dislodged("MEL D DRN", retreats=["PAN"])]
    for pieces, expected in ((beaten, "illegal: which_piece"), (beaten[:1], "succeeds")):
        before = Position("S6480R", (), owners(), tuple(pieces))
        sheets = {"MEL": [RetreatOrder("", "DRN", "SPS")]}
        assert results(retreat(BOARD, before, sheets)) == [expected]


def test_the_owner_orders_and_nobody_else() -> None:
    """T25: fleet and Dragon were beaten out of one province by others."""
    beaten = [dislodged("LOR F RAM", retreats=["FIL"]), dislodged("MEL D RAM", retreats=["STC"])]
    sheet = {"LOR": ["D RAM R STC", "F RAM R FIL"], "MEL": ["D RAM R STC"]}
    resolution = fall_back({"LOR": ["A RAM"]}, beaten, sheet)
    assert results(resolution) == ["illegal: not_yours", "succeeds", "succeeds"]
    assert texts(resolution.after) == {"LOR": ["A RAM", "F FIL"], "MEL": ["D STC"]}


@pytest.mark.parametrize("text", ["PUR G FOE", "DHJ C MAR", "VLM E NAD"])
@rule("young_kingdoms", "40", "42", "46")
def test_who_never_retreats_is_gone(text: str) -> None:
    power, piece = text.split(" ", 1)
    resolution = fall_back({}, [dislodged(text)], {power: [f"{piece} R AFL"]})
    assert results(resolution) == ["illegal: never_retreats"]
    assert gone(resolution) == [f"{piece}: no_retreat"]


def test_it_is_pure() -> None:
    beaten = [SER, dislodged("VLM F OLD", retreats=["STV"])]
    sheets = {"PUR": ["F SER R FOE", "A SER R FOE"], "VLM": ["F OLD R STV"]}
    first = fall_back({"PUR": ["G FOE"]}, beaten, sheets)
    assert fall_back({"PUR": ["G FOE"]}, beaten, sheets) == first
    turned = fall_back({"PUR": ["G FOE"]}, beaten, dict(reversed(sheets.items())))
    assert set(turned.after) == set(first.after)
