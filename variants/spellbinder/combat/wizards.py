"""What becomes of wizards: castles lost and won (9.1 3D), recovery (6.621), at nothing (6.7), below
nothing (6.8). `settle` sees to all of it and to armies that are no more."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from adjudicator.orders import Seat
from adjudicator.turns.questions import Choice, Chosen, OneOf, Question
from variants.spellbinder.combat.hostility import gain_garrisons
from variants.spellbinder.components import (
    CASTLES,
    ISLAND,
    YOF_PINTRE,
    castle_at,
    home_castle,
)
from variants.spellbinder.names import name_of
from variants.spellbinder.options import Options
from variants.spellbinder.play import Play
from variants.spellbinder.state import Army, ArmyCode, WizardCode

MOST = 25
"""Spellbinder points that a wizard may have, and Yamantsar may recover to (6.11, 6.621)."""
YAMANTSAR = 50
"""Those that Yamantsar may have (9.3 A)."""
LOST, WON = 10, 5
"""What a castle costs, and what it gains (9.1 3D)."""
RETURN = 5
"""With so many points the armies come back (6.7)."""
ROOM: Final = 2
"""How many armies come back to a hex, as long as there are others (5.0)."""


def settle(play: Play) -> None:
    """The checks after every step, spell, challenge and attack: armies at nothing, wizards below
    nothing, wizards at nothing, armies that come back, and what else follows by itself.

    Occupation comes before it, by `occupy`. It may be called at any time.
    """
    _bury(play)
    _find_castles_lost(play)
    for code in [code for code, one in play.wizards.items() if one.points < 0]:
        if play.wizards[code].fate == "in":
            eliminate(play, code)
    for code in sorted(play.lowered):
        if play.wizards[code].points == 0:
            send_home(play, code)
    play.lowered.clear()
    _come_home(play)
    for code, one in play.wizards.items():
        if one.waits and one.points >= RETURN and one.fate == "in":
            bring_back(play, code)
    for castle in sorted(play.occupied):
        lord = lord_of(play, castle)
        regained = lord is not None and _holds(play, play.seat_of(lord), castle)
        if regained and play.state.options.occupation_repeats != "once_per_game":
            play.occupied.discard(castle)
    for code, one in play.wizards.items():
        if one.stayed and (code in play.used or not _rests(play, code)):
            play.wizards[code] = replace(one, stayed=False)
    gain_garrisons(play)


def recover(play: Play) -> None:
    """6.621, at the end of a game turn: a point for each wizard who spent it at home or on
    Yof-Pintre, without using any; the next turn begins."""
    settle(play)
    for code, one in play.wizards.items():
        if one.stayed and one.points < MOST:
            play.wizards[code] = replace(one, points=one.points + 1)
            play.tell("recovered", to=play.knows_points(code), wizard=code, points=one.points + 1)
    play.used.clear()
    for code, one in play.wizards.items():
        play.wizards[code] = replace(one, stayed=True)
    settle(play)  # who is elsewhere as the turn begins has not stayed


def most_points(play: Play, wizard: WizardCode) -> int:
    """How many points a wizard can have."""
    yamantsar = play.state.options.scenario == "return_of_yamantsar" and (
        play.seat_of(wizard) == play.state.chief
    )
    return YAMANTSAR if yamantsar else MOST


# --- castles


_INNER = CASTLES[YOF_PINTRE].hexes
_ISLAND = (*_INNER, *sorted(ISLAND.difference(_INNER)))


def yof_pintre(options: Options) -> tuple[str, ...]:
    """The hexes of Yof-Pintre, the castle's first."""
    return _INNER if options.yof_pintre_means == "castle" else _ISLAND


def hexes_of(options: Options, castle: str) -> tuple[str, ...]:
    """The hexes that count as a castle, in the order in which armies are placed there."""
    return yof_pintre(options) if castle == YOF_PINTRE else CASTLES[castle].hexes


def lord_of(play: Play, castle: str) -> WizardCode | None:
    """The wizard in the game whose home a castle is."""
    for code, one in play.wizards.items():
        if one.home == castle and one.fate == "in":
            return code
    return None


def occupy(play: Play, castle: str, army: ArmyCode) -> None:
    """9.1 3D: an army has come into a castle from outside. If that is the home of a wizard who is
    no ally, and none of its owner's armies is there, he loses 10 points and the army's wizard gains
    5, both at once. What that brings about is settled afterwards."""
    lord, taker = lord_of(play, castle), play.armies[army].wizard
    if lord is None or taker is None:
        return
    loser, winner = play.seat_of(lord), play.seat_of(taker)
    if play.is_friend(winner, loser) or _holds(play, loser, castle):
        return
    if castle in play.occupied and play.state.options.occupation_repeats != "every_entry":
        return
    if most_points(play, lord) == YAMANTSAR and not play.state.sworn:
        return  # 9.3 C: he has not yet held it alone
    play.occupied.add(castle)
    lost = LOST
    if play.state.options.home_castle_hit_floor == "one":
        lost = max(min(LOST, play.wizards[lord].points - 1), 0)
    play.take(lord, lost)
    play.tell("occupied", castle=castle, army=army, loser=lord)
    play.tell("points_lost", to=play.knows_points(lord), wizard=lord, points=lost)
    if play.wizards[taker].fate == "in":
        _gain(play, taker, WON)


def _gain(play: Play, wizard: WizardCode, points: int) -> None:
    """Points are won, up to the most that he can have, unless an option lets it be more."""
    one = play.wizards[wizard]
    new = one.points + points
    if play.state.options.point_gain_cap == "scenario_max":
        new = min(new, most_points(play, wizard))
    play.wizards[wizard] = replace(one, points=new)
    if new > one.points:
        won = new - one.points
        play.tell("points_won", to=play.knows_points(wizard), wizard=wizard, points=won)


def _find_castles_lost(play: Play) -> None:
    """By option a castle is occupied also when the last defender goes while a stranger is in it."""
    if play.state.options.occupation_trigger != "entry_or_last_defender_gone":
        return
    for castle in CASTLES:
        inside = hexes_of(play.state.options, castle)
        lord = lord_of(play, castle)
        strangers = [
            army
            for army in sorted(play.armies)
            if play.armies[army].at in inside
            and play.armies[army].wizard is not None
            and lord is not None
            and not play.is_friend(play.owner(army), play.seat_of(lord))
        ]
        if strangers and castle not in play.occupied:
            occupy(play, castle, strangers[0])


def _holds(play: Play, seat: Seat, castle: str) -> bool:
    """Whether a seat has an army in a castle."""
    inside = hexes_of(play.state.options, castle)
    return any(army.at in inside and play.owner(code) == seat for code, army in play.armies.items())


def _come_home(play: Play) -> None:
    """9.2 D: he who left Yof-Pintre has his old castle for his home from the entry of his first
    unit on."""
    for code, one in play.wizards.items():
        if one.home:
            continue
        old = home_castle(code)
        if any(
            castle_at(at) == old and play.wizard_of(unit) == code for unit, at in play.on_land()
        ):
            play.wizards[code] = replace(one, home=old)
            play.tell("home_again", wizard=code, castle=old)


def _rests(play: Play, wizard: WizardCode) -> bool:
    """6.621: he is in his castle, or on Yof-Pintre."""
    one = play.wizards[wizard]
    options = play.state.options
    home = hexes_of(options, one.home) if one.home else ()
    return one.at in home or one.at in yof_pintre(options)


# --- at nothing, and below


def send_home(play: Play, wizard: WizardCode) -> None:
    """6.7: a wizard at nothing is in his castle at once, and his armies outside it leave play until
    he is back at 5. If strange wizards alone are there, he is out of the game."""
    seat = play.seat_of(wizard)
    castle = play.wizards[wizard].home or home_castle(wizard)
    inside = hexes_of(play.state.options, castle)
    others = [w for at in inside for w in play.wizards_at(at) if w != wizard]
    friends = [other for other in others if play.is_friend(play.seat_of(other), seat)]
    if others and not friends:
        play.tell("home_barred", wizard=wizard, castle=castle, others=tuple(others))
        eliminate(play, wizard)
        return
    if play.wizards[wizard].at not in inside:
        free = free_of_enemies(play, seat, inside)
        # Enemy armies are no bar: with no hex free he stands among them until his next movement.
        play.put([wizard], _home_hex(play, wizard, free or inside))
    gone = [
        code
        for code, army in sorted(play.armies.items())
        if army.wizard == wizard and play.place(code) and army.at not in inside
    ]
    play.put(gone)
    for code in gone:
        play.armies[code] = replace(play.armies[code], waits=True)
    play.end_scaling([wizard, *gone])
    play.wizards[wizard] = replace(play.wizards[wizard], waits=True)
    at = play.wizards[wizard].at
    play.tell("sent_home", wizard=wizard, castle=castle, hex=at, armies=tuple(gone))


def bring_back(play: Play, wizard: WizardCode) -> None:
    """6.7: the armies of a wizard who is back at 5 stand in his castle, as strong as they were; as
    long as no hex of it is free of enemies, they wait on."""
    seat = play.seat_of(wizard)
    castle = play.wizards[wizard].home or home_castle(wizard)
    # No ally shares a hex with them either (8.4).
    taken = {army.at for code, army in play.armies.items() if play.owner(code) != seat}
    inside = hexes_of(play.state.options, castle)
    free = tuple(at for at in free_of_enemies(play, seat, inside) if at not in taken)
    if not free:
        return
    back = [code for code, army in sorted(play.armies.items()) if _waits_for(army, wizard)]
    for code in back:
        play.put([code], _return_hex(play, code, free))
        play.armies[code] = replace(play.armies[code], waits=False)
    play.wizards[wizard] = replace(play.wizards[wizard], waits=False)
    if back:
        hexes = tuple(play.armies[code].at for code in back)
        play.tell("came_back", wizard=wizard, castle=castle, armies=tuple(back), hexes=hexes)


def eliminate(play: Play, wizard: WizardCode) -> None:
    """6.8: a wizard and all his armies leave the game for good; a ship that nobody of his seat is
    left to control is nobody's, and nobody is allied with it any more."""
    seat = play.seat_of(wizard)
    armies = [code for code, army in sorted(play.armies.items()) if army.wizard == wizard]
    play.wizards[wizard] = replace(play.wizards[wizard], at="", ship=0, fate="out", waits=False)
    for code in armies:
        del play.armies[code]
    play.end_scaling([wizard, *armies])
    play.tell("eliminated", wizard=wizard)
    if all(play.wizards[code].fate == "out" for code in seat.split("+") if code in play.wizards):
        play.permissions = [p for p in play.permissions if seat not in (p.giver, p.taker)]
        for number, ship in play.ships.items():
            if ship.holder == seat:
                play.ships[number] = replace(ship, holder=None)
                play.tell("ship_forsaken", ship=number, before=seat)


def _bury(play: Play) -> None:
    """6.6: armies without strength leave the game."""
    dead = [code for code, army in sorted(play.armies.items()) if army.strength <= 0]
    for code in dead:
        at = play.place(code)
        del play.armies[code]
        play.tell("destroyed", army=code, hex=at)
    play.end_scaling(dead)


def _waits_for(army: Army, wizard: WizardCode) -> bool:
    return army.waits and army.wizard == wizard


def free_of_enemies(play: Play, seat: Seat, hexes: Iterable[str]) -> tuple[str, ...]:
    """Those of the hexes ashore in which nobody is who is no friend of the seat's."""
    held = {at for unit, at in play.on_land() if not play.is_friend(play.owner(unit), seat)}
    return tuple(at for at in hexes if at not in held)


def _home_hex(play: Play, wizard: WizardCode, hexes: tuple[str, ...]) -> str:
    """Where in his castle he is placed (S5)."""
    seat = play.seat_of(wizard)
    (answer,) = play.turn.ask(
        Question(
            seat=seat,
            kind="home",
            label=play.label_of(f"home of {name_of(seat, wizard)}"),
            prompt="Your wizard has come to nothing and goes home. In which hex is he placed?",
            form=OneOf(tuple(map(Choice, hexes))),
            default=Chosen(hexes[0]),
            facts={"wizard": wizard},
            waits=False,
        )
    )
    return str(answer)


def _return_hex(play: Play, army: ArmyCode, free: tuple[str, ...]) -> str:
    """Where in the castle an army comes back (S5): by default two to a hex, in the castle's order,
    and what is left over in the last."""
    seat, lord = play.owner(army), play.armies[army].wizard
    assert seat is not None
    assert lord is not None
    first = next((at for at in free if len(play.armies_at(at)) < ROOM), free[-1])
    (answer,) = play.turn.ask(
        Question(
            seat=seat,
            kind="return",
            label=play.label_of(f"return of {name_of(seat, lord)} {name_of(lord, army)}"),
            prompt=f"Your army {name_of(seat, army)} comes back. In which hex does it stand?",
            form=OneOf(tuple(map(Choice, free))),
            default=Chosen(first),
            facts={"army": name_of(seat, army)},
            waits=False,
        )
    )
    return str(answer)
