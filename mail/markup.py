"""HTML text to its tags and the text between them, as a browser would cut it.

Not by `html.parser`: that of Python 3.11 takes quadratic time for tags and comments that do not
end, and raises for `<![x[` and for a character reference of 5000 digits.
"""

import html
import re
from collections.abc import Iterator
from typing import NamedTuple


class Tag(NamedTuple):
    """A start or end tag. Names are in lower case; of an attribute given twice the first counts."""

    name: str
    attributes: dict[str, str]
    ends: bool = False


_NAME = re.compile(r"[A-Za-z][^\s/>]*+")
_ATTRIBUTE = re.compile(
    r"""[\s/]*+([^\s/>][^\s/>=]*+)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]*+)))?+"""
)
_TAG_END = re.compile(r"[\s/]*+>")
_COMMENT_END = re.compile(r"--!?>")
_NEVER_SHOWN = ("script", "style", "title", "template")
_NEVER_SHOWN_END = {
    name: re.compile(rf"</{name}[\s/>]", re.IGNORECASE) for name in _NEVER_SHOWN
}  # what is inside is no markup
_HUGE_REFERENCE = re.compile(r"&#0*+[0-9]{8,}+;?")  # `html.unescape` raises for the longest


def pieces(source: str) -> Iterator[Tag | str]:
    """The tags, and the text between them with its character references read.

    Comments, declarations, scripts, styles and titles are left out. Never raises; takes time in
    proportion to the length.
    """
    last_end = source.rfind(">")  # a "<" after it begins nothing
    here = 0
    text_from = 0
    while (here := source.find("<", here, last_end + 1)) >= 0:
        found = _markup(source, here)
        if found is None:
            here += 1
            continue
        if here > text_from:
            yield _text(source[text_from:here])
        tag, here = found
        if tag is not None:
            yield tag
            if tag.name in _NEVER_SHOWN_END and not tag.ends:
                end = _NEVER_SHOWN_END[tag.name].search(source, here)
                here = end.start() if end else len(source)
        text_from = here
    if text_from < len(source):
        yield _text(source[text_from:])


def _markup(source: str, start: int) -> tuple[Tag | None, int] | None:
    """The tag that begins here, or None for what is no tag, and where it is over; None if this is
    but a "<"."""
    if source.startswith("<!--", start):
        if source.startswith((">", "->"), start + 4):
            return None, source.index(">", start) + 1
        end = _COMMENT_END.search(source, start + 4)
        return None, end.end() if end else len(source)
    ends = source.startswith("/", start + 1)
    name = _NAME.match(source, start + 2 if ends else start + 1)
    if name is None:
        if source.startswith(("!", "?", "/"), start + 1):
            return None, source.index(">", start) + 1
        return None
    here = name.end()
    attributes: dict[str, str] = {}
    while (end := _TAG_END.match(source, here)) is None:
        attribute = _ATTRIBUTE.match(source, here)
        if attribute is None:  # the text is over within the tag
            return None, len(source)
        value = next((part for part in attribute.groups()[1:] if part is not None), "")
        attributes.setdefault(attribute[1].lower(), _text(value))
        here = attribute.end()
    return Tag(name[0].lower(), attributes, ends), end.end()


def _text(source: str) -> str:
    return html.unescape(_HUGE_REFERENCE.sub("\ufffd", source))
