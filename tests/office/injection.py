"""What the office makes of a letter with orders put in: which it takes, and what it tells of."""

import quopri
import re
from base64 import encodebytes
from collections.abc import Iterator, Mapping
from email import message_from_bytes
from email.message import Message
from itertools import cycle
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.office import history, identity
from adjudicator.office.confirming import understand
from adjudicator.office.folder import Office
from adjudicator.office.press import press_in
from adjudicator.office.reading import LetterReading
from mail.letters import Letter, Line, read_letter
from tests.office.clients import ORDERS, STALE
from tests.office.desk import BEGIN


class Outcome(NamedTuple):
    """The orders taken, those held until their writer says yes, and the lines that are told."""

    taken: tuple[str, ...]
    held: tuple[str, ...]
    told: tuple[str, ...]


class Trial:
    """A seat of the game ``trial``, whose letters are read as the office reads them, but not
    recorded."""

    def __init__(self, office: Office, seat: str) -> None:
        self._office, self._seat = office, seat
        self.game = history.load(office.store, "trial")[1]
        mail = office.store.mail_of("trial", seat)[-1]
        self.message_id = mail.message_id
        self.answered = read_letter(mail.raw, BEGIN)

    def outcome(self, raw: bytes) -> Outcome:
        letter = read_letter(raw, BEGIN)
        presses, own = press_in(self._claimed(letter))
        other = self._claimed(replace(letter, lines=letter.other)) if letter.other else ()
        said = understand(self._office, self.game, self._seat, letter, presses, own, other, None)
        lines = (*said.reading.unread, *said.reading.orders, *said.first, *said.second)
        told = [line.text for line in lines]
        held = said.held or LetterReading()
        told += [line.text for line in held.orders]
        return Outcome(_orders(said.reading), _orders(held), tuple(told))

    def _claimed(self, letter: Letter) -> tuple[Line, ...]:
        found, rest = identity.claims(letter, lambda tag: True)
        if not found:
            return rest  # by the address it was sent from
        (claim,) = found
        assert (claim.game, claim.seat) == ("trial", self._seat)
        return tuple(line for part in claim.parts for line in part.lines)


def _orders(reading: LetterReading) -> tuple[str, ...]:
    return tuple(str(order) for orders in reading.given.values() for order in orders)


# --- orders put into a real mail


PLACES = ("top", "bottom", "between", "signature", "quoted", "nowhere")
_HEADERS = (
    "From",
    "To",
    "Subject",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Sender",
    "Reply-To",
)


def injected(raw: bytes, place: str, head: Mapping[str, str]) -> bytes | None:
    """A real mail with these headers and orders at a place of each of its texts, in its own
    charset and transfer encoding; None if it has no such place."""
    message = message_from_bytes(raw)
    for name in _HEADERS:
        del message[name]
    for name, value in head.items():
        message[name] = value
    changed = [_inject(part, place) for part in _own_parts(message) if _is_text(part)]
    return message.as_bytes() if any(changed) else None


def _own_parts(part: Message) -> Iterator[Message]:
    """The parts that are no mail in the mail."""
    if part.get_content_maintype() == "multipart" and part.is_multipart():
        for inner in part.get_payload():
            if isinstance(inner, Message):
                yield from _own_parts(inner)
    elif not part.is_multipart():
        yield part


def _is_text(part: Message) -> bool:
    return (
        part.get_content_type() in ("text/plain", "text/html")
        and part.get_content_disposition() != "attachment"
    )


def _inject(part: Message, place: str) -> bool:
    charset = part.get_content_charset() or "utf-8"
    try:
        b"x".decode(charset)
    except (LookupError, ValueError):
        charset = "iso-8859-1"  # it keeps every byte
    bare = part.get_payload(decode=True)
    assert isinstance(bare, bytes)
    text = bare.decode(charset, "replace").replace("\r\n", "\n")
    put = put_into_html if part.get_content_subtype() == "html" else put_into_text
    new = put(text, place)
    if new is None:
        return False
    encoding = str(part.get("Content-Transfer-Encoding", "8bit")).strip().lower()
    payload = new.encode(charset, "replace")
    if encoding == "base64":
        payload = encodebytes(payload)
    elif encoding == "quoted-printable":
        payload = quopri.encodestring(payload)
    part.set_payload(payload.decode("ascii", "surrogateescape"))
    return True


_MARKED = re.compile(r"(?m)^([ ]?>[> ]*).*$")


def put_into_text(text: str, place: str) -> str | None:
    """A plain text with orders at this place, and where it is ``quoted``, or there are other lines
    with marks, with stale ones in the quotation; None if it has no such place."""
    orders = "\n".join(ORDERS)
    stale = cycle(STALE)
    marked = list(_MARKED.finditer(text))
    if place in ("quoted", "between") and not marked:
        return None
    if place == "between":
        middle = marked[len(marked) // 2].start()
        text = f"{text[:middle]}\n{orders}\n\n{text[middle:]}"
    text = _MARKED.sub(lambda match: match[1] + next(stale), text)
    match place:
        case "top":
            return f"{orders}\n\n{text}"
        case "bottom":
            return f"{text}\n\n{orders}\n"
        case "signature":
            return f"Hello\n\n-- \nAda\n{orders}\n\n{text}"
        case _:
            return text


_QUOTE = re.compile(r"(?i)<blockquote[^>]*>")


def put_into_html(source: str, place: str) -> str | None:
    """An HTML text likewise."""
    orders = "".join(f"<div>{order}</div>" for order in ORDERS)
    stale = "".join(f"<div>{order}</div>" for order in STALE)
    body = re.search(r"(?i)<body[^>]*>", source)
    begin = body.end() if body else 0
    quote = _QUOTE.search(source, begin)
    if place in ("quoted", "between") and not quote:
        return None
    if place == "between" and quote:
        parted = f"{quote[0]}<div>Hello</div></blockquote>{orders}{quote[0]}{stale}"
        return source[: quote.start()] + parted + source[quote.end() :]
    if quote:
        source = source[: quote.end()] + stale + source[quote.end() :]
    ends = re.search(r"(?i)</body>", source)
    end = ends.start() if ends else len(source)
    match place:
        case "top":
            return source[:begin] + orders + source[begin:]
        case "bottom":
            return source[:end] + orders + source[end:]
        case "signature":
            return f"{source[:begin]}<div>Hello</div><div>-- </div>{orders}{source[begin:]}"
        case _:
            return source
