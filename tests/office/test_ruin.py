"""An office whose commands are killed at random moments comes out as the one that nobody killed.

CI kills some; ``--kills 300`` makes a long run.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudicator.office import verifying
from adjudicator.office.folder import Office
from tests.office.desk import out

ROOT = Path(__file__).parents[2]
KILLS = 25

TABLES = {
    "entries": "game, sequence, hash, kind, payload",
    "outbox": 'message_id, game, seat, "to", raw, sent IS NULL',
    "letters": "id, source, received, handled, raw",
    "quarantine": "*",
    "seen": "*",
    "replies": "*",
    "notes": "*",
    "addresses": "*",
    "games": "*",
}
"""What must be the same; of a mail not when it was sent, and how often that was tried."""


UNORDERED = {
    "entries": "game, kind, payload",
    "games": "",
    "seen": "letter, game, seat, received, message_id, content, state",
    "replies": 'letter, game, seat, "to", at, mailed, done',
}
"""Of these less, where several processes were at work: which of them was first is left open."""


def left(place: Path, *, ordered: bool) -> dict[str, Any]:
    """All that an office keeps and has sent. What several processes did at once has no order."""
    with Office(place) as office:
        assert verifying.verify(office) == []
        assert office.store.letters_waiting() == ()
        found: dict[str, Any] = {}
        for table, columns in TABLES.items():
            select = columns if ordered else UNORDERED.get(table, columns)
            if select:
                rows = office.store._db.execute(f"SELECT {select} FROM {table}")
                found[table] = sorted(map(tuple, rows), key=repr)
        sql = "SELECT game, payload FROM entries WHERE kind = 'phase_ran'"
        runs = [(game, json.loads(raw)["ran"]) for game, raw in office.store._db.execute(sql)]
        assert len({*runs}) == len(runs) > 5
        found["out"] = {path.name: path.read_bytes() for path in out(office).glob("*.eml")}
        assert sorted(found["out"].values()) == sorted(row[4] for row in found["outbox"])
        return found


@pytest.mark.parametrize("together", [False, True])
def test_killed_at_random(tmp_path: Path, pytestconfig: pytest.Config, together: bool) -> None:
    kills = pytestconfig.getoption("--kills") or KILLS
    kills = kills // 5 if together else kills
    command = [sys.executable, "-m", "tests.office.ruin", str(tmp_path), "ruin", str(kills)]
    done = subprocess.run(
        [*command, str(int(together))], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    counted = json.loads(done.stdout)
    print(counted)
    whole = left(tmp_path / "whole", ordered=not together)
    for number in range(1, counted["runs"] + 1):
        assert left(tmp_path / str(number), ordered=not together) == whole
    assert sum(counted.values()) - counted["runs"] == kills
