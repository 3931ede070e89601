"""An office that fetches from and sends by real mail servers, which run in the test."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

import mail as mail_package
from adjudicator.documents import BadDocument
from adjudicator.office import commands
from adjudicator.office.folder import Office
from adjudicator.office.kept import CannotBeDone
from tests.mail.servers import (
    CERTIFICATE,
    IMAP_PASSWORD,
    SMTP_PASSWORD,
    Dovecot,
    Serve,
    check,
    dovecot,
    free_ports,
    identity,
)
from tests.office.desk import BEGIN, DUE, POWERS, answers, mail, sent, tag, units

CAME = datetime(2020, 12, 4, 19, 59, 58, tzinfo=UTC)  # no server believes in a time to come


@pytest.fixture(scope="module")
def running() -> Iterator[Dovecot]:
    with dovecot() as server:
        yield server


@pytest.fixture
def server(running: Dovecot, monkeypatch: pytest.MonkeyPatch) -> Dovecot:
    running.users += 1
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))  # the authority that Python trusts
    monkeypatch.setenv("GAMES_PASSWORD", IMAP_PASSWORD)
    return running


def configured(office: Office, old: str, new: str) -> Office:
    """The office anew, with something else in its configuration."""
    config = office.folder / "office.yaml"
    text = config.read_text(encoding="utf-8")
    assert old in text
    config.write_text(text.replace(old, new), encoding="utf-8")
    return Office(office.folder)


def fetching(office: Office, server: Dovecot, **others: str | int) -> Office:
    facts = {
        "host": "localhost",
        "port": server.tls_port,
        "user": server.user,
        "password_env": "GAMES_PASSWORD",
        "move_to": "Done",
    }
    entry = ", ".join(f"{key}: {value}" for key, value in (facts | others).items())
    return configured(office, "fetch: []", f"fetch: [{{imap: {{{entry}}}}}]")


def test_letters_are_fetched_once_and_moved(office: Office, server: Dovecot) -> None:
    with fetching(office, server) as opened:
        raw = mail(tag(opened, "ITALY"), "A VEN - TYR", "italy@example.org")
        server.put(raw)
        assert commands.tick(opened, BEGIN).letters == ("trial ITALY: 1 order",)
        assert server.seen() == []
        assert server.seen("Done") == [True]
        server.put(raw)  # somebody moved a copy back
        ticked = commands.tick(opened, BEGIN)
        assert (ticked.letters, ticked.broken, ticked.held) == ((), (), "")
        assert len(answers(opened)) == 1
        assert len(server.seen("Done")) == 2


def test_a_letter_came_when_the_server_took_it_in(office: Office, server: Dovecot) -> None:
    with fetching(office, server) as opened:
        server.put(mail(tag(opened, "ITALY"), "A VEN - TYR", "italy@example.org"), at=CAME)
        commands.tick(opened, DUE + timedelta(hours=1))
        assert units(opened, "ITALY") == {"A ROM", "A TYR", "F NAP"}
        (answer,) = [name for name in sent(opened) if name.startswith("answer.")]
        assert opened.store.letter(answer.partition(".")[2]).received == CAME


def test_while_the_server_is_away_nothing_is_run(office: Office, server: Dovecot) -> None:
    (port,) = free_ports(1)
    with fetching(office, server, port=port) as opened:
        for _ in range(2):
            ticked = commands.tick(opened, DUE)
            assert ticked.held == (
                f"mail cannot be fetched: imap://{server.user}@localhost:{port}/INBOX: "
                "Connection refused"
            )
            assert ticked.phases == ()
        assert [name for name in sent(opened) if name.startswith("gm.fetch")] == [
            "gm.fetch.20261204"
        ]
        with pytest.raises(CannotBeDone, match="Connection refused"):
            commands.process(opened, "trial", "S1901M", DUE)
        assert commands.tick(opened, DUE, catch_up=True).phases == (("trial", "S1901M"),)


def test_a_folder_made_anew_is_fetched_anew_to_no_effect(office: Office, server: Dovecot) -> None:
    with server.box() as box:
        box.folder.create("Games")
    with fetching(office, server, folder="Games") as opened:
        raw = mail(tag(opened, "ITALY"), "A VEN - TYR", "italy@example.org")
        server.put(raw, folder="Games")
        commands.tick(opened, BEGIN)
        with server.box() as box:
            box.folder.delete("Games")
            box.folder.create("Games")
        other = mail(tag(opened, "FRANCE"), "A PAR H", "france@example.org", number=2)
        server.put(raw, other, folder="Games")
        assert commands.tick(opened, BEGIN).letters == ("trial FRANCE: 1 order",)
        assert len(answers(opened)) == 2


def test_without_the_extra_it_is_said_what_to_install(
    office: Office, server: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imap_tools", None)
    monkeypatch.delitem(sys.modules, "mail.imap", raising=False)
    monkeypatch.delattr(mail_package, "imap", raising=False)
    with fetching(office, server) as opened:
        assert commands.tick(opened, BEGIN).held.endswith(
            "localhost: to fetch mail by IMAP, install: pip install 'adjudicator[imap]'"
        )


def test_a_password_that_is_not_there(
    office: Office, server: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GAMES_PASSWORD")
    with fetching(office, server) as opened:
        assert "the environment has no GAMES_PASSWORD" in commands.tick(opened, BEGIN).held


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ("{imap: {host: localhost}}", "missing required field `user`"),
        ("{imap: {host: localhost, user: me}}", "one of password_env and password_file"),
        (
            "{imap: {host: localhost, user: me, password_env: A, password_file: b}}",
            "one of password_env and password_file",
        ),
        (
            "{imap: {host: localhost, user: me, password_env: A, move_to: INBOX}}",
            "move_to must be another folder",
        ),
        ("{pop3: {host: localhost}}", "fetch"),
    ],
)
def test_a_wrong_place_is_said(office: Office, entry: str, fault: str) -> None:
    with pytest.raises(BadDocument, match=fault):
        configured(office, "fetch: []", f"fetch: [{entry}]")


def test_mail_is_sent_by_a_server_with_a_login(
    office: Office, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    by = serve(tls_context=identity(), authenticator=check, auth_required=True)
    (office.folder / "password").write_text(f"{SMTP_PASSWORD}\nnot this\n", encoding="utf-8")
    smtp = f"{{host: localhost, port: {by.port}, user: gm, password_file: password}}"
    with configured(office, "  folder: out", f"  smtp: {smtp}") as opened:
        by.desk.answers = {
            "italy@example.org": "550 no such user",
            "france@example.org": "451 later",
        }
        commands.tick(opened, DUE)
        to = sorted(mail[1][0] for mail in by.desk.taken)
        others = [f"{power.lower()}@example.org" for power in POWERS]
        assert to == sorted({*others, "me@example.org"} - by.desk.answers.keys())
        assert all(mail[3] for mail in by.desk.taken)
        (told,) = [mail[2] for mail in by.desk.taken if mail[1] == ["me@example.org"]]
        assert b"A mail to italy@example.org was refused for good: 550 no such user" in told
        by.desk.answers.clear()
        by.desk.taken.clear()
        commands.tick(opened, DUE + timedelta(minutes=4))
        assert by.desk.taken == []
        commands.tick(opened, DUE + timedelta(minutes=5))
        ((_, to, raw, _),) = by.desk.taken
        assert to == ["france@example.org"]
        assert b"Message-ID: <report.trial.s1901m.1.france@example.org>\r\n" in raw
        assert opened.store.mail("<report.trial.s1901m.1.france@example.org>").raw == raw
