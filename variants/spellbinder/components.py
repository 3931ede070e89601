"""What Spellbinder is played with: the map with its castles and docks, the tables, and names.

Facts of the printed game and completions are told apart in `map.yaml` and `tables.yaml`.
"""

from importlib.resources import files

from msgspec import Struct

from adjudicator import documents
from adjudicator.boards import Claim
from adjudicator.hexes import Halves, HexBoard, HexMapFile, Hexside
from variants.spellbinder.options import Options
from variants.spellbinder.state import ArmyCode, WizardCode
from variants.spellbinder.tables import Tables


class Castle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stronghold.

    wizard    whose home it is when a game begins, "" for nobody's
    hexes     in the order in which armies are placed there
    gates     the hexsides of its gates, the inner hex first
    garrison  where four armies stand if its wizard is not in the game (9.1 3B)
    """

    name: str
    wizard: WizardCode
    hexes: tuple[str, ...]
    gates: tuple[Hexside, ...]
    garrison: tuple[str, ...] = ()


class Allowances(Struct, frozen=True, forbid_unknown_fields=True):
    """Half movement points of a phase (4.0)."""

    army: Halves
    wizard: Halves
    ship: Halves


class MapFile(HexMapFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A map of hexes, with what Spellbinder has on it.

    sources        what the letters of `claims` stand for
    docks          dock hex -> the lake hexes in which a ship lies there (4.68)
    ships          where the ships begin (4.6)
    garrisons      where the garrison armies begin (9.1 3C)
    victory_hexes  the three that count 10 points (9.1 5B)
    island         Yof-Pintre with its castle
    """

    sources: dict[str, str]
    claims: tuple[Claim, ...]
    allowances: Allowances
    docks: dict[str, tuple[str, ...]]
    ships: dict[int, str]
    garrisons: tuple[str, ...]
    victory_hexes: tuple[str, ...]
    island: tuple[str, ...]
    castles: dict[str, Castle]


FOLDER = files("variants.spellbinder")
MAP = documents.read(FOLDER / "map.yaml", MapFile)
TABLES = documents.read(FOLDER / "tables.yaml", Tables)
BOARD = HexBoard(MAP)
FOOT, SAILING = BOARD.movers["foot"], BOARD.movers["ship"]

CASTLES = MAP.castles
YOF_PINTRE = "YOF_PINTRE"
STRONGHOLDS = tuple(code for code in CASTLES if code != YOF_PINTRE)
"""The four that count 25 points each (9.1 5A)."""
CASTLE_OF = {at: code for code, castle in CASTLES.items() for at in castle.hexes}
GATES = frozenset(gate for castle in CASTLES.values() for gate in castle.gates)
"""Hexsides, the inner hex first."""

ISLAND = frozenset(MAP.island)
LAKE = frozenset(code for code, terrain in BOARD.terrain.items() if terrain == "lake")
EDGE = tuple(
    code
    for code in BOARD.axial
    if code[:2] in ("01", f"{BOARD.columns:02}") or code[2:] in ("01", f"{BOARD.rows:02}")
)
"""The hexes by which units leave and enter the map (9.3, 9.4), rivers among them."""
EDGE_LAND = tuple(at for at in EDGE if BOARD.terrain[at] in FOOT.cost and at not in CASTLE_OF)
"""Those by which units can come onto it."""
ON_ROAD = frozenset(a for a, _ in BOARD.roads)
DOCKS = MAP.docks
"""Dock hex -> its berths."""
BERTHS = frozenset(berth for berths in DOCKS.values() for berth in berths)
SHIP_START = MAP.ships
GARRISON_HEXES = MAP.garrisons
VICTORY_HEXES = MAP.victory_hexes

WIZARDS: tuple[WizardCode, ...] = tuple(CASTLES[code].wizard for code in STRONGHOLDS)
LETTERS = "ABCDEFGHI"
ARMIES: dict[WizardCode, tuple[ArmyCode, ...]] = {
    wizard: tuple(wizard[0] + letter for letter in LETTERS) for wizard in WIZARDS
}
GARRISONS: tuple[ArmyCode, ...] = ("G1", "G2", "G3", "G4")
"""The four that Yamantsar left behind."""


def tables_of(options: Options) -> Tables:
    """The tables of a game: the game master's own, or those of the charts as completed here."""
    return options.tables or TABLES


def castle_at(at: str) -> str | None:
    """The code of the castle that this hex is part of; None outside all walls."""
    return CASTLE_OF.get(at)


def stronghold_at(options: Options, at: str) -> str | None:
    """The code of the stronghold that a unit in this hex is in: a castle, or Yof-Pintre, which is
    the whole island unless the game has it otherwise."""
    if at in ISLAND and options.yof_pintre_means == "island":
        return YOF_PINTRE
    return castle_at(at)


def most_strength(options: Options) -> int:
    """The most strength points that an army has in this game (6.61, 9.4)."""
    campaign = options.scenario == "campaign" and options.campaign_strength == "per_army"
    return 25 if campaign else 10


def home_castle(wizard: WizardCode) -> str:
    """The castle in which a wizard begins (9.1). KeyError if there is no such wizard."""
    for code, castle in CASTLES.items():
        if castle.wizard == wizard:
            return code
    raise KeyError(wizard)


def name_of(code: str) -> str:
    """``Umaron``, ``Aramet Shur``, ``Umaron's A``, ``garrison G1``; any other code as it is."""
    if code in CASTLES:
        return CASTLES[code].name
    if code in WIZARDS:
        return code.capitalize()
    if code in GARRISONS:
        return f"garrison {code}"
    for wizard, armies in ARMIES.items():
        if code in armies:
            return f"{wizard.capitalize()}'s {code[1]}"
    return code
