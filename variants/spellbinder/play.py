"""One Player Phase as it is played: the pieces as they change, and what was done in it so far."""

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from adjudicator.events import Audience
from adjudicator.orders import Seat
from adjudicator.turns.turn import Turn
from variants.spellbinder.names import named
from variants.spellbinder.orders import Order
from variants.spellbinder.state import (
    Army,
    ArmyCode,
    Event,
    Permission,
    Scaling,
    Ship,
    State,
    Wizard,
    WizardCode,
)

Unit = str
"""A wizard's code or an army's."""


class Play:
    """A phase of `seat`, whose units and orders it is about.

    state       the state as the phase began; what changes stands in the fields beside it
    label       goes in front of the label of each die and question, so that they are unique in a
                run that has several phases ("UMARON: ")
    phasing     the wizards whose phase it is: all of the seat's, unless each has one of his own
    spent       unit -> half movement points it has used up
    halted      units that have to stay where they are (4.12)
    trail       army -> the hexes it has come through in this phase, where it began first
    arrived     armies in the order in which they came to where they stand (5.0)
    loaded      ships that have taken units aboard, `unloaded` ships that have put some ashore,
    sailed      ship -> hexes sailed; `landed` units that came off a ship
    acted       ship -> how far it had sailed when it first loaded or unloaded (4.62)
    cast        who has cast an offensive spell: wizards and elite armies
    defended    who has cast a defensive spell in this phase
    aimed       seat -> how many spells of this phase were aimed at its units
    enchanted   hexes whose armies were the aim of a spell (6.53)
    attacked    hexes that were attacked by regular combat
    fought      armies that have attacked; garrison armies too
    challenged  whether the phase's challenge has been made
    used        wizards that have used spellbinder points
    lowered     wizards whose points went down since the last `wizards.settle`, so that it may send
                them home (6.7)
    attackers   seats whose spell or attack was aimed at the chief's units (9.2 C)
    gained      the chief has taken over the garrisons (9.2 C)
    going       he has said that he goes home (9.2 D)
    """

    def __init__(
        self,
        state: State,
        turn: Turn[Order, Event],
        seat: Seat,
        label: str = "",
        whose: str = "",
    ) -> None:
        self.state = state
        self.turn = turn
        self.seat = seat
        self.label = label
        self.phasing: tuple[WizardCode, ...] = tuple((whose or seat).split("+"))
        self._seats = {wizard: one for one in state.options.seats for wizard in one.split("+")}
        self.wizards: dict[WizardCode, Wizard] = dict(state.wizards)
        self.armies: dict[ArmyCode, Army] = dict(state.armies)
        self.ships: dict[int, Ship] = dict(state.ships)
        self.scalings: list[Scaling] = list(state.scalings)
        self.permissions: list[Permission] = list(state.permissions)
        self.allied: set[tuple[Seat, Seat]] = set(state.allied)
        self.occupied: set[str] = set(state.occupied)
        self.spent: dict[Unit, int] = {}
        self.halted: set[Unit] = set()
        self.trail: dict[ArmyCode, list[str]] = {}
        self.arrived: list[ArmyCode] = []
        self.loaded: set[int] = set()
        self.unloaded: set[int] = set()
        self.sailed: dict[int, int] = {}
        self.landed: set[Unit] = set()
        self.acted: dict[int, int] = {}
        self.cast: set[Unit] = set()
        self.defended: set[Unit] = set()
        self.aimed: dict[Seat, int] = {}
        self.enchanted: set[str] = set()
        self.attacked: set[str] = set()
        self.fought: set[ArmyCode] = set()
        self.challenged = False
        self.used: set[WizardCode] = set()
        self.lowered: set[WizardCode] = set()
        self.attackers: set[Seat] = set(state.hostile)
        self.gained = state.gained
        self.going = state.going

    def after(self) -> State:
        """The state with all that has changed."""
        return replace(
            self.state,
            wizards=dict(self.wizards),
            armies=dict(sorted(self.armies.items())),
            fleet=tuple(ship for _, ship in sorted(self.ships.items())),
            scalings=tuple(self.scalings),
            permissions=tuple(self.permissions),
            allied=tuple(sorted(self.allied)),
            occupied=tuple(sorted(self.occupied)),
            hostile=tuple(sorted(self.attackers)),
            gained=self.gained,
            going=self.going,
        )

    # --- telling

    def tell(
        self, kind: str, *, to: Audience = "all", **facts: str | int | tuple[str, ...]
    ) -> None:
        """A fact of the phase."""
        self.turn.tell(to, Event(kind, facts))

    def refuse(
        self,
        order: Order,
        why: str,
        *,
        seat: Seat | None = None,
        **facts: str | int | tuple[str, ...],
    ) -> None:
        """A line cannot be carried out, or not wholly: its writer learns why, and nobody else."""
        writer = seat or self.seat
        written = str(named(writer, order))
        facts |= {"seat": writer, "order": written, "why": why}
        self.tell("refused", to=frozenset({writer}), **facts)

    def knows_strengths(self, owner: Seat | None) -> Audience:
        """Who may know how strong the armies of this seat are; a garrison's strength all know."""
        if owner is None or self.state.options.army_strength_public:
            return "all"
        return frozenset({owner})

    def knows_points(self, wizard: WizardCode) -> Audience:
        """Who may know how many points a wizard has."""
        if self.state.options.spell_points_public:
            return "all"
        return frozenset({self.seat_of(wizard)})

    def roll(self, label: str, sides: int = 6) -> int:
        """A die, by the label under which everybody will find it."""
        return self.turn.roll(self.label + label, sides)

    def label_of(self, question: str) -> str:
        """The label of a question: words and numbers alone, as the house asks for."""
        return " ".join(re.findall(r"[\w-]+", self.label + question))

    # --- whose is what

    def seat_of(self, wizard: WizardCode) -> Seat:
        """The seat that plays this wizard. ValueError if none does."""
        if wizard not in self._seats:
            raise ValueError(f"nobody plays {wizard}")
        return self._seats[wizard]

    def owner(self, unit: Unit) -> Seat | None:
        """The seat of a wizard or an army; None of a garrison that nobody owns."""
        wizard = self.wizard_of(unit)
        return None if wizard is None else self.seat_of(wizard)

    def wizard_of(self, unit: Unit) -> WizardCode | None:
        """The wizard himself, or an army's; None of a garrison that nobody owns."""
        return unit if unit in self.wizards else self.armies[unit].wizard

    def stands(self, unit: Unit) -> bool:
        """Whether there is such a unit on the map, ashore or aboard a ship."""
        if unit in self.armies:
            return self.armies[unit].strength > 0 and bool(self.place(unit))
        return unit in self.wizards and bool(self.place(unit))

    def is_lost(self, unit: Unit) -> bool:
        """Whether there is no such unit any more (6.6, 6.8)."""
        if unit in self.wizards:
            return self.wizards[unit].fate == "out"
        return unit not in self.armies

    def is_own(self, unit: Unit) -> bool:
        """Whether this is a unit of the phase's player, on the map or off it."""
        return not self.is_lost(unit) and self.owner(unit) == self.seat

    def wizards_of(self, seat: Seat) -> list[WizardCode]:
        """The seat's wizards that are in the game."""
        return [w for w in seat.split("+") if w in self.wizards and self.wizards[w].fate == "in"]

    # --- where everything is

    def piece(self, unit: Unit) -> Wizard | Army:
        """A wizard or an army. KeyError if there is no such unit."""
        return self.wizards[unit] if unit in self.wizards else self.armies[unit]

    def place(self, unit: Unit) -> str:
        """The hex of a unit, that of its ship if it is aboard, "" if it is off the map."""
        piece = self.piece(unit)
        return self.ships[piece.ship].at if piece.ship else piece.at

    def aboard(self, ship: int) -> list[Unit]:
        """The units on a ship, wizards first."""
        wizards = [code for code, wizard in self.wizards.items() if wizard.ship == ship]
        return wizards + [code for code, army in self.armies.items() if army.ship == ship]

    def armies_at(self, at: str) -> list[ArmyCode]:
        """The armies that stand in a hex of the land, in the order of their codes."""
        return sorted(code for code, army in self.armies.items() if army.at == at)

    def wizards_at(self, at: str) -> list[WizardCode]:
        """The wizards that stand in a hex of the land."""
        return [code for code, wizard in self.wizards.items() if wizard.at == at]

    def on_land(self) -> Iterator[tuple[Unit, str]]:
        """Every unit ashore with its hex."""
        for code, wizard in self.wizards.items():
            if wizard.at:
                yield code, wizard.at
        for army_code, army in self.armies.items():
            if army.at:
                yield army_code, army.at

    # --- who is whose enemy (8.0)

    def allows(self, giver: Seat | None, taker: Seat | None, what: str) -> bool:
        """Whether this permission stands; a seat allows itself everything."""
        if giver == taker or not self.permissions:
            return giver == taker
        return any((p.giver, p.taker, p.what) == (giver, taker, what) for p in self.permissions)

    def is_friend(self, other: Seat | None, seat: Seat | None) -> bool:
        """Whether another seat is an ally of this one: he lets it do something, or has made use of
        what it lets him (8.5). Nobody makes a friend of another by a leave that he has not asked
        for. A garrison that nobody owns has no friends; a seat is one of its own."""
        if other is None or seat is None:
            return False
        return other == seat or any(
            (given.giver, given.taker) == (other, seat)
            or (given.known and (given.giver, given.taker) == (seat, other))
            for given in self.permissions
        )

    def use(self, giver: Seat, taker: Seat, what: str = "pass") -> None:
        """A permission was used: from now on everybody knows of it, and its user, too, acts in
        alliance (8.5)."""
        for number, given in enumerate(self.permissions):
            if (given.giver, given.taker, given.what) == (giver, taker, what) and not given.known:
                self.permissions[number] = replace(given, known=True)
                self.allied.add((taker, giver))
                self.tell("allied", giver=giver, taker=taker, what=what)

    # --- changing pieces

    def put(self, units: Iterable[Unit], at: str = "", ship: int = 0) -> None:
        """Units stand in a hex, or aboard a ship; with neither they are off the map."""
        for unit in units:
            if unit in self.wizards:
                self.wizards[unit] = replace(self.wizards[unit], at=at, ship=ship)
            else:
                self.armies[unit] = replace(self.armies[unit], at=at, ship=ship)

    def end_scaling(self, units: Iterable[Unit]) -> None:
        """Units are out of any attempt at a wall; the others of their group keep it (4.5)."""
        gone = set(units)
        left = []
        for attempt in self.scalings:
            others = tuple(unit for unit in attempt.units if unit not in gone)
            if others:
                left.append(replace(attempt, units=others))
        self.scalings = left

    def weaken(self, army: ArmyCode, by: int) -> None:
        """Strength points are taken from an army; it does not leave the game here."""
        piece = self.armies[army]
        self.armies[army] = replace(piece, strength=max(piece.strength - by, 0))

    def pay(self, wizard: WizardCode, points: int) -> None:
        """A wizard uses spellbinder points of his own accord."""
        self.used.add(wizard)
        self._lower(wizard, points)
        if self.state.options.zero_by_spending_counts:
            self.lowered.add(wizard)

    def take(self, wizard: WizardCode, points: int) -> None:
        """Spellbinder points are taken from a wizard, below 0 if need be; what that brings about is
        settled afterwards (`wizards.settle`). Where none are taken nothing is brought about."""
        self._lower(wizard, points)
        if points:
            self.lowered.add(wizard)

    def _lower(self, wizard: WizardCode, points: int) -> None:
        piece = self.wizards[wizard]
        self.wizards[wizard] = replace(piece, points=piece.points - points)
