"""Whole games of Spellbinder by bots, with everything checked that holds after every phase.

The default is a slice: a game of each scenario, of each number of players and by both modes, and
some that begin next to rare events. ``--games 300`` plays so many games of each scenario on all
cores, and the beginnings until what each leads to was met fifty times; with ``-n 0 -s`` it says
how often each rule was met.
"""

import os
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from typing import Any

import msgspec
import pytest

from adjudicator.orders import Diagnostic, Seat
from adjudicator.turns.runner import Ran, run
from adjudicator.turns.selfplay import Game, PlayedPhase, play, seeds_of
from adjudicator.turns.turn import Reactions, Turn
from tests.variants.spellbinder.lawful import require_lawful, require_lawful_game
from tests.variants.spellbinder.met import RULES, met
from tests.variants.spellbinder.openings import OPENINGS, Led
from variants.spellbinder.letters.check import impossible
from variants.spellbinder.options import Options, Scenario
from variants.spellbinder.orders import Order
from variants.spellbinder.state import State
from variants.spellbinder.title import Spellbinder

SCENARIOS: tuple[Scenario, ...] = (
    "each_on_his_own",
    "early_arrival",
    "return_of_yamantsar",
    "campaign",
)
FOUR = ("DARMAN", "SHARN", "ALGONA", "UMARON")
THREE = ("ALGONA", "DARMAN", "UMARON")
PAIRS = ("DARMAN+UMARON", "SHARN+ALGONA")
TWO = ("SHARN", "UMARON")

MOST = 200
"""Phases of a game; of a campaign, which may go on for ever, it is two games and a half."""
HEEDING = 10
"""In one of so many games the bots heed what a whole sheet shows, which takes its time."""
AGAIN = 10
"""One in so many games is played once more from its seed."""
LONG_RUN = 300
LEAST = 50
TRIES = 10_000
SLICE = {
    "each_on_his_own": (0, 1, 5),
    "early_arrival": (0, 3),
    "return_of_yamantsar": (0, 5),
    "campaign": (4,),
}


class Hasty(Spellbinder):
    """The title, with sheets that are looked at line by line alone."""

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Diagnostic, ...]:
        return tuple(impossible(state, seat, orders))


def tables(scenario: Scenario) -> list[Options]:
    """The modes and numbers of players of a scenario."""
    couple = {"return_of_yamantsar": [TWO], "early_arrival": []}.get(scenario, [PAIRS])
    return [
        Options(scenario=scenario, mode="turn" if whole else "phase", seats=seats)
        for whole, seats in product((False, True), (FOUR, THREE, *couple))
    ]


def seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def text(played: Any) -> bytes:
    return msgspec.json.encode(played, order="deterministic")


def lawful(title: Any, number: int, played: Game) -> Counter[str]:
    """What was met in the game, every phase of which is as it should be."""
    found: Counter[str] = Counter()
    for one in played.played:
        try:
            require_lawful(one)
            require_same_without_stops(title, number, one)
        except AssertionError as error:
            error.add_note(f"after {one.phase.id}, which began as {one.before}")
            raise
        found.update(met(one))
        found["phases"] += 1
    return found


def require_same_without_stops(title: Any, number: int, one: PlayedPhase) -> None:
    """A phase that stopped at each of its questions is what it is with all answers in hand, and
    stops again where it did."""
    if not one.stops:
        return

    def turns() -> Turn[Any, Any]:
        return Turn(
            one.phase.id,
            one.sheets,
            seats=one.before.options.seats,
            standing=one.standing,
            decisions=one.ran.decisions,
            stops=one.stops,
            reactions="ask",
            policies=lambda seat: title.policies(one.before, seat),
            seeds=seeds_of(seed(number), one.phase.id),
        )

    again = run(lambda turn: title.run(one.before, turn), one.before, State, turns)
    assert isinstance(again, Ran)
    assert again.trace == one.ran.trace
    assert text(again.state) == text(one.ran.state)


def whole(scenario: Scenario, number: int) -> Counter[str]:
    """One of the games to the end."""
    title: Any = Spellbinder() if number % HEEDING == HEEDING - 1 else Hasty()
    choices = tables(scenario)
    options = choices[number % len(choices)]
    phases = (
        MOST // len(options.seats) // 4
        if scenario == "campaign" and options.mode == "turn"
        else MOST
    )

    def game() -> Game:
        reactions: Reactions = "standing" if number % 3 == 0 else "ask"
        return play(title, options, seed(number), phases=phases, reactions=reactions)

    played = game()
    found = lawful(title, number, played)
    if scenario != "campaign":
        require_lawful_game(played)
    if number % AGAIN == 0:
        assert text(played) == text(game())
    found[scenario] += 1
    return found


def beginnings(name: str, least: int) -> Counter[str]:
    """What is met at the beginning of games that are led, until all of it was met so often."""
    opening = OPENINGS[name]
    title: Any = Led(opening)
    found: Counter[str] = Counter()
    for number in range(TRIES):
        if all(found[rule] >= least for rule in opening.meets):
            break
        played = play(title, opening.state.options, seed(number), phases=opening.phases)
        found += lawful(title, number, played)
    return found


def many(scenario: Scenario, count: int) -> Counter[str]:
    """What is met in so many games of a scenario, on all cores; it is printed."""
    began = time.monotonic()
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        games = [pool.submit(whole, scenario, number) for number in range(count)]
        found = sum((one.result() for one in games), Counter[str]())
    minutes = (time.monotonic() - began) / 60
    print(f"\n{scenario}: {found['phases']} phases in all, {minutes:.1f} minutes")
    for rule in sorted(RULES):
        print(f"{found[rule]:7} {rule}")
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games_to_the_end(scenario: Scenario, pytestconfig: pytest.Config) -> None:
    count = pytestconfig.getoption("--games")
    if count:
        assert many(scenario, count)[scenario] == count
        return
    for number in SLICE[scenario]:
        assert whole(scenario, number)[scenario] == 1


@pytest.mark.parametrize("name", OPENINGS)
def test_a_game_that_is_led_comes_to_its_event(name: str, pytestconfig: pytest.Config) -> None:
    least = LEAST if (pytestconfig.getoption("--games") or 0) >= LONG_RUN else 1
    found = beginnings(name, least)
    assert {rule: found[rule] for rule in OPENINGS[name].meets if found[rule] < least} == {}
