"""Mail by way of a folder of .eml files, which another program reads or fills."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


def write_mail(folder: Path, name: str, raw: bytes) -> None:
    """Put a mail into the folder as ``name.eml``: the whole file or none, and on the disk.

    It is readable by its owner alone.
    """
    handle, aside = tempfile.mkstemp(dir=folder, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        os.rename(aside, folder / f"{name}.eml")
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise
    directory = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)


def mail_files(path: Path) -> Iterator[Path]:
    """The files of a folder whose names end in ``.eml``, in order, or the one that is named."""
    if path.is_dir():
        yield from sorted(file for file in path.iterdir() if file.suffix.lower() == ".eml")
    else:
        yield path
