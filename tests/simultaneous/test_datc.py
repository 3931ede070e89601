"""The Diplomacy Adjudicator Test Cases, each by its number, under the default rules."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.simultaneous.adjustments import adjust
from adjudicator.simultaneous.movement import resolve
from adjudicator.simultaneous.phases import advance
from adjudicator.simultaneous.position import Position, Resolution
from adjudicator.simultaneous.retreats import retreat
from adjudicator.simultaneous.rules import Rules
from tests.boards import BOARD, centers, orders, texts, unit, units
from tests.reference.board import load_yaml

CASES: list[dict[str, Any]] = load_yaml(Path(__file__).parents[1] / "data" / "datc.yaml")["cases"]

OURS = {"fails": "illegal", "bounces_disbanded": "bounces", "illegal_disbanded": "illegal"}
"""Result words of the shared file where it says with them what follows from the orders anyhow."""

FACTS = (
    *("id", "phase", "units", "centers", "after", "dislodged", "destroyed"),
    *("retreat_options", "auto_removed", "options"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_datc(case: dict[str, Any]) -> None:
    step = adjustment if case["phase"].endswith("A") else movement
    step(case)


def movement(case: dict[str, Any]) -> None:
    position = Position(case["phase"], units(case["units"]))
    resolution = resolve(BOARD, position, orders(by_power(case["orders"])), Rules())
    assert outcomes(resolution) == expected(case["orders"])
    assert texts(resolution.after) == case["after"]
    beaten = {f"{one.unit.power} {one.unit}": one for one in resolution.dislodged}
    assert sorted(beaten) == sorted(case["dislodged"])
    open_ways = {
        str(one.unit): sorted(way.to for way in one.retreats) for one in resolution.dislodged
    }
    ways = {piece: sorted(places) for piece, places in case.get("retreat_options", {}).items()}
    assert open_ways == ways
    destroyed = [text for text, one in beaten.items() if not one.retreats]
    assert sorted(destroyed) == sorted(case.get("destroyed", []))
    for line in case["orders"]:
        # The flag in the file and the list in the file say the same of every unit with an order.
        piece = " ".join(line["order"].split()[:2])
        assert (line.get("dislodged") == "true") == (f"{line['power']} {piece}" in beaten)
    if "retreat_orders" in case:
        retreats(case, position, resolution)


def retreats(case: dict[str, Any], before: Position, moved: Resolution) -> None:
    """Retreat orders are given even where none is open and the phase would be passed over."""
    position = Position("S1901R", moved.after, before.centers, moved.dislodged, moved.standoffs)
    if any(one.retreats for one in moved.dislodged):
        assert advance(BOARD, before, moved).phase == "S1901R"
    lines = case["retreat_orders"]
    resolution = retreat(BOARD, position, orders(by_power(lines)), Rules())
    given = [(one.seat, str(one.order), one.result) for one in resolution.outcomes]
    assert given == [(line["power"], line["order"], line["result"]) for line in grouped(lines)]
    went = [
        unit(line["power"], f"{line['order'].split()[0]} {line['order'].split()[3]}")
        for line in lines
        if line["result"] == "succeeds"
    ]
    assert texts(resolution.after) == texts((*moved.after, *went))
    gone = len(moved.dislodged) - len(went)
    assert len(resolution.removed) == gone


def adjustment(case: dict[str, Any]) -> None:
    position = Position(case["phase"], units(case["units"]), centers(case["centers"]))
    resolution = adjust(BOARD, position, orders(by_power(case["orders"])), Rules())
    assert outcomes(resolution) == expected(case["orders"])
    assert texts(resolution.after) == {p: sorted(held) for p, held in case["after"].items()}
    by_default = [f"{one.power} {one}" for one, why in resolution.removed if why == "surplus"]
    assert by_default == case.get("auto_removed", [])


def by_power(lines: list[dict[str, str]]) -> dict[str, list[str]]:
    sheets: dict[str, list[str]] = {}
    for line in lines:
        sheets.setdefault(line["power"], []).append(line["order"])
    return sheets


def grouped(lines: list[dict[str, str]]) -> list[dict[str, str]]:
    """The lines power by power, as outcomes come."""
    powers = list(dict.fromkeys(line["power"] for line in lines))
    return sorted(lines, key=lambda line: powers.index(line["power"]))


def expected(lines: list[dict[str, str]]) -> list[tuple[str, str, str, bool]]:
    return [
        (line["power"], line["order"], line["result"], line.get("dislodged") == "true")
        for line in grouped(lines)
    ]


def outcomes(resolution: Resolution) -> list[tuple[str, str, str, bool]]:
    return [(o.seat, str(o.order), o.result, o.dislodged) for o in resolution.outcomes]


def test_the_cases_are_those_of_the_shared_file(shared_data: Callable[[str], Path]) -> None:
    shared = load_yaml(shared_data("datc.yaml"))["cases"]
    assert len(CASES) == 170
    assert [case["id"] for case in CASES] == [case["id"] for case in shared]
    for ours, theirs in zip(CASES, shared, strict=True):
        assert facts(ours) == facts(theirs)


def facts(case: dict[str, Any]) -> dict[str, Any]:
    """A case without its title and the notes on it, in our words for results."""
    kept = {key: case[key] for key in FACTS if key in case}
    for key in ("orders", "retreat_orders"):
        kept[key] = [
            {**line, "result": OURS.get(line["result"], line["result"])}
            for line in case.get(key, [])
        ]
    return kept
