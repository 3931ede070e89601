"""A battle of Ruins, staged in an office: its game, letters to it, what it stands at."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

import variants
from adjudicator.office import commands, history
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.reporting import sent as reports_sent
from mail.letters import read_letter
from tests.office.desk import mail, send

RUINS = variants.load("ruins")

FILE = """\
game: dig
title: The Dig
variant: ruins
schedule:
  zone: UTC
  phases:
    default: {weekdays: [mon, tue, wed, thu, fri, sat, sun], time: "20:00"}
    question: {weekdays: [mon, tue, wed, thu, fri, sat, sun], time: "08:00", minimum_hours: 6}
seats:
  RED: {name: Ruth, address: red@example.org}
  BLUE: {name: Ben, address: blue@example.org}
  GOLD: {name: Gus, address: gold@example.org}
"""

ATTACK = "move R1 0302-0401"
"""Red's R1 goes for Blue's B1, where `staged` has put them."""

DEFENCE = "defence of B1 against R1"
RED_CARDS = "cards of R1 against B1"
BLUE_CARDS = "cards of B1 against R1"


def staged(monkeypatch: pytest.MonkeyPatch, **piles: tuple[str, ...]) -> None:
    """Games begin with R1 in 0302 beside B1 in 0401, and with these cards in hands."""
    start = RUINS.start

    def begun(options: object, seats: object, turn: object) -> object:
        state = start(options, seats, turn)
        dealt = {card for pile in piles.values() for card in pile}
        deck = tuple(card for card in state.piles["DECK"] if card not in dealt)
        scouts = state.scouts | {"R1": "0302", "B1": "0401"}
        return replace(state, scouts=scouts, piles=state.piles | piles | {"DECK": deck})

    monkeypatch.setattr(type(RUINS), "start", staticmethod(begun))


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """An instant in December 2026. The first phase is due on the 2nd at 20:00, and a question that
    is asked then on the 3rd at 08:00."""
    return datetime(2026, 12, day, hour, minute, tzinfo=UTC)


def now(office: Office) -> Game:
    return history.load(office.store, "dig")[1]


def tag(office: Office, seat: str, asked: int = 0) -> str:
    """What a mail to this seat carries now; `asked`: as if it were of that question."""
    game = now(office)
    number = asked or (game.asking.numbers.get(seat) if game.asking else None)
    token = office.token("dig", seat, game.chairs[seat].holder, game.phase or "-")
    return f"[dig {game.phase or '-'} {seat} {token}{f' Q{number}' if number else ''}]"


def write(
    office: Office, seat: str, text: str, when: datetime, *, subject: str = "", sender: str = ""
) -> str:
    """A seat's letter; what was done with it, and the answer."""
    sender = sender or f"{seat.lower()}@example.org"
    number = len(list((office.folder / "out").iterdir())) + 1000
    raw = mail(subject or tag(office, seat), text, sender, number)
    return send(office, raw, when)


def tick(office: Office, when: datetime) -> commands.Ticked:
    return commands.tick(office, when, catch_up=True)


def told(office: Office, seat: str) -> str:
    """The last report of the game to this seat, as it was sent."""
    mails = [one for one in reports_sent(office, now(office)) if one.seat == seat]
    return "\n".join(line.text for line in read_letter(mails[-1].raw, now(office).opened).lines)
