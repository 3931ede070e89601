"""Games of Spellbinder that begin next to a rare event.

Bots draw their orders by chance, and chance alone hardly ever lets an army wait below a wall for
three phases. So these games begin with pieces in place, and in the first phases some seats have no
other orders to draw from than those that lead on.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.orders import Seat
from adjudicator.turns.turn import Turn
from tests.variants.spellbinder.desk import state as pieces
from variants.spellbinder.course.schedule import phase_id
from variants.spellbinder.letters.alternatives import Groups
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Order
from variants.spellbinder.state import Event, Scaling, Ship, State
from variants.spellbinder.title import Spellbinder

Lines = Sequence[Sequence[str]]


class Opening(Struct, frozen=True):
    """How a game begins, and where it is led.

    lines    by phase: the groups of orders that whoever is due in it has
    phases   how many are played
    meets    what it is there to meet
    """

    state: State
    lines: Mapping[str, Lines]
    meets: frozenset[str]
    phases: int = 1


class Led(Spellbinder):
    """The title, begun with an opening and led as it says."""

    def __init__(self, opening: Opening) -> None:
        self.begun = opening

    def start(self, options: Options, seats: Sequence[Seat], turn: Turn[Order, Event]) -> State:
        return self.begun.state

    def alternatives(self, state: State, seat: Seat) -> Groups:
        groups = self.begun.lines.get(phase_id(state))
        if groups is None:
            return super().alternatives(state, seat)
        read = self.read
        return tuple(
            tuple(order for line in group for order in read(state, seat, line).orders)
            for group in groups
        )


CASTS = [
    f"CAST {spell} {force} AT {{}}"
    for spell in ("MIND", "THUNDER", "HAMMER", "SWORD")
    for force in (1, 2, 5)
]
HARMLESS = ["CAST REGENERATION AT {}", "CAST SPELLBINDER AT {}"]


def casts(*aims: str) -> list[str]:
    """A spell of each kind at each aim."""
    return [line.format(aim) for aim in aims for line in (*CASTS, *HARMLESS, *HARMLESS)]


def game(text: str, seat: str, **given: Any) -> State:
    """Pieces, in the phase of this seat, which is the first of turn 3 unless `last`."""
    last = given.pop("last", False)
    options = given.setdefault("options", Options())
    others = [one for one in options.seats if one != seat]
    order = (*others, seat) if last else (seat, *others)
    return pieces(text, order=order, step=len(others) if last else 0, **given)


def opening(
    begun: State, *lines: Sequence[str], meets: Sequence[str], phases: int = 1, now: str = ""
) -> Opening:
    return Opening(begun, {now or phase_id(begun): lines}, frozenset(meets), phases)


DOCKED = {1: Ship("1817", "UMARON"), 2: Ship("2714", "DARMAN")}
NEXT_TO = "UMARON 1718, DARMAN 1618 {}, DA 0910, UA 0720"
CHALLENGE = ["CHALLENGE UMARON FOR 1", "CHALLENGE UMARON FOR 1 THEN SAIL TO 1915"]
BELOW = (Scaling(("DA", "DB"), "3104", ("3105", "3204"), 1),)
ALONE = (Scaling(("DARMAN",), "3104", ("3105",), 1),)
DUEL = "ALGONA 2306 {}, AA 2306 6, AB 2306, SHARN 2307 {}, SA 2308, SB 2308 4, UA 0720, DA 0910"
CAMPAIGN = Options(scenario="campaign")
EARLY = Options(scenario="early_arrival")
EARLY_FOR_THREE = Options(scenario="early_arrival", seats=("DARMAN", "SHARN", "UMARON"))
RETURN = Options(scenario="return_of_yamantsar")
FOR_TWO = Options(scenario="return_of_yamantsar", seats=("DARMAN", "UMARON"))


def early(text: str, seat: str, options: Options = EARLY, **given: Any) -> State:
    """Umaron began on Yof-Pintre; the garrisons have 10 points there."""
    guards = ", G1 1911 10, G2 1910 10, G3 1811 10, G4 1912 10"
    begun = game(text + guards, seat, options=options, chief="UMARON", **given)
    umaron = replace(begun.wizards["UMARON"], home="" if begun.going else "YOF_PINTRE")
    return replace(begun, wizards={**begun.wizards, "UMARON": umaron})


def yamantsar(text: str, seat: str, options: Options = RETURN) -> State:
    """Umaron is Yamantsar, with four elite armies."""
    begun = game(text, seat, options=options, chief="UMARON")
    armies = {
        code: replace(army, wizard="UMARON", elite=True) if code[0] == "G" else army
        for code, army in begun.armies.items()
    }
    home = replace(begun.wizards["UMARON"], home="YOF_PINTRE")
    wizards = {**begun.wizards, "UMARON": home}
    return replace(begun, armies=armies, wizards=wizards, begun={**begun.begun, "UMARON": 130})


def waiting(begun: State, wizard: str, points: int) -> State:
    """This wizard was sent home, and his armies off the map wait for him."""
    armies = {
        code: replace(army, waits=True) if army.wizard == wizard and not army.at else army
        for code, army in begun.armies.items()
    }
    one = replace(begun.wizards[wizard], waits=True, points=points)
    return replace(begun, armies=armies, wizards={**begun.wizards, wizard: one})


def exiled(begun: State, wizard: str) -> State:
    """This wizard went into exile in the game before."""
    one = replace(begun.wizards[wizard], at="", fate="exile", left=begun.game - 1)
    return replace(begun, wizards={**begun.wizards, wizard: one})


OPENINGS = {
    "a challenge": opening(
        game(NEXT_TO.format(25), "DARMAN", ships=DOCKED),
        CHALLENGE,
        meets=["challenge won", "challenge lost", "challenge tied"],
    ),
    "a deadly challenge": opening(
        game(NEXT_TO.format(4), "DARMAN", ships=DOCKED),
        CHALLENGE,
        meets=["eliminated", "sent home", "a ship forsaken"],
    ),
    "capture": opening(
        game("DA 2715, DARMAN 2715, UA 0720", "DARMAN", ships={2: Ship("2714", "SHARN")}),
        ["LOAD A, Darman ON 2"],
        ["SAIL 2 TO 1915"],
        meets=["capture of a ship", "load", "sail"],
    ),
    "landing": opening(
        game("DA @1, DARMAN @1, UA 0720", "DARMAN", ships={1: Ship("1311", "DARMAN")}),
        ["LAND A, Darman AT 1411", "LAND A AT 1410"],
        meets=["land"],
    ),
    "loan": opening(
        game(
            "DA 1718, UA 0720",
            "DARMAN",
            ships={1: Ship("1817", "UMARON"), 2: Ship("2714", "DARMAN")},
            allows=["UMARON DARMAN use 1"],
        ),
        ["LOAD A ON 1"],
        ["GIVE 2 TO SHARN"],
        meets=["loan used", "gift of a ship"],
    ),
    "scaling": opening(
        game("DA 3104, DB 3104 5, UA 0720", "DARMAN", scalings=BELOW),
        meets=["scaling done", "scaling failed", "scaling at a loss"],
    ),
    "a wizard scales": opening(
        game("DARMAN 3104 20, DA 0910, UA 0720", "DARMAN", scalings=ALONE),
        meets=["scaling done", "scaling failed", "scaling at a loss"],
    ),
    "scaling barred": opening(
        game("DA 3104, DB 3104, AA 3105, AB 3204", "DARMAN", scalings=BELOW),
        meets=["scaling barred"],
    ),
    "scaling given up": opening(
        game("DA 3104, DB 3104, UA 0720", "DARMAN", scalings=BELOW),
        ["STOP SCALING A, B"],
        ["MOVE A TO 2715"],
        meets=["scaling given up"],
    ),
    "magic": opening(
        game(DUEL.format(20, 20), "ALGONA"),
        casts("2308", "WIZARD SHARN"),
        meets=[
            *("cast MIND", "cast THUNDER", "cast HAMMER", "cast SWORD", "cast REGENERATION"),
            *("cast SPELLBINDER", "defence NONE", "defence FORCE", "defence STILLNESS"),
            *("defence ARMOR", "defence SHIELD", "defence FEAR", "defence CRUSHER", "backfire"),
            *("zero result", "wizard attacked", "armies struck", "a spell without effect"),
            *("regeneration", "spellbinder"),
        ],
    ),
    "magic at the last points": opening(
        game(DUEL.format(5, 4), "ALGONA"),
        casts("2308", "WIZARD SHARN"),
        meets=["sent home", "eliminated", "spellbinder"],
    ),
    "occupation": opening(
        game("DARMAN 0910 12, DA 0910, SA 0707, SHARN 1010 15", "SHARN"),
        ["MOVE A 0707-0606"],
        meets=["occupation", "points won by an occupation"],
    ),
    "occupation sends home": opening(
        game("DARMAN 1710 10, DA 1710, SA 0707", "SHARN"),
        ["MOVE A 0707-0606"],
        meets=["occupation", "sent home"],
    ),
    "occupation eliminates": opening(
        game("DARMAN 1710 7, DA 1710, SA 0707", "SHARN"),
        ["MOVE A 0707-0606"],
        meets=["occupation", "eliminated"],
    ),
    "home barred": opening(
        game("DARMAN 1710 10, DA 1710, SA 0707, SHARN 0506", "SHARN"),
        ["MOVE A 0707-0606"],
        meets=["home barred", "eliminated"],
    ),
    "driven out": opening(
        game("DARMAN 0507 3, SA 0507, SB 0406, SC 0407, SD 0506, SE 0606", "DARMAN"),
        meets=["a wizard driven out"],
    ),
    "coming back": opening(
        waiting(game("DARMAN 0406 4, DA off 3, DB off, UA 0720", "UMARON", last=True), "DARMAN", 4),
        meets=["armies came back", "recovery"],
    ),
    "recovery to 25": opening(
        game("DARMAN 0406 24, DA 0406, UA 0720", "UMARON", last=True),
        meets=["recovery to 25"],
    ),
    "three that have not moved": opening(
        game("DA 1519 4, DB 1519, DC 1519 8, UA 0720", "DARMAN"),
        meets=["a third army put together"],
    ),
    "armies of one hex": opening(
        game("DA 1519 4, DB 1519 3, UA 0720", "DARMAN"),
        ["MERGE A INTO B", "GIVE 2 FROM A TO B"],
        meets=["merge", "give"],
    ),
    "stacking": opening(
        game(
            "DARMAN 1519, UMARON 1618, DA 1519, UA 0720",
            "DARMAN",
            allows=["UMARON DARMAN stack", "UMARON DARMAN pass"],
        ),
        ["MOVE Darman 1519-1618"],
        meets=["stacking used"],
    ),
    "attacks": opening(
        game("DA 2307, DB 2307 5, DC 2407 6, SA 2308 8, SB 2408 8, UA 0720", "DARMAN"),
        [f"ATTACK 2308 WITH {units}" for units in ("A, B", "B", "C", "A", "A, B, C", "B, C")],
        meets=[
            "attack at -3 to -3",
            "attack at -2 to -2",
            "attack at 1 to 3",
            "attack at 7 to 10",
            "attack at 11 to 9999",
        ],
    ),
    "close attacks": opening(
        game("DA 2307 8, DB 2307 5, DC 2407 7, SA 2308 8, UA 0720", "DARMAN"),
        [f"ATTACK 2308 WITH {units}" for units in ("A", "C", "A, B", "B, C")],
        meets=["attack at -1 to -1", "attack at 0 to 0", "attack at 4 to 6"],
    ),
    "exile": opening(
        game("DARMAN 0122 3, DA 0122, DB 0910", "DARMAN", options=CAMPAIGN),
        ["LEAVE Darman, A AT 0122"],
        meets=["exile"],
    ),
    "return": opening(
        exiled(game("DA off 25, UA 0720", "DARMAN", options=CAMPAIGN, game=2), "DARMAN"),
        ["ENTER Darman, A AT 0122"],
        meets=["return from exile"],
    ),
    "regaining": opening(
        game("DARMAN 0406 9, DA 0406, UA 0720", "UMARON", options=CAMPAIGN, last=True, turn=20),
        meets=["points regained", "strength regained"],
        phases=2,
    ),
    "elite troops": opening(
        yamantsar(
            "UMARON 0619 30, G1 2307 10, G2 2407 10, SA 2308, SB 2308, DA 0910, AA 2508", "UMARON"
        ),
        ["G1 CAST THUNDER 2 AT 2308", "G1 CAST SWORD 1 AT 2308"],
        ["G2 CAST MIND 1 AT 2508, 2308"],
        ["ATTACK 2308 WITH G1, G2"],
        meets=["elite cast", "armies struck"],
    ),
    "renewed to 50": opening(
        yamantsar("UMARON 2307 5, SA 2308, DA 0910, AA 2508", "UMARON"),
        ["CAST SPELLBINDER AT 2308"],
        meets=["renewed to 50"],
    ),
    "entry": opening(
        yamantsar("UMARON off 50, UA off, G1 off 10, SA 2308, DA 0910, AA 2508", "UMARON"),
        ["ENTER Umaron, A, G1 AT 0122, 0222"],
        meets=["entry"],
    ),
    "garrisons gained": opening(
        early("UA 2308, DA 2307, SA 0910, AA 1010", "DARMAN", hostile=("ALGONA", "SHARN")),
        ["ATTACK 2308 WITH A"],
        meets=["garrisons gained"],
    ),
    "two garrisons gained": opening(
        early(
            "UA 2308, DA 2307, SA 0910",
            "DARMAN",
            EARLY_FOR_THREE,
            allied=(("SHARN", "DARMAN"),),
        ),
        ["ATTACK 2308 WITH A"],
        meets=["garrisons gained"],
    ),
    "going home": opening(
        early("UMARON 0719, UA 0719, DA 0910, SA 1010, AA 2508", "UMARON"),
        ["GO HOME"],
        ["MOVE A, Umaron 0719-0619"],
        meets=["go home", "home again"],
    ),
    "the last wizard": opening(
        yamantsar("UMARON 2307 20, DARMAN 2308 2, DA 0910", "UMARON", FOR_TWO),
        ["CAST SWORD 10 AT WIZARD DARMAN"],
        meets=["eliminated", "the end by elimination"],
    ),
    "garrisons": opening(
        game("DA 1713, DARMAN 1713, G1 1811, G2 1912, UA 0720", "DARMAN"),
        ["MOVE A TO 1812", "MOVE A TO 1712"],
        ["ATTACK 1811 WITH A", "ATTACK 1912 WITH A"],
        meets=["garrison attack"],
    ),
}
