"""The hex board on any map: against plain geometry, and against all ways there are."""

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.hexes import Mover
from tests.hexes import board


def center(code: str, parity: str) -> tuple[int, int]:
    """Where a hex is: columns from the west, half hexes from the north."""
    column, row = int(code[:2]), int(code[2:])
    low = (column % 2 == 0) if parity == "up" else (column % 2 == 1)
    return column, 2 * row + low


def touch(a: str, b: str, parity: str) -> bool:
    (ax, ay), (bx, by) = center(a, parity), center(b, parity)
    return (abs(ax - bx), abs(ay - by)) in ((0, 2), (1, 1))


PARITIES = st.sampled_from(["up", "down"])


@given(PARITIES, st.integers(1, 6), st.integers(1, 6), st.data())
def test_distance_is_a_metric_and_counts_steps(
    parity: str, columns: int, rows: int, data: st.DataObject
) -> None:
    hexes = board(columns, rows, parity)
    codes = list(hexes.axial)
    assert codes == sorted(codes)
    assert len(codes) == len(set(hexes.axial.values())) == columns * rows
    for code in codes:
        assert set(hexes.neighbors[code]) == {
            other for other in codes if touch(code, other, parity)
        }
    a, b, c = (data.draw(st.sampled_from(codes)) for _ in range(3))
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert (hexes.distance(a, b) == 0) == (a == b)
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)
    steps = {a: 0}
    for code in (queue := [a]):
        for near in codes:
            if touch(code, near, parity) and near not in steps:
                steps[near] = steps[code] + 1
                queue.append(near)
    assert steps == {code: hexes.distance(a, code) for code in codes}
    n = data.draw(st.integers(0, 4))
    assert hexes.within(a, n) == tuple(code for code in codes if steps[code] <= n)


Case = tuple[dict[str, Any], dict[str, Any], str, dict[str, Any]]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A small map, a mover, where it starts, and how things stand."""
    parity = draw(PARITIES)
    columns, rows = draw(st.sampled_from([(3, 3), (4, 2), (2, 4), (3, 4)]))
    codes = [f"{c:02}{r:02}" for c in range(1, columns + 1) for r in range(1, rows + 1)]
    sides = [[a, b] for a in codes for b in codes if a < b and touch(a, b, parity)]
    kinds = {code: draw(st.sampled_from(["clear", "clear", "forest", "water"])) for code in codes}
    marks = {
        (a, b): draw(st.sampled_from(["", "", "", "wall", "road", "road", "river", "road river"]))
        for a, b in sides
    }
    on_road = {code for side, mark in marks.items() if "road" in mark for code in side}
    plan = {
        "columns": columns,
        "rows": rows,
        "odd_columns": parity,
        "terrain": {
            kind: [code for code in codes if kinds[code] == kind] for kind in ("forest", "water")
        },
        "bridges": sorted(
            code for code in on_road if kinds[code] == "water" and draw(st.booleans())
        ),
        "roads": [side for side in sides if "road" in marks[side[0], side[1]]],
        "walls": [side for side in sides if marks[side[0], side[1]] == "wall"],
        "rivers": [side for side in sides if "river" in marks[side[0], side[1]]],
    }
    mover = {
        "cost": {"clear": draw(st.integers(0, 2)), "forest": 3},
        "road": draw(st.sampled_from([1, 0, None])),
        "river": draw(st.sampled_from([None, 1])),
        "roads_only": draw(st.sampled_from([False, False, False, True])),
    }
    few = st.sets(st.sampled_from(codes), max_size=3)
    now = {
        "allowance": draw(st.sampled_from([3, 5, 8, None])),
        "blocked": draw(few),
        "stops": draw(few),
        "full": draw(few),
    }
    return plan, mover, draw(st.sampled_from(codes)), now


def price(plan: dict[str, Any], mover: dict[str, Any], a: str, b: str) -> int | None:
    """The rules once more, from the data alone."""

    def crossed(what: str) -> bool:
        return [a, b] in plan[what] or [b, a] in plan[what]

    def dry(code: str) -> bool:
        return code not in plan["terrain"]["water"]

    if crossed("walls"):
        return None
    if crossed("roads") and mover["road"] is not None:
        return mover["road"] if dry(b) or b in plan["bridges"] else None  # type: ignore[no-any-return]
    if mover["roads_only"] or not dry(b):
        return None
    if mover["road"] is not None and a in plan["bridges"]:
        return None
    cost: int = mover["cost"]["forest" if b in plan["terrain"]["forest"] else "clear"]
    if not crossed("rivers") or crossed("roads"):
        return cost
    return None if mover["river"] is None else cost + mover["river"]


def all_ways(
    plan: dict[str, Any], mover: dict[str, Any], now: dict[str, Any], path: list[str], cost: int
) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Every way without a hex twice that begins with this path: cost, steps, hexes."""
    code = path[-1]
    if code not in now["full"] or len(path) == 1:
        yield cost, len(path), tuple(path)
    if code in now["stops"] and len(path) > 1:
        return
    for column in range(1, plan["columns"] + 1):
        for row in range(1, plan["rows"] + 1):
            near = f"{column:02}{row:02}"
            if near in path or near in now["blocked"] or not touch(code, near, plan["odd_columns"]):
                continue
            step = price(plan, mover, code, near)
            if step is not None and (now["allowance"] is None or cost + step <= now["allowance"]):
                yield from all_ways(plan, mover, now, [*path, near], cost + step)


@given(cases())
def test_reachable_is_the_best_of_all_ways(case: Case) -> None:
    plan, costs, start, now = case
    best: dict[str, tuple[int, int, tuple[str, ...]]] = {}
    for way in all_ways(plan, costs, now, [start], 0):
        to = way[2][-1]
        best[to] = min(best.get(to, way), way)
    hexes, mover = board(**plan), Mover(**costs)
    reach = hexes.reachable(start, mover, **now)
    assert {to: (way.cost, len(way.path), way.path) for to, way in reach.items()} == best
    for way in reach.values():
        walk = hexes.walk(way.path, mover, **now)
        assert (walk.path, walk.spent, walk.halt) == (way.path, way.cost, None)
