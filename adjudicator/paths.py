"""The cheapest ways through any graph: provinces by number, hexes by code."""

from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush
from typing import Generic, TypeVar

from msgspec import Struct

Place = TypeVar("Place", bound=str | int)


class Way(Struct, Generic[Place], frozen=True):
    """A way to a place: what it costs, and the places gone through, from the start to this one."""

    cost: int
    path: tuple[Place, ...]


def cheapest_ways(
    starts: Iterable[Place],
    steps: Callable[[Place], Iterable[tuple[Place, int]]],
    limit: int | None = None,
) -> dict[Place, Way[Place]]:
    """The cheapest way to every place that can be reached, the starts among them, nearest first.

    steps       place -> the places one step away, each with what the step costs, never below 0
    limit       what a way may cost at most

    Of ways at the same cost the one with the fewest steps is taken, of these the one with the
    smaller place where they first differ: no order of reading the graph shows in the result.
    """
    ways: dict[Place, Way[Place]] = {}
    found: list[tuple[int, int, tuple[Place, ...]]] = [(0, 1, (start,)) for start in starts]
    heapify(found)
    while found:
        cost, length, path = heappop(found)
        place = path[-1]
        if place in ways:
            continue
        ways[place] = Way(cost, path)
        for to, price in steps(place):
            if to not in ways and (limit is None or cost + price <= limit):
                heappush(found, (cost + price, length + 1, (*path, to)))
    return ways
