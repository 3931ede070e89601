"""What all tests share: the data that lies beside the repository, and the size of a long run."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

import variants

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
        "--games",
        type=int,
        default=0,
        metavar="N",
        help="let bots play N games to the end, or through ten years, on all cores",
    )


@pytest.fixture(scope="session")
def shared_data() -> Callable[[str], Path]:
    """Where a file of the shared data is; without it the test is skipped, in CI it fails."""

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.is_file():
            message = f"the shared data file {name} is MISSING (looked for {path})"
            if os.environ.get("CI") == "true":
                pytest.fail(message)
            pytest.skip(message)
        return path

    return find


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    missing = sum("shared data" in reason for reason in skipped)
    if missing:
        line = f"{missing} tests were skipped: the shared data is MISSING"
        terminalreporter.write_line(line, red=True)
