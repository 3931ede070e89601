"""Bounces: what a mail server says of a mail that it could not deliver, or not yet."""

import email
import re
from collections.abc import Iterator
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32
from email.utils import getaddresses, parseaddr
from itertools import islice
from typing import NamedTuple

MOST = 20  # of ids and of addresses: no bounce of one mail names more
LONGEST_TEXT = 100_000  # bytes that are looked through
LONGEST_REASON = 200  # characters
MARK = "bounce="
"""In front of a mail's own name, in the address to which it comes back."""

_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_QUOTED_ID = re.compile(rb"^[ \t>|]{0,20}Message-ID:[ \t]*(<[!-;=?-~]{1,250}>)", re.I | re.M)
_DELAY = re.compile(r"\b(?:delay(?:ed)?|warning|deferred|not yet)\b", re.IGNORECASE)
_SERVER = re.compile(r"(?:mailer-?daemon|mail-daemon|postmaster)(?:[@\s]|$)", re.IGNORECASE)
_FIELD = re.compile(r"^([A-Za-z-]{1,40}):[ \t]*(.*(?:\n[ \t].*)*)", re.MULTILINE)


class Bounce(NamedTuple):
    """What came back: the ids of the mails that it may be about, the surest first; the addresses
    that it names; whether it will not be tried again; and why, in its words."""

    message_ids: tuple[str, ...]
    failed: tuple[str, ...]
    permanent: bool
    reason: str


def envelope_sender(address: str, message_id: str) -> str:
    """The address to which a mail is to come back: `address` with the mail's id as a detail, if
    that is not too long for it."""
    local, _, host = address.partition("@")
    own = f"{local}+{MARK}{message_id.strip('<>').partition('@')[0]}"
    return f"{own}@{host}" if len(own) <= 64 else address


def read_bounce(raw: bytes, address: str) -> Bounce | None:
    """What a bounce says; None if it is none, or says that all went well. Never raises.

    It is one if it holds a delivery status (RFC 3464), or is by a mail server and names whom it
    could not reach or the mail. `address` is ours: what came to it with a mail's name as a detail
    is about that mail. Anybody can write a bounce; nothing in it is proved.
    """
    try:
        message = email.message_from_bytes(raw, policy=compat32)
        return _read(message, raw, address)
    except Exception:  # of hostile mail the parser raises what it likes
        return None


def _read(message: Message, raw: bytes, address: str) -> Bounce | None:
    parts = list(islice(message.walk(), 100))
    reports = [part for part in parts if part.get_content_type() == "message/delivery-status"]
    sent_to = _sent_to(message, address)
    named = _addresses(message, "X-Failed-Recipients")
    ids = [*sent_to, *_returned(parts)]
    if reports:
        fields = [found for part in reports for found in _recipients(part)]
        actions = {found.get("action", "").lower() for found in fields}
        permanent = "failed" in actions or not actions & {"delayed", "delivered", "relayed"}
        if not permanent and "delayed" not in actions:
            return None
        of_these = [found for found in fields if found.get("action", "").lower() == "failed"]
        failed = [
            _address(found[key])
            for found in of_these or fields
            for key in ("original-recipient", "final-recipient")
            if key in found
        ]
        said = [found[key] for found in of_these for key in ("diagnostic-code",) if key in found]
        said += [found["status"] for found in of_these if "status" in found]
        ids += _header_ids(message)
    elif sent_to or named or _by_server(message):
        permanent = _DELAY.search(_header(message, "Subject")) is None
        failed = named
        said = [_header(message, "Subject")]
        ids += [found.decode() for found in _QUOTED_ID.findall(raw[:LONGEST_TEXT])]
        ids = [found for found in ids if found != _header(message, "Message-ID")]
        if not (ids or failed):
            return None
    else:
        return None
    return Bounce(
        tuple(dict.fromkeys(ids))[:MOST],
        tuple(dict.fromkeys(filter(None, failed)))[:MOST],
        permanent,
        " ".join(" ".join(said[:1]).split())[:LONGEST_REASON],
    )


def _sent_to(message: Message, address: str) -> list[str]:
    """The ids of the mails to whose own addresses this came."""
    local, _, host = address.lower().partition("@")
    begin, end = f"{local}+{MARK}", f"@{host}"
    names = ("Delivered-To", "X-Original-To", "Envelope-To", "To")
    found = [one for name in names for one in _addresses(message, name)]
    return [
        f"<{one[len(begin) : -len(end)]}{end}>"
        for one in found
        if one.startswith(begin) and one.endswith(end)
    ]


def _returned(parts: list[Message]) -> Iterator[str]:
    """The ids of the mails that are returned, whole or by their headers."""
    for part in parts:
        inner = part.get_payload()
        kind = part.get_content_type()
        first = inner[0] if isinstance(inner, list) and inner else None
        if kind in ("message/rfc822", "message/global") and isinstance(first, Message):
            yield from _ID.findall(_header(first, "Message-ID"))
        elif kind in ("text/rfc822-headers", "message/global-headers", "message/rfc822"):
            text = part.get_payload(decode=True)
            if isinstance(text, bytes):
                headers = BytesHeaderParser().parsebytes(text[:LONGEST_TEXT])
                yield from _ID.findall(_header(headers, "Message-ID"))


def _recipients(report: Message) -> Iterator[dict[str, str]]:
    """The groups of fields of a delivery status that are about a recipient."""
    inner = report.get_payload()
    texts = [str(one) for one in inner] if isinstance(inner, list) else [str(inner)]
    for text in "\n\n".join(texts)[:LONGEST_TEXT].replace("\r\n", "\n").split("\n\n"):
        fields = {found[1].lower(): found[2].strip() for found in _FIELD.finditer(text)}
        if "final-recipient" in fields or "original-recipient" in fields or "action" in fields:
            yield fields


def _address(field: str) -> str:
    """``rfc822; Ada <ada@example.org>`` as the address alone, in lower case."""
    return parseaddr(field.rpartition(";")[2].strip())[1].lower()


def _addresses(message: Message, name: str) -> list[str]:
    values = [str(value) for value in message.get_all(name, [])]
    return [address.lower() for _, address in getaddresses(values[:MOST]) if "@" in address]


def _header_ids(message: Message) -> list[str]:
    """What it answers, for servers that return nothing of the mail."""
    return _ID.findall(f"{_header(message, 'In-Reply-To')} {_header(message, 'References')}")


def _by_server(message: Message) -> bool:
    sender = _header(message, "From")
    return _SERVER.match(parseaddr(sender)[1] or sender) is not None


def _header(message: Message, name: str) -> str:
    return " ".join(str(message.get(name, "")).split())
