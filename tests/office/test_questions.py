"""Questions in the middle of a phase, through a game master's week and a player's."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import variants.ruins
from adjudicator.office import (
    commands,
    correcting,
    dice,
    history,
    intake,
    ordering,
    steering,
    verifying,
)
from adjudicator.office.folder import Office, make_office
from adjudicator.office.play_records import PhaseRan, SheetRecorded
from adjudicator.office.setup import Player
from adjudicator.orders import Reading
from adjudicator.turns.questions import Decision, Lines, Policy, Question, Written
from adjudicator.turns.standing import read_standing
from adjudicator.turns.turn import Turn
from adjudicator.variant import Phase
from tests.office.battle import (
    ATTACK,
    BLUE_CARDS,
    DEFENCE,
    FILE,
    RED_CARDS,
    RUINS,
    at,
    now,
    staged,
    tag,
    tick,
    told,
    write,
)
from tests.office.desk import answers, begin, sent
from variants.ruins import orders, rules
from variants.ruins.orders import Order
from variants.ruins.state import State

Open = Callable[..., Office]


@pytest.fixture
def dig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens an office whose game has begun, with these cards in hands."""
    opened: list[Office] = []

    def open_office(text: str = FILE, **piles: tuple[str, ...]) -> Office:
        staged(monkeypatch, **piles)
        make_office(tmp_path / "office")
        (tmp_path / "office" / "secret").write_bytes(b"known to the tests")
        office = Office(tmp_path / "office")
        opened.append(office)
        begin(office, text)
        return office

    yield open_office
    for office in opened:
        office.store.close()


def asked(office: Office) -> Office:
    """The office once Red has attacked, and Blue is asked."""
    write(office, "RED", ATTACK, at(2, 10))
    ticked = tick(office, at(2, 20, 1))
    assert (ticked.phases, ticked.asked) == ((), (("dig", ("BLUE",)),))
    return office


def new(office: Office, seen: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in sent(office).items() if name not in seen}


def test_a_question_stops_the_phase_and_is_mailed_to_who_is_asked_alone(dig: Open) -> None:
    office = dig()
    before = now(office)
    seen = sent(office)
    asked(office)
    game = now(office)
    assert (game.phase, game.state, game.due) == ("1RED", before.state, ("RED",))
    assert game.deadline == at(3, 8)
    (question,) = [text for name, text in new(office, seen).items() if name[:8] == "question"]
    assert [name for name in new(office, seen) if name[:6] == "report"] == []
    assert all("blue" in name or name[:6] == "answer" for name in new(office, seen))
    assert "you are asked [dig 1RED BLUE" in question
    assert "Q1]" in question
    for part in (
        "Red's R1 attacks Blue's B1 in 0401.",
        "STAND  stand and fight",
        "withdraw to 0501",
        f"\n  {DEFENCE}: STAND\n",
        "Without an answer it is: STAND (by default).",
        "Answers are due Thu 3 Dec 2026 08:00 UTC.",
    ):
        assert part in question
    assert "Orders are due" not in question
    (line,) = commands.status(office, at(2, 21))
    assert (line.owing, line.asked) == (("BLUE",), (DEFENCE,))


@pytest.mark.parametrize(
    "text",
    [
        "0501",
        "withdraw to 0501.",
        "0501 // away from him",
        f"{DEFENCE}: 0501",
        f"> {DEFENCE}: STAND\n\n{DEFENCE.upper()} = 0501\n\nBen",
        "Hello!\n\n0501\n\n-- \nBen",
    ],
)
def test_a_plain_reply_answers_and_the_phase_goes_on(dig: Open, text: str) -> None:
    office = asked(dig())
    assert write(office, "BLUE", text, at(2, 22)) == "dig BLUE: 1 order"
    assert f"read as {DEFENCE}: 0501" in answers(office)[-1] + answers(office)[0]
    assert tick(office, at(2, 22, 5)).phases == (("dig", "1RED"),)
    scouts = now(office).position().scouts
    assert (scouts["B1"], scouts["R1"]) == ("0501", "0401")
    assert "withdraws to 0501" in told(office, "GOLD")
    assert verifying.verify(office) == []


def test_a_wrong_answer_changes_nothing_and_shows_what_can_be_answered(dig: Open) -> None:
    office = asked(dig())
    write(office, "BLUE", "0501", at(2, 21))
    seen = sent(office)
    for text in ("0203", "stnad", f"{DEFENCE}: 0501 or stand"):
        write(office, "BLUE", text, at(2, 22))
    for answer in new(office, seen).values():
        assert "ERROR" in answer
        assert "STAND  stand and fight" in answer
        assert "You have answered: 0501." in answer
    assert len(new(office, seen)) == 3
    tick(office, at(2, 23))
    assert now(office).position().scouts["B1"] == "0501"


@pytest.mark.parametrize(
    "text",
    [
        f"2. {DEFENCE}: 0501",
        f"2) {DEFENCE} - 0501",
        f"* {DEFENCE} \u2013 0501",
        f"**{DEFENCE}: 0501**",
        f"\u201c{DEFENCE}\u201d: 0501",
        f"{DEFENCE}  0501",
        DEFENCE.replace(" ", "\u00a0") + ": 0501",
        "Defence of  B1 against R1:0501",
        "defence of B1\nagainst R1: 0501",
        "0501\n\nS",
        "0501\n\nStan",
        "S\n0501",
    ],
)
def test_a_label_is_read_leniently_and_a_name_below_is_no_answer(dig: Open, text: str) -> None:
    office = asked(dig())
    write(office, "BLUE", text, at(2, 22))
    assert [str(one.answer) for one in _given(office)] == ["0501"]


def test_a_misspelt_label_is_told_what_may_be_meant(dig: Open) -> None:
    office = asked(dig())
    write(office, "BLUE", f"{DEFENCE.replace('fence', 'fense')}: 0501", at(2, 22))
    assert f"Did you mean {DEFENCE}?" in " ".join(" ".join(answers(office)).split())
    assert _given(office) == []


@pytest.mark.parametrize(
    "text",
    [
        "standing defence: 0501, 0502\nif attacker = RED and cards < 2",
        "standing defence: 0501,\n0502 if attacker = RED\nand cards < 2",
        "> quoted\nstanding defence: 0501, 0502 if attacker =\nRED and cards < 2",
    ],
)
def test_a_standing_order_that_mail_has_wrapped_keeps_its_conditions(dig: Open, text: str) -> None:
    office = dig()
    write(office, "BLUE", text, at(2, 9))
    (order,) = now(office).standing_orders("BLUE")
    assert str(order) == "standing defence: 0501, 0502 if attacker = RED and cards < 2"


def test_a_standing_order_that_is_wrong_leaves_all_as_they_were(dig: Open) -> None:
    office = dig()
    write(office, "BLUE", "standing defence: 0501\nstanding trade: nail", at(2, 9))
    text = "standing defence: 0502 if atacker = RED\nstanding defence: stand"
    write(office, "BLUE", text, at(2, 10))
    assert "None of your standing orders is changed" in " ".join(answers(office))
    assert [str(one) for one in now(office).standing_orders("BLUE")] == [
        "standing defence: 0501",
        "standing trade: NAIL",
    ]


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("crown\nkey", ["CROWN, KEY"]),
        ("- crown\n- key", ["CROWN, KEY"]),
        (f"{RED_CARDS}: crown\n{RED_CARDS}: key", ["CROWN, KEY"]),
        (f"{RED_CARDS}: crown,\nkey", ["CROWN, KEY"]),
        ("crown\ncrown", ["CROWN"]),
        ("crown\nnone", []),
        ("crown\nkey\nnail", []),  # two at most
    ],
)
def test_choices_on_lines_of_their_own_are_one_answer(
    dig: Open, text: str, given: list[str]
) -> None:
    office = asked(dig(RED=("CROWN", "KEY", "NAIL")))
    write(office, "BLUE", "stand", at(2, 21))
    tick(office, at(2, 21, 5))
    write(office, "RED", text, at(2, 22))
    assert [str(one.answer) for one in _given(office)] == given


def test_two_answers_in_one_letter_are_none(dig: Open) -> None:
    office = asked(dig())
    write(office, "BLUE", "0501\nstand", at(2, 22))
    assert "neither is taken" in sent(office)[sorted(sent(office))[0]]
    assert now(office).asking.answers == {}
    write(office, "BLUE", "stand\nstand", at(2, 22, 1))  # one answer, said twice
    assert list(now(office).asking.answers) == [DEFENCE]


def test_silence_takes_the_standing_order_else_the_default(dig: Open) -> None:
    office = dig()
    order = "standing defence: 0501 if attacker = RED"
    write(office, "BLUE", order, at(2, 9))
    asked(office)
    assert f"0501 (by your order `{order}`)" in " ".join(
        sent(office)["question.dig.1red.1.blue.1.1"].split()
    )
    assert tick(office, at(3, 7)).phases == ()
    assert tick(office, at(3, 8)).phases == (("dig", "1RED"),)
    assert now(office).position().scouts["B1"] == "0501"
    report = " ".join(told(office, "BLUE").split())
    assert f"{DEFENCE}: 0501, by your order `{order}`." in report
    assert "Your standing orders" in report
    assert order not in " ".join(told(office, "RED").split())


def test_the_default_counts_where_no_standing_order_holds(dig: Open) -> None:
    office = dig()
    write(office, "BLUE", "standing defence: 0501 if attacker = GOLD", at(2, 9))
    asked(office)
    tick(office, at(3, 8))
    report = " ".join(told(office, "BLUE").split())
    assert f"{DEFENCE}: STAND; cards of B1 against R1: none, by default." in report
    assert "standing defence: 0501 if attacker = GOLD" in report


def test_a_standing_order_given_meanwhile_counts_from_the_next_question_on(dig: Open) -> None:
    office = asked(dig(RED=("CROWN", "KEY"), BLUE=("MASK", "NAIL")))
    write(office, "BLUE", "standing cards: nail\nstand", at(2, 21))
    tick(office, at(2, 22))
    game = now(office)
    assert {question.label for question in game.questions()} == {RED_CARDS, BLUE_CARDS}
    # Blue's first decision stays, whatever it orders now.
    write(office, "BLUE", "standing defence: 0501", at(2, 23))
    tick(office, at(3, 8))
    decided = {one.label: (str(one.answer), one.by) for one in _decisions(office)}
    assert decided[DEFENCE] == ("STAND", "player")
    assert decided[BLUE_CARDS] == ("NAIL", "standing")
    assert decided[RED_CARDS] == ("none", "default")
    assert verifying.verify(office) == []


def test_what_a_letter_s_standing_orders_replace_is_said(dig: Open) -> None:
    office = dig()
    write(office, "BLUE", "standing defence: stand if cards > 1\nstanding cards: nail", at(2, 9))
    seen = sent(office)
    write(office, "BLUE", "standing defence: 0501 if attacker = RED", at(2, 9, 30))
    (answer,) = new(office, seen).values()
    assert "WARNING" in answer.splitlines()[0]
    lost = "unless it is sent again with the others: standing defence: STAND if cards > 1."
    assert lost in " ".join(answer.split())
    seen = sent(office)
    write(office, "BLUE", "standing defence: stand if attacker = RED", at(2, 9, 40))
    (answer,) = new(office, seen).values()
    assert "WARNING" not in answer.splitlines()[0]


def test_of_two_who_are_asked_together_nobody_sees_the_other_s_choice(dig: Open) -> None:
    office = asked(dig(RED=("CROWN", "KEY"), BLUE=("MASK", "NAIL")))
    write(office, "BLUE", "stand", at(2, 21))
    assert tick(office, at(2, 21, 5)).asked == (("dig", ("BLUE", "RED")),)
    assert set(now(office).asking.numbers.items()) == {("RED", 1), ("BLUE", 2)}
    write(office, "RED", "crown", at(2, 22))
    assert tick(office, at(2, 22, 5)).phases == ()
    write(office, "RED", "crown and key", at(2, 22, 10))  # a second thought
    seen = sent(office)
    write(office, "BLUE", "none", at(2, 23))
    assert "CROWN" not in "".join(new(office, seen).values()).upper()
    assert tick(office, at(2, 23, 5)).phases == (("dig", "1RED"),)
    assert "Red plays the Crown (5) and the Key (1)." in told(office, "GOLD")
    assert now(office).position().piles["DISCARDS"] == ("CROWN", "KEY")


def test_an_answer_to_an_earlier_question_is_refused_with_the_new_one(dig: Open) -> None:
    office = asked(dig(RED=("CROWN",), BLUE=("MASK", "NAIL")))
    first = tag(office, "BLUE")
    write(office, "BLUE", "stand", at(2, 21))
    tick(office, at(2, 21, 5))
    seen = sent(office)
    write(office, "BLUE", "mask", at(2, 22), subject=first)
    (answer,) = new(office, seen).values()
    assert "earlier question" in answer
    assert f"\n  {BLUE_CARDS}: none\n" in answer
    assert now(office).asking.answers == {}
    # A label that is written out says which question is meant; the tag of no question says none.
    seen = sent(office)
    write(office, "BLUE", "mask", at(2, 22, 1), subject=first.replace(" Q1]", "]"))
    assert now(office).asking.answers == {}
    (answer,) = new(office, seen).values()
    assert f"Write: {BLUE_CARDS}: MASK" in " ".join(answer.split())
    write(office, "BLUE", f"{BLUE_CARDS}: mask", at(2, 22, 2), subject=first.replace(" Q1]", "]"))
    assert list(now(office).asking.answers) == [BLUE_CARDS]


def test_a_late_answer_that_is_released_is_one_to_its_question(dig: Open) -> None:
    office = asked(dig())
    late = at(3, 8, 1)
    assert "it came after the deadline" in write(office, "BLUE", "0501", late)
    (letter,) = office.store.quarantine()
    assert intake.release(office, letter, "dig", "BLUE", late) == "dig BLUE: taken"
    assert tick(office, late).phases == (("dig", "1RED"),)
    assert now(office).position().scouts["B1"] == "0501"


def test_a_late_answer_is_refused_and_one_that_came_in_time_counts(dig: Open) -> None:
    office = asked(dig())
    subject = tag(office, "BLUE")
    assert "after the deadline" in write(office, "BLUE", "0501", at(3, 8, 1))
    tick(office, at(3, 8, 5))
    assert now(office).position().scouts["R1"] != "0302"
    assert "is at 1BLUE" in write(office, "BLUE", "0501", at(3, 9), subject=subject)
    assert len(office.store.quarantine()) == 2


def test_orders_for_a_phase_that_has_begun_are_refused(dig: Open) -> None:
    office = asked(dig())
    seen = sent(office)
    write(office, "RED", "move R2 0102", at(2, 21))
    (answer,) = new(office, seen).values()
    assert "being run already" in answer
    assert "withdraw" not in answer  # Red is not told who is asked what
    assert now(office).sheet("RED").letter != ""
    with pytest.raises(ValueError, match="being run already"):
        ordering.order(office, "dig", "RED", "move R2 0102", at(2, 21))
    ordering.order(office, "dig", "BLUE", f"{DEFENCE}: 0501", at(2, 22))
    tick(office, at(2, 23))
    assert "0501, by the game master" in " ".join(told(office, "BLUE").split())


def test_nobody_else_learns_that_somebody_is_asked(dig: Open) -> None:
    office = asked(dig())
    seen = sent(office)
    write(office, "GOLD", "ready", at(2, 21))
    steering.extend(office, "dig", at(3, 18), at(2, 22), "The server was down.")
    steering.pause(office, "dig", at(2, 22))
    steering.resume(office, "dig", at(2, 22), at(3, 18))
    commands.receive(office, [], at(2, 22))
    for name, text in new(office, seen).items():
        if "gold" in name or "red" in name or name[:6] == "answer":
            assert "asked" not in text
            assert "3 Dec" not in text
            assert "Blue" not in text
    assert "Your answer is due Thu 3 Dec 2026 18:00 UTC" in " ".join(
        text for name, text in new(office, seen).items() if "blue" in name
    )


def test_a_new_player_is_asked_and_the_old_token_is_dead(dig: Open) -> None:
    office = asked(dig())
    old = tag(office, "BLUE")
    steering.replace_player(office, "dig", "BLUE", Player("Zoe", "zoe@example.org"), at(2, 21))
    commands.receive(office, [], at(2, 21))
    welcome = sent(office)["welcome.dig.blue.2"]
    assert "Q1]" in welcome
    assert welcome.endswith(f"\n  {DEFENCE}: STAND")
    assert "Your answer is due Thu 3 Dec 2026 08:00 UTC" in welcome
    assert write(office, "BLUE", "0501", at(2, 22), subject=old).startswith("quarantine")
    write(office, "BLUE", "0501", at(2, 22), sender="zoe@example.org")
    tick(office, at(2, 23))
    assert now(office).position().scouts["B1"] == "0501"


def test_an_empty_seat_is_not_waited_for(dig: Open) -> None:
    office = dig()
    write(office, "BLUE", "standing defence: 0501", at(2, 9))
    steering.resign(office, "dig", "BLUE", at(2, 10))
    write(office, "RED", ATTACK, at(2, 11))
    assert tick(office, at(2, 20)).phases == (("dig", "1RED"),)
    assert now(office).position().scouts["B1"] == "0501"


def test_a_bot_orders_and_answers_for_an_empty_seat(dig: Open) -> None:
    office = dig(RED=("CROWN",), BLUE=("MASK", "NAIL"))
    for seat in ("BLUE", "GOLD"):
        steering.bot(office, "dig", seat, at(2, 9))
    with pytest.raises(ValueError, match="a bot plays BLUE"):
        steering.bot(office, "dig", "BLUE", at(2, 9))
    write(office, "RED", ATTACK + "\nstanding cards: crown\nready", at(2, 10))
    tick(office, at(2, 20))
    assert now(office).phase == "1BLUE" or now(office).asking.seats == ("RED",)
    for day in range(3, 20):
        tick(office, at(day, 8))
        tick(office, at(day, 20))
    assert "bot" in {one.by for one in _decisions(office)}
    assert now(office).phase == ""
    assert verifying.verify(office) == []
    bots = {record.seat for record in _records(office, SheetRecorded) if record.by == "bot"}
    assert bots == {"BLUE", "GOLD"}


def test_reactions_standing_never_stop_a_phase(dig: Open) -> None:
    office = dig(FILE + "reactions: standing\n", RED=("CROWN",), BLUE=("MASK", "NAIL"))
    write(office, "BLUE", "standing cards: mask, nail", at(2, 9))
    write(office, "RED", ATTACK, at(2, 10))
    assert tick(office, at(2, 20)).phases == (("dig", "1RED"),)
    assert "Blue plays the Mask (4) and the Nail (1)." in told(office, "GOLD")


def test_those_who_owe_an_answer_are_reminded(dig: Open) -> None:
    office = dig(FILE.replace("zone: UTC", "zone: UTC\n  reminders: [3]"))
    asked(office)
    seen = sent(office)
    assert tick(office, at(3, 5)).reminded == (("dig", ("BLUE",)),)
    (reminder,) = new(office, seen).values()
    assert "Your answer has not come." in reminder
    assert f"{DEFENCE}: STAND" in reminder
    assert "Q1]" in reminder


class Planning(type(RUINS)):  # type: ignore[misc]
    """Ruins, where Blue is asked for a plan at the beginning of each phase: lines of the title."""

    def run(self, state: State, turn: Turn[Any, Any]) -> State:
        form = Lines(("move", "dig"), 2)
        turn.ask(
            Question(
                seat="BLUE",
                kind="plan",
                label="plan of Blue",
                prompt="What then?",
                form=form,
                default=Written(()),
            )
        )
        ended: State = super().run(state, turn)
        return ended

    def policies(self, state: State, seat: str) -> tuple[Policy, ...]:
        form = Lines(("move", "dig"), 2)
        plan = Policy(kind="plan", about="what then", form=form, sample="standing plan: dig B1")
        return (*super().policies(state, seat), plan)

    def read(self, state: State, seat: str, text: str) -> Reading[Order]:
        whose = replace(state, step=seat)
        line = partial(orders.read, whose, seat)
        reading = read_standing(self.policies(state, seat), text, line) or line(text)
        return replace(reading, phase=state.phase)


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("plan of Blue: none", "none"),
        ("none", "none"),
        ("plan of Blue: dig B1; dig B2", "dig B1; dig B2"),
        ("dig B1\ndig B2", "dig B1; dig B2"),
        ("plan of blue: dig B1\nplan of blue: dig B2", "dig B1; dig B2"),
        ("plan of Blue:", None),
        ("plan of Blue: dance", None),
        ("dig B1\ndig B2\nmove B1 0401-0501", None),
    ],
)
def test_lines_of_the_title_are_asked_for_and_answered(
    dig: Open, monkeypatch: pytest.MonkeyPatch, text: str, plan: str | None
) -> None:
    monkeypatch.setattr(variants.ruins, "VARIANT", Planning())
    office = dig()
    tick(office, at(2, 20))
    mail = sent(office)["question.dig.1red.1.blue.1.1"]
    assert "Write up to 2 lines of these kinds: move, dig." in mail
    assert "\n  plan of Blue: none\n" in mail
    write(office, "BLUE", text, at(2, 22))
    assert office.store.quarantine() == {}
    given = [str(one.answer) for one in _given(office)]
    if plan is None:
        assert "ERROR" in "".join(answers(office))
        assert given in ([], ["dig B1; dig B2"])
    else:
        assert given == [plan]


def test_answers_of_a_phase_that_follows_at_once_stand_when_it_is_run_again(
    dig: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its dice are those of the phase before it: with other answers they would be known."""
    monkeypatch.setattr(rules.Table, "roll", lambda table, label: 6 if label == "Dawn" else 3)
    office = dig(RED=("CROWN",), GOLD=("NAIL",))
    for day in (2, 3, 4):
        tick(office, at(day, 20))
    write(office, "RED", "crown", at(4, 21))
    correcting.correct(office, "dig", "1GOLD", {}, at(4, 22))
    tick(office, at(4, 22))
    game = now(office)
    assert [str(game.answer(one.label)) for one in game.questions() if game.answer(one.label)]
    write(office, "GOLD", "nail", at(4, 23))
    assert tick(office, at(4, 23)).phases == (("dig", "1DAWN"),)
    state = now(office).state
    correcting.correct(office, "dig", "1GOLD", {}, at(5, 9))
    assert (now(office).phase, now(office).state) == ("2RED", state)
    assert verifying.verify(office) == []


@pytest.mark.parametrize(
    "text",
    [
        "standing defence: 0501,\nmove B1 0402",
        "standing defence: 0501\nand good luck!\nmove B1 0402",
        "standing defence: 0501\nif you have questions, call me\nmove B1 0402",
        "standing defence: 0501,\nstanding trade: nail\nmove B1 0402",
    ],
)
def test_what_stands_below_a_standing_order_is_not_swallowed(dig: Open, text: str) -> None:
    office = dig()
    tick(office, at(2, 20))  # it is Blue's turn
    write(office, "BLUE", text, at(2, 22))
    sheet = now(office).sheet("BLUE")
    assert sheet is not None
    assert [str(order) for order in sheet.orders] == ["move B1 0401-0402"]
    assert "standing defence: 0501" in map(str, now(office).standing_orders("BLUE"))


@pytest.mark.parametrize("how", ["paused", "waiting"])
def test_a_correction_with_other_dice_runs_whatever_holds_up_the_game(dig: Open, how: str) -> None:
    """Its orders stand from the notice on: who knew the seed could choose others for it."""
    office = dig(FILE + "missing_orders: wait\n" * (how == "waiting"))
    commands.process(office, "dig", "1RED", at(2, 9))  # without orders of Red
    if how == "paused":
        steering.pause(office, "dig", at(2, 10))
    correcting.correct(office, "dig", "1RED", {"RED": "move R2 0102"}, at(2, 11))
    with pytest.raises(ValueError, match="being run already"):
        ordering.order(office, "dig", "RED", "move R2 0201", at(2, 11))
    write(office, "RED", "move R2 0201\nnonce: mine", at(2, 11))
    assert tick(office, at(2, 11)).phases == (("dig", "1RED"),)
    assert now(office).position().scouts["R2"] == "0102"
    assert verifying.verify(office) == []


def test_a_correction_that_is_about_to_run_can_be_corrected(dig: Open) -> None:
    office = asked(dig())
    write(office, "BLUE", "0501", at(2, 21))
    tick(office, at(2, 21, 5))
    for number, order in enumerate(("move R2 0102", "move R2 0201")):
        text = f"{ATTACK}\n{order}"
        correcting.correct(office, "dig", "1RED", {"RED": text}, at(3, 9, number))
    assert tick(office, at(3, 10)).phases == (("dig", "1RED"),)
    scouts = now(office).position().scouts
    assert (scouts["R2"], scouts["B1"]) == ("0201", "0501")  # Blue is not asked again
    assert verifying.verify(office) == []


def test_a_nonce_alone_leaves_who_is_ready_ready_and_comes_in_time_or_not(dig: Open) -> None:
    office = dig()
    write(office, "RED", f"{ATTACK}\nready", at(2, 9))
    write(office, "RED", "nonce: salt", at(2, 10))
    assert now(office).ready == ("RED",)
    write(office, "GOLD", "nonce: pepper", at(2, 11))
    write(office, "BLUE", "nonce: late", at(2, 20, 1))
    assert sorted(now(office).sheets) == ["GOLD", "RED"]
    tick(office, at(2, 20, 5))
    tick(office, at(3, 8))
    assert ":: Nonce GOLD: pepper" in told(office, "BLUE")


def test_the_kind_of_the_only_question_names_it(dig: Open) -> None:
    office = asked(dig())
    write(office, "BLUE", "defence: 0501", at(2, 22))
    assert [str(one.answer) for one in _given(office)] == ["0501"]
    assert now(office).standing_orders("BLUE") == ()


class Endless(type(RUINS)):  # type: ignore[misc]
    """Ruins, where one phase without a choice follows another, and each asks something."""

    def phase(self, state: State) -> Phase | None:
        return Phase(f"{state.round}DAWN", "dawn", "Dawn", frozenset(), True)

    def run(self, state: State, turn: Turn[Any, Any]) -> State:
        turn.ask(rules.Table(state, turn).trade_of("RED"))
        return replace(state, round=state.round + 1)


def test_phases_without_a_choice_come_to_an_end(dig: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants.ruins, "VARIANT", Endless())
    office = dig(RED=("NAIL",))
    steering.resign(office, "dig", "RED", at(2, 9))  # nobody is waited for
    ticked = tick(office, at(2, 20))
    assert len(ticked.broken) == 1
    assert "phases without a choice follow without end" in ticked.broken[0]


def test_a_public_question_is_told_to_the_others(
    dig: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = Turn.ask
    monkeypatch.setattr(
        Turn, "ask", lambda turn, *qs: ask(turn, *(replace(q, public=True) for q in qs))
    )
    office = dig()
    seen = sent(office)
    asked(office)
    notices = {name: text for name, text in new(office, seen).items() if name[:6] == "notice"}
    assert sorted(name.rsplit(".", 1)[1] for name in notices) == ["gold", "red"]
    assert all("Blue is asked: Red's R1 attacks B1 in 0401." in text for text in notices.values())


def test_a_correction_keeps_the_decisions_that_are_asked_for_again(dig: Open) -> None:
    office = asked(dig(RED=("CROWN",), BLUE=("MASK", "NAIL")))
    write(office, "BLUE", "stand", at(2, 21))
    tick(office, at(2, 21, 5))
    write(office, "BLUE", "mask", at(2, 22))
    write(office, "RED", "crown", at(2, 22))
    tick(office, at(2, 22, 5))
    before = _published(office)
    correcting.correct(office, "dig", "1RED", {}, at(3, 9), reason="Nothing changed.")
    assert now(office).phase == "1BLUE"
    first, second = _records(office, PhaseRan)
    assert (first.state, first.draws) == (second.state, second.draws)
    again = _published(office)
    assert [seed for seed in again.seeds if seed.phase == "1RED"] == [
        seed for seed in before.seeds if seed.phase == "1RED"
    ]
    # With other orders it is another run, with another seed; what it asks again is decided.
    text = f"{ATTACK}\nmove R2 0102"
    seen = sent(office)
    correcting.correct(office, "dig", "1RED", {"RED": text}, at(3, 10))
    commands.receive(office, [], at(3, 10))
    committed = f"Commit 1RED 3: {now(office).committed}"  # before the seed is shown
    notices = [text for name, text in new(office, seen).items() if name[:6] == "notice"]
    assert len(notices) == 3
    assert all(committed in " ".join(text.split()) for text in notices)
    assert tick(office, at(3, 10)).phases == (("dig", "1RED"),)
    assert now(office).phase == "1BLUE"
    seeds = [seed for seed in _published(office).seeds if seed.phase == "1RED"]
    assert len({seed.seed for seed in seeds}) == len({seed.run for seed in seeds}) == 2
    assert "Corrected report number 3" in told(office, "GOLD")
    assert verifying.verify(office) == []


def test_a_phase_that_waits_can_be_begun_anew_with_other_orders(dig: Open) -> None:
    office = asked(dig(BLUE=("MASK",)))
    write(office, "BLUE", "stand", at(2, 21))
    correcting.correct(
        office, "dig", "1RED", {"RED": f"{ATTACK}\nmove R2 0102"}, at(2, 22), reason="A slip."
    )
    commands.receive(office, [], at(2, 22))
    notice = sent(office)["notice.dig.1.red"]
    assert "is run again, with other orders" in " ".join(notice.split())
    assert "A slip." in notice
    tick(office, at(2, 22, 1))
    # Blue's answer counts again; now its cards are asked for.
    assert [question.label for question in now(office).questions()] == [BLUE_CARDS]
    tick(office, at(4, 8))
    assert now(office).position().scouts["R2"] == "0102"
    assert verifying.verify(office) == []


def test_a_phase_that_waits_can_be_opened_again(dig: Open) -> None:
    office = asked(dig())
    correcting.correct(office, "dig", "1RED", {}, at(2, 22), reopen=True)
    game = now(office)
    assert (game.asking, game.stops, game.seeded) == (None, (), ("1RED", 2))
    write(office, "RED", "move R1 0302", at(2, 23))
    assert tick(office, at(3, 20)).phases == (("dig", "1RED"),)
    assert verifying.verify(office) == []


def test_a_replay_that_differs_is_set_aside_until_the_phase_is_begun_anew(
    dig: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = asked(dig(BLUE=("MASK",)))
    write(office, "BLUE", "stand", at(2, 21))
    move = rules.Table.move

    def other(table: rules.Table, order: object) -> None:
        table.tell("all", "storm")
        move(table, order)

    monkeypatch.setattr(rules.Table, "move", other)
    ticked = tick(office, at(2, 22))
    assert ticked.phases == ticked.asked == ()
    assert "Diverged" in ticked.broken[0]
    assert "correct dig 1RED" in sent(office)[next(n for n in sent(office) if "broken" in n)]
    correcting.correct(office, "dig", "1RED", {}, at(2, 23))
    assert [question.label for question in now(office).questions()] == [BLUE_CARDS]
    assert tick(office, at(4, 8)).broken == ()


def test_after_the_end_a_correction_says_that_the_deck_is_known(dig: Open) -> None:
    office = dig()
    steering.end(office, "dig", ["RED"], at(2, 9))
    correcting.correct(office, "dig", "1RED", {}, at(2, 10), reason="Too early.", reopen=True)
    commands.receive(office, [], at(2, 10))
    notice = " ".join(sent(office)["notice.dig.2.gold"].split())
    assert (
        "Too early. What was sealed until the end, such as the order of a deck, is known" in notice
    )
    assert f"Commit 1RED 2: {now(office).committed}" in notice


def test_the_dawn_asks_and_goes_on(dig: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phase in which nobody orders can ask, too: it is left open, with the seed it began with."""
    monkeypatch.setattr(rules.Table, "roll", lambda table, label: 6 if label == "Dawn" else 3)
    office = dig(RED=("CROWN",), GOLD=("NAIL",))
    for day in (2, 3, 4):
        tick(office, at(day, 20))
    game = now(office)
    assert (game.phase, game.asking and game.asking.seats) == ("1DAWN", ("GOLD", "RED"))
    assert game.seeded == ("1GOLD", 1)  # another one would roll its die anew
    assert ":: Seed" not in told(office, "RED")
    assert {seed.phase for seed in _published(office).seeds if not seed.seed} == {"sealed", "1GOLD"}
    write(office, "RED", "crown", at(4, 21))
    write(office, "GOLD", "none", at(4, 22))
    assert tick(office, at(4, 22, 5)).phases == (("dig", "1DAWN"),)
    assert now(office).position().piles["DECK"][-1] == "CROWN"
    assert verifying.verify(office) == []


def test_chance_is_committed_before_and_shown_after(dig: Open) -> None:
    office = dig()
    first = sent(office)["report.dig.start.1.blue"]
    game = now(office)
    assert f":: Commit 1RED 1: {game.committed}" in first
    assert f":: Commit sealed 1: {game.sealed}" in first
    write(office, "RED", f"{ATTACK}\nnonce: salt", at(2, 10))
    assert "nonce: salt" in "".join(answers(office))
    tick(office, at(2, 20))
    tick(office, at(3, 8))
    report = told(office, "GOLD")
    assert ":: Seed 1RED 1: " in report
    assert ":: Nonce RED: salt" in report
    assert "Red's die, R1 against B1" in report
    published = _published(office)
    assert [seed.seed for seed in published.seeds if seed.phase == "sealed"] == [""]
    assert not [draw for draw in published.draws if draw.cards]


def test_a_correction_of_an_earlier_phase_gives_later_ones_other_seeds(dig: Open) -> None:
    """Else who has seen the seed of a phase could order it anew with the seed in hand."""
    office = dig()
    tick(office, at(2, 20))
    tick(office, at(3, 20))
    correcting.correct(office, "dig", "1RED", {"RED": "move R2 0102"}, at(4, 9))
    tick(office, at(4, 9))
    assert now(office).seeded == ("1BLUE", 2)


def _published(office: Office) -> dice.Published:
    return dice.published(office, "dig")


def _records(office: Office, kind: type) -> list[Any]:
    steps = history.way(office.store, "dig")
    return [step.record for step in steps if isinstance(step.record, kind)]


def _decisions(office: Office) -> list[Decision[Order]]:
    """What was decided in all phases that were run."""
    kind = tuple[Decision[Order], ...]
    runs = _records(office, PhaseRan)
    return [one for run in runs for one in msgspec.json.decode(run.decisions, type=kind)]


def _given(office: Office) -> list[Decision[Order]]:
    """What was answered to the open questions."""
    game = now(office)
    found = [game.answer(question.label) for question in game.questions()]
    return [one for one in found if one is not None]
