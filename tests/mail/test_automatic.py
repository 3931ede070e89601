"""What machines write and what must not be answered."""

from datetime import UTC, datetime

import pytest

from mail.letters import read_letter

NOW = datetime(2026, 12, 1, 10, tzinfo=UTC)


def marks(head: str) -> tuple[bool, bool]:
    sender = "" if "From:" in head else "From: ada@example.org\n"
    letter = read_letter(f"{sender}{head}\n\nA PAR H\n".encode(), NOW)
    return letter.automatic, letter.bulk


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: Auto-Generated (a comment); x=y",
        "X-Autoreply: yes",
        "X-Autorespond: x",
        "Precedence: auto_reply",
        "X-Failed-Recipients: bo@example.org",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
        "Content-Type: message/delivery-status",
        "From: MAILER-DAEMON@example.org",
        "From: MAILER-DAEMON <>\nSubject: Mail delivery failed",
        "From: Postmaster <postmaster@example.org>",
        "From: noreply@example.org\nReturn-Path: <>",
        "Return-Path: <>\nSubject: Out of Office: back on Monday",
        "Return-Path: <>\nSubject: Automatische Antwort: [trial S1901M]",
        "X-Pbem-Loop: office",
    ],
)
def test_a_machine(head: str) -> None:
    assert marks(head)[0]


@pytest.mark.parametrize(
    "head",
    [
        "Return-Path: <>",
        "Precedence: bulk",
        "Precedence: junk",
        "List-Id: <x.example.org>",
        "List-Post: <mailto:x@example.org>",
        "X-Auto-Response-Suppress: All",
        "From: no-reply@example.org",
        "From: trial-bounces+ada@example.org",
        "Subject: Out of office",
    ],
)
def test_who_is_not_answered_may_order(head: str) -> None:
    assert marks(head) == (False, True)


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: no",
        "Return-Path: <ada@example.org>",
        "Subject: Re: Out of office",
        "Subject: Orders, and I am out of office",
        "Subject: Re: Undeliverable: Trial",
        "From: norbert.reply@example.org",
        "From: noreplyton@example.org",
        "Content-Type: multipart/mixed; boundary=x",
    ],
)
def test_a_person(head: str) -> None:
    assert marks(head) == (False, False)
