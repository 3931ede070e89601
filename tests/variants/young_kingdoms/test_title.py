"""Young Kingdoms as a title: its start, its calendar, and what goes on from phase to phase."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.events import Told
from adjudicator.orders import Seat, Sheet
from adjudicator.simultaneous.game import Ending
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.position import Position
from adjudicator.turns.runner import Ran, run
from adjudicator.turns.turn import BEGINNING, Seeds, Shuffled, Turn
from adjudicator.variant import Variant
from tests.boards import Texts
from tests.rules import rule
from tests.variants.young_kingdoms.cases import (
    NEUTRAL,
    Case,
    cases,
    elric,
    options,
    orders,
    owners,
    position,
    sheets,
    texts,
    units,
)
from variants.young_kingdoms import VARIANT
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import Order
from variants.young_kingdoms.state import (
    CLOSED_BOARD,
    ElricFound,
    ElricHid,
    ElricLeft,
    ElricMovedOn,
    ElricReigns,
    State,
    board_of,
)

POWERS = ("MEL", "SHZ", "DHJ", "VLM", "PUR", "LOR", "OIY")


def play(state: State, given: Mapping[Seat, Sequence[Order]], seed: int = 1) -> Ran:
    """A phase, run twice as the house does."""
    phase = state.position.phase
    ran = run(
        lambda turn: VARIANT.run(state, turn),
        state,
        State,
        lambda: Turn(
            phase,
            {seat: Sheet(seat, phase, tuple(sheet)) for seat, sheet in given.items()},
            seats=POWERS,
            seeds=Seeds(bytes(32), seed.to_bytes(32, "big")),
        ),
    )
    assert isinstance(ran, Ran)
    return ran


def started(seed: int = 1, choices: Options | None = None) -> Ran:
    ran = run(
        lambda turn: VARIANT.start(choices or Options(), POWERS, turn),
        None,
        State,
        lambda: Turn(
            BEGINNING, {}, seats=POWERS, seeds=Seeds(bytes(32), seed.to_bytes(32, "big")),
            reactions="none",
        ),
    )  # fmt: skip
    assert isinstance(ran, Ran)
    return ran


def at(phase: str, standing: Texts, owned: Texts | None = None, **more: Any) -> State:
    """A game that has come to this position."""
    story = more.pop("elric", Elric())
    board = CLOSED_BOARD if story.reigns else None
    centers = owners(owned, board) if board else owners(owned)
    return State(Position(phase, units(standing), centers), Options(**more), elric=story)


def events(ran: Ran) -> list[Any]:
    return [told.event for told in ran.told]


# --- a title


def test_it_is_a_variant() -> None:
    """All that the protocol asks for is there."""
    asked = {name for name in vars(Variant) if not name.startswith("_")}
    assert asked
    assert not [name for name in asked | set(Variant.__annotations__) if not hasattr(VARIANT, name)]


@rule("young_kingdoms", "37", "63", "YK 1", "YK 3", "YK 9")
def test_the_opening() -> None:
    state = started().state
    assert texts(state.position.units) == {
        "MEL": ["A/F IMR", "D CAV", "G IMR"],
        "SHZ": ["A AFL", "F NIH", "F SHA"],
        "DHJ": ["A DHA", "F GRO", "F PAN"],
        "VLM": ["A JAD", "F HRO", "F PYA"],
        "PUR": ["A/F FOE", "F MEN", "G FOE"],
        "LOR": ["A IOS", "F RAM", "F TRE"],
        "OIY": ["A YU", "F DHO", "F OIN"],
        NEUTRAL: ["G ORG", "G TAN"],
    }
    assert state.position.centers == owners()
    assert VARIANT.voters(state) == set(POWERS)
    assert [(end.year, end.centers) for end in state.chart] == [
        (6479, {"MEL": 2, "SHZ": 3, "DHJ": 3, "VLM": 3, "PUR": 3, "LOR": 3, "OIY": 3})
    ]


def test_seats() -> None:
    assert VARIANT.seats(Options()) == POWERS
    for seats in (POWERS[1:], (*POWERS, "MEL"), (*POWERS[1:], "NARNIA")):
        with pytest.raises(ValueError, match="the seats must be MEL, SHZ, "):
            VARIANT.start(Options(), seats, Turn(BEGINNING, {}, seeds=Seeds(bytes(32), bytes(32))))


@rule("young_kingdoms", "67", "YK 6")
def test_elric_hides_at_the_start_and_nobody_is_told() -> None:
    ran = started()
    place = ran.state.elric.hidden
    assert ran.told == (Told("gm", ElricHid(place)),)
    assert [type(draw) for draw in ran.draws] == [Shuffled]  # sealed until the game is over
    assert started().state == ran.state
    assert {started(seed).state.elric.hidden for seed in range(60)} > {place}
    without = [started(seed, Options(hide_in_tanelorn=False)) for seed in range(60)]
    assert "TAN" not in {one.state.elric.hidden for one in without}


# --- the calendar


@pytest.mark.parametrize(
    ("phase", "title"),
    [
        ("S6480M", "Spring 6480, movement"),
        ("F6480R", "Autumn 6480, retreats"),
        ("F6481A", "Autumn 6481, adjustments"),
    ],
)
@rule("young_kingdoms", "37", "YK 9")
def test_what_phases_are_called(phase: str, title: str) -> None:
    found = VARIANT.phase(at(phase, {"VLM": ["A NAD"]}))
    assert found is not None
    assert (found.id, found.kind, found.title) == (phase, phase[-1], title)


def test_what_can_be_sent_ahead() -> None:
    assert VARIANT.ahead(at("S6480M", {})) == {
        "S6480R": "Spring 6480, retreats",
        "F6480A": "Autumn 6480, adjustments",
    }


def test_who_has_a_choice() -> None:
    """A garrison has none, the Dragon and Elric have."""
    texts = {"MEL": ["D DRW"], "SHZ": ["E MYR"], "PUR": ["G FOE"], "DHJ": ["C SIL"]}
    phase = VARIANT.phase(at("S6480M", texts))
    assert phase is not None
    assert phase.due == {"MEL", "SHZ", "DHJ"}
    assert not phase.automatic


@pytest.mark.parametrize(
    ("texts", "owed"),
    [
        ({"PUR": ["G FOE"]}, {"PUR": 3}),  # two in the harbour, one in Menii
        ({"PUR": ["F FOE", "G FOE"]}, {"PUR": 2}),
        ({"PUR": ["A/F FOE", "F SER"], "VLM": ["A MEN"]}, {"VLM": -1}),
        ({"PUR": ["A FOE", "G FOE"], "VLM": ["A MEN"]}, {"PUR": 1, "VLM": -1}),
    ],
)
@rule("young_kingdoms", "32")
def test_how_much_is_owed(texts: Texts, owed: Mapping[Seat, int]) -> None:
    """Where others have built Chaos in all three lands."""
    barred = {"OIY": ["C MAR", "C WBO", "C NIH"]}
    lands = dict(zip(("OIY C MAR", "OIY C WBO", "OIY C NIH"), ("SIL", "SIG", "KEL"), strict=True))
    standing = units({**texts, **barred}, lands)
    state = State(Position("F6480A", standing, owners({"PUR": ["FOE", "MEN"]})), Options())
    found = VARIANT.owed(state)
    assert found.pop("OIY") == -3
    assert {seat: due for seat, due in found.items() if due} == owed


@rule("young_kingdoms", "41", "71", "YK 4")
def test_chaos_can_be_built_without_a_home() -> None:
    owned = {"DHJ": ["TAR", "BAK"]}
    phase = VARIANT.phase(at("F6480A", {"VLM": ["A NAD"]}, owned))
    assert phase is not None
    assert phase.due == {"DHJ", "VLM"}
    elric = at("F6480A", {"DHJ": ["E NAD"]}, owned)
    assert VARIANT.owed(elric)["DHJ"] == 0
    phase = VARIANT.phase(elric)
    assert phase is not None
    assert phase.automatic


# --- what lasts


def phases(state: State, number: int) -> State:
    """The game so many phases later, if nobody orders anything."""
    for _ in range(number):
        state = play(state, {}).state
    return state


@rule("young_kingdoms", "5")
def test_an_army_stays_aboard_as_long_as_it_likes() -> None:
    """There are modules in which it starves after three seasons."""
    before = at("S6480M", {"LOR": ["A/F SER", "F RAM"]}, {"LOR": ["IOS", "RAM", "TRE"]})
    after = phases(before, 8)
    assert after.position.phase == "S6484M"
    assert texts(after.position.units) == {"LOR": ["A/F SER", "F RAM"]}


@rule("young_kingdoms", "40")
def test_a_garrison_once_beaten_does_not_come_back() -> None:
    standing = {"VLM": ["A KRL", "A RIG"], NEUTRAL: ["G ORG", "G TAN"]}
    owned = {"VLM": ["HRO", "JAD"]}
    attack = orders({"VLM": ["A KRL - ORG", "A RIG S A KRL - ORG"]})
    beaten = play(at("S6480M", standing, owned), attack).state
    left = play(beaten, orders({"VLM": ["A ORG - TRO"]})).state
    assert left.position.phase == "S6481M"
    after = phases(left, 2)
    assert texts(after.position.units) == {"VLM": ["A RIG", "A TRO"], NEUTRAL: ["G TAN"]}


# --- the cases

STORIES = {
    case["id"]: case
    for case in cases()
    if {"draw", "found_by", "elric_after", "winner", "in_game", "out", "next"} & case.keys()
}


def state_of(case: Case) -> State:
    return State(position(case), options(case), elric=elric(case))


def season_of(case: Case) -> list[Ran]:
    """The phase of the case and, if any follow, its retreats, which nobody orders."""
    ran = [play(state_of(case), sheets(case))]
    following = ran[0].state
    if phase_code(following.position.phase).step == "R":
        ran.append(play(following, {}))
    return ran


@pytest.mark.parametrize("case", STORIES.values(), ids=STORIES)
def test_what_the_cases_tell_of_elric_and_the_end(case: Case) -> None:
    season = season_of(case)
    after: State = season[-1].state
    if "draw" in case:
        drawn = [draw for ran in season for draw in ran.draws if isinstance(draw, Shuffled)]
        assert [list(draw.cards) for draw in drawn] == [case["draw"]]
        assert after.elric.hidden == drawn[0].shuffled[0]
    if "found_by" in case:
        place = case["elric"]["hidden"]
        assert after.elric == Elric(hidden=place, finder=case["found_by"])
        found = ElricFound(case["found_by"], place)
        assert season[-1].told[-1 if after.ended is None else -2] == Told("all", found)
    if "elric_after" in case:
        assert after.elric == Elric(hidden=case["elric_after"]["hidden"])
    if "winner" in case:
        won = None if case["winner"] == "none" else Ending("solo", (case["winner"],))
        assert after.ended == won
    if "next" in case:
        assert after.position.phase == case["next"]
    assert set(case.get("in_game", ())) <= VARIANT.voters(after)
    assert not set(case.get("out", ())) & VARIANT.voters(after)


AUTUMNS = {
    case["id"]: case for case in cases() if case["phase"][-1] != "A" and "centers_after" in case
}


@pytest.mark.parametrize("case", AUTUMNS.values(), ids=AUTUMNS)
def test_the_owners_after_an_autumn(case: Case) -> None:
    after = season_of(case)[-1].state
    for owner, centers in case["centers_after"].items():
        found = {c for c, o in after.position.centers.items() if (o or NEUTRAL) == owner}
        open_still = board_of(after).centers
        assert {center for center in centers if center in open_still} <= found


THRONES = {case["id"]: case for case in cases() if "throne" in case}


@pytest.mark.parametrize("case", THRONES.values(), ids=THRONES)
@rule("young_kingdoms", "47", "72", "107", "YK 6")
def test_what_the_throne_changes(case: Case) -> None:
    throne = case["throne"]
    ran = play(state_of(case), sheets(case))
    after: State = ran.state
    resolution = events(ran)[0].resolution
    assert (after.elric, ElricReigns("VLM") in events(ran)) == (Elric(reigns=True), True)
    assert CLOSED_BOARD.victory_centers == int(throne["victory"])
    gone = {f"{unit.power} {unit}" for unit, why in resolution.removed if why == "throne"}
    assert set(throne["removed"]) <= gone
    standing = {f"{unit.power or NEUTRAL} {unit}" for unit in after.position.units}
    assert not {*throne["removed"], *throne.get("disbands", ())} & standing
    ways = {
        f"{case.unit.power} {case.unit}": sorted(way.to for way in case.retreats)
        for case in after.position.dislodged
    }
    assert ways.items() >= {unit: sorted(to) for unit, to in throne["retreats"].items()}.items()
    assert not [owner for owner in after.position.centers.values() if owner == "MEL"]


# --- Elric through the phases


@rule("young_kingdoms", "68", "69", "70", "105")
def test_found_enlisted_and_sent_away() -> None:
    """He is found in Spring, helps in Autumn, and is renounced a year later."""
    spring = play(
        at("S6480M", {"VLM": ["A VIL", "F PYA"]}, elric=Elric(hidden="NAD")),
        orders({"VLM": ["A VIL - NAD"]}),
    )
    assert events(spring)[1:] == [ElricFound("VLM", "NAD")]
    assert spring.state.elric == Elric(hidden="NAD", finder="VLM")
    autumn = play(spring.state, orders({"VLM": ["ENLIST ELRIC", "A NAD H", "E NAD - BAK"]}))
    assert autumn.state.elric == Elric()
    assert "E BAK" in texts(autumn.state.position.units)["VLM"]
    assert autumn.state.position.centers["BAK"] == "VLM"
    position = replace(autumn.state.position, phase="S6481M")
    gone = play(replace(autumn.state, position=position), orders({"VLM": ["RENOUNCE ELRIC"]}))
    told = events(gone)
    assert told[1] == ElricLeft("VLM", "BAK")
    assert told[2] == ElricHid(gone.state.elric.hidden)
    assert "BAK" not in gone.draws[0].cards  # type: ignore[union-attr]
    assert gone.state.position.centers["BAK"] == "VLM"  # what he took stays taken (105)


@rule("young_kingdoms", "69")
def test_who_does_not_enlist_him_loses_the_right() -> None:
    state = at("S6480M", {"VLM": ["A NAD"]}, elric=Elric(hidden="NAD", finder="VLM"))
    ran = play(state, orders({"VLM": ["A NAD - BAK"]}))
    assert ran.state.elric == Elric(hidden="NAD")
    late = play(ran.state, orders({"VLM": ["ENLIST ELRIC", "A BAK H"]}))
    assert late.state.elric == Elric(hidden="NAD")
    assert "E NAD" not in texts(late.state.position.units)["VLM"]


@rule("young_kingdoms", "70")
def test_he_hides_when_the_retreats_are_done() -> None:
    """He is not drawn to where a unit has retreated to."""
    spring = at("S6480M", {"SHZ": ["A JHA", "E JHA"], "DHJ": ["A GRO", "A DHA", "A AFL"]})
    attack = {"DHJ": ["A GRO - JHA", "A DHA S A GRO - JHA", "A AFL H"]}
    ran = play(spring, orders(attack))
    assert ran.state.position.phase == "S6480R"
    assert ran.state.elric == Elric(left="JHA")
    assert ran.draws == ()
    assert events(ran)[1:] == [ElricLeft("SHZ", "JHA")]
    over = play(ran.state, orders({"SHZ": ["A JHA R MYR"]}))
    (draw,) = over.draws
    assert isinstance(draw, Shuffled)
    assert not {"JHA", "MYR"} & set(draw.cards)
    assert over.state.elric == Elric(hidden=draw.shuffled[0])
    assert play(ran.state, orders({"SHZ": ["A JHA R MYR"]})) == over
    others = {play(ran.state, {}, seed).state.elric.hidden for seed in range(40)}
    assert len(others) > 6


@rule("young_kingdoms", "78")
def test_the_finder_that_has_lost_all_has_lost_him() -> None:
    """The Chaos unit that found him is the last of its power, and no center keeps it (78)."""
    state = at(
        "F6480M", {"DHJ": ["C MYR"], "VLM": ["A DHA", "F GRO", "F PAN"]}, elric=Elric(hidden="MYR")
    )
    autumn = play(state, {})
    assert autumn.state.elric == Elric(hidden="MYR", finder="DHJ")
    winter = play(autumn.state, {})
    assert winter.state.position.phase == "S6481M"
    assert "DHJ" not in VARIANT.voters(winter.state)
    assert winter.state.elric == Elric(hidden="MYR")


@rule("young_kingdoms", "69")
def test_the_find_is_the_finders_secret_by_the_option() -> None:
    state = at("S6480M", {"VLM": ["A NAD"]}, elric=Elric(hidden="NAD"), elric_secret=True)
    assert play(state, {}).told[-1] == Told(frozenset({"VLM"}), ElricFound("VLM", "NAD"))
    state = at("S6480M", {"MEL": ["D NAD"]}, elric=Elric(hidden="NAD"), elric_secret=True)
    ran = play(state, {})
    assert ran.told[1:] == (
        Told(frozenset({"MEL"}), ElricMovedOn("MEL", "NAD")),
        Told("gm", ElricHid(ran.state.elric.hidden)),
    )


@rule("young_kingdoms", "67")
def test_where_he_hides_changes_nothing_that_others_are_told() -> None:
    """Two worlds that differ in his place alone."""
    worlds = [
        at("S6480M", {"VLM": ["A NAD"]}, elric=Elric(hidden=place)) for place in ("RLI", "TAN")
    ]
    ran = [play(world, orders({"VLM": ["A NAD - BAK"]})) for world in worlds]
    assert ran[0].told == ran[1].told
    for reader in (*POWERS, "public"):
        assert VARIANT.view(worlds[0], reader) == VARIANT.view(worlds[1], reader)


# --- powers without orders


def test_the_form_says_what_happens_without_orders() -> None:
    state = started().state
    assert [str(order) for order in VARIANT.form(state, "MEL")] == [
        "A/F IMR H", "D CAV H FIRST", "D CAV H",
    ]  # fmt: skip
    same = play(state, {seat: VARIANT.form(state, seat) for seat in POWERS}).state
    assert texts(same.position.units) == texts(state.position.units)


def test_the_form_numbers_chaos() -> None:
    state = at("S6480M", {"DHJ": ["C SIL", "C SIL", "C MAR"]})
    assert [str(order) for order in VARIANT.form(state, "DHJ")] == [
        "C MAR H",
        "C1 SIL H",
        "C2 SIL H",
    ]


def test_the_form_of_removals_and_builds() -> None:
    state = at("F6480A", {"PUR": ["A/F SER", "F OLD"], "LOR": []}, {"PUR": ["FOE"], "LOR": ["RAM"]})
    assert [str(order) for order in VARIANT.form(state, "LOR")] == ["WAIVE"]
    (removal,) = VARIANT.form(state, "PUR")
    after = play(state, {"PUR": [removal]}).state
    assert after.position.units == play(state, {}).state.position.units


def test_what_is_said_of_the_absent() -> None:
    """A garrison is not one of the units that hold."""
    standing = {"PUR": ["F MEN", "G FOE"], "MEL": ["D CAV", "A/F IMR", "G IMR"], "DHJ": ["C SIL"]}
    state = at("S6480M", standing)
    said = VARIANT.without_orders(state, ["PUR"])
    assert said == "No orders came from Isle of the Purple Towns: its unit holds."
    assert (
        VARIANT.without_orders(state, ["MEL"]) == "No orders came from Melnibone: its units hold."
    )
    building = at("F6480A", standing, {"PUR": ["FOE", "MEN"], "DHJ": ["TAR", "BAK"]})
    said = VARIANT.without_orders(building, ["PUR", "DHJ"])
    assert said.endswith("their builds are waived.")
