"""Whole games of Young Kingdoms by bots, with everything checked that holds after every phase.

The default is a slice: some games of ten years, and the beginnings of those that are led towards
rare events. ``--games 300`` plays so many games of ten years on all cores, half of them led, and
the beginnings again and again; each special rule has to be met fifty times. With ``-n 0 -s`` it
says how often each was.
"""

import os
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import msgspec
import pytest

from adjudicator.turns.selfplay import Game, play
from tests.variants.young_kingdoms.lawful import require_lawful
from tests.variants.young_kingdoms.met import RULES, met
from tests.variants.young_kingdoms.openings import OPENINGS, Led
from variants.young_kingdoms import VARIANT
from variants.young_kingdoms.options import Options

YEARS = 10
LONG = 5 * YEARS
"""No year has more phases than five."""
SHORT = 6

WHOLE_GAMES = (2, 12, 48)
AGAIN = 10
"""One in so many games is played once more from its seed."""

LONG_RUN = 300
"""From how many games on each special rule has to be met."""
LEAST = 50
TRIES = 200

OPTIONS = (
    *(Options(),) * 4,
    Options(elric_secret=True),
    Options(dragon_frees_own=True),
    Options(chaos_same_time="neither"),
    Options(elric_guests="never"),
    Options(hide_in_tanelorn=False),
)


def game(title: Any, number: int, phases: int, options: Options | None = None) -> Game:
    return play(title, options or Options(), number.to_bytes(32, "big"), phases=phases)


def lawful(title: Any, played: Game) -> Counter[str]:
    """What was met in the game, every phase of which is as it should be."""
    found: Counter[str] = Counter()
    for one in played.played:
        try:
            require_lawful(title, one)
        except AssertionError as error:
            error.add_note(f"after {one.phase.id}, which began as {one.before}")
            raise
        found.update(met(one))
        found["phases"] += 1
    return found


def text(played: Game) -> bytes:
    return msgspec.json.encode(played, order="deterministic")


def whole(number: int) -> Counter[str]:
    """One of the games of ten years, every other one led."""
    turn, led = divmod(number, 2)
    opening = [*OPENINGS.values()][turn % len(OPENINGS)]
    title = Led(opening) if led else VARIANT
    options = OPTIONS[number % len(OPTIONS)]
    played = game(title, number, LONG, options)
    found = lawful(title, played)
    found["games"] += 1
    if number % AGAIN == 0:
        assert text(played) == text(game(title, number, LONG, options))
    return found


def beginnings(name: str) -> Counter[str]:
    """What is met at the beginning of games that are led, until each of it was met often."""
    opening = OPENINGS[name]
    title = Led(opening)
    found: Counter[str] = Counter()
    for number in range(TRIES):
        if all(found[rule] >= LEAST for rule in opening.meets):
            break
        found += lawful(title, game(title, number, SHORT))
    return found


def many(count: int) -> Counter[str]:
    """What is met in so many games of ten years; in a long run in the beginnings, too."""
    began = time.monotonic()
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        names = OPENINGS if count >= LONG_RUN else ()
        led = [pool.submit(beginnings, name) for name in names]
        found = sum(pool.map(whole, range(count)), Counter[str]())
        found += sum((one.result() for one in led), Counter[str]())
    minutes = (time.monotonic() - began) / 60
    print(f"\n{found['games']} games, {found['phases']} phases in all, {minutes:.1f} minutes")
    for rule in sorted(RULES):
        print(f"{found[rule]:7} {rule}")
    return found


def test_whole_games_meet_the_rules(pytestconfig: pytest.Config) -> None:
    count = pytestconfig.getoption("--games")
    if count:
        found = many(count)
        assert found["games"] == count
        due, least = RULES, LEAST if count >= LONG_RUN else 0
    else:
        found = sum(map(whole, WHOLE_GAMES), Counter[str]())
        due, least = RULES.difference(*(opening.meets for opening in OPENINGS.values())), 1
    assert {rule: found[rule] for rule in due if found[rule] < least} == {}


@pytest.mark.parametrize("name", OPENINGS)
def test_a_game_that_is_led_comes_to_its_event(name: str) -> None:
    opening = OPENINGS[name]
    title = Led(opening)
    assert opening.meets - lawful(title, game(title, opening.seed, SHORT)).keys() == frozenset()


def test_a_game_is_the_same_when_it_is_played_again() -> None:
    title = Led(OPENINGS["throne"])
    first, again, other = (game(title, number, 2 * SHORT) for number in (3, 3, 4))
    assert text(first) == text(again) != text(other)
