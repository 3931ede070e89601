"""Centers of Young Kingdoms: who takes and who frees them, what they are worth, who wins."""

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.orders import Seat
from adjudicator.simultaneous.game import counted
from adjudicator.simultaneous.position import Position
from adjudicator.turns.runner import Ran
from tests.boards import Texts
from tests.rules import rule
from tests.variants.young_kingdoms.cases import (
    CLOSED,
    Case,
    board,
    cases_of,
    holdings,
    options,
    orders,
    owners,
    power,
    units,
)
from tests.variants.young_kingdoms.test_map import BOARD
from tests.variants.young_kingdoms.test_title import at, events, play
from variants.young_kingdoms import VARIANT
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.state import CenterFreed, State
from variants.young_kingdoms.winter.centers import capture

FREE, REIGNS = Elric(), Elric(reigns=True)
THRONE = {"T49", "Y123", "Y127"}
"""The cases in which Elric takes it, and much follows before the Autumn ends."""


def autumns(key: str) -> dict[str, Case]:
    return {
        name: case
        for name, case in cases_of("M").items()
        if key in case and case["phase"].startswith("F") and name not in THRONE
    }


@pytest.mark.parametrize("name", autumns("centers_after"))
def test_the_cases(name: str) -> None:
    case = autumns("centers_after")[name]
    before = owners(case.get("centers"), board(case))
    after = capture(board(case), before, units(case["after"]), options(case))
    for code, centers in case["centers_after"].items():
        for center in centers:
            assert after[center] == power(code)


@pytest.mark.parametrize("name", autumns("winner"))
def test_who_has_won(name: str) -> None:
    case = autumns("winner")[name]
    after = capture(BOARD, owners(case["centers"]), units(case["after"]), options(case))
    assert (winner(after) or "none") == case["winner"]


def winner(centers: Mapping[str, Seat | None], elric: Elric = FREE) -> Seat | None:
    """Who has won when the year ends with these centers."""
    return VARIANT.solo(State(Position("F6480A", (), centers), Options(), elric=elric))


def taken(standing: Texts, owned: Texts, **chosen: Any) -> dict[str, list[str]]:
    """Who owns what after an Autumn, but for what is nobody's."""
    after = capture(BOARD, owners(owned), units(standing), Options(**chosen))
    found = holdings(after)
    del found["NEUTRAL"]
    return found


@rule("young_kingdoms", "35", "75", "105")
def test_who_stands_there_takes_it() -> None:
    """105: Elric for his ally; an empty center stays as it was."""
    standing = {"VLM": ["A BAK", "F PAN", "E NAD", "A RIG"], "DHJ": ["A/F SPS"]}
    assert taken(standing, {"DHJ": ["PAN", "DHA"]}) == {
        "DHJ": ["DHA"],
        "VLM": ["BAK", "NAD", "PAN"],
    }


@rule("young_kingdoms", "105")
def test_a_guest_leaves_the_center_to_his_host() -> None:
    for pieces in ({"VLM": ["E NAD"], "DHJ": ["A NAD"]}, {"DHJ": ["A NAD"], "VLM": ["E NAD"]}):
        assert taken(pieces, {"VLM": ["NAD"]}) == {"DHJ": ["NAD"]}


def test_elric_with_a_unit_of_his_ally() -> None:
    assert taken({"VLM": ["E NAD", "A NAD"]}, {}) == {"VLM": ["NAD"]}


def test_garrisons_take_nothing() -> None:
    standing = {"PUR": ["G FOE"], "NEUTRAL": ["G ORG"]}
    assert taken(standing, {"VLM": ["FOE", "ORG"]}) == {"VLM": ["FOE", "ORG"]}


@rule("young_kingdoms", "35")
def test_an_army_and_fleet_takes_its_harbour() -> None:
    assert taken({"PUR": ["A/F FOE"]}, {}) == {"PUR": ["FOE"]}


@rule("young_kingdoms", "45", "75", "YK 5")
def test_what_the_dragon_frees() -> None:
    """45: not what is Melnibone's, except by the option where no unit of it stands beside."""
    standing = {"MEL": ["D PAN"]}
    assert taken(standing, {"DHJ": ["PAN"]}) == {}
    assert taken(standing, {"MEL": ["PAN"]}) == {"MEL": ["PAN"]}
    assert taken(standing, {"MEL": ["PAN"]}, dragon_frees_own=True) == {}
    beside = {"MEL": ["D PAN", "F PAN"]}
    for freeing in (False, True):
        assert taken(beside, {"DHJ": ["PAN"]}, dragon_frees_own=freeing) == {"MEL": ["PAN"]}


@rule("young_kingdoms", "43", "74", "75", "YK 4")
def test_chaos_frees_any() -> None:
    """74; and what Elric beside it would have taken."""
    assert taken({"DHJ": ["C DHA", "C BAK"]}, {"DHJ": ["DHA"], "VLM": ["BAK"]}) == {}
    assert taken({"DHJ": ["C BAK", "E BAK"]}, {}) == {}


@rule("young_kingdoms", "47")
def test_the_closed_board_has_no_throne() -> None:
    after = capture(CLOSED, owners({"MEL": ["IMR"], "VLM": ["TAN"]}), (), Options())
    assert "IMR" not in after
    assert "TAN" not in after


@rule("young_kingdoms", "39", "YK 2")
def test_what_centers_are_worth() -> None:
    """39: a double center two, whoever holds it."""
    assert counted(BOARD, owners({"VLM": ["HRO", "FOE"], "PUR": ["MEN"]})) == {
        "VLM": 3,
        "PUR": 1,
    }


@rule("young_kingdoms", "38", "YK 2", "YK 6")
def test_fewer_win_once_elric_reigns() -> None:
    """38: 18 in all, 16 on the closed board; FOE is two."""
    seventeen = [center for center in sorted(BOARD.centers) if center not in ("FOE", "IMR", "TAN")]
    fourteen, fifteen = [*seventeen[:14], "FOE"], [*seventeen[:16], "FOE"]
    assert winner(owners({"VLM": fourteen})) is None
    assert winner(owners({"VLM": fourteen}, CLOSED), REIGNS) == "VLM"
    assert winner(owners({"VLM": seventeen[:15]}, CLOSED), REIGNS) is None
    assert winner(owners({"VLM": fifteen})) == "VLM"


def freed(ran: Ran) -> list[CenterFreed]:
    return [event for event in events(ran) if isinstance(event, CenterFreed)]


@rule("young_kingdoms", "75")
def test_who_loses_a_center_to_nobody_is_told_when_centers_change_hands() -> None:
    """Once for each: not for one that was nobody's, in Spring, or before retreats are done."""
    standing = {"MEL": ["D BAK"], "DHJ": ["C DHA", "C TAR"], "SHZ": ["A JAD"], "VLM": ["F PYA"]}
    owned = {"VLM": ["BAK", "JAD"], "DHJ": ["DHA"]}
    assert freed(play(at("S6480M", standing, owned), {})) == []
    ran = play(at("F6480M", standing, owned), {})
    assert {(one.center, one.owner, str(one.by)) for one in freed(ran)} == {
        ("BAK", "VLM", "D BAK"),
        ("DHA", "DHJ", "C DHA"),
    }
    assert ran.state.position.phase == "F6480A"
    assert freed(play(ran.state, {})) == []


@rule("young_kingdoms", "75")
def test_centers_are_freed_when_the_autumn_s_retreats_are_done() -> None:
    standing = {"MEL": ["D RIG"], "VLM": ["A BAK"]}
    ran = play(at("F6480M", standing, {"VLM": ["BAK"]}), orders({"MEL": ["D RIG - BAK FIRST"]}))
    assert ran.state.position.phase == "F6480R"
    assert freed(ran) == []
    (one,) = freed(play(ran.state, {}))
    assert (one.center, one.owner, str(one.by)) == ("BAK", "VLM", "D BAK")
