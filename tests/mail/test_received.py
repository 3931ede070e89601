"""When a mail reached us, by its Received lines."""

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.received import above_received, received_at

OURS = ("mx.games.example", "store.games.example", "localhost")
PLAYER = "from player.example (player.example [6.6.6.6])"
RELAYED = "from mx.games.example (mx.games.example [10.0.0.5])"


def at(hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 12, 4, hour, minute, tzinfo=UTC)


def mail(*lines: str) -> bytes:
    head = "".join(f"Received: {line}\r\n" for line in lines)
    return f"Return-Path: <a@b.example>\r\n{head}Subject: x\r\n\r\nReceived: no\r\n".encode()


@pytest.mark.parametrize(
    "line",
    [
        f"{PLAYER} by mx.games.example (Postfix) with ESMTPS id 4XyZ for <g@games.example>;"
        " Fri, 4 Dec 2026 20:30:00 +0100 (CET)",
        f"{PLAYER}\r\n\t(using TLSv1.3 with cipher X (256/256 bits))\r\n\tby MX.Games.Example"
        "\r\n (Postfix; by hand) with ESMTPS\r\n\t; Fri,  4 Dec 2026 19:30:00 +0000",
        "by mx.games.example with local (Exim 4.94) id 1abc; Fri, 04 Dec 2026 19:30:00 -0000",
        "(qmail 12 by x) from a.example (HELO by) by mx.games.example; 4 Dec 2026 19:30:00",
        "from [1.2.3.4] (helo=mx.games.example) by mx.games.example; 4 Dec 2026 14:30:00 EST",
        r"from a (x \) by evil.example (y)) by mx.games.example; 4 Dec 2026 19:30:00 GMT (a;b)",
    ],
)
def test_the_forms_of_mail_servers(line: str) -> None:
    assert received_at(mail(line), OURS) == at(19, 30)


def test_a_time_of_no_zone_is_that_of_no_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """``-0000`` (RFC 5322, 3.3) is UTC, wherever the office stands."""
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        raw = mail("by mx.games.example; Fri, 04 Dec 2026 19:30:00 -0000")
        assert received_at(raw, OURS) == at(19, 30)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_what_stands_above_the_line_of_our_first_server() -> None:
    raw = b"X-Ours: 1\r\n" + mail(
        f"{RELAYED} by store.games.example; 4 Dec 2026 20:01:00 +0000",
        f"{PLAYER} by mx.games.example; 4 Dec 2026 19:57:00 +0000",
        "from pc by player.example; 4 Dec 2026 08:00:00 +0000",
    )
    above = [name for name, _ in above_received(raw, OURS)]
    assert above == ["X-Ours", "Return-Path", "Received"]
    assert [name for name, _ in above_received(raw, OURS[1:])] == ["X-Ours", "Return-Path"]
    assert above_received(raw, ("other.example",)) == ()


def test_the_oldest_line_of_ours_counts() -> None:
    raw = mail(
        "from store.games.example by store.games.example with LMTP id x; 4 Dec 2026 20:02:00 +0000",
        f"{RELAYED} (using TLSv1.3 with X) by store.games.example; 4 Dec 2026 20:01:00 +0000",
        "from localhost (localhost [127.0.0.1]) by mx.games.example; 4 Dec 2026 19:59:00 +0000",
        "from mx.games.example ([IPv6:::1]:4123) by localhost (amavis); 4 Dec 2026 19:58:00 +0000",
        f"{PLAYER} by mx.games.example; 4 Dec 2026 19:57:00 +0000",
        "from pc by player.example; 4 Dec 2026 08:00:00 +0000",
    )
    assert received_at(raw, OURS) == at(19, 57)
    assert received_at(raw, OURS[:2]) == at(19, 59)  # from localhost, which is not ours now


FORGED = "from pc (pc [10.0.0.9]) by mx.games.example (Postfix); 4 Dec 2026 08:00:00 +0000"


@pytest.mark.parametrize(
    "sender",
    [
        PLAYER,
        "from mx.games.example (player.example [6.6.6.6])",
        "from mx.games.example (unknown [6.6.6.6])",
        "from mx.games.example (unknown [10.6.6.6])",
        "from mx.games.example (6.6.6.6)",
        "from mx.games.example ([IPv6:2a00::6])",
        "from [6.6.6.6] (helo=mx.games.example)",
        "from unknown (HELO mx.games.example) (6.6.6.6)",
        "from mx.games.example (HELO mx.games.example) (6.6.6.6)",
        "",
    ],
)
def test_a_line_that_the_sender_wrote_does_not_count(sender: str) -> None:
    """He may well name our server in it, and himself after it."""
    genuine = f"{sender} by mx.games.example (Postfix); 4 Dec 2026 20:10:00 +0000"
    assert received_at(mail(genuine, FORGED), OURS) == at(20, 10)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\r\n\r\nReceived: by localhost; 4 Dec 2026 08:00:00 +0000",
        mail(),
        mail(f"{PLAYER} by other.example; 4 Dec 2026 08:00:00 +0000", FORGED),
        mail(f"{PLAYER} by mx.games.example.evil.example; 4 Dec 2026 08:00:00 +0000"),
        mail("(by mx.games.example); 4 Dec 2026 08:00:00 +0000"),
        mail("by mx.games.example; the day before yesterday"),
        mail("by mx.games.example 4 Dec 2026 08:00:00 +0000"),
        mail("by mx.games.example; 4 Dec 2026 08:00:00 +9999"),
        mail("by mx.games.example; 31 Dec 9999 23:00:00 -1400"),
        mail("by mx.games.example; " + "9" * 5000),
        mail("by mx.games.example; (4 Dec 2026 08:00:00 +0000"),
    ],
)
def test_none_if_no_line_of_ours_tells(raw: bytes) -> None:
    assert received_at(raw, OURS) is None


def test_none_without_hosts() -> None:
    assert received_at(mail(FORGED), OURS) == at(8)
    assert received_at(mail(FORGED), ()) is None


PARTS = st.sampled_from(
    ["Received:", "from", "by", "localhost", ";", "(", ")", "\\", "\r\n", "\r\n ", " ", "[::1]",
     "4 Dec 2026 08:00:00", "+0000", "-99999999", "9" * 5000, "\0", "=?x?b?"]
)  # fmt: skip


@given(st.binary() | st.lists(PARTS | st.text(max_size=3), max_size=30).map("".join).map(
    lambda text: text.encode("utf-8", "replace")
))  # fmt: skip
def test_any_bytes_give_a_time_or_none(raw: bytes) -> None:
    for whole in (raw, b"Received: " + raw):
        found = received_at(whole, OURS)
        assert found is None or found.tzinfo is UTC
