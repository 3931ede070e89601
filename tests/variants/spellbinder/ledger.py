"""What wizards and armies have, and who lets whom do what (8.0), kept as a player would by what he
is told (6.6): from each fact of a phase to the next, and compared with the state at its end.

For games in which all numbers are public, as they are by default.
"""

from collections.abc import Iterable
from typing import Any

from variants.spellbinder.state import Event, State

FIXED = {"REGENERATION": 5, "SPELLBINDER": 5, "FEAR": 2, "CRUSHER": 2, "NONE": 0}
MATRIX = {
    "NONE": "3333SS",
    "FORCE": "N123SS",
    "STILLNESS": "2N32SS",
    "ARMOR": "32N1SS",
    "SHIELD": "231NSS",
    "FEAR": "3333NS",
    "CRUSHER": "3333SN",
}
"""N: no effect, S: success; the rows of the completed chart."""
OFFENSIVE = ("MIND", "THUNDER", "HAMMER", "SWORD", "REGENERATION", "SPELLBINDER")
RESULTS = {
    -1: "A3 A2 A2 A1 NE NE D1 D1",
    0: "A3 A2 A1 A1 NE D1 D1 D2",
    1: "A2 A1 A1 A1 NE D1 D1 D2",
    2: "A2 A1 A1 NE D1 D1 D2 D2",
    3: "A2 A1 A1 NE D1 D1 D2 D3",
    4: "A1 A1 NE NE D1 D2 D2 D3",
    5: "A1 A1 NE D1 D1 D2 D3 D4",
    6: "A1 NE NE D1 D2 D3 D3 D4",
}
COLUMNS = ((-3, -3), (-2, -2), (-1, -1), (0, 0), (1, 3), (4, 6), (7, 10), (11, 9999))
TERRAIN = {"forest": -2, "mountain": -1, "castle": -1}


def column(difference: int) -> int:
    """Which column of the table an attack is in (6.52)."""
    return next(i for i, (low, high) in enumerate(COLUMNS) if low <= difference <= high)


class Ledger:
    """The numbers of one phase."""

    def __init__(self, before: State) -> None:
        self.before = before
        self.points = {code: one.points for code, one in before.wizards.items()}
        self.strength = {code: army.strength for code, army in before.armies.items()}
        self.whose = {code: army.wizard for code, army in before.armies.items()}
        self.leave = {(p.giver, p.taker, p.what): p.known for p in before.permissions}
        self.allied = set(before.allied)
        self.out = {code for code, one in before.wizards.items() if one.fate == "out"}
        self.spell: tuple[str, str, int, str, int] = ("", "", 0, "", 0)
        # Wizards of whose armies only the sum is told.
        self._spread: set[str | None] = set()

    def require(self, told: Iterable[Event], after: State) -> None:
        """Everything told leads to what there is afterwards."""
        for event in told:
            note = getattr(self, f"_{event.kind}", None)
            if note is not None:
                note(**event.facts)
        points = {code: one.points for code, one in after.wizards.items()}
        assert self.points == points
        assert self.leave == {(p.giver, p.taker, p.what): p.known for p in after.permissions}
        assert self.allied == set(after.allied)
        sums = {w: sum(n for a, n in self.strength.items() if self.whose[a] == w) for w in points}
        for wizard, one in after.wizards.items():
            has = sum(army.strength for army in after.armies.values() if army.wizard == wizard)
            assert has == (0 if one.fate == "out" else sums[wizard]), wizard
        for code, army in after.armies.items():
            if self.before.turn and code in self.strength:
                spread = army.wizard in self._spread
                assert army.strength == self.strength[code] or spread, code

    def _purse(self, caster: str) -> str:
        return caster if caster in self.points else str(self.whose[caster])

    # --- alliances (8.0, 8.5)

    def _allowed(self, giver: Any, taker: Any, what: Any) -> None:
        self.leave[giver, taker, what] = False
        self.allied.add((giver, taker))

    def _forbidden(self, giver: Any, taker: Any, what: Any) -> None:
        del self.leave[giver, taker, what]

    _renounced = _forbidden

    def _allied(self, giver: Any, taker: Any, what: Any) -> None:
        assert not self.leave[giver, taker, what]
        self.leave[giver, taker, what] = True
        self.allied.add((taker, giver))

    def _ship_given(self, before: Any, seat: Any, **rest: Any) -> None:
        self.allied.add((before, seat))

    # --- magic

    def _spell(
        self,
        caster: Any,
        spell: Any,
        points: Any,
        defender: Any,
        defence: Any,
        against: Any,
        **rest: Any,
    ) -> None:
        self.points[self._purse(caster)] -= points
        assert 1 <= points <= 10
        assert self.points[self._purse(caster)] >= 0
        assert FIXED.get(spell, points) == points
        if defender:
            self.points[self._purse(defender)] -= against
            assert FIXED.get(defence, against) == against
            assert 1 <= against <= 10
        self.spell = (caster, spell, points, defence, against)

    def _base(self) -> str:
        _, spell, _, defence, _ = self.spell
        return MATRIX[defence][OFFENSIVE.index(spell)]

    def _no_effect(self, **rest: Any) -> None:
        assert self._base() == "N"

    def _struck(self, purse: Any, wizard: Any, result: Any, **rest: Any) -> None:
        caster, _, points, defence, against = self.spell
        assert purse == self._purse(caster)
        assert result == int(self._base()) + points - (0 if defence in FIXED else against)
        if result < 0:
            self.points[purse] += result
        elif wizard:
            self.points[wizard] -= result

    def _regenerated(self, wizard: Any, **rest: Any) -> None:
        assert self._base() == "S"
        self._made = 0
        self._maker = wizard

    _made = 0
    _maker = ""

    def _strengthened(self, army: Any, points: Any, strength: Any, **rest: Any) -> None:
        self._made += points
        assert self._made <= 10
        self.strength[army] = self.strength.get(army, 0) + points
        assert self.strength[army] == strength or self._maker in self._spread
        self.whose[army] = self._maker

    def _renewed(self, wizard: Any, points: Any, **rest: Any) -> None:
        assert self._base() == "S"
        yamantsar = self.before.options.scenario == "return_of_yamantsar" and (
            wizard == self.before.chief
        )
        assert points == (50 if yamantsar else 25)
        assert not self.before.wizards[wizard].bound
        self.points[wizard] = points

    def _challenge(self, challenger: Any, roll: Any, against: Any, **rest: Any) -> None:
        assert roll != against
        self.points[challenger] -= roll

    # --- combat

    def _battle(
        self,
        attackers: Any,
        defenders: Any,
        strength: Any,
        against: Any,
        difference: Any,
        terrain: Any,
        die: Any,
        added: Any,
        result: Any,
        **rest: Any,
    ) -> None:
        assert strength == sum(self.strength[army] for army in attackers)
        assert against == sum(self.strength[army] for army in defenders)
        assert difference == strength - against
        if any(self.whose[army] is None for army in attackers):
            assert difference >= 0
        assert added == TERRAIN.get(terrain, 0)
        row = RESULTS[max(die + added, -1)].split()
        assert result == row[column(difference)]

    def _lost(self, army: Any, points: Any, left: Any, **rest: Any) -> None:
        self.strength[army] -= points
        assert self.strength[army] == left >= 0

    def _destroyed(self, army: Any, **rest: Any) -> None:
        assert self.strength.pop(army) == 0

    def _fall(self, units: Any, points: Any, **rest: Any) -> None:
        assert 0 <= points <= 4
        if all(unit in self.points for unit in units):
            for _ in range(points):
                self.points[max(units, key=lambda one: self.points[one])] -= 1

    def _merged(
        self, giver: Any, taker: Any, points: Any, left: Any, strength: Any, **rest: Any
    ) -> None:
        assert points > 0
        self.strength[giver] -= points
        self.strength[taker] += points
        assert (self.strength[giver], self.strength[taker]) == (left, strength)
        if not left:
            del self.strength[giver]

    def _put_together(self, army: Any, **rest: Any) -> None:
        self._given_up = army
        self._spread.add(self.whose[army])

    _given_up = ""

    def _no_room(self, points: Any, **rest: Any) -> None:
        self.strength[self._given_up] -= points

    # --- wizards

    def _points_lost(self, wizard: Any, points: Any, **rest: Any) -> None:
        assert 0 < points <= 10
        self.points[wizard] -= points

    def _points_won(self, wizard: Any, points: Any, **rest: Any) -> None:
        assert 0 <= points <= 5
        self.points[wizard] += points

    def _recovered(self, wizard: Any, points: Any, **rest: Any) -> None:
        self.points[wizard] += 1
        assert self.points[wizard] == points <= 25

    def _sent_home(self, wizard: Any, **rest: Any) -> None:
        assert self.points[wizard] == 0

    def _came_back(self, wizard: Any, **rest: Any) -> None:
        assert self.points[wizard] >= 5

    def _garrisons_gained(self, seat: Any, armies: Any, **rest: Any) -> None:
        assert seat == self.before.chief
        for army in armies:
            assert self.whose[army] is None
            self.whose[army] = seat

    def _eliminated(self, wizard: Any, **rest: Any) -> None:
        for army in [army for army, owner in self.whose.items() if owner == wizard]:
            self.strength.pop(army, None)
        self.out.add(wizard)
        for giver, taker, what in list(self.leave):
            if any(self.out.issuperset(seat.split("+")) for seat in (giver, taker)):
                del self.leave[giver, taker, what]

    def _points_regained(self, wizard: Any, points: Any, **rest: Any) -> None:
        assert points <= 15
        self.points[wizard] += points

    def _strength_regained(self, wizard: Any, points: Any, **rest: Any) -> None:
        assert 0 <= points <= 30
        code = f"{wizard[0]} regained"
        self.strength[code] = self.strength.get(code, 0) + points
        self.whose[code] = wizard
        self._spread.add(wizard)
