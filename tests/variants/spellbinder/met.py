"""What a phase of Spellbinder has met: each kind of order done, each rule that came up."""

from collections import Counter
from collections.abc import Iterator

from adjudicator.turns.selfplay import PlayedPhase
from tests.variants.spellbinder.ledger import COLUMNS, column
from variants.spellbinder.state import Event, State

PLAIN = {
    "moved": "move",
    "merged": "merge",
    "boarded": "load",
    "sailed": "sail",
    "landed": "land",
    "ship_used": "a ship of nobody's used",
    "ship_captured": "capture of a ship",
    "ship_given": "gift of a ship",
    "ship_won": "challenge won",
    "ship_forsaken": "a ship forsaken",
    "challenge_tied": "challenge tied",
    "scales": "scaling begun",
    "stops_scaling": "scaling given up",
    "no_scaling": "scaling barred",
    "scaling_fails": "scaling failed",
    "scaled": "scaling done",
    "fall": "scaling at a loss",
    "garrisons_hold": "a garrison too weak to attack",
    "goes_home": "go home",
    "home_again": "home again",
    "garrisons_gained": "garrisons gained",
    "occupied": "occupation",
    "points_won": "points won by an occupation",
    "no_effect": "a spell without effect",
    "regenerated": "regeneration",
    "renewed": "spellbinder",
    "sent_home": "sent home",
    "home_barred": "home barred",
    "came_back": "armies came back",
    "eliminated": "eliminated",
    "recovered": "recovery",
    "allowed": "permission given",
    "forbidden": "permission taken back",
    "driven_out": "a wizard driven out",
    "sent_back": "a third army sent back",
    "put_together": "a third army put together",
    "destroyed": "an army destroyed",
    "left": "exile",
    "points_regained": "points regained",
    "strength_regained": "strength regained",
}
SPELLS = ("MIND", "THUNDER", "HAMMER", "SWORD", "REGENERATION", "SPELLBINDER")
DEFENCES = ("NONE", "FORCE", "STILLNESS", "ARMOR", "SHIELD", "FEAR", "CRUSHER")
ALLIED = {
    "pass": "free passage used",
    "stack": "stacking used",
    "use 1": "loan used",
    "use 2": "loan used",
}
RULES = frozenset(
    [
        *PLAIN.values(),
        *ALLIED.values(),
        *(f"cast {spell}" for spell in SPELLS),
        *(f"defence {defence}" for defence in DEFENCES),
        *(f"attack at {low} to {high}" for low, high in COLUMNS),
        "give",
        "challenge lost",
        "wizard attacked",
        "backfire",
        "zero result",
        "armies struck",
        "garrison attack",
        "a garrison attacked",
        "elite cast",
        "entry",
        "return from exile",
        "recovery to 25",
        "renewed to 50",
        "the end by points",
        "the end by elimination",
    ]
)


def met(one: PlayedPhase) -> Counter[str]:
    """How often each of `RULES` was met in this phase."""
    before: State = one.before
    found: Counter[str] = Counter()
    for told in one.ran.told:
        found.update(_of(told.event, before))
    ended = one.ran.state.ended
    if ended is not None:
        found["the end by points" if ended.how == "points" else "the end by elimination"] += 1
    return found


def _of(event: Event, before: State) -> Iterator[str]:
    facts = event.facts
    if event.kind in PLAIN:
        yield PLAIN[event.kind]
    match event.kind:
        case "merged" if facts["left"]:
            yield "give"
        case "allied":
            yield ALLIED[str(facts["what"])]
        case "spell":
            yield f"cast {facts['spell']}"
            yield f"defence {facts['defence']}"
            if facts["wizard"]:
                yield "wizard attacked"
            if str(facts["caster"]).startswith("G"):
                yield "elite cast"
        case "struck":
            result = facts["result"]
            assert isinstance(result, int)
            if result <= 0:
                yield "backfire" if result else "zero result"
            elif not facts["wizard"]:
                yield "armies struck"
        case "challenge":
            roll, against = facts["roll"], facts["against"]
            if int(str(roll)) < int(str(against)):
                yield "challenge lost"
        case "battle":
            difference = facts["difference"]
            assert isinstance(difference, int)
            low, high = COLUMNS[column(difference)]
            yield f"attack at {low} to {high}"
            nobodys = {code for code, army in before.armies.items() if army.wizard is None}
            if nobodys.intersection(str(army) for army in _several(facts["attackers"])):
                yield "garrison attack"
            if nobodys.intersection(str(army) for army in _several(facts["defenders"])):
                yield "a garrison attacked"
        case "recovered" if facts["points"] == 25:
            yield "recovery to 25"
        case "renewed" if facts["points"] == 50:
            yield "renewed to 50"
        case "entered":
            returns = before.options.scenario == "campaign"
            yield "return from exile" if returns else "entry"


def _several(fact: object) -> tuple[object, ...]:
    return fact if isinstance(fact, tuple) else (fact,)
