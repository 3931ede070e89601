"""How press is found in a letter's lines, and what of it may be passed on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.office.press import Heading, ends, heading, press_in
from adjudicator.office.scrubbing import LONGEST_WORD, WIDTH, scrubbed
from mail.letters import Line


def lines(*written: str) -> tuple[Line, ...]:
    """Lines of a letter; ``> `` quotes, ``[kind]`` in front names another kind than text."""
    found = []
    for number, text in enumerate(written, 1):
        kind, _, rest = text.removeprefix("[").partition("]") if text[:1] == "[" else ("", "", text)
        depth = 1 if rest.startswith("> ") else 0
        rest = rest.removeprefix("> ")
        found.append(Line(number, rest, kind or ("quoted" if depth else "text"), depth))  # type: ignore[arg-type]
    return tuple(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("press to Italy", Heading("Italy")),
        ("  PRESS TO  Italy,  France :", Heading("Italy, France")),
        ("- Press to all:", Heading("all")),
        ("\u2022 press to: all", Heading("all")),
        ("2) press to all", Heading("all")),
        ("**Press: to Italy and France**", Heading("Italy and France")),
        ("\u2014 press to Italy \u2014", Heading("Italy")),
        ("press\u00a0to Italy.", Heading("Italy")),
        ("Anonymous press to Italy: hi: you!", Heading("Italy", "anonymous", "hi: you!")),
        ("private Press to Italy", Heading("Italy", "private")),
        ("press to", Heading("")),
        ("press to gm", Heading("gm")),
        ("To GM:", Heading("gm", note=True)),
        ("to the game master: help!", Heading("gm", "", "help!", True)),
        ("to gm", None),
        ("press together", None),
        ("I press to Italy", None),
        ("end press", None),
        ("", None),
    ],
)
def test_headings(text: str, found: Heading | None) -> None:
    assert heading(text) == found


@pytest.mark.parametrize(
    "text", ["end press", "END PRESS.", "- endpress", "**End of press:**", "end press // bye"]
)
def test_ends(text: str) -> None:
    assert ends(text)


@pytest.mark.parametrize("text", ["end press now", "the end", "press", "end pressure", ""])
def test_what_ends_nothing(text: str) -> None:
    assert not ends(text)


def test_what_stands_around_presses_is_left() -> None:
    letter = lines("A", "press to Italy", "B", "end press", "C", "to gm: D", "E", "> F")
    presses, rest = press_in(letter)
    assert [(one.number, one.text, one.last, one.ended) for one in presses] == [
        (2, ("B",), 4, True),
        (6, ("D",), 6, True),
    ]
    assert [line.text for line in rest] == ["A", "C", "E", "F"]


def test_without_an_end_the_writer_s_own_text_is_it() -> None:
    letter = lines(
        "press to Italy", "", "B", "> C", "[attribution]x wrote:", "D", "", "[signature]--"
    )
    (press,), rest = press_in(letter)
    assert press.text == ("B", "D")
    assert (press.last, press.ended, press.left_out) == (6, False, True)
    assert [line.text for line in rest] == ["C", "x wrote:", "--"]


def test_an_end_below_what_looks_like_a_signature() -> None:
    letter = lines("press to Italy", "A", "[signature]--", "[signature]B", "[signature]end press")
    (press,), rest = press_in(letter)
    assert (press.text, press.ended, press.left_out, rest) == (("A",), True, True, ())


def test_a_quoted_line_begins_and_ends_nothing() -> None:
    letter = lines("> press to Italy", "press to France", "> end press", "A", "end press")
    (press,), rest = press_in(letter)
    assert press.text == ("> end press", "A")
    assert [line.text for line in rest] == ["press to Italy"]


WRITTEN = st.sampled_from(
    ["press to Italy", "to gm:", "to gm: hi", "end press", "A VIE - GAL", "ready", "", "Hello"]
)
LINES = st.lists(
    st.tuples(
        WRITTEN | st.text(max_size=30),
        st.sampled_from(["text", "text", "quoted", "attribution", "header_block", "signature"]),
        st.integers(0, 2),
    ),
    max_size=25,
).map(
    lambda made: tuple(
        Line(number, text, kind, depth)  # type: ignore[arg-type]
        for number, (text, kind, depth) in enumerate(made, 1)
    )
)


@given(LINES)
def test_every_line_is_in_one_place(letter: tuple[Line, ...]) -> None:
    presses, rest = press_in(letter)
    taken = [line.number for press in presses for line in press.lines]
    left = [line.number for line in rest]
    assert left == sorted(set(left))
    assert not set(taken) & set(left)
    by_number = {line.number: line for line in letter}
    assert all(by_number[line.number] == line for line in rest)
    for press in presses:
        assert by_number[press.number].kind == "text"
        assert heading(by_number[press.number].text) == press.heading
        gone = range(press.number, press.last + 1)
        if press.ended:
            assert not set(gone) & set(left)
        # No line of its writer's own behind a press without an end is anything but that press.
        if not press.ended:
            assert press is presses[-1]
            signed = [one.number for one in letter if one.kind == "signature"]
            end = min([n for n in signed if n > press.number], default=len(letter) + 1)
            own = [n for n in range(press.number, end) if by_number[n].kind == "text"]
            assert not set(own) & set(left)
    accounted = set(taken) | set(left)
    for line in letter:
        inside = any(press.number <= line.number <= press.last for press in presses)
        trailing = presses and not presses[-1].ended and line.number > presses[-1].last
        assert inside or line.number in accounted or trailing


@given(st.lists(st.text(max_size=300), max_size=8), st.lists(st.text(max_size=40), max_size=3))
def test_nothing_that_is_written_breaks_it(written: list[str], pieces: list[str]) -> None:
    token = "ABCDEFG2"
    hidden = [*written, *(f"{piece}{token[:4]}\n>{token[4:]}{piece}" for piece in pieces)]
    found, _ = scrubbed(hidden, {token})
    whole = "\n".join(found)
    assert token not in "".join(c for c in whole.upper() if c.isascii() and c.isalnum())
    assert all(len(line) <= LONGEST_WORD for line in found)
    assert all(len(line) <= WIDTH or len(max(line.split(), key=len)) > 30 for line in found)
    assert not any(char in whole for char in "\u202e\u2066\u200b\x00\x1b\r")
    again, removed = scrubbed(found, {token})
    assert not removed
    assert [line.split() for line in again] == [line.split() for line in found]


@pytest.mark.parametrize("line", ["[" * 5000, "[a " * 2000, "+a." * 2000, ">" * 5000, " " * 5000])
def test_no_text_takes_long(line: str) -> None:
    found, removed = scrubbed([line] * 3, {"ABCDEFG2"})
    assert not removed
    assert "".join("".join(found).split()).count("[") == 3 * line.count("[")
    assert heading(f"press {line}") is None


def test_a_word_is_no_token() -> None:
    text = "games+holidays@example.org, [the big HOLIDAYS] and spring F1907M ITALY"
    assert scrubbed([text], {"ABCDEFG2"}) == ((text,), False)


def test_a_note_without_words_goes_on_below_it() -> None:
    presses, rest = press_in(lines("to gm:", "Is that right?", "A PAR H"))
    assert [press.text for press in presses] == [("Is that right?", "A PAR H")]
    assert rest == ()
    presses, rest = press_in(lines("to gm: is that right?", "A PAR H"))
    assert [press.text for press in presses] == [("is that right?",)]
    assert [line.text for line in rest] == ["A PAR H"]


def test_what_stands_below_a_press_is_not_left_out_of_it() -> None:
    (press,), _ = press_in(
        lines("press to all", "Hello.", "> A PAR H", "[signature]-- ", "[signature]Ada")
    )
    assert press.text == ("Hello.",)
    assert not press.left_out
    (press,), _ = press_in(lines("press to all", "Hello.", "> A PAR H", "Bye."))
    assert press.text == ("Hello.", "Bye.")
    assert press.left_out
