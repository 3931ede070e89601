"""A run of a phase: what rules must not do, and that it is told; stops, and going on from them."""

import importlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from textwrap import dedent
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec import Struct

import variants
from adjudicator.cli import main
from adjudicator.office import linting
from adjudicator.turns.questions import Chosen
from adjudicator.turns.runner import Ran, Stopped
from adjudicator.turns.turn import Diverged, Misuse, Turn
from tests.turns.tiny import (
    PHASE,
    Rules,
    Said,
    State,
    answered,
    ends,
    play,
    question,
    stops,
)

ROOT = Path(__file__).parents[2]


def refused(rules: Rules, *named: str, **settings: Any) -> None:
    """These rules are refused, and it is told for which phase and for what."""
    with pytest.raises(Misuse) as caught:
        play(rules, **settings)
    assert str(caught.value).startswith(f"{PHASE}: the rules ")
    for text in named:
        assert text in str(caught.value)


# --- the state


class Loose(Struct, frozen=True):
    """A state that can be changed from within."""

    numbers: dict[str, int]
    names: list[str]


def change_a_dict(state: Any) -> None:
    state.numbers["a"] = 2


def empty_a_dict(state: Any) -> None:
    del state.numbers["a"]  # a second run on the same state would end in a KeyError


def change_a_list(state: Any) -> None:
    state.names.append("x")


def swap_in_a_list(state: Any) -> None:
    state.names.reverse()


CHANGES = (change_a_dict, empty_a_dict, change_a_list, swap_in_a_list)


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("asks", [False, True])
def test_a_state_that_was_changed_is_found_out(change: Callable[[Any], None], asks: bool) -> None:
    before = Loose({"a": 1}, ["p", "q"])

    def rules(turn: Turn[Any, Any]) -> Loose:
        change(before)
        if asks:
            turn.ask(question())
        return Loose({}, [])

    refused(rules, "changed the state that they were given", before=before, kind=Loose)


def test_a_copy_of_the_state_may_be_changed() -> None:
    before = State({"a": 1})

    def rules(turn: Turn[Any, Any]) -> State:
        numbers = dict(before.numbers)
        numbers["a"] += turn.roll("die", 1)
        return State(numbers)

    assert ends(rules, before=before).state == State({"a": 2})
    assert before == State({"a": 1})


class Wider(State, frozen=True):
    """A state with more than the title's type of state says."""

    more: int = 0


class Holding(Struct, frozen=True):
    """A state of whatever is put in."""

    what: Any


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (State(names=["x"]), State),  # type: ignore[arg-type]
        (Wider(more=1), State),
        (Said("no state"), State),
        (Holding((1, 2)), Holding),
        (Holding(frozenset([1])), Holding),
        (Holding(Chosen("a")), Holding),
        (Holding(float("nan")), Holding),
    ],
)
def test_a_state_comes_out_of_json_as_it_went_in(made: Any, kind: type[Any]) -> None:
    refused(lambda turn: made, "does not come out of JSON as it was", kind=kind)


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (None, State),
        (State(numbers={1: 2}), State),  # type: ignore[dict-item]
        (Holding({1: 2}), Holding),
        (State(numbers={"a": "one"}), State),  # type: ignore[dict-item]
        (State(names=(1,)), State),  # type: ignore[arg-type]
        (Holding(object()), Holding),
        (Holding("\udcff"), Holding),
    ],
)
def test_what_is_no_state_is_found_out(made: Any, kind: type[Any]) -> None:
    """To forget the ``return`` is one way to it."""
    refused(lambda turn: made, "no state that goes through JSON", kind=kind)


def test_what_was_made_is_as_it_will_be_read() -> None:
    """In the order of JSON: the phase that follows at once sees what one that waits will see."""
    made = ends(lambda turn: State({"b": 1, "a": 2}))
    again = msgspec.json.decode(msgspec.json.encode(made.state, order="deterministic"), type=State)
    assert list(made.state.numbers) == list(again.numbers) == ["a", "b"]


# --- what comes out otherwise


COUNTER = count(1)


def saying(what: Callable[[], object]) -> Rules:
    def rules(turn: Turn[Any, Any]) -> State:
        turn.tell("all", Said(str(what())))
        return State()

    return rules


@pytest.mark.parametrize("what", [random.random, time.time_ns, lambda: next(COUNTER)])
def test_rules_that_tell_what_comes_from_without_are_found_out(what: Callable[[], object]) -> None:
    refused(saying(what), "a clock, random, or something that they keep", "told: Told(")


def drawing(turn: Turn[Any, Any]) -> None:
    turn.roll(f"die {next(COUNTER)}", 1)


def rolling(turn: Turn[Any, Any]) -> None:
    turn.roll("die", 100 + next(COUNTER))


def asking(turn: Turn[Any, Any]) -> None:
    turn.ask(question(f"question {next(COUNTER)}"))


def asking_in_other_words(turn: Turn[Any, Any]) -> None:
    turn.ask(question(prompt=f"{next(COUNTER)}?"))


def asking_at_times(turn: Turn[Any, Any]) -> None:
    if next(COUNTER) % 2:
        turn.ask(question())


@pytest.mark.parametrize(
    ("act", "named"),
    [
        (drawing, "draws: Rolled(label='die "),
        (rolling, "draws: Rolled(label='die', sides=1"),
        (asking, "questions: Question("),
        (asking_in_other_words, "questions: Question("),
        (asking_at_times, ""),
    ],
)
def test_rules_that_do_what_they_did_not_are_found_out(
    act: Callable[[Turn[Any, Any]], None], named: str
) -> None:
    def rules(turn: Turn[Any, Any]) -> State:
        act(turn)
        return State()

    refused(rules, "a clock, random, or something that they keep", named)


def test_a_state_that_comes_from_without_is_found_out() -> None:
    refused(lambda turn: State({"at": next(COUNTER)}), "something that they keep", "state: State(")


def test_an_audience_that_comes_from_without_is_found_out() -> None:
    def rules(turn: Turn[Any, Any]) -> State:
        turn.tell("all" if next(COUNTER) % 2 else "gm", Said("x"))
        return State()

    refused(rules, "audience='all'", "audience='gm'")


def test_the_first_thing_that_differs_is_named() -> None:
    def rules(turn: Turn[Any, Any]) -> State:
        number = next(COUNTER)
        turn.tell("all", Said("alike"))
        for index in range(number % 2):
            turn.tell("all", Said(f"more {index}"))
        return State()

    with pytest.raises(Misuse) as caught:
        play(rules)
    assert "Said(text='more 0')" in str(caught.value)
    assert "None" in str(caught.value)
    assert "alike" not in str(caught.value)


def test_where_a_thing_lies_in_memory_is_found_out() -> None:
    def rules(turn: Turn[Any, Any]) -> State:
        turn.tell("all", Said(str(id(turn))))
        return State()

    refused(rules, "something that they keep")


def test_where_the_state_lies_is_found_out_when_the_phase_goes_on() -> None:
    """Both runs see one state, which lies where it lies; after a stop it is read anew."""

    def of(state: State) -> Rules:
        def rules(turn: Turn[Any, Any]) -> State:
            turn.tell("all", Said(str(id(state))))
            turn.ask(question())
            return State()

        return rules

    one, same = State({"a": 1}), State({"a": 1})
    stop = stops(of(one), before=one).stop
    with pytest.raises(Diverged, match="came to 'stand'"):
        play(of(same), before=same, decisions=[answered(question())], stops=[stop])


CHILD = """
import sys
import msgspec
from adjudicator.turns.turn import Diverged, Stop
from tests.turns.tiny import Said, State, answered, play, question

def rules(turn):
    for hex in {SET}:
        turn.tell("all", Said(hex))
    turn.ask(question())
    return State()

before = sys.stdin.buffer.read()
stops = [msgspec.json.decode(before, type=Stop)] if before else []
try:
    made = play(rules, decisions=[answered(question())] if before else [], stops=stops)
except Diverged as error:
    print("Diverged:", error)
else:
    print("ended" if before else msgspec.json.encode(made.stop).decode())
"""
DIFFERENTLY = "in another way than before"
MANY = "{str(number) for number in range(100)}"


def in_a_process(iterated: str, hash_seed: int, stop: str = "") -> str:
    """What a process says that runs rules which tell all of these."""
    return subprocess.run(
        [sys.executable, "-c", CHILD.replace("{SET}", iterated)],
        input=stop,
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
    ).stdout.strip()


def test_the_order_of_a_set_is_found_out_when_another_process_goes_on() -> None:
    first, other = in_a_process(MANY, 1), in_a_process(MANY, 2)
    assert first != other
    assert in_a_process(MANY, 1, first) == "ended"
    assert in_a_process(MANY, 2, first) == f"Diverged: {PHASE} came to 'stand' {DIFFERENTLY}"


def test_a_set_in_order_comes_to_the_same_place_in_every_process() -> None:
    first = in_a_process(f"sorted({MANY})", 1)
    assert first.startswith('{"asked":0,')
    assert in_a_process(f"sorted({MANY})", 2) == first
    assert in_a_process(f"sorted({MANY})", 2, first) == "ended"


def test_a_set_that_is_told_whole_has_no_order() -> None:
    """Of an audience, say."""
    told = "(turn.tell(frozenset(['RED', 'BLUE']), Said(x)) or x for x in 'abc')"
    assert in_a_process(told, 1) == in_a_process(told, 2)


# --- stopped, and gone on with


def patrol(turn: Turn[Any, Any]) -> State:
    """Two questions, one after the other, with a die and an event around each."""
    found = []
    for label in ("north", "south"):
        turn.tell("all", Said(f"{label}: {turn.roll(label)}"))
        (answer,) = turn.ask(question(label))
        turn.tell(frozenset(["RED"]), Said(f"{label}: {answer}"))
        found.append(str(answer))
    return State(names=tuple(found))


def test_a_phase_that_stops_leaves_nothing_but_where_it_stopped() -> None:
    before = State({"a": 1})
    made = stops(patrol, before=before)
    assert before == State({"a": 1})
    assert made.__struct_fields__ == ("questions", "told", "decisions", "stop")
    assert made == stops(patrol, before=before)


def test_a_phase_goes_on_from_the_same_point() -> None:
    first = stops(patrol)
    second = stops(patrol, decisions=[answered(question("north"))], stops=[first.stop])
    decided = (*second.decisions, answered(question("south"), "no"))
    made = ends(patrol, decisions=decided, stops=[first.stop, second.stop])
    assert made.told[:1] == first.told
    assert made.told[:3] == second.told
    assert (made.state, made.decisions) == (State(names=("yes", "no")), decided)
    assert [stop.asked for stop in (first.stop, second.stop)] == [0, 1]
    assert made == ends(patrol, decisions=decided)  # as if both answers had been there at once


def test_the_digest_of_a_phase_shows_all_of_it() -> None:
    """The state it makes is recorded besides."""

    def of(audience: Any = "all", text: str = "x", sides: int = 6, answer: str = "yes") -> str:
        def rules(turn: Turn[Any, Any]) -> State:
            turn.roll("die", sides)
            turn.ask(question())
            turn.tell(audience, Said(text))
            return State()

        return ends(rules, decisions=[answered(question(), answer)]).trace

    others = [of(audience="gm"), of(text="y"), of(sides=8), of(answer="no")]
    assert of() == of()
    assert len({of(), *others}) == 5


@pytest.mark.parametrize("questions", [0, 1, 2, 7])
def test_each_question_costs_one_more_run(questions: int) -> None:
    """Each run is made twice; and so many answers take, over all runs, a number of steps that
    grows with the square of them and no faster."""
    runs, steps = 0, 0

    def rules(turn: Turn[Any, Any]) -> State:
        nonlocal runs, steps
        runs += 1
        for number in range(questions):
            steps += 1
            turn.ask(question(f"question {number}"))
        return State()

    made: Ran | Stopped = play(rules)
    stopped = []
    while isinstance(made, Stopped):
        stopped.append(made.stop)
        decided = (*made.decisions, *map(answered, made.questions))
        made = play(rules, decisions=decided, stops=stopped)
    assert len(stopped) == questions
    assert runs == 2 * (questions + 1)
    assert steps == 2 * (sum(range(1, questions + 1)) + questions)


# --- what shows without running it

TITLE = """
from msgspec import Struct


class Options(Struct, frozen=True):
    pass


class Impure:
    name = "impure"
    options = Options
    rulings = ()
"""


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Path]:
    """A title's folder, which is found among the others as long as the test lasts."""
    folder = tmp_path / "impure"
    folder.mkdir()
    (folder / "__init__.py").write_text("from variants.impure.title import Impure\n\n"
                                        "VARIANT = Impure()\n")  # fmt: skip
    (folder / "title.py").write_text(TITLE)
    variants.__path__.append(str(tmp_path))
    variants.names.cache_clear()
    yield folder
    variants.__path__.remove(str(tmp_path))
    variants.names.cache_clear()
    for name in [name for name in sys.modules if name.startswith("variants.impure")]:
        del sys.modules[name]
    if hasattr(variants, "impure"):
        del variants.impure


def linted(package: Path, rules: str) -> tuple[int, list[str]]:
    """What is said of a title with such rules, and the exit code."""
    (package / "rules.py").write_text(dedent(rules))
    result = CliRunner().invoke(main, ["variant", "lint", "impure"])
    return result.exit_code, result.output.splitlines()


def test_what_looks_at_the_world_is_named_with_its_file_and_line(package: Path) -> None:
    code, said = linted(
        package,
        """\
        import random
        import datetime as when
        from os.path import exists
        from time import time_ns as now


        def rules(turn):
            with open("dice.txt") as file:
                number = int(file.read())
            print(hash("x"), id(turn))
            return number
        """,
    )
    assert code
    found = [line for line in said if "variants.impure.rules, line " in line]
    named = [(1, "random"), (2, "datetime"), (3, "os.path"), (4, "time")]
    named += [(8, "open"), (10, "print"), (10, "hash"), (10, "id")]
    for line, name in named:
        assert any(one.endswith(f"rules, line {line}: rules must not use {name}") for one in found)
    assert len(found) == len(named)


def test_rules_that_look_at_nothing_pass(package: Path) -> None:
    _, said = linted(
        package,
        """\
        import re
        from collections import Counter


        def rules(turn):
            return Counter(re.findall("a", turn.sheet("RED").letter))
        """,
    )
    assert said
    assert not [line for line in said if "must not" in line]


def test_rules_that_go_by_the_order_of_a_set_are_found_by_two_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "fickle"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        dedent(
            """\
            from variants.ruins.state import Event
            from variants.ruins.title import Ruins


            class Fickle(Ruins):
                def run(self, state, turn):
                    for seat in {"RED", "BLUE", "GOLD"}:
                        turn.tell("all", Event("shown", {"seat": seat, "cards": ()}))
                    return super().run(state, turn)


            VARIANT = Fickle()
            """
        )
    )
    monkeypatch.setattr(variants, "__path__", [*variants.__path__, str(tmp_path)])
    said = linting.lint(importlib.import_module("variants.fickle").VARIANT)
    assert said == [
        "a game by bots comes out otherwise in another process: its rules go by a set's order"
    ]
