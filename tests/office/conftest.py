from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.office.folder import Office, make_office
from tests.office.desk import begin


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    """An office with the game ``trial`` begun, its welcomes sent."""
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as opened:
        begin(opened)
        yield opened
