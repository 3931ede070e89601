"""The corpus of real and hostile mail: no exception, nothing lost, nothing leaked."""

import re
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.letters import read_letter
from mail.structure import MOST_TEXT_LINES, structured

NOW = datetime(2026, 12, 1, 10, tzinfo=UTC)
FOLDERS = (
    "flanker", "flanker-bounce", "imap_tools", "mail-parser-reply", "ruby-mail",
    "sisimai-bounces", "spamscope", "talon-html-replies", "talon-replies", "talon-signatures",
)  # fmt: skip
ORDERS = ["A PAR - BUR", "F BRE - ENG", "A MAR S A PAR - BUR"]
STALE = "F STP - GOB"


def of(corpus: dict[str, bytes], folder: str) -> dict[str, bytes]:
    found = {name: raw for name, raw in corpus.items() if name.startswith(f"{folder}/")}
    assert found
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_mail_is_read_and_twice_alike(corpus: dict[str, bytes], folder: str) -> None:
    for name, raw in of(corpus, folder).items():
        letter = read_letter(raw, NOW)
        assert letter == read_letter(raw, NOW), name
        numbers = [line.number for line in letter.lines]
        assert numbers == list(range(1, len(numbers) + 1)), name
        assert len(numbers) <= 6 * MOST_TEXT_LINES, name
        assert not any("cannot be read" in fault for fault in letter.faults), name


@pytest.mark.parametrize("folder", ["flanker", "imap_tools", "ruby-mail", "talon-replies"])
def test_no_mail_loses_its_plain_text(corpus: dict[str, bytes], folder: str) -> None:
    """Every word of a plain text that the standard library finds to be the body is in a line."""
    seen = 0
    for name, raw in of(corpus, folder).items():
        try:
            body = message_from_bytes(raw, policy=default).get_body(("plain",))
            text = body.get_content() if body is not None else ""
        except (LookupError, KeyError):  # an encoding that the library does not know
            continue
        letter = read_letter(raw, NOW)
        shown = " ".join(line.text for line in (*letter.lines, *letter.other))
        words = re.findall(r"[a-z]{3,}", text)
        if not words or len(text.split("\n")) > MOST_TEXT_LINES:
            continue
        seen += 1
        joined = re.sub(r"\s", "", shown)
        missing = [word for word in words if word not in joined]
        assert len(missing) <= len(words) // 20, (name, missing[:9])
    assert seen >= 10


def test_bounces_are_a_machines(corpus: dict[str, bytes]) -> None:
    """Measured: 163 of 166 surely, 2 more not answered. The last is a mailing list's alarm, from
    the address of a person."""
    bounces = {**of(corpus, "sisimai-bounces"), **of(corpus, "flanker-bounce")}
    letters = {name: read_letter(raw, NOW) for name, raw in bounces.items()}
    missed = {name for name, letter in letters.items() if not letter.automatic}
    assert missed == {
        "sisimai-bounces/lhost-amazonses-11.eml",
        "sisimai-bounces/lhost-fml-03.eml",
        "sisimai-bounces/lhost-kddi-01.eml",
    }
    assert [name for name in missed if not letters[name].bulk] == [
        "sisimai-bounces/lhost-fml-03.eml"
    ]


def test_replies_are_a_persons(corpus: dict[str, bytes]) -> None:
    for name, raw in of(corpus, "talon-replies").items():
        letter = read_letter(raw, NOW)
        assert not letter.automatic, name
        assert not letter.bulk, name


def texts(corpus: dict[str, bytes]) -> dict[str, str]:
    bare = {**of(corpus, "mail-parser-reply"), **of(corpus, "talon-signatures")}
    found = {name: raw.decode("utf-8", "replace") for name, raw in bare.items()}
    for name, raw in of(corpus, "talon-replies").items():
        if name.endswith(".eml"):
            lines = read_letter(raw, NOW).lines
            found[name] = "\n".join(f"{'> ' * line.depth}{line.text}" for line in lines)
    return found


def own(text: str) -> list[str]:
    return [line.text for line in structured(text) if line.kind == "text"]


def test_orders_above_real_replies_are_the_writers(corpus: dict[str, bytes]) -> None:
    for name, text in texts(corpus).items():
        for between in ("\n\n", "\n"):
            assert own("\n".join(ORDERS) + between + text)[: len(ORDERS)] == ORDERS, name


def test_orders_in_what_real_replies_quote_are_not(corpus: dict[str, bytes]) -> None:
    for name, text in texts(corpus).items():
        stale = re.sub(r"(?m)^(>[> ]*).*$", rf"\1{STALE}", text)
        assert STALE not in own(stale), name


UNMARKED = (
    "email_2_1", "email_2_2", "email_2_3", "email_danish_2", "email_danish_4", "email_gmail",
    "email_headers_no_delimiter", "email_nl_1_2", "email_pl_1_1", "email_pl_1_2", "email_pl_1_3",
    "multi_header", "aol", "comcast", "outlook.eml", "yahoo", "multiline_on",
)  # fmt: skip


def test_orders_below_real_quotations_without_marks_are_not(corpus: dict[str, bytes]) -> None:
    found = {name: text for name, text in texts(corpus).items() if any(u in name for u in UNMARKED)}
    assert len(found) >= len(UNMARKED)
    for name, text in found.items():
        assert STALE not in own(f"{text}\n{STALE}\n"), name


def test_orders_below_real_quotations_with_marks_are_the_writers(corpus: dict[str, bytes]) -> None:
    seen = 0
    for name, text in texts(corpus).items():
        kinds = {line.kind for line in structured(text) if not line.depth}
        if "quoted" in {line.kind for line in structured(text)} and kinds <= {
            "text",
            "attribution",
        }:
            seen += 1
            assert own(f"{text}\n{ORDERS[0]}\n")[-1] == ORDERS[0], name
    assert seen >= 15


def test_html_replies(corpus: dict[str, bytes]) -> None:
    """Each answers "Hello! How are you?" with the same lines above it."""
    for name, source in of(corpus, "talon-html-replies").items():
        above = re.sub(rb"Hi\. I am fine\.", ORDERS[0].encode(), source)
        raw = b"Content-Type: text/html; charset=utf-8\n\n" + above
        lines = read_letter(raw, NOW).lines
        text = [line.text for line in lines if line.kind == "text" and line.text]
        assert text == [ORDERS[0], "Thanks,", "Alex"], name
        assert any("Hello! How are you?" in line.text for line in lines), name


MANGLES = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 40), st.binary(max_size=12)), min_size=1, max_size=6
)


@given(st.data(), MANGLES)
def test_mangled_mail_is_read(
    corpus: dict[str, bytes], data: st.DataObject, mangles: list[tuple[float, int, bytes]]
) -> None:
    small = sorted(name for name, raw in corpus.items() if len(raw) < 8000)
    raw = corpus[data.draw(st.sampled_from(small))]
    for where, length, put in mangles:
        at = int(where * len(raw))
        raw = raw[:at] + put + raw[at + length :]
    letter = read_letter(raw, NOW)
    assert letter == read_letter(raw, NOW)
    assert [line.number for line in letter.lines] == list(range(1, len(letter.lines) + 1))
