"""The adjustment phase: what counts of too many or wrong orders, and what is removed by default."""

import pytest

from adjudicator.simultaneous.adjustments import adjust, balance, capture
from adjudicator.simultaneous.orders import Build, Disband
from adjudicator.simultaneous.position import Position, Resolution, Unit
from adjudicator.simultaneous.rules import Rules
from tests.boards import BOARD, balance_out, centers, results, texts, unit, units

RUSSIAN = ["MOS", "SEV", "STP", "WAR"]


def build(sheet: list[str], standing: list[str] | None = None) -> Resolution:
    """Russia, with its four home centers, and with all four builds if nothing stands."""
    return balance_out({"RUSSIA": standing or []}, {"RUSSIA": RUSSIAN}, {"RUSSIA": sheet})


def removed(resolution: Resolution) -> list[str]:
    return [f"{piece}: {reason}" for piece, reason in resolution.removed]


# --- builds


def test_builds() -> None:
    resolution = build(["A MOS B", "F SEV B", "F STP/NC B", "A WAR B"])
    assert results(resolution) == ["succeeds"] * 4
    assert texts(resolution.after) == {"RUSSIA": ["A MOS", "A WAR", "F SEV", "F STP/NC"]}


def test_the_first_legal_builds_count() -> None:
    resolution = build(["A VIE B", "A MOS B", "A WAR B"], ["A UKR", "A GAL", "F BLA"])
    assert results(resolution) == ["illegal: not_home", "succeeds", "illegal: nothing_to_build"]


def test_two_builds_in_one_province() -> None:
    for sheet in (["A MOS B", "A MOS B"], ["F STP/NC B", "A STP B"]):
        resolution = build(sheet)
        assert results(resolution) == ["succeeds", "illegal: occupied"]
        assert len(resolution.after) == 1


def test_a_waived_build_is_used_up() -> None:
    """Two are due, one of them is waived."""
    resolution = build(["WAIVE", "A MOS B", "A WAR B"], ["A UKR", "F SEV"])
    assert results(resolution) == ["succeeds", "succeeds", "illegal: nothing_to_build"]
    assert texts(resolution.after) == {"RUSSIA": ["A MOS", "A UKR", "F SEV"]}


def test_more_waived_than_due() -> None:
    resolution = build(["WAIVE", "WAIVE"], ["A UKR", "F SEV", "A FIN"])
    assert results(resolution) == ["succeeds", "illegal: nothing_to_build"]


def test_builds_not_ordered_are_waived() -> None:
    resolution = build([])
    assert resolution.after == ()
    assert resolution.removed == ()


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("F MOS B", "no_place_for_kind"),
        ("F STP B", "needs_coast"),
        ("SEV B", "no_kind"),
        ("A UKR B", "not_home"),
        ("A VIE B", "not_home"),
        ("F BLA B", "not_home"),
        ("A MOS - UKR", "wrong_phase"),
        ("A MOS R UKR", "wrong_phase"),
        ("A MOS D", "no_unit"),
    ],
)
def test_no_such_build(order: str, reason: str) -> None:
    resolution = build([order])
    assert results(resolution) == [f"illegal: {reason}"]
    assert resolution.after == ()


def test_a_kind_left_out_where_it_is_clear() -> None:
    """DATC 4.C.3: inland an army; with a coast a fleet. A coast is nothing to an army (4.B.6)."""
    resolution = build(["MOS B", "STP/SC B"])
    assert results(resolution) == ["succeeds", "succeeds"]
    assert texts(resolution.after) == {"RUSSIA": ["A MOS", "F STP/SC"]}
    assert texts(build(["A STP/NC B"]).after) == {"RUSSIA": ["A STP"]}


def test_a_home_center_must_be_owned_and_empty() -> None:
    """Turkey owns SEV, its army stands in MOS, and nobody's in WAR: STP alone is left."""
    position = Position(
        "F1901A",
        (unit("TURKEY", "A MOS"), Unit(None, "A", "WAR")),
        centers({"RUSSIA": ["MOS", "STP", "WAR"], "TURKEY": ["SEV"]}),
    )
    orders = {"RUSSIA": [Build("A", place) for place in ("MOS", "SEV", "WAR", "STP")]}
    resolution = adjust(BOARD, position, orders, Rules())
    assert results(resolution) == [
        "illegal: occupied",
        "illegal: not_owned",
        "illegal: occupied",
        "succeeds",
    ]


def test_a_build_on_no_place_of_the_board() -> None:
    position = Position("F1901A", (), centers({"RUSSIA": RUSSIAN}))
    (outcome,) = adjust(BOARD, position, {"RUSSIA": [Build("A", "XXX")]}, Rules()).outcomes
    assert outcome.result == "illegal"


# --- removals


def test_removals() -> None:
    resolution = balance_out(
        {"FRANCE": ["A PAR", "F BRE", "F SPA/NC"]},
        {"FRANCE": ["PAR"]},
        {"FRANCE": ["F SPA/NC D", "A PAR D"]},
    )
    assert results(resolution) == ["succeeds", "succeeds"]
    assert removed(resolution) == ["F SPA/NC: ordered", "A PAR: ordered"]
    assert texts(resolution.after) == {"FRANCE": ["F BRE"]}


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("A MUN D", "not_yours"),
        ("A BUR D", "no_unit"),
        ("A PAR B", "nothing_to_build"),
        ("WAIVE", "nothing_to_build"),
        ("A PAR H", "wrong_phase"),
    ],
)
def test_no_such_removal(order: str, reason: str) -> None:
    """BRE is farther from PAR than PAR itself, so it goes by default."""
    standing = {"FRANCE": ["A PAR", "A BRE"], "GERMANY": ["A MUN"]}
    resolution = balance_out(standing, {"FRANCE": ["PAR"], "GERMANY": ["MUN"]}, {"FRANCE": [order]})
    assert results(resolution) == [f"illegal: {reason}"]
    assert removed(resolution) == ["A BRE: surplus"]


def test_a_removal_where_none_is_due() -> None:
    for owned in (["PAR"], ["PAR", "BRE"]):
        resolution = balance_out({"FRANCE": ["A PAR"]}, {"FRANCE": owned}, {"FRANCE": ["A PAR D"]})
        assert results(resolution) == ["illegal: nothing_to_remove"]
        assert texts(resolution.after) == {"FRANCE": ["A PAR"]}


def test_the_first_legal_removals_count_and_the_default_does_the_rest() -> None:
    """Two are due. MUN was removed already; of the others GAS, next to PAR, is the farthest."""
    standing = {"FRANCE": ["A PAR", "A GAS", "A MUN"]}
    sheet = {"FRANCE": ["A MUN D", "A MUN D"]}
    resolution = balance_out(standing, {"FRANCE": ["PAR"]}, sheet)
    assert results(resolution) == ["succeeds", "illegal: removed_already"]
    assert removed(resolution) == ["A MUN: ordered", "A GAS: surplus"]
    sheet = {"FRANCE": ["A PAR D", "A GAS D", "A MUN D"]}
    resolution = balance_out(standing, {"FRANCE": ["PAR"]}, sheet)
    assert results(resolution) == ["succeeds", "succeeds", "illegal: nothing_to_remove"]


def by_default(standing: list[str], owned: list[str]) -> list[str]:
    """The order in which Italy's units go; with as many more units as it takes to see them all."""
    resolution = balance_out({"ITALY": standing}, {"ITALY": owned}, {})
    return [str(piece) for piece, _ in resolution.removed]


def test_default_removals_at_one_distance() -> None:
    """All four touch ROM: the fleet first, then Apulia, Naples, Tuscany and Venice by name."""
    standing = ["A VEN", "A TUS", "A APU", "F NAP", "A ROM"]
    assert by_default(standing, ["ROM"]) == ["F NAP", "A APU", "A TUS", "A VEN"]


def test_fleets_at_one_distance_go_by_the_english_name() -> None:
    """ "Gulf of Lyon" comes before "Ionian Sea" and "Tyrrhenian Sea", though ION comes before LYO.

    Two steps from ROM over TYS lie LYO and ION; TYS lies one step away.
    """
    assert by_default(["F ION", "F LYO", "F TYS"], ["ROM"]) == ["F LYO", "F ION"]


def test_the_distance_is_to_the_nearest_center_owned() -> None:
    """BUL is next to CON; NAP is two steps from the other center, VEN."""
    assert by_default(["A BUL", "A NAP", "A VEN"], ["CON", "VEN"]) == ["A NAP"]


def test_a_power_without_centers_loses_all() -> None:
    """Nowhere to count from, so all are as far: the fleet, then Albania before Venice."""
    assert by_default(["A VEN", "A ALB", "F AEG"], []) == ["F AEG", "A ALB", "A VEN"]


def test_nobodys_units_and_centers_count_for_nobody() -> None:
    standing = (Unit(None, "A", "PAR"), unit("FRANCE", "A BRE"))
    position = Position("F1901A", standing, centers({"FRANCE": ["BRE"]}))
    assert balance(position) == {"FRANCE": 0}
    assert adjust(BOARD, position, {}, Rules()).after == standing


def test_a_power_that_lost_its_last_unit_builds_from_its_centers() -> None:
    resolution = balance_out({}, {"TURKEY": ["ANK", "SER"]}, {"TURKEY": ["F ANK B", "A SER B"]})
    assert results(resolution) == ["succeeds", "illegal: not_home"]


def test_a_dead_power_orders_in_vain() -> None:
    resolution = balance_out(
        {"AUSTRIA": ["A ANK"]}, {"AUSTRIA": ["ANK"]}, {"TURKEY": ["A ANK B", "A ANK D", "WAIVE"]}
    )
    assert [one.result for one in resolution.outcomes] == ["illegal"] * 3
    assert texts(resolution.after) == {"AUSTRIA": ["A ANK"]}


def test_powers_do_not_touch_each_other() -> None:
    resolution = balance_out(
        {"FRANCE": ["A PAR"], "GERMANY": ["A MUN", "A BER"]},
        {"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN"]},
        {"GERMANY": ["A BER D"], "FRANCE": ["F BRE B"]},
    )
    assert results(resolution) == ["succeeds", "succeeds"]
    assert texts(resolution.after) == {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]}


def test_it_is_pure() -> None:
    standing = units({"FRANCE": ["A PAR", "A GAS"], "GERMANY": ["A MUN"]})
    owned = centers({"FRANCE": ["PAR"], "GERMANY": ["MUN", "BER"]})
    position = Position("F1901A", standing, dict(owned))
    orders = {"FRANCE": [Disband("A", "GAS")], "GERMANY": [Build("A", "BER")]}
    first = adjust(BOARD, position, orders, Rules())
    assert adjust(BOARD, position, orders, Rules()) == first
    assert position == Position("F1901A", standing, owned)
    turned = adjust(BOARD, position, dict(reversed(orders.items())), Rules())
    assert turned.outcomes == first.outcomes[::-1]
    assert set(turned.after) == set(first.after)


# --- who owns the centers


def test_capture() -> None:
    """Who stands there takes it; nobody's unit takes nothing; an empty center stays as it was."""
    before = centers({"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN"], "TURKEY": ["BUL"]})
    standing = (
        unit("ITALY", "A PAR"),
        Unit(None, "A", "MUN"),
        unit("RUSSIA", "F BUL/EC"),
        unit("RUSSIA", "A BUR"),
    )
    after = capture(BOARD, before, standing)
    changed = {"PAR": "ITALY", "BUL": "RUSSIA"}
    assert after == {**before, **changed}
    assert before["PAR"] == "FRANCE"
