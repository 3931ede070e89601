"""Losses (6.6): how much strength each army loses, as its owner likes it."""

from collections.abc import Callable, Mapping, Sequence

from adjudicator.orders import Seat
from adjudicator.turns.questions import Choice, Chosen, OneOf, Question, Shares, Split
from variants.spellbinder import components
from variants.spellbinder.names import code_of, name_of
from variants.spellbinder.play import Play
from variants.spellbinder.state import ArmyCode

STRONGEST = "STRONGEST"
SPREADS = (
    Choice(STRONGEST, "each point off the army that is then the strongest"),
    Choice("EVENLY", "one point off each army in turn"),
    Choice("WEAKEST", "all off the weakest army, then off the next"),
)
"""How losses are shared out where no shares are written down."""


def lose(play: Play, armies: Sequence[ArmyCode], points: int, why: str) -> None:
    """6.6: armies of one owner lose strength, no more than they have; who comes to nothing by that
    leaves the game when things are settled.

    `why` stands in labels, so it is made of words and numbers, and no two losses of a phase have
    the same: ``attack on 2308``.
    """
    armies = sorted(armies)
    strengths = {army: play.armies[army].strength for army in armies}
    total = min(points, sum(strengths.values()))
    if total <= 0:
        return
    owner = play.owner(armies[0])
    if owner is None:
        # Nobody decides for a garrison; which of its armies comes first shows on the map.
        in_order = sorted(armies, key=lambda army: (play.place(army), army))
        lost = share(STRONGEST, {army: strengths[army] for army in in_order}, total)
    elif len(armies) == 1 or total == sum(strengths.values()):
        lost = share(STRONGEST, strengths, total)
    else:
        lost = _chosen(play, owner, strengths, total, why)
    known = play.knows_strengths(owner)
    for army, number in lost.items():
        play.weaken(army, number)
        play.tell("lost", to=known, army=army, points=number, left=play.armies[army].strength)


def share(how: str, strengths: Mapping[ArmyCode, int], total: int) -> dict[ArmyCode, int]:
    """What each army loses of a total by one of `SPREADS`; those that lose nothing are left out.
    Of equals the first loses first. ValueError if there is not so much to lose."""
    if total > sum(strengths.values()):
        raise ValueError(f"{total} cannot be lost by {dict(strengths)}")
    left = dict(strengths)
    next_of: dict[str, Callable[[list[ArmyCode]], ArmyCode]] = {
        "STRONGEST": lambda alive: max(alive, key=lambda army: left[army]),
        "EVENLY": lambda alive: min(alive, key=lambda army: strengths[army] - left[army]),
        "WEAKEST": lambda alive: min(alive, key=lambda army: left[army]),
    }
    for _ in range(total):
        left[next_of[how]([army for army in left if left[army]])] -= 1
    return {army: strengths[army] - left[army] for army in left if left[army] < strengths[army]}


def _chosen(
    play: Play, owner: Seat, strengths: Mapping[ArmyCode, int], total: int, why: str
) -> dict[ArmyCode, int]:
    """The owner's choice (S4): shares, or a way to share out. It never stops the phase."""
    of = f"of {' '.join(map(components.name_of, owner.split('+')))} in {why}"
    (how,) = play.turn.ask(
        Question(
            seat=owner,
            kind="spread",
            label=play.label_of(f"spread {of}"),
            prompt=f"How are {total} points of losses shared out?",
            form=OneOf(SPREADS),
            default=Chosen(STRONGEST),
            facts={"points": total},
            waits=False,
        )
    )
    by_default = share(str(how), strengths, total)
    (answer,) = play.turn.ask(
        Question(
            seat=owner,
            kind="losses",
            label=play.label_of(f"losses {of}"),
            prompt=f"Your armies lose {total} points. Which of them lose how much?",
            form=Split(total, {name_of(owner, army): most for army, most in strengths.items()}),
            default=Shares({name_of(owner, army): lost for army, lost in by_default.items()}),
            facts={"points": total},
            waits=False,
        )
    )
    assert isinstance(answer, Shares)
    return {code_of(owner, name): lost for name, lost in answer.amounts.items()}
