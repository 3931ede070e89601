"""When a mail reached us, and what else our own servers wrote on it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import NamedTuple

_PARTS = re.compile(r"\\.|[()]|[^\\()]+|\\", re.DOTALL)
_HOST = re.compile(  # a name or an address in a comment; no port, and not "(using TLSv1.3)"
    r"(?<![\]0-9a-z_:.-])(?:(?!tlsv1\.[0-9]\b)[0-9a-z_-]*+[.:][0-9a-z_:.-]*+|unknown)"
)


class _Hop(NamedTuple):
    """One Received line: from which host, what is said of it in brackets, by which, when."""

    sender: str
    said_of_sender: str
    by: str
    date: str


def received_at(raw: bytes, hosts: Sequence[str]) -> datetime | None:
    """When the first of our servers took the mail in, in UTC; None if no line of theirs says so.

    `hosts` are the names (and addresses) by which our servers call themselves in Received lines,
    in any case of letters. Only the topmost lines can be trusted: whoever sends a mail may have
    written any below. So the lines are followed downwards while they are by one of our hosts, and
    no further than the one that took the mail from a host that is not ours. Never raises.
    """
    if not hosts:
        return None
    try:
        hops = _our_hops(BytesHeaderParser().parsebytes(raw).items(), hosts)
        return _utc(hops[-1][1].date) if hops else None
    except Exception:  # of a hostile mail the parsers of headers and dates raise what they like
        return None


def above_received(raw: bytes, hosts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The headers, name and value, that stand above the Received line of the first of our servers:
    nobody but our own can have written them. None if no line of ours says so. Never raises.
    """
    try:
        headers = [
            (name, str(value)) for name, value in BytesHeaderParser().parsebytes(raw).items()
        ]
        hops = _our_hops(headers, hosts)
        return tuple(headers[: hops[-1][0]]) if hops else ()
    except Exception:  # as above
        return ()


def _our_hops(
    headers: Iterable[tuple[str, object]], hosts: Sequence[str]
) -> list[tuple[int, _Hop]]:
    """The topmost Received lines that our servers wrote, each with its place among the headers."""
    ours = {host.lower() for host in hosts}
    found: list[tuple[int, _Hop]] = []
    for place, (name, value) in enumerate(headers):
        if name.lower() != "received":
            continue
        hop = _read_hop(str(value))
        if hop is None or hop.by not in ours:
            break
        found.append((place, hop))
        if not _from_ours(hop, ours):
            break
    return found


def _utc(date: str) -> datetime:
    found = parsedate_to_datetime(date)
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)


def _read_hop(line: str) -> _Hop | None:
    """None if the line is not ``[from ...] by HOST ...; DATE``, with comments anywhere."""
    pieces = list(outside_and_comments(line))
    plain = " ".join(text for text, comment in pieces if not comment)
    clauses, _, date = plain.rpartition(";")
    found = re.match(r"\s*+(?:from\s++(\S++)\s++)?by\s++([^\s;]++)", clauses, re.IGNORECASE)
    if found is None:
        return None
    said = []
    for text, comment in pieces:
        if comment:
            said.append(text)
        elif re.search(r"(?:^|\s)by\s", text, re.IGNORECASE):
            break
    return _Hop((found[1] or "").lower(), " ".join(said).lower(), found[2].lower(), date)


def outside_and_comments(line: str) -> Iterator[tuple[str, bool]]:
    """The text outside of brackets and that inside, which is a comment (True), bracket by
    bracket."""
    depth = 0
    held: list[str] = []
    for part in _PARTS.findall(line):
        if part == "(" or (part == ")" and depth):
            yield "".join(held), depth > 0
            held.clear()
            depth += 1 if part == "(" else -1
        else:
            held.append(part)
    yield "".join(held), depth > 0


def _from_ours(hop: _Hop, ours: set[str]) -> bool:
    """The name a sender gives himself proves nothing; what our server found out about him, in the
    brackets after it, must be of ours too, or an address that no stranger has."""
    return hop.sender in ours and all(
        word in ours or _is_inside(word) for word in _HOST.findall(hop.said_of_sender)
    )


def _is_inside(word: str) -> bool:
    try:
        return ip_address(word.removeprefix("ipv6:")).is_private
    except ValueError:
        return False
