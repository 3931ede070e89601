"""An office: a folder with its configuration, its secret and its store."""

import base64
import hmac
import os
import secrets
from contextlib import AbstractContextManager
from pathlib import Path

from msgspec import Struct

from adjudicator.documents import BadDocument, read
from adjudicator.office.store import Store
from mail.compose import address_fault, name_fault

CONFIG = "office.yaml"
STORE = "office.db"
SECRET = "secret"

TEMPLATE = """\
# Your office. Players write to `address`; what needs your eye is mailed to `gm`.
name: My office
address: games@example.org
gm: me@example.org
# Outgoing mail is written here as .eml files, for whatever sends it.
out: out
"""


class OfficeFile(Struct, frozen=True, forbid_unknown_fields=True):
    """``office.yaml``; `out` is relative to the office's folder."""

    name: str
    address: str
    gm: str
    out: str = "out"


class Office(AbstractContextManager["Office"]):
    """An office that is open. BadDocument if the folder holds none, or its file is wrong."""

    def __init__(self, folder: Path) -> None:
        if not (folder / CONFIG).is_file():
            raise BadDocument(str(folder), "is no office; make one with: adjudicator init")
        self.folder = folder
        self.config = read(folder / CONFIG, OfficeFile)
        for field, fault in (
            ("name", name_fault(self.config.name)),
            ("address", address_fault(self.config.address)),
            ("gm", address_fault(self.config.gm)),
        ):
            if fault:
                raise BadDocument(f"{CONFIG}, key {field}", fault)
        self._secret = (folder / SECRET).read_bytes()
        self.store = Store(folder / STORE)

    def __exit__(self, *_: object) -> None:
        self.store.close()

    @property
    def out(self) -> Path:
        """Where outgoing mail is written."""
        return self.folder / self.config.out

    @property
    def host(self) -> str:
        """The right side of our message ids."""
        return self.config.address.partition("@")[2]

    def token(self, game: str, seat: str) -> str:
        """What a seat's letters carry to be known as its own: 8 letters and digits."""
        digest = hmac.new(self._secret, f"{game}|{seat}".encode(), "sha256").digest()
        return base64.b32encode(digest)[:8].decode()


def make_office(folder: Path) -> None:
    """A new office in this folder, for its owner's eyes only. BadDocument if there is one, whole or
    in part: its secret must not be lost, nor its store."""
    for name in (CONFIG, SECRET, STORE):
        if (folder / name).exists():
            raise BadDocument(str(folder), f"there is an office already: it holds {name}")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _write(folder / SECRET, secrets.token_bytes(32))
    (folder / STORE).touch(mode=0o600)
    Store(folder / STORE).close()
    _write(folder / CONFIG, TEMPLATE.encode())  # last: before it there is no office


def _write(path: Path, content: bytes) -> None:
    """The whole file or none, and on the disk."""
    aside = path.with_suffix(".part")
    aside.touch(mode=0o600)
    with aside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    aside.rename(path)
