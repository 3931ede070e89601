"""Young Kingdoms played by bots: what they are given, and what is met in whole games."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import msgspec

from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Dislodged, Position
from adjudicator.turns.selfplay import Game, PlayedPhase, missing, play
from adjudicator.turns.turn import Rolled
from tests.boards import Texts
from tests.variants.young_kingdoms.cases import dislodged, owners, units
from variants.young_kingdoms import VARIANT
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import Order
from variants.young_kingdoms.pieces.pieces import ELRIC, GARRISON
from variants.young_kingdoms.state import State

GAMES = 3
PHASES = 30


@cache
def played(number: int, phases: int = PHASES) -> Game:
    return play(VARIANT, Options(), number.to_bytes(32, "big"), phases=phases)


def games() -> list[Game]:
    return [played(number) for number in range(1, 1 + GAMES)]


def phases() -> list[PlayedPhase]:
    return [phase for game in games() for phase in game.played]


def offered(state: State, seat: Seat) -> list[set[str]]:
    """The groups of orders that a bot is given."""
    return [set(map(str, group)) for group in VARIANT.alternatives(state, seat)]


def at(
    phase: str,
    standing: Texts,
    elric: Elric | None = None,
    owned: Texts | None = None,
    gone: Sequence[Dislodged] = (),
) -> State:
    position = Position(phase, units(standing), owners(owned), tuple(gone))
    return State(position, Options(), elric=elric or Elric(hidden="RLI"))


# --- what a bot is given


def test_a_chain_is_in_groups_of_its_own() -> None:
    army, fleet, landing = offered(at("S6480M", {"LOR": ["A RAM", "F DRS"]}), "LOR")
    assert {"A RAM BOARD F DRS", "A RAM - FIL", "A RAM - SOR", "A RAM H"} <= army
    assert {"F DRS - SER", "F DRS C A RAM - SOR", "F DRS S A RAM - FIL"} <= fleet
    assert {"A DRS LAND FIL", "A SER LAND ARG"} <= landing
    assert len(offered(at("S6480M", {"LOR": ["F DRS"]}), "LOR")) == 1  # there is none to land


def test_an_army_and_fleet_in_harbour_go_as_one_or_apart() -> None:
    state = at("S6480M", {"PUR": ["A/F FOE", "G FOE"]})
    whole, fleet, landing = offered(state, "PUR")
    assert {"A/F FOE - SER", "A FOE - MEN", "A/F FOE H"} <= whole
    assert {"F FOE - SER", "F FOE - MEN"} <= fleet
    assert "A SER LAND ARG" in landing


def test_the_dragon_has_two_orders() -> None:
    state = at("S6480M", {"MEL": ["D CAV"], "LOR": ["A RAM"], "DHJ": ["F PAN"]})
    first, second = offered(state, "MEL")
    (fleet,) = offered(state, "DHJ")
    assert {"F PAN S D CAV - DRW", "F PAN S D DRW"} <= fleet
    assert first == {"D CAV H FIRST", "D CAV - DRS FIRST", "D CAV - DRW FIRST", "D CAV - IMR FIRST"}
    assert {"D CAV H", "D CAV - DRW", "D DRW - GRO", "D DRS S A RAM - FIL"} <= second
    assert not {"D GRO - DHA", "D DRW - CAV FIRST"} & second


def test_elric_goes_with_his_ally_or_leaves_him() -> None:
    state = at("S6480M", {"VLM": ["A BAK", "E BAK"], "DHJ": ["A NAD", "A DHA"]}, Elric())
    groups = offered(state, "VLM")
    assert any(
        {"E BAK - TAN", "E BAK S A BAK - TAN", "RENOUNCE ELRIC"} <= group for group in groups
    )
    assert {"E BAK GUEST"} in groups
    assert any("A BAK - TAN" in group for group in groups)
    assert {"A NAD ADMITS ELRIC"} in offered(state, "DHJ")
    assert {"A DHA ADMITS ELRIC"} not in offered(state, "DHJ")


def test_the_finder_may_enlist_him_and_give_him_an_order() -> None:
    state = at("S6480M", {"VLM": ["A NAD"], "DHJ": ["A DHA"]}, Elric(hidden="NAD", finder="VLM"))
    groups = offered(state, "VLM")
    assert groups[0] == {"ENLIST ELRIC"}
    assert "E NAD - BAK" in groups[1]
    assert not any("ENLIST ELRIC" in group for group in offered(state, "DHJ"))


def test_chaos_is_named_by_number() -> None:
    one, other = offered(at("S6480M", {"DHJ": ["C SIL", "C SIL"]}), "DHJ")
    assert {"C1 SIL - WBO", "C1 SIL H"} <= one
    assert {"C2 SIL - MAR", "C2 SIL H"} <= other


def test_retreats_as_one_or_apart() -> None:
    beaten = dislodged("PUR A/F SER", whole=["DRS"], fleet=["OLD", "PIK"], army=["ARG"])
    whole, fleet = offered(at("S6480R", {}, gone=[beaten]), "PUR")
    assert whole == {"A/F SER R DRS", "A/F SER D", "A SER R ARG", "A SER D"}
    assert fleet == {"F SER R OLD", "F SER R PIK", "F SER D"}


def test_builds_at_home_and_in_the_lands_of_chaos() -> None:
    state = at("F6480A", {"VLM": ["A JAD"]}, owned={"VLM": ["HRO", "JAD", "PYA"]})
    first, second = offered(state, "VLM")
    assert first == second
    assert {"A HRO B", "F PYA B", "C SIL B", "C KEL B", "WAIVE"} <= first
    assert "A JAD B" not in first


def test_removals_whole_or_in_part() -> None:
    state = at("F6480A", {"PUR": ["A/F FOE", "G FOE"], "MEL": ["D CAV"]}, owned={"PUR": ["MEN"]})
    assert offered(state, "PUR") == [{"A FOE D", "F FOE D"}]  # both would be one too many
    assert offered(state, "MEL") == []


# --- games


def test_every_kind_of_order_is_met() -> None:
    met = sum((game.orders_met for game in games()), Counter[str]())
    elrics = {"enlist", "renounce", "guest", "admit"}  # it takes luck to find him
    assert set(missing(met, Order)) <= elrics


def test_elric_hides_and_is_found() -> None:
    met = sum((game.events_met for game in games()), Counter[str]())
    assert {"phase_resolved", "elric_hid", "elric_found", "elric_left"} <= set(met)


def test_every_position_is_possible() -> None:
    for game in games():
        for state in game.states:
            VARIANT.require_possible(state)


def test_elric_is_in_one_place_at_a_time() -> None:
    """On the board, hidden, on his way or on his throne."""
    for game in games():
        for state in game.states:
            on_board = sum(unit.kind == ELRIC for unit in state.position.units)
            elsewhere = [bool(state.elric.hidden), bool(state.elric.left), state.elric.reigns]
            assert on_board + sum(elsewhere) == 1
            assert state.elric.finder is None or state.elric.hidden


def test_seasons_follow_each_other() -> None:
    """Nobody is found before the retreats are done, and owners change in Autumn alone."""
    for one in phases():
        after = one.ran.state.position
        if after.phase.endswith("R"):
            assert one.ran.state.elric.finder is None
        if after.phase[0] == "F" and not after.phase.endswith("A"):
            assert after.centers == one.before.position.centers


def test_garrisons_neither_move_nor_come_back() -> None:
    for one in phases():
        before, after = (
            {unit.place for unit in state.position.units if unit.kind == GARRISON}
            for state in (one.before, one.ran.state)
        )
        assert after <= before


def test_all_chance_is_sealed() -> None:
    assert not any(isinstance(draw, Rolled) for game in games() for draw in game.draws)


def test_everything_written_reads_back() -> None:
    for one in phases():
        for seat, sheet in one.sheets.items():
            for order in sheet.orders:
                assert VARIANT.read(one.before, seat, str(order)).orders == (order,)


def test_the_same_seed_makes_the_same_game_and_another_another() -> None:
    def text(number: int) -> bytes:
        game = play(VARIANT, Options(), number.to_bytes(32, "big"), phases=8)
        return msgspec.json.encode(game, order="deterministic")

    assert text(5) == text(5) != text(6)
