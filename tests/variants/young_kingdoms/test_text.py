"""Order lines of Young Kingdoms: the corpus, the cases, round trips, and any text at all."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from adjudicator.orders import Diagnostic, Reading
from adjudicator.simultaneous.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    RetreatOrder,
    Support,
    Waive,
)
from adjudicator.simultaneous.position import Dislodged, Position, Retreat, Unit
from tests.mangling import mangled
from tests.reference.board import load_yaml
from tests.rules import rule
from tests.variants.young_kingdoms import cases as young_kingdoms
from tests.variants.young_kingdoms.test_map import BOARD
from variants.young_kingdoms.alternatives import alternatives
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.letters.notation import Notation
from variants.young_kingdoms.letters.reader import read
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import (
    Admit,
    Boarding,
    Enlist,
    FirstMove,
    Guest,
    Landing,
    Order,
    Renounce,
)
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.state import CLOSED_BOARD
from variants.young_kingdoms.title import YoungKingdoms

LINES_FILE = Path(__file__).parents[2] / "data" / "young_kingdoms_lines.yaml"
CORPUS: list[dict[str, Any]] = load_yaml(LINES_FILE)
NOTATION = Notation(BOARD)


def unit(power: str, text: str) -> Unit:
    return Unit(None if power == "NEUTRAL" else power, *text.split())


def dislodged(power: str, text: str, ways: Any) -> Dislodged:
    if isinstance(ways, list):
        return Dislodged(unit(power, text), retreats=tuple(Retreat(to) for to in ways))
    parts = tuple(Retreat(to, part) for part in ways for to in ways[part])
    return Dislodged(unit(power, text), retreats=parts)


def position_of(block: dict[str, Any]) -> Position:
    position = block["position"]
    owned = position.get("centers", {})
    centers: dict[str, str | None] = dict.fromkeys(sorted(BOARD.centers))
    for power, side in BOARD.powers.items():
        centers.update(dict.fromkeys(side.home_centers if not owned else (), power))
    for power, codes in owned.items():
        centers.update(dict.fromkeys(codes, power))
    return Position(
        position["phase"],
        tuple(unit(power, text) for power, texts in position["units"].items() for text in texts),
        centers,
        tuple(
            dislodged(power, text, ways)
            for power, cases in position.get("dislodged", {}).items()
            for text, ways in cases.items()
        ),
    )


def read_line(block: dict[str, Any], text: str) -> Reading[Order]:
    position = block["position"]
    elric = Elric(**position.get("elric", {}))
    options = Options(**position.get("options", {}))
    return read(NOTATION, position_of(block), elric, position["power"], options, text)


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
        due = line["reads"] if isinstance(line["reads"], list) else [line["reads"]]
        if got != due or errors:
            return f"read as {got or codes}, not {due}"
        phase = block["position"]["phase"]
        if reading.phase != line.get("phase", phase):
            return f"read for {reading.phase}, not {line.get('phase', phase)}"
        told = [line["says"]] if "says" in line else []
        told += ["sent_ahead"] if "phase" in line else []
        return f"said {notes}, not {told}" if notes != told else ""
    if got or codes != [line["error"]]:
        return f"read as {got or codes}, not {line['error']}"
    missing = [one for one in line.get("suggests", []) if one not in errors[0].suggestions]
    return f"suggests {errors[0].suggestions}, without {missing}" if missing else ""


@rule("young_kingdoms", "47", "107")
def test_a_place_that_elrics_throne_has_closed_is_said_to_be_so() -> None:
    notation = Notation(CLOSED_BOARD, BOARD)
    for text in ("F DRN - Imrryr", "A BAK - TAN", "F DRS - The Caves", "F DRN S G IMR", "A IMR H"):
        (parsed,) = notation.parse(text)
        assert parsed.diagnostic is not None
        assert parsed.diagnostic.code == "closed_place", text
    for text in ("A BAK - Tanelom", "A MEN - Foo"):
        (parsed,) = notation.parse(text)
        assert parsed.diagnostic is not None
        assert parsed.diagnostic.code == "unknown_place", text


def test_the_corpus_is_large() -> None:
    lines = [line for block in CORPUS for line in block["lines"]]
    assert len(lines) >= 120
    assert all(("reads" in line) != ("error" in line) for line in lines)


def test_the_orders_of_the_cases_are_read() -> None:
    """Every form of the case file, which writes builds and removals with the verb in front."""
    for case in young_kingdoms.cases():
        for texts in case["orders"].values():
            for text in texts:
                found = NOTATION.parse(text)
                assert tuple(p.order for p in found) == young_kingdoms.order(text), (
                    case["id"],
                    text,
                )


NOT_TAKEN = {
    ("Y7", "A RAM - SOR"),  # the only ship there is laden
    ("Y111", "A BAK - NAD ADMITS ELRIC"),  # in a game without guests
    ("Y111", "E NAD H GUEST"),
    ("Y112", "F PYA H ADMITS ELRIC"),  # Melnibone's
}
"""Orders that are illegal, or half of which is, though their case does not say so."""


def test_no_order_of_the_cases_is_changed_or_refused_that_is_legal() -> None:
    """In its position each is read as it is, without a word, but for what the case denies."""
    for case in young_kingdoms.cases():
        notation = Notation(young_kingdoms.board(case))
        position = young_kingdoms.position(case)
        elric, options = young_kingdoms.elric(case), young_kingdoms.options(case)
        for power, texts in case["orders"].items():
            for text in texts:
                result = case.get("results", {}).get(f"{power} {text}")
                denied = result in ("illegal", "void") or (case["id"], text) in NOT_TAKEN
                reading = read(notation, position, elric, power, options, text)
                as_it_is = reading.orders == young_kingdoms.order(text)
                assert denied or (as_it_is and not reading.diagnostics), (case["id"], text)


def test_whatever_can_be_ordered_is_read_as_it_is_written() -> None:
    """Every legal order of every power, in one of six of the cases."""
    title = YoungKingdoms()
    for case in young_kingdoms.cases()[::6]:
        notation = Notation(young_kingdoms.board(case))
        position, elric = young_kingdoms.position(case), young_kingdoms.elric(case)
        options = young_kingdoms.options(case)
        state = replace(title.state_at(position, options), elric=elric)
        for power in BOARD.powers:
            for order in (one for group in alternatives(state, power) for one in group):
                reading = read(notation, position, elric, power, options, str(order))
                assert reading.orders == (order,), (case["id"], str(order))
                assert not reading.diagnostics, (case["id"], str(order))


# --- round trips: orders of anything to anywhere, whether or not they make sense on the board

PLACES = st.sampled_from(sorted(BOARD.number))
KINDS = st.sampled_from(["A", "F", "A/F", "D", "E", "C", "C1", "C2", "C12", "G"])
OTHERS = KINDS | st.builds(
    "{} {}".format, st.sampled_from(sorted(BOARD.powers)), st.sampled_from(["C", "C1", "C3"])
)
ORDERS: st.SearchStrategy[Order] = st.one_of(
    st.builds(Hold, KINDS, PLACES),
    st.builds(Move, KINDS, PLACES, PLACES, st.booleans()),
    st.builds(Support, KINDS, PLACES, OTHERS, PLACES, st.just("") | PLACES),
    st.builds(Convoy, KINDS, PLACES, OTHERS, PLACES, PLACES),
    st.builds(RetreatOrder, KINDS, PLACES, PLACES),
    st.builds(Disband, KINDS, PLACES),
    st.builds(Build, KINDS, PLACES),
    st.builds(Waive),
    st.builds(FirstMove, st.just("D"), PLACES, st.just("") | PLACES),
    st.builds(Boarding, KINDS, PLACES, PLACES),
    st.builds(Landing, KINDS, PLACES, PLACES),
    st.builds(Guest, st.just("E"), PLACES),
    st.builds(Admit, KINDS, PLACES),
    st.builds(Enlist),
    st.builds(Renounce),
)


@given(ORDERS)
def test_canonical_text_reads_back(order: Order) -> None:
    assert [parsed.order for parsed in NOTATION.parse(str(order))] == [order]


@given(ORDERS)
def test_the_lenient_reader_agrees_on_canonical_text(order: Order) -> None:
    """The reader of canonical text is a short cut: without it the reading is the same."""
    for loose in (f"{order} ;", f"  {str(order).lower()}. ", f"- {order}"):
        assert NOTATION.canonical(loose) is None or loose.startswith("  ")
        assert [parsed.order for parsed in NOTATION.parse(loose)] == [order], loose


@given(ORDERS, st.sampled_from(sorted(BOARD.powers)))
def test_a_power_in_front_changes_nothing_else(order: Order, power: str) -> None:
    for name in (power, BOARD.powers[power].names[0]):
        (parsed,) = NOTATION.parse(f"{name}: {order}")
        assert (parsed.order, parsed.power) == (order, power)


def test_every_name_and_alias_is_its_place() -> None:
    for code, province in BOARD.provinces.items():
        for name in (code, province.name, *province.aliases):
            (parsed,) = NOTATION.parse(f"A {name} H")
            assert parsed.order == Hold("A", code), name


@given(KINDS | OTHERS)
def test_a_name_reads_back(text: str) -> None:
    assert str(Name.of(text)) == text


def test_which_pieces_a_name_may_mean() -> None:
    names = ["C", "C1", "C2", "A"]
    meant = {one: [n for n in names if Name.of(one).may_mean(Name.of(n))] for one in names}
    assert meant == {"C": ["C", "C1", "C2"], "C1": ["C", "C1"], "C2": ["C2"], "A": ["A"]}
    assert [Name.of(text).number for text in ("C0", "C01", "DHJ C3", "C12")] == [0, 0, 3, 12]
    assert [Name.of(text).is_chaos for text in ("C0", "C01", "DHJ C3", "")] == [0, 0, 1, 0]


# --- any text

LINES = [line["text"] for block in CORPUS for line in block["lines"]]
MARKS = [
    *("-/().,:;'\"*>=\t\u00a0\u200b"),
    *("", " ", "E", "D", "C", "C2", "A/F", "Oin-Yu", "Shazar", "first", "admits", "guest"),
    *("and", "\u0430", "S6480R:", "F6480A "),
]


@example(" ", 0)
@example(";", 0)
@example("E " * 199, 0)
@example("D C E D C E D C E", 0)
@given(st.text() | mangled(LINES, MARKS), st.sampled_from(range(len(CORPUS))))
def test_any_text_is_read_or_refused(text: str, block: int) -> None:
    found = NOTATION.parse(text)
    assert found
    assert all((parsed.order is None) == (parsed.diagnostic is not None) for parsed in found)
    reading = read_line(CORPUS[block], text)
    assert reading.orders or any(said.severity == "error" for said in reading.diagnostics)
    for said in (*(parsed.diagnostic for parsed in found), *reading.diagnostics):
        if said is not None:
            assert_it_lies_within(said, text)
    for order in reading.orders:
        assert [parsed.order for parsed in NOTATION.parse(str(order))] == [order]


def assert_it_lies_within(said: Diagnostic, line: str) -> None:
    assert said.line == 0
    assert 1 <= said.column <= max(len(line), 1)
    assert len(said.text) <= len(line)
