"""Press delivered: to the seats it is for, to all who may know it, to the game master."""

import re
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec import Struct

from adjudicator.office import envelopes, history, identity
from adjudicator.office.drafts import Draft
from adjudicator.office.game import Game
from adjudicator.office.kept import CannotBeDone, OutgoingMail
from adjudicator.office.ledger import utc_text
from adjudicator.office.press import GM, How, Press, heading
from adjudicator.office.reading import read_letter_lines
from adjudicator.office.records import PressSent, Told
from adjudicator.office.reports import render
from adjudicator.office.requests import requests_in
from adjudicator.office.scrubbing import scrubbed
from adjudicator.office.setup import PressKind
from adjudicator.orders import Seat
from adjudicator.wording import series
from mail.structure import LONGEST_LINE

MOST_PRESSES = 10
"""Of one letter."""

MOST_IN_AN_HOUR = 60
"""Of one seat: each may be a mail to every other."""

LONGEST_PRESS = 10_000
"""Characters."""

ALL = ("all", "everybody", "everyone", "all players", "all powers")
GAME_MASTER = (GM, "the gm", "game master", "the game master", "gamemaster", "master")

KINDS = {"public": "to all", "private": "to some", "anonymous": "without a name"}


class Delivered(Struct, frozen=True):
    """What became of the press in a letter, as sentences: what was sent, what its writer should
    know of that, and what was not sent."""

    sent: tuple[str, ...] = ()
    warned: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class To(NamedTuple):
    """Whom a press is for: all, some seats, the game master, or he and others."""

    everybody: bool
    seats: tuple[Seat, ...]
    gm: bool


def deliver(draft: Draft, seat: Seat, presses: Sequence[Press], letter_id: str) -> Delivered:
    """Send what this seat's letter has to say to others, and record it; each of it once, though
    the letter be taken twice."""
    sent: list[str] = []
    warned: list[str] = []
    refused: list[str] = []
    kinds = set()
    for index, press in enumerate(presses):
        try:
            if index >= MOST_PRESSES:
                raise CannotBeDone(f"A letter holds at most {MOST_PRESSES} of them.")
            done, said = _deliver(draft, seat, press, f"{letter_id}.{index}")
        except CannotBeDone as error:
            refused.append(f"Your press of line {press.number} was not sent. {error}")
        else:
            sent.append(done)
            warned += said
            if press.heading.to.casefold() not in GAME_MASTER:
                kinds.add(press.heading.how == "anonymous")
        warned += _swallowed(draft.game, seat, press)
    if len(kinds) == 2:
        warned.append(
            "You sent press with your name and press without it in one letter: they go out at the "
            "same moment, and that may tell who wrote them."
        )
    return Delivered(tuple(sent), tuple(warned), tuple(refused))


def tell(draft: Draft, text: str) -> None:
    """Send what the game master writes to all players and observers. CannotBeDone if that is
    nothing, or the game is mastered elsewhere."""
    game = draft.game
    if game.stage == "handed_over":
        raise CannotBeDone(f"{game.setup.title} is mastered from {game.handed_to} now")
    lines, _ = scrubbed(text.strip().splitlines(), _tokens(draft))
    if not any(lines):
        raise CannotBeDone("there is nothing to tell")
    game = draft.record(Told("\n".join(lines)))
    facts = {"lead": "The game master writes to all:", "lines": lines, "sentences": ()}
    number = f"notice.{game.name}.{game.notices}"
    subject = "The game master writes"
    draft.mails += [
        envelopes.plain(
            draft.office,
            one.player.address,
            f"{game.setup.title}: {subject}",
            render("", "press.txt.j2", facts),
            f"{number}.{index}",
            draft.now,
            game=game.name,
        )
        for index, one in enumerate(game.applicants)
    ]
    draft.mails += [
        envelopes.to_seat(draft, seat, subject, "press", f"{number}.{seat}", facts)
        for seat, chair in game.chairs.items()
        if not chair.vacant
    ]
    draft.mails += envelopes.to_observers(draft, subject, "press", number, facts, html=False)


def allowed(game: Game) -> str:
    """What press there is in a game, in words; "" if there is none."""
    return series([words for kind, words in KINDS.items() if kind in game.setup.press])


def _deliver(draft: Draft, seat: Seat, press: Press, number: str) -> tuple[str, list[str]]:
    """Send one; what was done, as a sentence, and what its writer should know. CannotBeDone, a
    sentence."""
    game = draft.game
    if game.stage == "handed_over":
        raise CannotBeDone(f"{game.setup.title} is mastered from {game.handed_to} now.")
    to = _recipients(game, seat, press.heading.to)
    anonymous = press.heading.how == "anonymous"
    _require_allowed(game, to, press.heading.how)
    if inner := _headings_within(game, press):
        raise CannotBeDone(
            f"Line {inner[0]} begins another one. If that is what it is, put a line `end press` "
            "above it; if not, write it otherwise."
        )
    if sum(map(len, press.text)) > LONGEST_PRESS:
        raise CannotBeDone(f"It is too long: at most {LONGEST_PRESS} characters are passed on.")
    lines, removed = scrubbed(press.text, _tokens(draft), _addresses(game, seat, to, anonymous))
    if not any(lines):
        raise CannotBeDone("There is nothing in it.")
    played = [one for one in to.seats if not game.chairs[one].vacant]
    if not (played or to.gm or to.everybody):
        raise CannotBeDone(f"Nobody plays {_names(game, to.seats)}.")
    mails = _mails(draft, seat, to, anonymous, lines, number)
    new = [mail for mail in mails if not _is_kept(draft, mail)]
    if mails and not new:
        return f"Your press of line {press.number} was sent before.", []
    _count(draft, seat)
    draft.mails += new
    how: PressKind = "anonymous" if anonymous else "public" if to.everybody else "private"
    digest = sha256("\n".join((number, *lines)).encode()).hexdigest()
    draft.record(PressSent(seat, to.seats, to.gm, how, digest, number.partition(".")[0]))
    heard = [*(["all"] if to.everybody else map(game.title.seat_name, played))]
    heard += ["the game master"] if to.gm else []
    count = f"{len(lines)} line{'' if len(lines) == 1 else 's'}"
    without = ", without your name" if anonymous else ""
    said = _said(game, press, to, removed)
    return f"Your press to {series(heard)} was sent{without}: {count}.", said


def _count(draft: Draft, seat: Seat) -> None:
    """Note one more press of this seat's. CannotBeDone if it has sent too many in this hour."""
    name = f"pressed {draft.game.name} {seat}"
    noted = draft.notes.get(name) or draft.office.store.note(name)
    since = utc_text(draft.now - timedelta(hours=1))
    times = [time for time in noted.split() if time > since]
    if len(times) >= MOST_IN_AN_HOUR:
        raise CannotBeDone(f"At most {MOST_IN_AN_HOUR} are sent in an hour: send it later.")
    draft.notes[name] = " ".join([*times, utc_text(draft.now)])


def _said(game: Game, press: Press, to: To, removed: bool) -> list[str]:
    """What is to be known of a press that was sent."""
    said = []
    whose = f"Your press of line {press.number}"
    if not press.ended:
        said.append(
            f"{whose} has no line `end press`: all you wrote below, to line {press.last}, was "
            "taken for it."
        )
    vacant = [one for one in to.seats if game.chairs[one].vacant]
    if vacant and not to.everybody:
        said.append(f"Nobody plays {_names(game, vacant)}: it was not sent there.")
    if press.left_out:
        what = "a signature, or lines of a mail's header"
        if not press.ended:
            what = "what you quoted"
        said.append(f"{whose}: {what} was left out.")
    if removed:
        said.append(
            f"{whose}: words by which letters are known, or an address, were taken out. Show yours "
            "to nobody."
        )
    if long := [str(line.number) for line in press.lines if len(line.text) >= LONGEST_LINE]:
        said.append(f"{whose}: line {series(long)} is too long, and only its beginning was sent.")
    return said


def _swallowed(game: Game, seat: Seat, press: Press) -> list[str]:
    """What is to be said of lines that read like orders or requests in a press without an end."""
    if press.ended:
        return []
    own = [line for line in press.lines if line.number != press.number]
    asked = {line.number for line in own if requests_in([line])[0]}
    reading = read_letter_lines(game, seat, [line for line in own if line.number not in asked])
    numbers = sorted(asked | {line.number for line in reading.orders if line.orders})
    if not numbers:
        return []
    what = series([str(number) for number in numbers])
    several = len(numbers) > 1
    return [
        f"Line{'s' if several else ''} {what} read{'' if several else 's'} like what you would "
        "order or ask, but in press nothing is: it has no effect. To give it, write it above your "
        "press, or below a line `end press`."
    ]


def _recipients(game: Game, seat: Seat, text: str) -> To:
    """Whom these names name, the writer himself left out. CannotBeDone if somebody is unknown."""
    called = text.casefold()
    names = [called]
    if called not in game.seats_by_name():  # a name may hold an "and"
        names = [part.strip() for part in re.split(r",|;|/|&|\+|\band\b", called)]
        names = [part for part in names if part]
    if not names:
        raise CannotBeDone("Say to whom: `press to all`, or the names of powers.")
    gm = any(name in GAME_MASTER for name in names)
    seats = [game.seat_called(name) for name in names if name not in (*ALL, *GAME_MASTER)]
    if any(name in ALL for name in names):
        return To(True, tuple(one for one in game.chairs if one != seat), gm)
    others = tuple(one for one in game.chairs if one in seats and one != seat)
    if seats and not others and not gm:
        raise CannotBeDone("It is to nobody but yourself.")
    return To(False, others, gm)


def _require_allowed(game: Game, to: To, how: How) -> None:
    """CannotBeDone unless such press is allowed; what is for the game master always is."""
    if how == "anonymous" and to.gm:
        raise CannotBeDone("The game master sees who writes to him: leave out `anonymous`.")
    if how == "public" and not to.everybody:
        raise CannotBeDone("Public press is to all: write `press to all`, or leave out `public`.")
    if how == "private" and to.everybody:
        raise CannotBeDone("Private press is to some: name them, or leave out `private`.")
    if not (to.everybody or to.seats):
        return
    kind = how if how == "anonymous" else "public" if to.everybody else "private"
    if kind not in game.setup.press:
        can = allowed(game)
        raise CannotBeDone(
            f"In {game.setup.title} there is no {kind} press"
            + (f"; what there is: {can}." if can else ", nor any other.")
        )


def _headings_within(game: Game, press: Press) -> list[int]:
    """The numbers of its lines that would begin a press to somebody, had the one before ended."""
    found = []
    for line in press.lines:
        if line.depth or line.number == press.number:
            continue
        if (within := heading(line.text)) is not None:
            try:
                _recipients(game, "", within.to)
            except CannotBeDone:
                continue
            found.append(line.number)
    return found


def _mails(
    draft: Draft, seat: Seat, to: To, anonymous: bool, lines: Sequence[str], number: str
) -> list[OutgoingMail]:
    """The mails that carry it. What they are numbered by tells nothing of their writer."""
    game = draft.game
    writer = "Somebody" if anonymous else game.title.seat_name(seat)
    heard = ["all"] if to.everybody else [game.title.seat_name(one) for one in to.seats]
    subject = "Press without a name" if anonymous else f"Press from {writer}"
    mails = []
    for one in to.seats:
        if not game.chairs[one].vacant:
            facts: dict[str, Any] = {
                "lead": f"{writer} writes to {series([*heard, *['the game master'] * to.gm])}:",
                "lines": lines,
                "sentences": _how_to_answer(game, seat, anonymous, to.everybody),
            }
            name = _number(draft, number, one)
            mails.append(envelopes.to_seat(draft, one, subject, "press", name, facts))
    if to.everybody:
        facts = {"lead": f"{writer} writes to all:", "lines": lines, "sentences": ()}
        name = _number(draft, number, "")
        mails += envelopes.to_observers(draft, subject, "press", name, facts, html=False)
    if to.gm:
        player = game.chairs[seat].player
        known = f"{player.name}, who plays {writer}, writes to you"
        also = f" and to {series(heard)}" if heard else ""
        facts = {
            "lead": f"{known}{also}:",
            "lines": lines,
            "sentences": (f"A reply to this mail goes to {player.address}",),
        }
        mails.append(
            envelopes.plain(
                draft.office,
                draft.office.config.gm,
                f"{game.setup.title}: {writer} writes to you",
                render("", "press.txt.j2", facts),
                _number(draft, number, GM),
                draft.now,
                reply_to=player.address,
            )
        )
    return mails


def _how_to_answer(game: Game, seat: Seat, anonymous: bool, everybody: bool) -> tuple[str, ...]:
    press = game.setup.press
    ways = [f"`press to {game.title.seat_name(seat)}`"] * ("private" in press and not anonymous)
    ways += ["`press to all`"] * ("public" in press and (everybody or not ways))
    if not ways:
        return ()
    how = "To answer it, reply to this mail with a line"
    return (f"{how} {series(ways, 'or')}, your text below it, and a line `end press`.",)


def _number(draft: Draft, number: str, to: str) -> str:
    """The same for the same press and reader, and like chance to everybody."""
    game = draft.game.name
    return f"press.{game}.{draft.office.seed(game, f'press {number} {to}').hex()[:24]}"


def _is_kept(draft: Draft, mail: OutgoingMail) -> bool:
    """Whether it was written before: a letter that came late may be taken a second time."""
    try:
        draft.office.store.mail(mail.message_id)
    except KeyError:
        return False
    return True


def _tokens(draft: Draft) -> frozenset[str]:
    """All by which letters of the game's seats are known, or were in earlier phases or while they
    had other players."""
    office, game = draft.office, draft.game
    phases = history.phases_opened(office.store, game.name) | {"-"}  # it was over, and corrected
    return frozenset(identity.all_tokens(game, office.token, phases))


def _addresses(game: Game, seat: Seat, to: To, anonymous: bool) -> frozenset[str]:
    """Those that would tell its readers what they must not know: who plays what, who writes."""
    if not (to.everybody or to.seats):
        return frozenset()
    known = game.chairs if game.setup.anonymous else (seat,) if anonymous else ()
    return frozenset(game.chairs[one].player.address for one in known)


def _names(game: Game, seats: Sequence[Seat]) -> str:
    return series([game.title.seat_name(seat) for seat in seats])
