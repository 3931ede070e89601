"""What standing orders answer in the phases of others (S1-S5, S7): defence, losses, coming home.

The condition `attack` is the number of an attack by magic among those of a Player Phase at units of
one player (S3): ``standing defence: NONE if attack < 2``. A mix of defences (S7) goes by the
condition `mix`, a secret die of 100: ``standing defence: FORCE 2 if mix <= 50`` and
``standing defence: SHIELD 2``.
"""

from adjudicator.orders import Seat
from adjudicator.turns.questions import Choice, OneOf, Policy, SomeOf, Split
from variants.spellbinder.combat.hostility import SOME
from variants.spellbinder.combat.losses import SPREADS
from variants.spellbinder.combat.spells import CHOICES
from variants.spellbinder.combat.wizards import hexes_of
from variants.spellbinder.components import (
    ARMIES,
    BOARD,
    CASTLES,
    GARRISONS,
    YOF_PINTRE,
    home_castle,
)
from variants.spellbinder.names import names_of
from variants.spellbinder.state import State

_STRONGEST_EVER = 25  # an army of the campaign
_SAMPLE = 10


def policies(state: State, seat: Seat) -> tuple[Policy, ...]:
    """All that this seat can be asked in a phase."""
    wizards = tuple(seat.split("+"))
    is_chief = seat == state.chief
    garrisons = GARRISONS if is_chief else ()
    armies = names_of(seat, (*(code for wizard in wizards for code in ARMIES[wizard]), *garrisons))
    castles = [*([YOF_PINTRE] if is_chief else []), *map(home_castle, wizards)]
    home = OneOf(
        tuple(Choice(at, CASTLES[c].name) for c in castles for at in hexes_of(state.options, c))
    )
    others = tuple(w for s in state.options.seats if s != seat for w in s.split("+"))
    attack = {
        "attacker": others,
        "target": ("armies", "wizard"),
        "hex": tuple(BOARD.axial),
        "strength": (),
        "attack": (),
    }
    found = [
        Policy(
            kind="defence",
            about="by which spell an attack by magic is met",
            form=OneOf(CHOICES),
            names={**attack, "defender": (*wizards, *garrisons), "points": (), "mix": ()},
            sample=f"standing defence: STILLNESS 5 if attacker = {others[0]} and points >= 8",
        ),
        Policy(
            kind="defender",
            about="who meets an attack by magic, where several can",
            form=OneOf(tuple(map(Choice, (*wizards, *garrisons)))),
            names=attack,
            sample=f"standing defender: {(*garrisons, *wizards)[0]} if strength >= 10",
        ),
        Policy(
            kind="losses",
            about="which armies lose strength",
            form=Split(_SAMPLE, dict.fromkeys(armies, _STRONGEST_EVER)),
            names={"points": ()},
            sample=f"standing losses: {armies[0]}, {armies[1]}",
        ),
        Policy(
            kind="spread",
            about="how losses are shared out that no order for losses does",
            form=OneOf(SPREADS),
            names={"points": ()},
            sample="standing spread: EVENLY",
        ),
        Policy(
            kind="home",
            about="where a wizard is placed who is sent home",
            form=home,
            names={"wizard": wizards},
            sample=f"standing home: {home.choices[0].code}",
        ),
        Policy(
            kind="return",
            about="where in the castle an army comes back",
            form=home,
            names={"army": armies},
            sample=f"standing return: {home.choices[0].code} if army = {armies[0]}",
        ),
    ]
    if state.options.scenario == "early_arrival" and (is_chief or state.chief is None):
        found.append(
            Policy(
                kind="garrisons",
                about="which two garrisons are taken over from two opponents",
                form=SomeOf(tuple(map(Choice, GARRISONS)), SOME, SOME),
                sample="standing garrisons: G1, G3",
            )
        )
    return tuple(found)
