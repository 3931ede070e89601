"""The rules of Ruins, each with its number in `rules.py`; dice come from seeds that show them."""

import re
from collections.abc import Mapping, Sequence
from itertools import count
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import variants
from adjudicator.chance import Chance
from adjudicator.events import may_know
from adjudicator.office.reports import render, render_html
from adjudicator.orders import Sheet
from adjudicator.turns.questions import Answer, Chosen, Decision, Question, Several, StandingOrder
from adjudicator.turns.random_answers import some_answer
from adjudicator.turns.runner import Ran, Stopped, run
from adjudicator.turns.standing import check_policies
from adjudicator.turns.turn import Seeds, Stop, Turn
from adjudicator.variant import Variant
from variants.ruins.orders import Dig, Move
from variants.ruins.state import Options, State

RUINS = variants.load("ruins")
SEATS = ("RED", "BLUE", "GOLD")
READERS = (*SEATS, "public", "gm")
CAMPS = {"R1": "0101", "R2": "0101", "B1": "0601", "B2": "0601", "G1": "0305", "G2": "0305"}
ANY = Seeds(b"o" * 32, b"s" * 32)
Standing = Mapping[str, Sequence[StandingOrder[Any]]]


def state(
    step: str = "RED",
    scouts: Mapping[str, str] | None = None,
    deck: tuple[str, ...] = ("ORB", "BELL"),
    **hands: tuple[str, ...],
) -> State:
    """Round 1: scouts that are not named are in their camps, the other cards discarded."""
    piles = {seat: hands.get(seat, ()) for seat in SEATS} | {"DECK": deck, "DISCARDS": ()}
    return State(Options(), CAMPS | dict(scouts or {}), piles, step=step)


def seeds(phase: str, dice: Mapping[str, int]) -> Seeds:
    """The first seeds by which these dice show these numbers."""
    for number in count():
        chance = Chance(number.to_bytes(32, "big"), phase, 1)
        if all(chance.roll(label) == shown for label, shown in dice.items()):
            return Seeds(number.to_bytes(32, "big"), b"s" * 32)
    raise AssertionError


def play_once(
    before: State,
    lines: Sequence[str] = (),
    *,
    standing: Standing | None = None,
    decisions: Sequence[Decision[Any]] = (),
    stops: Sequence[Stop] = (),
    chance: Seeds = ANY,
) -> Ran | Stopped:
    orders = tuple(order for line in lines for order in read(before, line))
    sheets = {before.step: Sheet(before.step, before.phase, orders)} if orders else {}
    return run(
        lambda turn: RUINS.run(before, turn),
        before,
        State,
        lambda: Turn(
            before.phase,
            sheets,
            seats=SEATS,
            standing=standing,
            decisions=decisions,
            stops=stops,
            reactions="ask",
            seeds=chance,
        ),
    )


def read(before: State, line: str) -> tuple[Move | Dig, ...]:
    reading = RUINS.read(before, before.step, line)
    assert not reading.diagnostics
    return reading.orders


def decided(question: Question[Any], answer: Answer[Any]) -> Decision[Any]:
    return Decision.of(question, answer, "player")


def play(
    before: State,
    *lines: str,
    answers: Mapping[str, Answer[Any]] | None = None,
    dice: Mapping[str, int] | None = None,
    standing: Standing | None = None,
) -> Ran:
    """A phase from its letters to its end, stopped wherever it asks; the same comes out when it is
    run at once with all that was decided."""
    chance = seeds(before.phase, dice or {})
    decisions: list[Decision[Any]] = []
    stops: list[Stop] = []
    while isinstance(
        ran := play_once(
            before, lines, standing=standing, decisions=decisions, stops=stops, chance=chance
        ),
        Stopped,
    ):
        given = [decided(question, (answers or {})[question.label]) for question in ran.questions]
        decisions = [*ran.decisions, *given]
        stops.append(ran.stop)
    assert play_once(before, lines, decisions=ran.decisions, chance=chance) == ran
    return ran


def told(ran: Ran | Stopped, reader: str = "gm") -> tuple[str, ...]:
    events = [one.event for one in ran.told if may_know(reader, one.audience)]
    return RUINS.results(events).lines


# --- 1: rounds, and the end


def test_a_round_is_a_turn_of_each_seat_and_the_dawn() -> None:
    now = state()
    phases = []
    for _ in range(5):
        phase = RUINS.phase(now)
        phases.append((phase.id, phase.kind, phase.title, phase.due, phase.automatic))
        now = play(now).state
    assert phases == [
        ("1RED", "turn", "Round 1, Red", {"RED"}, False),
        ("1BLUE", "turn", "Round 1, Blue", {"BLUE"}, False),
        ("1GOLD", "turn", "Round 1, Gold", {"GOLD"}, False),
        ("1DAWN", "dawn", "Round 1, Dawn", set(), True),
        ("2RED", "turn", "Round 2, Red", {"RED"}, False),
    ]


@pytest.mark.parametrize(
    ("blue", "winners", "sentence"),
    [
        (("CUP", "CUP"), ("RED",), "The game is over: Red has won."),
        (("MASK", "NAIL"), ("RED", "BLUE"), "The game is over: Red and Blue share in the win."),
    ],
)
def test_after_the_last_round_the_highest_hand_wins(
    blue: tuple[str, ...], winners: tuple[str, ...], sentence: str
) -> None:
    """The Crown is 5, the Cup 2, the Mask 4, the Nail 1: 5 to 4, and 5 to 5."""
    last = replace(state("DAWN", RED=("CROWN",), BLUE=blue, GOLD=("CUP",)), round=4)
    ran = play(last, dice={"Dawn": 3})
    assert ran.state.winners == winners
    assert told(ran, "public")[-1] == sentence
    assert "Gold shows the Cup (2)." in told(ran, "public")
    assert RUINS.phase(ran.state) is None
    view = RUINS.view(ran.state, "public")
    assert view.ending == sentence
    assert [seat.hand for seat in view.seats][2] == "the Cup (2)"


def test_the_players_can_agree_on_an_end() -> None:
    now = state(GOLD=("CUP",))
    turn: Turn[Any, Any] = Turn("1RED", {}, seats=SEATS)
    after = RUINS.agree(now, ("GOLD", "RED"), turn)
    assert after.winners == ("RED", "GOLD")
    results = RUINS.results([one.event for one in turn.told])
    assert results.title == "Round 1, Red"
    assert results.lines[-2:] == (
        "Gold shows the Cup (2).",
        "The game is over: Red and Gold share in the win.",
    )
    for before, among in ((after, ("RED",)), (now, ()), (now, ("RED", "GREEN"))):
        with pytest.raises(ValueError, match="game"):
            RUINS.agree(before, among, Turn("1RED", {}))


# --- 2: orders


CORPUS = {
    "move R1 0101-0102": "move R1 0101-0102",
    "MOVE r1 0101 – 0102 → 0103": "move R1 0101-0102-0103",
    "Move R1 from 0101 to 0102.": "move R1 0101-0102",
    "R1 moves to 0201": "move R1 0101-0201",
    "R1 goes 0201 - 0302": "move R1 0101-0201-0302",
    "r1: 0101-0201": "move R1 0101-0201",
    "R1-0201-0302": "move R1 0101-0201-0302",
    "R1 0101 0201": "move R1 0101-0201",
    "move R2 0101": "move R2 0101",
    "dig R1": "dig R1",
    "Dig with r2.": "dig R2",
    "R2 digs": "dig R2",
    "r2: dig": "dig R2",
    "Good luck to all of you!": None,
    "See you on the 0302 road": None,
    "": None,
    "move R1": "invalid",
    "dig for gold": "invalid",
    "R1 sleeps": "invalid",
    "move B1 0601-0501": "not_yours",
    "dig R3": "not_yours",
    "move R1 0101-0302": "not_adjacent",
    "move R1 0101-0000": "off_map",
    "move R1 0102-0202-0303": "terrain",
    "move R1 0101-0102-0101": "twice",
}


@pytest.mark.parametrize("text", CORPUS)
def test_orders_are_read_leniently_and_written_strictly(text: str) -> None:
    before = state()
    reading = RUINS.read(before, "RED", text)
    assert reading.phase == "1RED"
    said = [*map(str, reading.orders), *(one.code for one in reading.diagnostics)]
    assert said == ([CORPUS[text]] if CORPUS[text] else [])


def test_an_impossible_step_is_refused_with_a_way_that_can_be_gone() -> None:
    """From the hill a wall bars the ruin: by the road below it costs 3 half points, above it 4."""
    (wrong,) = RUINS.read(state(scouts={"R1": "0403"}), "RED", "R1-0503").diagnostics
    assert wrong.code == "wall"
    assert wrong.suggestions == ("move R1 0403-0504-0503",)


def test_orders_are_for_ones_own_turn_but_standing_orders_for_any() -> None:
    (wrong,) = RUINS.read(state(), "BLUE", "dig B1").diagnostics
    assert wrong.code == "not_your_turn"
    (order,) = RUINS.read(state(), "BLUE", "Standing trade: Nail if cards > 3").standing
    assert str(order) == "standing trade: NAIL if cards > 3"


@given(st.text(alphabet="move dig R1 B2-:,;→0123 if standing", max_size=60) | st.text(max_size=40))
def test_any_text_is_read(text: str) -> None:
    for order in RUINS.read(state(), "RED", text).orders:
        assert RUINS.read(state(), "RED", str(order)).orders == (order,)


def test_of_two_orders_of_a_kind_the_later_counts() -> None:
    first, second, dig = Move("R1", ("0101", "0102")), Move("R1", ("0101", "0201")), Dig("R1")
    assert RUINS.combine(state(), (first, dig), (second,)) == (second, dig)
    (said,) = RUINS.check(state(), "RED", (first, second, dig))
    assert said.text == "move R1 0101-0102"
    ran = play(state(), "R1-0102-0103", "R1-0201")
    assert ran.state.scouts["R1"] == "0201"


def test_the_template_reads_back_and_changes_nothing() -> None:
    form = [str(order) for order in RUINS.form(state(), "RED")]
    assert form == ["move R1 0101", "move R2 0101", "dig R1", "dig R2"]
    assert play(state(), *form).state == replace(state(), step="BLUE")
    assert RUINS.form(state(), "BLUE") == ()


# --- 3: moves

FAR = "the next hex is too far for one move"
ZONE = "a foreign scout is next to it"
HELD = "another seat holds the next hex"
FULL = "a scout of its own stands in the next hex"


@pytest.mark.parametrize(
    ("line", "others", "storm", "to", "why"),
    [
        ("R1 0101-0102-0103-0104-0105", {}, False, "0104", FAR),
        ("R1 0101-0102-0202-0203", {}, False, "0202", FAR),
        ("R1 0101-0201-0302-0401-0501", {}, False, "0501", ""),  # four steps by road: 4
        # In a storm it is 2 a step, but the bridge stands.
        ("R1 0101-0201-0302-0401-0501", {}, True, "0401", FAR),
        ("R1 0101-0201-0301-0302", {}, False, "0301", FAR),
        ("R1 0101-0201-0302-0301", {"B1": "0401"}, False, "0302", ZONE),
        ("R1 0304-0403-0402", {"R1": "0304", "B1": "0503"}, False, "0402", ""),  # behind the wall
        ("R1 0201-0302-0301", {"R1": "0201", "B1": "0302"}, False, "0201", HELD),
        ("R1 0501-0601", {"R1": "0501"}, False, "0501", HELD),
        ("R1 0101-0102", {"R2": "0102"}, False, "0101", FULL),
        ("R1 0101-0102-0103", {"R2": "0102"}, False, "0103", ""),
        ("R1 0102-0101", {"R1": "0102"}, False, "0101", ""),  # in the camp is room for both
    ],
)  # fmt: skip
def test_a_scout_goes_as_far_as_is_legal(
    line: str, others: dict[str, str], storm: bool, to: str, why: str
) -> None:
    ran = play(replace(state(scouts=others), storm=storm), line)
    assert ran.state.scouts["R1"] == to
    halts = [line for line in told(ran, "public") if "no further" in line]
    assert halts == ([f"Red's R1 goes no further than {to}: {why}."] if why else [])


def test_what_has_become_impossible_is_an_outcome() -> None:
    """The order was written when R1 stood elsewhere."""
    sheet = Sheet("RED", "1RED", (Move("R1", ("0304", "0305")),))
    turn: Turn[Any, Any] = Turn("1RED", {"RED": sheet}, seats=SEATS)
    assert RUINS.run(state(), turn).scouts["R1"] == "0101"


# --- 4: attack and defence


BATTLE = state(
    scouts={"R1": "0201", "B1": "0302"}, RED=("CROWN", "KEY", "NAIL"), BLUE=("MASK", "CUP")
)
ATTACK = "move R1 0201-0302"
DEFENCE = "defence of B1 against R1"
RED_CARDS, BLUE_CARDS = "cards of R1 against B1", "cards of B1 against R1"
RED_DIE, BLUE_DIE = "Red's die, R1 against B1", "Blue's die, R1 against B1"


def test_who_is_attacked_is_asked() -> None:
    """Around 0302 lie a lake and the attacker: four hexes are left. Nobody else learns of it."""
    stopped = play_once(BATTLE, [ATTACK])
    assert isinstance(stopped, Stopped)
    (question,) = stopped.questions
    assert (question.seat, question.kind, question.label) == ("BLUE", "defence", DEFENCE)
    assert {choice.code for choice in question.form.choices} == {
        "STAND", "0301", "0401", "0402", "0202",
    }  # fmt: skip
    assert question.default == Chosen("STAND")
    assert question.facts == {"attacker": "RED", "cards": 2}
    assert not question.public
    assert told(stopped, "public") == ("Red's R1 attacks Blue's B1 in 0302.",)


def test_an_attack_may_come_from_afar() -> None:
    """The zone of the attacked does not stop the attacker, the zone of another scout does."""
    line = "move R1 0101-0201-0302-0401"
    ran = play(state(scouts={"B1": "0401"}), line, answers={DEFENCE: Chosen("0402")})
    assert (ran.state.scouts["R1"], ran.state.scouts["B1"]) == ("0401", "0402")
    ran = play(state(scouts={"B1": "0401", "B2": "0402"}), line)
    assert ran.state.scouts["R1"] == "0302"


def test_who_withdraws_leaves_the_hex() -> None:
    ran = play(BATTLE, ATTACK, answers={DEFENCE: Chosen("0401")})
    assert (ran.state.scouts["R1"], ran.state.scouts["B1"]) == ("0302", "0401")
    assert ran.state.piles == BATTLE.piles
    assert ran.draws == ()


def test_the_defence_by_standing_order() -> None:
    orders = RUINS.read(BATTLE, "BLUE", "standing defence: 0303, 0402, stand if attacker = red")
    turn: Turn[Any, Any] = Turn(
        "1RED",
        {"RED": Sheet("RED", "1RED", read(BATTLE, ATTACK))},
        seats=SEATS,
        standing={"BLUE": orders.standing},
        reactions="standing",
    )
    assert RUINS.run(BATTLE, turn).scouts["B1"] == "0402"


# --- 5 and 6: battle and ransom


@pytest.mark.parametrize(
    ("red", "blue", "dice", "sums", "scouts", "hands"),
    [
        # The Crown and 3 are 8, the Mask and 2 are 6: Red wins, Blue's last card is the ransom.
        (("CROWN",), ("MASK",), (3, 2), "8 to 6", ("0302", "0601"), (("KEY", "NAIL", "CUP"), ())),
        # The Crown and 1, the Mask and 2: a tie is the defender's; of Red's two ones the first.
        (("CROWN",), ("MASK",), (1, 2), "6 to 6", ("0101", "0302"), (("NAIL",), ("CUP", "KEY"))),
        # 6 beats the Cup and 3; Blue's lowest is the Mask, for the Cup was played.
        ((), ("CUP",), (6, 3), "6 to 5",
         ("0302", "0601"), (("CROWN", "KEY", "NAIL", "MASK"), ())),
        # Nothing and 1 against both and 1.
        ((), ("MASK", "CUP"), (1, 1), "7 to 1",
         ("0101", "0302"), (("CROWN", "NAIL"), ("KEY",))),
        # Who has nothing left pays nothing.
        (("KEY",), ("CUP", "MASK"), (6, 1), "7 to 7", ("0101", "0302"),
         (("CROWN",), ("NAIL",))),
        (("CROWN", "NAIL"), ("CUP", "MASK"), (2, 1), "8 to 7", ("0302", "0601"), (("KEY",), ())),
    ],
)  # fmt: skip
def test_a_battle(
    red: tuple[str, ...],
    blue: tuple[str, ...],
    dice: tuple[int, int],
    sums: str,
    scouts: tuple[str, str],
    hands: tuple[tuple[str, ...], tuple[str, ...]],
) -> None:
    ran = play(
        BATTLE,
        ATTACK,
        answers={DEFENCE: Chosen("STAND"), RED_CARDS: Several(red), BLUE_CARDS: Several(blue)},
        dice={RED_DIE: dice[0], BLUE_DIE: dice[1]},
    )
    after = ran.state
    assert (after.scouts["R1"], after.scouts["B1"]) == scouts
    assert (after.piles["RED"], after.piles["BLUE"]) == hands
    assert after.piles["DISCARDS"] == (*red, *blue)
    lines = told(ran, "public")
    assert f"{RED_DIE}: {dice[0]}." in lines
    assert f"{BLUE_DIE}: {dice[1]}." in lines
    assert any(line.startswith(f"{sums}: ") for line in lines)


def test_cards_are_chosen_together() -> None:
    """Whatever Red has chosen, nothing shows before Blue has, and nobody else sees that he must."""
    (first,) = play_once(BATTLE, [ATTACK]).questions
    stand = decided(first, Chosen("STAND"))
    asked = play_once(BATTLE, [ATTACK], decisions=[stand])
    assert {question.label for question in asked.questions} == {RED_CARDS, BLUE_CARDS}
    red = next(question for question in asked.questions if question.seat == "RED")
    worlds = [
        play_once(BATTLE, [ATTACK], decisions=[stand, decided(red, Several(cards))])
        for cards in ((), ("CROWN", "KEY"))
    ]
    assert worlds[0].questions == worlds[1].questions
    assert [question.label for question in worlds[0].questions] == [BLUE_CARDS]
    assert worlds[0].told == worlds[1].told == asked.told


def test_who_has_no_cards_is_not_waited_for() -> None:
    bare = state(scouts={"R1": "0201", "B1": "0302"}, RED=("KEY",))
    (first,) = play_once(bare, [ATTACK]).questions
    asked = play_once(bare, [ATTACK], decisions=[decided(first, Chosen("STAND"))])
    assert [question.label for question in asked.questions] == [RED_CARDS]


@pytest.mark.parametrize(("winner", "paid"), [("red", "MASK"), ("gold", "CUP")])
def test_the_ransom_by_standing_order_with_a_condition(winner: str, paid: str) -> None:
    """To this winner the Mask; to any other the lowest, the Cup."""
    line = f"standing ransom: mask if foe = {winner}"
    ran = play(
        BATTLE,
        ATTACK,
        answers={DEFENCE: Chosen("STAND"), RED_CARDS: Several(()), BLUE_CARDS: Several(())},
        dice={RED_DIE: 5, BLUE_DIE: 4},
        standing={"BLUE": RUINS.read(BATTLE, "BLUE", line).standing},
    )
    assert ran.state.piles["RED"] == ("CROWN", "KEY", "NAIL", paid)
    (by,) = [one.by for one in ran.decisions if one.label == "ransom of R1 against B1"]
    assert by == ("standing" if paid == "MASK" else "default")


# --- 7: digging


@pytest.mark.parametrize(
    ("lines", "deck", "hand", "said"),
    [
        (("R1 0201-0302", "dig R1"), ("ORB", "BELL"), ("ORB",), "Red's R1 digs in 0302."),
        (("dig R1", "R1 0201-0302"), ("ORB", "BELL"), ("ORB",), "Red's R1 digs in 0302."),
        (("dig R1",), ("ORB",), (), "Red's R1 digs in 0201, where there is no ruin."),
        (("R1 0201-0302", "dig R1"), (), (), "Red's R1 digs in 0302, but the deck is empty."),
    ],
)
def test_a_scout_digs_after_its_move(
    lines: tuple[str, ...], deck: tuple[str, ...], hand: tuple[str, ...], said: str
) -> None:
    before = state(scouts={"R1": "0201"}, deck=deck)
    ran = play(before, *lines)
    assert ran.state.piles["RED"] == hand
    assert ran.state.piles["DECK"] == deck[len(hand) :]
    assert said in told(ran, "public")


# --- 8 and 9: dawn


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_on_a_one_the_next_round_is_one_of_storm(die: int) -> None:
    ran = play(replace(state("DAWN", RED=("KEY",)), storm=True), dice={"Dawn": die})
    assert ran.state.storm == (die == 1)
    assert ran.state.piles == state(RED=("KEY",)).piles


def test_on_a_six_the_merchant_comes_to_all_who_have_cards() -> None:
    """Red's Key goes under the deck and he draws the Orb; Gold keeps his card."""
    before = state("DAWN", RED=("KEY", "CROWN"), GOLD=("CUP",))
    stopped = play_once(before, chance=seeds("1DAWN", {"Dawn": 6}))
    assert {question.label for question in stopped.questions} == {"trade of RED", "trade of GOLD"}
    answers = {"trade of RED": Several(("KEY",)), "trade of GOLD": Several(())}
    ran = play(before, answers=answers, dice={"Dawn": 6})
    assert ran.state.piles["RED"] == ("CROWN", "ORB")
    assert ran.state.piles["GOLD"] == ("CUP",)
    assert ran.state.piles["DECK"] == ("BELL", "KEY")
    assert not ran.state.storm


# --- secrecy, by two worlds that differ in a secret


def known(before: State, ran: Ran, reader: str) -> object:
    """All that a reader gets of a phase."""
    events = [one.event for one in ran.told if may_know(reader, one.audience)]
    return RUINS.view(before, reader), events, RUINS.view(ran.state, reader)


def dug(top: str, under: str) -> tuple[State, Ran]:
    before = state(scouts={"R1": "0302"}, deck=(top, under))
    return before, play(before, "dig R1")


def paid(blue: str, red: str) -> tuple[State, Ran]:
    before = state(scouts={"R1": "0201", "B1": "0302"}, RED=(red,), BLUE=(blue,))
    answers = {DEFENCE: Chosen("STAND"), RED_CARDS: Several(()), BLUE_CARDS: Several(())}
    return before, play(before, ATTACK, answers=answers, dice={RED_DIE: 5, BLUE_DIE: 4})


def traded(given: str, drawn: str) -> tuple[State, Ran]:
    before = state("DAWN", RED=(given,), deck=(drawn, "BELL"))
    return before, play(before, answers={"trade of RED": Several((given,))}, dice={"Dawn": 6})


def moved(card: str, top: str) -> tuple[State, Ran]:
    before = state(RED=(card,), deck=(top, "BELL"))
    return before, play(before, "R1-0102")


@pytest.mark.parametrize(
    ("world", "knowing"),
    [(dug, {"RED"}), (paid, {"RED", "BLUE"}), (traded, {"RED"}), (moved, {"RED"})],
)
def test_a_secret_shows_to_those_alone_who_may_know_it(world: Any, knowing: set[str]) -> None:
    first, second = world("CROWN", "NAIL"), world("NAIL", "CROWN")
    differs = {reader for reader in READERS if known(*first, reader) != known(*second, reader)}
    assert differs == knowing | {"gm"}


def test_the_card_drawn_is_told_to_its_owner_alone() -> None:
    ran = play(state(scouts={"R1": "0302"}), "dig R1")
    all_know = ("Red's R1 digs in 0302.", "A card goes from the deck to Red.")
    assert told(ran, "BLUE") == told(ran, "public") == all_know
    assert told(ran, "RED") == (*all_know, "It is the Orb (3); nobody but Red knows which it is.")


# --- the title as a whole


def test_it_is_a_variant() -> None:
    """All that the protocol asks for is there."""
    asked = {name for name in vars(Variant) if not name.startswith("_")}
    assert {"run", "alternatives"} <= asked
    assert not [name for name in asked | set(Variant.__annotations__) if not hasattr(RUINS, name)]


def test_the_start() -> None:
    turn: Turn[Any, Any] = Turn("START", {}, seats=SEATS, seeds=ANY)
    begun = RUINS.start(Options(), SEATS[::-1], turn)
    assert begun.scouts == CAMPS
    assert len(begun.piles["DECK"]) == 16
    assert [begun.piles[seat] for seat in SEATS] == [(), (), ()]
    assert [draw.label for draw in turn.draws] == ["the deck"]
    with pytest.raises(ValueError, match="the seats must be RED, BLUE, GOLD"):
        RUINS.start(Options(), SEATS[1:], turn)


def test_what_is_said_of_the_absent() -> None:
    assert RUINS.without_orders(state(), ("RED",)) == (
        "No orders came from Red: the scouts stay where they are."
    )
    assert RUINS.without_orders(state(), ()) == ""


def whole_game(number: int) -> tuple[list[State], list[Question[Any]]]:
    """A game of bots: its states, and all that was asked."""
    chance = Seeds(bytes([number]) * 32, b"s" * 32)
    picks = Chance(bytes([number]) * 32, "bots", 1)
    labels = map(str, count())

    def pick(label: str, sides: int) -> int:
        return picks.roll(next(labels), sides)

    turn: Turn[Any, Any] = Turn("START", {}, seats=SEATS, seeds=chance)
    states = [RUINS.start(Options(), SEATS, turn)]
    questions: list[Question[Any]] = []
    while phase := RUINS.phase(states[-1]):
        now = states[-1]
        lines = [
            str(group[pick("order", len(group)) - 1])
            for seat in phase.due
            for group in RUINS.alternatives(now, seat)
        ]
        decisions: list[Decision[Any]] = []
        while isinstance(ran := play_once(now, lines, decisions=decisions, chance=chance), Stopped):
            questions += ran.questions
            answers = [decided(one, some_answer(one.form, pick)) for one in ran.questions]
            decisions = [*ran.decisions, *answers]
        states.append(ran.state)
    return states, questions


@pytest.mark.parametrize("number", range(12))
def test_whole_games(number: int) -> None:
    """Every alternative is read as an order; no card is lost, no hex too full, no state untyped."""
    states, _ = whole_game(number)
    assert len(states) == 1 + 4 * 4
    for now in states:
        assert sorted(card for pile in now.piles.values() for card in pile) == sorted(
            states[0].piles["DECK"]
        )
        afield = [at for scout, at in now.scouts.items() if at != CAMPS[scout]]
        assert len(set(afield)) == len(afield)
        assert not set(afield) & {"0303", *CAMPS.values()}
        assert msgspec.json.decode(msgspec.json.encode(now), type=State) == now


def test_every_question_has_its_policy() -> None:
    """Standing orders go by the facts of the questions, and choose among their choices."""
    asked = [question for number in range(12) for question in whole_game(number)[1]]
    kinds = {"defence", "cards", "trade"}
    assert {question.kind for question in asked} == kinds
    for seat in SEATS:
        policies = {policy.kind: policy for policy in RUINS.policies(state(), seat)}
        assert set(policies) == kinds | {"ransom"}
        check_policies(list(policies.values()))
        for kind, policy in policies.items():
            (order,) = RUINS.read(state(), seat, policy.sample).standing
            assert order.kind == kind
        for question in (question for question in asked if question.seat == seat):
            policy = policies[question.kind]
            assert set(question.facts) == set(policy.names)
            for name, values in policy.names.items():
                assert question.facts[name] in values if values else question.facts[name] >= 0
            possible = {choice.code for choice in policy.form.choices}
            assert {choice.code for choice in question.form.choices} <= possible


# --- reports


def facts(ran: Ran, reader: str) -> dict[str, Any]:
    events = [one.event for one in ran.told if may_know(reader, one.audience)]
    notice = SimpleNamespace(
        game="g", phase="1BLUE", deadline="", due="tomorrow", grace="", seeds=()
    )
    return {
        "game": "Trial",
        "title": "Round 1, Red",
        "results": (RUINS.results(events),),
        "view": RUINS.view(ran.state, reader),
        "reader": RUINS.seat_name(reader) if reader in SEATS else "",
        "notice": notice,
        "corrected": None,
        "remarks": [],
        "standing": [],
        "tag": "",
        "form": [*map(str, RUINS.form(ran.state, reader))] if reader in SEATS else [],
        "questions": [],
        "standing_orders": [] if reader in SEATS else None,
        "map": None,
        "used": [],
        "dice": [],
    }


@pytest.mark.parametrize("reader", ["RED", "BLUE", "public"])
def test_a_report_as_text_and_as_a_page(reader: str) -> None:
    before = state(scouts={"R1": "0302", "R2": "0403"}, BLUE=("MASK",), GOLD=("CUP", "NAIL"))
    ran = play(before, "dig R1")
    text = render("ruins", "report.txt.j2", facts(ran, reader))
    page = render_html("ruins", "report.html.j2", facts(ran, reader)).replace("&#39;", "'")
    assert max(map(len, text.splitlines())) <= 78
    for written in (text, page):
        assert "Red's R1 digs in 0302." in written
        assert "0302*R1" in written
        assert "0403^R2" in written
        assert "Gold: G1 0305, G2 0305; 2 cards" in written
        assert "Next: Round 1, Blue" in written
        assert ("the Orb (3)" in written) == (reader == "RED")
        assert ("the Mask (4)" in written) == (reader == "BLUE")
        assert not re.search("CUP|NAIL|the Cup|the Nail", written)


def test_a_report_of_nothing() -> None:
    ran = play(state())
    assert RUINS.results(()).lines == ()
    assert "Nothing happened." in render("ruins", "report.txt.j2", facts(ran, "public"))
