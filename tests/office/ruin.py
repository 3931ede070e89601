"""Some days of an office by its commands, each in a process of its own, killed at random moments.

``python -m tests.office.ruin FOLDER SEED KILLS TOGETHER`` makes an office, plays the days in
``FOLDER/whole`` and measures how long each command takes; then it plays them again and again in
``FOLDER/1`` and so on, until it has killed so many commands. A command that was killed is done once
more. With TOGETHER, 1, several processes work at the office at once.
"""

import json
import os
import random
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from importlib.resources import files
from io import BytesIO, TextIOWrapper
from pathlib import Path
from time import monotonic, sleep
from types import MappingProxyType
from typing import NamedTuple

from adjudicator.cli import main as adjudicator
from adjudicator.documents import document
from adjudicator.office import beginning, commands, demo, history
from adjudicator.office.folder import SECRET, Office, make_office
from tests.office.desk import POWERS, begin, game_file, mail, tag
from tests.office.test_bounces import bounce
from tests.office.test_confirming import EDIT, written

EXAMPLE = files("examples") / "spellbinder"
BEFORE, AFTER = 17, 33
"""Of the letters of the example the first are read before anything is killed, the last of those
that are read at all."""

MINUTE = timedelta(minutes=1)
ALLOWED = "variant: standard\npress: [public, private, anonymous]"


class Step(NamedTuple):
    """A command, at its time. The letters in `files` are put into the office's folder before."""

    words: tuple[str, ...]
    now: datetime
    piped: bytes = b""
    files: Mapping[str, bytes] = MappingProxyType({})


def new_office(folder: Path) -> list[tuple[datetime, bytes]]:
    """An office with three games; the letters of one that are still to come."""
    make_office(folder)
    (folder / SECRET).write_bytes((EXAMPLE / SECRET).read_bytes())
    config = (folder / "office.yaml").read_text(encoding="utf-8")
    config = config.replace("fetch: []", "fetch: [inbox]")
    config = config.replace("answers_per_hour: 20", "answers_per_hour: 3")
    (folder / "office.yaml").write_text(config, encoding="utf-8")
    for part in ("new", "cur", "tmp"):
        (folder / "inbox" / part).mkdir(parents=True)
    letters = sorted(demo.letters_in(EXAMPLE / "letters"), key=lambda letter: letter[1])[:AFTER]
    with Office(folder) as office:
        setup = document((EXAMPLE / "game.yaml").read_text(encoding="utf-8"), "game.yaml")
        name = beginning.new_game(office, setup, letters[0][1]).name
        for _, when, raw in letters[:BEFORE]:
            demo.run_until(office, name, when)
            commands.receive(office, [raw], when)
        for game in ("trial", "other"):
            begin(office, game_file(game, **{"variant: standard": ALLOWED}), letters[BEFORE - 1][1])
    return [(when, raw) for _, when, raw in letters[BEFORE:]]


class Days:
    """The days as they are played the first time: what is written follows from what was sent."""

    def __init__(self, folder: Path, letters: list[tuple[datetime, bytes]]) -> None:
        self._folder, self._letters = folder, letters
        self._number = 0

    def steps(self) -> Iterator[Step]:
        """Step by step; the office must have done one before the next is asked for."""
        last = self._letters[0][0]
        for at, (when, raw) in enumerate(self._letters):
            while (due := self._due()) < when:
                yield Step(("tick", "--catch-up"), due)
            last = when
            yield Step(("receive", "-"), when, raw)
            yield from self._more(at, when + MINUTE)
        yield Step(("send",), last + timedelta(minutes=30))
        yield Step(("tick", "--catch-up"), last + timedelta(hours=2))

    def _due(self) -> datetime:
        always = datetime.max.replace(tzinfo=UTC)
        with Office(self._folder) as office:
            games = [history.load(office.store, name)[1] for name in office.store.due_games(always)]
            return min((due for game in games if (due := game.next_due())), default=always)

    def _more(self, at: int, now: datetime) -> Iterator[Step]:
        with Office(self._folder) as office:
            raws = self._written(office, at)
        ways = ("pipe", "folder", "Maildir")
        way = ways[at % 3]
        if way == "pipe":
            for raw in raws:
                yield Step(("receive", "-"), now, raw)
            yield Step(("tick", "--catch-up"), now)
        elif way == "folder":
            found = {f"in-{at}/{number:02}.eml": raw for number, raw in enumerate(raws)}
            yield Step(("receive", f"in-{at}"), now, files=found)
            yield Step(("tick", "--catch-up"), now)
        else:
            found = {f"inbox/new/{at}.{number:02}": raw for number, raw in enumerate(raws)}
            yield Step(("tick", "--catch-up"), now, files=found)

    def _written(self, office: Office, at: int) -> list[bytes]:
        """What else is written after one of the letters: of every kind in turn."""
        phase = history.load(office.store, "trial")[1].phase

        def head(seat: str, game: str = "trial") -> str:
            return tag(office, seat, history.load(office.store, game)[1].phase, game)

        kind = at % 8
        if kind == 0:
            return [
                self._mail(head(power), f"{self._order(office, power)}\nready", power)
                for power in POWERS
            ]
        if kind == 1:
            body = (
                "press to FRANCE, GERMANY\nFor you.\nend press\npress to all\nFor all.\nend press\n"
            )
            return [self._mail(head("ENGLAND"), body + self._order(office, "ENGLAND"), "ENGLAND")]
        if kind == 2:
            if phase != "S1901M":
                return [self._mail(head("AUSTRIA"), "status", "AUSTRIA")]
            self._number += 1
            changed = written(office, "welcome.trial.austria.1", "See below.", EDIT, self._number)
            return [changed, self._mail(head("AUSTRIA"), "yes", "AUSTRIA")]
        if kind == 3:
            body = "\n".join(
                f"{head('ITALY', game)}\n{self._order(office, 'ITALY', game)}"
                for game in ("trial", "other")
            )
            return [self._mail("both", body, "ITALY")]
        if kind == 4:
            text = self._order(office, "RUSSIA")
            first = self._mail(head("RUSSIA"), text, "RUSSIA")
            return [first, first, self._mail(head("RUSSIA"), text, "RUSSIA")]
        if kind == 5:
            junk = [self._mail("buy", f"this {number}", "nobody") for number in range(4)]
            return [*junk, b"\xff\x00no mail at all", self._html(head("TURKEY"))]
        if kind == 6:
            return [
                bounce(f"welcome.trial.{power.lower()}.1", 700 + at) for power in POWERS[:2]
            ] + [self._mail(head("AUSTRIA"), "resend", "AUSTRIA")]
        late = tag(office, "GERMANY", "S1901M")
        return [
            self._mail(late, "A BER - KIE", "GERMANY"),
            self._mail(head("GERMANY"), "A BER - KIEL\nA BER fly\nthanks", "GERMANY"),
        ]

    def _mail(self, subject: str, body: str, seat: str) -> bytes:
        self._number += 1
        return mail(subject, body, f"{seat.lower()}@example.org", self._number)

    def _html(self, subject: str) -> bytes:
        self._number += 1
        message = EmailMessage()
        message["From"], message["To"] = "turkey@example.org", "games@example.org"
        message["Subject"], message["Message-ID"] = subject, f"<{self._number}@example.org>"
        message.set_content("<div>A CON - BUL</div><ul><li>A SMY H</ul>", subtype="html")
        return message.as_bytes()

    def _order(self, office: Office, power: str, game: str = "trial") -> str:
        found = history.load(office.store, game)[1]
        orders = found.title.form(found.position(), power)
        return "\n".join(map(str, orders[self._number % 2 :]))


# --- processes


def start(place: Path, step: Step) -> int:
    """Begin a command as a process of its own; its number."""
    pid = os.fork()
    if pid:
        return pid
    code = 99
    try:
        sys.stdin = TextIOWrapper(BytesIO(step.piped))
        sys.stdout = place.with_suffix(".said").open("a", encoding="utf-8")
        sys.stderr = place.with_suffix(".errors").open("a", encoding="utf-8")
        os.chdir(place)
        adjudicator([*step.words, "--now", f"{step.now:%Y-%m-%dT%H:%M:%SZ}"])
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 98
    finally:
        os._exit(code)


def put(place: Path, step: Step) -> None:
    """The files of a step, as a mail server puts them there."""
    for name, raw in step.files.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_bytes(raw)


def ended(pid: int) -> int:
    """How a process ended: its exit code, or less than 0 if it was killed."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def killed(pid: int, after: float) -> bool:
    """Kill a process after so many seconds; whether it was still at work."""
    sleep(after)
    os.kill(pid, signal.SIGKILL)
    code = ended(pid)
    assert code in (-signal.SIGKILL, 0, 1), code
    return code < 0


def main(folder: Path, seed: str, kills: int, *, together: bool) -> Counter[str]:
    """Play the days; how many commands were killed, by their names, and how often all was done."""
    letters = new_office(folder / "base")
    whole = folder / "whole"
    shutil.copytree(folder / "base", whole)
    steps: list[tuple[Step, float, int]] = []
    for step in Days(whole, letters).steps():
        put(whole, step)
        begun = monotonic()
        code = ended(start(whole, step))
        assert code in (0, 1), (step.words, code)
        steps.append((step, monotonic() - begun, code))
    rng = random.Random(seed)
    done: Counter[str] = Counter()
    while sum(done.values()) - done["runs"] < kills:
        done["runs"] += 1
        place = folder / str(done["runs"])
        shutil.copytree(folder / "base", place)
        for step, seconds, code in steps:
            put(place, step)
            while rng.random() < 0.7 and sum(done.values()) - done["runs"] < kills:
                others = [start(place, step) for _ in range(2)] if together else []
                done[step.words[0]] += killed(start(place, step), rng.uniform(0, seconds))
                assert all(ended(other) in (0, 1) for other in others)
            assert ended(start(place, step)) == code, step.words
    return done


if __name__ == "__main__":
    done = main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), together=sys.argv[4] == "1")
    print(json.dumps(done))
