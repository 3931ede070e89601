"""Where a remark begins in a line of orders."""

import pytest

from adjudicator.remarks import reserves, without_remark


@pytest.mark.parametrize(
    ("line", "order", "remark"),
    [
        ("A PAR - BUR // as agreed", "A PAR - BUR", "as agreed"),
        ("A PAR - BUR //as agreed", "A PAR - BUR", "as agreed"),
        ("A PAR - BUR// as agreed", "A PAR - BUR", "as agreed"),
        ("A PAR - BUR /// as agreed", "A PAR - BUR", "as agreed"),
        ("A PAR - BUR//", "A PAR - BUR", ""),
        ("A PAR - BUR // see https://example.org // or so", "A PAR - BUR",
         "see https://example.org // or so"),
        ("see https://example.org/ // later", "see https://example.org/", "later"),
    ],
)  # fmt: skip
def test_a_remark(line: str, order: str, remark: str) -> None:
    assert without_remark(line) == (order, remark)


@pytest.mark.parametrize(
    "line",
    [
        "A PAR - BUR",
        "// A PAR - BUR",
        "  //A PAR - BUR",
        "- // A PAR - BUR",
        "//",
        "",
        "https://example.org/A PAR - BUR",
        "A PAR - BUR, see http:// something",
        "file:/// nothing",
        "A MAR S F SPA//SC - GOL",  # else a support to hold
        "A PAR - BUR # as agreed",
        "A PAR - BUR ; as agreed",
        "A PAR - BUR (as agreed)",
        "A PAR / BUR",
    ],
)
def test_no_remark(line: str) -> None:
    assert without_remark(line) == (line, "")


def test_what_may_be_a_condition() -> None:
    assert reserves("If Italy agrees")
    assert reserves("or SPA")
    assert not reserves("for Norway")  # words, not parts of them
