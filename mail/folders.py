"""Mail put into a folder, for another program to read."""

import os
import tempfile
from pathlib import Path


class WholeFiles:
    """Files written together: each is there with all its bytes or not at all, and all are on the
    disk when `settle` returns. Synced one by one they would take ten times as long.

    They are readable by their owner alone. OSError if one cannot be written.
    """

    def __init__(self) -> None:
        self._parts: list[tuple[int, str, Path]] = []

    def write(self, path: Path, raw: bytes, aside: Path | None = None) -> None:
        """Write a file beside the path that it will have, or in `aside`, of the same disk."""
        handle, part = tempfile.mkstemp(dir=aside or path.parent, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "wb", closefd=False) as file:
                file.write(raw)
        except BaseException:
            os.close(handle)
            Path(part).unlink(missing_ok=True)
            raise
        self._parts.append((handle, part, path))

    def settle(self) -> None:
        """All of them to the disk, and then to their paths."""
        try:
            for handle, _, _ in self._parts:
                os.fsync(handle)
            for _, part, path in self._parts:
                os.rename(part, path)
            for folder in {path.parent for _, _, path in self._parts}:
                _sync_folder(folder)
        finally:
            self.drop()

    def drop(self) -> None:
        """Forget those that were not settled."""
        for handle, part, _ in self._parts:
            os.close(handle)
            Path(part).unlink(missing_ok=True)
        self._parts.clear()


def write_whole(path: Path, raw: bytes, aside: Path | None = None) -> None:
    """Write one file so. It is made in `aside`, a folder of the same disk, or beside its path."""
    files = WholeFiles()
    files.write(path, raw, aside)
    files.settle()


def _sync_folder(folder: Path) -> None:
    """The names of the files in a folder to the disk. OSError if that fails."""
    directory = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
