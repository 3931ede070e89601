"""The recorded games, played by mail through an office from their sign-up to their end."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import NamedTuple

import pytest

from adjudicator.office import history
from adjudicator.office.demo import Played, play
from adjudicator.office.folder import Office
from adjudicator.office.history import Step

_EXAMPLES = Path(__file__).parents[2] / "examples"


class Recorded(NamedTuple):
    """A recorded game, and what was planted in it.

    players    seat -> address
    machines   letters that no player wrote
    strangers  letters of nobody who plays
    elsewhere  those of a player from another address
    refused    letters that came too late, or without saying for whom
    letters    how many there are, and `orders` how many of them are orders that were read
    solo       who wins it, after so many `phases` and `mails`, and what is said of it: `ending`
    early      the phases that were run because all were ready, or all who were asked had answered
    first      the folder of its first reports, and of its `last`
    """

    folder: Path
    name: str
    players: dict[str, str]
    machines: tuple[str, ...]
    strangers: tuple[str, ...]
    elsewhere: tuple[str, ...]
    refused: tuple[str, ...]
    letters: int
    orders: int
    solo: str
    ending: str
    phases: int
    mails: int
    early: tuple[str, ...]
    first: str
    last: str

    def paths(self) -> list[Path]:
        return sorted((self.folder / "letters").iterdir())

    def path(self, slug: str) -> Path:
        return next(path for path in self.paths() if path.stem[4:] == slug)


NINE_YEARS = Recorded(
    _EXAMPLES / "nine_years",
    "nine-years",
    {
        "AUSTRIA": "eszter.varga@example.org",
        "ENGLAND": "h.penrose@example.com",
        "FRANCE": "luc@example.net",
        "GERMANY": "juergen.althaus@example.org",
        "ITALY": "paola.marchetti@example.com",
        "RUSSIA": "nikolai.brandt@example.net",
        "TURKEY": "deniz.aydin@example.com",
    },
    ("bounce", "vacation-notice"),
    ("newsletter",),
    ("f1904m-england-from-elsewhere",),
    (
        "f1902r-france-too-late",
        "s1903m-turkey-without-tag",
        "s1904m-russia-to-a-stale-mail",
        "after-the-end",
    ),
    letters=198,
    orders=175,
    solo="AUSTRIA",
    ending="Austria has won the game.",
    phases=37,
    mails=583,
    early=("S1902R", "S1907R", "F1909R"),
    first="01-s1901m",
    last="37-f1909r",
)
YOUNG_KINGDOMS = Recorded(
    _EXAMPLES / "young_kingdoms",
    "ruby-throne",
    {
        "MEL": "ingrid.solheim@example.net",
        "SHZ": "r.amrani@example.com",
        "DHJ": "k.eisler@example.org",
        "VLM": "margaret.hollis@example.com",
        "PUR": "beatriz@example.net",
        "LOR": "sam.okafor@example.com",
        "OIY": "yuki.tanabe@example.org",
    },
    (),
    (),
    (),
    ("f6485m-lormyr-too-late",),
    letters=146,
    orders=137,
    solo="PUR",
    ending="Isle of the Purple Towns has won the game.",
    phases=27,
    mails=392,
    early=("S6484R",),
    first="01-start",
    last="28-f6486r",
)
SPELLBINDER = Recorded(
    _EXAMPLES / "spellbinder",
    "silomant",
    {
        "DARMAN": "gwen.pritchard@example.com",
        "SHARN": "mikko@example.net",
        "ALGONA": "farida.haddad@example.org",
        "UMARON": "b.oosterhuis@example.net",
    },
    (),
    (),
    (),
    ("t13-umaron-too-late",),
    letters=77,
    orders=72,
    solo="SHARN",
    ending="The game is over: Sharn has won.",
    phases=21,
    mails=192,
    early=("T3", "T4"),
    first="01-start",
    last="22-t20",
)
ALL = (NINE_YEARS, YOUNG_KINGDOMS, SPELLBINDER)


class Demo(NamedTuple):
    """What came of a game, where, and the mails that went out, by the names of their files."""

    recorded: Recorded
    played: Played
    folder: Path
    mails: dict[str, EmailMessage]

    def answers(self, slug: str) -> list[str]:
        """Subject and text of each mail that answers this letter."""
        letter = parsed(self.recorded.path(slug).read_bytes())
        return [
            f"{mail['Subject']}\n{text(mail)}"
            for mail in self.mails.values()
            if mail["In-Reply-To"] == letter["Message-ID"]
        ]

    def answer(self, slug: str) -> str:
        (answer,) = self.answers(slug)
        return answer

    def steps(self) -> list[Step]:
        with Office(self.folder) as office:
            entries = office.store.entries(self.recorded.name)
            return list(history.steps(entry.event for entry in entries))


def demo_of(recorded: Recorded, factory: pytest.TempPathFactory) -> Demo:
    """The game as it was played; the first who asks for it in a test run has it played."""
    if recorded.name not in _played:
        folder = factory.mktemp(recorded.name)
        played = play(recorded.folder, folder)
        paths = sorted((folder / "out").iterdir())
        mails = {path.stem: parsed(path.read_bytes()) for path in paths}
        _played[recorded.name] = Demo(recorded, played, folder, mails)
    return _played[recorded.name]


_played: dict[str, Demo] = {}


def parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    return message


def text(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return "\n".join(part.get_content().splitlines())
