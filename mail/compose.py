"""Letters to bytes."""

import re
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
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
) -> bytes:
    """A plain text mail from `name` at `address`, as bytes with CRLF line ends.

    It says that no person wrote it.
    """
    message = EmailMessage(policy=POLICY)
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
    return message.as_bytes()
