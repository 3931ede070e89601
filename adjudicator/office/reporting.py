"""Reports: of the phases that were played, to each reader as he may know them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC
from difflib import ndiff
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.events import Reader, may_know
from adjudicator.office import dice, envelopes, phrases, questioning, writing
from adjudicator.office.atlas import map_note, map_of
from adjudicator.office.dice import NO_DICE, Dice
from adjudicator.office.drafts import Draft
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.history import Played, Runs
from adjudicator.office.kept import CannotBeDone, OutgoingMail
from adjudicator.office.reports import render
from adjudicator.orders import Seat
from adjudicator.turns.questions import Decision
from adjudicator.wording import series
from mail.letters import read_letter

DROPPED = (
    "The orders that you had sent for the phase after it have no effect any more; if they are "
    "still what you want, send them again."
)


LAST_SENT = "Your last report is sent to you again."


class Notice(Struct, frozen=True):
    """The lines on top of a report, for programs, and the deadline in the reader's words."""

    game: str
    phase: str
    deadline: str
    due: str
    grace: str
    seeds: tuple[str, ...] = ()


class Corrected(Struct, frozen=True):
    """That a report replaces an earlier one: its number (2 is the first that does), why, and the
    lines that differ, each after ``-`` (was) or ``+`` (is)."""

    number: int
    reason: str
    differences: tuple[str, ...] = ()


class Correction(Struct, frozen=True):
    """What makes a report a corrected one: its number, why, and the reports it replaces, as the
    bytes that were sent, by seat ("" for observers) and address. `dropped` are the seats that had
    sent orders for a phase that is not open any more."""

    number: int
    reason: str
    replaced: Mapping[tuple[Seat, str], bytes]
    dropped: tuple[Seat, ...] = ()

    @classmethod
    def of(
        cls, draft: Draft, phase: str, runs: Runs, reason: str = "", dropped: Iterable[Seat] = ()
    ) -> "Correction":
        """That of a phase which was run before."""
        written = sent(draft.office, draft.game, phase)
        replaced = {(mail.seat, mail.to): mail.raw for mail in written}
        return cls(runs.times[phase] + 1, reason, replaced, tuple(dropped))


def reports(
    draft: Draft, before: Game, played: Sequence[Played], correction: Correction | None = None
) -> list[OutgoingMail]:
    """The report of the phases that were played, to each seat that is played, and to observers."""
    game = draft.game
    remarks = _remarks(before, game)
    if not game.phase:
        remarks = [*remarks, *_revealed(game)]
    shown = dice.shown(draft.office, before, game, played)

    def facts(seat: Seat) -> dict[str, Any]:
        own = [DROPPED] if correction is not None and seat in correction.dropped else []
        found = facts_of(game, played, seat, shown, [*remarks, *own])
        address = game.chairs[seat].player.address if seat else next(iter(game.observers), "")
        found["corrected"] = _corrected(game, found, correction, (seat, address))
        return found

    return _to_readers(draft, played[0].phase, correction, facts)


def first_reports(draft: Draft, start: Played) -> list[OutgoingMail]:
    """How a game begins, to each seat and to observers, with the commitments to its seeds, and what
    its title tells before all else."""
    shown = dice.shown(draft.office, None, draft.game, ())
    title, state = draft.game.title, draft.game.position()
    told = title.preface(draft.game.options())
    preface = [told] if told else []
    atlas = map_of(title, state) if map_note(title) else None

    def facts(seat: Seat) -> dict[str, Any]:
        found = facts_of(draft.game, [start] if start.told else [], seat, shown, preface)
        return {**found, "title": found["title"] or "The beginning", "map": atlas}

    return _to_readers(draft, start.phase, None, facts)


def last_reports(draft: Draft) -> list[OutgoingMail]:
    """That the game is over without its last phase being run, and how it stands."""
    game = draft.game
    if not game.chairs or game.title.phase(game.position()) is not None:
        return writing.to_players(draft, "The end", [game.ending, *_revealed(game)])

    seeds = dice.unsealed(draft.office, game)

    def facts(seat: Seat) -> dict[str, Any]:
        found = report_facts(game, (), seat, _revealed(game), dice=Dice(seeds))
        return {**found, "title": "The end"}

    return _to_readers(draft, "end", None, facts)


def _to_readers(
    draft: Draft,
    phase: str,
    correction: Correction | None,
    facts: Callable[[Seat], dict[str, Any]],
) -> list[OutgoingMail]:
    """A report to each seat that is played, and one to observers, whose facts are those of ""."""
    game = draft.game
    number = f"report.{game.name}.{phase}.{game.edition}"
    mails = []
    for seat in (seat for seat, chair in game.chairs.items() if not chair.vacant):
        own = facts(seat)
        subject = _subject(own["title"], correction)
        mails.append(
            envelopes.to_seat(draft, seat, subject, "report", f"{number}.{seat}", own, html=True)
        )
    public = facts("")
    subject = _subject(public["title"], correction)
    mails += envelopes.to_observers(draft, subject, "report", f"{number}.o", public, html=True)
    return mails


def report_to(draft: Draft, before: Game, played: Sequence[Played], seat: Seat) -> OutgoingMail:
    """The last report once more, for a player of the seat who was not sent it. What the open phase
    asks him is no part of it, so it shows the board before that phase."""
    game = draft.game
    shown = dice.shown(draft.office, before, game, played)
    facts = facts_of(game, played, seat, shown, _remarks(before, game))
    if game.asking is not None:
        notice = replace(facts["notice"], deadline="", due="", grace="")
        facts.update(notice=notice, questions=[])
    number = f"report.{game.name}.{played[0].phase}.{game.edition}.{seat}"
    number += f".{game.chairs[seat].holder}"
    return envelopes.to_seat(draft, seat, facts["title"], "report", number, facts, html=True)


def send_again(draft: Draft, seat: Seat, phase: str = "") -> str:
    """Put the seat's report of this phase, or its last, into the outbox once more; what to say of
    it, as a sentence. CannotBeDone if there is none."""
    game = draft.game
    found = last_reports_sent(draft.office, game, seat, phase)
    if not found and not phase:
        raise CannotBeDone("There is no report yet.")
    if not found:
        phases = _reported(draft.office, game, seat)
        those = f"Those of yours are of {series(phases)}." if phases else ""
        raise CannotBeDone(f"There is no report of {phase}. {those}".rstrip())
    draft.again += [mail.message_id for mail in found]
    return f"Your report of {phase} is sent again." if phase else LAST_SENT


def _reported(office: Office, game: Game, seat: Seat) -> list[str]:
    """The phases of which who plays this seat now was written a report."""
    address = game.chairs[seat].player.address
    own = [mail for mail in sent(office, game) if (mail.seat, mail.to) == (seat, address)]
    return list(dict.fromkeys(mail.message_id.split(".")[2].upper() for mail in own))


def last_reports_sent(
    office: Office, game: Game, seat: Seat | None = None, phase: str = ""
) -> tuple[OutgoingMail, ...]:
    """The last report of a game, or of this phase of it, that was written to who plays this seat
    now; without a seat to all who play, and to those who observe."""
    readers = {(code, chair.player.address) for code, chair in game.chairs.items()}
    readers |= {("", address) for address in game.observers}
    last = {
        (mail.seat, mail.to): mail
        for mail in sent(office, game, phase)
        if (mail.seat, mail.to) in readers and seat in (None, mail.seat)
    }
    return tuple(last.values())


def sent(office: Office, game: Game, phase: str = "") -> list[OutgoingMail]:
    """The reports of a game that were written, those of one phase or all, the oldest first."""
    start = f"<report.{game.name}.{phase}{'.' if phase else ''}".lower()
    return [mail for mail in office.store.mail_of(game.name) if mail.message_id.startswith(start)]


def preview(draft: Draft, played: Sequence[Played], before: Game) -> str:
    """The report as its game master may read it, as text; or what the phase asks of whom."""
    game = draft.game
    if not played:
        asked = [f"{one.seat} is asked: {one.prompt}" for one in game.questions()]
        return envelopes.sentences(asked)
    facts = facts_of(game, played, "", NO_DICE, _remarks(before, game), "gm")
    return render(game.setup.variant, "report.txt.j2", facts)


def facts_of(
    game: Game,
    played: Sequence[Played],
    seat: Seat,
    dice: Dice,
    remarks: Sequence[str] = (),
    other: Literal["public", "gm"] = "public",
) -> dict[str, Any]:
    """What the templates of a report are filled with for a seat, or with "" for an `other` reader.

    `game` is as it stands after the phases that were played.
    """
    reader: Reader = seat or other
    results = [
        game.title.results([one.event for one in step.told if may_know(reader, one.audience)])
        for step in played
    ]
    used = [said for step in played for said in _used(step, seat)]
    return report_facts(game, results, seat, remarks, other, used=used, dice=dice)


def report_facts(
    game: Game,
    results: Sequence[Any],
    seat: Seat,
    remarks: Sequence[str] = (),
    other: Literal["public", "gm"] = "public",
    *,
    used: Sequence[str] = (),
    dice: Dice = NO_DICE,
) -> dict[str, Any]:
    """The same, with what the title made of the events that the reader may know, and what was
    `used` in place of his answers."""
    title = game.title
    reader: Reader = seat or other
    known = game.deadline if not game.paused and phrases.due(game, seat) else None
    deadline = known.astimezone(UTC).isoformat() if known else ""
    return {
        "game": game.setup.title,
        "title": results[0].title if results else "",
        "results": results,
        "view": title.view(game.position(), reader),
        "notice": Notice(
            game.name,
            game.phase,
            deadline,
            phrases.due(game, seat),
            phrases.grace(game, seat),
            dice.seeds,
        ),
        "tag": "",
        "form": phrases.form(game, seat),
        "remarks": list(remarks),
        "standing": phrases.standing(game, seat) if seat and game.asking is None else [],
        "standing_orders": phrases.standing_orders(game, seat),
        "used": list(used),
        "questions": questioning.put(game, seat) if seat else [],
        "dice": dice.draws,
        "corrected": None,
        "map": None,
        "reader": title.seat_name(seat) if seat else "",
    }


def _used(step: Played, seat: Seat) -> list[str]:
    """What was decided for the seat without its answer: a sentence for all that was by default, as
    the results tell what came of each, and one for all that an order of its answered alike."""
    words = {"standing": "by your order `{}`", "default": "by default", "gm": "by the game master"}
    decided: dict[tuple[str, str], list[Decision[Any]]] = {}
    for one in step.decisions:
        if one.seat == seat and one.by in words:
            answer = "" if one.by == "default" else str(one.answer)
            decided.setdefault((words[one.by].format(one.order), answer), []).append(one)
    return [f"{_by_kind(decisions)}, {by}." for (by, _), decisions in decided.items()]


def _by_kind(decisions: Sequence[Decision[Any]]) -> str:
    """``defence of BUD: stand; spread: STRONGEST (3 times); losses: B 1 / E 2, F 1``: of a kind
    that was decided once the label, of all others the kind and all answers."""
    kinds: dict[str, list[Decision[Any]]] = {}
    for one in decisions:
        kinds.setdefault(one.kind or one.label, []).append(one)
    said = []
    for kind, of_kind in kinds.items():
        answers = Counter(str(one.answer) for one in of_kind)
        times = [f"{text} ({n} times)" if n > 1 else text for text, n in answers.items()]
        named = kind if len(of_kind) > 1 else of_kind[0].label
        said.append(f"{named}: {' / '.join(times)}")
    return "; ".join(said)


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
        if chair.disorder and not before.chairs[seat].disorder
    ]
    if fallen:
        verb = "is" if len(fallen) == 1 else "are"
        remarks.append(
            f"{series(fallen)} {verb} in civil disorder now: the game does not wait for "
            f"{'it' if verb == 'is' else 'them'} any more, until orders come again."
        )
    return remarks


def _revealed(game: Game) -> list[str]:
    """Who played what, once it is no secret any more."""
    if not game.setup.anonymous or not game.chairs:
        return []
    played = [f"{game.title.seat_name(s)}: {c.player.name}" for s, c in game.chairs.items()]
    return [f"Who played: {'; '.join(played)}."]


def _corrected(
    game: Game, facts: dict[str, Any], correction: Correction | None, reader: tuple[Seat, str]
) -> Corrected | None:
    """What differs from the report that the reader was sent. Only that: of two readers each is
    told what is other in his own."""
    if correction is None:
        return None
    differences: tuple[str, ...] = ()
    if (raw := correction.replaced.get(reader)) is not None:
        was = [line.text for line in read_letter(raw, game.opened).lines]
        now = render(game.setup.variant, "report.txt.j2", facts).splitlines()
        differences = tuple(
            f"{line[0]} {line[2:].strip()}"
            for line in ndiff(_told(was), _told(now))
            if line[0] in "+-"
        )
    return Corrected(correction.number, correction.reason, differences)


def _told(lines: Sequence[str]) -> list[str]:
    """The lines that tell of the game: not those for programs, of its deadline, the template, or
    that are rules."""
    told = []
    of_deadline = False
    for line in lines:
        if line.startswith("Your orders, to be changed"):
            break
        begins = line.startswith(("Orders are due", "Orders of others are due"))
        of_deadline = begins or (of_deadline and bool(line.strip()))
        if line.strip(" =-") and not line.startswith(":: ") and not of_deadline:
            told.append(line)
    return told
