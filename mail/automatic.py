"""What machines write, and what must not be answered, by RFC 3834 and common usage."""

import re
from email.message import EmailMessage

from mail.headers import header

LOOP = "X-Pbem-Loop"  # in the mails of an office, with its name


def is_automatic(message: EmailMessage, sender: str) -> bool:
    """Surely a machine's: an automatic answer, a report of delivery, an office's own mail. An empty
    return path, an address that reads no mail, or a bounce's subject alone is no proof; two are.
    """
    if header(message, LOOP) or _submitted(message) not in ("", "no"):
        return True
    if header(message, "Precedence").lower() in _ANSWERING or _has(message, _MACHINES):
        return True
    if message.get_content_type() == "multipart/report" or _is_daemon(sender):
        return True
    if header(message, "Return-Path") == "<>" and (not sender or _is_role(sender)):
        return True
    return any(part.get_content_type() in _REPORTS for part in message.walk()) or (
        (not sender or _is_role(sender) or header(message, "Return-Path") == "<>")
        and _is_subject(message)
    )


def is_bulk(message: EmailMessage, sender: str) -> bool:
    """Not to be answered, whoever wrote it: by a list, of a sender that reads no mail, or marked
    so. Its orders may be a player's all the same."""
    return (
        header(message, "Return-Path") == "<>"
        or header(message, "Precedence").lower() in ("bulk", "list", "junk")
        or _has(message, _LISTS)
        or _is_role(sender)
        or _is_subject(message)
    )


_ANSWERING = ("auto_reply", "auto-reply")
_MACHINES = (
    "X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Auto-Reply", "X-AutoReply-From",
    "X-Auto-Reply-From", "X-Mail-Autoreply", "X-Failed-Recipients",
)  # fmt: skip
_LISTS = ("List-Id", "List-Post", "Mailing-List", "X-Auto-Response-Suppress")
_REPORTS = (
    "message/delivery-status",
    "message/disposition-notification",
    "message/feedback-report",
)
_DAEMON = re.compile(
    r"(?:mailer-?daemon|mail-?daemon|postmaster|mailer)(?:[+.-].{0,60})?", re.DOTALL
)
_ROLE = re.compile(
    r"(?:.{0,40}[._+-])?(?:no-?_?reply|do-?_?not-?_?reply|bounces?|auto-?(?:reply|responder))"
    r"(?:[._+-].{0,200})?",
    re.DOTALL,
)
_SUBJECT = re.compile(
    r"(?:out of (?:the )?office|automatic reply|auto(?:mated)?[ -]?(?:reply|response)"
    r"|automatische antwort"
    r"|abwesenheitsnotiz|réponse automatique|respuesta automática|risposta automatica"
    r"|automatisch antwoord|automatiskt svar|resposta automática|undeliverable|unzustellbar"
    r"|non remis|returned mail|delivery (?:status )?notification|mail delivery (?:fail\w*|status)"
    r"|undelivered mail|delivery fail\w*|failure notice|mail system error|message delivery"
    r"|warning: (?:could not send|message)|delivery (?:delayed|problem)|mail could not be delivered"
    r")\b",
    re.IGNORECASE,
)


def _submitted(message: EmailMessage) -> str:
    return re.split(r"[;(]", header(message, "Auto-Submitted").lower(), maxsplit=1)[0].strip()


def _has(message: EmailMessage, names: tuple[str, ...]) -> bool:
    return any(header(message, name) for name in names)


def _is_daemon(sender: str) -> bool:
    return _DAEMON.fullmatch(sender.partition("@")[0]) is not None


def _is_role(sender: str) -> bool:
    return _is_daemon(sender) or _ROLE.fullmatch(sender.partition("@")[0]) is not None


def _is_subject(message: EmailMessage) -> bool:
    return _SUBJECT.match(header(message, "Subject")) is not None
