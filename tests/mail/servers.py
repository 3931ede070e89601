"""Real mail servers, started by the tests on ports of this machine and ended with them."""

import asyncio
import grp
import json
import os
import pwd
import shutil
import smtplib
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from imap_tools import MailBoxUnencrypted

from tests.missing import missing

CERTIFICATE = Path(__file__).with_name("localhost.pem")  # with its key; until 2120, for tests alone
SMTP_PASSWORD = "correct horse"
PATIENCE = 30.0  # seconds until a server must have done what it is to do


# --- SMTP


class Desk:
    """What the server does: it takes mail, but for what it was told to answer otherwise."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, list[str], bytes, bool]] = []
        self.answers: dict[str, str] = {}
        self.drops: set[str] = set()  # the commands after which it hangs up

    def answer(self, server: SMTP, command: str, otherwise: str) -> str:
        if command in self.drops:
            assert server.transport is not None
            server.transport.abort()
        return self.answers.get(command, otherwise)

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return self.answer(server, "MAIL", "250 OK")

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        said = self.answer(server, address, "250 OK")
        if said.startswith("250"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        said = self.answer(server, "DATA", "250 OK")
        if said.startswith("250") and "DATA" not in self.drops:
            assert isinstance(envelope.content, bytes)
            mail = (envelope.mail_from or "", envelope.rcpt_tos, envelope.content)
            self.taken.append((*mail, session.ssl is not None))
        return said


class Server(Controller):
    """On a port of its own from the start: no other test can take it meanwhile."""

    def __init__(self, desk: Desk, **options: Any) -> None:
        self.desk = desk
        self.callers: list[SMTP] = []
        self.socket = socket.create_server(("127.0.0.1", 0))
        super().__init__(desk, "127.0.0.1", self.socket.getsockname()[1], **options)

    def factory(self) -> SMTP:
        self.callers.append(super().factory())
        return self.callers[-1]

    def _create_server(self) -> Any:
        return self.loop.create_server(
            self._factory_invoker, sock=self.socket, ssl=self.ssl_context
        )

    def hang_up(self) -> None:
        async def abort() -> None:
            for caller in self.callers:
                if caller.transport is not None:
                    caller.transport.abort()

        asyncio.run_coroutine_threadsafe(abort(), self.loop).result()


Serve = Callable[..., Server]


def identity() -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE)
    return context


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=CERTIFICATE)


def check(
    server: SMTP, session: Session, envelope: Envelope, mechanism: str, login: Any
) -> AuthResult:
    good = LoginPassword(b"gm", SMTP_PASSWORD.encode())
    return AuthResult(success=login == good, handled=False)


# --- Dovecot

IMAP_PASSWORD = 'correct "horse\\ battery'

_DOVECOT = """\
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
ssl = yes
ssl_cert = <{folder}/pem
ssl_key = <{folder}/pem
protocols = imap
listen = 127.0.0.1
disable_plaintext_auth = no
auth_mechanisms = plain login
default_internal_user = {user}
default_login_user = {user}
default_internal_group = {group}
first_valid_uid = 1
mail_location = maildir:{folder}/mail/%u
mail_fsync = never
auth_failure_delay = 0
imap_fetch_failure = no-after
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%u {folder}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/home
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {tls_port}
  }}
}}
"""


class Dovecot:
    """A server with a user, whose mail is the Maildir `mail`."""

    def __init__(self, folder: Path, port: int, tls_port: int) -> None:
        self.users = 1
        self._folder = folder
        self.port = port
        self.tls_port = tls_port
        self._config = folder / "dovecot.conf"

    @property
    def user(self) -> str:
        """The user of this test: each can have its own (`users`)."""
        return f"games{self.users}"

    @property
    def mail(self) -> Path:
        return self._folder / "mail" / self.user

    @contextmanager
    def box(self) -> Iterator[MailBoxUnencrypted]:
        """The mailbox as its user's own program sees it."""
        with MailBoxUnencrypted("127.0.0.1", self.port).login(self.user, IMAP_PASSWORD) as box:
            yield box

    def put(self, *mails: bytes, at: datetime | None = None, folder: str = "INBOX") -> None:
        """Mails that come into a folder, at this time."""
        with self.box() as box:
            for raw in mails:
                box.append(raw, folder, at)

    def seen(self, folder: str = "INBOX") -> list[bool]:
        """Of each mail in a folder, the first first, whether it is marked as seen."""
        with self.box() as box:
            box.folder.set(folder)
            return ["\\Seen" in mail.flags for mail in box.fetch(mark_seen=False)]

    def kick(self) -> None:
        """End all connections."""
        command = ["doveadm", "-c", str(self._config), "kick", self.user]
        subprocess.run(command, check=True, capture_output=True)


@contextmanager
def dovecot(*settings: str) -> Iterator[Dovecot]:
    """A Dovecot that runs as an ordinary user, whoever runs the tests."""
    program = shutil.which("dovecot", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        missing("Dovecot", "apt-get install dovecot-imapd")
    with ordinary_folder() as (folder, uid, gid):
        user, group = pwd.getpwuid(uid).pw_name, grp.getgrgid(gid).gr_name
        users = "".join(f"games{number}:{{PLAIN}}{IMAP_PASSWORD}\n" for number in range(1, 100))
        (folder / "users").write_text(users, encoding="utf-8")
        shutil.copy(CERTIFICATE, folder / "pem")
        for name in ("home", "mail", "run", "state"):
            (folder / name).mkdir()
        port, tls_port = free_ports(2)
        config = folder / "dovecot.conf"
        facts = {"folder": folder, "user": user, "group": group, "uid": uid, "gid": gid}
        text = _DOVECOT.format(port=port, tls_port=tls_port, **facts)
        config.write_text("\n".join((text, *settings, "")), encoding="utf-8")
        give_all(folder, uid, gid)
        own = {"user": uid, "group": gid, "extra_groups": []} if os.getuid() == 0 else {}
        running = subprocess.Popen([program, "-F", "-c", str(config)], **own)  # type: ignore[call-overload]
        try:
            until(lambda: _greets(port), "Dovecot answers")
            yield Dovecot(folder, port, tls_port)
        finally:
            running.terminate()
            running.wait(PATIENCE)


# --- Postfix

_MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file_prefixes = {folder}
maillog_file = {folder}/log
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.example.org
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
virtual_mailbox_domains = example.org
virtual_mailbox_maps = static:all
virtual_transport = receive
receive_destination_recipient_limit = 1
default_transport = error:nothing leaves this machine
"""
_MASTER = """\
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
proxymap unix - - n - - proxymap
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
flush unix n - n 1000? 0 flush
showq unix n - n - - showq
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
receive unix - n n - - pipe flags=DR user={user} argv={command}
"""


class Postfix:
    """A server that gives all mail to a command, one mail at a time."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self._config = folder / "config"

    def put(self, raw: bytes, sender: str, to: str) -> None:
        """A mail that comes in."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as caller:
            caller.sendmail(sender, [to], raw)

    def waiting(self) -> list[str]:
        """Why each mail that could not be given to the command is still here."""
        said = self._queue("-j")
        mails = [json.loads(line) for line in said.splitlines()]
        return [to.get("delay_reason", "") for mail in mails for to in mail["recipients"]]

    def try_again(self) -> None:
        self._queue("-f")

    def _queue(self, option: str) -> str:
        command = ["/usr/sbin/postqueue", "-c", str(self._config), option]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return done.stdout


@contextmanager
def postfix(folder: Path, user: str, command: str) -> Iterator[Postfix]:
    """A Postfix in a folder that all may enter, which runs a command as this user."""
    program = shutil.which("postfix", path="/usr/sbin")
    if program is None:
        missing("Postfix", "apt-get install postfix")
    (port,) = free_ports(1)
    config = folder / "config"
    for name in ("config", "queue", "data"):
        (folder / name).mkdir()
    shutil.chown(folder / "data", "postfix")
    (config / "main.cf").write_text(_MAIN.format(folder=folder), encoding="utf-8")
    master = _MASTER.format(port=port, user=user, command=command)
    (config / "master.cf").write_text(master, encoding="utf-8")
    subprocess.run([program, "-c", str(config), "start"], check=True, capture_output=True)
    try:
        until(lambda: _greets(port), "Postfix answers")
        yield Postfix(folder, port)
    finally:
        subprocess.run([program, "-c", str(config), "stop"], check=True, capture_output=True)


# --- what they share


def until(true: Callable[[], bool], what: str) -> None:
    """Wait for it. AssertionError if it does not come."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"in vain until {what}"
        time.sleep(0.02)


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def _greets(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 5) as caller:
        return bool(caller.recv(1))
    return False


@contextmanager
def ordinary_folder() -> Iterator[tuple[Path, int, int]]:
    """A folder of an ordinary user's, and the numbers of him and his group: `nobody`, if the tests
    are run by the superuser, whose own folders no other may enter."""
    uid, gid = os.getuid(), os.getgid()
    if uid == 0:
        nobody = pwd.getpwnam("nobody")
        uid, gid = nobody.pw_uid, nobody.pw_gid
    folder = Path(tempfile.mkdtemp(prefix="adjudicator-test-", dir="/tmp"))
    try:
        give_all(folder, uid, gid)
        yield folder, uid, gid
    finally:
        shutil.rmtree(folder)


def give_all(folder: Path, uid: int, gid: int) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, uid, gid)
