"""The outbox emptied: every mail is handed over, and marked once it is."""

import re
from datetime import datetime

from adjudicator.office.folder import Office
from mail.folders import write_mail


def send(office: Office, now: datetime) -> int:
    """Write every mail that is due into the out folder; how many.

    A crash between writing and marking writes the same bytes to the same file again.
    """
    office.out.mkdir(parents=True, exist_ok=True)
    sent = 0
    while mails := office.store.outbox(now):
        for mail in mails:
            name = mail.message_id.strip("<>").partition("@")[0]
            write_mail(office.out, re.sub(r"[^A-Za-z0-9.-]", "_", name), mail.raw)
        office.store.mark_sent([mail.message_id for mail in mails], now)
        sent += len(mails)
    return sent
