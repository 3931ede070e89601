"""The defence chosen in secret (6.3, 6.31; research 14): what its question tells, and to whom; case
S102. Turns are the house's own here, and stop for an answer."""

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator.chance import Chance
from adjudicator.events import may_know
from adjudicator.turns.questions import Chosen, Decision, Question, Several, StandingOrder
from adjudicator.turns.standing import check_policies, read_standing, strays
from adjudicator.turns.turn import Seeds, Turn, Waiting
from tests.rules import rule
from tests.variants.spellbinder.desk import SEATS, phase, state
from variants.spellbinder.combat.magic import cast
from variants.spellbinder.combat.wizards import recover, settle
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Cast, Order
from variants.spellbinder.play import Play
from variants.spellbinder.policies import policies
from variants.spellbinder.state import Event, State

GAME = state("ALGONA 2306, SHARN 2307 12, SA 2308, SB 2308 4")
SEEDS = Seeds(b"o" * 32, b"s" * 32)


def turn(
    decisions: Sequence[Decision[Order]] = (), standing: Sequence[StandingOrder[Order]] = ()
) -> Turn[Order, Event]:
    return Turn(
        "P",
        {},
        seats=SEATS,
        decisions=decisions,
        standing={"SHARN": standing},
        reactions="ask",
        policies=lambda seat: policies(GAME, seat),
        seeds=SEEDS,
    )


def asked(order: Cast) -> tuple[Question[Order], Turn[Order, Event]]:
    desk = turn()
    with pytest.raises(Waiting) as stopped:
        cast(Play(GAME, desk, "ALGONA"), order)
    (question,) = stopped.value.questions
    return question, desk


def decided(order: Cast, answer: str) -> Turn[Order, Event]:
    question, _ = asked(order)
    desk = turn([Decision.of(question, Chosen(answer), "player")])
    cast(Play(GAME, desk, "ALGONA"), order)
    return desk


def seen(desk: Turn[Order, Event], reader: str) -> list[Event]:
    return [one.event for one in desk.told if may_know(reader, one.audience)]


@rule("spellbinder", "6.3", "S102")
def test_s102_the_defender_learns_caster_and_target_and_nothing_else() -> None:
    question, _ = asked(Cast(3, 5, ("2308",)))
    assert question.seat == "SHARN"
    assert not question.public
    assert question.prompt == (
        "Algona casts a spell at your armies A, B in 2308. By what does Sharn defend, with 12 "
        "points in hand? What is more than that is cut to it."
    )
    mix = question.facts["mix"]
    assert question.facts == {
        "attacker": "ALGONA",
        "target": "armies",
        "hex": "2308",
        "strength": 14,
        "attack": 1,
        "defender": "SHARN",
        "points": 12,
        "mix": mix,
    }
    # Another spell, another force: the same question, to the letter.
    assert asked(Cast(6, 5, ("2308",)))[0] == question
    assert asked(Cast(1, 10, ("2308",)))[0] == question


@rule("spellbinder", "6.3", "S102")
def test_s102_while_it_waits_nobody_is_told_anything() -> None:
    _, desk = asked(Cast(3, 5, ("2308",)))
    assert desk.told == ()


@rule("spellbinder", "6.3", "S102")
def test_s102_silence_is_no_spell() -> None:
    question, _ = asked(Cast(3, 5, ("2308",)))
    assert question.default == Chosen("NONE")


@rule("spellbinder", "6.3", "S102")
def test_s102_a_standing_order_and_an_answer_tell_the_same() -> None:
    order = StandingOrder[Any]("defence", Several(("STILLNESS 2",)))
    question, _ = asked(Cast(3, 5, ("2308",)))
    by_order = turn([Decision.of(question, Chosen("STILLNESS 2"), "standing", str(order))])
    cast(Play(GAME, by_order, "ALGONA"), Cast(3, 5, ("2308",)))
    by_answer = decided(Cast(3, 5, ("2308",)), "STILLNESS 2")
    for reader in (*SEATS, "public"):
        assert seen(by_order, reader) == seen(by_answer, reader)


@rule("spellbinder", "6.3")
def test_at_resolution_both_spells_and_points_are_told_to_all() -> None:
    desk = decided(Cast(3, 5, ("2308",)), "STILLNESS 2")
    spell = next(event for event in seen(desk, "public") if event.kind == "spell")
    assert spell.facts == {
        "caster": "ALGONA",
        "spell": "HAMMER",
        "points": 5,
        "hex": "2308",
        "armies": ("SA", "SB"),
        "wizard": "",
        "defender": "SHARN",
        "defence": "STILLNESS",
        "against": 2,
    }


@rule("spellbinder", "6.31")
def test_a_defence_that_is_declined_names_no_defender() -> None:
    """6.31: nobody is to learn more than that there was none."""
    desk = decided(Cast(3, 5, ("2308",)), "NONE")
    spell = next(event for event in seen(desk, "public") if event.kind == "spell")
    assert (spell.facts["defender"], spell.facts["defence"]) == ("", "NONE")


def test_the_secret_die_is_rolled_whatever_is_answered() -> None:
    """S7"""
    for answer in ("NONE", "FORCE 1"):
        draws = decided(Cast(3, 5, ("2308",)), answer).draws
        assert [(draw.label, draw.sealed) for draw in draws] == [  # type: ignore[union-attr]
            ("mix of armies in 2308 against Algona", True)
        ]
    assert (
        Chance(SEEDS.sealed, "P", 1, {}).roll("mix of armies in 2308 against Algona", 100)
        == (asked(Cast(3, 5, ("2308",)))[0].facts["mix"])
    )


def test_labels_of_two_phases_in_one_run_differ() -> None:
    """Turn mode: each phase puts its own name in front."""
    desk = turn()
    with pytest.raises(Waiting) as stopped:
        cast(Play(GAME, desk, "ALGONA", "ALGONA: "), Cast(3, 5, ("2308",)))
    label = stopped.value.questions[0].label
    assert label == "ALGONA defence of armies in 2308 against Algona"


# --- standing orders


TWO = state(options=Options(seats=("DARMAN+SHARN", "ALGONA+UMARON")))
EARLY = state(
    options=Options(scenario="early_arrival", seats=("DARMAN", "SHARN", "UMARON")), chief="UMARON"
)


@pytest.mark.parametrize(
    ("game", "seat"),
    [(GAME, "SHARN"), (TWO, "DARMAN+SHARN"), (EARLY, "UMARON"), (EARLY, "SHARN")],
)
def test_each_policy_reads_its_sample(game: State, seat: str) -> None:
    found = policies(game, seat)
    check_policies(found)
    for policy in found:
        reading: Any = read_standing(found, policy.sample)
        assert reading is not None
        assert [order.kind for order in reading.standing] == [policy.kind], reading.diagnostics


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        (
            "standing defence: stillness 5 if attacker is Algona",
            "standing defence: STILLNESS 5 if attacker = ALGONA",
        ),
        ("defence: Fear of Battle if hex = 0508", "standing defence: FEAR if hex = 0508"),
        (
            "standing defence: none if points < 8 and strength < 10",
            "standing defence: NONE if points < 8 and strength < 10",
        ),
        ("standing losses: A first, then B", "standing losses: A, B"),
        ("standing spread: evenly", "standing spread: EVENLY"),
        (
            "standing return: 3220, 3320 if army = C",
            "standing return: 3220, 3320 if army = C",
        ),
    ],
)
def test_s1_to_s5_as_players_write_them(line: str, canonical: str) -> None:
    reading: Any = read_standing(policies(GAME, "SHARN"), line)
    assert reading is not None
    assert [str(order) for order in reading.standing] == [canonical]


def test_s1_of_a_kind_the_first_that_holds_counts() -> None:
    lines = (
        "standing defence: NONE if points < 8",
        "standing defence: STILLNESS 5 if hex = 2308 and attacker = ALGONA",
        "standing defence: ARMOR 2",
    )
    found = policies(GAME, "SHARN")
    readings: list[Any] = [read_standing(found, line) for line in lines]
    orders = [order for reading in readings for order in reading.standing]
    for pieces, spell in (
        ("ALGONA 2306, SHARN 2307, SA 2308", "STILLNESS"),
        ("ALGONA 2306, SHARN 2307, SA 2407", "ARMOR"),
        ("ALGONA 2306, SHARN 2307 7, SA 2308", "NONE"),
    ):
        play = phase(state(pieces), "ALGONA", standing={"SHARN": orders})
        cast(play, Cast(3, 1, ("2308", "2407")))
        (event,) = [one.event for one in play.turn.told if one.event.kind == "spell"]
        assert event.facts["defence"] == spell


def test_every_question_of_these_rules_can_be_answered_ahead() -> None:
    play = phase(GAME, "ALGONA", answers={"defence": Chosen("STILLNESS 1")})
    cast(play, Cast(3, 5, ("2308",)))
    play.take("SHARN", 11)
    settle(play)
    for _ in range(6):
        recover(play)
    known = {policy.kind: policy for policy in policies(GAME, "SHARN")}
    kinds = [question.kind for question in play.turn.asked]  # type: ignore[attr-defined]
    assert kinds == ["defence", "spread", "losses", "home", "return", "return"]
    for question in play.turn.asked:  # type: ignore[attr-defined]
        assert strays(question, known[question.kind]) == ""
