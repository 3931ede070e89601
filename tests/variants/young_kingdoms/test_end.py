"""How a game of Young Kingdoms ends: Elric's throne, victory, agreement."""

from typing import Any

import pytest

from adjudicator.events import Told
from adjudicator.simultaneous.game import Ending, GameEnded, PhaseResolved
from adjudicator.turns.turn import Turn
from tests.rules import rule
from tests.variants.young_kingdoms.cases import NEUTRAL, orders, owners, sheets, texts
from tests.variants.young_kingdoms.test_title import STORIES, at, events, play, state_of
from variants.young_kingdoms import VARIANT
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.state import CLOSED_BOARD, ElricReigns, board_of

# --- the throne (47)


@rule("young_kingdoms", "47", "107", "YK 6")
def test_the_throne_closes_the_board() -> None:
    standing = {
        "VLM": ["F DRN", "E DRN", "F DRE"], "MEL": ["F IMR", "G IMR", "F PAN", "D SPS"],
        "SHZ": ["A TAN"], NEUTRAL: ["G ORG"],
    }  # fmt: skip
    owned = {"VLM": ["HRO", "JAD", "PYA"], "MEL": ["IMR", "PAN"], "SHZ": ["AFL", "TAN"]}
    taken = orders({"VLM": ["F DRN - IMR", "E DRN - IMR", "F DRE S F DRN - IMR"]})
    ran = play(at("S6480M", standing, owned), taken)
    state = ran.state
    resolved, *rest = events(ran)
    assert isinstance(resolved, PhaseResolved)
    assert resolved.eliminated == ("MEL",)
    assert rest == [ElricReigns("VLM")]
    assert state.elric == Elric(reigns=True)
    assert state.position.phase == "S6480R"
    assert VARIANT.voters(state) == {"VLM", "SHZ"}
    assert set(state.position.centers) == CLOSED_BOARD.centers
    assert state.position.centers["PAN"] is None
    after = play(state, orders({"VLM": ["F IMR R DRN"], "SHZ": ["A TAN R RIG"]})).state
    assert after.position.phase == "F6480M"
    assert texts(after.position.units) == {
        "VLM": ["F DRE", "F DRN"], "SHZ": ["A RIG"], NEUTRAL: ["G ORG"]
    }  # fmt: skip
    assert board_of(after) is CLOSED_BOARD
    assert set(after.position.centers) == CLOSED_BOARD.centers
    autumn = play(after, {}).state
    assert set(autumn.position.centers) == CLOSED_BOARD.centers
    assert autumn.chart[-1].centers == {"VLM": 3, "SHZ": 1}


@rule("young_kingdoms", "47", "107")
def test_retreats_from_the_throne_in_autumn_close_the_board_too() -> None:
    standing = {"VLM": ["F DRN", "E DRN"], "SHZ": ["A TAN"]}
    state = at("F6480M", standing, {"VLM": ["PYA"], "SHZ": ["TAN"], "MEL": ["IMR"]})
    ran = play(state, orders({"VLM": ["F DRN - IMR", "E DRN - IMR"]}))
    after = play(ran.state, orders({"VLM": ["F IMR R DRE"], "SHZ": ["A TAN R BAK"]})).state
    assert set(after.position.centers) == CLOSED_BOARD.centers
    assert after.chart[-1].centers == {"VLM": 1, "SHZ": 1}
    assert after.position.centers["BAK"] == "SHZ"


# --- the end


@rule("young_kingdoms", "38")
def test_winning_is_told() -> None:
    case = STORIES["Y129"]
    ran = play(state_of(case), sheets(case))
    assert ran.told[-1] == Told("all", GameEnded(Ending("solo", ("PUR",))))
    assert VARIANT.phase(ran.state) is None


@rule("young_kingdoms", "38", "YK 2")
def test_an_autumn_is_won_once_its_retreats_are_done() -> None:
    owned = {"VLM": [center for center in sorted(owners()) if center not in ("FOE", "IMR")][:18]}
    state = at("F6485M", {"VLM": ["A VIL", "A PYA"], "DHJ": ["A NAD"]}, owned)
    ran = play(state, orders({"VLM": ["A VIL - NAD", "A PYA S A VIL - NAD"]}))
    assert ran.state.position.phase == "F6485R"
    assert ran.state.ended is None
    assert play(ran.state, {}).state.ended == Ending("solo", ("VLM",))


@rule("young_kingdoms", "38", "YK 6")
def test_sixteen_win_in_a_later_autumn_not_in_spring() -> None:
    owned = {"VLM": [c for c in sorted(CLOSED_BOARD.centers) if c != "FOE"][:16]}
    spring = play(at("S6485M", {"VLM": ["A VIL"]}, owned, elric=Elric(reigns=True)), {})
    assert spring.state.ended is None
    assert play(spring.state, {}).state.ended == Ending("solo", ("VLM",))


@pytest.mark.parametrize(("number", "ends"), [(16, False), (17, False), (18, True)])
@rule("young_kingdoms", "38", "YK 2")
def test_eighteen_win_before(number: int, ends: bool) -> None:
    single = [center for center in sorted(owners()) if center not in ("FOE", "IMR")]
    state = at("F6485M", {"VLM": ["A VIL"]}, {"VLM": single[:number]})
    assert (play(state, {}).state.ended is not None) is ends


def test_an_end_by_agreement() -> None:
    state = at("S6485M", {"MEL": ["D DRW"], "SHZ": ["E MYR"]}, {"VLM": ["PYA"]})
    ran: Turn[Any, Any] = Turn("", {})
    with pytest.raises(ValueError, match="DHJ cannot share"):
        VARIANT.agree(state, ["DHJ"], ran)
    assert VARIANT.agree(state, ["MEL", "SHZ"], ran).ended == Ending("draw", ("MEL", "SHZ"))
