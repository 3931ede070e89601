"""Centers by power and year: what the standard title keeps of each year that ended."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

import variants
from adjudicator.office.demo import play
from adjudicator.office.folder import Office
from adjudicator.office.history import load
from adjudicator.office.reports import render
from adjudicator.orders import Sheet
from adjudicator.simultaneous.game import YearEnd
from adjudicator.simultaneous.position import Position, Unit
from adjudicator.turns.turn import Turn
from variants.standard.state import Options, State

GAME = Path(__file__).parents[2] / "examples" / "nine_years"
STANDARD = variants.load("standard")

# Counted in the saved game that the example was written from (droidippy-4143 of real_games): the
# centers of each power as they are saved with the position that follows F1901M, F1902R, F1903R,
# F1904R, F1905M, F1906R, F1907R, F1908R and F1909R.
NINE_YEARS = """
         1900 1901 1902 1903 1904 1905 1906 1907 1908 1909
AUSTRIA     3    5    5    6    7    7   10   11   15   18
ENGLAND     3    4    5    5    6    7    7    9    8    7
FRANCE      3    5    5    6    7    8    4    3    1    0
GERMANY     3    5    5    4    3    2    1    0    0    0
ITALY       3    4    4    5    6    7    9   10   10    9
RUSSIA      4    5    6    6    4    3    3    1    0    0
TURKEY      3    4    4    2    1    0    0    0    0    0
"""


def expected() -> list[YearEnd]:
    years, *rows = [line.split() for line in NINE_YEARS.strip().splitlines()]
    return [
        YearEnd(int(year), {row[0]: int(row[at]) for row in rows if row[at] != "0"})
        for at, year in enumerate(years, start=1)
    ]


def start() -> State:
    return STANDARD.start(Options(), tuple(STANDARD.board.powers), Turn("start", {}))


def run(state: State, orders: Mapping[str, Sequence[str]] = {}) -> State:
    sheets = {
        seat: Sheet(seat, "", tuple(STANDARD.notation.parse(text).order for text in texts))
        for seat, texts in orders.items()
    }
    return STANDARD.run(state, Turn(state.position.phase, sheets))


def test_the_example_game(tmp_path: Path) -> None:
    play(GAME, tmp_path / "office")
    with Office(tmp_path / "office") as office:
        state = load(office.store, "nine-years")[1].position()
    assert list(state.chart) == expected()
    assert state.chart[-1].centers[state.ended.powers[0]] == 18
    written = msgspec.json.encode(state, order="deterministic")
    assert msgspec.json.decode(written, type=State) == state


def test_a_year_without_adjustments_has_its_row() -> None:
    state = run(start())
    assert [end.year for end in state.chart] == [1900]
    state = run(state)
    assert state.position.phase == "S1902M"
    assert state.chart[1].centers == state.chart[0].centers
    assert [end.year for end in state.chart] == [1900, 1901]
    assert sum(state.chart[0].centers.values()) == 22


def test_the_row_waits_for_the_falls_retreats_and_not_for_the_springs() -> None:
    units = [("ITALY", "A", "SER"), ("ITALY", "A", "ALB"), ("TURKEY", "A", "GRE")]
    attack = {"ITALY": ["A ALB - GRE", "A SER S A ALB - GRE"]}
    flight = {"TURKEY": ["A GRE R BUL"]}
    centers = {**dict.fromkeys(STANDARD.board.centers), "GRE": "TURKEY", "ROM": "ITALY"}
    for season, ended in (("S", []), ("F", [YearEnd(1901, {"ITALY": 3, "TURKEY": 1})])):
        position = Position(f"{season}1901M", tuple(Unit(*unit) for unit in units), centers)
        retreats = run(State(position, Options()), attack)
        assert retreats.position.phase == f"{season}1901R"
        assert retreats.chart == ()
        after = run(retreats, flight)
        assert list(after.chart) == ended
    assert after.position.phase == "F1901A"
    assert run(after).chart == after.chart


def test_a_given_position_has_no_chart() -> None:
    state = STANDARD.state_at(start().position, Options())
    assert state.chart == ()
    assert STANDARD.view(state, "public").chart == ()


@pytest.mark.parametrize(
    ("years", "blocks"),
    [(1, [1]), (14, [14]), (15, [7, 8]), (31, [10, 10, 11]), (100, [12, 13] * 4)],
)
def test_a_long_chart_stands_in_blocks_of_like_width(years: int, blocks: list[int]) -> None:
    chart = tuple(YearEnd(1900 + n, {"AUSTRIA": 34}) for n in range(years))
    view = STANDARD.view(msgspec.structs.replace(start(), chart=chart), "public")
    assert [len(block.years) for block in view.chart] == blocks
    assert [year for block in view.chart for year in block.years] == [*range(1900, 1900 + years)]
    assert {row.centers[0] for block in view.chart for row in block.rows} == {34, 0}
    facts = dict.fromkeys(("notice", "corrected"))
    facts |= {"game": "Long", "title": "Long", "reader": "", "results": (), "view": view}
    facts |= {
        "remarks": [],
        "standing": [],
        "form": [],
        "tag": "",
        "reading": {"letters": [], "sheet": []},
    }
    facts |= {"questions": [], "standing_orders": None, "used": [], "dice": [], "map": None}
    text = render("standard", "report.txt.j2", facts)
    assert max(map(len, text.splitlines())) <= 78
    assert re.findall(r"\b(?:19|20)\d\d\b", text.partition("Next")[0]) == [
        str(year) for block in view.chart for year in block.years
    ]
    table = text.partition("each year")[2].partition("Next")[0]
    assert table.split().count("34") == table.split().count("-") / 6 == years
