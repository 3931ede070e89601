"""Mail by way of a folder of .eml files, which another program reads or fills."""

import os
from collections.abc import Iterator
from pathlib import Path


def write_mail(folder: Path, name: str, raw: bytes) -> None:
    """Put a mail into the folder as ``name.eml``: the whole file or none, and on the disk."""
    path = folder / f"{name}.eml"
    aside = path.with_suffix(".part")
    with aside.open("wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    aside.rename(path)


def read_mails(path: Path) -> Iterator[tuple[str, bytes]]:
    """The mails of a folder of .eml files in order of their names, or the one in a file."""
    files = sorted(path.glob("*.eml")) if path.is_dir() else [path]
    for file in files:
        yield file.name, file.read_bytes()
