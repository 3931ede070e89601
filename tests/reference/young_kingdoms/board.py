"""The map: which spaces there are, and what links them for whom."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

FILE = Path(__file__).parents[3] / "variants" / "young_kingdoms" / "map.yaml"
MAP: dict[str, Any] = yaml.load(FILE.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
PROVINCES: dict[str, dict[str, Any]] = MAP["provinces"]

POWERS: list[str] = sorted(MAP["powers"])
SPACES: list[str] = sorted(PROVINCES)
ARMY: dict[str, frozenset[str]] = {s: frozenset(PROVINCES[s].get("army", ())) for s in SPACES}
FLEET: dict[str, frozenset[str]] = {s: frozenset(PROVINCES[s].get("fleet", ())) for s in SPACES}
KIND: dict[str, str] = {s: PROVINCES[s]["terrain"] for s in SPACES}
CENTRES: dict[str, int] = {
    s: int(PROVINCES[s].get("worth", 1)) if PROVINCES[s].get("center") == "true" else 0
    for s in SPACES
}
CHAOS_LANDS = frozenset(s for s in SPACES if PROVINCES[s].get("entry") == ["C"])
TANELORN = "TAN"
DOUBLE_CENTRES = frozenset(s for s in SPACES if CENTRES[s] == 2)
HOME: dict[str, str] = {s: power for power in POWERS for s in MAP["powers"][power]["home_centers"]}
"""Home centre -> Power."""
THRONE = "IMR"
CLOSED_BY_THRONE = frozenset(["IMR", "CAV", "TAN"])
"""107: closed for ever once Elric reigns."""


def is_sea(space: str) -> bool:
    return KIND.get(space) == "sea"


def is_coast(space: str) -> bool:
    """A land space that touches a sea."""
    return KIND.get(space) == "coast"


def touches(sea: str, coast: str) -> bool:
    """Whether an army can board from, land on, or be ferried over this sea from or to the coast."""
    return is_sea(sea) and is_coast(coast) and coast in FLEET[sea]


def both_links(space: str) -> frozenset[str]:
    """42, 59: where the Dragon and Chaos units may go from there: by land or by sea."""
    return ARMY[space] | FLEET[space]
