"""Remarks in lines of orders: what a player writes for himself, behind ``//``."""

import re

REMARK = "What stands behind // is a remark and is not read: it changes nothing."

_MARK = re.compile(r"(?<=\s)//|(?<![:/])//+(?=\s|$)")  # not that of https://, nor of STP//SC
_RESERVES = re.compile(r"\b(?:if|unless|or|when|until|except|but|not)\b", re.IGNORECASE)


def without_remark(line: str) -> tuple[str, str]:
    """The line up to a ``//`` that has a blank or the line's end beside it, and the remark behind.

    A line that begins with ``//`` is no order with a remark: it is left whole. Brackets, ``;`` and
    ``#`` begin no remark: what stands behind them may be a condition, another order, a number.
    """
    mark = _MARK.search(line)
    if mark is None or not any(map(str.isalnum, line[: mark.start()])):
        return line, ""
    return line[: mark.start()].rstrip(), line[mark.end() :].lstrip("/").strip()


def remarked(line: str) -> bool:
    """Whether a line ends in a remark, though it be an empty one."""
    return without_remark(line)[0] != line


def reserves(remark: str) -> bool:
    """Whether a remark has a word that its writer may mean as a condition of the order."""
    return _RESERVES.search(remark) is not None
