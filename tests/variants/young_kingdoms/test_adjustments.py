"""Adjustments of Young Kingdoms: builds in harbours and lands of Chaos, and what is removed."""

from typing import Any

import pytest

from adjudicator.simultaneous.orders import Build, Disband
from adjudicator.simultaneous.position import Position, Unit
from tests.boards import Texts, results
from tests.rules import rule
from tests.variants.young_kingdoms.cases import (
    CLOSED,
    board,
    cases_of,
    options,
    order,
    ordered,
    orders,
    owners,
    position,
    result,
    sheets,
    texts,
    units,
)
from tests.variants.young_kingdoms.test_map import BOARD
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import Order
from variants.young_kingdoms.outcome import Resolution
from variants.young_kingdoms.pieces.chaos import built_in, numbered
from variants.young_kingdoms.reasons import TEXTS
from variants.young_kingdoms.winter.adjustments import adjust, balance, legality
from variants.young_kingdoms.winter.builds import build_sites
from variants.young_kingdoms.winter.removals import default_removals


@pytest.mark.parametrize("name", cases_of("A"))
def test_the_cases(name: str) -> None:
    case = cases_of("A")[name]
    resolution = adjust(board(case), position(case), sheets(case), options(case))
    assert texts(resolution.after) == ordered(case["after"])
    for text, word in case.get("results", {}).items():
        assert result(resolution, text) == word
    due = balance(board(case), position(case))
    for power, number in case.get("may_build", {}).items():
        assert due[power] == int(number)
    for power, number in case.get("must_remove", {}).items():
        assert due[power] == -int(number)


def standing(pieces: Texts, owned: Texts, built: dict[str, str] | None = None) -> Position:
    return Position("F6480A", units(pieces, built), owners(owned))


def balanced(before: Position, sheet: Texts, **chosen: Any) -> Resolution:
    return adjust(BOARD, before, orders(sheet), Options(**chosen))


def gone(resolution: Resolution) -> list[str]:
    return [f"{piece}: {reason}" for piece, reason in resolution.removed]


@rule("young_kingdoms", "31", "39", "40", "41", "45", "46")
def test_what_needs_a_center_and_what_counts_two() -> None:
    """31, 39, 41: an A/F counts two, Chaos one, the Dragon, Elric and garrisons nothing."""
    before = standing(
        {
            "MEL": ["A/F IMR", "D IMR", "G IMR", "C SIL"],
            "PUR": ["A/F SER", "G FOE", "E MEN"],
            "NEUTRAL": ["G ORG"],
        },
        {"MEL": ["IMR"], "PUR": ["FOE", "MEN"], "LOR": ["RAM"]},
    )
    assert balance(BOARD, before) == {"MEL": -1, "PUR": 1, "LOR": 1}


# --- builds


@rule("young_kingdoms", "32", "41", "YK 4")
def test_what_may_be_built_where() -> None:
    """IOS lies inland, TRE is occupied; another power's Chaos bars KEL (41)."""
    before = standing({"LOR": ["F TRE"], "DHJ": ["C KEL"]}, {"LOR": ["IOS", "RAM", "TRE"]})
    assert build_sites(BOARD, before, "LOR") == {
        "IOS": ("A",),
        "RAM": ("A", "F"),
        "SIL": ("C",),
        "SIG": ("C",),
    }
    assert build_sites(BOARD, before, "DHJ") == {"SIL": ("C",), "SIG": ("C",), "KEL": ("C",)}


@rule("young_kingdoms", "71", "YK 4")
def test_elrics_ally_builds_at_home_only() -> None:
    """71; and beside him, for he is a companion of its units (83)."""
    before = standing({"SHZ": ["E AFL"]}, {"SHZ": ["AFL"]})
    assert build_sites(BOARD, before, "SHZ") == {"AFL": ("A", "F")}


def test_another_powers_elric_fills_a_center() -> None:
    """A guest beside his host: nobody has asked him about the other unit (61)."""
    before = standing({"PUR": ["A FOE"], "VLM": ["E FOE"]}, {"PUR": ["FOE", "MEN"]})
    resolution = balanced(before, {"PUR": ["BUILD F FOE"]})
    assert results(resolution) == ["illegal: occupied"]


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("A VIL B", "not_home"),
        ("F IOS B", "no_place_for_kind"),
        ("A TRE B", "occupied"),
        ("A RAM B", ""),
        ("A DRS B", "not_home"),
        ("A SIL B", "not_home"),
        ("C RAM B", "no_such_build"),
        ("D RAM B", "no_such_build"),
        ("E RAM B", "no_such_build"),
        ("C KEL B", "chaos_barred"),
        ("C SIL B", ""),
        ("IOS B", ""),
        ("SIL B", ""),
        ("RAM B", "no_kind"),
        ("A XXX B", "cannot_reach"),
        ("XXX B", "cannot_reach"),
        ("F TRE D", "nothing_to_remove"),
        ("F TRE H", "wrong_phase"),
        ("ENLIST ELRIC", "wrong_phase"),
    ],
)
def test_the_legality_of_a_build(order: str, reason: str) -> None:
    before = standing({"LOR": ["F TRE"], "DHJ": ["C KEL"]}, {"LOR": ["IOS", "RAM", "TRE"]})
    assert legality(BOARD, before, "LOR", as_order(order)) == reason
    assert not reason or reason in TEXTS


def as_order(text: str) -> Order:
    """As the cases write orders, and builds also as `str` does, without a kind as well."""
    *kind, place, verb = text.split()
    return Build("".join(kind), place) if verb == "B" else order(text)[0]


@rule("young_kingdoms", "32")
def test_a_double_center_takes_one_of_each_kind() -> None:
    """32: the third build there is one too many, however they come."""
    before = standing({}, {"PUR": ["FOE", "MEN"]})
    sheet = ["BUILD F FOE", "BUILD F FOE", "BUILD A FOE", "BUILD A FOE", "BUILD F MEN"]
    resolution = balanced(before, {"PUR": sheet})
    assert results(resolution) == [
        "succeeds",
        "illegal: occupied",
        "succeeds",
        "illegal: occupied",
        "succeeds",
    ]
    assert texts(resolution.after) == {"PUR": ["A/F FOE", "F MEN"]}


@rule("young_kingdoms", "32")
def test_an_army_and_fleet_fills_its_harbour() -> None:
    before = standing({"PUR": ["A/F FOE"]}, {"PUR": ["FOE", "MEN"]})
    assert "FOE" not in build_sites(BOARD, before, "PUR")


@rule("young_kingdoms", "32")
def test_one_build_makes_half_of_it() -> None:
    before = standing({"PUR": ["F MEN", "F SER"]}, {"PUR": ["FOE", "MEN"]})
    resolution = balanced(before, {"PUR": ["BUILD A FOE", "BUILD F FOE"]})
    assert results(resolution) == ["succeeds", "illegal: nothing_to_build"]
    assert texts(resolution.after) == {"PUR": ["A FOE", "F MEN", "F SER"]}


@rule("young_kingdoms", "41", "103")
def test_a_new_unit_of_chaos_has_a_number_of_its_own() -> None:
    """SIL1 and SIL2 live, KEL1 was built elsewhere; another power's numbers are its own."""
    before = standing(
        {"DHJ": ["C MAR", "C SIL"], "OIY": ["C KEL"]},
        {"DHJ": ["DHA", "GRO", "PAN", "TAR"], "OIY": ["OIN", "YU"]},
    )
    resolution = balanced(before, {"DHJ": ["BUILD C SIL", "BUILD C SIG"], "OIY": ["BUILD C SIG"]})
    assert [(u.power, u.id) for u in resolution.after] == [
        ("DHJ", "SIL1"),
        ("DHJ", "SIL2"),
        ("OIY", "KEL1"),
        ("DHJ", "SIL3"),
        ("DHJ", "SIG1"),
        ("OIY", "SIG1"),
    ]
    assert {built_in(u) for u in resolution.after} == {"SIL", "SIG", "KEL"}


@rule("young_kingdoms", "41")
def test_two_powers_in_one_land_at_one_time_and_one_elsewhere() -> None:
    """41, `chaos_same_time`: what counts for the option are builds that could be made."""
    before = standing({}, {"DHJ": ["DHA", "GRO"], "OIY": ["OIN"], "LOR": []})
    sheet = {
        "DHJ": ["BUILD C SIL", "BUILD C KEL", "BUILD C SIG"],
        "OIY": ["BUILD C SIL", "BUILD C KEL"],
        "LOR": ["BUILD C KEL"],
    }
    both = balanced(before, sheet)
    assert texts(both.after) == {"DHJ": ["C KEL", "C SIL"], "OIY": ["C SIL"]}
    neither = balanced(before, sheet, chaos_same_time="neither")
    assert results(neither) == [
        "bounces: chaos_at_once",
        "succeeds",
        "illegal: nothing_to_build",
        "bounces: chaos_at_once",
        "illegal: nothing_to_build",
        "illegal: nothing_to_build",
    ]
    assert texts(neither.after) == {"DHJ": ["C KEL"]}


def test_two_of_one_power_are_no_rivals() -> None:
    before = standing({}, {"DHJ": ["DHA", "GRO"]})
    sheet = {"DHJ": ["BUILD C SIL", "BUILD C SIL"]}
    assert len(balanced(before, sheet, chaos_same_time="neither").after) == 2


def test_a_waived_build_is_used_up() -> None:
    before = standing({}, {"DHJ": ["DHA"]})
    resolution = balanced(before, {"DHJ": ["WAIVE", "BUILD A DHA", "WAIVE"]})
    assert results(resolution) == ["succeeds", *["illegal: nothing_to_build"] * 2]


@rule("young_kingdoms", "47")
def test_melnibone_has_no_home_once_elric_reigns() -> None:
    before = Position("F6480A", (), owners({"MEL": ["PAN"]}, CLOSED))
    assert set(build_sites(CLOSED, before, "MEL")) == {"SIL", "SIG", "KEL"}


# --- removals

AT_SEA = standing({"PUR": ["A/F SER", "F OLD"], "VLM": ["A HRO"]}, {"PUR": ["MEN"], "VLM": ["HRO"]})
"""The Purple Towns have three units and one center."""


@pytest.mark.parametrize(
    ("sheet", "said", "after"),
    [
        (["A/F SER D"], ["succeeds"], ["F OLD"]),
        (["F SER D", "A SER D"], ["succeeds", "succeeds"], ["F OLD"]),
        (["F SER D"], ["illegal: army_aboard"], ["F SER"]),
        (["F OLD D", "F SER D", "A SER D"], ["succeeds", "illegal: nothing_to_remove", "succeeds"],
         ["F SER"]),
        (["F OLD D", "A/F SER D"], ["succeeds", "illegal: removes_two"], ["F SER"]),
        (["A SER D", "A/F SER D", "F OLD D"],
         ["succeeds", "illegal: removed_already", "succeeds"], ["F SER"]),
        (["A SER D", "A SER D"], ["succeeds", "illegal: removed_already"], ["F SER"]),
        (["A OLD D"], ["illegal: no_unit"], ["F SER"]),
        (["A HRO D"], ["illegal: not_yours"], ["F SER"]),
        (["BUILD F MEN"], ["illegal: nothing_to_build"], ["F SER"]),
        (["WAIVE"], ["illegal: nothing_to_build"], ["F SER"]),
    ],
)  # fmt: skip
@rule("young_kingdoms", "31")
def test_removals_of_an_army_and_fleet_at_sea(
    sheet: list[str], said: list[str], after: list[str]
) -> None:
    """31. Of what is left the default takes the Oldest Ocean's fleet first, by name."""
    resolution = balanced(AT_SEA, {"PUR": sheet})
    assert results(resolution) == said
    assert texts(resolution.after) == {"PUR": after, "VLM": ["A HRO"]}


@rule("young_kingdoms", "31")
def test_only_one_to_remove_of_an_army_and_fleet() -> None:
    before = standing({"PUR": ["A/F SER", "F OLD"]}, {"PUR": ["FOE"]})
    for text, reason in (
        ("A/F SER D", "removes_two"),
        ("F SER D", "army_aboard"),
        ("A SER D", ""),
        ("F OLD D", ""),
    ):
        (one,) = order(text)
        assert legality(BOARD, before, "PUR", one) == reason


def test_a_removal_without_a_kind_must_mean_one_unit() -> None:
    for place, reason in (("SER", "which_piece"), ("OLD", "")):
        given = legality(BOARD, AT_SEA, "PUR", Disband("", place))
        assert given == reason


@pytest.mark.parametrize("text", ["D IMR D", "G IMR D"])
@rule("young_kingdoms", "40", "45")
def test_what_is_never_removed(text: str) -> None:
    before = standing({"MEL": ["A/F IMR", "F DRN", "D IMR", "G IMR"]}, {"MEL": ["IMR"]})
    resolution = balanced(before, {"MEL": [text]})
    assert results(resolution) == ["illegal: never_removed"]
    assert texts(resolution.after) == {"MEL": ["A/F IMR", "D IMR", "G IMR"]}


@rule("young_kingdoms", "46")
def test_elric_is_never_removed() -> None:
    (one,) = order("E BAK D")
    allied = standing({"VLM": ["E BAK", "A BAK"]}, {})
    assert legality(BOARD, allied, "VLM", one) == "never_removed"
    assert legality(BOARD, allied, "VLM", Disband("", "BAK")) == ""


@rule("young_kingdoms", "103")
def test_chaos_is_removed_by_its_number() -> None:
    """103: by order of arrival. Where it was built matters later (41), so it must be clear."""
    pieces = (
        Unit("DHJ", "C", "SIL", "SIL1"),
        Unit("OIY", "C", "SIL", "SIL1"),
        Unit("DHJ", "C", "SIL", "KEL1"),
    )
    before = Position("F6480A", pieces, owners({"OIY": ["OIN"]}))
    assert [numbered(before.units, piece) for piece in before.units] == ["C1", "C", "C2"]
    assert results(balanced(before, {"DHJ": ["C SIL D"]})) == ["illegal: which_piece"]
    resolution = balanced(before, {"DHJ": ["C2 SIL D", "C1 SIL D", "C3 SIL D"]})
    assert results(resolution) == ["succeeds", "succeeds", "illegal: no_unit"]
    assert [piece.id for piece, _ in resolution.removed] == ["KEL1", "SIL1"]


def test_chaos_of_one_birth_is_removed_one_after_the_other() -> None:
    before = standing({"DHJ": ["C SIL", "C SIL", "A DHA"]}, {"DHJ": ["DHA"]})
    resolution = balanced(before, {"DHJ": ["C SIL D", "C SIL D", "C SIL D"]})
    assert results(resolution) == ["succeeds", "succeeds", "illegal: removed_already"]
    assert texts(resolution.after) == {"DHJ": ["A DHA"]}


# --- removals by default


def by_default(power: str, pieces: list[str], owned: list[str]) -> list[str]:
    before = standing({power: pieces}, {power: owned})
    return [str(piece) for piece in default_removals(BOARD, before, before.units, power)]


@rule("young_kingdoms", "77")
def test_kinds_at_one_distance() -> None:
    """77: fleets, Chaos, armies; when the fleet at sea has its turn, its army goes before it."""
    pieces = ["A MEN", "C STV", "A/F SER", "F DRE", "G FOE", "E MEN"]
    assert by_default("PUR", pieces, ["FOE"]) == ["F DRE", "A SER", "F SER", "C STV", "A MEN"]


@rule("young_kingdoms", "77")
def test_distance_comes_before_kind() -> None:
    assert by_default("DHJ", ["F SPS", "A TAR", "A XAN"], ["DHA"]) == ["A XAN", "F SPS", "A TAR"]


@rule("young_kingdoms", "31", "77")
def test_an_army_and_fleet_in_harbour_are_two_units() -> None:
    assert by_default("PUR", ["A/F FOE", "A MEN"], ["FOE"]) == ["A MEN", "F FOE", "A FOE"]


@rule("young_kingdoms", "77")
def test_no_way_leads_through_a_land_of_chaos_but_for_chaos() -> None:
    """From RLI to XAN it is two steps over SIL, else four; to STC three over the seas."""
    assert by_default("SHZ", ["A XAN", "F STC"], ["RLI"])[0] == "A XAN"
    assert by_default("SHZ", ["C XAN", "F STC"], ["RLI"])[0] == "F STC"


def test_the_parts_given_up_count_as_one_each() -> None:
    before = standing({"PUR": ["A/F SER", "A/F FOE", "F OLD"]}, {"PUR": ["FOE"]})
    resolution = balanced(before, {"PUR": ["A/F SER D"]})
    assert gone(resolution) == ["A/F SER: ordered", "F OLD: surplus"]
    assert texts(resolution.after) == {"PUR": ["A/F FOE"]}


def test_it_is_pure() -> None:
    sheet = {"PUR": ["A SER D"], "VLM": ["BUILD A HRO"]}
    first = balanced(AT_SEA, sheet)
    assert balanced(AT_SEA, sheet) == first
    turned = balanced(AT_SEA, dict(reversed(sheet.items())))
    assert set(turned.after) == set(first.after)
