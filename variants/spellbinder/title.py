"""Spellbinder as a title: what the house asks of it, over its rules."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from adjudicator import documents
from adjudicator.events import Reader
from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.rulings import Ruling
from adjudicator.turns.questions import Policy
from adjudicator.turns.turn import Reactions, Turn
from adjudicator.variant import Example, Phase
from adjudicator.wording import series
from variants.spellbinder import policies
from variants.spellbinder.components import FOLDER, MAP, tables_of
from variants.spellbinder.course import phases, scenarios, schedule, score
from variants.spellbinder.letters import alternatives, check, reader, standing
from variants.spellbinder.letters.drafts import FaultyLine
from variants.spellbinder.options import Options
from variants.spellbinder.orders import Order
from variants.spellbinder.state import Ending, Event, State
from variants.spellbinder.telling import story
from variants.spellbinder.telling.forms import form
from variants.spellbinder.telling.view import View

EXAMPLES = (
    Example("A, B and wizard to 1419 by road", "they march together, as far as they come"),
    Example("move C 0619-0719-0819", "by the path that is written down"),
    Example("load A, B on ship 1, sail to 1915", "aboard where the ship lies, and off"),
    Example("land A, B on 1914", "ashore; they may be moved on from there"),
    Example("A scales Coving from 3104 into 3105", "it keeps trying until it is told to stop"),
    Example("cast Hammer 3 at 2308", "at the armies there, with 3 points"),
    Example("attack wizard Sharn with Sword 4", "at the wizard, from the next hex"),
    Example("A, B attack 2308 if the difference is 4 or more", "in combat, after all spells"),
    Example("merge A into E", "what A has goes to E, up to the most that it can have"),
    Example("Sharn may pass", "he need not stop beside your units; it stands until you end it"),
    Example("defend 2308: Stillness 5", "a standing order, against spells at the armies there"),
    Example("if my wizard is attacked: Shield 3", "another"),
    Example("defence dice: 50% Force 2, 50% Shield 2", "another: which of them, a secret die says"),
    Example("losses: A, B", "another: A loses first, then B"),
)

TWO_PHASES = "These orders are for different phases. Write each on a line of its own."
"""What is said of several orders in one line that do not count at the same time (4.14, 8.0)."""


class Spellbinder:
    """Spellbinder: an :class:`adjudicator.variant.Variant`."""

    name = "spellbinder"
    version = 1
    options = Options
    state = State
    order = Order
    kinds = schedule.KINDS
    chance = True
    reactions: Reactions = "standing"
    rulings = documents.read(FOLDER / "rulings.yaml", tuple[Ruling, ...])
    map_note = ""
    examples = EXAMPLES

    def preface(self, options: Options) -> str:
        """That the map and some cells of the tables are completions, unless they are the game
        master's own."""
        drawn = "; ".join(claim.what for claim in MAP.claims if claim.source == "X")
        cells = "; ".join(tables_of(options).invented)
        completed = f" Completed in the tables: {cells}." if cells else ""
        if options.tables is not None:
            return (
                "The printed map of Spellbinder was not found, and was completed for this game. "
                f"Invented on it: {drawn}. The tables are the game master's own.{completed}"
            )
        return (
            "The printed map of Spellbinder was not found, and its charts with gaps alone; both "
            f"were completed for this game. Invented on the map: {drawn}.{completed} A game master "
            "who owns the printed charts can put them in place of these by the option tables."
        )

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """The chairs in their order to the left: a wizard each, or two (9.1 3A)."""
        return scenarios.check_seats(options)

    def start(self, options: Options, seats: Sequence[Seat], turn: Turn[Order, Event]) -> State:
        """The state before the pieces are set up. ValueError unless all seats are there."""
        if sorted(seats) != sorted(scenarios.check_seats(options)):
            named = ", ".join(options.seats)
            raise ValueError(f"the seats must be {named}, as the option seats has them")
        return scenarios.start(options, turn)

    def phase(self, state: State) -> Phase | None:
        """A step of the set-up, a Player Phase, or a whole game turn."""
        return schedule.next_phase(state)

    def ahead(self, state: State) -> Mapping[str, str]:
        """Of each player the Player Phase that comes next."""
        return schedule.ahead(state)

    def read(self, state: State, seat: Seat, text: str) -> Reading[Order]:
        """One line: a standing order, or orders; moves that come in another player's phase are kept
        for one's own (4.14, 8.2)."""
        now = schedule.phase_id(state)
        said = standing.read(self.policies(state, seat), state, seat, text, now)
        if said is not None:
            return said
        reading = reader.read(state, seat, text, now)
        phases = {schedule.phase_for(state, seat, order) for order in reading.orders}
        if len(phases) > 1:
            fault = FaultyLine("two_phases", TWO_PHASES, (), [*map(str, reading.orders)])
            return Reading(now, (), (fault.diagnostic(text),))
        return replace(reading, phase=phases.pop()) if phases else reading

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Diagnostic, ...]:
        """What only the whole sheet shows."""
        return check.sheet_faults(state, seat, orders)

    def combine(
        self, state: State, earlier: Sequence[Order], later: Sequence[Order]
    ) -> tuple[Order, ...]:
        """A later letter takes the place of an earlier one, or is added to it; what was said of
        alliances stands until it is taken back."""
        return check.combine(state, earlier, later)

    def run(self, state: State, turn: Turn[Order, Event]) -> State:
        """One phase."""
        return phases.run(state, turn)

    def voters(self, state: State) -> frozenset[Seat]:
        """Those who are not eliminated."""
        return frozenset(score.voters(state))

    def agree(self, state: State, among: Sequence[Seat], turn: Turn[Order, Event]) -> State:
        """The game ended by agreement, in favour of these seats."""
        if state.ended is not None:
            raise ValueError("the game is over already")
        if not among or not set(among) <= set(score.voters(state)):
            raise ValueError("a game ends in favour of some who are not eliminated")
        turn.tell("all", Event("phase", {"title": schedule.phase_title(state)}))
        seats = tuple(seat for seat in state.options.seats if seat in among)
        return phases.end(state, turn, Ending("agreed", seats))

    def without_orders(self, state: State, seats: Sequence[Seat]) -> str:
        """``No orders came from Darman: the units stand, and standing orders serve.``"""
        if not seats:
            return ""
        said = f"No orders came from {series([schedule.seat_name(seat) for seat in seats])}"
        if state.turn == 0:
            return f"{said}: it is done by default."
        return f"{said}: the units stand, who scales keeps trying, and standing orders serve."

    def view(self, state: State, reader: Reader) -> View:
        """The board, with the numbers and alliances that this reader may know."""
        return View.of(state, reader)

    def results(self, events: Sequence[Event]) -> story.Results:
        """What happened, in sentences."""
        return story.results(events)

    def seat_name(self, seat: Seat) -> str:
        """``Darman``, ``Darman and Sharn``"""
        return schedule.seat_name(seat)

    def form(self, state: State, seat: Seat) -> tuple[Order, ...]:
        """Orders that change nothing, to be written over."""
        return form(state, seat)

    def policies(self, state: State, seat: Seat) -> tuple[Policy, ...]:
        """All that is asked in a phase."""
        return policies.policies(state, seat)

    def alternatives(self, state: State, seat: Seat) -> tuple[tuple[Order, ...], ...]:
        """What bots can order."""
        return alternatives.alternatives(state, seat)
