"""Random positions: plain ones, ones grown from the conformance cases, and circles.

Every generator draws from a `random.Random`, seeded or handed out by hypothesis
(`st.randoms(use_true_random=False)`), and from nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from .board import (
    POWERS,
    PROVINCES,
    Unit,
    fleet_neighbours,
    is_coast,
    is_sea,
    load_yaml,
    parse_order,
    parse_unit,
    province_of,
    touches,
)
from .drafts import (
    CHANGES,
    Draft,
    Drawn,
    add_unit,
    arrange_convoy,
    attack_together,
    chance,
    land_or_sea_moves,
    neighbours,
    pick,
    put_unit,
    region,
    some_order,
    some_powers,
    spoil,
)

CASE_FILE = Path(__file__).parents[1] / "data" / "datc.yaml"


def load_cases() -> list[dict[str, Any]]:
    """The movement cases."""
    return [case for case in load_yaml(CASE_FILE)["cases"] if case["phase"].endswith("M")]


def case_orders(case: dict[str, Any]) -> dict[str, list[str]]:
    orders: dict[str, list[str]] = {}
    for line in case["orders"]:
        orders.setdefault(line["power"], []).append(line["order"])
    return orders


def plain_position(rng: Random) -> Drawn:
    """(i) Units crowded in some region, and orders that have to do with each other."""
    draft, powers = Draft(), some_powers(rng, 5)
    area = region(rng, 6 + rng.randrange(14))
    for province in area:
        if chance(rng, 75):
            put_unit(rng, draft, province, powers)
    if not draft.units:
        put_unit(rng, draft, area[0], powers)
    for _ in range(rng.randrange(6)):
        arrange_convoy(rng, draft)
    for province in draft.convoying():
        if chance(rng, 40):
            attack_together(rng, draft, province)
    turn = sorted(draft.units.keys() - draft.orders.keys())
    rng.shuffle(turn)
    for index, province in enumerate(turn):
        order = some_order(rng, draft, province, moving=100 if index < len(turn) // 3 else 30)
        if order:
            draft.orders[province] = order
    if chance(rng, 15):
        spoil(rng, draft)
    return draft.finished()


# --- growing from the conformance cases


def draft_of(case: dict[str, Any]) -> Draft:
    """A case as a draft."""
    draft = Draft()
    for power, texts in case["units"].items():
        for text in texts:
            unit = parse_unit(power, text)
            draft.units[unit.province] = unit
    for power, texts in case_orders(case).items():
        for text in texts:
            at = parse_order(power, text).at
            if at in draft.units and draft.units[at].power == power:
                draft.orders[at] = text
            else:
                draft.foreign.append((power, text))
    return draft


def overlay(rng: Random, draft: Draft, other: Draft) -> None:
    """Put the units of another case into this one, and their orders, where there is room."""
    for province, unit in sorted(other.units.items()):
        if province not in draft.units or chance(rng, 30):
            draft.units[province] = unit
            draft.orders.pop(province, None)
            if province in other.orders:
                draft.orders[province] = other.orders[province]


def is_seed_case(case: dict[str, Any]) -> bool:
    """6.C, 6.D.6 to 6.D.8, 6.E, 6.F and 6.G."""
    return case["id"].startswith(("6.C.", "6.E.", "6.F.", "6.G.")) or case["id"] in (
        "6.D.6",
        "6.D.7",
        "6.D.8",
    )


PARADOXES = frozenset(
    ["6.F.14", "6.F.15", "6.F.16", "6.F.17", "6.F.18", "6.F.22", "6.F.23", "6.F.24", "6.G.11"]
)


def grown_position(rng: Random, cases: Sequence[dict[str, Any]]) -> Drawn:
    """(ii) A case with a few changes; one in three is from the paradoxes."""
    seeds = [case for case in cases if is_seed_case(case)]
    paradoxes = [case for case in seeds if case["id"] in PARADOXES]
    draft = draft_of(pick(rng, paradoxes if chance(rng, 33) else seeds))
    if chance(rng, 15):
        overlay(rng, draft, draft_of(pick(rng, paradoxes if chance(rng, 50) else seeds)))
    for _ in range(rng.randrange(5)):
        pick(rng, CHANGES)(rng, draft)
    return draft.finished()


# --- circles


def ring(rng: Random, size: int) -> list[str] | None:
    """Provinces in a closed walk; two neighbours in it border by land or coast, or share a sea."""
    found = [pick(rng, [province for province in PROVINCES if is_coast(province)])]
    while len(found) < size:
        onward = [one for one in neighbours(found[-1]) if one not in found]
        if not onward:
            return None
        found.append(pick(rng, onward))
    return found


def bridges(start: str, end: str, taken: Sequence[str]) -> list[tuple[str, ...]]:
    """Seas, one or two, over which an army could be convoyed, none of them taken."""
    seas = [sea for sea in PROVINCES if is_sea(sea) and sea not in taken]
    first = [sea for sea in seas if touches(sea, start)]
    one: list[tuple[str, ...]] = [(sea,) for sea in first if touches(sea, end)]
    two: list[tuple[str, ...]] = [
        (sea, last)
        for sea in first
        for last in seas
        if last in fleet_neighbours(sea) and touches(last, end)
    ]
    return one or two


def leg(unit: Unit, dest: str) -> str | None:
    """The order to go there without a convoy."""
    places = [place for place in land_or_sea_moves(unit) if province_of(place) == dest]
    return f"{unit.kind} {unit.place} - {places[0]}" if places else None


def convoyed_leg(rng: Random, draft: Draft, unit: Unit, dest: str, taken: list[str]) -> str | None:
    """The order to go there by convoy, with the fleets put up for it."""
    routes = bridges(unit.province, dest, taken) if unit.kind == "A" else []
    if not routes:
        return None
    for sea in pick(rng, routes):
        power = unit.power if chance(rng, 60) else pick(rng, POWERS)
        draft.units[sea] = Unit(power, "F", sea)
        draft.orders[sea] = f"F {sea} C {unit.kind} {unit.place} - {dest}"
        taken.append(sea)
    return f"{unit.kind} {unit.place} - {dest} VIA"


def closed_ring(rng: Random) -> Draft | None:
    """Two to six units each of which moves to where the next one is; a convoyed leg or more."""
    stops = ring(rng, 2 + rng.randrange(5))
    if stops is None:
        return None
    draft, powers, taken = Draft(), some_powers(rng, 4), list(stops)
    for province in stops:
        put_unit(rng, draft, province, powers)
    sailing = rng.randrange(len(stops)) if chance(rng, 50) else -1
    for index, province in enumerate(stops):
        unit, dest = draft.units[province], stops[(index + 1) % len(stops)]
        walk = leg(unit, dest) if index != sailing else None
        order = walk or convoyed_leg(rng, draft, unit, dest, taken)
        if order is None:
            return None
        draft.orders[province] = order
    return draft


def circle_position(rng: Random) -> Drawn:
    """(iii) A circle of moves with up to four units about it that help, disturb or attack."""
    draft = None
    for _ in range(100):
        draft = closed_ring(rng)
        if draft is not None:
            break
    else:
        draft = Draft()
        for province, dest in (("ANK", "CON"), ("CON", "SMY"), ("SMY", "ANK")):
            draft.units[province] = Unit("TURKEY", "A", province)
            draft.orders[province] = f"A {province} - {dest}"
    for _ in range(rng.randrange(5)):
        add_unit(rng, draft)
    return draft.finished()
