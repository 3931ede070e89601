"""What all tests share: the data that lies beside the repository, and the size of a long run."""

import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import variants
from tests.mail.servers import Desk, Serve, Server
from tests.missing import MARK, missing

# Ruins, a title that lives with the tests, is found like any other; `names` is cached.
variants.__path__.append(str(Path(__file__).parent / "titles"))

SHARED = Path(__file__).parents[2] / "shared" / "data"

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--positions",
        type=int,
        default=0,
        metavar="N",
        help="compare the engine with the reference on N generated positions",
    )
    parser.addoption(
        "--stops",
        type=int,
        default=0,
        metavar="N",
        help="stop a game in N ways, and kill its office at N moments",
    )
    parser.addoption(
        "--kills",
        type=int,
        default=0,
        metavar="N",
        help="kill N commands of an office at random moments",
    )
    parser.addoption(
        "--games",
        type=int,
        default=0,
        metavar="N",
        help="let bots play N games to the end, or through ten years, on all cores",
    )

    parser.addoption(
        "--corpus",
        type=int,
        default=0,
        metavar="N",
        help="put orders into every mail of the corpus, and into N replies of mail programs",
    )


@pytest.fixture(scope="session")
def shared_data() -> Callable[[str], Path]:
    """Where a file of the shared data is; without it the test is skipped, in CI it fails."""

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.is_file():
            missing(f"the shared data file {name}", f"looked for {path}")
        return path

    return find


@pytest.fixture(scope="session")
def corpus(shared_data: Callable[[str], Path]) -> dict[str, bytes]:
    """The corpus of real and hostile mail: its files by folder and name. They are of several kinds:
    see its ORIGINS.md."""
    with tarfile.open(shared_data("mail_corpus.tar.gz")) as archive:
        files = [member for member in archive.getmembers() if member.isfile()]
        found = {file.name.removeprefix("./"): archive.extractfile(file) for file in files}
        return {name: file.read() for name, file in found.items() if file and "/" in name}


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts SMTP servers, and ends them after the test."""
    servers: list[Server] = []

    def start(**options: Any) -> Server:
        servers.append(Server(Desk(), **options))
        servers[-1].start()
        servers[-1].callers.clear()  # the controller called to see whether it answers
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for what in ("shared data", "Dovecot", "Postfix"):
        if count := sum(what in reason and MARK in reason for reason in skipped):
            line = f"{count} tests were skipped: {what} {MARK}"
            terminalreporter.write_line(line, red=True)
