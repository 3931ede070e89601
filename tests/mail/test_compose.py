"""Mail as it is written."""

from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from mail.compose import compose
from mail.letters import read_letter

NOW = datetime(2026, 12, 1, 10, tzinfo=UTC)
TEXT = "A PAR – BUR\n\n" + "From the north, very long: " + "x" * 300 + "\n"
HTML = f'<p class="order">A PAR – BUR</p><p>{"y" * 1200}</p>\n--=_\n'


def composed(**others: Any) -> bytes:
    given: dict[str, Any] = {
        "name": "Gämes",
        "address": "games@example.org",
        "to": "ada@example.org",
        "subject": "Spring 1901",
        "text": TEXT,
        "message_id": "<report.trial.s1901m.france@example.org>",
        "date": NOW,
    }
    return compose(**given | others)


def parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    return message


def unfolded(text: str) -> str:
    return text.replace("\r\n", "\n")


def test_with_html_it_is_said_twice_plain_first() -> None:
    message = parsed(composed(html=HTML))
    assert message.get_content_type() == "multipart/alternative"
    first, second = message.iter_parts()
    assert (first.get_content_type(), second.get_content_type()) == ("text/plain", "text/html")
    for part, content in ((first, TEXT), (second, HTML)):
        assert part["Content-Transfer-Encoding"] == "quoted-printable"
        assert unfolded(part.get_content()) == content


def test_the_same_call_gives_the_same_bytes() -> None:
    assert composed(html=HTML) == composed(html=HTML)
    assert composed(html=HTML) != composed(html=HTML, message_id="<other@example.org>")


def test_without_html_it_is_plain() -> None:
    message = parsed(composed())
    assert message.get_content_type() == "text/plain"
    assert unfolded(message.get_content()) == TEXT
    assert "Reply-To" not in message


def test_what_mail_servers_ask_of_a_mail() -> None:
    raw = composed(html=HTML, in_reply_to=f"<{'i' * 200}@example.org>")
    assert raw.isascii()
    assert raw.count(b"\n") == raw.count(b"\r\n")
    body = raw.partition(b"\r\n\r\n")[2]
    assert max(map(len, body.split(b"\r\n"))) <= 76
    assert b"In-Reply-To: <" + b"i" * 200 in raw


def test_an_office_knows_its_own_mail_again() -> None:
    letter = read_letter(composed(loop="games@example.org"), NOW)
    assert letter.loop == "games@example.org"
    assert letter.automatic
    assert read_letter(composed(), NOW).loop == ""


def test_a_thread_survives_long_ids() -> None:
    first, last, theirs = (f"<{letter * 230}@example.org>" for letter in "abc")
    answer = composed(thread=(first, last), in_reply_to=theirs)
    assert f"\r\nIn-Reply-To: {theirs}\r\n".encode() in answer
    assert f"\r\nReferences: {first} {last} {theirs}\r\n".encode() in answer
    assert b"\r\nAuto-Submitted: auto-replied\r\n" in answer
    report = composed(thread=(first, last))
    assert f"\r\nIn-Reply-To: {last}\r\n".encode() in report
    assert f"\r\nReferences: {first} {last}\r\n".encode() in report
    assert b"\r\nAuto-Submitted: auto-generated\r\n" in report
    assert b"References" not in composed()


def test_the_list_that_a_mail_is_of() -> None:
    assert b"\r\nList-Id: <trial.example.org>\r\n" in composed(list_id="trial.example.org")
    assert b"List-Id" not in composed()


def test_it_is_known_as_a_machines() -> None:
    letter = read_letter(composed(html=HTML), NOW)
    assert letter.automatic
    assert letter.lines[0].text == "A PAR – BUR"


def test_no_header_is_there_twice() -> None:
    raw = composed(
        in_reply_to="<1@example.com>",
        thread=("<0@example.org>",),
        list_id="trial.example.org",
        reply_to="games+trial@example.org",
        loop="abc",
        html="<p>x</p>",
    )
    names = [line.partition(b":")[0].lower() for line in raw.partition(b"\r\n\r\n")[0].splitlines()]
    assert len(names) == len(set(names))
