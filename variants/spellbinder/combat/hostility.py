"""Early Arrival (9.2 C): who has attacked the wizard on Yof-Pintre, and what that wins him."""

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
        free = [code for code in GARRISONS if code in play.armies and _is_free(play, code)]
        play.gained = True
        gained = free if len(opponents) > SOME else _picked(play, chief, free)
        for code in gained:
            play.armies[code] = replace(play.armies[code], wizard=play.wizards_of(chief)[0])
        if gained:
            play.tell("garrisons_gained", seat=chief, armies=tuple(gained))


def _is_hostile(play: Play, seat: Seat) -> bool:
    allies = {other for pair in play.allied if seat in pair for other in pair}
    return bool(({seat} | allies) & play.attackers)


def _is_free(play: Play, garrison: ArmyCode) -> bool:
    return play.armies[garrison].wizard is None


def _picked(play: Play, chief: Seat, free: list[ArmyCode]) -> list[ArmyCode]:
    """9.2 C 2: two of them, which he chooses."""
    if len(free) <= SOME:
        return free
    (answer,) = play.turn.ask(
        Question(
            seat=chief,
            kind="garrisons",
            label=play.label_of(f"garrisons of {chief}"),
            prompt="Which two of the garrisons do you take over?",
            form=SomeOf(tuple(map(Choice, free)), SOME, SOME),
            default=Several(tuple(free[:SOME])),
            waits=False,
        )
    )
    assert isinstance(answer, Several)
    return [code for code in free if code in answer.codes]
