"""Every line of a letter gets one label, and no order is lost or made."""

import re
from collections.abc import Sequence
from typing import Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mail.label import label
from mail.letters import Kind, Line

UNITS = r"[AF] (?:PAR|MAR|BRE|BUR|YOR|NTH|NWY)"
ORDER = re.compile(
    rf"{UNITS}(?: H| -? ?(?:BUR|MAO|YOR)| S {UNITS}(?: -? ?BUR)?| C {UNITS} - ?NWY)(?: VIA)?"
)
NEAR = re.compile(rf"{UNITS} .*[A-Z]{{4,}}")


def accepts(text: str) -> Literal["order", "near", "no"]:
    """A small title: it knows no bullets, and orders in capitals alone."""
    plain = " ".join(text.split())
    if ORDER.fullmatch(plain):
        return "order"
    return "near" if NEAR.fullmatch(plain) else "no"


def lines_of(text: str) -> list[Line]:
    """Lines with ``>`` quoted, and all below ``--`` a signature."""
    found: list[Line] = []
    below: Kind = "text"
    for number, line in enumerate(text.splitlines(), 1):
        below = "signature" if line == "--" else below
        rest = line.lstrip("> ") if line.startswith(">") else line
        depth = len(line) - len(line.lstrip(">"))
        found.append(Line(number, rest, "quoted" if depth else below, depth))
    return found


def labels(text: str, sent: Sequence[str] = ()) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(one.label, one.text, one.numbers) for one in label(lines_of(text), accepts, sent)]


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("A PAR S A MAR -\nBUR", "A PAR S A MAR - BUR"),
        ("A PAR S A MAR\n- BUR", "A PAR S A MAR - BUR"),
        ("A PAR S\nA MAR - BUR", "A PAR S A MAR - BUR"),
        ("F NTH C A YOR\n- NWY", "F NTH C A YOR - NWY"),
        ("F NTH C\nA YOR\n- NWY", "F NTH C A YOR - NWY"),
        ("- A PAR S A MAR -\n  BUR", "A PAR S A MAR - BUR"),
        ("A PAR -\nBURGUNDY", "A PAR - BURGUNDY"),
    ],
)
def test_a_wrapped_order_is_one(text: str, joined: str) -> None:
    ((_, found, numbers),) = labels(text)
    assert " ".join(found.split()) == joined
    assert numbers == tuple(range(1, len(text.splitlines()) + 1))


@pytest.mark.parametrize(
    "text",
    [
        "A PAR H\nF BRE H",  # each is an order
        "A PAR S A MAR\nBUR",  # the second may be a name below the last order
        "A PAR S A MAR\n\n- BUR",
        "A PAR S A MAR\n> - BUR",
        "My orders\nA PAR - BUR\nBob",
        "A PAR S A MARR\nA MAR - BUR",  # a misspelt order takes none of its neighbour
        "A PAR is lost\nREGARDS",  # together like an order, but neither shows that it goes on
    ],
)
def test_what_stands_by_itself_is_left_alone(text: str) -> None:
    assert [numbers for *_, numbers in labels(text)] == [
        (number,) for number in range(1, len(text.splitlines()) + 1)
    ]


def test_what_is_only_like_an_order_takes_no_order_from_the_next_line() -> None:
    read: dict[str, Literal["order", "near"]] = {
        "A PARR -": "near",
        "A MAR - BUR": "order",
        "A PARR - A MAR - BUR": "order",
    }
    lines = lines_of("A PARR -\nA MAR - BUR")
    found = label(lines, lambda text: read.get(" ".join(text.split()), "no"))
    assert [(one.label, one.numbers) for one in found] == [("near", (1,)), ("order", (2,))]


def test_a_line_as_long_as_wrapped_ones_goes_on() -> None:
    """The same words: a line of 70 columns could not have held them, a short one could."""
    assert len(labels(f"A PAR{' ' * 50}S A MAR\nBUR")) == 1
    assert len(labels("A PAR S A MAR\nBUR")) == 2


@pytest.mark.parametrize(
    "front",
    [
        "- ", "-", "* ", "• ", "· ", "– ", "1. ", "2) ", "(3) ", "[4] ", "#5 ", "a) ",
        "B. ", "iv. ", "[x] ", "[ ] ", "➤ ", "✅ ", "👉 ", "▪", "\uf0b7\t", "§ ", "o\t", "1️⃣ ",
        "- 1. ", "‧ ", "・", "🇫🇷 ", "\u200f",
    ],
)  # fmt: skip
def test_what_stands_in_front_of_an_order_is_stripped(front: str) -> None:
    assert labels(f"{front}A PAR - BUR") == [("order", "A PAR - BUR", (1,))]
    assert labels(f"{front}Paris is lovely") == [("chatter", f"{front}Paris is lovely", (1,))]


@pytest.mark.parametrize("front", ["// ", "; ", "❌ ", "🚫 ", "not ", "\ufffd "])
def test_what_takes_an_order_back_is_not(front: str) -> None:
    ((found, text, _),) = labels(f"{front}A PAR - BUR")
    assert (found, text) == ("chatter", f"{front}A PAR - BUR")


def test_orders_above_between_and_below_what_is_quoted() -> None:
    text = "A PAR - BUR\n> A PAR H\nF BRE - MAO\n> > old\n> F BRE H\nA MAR H\n--\nA BUR H"
    assert [found for found, *_ in labels(text)] == [
        "order", "quoted", "order", "quoted", "quoted", "order", "signature", "signature",
    ]  # fmt: skip


SENT = [
    "Your orders for Spring 1901, movement, to be changed as you like, and then to be sent",
    "",
    "  A PAR H",
    "  F BRE H",
    "  A MAR S A PAR - BUR",
]


@pytest.mark.parametrize(
    ("quoted", "expected"),
    [
        ("> A PAR H\n> F BRE H", ["quoted", "quoted"]),
        ("> A PAR - BUR\n> F BRE H", ["edited", "quoted"]),
        (">   *   a par h", ["quoted"]),
        ("> 1. A PAR H\n> - F BRE - MAO", ["quoted", "edited"]),
        ("> A PAR H F BRE H", ["quoted"]),  # a paragraph filled anew
        ("> A MAR S A PAR\n> - BUR", ["quoted", "quoted"]),
        ("> A MAR S A PAR\n- BUR", ["quoted", "quoted"]),  # the mark is lost
        ("> A MAR S A PAR", ["edited"]),  # cut off: another order
        ("> A MAR S A PAR → BUR", ["quoted"]),
        ("> A PAR - BURRGUNDY", ["edited"]),
        (f"> {SENT[0][:60]}\n> {SENT[0][60:]}\n> A BUR H", ["quoted", "quoted", "edited"]),
        ("> A PAR H\n> I go\n> F BRE H", ["quoted", "quoted", "quoted"]),
    ],
)
def test_what_is_changed_in_a_quote(quoted: str, expected: list[str]) -> None:
    assert [found for found, *_ in labels(quoted, SENT)] == expected


OURS = [
    "Welcome, Ada. You play France.",
    "To order, answer this mail, one order a line, and keep the words in square brackets.",
    "Your orders, to be changed as you like:",
    "[trial S1901M FRANCE ABCDEFGH]",
    "  A PAR H",
    "  F BRE H",
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (OURS, ["quoted"] * 6),
        (["A MAR H", "Games", *OURS], ["order", "chatter", *["quoted"] * 6]),
        ([*OURS[:4], "A PAR - BUR", "F BRE H"], [*["quoted"] * 4, "edited", "quoted"]),
        ([OURS[0], OURS[1][:50], OURS[1][50:], "", "A PAR - BUR"], [*["quoted"] * 4, "edited"]),
        ([*OURS[:2], "> A PAR H", "A PAR - BUR"], ["quoted", "quoted", "quoted", "edited"]),
        # What he has taken over to say it himself:
        (OURS[2:], ["chatter", "chatter", "order", "order"]),
        ([OURS[0], "A PAR H"], ["chatter", "order"]),
        ([OURS[0], "I know.", OURS[2], "A PAR H"], ["chatter", "chatter", "chatter", "order"]),
    ],
)  # fmt: skip
def test_what_was_sent_and_stands_there_without_marks(text: list[str], expected: list[str]) -> None:
    assert [found for found, *_ in labels("\n".join(text), OURS)] == expected


def test_a_line_that_introduces_a_quotation() -> None:
    text = "Games wrote:\n\n> A PAR H\nA PAR - BUR\n> A PAR H\nmy orders:\nA PAR - BUR"
    assert [found for found, *_ in labels(text)] == [
        "attribution", "chatter", "quoted", "order", "quoted", "chatter", "order",
    ]  # fmt: skip


def test_what_was_sent_is_not_joined_with_what_was_changed() -> None:
    found = labels("Hi\n> A PAR S\n> A MAR - BUR", ["A MAR - BUR"])
    assert found[1:] == [("quoted", "A PAR S", (2,)), ("quoted", "A MAR - BUR", (3,))]


def test_without_what_was_sent_nothing_is_edited() -> None:
    assert [found for found, *_ in labels("> A PAR - BUR")] == ["quoted"]
    (line,) = label([Line(1, "A PAR - BUR", "header_block")], accepts, SENT)
    assert line.label == "edited"  # below the block that Outlook puts there
    (line,) = label([Line(1, "A PAR H", "header_block")], accepts, SENT)
    assert (line.label, line.known) == ("header_block", True)


PARTS = st.sampled_from(
    ["A PAR", " - ", "BUR", " S ", "A MAR", " H", "\n", "\n", ">", "> ", "- ", "1. ", "--", "🔥",
     "x",     "\u200b", "\ufffd", " ", ":", ","]
)  # fmt: skip
TEXT = st.text(max_size=60) | st.lists(PARTS, max_size=40).map("".join)


@given(TEXT, st.lists(TEXT, max_size=5))
@example("A PAR\nS\nA MAR\n-\nBUR\n", ["A PAR"])
def test_each_line_has_one_label_and_none_is_lost(text: str, sent: list[str]) -> None:
    lines = lines_of(text)
    found = label(lines, accepts, sent)
    assert [number for one in found for number in one.numbers] == [line.number for line in lines]
    by_number = {line.number: line for line in lines}
    for one in found:
        kinds = {by_number[number].kind for number in one.numbers}
        assert len(kinds) == 1
        if one.label in ("order", "near"):
            assert kinds == {"text"}
            assert accepts(one.text) == one.label
        # Nothing is added to what was written, and nothing but fronts is taken away.
        whole = " ".join(by_number[number].text.strip() for number in one.numbers)
        assert " ".join(whole.split()).endswith(" ".join(one.text.split()))


@given(st.lists(TEXT, max_size=5), TEXT)
def test_what_was_sent_and_comes_back_quoted_is_known(sent: list[str], before: str) -> None:
    lines = [line for text in sent for line in text.splitlines()]
    quoted = [Line(number, text, "quoted", 1) for number, text in enumerate(lines, 1)]
    assert all(one.label == "quoted" for one in label(quoted, accepts, lines))


def test_a_long_letter_of_fragments_is_read_in_time() -> None:
    """Nothing grows faster than the letter: each line is looked at a fixed number of times."""
    looked = 0

    def counted(text: str) -> Literal["order", "near", "no"]:
        nonlocal looked
        looked += 1
        return "no"

    label([Line(number, "- 1. a) A PAR", "text") for number in range(500)], counted)
    assert looked < 500 * 80


def test_a_remark_ends_before_what_is_like_an_order() -> None:
    """Though its line be as long as those that a program has broken."""

    def without(text: str) -> str:
        return text.partition(" //")[0]

    first = f"A PAR - BUR // {'because ' * 8}"
    for second, taken in (("A MAR - BURGUNDYX", (1,)), ("of this and that", (1, 2))):
        lines = lines_of(f"{first}\n{second}")
        found = label(
            lines, lambda text: accepts(without(text)), (), lambda text: without(text) != text
        )
        assert found[0].numbers == taken
        assert found[0].label == "order"
        assert {number for line in found for number in line.numbers} == {1, 2}
