"""Letters to bytes."""

import re
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
ADDRESS = re.compile(
    rf"(?!.*=\?)(?=.{{1,64}}@){_ATOM}(?:\.{_ATOM})*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*"
)
LONGEST_NAME = 60  # characters of a name or title in a header


def address_fault(text: str) -> str | None:
    """Why mail cannot be addressed so; None if it can."""
    return (
        None if ADDRESS.fullmatch(text) else f"{text!r} is no mail address such as ada@example.org"
    )


def name_fault(text: str) -> str | None:
    """Why a header cannot hold this name or title; None if it can."""
    if not text.strip() or not text.isprintable() or len(text) > LONGEST_NAME:
        return f"one line of 1 to {LONGEST_NAME} characters is needed"
    return None


POLICY = SMTP.clone(max_line_length=998)  # folding would mangle References
CONTENT = SMTP.clone(max_line_length=76)  # so short are lines in quoted-printable, by RFC 2045


def compose(
    *,
    name: str,
    address: str,
    to: str,
    subject: str,
    text: str,
    message_id: str,
    date: datetime,
    in_reply_to: str = "",
    html: str = "",
) -> bytes:
    """A mail from `name` at `address`, as bytes with CRLF line ends: the same for the same call.

    With `html` it says the same twice, for the reader's program to choose. It says
    that no person wrote it. ValueError if a header cannot hold what is given for it.
    """
    message = EmailMessage(policy=CONTENT)
    message["From"] = Address(display_name=name, addr_spec=address)
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = format_datetime(date)
    message["Message-ID"] = message_id
    if in_reply_to:
        message["In-Reply-To"] = in_reply_to
        message["References"] = in_reply_to
    message["Auto-Submitted"] = "auto-replied" if in_reply_to else "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    message.set_content(text, cte="quoted-printable")
    if html:
        message.add_alternative(html, subtype="html", cte="quoted-printable")
        # Left to itself it is random. "=_" stands in no quoted-printable text.
        message.set_boundary(f"=_{sha256(message_id.encode()).hexdigest()[:32]}")
    return message.as_bytes(policy=POLICY)
