"""Two other adjudicators of the standard board, behind the interface the harness times.

Each peer has ``prepare(row)``, which builds the peer's own state and orders from one phase of
``real_phases.jsonl.gz`` by a plain split; ``resolve(native)``, the peer's adjudication and nothing
else; and ``after(result)``, the units left standing, in the notation of the file. ``resolve`` may
change what ``prepare`` made, so each state is resolved once.

A peer's packages are imported when its class is instantiated, so that one can be measured without
the memory of the other.
"""

from typing import Any

Row = dict[str, Any]
Units = dict[str, list[str]]

NAMES = dict(
    line.split(maxsplit=1)
    for line in """\
ADR Adriatic Sea
AEG Aegean Sea
ALB Albania
ANK Ankara
APU Apulia
ARM Armenia
BAL Baltic Sea
BAR Barents Sea
BEL Belgium
BER Berlin
BLA Black Sea
BOH Bohemia
BOT Gulf of Bothnia
BRE Brest
BUD Budapest
BUL Bulgaria
BUR Burgundy
CLY Clyde
CON Constantinople
DEN Denmark
EAS Eastern Mediterranean Sea
EDI Edinburgh
ENG English Channel
FIN Finland
GAL Galicia
GAS Gascony
GRE Greece
HEL Helgoland Bight
HOL Holland
ION Ionian Sea
IRI Irish Sea
KIE Kiel
LON London
LVN Livonia
LVP Liverpool
LYO Gulf of Lyon
MAO Mid-Atlantic Ocean
MAR Marseilles
MOS Moscow
MUN Munich
NAF North Africa
NAO North Atlantic Ocean
NAP Naples
NTH North Sea
NWG Norwegian Sea
NWY Norway
PAR Paris
PIC Picardy
PIE Piedmont
POR Portugal
PRU Prussia
ROM Rome
RUH Ruhr
RUM Rumania
SER Serbia
SEV Sevastopol
SIL Silesia
SKA Skagerrak
SMY Smyrna
SPA Spain
STP St. Petersburg
SWE Sweden
SYR Syria
TRI Trieste
TUN Tunis
TUS Tuscany
TYR Tyrolia
TYS Tyrrhenian Sea
UKR Ukraine
VEN Venice
VIE Vienna
WAL Wales
WAR Warsaw
WES Western Mediterranean Sea
YOR Yorkshire""".splitlines()
)
"""The code of each province, and its name in pydip."""

COASTS = {
    "BUL/EC": "Bulgaria North Coast",
    "BUL/SC": "Bulgaria South Coast",
    "SPA/NC": "Spain North Coast",
    "SPA/SC": "Spain South Coast",
    "STP/NC": "St. Petersburg North Coast",
    "STP/SC": "St. Petersburg South Coast",
}
"""The named coasts, and their names in pydip."""


class Pydip:
    """pydip: ``resolve_turn`` over a list of commands, one a unit.

    Its commands assert that they are legal: an order that its constructor refuses becomes a hold.
    Where it is wrong, it takes a fleet in a coastal province for another place than the province:
    the fleet's attack on the unit that supports a move against it then cuts that support.
    """

    def __init__(self) -> None:
        from pydip.map.predefined.vanilla_dip import generate_map
        from pydip.player.command import command
        from pydip.player.player import Player
        from pydip.player.unit import UnitTypes
        from pydip.turn.resolve import resolve_turn

        self.command = command
        self.player = Player
        self.resolve_turn = resolve_turn
        self.types = {"A": UnitTypes.TROOP, "F": UnitTypes.FLEET}
        self.letters = {UnitTypes.TROOP: "A", UnitTypes.FLEET: "F"}
        self.map = generate_map()
        self.places: dict[tuple[str, str], str] = {}
        for code, name in NAMES.items():
            coasts = getattr(self.map.name_map[name], "coasts", None)
            self.places["A", code] = name
            if coasts is None:
                self.places["F", code] = name
            elif len(coasts) == 1:
                self.places["F", code] = coasts[0].name
        self.places |= {("F", code): name for code, name in COASTS.items()}
        self.codes = {(kind, name): code for (kind, code), name in self.places.items()}

    def prepare(self, row: Row) -> list[Any]:
        """A command for every unit."""
        split = [order.split() for orders in row["orders"].values() for order in orders]
        given = {f"{words[0]} {words[1]}": words for words in split}
        units: dict[str, Any] = {}
        players = []
        for power, texts in row["units"].items():
            start = []
            for text in texts:
                kind, code = text.split()
                place = self.places[kind, code]
                start.append({"territory_name": place, "unit_type": self.types[kind]})
            player = self.player(power, self.map, start)
            players.append((player, texts))
            units.update(zip(texts, player.units, strict=True))
        commands = []
        for player, texts in players:
            for text in texts:
                try:
                    command = self._build(player, units, given, text)
                except (AssertionError, KeyError):
                    command = self.command.HoldCommand(player, units[text])
                commands.append(command)
        return commands

    def resolve(self, native: list[Any]) -> Any:
        """Powers to units to the retreats open, ``None`` for a unit that stands."""
        return self.resolve_turn(self.map, native)

    def after(self, result: Any) -> Units:
        """The units that stand."""
        return {
            power: sorted(self._text(unit) for unit, retreats in units.items() if retreats is None)
            for power, units in result.items()
        }

    def _text(self, unit: Any) -> str:
        kind = self.letters[unit.unit_type]
        return f"{kind} {self.codes[kind, unit.position]}"

    def _build(
        self, player: Any, units: dict[str, Any], given: dict[str, list[str]], text: str
    ) -> Any:
        """One command; raises AssertionError or KeyError where the order is illegal."""
        unit, words = units[text], given.get(text)
        if words is None or words[2] == "H":
            return self.command.HoldCommand(player, unit)
        if words[2] == "-":
            to = self._target(unit, words[0], words[3])
            near = to in self.map.adjacency[unit.position]
            if words[0] == "F" or (near and words[-1] != "VIA"):
                return self.command.MoveCommand(player, unit, to)
            return self.command.ConvoyMoveCommand(player, unit, to)
        other = f"{words[3]} {words[4]}"
        if words[2] == "C":
            to = self.places["A", words[6]]
            return self.command.ConvoyTransportCommand(player, unit, units[other], to)
        if len(words) == 5:
            to = units[other].position
        else:
            to = self._target(units[other], words[3], self._coast(given.get(other), words[6]))
        return self.command.SupportCommand(player, unit, units[other], to)

    @staticmethod
    def _coast(move: list[str] | None, code: str) -> str:
        """The coast the supported fleet is ordered to, where its support names none."""
        if move and move[2] == "-" and move[3][:3] == code:
            return move[3]
        return code

    def _target(self, unit: Any, kind: str, code: str) -> str:
        """The place ordered to; the first coast in reach where a fleet's order names none."""
        name = self.places.get((kind, code))
        if name is None:
            near = self.map.adjacency[unit.position]
            coasts = self.map.name_map[NAMES[code]].coasts
            name = next((coast.name for coast in coasts if coast.name in near), code)
        return name


class Diplomacy:
    """diplomacy: ``Game.process`` on a fresh game given the units and orders of the phase.

    Every phase is resolved as the game's first, of spring; illegal orders are the game's to refuse.
    """

    def __init__(self) -> None:
        from diplomacy import Game

        self.game = Game

    def prepare(self, row: Row) -> Any:
        """A game before its movement phase."""
        game = self.game()
        game.clear_units()
        for power, units in row["units"].items():
            game.set_units(power, units)
        for power, orders in row["orders"].items():
            game.set_orders(power, orders, expand=False)
        return game

    def resolve(self, native: Any) -> Any:
        """The same game, after its movement phase."""
        native.process()
        return native

    def after(self, result: Any) -> Units:
        """The units that stand; those that must retreat are marked and left out."""
        return {
            power: sorted(unit for unit in units if unit[0] != "*")
            for power, units in result.get_units().items()
        }
