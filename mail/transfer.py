"""Payloads as they travelled to the bytes that were meant: base64, quoted-printable, uuencode.

Where the declared encoding does not fit what is there, the bytes stay as they came.
"""

import re
from binascii import Error, a2b_base64, a2b_qp, a2b_uu
from collections.abc import Sequence
from typing import NamedTuple

_BASE64_LINE = re.compile(rb"[A-Za-z0-9+/]++={0,2}")
_QP = re.compile(rb"=(?:[0-9A-F]{2}|[ \t]*+\r?\n)")
_QP_PROOF = re.compile(rb"=[89A-F][0-9A-F]")  # a byte that is not ASCII; "=" may end any line
_CONTROL = re.compile(rb"[\x00-\x06\x0e-\x1a]")
_STRIPPED = 8  # spaces that a line may have lost at its end; they are zeros
_BEGIN = re.compile(r"begin [0-7]{3,4} (\S[^\n]{0,200})")


def content(payload: bytes, encoding: str) -> bytes:
    """The bytes of a part. `encoding`: what its Content-Transfer-Encoding says. Never raises."""
    name = re.split(r"[;(\s]", encoding.strip().lower(), maxsplit=1)[0]
    if name == "base64":
        return _base64(payload)
    if name in ("quoted-printable", "quotedprintable", "qp"):
        return a2b_qp(payload)
    if name in ("x-uuencode", "uuencode", "uue", "x-uue"):
        found = uuencoded(payload.decode("latin-1"))
        return b"".join(file.content for file in found.files) if found.files else payload
    return a2b_qp(payload) if _is_quoted_printable(payload) else payload


def _base64(payload: bytes) -> bytes:
    """What can be decoded; what lists and scanners put below it as it is; all as it is, if what
    comes out is no text and what is there is."""
    lines = [line.strip() for line in payload.strip().split(b"\n")]
    end = next(
        (i for i, line in enumerate(lines) if line and not _BASE64_LINE.fullmatch(line)), None
    )
    good = lines if end is None else lines[:end]
    found = b"".join(_base64_run(run) for run in re.split(rb"=++", b"".join(good)))
    rest = b"" if end is None else b"\n".join(lines[end:])
    if not found or (rest and _CONTROL.search(found)):
        return payload
    return found + b"\n" + rest if rest else found


def _base64_run(run: bytes) -> bytes:
    whole = run[:-1] if len(run) % 4 == 1 else run
    try:
        return a2b_base64(whole + b"=" * (-len(whole) % 4))
    except Error:
        return b""


def _is_quoted_printable(payload: bytes) -> bool:
    """Whether a text that does not say so is: nothing in it speaks against it, something for it."""
    return (
        payload.isascii()
        and _QP_PROOF.search(payload) is not None
        and payload.count(b"=") == len(_QP.findall(payload))
    )


class File(NamedTuple):
    """A file that stood in a text."""

    name: str
    content: bytes


class Uuencoded(NamedTuple):
    """The files in a text, and the text without them."""

    files: Sequence[File]
    text: str


def uuencoded(text: str) -> Uuencoded:
    """Take uuencoded files out of a text. One without end, or with other lines in it, stays."""
    if "begin " not in text:
        return Uuencoded((), text)
    files = []
    lines = text.split("\n")
    kept: list[str] = []
    here = 0
    while here < len(lines):
        begins = _BEGIN.fullmatch(lines[here].rstrip())
        data = bytearray()
        end = here + 1
        while begins and end < len(lines) and (line := _uu_line(lines[end])) is not None:
            data += line
            end += 1
        if begins and data and end < len(lines) and lines[end].rstrip() == "end":
            files.append(File(begins[1], bytes(data)))
            here = end + 1
        else:  # what was looked at is not looked at again: none of it begins a file
            kept += lines[here:end]
            here = end
    return Uuencoded(files, "\n".join(kept))


def _uu_line(line: str) -> bytes | None:
    """The bytes of a line, None if it is no uuencoded one."""
    plain = line.rstrip("\r")
    if not plain or not 32 <= ord(plain[0]) <= 96 or not plain.isascii():
        return None
    whole = ((ord(plain[0]) - 32) % 64 + 2) // 3 * 4
    if not whole - _STRIPPED <= len(plain.rstrip()) - 1 <= whole + 1:
        return None
    try:
        return a2b_uu(plain)
    except Error:
        return None
