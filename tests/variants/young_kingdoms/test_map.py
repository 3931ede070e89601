"""The map of Young Kingdoms: its facts, its names, and what each kind of piece reaches."""

import re
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec.structs import replace

from adjudicator.boards import ARMY, FLEET, Board, Closing, Kind, MapFile
from adjudicator.cartography import faults
from adjudicator.documents import read
from adjudicator.lexicon import words
from adjudicator.simultaneous.notation import Notation
from adjudicator.simultaneous.phases import phase_code
from tests.boards import BOARD as STANDARD
from tests.reference.board import load_yaml
from tests.rules import rule

DATA = read(files("variants") / "young_kingdoms" / "map.yaml", MapFile)
BOARD = Board(DATA)
CHAOS_LANDS = {"KEL", "SIG", "SIL"}

# --- the same map as the research's


def test_the_provinces_are_those_of_the_shared_map(shared_data: Callable[[str], Path]) -> None:
    shared = load_yaml(shared_data("young_kingdoms.yaml"))["provinces"]
    assert list(shared) == list(DATA.provinces)
    entry = {"all": (), "chaos": ("C",), "tanelorn": ("A", "C", "E")}
    for code, there in shared.items():
        ours = DATA.provinces[code]
        assert (ours.name, ours.terrain, ours.source) == (
            there["name"], there["kind"], there["provenance"],
        )  # fmt: skip
        assert sorted(ours.army) == sorted(there["army"])
        assert sorted(ours.fleet) == sorted(there["fleet"])
        assert ours.worth * ours.center == int(there["sc"])
        assert (ours.garrison or "null") == there["garrison"]
        assert ours.entry == entry[there["entry"]]
        assert ours.peaceful == (there["entry"] == "chaos")
        assert bool(ours.note) == ("note" in there)


def test_the_powers_are_those_of_the_shared_map(shared_data: Callable[[str], Path]) -> None:
    shared = load_yaml(shared_data("young_kingdoms.yaml"))
    assert list(shared["powers"]) == list(DATA.powers)
    for code, there in shared["powers"].items():
        ours = DATA.powers[code]
        begun = [f"{u['unit'].replace('DRAGON', 'D')} {u['at']}" for u in there["start"]]
        assert ours.names[0] == there["name"]
        assert sorted(ours.home_centers) == sorted(there["home"])
        assert sorted(ours.units) == sorted(begun)
    assert DATA.closing is not None
    assert shared["victory"] == {
        "centres": str(DATA.victory_centers),
        "after_elric_throne": str(DATA.closing.victory_centers),
    }
    start = phase_code(DATA.start)
    assert (start.season, start.step) == ("S", "M")
    assert shared["start"] == {"season": "Spring", "year": str(start.year)}


# --- what the rules of the variant say of it

STARTS = {
    "MEL": {"A/F Imrryr", "D The Caves"},
    "SHZ": {"F Shazar", "A Aflitain", "F Nihrain"},
    "DHJ": {"A Dharijor", "F Gromoorva", "F Pan Tang"},
    "VLM": {"A Jadmar", "F Pyaray", "F Old Hrolmar"},
    "PUR": {"F Menii", "A/F Fortress of Evening"},
    "LOR": {"F Ramasaz", "F Trepesaz", "A Iosaz"},
    "OIY": {"A Yu", "F Dhoz-Kam", "F Oin"},
}


def piece(text: str) -> tuple[str, str]:
    """Kind and place; of several Chaos units in a land, each has a number (C1)."""
    kind, place = text.split()
    return kind.rstrip("12"), place


@rule("young_kingdoms", "37", "YK 1")
def test_the_powers_start_where_the_rules_say() -> None:
    for power, side in DATA.powers.items():
        begun = [piece(text) for text in side.units]
        named = {f"{kind} {BOARD.full_name(place)}" for kind, place in begun}
        assert named == STARTS[power]
        centers = sum(BOARD.worth[c] for c in side.home_centers)
        assert centers == sum({"A": 1, "F": 1, "A/F": 2, "D": 0}[kind] for kind, _ in begun)
        assert {p for k, p in begun if k != "D"} == set(side.home_centers)
    assert sum(len(side.units) for side in DATA.powers.values()) == 19


@rule("young_kingdoms", "39", "40", "44", "48", "79", "YK 2", "YK 3", "YK 4", "YK 8")
def test_garrisons_double_centers_and_closed_lands() -> None:
    assert BOARD.garrisons == {"IMR": "MEL", "FOE": "PUR", "ORG": None, "TAN": None}
    assert {c for c, worth in BOARD.worth.items() if worth != 1} == {"IMR", "FOE"}
    assert {c for c, p in DATA.provinces.items() if p.peaceful} == CHAOS_LANDS
    assert not CHAOS_LANDS & BOARD.centers
    assert {c for c, p in DATA.provinces.items() if p.entry} == {*CHAOS_LANDS, "TAN"}
    assert "CAV" not in BOARD.centers
    assert {*STANDARD.garrisons, *(w for w in STANDARD.worth.values() if w != 1)} == set()


@rule("young_kingdoms", "38", "YK 2", "YK 6")
def test_the_least_majority_wins() -> None:
    total = sum(BOARD.worth.values())
    homes = {c for side in DATA.powers.values() for c in side.home_centers}
    assert (total, len(BOARD.centers - homes)) == (34, 14)
    assert total // 2 + 1 == DATA.victory_centers == 18
    assert DATA.closing == Closing(provinces=("CAV", "IMR", "TAN"), victory_centers=16)
    assert (total - BOARD.worth["IMR"] - BOARD.worth["TAN"]) // 2 + 1 == 16


# --- how it hangs together


def provinces(numbers: Iterable[int]) -> set[str]:
    return {BOARD.code[number] for number in numbers}


def steps(kind: str, place: str) -> set[str]:
    return {to for to, _ in BOARD.spots[kind][place].exits}


def distances(start: str, kind: str) -> dict[str, int]:
    """Place -> the moves it takes such a piece to come there."""
    found = {start: 0}
    ahead = [start]
    for place in ahead:
        for to in sorted(steps(kind, place) - found.keys()):
            found[to] = found[place] + 1
            ahead.append(to)
    return found


def test_sizes() -> None:
    terrains = [province.terrain for province in DATA.provinces.values()]
    assert [terrains.count(t) for t in ("sea", "coast", "inland")] == [12, 33, 12]
    assert sum(map(len, BOARD.neighbors)) == 2 * 147


@rule("young_kingdoms", "34")
def test_coasts() -> None:
    """Where fleets go along a coast there is a land border and one sea for both at least."""
    for code, province in DATA.provinces.items():
        assert isinstance(province.fleet, tuple)
        if province.terrain == "coast":
            for to in province.fleet:
                if DATA.provinces[to].terrain == "coast":
                    assert to in province.army
                    assert BOARD.seas[BOARD.number[code]] & BOARD.seas[BOARD.number[to]]


@rule("young_kingdoms", "59", "YK 4", "YK 5")
def test_the_kinds_get_everywhere_they_may() -> None:
    assert set(distances("IMR", "C")) == set(BOARD.code)
    assert set(distances("IMR", "D")) == {*BOARD.code} - CHAOS_LANDS - {"TAN"}
    assert set(distances("IMR", FLEET)) == set(BOARD.spots[FLEET])
    sea = BOARD.code.index("OLD")
    reached = {sea}
    for _ in BOARD.code:
        reached |= {n for at in reached for n in BOARD.seas[at]}
    assert reached == BOARD.all_seas


def test_chaos_comes_out_in_three_places_or_more() -> None:
    for land in CHAOS_LANDS:
        assert len(steps("C", land) - CHAOS_LANDS - {"TAN"}) >= 3


def homes_of_others() -> dict[str, str]:
    return {c: p for p, side in DATA.powers.items() if p != "MEL" for c in side.home_centers}


def test_the_dragon_reaches_all_homes_but_one_in_four_moves() -> None:
    moves = {c: distances("CAV", "D")[c] for c in homes_of_others()}
    assert len(moves) == 17
    assert {c: n for c, n in moves.items() if n > 4} == {"NIH": 5}


def seasons_on(army: str, fleet: str) -> set[tuple[str, str]]:
    """Where an army and its fleet may be a season later; both in one sea: the army is aboard."""
    found = set()
    harbor = army == fleet and fleet not in provinces(BOARD.all_seas)
    aboard = army == fleet and not harbor
    boards = not aboard and fleet in provinces(BOARD.seas[BOARD.number[army]])
    if aboard or harbor or boards:
        for sea in {fleet, *steps("A/F", fleet)}:
            found.add((sea, sea))
            found |= {(land, sea) for land in steps(FLEET, sea) & BOARD.spots[ARMY].keys()}
    if not aboard:
        armies = {army, *steps(ARMY, army)} - {"TAN"}
        fleets = {fleet, *steps(FLEET, fleet)}
        found |= {(a, f) for a in armies for f in fleets if a != f or a == "IMR"}
    return {(a, f) for a, f in found if f == a or DATA.provinces[a].terrain != "sea"}


def test_the_ships_of_imrryr_threaten_four_powers_in_a_year() -> None:
    first = seasons_on("IMR", "IMR")
    second = {after for state in first for after in seasons_on(*state)}
    threatened = {
        part: {homes_of_others().get(state[part]) for state in first | second} - {None}
        for part in (0, 1)
    }
    assert threatened[0] == {"DHJ", "VLM", "PUR", "LOR"}
    assert threatened[1] == {"DHJ", "VLM", "PUR"}  # it would have to put in a season later


# --- what each kind reaches; the sets are worked out by hand


@pytest.mark.parametrize(
    ("kind", "place", "exits"),
    [
        ("D", "CAV", "DRS DRW IMR"),
        ("D", "BAK", "NAD NPS RIG SPS"),  # not the Sighing Desert, not Tanelorn
        ("D", "DRN", "DRE DRW IMR JAD PAN PYA SPS"),
        ("D", "YU", "DHO DOR EBO OIN STA"),  # not Kelmain
        ("E", "BAK", "NAD RIG TAN"),
        ("E", "TAN", "BAK RIG"),
        ("E", "SOR", ""),
        ("E", "DRE", ""),  # aboard
        ("C", "SIL", "MAR MYR NIH RLI WBO XAN"),
        ("C", "TAN", "BAK RIG SIG"),
        ("C", "WBO", "DOR EBO MAR NIH RLI SHA SIL"),
        ("C", "KEL", "DOR KAN STA YU"),
        ("A", "BAK", "NAD RIG TAN"),
        ("A", "MAR", "AFL MYR NIH SHA"),
        ("A", "PAN", ""),
        ("F", "NPS", "BAK SPS TAR"),
        ("F", "FOE", "DRE MEN SER STV"),
        ("F", "WBO", "DOR EBO MAR NIH RLI SHA"),
        ("A/F", "IMR", "DRE DRN"),
        ("A/F", "FOE", "DRE SER STV"),  # not Menii, a coast
        ("A/F", "DRE", "DRN DRS FOE IMR SER STV"),
        ("A/F", "NPS", "SPS"),
        ("G", "TAN", ""),
        ("G", "FOE", ""),
    ],
)
@rule("young_kingdoms", "7", "42", "44", "48", "59", "60")
def test_where_a_piece_goes(kind: str, place: str, exits: str) -> None:
    spot = BOARD.spots[kind][place]
    assert steps(kind, place) == set(exits.split())
    assert spot.reach == {to: to for to in exits.split()}
    assert spot.number == BOARD.number[place]


@pytest.mark.parametrize(
    ("kind", "place", "near"),
    [
        ("A", "RIG", "BAK KRL NAD ORG TAN TRO VIL"),
        ("D", "RIG", "BAK KRL NAD ORG TAN TRO VIL"),  # Tanelorn's gate stops no support
        ("C", "MAR", "AFL MYR NIH SHA WBO"),  # none into the Silent Land
        ("C", "SIL", ""),
        ("A/F", "SER", "ARG DRE DRS FIL FOE MEN OLD PIK"),  # coasts, too
        ("A/F", "FOE", "DRE MEN SER STV"),
        ("F", "NPS", "BAK SPS TAR"),
        ("G", "ORG", ""),
    ],
)
@rule("young_kingdoms", "7", "40", "44", "48", "85")
def test_where_a_piece_supports(kind: str, place: str, near: str) -> None:
    assert provinces(BOARD.spots[kind][place].near) == set(near.split())


@rule("young_kingdoms", "7", "16", "44", "48")
def test_where_pieces_cannot_be() -> None:
    assert not CHAOS_LANDS & {*BOARD.spots["A"], *BOARD.spots["F"], *BOARD.spots["D"]}
    assert not CHAOS_LANDS & {*BOARD.spots["E"], *BOARD.spots["A/F"]}
    assert "TAN" not in BOARD.spots["D"]
    assert "TAN" in BOARD.spots["A"]
    assert set(BOARD.spots["G"]) == {"FOE", "IMR", "ORG", "TAN"}
    assert set(BOARD.spots["A/F"]) == provinces(BOARD.all_seas) | {"FOE", "IMR"}
    assert set(BOARD.spots) == {"A", "F", "E", "D", "C", "A/F", "G"}


def test_boarding_goes_by_the_coast_whoever_may_enter_it() -> None:
    assert provinces(BOARD.seas[BOARD.number["SIL"]]) == {"WBO"}
    assert provinces(BOARD.seas[BOARD.number["FOE"]]) == {"DRE", "SER", "STV"}
    assert provinces(BOARD.neighbors[BOARD.number["SIG"]]) == {"BAK", "NPS", "RIG", "TAN"}


def test_a_piece_by_land_and_sea_needs_no_coast() -> None:
    """On the standard map, with its named coasts."""
    dragon = Kind(names=("dragon",), links=("army", "fleet"), stands=("sea", "coast", "inland"))
    board = Board(replace(STANDARD.data, kinds={"D": dragon}))
    assert {to for to, _ in board.spots["D"]["MAO"].exits} == {
        "BRE", "ENG", "GAS", "IRI", "NAF", "NAO", "POR", "SPA", "WES",
    }  # fmt: skip
    assert {to for to, _ in board.spots["D"]["STP"].exits} == {
        "BAR", "BOT", "FIN", "LVN", "MOS", "NWY",
    }  # fmt: skip
    assert board.spots["D"]["MAO"].reach["SPA/NC"] == "SPA"
    assert board.spots[FLEET] == STANDARD.spots[FLEET]


# --- names


def test_every_name_is_read_as_it_stands() -> None:
    places = Notation(BOARD).places
    for code, province in DATA.provinces.items():
        for name in (code, province.name, *province.aliases):
            for text in (name, name.upper(), name.replace("'", "’"), name.replace("'", "")):
                at = words(text)
                found = places.exact(at, 0)
                assert found == ((code,), len(at)), text


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("A R'lin K'ren A'a - Silent Land", "A RLI - SIL"),
        ("F Serpent's Teeth S F Straits of Vilmir - Oldest Ocean", "F SER S F STV - OLD"),
        ("F Sorcerers Isle H", "F SOR H"),
        ("Army Old Hrolmar to North Vilmir", "A HRO - VIL"),
        ("F Dhoz-Kam-Oin", "F DHO - OIN"),
        ("A Oin-Yu", "A OIN - YU"),
        ("A Shazar - Marshes", "A SHA - MAR"),
    ],
)
def test_names_in_lines(line: str, order: str) -> None:
    assert str(Notation(BOARD).parse(line).order) == order


@pytest.mark.parametrize(
    ("text", "power"),
    [("Melnibonean", "MEL"), ("Melniboné", "MEL"), ("Shazarian", "SHZ"), ("Dharijorian", "DHJ"),
     ("Vilmirian", "VLM"), ("Isle of the Purple Towns", "PUR"), ("Purple Towns", "PUR"),
     ("Lormyrian", "LOR"), ("Oin-Yu", "OIY"), ("oin yu", "OIY"), ("Oin", None)],
)  # fmt: skip
def test_names_of_powers(text: str, power: str | None) -> None:
    assert Notation(BOARD).power(text) == power


# --- where it comes from


def test_every_name_has_its_source() -> None:
    assert set(DATA.sources) == {"S", "G", "I", "K", "X"}
    assert all(province.source for province in DATA.provinces.values())
    stated = {c for c, province in DATA.provinces.items() if province.source == "S"}
    assert stated == {"CAV", "ORG", "TAN", *CHAOS_LANDS, *homes_of_others(), "IMR"}
    assert {claim.source for claim in DATA.claims} == {"S", "I", "X"}
    for province in DATA.provinces.values():
        assert set(re.findall(r"\(([A-Z])\b", province.note)) <= set(DATA.sources)


# --- lint


def test_lint_finds_nothing() -> None:
    assert faults(DATA) == []
