"""Several orders for one unit in a movement phase (DATC 4.D.3)."""

from tests.boards import move, results, texts

BOTH = "illegal: several_orders"


def test_of_two_different_legal_orders_neither_counts() -> None:
    resolution = move({"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR - BUR", "A PAR - PIC"]})
    assert results(resolution) == [BOTH, BOTH]
    assert texts(resolution.after) == {"FRANCE": ["A PAR"]}


def test_the_unit_holds_and_may_be_supported() -> None:
    """PAR holds with 2 against 2."""
    resolution = move(
        {"FRANCE": ["A PAR", "A BRE"], "GERMANY": ["A BUR", "A GAS"]},
        {
            "FRANCE": ["A PAR - BUR", "A BRE S A PAR", "A PAR - PIC"],
            "GERMANY": ["A BUR - PAR", "A GAS S A BUR - PAR"],
        },
    )
    assert results(resolution) == [BOTH, "given", BOTH, "bounces: repelled", "given"]


def test_it_may_be_dislodged_and_each_order_says_so() -> None:
    resolution = move(
        {"FRANCE": ["A PAR"], "GERMANY": ["A BUR", "A GAS"]},
        {
            "FRANCE": ["A PAR - PIC", "A PAR H"],
            "GERMANY": ["A BUR - PAR", "A GAS S A BUR - PAR"],
        },
    )
    assert results(resolution) == [BOTH, BOTH, "succeeds", "given"]
    assert [one.dislodged for one in resolution.outcomes] == [True, True, False, False]
    assert [str(one.unit) for one in resolution.dislodged] == ["A PAR"]


def test_a_legal_order_counts_beside_an_illegal_one() -> None:
    far, itself = "illegal: cannot_reach", "illegal: supports_itself"
    for sheet, due in (
        (["A PAR - BUR", "A PAR - MUN"], ["succeeds", far]),
        (["A PAR - MUN", "A PAR - BUR"], [far, "succeeds"]),
        (["A PAR - MUN", "A PAR - BUR", "A PAR S A PAR"], [far, "succeeds", itself]),
    ):
        resolution = move({"FRANCE": ["A PAR"]}, {"FRANCE": sheet})
        assert results(resolution) == due
        assert texts(resolution.after) == {"FRANCE": ["A BUR"]}


def test_illegal_orders_only() -> None:
    resolution = move({"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR - MUN", "A PAR - BER"]})
    assert results(resolution) == ["illegal: cannot_reach"] * 2
    assert texts(resolution.after) == {"FRANCE": ["A PAR"]}


def test_the_same_order_twice_is_one() -> None:
    sheet = {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "A PAR - BUR"]}
    resolution = move({"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]}, sheet)
    assert results(resolution) == ["succeeds", "given", "succeeds"]
    assert texts(resolution.after) == {"FRANCE": ["A BUR", "A MAR"]}


def test_the_same_order_twice_beside_another() -> None:
    sheet = {"FRANCE": ["A PAR - BUR", "A PAR - BUR", "A PAR H"]}
    assert results(move({"FRANCE": ["A PAR"]}, sheet)) == [BOTH] * 3


def test_a_support_that_comes_to_nothing_is_legal_all_the_same() -> None:
    """Whether MAR goes to BUR is up to MAR: the support is possible, so the two contradict."""
    sheet = {"FRANCE": ["A PAR S A MAR - BUR", "A PAR H", "A MAR H"]}
    resolution = move({"FRANCE": ["A PAR", "A MAR"]}, sheet)
    assert results(resolution) == [BOTH, BOTH, "holds"]


def test_another_power_contradicts_nobody() -> None:
    resolution = move(
        {"FRANCE": ["A PAR"]}, {"GERMANY": ["A PAR - PIC"], "FRANCE": ["A PAR - BUR"]}
    )
    assert results(resolution) == ["illegal: not_yours", "succeeds"]


def test_an_order_of_another_phase_contradicts_nothing() -> None:
    resolution = move({"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR R PIC", "A PAR - BUR"]})
    assert results(resolution) == ["illegal: wrong_phase", "succeeds"]


def test_a_carrier_of_two_minds_carries_nobody() -> None:
    resolution = move(
        {"ENGLAND": ["A LON", "F NTH"]},
        {"ENGLAND": ["A LON - NWY", "F NTH C A LON - NWY", "F NTH - HEL"]},
    )
    assert results(resolution) == ["no_convoy: not_convoyed", BOTH, BOTH]


def test_only_the_contradicted_unit_is_lost() -> None:
    """BUR goes to MUN; PAR, which was told two things, does not follow."""
    resolution = move(
        {"FRANCE": ["A PAR", "A BUR"]},
        {"FRANCE": ["A PAR - BUR", "A BUR - MUN", "A PAR - PIC"]},
    )
    assert results(resolution) == [BOTH, "succeeds", BOTH]
