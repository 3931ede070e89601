"""The corpus of real and hostile mail through an office: each letter has one outcome, once."""

import re
import shutil
import time
from pathlib import Path

import pytest

from adjudicator.office import commands, fetching, history, verifying
from adjudicator.office.folder import SECRET, Office, make_office
from mail.letters import read_letter
from tests.office.desk import BEGIN, begin, out, sent, tag

LONGEST = 5.0
"""Seconds that reading a mail may take: the longest takes a third of one."""

DROPPED = re.compile(
    rb"^(?:from|to|cc|sender|reply-to|subject|message-id):[^\n]*\n(?:[ \t][^\n]*\n)*",
    re.IGNORECASE | re.MULTILINE,
)


def of_a_player(office: Office, raw: bytes, number: int) -> bytes:
    """The mail as if France had sent it with its token. What has no header is given one."""
    head, cut, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    if not re.match(rb"[!-9;-~]+:|From ", head):
        head, cut, body = b"Content-Type: text/plain; charset=utf-8", b"\n\n", raw
    envelope = head[: head.find(b"\n") + 1] if head.startswith(b"From ") else b""
    rest = DROPPED.sub(b"", head[len(envelope) :] + b"\n").rstrip(b"\n")
    own = (
        f"From: france@example.org\nTo: games@example.org\nSubject: {tag(office, 'FRANCE')}\n"
        f"Message-ID: <{number}@example.org>\n"
    )
    return envelope + own.encode() + rest + cut + body


def is_marked(raw: bytes) -> bool:
    """Whether its header says in the plainest way that a machine wrote it."""
    head = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0].lower()
    return (
        re.search(rb"(?m)^auto-submitted: *auto|^return-path: *<>|^precedence: *bulk", head)
        is not None
    )


def received(office: Office, mails: list[bytes]) -> dict[bytes, str]:
    """What became of each, after all that must hold of any letters was seen to."""
    already = {path.name for path in out(office).glob("*.eml")}
    fetching.keep(office, mails, BEGIN)
    waiting = office.store.letters_waiting()
    kept = {office.store.letter(letter).raw: letter for letter in waiting}
    assert kept.keys() == set(mails)  # byte for byte
    done = commands.receive(office, [], BEGIN)
    assert len(done) == len(waiting)
    assert not office.store.letters_waiting()

    found = dict(zip((office.store.letter(one).raw for one in waiting), done, strict=True))
    quarantine = office.store.quarantine()
    assert not [reason for reason in quarantine.values() if "could not be read" in reason]
    written = {path.name for path in out(office).glob("*.eml")} - already
    answered = {name.split(".")[1] for name in written if name.startswith("answer.")}
    assert answered <= set(kept.values())
    for raw, letter in kept.items():
        assert office.store.letter(letter).raw == raw
        assert (letter in quarantine) == found[raw].startswith("quarantine: ")
        if is_marked(raw) or read_letter(raw, BEGIN).automatic:
            assert letter not in answered
    orders = [history.load(office.store, "trial")[1].sheet(seat) for seat in ("FRANCE", "AUSTRIA")]
    assert orders == [None, None]
    assert verifying.verify(office) == []

    before = sent(office)
    assert commands.receive(office, mails, BEGIN) == []
    assert (office.store.quarantine(), sent(office)) == (quarantine, before)
    return found


def test_mail_of_strangers(office: Office, corpus: dict[str, bytes]) -> None:
    mails = sorted(set(corpus.values()))
    assert len(mails) > 400
    before = sent(office)
    found = received(office, mails)
    written = [text for name, text in sent(office).items() if name not in before]
    assert not [name for name in sent(office) if name.startswith("answer.")]
    assert 0 < len(written) <= office.config.answers_per_hour  # to the game master
    for done in found.values():
        assert re.match(
            r"quarantine: it (?:does not say for which game|was written by a machine)"
            r"|duplicate of [0-9a-f]{20}$",
            done,
        )


def test_mail_of_a_player(
    office: Office, tmp_path: Path, corpus: dict[str, bytes], request: pytest.FixtureRequest
) -> None:
    """No prose, spam or bounce has an order in it; and another office makes the same of it all."""
    everything = request.config.getoption("--corpus")
    mails = [
        of_a_player(office, raw, number) for number, raw in enumerate(sorted(set(corpus.values())))
    ]
    if not everything:
        mails = [raw for raw in mails if len(raw) < 6000][::9]
    found = received(office, mails)
    assert sum("0 orders" in done for done in found.values()) >= len(mails) // 3
    assert all(
        re.match(r"trial FRANCE: (?:0 orders|duplicate of )|quarantine: .*machine", done)
        for done in found.values()
    ), found.values()
    make_office(tmp_path / "again")
    shutil.copy(office.folder / SECRET, tmp_path / "again" / SECRET)
    with Office(tmp_path / "again") as again:
        begin(again)
        assert received(again, mails) == found
        assert sent(again) == sent(office)


def test_no_mail_takes_long(corpus: dict[str, bytes]) -> None:
    for name, raw in corpus.items():
        begun = time.process_time()
        read_letter(raw, BEGIN)
        assert time.process_time() - begun < LONGEST, name
