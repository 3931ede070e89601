"""Mail handed to a mail server, which runs in the test."""

import socket
import traceback
from typing import Any

import pytest

from mail.transports import Refused, Smtp
from tests.mail.servers import SMTP_PASSWORD, Serve, Server, check, identity, trusting

SENDER = "games@example.org"
TO = "ada@example.org"
RAW = b"Subject: x\r\n\r\n.\r\n..\r\nA PAR \xe2\x80\x93 BUR\r\n"


def plain(server: Server, **options: Any) -> Smtp:
    return Smtp(SENDER, "127.0.0.1", server.port, "none", timeout=20, **options)


def refused(transport: Smtp, to: str = TO) -> Refused:
    """Why it does not take the mail; its connection is ended."""
    with transport, pytest.raises(Refused) as caught:
        transport.send("a", to, RAW)
    return caught.value


def test_many_mails_over_one_connection_each_as_it_is(serve: Serve) -> None:
    server = serve()
    with plain(server) as transport:
        transport.send("a", TO, RAW)
        transport.send("b", "bo@example.org", RAW * 2)
    assert server.desk.taken == [
        (SENDER, [TO], RAW, False),
        (SENDER, ["bo@example.org"], RAW * 2, False),
    ]
    assert len(server.callers) == 1


@pytest.mark.parametrize(
    ("command", "said", "for_good"),
    [
        (TO, "550 no such\tuser", True),
        (TO, "451 come back later", False),
        (TO, "421 going down", False),
        ("DATA", "554 it looks like spam", True),
        ("DATA", "452 disk full", False),
        ("MAIL", "550 games are not sent from here", False),
        ("MAIL", "451 come back later", False),
    ],
)
def test_one_refused_mail_does_not_stop_the_next(
    serve: Serve, command: str, said: str, for_good: bool
) -> None:
    server = serve()
    server.desk.answers[command] = said
    with plain(server) as transport:
        with pytest.raises(Refused) as caught:
            transport.send("a", TO, RAW)
        assert caught.value.reason.endswith(" ".join(said.split()))
        assert caught.value.for_good is for_good
        server.desk.answers.clear()
        transport.send("b", "bo@example.org", RAW)
    assert len(server.callers) == 1 + said.startswith("421")
    assert [mail[1] for mail in server.desk.taken] == [["bo@example.org"]]


@pytest.mark.parametrize("command", ["MAIL", TO, "DATA"])
def test_a_connection_lost_on_the_way_is_made_anew(serve: Serve, command: str) -> None:
    server = serve()
    server.desk.drops.add(command)
    with plain(server) as transport:
        with pytest.raises(Refused) as caught:
            transport.send("a", TO, RAW)
        assert not caught.value.for_good
        server.desk.drops.clear()
        transport.send("a", TO, RAW)
    assert [mail[1] for mail in server.desk.taken] == [[TO]]
    assert len(server.callers) == 2


def test_a_connection_lost_between_two_mails_costs_none(serve: Serve) -> None:
    server = serve()
    with plain(server) as transport:
        transport.send("a", TO, RAW)
        server.hang_up()
        transport.send("b", TO, RAW)
        server.hang_up()
    assert len(server.desk.taken) == 2
    assert len(server.callers) == 2


def test_no_server(serve: Serve) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    error = refused(Smtp(SENDER, "127.0.0.1", port, "none"))
    assert (error.reason, error.for_good) == ("127.0.0.1: Connection refused", False)


def test_a_server_that_says_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        error = refused(Smtp(SENDER, "127.0.0.1", port, "none", timeout=0.2))
    assert "timed out" in error.reason
    assert not error.for_good


def test_an_impossible_address_needs_no_server() -> None:
    assert refused(Smtp(SENDER, "127.0.0.1", 9, "none"), "ada").for_good


def test_starttls(serve: Serve) -> None:
    server = serve(tls_context=identity(), require_starttls=True)
    options: dict[str, Any] = {"timeout": 20, "context": trusting()}
    with Smtp(SENDER, "localhost", server.port, "starttls", **options) as transport:
        transport.send("a", TO, RAW)
        transport.send("b", TO, RAW)
    assert server.desk.taken == [(SENDER, [TO], RAW, True)] * 2
    assert not refused(plain(server)).for_good


def test_tls_from_the_start(serve: Serve) -> None:
    server = serve(ssl_context=identity(), server_hostname="localhost")
    options: dict[str, Any] = {"timeout": 20, "context": trusting()}
    with Smtp(SENDER, "localhost", server.port, "tls", **options) as transport:
        transport.send("a", TO, RAW)
    assert [mail[:3] for mail in server.desk.taken] == [(SENDER, [TO], RAW)]


def test_a_server_that_does_not_prove_who_it_is(serve: Serve) -> None:
    server = serve(tls_context=identity())
    for host, context in (("localhost", None), ("127.0.0.1", trusting())):
        error = refused(Smtp(SENDER, host, server.port, "starttls", context=context))
        assert "certificate verify failed" in error.reason.lower()
        assert not error.for_good
    assert server.desk.taken == []


def test_a_server_without_starttls_gets_nothing(serve: Serve) -> None:
    server = serve()
    error = refused(
        Smtp(SENDER, "localhost", server.port, "starttls", user="gm", password=SMTP_PASSWORD)
    )
    assert not error.for_good
    assert server.desk.taken == []


@pytest.fixture
def guarded(serve: Serve) -> Server:
    return serve(tls_context=identity(), authenticator=check, auth_required=True)


def with_login(server: Server, password: str) -> Smtp:
    return Smtp(
        SENDER, "localhost", server.port, "starttls", "gm", password, 20, context=trusting()
    )


def test_a_login(guarded: Server) -> None:
    with with_login(guarded, SMTP_PASSWORD) as transport:
        transport.send("a", TO, RAW)
    assert len(guarded.desk.taken) == 1


@pytest.mark.parametrize("password", ["wrong staple", "wröng staple"])
def test_a_failing_login_tells_nobody_the_password(guarded: Server, password: str) -> None:
    error = refused(with_login(guarded, password))
    assert not error.for_good
    assert "login" in error.reason
    assert "staple" not in "".join(traceback.format_exception(error))
    assert guarded.desk.taken == []


def test_no_login_over_an_open_line(guarded: Server) -> None:
    error = refused(plain(guarded, user="gm", password=SMTP_PASSWORD))
    assert error.reason == "127.0.0.1: the server takes no login over this connection"
    assert not error.for_good
