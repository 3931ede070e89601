"""Ships in a line (4.6)."""

from variants.spellbinder.letters.drafts import FaultyLine
from variants.spellbinder.letters.line import Line
from variants.spellbinder.orders import Land, Load, Sail

ON = ("on", "onto", "aboard", "into", "to")


class Sailing(Line):
    """Orders that have to do with ships."""

    def load(self, units: tuple[str, ...]) -> None:
        """``load A, B on ship 1 at 1718``, ``A boards ship 1``, ``capture ship 2 with A``"""
        units = units or (self.unit_list() if self.kind in ("unit", "wizard", "who", "all") else ())
        if self.said(*ON):
            self.at += 1
        if self.kind == "word" and not units:
            raise self.no_unit()
        if self.kind not in ("ship", "number"):
            raise FaultyLine("which_ship", "On which ship? Write: LOAD A ON 1.", self.line)
        number = self.ship_number()
        if self.said("with") and not units:
            self.at += 1
            units = self.unit_list()
        self.add(Load(self.whose(units, f"LOAD A ON {number}"), number), self.dock())

    def dock(self) -> str:
        """``at 1718``"""
        if self.said("at", "in", "from") and self.peek(1).kind == "hex":
            self.at += 1
            return self.hex()
        return ""

    def sail(self, number: int) -> None:
        """``sail ship 1 to 1311``, ``sail it to 1311``, ``sail ship 1 back empty to 1817``"""
        if not number and self.kind == "number":
            number = self.ship_number()
        while self.said("it", "back", "empty", "on", ":", "sails") or self.value == "sail":
            self.at += 1
        start, dashes = "", False
        path: list[str] = []
        while not self.ended:
            if self.said("from") and not path:
                self.at += 1
                start = self.hex()
            elif self.said("to", "via", "for") or self.kind == "-":
                dashes = dashes or not self.said("to", "for")
                self.at += 1
                path.append(self.hex())
            elif self.kind == "hex" and not path:
                path.append(self.hex())
            else:
                break
        while self.said("empty"):
            self.at += 1
        if not path:
            raise self.invalid()
        if not (number or self.ship):
            message = f"Which ship? Write: SAIL 1 TO {path[-1]}."
            raise FaultyLine("which_ship", message, self.line)
        if start and dashes:
            path = [start, *path]
        self.add(Sail(number or self.ship, tuple(path), len(path) > 1), start)

    def land(self, units: tuple[str, ...]) -> None:
        """``land A, B at 1411``"""
        self.add(Land(units, self.at_hex()))
