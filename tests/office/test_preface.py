"""What a title tells before all else: its preface and its map in words in the first report, how to
order what is special to it in the welcome; the map again for who asks."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import variants
from adjudicator.office import history
from adjudicator.office.folder import Office, make_office
from mail.letters import html_part
from tests.house.test_reports import Page, flat
from tests.office.desk import begin, game_file, mail, out, send, sent, tag

KINGDOMS = variants.load("young_kingdoms")
PREFACE = KINGDOMS.preface(KINGDOMS.options())
FILKHAR = """\
FIL  Filkhar (coast, center)
     by land ARG, IOS, RAM
     by sea  ARG, DRS, RAM, SER
"""


def kingdoms_file() -> str:
    head = game_file(standard="young_kingdoms").partition("seats:\n")[0]
    seats = "".join(
        f"  {seat}: {{name: {seat.title()}, address: {seat.lower()}@example.org}}\n"
        for seat in KINGDOMS.seats(KINGDOMS.options())
    )
    return f"{head}seats:\n{seats}"


@pytest.fixture
def kingdoms(tmp_path: Path) -> Iterator[Office]:
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as office:
        begin(office, kingdoms_file())
        yield office


def mails_of(office: Office, seat: str) -> Mapping[str, str]:
    """The mails to a seat by the first word of their number."""
    return {name.partition(".")[0]: text for name, text in sent(office, seat).items()}


def page_of(office: Office, name: str) -> str:
    (path,) = out(office).glob(f"{name}*.eml")
    return flat(Page(html_part(path.read_bytes())).text)


def test_a_reconstruction_is_told_plainly(kingdoms: Office) -> None:
    told = flat(mails_of(kingdoms, "MEL")["report"])
    assert PREFACE in told
    assert "Elric has gone into hiding." in told
    assert "Elric is hidden in one of the centers that were nobody's at the start." in told
    assert "variant show young_kingdoms" in PREFACE


def test_a_map_that_is_nowhere_else_stands_in_the_first_report(kingdoms: Office) -> None:
    text = mails_of(kingdoms, "LOR")["report"]
    assert text.count("\nThe map\n") == 1
    assert FILKHAR in text
    assert KINGDOMS.map_note in flat(text)
    assert max(map(len, text.partition("\nThe map\n")[2].splitlines())) <= 78
    page = page_of(kingdoms, "report.trial.start.1.lor")
    assert "FIL Filkhar coast, center ARG, IOS, RAM ARG, DRS, RAM, SER" in page
    assert flat(KINGDOMS.map_note) in page


def test_the_welcome_says_how_to_order_what_is_special(kingdoms: Office) -> None:
    text = mails_of(kingdoms, "LOR")["welcome"]
    assert "  A/F FOE - DRE (army and fleet sail from a double center as one)\n" in text
    assert [flat(text).count(f"{one.line} ({one.about})") for one in KINGDOMS.examples] == [
        1 for _ in KINGDOMS.examples
    ]
    assert "\n  map (it is sent to you in words)\n" in text


@pytest.mark.parametrize("seat", KINGDOMS.seats(KINGDOMS.options()))
def test_what_is_sent_back_as_it_came_holds_no_order_but_the_template(
    kingdoms: Office, seat: str
) -> None:
    """Nobody orders by leaving an example, or a line of the map, in his answer."""
    state = history.load(kingdoms.store, "trial")[1].position()
    template = [str(order) for order in KINGDOMS.form(state, seat)]
    for text in mails_of(kingdoms, seat).values():
        read = [
            str(o) for line in text.splitlines() for o in KINGDOMS.read(state, seat, line).orders
        ]
        assert read == template


def test_who_asks_has_the_map_again(kingdoms: Office) -> None:
    raw = mail(tag(kingdoms, "LOR", "S6480M"), "Map.", "lor@example.org")
    assert send(kingdoms, raw) == "trial LOR: done"
    mails = mails_of(kingdoms, "LOR")
    assert "The map is sent to you." in mails["answer"]
    assert mails["map"].startswith("Trial: The map [trial S6480M LOR ")
    assert FILKHAR in mails["map"]
    assert "FIL Filkhar coast, center" in page_of(kingdoms, "map.")


def test_the_usual_game_has_nothing_to_tell_before(office: Office) -> None:
    standard = variants.load("standard")
    told = (standard.preface(standard.options()), standard.map_note, standard.examples)
    assert told == ("", "", ())
    assert not [name for name in sent(office) if name.startswith("report.")]
    welcome = mails_of(office, "ITALY")["welcome"]
    assert "How to order" not in welcome
    assert "map" not in welcome
    send(office, mail(tag(office, "ITALY"), "map", "italy@example.org"))
    assert "\nNAP  Naples (coast, center, home of Italy)\n" in mails_of(office, "ITALY")["map"]
