"""Orders that the game master enters for a seat."""

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from adjudicator.office import writing
from adjudicator.office.drafts import Draft, change
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.play_records import SheetRecorded
from adjudicator.office.reading import LetterReading, read_letter_lines, sheet_after
from adjudicator.office.recording import Source, record_answers
from adjudicator.office.records import encode
from adjudicator.orders import Seat, Sheet
from mail.letters import Line


def order(office: Office, name: str, seat: Seat, text: str, now: datetime) -> tuple[str, ...]:
    """Record orders on a player's behalf, and tell him; answers and standing orders, too. They are
    returned as they were read.

    CannotBeDone if a line is no order, or the game is not running or has no such seat; KeyError if
    there is no such game.
    """
    orders: tuple[str, ...] = ()

    def decide(draft: Draft) -> None:
        nonlocal orders
        game = draft.game
        require_seat(game, seat)
        reading = _read(game, seat, text)
        orders = tuple(order for line in reading.orders for order in line.orders)
        if reading.given:
            sheet = _sheet(game, seat, reading)
            draft.record(SheetRecorded(seat, game.phase, encode(sheet), False, "", "gm"))
        record_answers(draft, seat, Source("", None), reading)
        draft.mails += writing.ordered(draft, seat)

    change(office, name, decide, now)
    return orders


def ordered(game: Game, seat: Seat, text: str) -> Sheet[Any]:
    """The sheet that these lines make for the open phase, in place of the seat's earlier one.

    CannotBeDone that names each line which is none of its orders: nothing is recorded in part.
    """
    reading = _read(game, seat, text)
    if not reading.given:
        raise CannotBeDone("there is no order in it")
    return _sheet(game, seat, reading)


def _read(game: Game, seat: Seat, text: str) -> LetterReading:
    lines = [Line(number, line, "text") for number, line in enumerate(text.splitlines(), 1)]
    reading = read_letter_lines(game, seat, lines, current=True)
    wrong = [f"line {line.number}: not an order: {line.text.strip()!r}" for line in reading.unread]
    wrong += [
        f"line {said.line}: {said.message}" for said in reading.said if said.severity == "error"
    ]
    wrong += [f"{phase} is not open" for phase in reading.given if phase != game.phase]
    if not reading.used:
        wrong.append("there is no order in it")
    if wrong:
        raise CannotBeDone("; ".join(wrong))
    return reading


def _sheet(game: Game, seat: Seat, reading: LetterReading) -> Sheet[Any]:
    earlier = game.sheet(seat)
    nonce = earlier.nonce if earlier is not None else ""
    empty: Sheet[Any] = Sheet(seat, game.phase, nonce=nonce)
    sheet = sheet_after(game.title, game.position(), empty, reading.given[game.phase], "")
    return replace(sheet, diagnostics=reading.said)


def require_running(game: Game) -> None:
    """CannotBeDone unless the game is running."""
    if game.stage != "running":
        raise CannotBeDone(f"{game.name} is not running, but {game.stage.replace('_', ' ')}")


def require_seat(game: Game, seat: Seat) -> None:
    """CannotBeDone unless the game is running and has this seat."""
    require_running(game)
    if seat not in game.chairs:
        raise CannotBeDone(f"{game.name} has no seat {seat}; it has {', '.join(game.chairs)}")
