"""Ruins played by bots: what is asked, answered, rolled and told in whole games."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import msgspec

from adjudicator.turns import bots, forms
from adjudicator.turns.questions import Lines, Policy, Question, Written
from adjudicator.turns.selfplay import Game, kind_of, missing, play
from adjudicator.turns.turn import Reactions, Rolled, Shuffled, Turn
from variants.ruins import VARIANT
from variants.ruins.orders import Dig, Move, Order
from variants.ruins.state import Event, Options, State
from variants.ruins.title import Ruins

EVENTS = {
    *("phase", "moved", "halted", "attacked", "withdrew", "played", "rolled", "decided", "dug"),
    *("no_ruin", "empty", "passed", "seen", "storm", "merchant", "shown", "won", "shared"),
}


@cache
def played(number: int, rounds: int, reactions: Reactions = "ask") -> Game:
    seed, options = number.to_bytes(32, "big"), Options(rounds=rounds)
    return play(VARIANT, options, seed, phases=10_000, reactions=reactions)


LONG = (1, 40)  # number and rounds
SHORT = [(number, 1) for number in range(20)]


def events(games: Sequence[Game]) -> Counter[str]:
    """Ruins has one type for all events; what happened is a field of it."""
    return Counter(told.event.what for game in games for told in game.told)


def test_a_game_comes_to_its_end() -> None:
    game = played(*LONG)
    assert game.over
    assert len(game.played) == 40 * 4
    assert len(game.states) == len(game.played) + 1
    assert VARIANT.phase(game.states[-1]) is None


def test_every_kind_of_order_question_and_event_is_met() -> None:
    games = [played(*LONG), played(*LONG, "standing"), *(played(*short) for short in SHORT)]
    assert missing(sum((game.orders_met for game in games), Counter[str]()), Order) == ()
    assert events(games).keys() == EVENTS
    assert sum((game.questions_met for game in games), Counter[tuple[str, str]]()).keys() == {
        *((kind, by) for kind in ("defence", "cards", "trade")
          for by in ("bot", "standing", "default")),
        ("ransom", "standing"), ("ransom", "default"),  # it never waits
    }  # fmt: skip


def test_a_short_game_is_found_out() -> None:
    """In one phase nobody but Red has moved, and there has been no dawn."""
    game = play(VARIANT, Options(), bytes(32), phases=1)
    assert not game.over
    assert not {"storm", "merchant", "won", "shared"} & events([game]).keys()
    assert not {kind for kind, _ in game.questions_met} & {"trade"}


def test_standing_reactions_never_stop_a_phase() -> None:
    game = played(*LONG, "standing")
    assert not any(phase.stops for phase in game.played)
    assert {by for _, by in game.questions_met} == {"standing", "default"}


def test_phases_stop_and_come_to_the_same_stops_again() -> None:
    """A phase run once more with its decisions and stops ends as it did; the stops are different
    places, in the order in which the phase came to them."""
    several = 0
    for phase in played(*LONG).played:
        asked = [stop.asked for stop in phase.stops]
        assert asked == sorted(set(asked))
        several += len(asked) > 1
        assert len(phase.asked) == len(phase.ran.decisions)
    assert several


def test_answers_fit_their_questions_and_name_them() -> None:
    answered = 0
    for phase in played(*LONG).played:
        questions = {question.label: question for question in phase.asked}
        for decision in phase.ran.decisions:
            question = questions[decision.label]
            assert (decision.seat, decision.key) == (question.seat, question.key)
            assert not forms.fault(question.form, decision.answer)
            answered += decision.by == "bot"
    assert answered


def test_everything_written_reads_back() -> None:
    standing = 0
    for phase in played(3, 6).played:
        for seat, sheet in phase.sheets.items():
            for order in sheet.orders:
                assert VARIANT.read(phase.before, seat, str(order)).orders == (order,)
        for seat, given in phase.standing.items():
            for order in given:
                standing += 1
                assert VARIANT.read(phase.before, seat, str(order)).standing == (order,)
    assert standing


def test_only_who_is_due_sends_a_sheet() -> None:
    for phase in played(3, 6).played:
        assert phase.sheets.keys() == phase.phase.due


def test_cards_are_neither_made_nor_lost() -> None:
    """And the dice of a game differ, from one another and from those of another game."""
    game, other = played(*LONG), played(2, 40)
    decks = [draw for draw in game.draws if isinstance(draw, Shuffled)]
    assert len(decks) == 1
    for before, after in pairwise(game.states):
        cards = [sorted(sum(state.piles.values(), ())) for state in (before, after)]
        assert cards == [sorted(decks[0].cards)] * 2
    dice = [[d.value for d in g.draws if isinstance(d, Rolled)] for g in (game, other)]
    assert set(dice[0]) == set(range(1, 7))
    assert dice[0] != dice[1]


def test_the_same_seed_makes_the_same_game_and_another_another() -> None:
    def text(number: int) -> bytes:
        game = play(VARIANT, Options(), number.to_bytes(32, "big"), phases=100)
        return msgspec.json.encode(game, order="deterministic")

    assert text(5) == text(5) != text(6)


def test_where_lines_are_asked_for_alternatives_are_answered() -> None:
    """Of the kinds that can stand there; and what is written in answers counts among those met."""
    plan = Written((Dig("R1"), Dig("R2")))

    class Planning(Ruins):
        def run(self, state: State, turn: Turn[Order, Event]) -> State:
            turn.ask(
                Question(seat="RED", kind="plan", label="plan", prompt="What then?",
                         form=Lines(("dig",)), default=plan)
            )  # fmt: skip
            return super().run(state, turn)

        def policies(self, state: State, seat: str) -> tuple[Policy, ...]:
            form = Lines(("dig",))
            plan = Policy(kind="plan", about="what then", form=form, sample="standing plan: dig R1")
            return (*super().policies(state, seat), plan)

    game = play(Planning(), Options(), bytes(32), phases=1, reactions="standing")
    assert game.decisions[0].answer == plan
    question = game.played[0].asked[0]
    given = [
        bots.answer(Planning(), game.states[0], question, bots.picker(bytes(32), str(number)))
        for number in range(40)
    ]
    assert all(isinstance(one, Written) for one in given)
    assert {type(order) for one in given for order in one.orders} == {Dig}
    assert {len(one.orders) for one in given} >= {1, 2}
    written = Counter(kind_of(type(o)) for s in game.played[0].sheets.values() for o in s.orders)
    assert game.orders_met - written == {"dig": 2}


def test_kinds_that_are_missing() -> None:
    assert missing(Counter(move=1), Order) == ("dig",)
    assert missing({"dig"}, Move) == ("move",)
    assert missing((), Event) == ("Event",)
