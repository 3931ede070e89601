"""Reports: the same facts as text and as an HTML page, whatever is in them."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

import jinja2
import pytest

import variants
from adjudicator.office.atlas import atlas_of
from adjudicator.office.phrases import Standing
from adjudicator.office.questioning import Put
from adjudicator.office.reports import render, render_html
from adjudicator.orders import Sheet
from adjudicator.simultaneous.game import Ending
from adjudicator.turns.turn import Turn
from variants.standard.state import Options

STANDARD = variants.load("standard")
VOID = {"meta", "br", "hr", "img", "link", "input", "col"}
HTML_ALONE = {"order", "result", "why", "power", "code", "name"}
"""Heads of columns; the text has no such lines."""
HOSTILE = "<script>alert(1)</script> & \"Zoë\" 'x' </pre>"
ORDERS = {
    "AUSTRIA": ["A VIE - GAL", "A BUD - RUM", "F TRI - VEN"],
    "RUSSIA": ["A WAR - GAL", "A MOS - UKR", "F SEV - RUM", "F STP/SC - PAR"],
    "ITALY": ["A VEN - TYR", "A ROM - VEN"],
}


class Page(HTMLParser):
    """The text of a page without its style, its tags and attributes; each tag has to be closed."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.pieces: list[str] = []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        self.apart(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        self.apart(tag)

    def apart(self, tag: str) -> None:
        if tag not in ("span", "strong"):
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if "style" not in self.open and "title" not in self.open:
            self.pieces.append(data)

    @property
    def text(self) -> str:
        return flat("".join(self.pieces))


def flat(text: str) -> str:
    return " ".join(text.split())


def report(seat: str = "RUSSIA", **changes: object) -> dict[str, Any]:
    """The facts of a report of the first phase, full of everything."""
    state = STANDARD.start(Options(), tuple(STANDARD.board.powers), Turn("start", {}))
    sheets = {
        seat: Sheet(seat, "", tuple(STANDARD.notation.parse(text).order for text in texts))
        for seat, texts in ORDERS.items()
    }
    turn: Turn[Any, Any] = Turn("S1901M", sheets)
    state = STANDARD.run(state, turn)
    known = seat in STANDARD.board.powers
    notice = SimpleNamespace(
        game="trial",
        phase="F1901M",
        deadline="2026-12-08T20:00:00+00:00",
        due="Tue 8 Dec 2026 21:00 CET (20:00 UTC)",
        grace="Tue 8 Dec 2026 23:00 CET (22:00 UTC)",
        seeds=("Seed S1901M 1: 00ff", "Commit F1901M 1: ff00"),
    )
    corrected = SimpleNamespace(
        number=2,
        reason="A letter of Germany’s had been read as France’s.",
        differences=["- A MUN H: holds", "+ A MUN - RUH: succeeds"],
    )
    facts = {
        "game": "Trial",
        "title": "Spring 1901, movement",
        "results": (STANDARD.results([told.event for told in turn.told]),),
        "view": STANDARD.view(state, seat),
        "reader": STANDARD.seat_name(seat) if known else "",
        "notice": notice,
        "corrected": corrected,
        "remarks": ["No orders came from Turkey: its units hold.", "Austria is now Zoe’s."],
        "standing": [
            Standing("Fall 1901, retreats", ("A GAL R UKR",), ("note: what follows, holds.",))
        ],
        "tag": "",
        "form": [str(order) for order in STANDARD.form(state, seat)] if known else [],
        "questions": [],
        "standing_orders": ["standing defence: stand"],
        "used": ["defence of BUD: stand, by default."],
        "dice": ["attack on BUD: 4 of 6"],
        "map": atlas_of(STANDARD, STANDARD.board),
    }
    assert changes.keys() <= facts.keys()
    return facts | changes


def both(facts: dict[str, Any]) -> tuple[str, Page]:
    text = render("standard", "report.txt.j2", facts)
    return text, Page(render_html("standard", "report.html.j2", facts))


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w/’:+]+", text.lower()))


def test_text_and_page_say_the_same() -> None:
    text, page = both(report())
    assert words(page.text) - words(text) == HTML_ALONE
    assert words(text) - words(page.text) == set()


@pytest.mark.parametrize(
    "fact",
    [
        "Trial: Spring 1901, movement",
        "Report for Russia",
        "Corrected report number 2: it takes the place of the one before.",
        "A letter of Germany’s had been read as France’s.",
        "- A MUN H: holds + A MUN - RUH: succeeds",
        "No orders came from Turkey: its units hold.",
        "Austria is now Zoe’s.",
        "A MOS - UKR succeeds",
        "A BUD - RUM bounces bounced by F SEV (Russia)",
        "F STP/SC - PAR illegal it cannot go there",
        "no order: F NAP",
        "Austria, 3 centers",
        "BEL, BUL, DEN, GRE, HOL, NWY, POR, RUM, SER, SPA, SWE, TUN",
        "1900 Austria 3 England 3 France 3 Germany 3 Italy 3 Russia 4 Turkey 3",
        "Next: Fall 1901, movement",
        "Orders are due Tue 8 Dec 2026 21:00 CET (20:00 UTC). Letters that come late are still "
        "taken until Tue 8 Dec 2026 23:00 CET (22:00 UTC). Answer this mail with them.",
        "Your orders as they stand for Fall 1901, retreats",
        "A GAL R UKR",
        "note: what follows, holds.",
        "Your orders, to be changed as you like: A UKR H A WAR H F SEV H F STP/SC H",
        ":: Game: trial :: Phase: F1901M :: Deadline: 2026-12-08T20:00:00+00:00 :: Report: 2",
    ],
)
def test_each_fact_is_in_both(fact: str) -> None:
    text, page = both(report())
    assert fact in flat(text)
    assert fact in page.text.replace("× ", "")


def test_a_failure_is_marked_by_more_than_a_colour() -> None:
    page = render_html("standard", "report.html.j2", report())
    rows = re.findall(r"<tr.*?</tr>", page)
    assert [row for row in rows if "A BUD - RUM" in row and "× </span>bounces" in row]
    assert [row for row in rows if "A MOS - UKR" in row and "<td>succeeds" in row]


def test_the_page_needs_nothing_else() -> None:
    source = render_html("standard", "report.html.j2", report())
    page = Page(source)
    assert source.startswith('<!DOCTYPE html>\n<html lang="en">\n')
    assert not {"script", "link", "img", "iframe", "form"} & set(page.tags)
    assert {name for name, _ in page.attributes} <= {
        "lang", "charset", "name", "content", "class", "scope", "colspan", "aria-hidden",
    }  # fmt: skip
    assert not re.search(r"url\(|@import|https?:", source)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": HOSTILE},
        {"title": HOSTILE},
        {"reader": HOSTILE},
        {"remarks": [HOSTILE]},
        {"form": [HOSTILE]},
        {"standing": [Standing(HOSTILE, (HOSTILE,), (HOSTILE,))]},
        {"corrected": SimpleNamespace(number=2, reason=HOSTILE, differences=[f"- {HOSTILE}"])},
        {
            "notice": SimpleNamespace(
                game=HOSTILE,
                phase=HOSTILE,
                deadline=HOSTILE,
                due=HOSTILE,
                grace=HOSTILE,
                seeds=(HOSTILE,),
            )
        },
        {"questions": [Put(HOSTILE, HOSTILE, (HOSTILE,), HOSTILE, HOSTILE)]},
        {"standing_orders": [HOSTILE], "used": [HOSTILE], "dice": [HOSTILE]},
    ],
)
def test_hostile_text_is_text(changes: dict[str, object]) -> None:
    text, page = both(report(**changes))
    assert flat(HOSTILE) in flat(text)
    assert flat(HOSTILE) in page.text
    assert "script" not in page.tags


@pytest.mark.parametrize("fact", report())
@pytest.mark.parametrize(
    ("write", "suffix"), [(render, "txt"), (render_html, "html")], ids=["text", "html"]
)
def test_a_fact_left_out_is_an_error(write: Callable[..., str], suffix: str, fact: str) -> None:
    facts = report()
    del facts[fact]
    with pytest.raises(jinja2.UndefinedError, match=fact):
        write("standard", f"report.{suffix}.j2", facts)


def test_a_report_with_nothing_to_say() -> None:
    empty = {"notice": None, "corrected": None, "remarks": [], "standing": [], "form": []}
    text, page = both(report("public", **empty))
    assert text.startswith("Trial: Spring 1901, movement\n====")
    for word in ("::", "Report for", "Corrected", "Your orders", "(you)", "due"):
        assert word not in text
        assert word not in page.text


def test_no_line_is_too_wide_and_no_two_are_empty() -> None:
    long = "A sentence that says a lot of what nobody will ever want to read about it. " * 3
    text, _ = both(
        report(remarks=[long], standing=[Standing("Fall 1901, retreats", (), (long, long))])
    )
    assert max(map(len, text.splitlines())) <= 78
    assert "\n\n\n" not in text
    # Only the head of a report speaks to programs: nothing that somebody wrote can look like it.
    spoof = render("standard", "report.txt.j2", report(remarks=["x " * 38 + ":: Phase: F1909M"]))
    assert re.findall(r"(?m)^:: Phase: .*", spoof) == [":: Phase: F1901M"]


def test_the_readers_own_part_comes_first() -> None:
    state = STANDARD.start(Options(), tuple(STANDARD.board.powers), Turn("start", {}))
    orders = {
        "TURKEY": ["A SMY - ARM", "F ANK - BLA"],
        "GERMANY": ["F KIE - DEN", "A MUN - RUH"],
    }
    for phase in ("S1901M", "F1901M"):
        sheets = {
            seat: Sheet(seat, "", tuple(STANDARD.notation.parse(text).order for text in texts))
            for seat, texts in orders.items()
        }
        state = STANDARD.run(state, Turn(phase, sheets))
        orders = {"TURKEY": ["A CON - BUL"], "GERMANY": ["A RUH - HOL"]}
    assert [due.text for due in STANDARD.view(state, "TURKEY").due] == [
        "Turkey (you): 1 to build, in ANK, CON, SMY",
        "Germany: 2 to build, in KIE, MUN",
    ]
    assert [due.text for due in STANDARD.view(state, "ITALY").due] == [
        "Italy (you): nothing to order",
        "Germany: 2 to build, in KIE, MUN",
        "Turkey: 1 to build, in ANK, CON, SMY",
    ]
    assert [due.own for due in STANDARD.view(state, "public").due] == [False, False]


def test_a_game_that_is_over_asks_for_nothing() -> None:
    facts = report(form=[], notice=None, standing=[], corrected=None)
    state = STANDARD.start(Options(), tuple(STANDARD.board.powers), Turn("start", {}))
    drawn = Ending("draw", ("AUSTRIA", "ITALY", "TURKEY"))
    facts["view"] = STANDARD.view(type(state)(state.position, state.options, drawn), "RUSSIA")
    text, page = both(facts)
    for told in (text, page.text):
        assert "The game is a draw between Austria, Italy and Turkey." in told
        assert "Next:" not in told
