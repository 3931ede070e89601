"""What a test needs that a machine may not have: without it the test is skipped, in CI it fails."""

import os
from typing import NoReturn

import pytest

MARK = "is MISSING"


def missing(what: str, why: str = "") -> NoReturn:
    """Skip the test that needs this, or fail it."""
    message = f"{what} {MARK}{f' ({why})' if why else ''}"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
