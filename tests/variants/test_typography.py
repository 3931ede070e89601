"""What mail programs make of an order reads as the order, in every title."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from adjudicator.orders import Reading, Seat
from adjudicator.remarks import without_remark
from adjudicator.turns.turn import Turn
from tests.variants.spellbinder import desk
from tests.variants.young_kingdoms.test_title import started
from variants.spellbinder.title import Spellbinder
from variants.standard.title import Standard
from variants.young_kingdoms.title import YoungKingdoms

STANDARD = Standard()


class Case(NamedTuple):
    """A title, a state of it, a seat, and a line of its orders with its reading; `odd`: the line
    with a letter of another alphabet, and its name."""

    title: Any
    state: Any
    seat: Seat
    line: str
    reads: str
    odd: tuple[str, str]

    def read(self, line: str) -> Reading[Any]:
        """What the title makes of a line."""
        reading: Reading[Any] = self.title.read(self.state, self.seat, line)
        return reading

    def orders(self, line: str) -> list[str]:
        """The orders in it."""
        return list(map(str, self.read(line).orders))


CASES = (
    Case(
        STANDARD,
        STANDARD.start(STANDARD.options(), tuple(STANDARD.board.powers), Turn("start", {})),
        "FRANCE",
        "A PAR - BUR",
        "A PAR - BUR",
        ("A P\u0391R - BUR", "GREEK CAPITAL LETTER ALPHA, which looks like A"),
    ),
    Case(
        YoungKingdoms(),
        started().state,
        "LOR",
        "F TRE - RAM",
        "F TRE - RAM",
        ("F T\u0420E - RAM", "CYRILLIC CAPITAL LETTER ER, which looks like P"),
    ),
    Case(
        Spellbinder(),
        desk.state("UA 0619"),
        "UMARON",
        "move A 0619 - 0719",
        "MOVE A 0619-0719",
        ("m\u043eve A 0619 - 0719", "CYRILLIC SMALL LETTER O, which looks like o"),
    ),
)


def test_a_remark_behind_an_order_of_any_title() -> None:
    for case in CASES:
        line, remark = without_remark(f"{case.line} // as agreed")
        assert case.orders(line) == [case.reads]
        assert remark == "as agreed"


DASHES = (*"-‐‑‒–—―−⁃﹘﹣－─", "--", "->", "=>", "–>", "-->")
ARROWS = (*"→➔➙➛➜➝➞⇒⟶↦➡►▶", "➡\ufe0f", ">")
SPACES = "\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u205f\u3000\u2800\t"
HIDDEN = (
    "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2069"
    "\ufeff\ufe0f"
)


def wide(line: str) -> str:
    """In full-width letters and signs."""
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else "\u3000" for c in line)


def with_(old: str, new: str) -> Callable[[str], str]:
    """With these in place of those."""
    return lambda line: line.replace(old, new)


def between(sign: str) -> Callable[[str], str]:
    """With this before, between and behind all letters."""
    return lambda line: sign.join(("", *line, ""))


def around(picture: str) -> Callable[[str], str]:
    """With this before and behind the line."""
    return lambda line: f"{picture} {line} {picture}"


PICTURES = ("🔥", "🇫🇷", "👍🏽", "👨\u200d👩\u200d👧", "✅", "★", "\uf0b7")
SETTINGS: dict[str, Callable[[str], str]] = {
    **{f"dash {dash}": with_("-", dash) for dash in DASHES},
    **{f"arrow {arrow}": with_("-", arrow) for arrow in ARROWS},
    **{f"space {ord(space):x}": with_(" ", space) for space in SPACES},
    **{f"hidden {ord(sign):x}": between(sign) for sign in HIDDEN},
    **{f"picture {picture}": around(picture) for picture in PICTURES},
    "full width": wide,
    "bullet behind a direction mark": lambda line: f"\u200f• {line}",
    "in a right-to-left line": lambda line: f"\u202b{line}\u202c.",
    "smart quotes": lambda line: f"“{line}”",
    "small letters": str.lower,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title.name)
@pytest.mark.parametrize("setting", SETTINGS)
def test_an_order_reads_however_it_is_set(case: Case, setting: str) -> None:
    assert case.orders(case.line) == [case.reads]
    assert case.orders(SETTINGS[setting](case.line)) == [case.reads]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title.name)
def test_a_letter_of_another_alphabet_is_named(case: Case) -> None:
    line, name = case.odd
    (said,) = case.read(line).diagnostics
    assert said.code == "foreign_letter"
    assert said.text in line
    assert name in said.message
    assert not case.orders(line)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title.name)
@pytest.mark.parametrize("prose", ["Привет всем!", "Καλημέρα, Άννα", "До встречи — Анна"])
def test_prose_in_another_alphabet_is_no_order(case: Case, prose: str) -> None:
    reading = case.read(prose)
    assert not reading.orders
    assert all(one.code == "not_an_order" for one in reading.diagnostics)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title.name)
@pytest.mark.parametrize("setting", ["{} \ufffd", "\ufffd {}", "❌ {}", "{} 🚫", "{} ← back"])
def test_what_may_change_an_order_is_not_passed_over(case: Case, setting: str) -> None:
    assert not case.orders(setting.format(case.line))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title.name)
@pytest.mark.parametrize("sign", ["\ufffd", "←", "↔", "⇏", "🔥"])
def test_what_is_no_dash_is_none(case: Case, sign: str) -> None:
    assert not case.orders(case.line.replace("-", sign))


def test_a_name_in_pieces_of_letters_and_accents() -> None:
    """As file systems and some phones write: the accent behind its letter."""
    case = CASES[0]
    assert case.orders("A Pari\u0301s - Bu\u0308rgundy") == ["A PAR - BUR"]
