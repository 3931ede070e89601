"""Text in format=flowed (RFC 3676) to its lines as they were written."""

import re

_MARKS = re.compile(r">*+")


def unflowed(text: str, delsp: bool) -> str:
    """Join the lines that end in a space with the next of the same quotation, and take away the
    spaces that were put before lines. `delsp`: those that end them, too (DelSp=yes)."""
    lines: list[str] = []
    parts: list[str] = []  # of the line that goes on
    depth = 0
    for line in text.replace("\r\n", "\n").split("\n"):
        marks = _MARKS.match(line)[0]  # type: ignore[index]  # it always matches
        own = line[len(marks) :].removeprefix(" ")
        if parts and (len(marks) != depth or own == "-- "):
            lines.append(_marked(depth, parts))
            parts = []
        depth = len(marks)
        goes_on = own.endswith(" ") and own != "-- "
        parts.append(own[:-1] if goes_on and delsp else own)
        if not goes_on:
            lines.append(_marked(depth, parts))
            parts = []
    if parts:
        lines.append(_marked(depth, parts))
    return "\n".join(lines)


def _marked(depth: int, parts: list[str]) -> str:
    return f"{'>' * depth} {''.join(parts)}" if depth else "".join(parts)
