"""Running the cases of a YAML file, and telling what is different."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from .orders import read_pieces, write_pieces
from .resolve import Outcome, resolve
from .retreat import resolve_retreats


def load_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file, with every scalar left a string."""
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return list(data["cases"] if isinstance(data, dict) else data)


def written(pieces: dict[str, list[str]]) -> dict[str, list[str]]:
    return write_pieces(read_pieces(pieces or {}))


def differences(case: dict[str, Any], outcome: Outcome) -> Iterator[str]:
    """Where the outcome is not what the case expects."""
    for key, word in (case.get("results") or {}).items():
        ours = outcome.results.get(re.sub(r"\s+", " ", key), "no such order")
        if ours != word:
            yield f"{key}: case {word}, ours {ours}"
    if "after" in case:
        expected = written(case["after"])
        if expected != outcome.after:
            yield f"after: case {expected}, ours {outcome.after}"
    if "dislodged" in case:
        yield from different_dislodged(case["dislodged"] or [], outcome)
    yield from different_throne(case.get("throne") or {}, outcome)


def different_dislodged(expected: list[Any], outcome: Outcome) -> Iterator[str]:
    """Fates and open retreats."""
    ours = {beaten.text(): beaten for beaten in outcome.dislodged}
    theirs = {one["unit"]: one for one in expected}
    for unit in sorted(ours.keys() - theirs.keys()):
        yield f"dislodged: only ours {unit} {ours[unit].fate}"
    for unit, one in sorted(theirs.items()):
        if unit not in ours:
            yield f"dislodged: only the case's {unit}"
            continue
        beaten = ours[unit]
        if one["fate"] != beaten.fate:
            yield f"{unit}: case {one['fate']}, ours {beaten.fate}"
        whole = "whole" if beaten.is_af else "retreats"
        for part, spaces in ((whole, beaten.whole), ("fleet", beaten.fleet), ("army", beaten.army)):
            if beaten.fate == "retreats" and sorted(one.get(part) or ()) != sorted(spaces):
                yield f"{unit}: {part}: case {one.get(part)}, ours {spaces}"


def different_throne(expected: dict[str, Any], outcome: Outcome) -> Iterator[str]:
    """107: who goes, who disbands or has no space, who retreats to where."""
    if bool(expected) != outcome.throne:
        yield f"throne: case {bool(expected)}, ours {outcome.throne}"
    if not expected or not outcome.throne:
        return
    gone = {
        f"{power} {text}"
        for power, texts in outcome.after.items()
        for text in texts
        if power == "MEL"
    }
    if set(expected.get("removed") or ()) != gone:
        yield f"throne: case removes {expected.get('removed')}, ours {sorted(gone)}"
    disbands = {b.text() for b in outcome.throne_retreats if b.fate in ("disbands", "no_space")}
    if set(expected.get("disbands") or ()) != disbands:
        yield f"throne: case disbands {expected.get('disbands')}, ours {sorted(disbands)}"
    retreats = {b.text(): b.whole for b in outcome.throne_retreats if b.fate == "retreats"}
    if {unit: sorted(s) for unit, s in (expected.get("retreats") or {}).items()} != retreats:
        yield f"throne: case retreats {expected.get('retreats')}, ours {retreats}"


def retreat_differences(case: dict[str, Any]) -> Iterator[str]:
    """The same for a retreat phase."""
    after, words = resolve_retreats(case)
    for key, word in (case.get("results") or {}).items():
        if words.get(key) != word:
            yield f"{key}: case {word}, ours {words.get(key)}"
    if written(case["after"]) != after:
        yield f"after: case {written(case['after'])}, ours {after}"


def run_case(case: dict[str, Any]) -> list[str]:
    """The differences, or what went wrong; adjustments are not covered."""
    try:
        if str(case["phase"]).endswith("R"):
            return list(retreat_differences(case))
        if str(case["phase"]).endswith("A"):
            return []
        return list(differences(case, resolve(case)))
    except Exception as error:  # whatever it is, tell it beside its case
        return [f"{type(error).__name__}: {error}"]


def run_cases(path: str | Path) -> int:
    """Print the differences of each case; how many cases have some."""
    wrong = skipped = 0
    cases = load_cases(Path(path))
    for case in cases:
        found = run_case(case)
        wrong += bool(found)
        skipped += str(case["phase"]).endswith("A")
        for line in found:
            print(f"{case['id']}: {line}")
    print(f"{len(cases)} cases, {skipped} of adjustments skipped, {wrong} with differences")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(run_cases(sys.argv[1])))
