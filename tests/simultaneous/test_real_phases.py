"""Phases of games played by people, as other programs adjudicated them.

The lines tell units and owners before and after; a retreat line does not tell where the attackers
came from nor where there was a bounce, so every free space next to the dislodged counts as open.
"""

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.boards import Board
from adjudicator.simultaneous.adjustments import adjust
from adjudicator.simultaneous.movement import resolve
from adjudicator.simultaneous.phases import advance, holdings, phase_code
from adjudicator.simultaneous.position import Dislodged, Position, Retreat, Unit
from adjudicator.simultaneous.retreats import retreat
from adjudicator.simultaneous.rules import Rules
from tests.boards import BOARD, centers, orders, texts, units

RULES = Rules(removal_distance="home")
STEPS = {"M": resolve, "R": retreat, "A": adjust}

APART = {
    # Its fleet in Constantinople may not retreat to Bulgaria, which stands empty: for what happened
    # there in the phase before, which a retreat line does not tell.
    "droidippy-3875-S1906R": {"units"},
    # Nobody who was dislodged has a retreat open, and yet a retreat phase follows there. We go on
    # at once, so in a fall the centers have changed hands.
    "cicero-webdiplomacy-CfAgfT2ouWx+-S1907M": {"phase"},
    "cicero-webdiplomacy-QcmoZ5DJVC6y-F1904M": {"phase", "centers"},
    "cicero-webdiplomacy-seJ0hw9wIy1H-F1906M": {"phase", "centers"},
}
"""The lines we read otherwise, and what differs in them."""


@pytest.mark.parametrize(
    ("name", "count"), [("real_phases.jsonl.gz", 3200), ("real_games.jsonl.gz", 221)]
)
def test_real_phases(name: str, count: int, shared_data: Callable[[str], Path]) -> None:
    lines = list(read_lines(shared_data(name)))
    assert len(lines) == count
    apart = {line["id"]: found for line in lines if (found := differences(line))}
    known = {line["id"]: APART[line["id"]] for line in lines if line["id"] in APART}
    unknown = {one: found for one, found in apart.items() if found.keys() != known.get(one)}
    assert not unknown, unknown
    assert apart.keys() == known.keys()


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def differences(line: dict[str, Any]) -> dict[str, Any]:
    """What the engine has otherwise: ours and theirs."""
    standing = units(line["units"])
    beaten = tuple(
        Dislodged(unit, retreats=free_spaces(BOARD, unit, standing))
        for unit in units(line.get("dislodged", {}))
    )
    position = Position(line["phase"], standing, centers(line["centers"]), beaten)
    step = STEPS[phase_code(line["phase"]).step]
    resolution = step(BOARD, position, orders(line["orders"]), RULES)
    after = advance(BOARD, position, resolution)
    # One source names the dislodged even if they have no retreat open, the others do not.
    all_named = line["src"] == "cicero-webdiplomacy"
    cases = [case for case in resolution.dislodged if case.retreats or all_named]
    following = line["next"]
    compared = {
        "phase": (after.phase, str(phase_code(line["next_phase"]))),
        "units": (texts(after.units), following["units"]),
        "dislodged": (texts(case.unit for case in cases), following["dislodged"]),
        "centers": (holdings(after.centers), following["centers"]),
    }
    return {
        key: (ours, theirs)
        for key, (ours, theirs) in compared.items()
        if ours != (theirs if isinstance(theirs, str) else tidy(theirs))
    }


def free_spaces(board: Board, unit: Unit, standing: tuple[Unit, ...]) -> tuple[Retreat, ...]:
    occupied = {board.number[other.place] for other in standing}
    exits = board.spots[unit.kind][unit.place].exits
    return tuple(Retreat(place) for place, number in exits if number not in occupied)


def tidy(by_power: dict[str, list[str]]) -> dict[str, list[str]]:
    return {power: sorted(by_power[power]) for power in sorted(by_power) if by_power[power]}
