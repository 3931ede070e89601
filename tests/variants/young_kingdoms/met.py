"""Which of the special rules of Young Kingdoms a phase met: for counting, so that none is left
untried. The numbers are those of the rulings."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.simultaneous.orders import Build, Convoy, Move, RetreatOrder, Support
from adjudicator.simultaneous.position import OutcomeOf, Unit
from adjudicator.turns.selfplay import PlayedPhase
from tests.variants.young_kingdoms.lawful import (
    CHAOS_LANDS,
    TERRAIN,
    UNITS,
    WORTH,
    ends_autumn,
    in_game,
    parts_of,
    resolution_of,
    size,
    worth,
)
from variants.young_kingdoms.orders import (
    Admit,
    Boarding,
    Enlist,
    FirstMove,
    Guest,
    Landing,
    Renounce,
)
from variants.young_kingdoms.state import ElricFound, ElricMovedOn, ElricReigns, State

RULES = frozenset(
    {
        *("A/F: army boards", "A/F: army lands after sailing", "A/F: army lands, fleet at rest"),
        *("A/F: board, sail and land in one season", "A/F: landing bounced", "A/F: landing void"),
        *("A/F: dislodged", "A/F: fleet dislodged, army lands", "A/F: retreats whole"),
        *("A/F: retreats split", "A/F: built", "A/F: sails as one", "A/F: parts in harbour part"),
        *("A/F: comes home to harbour", "A/F: a part removed"),
        *("ferry: own", "ferry: foreign", "ferry: own army stays aboard", "ferry: disrupted"),
        *("Dragon: first move dislodges", "Dragon: first move fails", "Dragon: first move to land"),
        *("Dragon: second order void after the first", "Dragon: goes with a unit"),
        *("Dragon: beside a unit", "Dragon: frees a center", "Dragon: dislodged"),
        *("Dragon: retreats", "Dragon: lost for ever", "Dragon: supports"),
        *("Elric: found", "Elric: found by Melnibone", "Elric: enlisted", "Elric: right lapses"),
        *("Elric: renounced", "Elric: dislodged", "Elric: goes with a unit", "Elric: goes alone"),
        *("Elric: takes a center alone", "Elric: lands", "Elric: at sea", "Elric: guest comes"),
        *("Elric: guest stays", "Elric: no consent", "Elric: supports", "Elric: leaves Chaos"),
        *("Elric: throne", "Elric: throne, others must leave"),
        *("Chaos: built", "Chaos: built by two at once", "Chaos: barred", "Chaos: barred by Elric"),
        *("Chaos: frees a center", "Chaos: disbands", "Chaos: two powers in a land"),
        *("Chaos: goes into a land", "Chaos: bounced out of a land"),
        *("Chaos: in its owner's center", "garrison: supported", "garrison: beaten"),
        *("garrison: holds", "garrison: becomes nobody's"),
        *("Tanelorn: entered by Chaos", "Tanelorn: entered with Elric", "Tanelorn: left alone in"),
        *("double center: changes hands", "end: won by 18", "end: won by 16"),
        *("end: Melnibone has the Dragon only", "end: a power is eliminated"),
        *("end: Elric's ally has him only",),
    }
)  # fmt: skip

Outcomes = tuple[OutcomeOf[Any], ...]


def met(one: PlayedPhase) -> Counter[str]:
    """How often the phase met each of `RULES`."""
    after: State = one.ran.state
    if one.phase.kind == "M":
        found = Counter([*_aboard(one), *_dragon(one), *_elric(one, after), *_others(one, after)])
    elif one.phase.kind == "R":
        found = Counter(_retreats(one))
    else:
        found = Counter(_adjustments(one))
    found.update(_story(one, after))
    if ends_autumn(one, after):
        found.update(_year(one, after))
    assert found.keys() <= RULES
    return found


def _outcomes(one: PlayedPhase, sort: Any, *results: str) -> list[OutcomeOf[Any]]:
    """The orders of this sort that came out so."""
    return [
        outcome
        for outcome in resolution_of(one).outcomes
        if isinstance(outcome.order, sort) and outcome.result in results
    ]


def _beaten(one: PlayedPhase) -> list[Unit]:
    return [case.unit for case in resolution_of(one).dislodged]


def _aboard(one: PlayedPhase) -> Iterator[str]:
    before, resolution = one.before.position.units, resolution_of(one)
    moves = _outcomes(one, Move, "succeeds")
    sailed = {(o.seat, o.order.to) for o in moves if o.order.kind in ("A/F", "F")}
    boarded = {o.seat for o in _outcomes(one, Boarding, "succeeds") if o.order.kind == "A"}
    yield from ("A/F: army boards" for _ in boarded)
    for outcome in _outcomes(one, Landing, "succeeds"):
        if outcome.order.kind == "A":
            arrived = (outcome.seat, outcome.order.place) in sailed
            yield "A/F: army lands after sailing" if arrived else "A/F: army lands, fleet at rest"
            aboard = {u.place for u in before if u.power == outcome.seat and u.kind == "A/F"}
            if arrived and outcome.seat in boarded and not aboard:
                yield "A/F: board, sail and land in one season"
            gone = Unit(outcome.seat, "F", outcome.order.place)
            if not arrived and gone in _beaten(one):
                yield "A/F: fleet dislodged, army lands"
    yield from ("A/F: landing bounced" for _ in _outcomes(one, Landing, "bounces"))
    yield from ("A/F: landing void" for _ in _outcomes(one, Landing, "void"))
    yield from ("A/F: dislodged" for unit in _beaten(one) if unit.kind == "A/F")
    for unit in before:
        if unit.kind != "A/F" or TERRAIN[unit.place] == "sea":
            continue
        own = [o for o in moves if (o.seat, o.order.place) == (unit.power, unit.place)]
        goals = {o.order.kind: o.order.to for o in own}
        if "A/F" in goals:
            yield "A/F: sails as one"
        elif {"A", "F"} & goals.keys():
            yield "A/F: parts in harbour part"
    for unit in resolution.after:
        if unit.kind == "A/F" and TERRAIN[unit.place] != "sea" and unit not in before:
            yield "A/F: comes home to harbour"
    yield from _ferries(one)


def _ferries(one: PlayedPhase) -> Iterator[str]:
    ferried = {(o.order.place, o.order.to): o for o in _outcomes(one, Move, "succeeds", "bounces")}
    for outcome in _outcomes(one, Convoy, "given"):
        order = outcome.order
        move = ferried.get((order.other, order.to))
        if move is None or move.order.kind != "A":
            continue
        if move.result == "succeeds":
            yield "ferry: own" if move.seat == outcome.seat else "ferry: foreign"
        elif Unit(outcome.seat, "A/F", order.place) in resolution_of(one).after:
            yield "ferry: own army stays aboard"
    yield from ("ferry: disrupted" for _ in _outcomes(one, Convoy, "disrupted"))


def _dragon(one: PlayedPhase) -> Iterator[str]:
    resolution = resolution_of(one)
    for outcome in _outcomes(one, FirstMove, "succeeds", "bounces"):
        if outcome.result == "bounces":
            yield "Dragon: first move fails"
            continue
        start = Unit("MEL", "D", outcome.order.place)
        goal = outcome.order.to
        if any(c.unit.place == goal and c.by == (start,) for c in resolution.dislodged):
            yield "Dragon: first move dislodges"
        if TERRAIN[goal] != "sea":
            yield "Dragon: first move to land"
    for outcome in resolution.outcomes:
        if outcome.reason == "first_move_failed":
            yield "Dragon: second order void after the first"
    yield from ("Dragon: supports" for o in _outcomes(one, Support, "given") if o.order.kind == "D")
    gone = {(o.order.kind, o.order.place, o.order.to) for o in _outcomes(one, Move, "succeeds")
            if o.seat == "MEL"}  # fmt: skip
    if any(k == "D" and {(u, place, to) for u in UNITS} & gone for k, place, to in gone):
        yield "Dragon: goes with a unit"
    dragon = [unit.place for unit in resolution.after if unit.kind == "D"]
    if any(unit.place in dragon and unit.kind in UNITS for unit in resolution.after):
        yield "Dragon: beside a unit"
    for case in resolution.dislodged:
        if case.unit.kind == "D":
            yield "Dragon: dislodged"
            if not case.retreats:
                yield "Dragon: lost for ever"


def _elric(one: PlayedPhase, after: State) -> Iterator[str]:
    resolution, before = resolution_of(one), one.before.position.units
    if enlisted := _outcomes(one, Enlist, "succeeds"):
        yield "Elric: enlisted"
    elif one.before.elric.finder:
        yield "Elric: right lapses"
    if _outcomes(one, Renounce, "succeeds"):
        yield "Elric: renounced"
    for case in resolution.dislodged:
        if case.unit.kind == "E":
            yield "Elric: dislodged" if case.by else "Elric: leaves Chaos"
    moves = [(o.seat, o.order) for o in _outcomes(one, Move, "succeeds")]
    for seat, order in moves:
        if order.kind == "E":
            together = [m for s, m in moves if s == seat and m.kind in UNITS]
            together = [m for m in together if (m.place, m.to) == (order.place, order.to)]
            yield "Elric: goes with a unit" if together else "Elric: goes alone"
    for outcome in _outcomes(one, Support, "given"):
        if outcome.order.kind == "E":
            yield "Elric: supports"
    if any(o.order.kind == "E" for o in _outcomes(one, Landing, "succeeds")):
        yield "Elric: lands"
    if any(o.reason == "no_consent" for o in _outcomes(one, Guest | Admit, "void", "illegal")):
        yield "Elric: no consent"
    for elric in (unit for unit in resolution.after if unit.kind == "E"):
        if TERRAIN[elric.place] == "sea":
            yield "Elric: at sea"
        beside = [u for u in resolution.after if u.place == elric.place and u.kind in UNITS]
        if any(unit.power != elric.power for unit in beside):
            stays = elric in before and not enlisted and any(unit in before for unit in beside)
            yield "Elric: guest stays" if stays else "Elric: guest comes"
        if elric.place == "TAN" and elric not in before and beside:
            yield "Tanelorn: entered with Elric"
    if any(isinstance(told.event, ElricReigns) for told in one.ran.told):
        yield "Elric: throne"
        if any(not case.by and case.unit.kind != "E" for case in resolution.dislodged):
            yield "Elric: throne, others must leave"


def _others(one: PlayedPhase, after: State) -> Iterator[str]:
    resolution, before = resolution_of(one), one.before.position.units
    garrisons = {unit.place for unit in before if unit.kind == "G"}
    for outcome in _outcomes(one, Support, "given"):
        if outcome.order.other_kind == "G":
            yield "garrison: supported"
    for unit in _beaten(one):
        if unit.kind == "G":
            yield "garrison: beaten"
        elif unit.kind == "C":
            yield "Chaos: disbands"
    for outcome in _outcomes(one, Move, "bounces"):
        if outcome.order.to in garrisons and any(unit.kind == "G" for unit in outcome.by):
            yield "garrison: holds"
        if outcome.order.kind.startswith("C") and outcome.order.place in CHAOS_LANDS:
            yield "Chaos: bounced out of a land"
    for outcome in _outcomes(one, Move, "succeeds"):
        if outcome.order.kind.startswith("C") and outcome.order.to in CHAOS_LANDS:
            yield "Chaos: goes into a land"
        if outcome.order.kind.startswith("C") and outcome.order.to == "TAN":
            yield "Tanelorn: entered by Chaos"
    for land in CHAOS_LANDS:
        if len({unit.power for unit in resolution.after if unit.place == land}) > 1:
            yield "Chaos: two powers in a land"
    armies = [unit for unit in resolution.after if unit.place == "TAN" and unit.kind == "A"]
    if armies and not any(u.kind == "E" and u.place == "TAN" for u in resolution.after):
        yield "Tanelorn: left alone in"


def _retreats(one: PlayedPhase) -> Iterator[str]:
    done = [(o.seat, o.order) for o in _outcomes(one, RetreatOrder, "succeeds")]
    for case in one.before.position.dislodged:
        kinds = {
            order.kind
            for seat, order in done
            if (seat, order.place) == (case.unit.power, case.unit.place)
        }
        if case.unit.kind == "A/F" and kinds:
            yield "A/F: retreats whole" if "A/F" in kinds else "A/F: retreats split"
        elif case.unit.kind == "D":
            yield "Dragon: retreats" if kinds else "Dragon: lost for ever"


def _adjustments(one: PlayedPhase) -> Iterator[str]:
    position, resolution = one.before.position, resolution_of(one)
    built = _outcomes(one, Build, "succeeds")
    for outcome in built:
        if outcome.order.place in CHAOS_LANDS:
            yield "Chaos: built"
    for land in CHAOS_LANDS:
        if len({outcome.seat for outcome in built if outcome.order.place == land}) > 1:
            yield "Chaos: built by two at once"
    units, supported = size(position.units), worth(position.centers)
    for power in supported:
        if units[power] < supported[power]:
            if any(unit.kind == "E" and unit.power == power for unit in position.units):
                yield "Chaos: barred by Elric"
            elif any(unit.kind == "C" and unit.power != power for unit in position.units):
                yield "Chaos: barred"
    for unit in resolution.after:
        if unit.kind == "A/F" and unit not in position.units:
            yield "A/F: built"
    for unit in position.units:
        rest = set(parts_of([unit])) & {*resolution.after}
        if unit.kind == "A/F" and rest:
            yield "A/F: a part removed"


def _story(one: PlayedPhase, after: State) -> Iterator[str]:
    for told in one.ran.told:
        if isinstance(told.event, ElricFound):
            yield "Elric: found"
        elif isinstance(told.event, ElricMovedOn):
            yield "Elric: found by Melnibone"
    if after.ended is not None:
        yield "end: won by 16" if after.elric.reigns else "end: won by 18"
    was = _of_garrisons(one.before.position.units)
    now = _of_garrisons(after.position.units)
    yield from ("garrison: becomes nobody's" for place in now if was[place] and not now[place])
    before = [*one.before.position.units, *(c.unit for c in one.before.position.dislodged)]
    every = [*after.position.units, *(case.unit for case in after.position.dislodged)]
    were = in_game(before, one.before.position.centers)
    yield from ("end: a power is eliminated" for _ in were - in_game(every, after.position.centers))
    owners = {*after.position.centers.values()}
    for kind, text in (("D", "end: Melnibone has the Dragon only"),
                       ("E", "end: Elric's ally has him only")):  # fmt: skip
        for unit in every:
            own = {u.kind for u in every if u.power == unit.power and u.kind != "G"}
            if unit.kind == kind and own == {kind} and unit.power not in owners:
                yield text


def _of_garrisons(units: Iterable[Unit]) -> dict[str, str | None]:
    return {unit.place: unit.power for unit in units if unit.kind == "G"}


def _year(one: PlayedPhase, after: State) -> Iterator[str]:
    before, now = one.before.position.centers, after.position.centers
    units = after.position.units
    for center in now:
        if WORTH[center] == 2 and now[center] and before[center] != now[center]:
            yield "double center: changes hands"
    for unit in units:
        if unit.place not in now:
            continue
        freed = before[unit.place] is not None and now[unit.place] is None
        if unit.kind == "D" and freed:
            yield "Dragon: frees a center"
        elif unit.kind == "C" and freed:
            own = before[unit.place] == unit.power
            yield "Chaos: in its owner's center" if own else "Chaos: frees a center"
        elif unit.kind == "E" and now[unit.place] == unit.power != before[unit.place]:
            beside = [u for u in units if u.kind in UNITS and u.place == unit.place]
            yield from () if beside else ("Elric: takes a center alone",)
