"""Games of Young Kingdoms that begin next to a rare event, and are led on towards it.

Bots draw their orders by chance, and chance alone hardly ever brings Elric to his throne. So these
games begin with other pieces than usual, and some orders come first with the bots: where one of
them is legal for a piece, it is among those only.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Position
from adjudicator.turns.turn import Turn
from tests.boards import Texts
from tests.variants.young_kingdoms.cases import NEUTRAL, owners, units
from tests.variants.young_kingdoms.lawful import GARRISONED
from tests.variants.young_kingdoms.test_map import DATA
from variants.young_kingdoms.alternatives import Groups
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import Order
from variants.young_kingdoms.state import Event, State
from variants.young_kingdoms.title import YoungKingdoms


class Opening(Struct, frozen=True):
    """How a game begins, and where it is led.

    units    by power, in place of those that it begins with
    owned    centers by power, besides or in place of its home centers
    first    by power: the orders that come before others; `never`: those that are not given
    beaten   the places whose garrisons are gone
    seed     the game in which all of that comes about
    meets    the rules that it is there to meet, in its first phases
    """

    units: Texts = {}
    owned: Texts = {}
    elric: Elric = Elric(hidden="RLI")
    first: Texts = {}
    never: Sequence[str] = ()
    beaten: Sequence[str] = ()
    phase: str = "S6480M"
    seed: int = 0
    meets: frozenset[str] = frozenset()

    def state(self, options: Options) -> State:
        """The state that the game begins with, the garrisons where they always are."""
        standing: dict[str, Sequence[str]] = {p: side.units for p, side in DATA.powers.items()}
        standing |= self.units
        for place, power in GARRISONED.items():
            if place not in self.beaten:
                code = power or NEUTRAL
                standing[code] = [*standing.get(code, ()), f"G {place}"]
        homes = {power: side.home_centers for power, side in DATA.powers.items()}
        owned = {**owners(homes), **owners_of(self.owned)}
        return State(Position(self.phase, units(standing), owned), options, elric=self.elric)


def owners_of(texts: Texts) -> dict[str, Seat | None]:
    """Center -> its owner, of these alone."""
    return {c: None if p == NEUTRAL else p for p, centers in texts.items() for c in centers}


class Led(YoungKingdoms):
    """The title, begun with an opening and led as it says."""

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self.begun = opening

    def start(self, options: Options, seats: Sequence[Seat], turn: Turn[Order, Event]) -> State:
        return self.begun.state(options)

    def alternatives(self, state: State, seat: Seat) -> Groups:
        first = set(self.begun.first.get(seat, ()))
        allowed = [
            tuple(order for order in group if str(order) not in self.begun.never)
            for group in super().alternatives(state, seat)
        ]
        led = (tuple(o for o in group if str(o) in first) or group for group in allowed)
        return tuple(group for group in led if group)


VILMIRS = ("JAD", "PYA", "HRO", "NAD", "BAK", "KRL", "ORG", "TAR", "JHA", "MYR", "DHA", "GRO")
THRONE: Texts = {
    "VLM": ["F DRN - IMR", "E DRN - IMR", "F DRE S F DRN - IMR"],
    "MEL": ["A/F IMR H"],
    "DHJ": ["A CAV H"],
}

OPENINGS: Mapping[str, Opening] = {
    "throne": Opening(
        units={"VLM": ["F DRN", "E DRN", "F DRE"], "MEL": ["A/F IMR", "D PAN", "C MAR"],
               "DHJ": ["A CAV", "A DHA"]},
        elric=Elric(),
        first=THRONE,
        never=("E DRN GUEST",),
        meets=frozenset({"Elric: throne", "Elric: throne, others must leave"}),
    ),
    "throne and victory": Opening(
        units={"VLM": ["F DRN", "E DRN", "F DRE"], "MEL": ["A/F IMR", "D DRW"],
               "DHJ": ["A CAV"]},
        owned={"VLM": (*VILMIRS, "PAN", "SOR", "RLI", "DOR", "PIK")},
        elric=Elric(),
        first=THRONE,
        never=("E DRN GUEST",),
        phase="F6480M",
        meets=frozenset({"Elric: throne", "end: won by 16"}),
    ),
    "victory": Opening(
        units={"DHJ": ["A GRO", "A DHA", "F PAN"], "SHZ": ["F NIH"]},
        owned={"DHJ": ("DHA", "GRO", "PAN", "TAR", "MYR", "SHA", "AFL", "BAK", "NAD", "KRL",
                       "ORG", "SOR", "RLI", "DOR", "PIK", "ARG", "FIL")},
        first={"DHJ": ["A GRO - JHA", "A DHA S A GRO - JHA"]},
        phase="F6480M",
        meets=frozenset({"end: won by 18"}),
    ),
    "Tanelorn": Opening(
        units={"VLM": ["A BAK", "E BAK", "A RIG"]},
        elric=Elric(),
        first={"VLM": ["A BAK - TAN", "E BAK - TAN", "A RIG S A BAK - TAN", "A TAN H",
                       "E TAN - BAK"]},
        never=("E BAK GUEST",),
        seed=1,
        meets=frozenset({"Tanelorn: entered with Elric", "Tanelorn: left alone in",
                         "Elric: goes with a unit", "garrison: beaten"}),
    ),
    "guest": Opening(
        units={"VLM": ["E NAD", "A VIL"], "DHJ": ["A BAK", "F SPS"]},
        elric=Elric(),
        first={"VLM": ["E NAD H", "E NAD GUEST"],
               "DHJ": ["A BAK - NAD", "A BAK ADMITS ELRIC", "A NAD H"]},
        seed=1,
        meets=frozenset({"Elric: guest comes", "Elric: guest stays"}),
    ),
    "Elric at sea": Opening(
        units={"LOR": ["A/F SER", "E SER", "F RAM"], "PUR": ["A/F FOE"]},
        elric=Elric(),
        first={"LOR": ["A/F SER H", "F SER H", "A SER LAND PIK", "E SER LAND PIK",
                       "A PIK BOARD F SER", "E PIK BOARD F SER"]},
        never=("E SER GUEST", "E PIK GUEST"),
        seed=1,
        meets=frozenset({"Elric: lands", "Elric: at sea", "A/F: army lands, fleet at rest"}),
    ),
    "Elric in the hands of Chaos": Opening(
        units={"DHJ": ["C TAN", "A DHA"]},
        elric=Elric(hidden="TAN", finder="DHJ"),
        beaten=("TAN",),
        first={"DHJ": ["ENLIST ELRIC", "C TAN H", "E TAN H"]},
        meets=frozenset({"Elric: enlisted", "Elric: leaves Chaos"}),
    ),
    "Elric left waiting": Opening(
        units={"VLM": ["A NAD", "F PYA", "A JAD"], "OIY": ["C SIG", "A BAK", "F YU"]},
        elric=Elric(hidden="NAD"),
        first={"VLM": ["A NAD H", "F PYA S A NAD"],
               "OIY": ["C SIG - TAN", "A BAK S C SIG - TAN", "C TAN - SIG"]},
        never=("ENLIST ELRIC",),
        meets=frozenset({"Elric: found", "Elric: right lapses", "Tanelorn: entered by Chaos"}),
    ),
    "Elric in flight": Opening(
        units={"MEL": ["A/F IMR", "D SPS"], "SHZ": ["F SHA", "A AFL", "F NIH"]},
        elric=Elric(hidden="TAR"),
        first={"MEL": ["D SPS - TAR FIRST", "D TAR H"]},
        meets=frozenset({"Elric: found by Melnibone"}),
    ),
    "Elric renounced": Opening(
        units={"OIY": ["A YU", "E YU", "F DHO"]},
        elric=Elric(),
        first={"OIY": ["RENOUNCE ELRIC"]},
        meets=frozenset({"Elric: renounced"}),
    ),
    "last pieces": Opening(
        units={"SHZ": ["E XAN"], "MEL": ["D DRW"], "PUR": ["F OLD"], "OIY": ["A KAN"]},
        owned={"DHJ": ("SHA", "AFL"), "LOR": ("FOE", "MEN"), NEUTRAL: ("IMR", "NIH", "OIN",
                                                                       "YU", "DHO")},
        elric=Elric(),
        first={"SHZ": ["E XAN - MYR", "E MYR H"], "PUR": ["F OLD H"], "OIY": ["A KAN H"]},
        meets=frozenset({"end: Elric's ally has him only", "end: Melnibone has the Dragon only",
                         "end: a power is eliminated", "garrison: becomes nobody's",
                         "Elric: goes alone", "Elric: takes a center alone"}),
    ),
    "Dragon in company": Opening(
        units={"MEL": ["F DRN", "D DRN", "A IMR"], "DHJ": ["A DHA"], "VLM": ["A JAD"]},
        first={"MEL": ["D DRN H FIRST", "F DRN - SPS", "D DRN - SPS", "D SPS H FIRST",
                       "F SPS - DRN", "D SPS - DRN"]},
        meets=frozenset({"Dragon: goes with a unit", "Dragon: beside a unit"}),
    ),
    "Dragon at bay": Opening(
        units={"MEL": ["A/F IMR", "D DRW"], "DHJ": ["F GRO", "F PAN", "F SPS", "A DHA"],
               "SHZ": ["E JHA", "F SHA"]},
        elric=Elric(),
        first={"MEL": ["D DRW H FIRST", "D DRW H"],
               "DHJ": ["F GRO - DRW", "F PAN S F GRO - DRW", "F SPS S F GRO - DRW",
                       "A DHA - JHA"],
               "SHZ": ["E JHA H"]},
        never=("E JHA GUEST",),
        meets=frozenset({"Dragon: dislodged", "Dragon: retreats", "Elric: dislodged"}),
    ),
    "Dragon lost": Opening(
        units={"MEL": ["A/F IMR", "D DRW"], "DHJ": ["F GRO", "F PAN", "F SPS"]},
        first={"MEL": ["D DRW H FIRST", "D DRW H", "D DRW D"],
               "DHJ": ["F GRO - DRW", "F PAN S F GRO - DRW", "F SPS S F GRO - DRW"]},
        meets=frozenset({"Dragon: dislodged", "Dragon: lost for ever"}),
    ),
    "Dragon before walls": Opening(
        units={"MEL": ["A/F IMR", "D DRE"]},
        first={"MEL": ["D DRE - FOE FIRST", "D FOE H"], "PUR": ["A/F FOE H"]},
        meets=frozenset({"Dragon: first move fails",
                         "Dragon: second order void after the first"}),
    ),
    "armies aboard": Opening(
        units={"VLM": ["A/F DRN", "A HRO"], "DHJ": ["F SPS", "F PAN"],
               "PUR": ["A/F SER"], "LOR": ["F FIL", "F ARG", "A RAM"],
               "OIY": ["A/F EBO", "F YU"], "SHZ": ["F WBO", "F STC", "A AFL"]},
        first={"VLM": ["A/F DRN H"], "DHJ": ["F SPS - DRN", "F PAN S F SPS - DRN"],
               "PUR": ["A/F SER H", "A/F SER R OLD"], "LOR": ["F FIL - SER", "F ARG S F FIL - SER"],
               "OIY": ["A/F EBO H", "A EBO LAND DOR"],
               "SHZ": ["F WBO - EBO", "F STC S F WBO - EBO"]},
        seed=1,
        meets=frozenset({"A/F: dislodged", "A/F: fleet dislodged, army lands",
                         "A/F: retreats whole"}),
    ),
    "out of a lost fleet": Opening(
        units={"PUR": ["A/F SER"], "LOR": ["F FIL", "F ARG", "A RAM"], "VLM": ["A JAD", "F PYA"]},
        first={"PUR": ["A/F SER H", "A SER R PIK", "F SER R DRE"],
               "LOR": ["F FIL - SER", "F ARG S F FIL - SER"]},
        seed=1,
        meets=frozenset({"A/F: dislodged", "A/F: retreats split"}),
    ),
    "into the fortress": Opening(
        units={"LOR": ["F SER", "F DRE", "F STV"], "PUR": ["F WBO"], "VLM": ["A JAD"]},
        owned={"LOR": ("MEN", "SOR", "RAM", "TRE", "IOS")},
        first={"LOR": ["F SER - FOE", "F DRE S F SER - FOE", "F STV S F SER - FOE", "F FOE H"]},
        meets=frozenset({"garrison: beaten", "double center: changes hands"}),
    ),
    "ferries": Opening(
        units={"LOR": ["A RAM", "F TRE"], "PUR": ["F DRS", "F MEN", "F FOE"],
               "OIY": ["A DHO", "F EBO"], "VLM": ["A HRO", "F STV", "F PYA", "F NAD"],
               "DHJ": ["A GRO", "F SPS", "F PAN"]},
        first={"LOR": ["A RAM - SOR", "A SOR - RAM"],
               "PUR": ["F DRS C A RAM - SOR", "F DRS C A SOR - RAM", "F MEN H"],
               "OIY": ["A DHO - DOR", "F EBO C A DHO - DOR", "F EBO C A DOR - DHO", "A DOR - DHO"],
               "VLM": ["A HRO - MEN", "F STV C A HRO - MEN", "F PYA - SPS", "F NAD S F PYA - SPS"],
               "DHJ": ["A GRO - TAR", "F SPS C A GRO - TAR"]},
        seed=1,
        meets=frozenset({"ferry: own", "ferry: foreign", "ferry: disrupted",
                         "ferry: own army stays aboard"}),
    ),
    "Chaos": Opening(
        units={"DHJ": ["C SIL", "C MAR"], "SHZ": ["C SIL", "A SHA", "A AFL"],
               "VLM": ["C TAR", "A JAD"]},
        owned={"DHJ": ("JHA", "DHA", "GRO", "PAN"), "VLM": ("TAR", "JAD", "PYA", "HRO")},
        first={"DHJ": ["C SIL H", "C MAR H", "C KEL B"],
               "SHZ": ["C SIL H", "A SHA - MAR", "A AFL S A SHA - MAR"],
               "VLM": ["C TAR H", "C KEL B"]},
        meets=frozenset({"Chaos: two powers in a land", "Chaos: disbands", "Chaos: built",
                         "Chaos: built by two at once", "Chaos: in its owner's center"}),
    ),
}  # fmt: skip
