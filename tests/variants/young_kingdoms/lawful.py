"""What holds after every phase of Young Kingdoms, worked out from the rules and the map file alone.

`require_lawful` takes a phase that was played and says with an AssertionError what is wrong. The
numbers are those of the rulings.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.events import may_know
from adjudicator.simultaneous.game import Ending, GameEnded, PhaseResolved
from adjudicator.simultaneous.orders import Build, Convoy, Move, RetreatOrder
from adjudicator.simultaneous.position import Dislodged, ResolutionOf, Unit
from adjudicator.turns.selfplay import PlayedPhase
from tests.variants.young_kingdoms.test_map import DATA
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.movement.season import resolve
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import (
    Admit,
    Boarding,
    Enlist,
    FirstMove,
    Guest,
    Landing,
    Renounce,
)
from variants.young_kingdoms.state import BOARD, ElricFound, ElricHid, ElricMovedOn, State

LAND = {code: set(province.army) for code, province in DATA.provinces.items()}
WATER = {code: set(province.fleet) for code, province in DATA.provinces.items()}
TERRAIN = {code: province.terrain for code, province in DATA.provinces.items()}
WORTH = {code: province.worth for code, province in DATA.provinces.items() if province.center}
HOMES = {center: power for power, side in DATA.powers.items() for center in side.home_centers}
CHAOS_LANDS = {"KEL", "SIG", "SIL"}
CLOSING = {"CAV", "IMR", "TAN"}
GARRISONED = {"FOE": "PUR", "IMR": "MEL", "ORG": None, "TAN": None}
UNITS = {"A", "F", "A/F"}
WAYS_OFF = {
    *("ordered", "no_order", "order_failed", "no_retreat", "retreats_clash", "surplus", "throne"),
}

Owners = Mapping[str, str | None]
Parts = Counter[tuple[str | None, str, str]]


def resolution_of(one: PlayedPhase) -> ResolutionOf[Any]:
    """What all were told of the phase."""
    (resolved,) = (t.event for t in one.ran.told if isinstance(t.event, PhaseResolved))
    return resolved.resolution


def parts_of(units: Iterable[Unit]) -> Iterable[Unit]:
    """The units, an A/F as its army and its fleet."""
    for unit in units:
        kinds = ("A", "F") if unit.kind == "A/F" else (unit.kind,)
        yield from (replace(unit, kind=kind) for kind in kinds)


def worth(owners: Owners) -> Counter[str]:
    """What the centers of each power count (39)."""
    return Counter(p for center, p in owners.items() if p for _ in range(WORTH[center]))


def size(units: Iterable[Unit]) -> Counter[str]:
    """How many units each power has that need a center (31, 41, 45, 46)."""
    needing = (unit for unit in parts_of(units) if unit.kind in ("A", "F", "C"))
    return Counter(unit.power for unit in needing if unit.power)


def in_game(units: Iterable[Unit], owners: Owners) -> set[str]:
    """Who has a piece other than a garrison, or a center (78)."""
    pieces = {unit.power for unit in units if unit.kind != "G"}
    return {power for power in (*pieces, *owners.values()) if power}


# --- where pieces stand


def may_share(one: Unit, other: Unit, owners: Owners) -> bool:
    """Whether the two are companions where the first stands (83), guests left aside."""
    place, owner = one.place, one.power
    if one.kind == other.kind == "C":
        return place in CHAOS_LANDS
    if owner is None or owner != other.power:
        return False
    kinds = {one.kind, other.kind}
    if kinds == {"A", "F"}:
        return WORTH.get(place) == 2 and owners.get(place) == owner
    if "G" in kinds:
        return bool(kinds & (UNITS | {"E", "D"}))
    return bool(kinds & {"E", "D"}) and bool(kinds & UNITS)


def require_places(one: PlayedPhase, after: State) -> None:
    """Nobody is where his kind cannot be, nor beside somebody whom he may not share with."""
    owners = after.position.centers
    for unit in after.position.units:
        terrain, place = TERRAIN[unit.place], unit.place
        if unit.kind == "A":
            assert terrain != "sea", unit
        elif unit.kind == "F":
            assert terrain != "inland", unit
        elif unit.kind == "A/F":
            berth = WORTH.get(place) == 2 and owners[place] == unit.power
            assert terrain == "sea" or berth, unit
        assert place not in CHAOS_LANDS or unit.kind == "C", unit
        assert place != "TAN" or unit.kind in "ACEG", unit
        assert place not in CLOSING or not after.elric.reigns, unit
        if unit.kind == "E" and terrain == "sea":
            assert any(u.kind in ("F", "A/F") and u.place == place for u in after.position.units)
    for first, second in combinations(after.position.units, 2):
        if first.place == second.place and not may_share(first, second, owners):
            assert _is_guest(one, first, second), f"{first} beside {second}"


def _is_guest(one: PlayedPhase, first: Unit, second: Unit) -> bool:
    """Whether one is Elric and the other his host, by consent or since before (61)."""
    elric, host = (first, second) if first.kind == "E" else (second, first)
    if elric.kind != "E" or host.kind not in UNITS or host.power in (None, "MEL", elric.power):
        return False
    if one.before.options.elric_guests == "never":
        return False
    before = one.before.position.units
    hosts = {"A/F", host.kind}  # of an A/F a part may have left
    stayed = elric in before and any(replace(host, kind=kind) in before for kind in hosts)
    said = {(o.seat, type(o.order)) for o in resolution_of(one).outcomes if o.result == "given"}
    return stayed or {(elric.power, Guest), (host.power, Admit)} <= said


def require_tanelorn(one: PlayedPhase, after: State) -> None:
    """An army that is new in Tanelorn came with Elric, from where both were (48, 60)."""
    before = one.before.position.units
    for unit in after.position.units:
        if unit.place == "TAN" and unit.kind == "A" and unit not in before:
            assert one.phase.kind == "M"
            together = {u.place for u in before if u.kind in UNITS and u.power == unit.power}
            (elric,) = (u for u in after.position.units if u.kind == "E")
            assert (elric.power, elric.place) == (unit.power, "TAN")
            enlisted = {one.before.elric.hidden} if one.before.elric.finder == unit.power else set()
            started = {u.place for u in before if u.kind == "E"} | enlisted
            assert together & started & {"BAK", "RIG"}


def require_specials(one: PlayedPhase, after: State) -> None:
    """Elric is in one place; garrisons and the Dragon do not come back; Chaos keeps its number."""
    every = [*after.position.units, *(case.unit for case in after.position.dislodged)]
    earlier = [*one.before.position.units, *(c.unit for c in one.before.position.dislodged)]
    elrics = [unit for unit in every if unit.kind == "E"]
    state = after.elric
    assert len(elrics) + sum(map(bool, (state.hidden, state.left, state.reigns))) == 1
    assert all(unit.power not in (None, "MEL") for unit in elrics)
    assert state.finder != "MEL"
    assert state.finder is None or state.hidden
    assert not state.hidden or (WORTH.get(state.hidden) == 1 and state.hidden not in HOMES)
    there = {u.place: u.power for u in every if u.kind == "G"}
    assert there.keys() <= {u.place for u in earlier if u.kind == "G"} <= GARRISONED.keys()
    playing = in_game(every, after.position.centers)
    for place, power in there.items():
        assert power == (GARRISONED[place] if GARRISONED[place] in playing else None)
    dragons = [u for u in every if u.kind == "D"]
    assert len(dragons) <= sum(u.kind == "D" for u in earlier) <= 1
    assert all(u.power == "MEL" for u in dragons)
    chaos = Counter((u.power, u.id) for u in every if u.kind == "C")
    assert all(count == 1 for count in chaos.values())
    assert all(number[:3] in CHAOS_LANDS and int(number[3:]) > 0 for _, number in chaos)


# --- pieces come and go with a reason


def require_account(one: PlayedPhase, after: State) -> None:
    """Whoever was there is there still or has a reason not to be, and whoever is new has one."""
    resolution = resolution_of(one)
    done = [o for o in resolution.outcomes if o.result == "succeeds"]
    come: Parts = Counter()
    gone: Parts = Counter()
    for outcome in done:
        if isinstance(outcome.order, Enlist):
            come[outcome.seat, "E", ""] += 1
        elif isinstance(outcome.order, Renounce):
            gone[outcome.seat, "E", ""] += 1
        elif isinstance(outcome.order, Build):
            made = [u for u in resolution.after if u.kind == "C" and u.place == outcome.order.place]
            made = [u for u in made if u.power == outcome.seat and u not in _before(one)]
            chaos = outcome.order.place in CHAOS_LANDS
            kind = "C" if chaos else outcome.order.kind
            left = [u.id for u in made if not come[u.power, "C", u.id]] if chaos else [""]
            come[outcome.seat, kind, left[0]] += 1
    beaten = resolution.dislodged if one.phase.kind == "M" else ()
    off = [*(case.unit for case in beaten), *(unit for unit, _ in resolution.removed)]
    assert _counted(_before(one)) + come == _counted(resolution.after) + _counted(off) + gone
    assert {why for _, why in resolution.removed} <= WAYS_OFF
    nobodys = [replace(u, power=None) if u.kind == "G" else u for u in resolution.after]
    ours = [replace(u, power=None) if u.kind == "G" else u for u in after.position.units]
    assert nobodys == ours
    assert after.position.dislodged == tuple(case for case in beaten if case.retreats)
    _require_arrivals(one, resolution)


def _before(one: PlayedPhase) -> list[Unit]:
    return [*one.before.position.units, *(c.unit for c in one.before.position.dislodged)]


def _counted(units: Iterable[Unit]) -> Parts:
    return Counter((unit.power, unit.kind, unit.id) for unit in parts_of(units))


def _require_arrivals(one: PlayedPhase, resolution: ResolutionOf[Any]) -> None:
    """Whoever is where he was not had an order that took him there; at sea Elric needs none."""
    goals: set[tuple[str | None, str]] = set()
    for outcome in resolution.outcomes:
        order = outcome.order
        if outcome.result == "succeeds" and isinstance(
            order, Move | FirstMove | Landing | RetreatOrder
        ):
            goals.add((outcome.seat, order.to))
        elif outcome.result == "succeeds" and isinstance(order, Boarding):
            goals.add((outcome.seat, order.fleet))
        elif outcome.result == "succeeds" and isinstance(order, Build):
            goals.add((outcome.seat, order.place))
        elif outcome.result == "succeeds" and isinstance(order, Enlist):
            goals.add((outcome.seat, one.before.elric.hidden))
        elif outcome.result == "given" and isinstance(order, Convoy):
            goals.add((outcome.seat, order.place))  # a ferry that could not land (10)
    new = Counter(parts_of(resolution.after)) - Counter(parts_of(one.before.position.units))
    assert {(unit.power, unit.place) for unit in new} <= goals


def require_answers(one: PlayedPhase) -> None:
    """Every order on a sheet has one outcome, and no outcome is without its order."""
    given = Counter((seat, order) for seat, s in one.sheets.items() for order in s.orders)
    answered = Counter((o.seat, o.order) for o in resolution_of(one).outcomes)
    assert answered == given
    for outcome in resolution_of(one).outcomes:
        good = outcome.result in ("succeeds", "given", "holds")
        assert good == (not outcome.reason), outcome


# --- retreats


def require_retreats(one: PlayedPhase, after: State) -> None:
    """The retreats that are open are those of the rules, no more and no fewer (26, 95, 107)."""
    resolution = resolution_of(one)
    if one.phase.kind != "M":
        assert not resolution.dislodged
        return
    thrown = after.elric.reigns and not one.before.elric.reigns
    closed = CLOSING if after.elric.reigns else set()
    for case in resolution.dislodged:
        seas, carried = _landed(resolution, case)
        walked = {unit.place for unit in case.by if (unit.power, unit.place) not in carried}
        assert walked <= case.came_from <= walked | seas | {unit.place for unit in case.by}
        assert case.by or thrown or case.unit.kind == "E"
        barred = {*case.came_from, *resolution.standoffs, *closed, case.unit.place}
        expected = {
            (to, part)
            for part, kind in _retreating(case.unit.kind)
            for to in _next_to(kind, case.unit.place) - barred
            if _is_open(replace(case.unit, kind=kind, place=to), resolution, one)
        }
        assert {(way.to, way.part) for way in case.retreats} == expected, case
    full = {unit.place for unit in resolution.after}
    assert not resolution.standoffs & full


def _landed(
    resolution: ResolutionOf[Any], case: Dislodged
) -> tuple[set[str], set[tuple[str | None, str]]]:
    """The seas from which armies landed on it, and who may have landed or been ferried, from where
    he stood at first."""
    orders = [(o.seat, o.order) for o in resolution.outcomes if o.result in ("succeeds", "given")]
    landings = [(s, o) for s, o in orders if isinstance(o, Landing) and o.to == case.unit.place]
    landed = {seat for seat, _ in landings}
    carried = {(unit.power, unit.place) for unit in case.by if unit.power in landed}
    for _, order in orders:
        if isinstance(order, Convoy) and order.to == case.unit.place:
            carried |= {(unit.power, unit.place) for unit in case.by if unit.place == order.other}
    return {order.place for _, order in landings}, carried


def _retreating(kind: str) -> tuple[tuple[str, str], ...]:
    """Which part retreats as what: never garrisons, Chaos and Elric."""
    if kind == "A/F":
        return (("whole", "A/F"), ("army", "A"), ("fleet", "F"))
    return (("whole", kind),) if kind in ("A", "F", "D") else ()


def _next_to(kind: str, place: str) -> set[str]:
    at_sea = TERRAIN[place] == "sea"
    if kind == "A":
        ways = WATER[place] if at_sea else LAND[place]
        return {to for to in ways if TERRAIN[to] != "sea"}
    return LAND[place] | WATER[place] if kind == "D" else set(WATER[place])


def _is_open(piece: Unit, resolution: ResolutionOf[Any], one: PlayedPhase) -> bool:
    owners = one.before.position.centers
    harbour = WORTH.get(piece.place) == 2 and owners[piece.place] == piece.power
    if piece.kind == "A/F" and TERRAIN[piece.place] != "sea" and not harbour:
        return False
    if piece.place in CHAOS_LANDS or piece.place == "TAN":
        return False
    there = [unit for unit in resolution.after if unit.place == piece.place]
    return all(may_share(piece, other, owners) for other in there)


# --- the year


def require_calendar(one: PlayedPhase, after: State) -> None:
    """The phases follow each other, and none is played for nothing."""
    before, now = one.before.position.phase, after.position.phase
    season, year, step = before[0], int(before[1:-1]), before[-1]
    balanced = size(after.position.units) == worth(after.position.centers)
    if step == "M" and after.position.dislodged:
        assert now == f"{season}{year}R"
    elif season == "S":
        assert now == f"F{year}M"
    elif step != "A" and not balanced:
        assert now == f"F{year}A"
    else:
        assert now == f"S{year + 1}M"
    assert bool(after.position.dislodged) == now.endswith("R")
    if now.endswith("R"):
        assert after.elric.finder is None  # he is looked for when they are done (68)


def ends_autumn(one: PlayedPhase, after: State) -> bool:
    """Whether the centers change hands after this phase."""
    phase = one.before.position.phase
    return phase[0] == "F" and phase[-1] != "A" and not after.position.phase.endswith("R")


def require_centers(one: PlayedPhase, after: State) -> None:
    """All centers are there, and have the owners that they should have (47, 75)."""
    owners = dict(one.before.position.centers)
    if after.elric.reigns:
        owners = {c: None if p == "MEL" else p for c, p in owners.items() if c not in CLOSING}
    assert sum(WORTH[center] for center in after.position.centers) == (
        31 if after.elric.reigns else 34
    )
    if ends_autumn(one, after):
        units = after.position.units
        for unit in sorted(units, key=lambda unit: unit.kind != "E"):  # the host's, not the guest's
            if unit.place in owners and unit.kind in (*UNITS, "E"):
                owners[unit.place] = unit.power
        for unit in units:
            freed_by_dragon = unit.kind == "D" and (
                one.before.options.dragon_frees_own or owners.get(unit.place) != "MEL"
            )
            beside = any(u.kind in UNITS and u.place == unit.place for u in units)
            if unit.place in owners and (unit.kind == "C" or (freed_by_dragon and not beside)):
                owners[unit.place] = None
    assert after.position.centers == owners
    assert set(owners.values()) <= {None, *DATA.powers}


def require_strengths(one: PlayedPhase, after: State) -> None:
    """Once adjustments are done nobody has more units than his centers support, nor has anybody
    lost more than that; who is out stays out."""
    supported, units = worth(after.position.centers), size(after.position.units)
    if after.position.phase[0] == "S" and after.position.phase[-1] == "M":
        assert all(units[power] <= supported[power] for power in DATA.powers)
    if one.phase.kind == "A":
        earlier = size(one.before.position.units)
        for power in DATA.powers:
            least = min(earlier[power], supported[power])
            assert least <= units[power] <= max(earlier[power], supported[power])
    (resolved,) = (t.event for t in one.ran.told if isinstance(t.event, PhaseResolved))
    were = in_game(_before(one), one.before.position.centers)
    every = [*after.position.units, *(case.unit for case in after.position.dislodged)]
    still = in_game(every, after.position.centers)
    assert still <= were
    assert set(resolved.eliminated) == were - still
    if after.elric.reigns:
        assert "MEL" not in still
        assert not any(unit.power == "MEL" for unit in every)


def require_victory(one: PlayedPhase, after: State) -> None:
    """The game is won at the end of an Autumn by 18 centers, by 16 once Elric reigns (38)."""
    enough = 16 if after.elric.reigns else 18
    winners = [p for p, count in worth(after.position.centers).items() if count >= enough]
    won = ends_autumn(one, after) and bool(winners)
    assert after.ended == (Ending("solo", (winners[0],)) if won else None)
    assert sum(isinstance(told.event, GameEnded) for told in one.ran.told) == won


# --- secrets, and what is kept


def require_secrets(title: Any, one: PlayedPhase, after: State) -> None:
    """Nobody but the GM can tell where Elric is hidden from what he is told and shown (67, 69)."""
    readers = ("public", *DATA.powers)
    for told in one.ran.told:
        if isinstance(told.event, ElricHid):
            assert not any(may_know(reader, told.audience) for reader in readers)
        elif isinstance(told.event, ElricFound | ElricMovedOn):
            knowing = {reader for reader in readers if may_know(reader, told.audience)}
            secret = one.before.options.elric_secret
            assert knowing == ({told.event.finder} if secret else set(readers))
    if after.elric.hidden:
        elsewhere = replace(after, elric=Elric(hidden=_another(after.elric.hidden)))
        for reader in readers:
            if reader == after.elric.finder or (
                after.elric.finder and not after.options.elric_secret
            ):
                continue
            assert title.view(after, reader) == title.view(elsewhere, reader)
    elric = one.before.elric
    if one.phase.kind == "M" and elric.hidden and elric.finder is None:
        moved = Elric(hidden=_another(elric.hidden))
        sheets = {
            seat: one.sheets[seat].orders if seat in one.sheets else () for seat in DATA.powers
        }
        season = resolve(BOARD, one.before.position, sheets, moved, one.before.options)
        assert season.resolution == resolution_of(one)


def _another(place: str) -> str:
    return "PIK" if place != "PIK" else "DOR"


def require_kept(after: State) -> None:
    """The state comes out of its JSON as it went in."""
    text = msgspec.json.encode(after)
    assert msgspec.json.decode(text, type=State) == after


def require_lawful(title: Any, one: PlayedPhase) -> None:
    """All of it, after one phase."""
    after = one.ran.state
    assert isinstance(after.options, Options)
    require_places(one, after)
    require_tanelorn(one, after)
    require_specials(one, after)
    require_account(one, after)
    require_answers(one)
    require_retreats(one, after)
    require_calendar(one, after)
    require_centers(one, after)
    require_strengths(one, after)
    require_victory(one, after)
    require_secrets(title, one, after)
    require_kept(after)
