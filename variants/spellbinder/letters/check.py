"""What a whole sheet shows: it is tried out on the position that its writer sees.

Movement is played by the rules as if nobody else had a say in it; dice show 3 and 4 in turn, by
which walls are scaled and no challenge is a tie. Then spells and attacks are looked at from where
the units would stand. What the rules would refuse there is a warning only, for the phase may turn
out otherwise.

A sheet is often looked at again with one line changed, by bots above all. So what the lines before
it have come to is kept for a while.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from adjudicator.events import Audience
from adjudicator.orders import Diagnostic, Seat
from adjudicator.turns.questions import Answer, Question
from adjudicator.turns.turn import Turn
from variants.spellbinder.combat.battle import attack
from variants.spellbinder.combat.challenge import challenge
from variants.spellbinder.combat.magic import cast, purse_of
from variants.spellbinder.combat.reach import armies_in
from variants.spellbinder.combat.spells import SPELLBINDER, cost
from variants.spellbinder.components import most_strength, tables_of
from variants.spellbinder.course.campaign import regain
from variants.spellbinder.course.phases import MOVEMENT
from variants.spellbinder.course.schedule import next_phase
from variants.spellbinder.course.setup import garrisons_are_placed, place
from variants.spellbinder.letters.drafts import Draft, FaultyLine
from variants.spellbinder.letters.line import brings
from variants.spellbinder.letters.reader import checked
from variants.spellbinder.movement.alliances import combined, proclaim, renounce
from variants.spellbinder.movement.moves import leave_enemies
from variants.spellbinder.movement.scaling import begin, roll_scalings
from variants.spellbinder.movement.stacking import crowded, mend_stacks, own_armies
from variants.spellbinder.names import code_of, coded, name_of, names_of
from variants.spellbinder.orders import Ally, Attack, Cast, Challenge, Move, Order, SetUp
from variants.spellbinder.play import Play
from variants.spellbinder.state import Event, State
from variants.spellbinder.telling.story import why

AS_AT_FIRST = 25
"""Points that a wizard is taken to have, of whom his opponents may not know how many."""
DICE = (3, 4)
MOST_OF_A_DIE = 6
SILENT = frozenset(["below_condition", "too_weak"])
"""Refusals that were asked for, and one that is looked at by itself."""
ELSEWHERE = {
    "third_army": "{unit} would be the third army in {at}, where no more than two stay",
    "no_set_up": "{unit} cannot begin in {at}, next to units of another player",
}
"""Why units do not begin where they are set up (5.0, 9.3)."""


def sheet_faults(state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Diagnostic, ...]:
    """What is wrong with a seat's orders for the phase that comes next."""
    state = _known_to(_This(state), seat)
    wrong = tuple(impossible(state, seat, orders))
    phase = next_phase(state)
    if state.turn:
        return (*wrong, *_faults(state, seat, orders))
    if phase is not None and phase.kind == "rest":
        return (*wrong, *_not_regained(state, seat, orders))
    twice = tuple(_set_up_twice(orders))
    if garrisons_are_placed(state):
        return (*wrong, *twice)
    faulty = {said.text for said in wrong}
    possible = [order for order in orders if str(order) not in faulty]
    return (*wrong, *twice, *_set_up_elsewhere(state, seat, possible))


def combine(state: State, earlier: Sequence[Order], later: Sequence[Order]) -> tuple[Order, ...]:
    """A seat's orders once a later letter has followed: by the option `letters` it takes the place
    of the earlier one, but for what that says of alliances, or is added to it."""
    if state.options.letters == "add":
        return (*earlier, *(order for order in later if order not in earlier))
    return combined(earlier, later)


@lru_cache(maxsize=64)
def _known_to(this: "_This", seat: Seat) -> State:
    """The position as this seat may know it, so that what is said of its orders tells no more: what
    is secret of others is taken to be as it was at first."""
    state = this.state
    own = seat.split("+")
    wizards, armies = dict(state.wizards), dict(state.armies)
    if not state.options.spell_points_public:
        others = {w: one for w, one in wizards.items() if w not in own and one.fate == "in"}
        wizards |= {w: replace(one, points=AS_AT_FIRST) for w, one in others.items()}
    if not state.options.army_strength_public:
        most = most_strength(state.options)
        hidden = {a: one for a, one in armies.items() if one.wizard and one.wizard not in own}
        armies |= {a: replace(one, strength=most) for a, one in hidden.items()}
    permissions = tuple(p for p in state.permissions if p.known or seat in (p.giver, p.taker))
    return replace(state, wizards=wizards, armies=armies, permissions=permissions)


def impossible(state: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Diagnostic]:
    """The errors: orders that cannot be done whatever happens, sent when things were otherwise."""
    this = _This(state)
    for index, order in enumerate(orders):
        later = any(brings(before, order) for before in orders[:index])
        if fault := _impossible(this, seat, order, later):
            yield fault


class _This:
    """A state, known by being this one: it cannot be hashed, and is not worth comparing."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and self.state is other.state

    def __hash__(self) -> int:
        return id(self.state)


@lru_cache(maxsize=1024)
def _impossible(this: _This, seat: Seat, order: Order, later: bool) -> Diagnostic | None:
    try:
        checked(this.state, seat, Draft(order, 1, str(order), later=later))
    except FaultyLine as fault:
        return Diagnostic("error", fault.code, 0, 0, str(order), fault.message, fault.suggestions)
    return None


def _set_up_twice(orders: Sequence[Order]) -> Iterator[Diagnostic]:
    placed: set[str] = set()
    for order in orders:
        if isinstance(order, SetUp):
            twice = sorted(placed.intersection(order.units))
            if twice and not twice[0].startswith("G"):
                yield _warning("twice", order, f"{', '.join(twice)}: the last place counts.")
            placed.update(order.units)


def _set_up_elsewhere(state: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Diagnostic]:
    """Units that cannot begin where they are set up, and where they begin instead."""
    turn = _DryTurn()
    play = Play(state, turn, seat)
    place(play, orders)
    wished = {
        (code_of(seat, unit), order.at)
        for order in orders
        if isinstance(order, SetUp)
        for unit in order.units
    }
    for event in turn.seen:
        why_not, units, at = (event.facts.get(name) for name in ("why", "units", "hex"))
        if not isinstance(why_not, str) or why_not not in ELSEWHERE or not isinstance(units, tuple):
            continue
        (unit,) = units
        stands = play.place(unit)
        if (unit, stands) not in wished:
            cannot = ELSEWHERE[why_not].format(unit=name_of(seat, unit), at=at)
            message = f"{cannot}: it begins in {stands}."
            yield Diagnostic("warning", why_not, 0, 0, str(event.facts["order"]), message)


def _not_regained(state: State, seat: Seat, orders: Sequence[Order]) -> Iterator[Diagnostic]:
    """9.4: wishes of which nothing comes."""
    turn = _DryTurn()
    regain(Play(state, turn, seat), orders)
    for event in turn.seen:
        if event.kind == "refused":
            code, said = str(event.facts["why"]), str(event.facts["order"])
            yield Diagnostic("warning", code, 0, 0, said, f"{said}: {_why_in(event, seat)}")


def _why_in(event: Event, seat: Seat) -> str:
    """Why something was refused, and to which unit if that does not show: ``E: it is gone``."""
    code, unit = str(event.facts["why"]), event.facts.get("unit")
    return f"{name_of(seat, unit)}: {why(code)}" if isinstance(unit, str) else why(code)


class _DryTurn(Turn[Order, Event]):
    """A phase that is tried out: nobody is told or asked anything."""

    def __init__(self, before: Turn[Order, Event] | None = None) -> None:
        super().__init__("", {})
        self.seen: list[Event] = []
        self.dice: int = before.dice if isinstance(before, _DryTurn) else 0

    def tell(self, audience: Audience, event: Event) -> None:
        """It is kept."""
        self.seen.append(event)

    def roll(self, label: str, sides: int = 6, *, sealed: bool = False) -> int:
        """One and the other in turn."""
        self.dice += 1
        return DICE[self.dice % len(DICE)]

    def ask(self, *questions: Question[Order]) -> tuple[Answer[Order], ...]:
        """What counts if nobody answers."""
        return tuple(question.default for question in questions)


class _Moved(NamedTuple):
    """What a sheet's movement has come to so far: it is played on in a copy only.

    merged   armies that have given all they had to others (6.61)
    """

    play: Play
    found: tuple[Diagnostic, ...]
    merged: frozenset[str] = frozenset()


@lru_cache(maxsize=256)
def _moved(this: _This, seat: Seat, said: tuple[Order, ...], moves: tuple[Order, ...]) -> _Moved:
    """After these orders of movement, with what the whole sheet says of alliances."""
    if not moves:
        play = Play(this.state, _DryTurn(), seat)
        proclaim(play, seat, said)
        renounce(play, seat, said)
        begin(play)
        return _Moved(play, ())
    before = _moved(this, seat, said, moves[:-1])
    trial = _Trial(before, seat)
    trial.tried(trial.play, moves[-1], MOVEMENT[type(moves[-1])])
    return _Moved(trial.play, tuple(trial.found), frozenset(trial.merged))


def _faults(state: State, seat: Seat, orders: Sequence[Order]) -> list[Diagnostic]:
    """The warnings, in the order of the parts of a phase."""
    this = _This(state)
    said = tuple(order for order in orders if isinstance(order, Ally))
    moves = tuple(order for order in orders if type(order) in MOVEMENT)
    for number in range(len(moves)):
        _moved(this, seat, said, moves[:number])  # one after another, however many there are
    return _Trial(_moved(this, seat, said, moves), seat).rest(orders)


class _Trial:
    """A sheet on trial, from where it has come to."""

    def __init__(self, before: _Moved, seat: Seat) -> None:
        self.play = _forked(before.play)
        self.seat = seat
        self.found = list(before.found)
        self.merged = set(before.merged)

    def rest(self, orders: Sequence[Order]) -> list[Diagnostic]:
        """Once all have moved: walls, crowded hexes, spells and attacks."""
        roll_scalings(self.play)
        self._crowds()
        self._among_enemies()
        mend_stacks(self.play)
        before_magic = _forked(self.play)
        before_magic.cast = self.play.cast  # elite troops cast or fight (9.3 B)
        for order in orders:
            if isinstance(order, Cast):
                self._without_outcome(order, cast)
            elif isinstance(order, Challenge):
                self._deadly(order)
                self._without_outcome(order, challenge)
        for order in orders:
            if isinstance(order, Attack):
                self._strong_enough(before_magic, order)
                self.tried(before_magic, order, attack)
        return self.found

    def tried(self, play: Play, order: Order, rule: Callable[[Play, Any], None]) -> None:
        """An order is carried out; what is refused of it is noted."""
        turn = _DryTurn(play.turn)
        play.turn = turn
        rule(play, coded(self.seat, order))
        for event in turn.seen:
            code = event.facts.get("why", "")
            if event.kind == "merged" and not event.facts["left"]:
                self.merged.add(str(event.facts["giver"]))
            if event.kind != "refused" or code in SILENT or _meant(order, code):
                continue
            if code != "gone" or self.merged.intersection(_units_in(event)):
                assert isinstance(code, str)
                warning = _warning(code, order, _why_in(event, self.seat))
                if warning not in self.found:  # one for all units of the order
                    self.found.append(warning)

    def _without_outcome(self, order: Cast | Challenge, rule: Callable[[Play, Any], None]) -> None:
        """A spell or a challenge is tried; then all is as it was, but for what a spell costs. What
        comes of it no defence and no die of the trial can tell, so the next ones do not go by it.
        """
        before = _forked(self.play)
        self.tried(self.play, order, rule)
        for name in ("wizards", "armies", "ships", "scalings", "permissions", "lowered"):
            setattr(self.play, name, getattr(before, name))
        if isinstance(order, Cast) and order.spell != SPELLBINDER:
            for caster in self.play.cast - before.cast:
                self.play.pay(purse_of(self.play, caster), cost(order.spell, order.points))

    def _crowds(self) -> None:
        """5.0: the third army of a hex at the end of movement."""
        for at in crowded(self.play):
            names = ", ".join(names_of(self.seat, own_armies(self.play, at)))
            message = f"{names} would end in {at}: no more than two armies stay there."
            self.found.append(Diagnostic("warning", "third_army", 0, 0, at, message))

    def _among_enemies(self) -> None:
        """4.13: a wizard who would have to leave by himself."""
        stood = {wizard: self.play.place(wizard) for wizard in self.play.wizards_of(self.seat)}
        leave_enemies(self.play)
        for wizard, at in stood.items():
            if (to := self.play.place(wizard)) != at:
                (name,) = names_of(self.seat, [wizard])
                message = f"{name} does not stay among enemies in {at}: by himself he goes to {to}."
                self.found.append(Diagnostic("warning", "among_enemies", 0, 0, at, message))

    def _deadly(self, order: Challenge) -> None:
        """4.691: the challenger's own roll is taken from his points, won or lost."""
        wizard = order.by.upper() or self.seat.split("+")[0]
        points = self.play.wizards[wizard].points
        if points <= MOST_OF_A_DIE:
            message = (
                "The challenge costs what is rolled, from 1 to 6, and the wizard has "
                f"{points} point{'s' if points != 1 else ''}: at 0 he is sent home, below 0 he is "
                "out of the game."
            )
            self.found.append(_warning("deadly", order, message))

    def _strong_enough(self, play: Play, order: Attack) -> None:
        """6.52: but where strengths are secret, nothing is said of them."""
        if not play.state.options.army_strength_public:
            return
        given = coded(self.seat, order)
        assert isinstance(given, Attack)
        own = sum(play.armies[army].strength for army in given.units if army in play.armies)
        held = [army for army in armies_in(play, order.at) if play.owner(army) != self.seat]
        difference = own - sum(play.armies[army].strength for army in held)
        least = tables_of(play.state.options).columns[0]
        if held and difference < least:
            message = f"The difference is {difference}, and below {least} there is no attack."
            self.found.append(_warning("too_weak", order, f"{message} Magic may still change it."))


def _meant(order: Order, code: object) -> bool:
    """Whether this is what the order is for: to go towards a hex as far as it can."""
    return isinstance(order, Move) and not order.written and code in ("spent", "zone", "full")


def _units_in(event: Event) -> tuple[str, ...]:
    """The units to which something was refused."""
    units, unit = event.facts.get("units", ()), event.facts.get("unit")
    assert isinstance(units, tuple)
    return (unit,) if isinstance(unit, str) else units


def _forked(play: Play) -> Play:
    """The same phase, to be played on in another way; its trails grow in place."""
    other = copy(play)
    for name, value in vars(play).items():
        if isinstance(value, dict | set | list):
            setattr(other, name, value.copy())
    other.trail = {army: trail.copy() for army, trail in play.trail.items()}
    return other


def _warning(code: str, order: Order, message: str) -> Diagnostic:
    return Diagnostic("warning", code, 0, 0, str(order), f"{order}: {message}")
