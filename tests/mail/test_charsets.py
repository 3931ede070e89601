"""Bytes to characters by what a mail says of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.charsets import decoded


@pytest.mark.parametrize(
    ("payload", "charset", "text"),
    [
        ("Köln –".encode(), "utf-8", "Köln –"),
        ("Köln –".encode(), None, "Köln –"),
        ("Köln –".encode(), "iso-8859-1", "Köln –"),  # it only says Latin
        ("Köln –".encode(), "us-ascii", "Köln –"),
        ("Köln –".encode("cp1252"), "iso-8859-1", "Köln –"),
        ("Köln –".encode("cp1252"), "utf-8", "Köln –"),
        ("Köln –".encode("cp1252"), "x-unknown", "Köln –"),
        ("Köln".encode("cp850"), "cp-850", "Köln"),
        ("한글".encode("cp949"), "ks_c_5601-1987", "한글"),
        ("한글".encode("cp949"), "ks_c_5601", "한글"),
        ("汉字".encode("gb18030"), "gb2312", "汉字"),
        ("日本".encode("iso2022_jp"), "ISO-2022-JP", "日本"),
        ("日本".encode("cp932"), "x-sjis", "日本"),
        ("שלום".encode("iso8859-8"), "iso-8859-8-i", "שלום"),
        ("Париж".encode("koi8-r"), '"KOI8-R"', "Париж"),
        ("\ufeffA".encode(), "iso-8859-1", "A"),
        ("A PAR".encode("utf-16"), None, "A PAR"),
        ("A PAR".encode("utf-16-le"), "utf-16", "A PAR"),
        ("A PAR".encode("utf-16-be"), "utf-16", "A PAR"),
        (b"A \x81 PAR", "no-such", "A \ufffd PAR"),
        ("Köln, Münster, Würzburg, Jüterbog, Öl".encode() + b" \xff!", "utf-8",
         "Köln, Münster, Würzburg, Jüterbog, Öl \ufffd!"),
        (b"A PAR", "zlib", "A PAR"),
        (b"A PAR", "unicode_escape", "A PAR"),
    ],
)  # fmt: skip
def test_decoded(payload: bytes, charset: str | None, text: str) -> None:
    assert decoded(payload, charset) == text


@given(st.binary(), st.text(max_size=20) | st.sampled_from(["utf-16", "utf-7", "big5", "hz"]))
def test_any_bytes_give_text(payload: bytes, charset: str) -> None:
    assert isinstance(decoded(payload, charset), str)
