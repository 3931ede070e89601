"""An office: a folder with its configuration, its secret and its store."""

import base64
import hmac
import os
import secrets
import shlex
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cached_property, lru_cache
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
MOST_ANSWERS = 10_000
MOST_KEPT = 10_000  # tokens: a letter is compared with those of all seats of its games

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
  #   port 465 goes with security: tls. The password is the first line of a file in this folder, or
  #   with password_env: NAME in a variable of the environment.
  # bounce_addresses: true      # if your provider sends mail from and delivers mail to addresses
  #   like games+bounce=NUMBER@example.org: then it is known of which mail a bounce is

# Where `tick` finds mail: Maildirs, mbox files, folders of .eml files. None: it comes by `receive`.
# In a Maildir mail that is marked as seen is passed over: let no other program read there.
# With the extra `imap` also a folder on a server, which is left at port 993 and security: tls:
#   - imap: {host: imap.example.org, user: me, password_file: password, move_to: Done}
fetch: []

# The names by which your own mail servers call themselves in the Received lines of your mail: what
# they say is when a letter came. None: it came when it was taken in here.
received_by: []

# What your own mail server calls itself in the Authentication-Results lines that it puts above its
# Received line; only games with `identity: authenticated` need it. None: no such line is believed.
authserv_id: ""

# A reply to a mail of the office goes to games+GAME.PHASE.SEAT.TOKEN@example.org, so that it is
# known as its player's whatever becomes of the subject. If your provider does not deliver such
# plus addresses to `address` (send yourself a mail to games+test@example.org to see), say false.
plus_addresses: true

# So many answers an hour to one address, and as many notices about your quarantine to you. Letters
# beyond that count all the same, and the next answer lists what became of them.
answers_per_hour: 20

# When nothing has run for longer than this, `tick` runs no turn until you say so.
outage_hours: 12
"""


Security = Literal["none", "starttls", "tls"]


class Smtp(Struct, frozen=True, forbid_unknown_fields=True):
    """A mail server to send by. The password is in a variable of the environment, or the first line
    of a file."""

    host: str
    port: int = 587
    security: Security = "starttls"
    user: str = ""
    password_env: str = ""
    password_file: str = ""


class Imap(Struct, frozen=True, forbid_unknown_fields=True):
    """A folder on a mail server, to fetch from. The password is as for sending. What was fetched is
    marked as seen, and moved to a folder if one is named."""

    host: str
    user: str
    port: int = 993
    security: Security = "tls"
    password_env: str = ""
    password_file: str = ""
    folder: str = "INBOX"
    move_to: str = ""


class Fetching(Struct, frozen=True, forbid_unknown_fields=True):
    """Where mail is fetched that is at no path."""

    imap: Imap


class Sending(Struct, frozen=True, forbid_unknown_fields=True):
    """How mail is sent: one of these. Paths are relative to the office's folder.

    `bounce_addresses`: each mail has an address of its own to come back to, with a plus in it.
    """

    folder: str = ""
    maildir: str = ""
    sendmail: str = ""
    smtp: Smtp | None = None
    bounce_addresses: bool = False


class OfficeFile(Struct, frozen=True, forbid_unknown_fields=True):
    """``office.yaml``. Paths are relative to the office's folder.

    `received_by` are the names of our own mail servers, `authserv_id` is that by which they sign
    their Authentication-Results; `plus_addresses`: mail to ``address`` with a plus and more before
    the ``@`` arrives; `answers_per_hour` is the most to one address; `outage_hours`: after so long
    a time without a tick the game master is asked before anything is run.
    """

    name: str
    address: str
    gm: str
    send: Sending = Sending(folder="out")
    fetch: tuple[str | Fetching, ...] = ()
    received_by: tuple[str, ...] = ()
    authserv_id: str = ""
    plus_addresses: bool = False
    answers_per_hour: int = 20
    outage_hours: float = 12


class Office(AbstractContextManager["Office"]):
    """An office that is open. BadDocument if the folder holds none, or its file is wrong."""

    def __init__(self, folder: Path) -> None:
        if not (folder / CONFIG).is_file():
            raise BadDocument(
                str(folder),
                "is no office; say --office FOLDER, or make one: adjudicator init FOLDER",
            )
        self.folder = folder
        self.config = read(folder / CONFIG, OfficeFile)
        for field, fault in (
            ("name", name_fault(self.config.name)),
            ("address", address_fault(self.config.address)),
            ("gm", address_fault(self.config.gm)),
            ("send", _sending_fault(self.config.send)),
            ("authserv_id", _authserv_fault(self.config)),
            ("answers_per_hour", _answers_fault(self.config.answers_per_hour)),
            ("fetch", _fetching_fault(self.config.fetch)),
            ("outage_hours", _hours_fault(self.config.outage_hours)),
        ):
            if fault:
                raise BadDocument(f"{CONFIG}, key {field}", fault)
        self._secret = (folder / SECRET).read_bytes()
        self._letters = lru_cache(MOST_KEPT)(self._derived)
        self.store = Store(folder / STORE)

    def __exit__(self, *_: object) -> None:
        self.store.close()

    @property
    def host(self) -> str:
        """The right side of our message ids."""
        return self.config.address.partition("@")[2]

    def is_own(self, address: str) -> bool:
        """Whether this is the office's own address, or that with a plus and more in it."""
        local, _, host = address.lower().partition("@")
        own, _, ours = self.config.address.lower().partition("@")
        return host == ours and (local == own or local.startswith(f"{own}+"))

    @cached_property
    def instance(self) -> str:
        """What our mails carry so that we know them when they come back."""
        return self._letters("instance", 16).lower()

    def password(self, server: Smtp | Imap) -> str:
        """By which we log in there; "" if none is needed. BadDocument if it cannot be read."""
        if server.password_env:
            if server.password_env not in os.environ:
                where = f"{CONFIG}, password_env of {server.host}"
                raise BadDocument(where, f"the environment has no {server.password_env}")
            return os.environ[server.password_env]
        if not server.password_file:
            return ""
        try:
            text = (self.folder / server.password_file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadDocument(server.password_file, f"cannot be read: {error}") from None
        return text.partition("\n")[0]

    def token(self, game: str, seat: str, holder: int = 1, phase: str = "") -> str:
        """What the letters of a seat's holder (counted from 1) carry to be known as his while this
        phase is open: 8 letters and digits. Without a phase the one that holds in all of them, as
        mails of earlier versions carry it."""
        bound = f"|{phase}" if phase else ""
        return self._letters(f"token|{game}|{seat}|{holder}{bound}", 8)

    def _derived(self, use: str, length: int) -> str:
        digest = hmac.new(self._secret, use.encode(), "sha256").digest()
        return base64.b32encode(digest)[:length].decode()

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
    if len(ways) != 1:
        return "one of folder, maildir, sendmail and smtp is needed"
    return _login_fault(send.smtp) if send.smtp is not None else None


def _fetching_fault(fetch: Sequence[str | Fetching]) -> str | None:
    for entry in fetch:
        if not isinstance(entry, str) and (fault := _login_fault(entry.imap)):
            return fault
        if isinstance(entry, Fetching) and entry.imap.move_to == entry.imap.folder:
            return f"{entry.imap.host}: move_to must be another folder"
    return None


def _login_fault(server: Smtp | Imap) -> str | None:
    known = [way for way in (server.password_env, server.password_file) if way]
    if len(known) != bool(server.user):
        return f"{server.host}: with a user one of password_env and password_file is needed"
    return None


def _hours_fault(hours: float) -> str | None:
    return None if 0 < hours <= LONGEST else f"more than 0 and at most {LONGEST} is needed"


def _authserv_fault(config: OfficeFile) -> str | None:
    if config.authserv_id and not config.received_by:
        return "received_by must name your mail servers: only above their Received lines it counts"
    return None


def _answers_fault(number: int) -> str | None:
    return None if 1 <= number <= MOST_ANSWERS else f"1 to {MOST_ANSWERS} are possible"
