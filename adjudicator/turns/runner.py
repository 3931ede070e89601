"""One run of a phase: to its end, or to the first question that is not decided."""

from collections.abc import Callable
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.events import Told
from adjudicator.turns.questions import Decision, Question
from adjudicator.turns.turn import Draw, Misuse, Stop, Turn, Waiting

Rules = Callable[[Turn[Any, Any]], Any]


class Ran(Struct, frozen=True):
    """A phase that came to its end: the state after it, what was told, every draw, every decision
    it used, and the digest of it all."""

    state: Any
    told: tuple[Told[Any], ...]
    draws: tuple[Draw, ...]
    decisions: tuple[Decision[Any], ...]
    trace: str


class Stopped(Struct, frozen=True):
    """A phase that waits: for the answers to these questions. What was told until then, the
    decisions used until then, and where that is."""

    questions: tuple[Question[Any], ...]
    told: tuple[Told[Any], ...]
    decisions: tuple[Decision[Any], ...]
    stop: Stop


def run(
    rules: Rules, state: Any, kind: type[Any], turns: Callable[[], Turn[Any, Any]]
) -> Ran | Stopped:
    """Run the rules of a phase, which begins with `state` and makes a state of this `kind`.

    They are run twice, each time with a new turn out of `turns`: what hangs on a clock, on `random`
    or on what was kept between comes out otherwise the second time. Misuse if it does, if the rules
    change the state that they were given, or make one that does not come out of JSON as it went in;
    and what `Turn` raises.
    """
    before = _encoded(state)
    made = []
    both = (turns(), turns())  # both are there all the time, so that `id` tells them apart
    for turn in both:
        made.append(_once(rules, kind, turn))
        if _encoded(state) != before:
            raise Misuse(f"{turn.phase}: the rules changed the state that they were given")
    first, again = made
    if _encoded(first) != _encoded(again):
        raise Misuse(
            f"{both[0].phase}: the rules came out otherwise when they were run a second time: they "
            f"use a clock, random, or something that they keep ({_difference(first, again)})"
        )
    return first


def _once(rules: Rules, kind: type[Any], turn: Turn[Any, Any]) -> Ran | Stopped:
    try:
        state = rules(turn)
    except Waiting as waiting:
        return Stopped(waiting.questions, turn.told, turn.decisions, turn.stop())
    turn.end()
    stored = _stored(state, kind, turn.phase)
    return Ran(stored, turn.told, turn.draws, turn.decisions, turn.trace)


def _stored(state: Any, kind: type[Any], phase: str) -> Any:
    """The state as it comes out of JSON: no phase after this one is to see another one, where it
    follows at once."""
    try:
        stored = msgspec.json.decode(_encoded(state), type=kind)
    except (TypeError, ValueError, OverflowError, msgspec.MsgspecError) as error:
        raise Misuse(f"{phase}: the rules made no state that goes through JSON: {error}") from error
    if stored != state:
        raise Misuse(f"{phase}: the rules made a state that does not come out of JSON as it was")
    return stored


def _difference(first: Ran | Stopped, again: Ran | Stopped) -> str:
    """The first thing that came out otherwise, as it was and as it is."""
    for name in ("told", "draws", "decisions", "questions", "state"):
        one, other = getattr(first, name, ()), getattr(again, name, ())
        pairs = zip_longest(one, other) if isinstance(one, tuple) else [(one, other)]
        for pair in pairs:
            if _encoded(pair[0]) != _encoded(pair[1]):
                return f"{name}: {pair[0]!r}, then {pair[1]!r}"
    return "the answers that were used"


def _encoded(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
