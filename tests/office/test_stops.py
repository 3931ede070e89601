"""A game that stops at every question comes out as the one that never stopped.

Of two games on the same clock, answered in other ways, all is compared but what must differ: the
letters, their answers, and the records of these. So the reports and the questions' mails are the
same to the byte, and so are the records of phases and stops. Of games on other clocks the states,
the draws, and the digests of everything asked, answered and told.

CI makes a slice of some seconds; ``--stops 300`` makes a long run.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from adjudicator.office import commands, dice, handover, history, identity, sending, verifying
from adjudicator.office.folder import Office, make_office
from adjudicator.office.play_records import Answered, Asked, Decided, PhaseRan, StandingGiven
from adjudicator.office.records import KINDS, encode
from adjudicator.turns.questions import Chosen, OneOf, Question, Several
from mail.transports import EmlFolder
from tests.office.ruins_desk import (
    POLICIES,
    RANSOMS,
    STANDING,
    Whole,
    answer,
    fixed_standing,
    in_turn,
    letter,
    load,
    mails,
    new_office,
    orders,
    play,
    reopened,
    tick,
    write,
)

ROOT = Path(__file__).parents[2]
WAYS = 3
MOMENTS = 10


class Outcome(NamedTuple):
    """What a game on the same clock must not differ in."""

    state: bytes
    mails: dict[str, bytes]
    records: list[bytes]
    chance: bytes
    stops: list[tuple[str, tuple[str, ...]]]


def begun(folder: Path, **fields: str) -> Office:
    office = new_office(folder, **fields)
    fixed_standing(office, {seat: [line] for seat, line in RANSOMS.items()})
    return office


def records(office: Office, *kinds: type) -> list[Any]:
    way = history.way(office.store, "ruin")
    return [step.record for step in way if isinstance(step.record, kinds)]


def outcome(office: Office, stops: list[tuple[str, tuple[str, ...]]]) -> Outcome:
    assert load(office).stage == "over"
    assert verifying.verify(office) == []
    assert office.store.quarantine() == {}
    return Outcome(
        bytes(load(office).state),
        {name: raw for name, raw in mails(office).items() if not name.startswith("answer.")},
        [bytes(encode(one)) for one in records(office, Asked, Decided, PhaseRan)],
        msgspec.json.encode(dice.published(office, "ruin")),
        stops,
    )


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Every answer at the first moment, in one process, in the order of the seats."""
    office, stops = play(begun(tmp_path_factory.mktemp("plain") / "office"))
    with office:
        return outcome(office, stops)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """The game by the engine alone, with all decisions at hand."""
    with begun(tmp_path_factory.mktemp("whole") / "office") as office:
        return Whole(office)


def ran(office: Office) -> list[tuple[str, bytes, tuple[Any, ...], str]]:
    return [(one.ran, bytes(one.state), one.draws, one.trace) for one in records(office, PhaseRan)]


def expected(whole: Whole) -> list[tuple[str, bytes, tuple[Any, ...], str]]:
    return [
        (phase, bytes(encode(one.state)), one.draws, one.trace) for phase, one in whole.runs.items()
    ]


# --- what the game has in it


def test_the_script_stops_in_many_ways(plain: Outcome, whole: Whole) -> None:
    met = [(phase, tuple(one.label for one in group)) for phase, group in whole.stops]
    assert plain.stops == met
    assert {one.kind for _, group in whole.stops for one in group} == {"defence", "cards", "trade"}
    assert max(len(group) for _, group in whole.stops) == 3
    phases = [phase for phase, _ in met]
    assert max(phases.count(phase) for phase in phases) >= 3
    assert {"2RED", "1DAWN", "3DAWN"} <= {*phases}
    told = {one.event.what for run in whole.runs.values() for one in run.told}
    assert {"withdrew", "decided", "merchant", "passed", "shown"} <= told
    by = {decision.label.partition(" ")[0] for run in whole.runs.values() for decision in
          run.decisions}  # fmt: skip
    assert "ransom" in by
    assert sum("none" not in answer(one) for _, group in whole.stops for one in group) > 8


# --- the same game, whoever answers when


@pytest.mark.parametrize("order", range(6))
def test_in_every_order_with_a_restart_between(tmp_path: Path, plain: Outcome, order: int) -> None:
    """Of three questions that are put together there are six orders, of two there are two."""

    def answering(office: Office, questions: Sequence[Question[Any]], now: datetime) -> Office:
        ways = list(permutations(questions))
        for number, question in enumerate(ways[order % len(ways)]):
            office = reopened(office)
            write(office, question.seat, answer(question), now=now, number=number)
            if number + 1 < len(questions):
                assert tick(reopened(office), now).phases == ()
        return reopened(office)

    office, stops = play(begun(tmp_path / "office"), answering, between=reopened)
    with office:
        assert outcome(office, stops) == plain


def other(question: Question[Any]) -> str:
    """An answer to the question that is not the one of the script."""
    codes = [choice.code for choice in question.form.choices]
    answers = [Chosen(code) if isinstance(question.form, OneOf) else Several((code,))
               for code in codes]  # fmt: skip
    answers += [] if isinstance(question.form, OneOf) else [Several(())]
    lines = [f"{question.label}: {one}" for one in answers]
    return next(line for line in lines if line != answer(question))


def letters(question: Question[Any], way: str) -> list[str]:
    """The texts that one player writes, one after the other; the last is what counts."""
    said = answer(question)
    bare = said.partition(": ")[2]
    return {
        "once": [said],
        "bare": [bare],
        "twice": [said, said],
        "changed": [other(question), said],
        "changed, bare": [other(question), bare],
        "wrong": [f"{question.label}: 0000, perhaps", said],
        "both": [f"{said}\n{other(question)}", said],
        "with a word": [f"I am not sure.\n\n{said.upper()}\n\nYours"],
        "orders": [f"dig R1\ndig B1\ndig G1\n{said}"],
    }[way]


WAYS_TO_ANSWER = ("once", "bare", "twice", "changed", "changed, bare", "wrong", "both",
                  "with a word", "orders")  # fmt: skip


def test_in_any_way(plain: Outcome, pytestconfig: pytest.Config) -> None:
    """Answers in any order, some twice, some wrong at first, the office closed and ticking between
    any two letters: no answer shows in any mail but its own before all are in."""

    @settings(max_examples=pytestconfig.getoption("--stops") or WAYS,
              suppress_health_check=[HealthCheck.too_slow],
              # To make a whole game smaller would take minutes.
              phases=[Phase.generate])  # fmt: skip
    @given(st.data())
    def stopped(data: st.DataObject) -> None:
        number = 0

        def answering(office: Office, questions: Sequence[Question[Any]], now: datetime) -> Office:
            nonlocal number
            waiting = {
                question.label: letters(question, data.draw(st.sampled_from(WAYS_TO_ANSWER)))
                for question in questions
            }
            silent = {*waiting}
            by_label = {question.label: question for question in questions}
            while waiting:
                label = data.draw(st.sampled_from(sorted(waiting)))
                if data.draw(st.booleans()):
                    office = reopened(office)
                if silent and data.draw(st.booleans()):
                    assert tick(office, now).phases == ()
                number += 1
                text = waiting[label].pop(0)
                write(office, by_label[label].seat, text, now=now, number=number)
                silent.discard(label)
                if not waiting[label]:
                    del waiting[label]
            return office

        with TemporaryDirectory() as folder:
            office, stops = play(begun(Path(folder) / "office"), answering)
            with office:
                assert outcome(office, stops) == plain

    stopped()


# --- the game that never stopped


def test_as_the_engine_alone_plays_it(tmp_path: Path, whole: Whole) -> None:
    with play(begun(tmp_path / "office"))[0] as office:
        assert ran(office) == expected(whole)
        start = records(office, *(KINDS[kind] for kind in ("game_created",)))[0]
        assert (bytes(start.state), start.draws) == (
            bytes(encode(whole.start.state)), whole.start.draws)  # fmt: skip


def test_with_standing_orders_in_the_place_of_letters(tmp_path: Path, whole: Whole) -> None:
    """In one game nobody answers, and the deadlines pass; the other never stops."""
    for reactions, stops in (("ask", len(whole.stops)), ("standing", 0)):
        office = begun(tmp_path / reactions, reactions=reactions)
        fixed_standing(office, {**POLICIES, "RED": (*POLICIES["RED"], RANSOMS["RED"])})
        office, met = play(office, None)
        with office:
            assert len(met) == stops
            assert ran(office) == expected(whole)
            assert verifying.verify(office) == []


# --- killed


def until_two_are_asked(office: Office) -> tuple[Office, datetime]:
    """The game played until two seats are asked for their cards at once; and when that is."""
    answered = in_turn
    while len(load(office).questions()) != 2:
        game = load(office)
        now = game.opened
        if game.asking is not None:
            answered(office, game.questions(), now)
        for seat in game.due if game.asking is None else ():
            lines = [str(order) for order in orders(game.position(), seat)]
            write(office, seat, *lines, now=now, number=99)
        at = load(office).runs_at()
        assert at is not None
        tick(office, max(now, at))
    return office, load(office).opened


def work(office: Office, raws: Sequence[bytes], now: datetime) -> None:
    """Every letter received, with a tick after each."""
    for raw in raws:
        commands.receive(office, [raw], now)
        tick(office, now)


def killer(folder: str, now: str, count: str) -> None:
    """Do the work in the folder 0, and count its moments: every statement to the store, and every
    mail before and after it is handed over. Then do it once more in a process for each of some
    moments, which kills itself there; the moments are drawn by a fixed seed."""
    place = Path(folder)
    raws = [path.read_bytes() for path in sorted(place.glob("*.letter"))]

    def child(name: int) -> int:
        shutil.copytree(place / "office", place / str(name))
        pid = os.fork()
        if pid:
            return os.waitpid(pid, 0)[1]
        left = name

        def moment(_: object = None) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        def counted(send: Any) -> Any:
            def call(*args: Any) -> None:
                moment()
                send(*args)
                moment()

            return call

        EmlFolder.send = counted(EmlFolder.send)  # type: ignore[method-assign]
        with Office(place / str(name)) as office:
            office.store._db.set_trace_callback(moment)
            work(office, raws, datetime.fromisoformat(now))
        (place / f"{name}.moments").write_text(str(-left))
        os._exit(0)

    assert child(0) == 0
    total = int((place / "0.moments").read_text())
    some = random.Random("moments").sample(range(1, total), min(int(count), total - 1))
    for one in some:
        status = child(one)
        assert os.WIFSIGNALED(status), one
        assert os.WTERMSIG(status) == signal.SIGKILL


def test_killed_anywhere_and_done_again(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Three letters answer two stops of a phase, which is run then. After a kill they are received
    once more: the ledger is the same to the byte, and so is every mail, none is lost."""
    office, now = until_two_are_asked(begun(tmp_path / "office"))
    two = load(office).questions()
    office.store.close()
    shutil.copytree(tmp_path / "office", tmp_path / "rehearsal")
    raws = []
    with Office(tmp_path / "rehearsal") as rehearsal:
        for number, question in enumerate(two):
            raws.append(letter(rehearsal, question.seat, answer(question), number=number))
            commands.receive(rehearsal, raws[-1:], now)
        tick(rehearsal, now)
        (third,) = load(rehearsal).questions()
        assert load(rehearsal).phase == "2RED"
        raws.append(letter(rehearsal, third.seat, answer(third), number=2))
    for number, raw in enumerate(raws):
        (tmp_path / f"{number}.letter").write_bytes(raw)
    count = pytestconfig.getoption("--stops") or MOMENTS
    code = "import sys, tests.conftest; from tests.office.test_stops import killer;"
    command = [sys.executable, "-c", f"{code} killer(*sys.argv[1:])"]
    command += [str(tmp_path), now.isoformat(), str(count)]
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0, done.stderr

    def left(place: Path) -> tuple[Any, ...]:
        with Office(place) as office:
            sending.send(office, now + timedelta(minutes=11))  # the dead one's lease is over
            assert verifying.verify(office) == []
            assert office.store.letters_waiting() == ()
            out = {path.name: path.read_bytes() for path in (place / "out").glob("*.eml")}
            assert sorted(out.values()) == sorted(mails(office).values())
            return office.store.entries("ruin"), mails(office), out

    unharmed = left(tmp_path / "0")
    with Office(tmp_path / "0") as office:
        assert load(office).phase == "2BLUE"
    places = [path for path in tmp_path.iterdir() if path.name.isdigit() and path.name != "0"]
    total = int((tmp_path / "0.moments").read_text())
    assert len(places) == min(count, total - 1)
    for place in places:
        with Office(place) as office:
            work(office, raws, now)
        assert left(place) == unharmed, place.name


def test_the_same_words_to_another_question_are_no_duplicate(tmp_path: Path) -> None:
    """A seat that is asked anew may answer as before, within the hour and without a tag."""
    with until_two_are_asked(begun(tmp_path / "office"))[0] as office:
        game = load(office)
        asking = game.asking
        assert asking is not None
        seat = game.questions()[0].seat
        anew = replace(asking, numbers={**asking.numbers, seat: asking.numbers[seat] + 1})
        after = replace(game, asking=anew)
        assert identity.state_of(game, seat) == identity.state_of(load(office), seat)
        assert identity.state_of(game, seat) != identity.state_of(after, seat)


# --- handed over


def test_handed_over_at_every_stop(tmp_path: Path, whole: Whole) -> None:
    """To and fro between two offices with other secrets, after the first answer of every stop,
    which is changed afterwards: the chance is that of the office where it began, and nothing that
    was answered or is kept for later is lost."""
    here = begun(tmp_path / "here")
    fixed_standing(here, {**POLICIES, "RED": (*POLICIES["RED"], RANSOMS["RED"])})
    make_office(tmp_path / "there")
    there = Office(tmp_path / "there")
    times = 0

    def answering(office: Office, questions: Sequence[Question[Any]], now: datetime) -> Office:
        nonlocal times
        first, *rest = questions
        write(office, first.seat, other(first), now=now, number=200 + times)
        to = there if office is here else here
        file = handover.hand_over(office, "ruin", to.config.address, now)
        before = load(office)
        after = handover.take_over(to, file, now)
        assert after.asking == before.asking
        assert after.standing == before.standing
        assert (after.decisions, after.stops) == (before.decisions, before.stops)
        times += 1
        for number, question in enumerate((*rest, first)):
            write(to, question.seat, answer(question), now=now, number=300 + 10 * times + number)
            assert to.store.quarantine() == {}
        return to

    office, stops = play(here, answering)
    with here, there:
        assert times == len(stops) == len(whole.stops)
        assert ran(office) == expected(whole)
        assert verifying.verify(office) == []


def test_the_records_of_stops_come_out_of_the_ledger_as_they_went_in(tmp_path: Path) -> None:
    office = begun(tmp_path / "office")
    fixed_standing(office, {"BLUE": POLICIES["BLUE"]})
    with play(office)[0] as office:
        for kind in (StandingGiven, Asked, Answered, Decided, PhaseRan):
            found = records(office, kind)
            assert len(found) > 1
            for record in found:
                assert msgspec.json.decode(encode(record), type=kind) == record
        given = [one for one in records(office, StandingGiven) if one.seat == "BLUE"][-1]
        game = replace(load(office), standing={"BLUE": given.standing})
        assert game.standing_orders("BLUE") == STANDING["BLUE"]
