"""Texts into mails: addressed, numbered, and with what their answers will be known by."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from adjudicator.office.drafts import Draft
from adjudicator.office.folder import Office
from adjudicator.office.kept import OutgoingMail
from adjudicator.office.reports import render, render_html
from adjudicator.orders import Seat
from mail.compose import compose


def to_seat(
    draft: Draft,
    seat: Seat,
    subject: str,
    template: str,
    number: str,
    facts: dict[str, Any],
    *,
    in_reply_to: str = "",
    html: bool = False,
) -> OutgoingMail:
    """A mail to who sits there, by a template of the title or the house. Its subject carries his
    token, so that a plain reply is his."""
    game = draft.game
    chair = game.chairs[seat]
    token = draft.office.token(game.name, seat, chair.holder)
    asked = game.asking.numbers.get(seat) if game.asking is not None else None
    question = f" Q{asked}" if asked else ""
    tag = f" [{game.name} {game.phase or '-'} {seat} {token}{question}]"
    return plain(
        draft.office,
        chair.player.address,
        f"{game.setup.title}: {subject}{tag}",
        render(game.setup.variant, f"{template}.txt.j2", facts),
        number,
        draft.now,
        game=game.name,
        seat=seat,
        in_reply_to=in_reply_to,
        html=render_html(game.setup.variant, f"{template}.html.j2", facts) if html else "",
    )


def to_observers(
    draft: Draft, subject: str, template: str, number: str, facts: dict[str, Any], *, html: bool
) -> list[OutgoingMail]:
    """The same mail to each who observes the game."""
    game = draft.game
    if not game.observers:
        return []
    text = render(game.setup.variant, f"{template}.txt.j2", facts)
    page = render_html(game.setup.variant, f"{template}.html.j2", facts) if html else ""
    return [
        plain(
            draft.office,
            address,
            f"{game.setup.title}: {subject}",
            text,
            f"{number}.{draft.office.seed(game.name, address).hex()[:12]}",
            draft.now,
            game=game.name,
            html=page,
        )
        for address in game.observers
    ]


def plain(
    office: Office,
    to: str,
    subject: str,
    text: str,
    number: str,
    now: datetime,
    *,
    game: str = "",
    seat: Seat = "",
    in_reply_to: str = "",
    html: str = "",
) -> OutgoingMail:
    """A mail of this text. `number` makes its message id: it must be a new one."""
    message_id = f"<{number}@{office.host}>".lower()
    raw = compose(
        name=office.config.name,
        address=office.config.address,
        to=to,
        subject=subject,
        text=text,
        html=html,
        message_id=message_id,
        date=now,
        in_reply_to=in_reply_to,
    )
    return OutgoingMail(message_id, game, seat, to, raw, now)


def sentences(texts: Sequence[str], quoted: Sequence[str] = ()) -> str:
    """A mail of a few plain sentences, each a paragraph, over lines that are quoted."""
    return render("", "notice.txt.j2", {"sentences": texts, "quoted": quoted})


def tell_gm_once(
    office: Office,
    number: str,
    subject: str,
    texts: Sequence[str],
    now: datetime,
    quoted: Sequence[str] = (),
) -> None:
    """Write to the game master, unless he was written to under this number already."""
    text = sentences(texts, quoted)
    office.store.add_once(plain(office, office.config.gm, subject, text, number, now))
