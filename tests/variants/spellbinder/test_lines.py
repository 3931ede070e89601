"""Order lines of Spellbinder: the corpus, round trips, and any text at all."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from adjudicator.orders import Reading
from tests.reference.board import load_yaml
from tests.rules import rule
from tests.variants.spellbinder.desk import Desk, state
from variants.spellbinder.components import BOARD
from variants.spellbinder.course.scenarios import start
from variants.spellbinder.letters.drafts import Side
from variants.spellbinder.letters.notation import parse
from variants.spellbinder.letters.reader import read
from variants.spellbinder.letters.standing import read as standing_orders
from variants.spellbinder.names import coded, named
from variants.spellbinder.options import Options, Scenario
from variants.spellbinder.orders import (
    Ally,
    Attack,
    Cast,
    Challenge,
    Enter,
    GiveShip,
    GoHome,
    Land,
    Leave,
    Load,
    Merge,
    Move,
    Order,
    Regain,
    Sail,
    Scale,
    SetUp,
    StopScaling,
)
from variants.spellbinder.policies import policies
from variants.spellbinder.state import Army, Scaling, Ship, State, Wizard
from variants.spellbinder.title import Spellbinder

LINES_FILE = Path(__file__).parents[2] / "data" / "spellbinder_lines.yaml"
CORPUS: list[dict[str, Any]] = load_yaml(LINES_FILE)


def state_of(position: dict[str, Any]) -> State:
    """``UA: "0619 10"``, ``UA: "ship 1 10"``, ``G1: "10 UMARON elite"`` off the map."""
    wizards: dict[str, Wizard] = {}
    armies: dict[str, Army] = {}
    for code, text in position["units"].items():
        words = text.split()
        at, ship = "", 0
        if words[0] == "ship":
            ship, words = int(words[1]), words[2:]
        elif len(words[0]) == 4:
            at, words = words[0], words[1:]
        number = int(words[0])
        if len(code) > 2:
            wizards[code] = Wizard(points=number, at=at, ship=ship)
        else:
            names = {name[0]: name for name in ("UMARON", "SHARN", "ALGONA", "DARMAN")}
            wizard = words[1] if len(words) > 1 else names.get(code[0])
            armies[code] = Army(wizard, number, at, ship, "elite" in words)
    seats = tuple(position.get("seats", [w for w in Options().seats if w in wizards]))
    ships = {}
    for number, text in position["ships"].items():
        at, *holder = text.split()
        ships[int(number)] = Ship(at=at, holder=holder[0] if holder else None)
    return State(
        options=Options(scenario=position.get("scenario", "each_on_his_own"), seats=seats),
        wizards=wizards,
        armies=armies,
        fleet=tuple(ship for _, ship in sorted(ships.items())),
        turn=int(position["turn"]),
        order=seats,
        step=int(position.get("step", 0)),
        game=int(position.get("game", 1)),
        begun=dict.fromkeys(wizards, 225),
        scalings=tuple(
            Scaling(tuple(units), at, tuple(into))
            for units, at, into in position.get("scalings", [])
        ),
        chief=position.get("chief"),
    )


def read_line(block: dict[str, Any], text: str) -> Reading[Order]:
    position = block["position"]
    state, seat = state_of(position), position["seat"]
    standing = standing_orders(policies(state, seat), state, seat, text, "NOW")
    return standing or read(state, seat, text, "NOW")


def fault(line: dict[str, Any], reading: Reading[Order]) -> str:
    """What is wrong with the reading of a line of the corpus, if anything."""
    got = [str(order) for order in (*reading.orders, *reading.standing)]
    notes = [said.code for said in reading.diagnostics if said.severity != "error"]
    errors = [said for said in reading.diagnostics if said.severity == "error"]
    codes = [said.code for said in errors]
    due = line.get("reads", line.get("standing", []))
    due = due if isinstance(due, list) else [due]
    if "error" in line:
        if got or codes != [line["error"]]:
            return f"read as {got or codes}, not {line['error']}"
        missing = [one for one in line.get("suggests", []) if one not in errors[0].suggestions]
        return f"suggests {errors[0].suggestions}, without {missing}" if missing else ""
    if got != due or errors:
        return f"read as {got or [f'{e.code}: {e.message}' for e in errors]}, not {due}"
    return f"said {notes}, not {line.get('says', [])}" if notes != line.get("says", []) else ""


@pytest.mark.parametrize(
    "block", CORPUS, ids=lambda block: f"{block['position']['seat']}-{block['position']['turn']}"
)
def test_corpus(block: dict[str, Any]) -> None:
    apart = [
        f"{line['text']!r}: {wrong}"
        for line in block["lines"]
        if (wrong := fault(line, read_line(block, line["text"])))
    ]
    assert not apart, f"{len(apart)} of {len(block['lines'])}:\n" + "\n".join(apart)


def test_what_cannot_be_read_is_told_as_it_was_written() -> None:
    (said,) = read(
        state("UA 0619"), "UMARON", "A,B and wizard:0619-0719; drop  B at 0719 (soon)"
    ).diagnostics
    assert (said.text, said.column) == ("(soon)", 43)
    (said,) = read(state("UA 0619"), "UMARON", "0719-0619: A, B").diagnostics
    assert said.text == "0719-0619: A, B"


def test_what_is_wrong_with_an_order_is_told_with_its_text_once() -> None:
    line = "Regeneration at 2308: 8 to A, 4 new army"
    (said,) = read(state("UA 2307 2, SA 2308, UMARON 2307"), "UMARON", line).diagnostics
    assert (said.code, said.text) == ("regained", line)
    (said,) = read(state("UA 0619"), "UMARON", "A 0619-0719, drop A in 0920").diagnostics
    assert (said.code, said.text) == ("not_on_way", "A 0619-0719 drop A in 0920")


def test_the_corpus_is_large() -> None:
    assert sum(len(block["lines"]) for block in CORPUS) >= 300


# --- every order, and any text

HEXES = st.sampled_from(sorted(BOARD.axial))
WIZARDS = st.sampled_from(("DARMAN", "SHARN", "ALGONA"))
ARMIES = st.sampled_from(("A", "B", "C", "D", "E", "F", "G", "H", "I"))
UNITS = st.one_of(ARMIES, st.just("Umaron"), st.sampled_from(("G1", "G2")))
SHIPS = st.sampled_from((1, 2))
PATH = st.lists(HEXES, min_size=2, max_size=6).map(tuple)
POINTS = st.integers(1, 10)


def some(of: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(of, min_size=1, max_size=4, unique=True).map(tuple)


DROPS = st.lists(st.tuples(UNITS, HEXES), max_size=2).map(tuple)
OTHER = st.one_of(st.just(""), HEXES)
STRENGTH = st.lists(
    st.tuples(st.one_of(ARMIES, st.just("new")), st.integers(1, 30)), min_size=1, max_size=3
).map(tuple)
AIM = st.one_of(some(HEXES).map(lambda at: {"at": at}), WIZARDS.map(lambda w: {"wizard": w}))
BY = st.sampled_from(("", "G1", "G4"))
CASTS = st.builds(
    lambda spell, points, aim, by: Cast(spell, points, by=by, **aim),
    st.integers(1, 4),
    POINTS,
    AIM,
    BY,
) | st.builds(
    lambda spell, aim, regain: Cast(spell, 5, regain=regain if spell == 5 else (), **aim),
    st.integers(5, 6),
    AIM,
    st.one_of(st.just(()), STRENGTH),
)
WHAT = st.sampled_from(("pass", "stack", "use 1", "use 2"))
ORDERS = st.one_of(
    st.builds(SetUp, some(UNITS), HEXES),
    st.builds(Move, some(UNITS), PATH, st.just(True), st.booleans(), DROPS, st.booleans(), OTHER),
    st.builds(
        Move,
        some(UNITS),
        HEXES.map(lambda at: (at,)),
        st.just(False),
        st.booleans(),
        DROPS,
        st.booleans(),
        OTHER,
    ),
    st.builds(Merge, UNITS, UNITS, st.integers(0, 25)),
    st.builds(Load, some(UNITS), SHIPS),
    st.builds(Sail, SHIPS, PATH, st.just(True)),
    st.builds(Sail, SHIPS, HEXES.map(lambda at: (at,)), st.just(False)),
    st.builds(Land, some(UNITS), HEXES),
    st.builds(Scale, some(UNITS), some(HEXES)),
    st.builds(StopScaling, some(UNITS)),
    CASTS,
    st.builds(Challenge, WIZARDS, SHIPS, OTHER, st.integers(0, 25), BY),
    st.builds(Attack, HEXES, some(UNITS), st.one_of(st.none(), st.integers(-3, 40))),
    st.builds(Ally, WIZARDS, WHAT, st.just(False)),
    st.builds(Ally, WIZARDS, st.one_of(st.just(""), WHAT), st.just(True)),
    st.builds(GiveShip, SHIPS, WIZARDS),
    st.builds(Leave, some(UNITS), HEXES),
    st.builds(Enter, some(UNITS), some(HEXES)),
    st.builds(Regain, STRENGTH, st.integers(0, 15)),
    st.just(GoHome()),
)
FOUR = Side("UMARON", Options().seats)


@given(ORDERS)
@settings(max_examples=1500, deadline=None)
def test_every_order_reads_back_as_itself(order: Order) -> None:
    for text in (str(order), str(order).lower(), f"  - {order}. "):
        drafts, notes = parse(FOUR, text)
        assert [draft.order for draft in drafts] == [order], text
        assert not notes


@given(st.lists(ORDERS, min_size=2, max_size=3))
@example([Ally("DARMAN", "pass", False), Cast(5, 5, (), "DARMAN", "", ())])
@settings(max_examples=300, deadline=None)
def test_several_orders_in_a_line_are_these_orders(orders: list[Order]) -> None:
    """But a ship that is won sails as part of the challenge (4.69), and so on."""
    for one, other in pairwise(orders):
        assume(not (isinstance(one, Challenge) and isinstance(other, Sail)))
        assume(not (isinstance(one, Cast) and isinstance(other, Regain)))
        assume(not (isinstance(one, Move) and isinstance(other, Leave)))
    drafts, _ = parse(FOUR, "; ".join(map(str, orders)))
    assert [draft.order for draft in drafts] == orders


@given(ORDERS)
@settings(max_examples=300, deadline=None)
def test_names_and_codes_of_units_are_the_same_units(order: Order) -> None:
    assert named("UMARON", coded("UMARON", order)) == order


def test_names_of_two_wizards_units() -> None:
    order = Move(("Darman A", "Algona", "Algona I"), ("0506", "0507"))
    order = coded("DARMAN+ALGONA", order)
    assert order == Move(("DA", "ALGONA", "AI"), ("0506", "0507"))


SAID = """move attack cast Hammer Sword Sharn wizard A B ship 1 2 to at 2308 0619 1718 into with if
difference >= 7 drop else and then ; , : - regain new points challenge for sail land on scale
Coving from ally may pass end give merge load all my the G1 I go home stop scaling leave map
enter 0122 place stays ( ) + . not no longer Spellbinder Regeneration"""
WORDS = st.sampled_from(SAID.split())


@given(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=14).map(" ".join)))
@settings(max_examples=2500, deadline=None)
def test_no_text_crashes(text: str) -> None:
    for block in (CORPUS[0], CORPUS[2], CORPUS[3], CORPUS[4]):
        reading = read_line(block, text)
        wrong = [said for said in reading.diagnostics if said.severity == "error"]
        assert not (wrong and reading.orders)
        for said in reading.diagnostics:
            assert said.message
            assert said.column >= 1


@given(st.lists(WORDS, max_size=12).map(" ".join))
@settings(max_examples=1500, deadline=None)
def test_what_is_read_is_read_again_from_its_canonical_text(text: str) -> None:
    for block in (CORPUS[0], CORPUS[1]):
        for order in read_line(block, text).orders:
            again, _ = parse(FOUR, str(order))
            assert [draft.order for draft in again] == [order]


# --- what is said at once


def said(text: str) -> tuple[list[str], list[str]]:
    """The orders in a line of Algona's, and the codes of what is wrong with it."""
    game = state("ALGONA 2307, SHARN 2308, SA 2308, SB 2308", step=2)
    reading = read(game, "ALGONA", text)
    return list(map(str, reading.orders)), [one.code for one in reading.diagnostics]


@rule("spellbinder", "6.32", "S107")
@pytest.mark.parametrize("points", ["0", "11", "12"])
def test_s107_one_to_ten_points(points: str) -> None:
    assert said(f"cast Hammer {points} at 2308") == ([], ["points"])
    assert said("cast Hammer 10 at 2308") == (["CAST HAMMER 10 AT 2308"], [])


@rule("spellbinder", "6.42", "S108")
def test_s108_who_names_neither_armies_nor_wizard_is_asked_back() -> None:
    assert said("cast Sword 2 at 2308") == (["CAST SWORD 2 AT 2308"], [])
    assert said("attack wizard Sharn with Sword 2") == (["CAST SWORD 2 AT WIZARD SHARN"], [])
    assert said("cast Sword 2 at Sharn") == ([], ["ambiguous"])


@pytest.mark.parametrize("line", ["set up G1 at 2308", "G1 to 9999"])
def test_what_is_wrong_is_quoted_as_it_was_written(line: str) -> None:
    game = state("ALGONA 2307, G1 1811")
    (wrong,) = read(game, "ALGONA", line).diagnostics
    assert line in wrong.message


@rule("spellbinder", "3.0", "9.1 1", "9.2 1", "9.3 1")
@pytest.mark.parametrize(
    ("scenario", "seat", "known"),
    [
        ("each_on_his_own", "DARMAN", "rolled for when all have set up (3.0); * SET UP A AT 0406."),
        ("early_arrival", "DARMAN", "Algona has arrived early; * SET UP A AT 0406."),
        ("early_arrival", "ALGONA", "Algona has arrived early; * SET UP A AT 1410."),
        (
            "return_of_yamantsar",
            "DARMAN",
            "Algona is Yamantsar, and Umaron, Sharn and Darman set up in this order; * "
            "SET UP A AT 0406.",
        ),
        ("return_of_yamantsar", "ALGONA", "You come in by the edge on turn 1, as in ENTER A AT "),
    ],
)
def test_no_set_up_depends_on_a_roll(scenario: Scenario, seat: str, known: str) -> None:
    """What was rolled before it is known, and what is rolled after it comes too late: both are
    said, with what to write instead."""
    before = start(Options(scenario=scenario), Desk([1, 2, 6, 3, 4, 5, 6]))
    reading = Spellbinder().read(before, seat, "if first: A, B in 0506; if not: A, B in 0406")
    (said,) = reading.diagnostics
    assert (said.code, reading.orders) == ("no_condition", ())
    assert all(part in said.message for part in known.split("*")), said.message


@rule("spellbinder", "6.42", "4.65")
def test_a_wizard_aboard_is_found_by_the_hex_of_his_ship() -> None:
    before = state("UMARON 1718, SHARN @2", ships={2: Ship("1717", "SHARN")})
    (order,) = read(before, "UMARON", "cast Sword 3 at the wizard in 1717").orders
    assert order == Cast(4, 3, wizard="SHARN")


@rule("spellbinder", "6.6", "6.52")
def test_where_strengths_are_secret_no_attack_asks_for_them() -> None:
    """Else a letter could try one difference after another, and fight at none."""
    secret = state("UA 2307, SA 2308", options=Options(army_strength_public=False))
    (said,) = read(secret, "UMARON", "A attacks 2308 if the difference is 3 or more").diagnostics
    assert (said.code, said.suggestions) == ("secret_strength", ("ATTACK 2308 WITH A",))
    assert read(secret, "UMARON", "A attacks 2308").orders == (Attack("2308", ("A",)),)
