"""The hex board: numbered hexes, terrain, roads, walls and rivers, and how units move there.

Hexes are flat-topped and have codes "CCRR": "0304" is column 3 from the west, row 4 from the north,
both from 1. Orders and positions hold codes; axial coordinates exist only inside the engine. Costs
and allowances are whole numbers of half movement points. A *hexside* is a pair of adjacent codes.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, Struct

from adjudicator.paths import Way, cheapest_ways

Size = Annotated[int, Meta(ge=1, le=99)]
Halves = Annotated[int, Meta(ge=0)]
Hexside = tuple[str, str]
Axial = tuple[int, int]

Direction = Literal["N", "NE", "SE", "S", "SW", "NW"]

DIRECTIONS: Mapping[Direction, Axial] = {
    "N": (0, -1),
    "NE": (1, -1),
    "SE": (1, 0),
    "S": (0, 1),
    "SW": (-1, 1),
    "NW": (-1, 0),
}
"""From north clockwise: what a step in this direction adds to the axial coordinates."""

Obstacle = Literal["off_map", "not_adjacent", "wall", "no_road", "bridge", "river", "terrain"]
"""Why a kind of unit can never make a step.

off_map         there is no such hex
not_adjacent    the hexes do not touch
wall            a wall stands between them
no_road         this kind goes by road only, and no road crosses the hexside
bridge          the bridge is entered or left other than by its road
river           a river runs between them, no road crosses it, and this kind cannot
terrain         this kind cannot enter such terrain
"""

Halt = Obstacle | Literal["occupied", "spent", "zone", "full"]
"""Why a unit ended its way before the end: an obstacle, or how things stand in this phase.

occupied    the next hex is blocked, as by an enemy
spent       what is left does not pay for the next hex
zone        it had to stop where it is, as in an enemy's zone of control
full        the next hex has no room, and the unit would have ended there
"""


class Mover(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one kind of unit moves.

    cost        terrain -> half points to enter such a hex; a terrain not named cannot be entered
    road        half points to cross a hexside along a road, into terrain it can enter or onto a
                bridge; without it roads mean nothing to this kind
    river       half points more to cross a river hexside without a road; without it that cannot be
    roads_only  whether this kind crosses no other hexsides than those of roads
    """

    cost: dict[str, Halves]
    road: Halves | None = None
    river: Halves | None = None
    roads_only: bool = False


class HexMapFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The typed model of the ``map.yaml`` of a title played on hexes.

    odd_columns     whether odd columns stand half a hex higher or lower than even ones
    off             codes of the rectangle that are no hexes of the map
    default         the terrain of every hex not named under `terrain`
    terrain         terrain -> codes
    roads           the hexsides that roads cross
    walls           the hexsides that nobody crosses
    rivers          the hexsides along which rivers run; a river as wide as a hex is a terrain
    bridges         hexes that whoever cannot enter their terrain enters and leaves by road only
    names           code -> name
    """

    columns: Size
    rows: Size
    odd_columns: Literal["up", "down"]
    off: tuple[str, ...] = ()
    default: str
    terrain: dict[str, tuple[str, ...]] = {}
    movers: dict[str, Mover]
    roads: tuple[Hexside, ...] = ()
    walls: tuple[Hexside, ...] = ()
    rivers: tuple[Hexside, ...] = ()
    bridges: tuple[str, ...] = ()
    names: dict[str, str] = {}


class Walk(Struct, frozen=True):
    """What came of a written path.

    path    the hexes really gone through, from where the unit began to where it stands
    spent   half points
    halt    why it did not go on; None if it went to the end of the path
    """

    path: tuple[str, ...]
    spent: int
    halt: Halt | None


class HexBoard:
    """A map of hexes with its tables; made once from a `HexMapFile` and never changed.

    axial       code -> axial coordinates; in the order of the codes
    terrain     code -> terrain
    neighbors   code -> the hexes around it, from north clockwise; at the edge there are fewer
    roads       hexsides, both ways round; `walls` and `rivers` are, too
    rivers      those that no road crosses
    bridges     codes
    movers      kind -> how it moves
    names       code -> name, where a hex has one
    """

    def __init__(self, data: HexMapFile) -> None:
        """Raise ValueError, naming hex or hexside, for data that contradict themselves."""
        self._lift = -1 if data.odd_columns == "up" else 1
        self.columns = data.columns
        self.rows = data.rows
        rectangle = {
            f"{column:02}{row:02}": self._axial(column, row)
            for column in range(1, data.columns + 1)
            for row in range(1, data.rows + 1)
        }
        for code in data.off:
            if code not in rectangle:
                raise ValueError(f"off: hex {code} is not in the rectangle")
        self.axial: Mapping[str, Axial] = {
            code: axial for code, axial in rectangle.items() if code not in data.off
        }
        self._code = {axial: code for code, axial in self.axial.items()}
        self.neighbors: Mapping[str, tuple[str, ...]] = {
            code: tuple(
                near for direction in DIRECTIONS if (near := self.step(code, direction)) is not None
            )
            for code in self.axial
        }
        self.terrain: Mapping[str, str] = dict(self._terrain(data))
        self.movers: Mapping[str, Mover] = data.movers
        self.roads = self._hexsides("road", data.roads)
        self.walls = self._hexsides("wall", data.walls)
        # Where a road crosses a river there is a bridge, for those too who pay no heed to roads.
        self.rivers = self._hexsides("river", data.rivers) - self.roads
        self.bridges = frozenset(data.bridges)
        self.names: Mapping[str, str] = data.names
        self._check(data)

    def step(self, code: str, direction: Direction) -> str | None:
        """The next hex in this direction, None off the map. KeyError if there is no hex `code`."""
        q, r = self.axial[code]
        dq, dr = DIRECTIONS[direction]
        return self._code.get((q + dq, r + dr))

    def distance(self, a: str, b: str) -> int:
        """Steps from hex to hex as the crow flies. KeyError if there is no such hex."""
        (aq, ar), (bq, br) = self.axial[a], self.axial[b]
        return max(abs(aq - bq), abs(ar - br), abs(aq + ar - bq - br))

    def within(self, code: str, steps: int) -> tuple[str, ...]:
        """The hexes at most so far away, `code` among them, in the order of their codes."""
        return tuple(other for other in self.axial if self.distance(code, other) <= steps)

    def zone(self, codes: Iterable[str], across_walls: bool = True) -> frozenset[str]:
        """The hexes next to any of these: the zone of control of the units there."""
        return frozenset(
            near
            for code in codes
            for near in self.neighbors[code]
            if across_walls or (code, near) not in self.walls
        )

    def obstacle(self, a: str, b: str, mover: Mover) -> Obstacle | None:
        """Why such a unit can never step from `a` to `b`. KeyError if there is no hex `a`."""
        step = self._step(a, b, mover)
        return None if isinstance(step, int) else step

    def step_cost(self, a: str, b: str, mover: Mover) -> int | None:
        """Half points for the step from `a` to `b`, None if such a unit can never make it.

        From a hex that the unit could not enter it may step out (a landing), except from a bridge.
        KeyError if there is no hex `a`.
        """
        step = self._step(a, b, mover)
        return step if isinstance(step, int) else None

    def reachable(
        self,
        start: str,
        mover: Mover,
        allowance: int | None = None,
        *,
        blocked: Container[str] = (),
        stops: Container[str] = (),
        full: Container[str] = (),
    ) -> dict[str, Way[str]]:
        """The hexes where a unit may end its move, each with the cheapest way, nearest first.

        allowance   half points; None for any number
        blocked     hexes that cannot be entered
        stops       hexes where a unit that has entered them must stop; from `start` it may go on
        full        hexes that may be passed through, but not ended in; `start` always has room

        Equal ways are told apart as in `cheapest_ways`. KeyError if there is no hex `start`.
        """

        def steps(code: str) -> Iterator[tuple[str, int]]:
            if code in stops and code != start:
                return
            for near in self.neighbors[code]:
                step = self._step(code, near, mover)
                if isinstance(step, int) and near not in blocked:
                    yield near, step

        ways = cheapest_ways([start], steps, allowance)
        return {code: way for code, way in ways.items() if code == start or code not in full}

    def walk(
        self,
        path: Sequence[str],
        mover: Mover,
        allowance: int | None = None,
        *,
        blocked: Container[str] = (),
        stops: Container[str] = (),
        full: Container[str] = (),
    ) -> Walk:
        """Follow a written path as far as it is legal; `path` begins where the unit stands.

        The rest as for `reachable`. A unit that would end in a full hex ends in the last hex before
        it that has room. KeyError if the unit stands in no hex of the map.
        """
        spent = [0]
        halt: Halt | None = None
        for a, b in pairwise(path):
            step = self._step(a, b, mover)
            if len(spent) > 1 and a in stops:
                halt = "zone"
            elif not isinstance(step, int):
                halt = step
            elif b in blocked:
                halt = "occupied"
            elif allowance is not None and spent[-1] + step > allowance:
                halt = "spent"
            else:
                spent.append(spent[-1] + step)
                continue
            break
        while len(spent) > 1 and path[len(spent) - 1] in full:
            halt = "full"
            spent.pop()
        return Walk(tuple(path[: len(spent)]), spent[-1], halt)

    def _axial(self, column: int, row: int) -> Axial:
        # Two columns further east the same row lies one step further along SE: q and r both count.
        q = column - 1
        return q, row - 1 - (q + self._lift * (q % 2)) // 2

    def _step(self, a: str, b: str, mover: Mover) -> int | Obstacle:
        if b not in self.neighbors[a]:
            return "not_adjacent" if b in self.axial else "off_map"
        side = (a, b)
        enters = mover.cost.get(self.terrain[b])
        if side in self.walls:
            return "wall"
        if mover.road is not None and side in self.roads:
            return "terrain" if enters is None and b not in self.bridges else mover.road
        if mover.roads_only:
            return "no_road"
        if mover.road is not None and (self._bridge(a, mover) or self._bridge(b, mover)):
            return "bridge"
        if enters is None:
            return "terrain"
        if side not in self.rivers:
            return enters
        return "river" if mover.river is None else enters + mover.river

    def _bridge(self, code: str, mover: Mover) -> bool:
        return code in self.bridges and self.terrain[code] not in mover.cost

    def _terrain(self, data: HexMapFile) -> Iterator[tuple[str, str]]:
        given: dict[str, str] = {}
        for terrain, codes in data.terrain.items():
            for code in codes:
                self._require(code, terrain)
                if code in given:
                    raise ValueError(f"hex {code} is both {given[code]} and {terrain}")
                given[code] = terrain
        for code in self.axial:
            yield code, given.get(code, data.default)

    def _hexsides(self, what: str, pairs: Iterable[Hexside]) -> frozenset[Hexside]:
        sides: set[Hexside] = set()
        for a, b in pairs:
            self._require(a, what)
            self._require(b, what)
            if b not in self.neighbors[a]:
                raise ValueError(f"{what} {a}-{b}: the hexes do not touch")
            if (a, b) in sides:
                raise ValueError(f"{what} {a}-{b} is given twice")
            sides |= {(a, b), (b, a)}
        return frozenset(sides)

    def _require(self, code: str, what: str) -> None:
        if code not in self.axial:
            raise ValueError(f"{what}: hex {code} is not on the map")

    def _check(self, data: HexMapFile) -> None:
        """What no table's making has found."""
        for a, b in data.roads:
            if (a, b) in self.walls:
                raise ValueError(f"road {a}-{b}: a wall stands there")
        on_road = {code for side in self.roads for code in side}
        for code in data.bridges:
            self._require(code, "bridge")
            if code not in on_road:
                raise ValueError(f"bridge {code}: no road leads there")
        for code in data.names:
            self._require(code, "name")
        for kind, mover in data.movers.items():
            for terrain in mover.cost:
                if terrain != data.default and terrain not in data.terrain:
                    raise ValueError(f"mover {kind}: no hex is {terrain}")
