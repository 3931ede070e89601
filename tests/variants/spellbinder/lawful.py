"""What holds after every phase of Spellbinder, written down from the rulebook once more.

Nothing of the title's rules is used here, only its data: the map, the charts, the option values.
``require_lawful`` looks at one phase, ``require_lawful_game`` at what a game is as a whole.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from adjudicator.turns.selfplay import Game, PlayedPhase
from adjudicator.turns.turn import Rolled
from tests.variants.spellbinder.ledger import Ledger
from variants.spellbinder.components import BOARD, CASTLES, FOOT, ISLAND, LAKE
from variants.spellbinder.state import Army, Event, State, Wizard

TURNS = {"each_on_his_own": 20, "early_arrival": 25, "return_of_yamantsar": 30, "campaign": 20}
BRIDGES = frozenset(["1804", "0511", "3212"])
LAND = BRIDGES.union(at for at, terrain in BOARD.terrain.items() if terrain in FOOT.cost)
GARRISONS = frozenset(["G1", "G2", "G3", "G4"])
FOR_TWO = frozenset(["allowed", "forbidden", "renounced"])


def require_lawful(one: PlayedPhase) -> None:
    """All that has to hold once this phase is over."""
    before, after = one.before, one.ran.state
    require_points(after)
    require_strengths(before, after)
    require_places(after)
    require_stacks(one)
    require_fates(before, after)
    require_garrisons(before, after)
    require_sequence(before, after)
    require_secrets(one)
    for segment in segments(one):
        require_once_each(segment, before)
    Ledger(before).require(events(one), after)


# --- numbers


def require_points(state: State) -> None:
    """6.11, 9.3 A: from 0 to 25, Yamantsar to 50; who has less than none is out (6.8)."""
    for code, wizard in state.wizards.items():
        yamantsar = state.options.scenario == "return_of_yamantsar" and code == state.chief
        assert wizard.points <= (50 if yamantsar else 25), code
        assert wizard.points >= 0 or wizard.fate == "out", code


def require_strengths(before: State, after: State) -> None:
    """6.6, 6.61, 7.1: no army is weaker than 1 or stronger than it may be, and all of a wizard's
    together no stronger than when they began. Garrisons never grow while they are nobody's."""
    campaign = after.options.scenario == "campaign"
    most = 25 if campaign else 10
    for code, army in after.armies.items():
        guard = 20 if after.options.scenario == "each_on_his_own" and code in GARRISONS else most
        assert 1 <= army.strength <= guard, code
        if army.wizard is None and code in before.armies:
            assert army.strength <= before.armies[code].strength, code
    for wizard in after.wizards:
        letters = [code for code in after.armies if code[0] == wizard[0] and len(code) == 2]
        letters = [code for code in letters if code not in GARRISONS]
        assert len(letters) <= 9, wizard
        assert sum(after.armies[code].strength for code in letters) <= 9 * most, wizard
        assert sum(after.armies[c].strength for c in owned(after, wizard)) <= (
            after.begun[wizard] + (4 * most if after.gained else 0)
        ), wizard


def owned(state: State, wizard: str) -> list[str]:
    """The armies of a wizard."""
    return [code for code, army in state.armies.items() if army.wizard == wizard]


def seat_of(state: State, wizard: str | None) -> str | None:
    return next((s for s in state.options.seats if wizard and wizard in s.split("+")), None)


def seats_of(state: State, units: Iterable[str]) -> set[str | None]:
    """Whose units these are."""
    return {
        seat_of(state, unit if unit in state.wizards else state.armies[unit].wizard)
        for unit in units
    }


# --- places


def require_places(state: State) -> None:
    """4.2, 4.6, 8.4: units on land or aboard, ships on the lake and never two together, two armies
    a ship, and no armies of two players in one place."""
    lying = [ship.at for ship in state.fleet]
    assert len(set(lying)) == len(lying)
    assert LAKE.issuperset(lying)
    land: dict[str, list[str]] = {}
    aboard: dict[int, list[str]] = {}
    pieces: dict[str, Wizard | Army] = {**state.wizards, **state.armies}
    for code, piece in pieces.items():
        assert not (piece.at and piece.ship), code
        if piece.at:
            assert piece.at in LAND, code
            land.setdefault(piece.at, []).append(code)
        elif piece.ship:
            assert 1 <= piece.ship <= len(state.fleet), code
            aboard.setdefault(piece.ship, []).append(code)
    for at, units in (*land.items(), *aboard.items()):
        armies = [unit for unit in units if unit in state.armies]
        assert len(seats_of(state, armies)) <= 1, at
    for ship, units in aboard.items():
        assert sum(unit in state.armies for unit in units) <= 2, ship
        assert seats_of(state, units) <= set(state.options.seats), ship
    if len(state.options.seats) == 2 and "+" in state.options.seats[0]:
        holders = [ship.holder for ship in state.fleet if ship.holder]
        assert len(set(holders)) == len(holders), "nobody controls both ships (9.1 3A)"


def crowds(state: State, seat: str) -> dict[str, list[str]]:
    """5.0: hexes in which a seat has more than two armies and may not, with the armies."""
    found: dict[str, list[str]] = {}
    for code, army in state.armies.items():
        if army.at and seat_of(state, army.wizard) == seat:
            found.setdefault(army.at, []).append(code)
    free = CASTLES["PINDRAGALF"].hexes if "SHARN" in seat.split("+") else ()
    return {at: units for at, units in found.items() if len(units) > 2 and at not in free}


def require_stacks(one: PlayedPhase) -> None:
    """5.0: two armies a hex once their owner has moved. More can only stand there because a spell
    or a wizard's recovery has brought some since, or because he has not moved since."""
    before, after = one.before, one.ran.state
    came: set[str] = set()
    for event in events(one):
        match event.kind:
            case "regenerated":
                came.add(str(event.facts["hex"]))
            case "came_back":
                came.update(many(event, "hexes"))
            case "strength_regained":
                came.add(after.wizards[str(event.facts["wizard"])].at)
    for seat in after.options.seats:
        was = {} if seat in one.phase.due else crowds(before, seat)
        for at, armies in crowds(after, seat).items():
            assert at in came or set(armies) <= set(was.get(at, ())), f"{armies} in {at}"


def require_fates(before: State, after: State) -> None:
    """6.8, 9.4: who is out stays out, has no place and no armies; exile is of the campaign."""
    for code, wizard in after.wizards.items():
        if before.wizards[code].fate == "out":
            # In a campaign everybody's spellbinder is new in the next game.
            assert replace(wizard, bound=True) == replace(before.wizards[code], bound=True), code
        if wizard.fate == "out":
            assert not wizard.at, code
            assert not wizard.ship, code
            assert not owned(after, code), code
        if wizard.fate == "exile":
            assert after.options.scenario == "campaign", code
        if wizard.fate == "in" and after.turn and after.options.scenario != "return_of_yamantsar":
            assert wizard.at or wizard.ship, code
    for ship in after.fleet:
        if ship.holder:
            gone = all(after.wizards[w].fate == "out" for w in ship.holder.split("+"))
            assert not gone, "a ship of one who is out"
    for code, army in after.armies.items():
        if army.waits:
            assert army.at == "", code
            assert army.ship == 0, code
            assert after.wizards[str(army.wizard)].waits, code


def require_garrisons(before: State, after: State) -> None:
    """9.1 3B: garrisons of nobody stand where they stood; none comes up."""
    for code, army in after.armies.items():
        if army.wizard is None:
            old = before.armies[code]
            assert old.wizard is None, code
            assert army.at == old.at or (not old.at and before.turn == 0), code


# --- turns


def plays(state: State, seat: str) -> bool:
    """3.0: who has somebody on the map, or may come back into the game."""
    for code in seat.split("+"):
        wizard = state.wizards[code]
        if wizard.fate == "in" or (wizard.fate == "exile" and wizard.left < state.game):
            return True
        if any(state.armies[army].at or state.armies[army].ship for army in owned(state, code)):
            return True
    return False


def left_over(state: State) -> list[str]:
    """The seats that have a wizard in the game, or, in a campaign, on the map."""
    return [
        seat
        for seat in state.options.seats
        if any(state.wizards[code].fate == "in" for code in seat.split("+"))
    ]


def require_sequence(before: State, after: State) -> None:
    """3.0, 9.1-9.4: phases follow each other in the order that was rolled; a game has so many
    turns, and ends then, or as soon as one player alone has a wizard."""
    turns = TURNS[after.options.scenario]
    assert 0 <= after.turn <= turns
    assert len(set(after.order)) == len(after.order)
    if after.ended is not None:
        if after.ended.how == "points":
            assert before.turn == after.turn == turns
            require_scores(after)
        else:
            assert after.ended.how == "last"
            assert len(left_over(after)) <= 1
            assert after.ended.seats
        return
    assert len(left_over(after)) > 1 or after.options.scenario == "campaign"
    if not after.turn:
        return
    if (before.game, before.turn) != (after.game, after.turn):
        assert after.turn == (before.turn + 1 if before.game == after.game else 1)
        assert after.step == 0
        playing = [seat for seat in after.options.seats if plays(after, seat)]
        assert sorted(whose_seats(after)) == sorted(playing)
        chairs = after.options.seats
        first = chairs.index(whose_seats(after)[0])
        to_the_left = [s for s in (*chairs[first:], *chairs[:first]) if s in playing]
        assert whose_seats(after) == to_the_left
        if after.options.mode == "phase" and before.turn:
            assert not any(plays(after, whose) for whose in before.order[before.step + 1 :])
    else:
        assert after.order == before.order
        skipped = before.order[before.step + 1 : after.step]
        assert not any(plays(after, whose) for whose in skipped)
        assert after.step > before.step
        assert plays(after, after.order[after.step])


def whose_seats(state: State) -> list[str]:
    """The seats in the order of their phases; each once, too, where a wizard has each his own."""
    return [
        *dict.fromkeys(
            s for w in state.order for s in state.options.seats if w in (s, *s.split("+"))
        )
    ]


def require_scores(state: State) -> None:
    """9.1 5: 25 a castle, 10 a hex of the three, 50 for Yof-Pintre, or 80 for who is alone."""
    assert state.ended is not None
    held = {
        seat: {a.at for a in state.armies.values() if seat_of(state, a.wizard) == seat and a.at}
        for seat in state.options.seats
    }
    points = {}
    for seat, hexes in held.items():
        points[seat] = 0
        for castle, lord in LORDS.items():
            barred = state.options.scenario == "early_arrival" and lord == state.chief
            if barred and state.wizards[lord].home != castle:
                continue
            points[seat] += 25 * bool(hexes & set(CASTLES[castle].hexes))
        points[seat] += 10 * len(hexes & {"1718", "2715", "1804"})
        others = set().union(*(held[other] for other in held if other != seat))
        if hexes & ISLAND:
            points[seat] += 50 if others & ISLAND else 80
    assert {score.seat: score.points for score in state.ended.scores} == points
    best = max(points[seat] for seat in left_over(state))
    assert state.ended.seats == tuple(s for s in left_over(state) if points[s] == best)


LORDS = {
    "ELSMOOR": "DARMAN",
    "COVING": "ALGONA",
    "ARAMET_SHUR": "UMARON",
    "PINDRAGALF": "SHARN",
}


# --- what is told


def events(one: PlayedPhase) -> list[Event]:
    """What was told in the phase, in order."""
    return [told.event for told in one.ran.told]


def many(event: Event, fact: str) -> tuple[str, ...]:
    """A fact that names several."""
    found = event.facts[fact]
    assert isinstance(found, tuple)
    return found


def segments(one: PlayedPhase) -> Iterator[list[Event]]:
    """The Player Phases of a phase: one, or, where all write at once, one of each player."""
    found: list[Event] = []
    for event in events(one):
        if event.kind == "player_phase":
            yield found
            found = []
        found.append(event)
    yield found


def require_once_each(told: list[Event], before: State) -> None:
    """4.692, 6.13, 6.53, 9.3 B: one offensive spell of each who casts, one defence of each who
    defends, one challenge; a hex is attacked once by magic and once by armies; an army attacks
    once, and no elite army both ways."""
    met: Counter[tuple[str, str]] = Counter()
    for event in told:
        facts = event.facts
        if event.kind == "spell":
            met["casts", str(facts["caster"])] += 1
            if not facts["wizard"]:
                met["aim", str(facts["hex"])] += 1
            if facts["defender"]:
                met["defends", str(facts["defender"])] += 1
        elif event.kind == "challenge":
            met["challenge", ""] += 1
        elif event.kind == "battle":
            met.update(("fights", army) for army in many(event, "attackers"))
            garrisons = {a for a in before.armies if before.armies[a].wizard is None}
            if not garrisons.intersection(many(event, "attackers")):
                met["attacked", str(facts["hex"])] += 1
    assert all(count == 1 for count in met.values()), met
    casts = {who for what, who in met if what == "casts"}
    assert not casts & {who for what, who in met if what == "fights"}


def require_secrets(one: PlayedPhase) -> None:
    """What only one knows: his own orders, done or not; what only two know: what one allows the
    other, until it is used."""
    for told in one.ran.told:
        facts = told.event.facts
        if told.event.kind == "refused":
            assert told.audience == frozenset({facts["seat"]})
        else:
            assert "order" not in facts
            assert "why" not in facts
        if told.event.kind in FOR_TWO:
            assert told.audience == frozenset({facts["giver"], facts["taker"]})
    for draw in one.ran.draws:
        assert not isinstance(draw, Rolled) or draw.sealed == (" mix of " in f" {draw.label}")


def require_lawful_game(game: Game) -> None:
    """The scenario had its turns, each with a Player Phase of everybody who could have one; in the
    end somebody has won."""
    assert game.over
    last = game.states[-1]
    assert last.ended is not None
    phases = Counter((one.before.game, one.before.turn) for one in game.played if one.before.turn)
    for (number, turn), count in phases.items():
        if last.options.mode == "turn":
            assert count == 1, (number, turn)
        else:
            assert 1 <= count <= 4, (number, turn)
    turns = sorted(phases)
    assert [turn for _, turn in turns][: TURNS[last.options.scenario]] == [
        *range(1, min(len(turns), TURNS[last.options.scenario]) + 1)
    ]
