"""Mail fetched from an IMAP server, which runs in the test."""

import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from mail import imap
from mail.imap import Imap, Place
from mail.sources import Away, Found
from tests.mail.servers import IMAP_PASSWORD, Dovecot, dovecot, free_ports, trusting

START = Place(0, 0)
CAME = datetime(2020, 12, 4, 19, 59, 58, tzinfo=UTC)


def raw(number: int) -> bytes:
    return b"From: a@example.org\r\nSubject: %d\r\n\r\nA PAR H \xff\r\n" % number


@pytest.fixture(scope="module")
def running() -> Iterator[Dovecot]:
    with dovecot() as server:
        yield server


@pytest.fixture
def server(running: Dovecot) -> Dovecot:
    running.users += 1
    return running


def plain(server: Dovecot, **options: Any) -> Imap:
    return Imap("127.0.0.1", server.port, "none", server.user, IMAP_PASSWORD, timeout=20, **options)


def mails(source: Imap, place: Place = START) -> list[bytes]:
    found = [mail for batch in source.batches(place) for mail in batch.mails]
    assert not [mail.fault for mail in found if mail.fault]
    return [mail.raw for mail in found]


def test_each_mail_is_fetched_once_as_it_is_with_the_time_it_came(server: Dovecot) -> None:
    server.put(raw(1), raw(2), at=CAME)
    (batch,) = plain(server).batches(START)
    name = f"imap://{server.user}@127.0.0.1:{server.port}/INBOX, mail"
    assert batch.mails == (
        Found(f"{name} 1", raw(1), received=CAME),
        Found(f"{name} 2", raw(2), received=CAME),
    )
    assert mails(plain(server), batch.place) == []
    server.put(raw(3))
    assert mails(plain(server), batch.place) == [raw(3)]
    assert Place.of(str(batch.place)) == batch.place


def test_a_mail_is_marked_once_it_is_kept_and_not_before(server: Dovecot) -> None:
    server.put(raw(1))
    fetching = plain(server).batches(START)
    next(fetching)
    assert server.seen() == [False]
    assert list(fetching) == []
    assert server.seen() == [True]


def test_what_others_have_seen_is_fetched_all_the_same(server: Dovecot) -> None:
    server.put(raw(1))
    with server.box() as box:
        list(box.fetch(mark_seen=True))
    assert mails(plain(server)) == [raw(1)]


def test_a_mail_is_moved_once_it_is_kept(server: Dovecot) -> None:
    source = plain(server, move_to="Erledigt für heute")
    server.put(raw(1), raw(2))
    fetching = source.batches(START)
    place = next(fetching).place
    assert server.seen() == [False, False]
    fetching.close()  # as if the program had been killed
    assert server.seen() == [False, False]
    server.put(raw(3))
    assert mails(source, place) == [raw(3)]
    assert server.seen() == []
    assert server.seen("Erledigt für heute") == [True] * 3


def test_what_somebody_marked_as_deleted_is_not_removed(server: Dovecot) -> None:
    server.put(raw(1))
    (batch,) = plain(server).batches(START)
    with server.box() as box:
        box.client.uid("STORE", "1", "+FLAGS", r"(\Deleted)")
    server.put(raw(2))
    assert mails(plain(server, move_to="Done"), Place(batch.place.validity, 2)) == []
    assert server.seen("Done") == [True, True]


def test_a_folder_that_was_made_anew_is_fetched_anew(server: Dovecot) -> None:
    source = plain(server, folder="Games")
    with server.box() as box:
        box.folder.create("Games")
    server.put(raw(1), raw(2), folder="Games")
    (before,) = source.batches(START)
    with server.box() as box:
        box.folder.delete("Games")
        box.folder.create("Games")
    server.put(raw(3), folder="Games")
    (after,) = source.batches(before.place)
    assert after.place.validity != before.place.validity
    assert [mail.raw for mail in after.mails] == [raw(3)]


def test_many_mails_come_in_batches_over_lost_connections(
    server: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "BATCH_MAILS", 2)
    monkeypatch.setattr(imap, "NUMBERS", 2)
    server.put(*map(raw, range(5)))
    source = plain(server, move_to="Done")
    found = []
    for number, batch in enumerate(source.batches(START)):
        found.append([mail.raw for mail in batch.mails])
        if number == 0:
            server.kick()
    assert found == [[raw(0), raw(1)], [raw(2)], [raw(3)], [raw(4)]]
    assert server.seen() == []
    assert server.seen("Done") == [True] * 5
    server.put(raw(6))
    fetching = source.batches(START)
    next(fetching)
    server.kick()
    assert list(fetching) == []


def test_batches_are_of_not_too_many_bytes_and_a_large_mail_is_cut(
    server: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "LARGEST", 1000)
    monkeypatch.setattr(imap, "BATCH_BYTES", 2000)
    long = raw(1) + b"x" * 5000
    server.put(long, raw(2), raw(3) + b"y" * 950, raw(4), long)
    batches = [[mail.raw for mail in batch.mails] for batch in plain(server).batches(START)]
    assert batches == [
        [long[:1000], raw(2)],
        [raw(3) + b"y" * 950, raw(4)],
        [long[:1000]],
    ]


def test_a_mail_that_the_server_cannot_hand_over_stops_no_other(server: Dovecot) -> None:
    server.put(raw(1), raw(2), raw(3))
    (file,) = (
        path
        for path in server.mail.rglob("*.*")
        if path.is_file() and b"Subject: 2" in path.read_bytes()
    )
    file.chmod(0)
    found = [mail for batch in plain(server).batches(START) for mail in batch.mails]
    assert [mail.raw for mail in found] == [raw(1), b"", raw(3)]
    assert [mail.fault for mail in found] == ["", "the server does not hand it over", ""]


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_over_tls_the_server_proves_who_it_is(server: Dovecot, security: Any) -> None:
    server.put(raw(1))
    port = server.tls_port if security == "tls" else server.port
    trusted = Imap("localhost", port, security, server.user, IMAP_PASSWORD, context=trusting())
    assert mails(trusted) == [raw(1)]
    for host, context in (("localhost", None), ("127.0.0.1", trusting())):
        doubtful = Imap(host, port, security, server.user, IMAP_PASSWORD, context=context)
        with pytest.raises(Away, match=r"(?i)certificate verify failed"):
            list(doubtful.batches(START))


@pytest.mark.parametrize("password", ["wrong staple", "wröng staple"])
def test_a_failing_login_tells_nobody_the_password(server: Dovecot, password: str) -> None:
    source = Imap("127.0.0.1", server.port, "none", server.user, password)
    with pytest.raises(Away) as caught:
        list(source.batches(START))
    assert str(caught.value).endswith(f"/INBOX: the login as {server.user} was refused")
    assert "staple" not in "".join(traceback.format_exception(caught.value))


def test_a_server_that_is_away() -> None:
    (port,) = free_ports(1)
    with pytest.raises(
        Away, match=rf"^imap://games@127\.0\.0\.1:{port}/INBOX: Connection refused$"
    ):
        list(Imap("127.0.0.1", port, "none", "games", IMAP_PASSWORD).batches(START))


def test_a_folder_that_is_not_there(server: Dovecot) -> None:
    with pytest.raises(Away, match=r"the folder cannot be opened: .*Mailbox doesn't exist: Gamse"):
        list(plain(server, folder="Gamse").batches(START))


def test_a_server_that_cannot_move() -> None:
    with (
        dovecot("imap_capability = IMAP4rev1 UIDPLUS") as server,
        pytest.raises(Away, match="leave out move_to"),
    ):
        list(plain(server, move_to="Done").batches(START))
