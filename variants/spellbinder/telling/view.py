"""What a reader may see of a game of Spellbinder."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from adjudicator.events import Reader
from adjudicator.wording import series
from variants.spellbinder.combat.wizards import hexes_of
from variants.spellbinder.components import CASTLES, GARRISONS, ISLAND, castle_at, name_of
from variants.spellbinder.course.schedule import last_turn, next_phase, phase_title, seat_name
from variants.spellbinder.course.score import points_of
from variants.spellbinder.course.setup import garrisons_are_placed
from variants.spellbinder.state import Ending, Event, Permission, State, WizardCode
from variants.spellbinder.telling.picture import LEGEND, drawn
from variants.spellbinder.telling.story import sentence, units_named

UNKNOWN = "?"
"""In place of a number that its reader may not know."""
OFF_MAP, IN_EXILE, WAITING = "off the map", "in exile", "out of play"


class Stack(Struct, frozen=True):
    """Units in one place: ``0506``, ``ship 1``, ``off the map``."""

    place: str
    units: str


class Side(Struct, frozen=True):
    """A wizard with his armies.

    points   his spellbinder points
    state    sentences on him: that he is out of the game, that his armies wait for him
    """

    name: str
    points: str
    state: tuple[str, ...]
    stacks: tuple[Stack, ...]


class Drawing(Struct, frozen=True):
    """Part of the map as lines of letters."""

    lines: tuple[str, ...]


class View(Struct, frozen=True):
    """The game before the phase that comes next; `ending` is a sentence once it is over.

    order    in what order the Player Phases of this game turn are played
    sides    wizards with their armies
    others   garrisons that nobody owns
    ships, scalings, alliances   sentences
    scores   victory points as the armies stand now
    asked    of whom orders are wanted, and what for
    """

    title: str
    clock: str
    order: str
    sides: tuple[Side, ...]
    others: tuple[Stack, ...]
    ships: tuple[str, ...]
    scalings: tuple[str, ...]
    alliances: tuple[str, ...]
    scores: tuple[str, ...]
    drawings: tuple[Drawing, ...]
    legend: tuple[str, ...]
    asked: str
    ending: str

    @classmethod
    def of(cls, state: State, reader: Reader) -> "View":
        """What this reader may see."""
        open_points = state.options.spell_points_public or state.ended is not None
        open_strength = state.options.army_strength_public or state.ended is not None
        sides = [
            _side(
                state,
                wizard,
                knows_points=open_points or reader in (seat, "gm"),
                knows_strength=open_strength or reader in (seat, "gm"),
            )
            for seat in state.options.seats
            for wizard in seat.split("+")
        ]
        phase = next_phase(state)
        return cls(
            title=phase.title if phase else "The game is over",
            clock=_clock(state),
            order=", ".join(map(seat_name, state.order)) if state.turn else "",
            sides=tuple(sides),
            others=tuple(_stacks(state, None, knows_strength=True)),
            ships=tuple(_ships(state)),
            scalings=tuple(_scalings(state)),
            alliances=tuple(_alliances(state, reader)),
            scores=tuple(_scores(state)),
            drawings=tuple(map(Drawing, drawn(state, _hexes(state, reader)))),
            legend=LEGEND,
            asked=_asked(state),
            ending=ending(state.ended) if state.ended else "",
        )


def ending(ended: Ending) -> str:
    """How the game ended, in a sentence."""
    return sentence(Event("over", {"how": ended.how, "seats": ended.seats}))


def _side(state: State, wizard: WizardCode, *, knows_points: bool, knows_strength: bool) -> Side:
    one = state.wizards[wizard]
    said = []
    if one.fate == "out":
        said.append("He is out of the game.")
    elif one.fate == "exile":
        said.append("He is in exile.")
    elif one.waits:
        said.append("His armies out of play come back when he has 5 points.")
    if one.bound:
        said.append("He has had his Spellbinder.")
    points = str(max(one.points, 0)) if knows_points or one.fate == "out" else UNKNOWN
    stacks = _stacks(state, wizard, knows_strength=knows_strength)
    return Side(name_of(wizard), points, tuple(said), tuple(stacks))


def _stacks(state: State, wizard: WizardCode | None, *, knows_strength: bool) -> Iterator[Stack]:
    """A wizard and his armies, or the garrisons of nobody, place by place."""
    places: dict[str, list[str]] = {}
    if wizard is not None and state.wizards[wizard].fate != "out":
        one = state.wizards[wizard]
        place = _place(one.at, one.ship) or (IN_EXILE if one.fate == "exile" else OFF_MAP)
        places.setdefault(place, []).append(name_of(wizard))
    for code, army in sorted(state.armies.items()):
        if army.wizard != wizard:
            continue
        place = _place(army.at, army.ship) or (WAITING if army.waits else OFF_MAP)
        strength = str(army.strength) if knows_strength else UNKNOWN
        letter = code[1:] if wizard is not None and code not in GARRISONS else code
        places.setdefault(place, []).append(f"{letter} {strength}")
    for place in sorted(places, key=lambda place: (not place[0].isdigit(), place)):
        yield Stack(place, ", ".join(places[place]))


def _place(at: str, ship: int) -> str:
    if ship:
        return f"ship {ship}"
    castle = castle_at(at) if at else None
    return f"{at} {CASTLES[castle].name}" if castle else at


def _ships(state: State) -> Iterator[str]:
    for number, ship in state.ships.items():
        whose = f"controlled by {seat_name(ship.holder)}" if ship.holder else "nobody's"
        aboard = [code for code, one in state.armies.items() if one.ship == number]
        aboard += [code for code, one in state.wizards.items() if one.ship == number]
        cargo = f"aboard: {units_named(aboard)}" if aboard else "empty"
        yield f"Ship {number} in {ship.at}, {whose}, {cargo}"


def _scalings(state: State) -> Iterator[str]:
    for one in state.scalings:
        yield f"{units_named(one.units)} below the wall in {one.at}"


def _alliances(state: State, reader: Reader) -> Iterator[str]:
    for given in state.permissions:
        if given.known or reader == "gm" or reader in (given.giver, given.taker):
            yield _allowed(given)


def _allowed(given: Permission) -> str:
    event = Event("allowed", {"giver": given.giver, "taker": given.taker, "what": given.what})
    return sentence(event).removesuffix(".")


def _scores(state: State) -> Iterator[str]:
    if state.turn == 0 and state.ended is None:
        return
    for seat in state.options.seats:
        earlier = f", {state.carried[seat]} in earlier games" if seat in state.carried else ""
        yield f"{seat_name(seat)} {points_of(state, seat)}{earlier}"


def _clock(state: State) -> str:
    """``Turn 3 of 20``"""
    if state.turn == 0:
        return phase_title(state) if state.ended is None else ""
    game = f"Game {state.game}, turn" if state.options.scenario == "campaign" else "Turn"
    return f"{game} {state.turn} of {last_turn(state)}"


def _hexes(state: State, reader: Reader) -> Iterable[str]:
    """The hexes that matter to a reader: those of his units, and where they can be set up; all, for
    who has none."""
    wizards = reader.split("+") if reader in state.options.seats else [*state.wizards]
    units = [*(a for a in state.armies.values() if a.wizard in wizards)]
    begins = _begins(state, wizards) if state.turn == 0 and state.game == 1 else ()
    pieces = [(a.at, a.ship) for a in units] + [(at, 0) for at in begins]
    pieces += [(state.wizards[w].at, state.wizards[w].ship) for w in wizards]
    return {at or state.ships[ship].at for at, ship in pieces if at or ship}


def _begins(state: State, wizards: Sequence[WizardCode]) -> Iterator[str]:
    """Where pieces are set up by these wizards' players: at home, and garrisons on the island."""
    if garrisons_are_placed(state):
        yield from ISLAND
    for wizard in wizards:
        yield from hexes_of(state.options, state.wizards[wizard].home)


def _asked(state: State) -> str:
    """What is wanted of whom."""
    phase = next_phase(state)
    if phase is None:
        return ""
    whose = series([seat_name(seat) for seat in state.options.seats if seat in phase.due])
    what = {
        "setup": "set up; what is not placed is placed by itself",
        "rest": "say what is regained; else it is all that can be",
        "phase": "move, cast and attack",
        "turn": "write for the whole game turn, in which all move one after another",
    }[phase.kind]
    if phase.kind == "setup" and phase.id == "GARRISONS":
        what = "place a garrison each, in the order of their rolls"
    return f"{whose} may {what}." if whose else ""
