"""What a unit can be aimed at: how far away, and aboard which ships (4.65, 6.0, 6.41).

A ship has its hex for itself, so whoever is in a hex with a ship is aboard it.
"""

from variants.spellbinder.components import BERTHS, BOARD, ISLAND
from variants.spellbinder.play import Play, Unit
from variants.spellbinder.state import ArmyCode, WizardCode

ARMIES = 2
"""How far a spell reaches that is aimed at armies, and one that defends them (6.0, 6.2)."""
WIZARD = 1
"""How far one reaches that is aimed at a wizard (6.41)."""


def armies_in(play: Play, at: str) -> list[ArmyCode]:
    """The armies in a hex, ashore or aboard, in the order of their codes."""
    return sorted(army for army in play.armies if play.place(army) == at)


def ship_in(play: Play, at: str) -> int:
    """The ship in a hex, 0 for none."""
    return next((number for number, ship in play.ships.items() if ship.at == at), 0)


def is_docked(play: Play, ship: int) -> bool:
    """4.68: it lies at one of the two docks, or by option off the island where it can unload."""
    at = play.ships[ship].at
    if play.state.options.dock_immunity_where == "also_island" and any(
        near in ISLAND and (at, near) not in BOARD.walls for near in BOARD.neighbors[at]
    ):
        return True
    return at in BERTHS


def is_sheltered(play: Play, ship: int) -> bool:
    """4.65: who stays on a docked ship cannot be attacked before the third game turn."""
    since = play.ships[ship].still_since
    return play.state.turn < since + play.state.options.docked_attackable_from_turn


def out_of_reach(play: Play, unit: Unit, at: str, steps: int) -> str | None:
    """Why this unit cannot aim at those in a hex; None if it can. Walls and water are no bar.

    "too_far"    it is more than so many steps away
    "in_dock"    they are on a ship that has not been in its dock for long enough
    "at_sea"     they are on a ship under way, which only those on a ship next to it can attack
    """
    here = play.place(unit)
    if not here or BOARD.distance(here, at) > steps:
        return "too_far"
    ship = ship_in(play, at)
    if not ship:
        return None
    if is_docked(play, ship):
        return "in_dock" if is_sheltered(play, ship) else None
    from_ship = bool(ship_of(play, unit)) and BOARD.distance(here, at) <= 1
    return None if from_ship else "at_sea"


def cannot_fight_from_ship(play: Play, army: ArmyCode, at: str) -> bool:
    """4.65: an army aboard attacks those only who could attack it, unless an option says more."""
    ship = play.armies[army].ship
    if not ship or play.state.options.attack_from_ship:
        return False
    if is_docked(play, ship):
        return is_sheltered(play, ship)
    return not ship_in(play, at)


def ship_of(play: Play, unit: Unit) -> int:
    """The ship that a unit is aboard, 0 for none."""
    return play.piece(unit).ship


def scales(play: Play, unit: Unit) -> bool:
    """4.5: it is at a wall since an earlier phase, and so neither attacks nor casts offensively."""
    return any(unit in scaling.units and scaling.phases > 0 for scaling in play.scalings)


def is_at_large(play: Play, wizard: WizardCode) -> bool:
    """Whether there is such a wizard, on the map."""
    return wizard in play.wizards and bool(play.place(wizard))
