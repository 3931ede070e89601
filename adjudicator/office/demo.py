"""The thinnest whole path: a folder of players' mails, phase by phase, to a folder of reports.

It keeps nothing between runs: no deadlines, no identity but the address a letter comes from.
"""

from datetime import UTC, datetime, timedelta
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.documents import BadDocument, document
from adjudicator.office.games import Player
from adjudicator.office.reading import SeatReading, read_letters
from adjudicator.office.reports import render
from adjudicator.office.titles import title_in
from adjudicator.office.writing import report_facts
from adjudicator.orders import Seat, Sheet
from adjudicator.turns.turn import Turn
from adjudicator.variant import Variant
from mail.compose import compose
from mail.letters import Letter, read_letter

OFFICE, ADDRESS = "Game Master", "gm@example.org"
LONGEST_GAP = 6  # phases in a row for which nobody wrote


class GameFile(Struct, frozen=True, forbid_unknown_fields=True):
    """``game.yaml``: a recorded game. `end` are its final centers by power, `solo` who won it."""

    name: str
    variant: str
    seats: dict[Seat, Player]
    options: dict[str, Any] = {}
    end: dict[Seat, tuple[str, ...]] = {}
    solo: Seat | None = None


class Played(Struct, frozen=True):
    """What came of playing a recorded game; `strangers` are the senders who play no seat."""

    game: GameFile
    state: Any
    phases: int
    letters: int
    reports: int
    strangers: tuple[str, ...]
    ending: str


def play(folder: Traversable, out: Path) -> Played:
    """Play the game of this folder and write every report into `out`, a folder a phase.

    The folder holds ``game.yaml`` and, for each phase in which somebody wrote, a folder
    ``NN-PHASE`` of ``.eml`` files. BadDocument if these do not fit each other.
    """
    source = document((folder / "game.yaml").read_text(encoding="utf-8"), "game.yaml")
    game = source.convert(GameFile)
    variant, options = title_in(source, game.variant)
    seats = tuple(game.seats)
    state = variant.start(options, seats, Turn("start", {}))
    names = sorted(item.name for item in folder.iterdir() if item.name[:1].isdigit())
    addresses = {player.address.lower() for player in game.seats.values()}
    strangers: list[str] = []
    phases = letters = reports = 0
    now = datetime(2000, 1, 1, tzinfo=UTC)
    for name in names:
        awaited = name.partition("-")[2]
        for _ in range(LONGEST_GAP):
            phase = variant.phase(state)
            if phase is None:
                raise BadDocument(name, "there are letters, but the game is over")
            found = letters_in(folder / name) if phase.id == awaited else []
            now = max([now + timedelta(days=1), *(letter.received for letter in found)])
            strangers += [one.sender for one in found if one.sender not in addresses]
            state, written = run_phase(variant, game, state, found, now, out / f"{phases + 1:02}")
            phases += 1
            letters += sum(one.sender in addresses for one in found)
            reports += written
            if phase.id == awaited:
                break
        else:
            raise BadDocument(name, f"the game has no phase {awaited} here")
    ending = variant.view(state, "public").ending or "The game goes on."
    return Played(game, state, phases, letters, reports, tuple(strangers), ending)


def letters_in(folder: Traversable) -> list[Letter]:
    """The letters of one phase in the order of their dates, which stand in for their receipt.

    BadDocument if one has no date.
    """
    found = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.name.endswith(".eml"):
            letter = read_letter(item.read_bytes(), datetime.min.replace(tzinfo=UTC))
            if letter.dated is None:
                raise BadDocument(f"{folder.name}/{item.name}", "has no Date that can be read")
            found.append(msgspec.structs.replace(letter, received=letter.dated))
    return sorted(found, key=lambda letter: letter.received)


def run_phase(
    variant: Variant[Any, Any],
    game: GameFile,
    state: Any,
    letters: list[Letter],
    now: datetime,
    out: Path,
) -> tuple[Any, int]:
    """The state after the phase, and how many reports were written."""
    phase = variant.phase(state)
    assert phase is not None
    sheets: dict[Seat, Sheet[Any]] = {}
    readings: dict[Seat, SeatReading] = {}
    answers: dict[Seat, str] = {}
    for seat, player in game.seats.items():
        own = [letter for letter in letters if letter.sender == player.address.lower()]
        if own:
            sheets[seat], readings[seat] = read_letters(variant, state, seat, own)
            answers[seat] = own[-1].message_id
    turn: Turn[Any, Any] = Turn(phase.id, sheets)
    after = variant.run(state, turn)
    folder = out.with_name(f"{out.name}-{phase.id}")
    folder.mkdir(parents=True, exist_ok=True)
    for seat, player in game.seats.items():
        reading = readings.get(seat, SeatReading())
        facts = report_facts(variant, game.name, after, seat, [turn.told], reading)
        text = render(variant.name, "report.txt.j2", facts)
        mail = compose(
            name=OFFICE,
            address=ADDRESS,
            to=player.address,
            subject=f"{game.name}: {phase.title}",
            text=text,
            message_id=f"<{phase.id}.{seat}@example.org>".lower(),
            date=now,
            in_reply_to=answers.get(seat, ""),
        )
        (folder / f"{seat.lower()}.eml").write_bytes(mail)
    return after, len(game.seats)
