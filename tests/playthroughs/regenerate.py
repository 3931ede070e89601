"""Writes what the playthroughs expect anew; read the diff before it is committed.

python -m tests.playthroughs.regenerate [standard/short_game ...]
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import variants
from tests.playthroughs.playing import play, playthroughs

# As in conftest.py: Ruins is found like any other title.
variants.__path__.append(str(Path(__file__).parents[1] / "titles"))


def main(names: Sequence[str]) -> None:
    """Play those games, or all, and write every file of theirs."""
    known = playthroughs()
    for name in names or known:
        game, expected = known[name]
        with tempfile.TemporaryDirectory() as folder:
            files = play(game, Path(folder) / "office", expected)
        expected.mkdir(exist_ok=True)
        for path in expected.iterdir():
            path.unlink()
        for file, text in files.items():
            (expected / file).write_text(text, encoding="utf-8")
        print(f"{name}: {len(files)} files; now: git diff --stat {expected}")


if __name__ == "__main__":
    main(sys.argv[1:])
