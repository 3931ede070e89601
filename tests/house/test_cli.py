"""The command line, run as a user runs it."""

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from adjudicator.cli import Exit, main
from adjudicator.office.folder import Office, make_office
from adjudicator.remarks import REMARK
from tests.boards import BOARD

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HANDBOOK = (ROOT / "adjudicator" / "office" / "README.md").read_text(encoding="utf-8")
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
    assert "A BUR was dislodged by A MUN (Germany); it may retreat to GAS, MAR or PIC." in text
    assert "Next: Fall 1902, retreats" in text
    assert max(map(len, text.splitlines())) <= 78


def test_resolve_as_json() -> None:
    result = json.loads(run("resolve", str(EXAMPLE), "--json"))
    assert " ".join(result) == (
        "phase orders after centers dislodged removed standoffs next_phase solo"
    )
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
    assert after["removed"] == [{"power": "ENGLAND", "unit": "F ENG", "reason": "order_failed"}]


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
        ("phase: S1901R\nunits: {}\ndislodged:\n- {unit: A PAR}",
         "line 4, key dislodged[0]: names no power"),
        ("phase: S1901R\nunits: {}\ndislodged:\n  FRANCE: [{unit: A PAR, power: ITALY}]",
         "line 4, key dislodged.FRANCE[0]: belongs to FRANCE or ITALY?"),
        ("phase: S1901R\nunits: {}\ndislodged: {FRANCE: [A BUR], ITALY: [A BUR]}",
         "line 3, key dislodged.ITALY[0]: FRANCE A BUR was dislodged there, too"),
        ("phase: S1901R\nunits: {ITALY: [A PAR]}\n"
         "dislodged: {FRANCE: [{unit: A BUR, retreats: [PAR]}]}",
         "line 3, key dislodged.FRANCE[0]: A BUR cannot retreat to 'PAR'"),
        ("phase: S1901R\nunits: {}\nstandoffs: [PAR]\n"
         "dislodged: {FRANCE: [{unit: A BUR, retreats: [PAR]}]}",
         "line 4, key dislodged.FRANCE[0]: A BUR cannot retreat to 'PAR'"),
        ("phase: S1901M\nunits: {}\ndislodged: {FRANCE: [A BUR]}",
         "line 3, key dislodged: only a retreat phase has dislodged units"),
        ("phase: F1901A\nunits: {FRANCE: [A SPA]}", "an adjustment phase needs the centers"),
        ("phase: S1901M\nunits: {FRANCE: [A PAR]}\norders: {FRANCE: ['GERMANY: A PAR - BUR']}",
         "line 3, key orders.FRANCE[0]: 'GERMANY: A PAR - BUR' names GERMANY as its owner"),
        ("phase: S1901M\nunits: {FRANCE: [A PAR]}\norders: {FRANCE: ['F1901M: A PAR - BUR']}",
         "key orders.FRANCE[0]: 'F1901M: A PAR - BUR' is for F1901M, and the position is at"),
        ("phase: F9999A\nunits: {}", "line 1, key phase: 'F9999A' is not a phase"),
        ("a: &a [1, 1]\nb: [*a, *a]", "line 1: YAML's anchors and aliases (&, *) are not read"),
        ('{"phase": "S1901M", "units": {}, "units": {}}', "key units: stands here twice"),
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
    position = {"phase": "F1901A", "units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["PAR"]}}
    text = json.dumps(position, indent="\t")
    assert json.loads(run("resolve", "-", "--json", stdin=text))["next_phase"] == "S1902M"


def test_check_without_a_position() -> None:
    text = run("check", "-", stdin="FRANCE:\nA par-bur\nA nor - swe\n", code=Exit.FAULTS)
    assert "  2  A par-bur\n     read as A PAR - BUR\n" in text
    assert "error: “nor” could be North Africa or North Atlantic Ocean" in text


def test_check_names_the_phase_that_a_line_names() -> None:
    text = run("check", "-", stdin="F1901R: A Bud - Ser\nw1901a: remove A BUD\nA BUD - SER\n")
    assert "  1  F1901R: A Bud - Ser\n     read as A BUD R SER, for F1901R\n" in text
    assert "     read as A BUD D, for F1901A\n" in text
    assert "     read as A BUD - SER\n" in text


def test_check_tells_orders_for_later_phases_apart() -> None:
    """They are no part of the sheet that is checked: one unit may have a move and a retreat."""
    args = ("check", "-", "--position", str(EXAMPLE), "--power", "ENGLAND")
    sheet = "F NTH H\nF ENG H\nA YOR H\nF ENG R IRI\nbuild F LON\nF1902A: remove A YOR\n"
    text = run(*args, stdin=sheet)
    assert "  4  F ENG R IRI\n     read as F ENG R IRI, for F1902R\n" in text
    assert "     note: For Fall 1902, retreats, if that phase comes.\n" in text
    assert "ENGLAND: " not in text
    report = json.loads(run(*args, "--json", stdin=sheet))
    assert [line["phase"][-1:] for line in report["lines"]] == ["", "", "", "R", "A", "A"]
    assert report["sheets"] == {"ENGLAND": []}


@pytest.mark.parametrize("line", ["A PAR R GAS", "A PAR D", "remove A PAR", "A PAR B", "WAIVE"])
def test_a_position_s_orders_are_for_its_own_phase(line: str) -> None:
    """Nothing is kept for later here, so an order for later is one that cannot be done."""
    result = resolve(
        {"phase": "F1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": [line]}}
    )
    assert [(o["result"], o["reason"]) for o in result["orders"]] == [("illegal", "wrong_phase")]
    named = {"FRANCE": [f"F1901M: {line}", "F1901M: A PAR - BUR"]}
    result = resolve({"phase": "F1901M", "units": {"FRANCE": ["A PAR"]}, "orders": named})
    assert [o["result"] for o in result["orders"]] == ["illegal", "succeeds"]


def test_check_passes_over_remarks() -> None:
    lines = (
        "FRANCE // mine\nA PAR-BUR // as agreed\n"
        "A MAR H // or A MAR - SPA\nF BRE H // F BRE - PIC\n"
    )
    text = run("check", "-", stdin=lines)
    assert "2  A PAR-BUR // as agreed\n     read as A PAR - BUR\n  3" in text
    assert " ".join(text.split()).count(REMARK) == 2
    for args in ((), ("--json",)):
        order = "FRANCE:\nA PAR H // F BRE H\n"
        text = run("check", "-", "--position", str(EXAMPLE), *args, stdin=order)
        assert "A PAR H" in text
        assert REMARK in " ".join(text.split())


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
    orphan = run(*args, stdin="F NTH H\nENGLAND\nF NTH H\nF ENG H\nA YOR H", code=Exit.FAULTS)
    assert "  1  F NTH H\n     error: Whose order is this?" in orphan
    assert "  3  F NTH H\n     read as F NTH H" in orphan
    named = run(*args, "--power", "England", stdin="F NTH H\nF ENG H\nA YOR H")
    assert "read as F NTH H" in named
    assert "there is no power" in run(*args, "--power", "X", stdin="", code=Exit.BAD_INPUT)


def test_the_titles() -> None:
    # Ruins lives with the tests.
    assert run("variant", "list") == "ruins\nspellbinder\nstandard\nyoung_kingdoms\n"
    names = ["ruins", "spellbinder", "standard", "young_kingdoms"]
    assert json.loads(run("variant", "list", "--json")) == names
    assert run("variant", "lint", "standard") == "no faults\n"
    shown = json.loads(run("variant", "show", "standard", "--json"))
    assert len(shown["seats"]) == 7
    text = run("variant", "show", "standard")
    assert "removal_distance: owned\n" in text
    assert "      home: from its home centers, whoever owns them\n" in text
    assert "did you mean standard?" in run("variant", "show", "standart", code=Exit.BAD_INPUT)


def test_where_a_map_comes_from() -> None:
    text = run("variant", "show", "young_kingdoms", "--sources")
    assert "\nX  invented for this map\n" in text
    assert "\nI  34 centers in all, of which 14 are neutral; The Caves is none\n" in text
    assert "\nS  GRO Gromoorva: capital of Dharijor (G)\n" in text
    assert max(map(len, text.splitlines())) <= 78
    told = json.loads(run("variant", "show", "young_kingdoms", "--sources", "--json"))
    assert len(told["spaces"]) == 57
    assert all(space["source"] in told["sources"] for space in told["spaces"])
    assert {claim["source"] for claim in told["claims"]} <= set(told["sources"])
    for name in ("standard", "ruins"):
        assert "The map does not tell." in run("variant", "show", name, "--sources")


def test_a_map_in_words() -> None:
    text = run("variant", "show", "young_kingdoms", "--map")
    assert text.startswith("young_kingdoms: the map\n====")
    assert "\n57 spaces, 34 centers; 18 centers win. " in text
    assert "; D\nDragon, by land and sea; " in text
    assert "\nTAN  Tanelorn (inland, center, neutral garrison, only A, C, E may enter)\n" in text
    assert "\nKEL  Kelmain (inland, only C may enter, no fighting)\n     by land DOR, " in text
    assert "\nIMR  Imrryr (coast, 2 centers, home of Melnibone, garrison)\n" in text
    assert "\nPAN  Pan Tang (coast, center, home of Dharijor)\n     by sea  DRN, DRW, SPS\n" in text
    assert "\nDRE  Eastern Dragon Sea\n     by sea  DRN, " in text
    assert max(map(len, text.splitlines())) <= 78
    told = json.loads(run("variant", "show", "young_kingdoms", "--map", "--json"))
    codes = [entry["code"] for entry in told["provinces"]]
    assert (len(codes), codes[:2], codes[-1]) == (57, ["AFL", "ARG"], "WBO")
    assert told["provinces"][codes.index("NPS")]["fleet"] == {"NPS": ["BAK", "SIG", "SPS", "TAR"]}
    text = run("variant", "show", "standard", "--map")
    assert "\n     by sea  BUL/EC BLA, CON, RUM; BUL/SC AEG, CON, GRE\n" in text
    wrong = run("variant", "show", "ruins", "--map", code=Exit.BAD_INPUT)
    assert "in which all move at once" in wrong
    run("variant", "show", "standard", "--map", "--sources", code=Exit.USAGE)


def test_positions_are_those_of_the_family() -> None:
    file = "variant: ruins\nphase: S1901M\nunits: {}\n"
    assert "in which all move at once" in run("resolve", "-", stdin=file, code=Exit.BAD_INPUT)
    said = run("check", "-", "--variant", "ruins", stdin="x", code=Exit.BAD_INPUT)
    assert "in which all move at once" in said


YOUNG_KINGDOMS = {
    "variant": "young_kingdoms",
    "phase": "F6480R",
    "units": {
        "PUR": ["F MEN", "G FOE"],
        "NEUTRAL": ["G ORG"],
        "DHJ": ["C SIL SIL1", "C SIL SIL2"],
        "SHZ": ["A AFL", "E AFL"],
    },
    "centers": {"PUR": ["FOE", "MEN"], "SHZ": ["AFL"], "DHJ": ["DHA", "GRO"]},
    "dislodged": [
        {"power": "LOR", "unit": "A/F DRS", "retreats": ["DRW"], "fleet": ["STC"], "army": ["FIL"]}
    ],
}


def test_a_position_of_another_title() -> None:
    """Pieces that share a space, a garrison of nobody's, an A/F that can split, a double center."""
    result = resolve(YOUNG_KINGDOMS)
    assert result["after"] == {
        power: sorted(units)
        for power, units in YOUNG_KINGDOMS["units"].items()  # type: ignore[attr-defined]
    }
    assert result["removed"] == [{"power": "LOR", "unit": "A/F DRS", "reason": "no_order"}]
    assert result["next_phase"] == "F6480A"
    text = run("resolve", "-", stdin=json.dumps(YOUNG_KINGDOMS))
    assert "  A/F DRS was disbanded: no retreat was ordered.\n  Lormyr is eliminated.\n" in text
    assert "  centers  FOE (2), MEN\n" in text
    assert "Nobody\n  units    G ORG\n" in text


def test_orders_of_another_title(tmp_path: Path) -> None:
    """A line may be two orders; what is read against a position asks the title, too."""
    position = {
        "variant": "young_kingdoms",
        "phase": "S6480M",
        "units": {"SHZ": ["E BAK"], "VLM": ["A NAD"], "LOR": ["A RAM", "F DRS"]},
        "orders": {
            "SHZ": ["E BAK - NAD GUEST"],
            "VLM": ["A NAD H ADMITS ELRIC"],
            "LOR": ["A RAM BOARD F DRS", "A DRS LAND SOR"],
        },
    }
    result = resolve(position)
    assert [one["order"] for one in result["orders"]] == [
        "E BAK - NAD",
        "E BAK GUEST",
        "A NAD H",
        "A NAD ADMITS ELRIC",
        "A RAM BOARD F DRS",
        "A DRS LAND SOR",
    ]
    assert result["after"] == {"SHZ": ["E NAD"], "VLM": ["A NAD"], "LOR": ["A SOR", "F DRS"]}
    path = tmp_path / "position.json"
    path.write_text(json.dumps(position), encoding="utf-8")
    told = run("check", "-", "--position", str(path), "--power", "SHZ", stdin="E BAK - NAD GUEST")
    assert "     read as E BAK - NAD\n     read as E BAK GUEST\n" in told
    told = run(
        "check",
        "-",
        "--variant",
        "young_kingdoms",
        stdin="A/F IMR - DRE\nsail away",
        code=Exit.FAULTS,
    )
    assert "     read as A/F IMR - DRE\n" in told
    assert "\n     error: " in told


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"units": {"PUR": ["A MEN", "F MEN"]}}, "A/F"),
        ({"units": {"DHJ": ["C SIL"]}}, "its id '' names no land of Chaos"),
        ({"units": {"SHZ": ["A AFL"], "DHJ": ["A AFL"]}}, "SHZ A AFL stands there too"),
        ({"elric": {"reigns": True}, "phase": "S6480M", "dislodged": [],
          "units": {"DHJ": ["A TAN"]}}, "such a piece cannot stand there"),
        ({"elric": {"rules": True, "hidden": 3}}, "key elric"),
    ],
)  # fmt: skip
def test_a_position_of_another_title_that_cannot_be(changes: dict[str, Any], message: str) -> None:
    text = json.dumps(YOUNG_KINGDOMS | changes)
    assert message in run("resolve", "-", stdin=text, code=Exit.BAD_INPUT)


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
    assert f"adjudicator {' '.join(command)}" in README + HANDBOOK
    assert "Usage:" in run(*command, "-h")
    assert "--json" in run(*command, "-h")


def test_the_readme_s_position_resolves(tmp_path: Path) -> None:
    block = README.partition("```yaml\nphase:")[2].partition("```")[0]
    path = tmp_path / "position.yaml"
    path.write_text(f"phase:{block}", encoding="utf-8")
    result = json.loads(run("resolve", str(path), "--json"))
    assert [o["result"] for o in result["orders"]] == ["bounces", "succeeds", "bounces"]


def test_keys_without_a_value_are_as_good_as_left_out() -> None:
    text = "phase: S1901M\nunits:\n  FRANCE: [A PAR]\noptions:\ncenters:\norders:\n  FRANCE:\n"
    assert json.loads(run("resolve", "-", "--json", stdin=text))["after"] == {"FRANCE": ["A PAR"]}


def test_json_keeps_its_numbers_and_its_letters() -> None:
    position = {"id": 7, "phase": "S1901M", "units": {"FRANCE": ["A PAR"]}}
    assert resolve(position)["id"] == 7
    assert resolve(position | {"id": "\U0001f600"})["id"] == "\U0001f600"


def test_jsonl_counts_blank_lines_and_takes_a_byte_order_mark() -> None:
    good = json.dumps({"phase": "S1901M", "units": {}})
    done = run("resolve", "-", "--jsonl", stdin=f"\ufeff{good}\n\n{{\n", code=Exit.FAULTS)
    first, second = map(json.loads, done.splitlines())
    assert first["next_phase"] == "F1901M"
    assert second["error"]["where"] == "line 3"


def test_two_spellings_are_one_order() -> None:
    result = resolve(
        {
            "phase": "S1901M",
            "units": {"FRANCE": ["A PAR", "F GAS"]},
            "orders": {
                "FRANCE": ["A PAR - BUR", "Paris-Burgundy", "F GAS - SPA", "F GAS - SPA/NC"]
            },
        }
    )
    assert [o["result"] for o in result["orders"]] == ["succeeds"] * 4
    assert result["after"] == {"FRANCE": ["A BUR", "F SPA/NC"]}
    result = resolve(RETREAT | {"orders": {"ITALY": ["A TYR R PIE", "Tyrolia - Piedmont"]}})
    assert [o["result"] for o in result["orders"]] == ["succeeds"] * 2
    assert result["after"]["ITALY"] == ["A PIE"]


def test_a_solo_is_told() -> None:
    won = [
        home
        for power in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "TURKEY")
        for home in BOARD.powers[power].home_centers
    ]
    position = {
        "phase": "F1905A",
        "units": {"FRANCE": [f"A {center}" for center in won]},
        "centers": {"FRANCE": won},
    }
    assert resolve(position)["solo"] == "FRANCE"
    assert "France has won the game." in run("resolve", "-", stdin=json.dumps(position))


def test_the_handbook_s_way_of_mailing_is_a_configuration(tmp_path: Path) -> None:
    block = HANDBOOK.partition("```yaml\naddress:")[2].partition("```")[0]
    make_office(tmp_path / "office")
    text = f"name: Ours\ngm: me@example.org\naddress:{block}"
    (tmp_path / "office" / "office.yaml").write_text(text, encoding="utf-8")
    with Office(tmp_path / "office") as office:
        assert office.config.send.smtp is not None
        (entry,) = office.config.fetch
        assert not isinstance(entry, str)
        assert entry.imap.move_to == "Done"
