"""Whose each line of a letter is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.structure import LONGEST_LINE, MOST_TEXT_LINES, structured, too_long

MINE = ["A PAR - BUR", "F BRE - ENG"]
ABOVE = "A PAR - BUR\nF BRE - ENG\n\n"


def own(text: str) -> list[str]:
    return [line.text for line in structured(text) if line.kind == "text" and line.text.strip()]


QUOTE = "> A PAR H\n> F BRE H\n"
WROTE = [
    "On Tue, 1 Dec 2026 at 11:00, Games <games@example.org> wrote:\n",
    "On Wed, May 18, 2026 at 11:10 PM Games of ours <games@example.org>\nwrote:\n",
    "On Dec 16, 2026, at 12:47 PM, Games\n<games@example.org>\nwrote:\n",
    "Am Di., 1. Dez. 2026 um 11:00 Uhr schrieb Games <\ngames@example.org>:\n",
    "Le mar. 1 déc. 2026 à 11:00, Games <games@example.org> a écrit :\n",
    "Den 1. dec. 2026 kl. 10.00 skrev Games <games@example.org>:\n",
    '01.12.2026, 11:00, "Games" <games@example.org>:\n',
    "On Friday, games@example.org wrote:\n",
    "2026年12月1日(火) 9:00 Games <games@example.org>：\n",
]


@pytest.mark.parametrize("wrote", WROTE)
def test_attributions_above_a_quotation_with_marks(wrote: str) -> None:
    lines = structured(f"{ABOVE}{wrote}\n{QUOTE}\nbelow\n")
    kinds = [line.kind for line in lines]
    assert [line.text for line in lines if line.kind == "text" and line.text] == [*MINE, "below"]
    assert kinds.count("attribution") == wrote.count("\n")
    assert kinds.count("quoted") == 2
    assert own(f"A PAR - BUR\nF BRE - ENG\n{wrote}{QUOTE}") == MINE  # without an empty line


@pytest.mark.parametrize("wrote", WROTE)
def test_attributions_above_a_quotation_without_marks(wrote: str) -> None:
    text = f"{ABOVE}{wrote}\nA PAR H\nF BRE H\n"
    assert own(text) == MINE
    assert [line.kind for line in structured(text)][-2:] == ["quoted", "quoted"]


@pytest.mark.parametrize("wrote", WROTE)
def test_an_answer_between_the_attribution_and_the_quotation(wrote: str) -> None:
    assert own(f"{wrote}\nA PAR - BUR\n\n> A MAR H\nF BRE - ENG\n") == MINE


@pytest.mark.parametrize("wrote", WROTE)
def test_a_quotation_without_marks_of_one_with_marks(wrote: str) -> None:
    """What a phone quotes: only the older quotations in it have marks."""
    assert own(f"{ABOVE}{wrote}\nA PAR H\n\n{wrote}\n> F BRE H\n\nA MAR H\n") == MINE


@pytest.mark.parametrize(
    "line",
    [
        "On Monday I wrote:",
        "At 10:30 I wrote:",
        "My orders, answer to ada@example.org:",
        "Orders for 2003:",
        "A 2003 - 2004:",
    ],
)
def test_a_line_with_a_colon_eats_no_orders(line: str) -> None:
    assert own(f"{line}\n{ABOVE}") == [line, *MINE]


HEADERS = [
    "From: Games <games@example.org>\nSent: Tuesday\nTo: Ada\nSubject: Trial\n",
    "-----Original Message-----\nFrom: Games\nSent: 1 December 2026 11:00\nTo: Ada\n",
    "-----Ursprüngliche Nachricht-----\nVon: Games [mailto:games@example.org]\nAn: Ada\n",
    "________________________________\nVon: Games <games@example.org>\nGesendet: Dienstag\nAn: A\n",
    " ------------------------------\n\n*Od:* Games <g@example.org>\n*Wysłano:* dziś\n*Do:* Ada\n",
    "De : Games <games@example.org>\nEnvoyé : 1 décembre 2026 11:00\nÀ : Ada\nObjet : Trial\n",
    "发件人：Games <games@example.org>\n发送时间：2026年12月1日 11:00\n收件人：Ada\n主题：Trial\n",
    "From: games@example.org\nTo: ada@example.org\nCc: \nSent: Tuesday\nSubject: Trial\n",
    "From: Games\nSent: Tuesday, 1 December 2026 11:00\nTo: Ada\nSubject: Trial\n",
    "From: Games <games@example.org>\nTo: ada@example.org, bo@example.org,\n  cy@example.org\n"
    "Subject: Trial\n",
    "---------- Forwarded message ---------\nVon: G <games@example.org>\nDate: Tue\nSubject: T\n",
    "----- Forwarded by Games <games@example.org> on 2026-12-01 11:00 -----\n",
    "-----Original Message-----\n",
    "-------- Исходное сообщение --------\n",
    "Games <games@example.org>\n1 December 2026 11:00\n\nTo\nAda\ncc\n\nSubject\nTrial\n",
    "        Games\n        <games@example.org>           An:     Ada\n"
    "        01.12.2026 11:00              Thema:  Trial: what to order\n",
    "Games\n<games@example.org> An: Ada\n01.12.2026 11:00 Thema: Trial: what to order\n",
]


@pytest.mark.parametrize("block", HEADERS)
def test_below_a_header_block_nothing_is_the_writers(block: str) -> None:
    lines = structured(f"{ABOVE}{block}\nA PAR H\nF BRE H\n")
    assert [line.text for line in lines if line.kind == "text" and line.text] == MINE
    assert [line.kind for line in lines if line.text.startswith("A PAR H")] == ["header_block"]


@pytest.mark.parametrize(
    "form",
    [
        "name: Ada\nemail: ada@example.org\nzone: Europe/London",
        "Paris: Burgundy\nBrest: English Channel\nMarseilles: hold",
        "standing defence: default\nstanding cards: CUP\nstanding losses: 1, 2",
        "----------\nParis: Burgundy\nBrest: English Channel",
        "--- my orders ---\nParis: Burgundy\nBrest: English Channel",
        "A PAR - BUR\n_______________\nF BRE - ENG",
        "-----My orders-----\nA PAR - BUR\nF BRE - ENG",
        "Austria: A <a@example.org>\nItaly: B <b@example.org>\nTurkey: C <c@example.org>\nF BRE H",
        "Austria: A <a@example.org>\nEngland: B <b@example.org>\nItaly: C <c@example.org>\n"
        "Germany: D <d@example.org>\nRussia: nobody\nTurkey: E <e@example.org>\nF BRE - ENG",
        "Ada <ada@example.org> has had it since 2026-12-01, 11:00, as far as I know\nF BRE H",
    ],
)
def test_what_a_player_fills_in_is_his(form: str) -> None:
    assert own(f"{form}\n") == form.split("\n")


def test_signatures() -> None:
    assert own(f"{ABOVE}-- \nAda\nA MAR H\n") == MINE
    assert own(f"{ABOVE}--\nAda\n") == MINE
    assert own(f"{ABOVE}and -- this is none\n") == [*MINE, "and -- this is none"]
    assert own(f"{ABOVE}Sent from my iPhone\n") == MINE
    assert own(f"{ABOVE}Von meinem Samsung Galaxy gesendet\n\n{WROTE[0]}\n{QUOTE}") == MINE
    assert own("Sent from my iPhone\n\nA PAR - BUR\nF BRE - ENG\n")[1:] == MINE
    assert own(f"{ABOVE}{'_' * 47}\nour mailing list\nhttp://lists.example.org/\n") == MINE
    signed = f"-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----\n{ABOVE}"
    assert own(signed) == MINE


def test_who_signs_above_what_he_quotes_may_go_on_below() -> None:
    assert own(f"Hello\n\n-- \nAda\n\n{WROTE[0]}\n{QUOTE}\n{ABOVE}") == ["Hello", *MINE]


def test_depth() -> None:
    text = ">>  a\n> > b\n >c\n>\nd > e"
    assert [(line.depth, line.text) for line in structured(text)] == [
        (2, " a"), (2, "b"), (1, "c"), (1, ""), (0, "d > e"),
    ]  # fmt: skip


@pytest.mark.parametrize("end", ["\u2028", "\x0c", "\x85", "\r", "\x1c"])
def test_no_character_ends_a_quotation_but_a_new_line(end: str) -> None:
    assert own(f"> a{end}A PAR H\nA PAR - BUR{end}F BRE - ENG\n") == MINE
    assert own("A PAR - BUR\rF BRE - ENG\r") == MINE


def test_long_texts() -> None:
    long = "x" * (LONGEST_LINE + 1)
    assert len(structured(long)[0].text) == LONGEST_LINE
    assert "its line 5 is too long" in too_long(long, 5)[0]
    assert len(structured("x\n" * 9999)) == MOST_TEXT_LINES
    assert str(MOST_TEXT_LINES) in too_long("x\n" * 9999)[0]
    assert not too_long("x\n" * 99)


@pytest.mark.parametrize(
    "piece",
    ["a@b.cc:\n", "a: b@\n", "---\n", "___________\n", "> ", ">", "10:00 2026-01-01 a@b.c:\n\nx\n",
     "a@b.c 10:00\n", "From: a\n", "<", "--\n", "1:1", "a.", "-", " ", "\u2028", "begin 644 x\n"],
)  # fmt: skip
def test_hostile_text_of_a_million_characters(piece: str) -> None:
    """A pattern that backtracks, or a look ahead from each line, would not come back from these."""
    half = piece * (500_000 // len(piece))
    for text in (half + "\n> x\n" + half, f"{half}@x: {half}"):
        assert len(structured(text)) <= MOST_TEXT_LINES


LINES = st.sampled_from([*WROTE, *HEADERS, QUOTE, ABOVE, "-- \n", "--\n", "\n", ">", "\u2028", ":"])


@given(st.lists(LINES | st.text(max_size=6), max_size=30).map("".join))
def test_any_text_has_all_its_lines_once(text: str) -> None:
    lines = structured(text)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert len(lines) >= len(text.rstrip("\n\r").split("\n")) or not text.strip("\n\r")
