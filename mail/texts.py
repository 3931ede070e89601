"""Which text of a mail was written to be read, and what could not be read of it."""

import re
from collections.abc import Iterator, Sequence
from copy import copy
from email.message import EmailMessage, Message
from itertools import islice

from msgspec import Struct

from mail.charsets import decoded
from mail.flowed import unflowed
from mail.headers import clean
from mail.html import html_text
from mail.transfer import content, uuencoded

REMNANT = 3  # times shorter than the HTML: so little plain text is not what was written
LARGEST_TEXT = 2_000_000  # bytes, of all parts of a mail
MOST_TAGS = 50_000
LARGEST_ATTACHED = 64 * 1024  # bytes: no orders are longer
MOST_ATTACHED = 5
LONGEST_NAME = 60  # characters of a file's

_TEXT_NAMES = (".txt", ".ord", ".text", ".asc", ".md")
_DOCUMENT_NAMES = (
    ".doc", ".docx", ".odt", ".pdf", ".rtf", ".pages", ".xls", ".xlsx", ".ods", ".htm", ".html",
    ".zip", ".7z", ".gz",
)  # fmt: skip
_ADVICE = "write orders as plain text in the mail itself"


class Texts(Struct, frozen=True):
    """What was written in the mail (None: no text was), what its other alternative says ("": there
    is none), the texts attached to it, and what could not be read."""

    body: str | None
    other: str
    attached: tuple[str, ...]
    faults: tuple[str, ...]


def texts(message: EmailMessage) -> Texts:
    """The texts of a mail. Never raises.

    Those that stand one after the other are read one after the other. Of alternatives the plain one
    is read, unless it is but a remnant of the HTML. Small texts that are attached are read, too;
    mails in the mail are not.
    """
    found = _Found()
    body, other = found.read(message, at_top=True)
    if body is None and not found.attached and not found.faults:
        found.faults.append(f"there is no plain text in it: {_ADVICE}")
    return Texts(body, other or "", tuple(found.attached), tuple(dict.fromkeys(found.faults)))


class _Found:
    """What is attached, and what could not be read."""

    def __init__(self) -> None:
        self.attached: list[str] = []
        self.faults: list[str] = []
        self.left = LARGEST_TEXT

    def read(self, part: Message, at_top: bool = False) -> tuple[str | None, str | None]:
        """The text to be read in a part, and that with the other alternatives taken; None if there
        is none, or no alternative."""
        try:
            return self._read(part, at_top)
        except Exception as error:  # the parser meets hostile mail; the other parts are not lost
            self.faults.append(f"a part of it cannot be read: {error}")
            return None, None

    def _read(self, part: Message, at_top: bool) -> tuple[str | None, str | None]:
        kind = part.get_content_type()
        if kind.startswith("multipart/"):
            if isinstance(part.get_payload(), str):  # its boundary is not there
                return self._plain(part), None
            inner = [child for child in part.get_payload() or () if isinstance(child, Message)]
            return self._inside(kind, part, inner)
        if kind.startswith("message/"):
            if kind in ("message/rfc822", "message/global"):
                self.faults.append(_MAIL_IN_IT)
            return None, None
        is_text = kind in ("text/plain", "text/html")
        if is_text and (at_top or part.get_content_disposition() != "attachment"):
            return (self._html(part) if kind == "text/html" else self._plain(part)), None
        self._attach(part, kind)
        return None, None

    def _inside(
        self, kind: str, part: Message, inner: Sequence[Message]
    ) -> tuple[str | None, str | None]:
        if kind == "multipart/encrypted":
            self.faults.append(_ENCRYPTED)
            return None, None
        if kind == "multipart/digest":
            self.faults.append(_MAIL_IN_IT)
            return None, None
        if kind == "multipart/signed":
            inner = inner[:1]
        elif kind == "multipart/related" and inner:
            root = _root(part, inner)
            inner = [root, *(one for one in inner if one is not root and not _is_text(one))]
        found = [(child, *self.read(child)) for child in inner]
        written = [(child, text, other) for child, text, other in found if text is not None]
        if kind == "multipart/alternative":
            return _chosen([(child, text) for child, text, _ in written])
        if not written:
            return None, None
        others = [other if other is not None else text for _, text, other in written]
        has_other = any(other is not None for _, _, other in written)
        return "\n".join(text for _, text, _ in written), "\n".join(others) if has_other else None

    def _plain(self, part: Message) -> str:
        text = self._decoded(part)
        if str(part.get_param("format", "")).strip().lower() == "flowed":
            text = unflowed(text, str(part.get_param("delsp", "")).strip().lower() == "yes")
        if any(line.startswith(_PGP) for line in text.split("\n")):
            self.faults.append(_ENCRYPTED)
        files, text = uuencoded(text)
        for file in files:
            self._attach_file(file.name, file.content, None)
        return text

    def _html(self, part: Message) -> str:
        source = self._decoded(part)
        last = next(islice(_TAG.finditer(source), MOST_TAGS, None), None)
        if last is not None:
            self.faults.append(f"its HTML is too long: only its first {MOST_TAGS} tags were read")
            source = source[: last.start()]
        return html_text(source)

    def _decoded(self, part: Message) -> str:
        raw = _payload(part)
        if len(raw) > self.left:
            self.faults.append(f"its text is too long: only {LARGEST_TEXT} bytes of it were read")
            raw = raw[: self.left]
        self.left -= len(raw)
        bare = content(raw, _said(part, "Content-Transfer-Encoding"))
        return clean(decoded(bare, _charset(part)))

    def _attach(self, part: Message, kind: str) -> None:
        name = _file_name(part)
        if kind in _ENCRYPTED_KINDS and not _is_signature(part, name):
            self.faults.append(_ENCRYPTED)
        elif kind == "application/ms-tnef" or name.lower() == "winmail.dat":
            self.faults.append(f"it came as winmail.dat, which only Outlook can open: {_ADVICE}")
        elif kind == "text/plain" or name.lower().endswith(_TEXT_NAMES + _DOCUMENT_NAMES):
            raw = _payload(part)[: LARGEST_ATTACHED * 3]  # in quoted-printable it may be so long
            bare = content(raw, _said(part, "Content-Transfer-Encoding"))
            self._attach_file(name or "a text", bare, _charset(part), is_text=kind == "text/plain")

    def _attach_file(
        self, name: str, bare: bytes, charset: str | None, is_text: bool = False
    ) -> None:
        shown = "".join(c if c.isprintable() else "?" for c in clean(name))[:LONGEST_NAME]
        if name.lower().endswith(_DOCUMENT_NAMES):
            self.faults.append(f"what is attached, {shown}, was not read: {_ADVICE}")
        elif is_text or name.lower().endswith(_TEXT_NAMES):
            if len(bare) > LARGEST_ATTACHED or len(self.attached) == MOST_ATTACHED:
                self.faults.append(f"what is attached, {shown}, is too much to be read: {_ADVICE}")
            else:
                self.attached.append(clean(decoded(bare, charset)))


_TAG = re.compile("<")
_PGP = "-----BEGIN PGP MESSAGE-----"
_MAIL_IN_IT = f"a mail that is attached to it was not read: {_ADVICE}"
_ENCRYPTED = f"it is encrypted, and nobody here has the key: {_ADVICE}"
_ENCRYPTED_KINDS = (
    "application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted",
)  # fmt: skip


def _is_signature(part: Message, name: str) -> bool:
    return name.lower().endswith(".p7s") or "certs-only" in str(part.get_param("smime-type", ""))


def _chosen(written: Sequence[tuple[Message, str]]) -> tuple[str | None, str | None]:
    """The alternative that is read, and the other."""
    rich = [text for child, text in written if _has_html(child)]
    plain = [text for child, text in written if not _has_html(child)]
    if not plain or not rich:
        only = "\n".join(plain) if plain else (rich[-1] if rich else None)
        return only, None
    both = "\n".join(plain)
    if len(both.strip()) * REMNANT < len(rich[-1].strip()):
        return rich[-1], both
    return both, rich[-1]


def _has_html(part: Message) -> bool:
    return any(inner.get_content_type() == "text/html" for inner in part.walk())


def _is_text(part: Message) -> bool:
    return part.get_content_maintype() == "text"


def _root(part: Message, inner: Sequence[Message]) -> Message:
    """The part of a multipart/related that the others are but pictures of (RFC 2387)."""
    start = part.get_param("start", "")
    return next((one for one in inner if start and _said(one, "Content-ID") == start), inner[0])


def first_html(message: EmailMessage) -> str:
    """The first part of a mail that is HTML, as it is written; "" if none is."""
    for part in _html_parts(message):
        return decoded(
            content(_payload(part), _said(part, "Content-Transfer-Encoding")), _charset(part)
        )
    return ""


def _html_parts(message: EmailMessage) -> Iterator[Message]:
    return (part for part in message.walk() if part.get_content_type() == "text/html")


def _payload(part: Message) -> bytes:
    """The bytes of a part as they travelled."""
    bare = copy(part)  # by what it says of itself the library would decode it
    del bare["Content-Type"]
    del bare["Content-Transfer-Encoding"]
    payload = bare.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _said(part: Message, name: str) -> str:
    return str(part.get(name, "")).strip()


def _charset(part: Message) -> str | None:
    try:
        return part.get_content_charset()
    except Exception:  # a parameter that is not what RFC 2231 makes of one
        return None


def _file_name(part: Message) -> str:
    try:
        return " ".join((part.get_filename() or "").split())
    except Exception:  # as above
        return ""
