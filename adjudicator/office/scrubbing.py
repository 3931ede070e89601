"""What somebody wrote made fit to be passed on: nothing in it by which letters are known. Pure."""

import re
import textwrap
import unicodedata
from collections.abc import Collection, Sequence

REMOVED = "[removed]"

WIDTH = 76
"""Columns; longer lines are wrapped between words."""

LONGEST_WORD = 500
"""Characters; a longer one is broken."""

# Each part has a greatest length, so that no text takes long.
_GAP = r"[\s>|]{1,80}"
_TAG = re.compile(
    rf"\[\s{{0,9}}[a-z][a-z0-9-]{{0,30}}{_GAP}(?:[A-Z0-9]{{1,20}}|-){_GAP}[A-Z0-9+]{{1,60}}"
    rf"{_GAP}[A-Z2-7]{{8}}(?:{_GAP}Q\d{{1,6}})?\s{{0,9}}\]",
    re.IGNORECASE,
)
_PLUS_ADDRESS = re.compile(
    r"\+[a-z][a-z0-9-]{0,30}\.(?:[A-Z0-9]{1,20}|-)\.[A-Z0-9+]{1,60}\.[A-Z2-7]{8}(?:\.q\d{1,6})?@",
    re.IGNORECASE,
)


def scrubbed(
    lines: Sequence[str], tokens: Collection[str], addresses: Collection[str] = ()
) -> tuple[tuple[str, ...], bool]:
    """These lines without tags, addresses with a tag in them and `tokens` (in any disguise that is
    none to a reader's eye), without these mail addresses, and without characters that change how
    what stands around them is shown; and whether there was any of them but the last.

    Lines that are too long are wrapped; what was quoted stays marked on each line.
    """
    text = _visible("\n".join(lines))
    bare = _PLUS_ADDRESS.sub("@", _TAG.sub(REMOVED, text))
    bare = without(bare, tokens)
    for address in sorted(addresses, key=len, reverse=True):
        bare = re.sub(re.escape(address), REMOVED, bare, flags=re.IGNORECASE)
    wrapped = tuple(part for line in bare.split("\n") for part in _wrapped(line))
    return wrapped, bare != text


def _visible(text: str) -> str:
    """Without control characters, and those that turn the direction of writing or show nothing;
    but joiners, of which letters and emoji are made, stay."""
    kept = []
    for char in text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4):
        kind = unicodedata.category(char)
        if char == "\n" or kind in ("Zl", "Zp"):
            kept.append("\n")
        elif kind not in ("Cc", "Cf", "Cs") or char in "\u200c\u200d":
            kept.append(char)
    return "".join(kept)


def without(text: str, tokens: Collection[str]) -> str:
    """Without these tokens, however they are written: in small letters or wide ones, with spaces or
    line ends in them."""
    if text.isascii() and not _holds(text, tokens):
        return text
    letters: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        for letter in unicodedata.normalize("NFKC", char).upper():
            if letter.isascii() and letter.isalnum():
                letters.append(letter)
                places.append(place)
    squeezed = "".join(letters)
    spans = []
    for token in tokens:
        at = squeezed.find(token)
        while at >= 0:
            spans.append((places[at], places[at + len(token) - 1] + 1))
            at = squeezed.find(token, at + 1)
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + REMOVED + text[end:]
    return text


def _holds(text: str, tokens: Collection[str]) -> bool:
    bare = "".join(filter(str.isalnum, text)).upper()
    return any(token in bare for token in tokens)


def _wrapped(line: str) -> list[str]:
    if len(line) <= WIDTH:
        return [line.rstrip()]
    body = line.lstrip("> ")
    front = line[: len(line) - len(body)][: WIDTH // 2]
    quoted = front if ">" in front else ""
    pieces = textwrap.wrap(
        body,
        WIDTH,
        initial_indent=front,
        subsequent_indent=quoted,
        break_long_words=False,
        break_on_hyphens=False,
    )
    cut = [
        piece[at : at + LONGEST_WORD]
        for piece in pieces
        for at in range(0, len(piece), LONGEST_WORD)
    ]
    return cut or [""]
