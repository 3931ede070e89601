"""Authentication-Results: which are believed, and what in them counts."""

import pytest

from mail.authentication import authenticated

RECEIVED = "Received: from mx.example.net by mail.our.example; Tue, 1 Dec 2026 10:00:00 +0000\r\n"
MINE = "mail.our.example"
ID = "auth.our.example"


def believed(above: str, below: str = "", sender: str = "ada@example.org") -> bool:
    raw = f"{above}{RECEIVED}{below}From: Ada <ada@example.org>\r\n\r\nA VIE - TYR\r\n"
    return authenticated(raw.encode(), sender, ID, [MINE])


def by_us(results: str) -> str:
    return f"Authentication-Results: {ID}; {results}\r\n"


@pytest.mark.parametrize(
    "results",
    [
        "dmarc=pass header.from=example.org",
        "dmarc=pass (p=none dis=none) header.from=example.org",
        "DKIM=Pass header.d=Example.ORG",
        "dkim=pass (2048-bit key; unprotected) header.d=example.org header.i=@example.org",
        "dkim=fail header.d=example.com; dkim=pass header.d=example.org",
        'dkim=pass reason="good; signature" header.i=@example.org',
        "spf=pass smtp.mailfrom=ada@example.org",
        "spf=pass smtp.mailfrom=example.org;\r\n dkim=none",
        'spf=pass smtp.mailfrom = "a b"@example.org',
        "none; dkim/1 = pass header.d = example.org",
    ],
)
def test_a_pass_for_the_domain_in_from(results: str) -> None:
    assert believed(by_us(results))


@pytest.mark.parametrize(
    "results",
    [
        "none",
        "",
        "dmarc=pass",
        "dmarc=pass header.from=example.com",
        "dkim=pass header.d=example.com",
        "dkim=pass header.d=org",
        "dkim=pass header.d=notexample.org",
        "dkim=pass header.d=mail.example.org",  # who has a part of it does not speak for the whole
        "dkim=neutral header.d=example.org",
        "dkim=passed header.d=example.org",
        "spf=pass smtp.helo=example.org",
        "spf=softfail smtp.mailfrom=ada@example.org",
        "auth=pass smtp.auth=ada@example.org",
        "dkim=pass header.d=example.org; dmarc=fail header.from=example.org",
        "(dkim=pass header.d=example.org)",
        'spf=pass smtp.mailfrom="x smtp.mailfrom=ada@example.org"@evil.example',
        'dkim=pass reason="header.d=example.org" header.d=evil.example',
        'spf=fail reason="; dkim=pass header.d=example.org"',
        "spf=pass smtp.mailfrom=ada@example.org@evil.example",
    ],
)
def test_what_is_none(results: str) -> None:
    assert not believed(by_us(results))


def test_a_domain_speaks_for_those_below_it() -> None:
    assert believed(by_us("dkim=pass header.d=example.org"), sender="ada@sub.example.org")


def test_only_what_our_own_server_wrote() -> None:
    good = "dkim=pass header.d=example.org"
    assert believed(by_us(good))
    assert not believed("", by_us(good))  # the sender may have written it himself
    assert not believed(f"Authentication-Results: auth.else.example; {good}\r\n")
    assert not believed(f"Authentication-Results: {ID}.evil.example; {good}\r\n")
    assert not believed(f"Authentication-Results: evil.example {ID}; {good}\r\n")
    assert not believed(f"ARC-Authentication-Results: i=1; {ID}; {good}\r\n")
    assert believed(f"Authentication-Results: {ID.upper()} 1; {good}\r\n")
    assert not believed(f"Authentication-Results: {ID} 2; {good}\r\n")


def test_below_the_line_of_our_inner_server_above_that_of_the_outer_one() -> None:
    inner = "Received: from mail.our.example (mail.our.example [10.0.0.1]) by store.our.example; "
    inner += "Tue, 1 Dec 2026 10:00:01 +0000\r\n"
    raw = f"{inner}{by_us('dkim=pass header.d=example.org')}{RECEIVED}From: a@example.org\r\n\r\n"
    hosts = [MINE, "store.our.example"]
    assert authenticated(raw.encode(), "a@example.org", ID, hosts)
    # Without knowing the outer one, its line might be anybody's, and so might what is above it.
    assert not authenticated(raw.encode(), "a@example.org", ID, ["store.our.example"])


def test_without_a_server_of_ours_or_an_id_nothing_is_believed() -> None:
    raw = f"{by_us('dkim=pass header.d=example.org')}{RECEIVED}From: a@example.org\r\n\r\n".encode()
    assert authenticated(raw, "a@example.org", ID, [MINE])
    assert not authenticated(raw, "a@example.org", ID, [])
    assert not authenticated(raw, "a@example.org", "", [MINE])
    assert not authenticated(raw, "", ID, [MINE])
    assert not authenticated(b"\xff\x00:::" * 50, "a@example.org", ID, [MINE])
