"""The retreat phase: whose order counts, and who meets whom."""

from adjudicator.simultaneous.orders import RetreatOrder
from adjudicator.simultaneous.position import Position, Resolution
from adjudicator.simultaneous.retreats import retreat
from adjudicator.simultaneous.rules import Rules
from tests.boards import BOARD, dislodged, fall_back, results, texts

STANDING = {"GERMANY": ["A BUR", "A MUN"]}
BUR = dislodged("FRANCE", "A BUR", "GAS", "PIC", "RUH")


def gone(resolution: Resolution) -> list[str]:
    return [f"{unit.power} {unit}: {reason}" for unit, reason in resolution.removed]


def test_a_retreat() -> None:
    resolution = fall_back(STANDING, [BUR], {"FRANCE": ["A BUR R GAS"]})
    assert results(resolution) == ["succeeds"]
    assert texts(resolution.after) == {**texts_of_standing(), "FRANCE": ["A GAS"]}
    assert gone(resolution) == []


def texts_of_standing() -> dict[str, list[str]]:
    return {power: sorted(pieces) for power, pieces in STANDING.items()}


def test_a_disbandment() -> None:
    resolution = fall_back(STANDING, [BUR], {"FRANCE": ["A BUR D"]})
    assert results(resolution) == ["succeeds"]
    assert gone(resolution) == ["FRANCE A BUR: ordered"]


def test_without_an_order_it_is_disbanded() -> None:
    resolution = fall_back(STANDING, [BUR], {})
    assert texts(resolution.after) == texts_of_standing()
    assert gone(resolution) == ["FRANCE A BUR: no_order"]


def test_without_a_retreat_it_is_disbanded_whatever_is_ordered() -> None:
    beaten = dislodged("FRANCE", "A BUR")
    resolution = fall_back(STANDING, [beaten], {"FRANCE": ["A BUR R GAS"]})
    assert results(resolution) == ["illegal: cannot_retreat"]
    assert gone(resolution) == ["FRANCE A BUR: no_retreat"]


def test_two_different_orders_cancel_each_other() -> None:
    for sheet in (["A BUR R GAS", "A BUR R PIC"], ["A BUR R GAS", "A BUR D"]):
        resolution = fall_back(STANDING, [BUR], {"FRANCE": sheet})
        assert results(resolution) == ["illegal: several_orders"] * 2
        assert gone(resolution) == ["FRANCE A BUR: order_failed"]


def test_the_same_order_twice_is_one() -> None:
    resolution = fall_back(STANDING, [BUR], {"FRANCE": ["A BUR R GAS", "A BUR R GAS"]})
    assert results(resolution) == ["succeeds", "succeeds"]
    assert texts(resolution.after)["FRANCE"] == ["A GAS"]


def test_a_legal_order_counts_beside_an_illegal_one() -> None:
    resolution = fall_back(STANDING, [BUR], {"FRANCE": ["A BUR R PAR", "A BUR R GAS"]})
    assert results(resolution) == ["illegal: cannot_retreat", "succeeds"]
    assert texts(resolution.after)["FRANCE"] == ["A GAS"]


def test_the_attacker_does_not_order_the_retreat() -> None:
    """Both powers have a unit in BUR; only the beaten one retreats, and by its owner's order."""
    resolution = fall_back(STANDING, [BUR], {"GERMANY": ["A BUR R GAS"]})
    assert results(resolution) == ["illegal: not_yours"]
    assert gone(resolution) == ["FRANCE A BUR: no_order"]
    both = {"GERMANY": ["A BUR D"], "FRANCE": ["A BUR R GAS"]}
    resolution = fall_back(STANDING, [BUR], both)
    assert results(resolution) == ["illegal: not_yours", "succeeds"]
    assert texts(resolution.after) == {**texts_of_standing(), "FRANCE": ["A GAS"]}


def test_who_was_not_dislodged_has_no_orders() -> None:
    resolution = fall_back(STANDING, [BUR], {"GERMANY": ["A MUN R TYR", "A MUN D", "A MUN - TYR"]})
    assert [one.result for one in resolution.outcomes] == ["illegal"] * 3
    assert results(resolution)[:2] == ["illegal: not_dislodged"] * 2
    assert texts(resolution.after) == texts_of_standing()


def test_a_movement_order_is_no_retreat() -> None:
    """A move of a dislodged unit becomes its retreat in the reader, not here."""
    resolution = fall_back(STANDING, [BUR], {"FRANCE": ["A BUR - GAS"]})
    assert results(resolution) == ["illegal: wrong_phase"]
    assert gone(resolution) == ["FRANCE A BUR: order_failed"]


def test_retreats_that_meet() -> None:
    other = dislodged("ITALY", "A MAR", "GAS", "SPA")
    resolution = fall_back({}, [BUR, other], {"FRANCE": ["A BUR R GAS"], "ITALY": ["A MAR R GAS"]})
    assert results(resolution) == ["bounces: retreats_clash"] * 2
    assert [str(one.by[0]) for one in resolution.outcomes] == ["A MAR", "A BUR"]
    assert [str(unit) for unit, _ in resolution.removed] == ["A BUR", "A MAR"]
    assert resolution.after == ()


def test_fleets_meet_on_any_coast() -> None:
    one = dislodged("FRANCE", "F GAS", "SPA/NC", "BRE")
    other = dislodged("ITALY", "F LYO", "SPA/SC", "TUS")
    sheets = {"FRANCE": ["F GAS R SPA/NC"], "ITALY": ["F LYO R SPA/SC"]}
    assert results(fall_back({}, [one, other], sheets)) == ["bounces: retreats_clash"] * 2


def test_who_stays_behind_is_in_nobodys_way() -> None:
    """The Italian's two orders cancel each other, so the Frenchman finds GAS empty."""
    other = dislodged("ITALY", "A MAR", "GAS", "SPA")
    resolution = fall_back(
        {}, [BUR, other], {"FRANCE": ["A BUR R GAS"], "ITALY": ["A MAR R GAS", "A MAR R SPA"]}
    )
    assert results(resolution) == ["succeeds", *["illegal: several_orders"] * 2]
    assert texts(resolution.after) == {"FRANCE": ["A GAS"]}


def test_three_that_meet_and_one_that_does_not() -> None:
    """DATC 6.H.8, with a fourth."""
    ways = {"F NWY": "BAR", "F EDI": "CLY", "F HOL": "BEL", "F SKA": "DEN"}
    beaten = [dislodged("RUSSIA", text, "NTH", other) for text, other in ways.items()]
    sheet = ["F NWY R NTH", "F EDI R NTH", "F HOL R NTH", "F SKA R DEN"]
    resolution = fall_back({}, beaten, {"RUSSIA": sheet})
    assert results(resolution) == [*["bounces: retreats_clash"] * 3, "succeeds"]
    assert len(resolution.outcomes[0].by) == 2
    assert texts(resolution.after) == {"RUSSIA": ["F DEN"]}


def test_a_coast_left_out() -> None:
    """From GAS one coast of SPA can be meant, from POR two (DATC 4.B.1, 4.B.2)."""
    sure = dislodged("FRANCE", "F GAS", "SPA/NC")
    resolution = fall_back({}, [sure], {"FRANCE": ["F GAS R SPA"]})
    assert results(resolution) == ["succeeds"]
    assert texts(resolution.after) == {"FRANCE": ["F SPA/NC"]}
    unsure = dislodged("FRANCE", "F POR", "SPA/NC", "SPA/SC")
    resolution = fall_back({}, [unsure], {"FRANCE": ["F POR R SPA"]})
    assert results(resolution) == ["illegal: needs_coast"]


def test_nonsense_is_illegal() -> None:
    orders = {"FRANCE": [RetreatOrder("A", "BUR", "XXX"), RetreatOrder("A", "XXX", "GAS")]}
    position = Position("S1901R", (), dislodged=(BUR,))
    resolution = retreat(BOARD, position, orders, Rules())
    assert [one.result for one in resolution.outcomes] == ["illegal"] * 2


def test_it_is_pure() -> None:
    position = Position("S1901R", (), dislodged=(BUR, dislodged("ITALY", "A MAR", "GAS")))
    orders = {
        "FRANCE": [RetreatOrder("A", "BUR", "PIC")],
        "ITALY": [RetreatOrder("A", "MAR", "GAS")],
    }
    first = retreat(BOARD, position, orders, Rules())
    assert retreat(BOARD, position, orders, Rules()) == first
    turned = retreat(BOARD, position, dict(reversed(orders.items())), Rules())
    assert turned.outcomes == first.outcomes[::-1]
    assert set(turned.after) == set(first.after)
