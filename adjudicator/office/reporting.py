"""Reports: of the phases that were played, to each reader as he may know them."""

from collections.abc import Mapping, Sequence
from datetime import UTC
from difflib import ndiff
from typing import Any

from msgspec import Struct

from adjudicator.events import Reader, may_know
from adjudicator.office import envelopes, writing
from adjudicator.office.drafts import Draft
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.history import Played
from adjudicator.office.kept import OutgoingMail
from adjudicator.office.reports import render
from adjudicator.orders import Seat
from mail.letters import read_letter


class Notice(Struct, frozen=True):
    """The lines on top of a report, for programs, and the deadline in the reader's words."""

    game: str
    phase: str
    deadline: str
    due: str
    grace: str


class Corrected(Struct, frozen=True):
    """That a report replaces an earlier one: its number (2 is the first that does), why, and the
    lines that differ, each after ``-`` (was) or ``+`` (is)."""

    number: int
    reason: str
    differences: tuple[str, ...] = ()


class Correction(Struct, frozen=True):
    """What makes a report a corrected one: its number, why, and the reports it replaces, as the
    bytes that were sent, by seat and by "" for observers."""

    number: int
    reason: str
    replaced: Mapping[Seat, bytes]


def reports(
    draft: Draft, before: Game, played: Sequence[Played], correction: Correction | None = None
) -> list[OutgoingMail]:
    """The report of the phases that were played, to each seat that is played, and to observers."""
    game = draft.game
    remarks = _remarks(before, game)
    if not game.phase:
        remarks = [*remarks, *_revealed(game)]
    mails = []
    phase = played[0].phase
    number = f"report.{game.name}.{phase}.{game.edition}"
    readers: list[Seat] = [seat for seat, one in game.chairs.items() if one.idle != "vacant"]
    for seat in readers:
        facts = report_facts(game, played, seat, remarks)
        facts["corrected"] = _corrected(game, facts, correction, seat)
        subject = _subject(facts["title"], correction)
        mails.append(
            envelopes.to_seat(draft, seat, subject, "report", f"{number}.{seat}", facts, html=True)
        )
    facts = report_facts(game, played, "", remarks)
    facts["corrected"] = _corrected(game, facts, correction, "")
    subject = _subject(facts["title"], correction)
    mails += envelopes.to_observers(draft, subject, "report", f"{number}.o", facts, html=True)
    return mails


def last_reports(draft: Draft) -> list[OutgoingMail]:
    """That the game is over without its last phase being run, and how it stands."""
    game = draft.game
    sentences = [game.ending, *_revealed(game)]
    return writing.to_players(draft, "The end", sentences)


def send_again(draft: Draft, seat: Seat) -> str:
    """Put the seat's last report into the outbox once more; what to say of it, as a sentence.
    ValueError, a sentence too, if there is none."""
    found = last_report(draft.office, draft.game.name, seat)
    if seat not in found:
        raise ValueError("There is no report yet.")
    draft.again.append(found[seat].message_id)
    return "Your last report is sent to you again."


def last_report(office: Office, name: str, seat: Seat | None = None) -> dict[Seat, OutgoingMail]:
    """The last report of a game that was written to this seat, or to each; "" to an observer."""
    start = f"<report.{name}.".lower()
    return {
        mail.seat: mail
        for mail in office.store.mail_of(name, seat)
        if mail.message_id.startswith(start)
    }


def preview(game: Game, played: Sequence[Played], before: Game) -> str:
    """The report as its game master would read it, as text."""
    facts = report_facts(game, played, "", _remarks(before, game))
    return render(game.setup.variant, "report.txt.j2", facts)


def report_facts(
    game: Game, played: Sequence[Played], seat: Seat, remarks: Sequence[str] = ()
) -> dict[str, Any]:
    """What the templates of a report are filled with for a seat, or for the public ("").

    `game` is as it stands after the phases that were played.
    """
    title = game.title
    reader: Reader = seat or "public"
    results = tuple(
        title.results([one.event for one in step.told if may_know(reader, one.audience)])
        for step in played
    )
    deadline = game.deadline.astimezone(UTC).isoformat() if game.deadline else ""
    return {
        "game": game.setup.title,
        "title": results[0].title,
        "results": results,
        "view": title.view(game.position(), reader),
        "notice": Notice(
            game.name, game.phase, deadline, writing.due(game, seat), writing.grace(game, seat)
        ),
        "form": writing.form(game, seat),
        "remarks": list(remarks),
        "standing": writing.standing(game, seat) if seat else [],
        "corrected": None,
        "reader": title.seat_name(seat) if seat else "",
    }


def _subject(title: str, correction: Correction | None) -> str:
    return f"{title} (corrected, report {correction.number})" if correction else str(title)


def _remarks(before: Game, after: Game) -> list[str]:
    """What the report says of orders that did not come, and of powers that nobody plays."""
    title = before.title
    remarks = []
    missing = tuple(seat for seat in before.due if seat not in before.sheets)
    if missing:
        remarks.append(title.without_orders(before.position(), missing))
    fallen = [
        title.seat_name(seat)
        for seat, chair in after.chairs.items()
        if chair.idle == "civil_disorder" and before.chairs[seat].idle != "civil_disorder"
    ]
    if fallen:
        verb = "is" if len(fallen) == 1 else "are"
        remarks.append(
            f"{writing.listed(fallen)} {verb} in civil disorder now: the game does not wait for "
            f"{'it' if verb == 'is' else 'them'} any more, until orders come again."
        )
    return remarks


def _revealed(game: Game) -> list[str]:
    """Who played what, once it is no secret any more."""
    if not game.setup.anonymous:
        return []
    played = [f"{game.title.seat_name(s)}: {c.player.name}" for s, c in game.chairs.items()]
    return [f"Who played: {'; '.join(played)}."]


def _corrected(
    game: Game, facts: dict[str, Any], correction: Correction | None, seat: Seat
) -> Corrected | None:
    """What differs from the report that the reader was sent. Only that: of two readers each is
    told what is other in his own."""
    if correction is None:
        return None
    differences: tuple[str, ...] = ()
    if (raw := correction.replaced.get(seat)) is not None:
        was = [line.text for line in read_letter(raw, game.opened).lines]
        now = render(game.setup.variant, "report.txt.j2", facts).splitlines()
        differences = tuple(
            f"{line[0]} {line[2:].strip()}"
            for line in ndiff(_told(was), _told(now))
            if line[0] in "+-"
        )
    return Corrected(correction.number, correction.reason, differences)


def _told(lines: Sequence[str]) -> list[str]:
    """The lines that tell of the game: not those for programs, of deadlines, or that are rules."""
    return [
        line
        for line in lines
        if line.strip(" =-") and not line.startswith((":: ", "Orders ")) and "GMT" not in line
    ]
