"""Mail from a folder on an IMAP server.

Nothing there decides what is new but the numbers of its mails: whoever looks into the folder with
another program, and marks mails as seen or not, loses none.
"""

import re
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from imaplib import IMAP4
from typing import Any, Literal, NamedTuple

from imap_tools import BaseMailBox, MailBox, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError
from imap_tools.utils import encode_folder

from mail.sources import Away, Found

PATIENCE = 60.0  # seconds to wait for the server
LARGEST = 16 * 2**20  # bytes; of a larger mail no more is taken
BATCH_MAILS, BATCH_BYTES = 50, 2 * LARGEST
NUMBERS = 1000  # of mails in one command

_UID = re.compile(rb"\bUID (\d+)")
_SIZE = re.compile(rb"\bRFC822\.SIZE (\d+)")
_DATE = re.compile(rb'\bINTERNALDATE "([^"]+)"')


class Place(NamedTuple):
    """Up to where a folder was read: the last mail's number (UID), and what makes the numbers
    those of this folder (UIDVALIDITY)."""

    validity: int
    uid: int

    def __str__(self) -> str:
        return f"{self.validity} {self.uid}"

    @classmethod
    def of(cls, text: str) -> "Place":
        """What was written so; the beginning, if it is nothing of the kind."""
        found = re.fullmatch(r"(\d+) (\d+)", text)
        return cls(int(found[1]), int(found[2])) if found else cls(0, 0)


class Batch(NamedTuple):
    """Mails to be kept together, and the place that is to be remembered with them."""

    mails: tuple[Found, ...]
    place: Place


class Imap:
    """A `folder` on a server. Over TLS the server must prove to be `host`, by `context` (by
    default: the system's authorities).

    A mail that was kept is marked as seen and, with `move_to`, moved to that folder, which is made
    if it is not there.
    """

    def __init__(
        self,
        host: str,
        port: int,
        security: Literal["none", "starttls", "tls"],
        user: str,
        password: str,
        folder: str = "INBOX",
        move_to: str = "",
        timeout: float = PATIENCE,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self.host = host
        self.port = port
        self.security = security
        self.user = user
        self.folder = folder
        self.move_to = move_to
        self.timeout = timeout
        self._password = password
        self._context = context

    @property
    def name(self) -> str:
        """What it is called in messages, and what its place is remembered by."""
        return f"imap://{self.user}@{self.host}:{self.port}/{self.folder}"

    def batches(self, place: Place) -> Iterator[Batch]:
        """What came after a place, in the order in which it came; all, if the folder is not the
        one that the place was in.

        When the next batch is asked for, the mails of the one before are taken to be kept, and are
        moved. A lost connection is made anew once, and then the mails come one by one, for the
        server may stumble over one of them. Away if mail cannot be fetched.
        """
        for most in (BATCH_MAILS, 1):
            try:
                with self._open() as box:
                    yield from self._read(box, place, most)
                return
            except _Lost as lost:
                place = lost.place or place
                if most == 1:
                    raise Away(f"{self.name}: {lost}") from None

    @contextmanager
    def _open(self) -> Iterator[BaseMailBox]:
        """The server, with our folder open. Away for what no second attempt will mend."""
        box: BaseMailBox | None = None
        try:
            with _explained():
                if self.security == "tls":
                    # Left to the library, nothing would be verified.
                    context = self._verifying()
                    box = MailBox(self.host, self.port, self.timeout, ssl_context=context)
                else:
                    box = MailBoxUnencrypted(self.host, self.port, self.timeout)
                if self.security == "starttls":
                    box.client.starttls(self._verifying())
            self._login(box)
            self._select(box)
            yield box
        finally:
            if box is not None:
                with suppress(Exception):
                    box.client.logout()
                with suppress(OSError):
                    box.client.shutdown()

    def _verifying(self) -> ssl.SSLContext:
        if self._context is None:
            self._context = ssl.create_default_context()
        return self._context

    def _login(self, box: BaseMailBox) -> None:
        # The errors may hold what was sent: none goes on, not even as a cause.
        plain = f"{self.user}{self._password}".isascii()
        login = box.login if plain else box.login_utf8
        try:
            with _explained():
                login(self.user, self._password, None)
        except _Lost as lost:
            if lost.broken:
                raise
        else:
            return
        raise Away(f"{self.name}: the login as {self.user} was refused")

    def _select(self, box: BaseMailBox) -> None:
        try:
            with _explained():
                # What a server can do it often says only after the login.
                capabilities = box.client.capability()[1][0].upper().split()
                if self.move_to and b"MOVE" not in capabilities:
                    raise Away(f"{self.name}: the server cannot move mails; leave out move_to")
                if self.move_to and not box.folder.exists(self.move_to):
                    box.folder.create(self.move_to)
                box.folder.set(self.folder)
        except _Lost as lost:
            if lost.broken:
                raise
            raise Away(f"{self.name}: the folder cannot be opened: {lost}") from None

    def _read(self, box: BaseMailBox, place: Place, most: int) -> Iterator[Batch]:
        """The batches, over one connection. _Lost, with the last place, if it breaks."""
        try:
            with _explained():
                validity = int(box.client.response("UIDVALIDITY")[1][0] or 0)
                if validity != place.validity:
                    place = Place(validity, 0)
                # "*" is the last mail, though its number be lower than what is before the colon.
                wanted = "ALL" if self.move_to else f"UID {place.uid + 1}:*"
                uids = sorted(int(uid) for uid in box.uids(wanted, None))
                if self.move_to:  # they are kept, and were not moved: the program was killed
                    self._done(box, [uid for uid in uids if uid <= place.uid])
                sizes = self._sizes(box, [uid for uid in uids if uid > place.uid])
            for part in _parted(sizes, most):
                with _explained():
                    mails = self._fetched(box, part)
                last = Place(validity, max(part))
                yield Batch(tuple(mails.values()), last)
                place = last
                with _explained():
                    self._done(box, [uid for uid, mail in mails.items() if not mail.fault])
        except _Lost as lost:
            lost.place = place
            raise

    def _sizes(self, box: BaseMailBox, uids: Sequence[int]) -> dict[int, int]:
        """The sizes of these mails in bytes; 0 where the server does not say."""
        sizes = {}
        for some in _numbers(uids):
            for line in box.client.uid("FETCH", some, "(UID RFC822.SIZE)")[1]:
                head = line if isinstance(line, bytes) else b""
                uid, size = _UID.search(head), _SIZE.search(head)
                if uid and size:
                    sizes[int(uid[1])] = int(size[1])
        return {uid: sizes.get(uid, 0) for uid in uids}

    def _fetched(self, box: BaseMailBox, sizes: dict[int, int]) -> dict[int, Found]:
        """These mails by their numbers, as they are and without a mark that they were read. Of one
        that is asked for alone there may be no more than its fault; or nothing, if somebody has
        just removed it. _Lost if one of several does not come."""
        found = self._mails(box, [uid for uid, size in sizes.items() if size <= LARGEST])
        for uid, size in sizes.items():
            if size > LARGEST:
                found |= self._mails(box, [uid], f"<0.{LARGEST}>")
        if missing := sizes.keys() - found.keys():
            uid = min(missing)
            fault = "the server does not hand it over"
            if len(sizes) > 1:
                raise _Lost(fault, broken=False)
            if box.uids(f"UID {uid}", None):
                found[uid] = Found(self._where(uid), fault=fault)
        return dict(sorted(found.items()))

    def _where(self, uid: int) -> str:
        return f"{self.name}, mail {uid}"

    def _mails(self, box: BaseMailBox, uids: Sequence[int], part: str = "") -> dict[int, Found]:
        """Of these mails what the server hands over, at once."""
        if not uids:
            return {}
        numbers = ",".join(map(str, uids))
        items: list[tuple[bytes, bytes]] = []
        # A mail comes after a line that names its number and date, or before one.
        for item in box.client.uid("FETCH", numbers, f"(UID INTERNALDATE BODY.PEEK[]{part})")[1]:
            if isinstance(item, tuple):
                items.append((item[0], item[1]))
            elif items and item is not None:
                items[-1] = (items[-1][0] + b" " + item, items[-1][1])
        found = {}
        for line, raw in items:
            uid = _UID.search(line)
            if uid is not None:
                number = int(uid[1])
                found[number] = Found(self._where(number), raw, received=_date(line))
        return found

    def _done(self, box: BaseMailBox, uids: Sequence[int]) -> None:
        """Mark mails that are kept as seen, and move them if that is wanted."""
        # By hand: the library, when it marks or moves a mail, may also remove for good what
        # somebody has marked as deleted.
        for numbers in _numbers(uids):
            _answered(box.client.uid("STORE", numbers, "+FLAGS.SILENT", r"(\Seen)"))
            if self.move_to:
                _answered(box.client.uid("MOVE", numbers, encode_folder(self.move_to).decode()))


class _Lost(Exception):
    """The server said no, or nothing any more (`broken`); `place` as in a batch, if one was
    reached."""

    def __init__(self, said: str, broken: bool) -> None:
        super().__init__(said)
        self.broken = broken
        self.place: Place | None = None


@contextmanager
def _explained() -> Iterator[None]:
    """What the libraries raise as _Lost."""
    try:
        yield
    except (IMAP4.abort, OSError) as error:
        said = error.strerror if isinstance(error, OSError) else None
        raise _Lost(_short(said or error), broken=True) from None
    except (IMAP4.error, ImapToolsError, UnicodeError, ValueError) as error:
        raise _Lost(_short(error), broken=False) from None


def _answered(answer: Any) -> list[Any]:
    """What a command brought. _Lost if the server did not do it."""
    status, said = answer
    if status != "OK":
        reason = b" ".join(line for line in said if isinstance(line, bytes))
        raise _Lost(_short(reason), broken=False)
    return [item for item in said if item is not None]


def _numbers(uids: Sequence[int]) -> Iterator[str]:
    """The numbers of mails as commands take them."""
    for start in range(0, len(uids), NUMBERS):
        yield ",".join(map(str, uids[start : start + NUMBERS]))


def _parted(sizes: dict[int, int], most: int) -> Iterator[dict[int, int]]:
    """Mails and their sizes in parts of at most so many and not too many bytes, each of one mail
    at least."""
    part: dict[int, int] = {}
    taken = 0
    for uid, size in sizes.items():
        if part and (taken + min(size, LARGEST) > BATCH_BYTES or len(part) == most):
            yield part
            part, taken = {}, 0
        part[uid] = size
        taken += min(size, LARGEST)
    if part:
        yield part


def _date(said: bytes) -> datetime | None:
    """When the server took a mail in, in UTC; None if it does not say so."""
    found = _DATE.search(said)
    if found is None:
        return None
    try:
        text = found[1].decode("ascii").strip()
        return datetime.strptime(text, "%d-%b-%Y %H:%M:%S %z").astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _short(said: object) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
    return " ".join(text.split())[:300]
