"""Standard Diplomacy played by bots: legal sheets, and runs that meet every kind of order and
outcome."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import get_args

import msgspec
import pytest

from adjudicator.orders import Diagnostic, Seat
from adjudicator.simultaneous.adjustments import balance
from adjudicator.simultaneous.game import PhaseResolved
from adjudicator.simultaneous.orders import Build, Disband, Order, Waive
from adjudicator.simultaneous.position import Position, Result
from adjudicator.turns import bots
from adjudicator.turns.selfplay import Game, missing, play
from adjudicator.turns.turn import Turn
from tests.boards import BOARD, centers, units
from variants.standard import VARIANT
from variants.standard.state import Event, Options, State
from variants.standard.title import Standard

SEEDS = [bytes([number]) * 32 for number in range(3)]
PHASES = 60

NORTH_SEA = units({"ENGLAND": ["A YOR", "F NTH"], "GERMANY": ["F HEL", "F SKA", "F HOL", "F DEN"]})


class Narrow(Standard):
    """A few units about a convoy in danger: among thirty bots hardly ever break one."""

    def start(self, options: Options, seats: Sequence[Seat], turn: Turn[Order, Event]) -> State:
        return State(Position("S1901M", NORTH_SEA), options)


@cache
def played(seed: bytes, phases: int = PHASES) -> Game:
    return play(VARIANT, Options(), seed, phases=phases)


@cache
def narrow() -> tuple[Game, ...]:
    title, seeds = Narrow(), [number.to_bytes(32, "big") for number in range(500)]
    return tuple(play(title, Options(), seed, phases=1) for seed in seeds)


def results(games: Sequence[Game]) -> Counter[str]:
    """How many orders came to each result, and how many units were dislodged."""
    met: Counter[str] = Counter()
    for game in games:
        for told in game.told:
            if isinstance(told.event, PhaseResolved):
                resolution = told.event.resolution
                met.update(outcome.result for outcome in resolution.outcomes)
                met["dislodged"] += len(resolution.dislodged)
    return +met


def test_every_kind_of_order_is_met() -> None:
    met = sum((played(seed).orders_met for seed in SEEDS), Counter[str]())
    assert missing(met, Order) == ()


def test_a_run_that_never_met_a_kind_is_found_out() -> None:
    """At the start there is nothing to retreat, to build or to remove, and no fleet at sea."""
    met = played(SEEDS[0], 1).orders_met
    assert missing(met, Order) == ("convoy", "retreat", "disband", "build", "waive")


def test_every_result_is_met_but_that_of_illegal_orders() -> None:
    met = results([*map(played, SEEDS), *narrow()])
    assert set(get_args(Result)) - met.keys() == {"illegal"}
    assert met["dislodged"]


def test_a_run_that_never_met_a_result_is_found_out() -> None:
    """At the start no unit can be attacked by two, and no army can be carried."""
    met = results([played(SEEDS[0], 1)])
    assert met["succeeds"]
    assert not {"no_convoy", "disrupted", "dislodged"} & met.keys()


@pytest.mark.parametrize("seed", SEEDS)
def test_every_order_reads_back_and_no_sheet_has_an_error(seed: bytes) -> None:
    sheets = 0
    for phase in played(seed).played:
        for seat, sheet in phase.sheets.items():
            sheets += bool(sheet.orders)
            for order in sheet.orders:
                reading = VARIANT.read(phase.before, seat, str(order))
                assert (reading.phase, reading.orders) == (phase.phase.id, (order,))
                assert not reading.diagnostics
            said = VARIANT.check(phase.before, seat, sheet.orders)
            assert not [fault for fault in said if fault.severity == "error"]
    assert sheets > PHASES


@pytest.mark.parametrize("seed", SEEDS)
def test_the_board_stays_possible(seed: bytes) -> None:
    after_adjustments = 0
    states = played(seed).states
    assert len(states) == PHASES + 1
    for before, state in pairwise(states):
        provinces = Counter(BOARD.province_of(unit.place) for unit in state.position.units)
        assert set(provinces.values()) == {1}
        if before.position.phase.endswith("A"):
            after_adjustments += 1
            assert min(balance(state.position).values()) >= 0
    assert after_adjustments


def test_builds_and_removals_are_not_doubled() -> None:
    """Each of their groups offers all of them."""
    position = Position(
        "F1901A",
        units({"ITALY": ["A ROM", "F NAP", "A TUN", "A VEN"], "RUSSIA": ["A WAR"]}),
        centers({"ITALY": ["ROM"], "RUSSIA": ["STP", "MOS", "WAR", "SEV", "RUM"]}),
    )
    state = VARIANT.state_at(position, Options())
    counts = Counter[str]()
    for number in range(40):
        pick = bots.picker(SEEDS[0], f"case {number}")
        removed = bots.orders(VARIANT, state, "ITALY", pick)
        assert {type(order) for order in removed} <= {Disband}
        assert len({order.place for order in removed}) == len(removed) <= 3
        pick = bots.picker(SEEDS[1], f"case {number}")
        built = [o for o in bots.orders(VARIANT, state, "RUSSIA", pick) if o != Waive()]
        assert {type(order) for order in built} <= {Build}
        assert len({BOARD.province_of(order.place) for order in built}) == len(built) <= 3
        counts.update([f"removed {len(removed)}", f"built {len(built)}"])
    assert {"removed 3", "built 3", "built 2"} <= counts.keys()


class Strict(Standard):
    """No more than so many orders of a sheet are allowed."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Diagnostic, ...]:
        wrong = Diagnostic("error", "too_many", 0, 0, "", "There are too many orders.")
        return (wrong,) * max(0, len(orders) - self.most)


@pytest.mark.parametrize("most", [2, 0, -1])
def test_what_no_other_order_mends_is_left_out(most: int) -> None:
    """Austria has three units; with -1 no sheet at all is right, and so none is sent."""
    title = Strict(most)
    state = title.start(Options(), title.seats(Options()), Turn("", {}))
    picks = [bots.picker(SEEDS[0], f"case {number}") for number in range(10)]
    assert max(len(bots.orders(title, state, "AUSTRIA", pick)) for pick in picks) == max(most, 0)


def test_who_heeds_warnings_gets_fewer() -> None:
    """Supports and convoys fit the other orders of their sheet; half of the sheets do so."""
    state = next(s for s in reversed(played(SEEDS[0]).states) if s.position.phase[-1] == "M")
    warnings = Counter[bool]()
    for number in range(12):
        for seat in VARIANT.seats(Options()):
            chance = bots.picker(SEEDS[0], f"{seat} {number}")
            heeds = False

            def pick(label: str, sides: int) -> int:
                nonlocal heeds
                value = chance(label, sides)  # noqa: B023
                heeds = heeds or (label == "heeds warnings" and value == 1)
                return value

            given = bots.orders(VARIANT, state, seat, pick)
            said = VARIANT.check(state, seat, given)
            warnings[heeds] += sum(fault.severity == "warning" for fault in said)
    assert warnings[True] * 3 < warnings[False]


def test_the_same_seed_makes_the_same_game_and_another_another() -> None:
    def text(game: Game) -> bytes:
        return msgspec.json.encode(game, order="deterministic")

    again = play(VARIANT, Options(), SEEDS[0], phases=6)
    assert text(again) == text(played(SEEDS[0], 6))
    assert text(again) != text(played(SEEDS[1], 6))


def test_a_longer_run_begins_as_the_shorter_one() -> None:
    assert played(SEEDS[0]).played[:6] == played(SEEDS[0], 6).played


def test_nobody_plays_on_when_the_game_is_over() -> None:
    class Won(Standard):
        def start(self, options: Options, seats: Sequence[Seat], turn: Turn[Order, Event]) -> State:
            return self.state_at(
                Position("S1901M", NORTH_SEA, dict.fromkeys(BOARD.centers, "ENGLAND")), options
            )

    game = play(Won(), Options(), SEEDS[0], phases=5)
    assert (game.over, game.played) == (True, ())
    assert not played(SEEDS[0], 1).over
