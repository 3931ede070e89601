"""Whole sheets of Young Kingdoms: what does not count, what does not fit, what is left out; and a
later letter upon an earlier."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.simultaneous.position import Position
from tests.rules import rule
from tests.variants.young_kingdoms.cases import BOARD, cases_of, dislodged, order, owners, units
from tests.variants.young_kingdoms.cases import board as board_of
from tests.variants.young_kingdoms.cases import elric as elric_of
from tests.variants.young_kingdoms.cases import options as options_of
from tests.variants.young_kingdoms.cases import position as position_of
from tests.variants.young_kingdoms.cases import sheets as sheets_of
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.letters.chains import per_unit
from variants.young_kingdoms.letters.sheets import sheet_faults
from variants.young_kingdoms.movement.season import resolve
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import Order


def orders(lines: Sequence[str]) -> list[Order]:
    return [one for line in lines for one in order(line)]


def faults(
    power: str,
    pieces: Mapping[str, Sequence[str]],
    lines: Sequence[str],
    elric: Elric | None = None,
    phase: str = "S6482M",
    **position: Any,
) -> list[str]:
    board = Position(phase, units(pieces), **{"centers": owners(), **position})
    found = sheet_faults(BOARD, board, elric or Elric(), power, orders(lines), Options())
    assert all((said.line, said.column) == (0, 0) for said in found)
    return [f"{said.severity} {said.code} {said.text}".rstrip() for said in found]


PUR = {"PUR": ["A MEN", "F SER", "A/F FOE", "G FOE"], "LOR": ["F DRS"]}
CHAIN = ["A MEN BOARD F SER", "A/F SER - DRS", "A DRS LAND FIL"]


def test_a_whole_chain_is_right() -> None:
    assert faults("PUR", PUR, [*CHAIN, "A/F FOE H"]) == []


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (CHAIN, ["note no_order A/F FOE"]),
        ([*CHAIN, "F FOE - DRE"], ["note no_order A FOE"]),
        ([*CHAIN, "A FOE H", "F FOE - DRE"], []),
        (
            [*CHAIN[:2], "A SER LAND FIL", "A/F FOE H"],
            ["warning fleet_elsewhere A SER LAND FIL"],
        ),
        (
            ["A MEN H", *CHAIN[1:], "A/F FOE H"],
            ["warning no_army_aboard A DRS LAND FIL"],
        ),
        (
            ["A MEN BOARD F SER", "A FOE BOARD F SER", "F SER H", "F FOE H"],
            ["warning two_armies A MEN BOARD F SER", "warning two_armies A FOE BOARD F SER"],
        ),
        (
            ["A MEN BOARD F SER", "F SER - ARG", "A/F FOE H"],
            ["warning boarded F SER - ARG"],
        ),
        (
            ["A MEN H", "F SER H", "A FOE S A MEN", "F FOE S F SER"],
            ["warning one_support A FOE S A MEN", "warning one_support F FOE S F SER"],
        ),
        (
            ["A MEN - FOE", "F SER H", "A FOE - MEN", "F FOE - MEN"],
            ["warning same_space A FOE - MEN", "warning same_space F FOE - MEN"],
        ),
        (
            ["A MEN H", "F SER S A MEN - FOE", "A/F FOE H"],
            ["warning ordered_otherwise F SER S A MEN - FOE"],
        ),
        (
            ["A MEN BOARD F SER", "F SER H", "A/F FOE S A MEN"],
            ["warning ordered_otherwise A/F FOE S A MEN"],
        ),
        (
            ["A MEN H", "F SER C A MEN - PIK", "A/F FOE H"],
            ["warning ordered_otherwise F SER C A MEN - PIK"],
        ),
        (["A MEN - PIK", "F SER C A MEN - PIK", "A/F FOE H"], []),
        (["A MEN S A/F FOE", "F SER H", "A FOE H", "F FOE - DRE"], []),
        (["A MEN H", "F SER S G FOE", "A/F FOE - DRE"], []),
        (["A MEN H", "F SER S F DRS", "A/F FOE H"], []),
        (
            ["A MEN H", "F SER - DRE", "A/F SER - OLD", "A/F FOE H"],
            ["error several_orders F SER - DRE", "error several_orders A/F SER - OLD"],
        ),
        (
            ["A MEN H", "F SER H", "A/F FOE - DRE", "A FOE H"],
            ["error several_orders A/F FOE - DRE", "error several_orders A FOE H"],
        ),
        (["A MEN H", "A MEN H", "F SER H", "A/F FOE H"], []),
    ],
)
def test_aboard_and_in_harbour(lines: Sequence[str], said: Sequence[str]) -> None:
    assert faults("PUR", PUR, lines) == list(said)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], ["note no_order D CAV"]),
        (["D CAV - DRW"], ["note first_move D CAV - DRW"]),
        (["D CAV - DRW FIRST"], []),
        (["D CAV - DRW FIRST", "D DRW - GRO"], []),
        (["D CAV H FIRST", "D CAV - IMR"], []),
        (["D CAV - DRW FIRST", "D CAV - IMR"], ["note dragon_elsewhere D CAV - IMR"]),
        (["D DRW - GRO"], ["warning dragon_elsewhere D DRW - GRO"]),
        (["D CAV - DRW", "D DRW - GRO"], []),
        (["D CAV H", "D CAV - IMR"], []),
        (
            ["D CAV - DRW", "D CAV - DRS"],
            ["error several_orders D CAV - DRW", "error several_orders D CAV - DRS"],
        ),
        (
            ["D CAV - DRW FIRST", "D CAV - DRS FIRST"],
            ["error several_orders D CAV - DRW FIRST", "error several_orders D CAV - DRS FIRST"],
        ),
    ],
)
def test_the_dragons_two_moves(lines: Sequence[str], said: Sequence[str]) -> None:
    assert faults("MEL", {"MEL": ["D CAV", "G IMR"]}, lines) == list(said)


@rule("young_kingdoms", "58")
def test_a_first_move_that_fails_as_the_board_stands() -> None:
    """The A/F and the garrison are 4 against 3 (96)."""
    board = {"MEL": ["D DRE", "G IMR"], "PUR": ["A/F FOE", "G FOE"]}
    lines = ["D DRE - FOE FIRST", "D FOE - MEN"]
    assert faults("MEL", board, lines) == ["warning first_move_failed D FOE - MEN"]
    assert faults("MEL", board, [lines[0], "D DRE - SER"]) == []


@pytest.mark.parametrize(
    "line",
    [
        "F SPS S A DHA - GRO",  # Shazar's may be ordered so
        "F SPS S D DRW - GRO",  # the Dragon may be there by then
        "F SPS S E TAR - DHA",
        "F SPS C A DHA - TAR",
        "F SPS S A DHA",
    ],
)
def test_of_what_others_may_order_nothing_is_said(line: str) -> None:
    """Shazar's army in DHA, its Elric in TAR, Melnibone's Dragon, Dharijor's fleet."""
    board = {"SHZ": ["A DHA", "E TAR"], "MEL": ["D CAV"], "DHJ": ["F SPS"]}
    assert faults("DHJ", board, [line]) == []


VLM = {"VLM": ["A BAK", "E BAK", "F DRN"], "DHJ": ["A NAD"]}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["A BAK - TAN", "E BAK - TAN", "F DRN H"], []),
        (["A BAK - TAN", "E BAK H", "F DRN H"], ["warning without_elric A BAK - TAN"]),
        (["A BAK H", "E BAK - NAD GUEST", "F DRN H"], []),
        (["A BAK H", "E BAK - NAD", "F DRN H"], ["note no_guest E BAK - NAD"]),
        (["A BAK S E BAK - NAD", "E BAK - NAD", "F DRN H"], []),
        (["A BAK - NAD", "E BAK - NAD", "F DRN H"], []),
        (["A BAK H", "E BAK S A BAK", "F DRN H"], ["warning own_space E BAK S A BAK"]),
        (["A BAK H", "F DRN H"], ["note no_order E BAK"]),
        (["A BAK H", "RENOUNCE ELRIC", "F DRN H"], []),
        (
            ["A BAK H", "RENOUNCE ELRIC", "E BAK - RIG", "F DRN H"],
            ["warning renounced E BAK - RIG"],
        ),
        (["A BAK S E BAK - RIG", "E BAK - RIG", "F DRN H"], []),
        (
            ["A BAK S E BAK - RIG", "E BAK H", "F DRN H"],
            ["warning ordered_otherwise A BAK S E BAK - RIG"],
        ),
    ],
)
def test_elric_and_his_ally(lines: Sequence[str], said: Sequence[str]) -> None:
    assert faults("VLM", VLM, lines) == list(said)


def test_an_order_for_him_who_is_found_needs_that_he_is_enlisted() -> None:
    found = Elric("ORG", "VLM")
    lines = ["A ORG H", "E ORG - TRO"]
    assert faults("VLM", {"VLM": ["A ORG"]}, lines, found) == ["warning not_enlisted E ORG - TRO"]
    assert faults("VLM", {"VLM": ["A ORG"]}, [*lines, "ENLIST ELRIC"], found) == []


def test_elric_goes_ashore_alone_by_a_landing() -> None:
    pieces = {"PUR": ["A/F SER", "E SER", "G FOE"]}
    jump = ["error elric_by_land E SER - FIL"]
    assert faults("PUR", pieces, ["A/F SER H", "E SER - FIL"]) == jump
    assert faults("PUR", pieces, ["A/F SER H", "E SER LAND FIL"]) == []
    assert faults("PUR", pieces, ["A/F SER - FOE", "E SER - FOE"]) == []


@rule("young_kingdoms", "60")
def test_elric_lands_with_nobody_from_a_sea_where_he_will_not_be() -> None:
    board = {"LOR": ["A/F SER", "E SER"]}
    lines = ["A/F SER - OLD", "A OLD LAND PIK", "E OLD LAND PIK"]
    assert faults("LOR", board, lines) == []
    alone = ["A/F SER - OLD", "E OLD LAND PIK"]
    assert faults("LOR", board, alone) == ["warning elric_alone E OLD LAND PIK"]


@rule("young_kingdoms", "60")
def test_elric_lands_alone_only_from_a_fleet_that_stays() -> None:
    board = {"VLM": ["F DRS", "E DRS"]}
    sails = ["warning fleet_sails E DRS LAND FIL"]
    assert faults("VLM", board, ["E DRS LAND FIL", "F DRS - SER"]) == sails
    assert faults("VLM", board, ["E DRS LAND FIL", "F DRS H"]) == []


def test_elric_ashore_from_a_fleet_is_told_how_to_land() -> None:
    board = Position("S6482M", units({"VLM": ["F DRS", "E DRS"]}), owners())
    sheet = orders(["F DRS H", "E DRS - FIL"])
    (said,) = sheet_faults(BOARD, board, Elric(), "VLM", sheet, Options())
    assert (said.severity, said.code) == ("warning", "elric_alone")
    assert "E DRS LAND FIL" in said.message


@rule("young_kingdoms", "17")
def test_the_army_in_harbour_is_not_taken_along_by_its_fleet() -> None:
    board = {"PUR": ["A/F FOE", "G FOE"]}
    landing = "A DRE LAND HRO"
    assert faults("PUR", board, ["A FOE H", "F FOE - DRE", landing]) == [
        f"warning no_army_aboard {landing}"
    ]
    assert faults("PUR", board, ["A/F FOE - DRE", landing]) == []


@rule("young_kingdoms", "61")
def test_elric_needs_no_consent_beside_a_unit_of_his_ally() -> None:
    board = {"VLM": ["A NAD", "E BAK"]}
    assert faults("VLM", board, ["E BAK - NAD GUEST", "A NAD H ADMITS ELRIC"]) == [
        "warning needs_no_consent E BAK GUEST",
        "warning needs_no_consent A NAD ADMITS ELRIC",
    ]


@rule("young_kingdoms", "44")
@pytest.mark.parametrize("support", ["C SIL S A MYR - MAR", "C MAR S A MYR - SIL", "C SIL S A MYR"])
def test_no_support_from_or_into_a_land_of_chaos(support: str) -> None:
    board = {"DHJ": ["C SIL", "C MAR", "A MYR"]}
    said = faults("DHJ", board, [support])
    assert f"error chaos_supports {support}" in said


@rule("young_kingdoms", "95")
def test_two_own_retreats_to_one_space_are_warned_of() -> None:
    cases = (dislodged("PUR A/F SER", whole=["OLD"], fleet=["FIL"], army=["FIL"]),)
    lines = ["F SER R FIL", "A SER R FIL"]
    assert faults("PUR", {}, lines, phase="S6482R", dislodged=cases) == [
        f"warning same_retreat {line}" for line in lines
    ]


def test_at_sea_elric_needs_no_order() -> None:
    assert faults("VLM", {"VLM": ["F DRN", "E DRN"]}, ["F DRN - DRE"]) == []


def test_each_chaos_unit_of_a_land_has_its_own_order() -> None:
    pieces = {"DHJ": ["C SIL", "C SIL"]}
    assert faults("DHJ", pieces, ["C1 SIL - MAR"]) == ["note no_order C2 SIL"]


def test_retreats_left() -> None:
    beaten = (
        dislodged("PUR A/F DRS", whole=["DRW"], fleet=["DRW"], army=["SOR"]),
        dislodged("PUR A BAK", retreats=["RIG"]),
        dislodged("PUR G FOE", retreats=[]),
    )

    def left(*lines: str) -> list[str]:
        return faults("PUR", {}, lines, phase="S6482R", dislodged=beaten)

    assert left() == ["note no_order A/F DRS", "note no_order A BAK"]
    assert left("A/F DRS R DRW", "A BAK D") == []
    assert left("A DRS R SOR", "A BAK R RIG") == ["note no_order F DRS"]
    assert left("A DRS R SOR", "F DRS D", "A BAK R RIG") == []


@rule("young_kingdoms", "41")
def test_no_more_builds_are_spoken_of_than_there_are_sites_left() -> None:
    """Every land of Chaos is barred to Vilmir by a unit that Dharijor has built there."""
    board = units({"VLM": ["A NAD"], "SHZ": ["F PYA"], "DHJ": ["C XAN", "C BAK", "C MAR"]})
    built_in = {"XAN": "SIL1", "BAK": "SIG1", "MAR": "KEL1"}
    board = tuple(replace(unit, id=built_in.get(unit.place, "")) for unit in board)
    position = Position("F6482A", board, owners({"VLM": ["JAD", "PYA", "NAD"], "DHJ": ["HRO"]}))

    def left(*lines: str) -> list[str]:
        found = sheet_faults(BOARD, position, Elric(), "VLM", orders(lines), Options())
        return [said.message for said in found]

    assert left() == ["1 more may be built, and will be waived without an order."]  # due are 2
    assert left("BUILD A JAD") == []


def test_adjustments_left() -> None:
    def left(pieces: Sequence[str], centers: Sequence[str], *lines: str) -> list[str]:
        owned = owners({"PUR": centers})
        return faults("PUR", {"PUR": pieces}, lines, phase="F6482A", centers=owned)

    assert left(["G FOE"], ["FOE", "MEN"], "BUILD A FOE", "BUILD C SIL") == ["note builds_left"]
    assert left(["G FOE"], ["MEN"], "BUILD A MEN") == []
    assert left(["A/F SER", "F OLD"], ["MEN"]) == ["warning removals_left"]
    assert left(["A/F SER", "F OLD"], ["MEN"], "REMOVE A/F SER") == []
    assert left(["A/F SER", "F OLD"], ["MEN"], "REMOVE A SER") == ["warning removals_left"]


def test_the_sheets_of_the_cases_have_only_the_faults_that_the_cases_tell_of() -> None:
    """No warning for an order that a case calls anything but void."""
    for case in cases_of("M").values():
        results = case.get("results", {})
        for power, texts in case["orders"].items():
            legal = [text for text in texts if results.get(f"{power} {text}") != "illegal"]
            found = sheet_faults(
                board_of(case),
                position_of(case),
                elric_of(case),
                power,
                orders(legal),
                options_of(case),
            )
            for said in found:
                told = results.get(f"{power} {said.text}") in ("void", None)
                assert said.severity == "note" or told, (case["id"], said)


def test_what_is_said_of_a_sheet_of_the_cases_comes_true() -> None:
    """Whatever the others of the case order, what is faulty by itself is void or illegal there."""
    seen = set()
    for case in cases_of("M").values():
        sheets, args = sheets_of(case), (elric_of(case), options_of(case))
        season = resolve(board_of(case), position_of(case), sheets, *args)
        results = {(o.seat, str(o.order)): o.result for o in season.resolution.outcomes}
        for power, sheet in sheets.items():
            found = sheet_faults(board_of(case), position_of(case), args[0], power, sheet, args[1])
            for said in (one for one in found if one.severity != "note"):
                seen.add(said.code)
                assert results[power, said.text] in ("void", "illegal"), (case["id"], said)
    assert len(seen) > 20


def test_the_sheets_of_the_cases_have_the_faults_that_one_power_can_see() -> None:
    seen = {
        "Y4": "two_armies",
        "Y21": "fleet_elsewhere",
        "Y49": "same_space",
        "Y50": "one_support",
        "Y100": "renounced",
        "Y188": "ordered_otherwise",
    }
    for name, code in seen.items():
        case = cases_of("M")[name]
        found = [
            said.code
            for power, sheet in sheets_of(case).items()
            for said in sheet_faults(
                BOARD, position_of(case), elric_of(case), power, sheet, options_of(case)
            )
        ]
        assert code in found, name


# --- letters that name some pieces only


@pytest.mark.parametrize(
    ("earlier", "later", "combined"),
    [
        (["A FIL H", "F DRN H"], ["A FIL - ARG"], ["A FIL - ARG", "F DRN H"]),
        ([*CHAIN, "A FIL H"], ["A MEN H"], ["A MEN H", "A FIL H"]),
        ([*CHAIN, "A FIL H"], ["A/F SER - DRE"], ["A/F SER - DRE", "A FIL H"]),
        ([*CHAIN, "A FIL H"], ["F SER - DRE"], ["F SER - DRE", "A FIL H"]),
        ([*CHAIN, "A FIL H"], ["A DRS LAND RAM"], ["A DRS LAND RAM", "A FIL H"]),
        (["F SER H", "A MEN H"], CHAIN, CHAIN),
        (["A/F SER H", "A SER LAND ARG"], ["A/F SER - OLD"], ["A/F SER - OLD"]),
        (["A FOE - MEN", "F FOE - DRE"], ["A FOE H"], ["A FOE H", "F FOE - DRE"]),
        (["A/F FOE - DRE"], ["A FOE - MEN"], ["A FOE - MEN"]),
        (["D CAV - DRW FIRST", "D DRW - GRO"], ["D CAV H FIRST"], ["D CAV H FIRST"]),
        (["D CAV - DRW FIRST", "D DRW - GRO"], ["A IMR H"],
         ["A IMR H", "D CAV - DRW FIRST", "D DRW - GRO"]),
        (["E BAK - NAD GUEST", "A BAK H"], ["E BAK H"], ["E BAK H", "A BAK H"]),
        (["E BAK - NAD GUEST"], ["A BAK - NAD"], ["A BAK - NAD", "E BAK - NAD GUEST"]),
        (["A NAD H ADMITS ELRIC"], ["A NAD - BAK"], ["A NAD - BAK"]),
        (["ENLIST ELRIC"], ["A NAD H"], ["A NAD H", "ENLIST ELRIC"]),
        (["ENLIST ELRIC"], ["ENLIST ELRIC", "E NAD H"], ["ENLIST ELRIC", "E NAD H"]),
        (["RENOUNCE ELRIC"], ["A NAD H"], ["A NAD H", "RENOUNCE ELRIC"]),
        (["RENOUNCE ELRIC"], ["E BAK H"], ["E BAK H"]),
        (["ENLIST ELRIC"], ["RENOUNCE ELRIC"], ["RENOUNCE ELRIC"]),
        (["C1 SIL - MAR", "C2 SIL - NIH"], ["C2 SIL H"], ["C2 SIL H", "C1 SIL - MAR"]),
        (["A/F DRS R DRW"], ["F DRS R CAV", "A DRS D"], ["F DRS R CAV", "A DRS D"]),
        (["BUILD A MEN", "BUILD C SIL", "WAIVE"], ["BUILD F MEN"], ["BUILD F MEN", "BUILD C SIL"]),
        (["BUILD A FOE", "BUILD F FOE"], ["BUILD A FOE"], ["BUILD A FOE", "BUILD F FOE"]),
        (["BUILD C SIL", "BUILD C SIL"], ["BUILD A MEN"],
         ["BUILD A MEN", "BUILD C SIL", "BUILD C SIL"]),
        (["REMOVE A SER", "REMOVE A MEN"], ["REMOVE A/F SER"], ["REMOVE A/F SER", "REMOVE A MEN"]),
    ],
)  # fmt: skip
def test_a_later_letter_by_pieces(
    earlier: Sequence[str], later: Sequence[str], combined: Sequence[str]
) -> None:
    assert per_unit(BOARD, orders(earlier), orders(later)) == tuple(orders(combined))
