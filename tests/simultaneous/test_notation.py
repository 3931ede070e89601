"""Order lines: the corpus of lines as players type them, round trips, and any text at all."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adjudicator.orders import Diagnostic, Reading
from adjudicator.simultaneous.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    RetreatOrder,
    Support,
    Waive,
)
from adjudicator.simultaneous.position import Position
from adjudicator.simultaneous.reader import read
from adjudicator.simultaneous.rules import Rules
from tests.boards import BOARD, NOTATION, centers, dislodged, units
from tests.mangling import mangled
from tests.reference.board import load_yaml

CORPUS: list[dict[str, Any]] = load_yaml(Path(__file__).parents[1] / "data" / "order_lines.yaml")

FAMILIES = {
    "cannot_reach": ("same_place", "cannot_reach", "no_fleets", "other_coast"),
    "cannot_support": ("nobody_there", "supports_itself", "cannot_support_there", "other_cannot"),
    "cannot_convoy": ("not_at_sea", "no_army", "cannot_carry"),
    "cannot_build": ("not_owned", "not_home", "occupied", "nothing_to_build", "no_place_for_kind"),
    "cannot_remove": ("nothing_to_remove",),
}
"""The corpus names faults more coarsely than the reader; codes not here are the same in both."""


def position_of(block: dict[str, Any]) -> Position:
    position = block["position"]
    return Position(
        position["phase"],
        units(position["units"]),
        centers(position.get("centers", {})),
        tuple(
            dislodged(power, text, *ways)
            for power, cases in position.get("dislodged", {}).items()
            for text, ways in cases.items()
        ),
    )


def read_line(block: dict[str, Any], text: str) -> Reading[Order]:
    return read(NOTATION, position_of(block), block["position"]["power"], Rules(), text)


@pytest.mark.parametrize(
    "block", CORPUS, ids=lambda block: f"{block['position']['phase']}-{block['position']['power']}"
)
def test_corpus(block: dict[str, Any]) -> None:
    apart = [
        f"{line['text']!r}: {wrong}"
        for line in block["lines"]
        if (wrong := fault(block, line, read_line(block, line["text"])))
    ]
    assert not apart, f"{len(apart)} of {len(block['lines'])}:\n" + "\n".join(apart)


def fault(block: dict[str, Any], line: dict[str, Any], reading: Reading[Order]) -> str:
    """What is wrong with the reading of a line of the corpus, if anything."""
    got = [str(order) for order in reading.orders]
    notes = [said.code for said in reading.diagnostics if said.severity != "error"]
    errors = [said for said in reading.diagnostics if said.severity == "error"]
    codes = [said.code for said in errors]
    if "reads" in line:
        if got != [line["reads"]] or errors:
            return f"read as {got or codes}, not {line['reads']}"
        phase = block["position"]["phase"]
        if reading.phase != line.get("phase", phase):
            return f"read for {reading.phase}, not {line.get('phase', phase)}"
        due = [line["says"]] if "says" in line else []
        due += ["sent_ahead"] if "phase" in line else []
        return f"said {notes}, not {due}" if notes != due else ""
    if got or len(codes) != 1:
        return f"read as {got or codes}, not {line['error']}"
    if codes[0] not in FAMILIES.get(line["error"], (line["error"],)):
        return f"refused as {codes[0]}, not {line['error']}"
    missing = [one for one in line.get("suggests", []) if one not in errors[0].suggestions]
    return f"suggests {errors[0].suggestions}, without {missing}" if missing else ""


def test_the_corpus_is_large() -> None:
    lines = [line for block in CORPUS for line in block["lines"]]
    assert len(lines) >= 400
    assert all(("reads" in line) != ("error" in line) for line in lines)


# --- round trips: orders of anything to anywhere, whether or not they make sense on the board

KINDS = st.sampled_from(["A", "F"])
PLACES = st.sampled_from(sorted(BOARD.number))
ORDERS: st.SearchStrategy[Order] = st.one_of(
    st.builds(Hold, KINDS, PLACES),
    st.builds(Move, KINDS, PLACES, PLACES, st.booleans()),
    st.builds(Support, KINDS, PLACES, KINDS, PLACES, st.just("") | PLACES),
    st.builds(Convoy, KINDS, PLACES, KINDS, PLACES, PLACES),
    st.builds(RetreatOrder, KINDS, PLACES, PLACES),
    st.builds(Disband, KINDS, PLACES),
    st.builds(Build, KINDS, PLACES),
    st.builds(Waive),
)


@given(ORDERS)
def test_canonical_text_reads_back(order: Order) -> None:
    assert NOTATION.canonical(str(order)) == order
    assert NOTATION.parse(str(order)).order == order


@given(ORDERS)
def test_the_lenient_reader_agrees_on_canonical_text(order: Order) -> None:
    """The reader of canonical text is a short cut: without it the reading is the same."""
    assert NOTATION._lenient(str(order)).order == order


@given(ORDERS)
def test_writing_what_was_read_loosely_reads_back(order: Order) -> None:
    loose = NOTATION.parse(f"  {str(order).lower()} ").order
    assert loose == order
    assert NOTATION.canonical(str(loose)) == loose


def test_every_name_and_alias_is_its_place() -> None:
    for code, province in BOARD.provinces.items():
        for name in (code, province.name, *province.aliases):
            parsed = NOTATION.parse(f"A {name} H")
            assert parsed.order == Hold("A", code), name


# --- any text

LINES = [line["text"] for block in CORPUS for line in block["lines"]]
MARKS = [
    *("-/().,:;'\"*>\t\u00a0\u200b"),
    *("", " ", "sc", "via", "F", "\u0430", "\U0001f600", "F1901R:", "W1901A ", "Fall 1901"),
]


@example(" ", 0)
@given(st.text() | mangled(LINES, MARKS), st.sampled_from(range(len(CORPUS))))
def test_any_text_is_read_or_refused(text: str, block: int) -> None:
    parsed = NOTATION.parse(text)
    assert (parsed.order is None) == (parsed.diagnostic is not None)
    reading = read_line(CORPUS[block], text)
    errors = [said for said in reading.diagnostics if said.severity == "error"]
    assert len(reading.orders) + len(errors) == 1
    for said in (parsed.diagnostic, *reading.diagnostics):
        if said is not None:
            assert_it_lies_within(said, text)
    for order in reading.orders:
        # One without its kind (a removal sent ahead, DATC 4.C.1) is read back the long way.
        assert NOTATION.parse(str(order)).order == order


def assert_it_lies_within(said: Diagnostic, line: str) -> None:
    assert said.line == 0
    assert 1 <= said.column <= max(len(line), 1)
    assert len(said.text) <= len(line)
