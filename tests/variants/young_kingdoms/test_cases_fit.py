"""The hand-worked cases of Young Kingdoms name no place, piece or link that the map has not."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.simultaneous.phases import phase_code
from tests.variants.young_kingdoms.cases import cases
from tests.variants.young_kingdoms.test_map import BOARD, DATA, piece, steps


def standing(case: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Each power and piece that the case has on the board, in all its parts."""
    for part in ("units", "after"):
        for power, pieces in case[part].items():
            yield from ((power, text) for text in pieces)
    for part in ("dislodged", "dislodged_before"):
        yield from (tuple(gone["unit"].split(" ", 1)) for gone in case.get(part, ()))
    for text in case.get("built_in", ()):
        yield tuple(text.split(" ", 1))


def test_the_pieces_of_the_cases_can_stand_there() -> None:
    for case in cases():
        assert phase_code(case["phase"])
        for power, text in standing(case):
            kind, place = piece(text)
            assert power in {*DATA.powers, "NEUTRAL"}, case["id"]
            at_sea = kind == "A" and BOARD.is_sea[BOARD.number[place]]  # landed, its ship lost
            assert place in BOARD.spots[kind] or at_sea, (case["id"], text)


def test_the_places_of_the_cases_are_on_the_map() -> None:
    written = re.compile(r"\b(?:[A-Z]{3}|YU)\b")
    words_of_orders = {*DATA.powers, "VIA", "NEUTRAL"}
    for case in cases():
        for orders in case["orders"].values():
            for order in orders:
                assert set(written.findall(order)) <= {*BOARD.number, *words_of_orders}, case["id"]
        for part in ("centers", "centers_after"):
            for power, owned in case.get(part, {}).items():
                assert power in {*DATA.powers, "NEUTRAL"}, case["id"]
                assert set(owned) <= BOARD.centers, case["id"]
        assert set(case.get("draw", ())) <= BOARD.centers, case["id"]


ONE_STEP = re.compile(r"([A-Z/]+)\d? ([A-Z]+) (?:-|R) ([A-Z]+)")
LANDING = re.compile(r"[AE] ([A-Z]+) LAND ([A-Z]+)")
SUPPORT = re.compile(r"([A-Z/]+)\d? ([A-Z]+) S (?:[A-Z]{3} )?[A-Z/]+\d? ([A-Z]+)(?: - ([A-Z]+))?")
BOARDING = re.compile(r"[AE] ([A-Z]+) BOARD F ([A-Z]+)")
DENIED = ("illegal", "void")


def allowed(case: Mapping[str, Any]) -> Iterable[str]:
    """The orders of the case that it does not call illegal or void."""
    for power, orders in case["orders"].items():
        for order in orders:
            if case.get("results", {}).get(f"{power} {order}") not in DENIED:
                yield order


def test_the_links_of_the_cases_are_on_the_map() -> None:
    """An army, of Chaos or not, may go by ferry; Elric goes by sea with a ship or an army."""
    for case in cases():
        for order in allowed(case):
            if found := BOARDING.match(order):
                coast, sea = found.groups()
                assert BOARD.number[sea] in BOARD.seas[BOARD.number[coast]], (case["id"], order)
            elif found := LANDING.match(order):
                sea, coast = found.groups()
                assert BOARD.number[sea] in BOARD.seas[BOARD.number[coast]], (case["id"], order)
            elif found := ONE_STEP.match(order):
                kind, place, to = found.groups()
                assert linked(kind, place, to), (case["id"], order)


def linked(kind: str, place: str, to: str) -> bool:
    """Whether such a piece can come there in one move, by itself or carried."""
    if place in BOARD.spots[kind] and to in steps(kind, place):
        return True
    one, other = BOARD.number[place], BOARD.number[to]
    ferried = bool(BOARD.seas[one] & BOARD.seas[other])
    return {
        "A": ferried or one in BOARD.seas[other],  # retreats from its lost ship to a coast
        "C": ferried,
        "E": ferried or other in BOARD.neighbors[one],
    }.get(kind, False)


def test_the_retreats_of_the_cases_are_on_the_map() -> None:
    for case in cases():
        for gone in (*case.get("dislodged", ()), *case.get("dislodged_before", ())):
            kind, place = piece(gone["unit"].split(" ", 1)[1])
            for way, part in (("retreats", kind), ("whole", "A/F"), ("fleet", "F"), ("army", "A")):
                for to in gone.get(way, ()):
                    assert linked(part, place, to), (case["id"], gone)


def test_the_supports_of_the_cases_go_where_such_a_piece_could() -> None:
    """Whoever supports out of a ship supports as the ship does."""
    for case in cases():
        for order in allowed(case):
            if found := SUPPORT.match(order):
                kind, place, other, to = found.groups()
                at = "F" if kind == "E" and BOARD.is_sea[BOARD.number[place]] else kind
                near = BOARD.spots[at][place].near
                assert BOARD.number[to or other] in near, (case["id"], order)
