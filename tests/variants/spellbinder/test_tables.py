"""6.33, 6.54, 6.55: the tables of the charts."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from adjudicator.documents import BadDocument, parse
from tests.reference.board import load_yaml
from tests.rules import rule
from variants.spellbinder.components import TABLES, tables_of
from variants.spellbinder.options import Options
from variants.spellbinder.tables import Tables


def test_the_tables_are_those_of_the_shared_data(shared_data: Callable[[str], Path]) -> None:
    shared = load_yaml(shared_data("spellbinder.yaml"))
    assert {str(k): list(v) for k, v in enumerate(TABLES.matrix)} == shared["magic_matrix"]
    assert {str(k): list(v) for k, v in enumerate(TABLES.results, TABLES.lowest)} == shared["crt"]
    begins = [name.removesuffix("+") for name in shared["crt_columns"]]
    begins = [name if name[0] == "-" else name.partition("-")[0] for name in begins]
    assert begins == list(map(str, TABLES.columns))
    assert {
        source: {terrain: str(number) for terrain, number in there.items()}
        for source, there in TABLES.terrain.items()
    } == shared["terrain_modifiers"]


@rule("spellbinder", "6.33", "6.36")
def test_printed_rows_of_the_matrix_633() -> None:
    printed = {1: "NE 1 2 3 S S", 2: "2 NE 3 2 S S", 3: "3 2 NE 1 S S"}
    assert {spell: " ".join(TABLES.matrix[spell]) for spell in printed} == printed
    assert TABLES.matrix[4][:2] == ("2", "3")
    assert TABLES.matrix[0] == ("3", "3", "3", "3", "S", "S")  # 6.36


@rule("spellbinder", "7.0", "7.11", "7.21")
def test_each_spell_has_one_defence_that_stops_it() -> None:
    for spell in range(1, 7):
        stopped = [d for d in range(7) if TABLES.base(d, spell) == "NE"]
        assert stopped == [spell]  # 7.0, 7.11, 7.21


@rule("spellbinder", "6.54")
def test_printed_rows_of_the_combat_results_654() -> None:
    assert " ".join(TABLES.results[0]) == "A3 A2 A2 A1 NE NE D1 D1"
    assert " ".join(TABLES.results[1]) == "A3 A2 A1 A1 NE D1 D1 D2"
    assert " ".join(TABLES.results[2][:4]) == "A2 A1 A1 A1"


@rule("spellbinder", "example of 6.52", "example of 6.521", "example of 6.55")
def test_the_example_of_652_and_655() -> None:
    assert TABLES.result(32 - 14, 4) == "D3"
    assert TABLES.result(32 - 14, 4 + TABLES.terrain["text"]["forest"]) == "D2"


@rule("spellbinder", "example of 6.33")
def test_the_example_of_633() -> None:
    base = TABLES.base(2, 3)
    assert isinstance(base, int)
    assert (base + 1 - 5, base + 5 - 1) == (-1, 7)


def test_results_rise_with_the_roll_and_with_the_differential() -> None:
    def worth(cell: str) -> int:
        return 0 if cell == "NE" else int(cell[1:]) * (1 if cell[0] == "D" else -1)

    rows = [[worth(cell) for cell in row] for row in TABLES.results]
    assert all(row == sorted(row) for row in rows)
    assert all(list(column) == sorted(column) for column in zip(*rows, strict=True))


@rule("spellbinder", "6.54", "S77")
@pytest.mark.parametrize(
    ("differential", "result"),
    [(3, "D1"), (4, "D2"), (6, "D2"), (7, "D3"), (10, "D3"), (11, "D4"), (80, "D4")],
)
def test_columns_at_a_roll_of_5(differential: int, result: str) -> None:  # S77
    assert TABLES.result(differential, 5) == result


def test_a_differential_of_minus_4_is_refused_and_no_roll_falls_off_the_table() -> None:
    with pytest.raises(ValueError, match="-4"):
        TABLES.result(-4, 6)
    lowest = 1 + min(min(added.values()) for added in TABLES.terrain.values())
    assert lowest >= TABLES.lowest


# --- a game master's own


def test_a_game_masters_own_tables_go_through_json() -> None:
    assert tables_of(Options()) is TABLES
    own = msgspec.structs.replace(TABLES, columns=(-2, -1, 0, 1, 2, 4, 7, 11))
    options = Options(tables=own)
    assert tables_of(options) == own
    assert msgspec.json.decode(msgspec.json.encode(options), type=Options) == options


def test_tables_that_cannot_be_used_are_refused() -> None:
    text = msgspec.json.encode(TABLES).decode()
    assert parse(text, "own.yaml", Tables) == TABLES
    for old, new, said in (
        ('"A3","A2","A2"', '"A3","A2"', "the results, -1"),
        ('"NE","1","2"', '"NE","one","2"', "the matrix, 1"),
        ("[-3,-2", "[-2,-3", "ever higher"),
        ('"chart"', '"card"', "the chart"),
    ):
        assert old in text
        with pytest.raises(BadDocument, match=said):
            parse(text.replace(old, new), "own.yaml", Tables)
