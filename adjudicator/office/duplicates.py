"""Letters that come twice: of these the second has no effect."""

from datetime import timedelta

from adjudicator.office import identity
from adjudicator.office.answering import Answering
from adjudicator.office.game import Game
from adjudicator.office.identity import Claim
from adjudicator.office.press import press_in
from adjudicator.office.reading import read_letter_lines
from adjudicator.office.requests import requests_in
from adjudicator.office.store import Store
from adjudicator.orders import Seat
from mail.letters import Letter

REPEATED = timedelta(hours=1)
"""The same words again within this time are a letter that was sent twice."""

LATE = "late "
"""Before how the game stood for a letter that was not taken any more."""


def repeated(
    store: Store, game: Game, claim: Claim, letter: Letter, content: str, *, late: bool
) -> str:
    """The id of the letter that this one is a duplicate of, "" if it is none; `content` is its
    digest (`identity.content_of`).

    It is one of the same seat with its message id that says the same, or the seat's last one, if
    that came within the hour, says the same and meant the same. What came too `late` once may be in
    time now. Who only asks for something may ask twice.
    """
    for one in store.seen(game.name, claim.seat, letter.message_id, content):
        if late or not one.state.startswith(LATE):
            return one.letter
    last = store.last_seen(game.name, claim.seat)
    if (
        last is None
        or letter.faults
        or last.content != content
        or last.state != state(game, claim.seat, late=late)
        or abs(letter.received - last.received) > REPEATED
    ):
        return ""
    _, lines = press_in(claim.lines)
    asked, rest = requests_in(lines, Answering(game, claim.seat, current=True).certain)
    if asked and not read_letter_lines(game, claim.seat, rest).orders:
        return ""
    return last.letter


def state(game: Game, seat: Seat, *, late: bool) -> str:
    """How the game stands for a seat's letter, as `repeated` compares it."""
    return f"{LATE if late else ''}{identity.state_of(game, seat)}"
