"""Who an outcome names, and why: the reasons that a player reads."""

import pytest

from adjudicator.simultaneous.reasons import TEXTS
from tests.boards import move


def told(standing: dict[str, list[str]], ordered: dict[str, list[str]], order: str) -> str:
    """``bounces standoff A MUN``: result, reason and the units named, of one order."""
    resolution = move(standing, ordered)
    (outcome,) = [one for one in resolution.outcomes if str(one.order) == order]
    assert outcome.reason in TEXTS
    return " ".join([outcome.result, outcome.reason, *sorted(str(unit) for unit in outcome.by)])


def test_only_those_are_named_who_cut() -> None:
    """An attack from where the support is aimed does not cut it; the other one does."""
    standing = {"GERMANY": ["A MUN", "A RUH"], "FRANCE": ["A BUR"], "ITALY": ["A TYR"]}
    ordered = {
        "GERMANY": ["A MUN S A RUH - BUR", "A RUH - BUR"],
        "FRANCE": ["A BUR - MUN"],
        "ITALY": ["A TYR - MUN"],
    }
    assert told(standing, ordered, "A MUN S A RUH - BUR") == "cut attacked A TYR"


def test_a_support_that_was_for_nothing() -> None:
    """MUN with BER's support holds against BUR anyway, so RUH's support keeps nobody out."""
    standing = {
        "GERMANY": ["A MUN", "A BER", "A RUH"],
        "FRANCE": ["A BUR"],
        "AUSTRIA": ["A TYR", "A BOH"],
    }
    ordered = {
        "GERMANY": ["A MUN H", "A BER S A MUN", "A RUH S A BUR - MUN"],
        "FRANCE": ["A BUR - MUN"],
        "AUSTRIA": ["A TYR - MUN", "A BOH S A TYR - MUN"],
    }
    order = "A RUH S A BUR - MUN"
    assert told(standing, ordered, order) == "no_effect own_unit_attacked A MUN"


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("A BRE - NWY", "no_convoy no_route"),
        ("F ENG C A BRE - NWY", "void no_route"),
    ],
)
def test_a_way_with_a_gap(order: str, words: str) -> None:
    """ENG is ordered to carry the army and NTH is not: there is no way from BRE to NWY."""
    standing = {"FRANCE": ["A BRE", "F ENG", "F NTH"]}
    ordered = {"FRANCE": ["A BRE - NWY", "F ENG C A BRE - NWY", "F NTH H"]}
    assert told(standing, ordered, order) == words


def test_nobody_was_ordered_to_carry_it() -> None:
    standing = {"FRANCE": ["A BRE", "F ENG"]}
    ordered = {"FRANCE": ["A BRE - LON", "F ENG H"]}
    assert told(standing, ordered, "A BRE - LON") == "no_convoy not_convoyed"


def test_who_broke_a_convoy() -> None:
    standing = {"FRANCE": ["A BRE", "F ENG"], "ENGLAND": ["F NTH", "F WAL"]}
    ordered = {
        "FRANCE": ["A BRE - LON", "F ENG C A BRE - LON"],
        "ENGLAND": ["F NTH - ENG", "F WAL S F NTH - ENG"],
    }
    assert told(standing, ordered, "A BRE - LON") == "no_convoy convoy_disrupted F NTH"
    assert told(standing, ordered, "F ENG C A BRE - LON") == "disrupted dislodged F NTH"
