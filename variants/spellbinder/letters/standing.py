"""Standing orders as players say them (research of the game's mail, S1-S5), in the house's form.

Those of defences are read by `defending`; what is in the form already, by
`adjudicator.turns.standing`.
"""

from collections.abc import Callable, Iterator, Sequence

from adjudicator.orders import Diagnostic, Reading, Seat
from adjudicator.turns.questions import Policy, StandingOrder
from adjudicator.turns.standing import read_standing
from adjudicator.turns.wording import LONGEST_LINE
from adjudicator.wording import series
from variants.spellbinder.combat.losses import STRONGEST
from variants.spellbinder.combat.spells import NO_SPELL
from variants.spellbinder.components import CASTLE_OF, EDGE_LAND
from variants.spellbinder.course.schedule import seat_name
from variants.spellbinder.letters.chatter import is_prose
from variants.spellbinder.letters.defending import DEFENCE, Defending
from variants.spellbinder.letters.drafts import FaultyLine, Side
from variants.spellbinder.letters.notation import parse
from variants.spellbinder.letters.reader import side_of
from variants.spellbinder.letters.scene import Scene
from variants.spellbinder.letters.vocabulary import items
from variants.spellbinder.names import code_of
from variants.spellbinder.orders import Enter, Order, SetUp
from variants.spellbinder.state import State

NOTES = {
    "first_attack": "It is so already: who defends does so once in a phase, against the first "
    "attack that your orders meet with a spell.",
    "goes_first": "Of all that is said of defences the first that holds counts: write this above "
    "the spells.",
}
SHARED_OUT = {"evenly": "EVENLY", "weakest": "WEAKEST", "strongest": STRONGEST}
NO_CONDITION = (
    "there is no such condition. What has happened is known to you when you write: send the order, "
    "or do not. Conditions are: else HEX behind a way; if the difference is 7 or more, behind an "
    "attack; if points >= 8, behind a challenge; and who attacks what, for a defence: if Darman "
    "attacks me: Shield 3."
)


def read(
    policies: Sequence[Policy], state: State, seat: Seat, text: str, phase: str = ""
) -> Reading[Order] | None:
    """The standing orders in a line; None if it has none. Raises on no text."""
    if len(text) > LONGEST_LINE:
        return None
    side = side_of(state, seat)
    line = _Said(side, items(text))
    try:
        said = list(line.lines())
    except FaultyLine as fault:
        if is_prose(line.line, text):
            return None
        if fault.code == "unknown_spell" and (ordered := _conditional(state, side, text, phase)):
            return ordered
        return Reading(phase, (), (fault.diagnostic(text),))
    column = len(text) - len(text.lstrip()) + 1
    notes = tuple(
        Diagnostic("note", code, 0, column, text.strip(), NOTES[code]) for code in line.notes
    )
    if not said and notes:
        return Reading(phase, (), notes)
    if not said:
        return read_standing(policies, text, phase=phase) or _conditional(state, side, text, phase)
    found: list[StandingOrder[Order]] = []
    wrong: list[Diagnostic] = []
    for one in said:
        reading: Reading[Order] | None = read_standing(policies, one, phase=phase)
        if reading is not None:
            found += reading.standing
            wrong += reading.diagnostics
    return Reading(phase, (), tuple(wrong) or notes, () if wrong else tuple(found))


def _conditional(state: State, side: Side, text: str, phase: str) -> Reading[Order] | None:
    """``if Darman attacked me last turn, attack 2308 with G``, ``if first: A in 1811``: an order,
    or a defence, upon a condition that there is not. None if it is neither."""
    line = items(text)
    if not line or line[0].value != "if":
        return None
    for end, item in enumerate(line):
        if item.kind != "," and item.text != ":":
            continue
        rest = text[item.column - 1 + len(item.text) :]
        try:
            ordered = bool(parse(side, rest)[0] or [*_Said(side, items(rest)).lines()])
        except FaultyLine:
            ordered = True
        after = line[end + 1].kind if end + 1 < len(line) else ""
        if ordered or after == "defence":
            said = text[line[0].column - 1 : item.column - 1].strip()
            message = f"“{said}”: {_no_condition(state, side.seat)}"
            fault = FaultyLine("no_condition", message, line[:end])
            return Reading(phase, (), (fault.diagnostic(text),))
    return None


def _no_condition(state: State, seat: Seat) -> str:
    """Why an order cannot depend on that, and what to write; while the pieces are set up, what has
    been rolled by then, for no later roll touches it (9.1-9.3)."""
    if state.turn or state.game > 1:
        return NO_CONDITION
    match state.options.scenario:
        case "early_arrival":
            assert state.chief is not None
            known = f"the dice are rolled, and {seat_name(state.chief)} has arrived early"
        case "return_of_yamantsar":
            assert state.chief is not None
            order = series([seat_name(one) for one in state.order])
            first = "sets up" if len(state.order) == 1 else "set up in this order"
            known = (
                f"the dice are rolled: {seat_name(state.chief)} is Yamantsar, and {order} {first}"
            )
            if seat == state.chief:
                enter = Enter(("A",), EDGE_LAND[:1])
                return f"{known}. You come in by the edge on turn 1, as in {enter}."
        case _:
            known = "who is first is rolled for when all have set up (3.0)"
    scene = Scene(state, seat)
    unit = min((code for code in scene.own() if code in state.armies), default="")
    write = f", as in {SetUp(scene.named([unit]), scene.where_begins(unit))}" if unit else ""
    return f"{known}; a set-up knows no conditions. Write where your units begin{write}."


class _Said(Defending):
    """A line that may hold standing orders in other words."""

    def lines(self) -> Iterator[str]:
        """Its standing orders in the form of the house; none if it has none."""
        forms: tuple[tuple[Callable[[], bool], Callable[[], Iterator[str]]], ...] = (
            (self.is_mix, self.mix),
            (lambda: self.words("always", "defend"), self._always),
            (lambda: self.words("defend"), self.defends),
            (lambda: self.words("never", "defend"), self._never),
            (lambda: self.words("no") and self.peek(1).value in DEFENCE, self._never),
            (self.is_attacked, self.attacked),
            (lambda: self.words("never", "spend"), self.alone),
            (lambda: self.words("no", "spell", "for"), self.no_spell),
            (lambda: self.words("save", "defence") or self.words("save", "defense"), self.saved),
            (lambda: self.words("spread"), self._spread),
            (self._is_shared_out, self._shared_out),
            (lambda: self.words("keep", "every"), self._kept_alive),
            (lambda: self.words("if", "sent", "home"), self._home),
            (lambda: self.words("if", "I", "am", "sent", "home"), self._home),
            (lambda: self.words("if", "wizard", "is", "sent", "home"), self._home),
            (lambda: self.words("if", "we", "gain"), self._gained),
            (lambda: self.words("if", "I", "gain"), self._gained),
            (self._is_defender, self._defenders),
        )
        for begins, read_it in forms:
            if begins():
                yield from read_it()
                return

    # --- S1: always, never

    def _always(self) -> Iterator[str]:
        """``always defend with Shield 3``"""
        self.at += 1
        yield from self.defends()

    def _never(self) -> Iterator[str]:
        """``never defend``, ``no defence``"""
        self.at += 2
        if not self.ended:
            raise self.invalid()
        yield f"standing defence: {NO_SPELL}"

    # --- S3: who defends

    def _is_defender(self) -> bool:
        ahead = 1 + (self.peek(1).kind == "wizard")
        return self.kind in ("unit", "who", "wizard") and self.peek(ahead).value == "defends"

    def _defenders(self) -> Iterator[str]:
        """``G2 defends first, then the wizard``"""
        units = [*self.one_unit()]
        self.at += 1
        if self.said("first"):
            self.at += 1
        self.separators()
        units += self.some_units()
        if not self.ended:
            raise self.invalid()
        codes = [code_of(self.side.seat, unit) for unit in units]
        yield f"standing defender: {', '.join(codes)}"

    # --- S4: losses

    def _spread(self) -> Iterator[str]:
        """``spread losses evenly``"""
        self.at += 1
        if self.said("losses", "them"):
            self.at += 1
        if self.said("evenly"):
            yield "standing spread: EVENLY"

    def _is_shared_out(self) -> bool:
        ahead = 2 if self.peek(1).text == ":" else 1
        return self.said("losses") and self.peek(ahead).value in SHARED_OUT

    def _shared_out(self) -> Iterator[str]:
        """``losses evenly``, ``losses: weakest first``"""
        self.at += 2 if self.peek(1).text == ":" else 1
        how = SHARED_OUT[self.value]
        self.at += 1
        while self.said("first", "army", "armies"):
            self.at += 1
        if not self.ended:
            raise self.invalid()
        yield f"standing spread: {how}"

    def _kept_alive(self) -> Iterator[str]:
        """``keep every army alive``: nothing does more for that than to weaken the strongest."""
        if any(item.value == "alive" for item in self.rest):
            yield "standing spread: STRONGEST"

    # --- S5: coming home; 9.2 C: garrisons taken over

    def _gained(self) -> Iterator[str]:
        """``if we gain garrisons: G1, G3``"""
        self.at += 3
        while self.text == ":" or self.kind == "," or self.said("garrison", "garrisons"):
            self.at += 1
        yield f"standing garrisons: {', '.join(self.unit_list())}"

    def _home(self) -> Iterator[str]:
        """``if sent home: wizard 0519; armies return A, B 0518, C 0419``"""
        while not self.said("home"):
            self.at += 1
        self.at += 1
        while not self.ended:
            while (
                self.text == ":" or self.kind == "," or self.said("army", "armies", "return", "to")
            ):
                self.at += 1
            whose = self.kind != "hex"  # "if my wizard is sent home: 0519"
            units = self.unit_list() if whose else (self.side.own(self.line),)
            at = self.at_hex()
            if at not in CASTLE_OF:
                raise FaultyLine("not_home", f"{at} is in no castle.", self.line)
            for unit in units:
                code = code_of(self.side.seat, unit)
                if code not in self.side.wizards:
                    yield f"standing return: {at} if army = {unit}"
                elif len(self.side.wizards) > 1:
                    yield f"standing home: {at} if wizard = {code}"
                else:
                    yield f"standing home: {at}"
            self.separators()
