"""Work at an office, done by processes that are killed at each of its commit points.

``python -m tests.office.killing FOLDER WORK NOW`` does the work in copies of ``FOLDER/office``, one
copy a point, each by a process of its own, which kills itself there; in the last nothing is killed.
"""

import imaplib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from adjudicator.office import commands, correcting, intake, sending, verifying
from adjudicator.office.folder import Office, make_office
from adjudicator.office.store import Store
from mail.transports import EmlFolder, Refused
from tests.office.desk import DUE, begin, out

ROOT = Path(__file__).parents[2]
COUNTED: dict[type, tuple[str, ...]] = {
    Store: (
        "keep_letters", "commit", "add_once", "outbox", "mark_sent", "mark_failed", "set_note",
    ),
    EmlFolder: ("send", "settle"),
    imaplib.IMAP4: ("_simple_command",),
}  # fmt: skip
"""What is counted, before and after each: commits, mails handed over, and commands to a server."""


def _counted(function: Any, moment: Callable[[], None]) -> Any:
    def call(*args: Any, **named: Any) -> Any:
        moment()
        result = function(*args, **named)
        moment()
        return result

    return call


def receive(office: Office, place: Path, now: datetime) -> None:
    """Take in the letters of the folder, and tick."""
    raws = [path.read_bytes() for path in sorted(place.glob("*.letter"))]
    commands.receive(office, raws, now)
    commands.tick(office, now)


def process(office: Office, _: Path, now: datetime) -> None:
    """Run the first phase early."""
    commands.process(office, "trial", "S1901M", now)
    sending.send(office, now)


def correct(office: Office, _: Path, now: datetime) -> None:
    """Run the first phase anew, with another order."""
    correcting.correct(office, "trial", "S1901M", {"ITALY": "A VEN - TYR"}, now)
    sending.send(office, now)


def fail(*_: object) -> str:
    """In the place of what reads a letter."""
    raise ZeroDivisionError("a fault of the program's")


def failing(office: Office, place: Path, now: datetime) -> None:
    """Take in letters on which the program fails."""
    intake._Handling.done = fail  # type: ignore[method-assign]
    receive(office, place, now)


class Refusing(EmlFolder):
    """A way to send that refuses all mail to Austria for good."""

    def send(self, name: str, to: str, raw: bytes, sender: str) -> None:
        if to.startswith("austria@"):
            raise Refused("no such user", for_good=True)
        super().send(name, to, raw, sender)


def refusing(office: Office, place: Path, now: datetime) -> None:
    """Take in letters, and send their answers by a server that refuses them."""
    sending.EmlFolder = Refusing  # type: ignore[misc]
    receive(office, place, now)


WORKS = {work.__name__: work for work in (receive, process, correct, failing, refusing)}


def main(folder: Path, work: str, now: datetime) -> None:
    """Do the work, killed at its first commit point, at its second, and so on."""
    for point in count(1):
        place = folder / str(point)
        shutil.copytree(folder / "office", place)
        config = (place / "office.yaml").read_text(encoding="utf-8")
        own = config.replace("user: games1,", f"user: games{point},")  # a mailbox of its own
        (place / "office.yaml").write_text(own, encoding="utf-8")
        pid = os.fork()
        if not pid:
            left = point

            def moment() -> None:
                nonlocal left
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

            for kind, names in COUNTED.items():
                for name in names:
                    setattr(kind, name, _counted(getattr(kind, name), moment))
            with Office(place) as office:
                WORKS[work](office, folder, now)
            os._exit(0)
        status = os.waitpid(pid, 0)[1]
        if not status:
            return
        assert os.WIFSIGNALED(status), "the work failed"
        assert os.WTERMSIG(status) == signal.SIGKILL


def new_office(folder: Path) -> Office:
    """An office with a game, the same every time."""
    make_office(folder / "office")
    (folder / "office" / "secret").write_bytes(b"the same every time")
    office = Office(folder / "office")
    begin(office)
    return office


def killed_everywhere(
    office: Office, work: str, finish: Callable[[Office], None], now: datetime = DUE
) -> int:
    """Kill the work before and after each of its commits, hand-overs and marks, then `finish`; how
    many times it was killed. What is left in the end must always be the same."""
    office.store.close()
    folder = office.folder.parent
    command = [sys.executable, "-m", "tests.office.killing", folder, work, now.isoformat()]
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    places = [path for path in folder.iterdir() if path.name.isdigit()]
    outcomes = []
    for place in places:
        with Office(place) as left:
            finish(left)
            # When the dead one's lease is over:
            sending.send(left, now + timedelta(minutes=11))
            assert verifying.verify(left) == []
            assert left.store.letters_waiting() == ()
            assert left.store.outbox(now + timedelta(hours=1)) == ()
            mails = {path.name: path.read_bytes() for path in out(left).glob("*.eml")}
            outcomes.append((mails, left.store.quarantine(), left.store.entries("trial")))
    assert all(one == outcomes[0] for one in outcomes)
    return len(places) - 1


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], datetime.fromisoformat(sys.argv[3]))
