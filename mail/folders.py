"""Mail put into a folder, for another program to read."""

import os
import tempfile
from pathlib import Path


def write_mail(folder: Path, name: str, raw: bytes) -> None:
    """Put a mail into the folder as ``name.eml``: the whole file or none, and on the disk.

    It is readable by its owner alone. OSError if it cannot be written.
    """
    write_whole(folder / f"{name}.eml", raw, folder)


def write_whole(path: Path, raw: bytes, aside: Path) -> None:
    """Write a file that is there with all its bytes or not at all, and is on the disk on return.

    It is readable by its owner alone, and is made in `aside`, a folder of the same disk. OSError if
    it cannot be written.
    """
    handle, part = tempfile.mkstemp(dir=aside, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        os.rename(part, path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
