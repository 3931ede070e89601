"""The movement phase of Young Kingdoms, case by case, by its id."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from adjudicator.simultaneous.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    RetreatOrder,
    Support,
)
from adjudicator.simultaneous.position import Dislodged, Position, Unit
from tests.rules import rule
from tests.variants.young_kingdoms import cases as yk
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.movement.season import Season, resolve
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import Admit, Boarding, FirstMove, Guest, Landing, Order
from variants.young_kingdoms.pieces.pieces import CHAOS, ELRIC, GARRISON
from variants.young_kingdoms.retreats import retreat

CASES = yk.cases_of("M")


def resolved(case: yk.Case) -> Season:
    return resolve(
        yk.board(case), yk.position(case), yk.sheets(case), yk.elric(case), yk.options(case)
    )


@pytest.mark.parametrize("name", CASES)
def test_orders_come_to_what_the_case_says(name: str) -> None:
    case = CASES[name]
    resolution = resolved(case).resolution
    expected = case.get("results") or {}
    assert {text: yk.result(resolution, text) for text in expected} == expected


@pytest.mark.parametrize("name", CASES)
def test_the_board_after_is_the_cases(name: str) -> None:
    case = CASES[name]
    season = resolved(case)
    standing = [*season.resolution.after]
    if season.elric.reigns and "throne" in case:
        # The case tells of the board before the throne, then of what it does.
        beaten = {one["unit"] for one in case["dislodged"] or ()}
        removed = [unit for unit, _ in season.resolution.removed]
        evicted = [case.unit for case in season.resolution.dislodged if not case.by]
        standing += [unit for unit in removed + evicted if told(unit) not in beaten]
    assert yk.texts(standing) == yk.ordered(case["after"])


def told(unit: Unit) -> str:
    return f"{unit.power or yk.NEUTRAL} {unit}"


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "dislodged" in case])
def test_the_dislodged_are_the_cases(name: str) -> None:
    case = CASES[name]
    season = resolved(case)
    ours = {told(one.unit): fate(one) for one in season.resolution.dislodged}
    if "throne" in case:
        for unit, _ in season.resolution.removed:
            ours[told(unit)] = {"fate": "removed"}
    theirs = {one["unit"]: _ways(one) for one in case["dislodged"] or ()}
    kept = {unit: what for unit, what in ours.items() if unit in theirs or "throne" not in case}
    assert kept == theirs


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "throne" in case])
def test_the_throne_does_what_the_case_says(name: str) -> None:
    case = CASES[name]
    season = resolved(case)
    says = case["throne"]
    before = {one["unit"] for one in case["dislodged"] or ()}
    removed = {told(u) for u, _ in season.resolution.removed if u.kind != ELRIC}
    evicted = {told(one.unit): fate(one) for one in season.resolution.dislodged}
    assert season.elric.reigns
    assert removed.isdisjoint(evicted)  # Melnibone's dislodged do not retreat any more
    assert removed - before == set(says.get("removed") or ())
    out = {unit for unit, what in evicted.items() if what["fate"] in ("no_space", "disbands")}
    assert out - before == set(says.get("disbands") or ())
    ways = {unit: what["retreats"] for unit, what in evicted.items() if "retreats" in what}
    assert {u: w for u, w in ways.items() if u not in before} == {
        unit: sorted(to) for unit, to in (says.get("retreats") or {}).items()
    }


def fate(case: Dislodged) -> dict[str, Any]:
    """As the cases tell of a dislodged piece."""
    if case.unit.kind in (CHAOS, GARRISON):
        return {"fate": "disbands"}
    if case.unit.kind == ELRIC:
        return {"fate": "vanishes"}
    if not case.retreats:
        return {"fate": "no_space"}
    whole = "whole" if case.unit.kind == "A/F" else "retreats"
    found: dict[str, Any] = {"fate": "retreats"}
    for way in case.retreats:
        found.setdefault(whole if way.part == "whole" else way.part, []).append(way.to)
    return {key: to if key == "fate" else sorted(to) for key, to in found.items()}


def _ways(one: Mapping[str, Any]) -> dict[str, Any]:
    keys: Iterable[str] = ("retreats", "whole", "fleet", "army")
    ways = {key: sorted(one[key]) for key in keys if one.get(key) and one["fate"] == "retreats"}
    return {"fate": one["fate"], **ways}


# --- bad orders


def of_every_sort(kind: str, place: str, to: str) -> tuple[Order, ...]:
    return (
        Hold(kind, place),
        Move(kind, place, to),
        Move(kind, place, to, via=True),
        Support(kind, place, "F", "DRS"),
        Support(kind, place, "A", "SOR", to),
        Convoy(kind, place, "A", "SOR", to),
        FirstMove(kind, place, to),
        Boarding(kind, place, to),
        Landing(kind, place, to),
        Guest(kind, place),
        Admit(kind, place),
        RetreatOrder(kind, place, to),
        Disband(kind, place),
        Build(kind, place),
    )


BAD = Position("S6480M", yk.units({"MEL": ["D CAV", "F DRS", "A SOR"]}), yk.owners())


@rule("young_kingdoms", "20")
def test_the_army_aboard_can_only_land() -> None:
    standing = yk.units({"LOR": ["A/F DRS"], "PUR": ["F FIL"]})
    before = Position("S6480M", standing, yk.owners())
    for line in ("A DRS H", "A DRS - SOR", "A DRS - SER", "A DRS S F FIL", "A DRS C A RAM - SOR"):
        season = resolve(yk.BOARD, before, yk.orders({"LOR": [line]}), Elric(), Options())
        (outcome,) = season.resolution.outcomes
        assert (outcome.result, outcome.reason) == ("illegal", "aboard"), line
        assert season.resolution.after == standing


def said(order: Order) -> str:
    """What becomes of it, alone on Melnibone's sheet."""
    season = resolve(yk.BOARD, BAD, {"MEL": [order]}, Elric(), Options())
    (outcome,) = season.resolution.outcomes
    return outcome.result


@pytest.mark.parametrize("kind", ["", "A", "F", "A/F", "D", "E", "C", "C2", "G"])
def test_any_order_comes_to_something(kind: str) -> None:
    """Of whatever piece, there or not: a bad order is an outcome, never an exception."""
    for place in ("CAV", "DRS", "SOR", "PAN"):
        for to in ("DRS", "IMR", "RAM"):
            for order in of_every_sort(kind, place, to):
                assert said(order), order


@pytest.mark.parametrize("kind", ["F", "A/F", "D", "C", "G"])
@rule("young_kingdoms", "3", "36")
def test_only_armies_and_elric_board_and_land(kind: str) -> None:
    """3, 36: another kind is not taken for the army that could."""
    standing = yk.units({"MEL": ["D CAV", "A/F DRS", "A SOR", "F STC"]})
    before = Position("S6480M", standing, yk.owners())
    for order in (Boarding(kind, "SOR", "STC"), Landing(kind, "DRS", "RAM")):
        season = resolve(yk.BOARD, before, {"MEL": [order]}, Elric(), Options())
        assert [outcome.result for outcome in season.resolution.outcomes] == ["illegal"]
        assert season.resolution.after == standing


@rule("young_kingdoms", "3", "19")
def test_without_a_kind_the_one_piece_there_boards_and_the_army_lands() -> None:
    standing = yk.units({"LOR": ["A RAM", "F DRS"], "PUR": ["E MEN", "A MEN", "F SER"]})
    before = Position("S6480M", standing, yk.owners())
    chain: list[Order] = [
        Boarding("", "RAM", "DRS"),
        Landing("", "DRS", "SOR"),
        Landing("A", "DRS", "SOR"),
    ]
    sheets: dict[str, list[Order]] = {
        "LOR": chain,
        "PUR": [Boarding("", "MEN", "SER"), Boarding("", "FOE", "SER")],
    }
    season = resolve(yk.BOARD, before, sheets, Elric(), Options())
    assert [(outcome.result, outcome.reason) for outcome in season.resolution.outcomes] == [
        ("succeeds", ""),
        ("succeeds", ""),
        ("succeeds", ""),
        ("illegal", "which_piece"),
        ("illegal", "no_unit"),
    ]
    assert yk.texts(season.resolution.after) == {
        "LOR": ["A SOR", "F DRS"],
        "PUR": ["A MEN", "E MEN", "F SER"],
    }
    apart: list[Order] = [Landing("", "DRS", "SOR"), Landing("A", "DRS", "RAM")]
    season = resolve(yk.BOARD, before, {"LOR": [chain[0], *apart]}, Elric(), Options())
    reasons = [outcome.reason for outcome in season.resolution.outcomes]
    assert reasons == ["", "several_orders", "several_orders"]


@pytest.mark.parametrize(
    ("asks", "admits", "more"), [(" GUEST", " ADMITS ELRIC", ["MAR"]), ("", "", [])]
)
@rule("young_kingdoms", "61", "66", "83", "95")
def test_who_admits_elric_this_season_may_retreat_to_him(
    asks: str, admits: str, more: list[str]
) -> None:
    """RLI is where it was attacked from, SHA has a fleet, SIL is of Chaos; Elric takes MAR by 3."""
    standing = {
        "OIY": ["E MYR", "F SHA"], "PUR": ["F WBO"], "VLM": ["A AFL"], "MEL": ["A MAR", "F RLI"],
    }  # fmt: skip
    orders = {
        "OIY": [f"E MYR - MAR{asks}", "F SHA S F RLI - WBO"],
        "PUR": [f"F WBO - MAR{admits}"],
        "VLM": ["A AFL S E MYR - MAR"],
        "MEL": ["A MAR H", "F RLI - WBO"],
    }
    before = Position("S6480M", yk.units(standing), yk.owners())
    season = resolve(yk.BOARD, before, yk.orders(orders), Elric(), Options())
    fleet = next(case for case in season.resolution.dislodged if case.unit.kind == "F")
    assert sorted(way.to for way in fleet.retreats) == sorted(["DOR", "EBO", "NIH", *more])
    left = Position("S6480R", season.resolution.after, before.centers, (fleet,))
    sheet = yk.orders({"PUR": ["F WBO R MAR"]})
    after = retreat(yk.BOARD, left, sheet).after
    assert (yk.texts(after).get("PUR") == ["F MAR"]) is bool(more)


@pytest.mark.parametrize("kind", ["A", "F", "A/F", "E", "C"])
@rule("young_kingdoms", "56")
def test_only_the_dragon_moves_first(kind: str) -> None:
    assert said(FirstMove(kind, "CAV", "DRW")) == "illegal"
    assert said(FirstMove("", "CAV", "DRW")) == said(FirstMove("D", "CAV", "DRW")) == "succeeds"


@rule("young_kingdoms", "9")
def test_a_fleet_that_ferries_does_nothing_else() -> None:
    """9: the ferry is its order like a move, and of two different orders neither counts."""
    standing = yk.units({"LOR": ["A RAM", "F DRS"]})
    before = Position("S6480M", standing, yk.owners())
    sheet = yk.orders({"LOR": ["A RAM - SOR", "F DRS C A RAM - SOR", "F DRS - SER"]})
    season = resolve(yk.BOARD, before, sheet, Elric(), Options())
    _, ferry, move = season.resolution.outcomes
    assert (ferry.reason, move.reason) == ("several_orders", "several_orders")
    assert season.resolution.after == standing
