"""Which text of a mail is read, and that none stops the reader."""

from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.letters import Letter, read_letter

NOW = datetime(2026, 12, 1, 10, tzinfo=UTC)
HTML = "<div>A PAR - BUR</div><div>F BRE - ENG</div><div>A MAR H</div>"
READ = ["A PAR - BUR", "F BRE - ENG", "A MAR H"]


def read(message: EmailMessage) -> list[str]:
    letter = read_letter(message.as_bytes(), NOW)
    assert not letter.faults
    return [line.text for line in letter.lines if line.text]


@pytest.mark.parametrize(
    ("plain", "expected"),
    [
        ("A PAR H\nF BRE H\nA MAR H\n", ["A PAR H", "F BRE H", "A MAR H"]),
        ("", READ),
        ("\n \n", READ),
        ("see HTML\n", READ),
        ("A third of it\n", ["A third of it"]),
    ],
)
def test_the_plain_one_of_alternatives_unless_it_is_a_remnant(
    plain: str, expected: list[str]
) -> None:
    message = EmailMessage()
    message.set_content(plain)
    message.add_alternative(HTML, subtype="html")
    assert read(message) == expected


def test_html_with_its_pictures() -> None:
    message = EmailMessage()
    message.set_content("")
    message.add_alternative(HTML, subtype="html")
    message.get_payload()[1].add_related(b"x", "image", "png", cid="<x>")  # type: ignore[index, union-attr]
    message.add_attachment(b"x", "image", "png")
    assert read(message) == READ


def test_all_that_stands_one_after_the_other_is_read() -> None:
    """A long advertisement beside the orders does not displace them."""
    message = EmailMessage()
    message.set_content("A PAR H\n")
    message.make_mixed()
    for content, subtype in (("F BRE H\n", "plain"), (f"<p>{HTML * 9}</p>", "html")):
        part = EmailMessage()
        part.set_content(content, subtype=subtype)
        message.attach(part)
    assert read(message) == ["A PAR H", "F BRE H", *READ * 9]


def test_what_is_forwarded_is_not_read() -> None:
    forwarded = EmailMessage()
    forwarded.set_content("A MAR H\n")
    message = EmailMessage()
    message.set_content("A PAR H\n")
    message.add_attachment(forwarded)
    message.add_attachment(forwarded, disposition="inline")
    letter = read_letter(message.as_bytes(), NOW)
    assert [line.text for line in letter.lines] == ["A PAR H"]
    assert letter.faults == (
        "a mail that is attached to it was not read: write orders as plain text in the mail itself",
    )


def test_a_mail_without_text_keeps_its_fault() -> None:
    letter = read_letter(b"Content-Type: image/png\n\nx", NOW)
    (fault,) = letter.faults
    assert fault.startswith("there is no plain text in it: write orders as plain text")


@pytest.mark.parametrize(
    "charset", ["utf-8", "iso-8859-1", "unicode_escape", "idna", "punycode", "hex", "no-such", "\0"]
)
def test_whatever_charset_is_declared(charset: str) -> None:
    raw = f'Content-Type: text/html; charset="{charset}"\n\n<p>K&ouml;ln\\d</p>'.encode()
    assert [line.text for line in read_letter(raw, NOW).lines] == ["Köln\\d"]


def test_quoted_html_is_quoted_in_the_letter() -> None:
    raw = b"Content-Type: text/html\n\nA PAR H<blockquote>F BRE H<blockquote>x</blockquote>"
    lines = [(line.text, line.kind, line.depth) for line in read_letter(raw, NOW).lines]
    assert lines == [("A PAR H", "text", 0), ("F BRE H", "quoted", 1), ("x", "quoted", 2)]


HEADS = st.sampled_from([
    b"Content-Type: text/html", b"Content-Type: multipart/alternative; boundary=x", b"\n", b"\r\n",
    b"--x", b"--x--", b"Content-Transfer-Encoding: base64", b"Content-Type: text/plain; charset=",
    b"utf-7", b"From: ", b"Date: ", b"Message-ID: <", b"=?utf-8?b?", b"=00=", b"<blockquote>",
    b"Content-Transfer-Encoding: quoted-printable", b"Content-Type: message/rfc822",
    b"Content-Disposition: ", b"\xff\xfe", b"Subject: ", b"*0*=", b"unicode_escape", b"\\x",
])  # fmt: skip


@given(st.binary() | st.lists(HEADS | st.binary(max_size=4), max_size=40).map(b"".join))
def test_any_bytes_give_a_letter(raw: bytes) -> None:
    letter = read_letter(raw, NOW)
    assert isinstance(letter, Letter)
    assert letter == read_letter(raw, NOW)
    assert [line.number for line in letter.lines] == list(range(1, len(letter.lines) + 1))


@pytest.mark.parametrize("kind", ["text/plain", "text/html"])
@pytest.mark.parametrize("encoding", ["", "Content-Transfer-Encoding: 8bit\n"])
@pytest.mark.parametrize(
    ("charset", "codec", "text"),
    [
        ("", "utf-8", "A PAR – BUR"),
        ("", "cp1252", "A PAR – BUR"),
        ("us-ascii", "utf-8", "A PAR – BUR"),
        ("iso-8859-1", "cp1252", "A PAR – BUR"),
        ("windows-1251", "cp1251", "А ПАР – БУР"),
        ("koi8-r", "koi8-r", "А ПАР - БУР"),
        ("shift_jis", "cp932", "パリ → ソ"),  # whose last byte is a backslash
        ("gb2312", "gb18030", "巴黎 → 勃艮第"),
    ],
)
def test_bytes_that_were_never_encoded_are_read_in_their_charset(
    charset: str, codec: str, text: str, encoding: str, kind: str
) -> None:
    declared = f"Content-Type: {kind}{f'; charset={charset}' * bool(charset)}\n"
    head = f"From: ada@x.example\nMIME-Version: 1.0\n{declared}{encoding}\n"
    letter = read_letter(head.encode() + text.encode(codec) + b"\n", NOW)
    assert [line.text for line in letter.lines if line.text] == [text]


def test_whom_it_was_sent_to_and_what_it_answers() -> None:
    raw = (
        b"From: =?utf-8?q?Evil=40x=2Eexample=2C?= <Ada@Example.org>\n"
        b"Delivered-To: games+trial.S1901M@example.org\n"
        b'To: Friends: bo@example.org, "Games, the" <GAMES@example.org>;\nCc: bo@example.org\n'
        b"In-Reply-To: <b@example.org>\nReferences: <a@example.org> no <b@example.org>\n"
        b"\t<c@d> <x\n"
        b"X-Pbem-Loop: other\n\nA PAR H\n"
    )
    letter = read_letter(raw, NOW)
    assert (letter.sender, letter.sender_name) == ("ada@example.org", "Evil@x.example,")
    assert letter.recipients == (
        "games+trial.s1901m@example.org", "bo@example.org", "games@example.org",
    )  # fmt: skip
    assert letter.answers == ("<b@example.org>", "<c@d>", "<a@example.org>")
    assert letter.loop == "other"


@pytest.mark.parametrize(
    ("written", "sender"),
    [
        ("ada@x.example <eve@y.example>", "eve@y.example"),
        ("ada@x.example\n <eve@y.example>", "eve@y.example"),
        ("ada@x.example <ada@x.example>", "ada@x.example"),
        ('"ada@x.example" <eve@y.example>', "eve@y.example"),
        ("Eve @ home <eve@y.example>", "eve@y.example"),
        ("Eve [Lyon] <eve@y.example>", "eve@y.example"),
        ("Smith, Eve <eve@y.example>", "eve@y.example"),
        ("<@y.example:eve@y.example>", "eve@y.example"),
        ("eve@y.example (ada@x.example)", "eve@y.example"),
        ("ada@x.example eve@y.example", ""),
        ("ada@x.example;eve@y.example", ""),
        ("ada@x.example, Eve <eve@y.example>", ""),
        ("<ada@x.example> <eve@y.example>", ""),
        ("eve@y.example <ada@x.example", ""),
        ("=?utf-8?q?ada=40x=2Eexample?=", ""),
    ],
)
def test_who_wrote_is_the_address_and_not_what_the_name_looks_like(
    written: str, sender: str
) -> None:
    assert read_letter(f"From: {written}\n\nA PAR H\n".encode(), NOW).sender == sender


def test_a_header_that_cannot_be_read_is_taken_as_it_was_written() -> None:
    raw = b"Subject: =?x-unknown?q?trial?= [trial S1901M FRANCE]\nFrom: K\xf6ln <a@b.example>\n\nx"
    letter = read_letter(raw, NOW)
    assert "[trial S1901M FRANCE]" in letter.subject
    assert (letter.sender, letter.sender_name) == ("a@b.example", "Köln")
    assert letter.recipients == letter.answers == ()


def test_lines_with_colons_above_a_quote_are_no_header_block() -> None:
    message = EmailMessage()
    message["From"] = "dora@example.org"
    message.set_content(
        "trade of GOLD: IDOL\nstanding defence: default\nstanding cards: CUP\n\n"
        "On Friday, My office <games@example.org> wrote:\n> trade of GOLD: none\n"
    )
    lines = read_letter(message.as_bytes(), NOW).lines
    assert [line.kind for line in lines[:3]] == ["text"] * 3
    assert lines[-1].kind == "quoted"


def test_a_header_block_begins_what_is_quoted() -> None:
    message = EmailMessage()
    message["From"] = "dora@example.org"
    message.set_content(
        "A VEN H\n\nFrom: My office <games@example.org>\nSent: Friday\nTo: Dora\nSubject: Trial\n\n"
        "A ROM H\n"
    )
    lines = read_letter(message.as_bytes(), NOW).lines
    kinds = {line.text: line.kind for line in lines}
    assert kinds["A VEN H"] == "text"
    assert kinds["A ROM H"] == "header_block"
