"""A game of Ruins in an office, played from a script: what is ordered, and what is answered.

The answers are those that the standing orders below make. They are written as letters, or stand as
standing orders; the game must come out the same.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import variants
from adjudicator.documents import document
from adjudicator.office import beginning, commands, history, seeds, sending
from adjudicator.office.folder import Office, make_office
from adjudicator.office.game import Game
from adjudicator.orders import Seat, Sheet
from adjudicator.turns import bots
from adjudicator.turns.questions import Question, StandingOrder
from adjudicator.turns.runner import Ran, run
from adjudicator.turns.turn import Seeds, Turn, stand_in
from tests.office.desk import mail
from variants.ruins.components import MAP, OWNER
from variants.ruins.orders import Dig, Move, Order
from variants.ruins.state import Options, State
from variants.ruins.ways import foe_at

RUINS = variants.load("ruins")
SEATS: tuple[Seat, ...] = ("RED", "BLUE", "GOLD")
BEGIN = datetime(2026, 12, 1, 10, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
SECRET = "ruins 28"
ROUNDS = 3

POLICIES: Mapping[Seat, tuple[str, ...]] = {
    "RED": (
        "standing defence: 0202, 0104, 0203, 0301 if attacker = GOLD",
        "standing cards: nail, key, coin, lamp, sword, harp, idol if side = defence",
        "standing cards: crown, mask, harp, cup, ring, orb, scroll, bell, idol",
        "standing trade: nail, comb, key, harp, bell, bowl, coin, cup, lamp, crown if cards > 0",
    ),
    "BLUE": (
        "standing defence: stand if attacker = RED",
        "standing defence: 0402, 0502, 0301, 0303, stand",
        "standing cards: sword, orb, idol, harp, bell, bowl, ring, comb, mask",
        "standing trade: cup, lamp, ring, scroll, comb, sword",
    ),
    "GOLD": (
        "standing defence: 0204, 0304, 0202 if cards < 1",
        "standing cards: mask, orb, scroll, key, bell, crown, idol if foe = RED",
        "standing trade: key, nail, bell, bowl if cards > 1",
    ),
}
"""What each seat answers, as standing orders; to what they do not say the default."""

RANSOMS: Mapping[Seat, str] = {"RED": "standing ransom: crown, mask, sword, harp"}
"""Questions of this kind never wait, and so these are standing orders in every run."""


def game_file(**fields: str) -> str:
    """A game of Ruins: its turns are due in the evening, its questions in the morning."""
    lines = {
        "game": "ruin",
        "title": "Trial",
        "variant": "ruins",
        "options": f"{{rounds: {ROUNDS}}}",
        "schedule": "\n  zone: UTC\n  reminders: [3]\n  phases:"
        '\n    default: {weekdays: [mon, tue, wed, thu, fri, sat, sun], time: "20:00"}'
        '\n    question: {weekdays: [mon, tue, wed, thu, fri, sat, sun], time: "08:00"}',
        "seats": "".join(
            f"\n  {seat}: {{name: {seat.title()}, address: {seat.lower()}@example.org}}"
            for seat in SEATS
        ),
    }
    return "".join(f"{key}: {value}\n" for key, value in {**lines, **fields}.items())


def new_office(folder: Path, secret: str = SECRET, now: datetime = BEGIN, **fields: str) -> Office:
    """An office in which the game has begun; its chance is that of the secret."""
    make_office(folder)
    (folder / "secret").write_bytes(secret.encode().ljust(32))
    office = Office(folder)
    beginning.new_game(office, document(game_file(**fields), "game.yaml"), now)
    sending.send(office, now)
    office.store.set_note(beginning.LAST_TICK, "")
    return office


def load(office: Office) -> Game:
    return history.load(office.store, "ruin")[1]


def tag(office: Office, seat: Seat) -> str:
    """What a mail to the seat has in its subject now."""
    game = load(office)
    asked = game.asking.numbers.get(seat) if game.asking is not None else None
    token = office.token("ruin", seat, game.chairs[seat].holder, game.phase)
    return f"[ruin {game.phase} {seat} {token}{f' Q{asked}' if asked else ''}]"


def letter(office: Office, seat: Seat, *lines: str, number: int = 1, subject: str = "") -> bytes:
    """A seat's letter: an answer to the last mail it had, unless it has a subject of its own."""
    sender = load(office).chairs[seat].player.address
    return mail(subject or tag(office, seat), "\n".join(lines), sender, number)


def write(
    office: Office, seat: Seat, *lines: str, now: datetime, number: int = 1, subject: str = ""
) -> str:
    """A seat's letter received; what was done with it."""
    raw = letter(office, seat, *lines, number=number, subject=subject)
    (done,) = commands.receive(office, [raw], now)
    return done


def tick(office: Office, now: datetime) -> commands.Ticked:
    done = commands.tick(office, now, catch_up=True)
    assert done.broken == ()
    return done


def mails(office: Office) -> dict[str, bytes]:
    """Every mail that was written, whole, by the number in its Message-ID."""
    found = office.store.mail_of("ruin")
    return {one.message_id.partition("@")[0].strip("<"): one.raw for one in found}


def policies_of(seat: Seat) -> tuple[StandingOrder[Order], ...]:
    state = RUINS.start(Options(), SEATS, _Unshuffled())
    lines = (*POLICIES[seat], *([RANSOMS[seat]] if seat in RANSOMS else []))
    return tuple(one for line in lines for one in RUINS.read(state, seat, line).standing)


class _Unshuffled(Turn[Any, Any]):
    def __init__(self) -> None:
        super().__init__("start", {})

    def shuffle(self, label: str, cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(cards)


STANDING = {seat: policies_of(seat) for seat in SEATS}


def answer(question: Question[Any]) -> str:
    """What is answered to a question in every run, as the line of a letter."""
    return f"{question.label}: {stand_in(question, STANDING[question.seat]).answer}"


def orders(state: State, seat: Seat) -> tuple[Order, ...]:
    """What is ordered in every run: a scout attacks whom it can, else goes to a ruin, else anywhere
    as a bot does; then it digs."""
    drawn = bots.orders(RUINS, state, seat, bots.picker(bytes(32), f"{state.phase} {seat}"))
    given: list[Order] = [order for order in drawn if isinstance(order, Move)]
    for moves in RUINS.alternatives(state, seat)[:2]:
        goals = {move.path[-1]: move for move in moves}
        foes = [code for code in goals if foe_at(state, moves[0].scout, code)]
        ruins = [code for code in goals if code in MAP.ruins]
        given += [goals[code] for code in (foes or ruins)[:1]]
    latest = {order.scout: order for order in given}
    return (*latest.values(), *(Dig(scout) for scout in OWNER if OWNER[scout] == seat))


# --- the whole game by the engine alone: what every run of the office is compared with


class Watched(Turn[Any, Any]):
    """A turn that notes all questions that wait, by phase and as they are put together."""

    def __init__(self, met: list[tuple[Question[Any], ...]], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._met = met

    def ask(self, *questions: Question[Any]) -> tuple[Any, ...]:
        self._met.append(tuple(one for one in questions if one.waits))
        return super().ask(*questions)


class Whole:
    """The game from its start to its end, without a stop: its runs by phase, and every group of
    questions at which it would have stopped, in order."""

    def __init__(self, office: Office) -> None:
        start = beginning.start(office, load(office).setup, RUINS, load(office).options(), SEATS)
        self.start = start
        self.runs: dict[str, Ran] = {}
        self.stops: list[tuple[str, tuple[Question[Any], ...]]] = []
        state = start.state
        seeded = ""
        while (phase := RUINS.phase(state)) is not None:
            seeded = seeded if phase.automatic else phase.id
            chance = Seeds(
                seeds.open_seed(office, "ruin", seeded, 1), seeds.sealed_seed(office, "ruin")
            )
            sheets = {
                seat: Sheet(seat, phase.id, orders(state, seat))
                for seat in SEATS
                if seat in phase.due
            }
            met: list[list[tuple[Question[Any], ...]]] = []  # by turn, for rules are run twice

            def turns(
                phase: Any = phase, sheets: Any = sheets, chance: Any = chance, met: Any = met
            ) -> Watched:
                met.append([])
                return Watched(
                    met[-1], phase.id, sheets, seats=SEATS, standing=STANDING, seeds=chance
                )

            made = run(lambda turn, now=state: RUINS.run(now, turn), state, State, turns)
            assert isinstance(made, Ran)
            self.runs[phase.id] = made
            self.stops += [(phase.id, group) for group in met[0] if group]
            state = made.state
        self.state = state


# --- the whole game in an office


Letters = Callable[[Office, Sequence[Question[Any]], datetime], Office]
"""Writes the letters that answer these questions; gives back the office, which it may reopen."""


def in_turn(office: Office, questions: Sequence[Question[Any]], now: datetime) -> Office:
    """Every answer at the first moment, in one letter a question, in the order of the seats."""
    for number, question in enumerate(questions):
        write(office, question.seat, answer(question), now=now, number=number)
    return office


def play(
    office: Office,
    answering: Letters | None = in_turn,
    *,
    between: Callable[[Office], Office] = lambda office: office,
    phases: Iterable[str] | None = None,
) -> tuple[Office, list[tuple[str, tuple[str, ...]]]]:
    """Play the script to its end, or through these phases alone; the office, and at which questions
    it stopped: phase and labels. Without `answering` nobody answers, and deadlines pass."""
    stops: list[tuple[str, tuple[str, ...]]] = []
    left = None if phases is None else set(phases)
    while (game := load(office)).phase and (left is None or game.phase in left):
        office = between(office)
        now = game.opened
        if game.asking is not None:
            stops.append((game.phase, tuple(one.label for one in game.questions())))
            if answering is not None:
                office = answering(office, game.questions(), now)
        else:
            for seat in game.due:
                lines = [str(order) for order in orders(game.position(), seat)]
                write(office, seat, *lines, now=now, number=99)
        at = load(office).runs_at()
        assert at is not None
        tick(office, max(now, at))
    return office, stops


def fixed_standing(office: Office, given: Mapping[Seat, Sequence[str]]) -> None:
    """Give these standing orders before the first phase."""
    for seat, lines in given.items():
        write(office, seat, *lines, now=BEGIN, number=500)


def reopened(office: Office) -> Office:
    """The office closed and opened: what it does next, another process could do."""
    office.store.close()
    return Office(office.folder)
