"""The cheapest ways through a graph of numbers, worked out by hand."""

from adjudicator.paths import Way, cheapest_ways

# 0 -1- 1 -1- 2 -5- 3, 0 -2- 2, and 9 apart; one way only: 3 -0- 4.
EDGES = {(0, 1): 1, (1, 2): 1, (2, 3): 5, (0, 2): 2, (1, 0): 1, (2, 1): 1, (2, 0): 2, (3, 4): 0}


def steps(place: int) -> list[tuple[int, int]]:
    return [(b, cost) for (a, b), cost in EDGES.items() if a == place]


def test_the_cheapest_then_the_fewest_steps() -> None:
    assert cheapest_ways([0], steps) == {
        0: Way(0, (0,)),
        1: Way(1, (0, 1)),
        2: Way(2, (0, 2)),
        3: Way(7, (0, 2, 3)),
        4: Way(7, (0, 2, 3, 4)),
    }


def test_a_limit_may_be_used_up() -> None:
    assert set(cheapest_ways([0], steps, 6)) == {0, 1, 2}
    assert set(cheapest_ways([0], steps, 7)) == {0, 1, 2, 3, 4}
    assert set(cheapest_ways([0], steps, 0)) == {0}


def test_from_the_nearest_of_several_starts() -> None:
    ways = cheapest_ways([3, 0, 9], steps)
    assert {place: way.path for place, way in ways.items()} == {
        0: (0,),
        3: (3,),
        9: (9,),
        4: (3, 4),
        1: (0, 1),
        2: (0, 2),
    }
    assert cheapest_ways([], steps) == {}
