"""Rules of a few lines, and a phase of them to run."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.orders import Sheet
from adjudicator.turns.questions import (
    Amount,
    Answer,
    Choice,
    Chosen,
    Decision,
    OneOf,
    Question,
    Several,
    StandingOrder,
)
from adjudicator.turns.runner import Ran, Stopped, run
from adjudicator.turns.turn import Reactions, Seeds, Stop, Turn

PHASE = "1RED"
SEATS = ("RED", "BLUE")
SEEDS = Seeds(b"o" * 32, b"s" * 32)


class State(Struct, frozen=True):
    """What the tiny rules change: names with a number each, and names in an order."""

    numbers: dict[str, int] = {}
    names: tuple[str, ...] = ()


class Said(Struct, frozen=True, tag="said"):
    """An event."""

    text: str


class Listed(Struct, frozen=True, tag="listed"):
    """An order, of a scout say."""

    scout: str


Rules = Callable[[Turn[Any, Any]], Any]
YES_OR_NO = OneOf((Choice("yes"), Choice("no")))


def question(label: str = "stand", seat: str = "RED", **changes: Any) -> Question[Any]:
    """Yes or no, and no by default."""
    facts: dict[str, Any] = {
        "kind": "stand",
        "prompt": "Does it stand?",
        "form": YES_OR_NO,
        "default": Chosen("no"),
    }
    return Question(seat=seat, label=label, **{**facts, **changes})


def answered(asked: Question[Any], answer: Answer[Any] | str = "yes") -> Decision[Any]:
    """A player's answer."""
    given = Chosen(answer) if isinstance(answer, str) else answer
    return Decision(asked.seat, asked.label, asked.key, given, "player")


def standing(code: str, kind: str = "stand") -> StandingOrder[Any]:
    """What a standing order says to yes or no; a number to a question for one."""
    value = Amount(int(code)) if code.isdecimal() else Several((code,))
    return StandingOrder(kind, value)


def play(
    rules: Rules,
    *,
    decisions: Iterable[Decision[Any]] = (),
    stops: Iterable[Stop] = (),
    reactions: Reactions = "ask",
    orders: Mapping[str, Sequence[StandingOrder[Any]]] | None = None,
    sheets: Mapping[str, Sheet[Any]] | None = None,
    seeds: Seeds | None = SEEDS,
    before: Any = None,
    kind: type[Any] = State,
) -> Ran | Stopped:
    """The phase by these rules, once to its end or its stop."""
    decided, stopped = tuple(decisions), tuple(stops)
    return run(
        rules,
        before,
        kind,
        lambda: Turn(
            PHASE,
            sheets or {},
            seats=SEATS,
            standing=orders,
            decisions=decided,
            stops=stopped,
            reactions=reactions,
            seeds=seeds,
        ),
    )


def ends(rules: Rules, **settings: Any) -> Ran:
    """The phase, which must come to its end."""
    made = play(rules, **settings)
    assert isinstance(made, Ran)
    return made


def stops(rules: Rules, **settings: Any) -> Stopped:
    """The phase, which must stop."""
    made = play(rules, **settings)
    assert isinstance(made, Stopped)
    return made
