"""Castle walls, the edge of the map, the set-up and coming home in a line (4.5, 9.0)."""

from variants.spellbinder.letters import amounts
from variants.spellbinder.letters.drafts import EVERYBODY
from variants.spellbinder.letters.line import AT, Line
from variants.spellbinder.letters.vocabulary import LEXICON
from variants.spellbinder.orders import Enter, GoHome, Leave, Regain, Scale, SetUp, StopScaling


class Placing(Line):
    """Orders by which units come to places in other ways than by marching."""

    def scale(self, units: tuple[str, ...]) -> None:
        """``A, B scale Coving from 3104 into 3105, else 3204``"""
        castle = start = ""
        into: list[str] = []
        while not self.ended:
            if self.kind == "castle" and not castle:
                castle = self.value
                self.at += 1
            elif self.said("walls", "wall", "of", "at"):
                self.at += 1
            elif self.kind in ("unit", "wizard", "who", "all") and not units:
                units = self.unit_list()
            elif self.said("with") and not units:
                self.at += 1
                units = self.unit_list()
            elif self.said("from") and not start:
                self.at += 1
                start = self.hex()
            elif self.said("into", "to", "in") and not into:
                self.at += 1
                if self.kind == "castle" and not castle:
                    continue
                into = self.hexes()
            elif self.kind == "word" and not castle and (near := LEXICON.near(self.item.text)):
                raise self.unknown(near)
            else:
                break
        if not (castle or into):
            raise self.invalid()
        goals = tuple(into) or (castle,)
        self.add(Scale(self.whose(units, f"SCALE A INTO {goals[0]}"), goals), start)

    def stop(self, units: tuple[str, ...]) -> None:
        """``stop scaling A``, ``A gives up scaling``"""
        while self.said("trying", "to", "attempt") or (self.kind == "word" and self.said("with")):
            self.at += 1
        if self.value not in ("scale",):
            raise self.invalid()
        self.at += 1
        if self.said("with", "of"):
            self.at += 1
        if not units and self.kind in ("unit", "wizard", "who", "all"):
            units = self.unit_list()
        self.add(StopScaling(units or (EVERYBODY,)))

    def leave(self, units: tuple[str, ...]) -> None:
        """``leave the map from 0122``, ``A leaves at 0122``"""
        if not units and self.kind in ("unit", "wizard", "who", "all"):
            units = self.unit_list()
        while self.said("map", "off", "board"):
            self.at += 1
        at = self.at_hex()
        if self.said("with") and not units:
            self.at += 1
            units = self.unit_list()
        self.add(Leave(units or self.units or (EVERYBODY,), at))

    def enter(self, units: tuple[str, ...]) -> None:
        """``A, B, G1 enter at 0122, then 0222``"""
        if not units and self.kind in ("unit", "wizard", "who", "all"):
            units = self.unit_list()
        if self.said(*AT):
            self.at += 1
        at = self.hexes()
        if self.said("with") and not units:
            self.at += 1
            units = self.unit_list()
        self.add(Enter(units or (EVERYBODY,), tuple(at)))

    def place(self, units: tuple[str, ...]) -> None:
        """``place A, B in 0519``"""
        self.add(SetUp(units, self.at_hex()))

    def home(self) -> None:
        """``go home to Aramet Shur``"""
        self.at += 1
        where = ""
        if self.said("to"):
            self.at += 1
            if self.kind != "castle":
                raise self.invalid()
            where = self.value
            self.at += 1
        self.add(GoHome(), where)

    def regain(self, by: str) -> None:
        """``regain: 10 to A, 20 new army, 15 points``"""
        if self.text == ":":
            self.at += 1
        strength, points = amounts.read(self, points=True)
        self.add(Regain(strength, points, by))
