"""Texts into mails: addressed, numbered, and with what their answers will be known by."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from adjudicator.office import replies
from adjudicator.office.drafts import Draft
from adjudicator.office.folder import Office
from adjudicator.office.identity import Tag, tag_of
from adjudicator.office.kept import OutgoingMail
from adjudicator.office.reports import render, render_html
from adjudicator.orders import Seat
from mail.compose import compose

TELLING = ("answer", "notice", "report")
"""The templates that tell what became of letters that were not answered."""

THREADS = ("<welcome.", "<report.")
"""How the ids of those mails begin that others are shown below."""


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
    """A mail to who sits there, by a template of the title or the house. Its subject, the address
    for replies and the order template carry his token, so that a plain reply is his, and so is a
    template put into a mail of his own. It tells him what he is owed, where the template can."""
    address = draft.game.chairs[seat].player.address
    tag = tag_of(draft.game, seat, draft.office.token)
    owed = replies.owed(draft, address, seat) if template in TELLING else ()
    facts = {**facts, "unanswered": owed, "tag": str(tag or "")}
    return tagged(
        draft, address, seat, tag, subject, template, number, facts, in_reply_to, html=html
    )


def tagged(
    draft: Draft,
    to: str,
    seat: Seat,
    tag: Tag | None,
    subject: str,
    template: str,
    number: str,
    facts: dict[str, Any],
    in_reply_to: str = "",
    *,
    html: bool = False,
) -> OutgoingMail:
    """A mail about a seat, by a template filled with these facts, to be answered with this tag."""
    game, config = draft.game, draft.office.config
    variant = game.setup.variant
    return plain(
        draft.office,
        to,
        f"{game.setup.title}: {subject}{f' {tag}' if tag else ''}",
        render(variant, f"{template}.txt.j2", facts),
        number,
        draft.now,
        game=game.name,
        seat=seat,
        in_reply_to=in_reply_to,
        html=render_html(variant, f"{template}.html.j2", facts) if html else "",
        reply_to=tag.address(config.address) if tag and config.plus_addresses else "",
        thread=_thread(draft, seat, to),
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
            thread=_thread(draft, "", address),
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
    thread: Sequence[str] = (),
    html: str = "",
    reply_to: str = "",
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
        reply_to=reply_to,
        loop=office.instance,
        thread=thread,
        list_id=f"{game}.{office.host}" if game else "",
    )
    return OutgoingMail(message_id, game, seat, to, raw, now)


def _thread(draft: Draft, seat: Seat, to: str) -> tuple[str, ...]:
    """What all mails of a game to this reader are shown below: the first of its welcomes and
    reports that he was sent, and the last; () before there is any."""
    written = [
        mail.message_id
        for mail in draft.mails
        if (mail.seat, mail.to) == (seat, to) and mail.message_id.startswith(THREADS)
    ]
    kept = draft.office.store.first_and_last(draft.game.name, seat, to, THREADS)
    both = [*kept, *written]
    return tuple(dict.fromkeys((both[0], both[-1]))) if both else ()


def sentences(
    texts: Sequence[str], quoted: Sequence[str] = (), unanswered: Sequence[str] = ()
) -> str:
    """A mail of a few plain sentences, each a paragraph, over what became of other letters and
    lines that are quoted."""
    facts = {"sentences": texts, "quoted": quoted, "unanswered": unanswered}
    return render("", "notice.txt.j2", facts)


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
