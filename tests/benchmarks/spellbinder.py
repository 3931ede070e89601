"""Times Spellbinder with bots on all seats: Player Phases a second of one core's own time.

    python -m tests.benchmarks.spellbinder --turns 20

`bots` is all of it: what can be ordered, sheets tried out until they agree, the phase, which is run
twice to see that it comes out the same, and again after each answer. `rules` is the phase alone,
run again with the same sheets and answers. `tries` are sheets tried out, the dearest part.
"""

import argparse
import json
from collections.abc import Sequence
from time import process_time
from typing import Any

from adjudicator.orders import Diagnostic, Seat
from adjudicator.turns.selfplay import Game, play, seeds_of
from adjudicator.turns.turn import Turn
from tests.benchmarks.harness import pin
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Order
from variants.spellbinder.state import State
from variants.spellbinder.title import Spellbinder

SEED = (11).to_bytes(32, "big")
FOUR = ("DARMAN", "SHARN", "ALGONA", "UMARON")
TABLES = {
    "4, by phases": Options(seats=FOUR),
    "4, by turns": Options(seats=FOUR, mode="turn"),
    "3, by phases": Options(seats=FOUR[1:]),
    "2, by phases": Options(seats=("DARMAN+UMARON", "SHARN+ALGONA")),
}


class Counting(Spellbinder):
    """The title, with the time that sheets are tried out for."""

    def __init__(self) -> None:
        self.tries = 0
        self.seconds = 0.0

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Diagnostic, ...]:
        """As ever."""
        start = process_time()
        found = super().check(state, seat, orders)
        self.seconds += process_time() - start
        self.tries += 1
        return found


def measure(options: Options, turns: int) -> dict[str, Any]:
    """A game of so many game turns."""
    title: Any = Counting()
    each = 1 if options.mode == "turn" else len(options.seats)
    start = process_time()
    played = play(title, options, SEED, phases=1 + each * turns)
    seconds = process_time() - start
    phases = sum(1 if each > 1 else len(one.before.order) for one in played.played[1:])
    return {
        "phases": phases,
        "bots": phases / seconds,
        "rules": phases / by_rules(title, played),
        "tries": title.tries,
        "ms_a_try": 1000 * title.seconds / title.tries,
    }


def by_rules(title: Any, played: Game) -> float:
    """The seconds that the same phases take by the rules alone."""
    start = process_time()
    for one in played.played[1:]:
        before = one.before
        turn: Turn[Any, Any] = Turn(
            one.phase.id,
            one.sheets,
            seats=before.options.seats,
            standing=one.standing,
            decisions=one.ran.decisions,
            reactions="ask",
            seeds=seeds_of(SEED, one.phase.id),
        )
        assert title.run(before, turn) == one.ran.state
    return process_time() - start


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="time Spellbinder with bots on all seats")
    parser.add_argument("--turns", type=int, default=20, help="game turns (default 20)")
    parser.add_argument("--core", type=int, help="the core to keep to (default the last)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    args = arguments(given)
    pinned = pin(args.core)
    found = {name: measure(options, args.turns) for name, options in TABLES.items()}
    if args.json:
        print(json.dumps(found, indent=2))
        return
    print(pinned)
    print(f"{'players':<14}{'phases':>8}{'bots /s':>10}{'rules /s':>10}{'tries':>8}{'ms each':>9}")
    for name, one in found.items():
        speeds = f"{one['bots']:>10.1f}{one['rules']:>10.1f}"
        print(f"{name:<14}{one['phases']:>8}{speeds}{one['tries']:>8}{one['ms_a_try']:>9.2f}")


if __name__ == "__main__":
    main()
