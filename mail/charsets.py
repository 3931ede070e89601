"""Bytes to characters, by what a part says of itself: nothing is guessed from what it contains,
but that UTF-8 is known where it stands."""

import codecs
import re

_MEANT = {
    "euc_kr": "cp949", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932",
    "big5": "cp950", "iso8859-1": "cp1252", "ascii": "cp1252",
}  # fmt: skip
"""The larger charsets that mail programs use by those names."""
_ALIASES = {
    "ks_c_5601": "cp949", "ks-c-5601": "cp949", "x-sjis": "cp932", "x-gbk": "gb18030",
    "iso-8859-8-i": "iso8859-8", "iso-8859-8-e": "iso8859-8", "x-euc-jp": "euc_jp",
    "unicode": "utf-16", "unicode-1-1-utf-8": "utf-8", "x-mac-roman": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic", "windows-31j": "cp932", "x-windows-949": "cp949",
}  # fmt: skip
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"), (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip
_NO_CHARSETS = ("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")
"""Codecs of Python's that are no mail's, slow for long text or with warnings of their own."""
_FEW = 4  # one spoilt character in so many that are not ASCII does not make it another charset


def decoded(payload: bytes, declared: str | None) -> str:
    """The text: by its byte order mark, else as declared, else as UTF-8, else as cp1252.

    U+FFFD stands for what is in none of them. Never raises.
    """
    for mark, name in _BOMS:
        if payload.startswith(mark):
            return payload.removeprefix(mark).decode(name, "replace")
    charset = _codec(declared or "")
    if charset == "utf-16":  # without its mark
        little = payload[1:2000:2].count(0) >= payload[0:2000:2].count(0)
        charset = "utf-16-le" if little else "utf-16-be"
    names = ("utf-8",) if charset in ("", "cp1252", "utf-8") else (charset, "utf-8")
    for name in names:  # what says it is Latin may well be UTF-8; hardly ever the reverse
        try:
            return payload.decode(name)
        except ValueError:
            continue
    for name in names:
        text = payload.decode(name, "replace")
        if text.count("\ufffd") * _FEW < len(text) - len(text.encode("ascii", "ignore")):
            return text
    return payload.decode("cp1252", "replace")


def _codec(declared: str) -> str:
    """Python's name of a charset, "" if it has none."""
    found = re.search(r"[a-z0-9][\w.:-]*", declared.lower()[:100], re.ASCII)
    if found is None:
        return ""
    name = found[0]
    if not (alias := _ALIASES.get(name, "")) and name.startswith(("ks_c_5601", "ks-c-5601")):
        alias = "cp949"
    for candidate in (alias, name, name.replace("cp-", "cp"), name.replace("x-", "")):
        try:
            info = codecs.lookup(candidate)
            b"x".decode(candidate, "replace")  # some codecs are none of text
        except (LookupError, ValueError):
            continue
        return "" if info.name in _NO_CHARSETS else _MEANT.get(info.name, info.name)
    return ""
