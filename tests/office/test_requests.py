"""What a player may write besides orders."""

import pytest

from adjudicator.office.requests import Confirm, Resign, requests_in
from mail.letters import Line


@pytest.mark.parametrize(
    ("text", "resigns"),
    [
        ("resign", True),
        ("I resign", True),
        ("  i RESIGN.  ", True),
        ("We resign!", True),
        ("I hereby resign", True),
        ("I resign from this game.", True),
        ("resign the game", True),
        ("I will never resign", False),
        ("I want to resign", False),  # no more than a wish
        ("I resign myself to it", False),
        ("> I resign", False),
    ],
)
def test_a_player_resigns(text: str, resigns: bool) -> None:
    line = Line(1, text, "text", 0)
    assert requests_in([line]) == (((Resign(),), ()) if resigns else ((), (line,)))


def test_a_quoted_resignation_is_none() -> None:
    line = Line(1, "I resign", "quoted", 1)
    assert requests_in([line]) == ((), (line,))


def test_what_is_certain_to_be_an_answer_is_no_request() -> None:
    line = Line(1, "yes // as I said", "text", 0)
    assert requests_in([line], lambda text: text == "yes") == ((), (line,))
    assert requests_in([line], lambda text: text == "no") == ((Confirm(),), ())
