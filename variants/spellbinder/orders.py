"""The orders of Spellbinder, and their canonical text.

``str(order)`` reads back as the same order. A *unit* is a wizard (``Darman``) or an army: a letter
alone is one of the writer's own armies, ``Darman A`` where he has two wizards, ``G1`` a garrison.
Hexes are CCRR. Within each part of a phase (movement, magic, attacks) orders are carried out in the
order in which they were written.
"""

from msgspec import Struct

Units = tuple[str, ...]


class SetUp(Struct, frozen=True, tag="set_up"):
    """``SET UP A, B, Darman AT 0506``"""

    units: Units
    at: str

    def __str__(self) -> str:
        return f"SET UP {', '.join(self.units)} AT {self.at}"


class Move(Struct, frozen=True, tag="move"):
    """``MOVE A, B, Darman 0619-0719-0819``, by a written path that begins where they stand;
    ``MOVE A TO 1419``, ``MOVE A TO 1419 BY ROAD``, by the cheapest way (one hex in `path`).

    drop    unit -> the hex of the path in which it is left: ``MOVE A, B 0619-0719 DROP B 0719``
    split   whoever must stop does, and the others go on: ``... SPLIT``
    other   where to go instead if others hold a hex of the way: ``... ELSE 1518``
    """

    units: Units
    path: tuple[str, ...]
    written: bool = True
    road: bool = False
    drop: tuple[tuple[str, str], ...] = ()
    split: bool = False
    other: str = ""

    def __str__(self) -> str:
        way = "-".join(self.path) if self.written else f"TO {self.path[0]}"
        words = [f"MOVE {', '.join(self.units)} {way}"]
        words += ["BY ROAD"] if self.road else []
        words += [f"DROP {unit} {at}" for unit, at in self.drop]
        words += ["SPLIT"] if self.split else []
        words += [f"ELSE {self.other}"] if self.other else []
        return " ".join(words)


class Merge(Struct, frozen=True, tag="merge"):
    """``MERGE A INTO E``, ``GIVE 3 FROM A TO E`` (`strength` 0: all that fits)"""

    giver: str
    taker: str
    strength: int = 0

    def __str__(self) -> str:
        if self.strength:
            return f"GIVE {self.strength} FROM {self.giver} TO {self.taker}"
        return f"MERGE {self.giver} INTO {self.taker}"


class Load(Struct, frozen=True, tag="load"):
    """``LOAD A, B ON 1``: aboard ship 1 from where they stand beside it"""

    units: Units
    ship: int

    def __str__(self) -> str:
        return f"LOAD {', '.join(self.units)} ON {self.ship}"


class Sail(Struct, frozen=True, tag="sail"):
    """``SAIL 1 TO 1311``, or with a written path ``SAIL 1 1817-1816-1716``"""

    ship: int
    path: tuple[str, ...]
    written: bool = False

    def __str__(self) -> str:
        way = "-".join(self.path) if self.written else f"TO {self.path[0]}"
        return f"SAIL {self.ship} {way}"


class Land(Struct, frozen=True, tag="land"):
    """``LAND A, B AT 1411``: off the ship they are on; they may be moved on afterwards"""

    units: Units
    at: str

    def __str__(self) -> str:
        return f"LAND {', '.join(self.units)} AT {self.at}"


class Scale(Struct, frozen=True, tag="scale"):
    """``SCALE A, B INTO 3105, 3204``: from where they stand by then; the castle hexes in the order
    in which they are wished for. Once given, they keep trying."""

    units: Units
    into: tuple[str, ...]

    def __str__(self) -> str:
        return f"SCALE {', '.join(self.units)} INTO {', '.join(self.into)}"


class StopScaling(Struct, frozen=True, tag="stop_scaling"):
    """``STOP SCALING A``"""

    units: Units

    def __str__(self) -> str:
        return f"STOP SCALING {', '.join(self.units)}"


class Cast(Struct, frozen=True, tag="cast"):
    """``CAST HAMMER 3 AT 2308, 2407``: the first of these hexes at which it can be; by a garrison
    unit ``G1 CAST THUNDER 2 AT 2308``. ``CAST SWORD 4 AT WIZARD SHARN``.

    regain   of a Regeneration, army -> strength, "new" for a new army:
             ``CAST REGENERATION AT 2308 REGAIN E 7, NEW 3``
    """

    spell: int
    points: int
    at: tuple[str, ...] = ()
    wizard: str = ""
    by: str = ""
    regain: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        force = f" {self.points}" if self.spell <= FREE else ""
        aim = f"WIZARD {self.wizard}" if self.wizard else ", ".join(self.at)
        text = f"{f'{self.by} ' if self.by else ''}CAST {OFFENSIVE[self.spell]}{force} AT {aim}"
        if self.regain:
            text += f" REGAIN {_regained(self.regain)}"
        return text


class Challenge(Struct, frozen=True, tag="challenge"):
    """``CHALLENGE UMARON FOR 1``, ``... THEN SAIL TO 2415``; `least` points in hand, else not:
    ``... IF POINTS >= 8``. In a game with two wizards a side, ``Darman CHALLENGE ...``."""

    wizard: str
    ship: int
    to: str = ""
    least: int = 0
    by: str = ""

    def __str__(self) -> str:
        text = f"{f'{self.by} ' if self.by else ''}CHALLENGE {self.wizard} FOR {self.ship}"
        text += f" THEN SAIL TO {self.to}" if self.to else ""
        return text + (f" IF POINTS >= {self.least}" if self.least else "")


class Attack(Struct, frozen=True, tag="attack"):
    """``ATTACK 2308 WITH A, B``, ``... IF DIFFERENCE >= 7``"""

    at: str
    units: Units
    least: int | None = None

    def __str__(self) -> str:
        text = f"ATTACK {self.at} WITH {', '.join(self.units)}"
        return text + (f" IF DIFFERENCE >= {self.least}" if self.least is not None else "")


class Ally(Struct, frozen=True, tag="ally"):
    """``ALLOW SHARN TO PASS``, ``... TO STACK``, ``... TO USE 2`` (a loan).

    One that `ends` takes it back: ``END SHARN PASS``; ``END SHARN`` (`what` empty) ends all that
    either of the two lets the other do.
    `what` is as in a `Permission`."""

    seat: str
    what: str = ""
    ends: bool = False

    def __str__(self) -> str:
        if self.ends:
            return f"END {self.seat} {self.what.upper()}".rstrip()
        return f"ALLOW {self.seat} TO {self.what.upper()}"


class GiveShip(Struct, frozen=True, tag="give_ship"):
    """``GIVE 2 TO SHARN``: control of it (8.3)"""

    ship: int
    seat: str

    def __str__(self) -> str:
        return f"GIVE {self.ship} TO {self.seat}"


class Leave(Struct, frozen=True, tag="leave"):
    """``LEAVE A, Darman AT 0122``: off the map by this edge hex, into exile (9.4)"""

    units: Units
    at: str

    def __str__(self) -> str:
        return f"LEAVE {', '.join(self.units)} AT {self.at}"


class Enter(Struct, frozen=True, tag="enter"):
    """``ENTER A, G1 AT 0122, 0222``: onto the map by the first of these edge hexes that is free"""

    units: Units
    at: tuple[str, ...]

    def __str__(self) -> str:
        return f"ENTER {', '.join(self.units)} AT {', '.join(self.at)}"


class Regain(Struct, frozen=True, tag="regain"):
    """``REGAIN A 10, NEW 20, POINTS 15``: between two games of a campaign (9.4). In a game with two
    wizards a side, ``Darman REGAIN Darman A 10, NEW 20``."""

    strength: tuple[tuple[str, int], ...]
    points: int = 0
    by: str = ""

    def __str__(self) -> str:
        parts = [_regained(self.strength)] if self.strength else []
        parts += [f"POINTS {self.points}"] if self.points else []
        return f"{f'{self.by} ' if self.by else ''}REGAIN {', '.join(parts)}"


class GoHome(Struct, frozen=True, tag="go_home"):
    """``GO HOME``: he who began in Yof-Pintre goes back to his old castle (9.2)"""

    def __str__(self) -> str:
        return "GO HOME"


def _regained(strength: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{'NEW' if army == 'new' else army} {number}" for army, number in strength)


Order = (
    SetUp
    | Move
    | Merge
    | Load
    | Sail
    | Land
    | Scale
    | StopScaling
    | Cast
    | Challenge
    | Attack
    | Ally
    | GiveShip
    | Leave
    | Enter
    | Regain
    | GoHome
)

OFFENSIVE = {
    1: "MIND",
    2: "THUNDER",
    3: "HAMMER",
    4: "SWORD",
    5: "REGENERATION",
    6: "SPELLBINDER",
}
DEFENSIVE = {
    0: "NONE",
    1: "FORCE",
    2: "STILLNESS",
    3: "ARMOR",
    4: "SHIELD",
    5: "FEAR",
    6: "CRUSHER",
}
FREE = 4
"""The first spells of each kind, up to this number, have as many points as their caster likes
(6.32, 6.35); of the offensive ones elite troops cast these alone (9.3)."""
