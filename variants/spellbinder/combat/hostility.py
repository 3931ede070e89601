"""Early Arrival (9.2 C): who has attacked the wizard on Yof-Pintre, and what that wins him."""

from collections.abc import Sequence
from itertools import combinations

from msgspec.structs import replace

from adjudicator.orders import Seat
from adjudicator.turns.questions import Choice, Question, Several, SomeOf
from variants.spellbinder.components import GARRISONS
from variants.spellbinder.play import Play
from variants.spellbinder.state import ArmyCode

SOME = 2
"""How many of the garrisons he gains from two opponents alone (9.2 C 2)."""


def provoke(play: Play, target: Seat | None) -> None:
    """The phase's player has attacked somebody's units."""
    if target is not None and target == play.state.chief:
        play.attackers.add(play.seat)


def gain_garrisons(play: Play) -> None:
    """9.2 C: once each opponent has attacked him, or has ever been allied with one that has, the
    garrisons are his, at once and wherever they stand."""
    chief = play.state.chief
    if play.state.options.scenario != "early_arrival" or chief is None or play.gained:
        return
    opponents = [seat for seat in play.state.options.seats if seat != chief]
    standing = [seat for seat in opponents if play.wizards_of(seat)]
    if not standing or not play.wizards_of(chief):
        return
    if all(_is_hostile(play, seat) for seat in standing):
        free = [code for code in GARRISONS if code in play.armies]
        play.gained = True
        gained = free if len(opponents) > SOME else _picked(play, chief, free)
        for code in gained:
            play.armies[code] = replace(play.armies[code], wizard=play.wizards_of(chief)[0])
        if gained:
            play.tell("garrisons_gained", seat=chief, armies=tuple(gained))


def _is_hostile(play: Play, seat: Seat) -> bool:
    allies = {other for one, other in play.allied if one == seat}
    return bool(({seat} | allies) & play.attackers)


def _picked(play: Play, chief: Seat, free: list[ArmyCode]) -> list[ArmyCode]:
    """9.2 C 2: two of them, which he chooses. Two that stand in one hex are taken or left together,
    for armies of two owners share no hex (8.4); else it is what comes nearest to his choice."""
    if len(free) <= SOME:
        return free
    pairs = [pair for pair in combinations(free, SOME) if not _parts_a_hex(play, pair, free)]
    (answer,) = play.turn.ask(
        Question(
            seat=chief,
            kind="garrisons",
            label=play.label_of(f"garrisons of {chief}"),
            prompt="Which two of the garrisons do you take over? Two in one hex go together.",
            form=SomeOf(tuple(map(Choice, free)), SOME, SOME),
            default=Several(pairs[0]),
            waits=False,
        )
    )
    assert isinstance(answer, Several)
    wishes = answer.codes
    return list(max(pairs, key=lambda pair: [wish in pair for wish in wishes]))


def _parts_a_hex(play: Play, taken: Sequence[ArmyCode], free: Sequence[ArmyCode]) -> bool:
    """Whether one of these would stand in a hex with one that is left."""
    left = {play.armies[code].at for code in free if code not in taken}
    return any(play.armies[code].at in left for code in taken)
