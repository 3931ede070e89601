"""Whether our own mail server found a mail to be from whom it says it is (RFC 8601)."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mail.received import above_received, outside_and_comments

_QUOTED = r'"(?:\\.|[^"\\])*+"'
_SAID = re.compile(rf'([^\s="]++)\s*+=\s*+((?:{_QUOTED}|[^\s"])++)')
"""``dkim=pass``, ``header.d=example.org``, ``reason="a = b"``: name and value."""

_PART = re.compile(rf'(?:{_QUOTED}|[^;"])++')


class _Result(NamedTuple):
    """``dkim=pass header.d=example.org``; all in lower case."""

    method: str
    result: str
    properties: tuple[tuple[str, str], ...]


def authenticated(raw: bytes, sender: str, authserv_id: str, hosts: Sequence[str]) -> bool:
    """Whether a server of ours says that the domain of `sender`, the address in From, sent it.

    Only those Authentication-Results count that name `authserv_id` (in any case of letters; "":
    none does) and stand above the Received line by which the first of our servers, `hosts`, took
    the mail in: whoever sends a mail may have written any below. It does with ``dmarc=pass`` for
    that domain, or with ``dkim=pass`` or ``spf=pass`` for it or for a domain it belongs to; not,
    whatever else is said, with ``dmarc=fail``. Never raises.
    """
    domain = sender.rpartition("@")[2].lower()
    if not authserv_id or not domain:
        return False
    results = [
        result
        for name, value in above_received(raw, hosts)
        if name.lower() == "authentication-results"
        for result in _results(value, authserv_id)
    ]
    if any(one.method == "dmarc" and one.result == "fail" for one in results):
        return False
    return any(_passes(one, domain) for one in results)


_DOMAINS = {"dmarc": ("header.from",), "dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",)}


def _passes(result: _Result, domain: str) -> bool:
    names = _DOMAINS.get(result.method, ())
    vouched = [
        value.rpartition("@")[2].strip('"') for name, value in result.properties if name in names
    ]
    if result.result != "pass" or not vouched:
        return False
    if result.method == "dmarc":
        return all(one == domain for one in vouched)
    # The owner of a domain speaks for those below it, but for none is it enough to own "org".
    return all(one == domain or ("." in one and domain.endswith(f".{one}")) for one in vouched)


def _results(value: str, authserv_id: str) -> Iterator[_Result]:
    """The results of one header, if it is by this server."""
    plain = " ".join(text for text, comment in outside_and_comments(value) if not comment)
    head, *rest = _PART.findall(plain)
    words = head.split()  # the id, and perhaps the version of the format
    if (
        not words
        or words[0].strip('"').lower() != authserv_id.lower()
        or words[1:] not in ([], ["1"])
    ):
        return
    for part in rest:
        said = [(name.lower(), text.lower()) for name, text in _SAID.findall(part)]
        if said:
            method, result = said[0]
            yield _Result(method.partition("/")[0], result, tuple(said[1:]))
