"""Bounces as mail servers write them."""

import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.bounces import envelope_sender, read_bounce

ADDRESS = "games@example.org"
OURS = "<report.trial.s1901m.1.france@example.org>"

REPORT = b"""\
Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@mx.example.net>
To: games@example.org
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Message-ID: <20261204@mx.example.net>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I'm sorry.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; Ada@Example.com
Original-Recipient: rfc822;france@example.org
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no
 such user

--b
Content-Type: RETURNED

RETURNED HEADERS
--b--
"""


def report(kind: bytes = b"message/rfc822", **changes: bytes) -> bytes:
    headers = b"Subject: Trial\nMessage-ID: " + OURS.encode() + b"\n\nA PAR H\n"
    raw = REPORT.replace(b"RETURNED HEADERS", headers).replace(b"RETURNED", kind)
    for old, new in changes.items():
        assert old.encode() in raw
        raw = raw.replace(old.encode(), new)
    return raw


@pytest.mark.parametrize("kind", [b"message/rfc822", b"text/rfc822-headers", b"message/global"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_report_names_the_mail_and_why(kind: bytes, end: bytes) -> None:
    bounce = read_bounce(report(kind).replace(b"\n", end), ADDRESS)
    assert bounce == (
        (OURS,),
        ("france@example.org", "ada@example.com"),
        True,
        "smtp; 550 5.1.1 no such user",
    )


def test_a_delay_is_no_end() -> None:
    bounce = read_bounce(report(failed=b"delayed"), ADDRESS)
    assert bounce is not None
    assert (bounce.message_ids, bounce.permanent) == ((OURS,), False)


def test_of_several_recipients_only_who_was_not_reached_is_named() -> None:
    other = b"\nFinal-Recipient: rfc822; bo@example.com\nAction: delivered\nStatus: 2.0.0\n"
    raw = report().replace(b" such user\n", b" such user\n" + other)
    bounce = read_bounce(raw, ADDRESS)
    assert bounce is not None
    assert bounce.failed == ("france@example.org", "ada@example.com")


@pytest.mark.parametrize("action", [b"delivered", b"relayed"])
def test_good_news_is_no_bounce(action: bytes) -> None:
    assert read_bounce(report(failed=action), ADDRESS) is None


def test_a_server_that_returns_nothing_of_the_mail_may_answer_it() -> None:
    raw = report(b"text/plain").replace(b"Message-ID: <report", b"See: <report")
    raw = b"In-Reply-To: " + OURS.encode() + b"\n" + raw
    bounce = read_bounce(raw, ADDRESS)
    assert bounce is not None
    assert bounce.message_ids == (OURS,)


def test_an_old_server_quotes_the_headers() -> None:
    raw = (
        b"From: MAILER-DAEMON\nTo: games@example.org\nMessage-ID: <theirs@mx.example.net>\n"
        b"Subject: Returned mail: User unknown\n\n----- Unsent message follows -----\n"
        b"Subject: Trial\n> message-id: " + OURS.encode() + b"\n"
    )
    bounce = read_bounce(raw, ADDRESS)
    assert bounce == ((OURS,), (), True, "Returned mail: User unknown")
    warning = read_bounce(raw.replace(b"Returned mail: User unknown", b"Warning: no luck"), ADDRESS)
    assert warning is not None
    assert not warning.permanent


def test_a_server_may_say_in_a_header_whom_it_could_not_reach() -> None:
    raw = b"From: x@example.net\nX-Failed-Recipients: Ada@example.com, bo@example.com\n\nSorry.\n"
    bounce = read_bounce(raw, ADDRESS)
    assert bounce is not None
    assert (bounce.message_ids, bounce.failed) == ((), ("ada@example.com", "bo@example.com"))


def test_a_mail_comes_back_to_an_address_of_its_own() -> None:
    own = envelope_sender(ADDRESS, OURS)
    assert own == "games+bounce=report.trial.s1901m.1.france@example.org"
    raw = b"Delivered-To: " + own.title().encode() + b"\nFrom: x@example.net\n\nnobody of that name"
    bounce = read_bounce(raw, ADDRESS)
    assert bounce is not None
    assert bounce.message_ids == (OURS,)
    assert read_bounce(raw, "others@example.org") is None
    assert read_bounce(raw, "games@example.com") is None


def test_the_mail_s_own_address_is_surer_than_what_is_returned() -> None:
    own = envelope_sender(ADDRESS, "<notice.trial.2.france@example.org>").encode()
    bounce = read_bounce(b"Delivered-To: " + own + b"\n" + report(), ADDRESS)
    assert bounce is not None
    assert bounce.message_ids == ("<notice.trial.2.france@example.org>", OURS)


def test_an_address_of_its_own_is_of_no_more_than_64_octets() -> None:
    """In front of the @: RFC 5321, 4.5.3.1.1."""
    name = "a" * (64 - len("games+bounce="))
    assert envelope_sender(ADDRESS, f"<{name}@example.org>") == f"games+bounce={name}@example.org"
    assert envelope_sender(ADDRESS, f"<{name}a@example.org>") == ADDRESS


@pytest.mark.parametrize(
    "raw",
    [
        b"From: ada@example.org\nIn-Reply-To: " + OURS.encode() + b"\n\nA PAR H\n",
        b"From: ada@example.org\nAuto-Submitted: auto-replied\nSubject: Out of office\n"
        b"In-Reply-To: " + OURS.encode() + b"\n\n> Message-ID: " + OURS.encode() + b"\n",
        # A player can have this address.
        b"From: postmaster@example.org\nIn-Reply-To: " + OURS.encode() + b"\n\nA PAR H\n",
    ],
)
def test_an_answer_is_no_bounce(raw: bytes) -> None:
    assert read_bounce(raw, ADDRESS) is None


@given(st.binary(max_size=200), st.integers(0, len(REPORT)))
def test_it_never_raises(noise: bytes, at: int) -> None:
    raw = report()
    read_bounce(raw[:at] + noise + raw[at:], ADDRESS)
    read_bounce(noise, ADDRESS)


def test_real_bounces_are_told_from_other_mail(
    shared_data: Callable[[str], Path], tmp_path: Path
) -> None:
    with tarfile.open(shared_data("mail_corpus.tar.gz")) as corpus:
        corpus.extractall(tmp_path, filter="data")

    def read(folder: str) -> list[bool]:
        files = [path for path in sorted((tmp_path / folder).rglob("*")) if path.is_file()]
        return [read_bounce(path.read_bytes(), ADDRESS) is not None for path in files]

    bounces = [*read("sisimai-bounces"), *read("flanker-bounce")]
    # The others are complaints and vacation notices, or name neither the mail nor its recipient.
    assert (sum(bounces), len(bounces)) == (145, 166)
    others = ("mail-parser-reply", "talon-replies", "talon-html-replies", "talon-signatures")
    assert not any(found for folder in others for found in read(folder))
