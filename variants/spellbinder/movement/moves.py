"""Units move on land (4.0-4.4), and armies combine (6.61)."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from adjudicator.hexes import Halt
from variants.spellbinder.combat.reach import ship_of
from variants.spellbinder.combat.wizards import free_of_enemies
from variants.spellbinder.components import most_strength
from variants.spellbinder.movement.arrivals import arrive, disturbs
from variants.spellbinder.movement.scaling import must_wait
from variants.spellbinder.movement.stacking import own_armies
from variants.spellbinder.movement.ways import (
    Bars,
    Reach,
    barred,
    bars_of,
    goals,
    price,
    reach,
    way,
)
from variants.spellbinder.orders import Merge, Move
from variants.spellbinder.play import Play, Unit


def move(play: Play, order: Move) -> None:
    """4.0-4.4: units go along a written path, or the cheapest way to a hex; those that stand
    together stay together, and stop with the first that must, unless the order says otherwise."""
    groups: dict[str, list[Unit]] = {}
    for unit in dict.fromkeys(order.units):
        if why := _cannot_move(play, unit):
            play.refuse(order, why, units=(unit,))
        else:
            groups.setdefault(play.place(unit), []).append(unit)
    for at, units in groups.items():
        if order.written and order.path[0] != at:
            play.refuse(order, "elsewhere", units=tuple(units), hex=at)
        else:
            _move_together(play, order, units)


def merge(play: Play, order: Merge) -> None:
    """6.61: an army in the same hex, or on the same ship, takes over strength from another, up to
    the most that an army has; one that has none left leaves play, and its letter is free.

    Strength does not move twice: what an army takes over has gone as far as its giver had.
    """
    giver, taker = order.giver, order.taker
    if lost := tuple(army for army in (giver, taker) if play.is_lost(army)):
        play.refuse(order, "gone", units=lost)
        return
    if why := _cannot_merge(play, giver, taker):
        play.refuse(order, why)
        return
    room = most_strength(play.state.options) - play.armies[taker].strength
    given = min(room, play.armies[giver].strength, order.strength or room)
    play.armies[taker] = replace(play.armies[taker], strength=play.armies[taker].strength + given)
    play.weaken(giver, given)
    play.spent[taker] = max(play.spent.get(taker, 0), play.spent.get(giver, 0))
    if giver in play.halted:
        play.halted.add(taker)
    play.tell(
        "merged",
        to=play.knows_strengths(play.seat),
        giver=giver,
        taker=taker,
        points=given,
        left=play.armies[giver].strength,
        strength=play.armies[taker].strength,
    )
    if not play.armies[giver].strength:
        del play.armies[giver]


def leave_enemies(play: Play) -> None:
    """4.13: a wizard who was sent home among enemies (6.7), or whose host is an ally no longer,
    stays with them no longer than to the end of his player's next movement. Unmoved until then, he
    goes to the hex that costs least, the lowest of several; with no way out he stays. Who has
    armies of his own there is the host, and stays."""
    for wizard in play.wizards_of(play.seat):
        at = play.wizards[wizard].at
        came_now = at != play.state.wizards[wizard].at
        if came_now or own_armies(play, at) or free_of_enemies(play, play.seat, [at]):
            continue
        ways = {to: one for to, one in goals(play, wizard).items() if to != at}
        if ways:
            to = min(ways, key=lambda to: (ways[to].cost, to))
            play.tell("driven_out", wizard=wizard, hex=at)
            move(play, Move((wizard,), ways[to].path))


def _cannot_move(play: Play, unit: Unit) -> str | None:
    """Why a unit cannot walk in this phase."""
    if play.is_lost(unit):
        return "gone"
    if not play.is_own(unit):
        return "not_own"
    if not play.stands(unit):
        return "off_map"
    if ship_of(play, unit):
        return "aboard"
    if unit in play.halted:
        return "halted"
    return "scaling" if must_wait(play, unit) else None


def _cannot_merge(play: Play, giver: Unit, taker: Unit) -> str | None:
    """Why an army cannot give strength to another."""
    both = (giver, taker)
    if giver == taker or not all(unit in play.armies and play.is_own(unit) for unit in both):
        return "not_own"
    if not all(map(play.stands, both)):
        return "off_map"
    if play.place(giver) != play.place(taker):
        return "apart"
    if play.armies[taker].strength >= most_strength(play.state.options):
        return "army_full"
    return None


# --- a group on its way


def _move_together(play: Play, order: Move, units: Sequence[Unit]) -> None:
    path = order.path if order.written else way(play, units, order.path[0], order.road)
    if order.other and (path is None or _is_barred(play, units, path)):
        path = way(play, units, order.other, order.road)
    if path is None:
        play.refuse(order, "no_way", units=tuple(units), hex=order.path[-1])
    else:
        _Walk(play, order, units, path).go()


def _is_barred(play: Play, units: Sequence[Unit], path: Sequence[str]) -> bool:
    """Whether the first step of the way cannot be made, others hold a hex of it, or nobody can stay
    where it ends."""
    limits = bars_of(play, units)
    first = [reach(play, unit, path[:2], limits[unit]).halt for unit in units]
    if any(halt not in (None, "spent") for halt in first):
        return True
    held = any(not limits[unit].blocked.isdisjoint(path[1:]) for unit in units)
    return held or any(barred(play, unit, path[-1]) for unit in units)


class _Walk:
    """A group of units that goes along a path, step by step: what a step brings about, such as the
    end of a wizard whose castle is taken, shows in the next."""

    def __init__(self, play: Play, order: Move, units: Sequence[Unit], path: Sequence[str]) -> None:
        self.play = play
        self.order = order
        self.path = path
        self.going = list(units)
        self.tracks: dict[Unit, list[str]] = {unit: [path[0]] for unit in units}
        self.halts: dict[Unit, Halt] = {}
        self.drops = {unit: at for unit, at in order.drop if at in path}

    def go(self) -> None:
        """Until nobody goes on."""
        for step in range(len(self.path) - 1):
            limits = bars_of(self.play, self.going)
            plan = self._plan(self.path[step:], limits)
            self._leave_behind([unit for unit in self.going if not plan[unit].steps], plan)
            if not self.going:
                break
            self._step(self.path[step], self.path[step + 1], limits if step else {})
            self._halt(is_last=step + 2 == len(self.path))
        self._tell_moves()
        for halt in dict.fromkeys(self.halts.values()):
            units = tuple(unit for unit, why in self.halts.items() if why == halt)
            for at in dict.fromkeys(self.play.place(unit) for unit in units):
                there = tuple(unit for unit in units if self.play.place(unit) == at)
                self.play.refuse(self.order, halt, units=there, hex=at)

    def _plan(self, path: Sequence[str], limits: Mapping[Unit, Bars]) -> dict[Unit, Reach]:
        """How far each of those who go will come along the rest of the path as things are now."""
        play, going = self.play, self.going
        plan = {unit: reach(play, unit, path, limits[unit]) for unit in going}
        for unit in going:
            at = self.drops.get(unit)
            if at in path and path.index(at) <= plan[unit].steps:
                plan[unit] = Reach(path.index(at), None)
        ends = {unit: one for unit, one in plan.items() if unit not in self.drops or one.halt}
        if not self.order.split and ends:
            first = min(ends.values(), key=lambda one: one.steps)
            end = first.steps
            while end and any(path[end] in limits[unit].full for unit in ends):
                end -= 1
            common = Reach(end, "full" if end < first.steps else first.halt)
            plan = {unit: one if one.steps <= end else common for unit, one in plan.items()}
        return {unit: _with_room(one, path, limits[unit]) for unit, one in plan.items()}

    def _leave_behind(self, units: Sequence[Unit], plan: Mapping[Unit, Reach]) -> None:
        for unit in units:
            self.going.remove(unit)
            if halt := plan[unit].halt:
                self.halts[unit] = halt

    def _step(self, a: str, b: str, limits: Mapping[Unit, Bars]) -> None:
        """All who go make one step; where an ally's leave lets them go on, it is used (8.5)."""
        play = self.play
        cost = price(play.state.options, a, b)
        assert cost is not None, f"{a}-{b} was planned"
        for unit in self.going:
            if unit in limits:
                for seat in sorted(limits[unit].favours.get(a, ())):
                    play.use(seat, play.seat)
            play.spent[unit] = play.spent.get(unit, 0) + cost
            self.tracks[unit].append(b)
        if disturbs(play, self.going, b):
            self._tell_moves()
        arrive(play, self.going, b)
        self.going = [unit for unit in self.going if play.stands(unit) and play.place(unit) == b]

    def _halt(self, is_last: bool) -> None:
        """Those who have come next to an enemy go no further, nor does who stays with them."""
        on = [unit for unit in self.going if self.drops.get(unit) != self.play.place(unit)]
        stopped = [unit for unit in on if unit in self.play.halted]
        if stopped and not self.order.split:
            stopped = on
        for unit in stopped:
            self.going.remove(unit)
            if not is_last:
                self.halts[unit] = "zone"

    def _tell_moves(self) -> None:
        """What way they have come since it was last told, those together that came together."""
        together: dict[tuple[str, ...], list[Unit]] = {}
        for unit, track in self.tracks.items():
            if len(track) > 1:
                together.setdefault(tuple(track), []).append(unit)
                self.tracks[unit] = track[-1:]
        for path, units in together.items():
            self.play.tell("moved", units=tuple(units), path=path)


def _with_room(one: Reach, path: Sequence[str], limits: Bars) -> Reach:
    """The same, but not into a hex in which the unit cannot stay."""
    steps = one.steps
    while steps and path[steps] in limits.full:
        steps -= 1
    return one if steps == one.steps else Reach(steps, "full")
