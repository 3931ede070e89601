"""Letters to bytes."""

from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

POLICY = SMTP.clone(max_line_length=998)  # folding would mangle References


def compose(
    *,
    sender: str,
    to: str,
    subject: str,
    text: str,
    message_id: str,
    date: datetime,
    in_reply_to: str = "",
) -> bytes:
    """A plain text mail, as bytes with CRLF line ends; it says that no person wrote it."""
    message = EmailMessage(policy=POLICY)
    message["From"] = sender
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
