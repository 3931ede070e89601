"""Where mail comes from: a Maildir, a folder of .eml files, an mbox file, or one mail's file.

What comes from a server has the same shape (`mail.imap`).
"""

import mailbox
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

_MBOX_QUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)


class Away(Exception):
    """Mail cannot be fetched from a place, or not all of it: where and why."""


class Found(NamedTuple):
    """A mail that was found: where (for messages) and its bytes, or `fault`, why it could not be
    read. `unseen` is its file in a Maildir, which `taken` marks as seen; `received` when a server
    took it in, if that says so."""

    where: str
    raw: bytes = b""
    fault: str = ""
    unseen: Path | None = None
    received: datetime | None = None


def found_in(path: Path) -> Iterator[Found]:
    """The mails at a path, in the order of their files' names.

    Of a Maildir those that were not seen yet; of another folder the files ending in ``.eml``; of a
    file that begins as an mbox does all its mails, without ``>From`` quoting; else the file. Never
    raises: what cannot be read is found with its fault. Nothing is changed or locked.
    """
    try:
        if (path / "new").is_dir() and (path / "cur").is_dir():
            for file in _unseen(path):
                found = _mail(file)
                if not found.fault:
                    yield found._replace(unseen=file)
                elif file.exists():  # else another program took it
                    yield found
        elif path.is_dir():
            for file in sorted(path.iterdir()):
                if file.suffix.lower() == ".eml":
                    yield _mail(file)
        elif _begins_as_mbox(path):
            yield from _in_mbox(path)
        else:
            yield _mail(path)
    except OSError as error:
        yield _unreadable(path, error)


def taken(found: Found) -> None:
    """Mark it as seen, if it is from a Maildir; elsewhere mails are known again by their bytes.

    Nothing happens if its file is gone meanwhile. OSError if it cannot be moved.
    """
    if found.unseen is None:
        return
    name, _, flags = found.unseen.name.partition(":2,")
    seen = f"{name}:2,{''.join(sorted({*flags, 'S'}))}"
    with suppress(FileNotFoundError):
        found.unseen.rename(found.unseen.parents[1] / "cur" / seen)


def _unseen(maildir: Path) -> list[Path]:
    files = [file for part in ("new", "cur") for file in (maildir / part).iterdir()]
    return sorted(
        (
            file
            for file in files
            if not file.name.startswith(".")
            and not (file.parent.name == "cur" and "S" in file.name.partition(":2,")[2])
        ),
        key=lambda file: file.name,
    )


def _mail(file: Path) -> Found:
    try:
        return Found(str(file), file.read_bytes())
    except OSError as error:
        return _unreadable(file, error)


def _begins_as_mbox(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(5) == b"From "


def _in_mbox(file: Path) -> Iterator[Found]:
    with closing(mailbox.mbox(file, create=False)) as box:
        for number, key in enumerate(box.keys(), 1):
            raw = _MBOX_QUOTED.sub(rb"\1", box.get_bytes(key))
            yield Found(f"{file}, mail {number}", raw)


def _unreadable(path: Path, error: OSError) -> Found:
    return Found(str(path), fault=error.strerror or str(error))
