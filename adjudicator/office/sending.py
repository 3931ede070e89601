"""The outbox emptied: every mail is handed over, and marked once it is."""

import re
from datetime import datetime, timedelta

from adjudicator.office.folder import Office
from mail.folders import write_mail

LEASE = timedelta(minutes=10)
"""So long the mails that one process took to send are its own."""


def send(office: Office, now: datetime) -> int:
    """Write every mail that is due into the out folder; how many.

    After a crash between writing and marking the same bytes are written once more, when the lease
    is over.
    """
    office.out.mkdir(mode=0o700, parents=True, exist_ok=True)
    sent = 0
    while mails := office.store.outbox(now, until=now + LEASE):
        for mail in mails:
            name = mail.message_id.strip("<>").partition("@")[0]
            write_mail(office.out, re.sub(r"[^A-Za-z0-9.-]", "_", name), mail.raw)
        office.store.mark_sent([mail.message_id for mail in mails], now)
        sent += len(mails)
    return sent
