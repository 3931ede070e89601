"""An office: a folder with its configuration, its secret and its store."""

import base64
import hmac
import secrets
import shlex
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal

from msgspec import Struct

from adjudicator.deadlines import LONGEST
from adjudicator.documents import BadDocument, read
from adjudicator.office.store import Store
from mail.compose import address_fault, name_fault
from mail.folders import write_whole

CONFIG = "office.yaml"
STORE = "office.db"
SECRET = "secret"

TEMPLATE = """\
# Your office. Players write to `address`; what needs your eye is mailed to `gm`.
name: My office
address: games@example.org
gm: me@example.org

# How mail is sent; one of these:
send:
  folder: out                   # a folder of .eml files, for whatever sends your mail
  # maildir: Sent/drop
  # sendmail: /usr/sbin/sendmail
  # smtp: {host: smtp.example.org, port: 587, security: starttls, user: me, password_file: password}

# Where `tick` finds mail: Maildirs, mbox files, folders of .eml files. None: it comes by `receive`.
fetch: []

# The names by which your own mail servers call themselves in the Received lines of your mail: what
# they say is when a letter came. None: it came when it was taken in here.
received_by: []

# When nothing has run for longer than this, `tick` runs no turn until you say so.
outage_hours: 12
"""


class Smtp(Struct, frozen=True, forbid_unknown_fields=True):
    """A mail server to send by. The password is the first line of a file."""

    host: str
    port: int = 587
    security: Literal["none", "starttls", "tls"] = "starttls"
    user: str = ""
    password_file: str = ""


class Sending(Struct, frozen=True, forbid_unknown_fields=True):
    """How mail is sent: one of these. Paths are relative to the office's folder."""

    folder: str = ""
    maildir: str = ""
    sendmail: str = ""
    smtp: Smtp | None = None


class OfficeFile(Struct, frozen=True, forbid_unknown_fields=True):
    """``office.yaml``. Paths are relative to the office's folder.

    `received_by` are the names of our own mail servers; `outage_hours`: after so long a time
    without a tick the game master is asked before anything is run.
    """

    name: str
    address: str
    gm: str
    send: Sending = Sending(folder="out")
    fetch: tuple[str, ...] = ()
    received_by: tuple[str, ...] = ()
    outage_hours: float = 12


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
            ("send", _sending_fault(self.config.send)),
            ("outage_hours", _hours_fault(self.config.outage_hours)),
        ):
            if fault:
                raise BadDocument(f"{CONFIG}, key {field}", fault)
        self._secret = (folder / SECRET).read_bytes()
        self.store = Store(folder / STORE)

    def __exit__(self, *_: object) -> None:
        self.store.close()

    @property
    def host(self) -> str:
        """The right side of our message ids."""
        return self.config.address.partition("@")[2]

    def token(self, game: str, seat: str, holder: int = 1) -> str:
        """What the letters of a seat's holder (counted from 1) carry to be known as his: 8 letters
        and digits."""
        digest = hmac.new(self._secret, f"token|{game}|{seat}|{holder}".encode(), "sha256").digest()
        return base64.b32encode(digest)[:8].decode()

    def seed(self, game: str, use: str) -> bytes:
        """A seed for one use in a game: 32 bytes that nobody knows who has not this office."""
        return hmac.new(self._secret, f"seed|{game}|{use}".encode(), "sha256").digest()


def make_office(folder: Path) -> None:
    """A new office in this folder, for its owner's eyes only. BadDocument if there is one, whole or
    in part: its secret must not be lost, nor its store."""
    for name in (CONFIG, SECRET, STORE):
        if (folder / name).exists():
            raise BadDocument(str(folder), f"there is an office already: it holds {name}")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(folder / SECRET, secrets.token_bytes(32))
    (folder / STORE).touch(mode=0o600)
    Store(folder / STORE).close()
    write_whole(folder / CONFIG, TEMPLATE.encode())  # last: before it there is no office


def _sending_fault(send: Sending) -> str | None:
    ways = [way for way in (send.folder, send.maildir, send.sendmail, send.smtp) if way]
    try:
        if send.sendmail and not shlex.split(send.sendmail):
            return "sendmail: names no program"
    except ValueError as error:
        return f"sendmail: {error}"
    return None if len(ways) == 1 else "one of folder, maildir, sendmail and smtp is needed"


def _hours_fault(hours: float) -> str | None:
    return None if 0 < hours <= LONGEST else f"more than 0 and at most {LONGEST} is needed"
