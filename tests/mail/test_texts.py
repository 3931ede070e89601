"""Which text of a mail is read: parts, encodings, alternatives, attachments."""

import base64
import binascii
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.flowed import unflowed
from mail.letters import Letter, read_letter
from mail.transfer import content, uuencoded

NOW = datetime(2026, 12, 1, 10, tzinfo=UTC)


def letter_of(head: str, body: str | bytes) -> Letter:
    bare = body.encode() if isinstance(body, str) else body
    return read_letter(f"From: ada@example.org\n{head}\n\n".encode() + bare, NOW)


def own(letter: Letter) -> list[str]:
    return [line.text for line in letter.lines if line.kind == "text" and line.text]


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("base64", base64.encodebytes(b"A PAR - BUR\nF BRE H\n")),
        ("BASE64", b"QSBQQVIgLSBCVVIKRiBCUkUgSA"),  # its padding is lost
        ("base64", b"QSBQQVIgLSBCVVIKRiBCUkUgSA==\n"),
        ("base64", b"QSBQQVI=\nIC0gQlVSCkYgQlJFIEg=\n"),  # two pieces, each padded
        ("base64", b"A PAR - BUR\nF BRE H\n"),  # it never was
        ("quoted-printable", b"A PAR =2D B=\nUR\nF BRE=20H=\n"),
        ("quoted-printable ; x", b"A PAR =2D BUR\nF BRE H\n"),
        ("7bit", b"A PAR - B=\nUR\nF BRE=C2=A0H\n"),  # quoted-printable that does not say so
        ("plain", b"A PAR - BUR\nF BRE H\n"),
        ("x-uuencode", b"begin 644 x\n" + binascii.b2a_uu(b"A PAR - BUR\nF BRE H\n") + b"`\nend\n"),
    ],
)
def test_transfer_encodings(head: str, body: bytes) -> None:
    read = own(letter_of(f"Content-Transfer-Encoding: {head}", body))
    assert [line.replace("\xa0", " ") for line in read] == ["A PAR - BUR", "F BRE H"]


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("koi8-r", "отвод\xa0A PAR - BUR"), ("windows-1251", "отвод\xa0A PAR - BUR"),
        ("iso-8859-2", "zpět\xa0A PAR - BUR"), ("windows-1250", "zpět\xa0A PAR – BUR"),
        ("iso-8859-7", "Παρίσι A PAR - BUR"), ("iso-8859-1", "à\xa0A PAR - BUR"),
        ("shift_jis", "私の命令 A PAR - BUR"), ("euc-kr", "명령 A PAR - BUR"),
        ("gb18030", "我的命令 A PAR - BUR"), ("big5", "我的命令 A PAR - BUR"), ("utf-8", "→ ok"),
        ("iso-2022-jp", "私の命令 A PAR - BUR"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["8bit", "7bit", "binary", "", "x-unknown"])
def test_eight_bits_in_the_charset_they_say(charset: str, text: str, encoding: str) -> None:
    head = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}"
    assert own(letter_of(head, text.encode(charset))) == [text]


def test_what_a_list_puts_below_base64() -> None:
    body = base64.encodebytes(b"A PAR H\n") + b"_______\nA list of ours\n"
    assert own(letter_of("Content-Transfer-Encoding: base64", body)) == [
        "A PAR H", "_______", "A list of ours",
    ]  # fmt: skip


def test_equals_signs_that_are_not_quoted_printable() -> None:
    assert content(b"if attacker =\nRED\n", "7bit") == b"if attacker =\nRED\n"
    assert content(b"gold =10\n", "7bit") == b"gold =10\n"
    assert content(b"gold=5 =\nx=C3", "7bit") == b"gold=5 =\nx=C3"


@pytest.mark.parametrize(
    ("text", "delsp", "lines"),
    [
        ("A PAR \n- BUR\nF BRE H\n", False, ["A PAR - BUR", "F BRE H", ""]),
        ("A PAR - B \nUR\n", True, ["A PAR - BUR", ""]),
        (" From Paris\n  x", False, ["From Paris", " x"]),
        ("> a \n> b\n>> c \nd", False, ["> a b", ">> c ", "d"]),
        ("a \n-- \nAda \nB", False, ["a ", "-- ", "Ada B"]),
        ("a \r\nb", False, ["a b"]),
    ],
)
def test_flowed(text: str, delsp: bool, lines: list[str]) -> None:
    assert unflowed(text, delsp).split("\n") == lines


def test_a_part_says_that_it_flows() -> None:
    head = "Content-Type: text/plain; format=flowed; delsp=yes"
    assert own(letter_of(head, "A PAR - B \nUR\n")) == ["A PAR - BUR"]
    assert own(letter_of("", "A PAR - B \nUR\n")) == ["A PAR - B ", "UR"]


ALTERNATIVES = (
    "Content-Type: multipart/alternative; boundary=x",
    "--x\nContent-Type: text/plain\n\n{plain}\n--x\nContent-Type: text/html\n\n{rich}\n--x--\n",
)


@pytest.mark.parametrize(
    ("plain", "rich", "read", "other"),
    [
        ("A PAR - BUR", "<p><b>A</b> PAR \u2192 BUR</p>", "A PAR - BUR", ""),
        ("A PAR - BUR", "<p>A PAR - GAS</p>", "A PAR - BUR", "A PAR - GAS"),
        ("see", "<p>A PAR - BUR and more</p>", "A PAR - BUR and more", "see"),
        ("", "<p>A PAR - BUR</p>", "A PAR - BUR", ""),
        ("A PAR - BUR", "<p>A PAR<br> -<br>BUR</p>", "A PAR - BUR", "A PAR|-|BUR"),
        ("A PAR - BUR", "<p>A PAR - BUR<br><br>--<br>", "A PAR - BUR", ""),
    ],
)
def test_the_other_alternative(plain: str, rich: str, read: str, other: str) -> None:
    head, body = ALTERNATIVES
    letter = letter_of(head, body.format(plain=plain, rich=rich))
    assert own(letter) == [read]
    lines = [line.text for line in letter.other if line.text]
    assert lines == (other.split("|") if other else [])


def test_the_other_alternative_may_be_empty() -> None:
    head, body = ALTERNATIVES
    letter = letter_of(head, body.format(plain="A PAR - BUR", rich="<p></p>"))
    assert own(letter) == ["A PAR - BUR"]


def test_what_is_attached_is_part_of_both_alternatives() -> None:
    """Else a text that is only wrapped would seem to leave the orders out."""
    message = EmailMessage()
    message.set_content("Orders\nattached.\n")
    message.add_alternative("<p>Orders attached.</p>", subtype="html")
    message.add_attachment("A PAR H\n", filename="turn.txt")
    letter = read_letter(message.as_bytes(), NOW)
    assert own(letter) == ["Orders", "attached.", "A PAR H"]
    assert [line.text for line in letter.other if line.text] == ["Orders attached.", "A PAR H"]
    assert [line.number for line in letter.other] == list(range(1, len(letter.other) + 1))


def test_attached_text_is_read_below_the_body_and_apart_from_it() -> None:
    message = EmailMessage()
    message.set_content("Orders attached.\n-- \nAda\n")
    message.add_attachment("A PAR H\n", filename="turn.txt")
    message.add_attachment(b"F BRE H\n", "application", "octet-stream", filename="TURN.ORD")
    letter = read_letter(message.as_bytes(), NOW)
    assert own(letter) == ["Orders attached.", "A PAR H", "F BRE H"]
    assert [line.number for line in letter.lines] == list(range(1, len(letter.lines) + 1))
    assert not letter.faults


@pytest.mark.parametrize("name", ["orders.docx", "orders.ODT", "map.pdf", "o.rtf", "o.html"])
def test_documents_are_named(name: str) -> None:
    message = EmailMessage()
    message.set_content("Orders attached.\n")
    message.add_attachment(b"x", "application", "octet-stream", filename=name)
    (fault,) = read_letter(message.as_bytes(), NOW).faults
    assert name in fault
    assert "plain text" in fault


@pytest.mark.parametrize(
    ("head", "body", "word"),
    [
        ("Content-Type: application/ms-tnef; name=winmail.dat", b"x", "winmail.dat"),
        ("Content-Type: application/pkcs7-mime; smime-type=enveloped-data", b"x", "encrypted"),
        ("Content-Type: multipart/encrypted; boundary=x", b"--x\n\nA PAR H\n--x--\n", "encrypted"),
        ("", b"-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----\n", "encrypted"),
        ("Content-Type: application/msword; name=x.doc", b"x", "x.doc"),
    ],
)
def test_what_cannot_be_read_is_told_with_advice(head: str, body: bytes, word: str) -> None:
    letter = letter_of(head, body)
    (fault,) = letter.faults
    assert word in fault
    assert "plain text" in fault


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("signed", ["A PAR H"]),
        ("related", ["A PAR H"]),
        ("mixed", ["A PAR H", "F BRE H"]),
        ("digest", []),
        ("unheard-of", ["A PAR H", "F BRE H"]),
    ],
)
def test_kinds_of_multipart(kind: str, expected: list[str]) -> None:
    plain = "--x\nContent-Type: text/plain\n\n"
    body = f"{plain}A PAR H\n{plain}F BRE H\n--x--\n"
    assert own(letter_of(f"Content-Type: multipart/{kind}; boundary=x", body)) == expected


@pytest.mark.parametrize("boundary", ["", "; boundary=y"])
def test_a_multipart_without_its_boundary_keeps_its_text(boundary: str) -> None:
    letter = letter_of(f"Content-Type: multipart/mixed{boundary}", "--x\n\nA PAR H\n--x--\n")
    assert "A PAR H" in own(letter)


def test_an_invitation_is_no_text() -> None:
    letter = letter_of("Content-Type: text/calendar", "A PAR H\n")
    assert not letter.lines
    (fault,) = letter.faults
    assert fault.startswith("there is no plain text in it: write orders as plain text")


def encoded(name: str, data: bytes) -> str:
    lines = (binascii.b2a_uu(data[at : at + 45]).decode() for at in range(0, len(data), 45))
    return f"begin 644 {name}\n{''.join(lines)}`\nend\n"


def test_uuencoded_files_in_the_text() -> None:
    picture = encoded("map.gif", bytes(range(256)))
    orders = encoded("orders.txt", b"F BRE H\n")
    letter = letter_of("", f"A PAR H\n{picture}between\n{orders}below\n")
    assert own(letter) == ["A PAR H", "between", "below", "F BRE H"]
    unfinished = f"begin 644 map.gif\n{'M' + 'A' * 60}\nA PAR H\n"
    assert uuencoded(unfinished).text == unfinished


@given(st.binary(min_size=1, max_size=300))
def test_uuencoded_bytes_come_back(data: bytes) -> None:
    (file,) = uuencoded(encoded("x", data)).files
    assert file.content == data


@given(st.binary(max_size=300))
def test_base64_comes_back(data: bytes) -> None:
    found = content(base64.encodebytes(data), "base64")
    assert found == data or not data
