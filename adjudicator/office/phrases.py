"""What mails say of a game in the same words: its deadline, orders that stand, a proposal."""

from collections.abc import Sequence

from msgspec import Struct

from adjudicator import deadlines
from adjudicator.office.atlas import map_note
from adjudicator.office.game import Game
from adjudicator.office.requests import help_with
from adjudicator.orders import Seat
from adjudicator.wording import series
from mail.letters import Line

LONGEST_QUOTE = 40  # lines of a letter that are shown to the GM


class Standing(Struct, frozen=True):
    """A seat's orders for a phase, as they stand, and what there is to say of them."""

    phase: str
    orders: tuple[str, ...]
    said: tuple[str, ...] = ()


def phase_title(game: Game) -> str:
    """The open phase in words."""
    return game.open_phase().title if game.phase else "the end"


def due(game: Game, seat: Seat) -> str:
    """The deadline in the seat's zone and in UTC; for "" in that of the schedule. "" if there is
    none, or the game is paused, or nobody has orders to give in the phase, or it asks something of
    others: that is theirs to know."""
    concerned = seat in game.asking.seats if game.asking is not None else bool(game.due)
    if not concerned:
        return ""
    zone = game.chairs[seat].player.zone if seat else game.setup.schedule.zone
    return deadlines.shown(game.deadline, zone) if game.deadline and not game.paused else ""


def due_sentence(game: Game, seat: Seat) -> str:
    """``Orders for Spring 1901, movement, are due ...``"""
    if not game.phase:
        return ""
    if game.paused:
        return "The game is paused: orders are kept, and nothing is run."
    if game.asking is not None and seat in game.asking.seats:
        return f"Your answer is due {due(game, seat)}."
    if game.asking is not None or not game.due:
        return f"{phase_title(game)} is being run."
    return f"Orders for {phase_title(game)}, are due {due(game, seat)}."


def status(game: Game) -> str:
    """Where the game stands, as all may know it, in sentences."""
    if game.stage != "running":
        return f"{game.setup.title} is over. {game.ending}".rstrip()
    said = [f"{game.setup.title} is at {phase_title(game)}."]
    if game.paused:
        said.append("It is paused: orders are kept, and nothing is run.")
    if game.chased and game.waits():  # then all have been told
        names = series([game.title.seat_name(seat) for seat in game.awaited()])
        said.append(f"It waits for the orders of {names}.")
    if game.proposal is not None:
        said.append(f"Proposal {game.proposal.number} is open: {proposed(game)}.")
    return " ".join(said)


def grace(game: Game, seat: Seat) -> str:
    """Until when late letters still count, in the seat's zone; "" if there is no grace."""
    closes = game.closes()
    if closes is None or closes == game.deadline or not due(game, seat):
        return ""
    zone = game.chairs[seat].player.zone if seat else game.setup.schedule.zone
    return deadlines.shown(closes, zone)


def form(game: Game, seat: Seat) -> list[str]:
    """The orders of the template for the open phase: those that stand, else the title's. For what
    is sent back as it is must not replace what was ordered."""
    if not game.phase or not seat or game.asking is not None:
        return []
    sheet = game.sheet(seat)
    orders = sheet.orders if sheet is not None else ()
    return [str(order) for order in orders or game.title.form(game.position(), seat)]


def standing(game: Game, seat: Seat) -> list[Standing]:
    """The seat's orders for the open phase and for those to come."""
    found = []
    title, state = game.title, game.position()
    if game.phase and (sheet := game.sheet(seat)) is not None:
        faults = title.check(state, seat, sheet.orders)
        said = tuple(f"{one.severity}: {one.message}" for one in faults)
        if sheet.nonce:
            said = (*said, f"nonce: {sheet.nonce}")
        found.append(Standing(phase_title(game), tuple(map(str, sheet.orders)), said))
    found += [
        # With the phase in front: as it is, a removal would be read as a disbandment.
        Standing(
            f"{name}, if it comes",
            tuple(f"{phase}: {order}" for order in sheet.orders),
            (f"nonce: {sheet.nonce}",) if sheet.nonce else (),
        )
        for phase, name in title.ahead(state).items()
        if (sheet := game.sheet(seat, phase)) is not None
    ]
    return found


def standing_orders(game: Game, seat: Seat) -> list[str] | None:
    """The seat's standing orders, line by line; None in a title that knows none, and once the game
    is over."""
    if not seat or not game.phase or not game.title.policies(game.position(), seat):
        return None
    return [str(order) for order in game.standing_orders(seat)]


def proposed(game: Game) -> str:
    """``a draw between Austria and Italy``; ``that the game be conceded to Turkey``."""
    assert game.proposal is not None
    names = [game.title.seat_name(seat) for seat in game.proposal.powers]
    if len(names) == 1:
        return f"that the game be conceded to {names[0]}"
    return f"a draw between {series(names)}"


def quoted(lines: Sequence[Line]) -> list[str]:
    """The beginning of a letter with these lines."""
    return [line.text[:200] for line in lines[:LONGEST_QUOTE]]


def requests(game: Game) -> tuple[str, ...]:
    """What a line can say besides orders."""
    return help_with(
        [game.title.seat_name(seat) for seat in game.chairs],
        chance=game.title.chance,
        mapped=bool(map_note(game.title)),
        press=game.setup.press,
    )
