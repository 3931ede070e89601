"""A desk to try single rules on: a phase with dice and answers laid out beforehand, and states in
few words.

    game = state("UA 0619, UB 0619 7, DARMAN 0506 12, G1 1811", allows="SHARN UMARON pass")
    play = phase(game, "UMARON", dice=[5, 3])
    move(play, Move(("UA",), ("0619", "0719")))
    assert play.place("UA") == "0719"
    assert told(play, "moved") == [{"units": ("UA",), "path": ("0619", "0719")}]
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.events import may_know
from adjudicator.orders import Seat, Sheet
from adjudicator.turns.questions import Answer, Question, StandingOrder
from adjudicator.turns.turn import Misuse, Turn
from variants.spellbinder.components import (
    ARMIES,
    CASTLES,
    GARRISONS,
    SHIP_START,
    WIZARDS,
    home_castle,
)
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Order
from variants.spellbinder.play import Play
from variants.spellbinder.state import Army, Event, Permission, Ship, State, Wizard

SEATS = ("DARMAN", "SHARN", "ALGONA", "UMARON")
Dice = Sequence[int] | Mapping[str, int]
Answers = Mapping[str, Answer[Order]]


class Desk(Turn[Order, Event]):
    """A turn whose dice are given: in the order in which they are rolled, or by their labels; a
    secret die that is not given by its label shows 1.

    `answers` by a question's label or its kind; what has none is decided by `standing` orders of a
    seat, or by its default, as ever. Labels that are used twice are a `Misuse` here, too.
    """

    def __init__(
        self,
        dice: Dice = (),
        answers: Answers | None = None,
        sheets: Mapping[Seat, Sequence[Order]] | None = None,
        standing: Mapping[Seat, Sequence[StandingOrder[Order]]] | None = None,
        seats: Iterable[Seat] = SEATS,
    ) -> None:
        written = {seat: Sheet(seat, "D", tuple(orders)) for seat, orders in (sheets or {}).items()}
        super().__init__("D", written, seats=seats, standing=standing)
        self.asked: list[Question[Order]] = []
        self.rolled: list[tuple[str, int]] = []
        self._labels_of_dice: set[str] = set()
        self._by_label = dict(dice) if isinstance(dice, Mapping) else {}
        self._in_turn = [] if isinstance(dice, Mapping) else list(dice)
        self._answers = dict(answers or {})

    def roll(self, label: str, sides: int = 6, *, sealed: bool = False) -> int:
        """The next die. AssertionError if none was laid out."""
        if label in self._labels_of_dice:
            raise Misuse(f"the die {label!r} is rolled twice")
        self._labels_of_dice.add(label)
        if label in self._by_label:
            value = self._by_label[label]
        elif sealed:
            value = 1  # rolled for every defence, whether or not anybody goes by it
        else:
            assert self._in_turn, f"nobody has laid out a die for {label!r}"
            value = self._in_turn.pop(0)
        self.rolled.append((label, value))
        return value

    def ask(self, *questions: Question[Order]) -> tuple[Answer[Order], ...]:
        """The answers laid out for these questions, else what stands in for them."""
        self.asked += questions
        standing = super().ask(*questions)
        return tuple(
            self._answers.get(question.label, self._answers.get(question.kind, answer))
            for question, answer in zip(questions, standing, strict=True)
        )


def state(
    pieces: str = "",
    *,
    allows: str | Iterable[str] = (),
    ships: Mapping[int, Ship] | None = None,
    options: Options | None = None,
    **fields: Any,
) -> State:
    """A state in game turn 3 from pieces as ``UA 0619`` (an army of 10), ``UB 0619 7``,
    ``DARMAN 0506 12`` (points), ``G1 1811`` (a garrison of 20 that nobody owns), ``UA @1`` (aboard
    ship 1), ``UA off`` (off the map).

    Wizards that are not named stand in the first hex of their castles with 25 points; armies that
    are not named are not in the game. `allows` are permissions as ``SHARN UMARON pass``; all else
    as in `State`.
    """
    options = options or Options()
    playing = {wizard for seat in options.seats for wizard in seat.split("+")}
    wizards = {
        code: Wizard(25, CASTLES[home_castle(code)].hexes[0], home=home_castle(code))
        for code in WIZARDS
        if code in playing
    }
    armies = {}
    for piece in filter(None, map(str.strip, pieces.split(","))):
        code, where, *number = piece.split()
        at, ship = ("", int(where[1:])) if where[0] == "@" else (where.replace("off", ""), 0)
        if code in wizards:
            points = int(number[0]) if number else 25
            wizards[code] = replace(wizards[code], points=points, at=at, ship=ship)
        else:
            strength = int(number[0]) if number else 20 if code in GARRISONS else 10
            armies[code] = Army(_whose(code, playing), strength, at, ship)
    afloat = {number: Ship(at) for number, at in SHIP_START.items()} | dict(ships or {})
    fleet = tuple(ship for _, ship in sorted(afloat.items()))
    given = [allows] if isinstance(allows, str) else list(allows)
    permissions = tuple(
        Permission(giver, taker, what)
        for giver, taker, what in (one.split(maxsplit=2) for one in given)
    )
    begun = dict.fromkeys(wizards, 90)
    usual: dict[str, Any] = {"turn": 3, "order": options.seats, "begun": begun}
    usual["permissions"] = permissions
    return State(options, wizards, armies, fleet, **(usual | fields))


def _whose(code: str, playing: set[str]) -> str | None:
    return next((wizard for wizard in ARMIES if code in ARMIES[wizard] and wizard in playing), None)


def phase(
    before: State,
    seat: Seat,
    dice: Dice = (),
    answers: Answers | None = None,
    standing: Mapping[Seat, Sequence[StandingOrder[Order]]] | None = None,
) -> Play:
    """A Player Phase of this seat, about to begin."""
    desk = Desk(dice, answers, standing=standing, seats=before.options.seats)
    return Play(before, desk, seat)


def told(play: Play, kind: str, reader: Seat = "gm") -> list[dict[str, Any]]:
    """The facts of all events of this kind that this reader may know, in order."""
    return [
        one.event.facts
        for one in play.turn.told
        if one.event.kind == kind and may_know(reader, one.audience)
    ]


def refusals(play: Play) -> list[str]:
    """Why lines were refused, in order."""
    return [facts["why"] for facts in told(play, "refused")]
