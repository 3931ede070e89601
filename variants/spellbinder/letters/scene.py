"""What a seat sees of the position when it writes: its own units by name, and who is where."""

from collections.abc import Iterable, Iterator

from adjudicator.orders import Seat
from variants.spellbinder.components import (
    CASTLES,
    GARRISONS,
    ISLAND,
    home_castle,
    most_strength,
)
from variants.spellbinder.course.setup import LAND, garrisons_are_placed, garrisons_of
from variants.spellbinder.names import code_of, names_of
from variants.spellbinder.options import Options
from variants.spellbinder.state import State


class Scene:
    """A position as one seat writes about it."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat

    @property
    def options(self) -> Options:
        """Those of the game."""
        return self.state.options

    @property
    def maximum(self) -> int:
        """The highest strength of an army (6.61, 9.4)."""
        return most_strength(self.options)

    @property
    def is_chief(self) -> bool:
        """Whether the seat began in Yof-Pintre (9.2), or is Yamantsar's (9.3)."""
        return self.state.chief == self.seat

    # --- units

    def code(self, name: str) -> str:
        """The code of a unit that the seat calls so."""
        return code_of(self.seat, name)

    def named(self, codes: Iterable[str]) -> tuple[str, ...]:
        """What the seat calls these units of its own: wizards first."""
        own = [code for code in codes if self.owns(code)]
        wizards = sorted(code for code in own if code in self.state.wizards)
        return names_of(self.seat, wizards + sorted(set(own) - set(wizards)))

    def owns(self, code: str) -> bool:
        """Whether a unit is the seat's, and in the game or in exile; while garrisons are placed
        (9.2), whether it is one that the seat places."""
        if garrisons_are_placed(self.state):
            return code in garrisons_of(self.state, self.seat)
        if code in self.state.wizards:
            return code in self.seat.split("+") and self.state.wizards[code].fate != "out"
        army = self.state.armies.get(code)
        return army is not None and army.wizard in self.seat.split("+")

    def not_own(self, name: str) -> tuple[str, str] | None:
        """The code and the sentence of why a unit is not the seat's to order."""
        code = self.code(name)
        if self.owns(code):
            return None
        if code in GARRISONS and code in self.state.armies:
            return "not_yours", f"{name} is not yours."
        return "no_unit", f"you have no unit {name}."

    def seat_of(self, wizard: str) -> Seat:
        """The seat that plays a wizard, "" if none does."""
        return next((seat for seat in self.options.seats if wizard in seat.split("+")), "")

    # --- where they are

    def place(self, code: str) -> str:
        """The hex in which a unit stands, "" if it is aboard or off the map."""
        if code in self.state.wizards:
            return self.state.wizards[code].at
        return self.state.armies[code].at

    def at(self, at: str) -> list[str]:
        """The codes of the seat's own units in a hex."""
        return [code for code in self.own() if at and self.place(code) == at]

    def own(self) -> Iterator[str]:
        """The codes of the seat's units."""
        return (code for code in (*self.state.wizards, *self.state.armies) if self.owns(code))

    def wizards_at(self, at: str) -> list[str]:
        """The codes of all wizards in a hex, ashore or afloat."""
        ships = [number for number, ship in self.state.ships.items() if ship.at == at]
        return [
            code
            for code, wizard in self.state.wizards.items()
            if at and (wizard.at == at or wizard.ship in ships)
        ]

    def aboard(self) -> list[str]:
        """The codes of its units on a ship, if all of them are on the same."""
        ships = {code: self.ship(code) for code in self.own() if self.ship(code)}
        return [*ships] if len(set(ships.values())) == 1 else []

    def ship(self, code: str) -> int:
        """The ship that a unit is aboard, 0 for none."""
        if code in self.state.wizards:
            return self.state.wizards[code].ship
        return self.state.armies[code].ship

    def off_map(self) -> Iterator[str]:
        """The codes of its units that are neither on the map nor aboard."""
        return (code for code in self.own() if not self.place(code) and not self.ship(code))

    def foes_at(self, at: str) -> list[str]:
        """The codes of all armies in a hex, ashore or afloat, that are not the seat's."""
        ships = [number for number, ship in self.state.ships.items() if ship.at == at]
        return [
            code
            for code, army in self.state.armies.items()
            if (army.at == at or army.ship in ships) and not self.owns(code)
        ]

    def hex_of(self, at: str, said: list[str]) -> str:
        """The hex that is meant by a castle in which others' armies stand in one hex alone."""
        if at not in CASTLES:
            return at
        held = [code for code in CASTLES[at].hexes if self.foes_at(code)]
        if len(held) != 1:
            return at
        said.append("the_hex")
        return held[0]

    def begins_in(self, code: str) -> frozenset[str]:
        """Where a unit can be set up (9.1, 9.2, 9.3)."""
        scenario = self.options.scenario
        if scenario == "return_of_yamantsar":
            return frozenset(LAND)
        wizard = code if code in self.state.wizards else self.state.armies[code].wizard
        if wizard is None or (scenario == "early_arrival" and self.is_chief):
            return ISLAND
        return frozenset(CASTLES[home_castle(wizard)].hexes)

    def where_begins(self, code: str) -> str:
        """One of the hexes where a unit can be set up: at home, if it can be there."""
        allowed = self.begins_in(code)
        wizard = self.state.armies[code].wizard
        home = CASTLES[home_castle(wizard)].hexes if wizard else ()
        return next((at for at in home if at in allowed), min(allowed))
