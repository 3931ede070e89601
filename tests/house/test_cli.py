"""The command line, run as a user runs it."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from adjudicator.cli import Exit, main

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
EXAMPLE = Path(__file__).parents[2] / "examples" / "position.yaml"


def run(*args: str, stdin: str | bytes = b"", code: int = Exit.OK) -> str:
    done = CliRunner().invoke(main, args, input=stdin)
    assert done.exit_code == code, (done.output, done.exception)
    return str(done.output)


def resolve(position: dict[str, Any]) -> dict[str, Any]:
    return json.loads(run("resolve", "-", "--json", stdin=json.dumps(position)))  # type: ignore[no-any-return]


def test_resolve_on_paper() -> None:
    text = run("resolve", str(EXAMPLE))
    assert "F ENG S A YOR - BEL        cut        dislodged by F BRE (France)" in text
    assert "A PAR S A BUR              void       the other unit was not ordered so" in text
    assert "A BUR was dislodged by A MUN (Germany); it may retreat to GAS or MAR or PIC." in text
    assert "Next: Fall 1902, retreats" in text
    assert max(map(len, text.splitlines())) <= 78


def test_resolve_as_json() -> None:
    result = json.loads(run("resolve", str(EXAMPLE), "--json"))
    assert set(result) == {
        "phase", "orders", "after", "centers", "dislodged", "removed", "standoffs", "next_phase",
    }  # fmt: skip
    assert result["orders"][2] == {
        "power": "ENGLAND",
        "order": "F ENG S A YOR - BEL",
        "result": "cut",
        "dislodged": True,
        "reason": "dislodged",
        "by": ["FRANCE F BRE"],
    }
    assert result["dislodged"][1] == {
        "power": "FRANCE",
        "unit": "A BUR",
        "attacker": "GERMANY A MUN",
        "retreats": ["GAS", "MAR", "PIC"],
    }
    assert result["next_phase"] == "F1902R"
    assert result["standoffs"] == ["BEL"]


def test_a_result_goes_on_as_the_next_position() -> None:
    """What is printed of the dislodged can be put into the next position file as it is."""
    result = json.loads(run("resolve", str(EXAMPLE), "--json"))
    position = {
        "phase": result["next_phase"],
        "units": result["after"],
        "centers": result["centers"],
        "dislodged": result["dislodged"],
        "standoffs": result["standoffs"],
        "orders": {"FRANCE": ["A Bur - Gas"], "ENGLAND": ["F ENG R BEL"]},
    }
    after = resolve(position)
    assert [o["result"] for o in after["orders"]] == ["succeeds", "illegal"]
    assert after["orders"][0]["order"] == "A BUR R GAS"
    assert after["removed"] == [{"power": "ENGLAND", "unit": "F ENG", "reason": "no_order"}]


RETREAT: dict[str, Any] = {
    "phase": "S1902R",
    "units": {"AUSTRIA": ["A TRI"], "GERMANY": ["A MUN"]},
    "dislodged": {"ITALY": ["A TYR"]},
}


@pytest.mark.parametrize(
    ("dislodged", "open_ones"),
    [
        # Next to Tyrolia: BOH, MUN (German), PIE, TRI (Austrian), VEN, VIE.
        ({"ITALY": ["A TYR"]}, {"BOH", "PIE", "VEN", "VIE"}),
        ({"ITALY": [{"unit": "A TYR", "attacker": "A VIE"}]}, {"BOH", "PIE", "VEN"}),
        ({"ITALY": [{"unit": "A TYR", "attacker": "AUSTRIA A VIE"}]}, {"BOH", "PIE", "VEN"}),
        ({"ITALY": [{"unit": "A TYR", "retreats": ["PIE"]}]}, {"PIE"}),
        ([{"power": "ITALY", "unit": "A TYR", "retreats": ["PIE"]}], {"PIE"}),
    ],
)
def test_which_retreats_are_open(dislodged: Any, open_ones: set[str]) -> None:
    for place in ("BOH", "MUN", "PIE", "TRI", "VEN", "VIE"):
        result = resolve(
            RETREAT | {"dislodged": dislodged, "orders": {"ITALY": [f"A TYR R {place}"]}}
        )
        assert (result["orders"][0]["result"] == "succeeds") is (place in open_ones)


def test_jsonl_goes_on_after_a_wrong_line() -> None:
    good = {"id": "one", "phase": "S1901M", "units": {"FRANCE": ["A PAR"]},
            "orders": {"FRANCE": ["A PAR - BUR"]}, "src": "elsewhere"}  # fmt: skip
    lines = [
        json.dumps(good),
        "{not json",
        json.dumps(good | {"id": 2, "units": {"FRANCE": ["A PAX"]}}),
        json.dumps(good | {"id": 3, "orders": {"FRANCE": ["A PRA - BUR"]}}),
        json.dumps(good | {"id": 4, "order": {}, "orders": {}}),
        json.dumps(good | {"id": 5}),
    ]
    done = run("resolve", "-", "--jsonl", stdin="\n".join(lines), code=Exit.FAULTS)
    results = [json.loads(line) for line in done.splitlines()]
    assert [r["id"] for r in results] == ["one", None, 2, 3, 4, 5]
    assert results[0]["after"] == results[5]["after"] == {"FRANCE": ["A BUR"]}
    errors = [r["error"] for r in results[1:5]]
    assert [e["code"] for e in errors] == ["not_json", "bad_unit", "unknown_place", "unknown_key"]
    assert [e["where"] for e in errors] == [
        "line 2",
        "line 3, key units.FRANCE[0]",
        "line 4, key orders.FRANCE[0]",
        "line 5, key order",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "standard input: is empty"),
        ("phase: [", "standard input, line 1: "),
        ("phase: S1901M\nunits: {}\nunits: {}", "line 3, key units: stands here twice"),
        ("phase: S1901M", "line 1, key (whole file): Object missing required field `units`"),
        ("phase: X1901M\nunits: {}", "line 1, key phase: 'X1901M' is not a phase"),
        ("phase: W1901M\nunits: {}", "line 1, key phase: "),
        ("units: {}\nphase: S1901M\noptions:\n  removal_distance: far",
         "line 4, key options.removal_distance: Invalid enum value 'far'"),
        ("units: {}\nphase: S1901M\noption: {}", "line 3, key option: there is no such key"),
        ("units:\n  FRANC: [A PAR]\nphase: S1901M", "line 2, key units.FRANC: there is no power"),
        ("units:\n  FRANCE:\n  - F STP\nphase: S1901M",
         "line 3, key units.FRANCE[0]: 'F STP': such a unit cannot stand there; name its coast"),
        ("units:\n  FRANCE: [A PAR, A PAR]\nphase: S1901M", "FRANCE A PAR stands there too"),
        ("units: {FRANCE: [A NTH]}\nphase: S1901M", "such a unit cannot stand there"),
        ("units: {}\nphase: S1901M\ncenters:\n  FRANCE: [BUR]", "line 4, key centers.FRANCE[0]"),
        ("units: {}\nphase: S1901M\ncenters:\n  FRANCE: [PAR]\n  ITALY: [PAR]",
         "line 5, key centers.ITALY[0]: PAR belongs to FRANCE already"),
        ("units: {}\nphase: S1901M\norders:\n  FRANCE:\n  - A PAR H\n  - A Pariss - Bur",
         "line 6, key orders.FRANCE[1]: “Pariss” is no place"),
        ("units: {}\nphase: S1901M\nvariant: standrd", "line 3, key variant: there is no variant"),
        ("phase: S1901R\nunits: {}\ndislodged:\n  FRANCE:\n  - {unit: A PAR, retreats: [LON]}",
         "line 5, key dislodged.FRANCE[0]: A PAR cannot retreat to 'LON'"),
        ("phase: S1901R\nunits: {}\nstandoffs:\n- XXX", "line 4, key standoffs[0]"),
        ("phase: S1901M\nunits: 7", "line 2, key units: Expected `object`, got `str`"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_one_line_with_its_place(text: str, said: str) -> None:
    output = run("resolve", "-", stdin=text, code=Exit.BAD_INPUT)
    assert said in output
    assert len(output.splitlines()) == 1


def test_bytes_that_are_no_text() -> None:
    output = run("resolve", "-", stdin=b"phase: \xff", code=Exit.BAD_INPUT)
    assert "byte 8 is not UTF-8 text" in output


def test_json_with_tabs_is_read() -> None:
    text = '{\n\t"phase": "F1901A",\n\t"units": {"FRANCE": ["A PAR"]},\n\t"centers": {}\n}'
    assert json.loads(run("resolve", "-", "--json", stdin=text))["next_phase"] == "S1902M"


def test_check_without_a_position() -> None:
    text = run("check", "-", stdin="FRANCE:\nA par-bur\nA nor - swe\n", code=Exit.FAULTS)
    assert "  2  A par-bur\n     read as A PAR - BUR\n" in text
    assert "error: “nor” could be North Africa or North Atlantic Ocean" in text


def test_check_with_a_position() -> None:
    orders = "France\nA Par - Bur\nF Par - Gas\nEngland:\nF NTH - EDI\nF London H\n"
    args = ("check", "-", "--position", str(EXAMPLE))
    report = json.loads(run(*args, "--json", stdin=orders, code=Exit.FAULTS))
    assert [line["orders"] for line in report["lines"]] == [
        ["A PAR - BUR"], ["A PAR - GAS"], ["F NTH - EDI"], [],
    ]  # fmt: skip
    assert [[d["code"] for d in line["diagnostics"]] for line in report["lines"]] == [
        [], ["kind_corrected"], [], ["no_unit"],
    ]  # fmt: skip
    assert [d["code"] for d in report["sheets"]["FRANCE"]][:2] == ["several_orders"] * 2
    assert run(*args, "--power", "ENGLAND", stdin="F NTH H\nF ENG H\nA YOR H") == (
        "  1  F NTH H\n     read as F NTH H\n"
        "  2  F ENG H\n     read as F ENG H\n"
        "  3  A YOR H\n     read as A YOR H\n"
    )
    assert "whose order is this?" in run(*args, stdin="F NTH H", code=Exit.BAD_INPUT)
    assert "there is no power" in run(*args, "--power", "X", stdin="", code=Exit.BAD_INPUT)


def test_the_titles() -> None:
    assert run("variant", "list") == "standard\n"
    assert json.loads(run("variant", "list", "--json")) == ["standard"]
    assert run("variant", "lint", "standard") == "no faults\n"
    shown = json.loads(run("variant", "show", "standard", "--json"))
    assert len(shown["powers"]) == 7
    assert "removal_distance: owned  (home, owned)" in run("variant", "show", "standard")
    assert "did you mean standard?" in run("variant", "show", "standart", code=Exit.BAD_INPUT)


def commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            found += commands(command, (*path, name))
        else:
            found.append((*path, name))
    return found


@pytest.mark.parametrize("command", commands(main), ids=" ".join)
def test_every_command_is_documented(command: tuple[str, ...]) -> None:
    assert f"adjudicator {' '.join(command)}" in README
    assert "Usage:" in run(*command, "-h")
    assert "--json" in run(*command, "-h")


def test_the_readme_s_position_resolves(tmp_path: Path) -> None:
    block = README.partition("```yaml\n")[2].partition("```")[0]
    path = tmp_path / "position.yaml"
    path.write_text(block, encoding="utf-8")
    result = json.loads(run("resolve", str(path), "--json"))
    assert [o["result"] for o in result["orders"]] == ["bounces", "succeeds", "bounces"]
