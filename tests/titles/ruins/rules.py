"""The rules of Ruins: a phase, from its orders to the state after it."""

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.events import Audience
from adjudicator.orders import Seat
from adjudicator.turns.questions import Choice, Chosen, OneOf, Question, Several, SomeOf
from adjudicator.turns.turn import Turn
from variants.ruins.components import CARDS, DECK, DISCARDS, MAP, NAMES, OWNER, SEATS, value
from variants.ruins.orders import Dig, Move, Order, latest
from variants.ruins.state import DAWN, STEPS, Event, Options, State
from variants.ruins.ways import camp, foe_at, refuges, walk

STAND = Choice("STAND", "stand and fight")


def start(options: Options, turn: Turn[Order, Event]) -> State:
    """All scouts in their camps, no hands, the deck shuffled."""
    scouts = {scout: camp(scout) for scout in OWNER}
    deck = turn.shuffle("the deck", tuple(CARDS))
    return State(options, scouts, {**dict.fromkeys(SEATS, ()), DECK: deck, DISCARDS: ()})


def run(state: State, turn: Turn[Order, Event]) -> State:
    """1: in a round each seat has its turn, then comes the dawn; after the last one the hands are
    counted."""
    table = Table(state, turn)
    table.tell("all", "phase", title=state.title)
    if state.step != DAWN:
        table.turn_of(state.step)
        return replace(table.state, step=STEPS[STEPS.index(state.step) + 1])
    storm = table.dawn()
    if state.round < state.options.rounds:
        return replace(table.state, round=state.round + 1, step=STEPS[0], storm=storm)
    worth = {seat: value(table.state.piles[seat]) for seat in SEATS}
    return end(table.state, [seat for seat in SEATS if worth[seat] == max(worth.values())], turn)


def end(state: State, winners: Sequence[Seat], turn: Turn[Order, Event]) -> State:
    """All hands are shown, and the game is over."""
    table = Table(replace(state, winners=tuple(winners)), turn)
    for seat in SEATS:
        table.tell("all", "shown", seat=seat, cards=state.piles[seat])
    table.tell("all", "won" if len(winners) == 1 else "shared", winners=tuple(winners))
    return table.state


def choices(cards: Sequence[str]) -> tuple[Choice, ...]:
    """Cards to choose from."""
    return tuple(Choice(card, CARDS[card].name, {"value": CARDS[card].value}) for card in cards)


class Table:
    """The state as it is in the middle of a phase, and the rules that change it."""

    def __init__(self, state: State, turn: Turn[Order, Event]) -> None:
        self.state = state
        self.turn = turn

    def turn_of(self, seat: Seat) -> None:
        """2: the scouts move, in the order written; then those dig that are told to."""
        orders = latest(self.turn.sheet(seat).orders)
        for order in orders:
            if isinstance(order, Move):
                self.move(order)
        for order in orders:
            if isinstance(order, Dig):
                self.dig(order.scout)

    def move(self, order: Move) -> None:
        """3: a scout goes along its path as far as that is legal."""
        walked = walk(self.state, order.scout, order.path)
        *path, last = walked.path
        foe = foe_at(self.state, order.scout, last)
        if foe is None:
            path.append(last)
        self.put(order.scout, path[-1])
        if len(path) > 1:
            self.tell("all", "moved", scout=order.scout, path="-".join(path))
        if walked.halt:
            self.tell("all", "halted", scout=order.scout, hex=path[-1], why=walked.halt)
        if foe is not None:
            self.attack(order.scout, foe)

    def attack(self, scout: str, foe: str) -> None:
        """4: who is attacked stands and fights, or withdraws and leaves the hex."""
        at = self.state.scouts[foe]
        self.tell("all", "attacked", scout=scout, foe=foe, hex=at)
        ways = [Choice(way, f"withdraw to {way}") for way in refuges(self.state, foe)]
        (answer,) = self.turn.ask(
            Question(
                seat=OWNER[foe],
                kind="defence",
                label=f"defence of {foe} against {scout}",
                prompt=f"{NAMES[scout]} attacks {foe} in {at}. Does it stand, or withdraw?",
                form=OneOf((STAND, *ways)),
                default=Chosen(STAND.code),
                facts={"attacker": OWNER[scout], "cards": len(self.state.piles[OWNER[foe]])},
            )
        )
        if str(answer) == STAND.code:
            self.battle(scout, foe, at)
        else:
            self.put(foe, str(answer))
            self.put(scout, at)
            self.tell("all", "withdrew", scout=foe, hex=str(answer))

    def battle(self, scout: str, foe: str, at: str) -> None:
        """5: both play up to two cards, secretly and at the same time, and roll a die; the higher
        sum wins, a tie is the defender's. The loser's scout goes back to its camp."""
        sides = {
            scout: self.cards_of(scout, foe, "attack"),
            foe: self.cards_of(foe, scout, "defence"),
        }
        played = dict(zip(sides, self.choose(*sides.values()), strict=True))
        for side, cards in played.items():
            self.tell("all", "played", seat=OWNER[side], cards=cards)
            for card in cards:
                self.shift(card, OWNER[side], DISCARDS)
        attack, defence = (
            value(cards) + self.roll(f"{NAMES[OWNER[side]]}'s die, {scout} against {foe}")
            for side, cards in played.items()
        )
        winner, loser = (scout, foe) if attack > defence else (foe, scout)
        high, low = max(attack, defence), min(attack, defence)
        self.tell("all", "decided", high=high, low=low, winner=winner, hex=at, loser=loser)
        self.put(loser, camp(loser))
        self.put(winner, at)
        if self.state.piles[OWNER[loser]]:
            self.ransom(OWNER[loser], OWNER[winner], f"ransom of {scout} against {foe}")

    def cards_of(self, scout: str, foe: str, side: str) -> Question[Order]:
        """What a side of a battle plays; who has no cards is not waited for."""
        hand = self.state.piles[OWNER[scout]]
        return Question(
            seat=OWNER[scout],
            kind="cards",
            label=f"cards of {scout} against {foe}",
            prompt=f"{scout} fights {NAMES[foe]}. Which cards do you play?",
            form=SomeOf(choices(hand), 0, 2),
            default=Several(()),
            facts={"foe": OWNER[foe], "side": side},
            waits=bool(hand),
        )

    def ransom(self, loser: Seat, winner: Seat, label: str) -> None:
        """6: the loser hands over a card of his choice, if he has any left."""
        hand = self.state.piles[loser]
        (answer,) = self.turn.ask(
            Question(
                seat=loser,
                kind="ransom",
                label=label,
                prompt=f"Which card do you hand over to {NAMES[winner]}?",
                form=OneOf(choices(hand)),
                default=Chosen(min(hand, key=lambda card: CARDS[card].value)),
                facts={"foe": winner},
                waits=False,
            )
        )
        self.hand_over(str(answer), loser, winner)

    def dig(self, scout: str) -> None:
        """7: a scout that digs at a ruin draws a card."""
        at = self.state.scouts[scout]
        deck = self.state.piles[DECK]
        what = "no_ruin" if at not in MAP.ruins else "dug" if deck else "empty"
        self.tell("all", what, scout=scout, hex=at)
        if what == "dug":
            self.hand_over(deck[0], DECK, OWNER[scout])

    def dawn(self) -> bool:
        """8: a die decides on the weather of the next round, and on the merchant."""
        die = self.roll("Dawn")
        if die == 1:
            self.tell("all", "storm")
        if die == 6:
            self.merchant()
        return die == 1

    def merchant(self) -> None:
        """9: who has cards may put one under the deck and draw another; all choose together."""
        self.tell("all", "merchant")
        seats = [seat for seat in SEATS if self.state.piles[seat]]
        for seat, cards in zip(seats, self.choose(*map(self.trade_of, seats)), strict=True):
            for card in cards:
                self.hand_over(card, seat, DECK)
                self.hand_over(self.state.piles[DECK][0], DECK, seat)

    def trade_of(self, seat: Seat) -> Question[Order]:
        """What a seat gives to the merchant."""
        hand = self.state.piles[seat]
        return Question(
            seat=seat,
            kind="trade",
            label=f"trade of {seat}",
            prompt="Which card do you put under the deck, to draw another?",
            form=SomeOf(choices(hand), 0, 1),
            default=Several(()),
            facts={"cards": len(hand)},
        )

    # --- what the rules are made of

    def choose(self, *questions: Question[Order]) -> list[tuple[str, ...]]:
        """Cards, chosen by all at the same time."""
        return [answer.codes for answer in self.turn.ask(*questions) if isinstance(answer, Several)]

    def roll(self, label: str) -> int:
        """An open die."""
        number = self.turn.roll(label)
        self.tell("all", "rolled", label=label, number=number)
        return number

    def put(self, scout: str, at: str) -> None:
        """A scout now stands in this hex."""
        self.state = replace(self.state, scouts=self.state.scouts | {scout: at})

    def shift(self, card: str, source: str, to: str) -> None:
        """A card goes from a pile to the end of another."""
        piles = self.state.piles
        left = tuple(other for other in piles[source] if other != card)
        self.state = replace(self.state, piles=piles | {source: left} | {to: (*piles[to], card)})

    def hand_over(self, card: str, source: str, to: str) -> None:
        """A card goes face down: all may know that, and only those it goes from and to see it."""
        self.shift(card, source, to)
        seats = tuple(seat for seat in (source, to) if seat in SEATS)
        self.tell("all", "passed", source=source, to=to)
        self.tell(frozenset(seats), "seen", card=card, seats=seats)

    def tell(self, audience: Audience, what: str, **facts: str | int | tuple[str, ...]) -> None:
        """Something happened that this audience may know."""
        self.turn.tell(audience, Event(what, facts))
