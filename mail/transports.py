"""Ways to hand over a mail: into a folder, to a program, to a mail server."""

import shlex
import smtplib
import ssl
import subprocess
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Literal, Protocol, Self

from mail.compose import address_fault
from mail.folders import WholeFiles, write_whole

PATIENCE = 60.0  # seconds to wait for a program or a server
LONGEST_REASON = 300  # characters of what a program or a server said
TRY_AGAIN = 75  # EX_TEMPFAIL of sysexits.h
FOR_GOOD = range(64, 79)  # what else sysexits.h has


class Refused(Exception):
    """A mail was not handed over. `for_good`: no later try will help."""

    def __init__(self, reason: str, for_good: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.for_good = for_good


class Transport(Protocol):
    """A way to hand over mails, one recipient each. Used in a `with`, which ends its connection."""

    def send(self, name: str, to: str, raw: bytes, sender: str = "") -> None:
        """Hand over a mail with CRLF line ends; once settled, it is on the disk or with the next
        server.

        `name` is the mail's own and can be a file's; `to` is an address, and `sender` that of the
        envelope, if it is not to be the one for all. Refused if it could not be
        handed over; unless for good, it may be that it was.
        """
        ...

    def settle(self) -> None:
        """See to it that all that was handed over is safe. Refused, not for good, if it may not
        be; then all that was handed over since the last time is to be sent again."""
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


class EmlFolder(Transport):
    """A folder of files, each ``name.eml``. It is made, for its owner alone, if it is not there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files = WholeFiles()

    def send(self, name: str, to: str, raw: bytes, sender: str = "") -> None:
        """Write the file; once settled, it replaces an older one of that name."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._files.write(self.folder / f"{name}.eml", raw)
        except OSError as error:
            raise Refused(_said(error), for_good=False) from error

    def settle(self) -> None:
        """All files to the disk."""
        try:
            self._files.settle()
        except OSError as error:
            raise Refused(_said(error), for_good=False) from error

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Settle; after an error nothing that was not settled is there."""
        if error is None:
            self.settle()
        self._files.drop()


class MaildirFolder(Transport):
    """A Maildir, made for its owner alone if it is not there.

    A mail that is still in it is not put there a second time.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def send(self, name: str, to: str, raw: bytes, sender: str = "") -> None:
        """Put it into ``new``, unless it stands there or in ``cur``."""
        # Not by mailbox.Maildir, which gives each a name that no later try could find again.
        file = f"{name}.{sha256(raw).hexdigest()[:16]}"
        try:
            for part in (".", "tmp", "new", "cur"):
                (self.folder / part).mkdir(mode=0o700, parents=True, exist_ok=True)
            if not any(
                there.name.partition(":")[0] == file
                for part in ("new", "cur")
                for there in (self.folder / part).iterdir()
            ):
                write_whole(self.folder / "new" / file, raw, self.folder / "tmp")
        except OSError as error:
            raise Refused(_said(error), for_good=False) from error


class Sendmail(Transport):
    """A program that takes mail as sendmail does, with `sender` as the envelope's.

    `command` may have arguments, and quotes as in a shell. ValueError if a quote is not closed, or
    it is empty.
    """

    def __init__(
        self, sender: str, command: str = "/usr/sbin/sendmail", timeout: float = PATIENCE
    ) -> None:
        self.sender = sender
        self.command = shlex.split(command)
        if not self.command:
            raise ValueError("the command is empty")
        self.timeout = timeout

    def send(self, name: str, to: str, raw: bytes, sender: str = "") -> None:
        """Run the program. What it says of a failure is in the reason."""
        _check(to)
        command = [*self.command, "-i", "-f", sender or self.sender, "--", to]
        try:
            done = subprocess.run(
                command,
                input=raw.replace(b"\r\n", b"\n"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=self.timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            said = f"{self.command[0]} did not end within {self.timeout:g} seconds"
            raise Refused(said, for_good=False) from None
        except OSError as error:
            raise Refused(_said(error), for_good=False) from error
        code = done.returncode
        if code:
            ended = f"signal {-code}" if code < 0 else f"code {code}"
            said = _shortened(done.stderr)
            raise Refused(
                f"{self.command[0]} ended with {ended}{': ' if said else ''}{said}",
                for_good=code in FOR_GOOD and code != TRY_AGAIN,
            )


class Smtp(Transport):
    """A mail server, with `sender` as the envelope's.

    It is called when the first mail is sent; the connection is kept, and made anew if it is lost.
    Over TLS the server must prove to be `host`, by `context` (by default: the system's
    authorities). Without a `user` there is no login.
    """

    def __init__(
        self,
        sender: str,
        host: str,
        port: int,
        security: Literal["none", "starttls", "tls"],
        user: str = "",
        password: str = "",
        timeout: float = PATIENCE,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self.sender = sender
        self.host = host
        self.port = port
        self.security = security
        self.user = user
        self.timeout = timeout
        self._password = password
        self._context = context
        self._server: smtplib.SMTP | None = None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Say goodbye, if the server still listens."""
        server, self._server = self._server, None
        if server is not None:
            with suppress(smtplib.SMTPException, OSError):
                server.quit()
            server.close()

    def send(self, name: str, to: str, raw: bytes, sender: str = "") -> None:
        """Hand it over, these very bytes. Refused for good if the server says so of the recipient
        or of the mail; what it says of the sender or the login a GM can mend."""
        _check(to)
        server = self._connected()
        try:
            server.sendmail(sender or self.sender, [to], raw)
        except smtplib.SMTPRecipientsRefused as error:
            code, said = error.recipients[to]
            raise Refused(_answered(code, said), for_good=code >= 500) from None
        except smtplib.SMTPDataError as error:
            raise Refused(_said(error), for_good=error.smtp_code >= 500) from None
        except smtplib.SMTPSenderRefused as error:
            raise Refused(f"{sender or self.sender}: {_said(error)}", for_good=False) from None
        except (smtplib.SMTPException, OSError, UnicodeError) as error:
            self._drop()
            raise Refused(f"{self.host}: {_said(error)}", for_good=False) from error

    def _connected(self) -> smtplib.SMTP:
        """The connection that is there, if the server still answers, or a new one."""
        if self._server is not None:
            with suppress(smtplib.SMTPException, OSError):
                if self._server.noop()[0] == 250:
                    return self._server
            self._drop()
        try:
            self._server = self._connect()
            self._begin(self._server)
        except (smtplib.SMTPException, OSError, UnicodeError) as error:
            self._drop()
            raise Refused(f"{self.host}: {_said(error)}", for_good=False) from error
        except BaseException:
            self._drop()
            raise
        return self._server

    def _connect(self) -> smtplib.SMTP:
        if self.security == "tls":
            return smtplib.SMTP_SSL(
                self.host, self.port, timeout=self.timeout, context=self._verifying()
            )
        return smtplib.SMTP(self.host, self.port, timeout=self.timeout)

    def _verifying(self) -> ssl.SSLContext:
        """Made when it is first needed, for it reads all authorities; and never left to smtplib,
        whose own verifies nothing."""
        if self._context is None:
            self._context = ssl.create_default_context()
        return self._context

    def _begin(self, server: smtplib.SMTP) -> None:
        if self.security == "starttls":
            server.starttls(context=self._verifying())
        server.ehlo_or_helo_if_needed()
        if self.user:
            # The errors hold what was sent: none goes on, not even as a cause.
            try:
                server.login(self.user, self._password)
            except smtplib.SMTPAuthenticationError as error:
                reason = f"the login as {self.user} was refused with code {error.smtp_code}"
            except smtplib.SMTPNotSupportedError:
                reason = "the server takes no login over this connection"
            except UnicodeError:
                reason = "the user or the password has characters that no login can carry"
            else:
                return
            raise Refused(f"{self.host}: {reason}", for_good=False)

    def _drop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None


def _check(to: str) -> None:
    fault = address_fault(to)
    if fault is not None:
        raise Refused(fault, for_good=True)


def _answered(code: int, said: bytes | str) -> str:
    return f"{code} {_shortened(said)}"


def _shortened(said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return " ".join(text.split())[:LONGEST_REASON]


def _said(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return _answered(error.smtp_code, error.smtp_error)
    strerror = error.strerror if isinstance(error, OSError) else None
    return _shortened(strerror or str(error) or type(error).__name__)
