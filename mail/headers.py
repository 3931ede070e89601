"""What the headers of a mail say; of each one that cannot be read, nothing."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import getaddresses, parsedate_to_datetime

MOST_ADDRESSES = 50
MOST_ANSWERED = 50
_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_HALVES = re.compile("[\ud800-\udfff]")  # of characters, which no mail could carry on
_QUOTED_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\])*+"|\((?:\\.|[^()\\])*+\)', re.DOTALL)
_BRACKETED = re.compile(r"<\s*+(?:@[^<>:]*+:)?([^<>\s@]++@[^<>\s@]++)\s*+>")
_ADDRESS = re.compile(r"(?<![^\s<>,;:@])[^\s<>,;:@]++\s?@\s?[^\s<>,;:@]++")
_FOR_WHOM = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")


def clean(text: str) -> str:
    """Without halves of characters."""
    return _HALVES.sub("\ufffd", text)


def header(message: EmailMessage, name: str) -> str:
    """A header on one line, "" if there is none or it cannot be read."""
    return next(_all(message, name), "")


def sender(message: EmailMessage) -> tuple[str, str]:
    """The name and the address, in lower case, of who the mail says it is from; "" and "" if it
    says several: of two one proves nothing. Where a name that is not put in quotes looks like an
    address, that in the brackets counts, as it does for mail servers."""
    found = list(_addressed(message, "From"))
    written = [str(value) for name, value in message.raw_items() if name.lower() == "from"]
    if len(written) != 1 or len({address for _, address in found}) > 1:
        return "", ""
    bare = _QUOTED_OR_COMMENT.sub("", written[0])
    bracketed = _BRACKETED.findall(bare)
    others = _ADDRESS.findall(_BRACKETED.sub(",", bare))
    if len(bracketed) == 1 and ("," not in bare or not others):
        address = clean(bracketed[0]).lower()
        name = next((name for name, one in found if one == address), "")
        return name, address
    return found[0] if len(found) == 1 and len(bracketed) + len(others) <= 1 else ("", "")


def recipients(message: EmailMessage) -> tuple[str, ...]:
    """The addresses a mail was sent to, in lower case: first those that our servers noted."""
    found = (address for name in _FOR_WHOM for _, address in _addressed(message, name))
    return tuple(dict.fromkeys(found))[:MOST_ADDRESSES]


def message_id(message: EmailMessage) -> str:
    """The mail's own, "" unless it is clean."""
    own = header(message, "Message-ID")
    return own if _ID.fullmatch(own) else ""


def answers(message: EmailMessage) -> tuple[str, ...]:
    """The ids of the mails it answers, the nearest first."""
    thread = _ID.findall(" ".join(_all(message, "References")))
    found = [*_ID.findall(" ".join(_all(message, "In-Reply-To"))), *reversed(thread)]
    return tuple(dict.fromkeys(found))[:MOST_ANSWERED]


def date(message: EmailMessage) -> datetime | None:
    """What the writer's clock said; None if it did not say."""
    try:
        found = parsedate_to_datetime(header(message, "Date"))
    except (ValueError, OverflowError):
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def _all(message: EmailMessage, name: str) -> Iterator[str]:
    for value in message.get_all(name, []):
        try:
            yield " ".join(clean(str(value)).split())
        except Exception:  # of hostile mail the parser raises what it likes
            continue


def _addressed(message: EmailMessage, name: str) -> Iterator[tuple[str, str]]:
    """Names and addresses. They are parted before encoded words are read, in which a comma or a
    bracket is part of a name."""
    for value in message.get_all(name, []):
        try:
            groups = getattr(value, "addresses", None)
            if groups is None:
                pairs = getaddresses([str(value)])
            else:
                pairs = [(one.display_name, f"{one.username}@{one.domain}") for one in groups]
        except Exception:  # as above
            continue
        for called, address in pairs:
            if all(address.strip().rpartition("@")[::2]):
                yield " ".join(clean(called).split()), clean(address).strip().lower()
