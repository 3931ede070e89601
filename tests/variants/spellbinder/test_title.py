"""Spellbinder as a title: what the house asks of it, what readers may know, and its reports."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import fields, replace

from adjudicator.events import may_know
from adjudicator.office.linting import _rulings_faults
from adjudicator.office.reports import render, render_html
from adjudicator.turns.runner import Ran
from adjudicator.turns.standing import check_policies
from adjudicator.turns.turn import Turn
from tests.variants.spellbinder.desk import Desk, state
from tests.variants.spellbinder.worlds import (
    PIECES,
    READERS,
    SECRET,
    TITLE,
    open_dice,
    played,
    told,
)
from variants.spellbinder.components import FOLDER, TABLES
from variants.spellbinder.course.scenarios import start
from variants.spellbinder.course.schedule import phase_id
from variants.spellbinder.course.setup import default_set_up
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Ally, Attack, Move
from variants.spellbinder.state import Scaling, Ship
from variants.spellbinder.telling.forms import form
from variants.spellbinder.telling.story import WORDS, results, units_named

# --- rulings and words


def test_rulings_and_options_match() -> None:
    assert not _rulings_faults(TITLE)
    assert len({ruling.id for ruling in TITLE.rulings}) == len(TITLE.rulings)
    for ruling in TITLE.rulings:
        assert ruling.source, ruling.id
        assert ruling.gap, ruling.id
        assert ruling.reading, ruling.id
    defaults = {field.name: str(field.default).lower() for field in fields(Options)}
    for ruling in TITLE.rulings:
        assert not ruling.values or defaults[ruling.option] in ruling.values, ruling.id


def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of a method or function of this name in the title's code."""
    for path in sorted(Path(str(FOLDER)).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in names:
                    yield name, node


def strings(node: ast.AST) -> list[str]:
    found = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
    return [one for one in found if isinstance(one, str)]


COMPOSED = {"spell", "struck", "over", "chief"}
"""Kinds with a sentence for each of their cases."""


def test_all_that_is_told_can_be_said() -> None:
    kinds = {one for _, call in calls("tell") for one in strings(call.args[0])} - {"all", "gm"}
    kinds |= {one for _, call in calls("Event") for one in strings(call.args[0])}
    assert len(kinds) > 40
    assert kinds - set(WORDS.events) == COMPOSED


def test_all_whys_can_be_said() -> None:
    whys = {one for _, call in calls("refuse") for one in strings(call.args[1])}
    assert len(whys) > 20
    assert not whys - set(WORDS.whys)


def test_units_are_named_together() -> None:
    assert units_named(("UA", "UB", "UMARON")) == "Umaron's A and B and Umaron"
    assert units_named(("UA", "UB", "UC")) == "Umaron's A, B and C"
    assert units_named(("G1",)) == "garrison G1"


def test_the_first_report_tells_what_was_completed() -> None:
    told = TITLE.preface(Options())
    assert "map" in told
    assert "Force Crusher" in told


def test_the_game_masters_own_tables_are_not_told_to_be_completed() -> None:
    printed = TITLE.preface(Options(tables=replace(TABLES, invented=())))
    assert "The tables are the game master's own." in printed
    assert "Invented on it: 36 columns" in printed
    assert "ompleted in the tables" not in printed
    some = TITLE.preface(Options(tables=replace(TABLES, invented=("row 6",))))
    assert some.endswith("Completed in the tables: row 6.")


# --- what the house asks


def test_the_template_reads_back_and_changes_nothing() -> None:
    below = Scaling(("DC",), "3104", ("3105",), 1)
    before = state("DA 0714, DB 0714, DC 3104, DD @1, DARMAN 0714", scalings=(below,))
    orders = form(before, "DARMAN")
    assert [str(order) for order in orders] == ["MOVE A, B, Darman TO 0714"]
    for order in orders:
        assert TITLE.read(before, "DARMAN", str(order)).orders == (order,)
    assert form(before, "SHARN") == ()
    assert played(before, DARMAN=orders).state == played(before).state


def test_the_template_of_a_set_up_is_what_is_done_by_itself() -> None:
    before = start(Options(), Desk())
    orders = default_set_up(before, "SHARN")
    lines = [str(order) for order in form(before, "SHARN")]
    assert lines == [
        "SET UP A, B, Sharn AT 3220",
        "SET UP C, D AT 3320",
        "SET UP E, F AT 3321",
        "SET UP G, H, I AT 3420",
    ]
    read = [order for line in lines for order in TITLE.read(before, "SHARN", line).orders]
    assert played(before, SHARN=read).state == played(before).state
    assert len(orders) == len(lines)


def test_the_templates_of_the_other_phases_read_back() -> None:
    """9.2: the garrisons; 9.4: what is regained."""
    early = start(Options(scenario="early_arrival"), Desk([1, 2, 3, 6]))
    garrisons = played(early).state
    rest = state("DA 0714 3", options=Options(scenario="campaign"), game=2, turn=0)
    for before, seats in ((garrisons, garrisons.options.seats), (rest, ("DARMAN",))):
        for seat in seats:
            for order in form(before, seat):
                reading = TITLE.read(before, seat, str(order))
                assert (reading.orders, reading.phase) == ((order,), phase_id(before))


def test_later_letters_replace_or_are_added() -> None:
    """4.14"""
    first, second = Move(("A",), ("0506",), False), Move(("B",), ("0506",), False)
    ally = Ally("SHARN", "pass")
    assert TITLE.combine(state(), (ally, first), (second,)) == (ally, second)
    adding = state(options=Options(letters="add"))
    assert TITLE.combine(adding, (ally, first), (second,)) == (ally, first, second)


def test_players_can_agree_on_an_end() -> None:
    now = state("DA 0506")
    turn: Turn[Any, Any] = Turn("T3DARMAN", {}, seats=now.options.seats)
    over = TITLE.agree(now, ("UMARON", "SHARN"), turn)
    assert over.ended.seats == ("SHARN", "UMARON")
    said = TITLE.results([one.event for one in turn.told])
    assert said.lines == ("The game is over by agreement: Sharn, Umaron share the win.",)
    out = replace(now.wizards["SHARN"], fate="out")
    gone = replace(now, wizards={**now.wizards, "SHARN": out})
    assert TITLE.voters(gone) == {"DARMAN", "ALGONA", "UMARON"}
    for before, among in ((over, ("UMARON",)), (now, ()), (gone, ("SHARN",))):
        with pytest.raises(ValueError, match="game"):
            TITLE.agree(before, among, Turn("T3DARMAN", {}))


def test_policies_are_sound_and_their_samples_are_read() -> None:
    for options in (Options(), Options(seats=("DARMAN+SHARN", "ALGONA+UMARON"))):
        before = state(options=options)
        for seat in options.seats:
            policies = TITLE.policies(before, seat)
            check_policies(list(policies))
            for policy in policies:
                (order,) = TITLE.read(before, seat, policy.sample).standing
                assert order.kind == policy.kind


def test_who_sent_nothing_is_told_what_that_means() -> None:
    assert TITLE.without_orders(state(), ()) == ""
    assert "Darman and Sharn" in TITLE.without_orders(state(), ("DARMAN", "SHARN"))


# --- reports


def report_facts(ran: Ran, reader: str) -> dict[str, Any]:
    events = [one.event for one in ran.told if may_know(reader, one.audience)]
    seat = reader in ran.state.options.seats
    return {
        "game": "Trial",
        "title": "Turn 3, Darman",
        "results": (TITLE.results(events),),
        "view": TITLE.view(ran.state, reader),
        "reader": TITLE.seat_name(reader) if seat else "",
        "notice": SimpleNamespace(
            game="g", phase="T3SHARN", deadline="", due="tomorrow", grace="", seeds=()
        ),
        "corrected": None,
        "map": None,
        "remarks": [],
        "standing": [],
        "tag": "",
        "form": [*map(str, TITLE.form(ran.state, reader))] if seat else [],
        "questions": [],
        "standing_orders": [] if seat else None,
        "used": [],
        "dice": [f"{die.label}: {die.value}" for die in open_dice(ran)],
    }


@pytest.mark.parametrize("reader", READERS)
def test_a_report_as_text_and_as_a_page(reader: str) -> None:
    pieces = f"{PIECES}, UB 0518 7, SC @2, G1 1911, DB 3104"
    ships = {2: Ship("2714", "SHARN")}
    below = Scaling(("DB",), "3104", ("3105",), 0)
    before = state(
        pieces, options=SECRET, ships=ships, scalings=(below,), allows="SHARN UMARON pass"
    )
    ran = played(before, DARMAN=[Attack("2308", ("A",), -12), Move(("Darman",), ("2305",), False)])
    text = render("spellbinder", "report.txt.j2", report_facts(ran, reader))
    page = render_html("spellbinder", "report.html.j2", report_facts(ran, reader))
    assert max(map(len, text.splitlines())) <= 78
    for written in (text, re.sub("&#39;", "'", page)):
        assert "Darman: 2306-2305." in written
        assert "Turn 3 of 20" in written
        assert "Ship 2 in 2714, controlled by Sharn, aboard: Sharn's C" in written
        assert "Darman's B below the wall in 3104" in written
        assert "Next: Turn 3, Sharn. Sharn may move, cast and attack." in written
        assert ("B 7" in written) == (reader in ("UMARON", "gm"))
        assert ("Sharn allows Umaron free passage" in written) == (
            reader in ("SHARN", "UMARON", "gm")
        )
    # Sharn's own surroundings show the ship; Umaron's are far away from it.
    if reader == "SHARN":
        assert "~2S" in text
        assert "MOVE A, B TO 2308" in text
    if reader == "UMARON":
        assert "~2S" not in text


def test_a_report_of_nothing_and_one_of_a_whole_turn() -> None:
    assert results(()).lines == ()
    before = state("DA 0506", options=Options(mode="turn"))
    ran = played(before)
    text = render("spellbinder", "report.txt.j2", report_facts(ran, "public"))
    assert text.count("Nothing happened.") == 4
    assert re.search(r"^End of the turn\n  Darman rolls a", text, re.MULTILINE)
    assert re.search(r"^Darman$", text, re.MULTILINE)


# --- whole games


GAMES: dict[str, Mapping[str, Any]] = {
    "four": {},
    "three": {"seats": ("DARMAN", "SHARN", "UMARON")},
    "two": {"seats": ("DARMAN+SHARN", "ALGONA+UMARON"), "mode": "turn"},
    "by wizards": {
        "seats": ("DARMAN+SHARN", "ALGONA+UMARON"), "two_player_phases": "one_per_wizard",
    },
    "early": {"scenario": "early_arrival"},
    "Yamantsar": {"scenario": "return_of_yamantsar", "mode": "turn"},
    "campaign": {"scenario": "campaign", "mode": "turn"},
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_a_game_in_which_nobody_writes_comes_to_its_end(name: str) -> None:
    """Every phase has an id of its own; a campaign has no end, so two games of it are played."""
    options = Options(**GAMES[name])
    now = start(options, Desk([6, 5, 4, 3, 3, 2, 1], seats=options.seats))
    seen: list[str] = []
    while (phase := TITLE.phase(now)) is not None and not phase.id.startswith("G3"):
        seen.append(phase.id)
        ran = played(now)
        for reader in (*options.seats, "public"):
            told(ran, reader)
            TITLE.view(ran.state, reader)
        now = ran.state
    assert len(set(seen)) == len(seen)
    assert all(re.fullmatch("[A-Z0-9]+", one) for one in seen)
    assert (now.ended is None) == (name == "campaign")


# --- the welcome


def test_the_examples_are_read_without_a_fault() -> None:
    """Umaron's, who stands where they say; those of ships and walls a moment later."""
    before = state("UMARON 0619 25, UA 0619, UB 0619, UC 0619, UE 0619, SHARN 2308 25, SA 2308")
    for line, _ in TITLE.examples:
        reading = TITLE.read(before, "UMARON", line)
        assert reading.orders or reading.standing, line
        assert not [said for said in reading.diagnostics if said.severity == "error"], line


def test_standing_orders_are_read_as_players_say_them() -> None:
    """Research 13, S1: in a letter of the game, not in the house's form alone."""
    before = state("UMARON 0619 25, UA 0619, SHARN 2308 25, SA 2308")
    reading = TITLE.read(before, "UMARON", "defend 0619 against Sharn: Stillness 5")
    assert [str(order) for order in reading.standing] == [
        "standing defence: STILLNESS 5 if target = armies and hex = 0619 and attacker = SHARN"
    ]
