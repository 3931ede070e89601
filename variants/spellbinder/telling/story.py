"""What happened in a phase, in sentences."""

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from adjudicator import documents
from adjudicator.wording import series
from variants.spellbinder.components import ARMIES, FOLDER, GARRISONS, WIZARDS, name_of
from variants.spellbinder.course.schedule import seat_name
from variants.spellbinder.state import Event

ONE_POINTS = re.compile(r"(?<!\S)1 ((?:spellbinder |victory )?point)s\b")

Fact = str | int | tuple[str, ...]
Facts = dict[str, Fact]


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """`words.yaml`: sentences by kinds of events, why orders fail, and other words."""

    events: dict[str, str]
    whys: dict[str, str]
    words: dict[str, str]


WORDS = documents.read(FOLDER / "words.yaml", Words)


class Part(Struct, frozen=True):
    """What happened in one Player Phase of a game turn for which all have written; its title is
    empty where there is but one."""

    title: str
    lines: tuple[str, ...]


class Results(Struct, frozen=True):
    """A phase as it went: sentences in the order of what happened."""

    title: str
    parts: tuple[Part, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """All sentences."""
        return tuple(line for part in self.parts for line in part.lines)


def results(events: Sequence[Event]) -> Results:
    """What the reader of these events may know, in words."""
    title, parts = "", [("", [])]  # type: tuple[str, list[tuple[str, list[str]]]]
    for event in events:
        said = sentence(event)
        if event.kind == "phase":
            title = said
        elif event.kind == "player_phase":
            parts.append((said, []))
        else:
            parts[-1][1].append(said)
    told = [Part(name, tuple(lines)) for name, lines in parts if name or lines]
    return Results(title, tuple(told))


def sentence(event: Event) -> str:
    """An event in words."""
    facts = event.facts
    kind, more = _SPECIAL[event.kind](facts) if event.kind in _SPECIAL else (event.kind, {})
    said = {name: _Spoken(name, fact) for name, fact in facts.items()} | more
    words = ONE_POINTS.sub(r"1 \1", WORDS.events[kind].format_map(said))
    return words[:1].upper() + words[1:]


class _Spoken(str):
    """A fact of an event in words, and the verbs that go with it: ``{units:goes|go}``."""

    __slots__ = ("many",)

    many: bool

    def __new__(cls, name: str, fact: Fact) -> "_Spoken":
        """Several units or wizards are many; so are the two wizards of one seat."""
        said = super().__new__(cls, spoken(name, fact))
        names = (fact,) if isinstance(fact, str) else fact if isinstance(fact, tuple) else ()
        said.many = len(names) > 1 or any("+" in one for one in names)
        return said

    def __format__(self, forms: str) -> str:
        """Itself, or the verb of two that is right."""
        one, _, many = forms.partition("|")
        return (many if self.many else one) if forms else str(self)


def spoken(name: str, fact: Fact) -> str:
    """A fact of an event in words."""
    if isinstance(fact, int):
        return str(fact)
    if name == "path":
        return "-".join(fact)
    if name == "back":
        return _place(str(fact))
    if isinstance(fact, tuple):
        return ", ".join(map(seat_name, fact)) if name == "seats" else units_named(fact)
    if "+" in fact:
        return seat_name(fact)
    return WORDS.words.get(fact, name_of(fact))


def units_named(units: Iterable[str]) -> str:
    """``Umaron's A and B, Umaron``, ``garrison G1``; hexes stay as they are."""
    units = list(units)
    groups: list[str] = []
    for wizard in WIZARDS:
        letters = [unit[1:] for unit in units if unit in ARMIES[wizard]]
        if letters:
            groups.append(f"{name_of(wizard)}'s {series(letters)}")
    army_codes = {code for wizard in WIZARDS for code in ARMIES[wizard]}
    groups += [name_of(unit) for unit in units if unit not in army_codes]
    return series(groups) if len(groups) < 3 else ", ".join(groups)


def why(code: str) -> str:
    """Why something could not be done."""
    return WORDS.whys[code]


# --- kinds of events that need more than their facts


Told = tuple[str, dict[str, str]]


def _spell(facts: Facts) -> Told:
    kind = "spell_wizard" if facts["wizard"] else "spell_armies"
    met = "defended" if facts["defender"] else "undefended"
    said = {name: spoken(name, facts[name]) for name in ("defender", "defence", "against")}
    return kind, {"against": WORDS.events[met].format_map(said)}


def _struck(facts: Facts) -> Told:
    result = facts["result"]
    assert isinstance(result, int)
    if result == 0:
        return "struck_nobody", {}
    if result < 0:
        return "struck_caster", {"result": str(-result)}
    return ("struck_wizard" if facts["wizard"] else "struck_armies"), {}


def _battle(facts: Facts) -> Told:
    result, added = str(facts["result"]), facts["added"]
    who = {"A": "the attackers lose", "D": "the defenders lose"}
    outcome = f"{who[result[0]]} {result[1:]}" if result != "NE" else "no effect"
    modified = f", {added} for the terrain" if added else ""
    return "battle", {"outcome": outcome, "modified": modified}


def _sent_home(facts: Facts) -> Told:
    return ("sent_home_armies" if facts["armies"] else "sent_home"), {}


def _came_back(facts: Facts) -> Told:
    places: dict[str, list[str]] = {}
    armies, hexes = facts["armies"], facts["hexes"]
    assert isinstance(armies, tuple)
    assert isinstance(hexes, tuple)
    for army, at in zip(armies, hexes, strict=True):
        places.setdefault(at, []).append(army if army in GARRISONS else army[1:])
    said = [f"{series(letters)} in {at}" for at, letters in places.items()]
    return "came_back", {"places": "; ".join(said)}


def _over(facts: Facts) -> Told:
    seats = facts["seats"]
    assert isinstance(seats, tuple)
    shared = len(seats) > 1
    kind = f"over_{facts['how']}"
    if shared and f"{kind}_shared" in WORDS.events:
        kind = f"{kind}_shared"
    return kind, {"wins": _won(seats)}


def _won(seats: tuple[str, ...]) -> str:
    if len(seats) > 1:
        return "share the win"
    return "have won" if "+" in seats[0] else "has won"


def _chief(facts: Facts) -> Told:
    return f"chief_{facts['scenario']}", {}


def _refused(facts: Facts) -> Told:
    details = []
    units = facts.get("units") or facts.get("unit") or ()
    if units:
        details.append(units_named(units if isinstance(units, tuple) else (str(units),)))
    if "hex" in facts:
        place = _place(str(facts["hex"]))
        details.append(f"in {place}" if place[:1].isdigit() else place)
    if "difference" in facts:
        details.append(f"difference {facts['difference']}")
    brackets = f" ({', '.join(details)})" if details else ""
    order = str(facts["order"])
    return "refused", {"order": order, "why": why(str(facts["why"])), "details": brackets}


def _place(at: str) -> str:
    """A hex, a ship (``@1``), or off the map."""
    return f"ship {at[1:]}" if at.startswith("@") else at or "off the map"


_SPECIAL: dict[str, Callable[[Facts], Told]] = {
    "spell": _spell,
    "struck": _struck,
    "battle": _battle,
    "sent_home": _sent_home,
    "came_back": _came_back,
    "over": _over,
    "chief": _chief,
    "refused": _refused,
}
