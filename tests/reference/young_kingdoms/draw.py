"""Random positions with legal and near-legal orders on the map, and a count of what they met.

Every draw is from a `random.Random` and from nothing else. A position comes as a case: phase,
units, elric, orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, TypeVar

from .board import (
    ARMY,
    CHAOS_LANDS,
    DOUBLE_CENTRES,
    FLEET,
    HOME,
    KIND,
    POWERS,
    SPACES,
    TANELORN,
    both_links,
    is_coast,
    is_sea,
    touches,
)
from .orders import read_order

Drawn = dict[str, Any]
T = TypeVar("T")


def chance(rng: Random, percent: int) -> bool:
    return rng.randrange(100) < percent


def pick(rng: Random, some: Iterable[T]) -> T:
    return rng.choice(sorted(some))  # type: ignore[type-var]


def region(rng: Random, size: int) -> list[str]:
    """Spaces grown from one, so that the pieces have to do with each other."""
    found = [pick(rng, ["DRE", "DRE", "SER", "RIG", "BAK", "MAR", "MYR", *SPACES])]
    while len(found) < size:
        edge = {s for one in found for s in both_links(one)} - set(found)
        found.append(pick(rng, edge))
    return found


# --- pieces


class Draft:
    """A position in the making: (power, kind, space) of each piece, and the orders."""

    def __init__(self) -> None:
        self.pieces: list[tuple[str, str, str]] = []
        self.orders: list[tuple[str, str]] = []
        self.guest = False
        self.elric: dict[str, Any] = {}
        self.ordered: set[tuple[str, str, str]] = set()

    def at(self, space: str) -> list[tuple[str, str, str]]:
        return [piece for piece in self.pieces if piece[2] == space]

    def add(self, power: str, kind: str, space: str) -> None:
        self.pieces.append((power, kind, space))

    def order(self, piece: tuple[str, str, str], text: str) -> None:
        """Give an order to a piece that has none."""
        self.ordered.add(piece)
        self.orders.append((piece[0], text))

    def case(self) -> Drawn:
        units: dict[str, list[str]] = {}
        orders: dict[str, list[str]] = {}
        for power, kind, space in self.pieces:
            units.setdefault(power, []).append(f"{kind} {space}")
        for power, text in self.orders:
            orders.setdefault(power, []).append(text)
        case: Drawn = {"phase": "S6480M", "units": units, "orders": orders}
        if self.guest:
            case["elric"] = {"guest": True}
        elif self.elric:
            case["elric"] = self.elric
        return case


def put_unit(rng: Random, draft: Draft, space: str, powers: Sequence[str]) -> None:
    """A unit that may be there, or Chaos units, or an A/F at sea or in harbour."""
    power = pick(rng, powers)
    if space in CHAOS_LANDS:
        for _ in range(1 + rng.randrange(3)):
            draft.add(pick(rng, powers), "C", space)
        return
    if space == TANELORN:
        if chance(rng, 60):
            draft.add("NEUTRAL", "G", space)
        else:
            draft.add(power, pick(rng, ["A", "C"]), space)
        return
    if space in DOUBLE_CENTRES:
        put_in_double_centre(rng, draft, space, powers)
        return
    if space == "ORG" and chance(rng, 60):
        draft.add("NEUTRAL", "G", space)
        return
    if chance(rng, 10):
        draft.add(power, "C", space)
    elif is_sea(space):
        draft.add(power, "A/F" if chance(rng, 40) else "F", space)
    else:
        draft.add(power, "F" if is_coast(space) and chance(rng, 45) else "A", space)


def put_in_double_centre(rng: Random, draft: Draft, space: str, powers: Sequence[str]) -> None:
    """Mostly the owner with its garrison, sometimes alone, sometimes an enemy."""
    home = HOME[space]
    if chance(rng, 20):
        draft.add(pick(rng, powers), pick(rng, ["A", "F", "C"]), space)
        return
    if chance(rng, 70):
        draft.add(home, "G", space)
    if chance(rng, 80):
        draft.add(home, pick(rng, ["A/F", "A/F", "A", "F"]), space)


def put_dragon(rng: Random, draft: Draft, area: Sequence[str]) -> None:
    """Alone, or with a unit of Melnibone's or its garrison."""
    for space in rng.sample(list(area), len(area)):
        others = draft.at(space)
        alone = not others and chance(rng, 50)
        friends = others and all(p == "MEL" and kind != "C" for p, kind, _ in others)
        if (alone or friends) and space not in CHAOS_LANDS | {TANELORN}:
            draft.add("MEL", "D", space)
            return


def put_elric(rng: Random, draft: Draft, area: Sequence[str], powers: Sequence[str]) -> None:
    """With a unit of his ally, alone on land, or on land as a guest."""
    allies = [power for power in powers if power != "MEL"]
    if not allies:
        return
    ally, how = pick(rng, allies), rng.randrange(100)
    for space in rng.sample(list(area), len(area)):
        others = draft.at(space)
        units = [p for p in others if p[1] in ("A", "F", "A/F")]
        garrisons = [p for p in others if p[1] == "G"]
        if len(units) + len(garrisons) != len(others) or any(p == "MEL" for p, _, _ in others):
            continue
        if units and how < 65 and units[0][0] != "MEL":
            if not garrisons or garrisons[0][0] == units[0][0]:
                draft.add(units[0][0], "E", space)
                return
        elif (
            units and 65 <= how < 80 and units[0][0] != ally and not garrisons and not is_sea(space)
        ):
            draft.add(ally, "E", space)
            draft.guest = True
            return
        elif not others and how >= 80 and not is_sea(space) and space not in CHAOS_LANDS:
            draft.add(ally, "E", space)
            return


def hide_elric(rng: Random, draft: Draft) -> None:
    """Free, found by a piece that stands there; he may be enlisted, with an order."""
    spots = [p for p in draft.pieces if p[1] in ("A", "F", "C") and p[0] != "MEL"]
    spots = [p for p in spots if not is_sea(p[2]) and p[2] not in CHAOS_LANDS]
    spots = [p for p in spots if len(draft.at(p[2])) == 1]
    if spots:
        power, _, space = pick(rng, spots)
        draft.elric = {"hidden": space, "found_by": power}


# --- orders


def reach(piece: tuple[str, str, str]) -> list[str]:
    """Where it could go by itself; for an A/F, as one."""
    power, kind, space = piece
    if kind in ("D", "C"):
        found = both_links(space)
    elif kind in ("A", "E"):
        found = ARMY[space]
    else:
        found = FLEET[space]
    if kind != "C":
        found = found - CHAOS_LANDS
    if kind == "A/F":
        found = frozenset(s for s in found if is_sea(s) or (HOME.get(s) == power and is_sea(space)))
        found = frozenset(s for s in found if is_sea(s) or s in DOUBLE_CENTRES)
    return sorted(found)


def busy_target(rng: Random, draft: Draft, piece: tuple[str, str, str]) -> str | None:
    """A space to go to, more often one with pieces in it or ordered into it."""
    spaces = reach(piece)
    if not spaces:
        return None
    goals = {read_order(p, text).dest for p, text in draft.orders}
    busy = [s for s in spaces if draft.at(s) or s in goals]
    return pick(rng, busy) if busy and chance(rng, 75) else pick(rng, spaces)


def move_or_more(rng: Random, draft: Draft, piece: tuple[str, str, str]) -> None:
    """A move; an A/F may land its army, and split in harbour; Elric may come along."""
    power, kind, space = piece
    if kind == "A/F" and space in DOUBLE_CENTRES and chance(rng, 50):
        for part in ("A", "F"):
            goal = busy_target(rng, draft, (power, part, space))
            if goal and chance(rng, 70):
                draft.order((power, part, space), f"{part} {space} - {goal}")
        draft.ordered.add(piece)
        return
    goal = busy_target(rng, draft, piece)
    if goal is None:
        return
    draft.order(piece, f"{kind} {space} - {goal}")
    if kind == "A/F" and is_sea(goal) and chance(rng, 75):
        land(rng, draft, piece, goal)
    for other in draft.at(space):
        comes = other not in draft.ordered and other[1] in ("E", "D") and other[0] == power
        if comes and chance(rng, 55):
            draft.order(other, f"{other[1]} {space} - {goal}")


def land(rng: Random, draft: Draft, piece: tuple[str, str, str], sea: str) -> None:
    """The landing of an A/F's army from the sea it will be in."""
    coasts = [s for s in FLEET[sea] if touches(sea, s) and s not in CHAOS_LANDS]
    goals = {read_order(p, text).dest for p, text in draft.orders}
    busy = [s for s in coasts if draft.at(s) or s in goals]
    coast = pick(rng, busy) if busy and chance(rng, 80) else pick(rng, coasts)
    draft.orders.append((piece[0], f"A {sea} LAND {coast}"))
    for other in draft.at(piece[2]):
        comes = other[1] == "E" and other[0] == piece[0] and other not in draft.ordered
        if comes and chance(rng, 60):
            draft.order(other, f"E {sea} LAND {coast}")


def hold_and_land(rng: Random, draft: Draft, piece: tuple[str, str, str]) -> None:
    """An A/F that stays while its army lands."""
    _, kind, space = piece
    land(rng, draft, piece, space)
    if chance(rng, 50):
        draft.order(piece, f"{kind} {space} H")


def board(rng: Random, draft: Draft, piece: tuple[str, str, str]) -> bool:
    """An army boards a fleet of its Power; the A/F may sail and the army land."""
    power, _, space = piece
    fleets = [p for p in draft.pieces if p[1] == "F" and p[0] == power and touches(p[2], space)]
    fleets = [p for p in fleets if p not in draft.ordered]
    if not fleets:
        return False
    fleet = pick(rng, fleets)
    sea = fleet[2]
    draft.order(piece, f"A {space} BOARD F {sea}")
    for other in draft.at(space):
        if other[1] == "E" and other[0] == power and chance(rng, 60):
            draft.order(other, f"E {space} BOARD F {sea}")
    if chance(rng, 70):
        goal = busy_target(rng, draft, (power, "A/F", sea))
        if goal:
            draft.order(fleet, f"A/F {sea} - {goal}")
            if is_sea(goal) and chance(rng, 80):
                land(rng, draft, (power, "A/F", sea), goal)
    elif chance(rng, 60):
        land(rng, draft, (power, "A/F", sea), sea)
    return True


def ferry(rng: Random, draft: Draft, piece: tuple[str, str, str]) -> bool:
    """A fleet at sea carries an army over it, its own Power's or another's."""
    _, kind, sea = piece
    armies = [p for p in draft.pieces if p[1] in ("A", "C") and touches(sea, p[2])]
    armies = [p for p in armies if p not in draft.ordered]
    if kind not in ("F", "C") or not armies:
        return False
    army = pick(rng, armies)
    coasts = [s for s in FLEET[sea] if touches(sea, s) and s != army[2] and s not in CHAOS_LANDS]
    busy = [s for s in coasts if draft.at(s)]
    goal = pick(rng, busy) if busy and chance(rng, 75) else pick(rng, coasts)
    draft.order(piece, f"{kind} {sea} C {army[1]} {army[2]} - {goal}")
    if chance(rng, 85):
        via = " VIA" if chance(rng, 40) else ""
        draft.order(army, f"{army[1]} {army[2]} - {goal}{via}")
        for other in draft.at(army[2]):
            if other[1] == "E" and other[0] == army[0] and chance(rng, 60):
                draft.order(other, f"E {other[2]} - {goal}{via}")
    return True


def support(rng: Random, draft: Draft, piece: tuple[str, str, str]) -> bool:
    """Support of something within reach: of what is ordered there, or of what stands there."""
    power, kind, space = piece
    spaces = set(reach((power, "F" if kind == "A/F" and is_sea(space) else kind, space)))
    if kind == "E" and is_sea(space):
        spaces = set(FLEET[space])
    offers = []
    for other, text in draft.orders:
        order = read_order(other, text)
        if order.verb in ("-", "LAND") and order.dest in spaces and not order.first:
            number = order.number if order.number and chance(rng, 80) else ""
            prefix = f"{other} " if chance(rng, 40) or order.kind == "C" else ""
            if not (order.kind == kind and order.at == space):
                offers += [f"{prefix}{order.kind}{number} {order.at} - {order.dest}"] * 2
    for one in draft.pieces:
        if one[2] in spaces and one != piece:
            offers.append(f"{one[1]} {one[2]}")
    if not offers:
        return False
    draft.order(piece, f"{kind} {space} S {pick(rng, offers)}")
    return True


def dragon_orders(rng: Random, draft: Draft) -> None:
    """A first move or none, and then a second order from where it should be."""
    for piece in [p for p in draft.pieces if p[1] == "D"]:
        at = piece[2]
        goal = busy_target(rng, draft, piece)
        if goal and chance(rng, 55):
            draft.order(piece, f"D {at} - {goal} FIRST")
            at = goal if chance(rng, 80) else at
        elif chance(rng, 50):
            draft.order(piece, f"D {at} H FIRST")
        if chance(rng, 45):
            second = busy_target(rng, draft, ("MEL", "D", at))
            if second:
                draft.order(piece, f"D {at} - {second}")
        elif chance(rng, 60):
            support(rng, draft, ("MEL", "D", at))
        draft.ordered.add(piece)


def chaos_orders(rng: Random, draft: Draft) -> None:
    """Chaos units in the Chaos lands: out of them, with their numbers."""
    counts: Counter[tuple[str, str]] = Counter()
    for power, kind, space in list(draft.pieces):
        if kind != "C" or space not in CHAOS_LANDS:
            continue
        counts[(power, space)] += 1
        several = draft.pieces.count((power, kind, space)) > 1
        goal = busy_target(rng, draft, (power, kind, space))
        if goal and chance(rng, 65):
            name = f"C{counts[(power, space)]}" if several else "C"
            draft.order((power, kind, space), f"{name} {space} - {goal}")
        draft.ordered.add((power, kind, space))


def guest_words(rng: Random, draft: Draft) -> None:
    """GUEST and ADMITS ELRIC where Elric and a unit of another Power could meet."""
    for index, (power, text) in enumerate(draft.orders):
        order = read_order(power, text)
        if order.kind == "E" and order.verb in ("-", "H") and chance(rng, 25):
            space = order.dest or order.at
            for other, (host, words) in enumerate(draft.orders):
                one = read_order(host, words)
                there = one.dest == space or (one.at == space and one.verb in "HS")
                if one.kind in ("A", "F") and host != power and there:
                    draft.orders[index] = (power, f"{text} GUEST")
                    if chance(rng, 80):
                        draft.orders[other] = (host, f"{words} ADMITS ELRIC")
                    return


def spoil(rng: Random, draft: Draft) -> None:
    """Make an order impossible, or of no fit."""
    movers = [(i, p, t) for i, (p, t) in enumerate(draft.orders) if " - " in t and "FIRST" not in t]
    if movers:
        index, power, text = pick(rng, movers)
        head, _, tail = text.rpartition(" - ")
        words = tail.split()
        draft.orders[index] = (power, " ".join([head, "-", pick(rng, SPACES), *words[1:]]))


# --- positions


def give_orders(rng: Random, draft: Draft) -> None:
    """Boardings, ferries and moves first; then what supports them; the rest holds."""
    turn = [piece for piece in draft.pieces if piece[1] not in ("G", "D")]
    rng.shuffle(turn)
    dragon_orders(rng, draft)
    chaos_orders(rng, draft)
    for piece in turn:
        if piece in draft.ordered:
            continue
        kind, space = piece[1:]
        if kind == "A" and chance(rng, 30) and board(rng, draft, piece):
            continue
        if is_sea(space) and chance(rng, 30) and ferry(rng, draft, piece):
            continue
        if kind == "A/F" and is_sea(space) and chance(rng, 35):
            hold_and_land(rng, draft, piece)
        elif chance(rng, 45):
            move_or_more(rng, draft, piece)
    for piece in turn:
        if piece in draft.ordered or (piece[1] == "A/F" and piece[2] in DOUBLE_CENTRES):
            if piece not in draft.ordered and chance(rng, 50):
                part = pick(rng, ["A", "F", "A/F"])
                support(rng, draft, (piece[0], part, piece[2]))
                draft.ordered.add(piece)
            continue
        if chance(rng, 80) and support(rng, draft, piece):
            continue
        if chance(rng, 60):
            draft.order(piece, f"{piece[1]} {piece[2]} H")
    guest_words(rng, draft)


def plain_position(rng: Random) -> Drawn:
    """Pieces crowded in some region, and orders that have to do with each other."""
    draft = Draft()
    powers = sorted({"MEL", *rng.sample(POWERS, 2 + rng.randrange(2))})
    area = region(rng, 6 + rng.randrange(12))
    for space in area:
        if chance(rng, 70):
            put_unit(rng, draft, space, powers)
    if chance(rng, 55):
        put_dragon(rng, draft, area)
    if chance(rng, 60):
        put_elric(rng, draft, area, powers)
    elif chance(rng, 30):
        hide_elric(rng, draft)
    give_orders(rng, draft)
    if draft.elric and chance(rng, 70):
        power, space = draft.elric["found_by"], draft.elric["hidden"]
        draft.orders.append((power, "ENLIST ELRIC"))
        goal = busy_target(rng, draft, (power, "E", space))
        if goal and chance(rng, 70):
            draft.orders.append((power, f"E {space} - {goal}"))
    elric = [p for p in draft.pieces if p[1] == "E"]
    if elric and chance(rng, 3):
        draft.orders.append((elric[0][0], "RENOUNCE ELRIC"))
    if chance(rng, 15):
        spoil(rng, draft)
    return draft.case()


def is_seed(case: Mapping[str, Any]) -> bool:
    """Movement cases without the later steps."""
    return str(case["phase"]).endswith("M") and bool(case.get("orders"))


def occupied(case: Drawn) -> set[str]:
    return {text.split()[1] for texts in case["units"].values() for text in texts}


def changed_case(rng: Random, cases: Sequence[Mapping[str, Any]]) -> Drawn:
    """A case with a few changes: pieces added with orders, taken off, given to another Power."""
    seed = rng.choice([case for case in cases if is_seed(case)])
    kept = ("phase", "units", "orders", "elric", "centers", "options")
    case: Drawn = deepcopy({key: seed[key] for key in kept if key in seed})
    for _ in range(rng.randrange(4)):
        change = rng.randrange(3)
        if change == 0:
            add_piece(rng, case)
        elif change == 1:
            drop_order(rng, case)
        else:
            pass_to_another(rng, case)
    return case


def add_piece(rng: Random, case: Drawn) -> None:
    """A unit next to those there, with a move or a support."""
    taken = occupied(case)
    free = {s for one in taken for s in both_links(one)} - taken - CHAOS_LANDS - {TANELORN}
    if not free:
        return
    draft = Draft()
    for power, texts in case["units"].items():
        for text in texts:
            kind, space = text.split()
            draft.add(power, kind, space)
    draft.orders = [(p, text) for p, texts in case["orders"].items() for text in texts]
    draft.orders = [(p, text) for p, text in draft.orders if "ELRIC" not in text.split()[1:2]]
    before = len(draft.orders)
    space = pick(rng, free)
    powers = [p for p in case["units"] if p != "NEUTRAL"] or list(POWERS)
    kind = "F" if is_sea(space) or (KIND[space] == "coast" and chance(rng, 50)) else "A"
    piece = (pick(rng, powers), kind, space)
    draft.pieces.append(piece)
    if not (chance(rng, 60) and support(rng, draft, piece)):
        goal = busy_target(rng, draft, piece)
        if goal:
            draft.order(piece, f"{kind} {space} - {goal}")
    case["units"].setdefault(piece[0], []).append(f"{kind} {space}")
    for power, text in draft.orders[before:]:
        case["orders"].setdefault(power, []).append(text)


def drop_order(rng: Random, case: Drawn) -> None:
    """An order is left out."""
    power = pick(rng, case["orders"])
    if case["orders"][power]:
        case["orders"][power].remove(pick(rng, case["orders"][power]))


def pass_to_another(rng: Random, case: Drawn) -> None:
    """A unit that is alone in its space changes sides, with its orders."""
    alone = [
        (power, text)
        for power, texts in case["units"].items()
        for text in texts
        if text.split()[0] in ("A", "F", "A/F")
        and text.split()[1] not in DOUBLE_CENTRES | {case.get("elric", {}).get("hidden")}
        and sum(one.split()[1] == text.split()[1] for ts in case["units"].values() for one in ts)
        == 1
    ]
    if not alone:
        return
    power, text = pick(rng, alone)
    kind, space = text.split()
    other = pick(rng, POWERS)
    orders = case["orders"].get(power, [])
    moving = [one for one in orders if one.split()[:2] in ([kind, space], ["A", space])]
    case["units"][power].remove(text)
    case["units"].setdefault(other, []).append(text)
    for one in moving:
        orders.remove(one)
        case["orders"].setdefault(other, []).append(one)
