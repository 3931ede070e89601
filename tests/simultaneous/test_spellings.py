"""Spellings of one order are one order; forms players use beyond the corpus."""

import time

import pytest

from adjudicator.simultaneous.position import Position
from adjudicator.simultaneous.reader import read
from adjudicator.simultaneous.rules import Rules
from tests.boards import NOTATION, dislodged, move, results, units


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("A YOR - NWY via NTH", "A YOR - NWY VIA"),
        ("A YOR - NWY by sea", "A YOR - NWY VIA"),
        ("A YOR - NWY VC", "A YOR - NWY VIA"),
        ("F Bul (e.c.) - Con", "F BUL/EC - CON"),
        ("F StP/N.C. - BAR", "F STP/NC - BAR"),
        ("F West Med - East Med", "F WES - EAS"),
        ("A BUR S PAR MAR", "A BUR S PAR - MAR"),
        ("A BUR support hold A PAR", "A BUR S A PAR"),
        ("A MAR S (German) A MUN - BUR", "A MAR S A MUN - BUR"),
        ("Army from Paris to Burgundy", "A PAR - BUR"),
        ("A(PAR) - BUR", "A PAR - BUR"),
        ("A Par will move to Bur", "A PAR - BUR"),
        ("A Par ~> Bur", "A PAR - BUR"),
        ("A Vie OTB", "A VIE D"),
        ("Russia: Builds an army in Moscow.", "A MOS B"),
        ("Builds a fleet in St Petersburg (south coast).", "F STP/SC B"),
        ("A PAR - BUR (bounces)", "A PAR - BUR"),
        ("A PAR - BUR (bounced with Munich)", "A PAR - BUR"),
        ("A PAR H (dislodged by A MUN)", "A PAR H"),
        ("F GAS - SPA/EC", "F GAS - SPA"),
        ("*A PAR - BUR*", "A PAR - BUR"),  # in bold type, as plain text
        ("**A PAR - BUR** ", "A PAR - BUR"),
        ("_*A PAR - BUR*_", "A PAR - BUR"),
        ("/A PAR - BUR/", "A PAR - BUR"),
        ("‘A PAR - BUR’", "A PAR - BUR"),
        ("'A PAR - BUR'", "A PAR - BUR"),
        ("`A PAR - BUR`", "A PAR - BUR"),
        ("*A PAR - BUR *bounce*", "A PAR - BUR"),
        ("A PAR - BUR *bounce*", "A PAR - BUR"),
        ("_A PAR - BUR", "A PAR - BUR"),  # the first of several lines in slanted type
        ("A PAR - BUR*", "A PAR - BUR"),  # the last in bold type
        ("A PAR - BUR**", "A PAR - BUR"),
    ],
)
def test_forms(line: str, order: str) -> None:
    assert str(NOTATION.parse(line).order) == order


@pytest.mark.parametrize(
    "line",
    [
        "A PAR - BUR (or GAS if blocked)",
        "A PAR - BUR (cut if attacked)",
        "A SPA - MAR - PIE",
        "*A PAR - BUR* *A MAR H*",
        "~~A PAR - BUR~~",
        "//A PAR - BUR",
        "***",
        "I had rather hoped not to write this letter.",
        "these two go home:",
        "Good luck - Tom",
        "like my units to do:",
    ],
)
def test_no_orders(line: str) -> None:
    diagnostic = NOTATION.parse(line).diagnostic
    assert diagnostic is not None
    assert diagnostic.code == "not_an_order"


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("F Bre moves to the English Chanel", "ENG"),
        ("F BRE - English Chanel", "ENG"),
        ("F NWG - Norwegan sea", "NWG"),
        ("F STP/SC - Gulf of Bothina", "BOT"),
        ("A PRA - BUR", "PAR"),
    ],
)
def test_a_misspelt_name_is_suggested(line: str, place: str) -> None:
    diagnostic = NOTATION.parse(line).diagnostic
    assert diagnostic is not None
    assert (diagnostic.code, diagnostic.suggestions[0]) == ("unknown_place", place)


@pytest.mark.parametrize("line", ["A PAR" + " " * 3000 + "x", "(" * 30_000, "A PAR - BUR " * 9999])
def test_a_hostile_line_takes_no_time(line: str) -> None:
    """By the processor's clock, with a wide margin: the patterns once took minutes for these."""
    before = time.process_time()
    assert NOTATION.parse(line).order is None
    assert time.process_time() - before < 5


def test_disband_alone_is_clear_for_one_unit() -> None:
    one = Position("S1901R", (), {}, (dislodged("FRANCE", "A BUR", "GAS"),))
    two = Position("S1901R", (), {}, (*one.dislodged, dislodged("FRANCE", "A MAR", "SPA")))
    assert [str(o) for o in read(NOTATION, one, "FRANCE", Rules(), "Disband.").orders] == [
        "A BUR D"
    ]
    assert read(NOTATION, two, "FRANCE", Rules(), "Disband.").orders == ()
    assert read(NOTATION, one, "ITALY", Rules(), "Disband.").orders == ()


@pytest.mark.parametrize(
    "sheet",
    [
        ["A PAR - BUR", "PAR - BUR"],
        ["F GAS - SPA", "F GAS - SPA/NC"],
        ["A PAR S F GAS", "PAR S GAS"],
        ["F GAS S A PAR - BRE", "F GAS S PAR - BRE"],
        ["A PAR H", "F PAR H"],
    ],
)
def test_spellings_of_one_order(sheet: list[str]) -> None:
    both = move({"FRANCE": ["A PAR", "F GAS"]}, {"FRANCE": sheet})
    one = move({"FRANCE": ["A PAR", "F GAS"]}, {"FRANCE": sheet[:1]})
    assert results(both) == results(one) * 2
    assert both.after == one.after


def test_different_orders_are_not_spellings() -> None:
    for sheet in (["A PAR - BUR", "A PAR - GAS"], ["A PAR H", "A PAR - BUR"]):
        resolution = move({"FRANCE": ["A PAR"]}, {"FRANCE": sheet})
        assert results(resolution) == ["illegal: several_orders"] * 2
        assert resolution.after == units({"FRANCE": ["A PAR"]})
