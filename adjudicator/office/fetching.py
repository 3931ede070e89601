"""Mail taken in: from files and folders, from IMAP servers, from a pipe. Kept first, whatever it
is."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.documents import BadDocument
from adjudicator.office import envelopes
from adjudicator.office.folder import Imap, Office
from mail.letters import dated
from mail.received import received_at
from mail.sources import Away, Found, found_in, taken

FUTURE = timedelta(minutes=10)
"""A mail server's clock may be ahead of ours by so much; a later time is not believed."""


class Fetched(NamedTuple):
    """What could not be fetched: single mails and files (`faults`), and whole places that are out
    of reach (`away`), each a sentence."""

    faults: tuple[str, ...]
    away: tuple[str, ...]


def keep(office: Office, mails: Iterable[bytes], now: datetime) -> None:
    """Keep these mails, the one its writer dated first before the others.

    Each was received when our mail server says (`received_by` of the configuration), or now. The
    same bytes are the same letter, wherever they come from.
    """
    _keep(office, [Found("", raw) for raw in mails], now)


def keep_files(office: Office, paths: Iterable[Path], now: datetime) -> list[str]:
    """Keep the mails in these files, folders, Maildirs and mboxes; what could not be read, each
    with its reason."""
    found = [mail for path in paths for mail in found_in(path)]
    _keep(office, found, now)
    for mail in found:
        taken(mail)
    return _faults(found)


def fetch(office: Office, now: datetime) -> Fetched:
    """Keep the mails that are where the configuration says that there are any."""
    paths = [office.folder / entry for entry in office.config.fetch if isinstance(entry, str)]
    away = [f"{path} is not there" for path in paths if not path.exists()]
    faults = keep_files(office, paths, now)
    for entry in office.config.fetch:
        if not isinstance(entry, str):
            try:
                faults += _keep_imap(office, entry.imap, now)
            except (Away, BadDocument) as error:
                away.append(str(error))
    return Fetched(tuple(faults), tuple(away))


def _keep_imap(office: Office, server: Imap, now: datetime) -> list[str]:
    """Keep what has come into a folder on a server since the last time. Away, BadDocument.

    What the server does not hand over is told the game master, once, and not asked for again.
    """
    try:
        from mail import imap
    except ImportError:
        message = "to fetch mail by IMAP, install: pip install 'adjudicator[imap]'"
        raise Away(f"{server.host}: {message}") from None
    faults = []
    source = imap.Imap(
        server.host,
        server.port,
        server.security,
        server.user,
        office.password(server),
        server.folder,
        server.move_to,
    )
    note = f"fetched {source.name}"
    for batch in source.batches(imap.Place.of(office.store.note(note))):
        for fault in _faults(batch.mails):
            sentences = [f"A mail cannot be fetched, and is not tried again: {fault}."]
            number = f"gm.unfetched.{sha256(f'{fault} {batch.place}'.encode()).hexdigest()[:16]}"
            envelopes.tell_gm_once(office, number, "A mail cannot be fetched", sentences, now)
        _keep(office, batch.mails, now, {note: str(batch.place)})
        faults += _faults(batch.mails)
    return faults


def _keep(
    office: Office,
    mails: Iterable[Found],
    now: datetime,
    notes: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Keep those that could be read, and note something in the same transaction."""
    undated = datetime.max.replace(tzinfo=UTC)
    readable = [mail for mail in mails if not mail.fault]
    kept = []
    for mail in sorted(readable, key=lambda mail: dated(mail.raw) or undated):
        received = received_at(mail.raw, office.config.received_by) or mail.received
        if received is None or received > now + FUTURE:
            received = now
        kept.append((mail.raw, received, f"mail {sha256(mail.raw).hexdigest()}"))
    office.store.keep_letters(kept, notes)


def _faults(mails: Iterable[Found]) -> list[str]:
    return [f"{mail.where}: {mail.fault}" for mail in mails if mail.fault]
