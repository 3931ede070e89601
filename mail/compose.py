"""Letters to bytes."""

import re
from binascii import b2a_qp
from collections.abc import Sequence
from datetime import datetime
from email.headerregistry import Address
from email.policy import SMTP
from email.utils import format_datetime
from functools import lru_cache
from hashlib import sha256

from mail.automatic import LOOP

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
ADDRESS = re.compile(
    rf"(?!.*=\?)(?=.{{1,64}}@){_ATOM}(?:\.{_ATOM})*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*"
)
LONGEST_NAME = 60  # characters of a name or title in a header


def address_fault(text: str) -> str | None:
    """Why mail cannot be addressed so; None if it can."""
    return (
        None if ADDRESS.fullmatch(text) else f"{text!r} is no mail address such as ada@example.org"
    )


def name_fault(text: str) -> str | None:
    """Why a header cannot hold this name or title; None if it can."""
    if not text.strip() or not text.isprintable() or len(text) > LONGEST_NAME:
        return f"one line of 1 to {LONGEST_NAME} characters is needed"
    return None


POLICY = SMTP.clone(max_line_length=998)  # folding would mangle References


def compose(
    *,
    name: str,
    address: str,
    to: str,
    subject: str,
    text: str,
    message_id: str,
    date: datetime,
    in_reply_to: str = "",
    thread: Sequence[str] = (),
    list_id: str = "",
    html: str = "",
    reply_to: str = "",
    loop: str = "",
) -> bytes:
    """A mail from `name` at `address`, as bytes with CRLF line ends: the same for the same call.

    `in_reply_to` is the id of the letter that it answers; `thread` are ids of mails that it is to
    be shown below, the first of them and the last; `list_id` is ``trial.example.org``; replies go
    to `reply_to`, if it is given. With `html` it says the same twice, for the reader's program to
    choose. It says that no person wrote it, and by `loop` which office did.
    ValueError if a header cannot hold what is given for it.
    """
    # By hand: the library's own messages take ten times as long, most of a turn's time.
    fields = [
        _field("From", str(Address(display_name=name, addr_spec=address))),
        _field("To", to),
        *([_plain("Reply-To", reply_to)] if reply_to else []),
        _field("Subject", subject),
        _plain("Date", format_datetime(date)),
        _plain("Message-ID", message_id),
    ]
    above = [*thread, in_reply_to] if in_reply_to else [*thread]
    if above:
        fields += [_plain("In-Reply-To", above[-1]), _plain("References", " ".join(above))]
    if list_id:
        fields.append(_plain("List-Id", f"<{list_id}>"))
    if loop:
        fields.append(_plain(LOOP, loop))
    fields += [
        _plain("Auto-Submitted", "auto-replied" if in_reply_to else "auto-generated"),
        _plain("X-Auto-Response-Suppress", "All"),
        _plain("MIME-Version", "1.0"),
    ]
    part = _part("plain", text)
    if not html:
        return b"".join(fields) + part
    # The same for the same mail. "=_" stands in no quoted-printable text.
    boundary = f"=_{sha256(message_id.encode()).hexdigest()[:32]}"
    fields.append(_plain("Content-Type", f'multipart/alternative; boundary="{boundary}"'))
    line = f"--{boundary}".encode()
    parts = (line, part, line, _part("html", html), line + b"--\r\n")
    return b"".join(fields) + b"\r\n" + b"\r\n".join(parts)


@lru_cache(4096)
def _field(name: str, value: str) -> bytes:
    """A header that may hold anything, as its line. ValueError if it cannot."""
    return POLICY.fold_binary(*POLICY.header_store_parse(name, value))


def _plain(name: str, value: str) -> bytes:
    """A header that is mostly plain as it is, and another each time."""
    if value.isascii() and value.isprintable():
        return f"{name}: {value}\r\n".encode()
    return _field(name, value)


def _part(kind: str, text: str) -> bytes:
    """The headers and the text, in quoted-printable, of lines no longer than RFC 2045 wants."""
    lines = b"".join(line + b"\n" for line in text.encode().splitlines())
    content = _plain("Content-Type", f'text/{kind}; charset="utf-8"')
    encoding = _plain("Content-Transfer-Encoding", "quoted-printable")
    return content + encoding + b"\r\n" + b2a_qp(lines).replace(b"\n", b"\r\n")
