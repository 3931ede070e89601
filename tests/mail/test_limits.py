"""Mail that is too much: what is read of it, and that it says so."""

import base64
from datetime import UTC, datetime

import pytest

from mail.letters import read_letter
from mail.mime import LARGEST, MOST_HEADERS, MOST_PARTS, parsed
from mail.structure import MOST_TEXT_LINES

NOW = datetime(2026, 12, 1, 10, tzinfo=UTC)
FROM = b"From: ada@example.org\n"
MIXED = FROM + b"Content-Type: multipart/mixed; boundary=q\n\n"
TEN = 10 * 2**20


def test_orders_below_a_large_picture() -> None:
    picture = b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n"
    picture += base64.encodebytes(b"x" * (TEN * 3 // 4))
    raw = MIXED + b"--q\n" + picture + b"\n--q\nContent-Type: text/plain\n\nA PAR H\n--q--\n"
    letter = read_letter(raw, NOW)
    assert [line.text for line in letter.lines] == ["A PAR H"]
    assert not letter.faults


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        (FROM + b"\nA PAR H\n" + b"\n" * TEN, "too large"),
        (FROM + b"\nA PAR H\r" + b"\r" * TEN, "too large"),
        (FROM + b"\nA PAR H\n" + b"x" * LARGEST, "too large"),
        (FROM + b"\nA PAR H\n" + b"x" * TEN, "too long"),
        (FROM + b"\nA PAR H\n" + b"x\n" * MOST_TEXT_LINES, "too long"),
        (MIXED + b"--q\n\nA PAR H\n" * 99999, "too many parts"),
        (MIXED + b"--q\n\nA PAR H\n--q\n" + b"Content-Type: message/rfc822\n\n" * 99, "too deep"),
        (
            FROM + b"Content-Type: text/html\n\nA PAR H<br>" + b"<b><div>" * 99999,
            "HTML is too long",
        ),
        (FROM + b"X: y\n" * 999_999 + b"\nA PAR H\n", "too large"),
    ],
)
def test_what_is_too_much_is_told(raw: bytes, fault: str) -> None:
    letter = read_letter(raw, NOW)
    assert letter.sender == "ada@example.org"
    assert any(fault in one for one in letter.faults)
    assert len(letter.lines) <= MOST_TEXT_LINES
    if b"X: y" not in raw:
        assert letter.lines[0].text == "A PAR H"


def test_parts_and_headers_are_counted() -> None:
    message = parsed(MIXED + b"--q\n\nx\n" * 999).message
    assert len(list(message.walk())) == MOST_PARTS
    assert len(parsed(b"X: y\n" * 999).message) == MOST_HEADERS


@pytest.mark.parametrize("name", ["From", "To", "Subject", "Date", "Message-ID", "Content-Type"])
@pytest.mark.parametrize("piece", ["(", '"', "<", ",", "=?", "(a)", ";a*0=x", "a@b,", "\\"])
def test_headers_no_parser_likes(name: str, piece: str) -> None:
    """The longest that is read, not what was sent, decides how long its parser takes."""
    letter = read_letter(f"{name}: {piece * 99999}\n\nA PAR H\n".encode(), NOW)
    assert [line.text for line in letter.lines] in (["A PAR H"], [])
