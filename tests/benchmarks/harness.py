"""Times adjudicators of the standard board on phases of real games.

    python -m tests.benchmarks.harness --peers pydip,diplomacy --rounds 5

*full* is ``prepare`` and ``resolve`` together, from orders as text to the units' fates; *resolve*
is ``resolve`` alone, on a state prepared just before and used once. Reading the file is in neither.
In every round each engine does a full and a resolve pass, in turn, so that a change in the
machine's pace falls on all of them. The garbage collector stays on throughout.

Our own engine is ``tests.benchmarks.ours``: a module with ``prepare(row)``, ``resolve(native)``
and ``after(result)``. The peers need the ``bench`` extra.
"""

import argparse
import gc
import gzip
import importlib
import importlib.util
import itertools
import json
import os
import random
import resource
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter_ns
from typing import Any, Protocol, cast

from tests.benchmarks.peers import Diplomacy, Pydip, Row, Units

PHASES = Path(__file__).parents[3] / "shared" / "data" / "real_phases.jsonl.gz"
OURS = "tests.benchmarks.ours"
PEERS: dict[str, type[Pydip] | type[Diplomacy]] = {"pydip": Pydip, "diplomacy": Diplomacy}
BASELINE = "pydip"
SLOW = ("diplomacy",)
"""The engines that run over a sample of the phases."""

BUCKETS = ((10, 0, 12), (20, 18, 22), (34, 33, 99))
"""Numbers of units: the name, the fewest, the most."""


class Engine(Protocol):
    """What is timed: a peer, or a module with the same functions."""

    def prepare(self, row: Row) -> Any:
        """The engine's own state and orders."""

    def resolve(self, native: Any) -> Any:
        """The outcome; may consume `native`."""

    def after(self, result: Any) -> Units:
        """The units left standing, sorted."""


def load_engine(name: str) -> Engine:
    """An engine by its name, importing what it needs."""
    if name == "ours":
        return cast(Engine, importlib.import_module(OURS))
    return PEERS[name]()


def read_rows(path: Path) -> Iterator[Row]:
    """The movement phases of the file, one at a time."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["phase"].endswith("M"):
                yield row


def size(row: Row) -> int:
    """The number of units on the board."""
    return sum(map(len, row["units"].values()))


def standing(units: Units) -> Units:
    """The units sorted, without powers that have none."""
    return {power: sorted(held) for power, held in units.items() if held}


def disagreements(engine: Engine, rows: Sequence[Row]) -> int:
    """How many phases come out otherwise than they did in the game."""
    return sum(
        standing(engine.after(engine.resolve(engine.prepare(row))))
        != standing(row["next"]["units"])
        for row in rows
    )


def full(engine: Engine, rows: Sequence[Row]) -> list[int]:
    """Nanoseconds of prepare and resolve, a figure a phase."""
    prepare, resolve = engine.prepare, engine.resolve
    times = []
    gc.collect()
    for row in rows:
        start = perf_counter_ns()
        result = resolve(prepare(row))
        times.append(perf_counter_ns() - start)
        del result
    return times


def resolve_alone(engine: Engine, rows: Sequence[Row]) -> list[int]:
    """Nanoseconds of resolve, a figure a phase."""
    prepare, resolve = engine.prepare, engine.resolve
    times = []
    gc.collect()
    for row in rows:
        native = prepare(row)
        start = perf_counter_ns()
        result = resolve(native)
        times.append(perf_counter_ns() - start)
        del native, result
    return times


MODES: dict[str, Callable[[Engine, Sequence[Row]], list[int]]] = {
    "full": full,
    "resolve": resolve_alone,
}


@dataclass
class Speed:
    """The seconds an engine took for its phases, a figure a round."""

    phases: int
    rounds: list[float]

    def per_second(self) -> tuple[float, float, float]:
        """Phases per second: the median round, the slowest, the fastest."""
        rates = [self.phases / seconds for seconds in self.rounds]
        return median(rates), min(rates), max(rates)


def sample(rows: Sequence[Row], number: int, seed: int) -> list[Row]:
    """So many rows, in their order; all of them where there are no more, or the number is 0."""
    if not number or number >= len(rows):
        return list(rows)
    chosen = random.Random(seed).sample(range(len(rows)), number)
    return [rows[index] for index in sorted(chosen)]


def thin(row: Row, fewest: int, most: int, rng: random.Random) -> Row | None:
    """The phase with whole powers left out, so that its number of units is in the range.

    Orders that name a unit left out go too, so no engine is given them to refuse.
    """
    powers = sorted(row["units"])
    fitting = [
        kept
        for number in range(1, len(powers))
        for kept in itertools.combinations(powers, number)
        if fewest <= sum(len(row["units"][power]) for power in kept) <= most
    ]
    if not fitting:
        return None
    kept = rng.choice(fitting)
    units = {power: row["units"][power] for power in kept}
    present = {unit for held in units.values() for unit in held}
    orders = {
        power: [order for order in row["orders"].get(power, ()) if named(order) <= present]
        for power in kept
    }
    return {**row, "units": units, "orders": orders}


def named(order: str) -> set[str]:
    """The units an order names: its own, and the one it supports or convoys."""
    words = order.split()
    other = {f"{words[3]} {words[4]}"} if words[2] in ("S", "C") else set()
    return {f"{words[0]} {words[1]}", *other}


def bucket(rows: Sequence[Row], fewest: int, most: int, seed: int) -> tuple[list[Row], str]:
    """The phases of a number of units, thinned ones where there are none; and which they are."""
    found = [row for row in rows if fewest <= size(row) <= most]
    if found:
        return found, "as played"
    rng = random.Random(seed)
    thinned = (thin(row, most - 4, most, rng) for row in rows)
    return [row for row in thinned if row], "whole powers left out"


def measure(
    engines: dict[str, Engine], rows: Mapping[str, Sequence[Row]], rounds: int
) -> dict[tuple[str, str], list[list[int]]]:
    """Every engine's times in each mode: a list a round of nanoseconds a phase."""
    times: dict[tuple[str, str], list[list[int]]] = {}
    for number in range(rounds):
        names = list(engines)
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            for mode, timed in MODES.items():
                times.setdefault((name, mode), []).append(timed(engines[name], rows[name]))
    return times


def total(times: list[list[int]]) -> Speed:
    """Each round's phases added up."""
    return Speed(len(times[0]), [sum(phases) / 1e9 for phases in times])


def paired_ratio(
    times: list[list[int]], base: list[list[int]], places: Sequence[int] | None
) -> float:
    """How many times as fast as the baseline, over the same phases: the median of the rounds.

    `places` are the phases' places among the baseline's; ``None`` where both ran all of them.
    """
    return median(
        sum(theirs if places is None else [theirs[place] for place in places]) / sum(own)
        for own, theirs in zip(times, base, strict=True)
    )


def peaks(engine: Engine, rows: Sequence[Row]) -> list[int]:
    """The most bytes that each phase held at once over what was held before it."""
    found = []
    gc.collect()
    tracemalloc.start()
    for row in rows:
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        result = engine.resolve(engine.prepare(row))
        found.append(tracemalloc.get_traced_memory()[1] - before)
        del result
    tracemalloc.stop()
    return found


def resident() -> float:
    """The most memory this process has had, in MiB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def run_child(name: str, rows: Iterable[Row]) -> None:
    """Prints this process's memory before one engine's import, and after a pass over the rows."""
    before = resident()
    engine = load_engine(name)
    for row in rows:
        engine.resolve(engine.prepare(row))
    print(before, resident())


def child_memory(name: str, args: argparse.Namespace) -> tuple[float, float]:
    """What `run_child` prints, from a process of the engine's own."""
    command = [sys.executable, "-m", "tests.benchmarks.harness", "--resident", name]
    command += ["--phases", str(args.phases), "--sample", str(args.sample)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    before, after = map(float, output.split()[-2:])
    return before, after


def pin(core: int | None) -> str:
    """Keeps the process on one core, where the system can; says which."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned to a core"
    chosen = max(os.sched_getaffinity(0)) if core is None else core
    os.sched_setaffinity(0, {chosen})
    return "pinned to one core"


def report_speed(
    title: str,
    times: Mapping[tuple[str, str], list[list[int]]],
    names: Sequence[str],
    places: Mapping[str, Sequence[int] | None],
) -> None:
    """Prints a table of phases per second, with the ratio to the baseline over the same phases."""
    print(f"\n{title}")
    heads = ("phases", "median/s", "min/s", "max/s", "us/phase", f"x {BASELINE}")
    print(f"{'engine':<10} {'mode':<8}" + "".join(f"{head:>10}" for head in heads))
    for mode in MODES:
        for name in names:
            own, base = times[name, mode], times.get((BASELINE, mode))
            speed = total(own)
            middle, low, high = speed.per_second()
            ratio = f"{paired_ratio(own, base, places[name]):.2f}" if base else "-"
            print(
                f"{name:<10} {mode:<8}{speed.phases:>10}{middle:>10,.0f}{low:>10,.0f}{high:>10,.0f}"
                f"{1e6 / middle:>10,.1f}{ratio:>10}"
            )


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="time adjudicators on phases of real games")
    parser.add_argument("--phases", type=Path, default=PHASES, help="real_phases.jsonl.gz")
    parser.add_argument("--rounds", type=int, default=5, help="interleaved rounds (default 5)")
    parser.add_argument("--peers", default=",".join(PEERS), help="names, comma between; or ''")
    parser.add_argument(
        "--sample", type=int, default=300, help="phases for a slow engine, 0 for all (default 300)"
    )
    parser.add_argument(
        "--growth", type=int, default=100, help="phases a number of units, 0 for none (default 100)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the samples (default 1)")
    parser.add_argument("--core", type=int, help="the core to keep to (default the last)")
    parser.add_argument("--resident", metavar="ENGINE", help=argparse.SUPPRESS)
    args = parser.parse_args(given)
    args.peers = [name for name in args.peers.split(",") if name]
    unknown = sorted(set(args.peers) - set(PEERS))
    if unknown:
        parser.error(f"no such peer: {', '.join(unknown)}")
    if args.rounds < 1:
        parser.error("--rounds must be at least 1")
    return args


def main(given: Sequence[str] | None = None) -> None:
    """Checks, times and weighs the engines, and prints the figures."""
    args = arguments(given)
    pinned = pin(args.core)
    if args.resident:
        run_child(args.resident, itertools.islice(read_rows(args.phases), args.sample or None))
        return
    names = ["ours"] if importlib.util.find_spec(OURS) else []
    names += args.peers
    if not names:
        raise SystemExit("no engine to measure")
    # First, while this process is small: a child can start with its parent's mark.
    memory = {name: child_memory(name, args) for name in names}

    rows = list(read_rows(args.phases))
    engines = {name: load_engine(name) for name in names}
    own = {name: sample(rows, args.sample if name in SLOW else 0, args.seed) for name in names}
    index = {row["id"]: place for place, row in enumerate(rows)}
    places = {
        name: [index[row["id"]] for row in chosen] if len(chosen) < len(rows) else None
        for name, chosen in own.items()
    }
    print(f"{len(rows)} movement phases, {args.rounds} rounds, {pinned}, seed {args.seed}")
    for name, chosen in own.items():
        if len(chosen) < len(rows):
            print(f"{name} runs over a sample of {len(chosen)} phases; its ratio is over those")

    print("\nphases that come out otherwise than in the game")
    for name, engine in engines.items():
        print(f"{name:<10} {disagreements(engine, own[name]):>5} of {len(own[name])}")

    times = measure(engines, own, args.rounds)
    report_speed("phases per second", times, names, places)

    if args.growth:
        for label, fewest, most in BUCKETS:
            found, origin = bucket(rows, fewest, most, args.seed)
            some = sample(found, args.growth, args.seed)
            if not some:
                continue
            mean = sum(map(size, some)) / len(some)
            times = measure(engines, dict.fromkeys(names, some), args.rounds)
            title = f"about {label} units (mean {mean:.1f}, {origin})"
            report_speed(title, times, names, dict.fromkeys(names))

    print("\nmemory: the most a phase held at once (KiB), and the process's own mark (MiB)")
    heads = ("median", "max", "before", "after")
    print(f"{'engine':<10}" + "".join(f"{head:>10}" for head in heads))
    for name, engine in engines.items():
        held = peaks(engine, sample(own[name], args.sample, args.seed))
        figures = (median(held) / 1024, max(held) / 1024, *memory[name])
        print(f"{name:<10}" + "".join(f"{figure:>10,.1f}" for figure in figures))


if __name__ == "__main__":
    main()
