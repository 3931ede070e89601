"""Elric outside the battles: where he hides, who finds him, who is out of the game."""

from collections.abc import Sequence

import pytest

from adjudicator.events import Told
from adjudicator.simultaneous.position import Position
from adjudicator.turns.turn import Seeds, Shuffled, Turn
from tests.boards import Texts
from tests.rules import rule
from tests.variants.young_kingdoms.cases import (
    NEUTRAL,
    Case,
    cases_of,
    dislodged,
    options,
    owners,
    units,
)
from variants.young_kingdoms import story
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import Order
from variants.young_kingdoms.state import BOARD, ElricFound, ElricHid, ElricMovedOn, Event

NEUTRALS = (
    *("ARG", "BAK", "DOR", "FIL", "JHA", "KRL", "MYR"),
    *("NAD", "ORG", "PIK", "RLI", "SOR", "TAN", "TAR"),
)

Turning = Turn[Order, Event]


def turn(seed: int = 1) -> Turning:
    sealed = seed.to_bytes(32, "big")
    return Turn("S6480M", {}, seeds=Seeds(bytes(32), sealed))


def at(texts: Texts, centers: Texts | None = None) -> Position:
    return Position("S6480M", units(texts), owners(centers))


def draws(ran: Turning) -> list[tuple[str, ...]]:
    """The places of each draw."""
    return [draw.cards for draw in ran.draws if isinstance(draw, Shuffled)]


def ended(
    texts: Texts, elric: Elric, options: Options | None = None, centers: Texts | None = None
) -> tuple[Elric, Turning]:
    ran = turn()
    return story.end_of_season(BOARD, at(texts, centers), elric, options or Options(), ran), ran


# --- where he hides (67, 70)


@rule("young_kingdoms", "46", "67", "YK 6")
def test_the_places_are_the_centers_that_were_nobodys() -> None:
    assert story.neutral_centers(BOARD) == NEUTRALS


@rule("young_kingdoms", "67", "YK 6")
def test_he_hides_at_the_start_and_the_gm_alone_is_told() -> None:
    ran = turn()
    opening = at({NEUTRAL: ["G ORG", "G TAN"], "DHJ": ["A DHA"]})
    elric = story.first_hiding(BOARD, opening, Options(), ran)
    assert draws(ran) == [NEUTRALS]
    assert elric == Elric(hidden=ran.draws[0].shuffled[0])  # type: ignore[union-attr]
    assert ran.told == (Told("gm", ElricHid(elric.hidden)),)


@rule("young_kingdoms", "67")
def test_every_place_is_drawn_and_the_same_seed_draws_the_same() -> None:
    hidden = [
        story.first_hiding(BOARD, at({}), Options(), turn(seed)).hidden
        for seed in [*range(200), *range(200)]
    ]
    assert hidden[:200] == hidden[200:]
    assert set(hidden) == set(NEUTRALS)


@rule("young_kingdoms", "67")
def test_tanelorn_is_in_no_draw_by_the_option() -> None:
    without = story.hiding_places(BOARD, at({}), Options(hide_in_tanelorn=False))
    assert without == tuple(place for place in NEUTRALS if place != "TAN")


@pytest.mark.parametrize("kind", ["A", "C", "D", "A/F"])
@rule("young_kingdoms", "70")
def test_he_does_not_go_where_a_piece_would_find_him_at_once(kind: str) -> None:
    power = "MEL" if kind == "D" else "PUR"
    places = story.hiding_places(BOARD, at({power: [f"{kind} TAR"]}), Options(), "NAD")
    assert places == tuple(place for place in NEUTRALS if place not in ("TAR", "NAD"))


@rule("young_kingdoms", "70")
def test_a_garrison_is_no_hindrance() -> None:
    assert "ORG" in story.hiding_places(BOARD, at({NEUTRAL: ["G ORG"]}), Options(), "NAD")


@rule("young_kingdoms", "70")
def test_where_somebody_is_everywhere_he_goes_anywhere_else() -> None:
    crowd = {"VLM": [f"A {place}" for place in NEUTRALS]}
    places = story.hiding_places(BOARD, at(crowd), Options(), "NAD")
    assert places == tuple(place for place in NEUTRALS if place != "NAD")


@rule("young_kingdoms", "46", "70", "YK 6")
def test_an_owned_center_hides_him_but_from_melnibone() -> None:
    position = at({}, {"DHJ": ["JHA", "MYR"]})
    assert "JHA" in story.hiding_places(BOARD, position, Options(), "NAD")
    places = story.hiding_places(BOARD, position, Options(), "NAD", flees_melnibone=True)
    assert places == tuple(place for place in NEUTRALS if place not in ("JHA", "MYR", "NAD"))


@rule("young_kingdoms", "70")
def test_the_conditions_are_dropped_one_by_one() -> None:
    """Every center that nobody owns is occupied: then one that is owned, and not occupied."""
    position = at({"VLM": ["A BAK", "A KRL"]}, {"DHJ": [p for p in NEUTRALS if p != "KRL"]})
    places = story.hiding_places(BOARD, position, Options(), "NAD", flees_melnibone=True)
    assert places == tuple(place for place in NEUTRALS if place not in ("BAK", "KRL", "NAD"))


DRAWN = {name: case for name, case in cases_of("M").items() if "draw" in case}


def left_from(case: Case) -> str:
    """The space that Elric leaves in the case: dislodged, found, or renounced."""
    for gone in case["dislodged"]:
        if gone["fate"] == "vanishes":
            return str(gone["unit"].split()[-1])
    if hidden := case.get("elric", {}).get("hidden"):
        return str(hidden)
    return next(u.place for u in units(case["units"]) if u.kind == "E")


@pytest.mark.parametrize("case", DRAWN.values(), ids=DRAWN)
@rule("young_kingdoms", "70")
def test_the_places_of_the_cases(case: Case) -> None:
    position = Position(case["phase"], units(case["after"]), owners(case.get("centers")))
    leaving = left_from(case)
    flees = story.finder_in(position.units, leaving) == "MEL" and "hidden" in case.get("elric", {})
    places = story.hiding_places(BOARD, position, options(case), leaving, flees)
    assert list(places) == case["draw"]


# --- who finds him (68, 69)


@pytest.mark.parametrize(
    ("texts", "finder"),
    [
        ({"VLM": ["A NAD"]}, "VLM"),
        ({"VLM": ["F NAD"]}, "VLM"),
        ({"DHJ": ["C NAD"]}, "DHJ"),
        ({"VLM": ["A BAK"], NEUTRAL: ["G ORG"]}, None),
    ],
)
@rule("young_kingdoms", "68")
def test_a_piece_in_his_center_finds_him(texts: Texts, finder: str | None) -> None:
    elric, ran = ended(texts, Elric(hidden="NAD"))
    assert elric == Elric(hidden="NAD", finder=finder)
    assert ran.told == ((Told("all", ElricFound(finder, "NAD")),) if finder else ())


@rule("young_kingdoms", "68", "104")
def test_a_garrison_does_not_find_him() -> None:
    assert ended({NEUTRAL: ["G ORG"]}, Elric(hidden="ORG"))[0] == Elric(hidden="ORG")
    assert story.finder_in(units({"PUR": ["G FOE"]}), "FOE") is None


@rule("young_kingdoms", "68")
def test_an_army_and_fleet_in_harbour_is_a_piece_like_any() -> None:
    """No double center was nobody's, so nobody ever finds him so; but the rule says it (68)."""
    assert story.finder_in(units({"PUR": ["A/F FOE", "G FOE"]}), "FOE") == "PUR"


@rule("young_kingdoms", "69")
def test_the_find_may_be_the_finders_secret() -> None:
    ran = ended({"VLM": ["A NAD"]}, Elric(hidden="NAD"), Options(elric_secret=True))[1]
    assert ran.told == (Told(frozenset({"VLM"}), ElricFound("VLM", "NAD")),)


@rule("young_kingdoms", "69")
def test_the_right_to_enlist_lapses_and_is_won_anew() -> None:
    found = Elric(hidden="NAD", finder="VLM")
    assert story.without_finder(found) == Elric(hidden="NAD")
    assert ended({}, story.without_finder(found))[0] == Elric(hidden="NAD")
    assert ended({"DHJ": ["A NAD"]}, found)[0] == Elric(hidden="NAD", finder="DHJ")
    for elric in (Elric(left="NAD"), Elric(reigns=True)):
        assert story.without_finder(elric) == elric


@rule("young_kingdoms", "46", "68", "YK 6")
def test_melnibone_makes_him_move_on() -> None:
    elric, ran = ended({"MEL": ["D NAD"]}, Elric(hidden="NAD"))
    assert elric == Elric(hidden=elric.hidden)
    assert elric.hidden != "NAD"
    assert ran.told == (
        Told("all", ElricMovedOn("MEL", "NAD")),
        Told("gm", ElricHid(elric.hidden)),
    )


def test_melnibones_find_may_be_its_secret() -> None:
    ran = ended({"MEL": ["F NAD"]}, Elric(hidden="NAD"), Options(elric_secret=True))[1]
    assert ran.told[0] == Told(frozenset({"MEL"}), ElricMovedOn("MEL", "NAD"))


@rule("young_kingdoms", "68")
def test_he_is_looked_for_once_more_where_he_moved_on_to() -> None:
    """Someone stands in every other center; he is found there, in the same season."""
    crowd = {"MEL": ["D NAD"], "VLM": [f"A {place}" for place in NEUTRALS if place != "NAD"]}
    elric, ran = ended(crowd, Elric(hidden="NAD"))
    assert elric == Elric(hidden=elric.hidden, finder="VLM")
    assert ran.told[-1] == Told("all", ElricFound("VLM", elric.hidden))


@rule("young_kingdoms", "68")
def test_but_he_moves_on_only_once() -> None:
    crowd = {"MEL": ["D NAD", *(f"A {place}" for place in NEUTRALS if place != "NAD")]}
    elric, ran = ended(crowd, Elric(hidden="NAD"))
    assert elric == Elric(hidden=elric.hidden)
    assert elric.hidden != "NAD"
    assert len(ran.draws) == 1


@rule("young_kingdoms", "70")
def test_who_left_hides_again_and_may_be_found_at_once() -> None:
    elric, ran = ended({"VLM": ["A NAD"]}, Elric(left="BAK"))
    assert draws(ran) == [tuple(place for place in NEUTRALS if place not in ("BAK", "NAD"))]
    assert elric == Elric(hidden=elric.hidden)
    crowd = {"VLM": [f"A {place}" for place in NEUTRALS]}
    assert ended(crowd, Elric(left="BAK"))[0].finder == "VLM"


def test_who_left_and_met_melnibone_is_drawn_for_twice() -> None:
    crowd = {"MEL": [f"F {place}" for place in NEUTRALS]}
    ran = ended(crowd, Elric(left="SPS"))[1]
    assert [len(places) for places in draws(ran)] == [14, 13]


@pytest.mark.parametrize("elric", [Elric(), Elric(reigns=True)])
def test_an_ally_and_a_king_are_not_looked_for(elric: Elric) -> None:
    after, ran = ended({"VLM": ["A NAD"]}, elric)
    assert after == elric
    assert (ran.told, ran.draws) == ((), ())


# --- who is in the game (78)


@pytest.mark.parametrize(
    ("texts", "centers", "powers"),
    [
        ({"MEL": ["D DRW"]}, {}, ["MEL"]),
        ({"SHZ": ["E MYR"]}, {}, ["SHZ"]),
        ({"DHJ": ["C SIL"]}, {}, ["DHJ"]),
        ({"PUR": ["G FOE"]}, {}, []),
        ({"PUR": ["G FOE"]}, {"PUR": ["FOE"]}, ["PUR"]),
        ({}, {"OIY": ["YU"]}, ["OIY"]),
    ],
)
@rule("young_kingdoms", "78")
def test_a_center_or_a_piece_keeps_a_power_in(
    texts: Texts, centers: Texts, powers: Sequence[str]
) -> None:
    assert story.in_the_game(at(texts, centers)) == set(powers)


@rule("young_kingdoms", "78")
def test_a_dislodged_piece_that_may_retreat_keeps_it_in() -> None:
    position = Position("S6480R", (), owners({}), (dislodged("DHJ A GRO", retreats=["DHA"]),))
    assert story.in_the_game(position) == {"DHJ"}


@rule("young_kingdoms", "63")
def test_the_garrison_of_a_power_that_is_out_is_nobodys() -> None:
    position = at({"PUR": ["G FOE"], "VLM": ["A HRO"]}, {})
    after = story.without_the_lost(position, story.in_the_game(position))
    assert set(after.units) == set(units({NEUTRAL: ["G FOE"], "VLM": ["A HRO"]}))
