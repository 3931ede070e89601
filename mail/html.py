"""HTML to the lines that a reader sees, with what he quoted marked as in plain text."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from mail.markup import Tag, pieces

DEEPEST = 20  # marks before a line; more would let a short text make a very long one


def html_text(source: str) -> str:
    """The text of an HTML mail, line by line, whitespace collapsed as a browser does.

    Each block and each <br> begins a line. Cells of a row are parted by one space, unless one of
    them has several lines. Before quoted lines stand ``> ``, one for each quotation around them.
    What a reader does not see (scripts, styles, ``display:none``, ``font-size:0``, the marks of
    lists) is left out; what he sees struck out stands between ``~~``, so that nobody takes it for
    what was meant.
    Never raises; takes time in proportion to the length.
    """
    page = _Page()
    for piece in pieces(source.replace("\r\n", "\n")):
        if isinstance(piece, str):
            page.write(piece)
        elif piece.ends:
            page.close(piece.name)
        else:
            page.open(piece)
    return page.text()


_BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hr", "legend", "li", "main", "menu", "nav", "ol", "p", "pre", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "caption",
))  # fmt: skip
_TRANSPARENT = frozenset(("html", "head", "body"))  # a mail in a mail has them in the middle
_WITHOUT_END = frozenset((  # HTML knows no end tag of these
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
))  # fmt: skip
_CELLS = frozenset(("td", "th"))
_ROW_PARTS = frozenset(("td", "th", "tr", "tbody", "thead", "tfoot"))
_TABLE_PARTS = _ROW_PARTS | {"table"}

_QUOTE_CLASS = re.compile(
    r"(?:^|\s)(?:gmail_quote|gmail_quote_container|(?:ydp[0-9a-f]+)?yahoo_quoted|moz-cite-prefix"
    r"|moz-forward-container|protonmail_quote)(?:\s|$)"
)
_CONTAINER_OF_ONE = re.compile(r"(?:^|\s)(?:gmail_quote(?:_container)?|protonmail_quote)(?:\s|$)")
_QUOTE_IDS = ("mail-editor-reference-message-container",)
# Outlook and Zimbra put the quoted mail beside these, not into them.
_QUOTE_BEGINS_IDS = ("divRplyFwdMsg", "appendonsend", "stopSpelling", "zwchr")
_QUOTE_STYLE = re.compile(  # the line that Outlook draws beside it, where it is told to
    r"border:\s{0,9}none;\s{0,9}border-left:\s{0,9}solid (?:blue|#[0-9a-f]{6}) 1\.5pt",
    re.IGNORECASE,
)
_QUOTE_BEGINS_CLASS = re.compile(r"(?:^|\s)OutlookMessageHeader(?:\s|$)")
_QUOTE_BEGINS_STYLE = re.compile(  # the line that Outlook and Windows Mail draw above it
    r"border:\s*none;\s*border-top:\s*solid #(?:b5c4df|e1e1e1) 1\.0pt"
    r"|padding-top: 5px; border-top-color: rgb\(229, 229, 229\)",
    re.IGNORECASE,
)

_HIDING = (
    ("display", "none"), ("visibility", "hidden"), ("mso-hide", "all"), ("mso-list", "ignore"),
)  # fmt: skip
_STRIKING = frozenset(("s", "strike", "del"))
_STRUCK = "~~"
_LOOKING = _STRIKING | {"blockquote", "pre"}  # otherwise, even without attributes

_ZERO_SIZE = re.compile(r"0+(?:\.0*)?(?:[a-z]+|%)?")
_RELATIVE_SIZE = re.compile(r"[0-9.]+(?:em|ex|%)|inherit|smaller|larger")
_SPACES = re.compile(r"[ \t\n]+")
_LINE_ENDS = dict.fromkeys(map(ord, "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"), "\n")
"""What `str.splitlines` takes for a line's end would let a quoted line go on without its mark."""


class _Look(NamedTuple):
    """How text in an element looks: what it inherits from there."""

    quotations: int = 0  # blockquotes around it
    in_quote: bool = False  # in a mail program's own container of what is answered
    hidden: bool = False
    tiny: bool = False  # of font size 0, which an element inside may undo
    preformatted: bool = False
    struck: bool = False

    @property
    def depth(self) -> int:
        return min(max(self.quotations, self.in_quote), DEEPEST)

    def inside(self, tag: Tag, style: dict[str, str]) -> "_Look":
        """The look within this element."""
        if not tag.attributes and tag.name not in _LOOKING:
            return self
        size = style.get("font-size", "")
        tiny = self.tiny
        if _ZERO_SIZE.fullmatch(size):
            tiny = True
        elif (size and not _RELATIVE_SIZE.fullmatch(size)) or (
            tag.name == "font" and "size" in tag.attributes
        ):
            tiny = False
        spaces = style.get("white-space", "pre" if tag.name == "pre" else "")
        return _Look(
            self.quotations + _is_quotation(tag, style),
            self.in_quote or _is_quote(tag) or _begins_quote(tag),
            self.hidden or _hides(tag, style),
            tiny,
            spaces.startswith(("pre", "break")) if spaces else self.preformatted,
            self.struck or _strikes(tag, style),
        )


def _style(tag: Tag) -> dict[str, str]:
    declarations = tag.attributes.get("style", "").lower().replace("!important", "").split(";")
    parted = (declaration.partition(":") for declaration in declarations)
    return {name.strip(): value.strip() for name, _, value in parted}


def _hides(tag: Tag, style: dict[str, str]) -> bool:
    return "hidden" in tag.attributes or any(
        style.get(name, "").startswith(value) for name, value in _HIDING
    )


def _strikes(tag: Tag, style: dict[str, str]) -> bool:
    decoration = style.get("text-decoration", "") + style.get("text-decoration-line", "")
    return tag.name in _STRIKING or "line-through" in decoration


def _is_quotation(tag: Tag, style: dict[str, str]) -> bool:
    """A blockquote that quotes. Gmail makes one without a border to indent the writer's own."""
    indents = style.get("border") == "none" and "border-left" not in style
    return tag.name == "blockquote" and not (indents and not {"type", "class"} & {*tag.attributes})


def _is_quote(tag: Tag) -> bool:
    return (
        tag.name != "blockquote"  # which counts by itself
        and _QUOTE_CLASS.search(tag.attributes.get("class", "")) is not None
    ) or (
        tag.attributes.get("id") in _QUOTE_IDS
        or tag.attributes.get("name") == "quote"  # GMX
        or _QUOTE_STYLE.match(tag.attributes.get("style", "").lstrip()) is not None
    )


def _begins_quote(tag: Tag) -> bool:
    return (
        tag.attributes.get("id") in _QUOTE_BEGINS_IDS
        or _QUOTE_BEGINS_CLASS.search(tag.attributes.get("class", "")) is not None
        or _QUOTE_BEGINS_STYLE.match(tag.attributes.get("style", "").lstrip()) is not None
    )


@dataclass(slots=True)
class _Block:
    """A block element that is open, with the inline elements open in it."""

    tag: Tag
    look: _Look
    inline: list[tuple[str, _Look]] = field(default_factory=list)
    inline_names: Counter[str] = field(default_factory=Counter)
    first_line: int = 0  # how many lines, and lines with text, stood above it
    texts_above: int = 0
    has_long_cell: bool = False  # of a row: a cell of several lines

    def current(self) -> _Look:
        return self.inline[-1][1] if self.inline else self.look

    def quote_from_here(self) -> None:
        """What follows in the block was not written by the writer."""
        if not self.look.in_quote:
            self.look = self.look._replace(in_quote=True)
            self.inline = [(name, look._replace(in_quote=True)) for name, look in self.inline]


class _Line(NamedTuple):
    depth: int
    text: str


class _Page:
    """The lines so far, and the elements that are open.

    An end tag closes the last element of its name and all within, but none outside of the table
    cell it stands in. `scopes` has the names of the open blocks, cell by cell, so that an end tag
    of nothing costs no search.
    """

    def __init__(self) -> None:
        self.lines: list[_Line] = []
        self.texts = 0  # lines that are not empty
        self.parts: list[str] = []  # of the line that is being written
        self.depth = 0
        self.space_due = False
        self.struck = False  # what was last put on the line
        self.blocks = [_Block(Tag("", {}), _Look())]
        self.scopes: list[Counter[str]] = [Counter()]

    def text(self) -> str:
        self.end_line_if_begun()
        return "\n".join(
            ("> " * line.depth + line.text).rstrip() if line.depth else line.text
            for line in self.lines
        )

    def write(self, text: str) -> None:
        look = self.blocks[-1].current()
        if look.hidden or look.tiny:
            return
        text = text.translate(_LINE_ENDS)
        if look.preformatted:
            first, *others = text.split("\n")
            self._put(first, look)
            for line in others:
                self.end_line()
                self._put(line, look)
            return
        text = _SPACES.sub(" ", text)
        if text.startswith(" "):
            self.space_due = True
        if words := text.strip(" "):
            self._put(words, look)
            self.space_due = text.endswith(" ")

    def _put(self, text: str, look: _Look) -> None:
        if text:
            if not self.parts:
                self.depth = look.depth
            if self.struck and not look.struck:
                self._strike(False)
            if self.parts and self.space_due:
                self.parts.append(" ")
            if look.struck and not self.struck:
                self._strike(True)
            self.parts.append(text)
            self.space_due = False

    def _strike(self, begins: bool) -> None:
        self.parts.append(_STRUCK)
        self.struck = begins

    def end_line(self) -> None:
        """End the line though nothing is on it."""
        if not self.parts:
            self.depth = self.blocks[-1].look.depth
        if self.struck:
            self._strike(False)
        text = "".join(self.parts).replace("\xa0", " ").rstrip()
        self.lines.append(_Line(self.depth, text))
        self.texts += bool(text)
        self.parts.clear()
        self.space_due = False

    def end_line_if_begun(self) -> None:
        self.space_due = False
        if self.parts:
            self.end_line()

    def open(self, tag: Tag) -> None:
        style = _style(tag)
        parent = self.blocks[-1]
        if tag.name == "br":
            look = parent.current().inside(tag, style)
            if not (look.hidden or look.tiny):
                self.end_line()
        elif tag.name in _TRANSPARENT:
            self.end_line_if_begun()
        elif self._is_block(tag, style):
            self._open_block(tag, style)
        elif tag.name not in _WITHOUT_END:
            parent.inline.append((tag.name, parent.current().inside(tag, style)))
            parent.inline_names[tag.name] += 1

    @staticmethod
    def _is_block(tag: Tag, style: dict[str, str]) -> bool:
        display = style.get("display", "")
        return (
            display in ("block", "flex", "grid", "list-item", "table")
            or (tag.name in _BLOCKS and not display.startswith("inline"))
            or _is_quotation(tag, style)
            or _is_quote(tag)
            or _begins_quote(tag)
        )

    def _open_block(self, tag: Tag, style: dict[str, str]) -> None:
        self.end_line_if_begun()
        if self.scopes[-1]["p"] and tag.name in _BLOCKS - {"table"}:
            self._close_block("p")  # its end tag may be left out
        if tag.name in _ROW_PARTS:
            self._close_row_parts(tag.name)
        if _begins_quote(tag):
            self._quote_from_here()
        if tag.name in _WITHOUT_END:
            return
        look = self.blocks[-1].current().inside(tag, style)
        self.blocks.append(_Block(tag, look, first_line=len(self.lines), texts_above=self.texts))
        if tag.name in _CELLS:
            self.scopes.append(Counter())
        else:
            self.scopes[-1][tag.name] += 1

    def _quote_from_here(self) -> None:
        """The rest of the block is quoted, and of that around it if this block but begins."""
        for block in reversed(self.blocks):
            if block.look.depth:
                break
            block.quote_from_here()
            if self.texts > block.texts_above:
                break

    def _close_row_parts(self, name: str) -> None:
        """Close the cell and the row before this one, whose end tags may be left out."""
        if len(self.scopes) > 1 and not self.scopes[-1]["table"]:
            self._close_cell()
        if name not in _CELLS and self.scopes[-1]["tr"]:
            self._close_block("tr")

    def close(self, name: str) -> None:
        block = self.blocks[-1]
        if block.inline_names[name]:
            closed = ""
            while closed != name:
                closed, _ = block.inline.pop()
                block.inline_names[closed] -= 1
        elif name in _BLOCKS or block.tag.name == name or name in _TRANSPARENT:
            self.end_line_if_begun()
            if name in _TABLE_PARTS and len(self.scopes) > 1 and not self.scopes[-1][name]:
                self._close_cell()
            if self.scopes[-1][name]:
                self._close_block(name)
        elif name == "br":
            self.end_line()

    def _close_cell(self) -> None:
        while self._pop_block().name not in _CELLS:
            pass

    def _close_block(self, name: str) -> None:
        while self._pop_block().name != name:
            pass

    def _pop_block(self) -> Tag:
        self.end_line_if_begun()
        block = self.blocks.pop()
        outer = self.blocks[-1]
        name = block.tag.name
        if name in _CELLS:
            self.scopes.pop()
            outer.has_long_cell |= self.texts - block.texts_above > 1
            return block.tag
        self.scopes[-1][name] -= 1
        if name == "tr" and not block.has_long_cell:
            self._join_row(block)
        elif (
            name == "blockquote"
            and _CONTAINER_OF_ONE.search(block.tag.attributes.get("class", ""))
            and _CONTAINER_OF_ONE.search(outer.tag.attributes.get("class", ""))
        ):
            # Who answers below the quotation writes within the container of it.
            outer.look = outer.look._replace(in_quote=self.blocks[-2].look.in_quote)
        return block.tag

    def _join_row(self, row: _Block) -> None:
        """One line of a row whose cells have one each."""
        if self.texts - row.texts_above < 2:
            return
        cells = [line for line in self.lines[row.first_line :] if line.text]
        if len({line.depth for line in cells}) == 1:
            joined = _Line(cells[0].depth, " ".join(line.text.strip() for line in cells))
            self.lines[row.first_line :] = [joined]
            self.texts = row.texts_above + 1
