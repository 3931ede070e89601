"""Letters to the office that are of no seat: to join a game, to leave it again, to observe one."""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches

from adjudicator.office import beginning, replies, responses
from adjudicator.office.drafts import Draft
from adjudicator.office.game import Applicant, Game
from adjudicator.office.identity import OBSERVER, Claim, Tag
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.records import Observing, PlayerJoined, PlayerLeft
from adjudicator.office.requests import (
    OBSERVE_YES,
    Confirm,
    ToOffice,
    nonce_fault,
    requests_in,
    to_office,
)
from adjudicator.office.setup import Player, player_fault
from adjudicator.orders import Seat
from mail.compose import address_fault
from mail.letters import Letter

FIELD = re.compile(r"\s*(name|zone|prefer|preferences|wishes|nonce)\s*[:=]\s*(.+?)\s*", re.I)


def asked(
    letter: Letter, found: Sequence[Claim], is_right: Callable[[Tag], bool]
) -> ToOffice | None:
    """What a letter asks about a game, if what is `found` in it is of no seat: in words, or by a
    yes to the mail that asks its reader whether he wants to observe one. A yes without the right
    tag, as from another address of his, is no more than the wish was."""
    if letter.automatic or any(claim.seat != OBSERVER for claim in found):
        return None
    for claim in found:
        if any(isinstance(one, Confirm) for one in requests_in(claim.lines)[0]):
            right = any(map(is_right, claim.tags))
            return ToOffice(OBSERVE_YES if right else "observe", claim.game)
    own = [line.text for line in letter.lines if line.kind == "text"]
    return to_office([letter.subject, *own])


def handle(draft: Draft, asked: ToOffice, letter: Letter, letter_id: str) -> str:
    """Draft what a letter asks about a game, and its answer; what was done, in words."""
    try:
        good, sentences = True, _decide(draft, asked, letter, letter_id)
    except CannotBeDone as error:
        good, sentences = False, [f"{error} Nothing was changed."]
    done = f"{asked.game}: {asked.what}{'' if good else ' refused'}"
    replies.reply(
        draft,
        letter_id,
        letter.sender,
        done,
        lambda: (
            responses.ask_observer(draft, letter, letter_id)
            if good and asked.what == "observe"
            else responses.answer_applicant(draft, letter, letter_id, good, sentences)
        ),
    )
    return done


def refuse(draft: Draft, asked: ToOffice, letter: Letter, letter_id: str) -> str:
    """Answer a letter about a game that there is not, in a draft of none; what was done."""
    near = get_close_matches(asked.game, draft.office.store.games(), 1)
    hint = f"; is {near[0]} meant?" if near else "."
    sentence = f"There is no game {asked.game} here{hint}"
    done = f"{asked.game}: {asked.what} refused"
    replies.reply(
        draft,
        letter_id,
        letter.sender,
        done,
        lambda: responses.unheard_of(draft, letter, letter_id, sentence),
    )
    return done


def _decide(draft: Draft, asked: ToOffice, letter: Letter, letter_id: str) -> list[str]:
    """What was done, as sentences. CannotBeDone, a sentence, if it cannot be."""
    game = draft.game
    address = letter.sender
    if asked.what == "observe":  # anybody can write it in anybody's name
        _require_may_observe(game, address)
        return []
    if asked.what == OBSERVE_YES:
        return observe(draft, address)
    if asked.what == "stop observing":
        return stop_observing(draft, address)
    if game.stage != "forming":
        raise CannotBeDone(f"{game.setup.title} takes no players any more.")
    if asked.what == "leave":
        if address not in {one.player.address for one in game.applicants}:
            raise CannotBeDone(f"You have not joined {game.setup.title}.")
        draft.record(PlayerLeft(address, letter_id))
        return [f"You have left {game.setup.title}."]
    applicant, said = _applicant(game, letter)
    game = draft.record(PlayerJoined(applicant, letter_id))
    return [*said, *_joined(draft, game, applicant)]


def observe(draft: Draft, address: str) -> list[str]:
    """Send this address what all may know from now on. CannotBeDone, a sentence, if it has that."""
    game = draft.game
    _require_may_observe(game, address)
    draft.record(Observing(address, True))
    return [
        f"You will get the public reports of {game.setup.title}. To stop it, write this line:",
        f"stop observing {game.name}",
    ]


def _require_may_observe(game: Game, address: str) -> None:
    """CannotBeDone, a sentence, unless this address can be sent what all may know."""
    if game.stage not in ("forming", "running"):
        raise CannotBeDone(f"{game.setup.title} is not running any more.")
    if fault := address_fault(address):
        raise CannotBeDone(f"{fault[0].upper()}{fault[1:]}.")
    if address in game.observers:
        raise CannotBeDone(f"{address} observes {game.setup.title} already.")
    if any(address == chair.player.address.lower() for chair in game.chairs.values()):
        raise CannotBeDone("Who plays in it gets its reports anyway.")


def stop_observing(draft: Draft, address: str) -> list[str]:
    """Send it no more. CannotBeDone, a sentence, if it does not observe the game."""
    if address not in draft.game.observers:
        raise CannotBeDone(f"{address} does not observe {draft.game.setup.title}.")
    draft.record(Observing(address, False))
    return [f"You will get no more reports of {draft.game.setup.title}."]


def _applicant(game: Game, letter: Letter) -> tuple[Applicant, list[str]]:
    """Who writes and what he would like, by the fields of his letter, and what to say of them."""
    fields = {}
    for line in letter.lines:
        if line.kind == "text" and (match := FIELD.fullmatch(line.text)):
            fields[match[1].lower()] = match[2]
    wished = next((fields[key] for key in ("prefer", "preferences", "wishes") if key in fields), "")
    name = fields.get("name") or letter.sender_name or letter.sender.partition("@")[0]
    zone = fields.get("zone") or game.setup.schedule.zone
    player = Player(name, letter.sender, zone)
    if found := player_fault(player):
        raise CannotBeDone(f"The {found[0]}: {found[1]}.")
    nonce = fields.get("nonce", "")
    if fault := nonce_fault(nonce):
        raise CannotBeDone(fault)
    said = []
    if "zone" not in fields:
        said.append(f"You named no time zone, so {zone} is taken. To change that, join again.")
    return Applicant(player, _wishes(game, wished), nonce), said


def _wishes(game: Game, text: str) -> tuple[Seat, ...]:
    title = game.title
    names = game.seats_by_name()
    wishes = []
    for part in re.split(r"[,;>]", text):
        if not (name := part.strip().casefold()):
            continue
        if name not in names:
            near = get_close_matches(name, names, 1)
            hint = f"; is {title.seat_name(names[near[0]])} meant?" if near else "."
            raise CannotBeDone(f"There is no {part.strip()!r} to play{hint}")
        wishes.append(names[name])
    return tuple(dict.fromkeys(wishes))


def _joined(draft: Draft, game: Game, applicant: Applicant) -> list[str]:
    """What the new player is told; with the last of them the game begins."""
    title = game.title
    seats = title.seats(game.options())
    count = len(game.applicants)
    wishes = ", ".join(title.seat_name(seat) for seat in applicant.wishes) or "any"
    sentences = [
        f"You have joined {game.setup.title} as {applicant.player.name}; your time zone is "
        f"{applicant.player.zone}. What you would like to play: {wishes}.",
    ]
    if count == len(seats):
        beginning.begin(draft)
        return [*sentences, "All seats are taken, and the game begins: see the next mail."]
    return [
        *sentences,
        f"{count} of {len(seats)} players have joined. When all have, the seats are drawn, by "
        "wishes where they do not clash. To change what you said, join again. To leave the game, "
        "write this line:",
        f"leave {game.name}",
        f"The draw was fixed before anybody joined. The commitment to its seed: {game.commitment}",
    ]
