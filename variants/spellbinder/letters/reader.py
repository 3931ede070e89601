"""One line read against the position that its writer saw: mended where that is certain, checked,
never guessed.

Refused is what can certainly not be done: by units that he does not have, off the map, through a
wall. What the phase may still make possible is taken; the phase tells what came of it.
"""

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from adjudicator.lexicon import look_alike
from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.turns.wording import LONGEST_LINE
from variants.spellbinder.combat.regeneration import ALTOGETHER
from variants.spellbinder.components import (
    BOARD,
    CASTLES,
    DOCKS,
    EDGE_LAND,
    FOOT,
    ISLAND,
    LAKE,
    ON_ROAD,
    castle_at,
    home_castle,
)
from variants.spellbinder.course.regaining import POINTS, STRENGTH, Gains, gains
from variants.spellbinder.course.schedule import acting, is_rest, sets_up_in_turn
from variants.spellbinder.course.setup import garrisons_are_placed, garrisons_of
from variants.spellbinder.letters.drafts import (
    EVERYBODY,
    GARRISON,
    OBSTACLES,
    Draft,
    FaultyLine,
    Placed,
    Side,
    with_hex,
)
from variants.spellbinder.letters.magic_words import aimed, cast_by
from variants.spellbinder.letters.notation import parse
from variants.spellbinder.letters.scene import Scene
from variants.spellbinder.names import NEW
from variants.spellbinder.orders import (
    Ally,
    Attack,
    Cast,
    Challenge,
    Enter,
    GiveShip,
    GoHome,
    Land,
    Leave,
    Load,
    Merge,
    Move,
    Order,
    Regain,
    Sail,
    Scale,
    SetUp,
    StopScaling,
)
from variants.spellbinder.state import State

NOTES = {
    "stays": "Who gets no orders stays where he is.",
    "keeps_trying": "Who scales a wall keeps trying until he is told to stop.",
    "cheapest_way": "These hexes do not touch: it goes by the cheapest way.",
    "start_added": "The way begins where they stand.",
    "the_ship": "It is for the only ship that he controls.",
    "the_hex": "It is the only hex of this castle with somebody else's armies.",
}


def read(state: State, seat: Seat, text: str, phase: str = "") -> Reading[Order]:
    """One line of this seat's orders, for the phase of this id. Raises on no text.

    A reading without order and error is of a line that is no order.
    """
    if len(text) > LONGEST_LINE or not any(map(str.isalnum, text)):
        return Reading(phase)
    odd = look_alike(text)
    if odd is not None and odd.meant != text:
        meant = read(state, seat, odd.meant, phase)
        column, word = odd.word.column, odd.word.text
        wrong = Diagnostic("error", "foreign_letter", 0, column, word, odd.message)
        return Reading(phase, (), (wrong,) if meant.orders or meant.diagnostics else ())
    scene = Scene(state, seat)
    side = side_of(state, seat)
    orders: list[Order] = []
    try:
        drafts, notes = parse(side, text)
        for draft in drafts:
            order, said = _Checked(scene, draft).order()
            orders.append(order)
            notes += said
    except FaultyLine as fault:
        return Reading(phase, (), (fault.diagnostic(text),))
    column = len(text) - len(text.lstrip()) + 1
    told = tuple(
        Diagnostic("note", code, 0, column, text.strip(), NOTES[code])
        for code in dict.fromkeys(notes)
    )
    return Reading(phase, tuple(orders), told)


def side_of(state: State, seat: Seat) -> Side:
    """Who writes."""
    chief = state.chief if state.options.scenario == "return_of_yamantsar" else None
    return Side(seat, state.options.seats, chief or "")


def checked(state: State, seat: Seat, draft: Draft) -> Order:
    """The order as it is taken. FaultyLine if it certainly cannot be done."""
    order, _ = _Checked(Scene(state, seat), draft).order()
    return order


class _Checked:
    """An order as it is taken. FaultyLine, where it is refused."""

    def __init__(self, scene: Scene, draft: Draft) -> None:
        self.scene = scene
        self.draft = draft
        self.said: list[str] = []

    def order(self) -> tuple[Order, list[str]]:
        """The order, and the codes of what is to be said of it."""
        order = self._in_phase(self.draft.order)
        match order:
            case SetUp():
                order = self._set_up(order)
            case Move():
                order = self._move(order)
            case Merge():
                self._merge(order)
            case Load():
                order = self._load(order)
            case Sail():
                order = self._sail(order)
            case Land():
                order = self._land(order)
            case Scale():
                order = self._scale(order)
            case StopScaling():
                scaling = [u for s in self.scene.state.scalings for u in s.units]
                order = replace(order, units=self._units(order.units, scaling))
            case Cast():
                order = cast_by(self.scene, aimed(self.scene, order, self.draft, self.said))
                self._amounts(order.regain, ALTOGETHER)
            case Challenge():
                order = self._challenge(order)
            case Attack():
                order = self._attack(order)
            case Ally() if order.what.startswith("use "):
                self._ship(int(order.what.removeprefix("use ")))
            case GiveShip():
                self._ship(order.ship)
            case Leave() | Enter():
                order = self._edge(order)
            case Regain():
                order = self._regain(order)
            case GoHome():
                self._go_home()
        self._one_phase(order)
        return order, self.said

    def fault(self, code: str, message: str, suggestions: Sequence[object] = ()) -> FaultyLine:
        """Why the order is refused."""
        text = f"“{self.draft.text}”: {message}"
        return Placed(code, text, self.draft, tuple(map(str, suggestions)))

    def _in_phase(self, order: Order) -> Order:
        if is_rest(self.scene.state) and not isinstance(order, Ally | Regain):
            raise self.fault("wrong_phase", "between two games the pieces stay where they are.")
        begins = self.scene.state.turn == 0
        if begins and isinstance(order, Move) and order == Move(order.units, order.path[:1], False):
            order = SetUp(order.units, order.path[0])
        if sets_up_in_turn(self.scene.state) and not isinstance(order, Ally):
            self._sets_up_yet()
        if begins and not isinstance(order, SetUp | Ally | Regain):
            raise self.fault("wrong_phase", "the pieces are being set up: SET UP A AT 0519.")
        if not begins and isinstance(order, SetUp):
            raise self.fault("wrong_phase", "the pieces have been set up already.")
        return order

    def _sets_up_yet(self) -> None:
        """9.3: FaultyLine for Yamantsar, and for who has set up before."""
        state = self.scene.state
        if self.scene.is_chief:
            message = "you set nothing up: you come in by the edge, in your first phase of turn 1."
            raise self.fault("wrong_phase", message)
        if self.scene.seat not in state.order[state.step :]:
            raise self.fault("wrong_phase", "your pieces have been set up already.")

    def _one_phase(self, order: Order) -> None:
        """Where each of a player's wizards has a phase of his own, an order is for one of them."""
        by_wizards = self.scene.options.two_player_phases == "one_per_wizard"
        if by_wizards and len(acting(self.scene.seat, order)) > 1:
            message = "each wizard has a phase of his own: write an order for the units of each."
            raise self.fault("two_phases", message)

    # --- units and hexes

    def _units(self, units: Sequence[str], everybody: Sequence[str] = ()) -> tuple[str, ...]:
        """The units, all of them the writer's; `everybody` stands for the codes of all meant."""
        if EVERYBODY in units:
            units = self.scene.named(everybody)
            if not units:
                raise self.fault("no_units", "none of your units can be meant; name them.")
        if GARRISON in units:
            units = self._placed_garrison()
        for unit in units:
            self._own(unit)
        return tuple(units)

    def _placed_garrison(self) -> tuple[str, ...]:
        """The only garrison that he places now (9.2)."""
        state, seat = self.scene.state, self.scene.seat
        placed = garrisons_of(state, seat) if garrisons_are_placed(state) else ()
        if not placed:
            raise self.fault("no_units", "there is no garrison that you place now.")
        if len(placed) > 1:
            both = [replace(self.draft.order, units=(code,)) for code in placed]
            raise self.fault("whose", f"which garrison? {' or '.join(placed)}.", both)
        return placed

    def _own(self, unit: str) -> str:
        why = self.scene.not_own(unit)
        if why is not None:
            raise self.fault(*why)
        return self.scene.code(unit)

    def _armies(self, units: Sequence[str]) -> None:
        for unit in units:
            if self._own(unit) not in self.scene.state.armies:
                raise self.fault("not_an_army", f"{unit} is no army.")

    def _hex(self, at: str, order: Order | None = None) -> None:
        """FaultyLine for a hex off the map, and for a castle, of which one hex must be named."""
        if at in CASTLES:
            castle = CASTLES[at]
            ways = [with_hex(order, code) for code in castle.hexes] if order else castle.hexes
            hexes = ", ".join(castle.hexes)
            raise self.fault("which_hex", f"{castle.name} is more than a hex: {hexes}.", ways)
        if at not in BOARD.axial:
            raise self.fault("off_map", f"there is no hex {at} on the map.")

    def _ship(self, number: int) -> None:
        if number not in self.scene.state.ships:
            raise self.fault("no_ship", f"there is no ship {number}.")

    def _amounts(self, strength: Sequence[tuple[str, int]], most: int) -> None:
        for army, number in strength:
            if army != NEW:
                self._armies([army])
            if number < 1:
                raise self.fault("regained", "an army regains 1 point at least.")
        if sum(number for _, number in strength) > most:
            raise self.fault("regained", f"no more than {most} points of strength come back.")

    # --- the orders

    def _set_up(self, order: SetUp) -> SetUp:
        units = self._units(order.units, [*self.scene.off_map()])
        order = replace(order, units=units)
        self._hex(order.at, order)
        for unit in units:
            allowed = self.scene.begins_in(self.scene.code(unit))
            if order.at not in allowed:
                raise self.fault("not_home", f"{unit} cannot begin in {order.at}.")
        return order

    def _move(self, order: Move) -> Move:
        start = self.draft.start
        units = self._units(order.units, self.scene.at(start or order.path[0]))
        order = replace(order, units=units)
        for at in order.path:
            self._hex(at, replace(order, path=order.path[-1:], written=False))
        for at in (start, order.other, *(at for _, at in order.drop)):
            if at:
                self._hex(at)
        path = order.path
        if order.written:
            path = self._from_where_they_stand(order, units)
            if len(path) == 1:
                order = replace(order, path=path, written=False)
            else:
                order = replace(order, path=path)
                self._steps(order)
        elif start and not self.draft.later:
            self._all_there(units, start)
        goals = [order.other] if order.other else []
        for at in goals if order.written else [*path, *goals]:
            if BOARD.terrain[at] not in FOOT.cost and at not in BOARD.bridges:
                raise self.fault("terrain", f"nobody goes to {at} on foot: it is water.")
        for unit, at in order.drop:
            if unit not in units or (order.written and at not in order.path):
                raise self.fault("not_on_way", f"{unit} does not come by {at} on this way.")
        return order

    def _from_where_they_stand(self, order: Move, units: Sequence[str]) -> tuple[str, ...]:
        """The written path from where the units are; the goal alone, if there are no steps."""
        first, *further = path = order.path
        if not self.draft.later:
            places = {self.scene.place(self.scene.code(unit)) for unit in units}
            here = places.pop() if len(places) == 1 else ""
            if here and here != first and first in BOARD.neighbors[here]:
                self.said.append("start_added")
                return (here, *path)
            self._all_there(units, first)
        if len(further) == 1 and further[0] not in BOARD.neighbors[first]:
            self.said.append("cheapest_way")
            return (further[0],)
        return path

    def _all_there(self, units: Sequence[str], at: str) -> None:
        for unit in units:
            place = self.scene.place(self.scene.code(unit))
            if place and place != at:
                raise self.fault("not_there", f"{unit} is not in {at}, but in {place}.")

    def _steps(self, order: Move) -> None:
        for a, b in pairwise(order.path):
            why = BOARD.obstacle(a, b, FOOT)
            if why is not None:
                goal = order.path[-1]
                by_itself = replace(order, path=(goal,), written=False, drop=())
                ways = BOARD.reachable(order.path[0], FOOT)
                suggestions = [by_itself] if goal in ways else []
                message = f"nobody steps from {a} to {b}: {OBSTACLES[why]}."
                raise self.fault(why, message, suggestions)

    def _merge(self, order: Merge) -> None:
        self._armies([order.giver, order.taker])
        if order.giver == order.taker:
            raise self.fault("twice", f"{order.giver} is there twice.")
        if order.strength > self.scene.maximum:
            most = self.scene.maximum
            raise self.fault("strength", f"no army has more than {most} points of strength.")

    def _load(self, order: Load) -> Load:
        at = self.draft.start
        self._ship(order.ship)
        if at and at not in DOCKS and at not in ISLAND:
            raise self.fault("no_dock", f"no ship is boarded in {at}.", [order])
        return replace(order, units=self._units(order.units, self.scene.at(at)))

    def _sail(self, order: Sail) -> Sail:
        self._ship(order.ship)
        for at in order.path:
            self._on_lake(at)
        if not order.written:
            return order
        here = self.scene.state.ships[order.ship].at
        first, *further = path = order.path
        if first != here and here in BOARD.neighbors[first]:
            self.said.append("start_added")
            path = (here, *path)
        elif first != here:
            raise self.fault("not_there", f"ship {order.ship} is not in {first}, but in {here}.")
        elif len(further) == 1 and further[0] not in BOARD.neighbors[first]:
            self.said.append("cheapest_way")
            return replace(order, path=(further[0],), written=False)
        for a, b in pairwise(path):
            if b not in BOARD.neighbors[a]:
                raise self.fault("not_adjacent", f"{a} and {b} do not touch.")
        return replace(order, path=path)

    def _on_lake(self, at: str) -> None:
        self._hex(at)
        if at not in LAKE:
            raise self.fault("not_lake", f"no ship can be in {at}: it is not on the lake.")

    def _land(self, order: Land) -> Land:
        order = replace(order, units=self._units(order.units, self.scene.aboard()))
        self._hex(order.at, order)
        if BOARD.terrain[order.at] not in FOOT.cost:
            raise self.fault("not_land", f"{order.at} is water.")
        if order.at not in ISLAND and order.at not in DOCKS:
            raise self.fault("no_landing", f"{order.at} is neither a dock nor on the island.")
        return order

    def _scale(self, order: Scale) -> Scale:
        start = self.draft.start
        if start:
            self._hex(start)
            if self.scene.options.scaling_from == "nonroad_hex" and start in ON_ROAD:
                raise self.fault(
                    "road_hex", f"walls are scaled from a hex without a road, not {start}."
                )
        into = order.into
        if into[0] in CASTLES:
            into = tuple(sorted(CASTLES[into[0]].hexes))
            into = tuple(at for at in into if not start or _wall_between(start, at))
            if not into:
                raise self.fault("no_wall", f"{start} is not under its walls.")
        for at in into:
            self._hex(at)
            if castle_at(at) is None:
                raise self.fault("not_a_castle", f"{at} is in no castle.")
            if start and not _wall_between(start, at):
                raise self.fault("no_wall", f"there is no wall between {start} and {at}.")
        return replace(order, units=self._units(order.units, self.scene.at(start)), into=into)

    def _challenge(self, order: Challenge) -> Challenge:
        if order.by:
            self._own(order.by)
        if not order.ship:
            holder = self.scene.seat_of(order.wizard)
            ships = [n for n, ship in self.scene.state.ships.items() if ship.holder == holder]
            if len(ships) != 1:
                both = [replace(order, ship=number) for number in self.scene.state.ships]
                raise self.fault("which_ship", "for which ship?", both)
            self.said.append("the_ship")
            order = replace(order, ship=ships[0])
        self._ship(order.ship)
        if order.to:
            self._on_lake(order.to)
        if order.least < 0:
            raise self.fault("no_condition", "points are from 0 on.")
        return order

    def _attack(self, order: Attack) -> Attack:
        order = replace(order, units=self._units(order.units))
        self._armies(order.units)
        if order.least is not None and not self.scene.options.army_strength_public:
            # Else a letter could ask for each difference in turn until it knows the strength (6.6).
            message = "strengths are secret here, so no attack depends on the difference."
            raise self.fault("secret_strength", message, [replace(order, least=None)])
        at = self.scene.hex_of(order.at, self.said)
        self._hex(at, order)
        if self.scene.at(at) and not self.scene.foes_at(at):
            raise self.fault("own_army", f"in {at} there are units of your own.")
        return replace(order, at=at)

    def _edge(self, order: Leave | Enter) -> Leave | Enter:
        scenario = self.scene.options.scenario
        returns = scenario == "return_of_yamantsar" and self.scene.is_chief
        if scenario != "campaign" and not (returns and isinstance(order, Enter)):
            raise self.fault("wrong_scenario", "in this game the map is not left or entered.")
        for at in [order.at] if isinstance(order, Leave) else order.at:
            self._hex(at)
            if at not in EDGE_LAND:
                raise self.fault("not_edge", f"{at} is no land at the edge of the map.")
        if isinstance(order, Leave):
            return replace(order, units=self._units(order.units, self.scene.at(order.at)))
        units = self._units(order.units, [*self.scene.off_map()])
        for unit in units:
            if self.scene.place(self.scene.code(unit)):
                raise self.fault("on_the_map", f"{unit} is on the map already.")
        return replace(order, units=units)

    def _regain(self, order: Regain) -> Regain:
        if self.scene.options.scenario != "campaign":
            raise self.fault("wrong_scenario", "only in a campaign, between two games.")
        if not is_rest(self.scene.state):
            raise self.fault("wrong_phase", "strength is regained between two games.")
        self._amounts(order.strength, STRENGTH)
        if not 0 <= order.points <= POINTS:
            raise self.fault("regained", f"no more than {POINTS} spellbinder points come back.")
        return self._regained_by(order)

    def _regained_by(self, order: Regain) -> Regain:
        """Where a player has two wizards, the one that is named, or whose armies alone are."""
        wizards = self.scene.seat.split("+")
        if len(wizards) == 1:
            self._something_regained(wizards[0])
            return order
        armies = [self.scene.code(army) for army, _ in order.strength if army != NEW]
        named = {self.scene.state.armies[army].wizard or "" for army in armies}
        armies_alone = len(armies) == len(order.strength) and not order.points
        by = order.by.upper() or ("".join(named) if armies_alone else "")
        if by in wizards and named <= {by}:
            self._something_regained(by)
            return replace(order, by=by.title())
        both = [replace(order, by=wizard.title()) for wizard in wizards]
        possible = [one for one in both if named <= {one.by.upper()}]
        ways = " or ".join(map(str, possible)) or "a line for each of them"
        raise self.fault("whose", f"each wizard regains for himself: write {ways}.", possible)

    def _something_regained(self, wizard: str) -> None:
        if gains(self.scene.state, wizard) == Gains():
            why = "he has lost nothing, or is neither in exile nor in a castle without enemies."
            raise self.fault("nothing_regained", f"{wizard.title()} regains nothing now: {why}")

    def _go_home(self) -> None:
        if self.scene.options.scenario != "early_arrival" or not self.scene.is_chief:
            raise self.fault("wrong_scenario", "only he who began in Yof-Pintre goes home.")
        where = self.draft.start
        home = home_castle(self.scene.seat.split("+")[0])
        if where not in ("", home):
            raise self.fault("not_home", f"your castle was {CASTLES[home].name}.", [GoHome()])


def _wall_between(outside: str, inside: str) -> bool:
    return (outside, inside) in BOARD.walls
