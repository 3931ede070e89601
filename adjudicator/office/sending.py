"""The outbox emptied: every mail is handed over, and marked once it is."""

import re
from datetime import datetime, timedelta
from hashlib import sha256
from time import monotonic

from adjudicator.office import envelopes
from adjudicator.office.folder import Office
from adjudicator.office.kept import OutgoingMail
from mail.bounces import envelope_sender
from mail.transports import EmlFolder, MaildirFolder, Refused, Sendmail, Smtp, Transport

LEASE = timedelta(minutes=10)
"""So long the mails that one process took to send are its own."""

FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=5), timedelta(hours=12)
"""Between two attempts, doubled from one to the next."""

BATCH = 50
UNREACHABLE = 3
"""So many mails refused one after the other, and the rest is left for the next time."""


def send(office: Office, now: datetime) -> int:
    """Hand over every mail that is due; how many were taken.

    One that is refused for good is told to the game master; another is tried again later, each time
    after a longer pause. After a crash between handing over and marking the same bytes are handed
    over once more, when the lease is over. BadDocument if the configuration does not do.
    """
    sent = refused = 0
    begin = monotonic()
    with transport(office) as way:
        # Few at a time: their lease must not end before the last of them is handed over.
        while mails := office.store.outbox(
            now, BATCH, until=now + timedelta(seconds=monotonic() - begin) + LEASE
        ):
            done = []
            for mail in mails:
                try:
                    way.send(_file_name(mail), mail.to, mail.raw, _sender(office, mail))
                except Refused as error:
                    _failed(office, mail, error, now)
                    refused = 0 if error.for_good else refused + 1
                    if refused == UNREACHABLE:
                        break
                else:
                    refused = 0
                    done.append(mail.message_id)
            try:
                way.settle()
            except Refused as error:
                for mail in mails:
                    if mail.message_id in done:
                        _failed(office, mail, error, now)
                break
            office.store.mark_sent(done, now)
            sent += len(done)
            if refused == UNREACHABLE:
                break
    return sent


def transport(office: Office) -> Transport:
    """The way mail is sent, as configured. BadDocument if its password cannot be read."""
    send_by, sender = office.config.send, office.config.address
    if send_by.maildir:
        return MaildirFolder(office.folder / send_by.maildir)
    if send_by.sendmail:
        return Sendmail(sender, send_by.sendmail)
    if send_by.smtp is not None:
        smtp = send_by.smtp
        return Smtp(sender, smtp.host, smtp.port, smtp.security, smtp.user, office.password(smtp))
    return EmlFolder(office.folder / send_by.folder)


def _sender(office: Office, mail: OutgoingMail) -> str:
    """The address to which the mail comes back if it cannot be delivered."""
    address = office.config.address
    own = office.config.send.bounce_addresses
    return envelope_sender(address, mail.message_id) if own else address


def _file_name(mail: OutgoingMail) -> str:
    return re.sub(r"[^A-Za-z0-9.-]", "_", mail.message_id.strip("<>").partition("@")[0])


def _failed(office: Office, mail: OutgoingMail, error: Refused, now: datetime) -> None:
    if not error.for_good:
        pause = min(FIRST_PAUSE * 2 ** min(mail.attempts, 10), LONGEST_PAUSE)
        office.store.mark_failed(mail.message_id, now, error.reason, now + pause)
        return
    if mail.to.lower() != office.config.gm.lower():
        sentences = [
            f"A mail to {mail.to} was refused for good: {error.reason}",
            f"Its number: {mail.message_id}. It is not tried again.",
        ]
        number = f"gm.refused.{sha256(mail.message_id.encode()).hexdigest()[:16]}"
        envelopes.tell_gm_once(office, number, "A mail was refused", sentences, now)
    # Last: a mail that is marked is not tried again, and nothing would tell of it.
    office.store.mark_failed(mail.message_id, now, error.reason, None)
