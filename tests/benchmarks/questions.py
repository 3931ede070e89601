"""Times a phase that asks: question after question, the phase run again from its start after each.

    python -m tests.benchmarks.questions --questions 10,25,50,100,200 --office 50

By the engine alone a question is an event, a die and the answer to it. By the office it is a mail
out, a letter with the answer in, read and kept in a file that is synced at each commit, and the
tick that goes on; all questions are to one seat of Ruins, before its own. All on one core.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from math import log
from pathlib import Path
from time import perf_counter
from typing import Any

import variants
from adjudicator.office import commands, dice, history
from adjudicator.office.folder import Office, make_office
from adjudicator.turns.questions import Amount, Decision, Number, Policy, Question
from adjudicator.turns.runner import Stopped, run
from adjudicator.turns.turn import Seeds, Stop, Turn
from tests import conftest as conftest  # by it Ruins is found among the titles
from tests.benchmarks.harness import pin
from tests.office.desk import begin, mail
from variants.ruins.state import Event, State
from variants.ruins.title import Ruins

SEATS = ("RED", "BLUE", "GOLD")
SEEDS = Seeds(b"o" * 32, b"s" * 32)


def question(number: int) -> Question[Any]:
    """One of many."""
    return Question(
        seat=SEATS[0],
        kind="bid",
        label=f"bid {number}",
        prompt="How much do you bid?",
        form=Number(0, 9),
        default=Amount(0),
    )


def auction(turn: Turn[Any, Any], questions: int) -> int:
    """The sum of so many answers and dice; each answer is told, with a die for it."""
    total = 0
    for number in range(questions):
        total += turn.roll(f"die {number}")
        turn.tell("all", {"bid": number, "so_far": total})
        (answer,) = turn.ask(question(number))
        assert isinstance(answer, Amount)
        total += answer.number
    return total


def by_engine(questions: int) -> dict[str, Any]:
    """One phase to its end, an answer at a time."""
    decisions: tuple[Decision[Any], ...] = ()
    stops: list[Stop] = []

    def once() -> Any:
        return run(
            lambda turn: auction(turn, questions),
            None,
            int,
            lambda: Turn(
                "1",
                {},
                seats=SEATS,
                decisions=decisions,
                stops=stops,
                reactions="ask",
                seeds=SEEDS,
            ),
        )

    start = perf_counter()
    made = once()
    while isinstance(made, Stopped):
        stops.append(made.stop)
        (asked,) = made.questions
        given = Decision.of(asked, Amount(3), "player")
        decisions = (*made.decisions, given)
        made = once()
    return figures(questions, perf_counter() - start, made.state - 3 * questions)


class Asking(Ruins):
    """Ruins, with so many questions at the beginning of each phase."""

    def __init__(self, questions: int) -> None:
        self.questions = questions

    def run(self, state: State, turn: Turn[Any, Any]) -> State:
        """The questions, and then the phase as it is."""
        for number in range(self.questions):
            rolled = turn.roll(f"die {number}")
            turn.tell("all", Event("rolled", {"label": f"die {number}", "number": rolled}))
            turn.ask(question(number))
        return super().run(state, turn)

    def policies(self, state: State, seat: str) -> tuple[Policy, ...]:
        """Those of Ruins, and one for the bids."""
        bid = Policy(kind="bid", about="a bid", form=Number(0, 9), sample="standing bid: 3")
        return (*super().policies(state, seat), bid)


GAME = """\
game: bids
title: Bids
variant: ruins
schedule:
  zone: UTC
  phases:
    default: {weekdays: [mon, tue, wed, thu, fri, sat, sun], time: "20:00"}
seats:
  RED: {name: Red, address: red@example.org}
  BLUE: {name: Blue, address: blue@example.org}
  GOLD: {name: Gold, address: gold@example.org}
"""


@contextmanager
def ruins_as(title: Ruins) -> Iterator[None]:
    """For so long the title of this name is another."""
    variants.ruins.VARIANT = title
    try:
        yield
    finally:
        variants.ruins.VARIANT = Ruins()


def by_office(questions: int, folder: Path) -> dict[str, Any]:
    """One phase from its deadline to its report, an answer by letter at a time."""
    make_office(folder)
    with ruins_as(Asking(questions)), Office(folder) as office:
        begin(office, GAME)
        first = history.load(office.store, "bids")[1]
        now = first.closes()
        assert now is not None
        token = office.token("bids", SEATS[0], 1, first.phase)
        start = perf_counter()
        commands.tick(office, now)
        for number in range(questions):
            subject = f"Re: Bids [bids {first.phase} {SEATS[0]} {token} Q{number + 1}]"
            letter = mail(subject, f"bid {number}: 3", "red@example.org", number)
            commands.receive(office, [letter], now)
            commands.tick(office, now)
        seconds = perf_counter() - start
        draws = [one for one in dice.published(office, "bids").draws if one.phase == first.phase]
        return figures(questions, seconds, sum(one.value for one in draws))


def figures(questions: int, seconds: float, rolled: int) -> dict[str, Any]:
    """What is printed; `rolled` is the sum of the dice, to see that there were some."""
    each = 1000 * seconds / questions
    return {"questions": questions, "seconds": seconds, "ms_each": each, "rolled": rolled}


def growth(found: Sequence[dict[str, Any]]) -> str:
    """With which power of the questions the time grows, from each figure to the next."""
    powers = [
        log(b["seconds"] / a["seconds"]) / log(b["questions"] / a["questions"])
        for a, b in pairwise(found)
    ]
    return "grows with the power of " + ", ".join(f"{power:.1f}" for power in powers)


def measure(numbers: Sequence[int], by_letters: int, place: Path | None) -> dict[str, Any]:
    """All figures."""
    by_engine(1)  # what is made once is made before
    found: dict[str, Any] = {"engine": [by_engine(number) for number in numbers]}
    if by_letters:
        with tempfile.TemporaryDirectory(dir=place) as folder:
            found["office"] = [by_office(by_letters, Path(folder) / "office")]
    return found


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="time a phase that asks many questions")
    parser.add_argument("--questions", default="10,25,50,100,200", help="numbers, comma between")
    parser.add_argument("--office", type=int, default=50, help="by letters, 0: none (default 50)")
    parser.add_argument("--folder", type=Path, help="where the office is made (a real disk)")
    parser.add_argument("--core", type=int, help="the core to keep to (default the last)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args(given)
    args.questions = [int(number) for number in args.questions.split(",") if number]
    return args


def main(given: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    args = arguments(given)
    pinned = pin(args.core)
    found = measure(args.questions, args.office, args.folder)
    if args.json:
        print(json.dumps(found, indent=2))
        return
    print(pinned)
    print(f"{'':<8}{'questions':>10}{'seconds':>10}{'ms each':>10}")
    for by, rows in found.items():
        for one in rows:
            each = f"{one['seconds']:>10.3f}{one['ms_each']:>10.2f}"
            print(f"{by:<8}{one['questions']:>10}{each}")
    if len(found["engine"]) > 1:
        print(f"by the engine it {growth(found['engine'])}")


if __name__ == "__main__":
    main()
