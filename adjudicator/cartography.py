"""Faults of a map file that show without playing on it, each a sentence.

No fault are armies that cannot leave an island (fleets carry them), a sea without a way out (a
lake), and a power that is called as one of its provinces is.
"""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.boards import ARMY, FLEET, Board, MapFile, Province
from adjudicator.lexicon import Lexicon

Links = Mapping[str, Sequence[str]]
"""Place -> the places next to it."""


def faults(data: MapFile) -> list[str]:
    """Faults of the map; where it names what there is not, those alone."""
    unknown = list(_unknown(data))
    if unknown:
        return unknown
    board = Board(data)
    return [
        *_one_sided(data),
        *_wrong_ground(data),
        *_apart(board),
        *_stuck(board),
        *_starts(board),
        *_counts(board),
        *_names(board),
    ]


def _fleets(code: str, province: Province) -> Links:
    """Where fleets go from the province, by coast if its coasts have names."""
    return province.fleet if isinstance(province.fleet, dict) else {code: province.fleet}


def _army_links(data: MapFile) -> Links:
    return {code: province.army for code, province in data.provinces.items()}


def _fleet_links(data: MapFile) -> Links:
    found: dict[str, Sequence[str]] = {}
    for code, province in data.provinces.items():
        found.update(_fleets(code, province))
    return found


def _unknown(data: MapFile) -> Iterator[str]:
    """What is named, but is no province, place, or kind of this map."""
    army, fleet = _army_links(data), _fleet_links(data)
    for code, province in data.provinces.items():
        if isinstance(province.fleet, dict):
            for coast in province.fleet:
                if coast.partition("/")[0] != code or not coast.partition("/")[2]:
                    yield f"{code}: {coast} is no name for a coast of it"
        for kind in province.entry:
            if kind not in {ARMY, FLEET, *data.kinds}:
                yield f"{code}: {kind}, which may enter, is no kind of piece"
    for links in (army, fleet):
        for place, there in links.items():
            yield from (f"{place}: {to} is no place to go to" for to in there if to not in links)
    for power, side in data.powers.items():
        for center in side.home_centers:
            if center not in data.provinces:
                yield f"{power}: there is no {center}"
    for code in data.closing.provinces if data.closing else ():
        if code not in data.provinces:
            yield f"closing: there is no {code}"


def _one_sided(data: MapFile) -> Iterator[str]:
    for kind, links in ((ARMY, _army_links(data)), (FLEET, _fleet_links(data))):
        for place, there in links.items():
            for to in sorted(set(there)):
                if to == place or there.count(to) > 1:
                    yield f"{kind} {place}: its list has {to}, which is itself, or twice"
                elif place not in links[to]:
                    yield f"{kind} {place}: {to} is next to it, but not the other way"


def _wrong_ground(data: MapFile) -> Iterator[str]:
    """Links where such a unit cannot be, coasts without a sea, and ways along no common shore."""
    terrain = {code: province.terrain for code, province in data.provinces.items()}
    fleet = _fleet_links(data)
    seas = {
        place: {to for to in there if terrain[_code(to)] == "sea"} for place, there in fleet.items()
    }
    for code, province in data.provinces.items():
        if terrain[code] == "sea" and province.army:
            yield f"{code}: no army can be at sea"
        if terrain[code] == "inland" and any(_fleets(code, province).values()):
            yield f"{code}: no fleet can be inland"
    for place, there in fleet.items():
        if terrain[_code(place)] != "coast":
            continue
        if not seas[place]:
            yield f"{place}: a coast must have a sea"
        for to in there:
            if place < to and terrain[_code(to)] == "coast" and not seas[place] & seas[to]:
                yield f"{place}: no sea is shared with {to}, where fleets go along the coast"


def _code(place: str) -> str:
    return place.partition("/")[0]


def _apart(board: Board) -> Iterator[str]:
    """Provinces that no link leads to, and those that armies and fleets together cannot reach."""
    whole = dict(enumerate(board.neighbors))
    off = _beyond(whole)
    if off:
        yield f"no way leads from {board.code[0]} to {_listed(board, off)}"
        return
    usual: dict[int, set[int]] = {}
    for kind in (ARMY, FLEET):
        for spot in board.spots[kind].values():
            usual.setdefault(spot.number, set()).update(number for _, number in spot.exits)
    off = _beyond(usual)
    if off:
        first = board.code[next(iter(usual))]
        yield f"armies and fleets have no way from {first} to {_listed(board, off)}"


def _beyond(links: Mapping[int, frozenset[int] | set[int]]) -> set[int]:
    """The provinces that cannot be reached from the first."""
    ahead = list(links)[:1]
    reached = set(ahead)
    while ahead:
        more = links[ahead.pop()] - reached
        reached |= more
        ahead += more
    return set(links) - reached


def _listed(board: Board, numbers: set[int]) -> str:
    return ", ".join(board.code[number] for number in sorted(numbers))


def _stuck(board: Board) -> Iterator[str]:
    """Places that a ship, or what else no ship carries, could never leave."""
    for kind, spots in board.spots.items():
        if "fleet" in board.kinds[kind].links:
            for place, spot in spots.items():
                if not spot.exits:
                    yield f"{kind} {place}: there is no way out"


def _starts(board: Board) -> Iterator[str]:
    begun: set[int] = set()
    homes: dict[str, str] = {}
    for power, side in board.powers.items():
        for text in side.units:
            kind, _, place = text.partition(" ")
            if place not in board.spots.get(kind, {}):
                yield f"{power}: {text} cannot stand there"
                continue
            if board.number[place] in begun:
                yield f"{power}: {text} begins where another unit does"
            begun.add(board.number[place])
        for center in side.home_centers:
            if center not in board.centers:
                yield f"{power}: {center} is no center"
            if center in homes:
                yield f"{power}: {center} is a home center of {homes[center]}, too"
            homes[center] = power
    for code, province in board.provinces.items():
        if province.garrison and (province.garrison == "home") != (code in homes):
            yield f"{code}: a home garrison is in a home center, no other is"


def _counts(board: Board) -> Iterator[str]:
    """Numbers of centers; two powers must not be able to win at once."""
    for code, province in board.provinces.items():
        if province.worth < 1 or (province.worth > 1 and not province.center):
            yield f"{code}: worth {province.worth} is nothing for it"
    total = sum(board.worth.values())
    yield from _victory(board.victory_centers, total)
    closing = board.data.closing
    if closing is not None:
        left = total - sum(board.worth.get(code, 0) for code in set(closing.provinces))
        yield from _victory(closing.victory_centers, left)


def _victory(number: int, total: int) -> Iterator[str]:
    if not total < 2 * number <= 2 * total:
        yield f"{number} of {total} centers to win are half or less, or more than all"


def _names(board: Board) -> Iterator[str]:
    """Names with two meanings. A piece and a place can stand at the same point of a line."""
    places = {code: province.name for code, province in board.provinces.items()}
    kinds = {code: kind.names[0] for code, kind in board.kinds.items()}
    powers = {code: power.names[0] for code, power in board.powers.items()}
    for code in sorted({*places} & {*powers}):
        yield f"{code} is both a power and a province"
    try:
        Lexicon(
            {**places, **kinds},
            [
                *(
                    (a, code)
                    for code, province in board.provinces.items()
                    for a in province.aliases
                ),
                *((name, code) for code, kind in board.kinds.items() for name in kind.names),
            ],
        )
        Lexicon(powers, [(n, code) for code, side in board.powers.items() for n in side.names])
    except ValueError as error:
        yield str(error)
