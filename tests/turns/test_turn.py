"""What the rules of a phase may do with their turn, and what is refused: each fault by its name."""

import re
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.orders import Sheet
from adjudicator.turns.questions import (
    Amount,
    Choice,
    Chosen,
    Decision,
    Lines,
    Number,
    OneOf,
    Several,
    Shares,
    SomeOf,
    Split,
    Written,
)
from adjudicator.turns.turn import Diverged, Misuse, Rolled, Shuffled, Turn, Waiting
from tests.turns.tiny import (
    PHASE,
    SEATS,
    SEEDS,
    Listed,
    Rules,
    Said,
    State,
    answered,
    ends,
    play,
    question,
    standing,
    stops,
)

WIDE = 2**256  # sides of a die that never shows the same twice


def doing(act: Callable[[Turn[Any, Any]], object]) -> Rules:
    """Rules that do this and end."""

    def rules(turn: Turn[Any, Any]) -> State:
        act(turn)
        return State()

    return rules


def refused(act: Callable[[Turn[Any, Any]], object], *named: str, **settings: Any) -> None:
    """Whoever does this is told so: the phase, and all that is `named`."""
    with pytest.raises(Misuse) as caught:
        play(doing(act), **settings)
    assert str(caught.value).startswith(f"{PHASE}: ")
    for text in named:
        assert text in str(caught.value)


# --- to tell


@pytest.mark.parametrize(
    "audience",
    [None, "", "RED", "public", "ALL", frozenset(), ["RED"], ("RED",), {"RED"}, {"RED": 1}, 1, ()],
)
def test_an_event_needs_an_audience(audience: Any) -> None:
    refused(
        lambda turn: turn.tell(audience, Said("boom")),
        "Said(text='boom') needs an audience",
        repr(audience),
    )


@pytest.mark.parametrize(
    ("audience", "stranger"),
    [
        (frozenset(["GREEN"]), "'GREEN'"),
        (frozenset(["RED", "GREEN"]), "'GREEN'"),
        (frozenset(["all"]), "'all'"),
        (frozenset(["gm"]), "'gm'"),
        (frozenset([None]), "None"),
    ],
)
def test_nobody_is_told_who_has_no_seat(audience: Any, stranger: str) -> None:
    refused(
        lambda turn: turn.tell(audience, Said("boom")),
        f"Said(text='boom') is told to {stranger}, and there is no such seat",
    )


def test_events_are_told_in_order_each_to_its_own() -> None:
    def tell(turn: Turn[Any, Any]) -> None:
        turn.tell("all", Said("one"))
        turn.tell(frozenset(["BLUE"]), Said("two"))
        turn.tell("gm", Said("three"))

    told = ends(doing(tell)).told
    assert [(one.audience, one.event.text) for one in told] == [
        ("all", "one"),
        (frozenset(["BLUE"]), "two"),
        ("gm", "three"),
    ]


def test_an_event_that_does_not_go_into_json_is_refused() -> None:
    class Held:
        """No struct."""

    refused(lambda turn: turn.tell("all", Held()), "Held", "does not go into JSON")


# --- to draw


def roll(turn: Turn[Any, Any]) -> None:
    turn.roll("die of RED")


def roll_sealed(turn: Turn[Any, Any]) -> None:
    turn.roll("die of RED", sealed=True)


def roll_another(turn: Turn[Any, Any]) -> None:
    turn.roll("die of RED", 20)


def shuffle(turn: Turn[Any, Any]) -> None:
    turn.shuffle("die of RED", "abc")


@pytest.mark.parametrize("first", [roll, roll_sealed, roll_another, shuffle])
@pytest.mark.parametrize("second", [roll, roll_sealed, roll_another, shuffle])
def test_nothing_is_drawn_twice_under_one_label(first: Rules, second: Rules) -> None:
    refused(lambda turn: (first(turn), second(turn)), "drawn as 'die of RED' before")


@pytest.mark.parametrize("sides", [0, -1, 2**256 + 1])
@pytest.mark.parametrize("sealed", [False, True])
def test_a_die_has_sides(sides: int, sealed: bool) -> None:
    refused(lambda turn: turn.roll("odd die", sides, sealed=sealed), "'odd die'", f"{sides} sides")


@pytest.mark.parametrize("draw", [roll, roll_sealed, shuffle])
def test_a_title_that_says_it_has_no_chance_has_none(draw: Rules) -> None:
    refused(draw, "'die of RED'", "no chance", "Variant.chance", seeds=None)
    assert ends(doing(lambda turn: turn.tell("all", Said("calm"))), seeds=None).draws == ()


def test_a_label_without_utf_8_is_refused() -> None:
    refused(lambda turn: turn.roll("\udcff"), "\\udcff")
    refused(lambda turn: turn.shuffle("\udcff", "abc"), "\\udcff")


def numbers(act: Callable[[Turn[Any, Any]], object], **settings: Any) -> dict[str, Any]:
    """What is drawn by rules that do this."""
    drawn = ends(doing(act), **settings).draws
    return {one.label: one.value if isinstance(one, Rolled) else one.shuffled for one in drawn}


def each(turn: Turn[Any, Any]) -> None:
    turn.roll("a", WIDE)
    turn.roll("b", WIDE, sealed=True)
    turn.shuffle("c", tuple("0123456789abcdefghijklmnopqrstuvwxyz"))


def test_a_draw_hangs_on_its_label_and_not_on_the_order() -> None:
    def otherwise(turn: Turn[Any, Any]) -> None:
        turn.shuffle("c", tuple("0123456789abcdefghijklmnopqrstuvwxyz"))
        turn.roll("new", WIDE)
        turn.roll("b", WIDE, sealed=True)
        turn.roll("a", WIDE)

    first, other = numbers(each), numbers(otherwise)
    assert {label: other[label] for label in first} == first
    assert len(set(other.values())) == 4


def test_open_draws_come_from_the_open_seed_and_sealed_ones_from_the_sealed() -> None:
    first = numbers(each)
    for seeds, changed in (
        (replace(SEEDS, open=b"O" * 32), {"a"}),
        (replace(SEEDS, sealed=b"S" * 32), {"b", "c"}),
        (replace(SEEDS, run=2), {"a", "b", "c"}),
    ):
        other = numbers(each, seeds=seeds)
        assert {label for label in first if first[label] != other[label]} == changed


def test_a_sealed_roll_is_unlike_the_open_one_of_its_label() -> None:
    (opened,) = numbers(lambda turn: turn.roll("a", WIDE)).values()
    (sealed,) = numbers(lambda turn: turn.roll("a", WIDE, sealed=True)).values()
    assert opened != sealed


def test_a_nonce_changes_every_draw() -> None:
    first = numbers(each)
    for sheets in (
        {"RED": Sheet("RED", PHASE, nonce="x")},
        {"RED": Sheet("RED", PHASE, nonce="y")},
        {"BLUE": Sheet("BLUE", PHASE, nonce="x")},
    ):
        other = numbers(each, sheets=sheets)
        assert not {label for label in first if first[label] == other[label]}
        first = other
    assert numbers(each, sheets={"RED": Sheet("RED", PHASE)}) == numbers(each)


def test_what_was_drawn_is_kept_as_it_was_drawn() -> None:
    def draw(turn: Turn[Any, Any]) -> None:
        turn.roll("a", 1)
        turn.roll("b", 1, sealed=True)
        turn.shuffle("c", ["x"])

    assert ends(doing(draw)).draws == (
        Rolled("a", 1, 1),
        Rolled("b", 1, 1, sealed=True),
        Shuffled("c", ("x",), ("x",)),
    )


# --- sheets


def test_a_sheet_that_nobody_sent_is_empty() -> None:
    given = Sheet("RED", PHASE, (Listed("R1"),), letter="L1")
    seen = []

    def look(turn: Turn[Any, Any]) -> None:
        seen[:] = [turn.sheet(seat) for seat in ("RED", "BLUE", "GREEN")]

    ends(doing(look), sheets={"RED": given})
    assert seen == [given, Sheet("BLUE", PHASE), Sheet("GREEN", PHASE)]


# --- to ask


def test_a_question_is_asked_once() -> None:
    one, other = question(), question(seat="BLUE")
    refused(lambda turn: turn.ask(one, other), "'stand'", "label was used before")
    decided = [answered(one)]
    refused(
        lambda turn: (turn.ask(one), turn.ask(one)),
        "'stand'",
        "label was used before",
        decisions=decided,
    )
    refused(
        lambda turn: (turn.ask(one), turn.ask(question(default=Chosen("yes")))),
        "'stand'",
        "label was used before",
        reactions="standing",
    )


def test_nobody_is_asked_who_has_no_seat() -> None:
    refused(lambda turn: turn.ask(question(seat="GREEN")), "'stand'", "no seat 'GREEN'")
    refused(lambda turn: turn.ask(question(), question("b", seat="")), "'b'", "no seat ''")


CHOICES = (Choice("a", facts={"value": 2}), Choice("b", facts={"value": 3}))


@pytest.mark.parametrize(
    ("form", "default"),
    [
        (OneOf(CHOICES), Chosen("c")),
        (OneOf(()), Chosen("a")),
        (OneOf(CHOICES), Several(("a",))),
        (SomeOf(CHOICES, 1, 2), Several(())),
        (SomeOf(CHOICES, 0, 2), Several(("a", "a"))),
        (SomeOf(CHOICES, 0, 1), Several(("a", "b"))),
        (SomeOf(CHOICES, 4, 9, by="value"), Several(("a",))),
        (Number(1, 3), Amount(0)),
        (Number(1, 3), Amount(4)),
        (Number(3, 1), Amount(2)),
        (Split(3, {"a": 2, "b": 2}), Shares({"a": 3})),
        (Split(3, {"a": 2, "b": 2}), Shares({"a": 2})),
        (Split(3, {"a": 2, "b": 2}), Shares({"c": 3})),
        (Lines(("moved",)), Written((Listed("R1"),))),
        (Lines(("listed",), most=1), Written((Listed("R1"), Listed("R2")))),
    ],
)
@pytest.mark.parametrize("waits", [True, False])
def test_a_default_fits_its_form(form: Any, default: Any, waits: bool) -> None:
    asked = question("odd", form=form, default=default, waits=waits)
    refused(lambda turn: turn.ask(asked), "'odd'", "its default is no answer to it: ")


@pytest.mark.parametrize(
    ("form", "default"),
    [
        (OneOf((Choice("a"), Choice("default"))), Chosen("a")),
        (OneOf((Choice("a"), Choice("a"))), Chosen("a")),
        (SomeOf((Choice("none"),), 0, 1), Several(())),
        (SomeOf((Choice("a"),), 0, 1, by="value"), Several(())),
        (Split(0, {"A": 1, "A 3": 1}), Shares({})),
    ],
)
def test_a_form_can_be_answered(form: Any, default: Any) -> None:
    """Nobody could write these answers so that they are read: it is said before he tries."""
    refused(lambda turn: turn.ask(question("odd", form=form, default=default)), "'odd'")


def test_rules_stop_at_a_question_and_no_further() -> None:
    after = []

    def rules(turn: Turn[Any, Any]) -> State:
        turn.tell("all", Said("before"))
        turn.ask(question())
        after.append(1)
        turn.tell("all", Said("after"))
        return State({"a": 1})

    made = stops(rules)
    assert [one.event.text for one in made.told] == ["before"]
    assert made.questions == (question(),)
    assert made.decisions == ()
    assert after == []


def test_the_answers_come_in_the_order_of_the_questions() -> None:
    a, b = question("a"), question("b", form=Number(1, 9), default=Amount(1))
    got = []
    decided = [answered(b, Amount(7)), answered(a, "no")]
    ends(doing(lambda turn: got.append(turn.ask(a, b))), decisions=decided)
    assert got == [(Chosen("no"), Amount(7))] * 2  # the rules are run twice


def test_no_answer_shows_before_all_are_in() -> None:
    red, blue = question("red"), question("blue", seat="BLUE")
    seen = []
    rules = doing(lambda turn: seen.append(turn.ask(red, blue)))
    first = stops(rules)
    for decided, left in ((answered(red), blue), (answered(blue), red)):
        again = stops(rules, decisions=[decided], stops=[first.stop])
        assert again.questions == (left,)
        assert again.decisions == (decided,)
        assert (again.stop, again.told) == (first.stop, first.told)
    assert seen == []


def battle(turn: Turn[Any, Any]) -> State:
    """Three answers at once, one after them, and what comes of each."""
    asked = [question("a"), question("b", seat="BLUE"), question("c")]
    first = turn.ask(*asked)
    turn.tell("all", Said(f"{first} {turn.roll('die')}"))
    (last,) = turn.ask(question("d"))
    return State({str(last): 1}, tuple(map(str, first)))


def test_the_order_of_answering_is_of_no_matter() -> None:
    a, b, c, d = question("a"), question("b", seat="BLUE"), question("c"), question("d")
    answers = [answered(a), answered(b, "no"), answered(c)]
    ended = []
    for order in permutations(answers):
        made = stops(battle)
        stopped = [made.stop]
        decided: tuple[Decision[Any], ...] = ()
        for one in order:
            made = stops(battle, decisions=(*decided, one), stops=stopped)
            decided = (*decided, one)
        assert made.questions == (d,)
        stopped.append(made.stop)
        ended.append(ends(battle, decisions=(*decided, answered(d)), stops=stopped))
    assert ended[0].state == State({"yes": 1}, ("yes", "no", "yes"))
    assert [one.label for one in ended[0].decisions] == ["a", "b", "c", "d"]
    assert all(one == ended[0] for one in ended)


@pytest.mark.parametrize("reactions", ["ask", "standing"])
def test_what_does_not_wait_is_decided_at_once(reactions: Any) -> None:
    asked = question(waits=False)
    rules = doing(lambda turn: turn.ask(asked))
    (decision,) = ends(rules, reactions=reactions).decisions
    assert decision == Decision("RED", "stand", asked.key, Chosen("no"), "default", "", "stand")
    given = {"RED": [standing("yes")]}
    (decision,) = ends(rules, reactions=reactions, orders=given).decisions
    assert (decision.answer, decision.by) == (Chosen("yes"), "standing")
    assert decision.order == "standing stand: yes"


def test_what_does_not_wait_is_decided_while_another_question_waits() -> None:
    blow, plan = question("blow", waits=False), question("plan", seat="BLUE")
    made = stops(doing(lambda turn: turn.ask(blow, plan)))
    assert made.questions == (plan,)
    assert [(one.label, one.by) for one in made.decisions] == [("blow", "default")]


def test_standing_reactions_never_stop() -> None:
    made = ends(battle, reactions="standing", orders={"BLUE": [standing("yes")]})
    assert [(one.label, str(one.answer), one.by) for one in made.decisions] == [
        ("a", "no", "default"),
        ("b", "yes", "standing"),
        ("c", "no", "default"),
        ("d", "no", "default"),
    ]
    assert made.state == State({"no": 1}, ("no", "yes", "no"))


def test_a_question_that_waits_does_not_look_at_standing_orders() -> None:
    """Who is asked may still answer; his standing order counts at his deadline."""
    rules = doing(lambda turn: turn.ask(question()))
    assert stops(rules, orders={"RED": [standing("yes")]}).decisions == ()


def test_a_standing_order_that_is_changed_counts_from_the_next_question_on() -> None:
    blow, plan, last = question("blow", waits=False), question("plan"), question("x", waits=False)

    def rules(turn: Turn[Any, Any]) -> State:
        return State(names=tuple(str(turn.ask(one)[0]) for one in (blow, plan, last)))

    first = stops(rules, orders={"RED": [standing("yes")]})
    made = ends(
        rules,
        orders={"RED": [standing("no")]},
        decisions=(*first.decisions, answered(plan)),
        stops=[first.stop],
    )
    assert made.state == State(names=("yes", "yes", "no"))


@pytest.mark.parametrize(
    "older",
    [
        question(form=OneOf((Choice("yes"), Choice("no"), Choice("flee")))),
        question(seat="BLUE"),
    ],
)
def test_an_answer_to_another_question_of_the_label_is_not_used(older: Any) -> None:
    asked, rules = question(), doing(lambda turn: turn.ask(question()))
    decided = [answered(older)]
    assert stops(rules, decisions=decided).questions == (asked,)
    (decision,) = ends(rules, decisions=decided, reactions="standing").decisions
    assert (decision.key, decision.answer, decision.by) == (asked.key, Chosen("no"), "default")


def test_other_words_make_no_other_question() -> None:
    """A prompt that is put better, or a default that is changed, takes no answer away."""
    asked = question(prompt="Stand?", default=Chosen("yes"), facts={"cards": 2})
    (decision,) = ends(doing(lambda t: t.ask(asked)), decisions=[answered(question())]).decisions
    assert decision.by == "player"


def test_recorded_decisions_that_are_not_asked_for_are_left_out() -> None:
    decided = [answered(question()), answered(question("other"))]
    rules = doing(lambda turn: turn.ask(question()))
    assert [one.label for one in ends(rules, decisions=decided).decisions] == ["stand"]


# --- going on after a stop, or after a fault


def swallow_and_return(turn: Turn[Any, Any]) -> None:
    try:
        turn.ask(question("first"))
    except BaseException:
        return


def swallow_by_leaving(turn: Turn[Any, Any]) -> None:
    with suppress(BaseException):
        turn.ask(question("first"))


BY_FINALLY = """
def swallow_by_finally(turn):
    try:
        turn.ask(question("first"))
    finally:
        return
"""
"""As a text, for later versions of Python warn of it."""

with warnings.catch_warnings():
    warnings.simplefilter("ignore", SyntaxWarning)
    exec(BY_FINALLY, globals())
swallow_by_finally = globals()["swallow_by_finally"]


def swallow_and(act: Callable[[Turn[Any, Any]], object]) -> Callable[[Turn[Any, Any]], None]:
    def go_on(turn: Turn[Any, Any]) -> None:
        swallow_and_return(turn)
        act(turn)

    return go_on


@pytest.mark.parametrize(
    "act",
    [
        swallow_and_return,
        swallow_by_leaving,
        swallow_by_finally,
        swallow_and(lambda turn: turn.ask(question("next"))),
        swallow_and(lambda turn: turn.ask(question("first"))),
        swallow_and(lambda turn: turn.ask(question("next", waits=False))),
        swallow_and(lambda turn: turn.ask()),
        swallow_and(lambda turn: turn.tell("all", Said("on"))),
        swallow_and(lambda turn: turn.roll("die")),
        swallow_and(lambda turn: turn.roll("die", sealed=True)),
        swallow_and(lambda turn: turn.shuffle("cards", "abc")),
    ],
)
def test_rules_do_not_go_on_without_the_answer(act: Callable[[Turn[Any, Any]], None]) -> None:
    refused(act, "went on after 'first', which is not decided")


def test_rules_that_stop_without_a_question_are_told_so() -> None:
    def stop(turn: Turn[Any, Any]) -> None:
        raise Waiting((question(),))

    refused(stop, "stopped without a question")


def tell_nobody(turn: Turn[Any, Any]) -> None:
    turn.tell(frozenset(), Said("lost"))


def roll_twice(turn: Turn[Any, Any]) -> None:
    turn.roll("die")
    turn.roll("die")


def ask_a_stranger(turn: Turn[Any, Any]) -> None:
    turn.ask(question(seat="GREEN"))


@pytest.mark.parametrize(
    ("act", "named"),
    [(tell_nobody, "Said(text='lost')"), (roll_twice, "'die'"), (ask_a_stranger, "'GREEN'")],
)
@pytest.mark.parametrize("then", [lambda turn: None, lambda turn: turn.ask(question("next"))])
def test_a_fault_that_the_rules_catch_is_told_all_the_same(
    act: Callable[[Turn[Any, Any]], None], named: str, then: Callable[[Turn[Any, Any]], object]
) -> None:
    def catch(turn: Turn[Any, Any]) -> None:
        try:
            act(turn)
        except Exception:
            then(turn)

    refused(catch, named)


def test_what_diverged_is_told_if_the_rules_catch_it() -> None:
    first = stops(doing(lambda turn: turn.ask(question())))

    def catch(turn: Turn[Any, Any]) -> None:
        turn.tell("all", Said("something new"))
        try:
            turn.ask(question())
        except Exception:
            return

    with pytest.raises(Diverged, match=PHASE):
        play(doing(catch), stops=[first.stop], decisions=[answered(question())])


def test_an_error_of_the_rules_is_theirs() -> None:
    def broken(turn: Turn[Any, Any]) -> None:
        turn.tell("all", Said("one"))
        raise KeyError("no such hex")

    with pytest.raises(KeyError, match="no such hex"):
        play(doing(broken))


# --- the same way to the same place


Act = Callable[[Turn[Any, Any]], object]
ASKED = question("first"), question("second", seat="BLUE")


def say(text: str) -> Act:
    return lambda turn: turn.tell("all", Said(text))


def die(label: str, sides: int = 6) -> Act:
    return lambda turn: turn.roll(label, sides)


def put(*questions: Any) -> Act:
    return lambda turn: turn.ask(*questions)


def steps(*acts: Act) -> Rules:
    def rules(turn: Turn[Any, Any]) -> State:
        for act in acts:
            act(turn)
        return State()

    return rules


WAY = (say("begin"), die("a"), put(ASKED[0]), say("middle"), put(ASKED[1]), say("end"))
"""A phase that stops twice."""

DECIDED = tuple(map(answered, ASKED))


def come_to_both() -> list[Any]:
    first = stops(steps(*WAY))
    second = stops(steps(*WAY), decisions=DECIDED[:1], stops=[first.stop])
    return [first.stop, second.stop]


def test_the_same_way_comes_to_the_end() -> None:
    made = ends(steps(*WAY), decisions=DECIDED, stops=come_to_both())
    assert [one.event.text for one in made.told] == ["begin", "middle", "end"]
    assert come_to_both()[0] != come_to_both()[1]


def test_another_wording_is_no_other_way() -> None:
    """An upgrade that mends a sentence does not set aside a game that waits."""
    form = ASKED[0].form
    assert isinstance(form, OneOf)
    choices = tuple(replace(choice, text="in other words") for choice in form.choices)
    reworded = replace(ASKED[0], prompt="What then?", form=OneOf(choices))
    assert reworded.key == ASKED[0].key
    made = ends(steps(*changed(2, put(reworded))), decisions=DECIDED, stops=come_to_both())
    assert [one.event.text for one in made.told] == ["begin", "middle", "end"]


def changed(place: int, *acts: Act) -> tuple[Act, ...]:
    """The way, with these in place of what stood there."""
    return (*WAY[:place], *acts, *WAY[place + 1 :])


OTHER_FORM = replace(ASKED[0], form=OneOf((Choice("yes"), Choice("no"), Choice("flee"))))


@pytest.mark.parametrize(
    ("way", "named"),
    [
        (changed(0, say("begun")), "came to 'first'"),
        (changed(0), "came to 'first'"),
        (changed(0, say("begin"), say("more")), "came to 'first'"),
        (changed(0, lambda turn: turn.tell("gm", Said("begin"))), "came to 'first'"),
        (changed(1, die("b")), "came to 'first'"),
        (changed(1, die("a", 20)), "came to 'first'"),
        (changed(1), "came to 'first'"),
        (changed(1, die("a"), die("b")), "came to 'first'"),
        ((WAY[1], WAY[0], *WAY[2:]), "came to 'first'"),
        (changed(2, put(OTHER_FORM)), "came to 'first'"),
        (changed(2, put(replace(ASKED[0], facts={"odds": 2}))), "came to 'first'"),
        (changed(2, put(replace(ASKED[0], seat="BLUE"))), "came to 'first'"),
        (changed(2, put(question("new"))), "came to 'new'"),
        (changed(2, put(ASKED[0], question("new"))), "came to 'first, new'"),
        (changed(2, put(question("new")), put(ASKED[0])), "came to 'new'"),
        (changed(3, say("between")), "came to 'second'"),
        (changed(3), "came to 'second'"),
        ((*WAY[:2], WAY[4], WAY[3], WAY[2]), "came to 'second'"),
        ((*WAY[:2], *WAY[3:]), "came to 'second'"),
        (WAY[:4], "does not come to all the questions"),
        (WAY[:2], "does not come to all the questions"),
        ((), "does not come to all the questions"),
    ],
)
def test_a_way_that_differs_before_a_stop_is_told(way: Iterable[Act], named: str) -> None:
    with pytest.raises(Diverged, match=re.escape(named)) as caught:
        play(steps(*way), decisions=DECIDED, stops=come_to_both())
    assert str(caught.value).startswith(f"{PHASE} ")


def test_a_question_that_is_asked_no_more_is_told() -> None:
    stop = stops(steps(put(ASKED[0]))).stop
    with pytest.raises(Diverged, match="does not come to all the questions"):
        play(steps(say("end")), decisions=DECIDED, stops=[stop])


def test_a_phase_that_stops_earlier_than_before_is_told() -> None:
    """The decision upon the first question is lost: it would be asked again."""
    with pytest.raises(Diverged, match="does not come to all the questions"):
        play(steps(*WAY), decisions=DECIDED[1:], stops=come_to_both())


def test_an_answer_changed_after_it_was_used_is_told() -> None:
    decided = [answered(ASKED[0], "no"), DECIDED[1]]
    with pytest.raises(Diverged, match="came to 'second'"):
        play(steps(*WAY), decisions=decided, stops=come_to_both())


@pytest.mark.parametrize("changes", [{"seeds": replace(SEEDS, open=b"O" * 32)}, {"nonce": "x"}])
def test_other_dice_before_a_stop_are_told(changes: dict[str, Any]) -> None:
    """Of 2**256 sides, so that no other seed shows the same number."""
    way = steps(die("a", WIDE), put(ASKED[0]))
    stop = stops(way).stop
    if nonce := changes.pop("nonce", ""):
        changes["sheets"] = {"RED": Sheet("RED", PHASE, nonce=nonce)}
    with pytest.raises(Diverged, match="came to 'first'"):
        play(way, decisions=DECIDED, stops=[stop], **changes)


def test_what_comes_after_the_last_stop_may_change() -> None:
    made = play(steps(*WAY[:-1], say("otherwise")), decisions=DECIDED, stops=come_to_both())
    assert [one.event.text for one in made.told] == ["begin", "middle", "otherwise"]


def test_all_seats_may_be_told_and_asked() -> None:
    asked = [question(seat, seat=seat) for seat in SEATS]
    made = ends(
        steps(lambda turn: turn.tell(frozenset(SEATS), Said("x")), put(*asked)),
        decisions=map(answered, asked),
    )
    assert [one.seat for one in made.decisions] == ["RED", "BLUE"]


def test_what_is_no_text_or_whole_number_is_misuse() -> None:
    with pytest.raises(Misuse, match="7, which is no text"):
        Turn("1RED", {}, seeds=SEEDS).roll(7)  # type: ignore[arg-type]
    odds = question("battle", facts={"odds": 1.5})
    with pytest.raises(Misuse, match=r"its fact 'odds' is 1\.5"):
        Turn("1RED", {}).ask(odds)
