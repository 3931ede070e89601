"""Times an office: letters received and answered, and many games due at one tick.

    python -m tests.benchmarks.office --letters 1000 --games 100,1000,3000

Everything is real: the store is a file that is synced at each commit, every mail is rendered and
written to a folder. Each figure is taken in a process of its own, over an office that another one
made: the making is in no figure, and the memory is that of the work. All on one core. The letters
are full sheets of the opening, each of a seat and a game of its own.

*batch* is one call for every 100 letters, as a tick takes them from a Maildir, *html* the same with
letters that are HTML alone; *pipe* opens the office anew for each letter, as a mail server's pipe
does, but without starting Python. *attachment* is one letter with a file of 10 MiB below its
orders, *hostile* one of 10 MiB of lines that are like orders, tags and quotes. Memory is the peak.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any

from adjudicator.documents import document
from adjudicator.office import beginning, commands, sending
from adjudicator.office.drafts import Draft, commit
from adjudicator.office.folder import Office, make_office
from adjudicator.office.ledger import START
from adjudicator.office.ordering import ordered
from adjudicator.office.play_records import SheetRecorded
from adjudicator.office.records import encode
from adjudicator.office.setup import read_setup
from tests.benchmarks.harness import pin, resident
from tests.office.desk import BEGIN, DUE, POWERS, game_file, mail, tag

BATCH = 100
LATE = DUE + timedelta(minutes=5)
MIB = 2**20
LARGE = 10 * MIB

OPENINGS = {
    "AUSTRIA": (("A VIE - GAL", "A VIE - TRI"), ("A BUD - SER", "A BUD - RUM"), ("F TRI - ALB",)),
    "ENGLAND": (("F LON - NTH",), ("F EDI - NWG",), ("A LVP - YOR", "A LVP - EDI", "A LVP - WAL")),
    "FRANCE": (("F BRE - MAO",), ("A PAR - BUR", "A PAR - PIC"), ("A MAR S A PAR - BUR",)),
    "GERMANY": (("F KIE - DEN",), ("A BER - KIE",), ("A MUN - RUH", "A MUN - BUR")),
    "ITALY": (("A VEN H", "A VEN - TYR"), ("A ROM - APU",), ("F NAP - ION",)),
    "RUSSIA": (("A MOS - UKR", "A MOS - STP"), ("A WAR - GAL",), ("F STP/SC H",), ("F SEV - BLA",)),
    "TURKEY": (("A CON - BUL",), ("A SMY - ARM", "A SMY - CON"), ("F ANK - BLA", "F ANK - CON")),
}  # fmt: skip
"""For each unit what it may be ordered."""


def sheets(rng: random.Random) -> Iterator[dict[str, list[str]]]:
    """Orders of all powers, game by game."""
    choices = {power: list(product(*units)) for power, units in OPENINGS.items()}
    while True:
        yield {power: list(rng.choice(found)) for power, found in choices.items()}


def make(folder: Path, games: int, *, ordered_all: bool) -> None:
    """An office with so many games in their first phase, of which nobody was told."""
    make_office(folder)
    with Office(folder) as office:
        orders = sheets(random.Random(1))
        for number in range(games):
            # Addresses of its own: so many answers to one would not be written.
            text = game_file(f"g{number}").replace("@example.org", f"@g{number}.example.org")
            setup, title, options = read_setup(document(text, "game.yaml"))
            draft = Draft(office, None, BEGIN)
            started = beginning.start(office, setup, title, options, tuple(setup.seats))
            beginning._create(draft, setup, setup.seats, title, started, "")
            if ordered_all:
                for seat, lines in next(orders).items():
                    sheet = ordered(draft.game, seat, "\n".join(lines))
                    draft.record(SheetRecorded(seat, "S1901M", encode(sheet), False, ""))
            draft.mails.clear()
            commit(draft, START, None)


def letters(office: Office, number: int, *, html: bool = False) -> list[bytes]:
    """So many letters, each with all orders of another seat or for another game."""
    found: list[bytes] = []
    for game, orders in enumerate(sheets(random.Random(2))):
        for seat in POWERS:
            if len(found) == number:
                return found
            subject = f"Re: Trial: Welcome {tag(office, seat, game=f'g{game}')}"
            lines = ["Hello,", "", *orders[seat], "", "-- ", seat.title()]
            sender = f"{seat.lower()}@g{game}.example.org"
            raw = mail(subject, "\n".join(lines), sender, len(found))
            found.append(_as_html(raw, lines) if html else raw)
    raise AssertionError


def _as_html(raw: bytes, lines: Sequence[str]) -> bytes:
    """A letter that says its lines in the way of phones."""
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    message.clear_content()
    rows = "".join(f"<div>{line or '<br>'}</div>" for line in lines)
    style = "<style>p { margin: 0cm; font-size: 11pt }</style>"
    message.set_content(f"<html><head>{style}</head><body>{rows}</body></html>", subtype="html")
    return message.as_bytes()


def large(office: Office, kind: str) -> bytes:
    """A letter of more than 10 MiB."""
    (raw,) = letters(office, 1)
    if kind == "attachment":
        message = message_from_bytes(raw, policy=default)
        assert isinstance(message, EmailMessage)
        pixels = random.Random(3).randbytes(LARGE)
        message.add_attachment(pixels, maintype="image", subtype="png", filename="map.png")
        return message.as_bytes()
    lines = b"A VIE - TYR and more\n> F TRI - ALB\n[g0 S1901M AUSTRIA ABCDEFGH]\n1. A BUD -\n"
    return raw + lines * (LARGE // len(lines))


def receive_large(folder: Path, kind: str) -> dict[str, Any]:
    """Seconds and peak memory for one such letter."""
    with Office(folder) as office:
        raw = large(office, kind)
        before = resident()
        start = perf_counter()
        (said,) = commands.receive(office, [raw], BEGIN)
        seconds = perf_counter() - start
    return _figures("order" in said, seconds, before)


def receive(folder: Path, number: int, size: int, *, html: bool = False) -> dict[str, Any]:
    """Seconds for so many letters: in calls of `size`, or, with 0, each in an office of its own."""
    with Office(folder) as office:
        raws = letters(office, number, html=html)
        batches = [raws[first : first + size] for first in range(0, number, size or number)]
        before = resident()
        start = perf_counter()
        if size:
            done = [said for batch in batches for said in commands.receive(office, batch, BEGIN)]
    if not size:
        start = perf_counter()
        done = []
        for raw in raws:
            with Office(folder) as office:
                done += commands.receive(office, [raw], BEGIN)
    seconds = perf_counter() - start
    wrong = [said for said in done if "order" not in said]
    with Office(folder) as office:
        mails = [mail for game in office.store.games() for mail in office.store.mail_of(game)]
    return {**_figures(number - len(wrong), seconds, before), "mails": len(mails)}


def tick(folder: Path) -> dict[str, Any]:
    """Seconds for one tick at which all games are due, all mail sent."""
    with Office(folder) as office:
        before = resident()
        start = perf_counter()
        done = commands.tick(office, LATE)
        seconds = perf_counter() - start
        assert not sending.send(office, LATE)
    return {**_figures(len(done.phases), seconds, before), "mails": done.sent}


def _figures(done: int, seconds: float, before: float) -> dict[str, Any]:
    return {
        "done": done,
        "per_second": round(done / seconds, 1),
        "seconds": round(seconds, 2),
        "mib_before": round(before, 1),
        "mib": round(resident(), 1),
    }


def child(*words: object) -> dict[str, Any]:
    """What a process of its own prints for this step."""
    command = [sys.executable, "-m", "tests.benchmarks.office", "--step", *map(str, words)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, Any] = json.loads(output)
    return found


def step(name: str, folder: Path, number: int) -> dict[str, Any]:
    """One step of the measurement, in this process."""
    if name == "make-letters":
        make(folder, -(-number // len(POWERS)), ordered_all=False)
    elif name == "make-games":
        make(folder, number, ordered_all=True)
    elif name == "tick":
        return tick(folder)
    elif name in ("attachment", "hostile"):
        return receive_large(folder, name)
    else:
        return receive(folder, number, 0 if name == "pipe" else BATCH, html=name == "html")
    return {}


def measure(number: int, games: Sequence[int], place: Path | None) -> dict[str, Any]:
    """All figures, each in processes of its own."""
    found: dict[str, Any] = {"at": f"{datetime.now(UTC):%Y-%m-%d}"}
    works = [("batch", number), ("html", number), ("pipe", number), ("attachment", 1)]
    works += [("hostile", 1), *(("tick", one) for one in games)]
    for name, count in works:
        with tempfile.TemporaryDirectory(dir=place) as folder:
            office = Path(folder) / "office"
            child("make-games" if name == "tick" else "make-letters", office, count)
            label = f"{name} {count}" if name == "tick" else name
            found[label] = child(name, office, count)
            done, mails = found[label]["done"], found[label].get("mails", count)
            if done != count or mails < count:
                raise SystemExit(f"{label}: {done} of {count} were done, {mails} mails written")
    return found


def verdict(found: dict[str, Any]) -> str:
    """Whether the time grows with the games and the memory does not."""
    ticks = [value for label, value in found.items() if label.startswith("tick ")]
    if len(ticks) < 2:
        return ""
    rate = ticks[-1]["per_second"] / ticks[0]["per_second"]
    more = ticks[-1]["mib"] - ticks[0]["mib"]
    times = ticks[-1]["done"] / ticks[0]["done"]
    linear = "linear" if rate > 0.8 else "not linear"
    flat = "flat" if more < 0.1 * ticks[0]["mib"] else "not flat"
    return (
        f"{times:.0f} times as many games: {rate:.2f} times the pace ({linear}), "
        f"{more:+.1f} MiB ({flat})"
    )


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="time an office on letters and on due games")
    parser.add_argument("--letters", type=int, default=1000, help="how many (default 1000)")
    parser.add_argument("--games", default="100,1000,3000", help="numbers, comma between")
    parser.add_argument("--folder", type=Path, help="where the offices are made (a real disk)")
    parser.add_argument("--core", type=int, help="the core to keep to (default the last)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--step", nargs=3, metavar="", help=argparse.SUPPRESS)
    args = parser.parse_args(given)
    args.games = [int(number) for number in args.games.split(",") if number]
    return args


def main(given: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    args = arguments(given)
    pinned = pin(args.core)
    if args.step:
        name, folder, number = args.step
        print(json.dumps(step(name, Path(folder), int(number))))
        return
    found = measure(args.letters, args.games, args.folder)
    if args.json:
        print(json.dumps(found, indent=2))
        return
    print(pinned)
    columns = ("done", "seconds", "per second", "MiB before", "MiB", "mails")
    print(" " * 12 + "".join(f"{column:>12}" for column in columns))
    for label, one in found.items():
        if isinstance(one, dict):
            mails = one.get("mails", one["done"])
            figures = [
                one["done"],
                one["seconds"],
                one["per_second"],
                one["mib_before"],
                one["mib"],
            ]
            print(f"{label:<12}" + "".join(f"{figure:>12}" for figure in (*figures, mails)))
    print(verdict(found))


if __name__ == "__main__":
    main()
