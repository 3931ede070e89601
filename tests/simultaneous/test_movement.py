"""Movement as a function: what it refuses, what it leaves alone, what it says of each order."""

from random import Random

import pytest

from adjudicator.simultaneous.movement import resolve
from adjudicator.simultaneous.orders import Hold, Move
from adjudicator.simultaneous.position import Position, Resolution, Unit
from adjudicator.simultaneous.reasons import TEXTS
from adjudicator.simultaneous.rules import Rules
from tests import boards
from tests.boards import BOARD, move, results, unit
from tests.reference.positions import grown_position, load_cases, plain_position

CASES = load_cases()


@pytest.mark.parametrize(
    "pieces",
    [
        ["A PAR", "A PAR"],
        ["F BRE", "A BRE"],
        ["F STP/NC", "A STP"],
        ["F STP/NC", "F STP/SC"],
        ["A NTH"],
        ["F PAR"],
        ["F STP"],
        ["A STP/NC"],
        ["F BRE/NC"],
        ["A XXX"],
        ["W PAR"],
    ],
    ids=" and ".join,
)
def test_impossible_positions(pieces: list[str]) -> None:
    units = tuple(unit("FRANCE", text) for text in pieces)
    with pytest.raises(ValueError, match=pieces[-1]):
        resolve(BOARD, Position("S1901M", units), {}, Rules())


def test_units_of_two_powers_in_one_province() -> None:
    units = (unit("FRANCE", "A PAR"), unit("ITALY", "A PAR"))
    with pytest.raises(ValueError, match="A PAR"):
        resolve(BOARD, Position("S1901M", units), {}, Rules())


@pytest.mark.parametrize(
    "order",
    [
        Hold("A", "XXX"),
        Move("A", "PAR", "XXX"),
        Move("", "PAR", ""),
        Hold("W", "MUN"),
        Hold("", ""),
    ],
    ids=repr,
)
def test_an_order_of_nonsense_is_illegal(order: Hold | Move) -> None:
    position = Position("S1901M", (unit("FRANCE", "A PAR"),))
    (outcome,) = resolve(BOARD, position, {"FRANCE": [order]}, Rules()).outcomes
    assert outcome.result == "illegal"


def test_a_power_without_units_and_units_without_orders() -> None:
    resolution = move({"FRANCE": ["A PAR"]}, {"TURKEY": ["A PAR H"], "NOBODY": []})
    assert results(resolution) == ["illegal: not_yours"]
    assert resolution.after == (unit("FRANCE", "A PAR"),)
    assert move({}, {}).after == ()


def test_nobodys_unit_holds() -> None:
    """It is neither dislodged by 1 against 1 nor on anybody's side."""
    position = Position("S1901M", (Unit(None, "A", "BUR"), unit("FRANCE", "A PAR")))
    resolution = resolve(BOARD, position, boards.orders({"FRANCE": ["A PAR - BUR"]}), Rules())
    assert results(resolution) == ["bounces: repelled"]
    assert resolution.outcomes[0].by == (Unit(None, "A", "BUR"),)


def test_a_unit_keeps_its_id() -> None:
    piece = Unit("FRANCE", "A", "PAR", "f7")
    orders = boards.orders({"FRANCE": ["A PAR - BUR"]})
    resolution = resolve(BOARD, Position("S1901M", (piece,)), orders, Rules())
    assert resolution.after == (Unit("FRANCE", "A", "BUR", "f7"),)


# --- reasons: the unit that did it stands as it stood before


def by(resolution: Resolution) -> list[str]:
    return [" ".join(map(str, outcome.by)) for outcome in resolution.outcomes]


def test_bounced_by_who_holds() -> None:
    resolution = move({"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]}, {"FRANCE": ["A PAR - BUR"]})
    assert results(resolution) == ["bounces: repelled"]
    assert by(resolution) == ["A BUR"]


def test_bounced_by_who_wants_the_same() -> None:
    resolution = move(
        {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
    )
    assert results(resolution) == ["bounces: standoff"] * 2
    assert by(resolution) == ["A MUN", "A PAR"]
    assert resolution.standoffs == {"BUR"}


def test_bounced_by_ones_own() -> None:
    resolution = move({"FRANCE": ["A PAR", "A BUR"]}, {"FRANCE": ["A PAR - BUR"]})
    assert results(resolution) == ["bounces: own_unit"]
    assert by(resolution) == ["A BUR"]


def test_cut_and_dislodged() -> None:
    """MUN, attacked by BOH, gives no support; BUR is thrown out by PAR with GAS, 2 against 1."""
    resolution = move(
        {"GERMANY": ["A MUN", "A BUR"], "AUSTRIA": ["A BOH"], "FRANCE": ["A PAR", "A GAS"]},
        {
            "GERMANY": ["A MUN S A BUR", "A BUR H"],
            "AUSTRIA": ["A BOH - MUN"],
            "FRANCE": ["A PAR - BUR", "A GAS S A PAR - BUR"],
        },
    )
    assert results(resolution) == [
        "cut: attacked",
        "holds: dislodged",
        "bounces: repelled",
        "succeeds",
        "given",
    ]
    assert by(resolution) == ["A BOH", "A PAR", "A MUN", "", ""]
    (beaten,) = resolution.dislodged
    assert beaten.by == (unit("FRANCE", "A PAR"),)
    assert beaten.came_from == {"PAR"}
    assert [way.to for way in beaten.retreats] == ["BEL", "MAR", "PIC", "RUH"]


def test_a_disrupted_convoy_names_who_did_it() -> None:
    resolution = move(
        {"ENGLAND": ["A LON", "F NTH"], "GERMANY": ["F HEL", "F DEN"]},
        {
            "ENGLAND": ["A LON - NWY", "F NTH C A LON - NWY"],
            "GERMANY": ["F HEL - NTH", "F DEN S F HEL - NTH"],
        },
    )
    assert results(resolution)[:2] == ["no_convoy: convoy_disrupted", "disrupted: dislodged"]
    assert by(resolution)[:2] == ["F HEL", "F HEL"]


def test_no_standoff_where_somebody_stands() -> None:
    """Two bounce off each other and off who stands there: no province was left empty."""
    resolution = move(
        {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"], "ITALY": ["A BUR"]},
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
    )
    assert resolution.standoffs == frozenset()


def test_every_reason_has_its_text_and_its_units() -> None:
    met = set()
    for seed in range(400):
        rng = Random(seed)
        units, orders = grown_position(rng, CASES) if seed % 2 else plain_position(rng)
        for outcome in move(units, orders).outcomes:
            if outcome.reason:
                met.add(outcome.reason)
                assert ("{by}" in TEXTS[outcome.reason]) == bool(outcome.by), outcome
            else:
                assert outcome.result in ("succeeds", "given", "holds")
                assert not outcome.by
    assert len(met) >= 20


# --- pure and deterministic


def test_inputs_stay_as_they_are_and_the_order_of_powers_does_not_matter() -> None:
    for seed in range(300):
        rng = Random(seed)
        units, texts = grown_position(rng, CASES) if seed % 2 else plain_position(rng)
        position = Position("S1901M", boards.units(units), {"PAR": "FRANCE"})
        orders = boards.orders(texts)
        first = resolve(BOARD, position, orders, Rules())
        assert orders == boards.orders(texts)
        assert list(orders) == list(texts)
        assert position == Position("S1901M", boards.units(units), {"PAR": "FRANCE"})
        assert resolve(BOARD, position, orders, Rules()) == first
        turned = {power: orders[power] for power in reversed(orders)}
        assert unordered(resolve(BOARD, position, turned, Rules())) == unordered(first)
        backwards = Position("S1901M", position.units[::-1], position.centers)
        assert unordered(resolve(BOARD, backwards, orders, Rules())) == unordered(first)


def unordered(resolution: Resolution) -> object:
    """A resolution without the order of its parts."""
    return (
        sorted(
            (o.seat, str(o.order), o.result, o.dislodged, o.reason, sorted(map(str, o.by)))
            for o in resolution.outcomes
        ),
        sorted((str(one.power), str(one)) for one in resolution.after),
        sorted(
            (str(d.unit.power), str(d.unit), d.by, sorted(d.came_from), d.retreats)
            for d in resolution.dislodged
        ),
        resolution.standoffs,
    )
