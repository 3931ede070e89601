"""Ruins as a title: what the house asks of it, over its rules."""

from collections.abc import Mapping, Sequence

from adjudicator import documents
from adjudicator.events import Reader
from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.rulings import Ruling
from adjudicator.turns.questions import Choice, OneOf, Policy, SomeOf
from adjudicator.turns.standing import read_standing
from adjudicator.turns.turn import Reactions, Turn
from adjudicator.variant import Example, Phase
from variants.ruins import orders, rules
from variants.ruins.components import BOARD, CARDS, FOLDER, MAP, NAMES, SEATS, named
from variants.ruins.orders import Dig, Move, Order, latest
from variants.ruins.state import DAWN, Event, Options, State
from variants.ruins.view import Results, View, results
from variants.ruins.ways import ways


class Ruins:
    """Ruins: an :class:`adjudicator.variant.Variant`."""

    name = "ruins"
    version = 1
    options = Options
    state = State
    order = Order
    kinds = ("turn", "dawn")
    chance = True
    examples: tuple[Example, ...] = ()
    reactions: Reactions = "ask"
    rulings = documents.read(FOLDER / "rulings.yaml", tuple[Ruling, ...])

    def preface(self, options: Options) -> str:
        """Nothing."""
        return ""

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """Red, Blue and Gold."""
        return SEATS

    def start(self, options: Options, seats: Sequence[Seat], turn: Turn[Order, Event]) -> State:
        """The state before the first turn. ValueError unless all seats are there."""
        if sorted(seats) != sorted(SEATS):
            raise ValueError(f"the seats must be {', '.join(SEATS)}")
        return rules.start(options, turn)

    def phase(self, state: State) -> Phase | None:
        """A seat's turn, or the dawn."""
        if state.winners:
            return None
        due = frozenset({state.step} - {DAWN})
        return Phase(state.phase, "turn" if due else "dawn", state.title, due, not due)

    def ahead(self, state: State) -> Mapping[str, str]:
        """None: who moves first sees how the others moved."""
        return {}

    def read(self, state: State, seat: Seat, text: str) -> Reading[Order]:
        """One line: a standing order, at any time, or an order for the seat's own turn."""
        policies = self.policies(state, seat)
        standing: Reading[Order] | None = read_standing(policies, text, phase=state.phase)
        return standing or orders.read(state, seat, text)

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Diagnostic, ...]:
        """Orders that do not count, for a later one is given to the same scout."""
        return tuple(
            Diagnostic("warning", "replaced", 0, 0, str(order), f"{order}: a later one counts.")
            for order in orders
            if order not in latest(orders)
        )

    def combine(
        self, state: State, earlier: Sequence[Order], later: Sequence[Order]
    ) -> tuple[Order, ...]:
        """The later orders, and the earlier ones that they leave alone."""
        return latest((*earlier, *later))

    def run(self, state: State, turn: Turn[Order, Event]) -> State:
        """A turn, or the dawn."""
        return rules.run(state, turn)

    def voters(self, state: State) -> frozenset[Seat]:
        """All: nobody is eliminated."""
        return frozenset(SEATS)

    def agree(self, state: State, among: Sequence[Seat], turn: Turn[Order, Event]) -> State:
        """The game won by these seats, for so it was agreed."""
        if state.winners:
            raise ValueError("the game is over already")
        if not among or not set(among) <= set(SEATS):
            raise ValueError(f"a game ends in favour of some of {', '.join(SEATS)}")
        turn.tell("all", Event("phase", {"title": state.title}))
        return rules.end(state, [seat for seat in SEATS if seat in among], turn)

    def without_orders(self, state: State, seats: Sequence[Seat]) -> str:
        """``No orders came from Red: the scouts stay where they are.``"""
        said = f"No orders came from {named(seats)}: the scouts stay where they are."
        return said if seats else ""

    def view(self, state: State, reader: Reader) -> View:
        """The board, with the hands that this reader may know."""
        return View.of(state, reader)

    def results(self, events: Sequence[Event]) -> Results:
        """What happened, in sentences."""
        return results(events)

    def seat_name(self, seat: Seat) -> str:
        """``Red``"""
        return NAMES[seat]

    def form(self, state: State, seat: Seat) -> tuple[Order, ...]:
        """To stay and to dig."""
        scouts = MAP.camps[seat].scouts
        stay = [Move(scout, (state.scouts[scout],)) for scout in scouts]
        return (*stay, *map(Dig, scouts)) if state.step == seat else ()

    def policies(self, state: State, seat: Seat) -> tuple[Policy, ...]:
        """All that is asked in a phase."""
        cards = rules.choices(tuple(CARDS))
        others = tuple(other for other in SEATS if other != seat)
        defence = Policy(
            kind="defence",
            about="what a scout that is attacked does",
            form=OneOf((rules.STAND, *map(Choice, BOARD.axial))),
            names={"attacker": others, "cards": ()},
            sample="standing defence: 0302, 0402, stand if cards < 2",
        )
        battle = Policy(
            kind="cards",
            about="which cards are played in a battle",
            form=SomeOf(cards, 0, 2),
            names={"foe": others, "side": ("attack", "defence")},
            sample="standing cards: crown, mask if side = defence",
        )
        ransom = Policy(
            kind="ransom",
            about="which card the loser of a battle hands over",
            form=OneOf(cards),
            names={"foe": others},
            sample="standing ransom: nail, key, comb",
        )
        trade = Policy(
            kind="trade",
            about="which card goes to a merchant",
            form=SomeOf(cards, 0, 1),
            names={"cards": ()},
            sample="standing trade: nail if cards > 3",
        )
        return (defence, battle, ransom, trade)

    def alternatives(self, state: State, seat: Seat) -> tuple[tuple[Order, ...], ...]:
        """Of each scout its moves, and its digging."""
        if state.step != seat:
            return ()
        scouts = MAP.camps[seat].scouts
        moves = [tuple(Move(scout, way) for way in ways(state, scout).values()) for scout in scouts]
        return (*moves, *((Dig(scout),) for scout in scouts))
