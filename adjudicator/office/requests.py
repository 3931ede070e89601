"""What a player may write besides orders: each a line of its own, in any case of letters."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from mail.letters import Line


class Ready(Struct, frozen=True):
    """``ready``, ``not ready``: whether the player needs more time for the open phase."""

    yes: bool


class Propose(Struct, frozen=True):
    """``propose draw``, ``propose draw France, Turkey``, ``concede to Turkey``.

    `powers` are as they were written; empty: all that are left.
    """

    concession: bool
    powers: tuple[str, ...]


class Vote(Struct, frozen=True):
    """``vote yes 1``, ``vote no 1``: upon the proposal of this number, 0 if none was written."""

    yes: bool
    number: int


class Nonce(Struct, frozen=True):
    """``nonce: any words``: they go into the chance of the phase that the orders are for."""

    text: str


LONGEST_NONCE = 64  # characters


def nonce_fault(nonce: str) -> str:
    """Why such a nonce is not taken, as a sentence; "" if it is."""
    too_long = len(nonce) > LONGEST_NONCE
    return f"The nonce: at most {LONGEST_NONCE} characters." if too_long else ""


class Resign(Struct, frozen=True):
    """``resign``: the player leaves the game."""


class Resend(Struct, frozen=True):
    """``report``: the last report once more."""


class ShowMap(Struct, frozen=True):
    """``map``: the map in words."""


Request = Ready | Nonce | Propose | Vote | Resign | Resend | ShowMap


class ToOffice(NamedTuple):
    """``join spring``; `what` is join, leave, observe, or stop observing."""

    what: str
    game: str


_READY = re.compile(r"(?:i am |i'm |we are )?(not )?ready|wait|final")
_DRAW = re.compile(r"propose (?:a )?draw(?:(?: between| among| of| for|:)? +(.+))?")
_CONCEDE = re.compile(
    r"(?:propose (?:a )?(?:concession|win|victory) (?:to|for|by)|(?:i )?concede(?: to)?) +(.+)"
)
_VOTE = re.compile(r"(?:i )?(?:vote|draw):? +(yes|no)(?: (?:to |on )?(?:proposal )?(\d{1,4}))?")
_NONCE = re.compile(r"\s*nonce\s*[:=]\s*(.+?)\s*", re.IGNORECASE)
_TO_OFFICE = re.compile(r"(join|leave|observe|stop observing)(?: game)?:? +([a-z][a-z0-9-]*)")


def help_with(names: Sequence[str], *, chance: bool, mapped: bool) -> tuple[str, ...]:
    """What the players are told of it, by the example of the last of these seats; `mapped`: they
    have the map from the office alone."""
    last = names[-1]
    nonce = ("nonce: any words (they go into the dice of the phase)",) if chance else ()
    return (
        *nonce,
        "ready, or: not ready",
        f"propose draw, or: propose draw {', '.join(names[-2:])}; concede to {last}",
        "vote yes 1, or: vote no 1 (to proposal 1)",
        "report (it is sent to you again)",
        *(("map (it is sent to you in words)",) if mapped else ()),
        "resign",
    )


def requests_in(
    lines: Sequence[Line], certain: Callable[[str], bool] = lambda text: False
) -> tuple[tuple[Request, ...], tuple[Line, ...]]:
    """The requests in a letter's own lines, and all its other lines. What is `certain` to be an
    answer is no request, though it have the same words."""
    found: list[Request] = []
    rest = []
    for line in lines:
        own = line.kind == "text" and not certain(line.text)
        request = _read(line.text) if own else None
        if request is None:
            rest.append(line)
        else:
            found.append(request)
    return tuple(found), tuple(rest)


def to_office(texts: Iterable[str]) -> ToOffice | None:
    """The first of these texts that asks the office for something about a game."""
    for text in texts:
        if match := _TO_OFFICE.fullmatch(_plain(text).removeprefix("re: ")):
            return ToOffice(match[1], match[2])
    return None


def _read(text: str) -> Request | None:
    if match := _NONCE.fullmatch(text):
        return Nonce(match[1])  # letter by letter as it was written
    return _request(_plain(text))


def _request(text: str) -> Request | None:
    if match := _READY.fullmatch(text):
        return Ready(not match[1] and text != "wait")
    if match := _DRAW.fullmatch(text):
        return Propose(False, _names(match[1] or ""))
    if match := _CONCEDE.fullmatch(text):
        return Propose(True, _names(match[1]))
    if match := _VOTE.fullmatch(text):
        return Vote(match[1] == "yes", int(match[2] or 0))
    if text in ("resign", "i resign"):
        return Resign()
    if text in ("report", "send report", "resend report"):
        return Resend()
    if text in ("map", "send map"):
        return ShowMap()
    return None


def _plain(text: str) -> str:
    """In small letters, without marks around it or spaces within it that say nothing."""
    bare = text.replace("\u2019", "'").casefold().strip(" \t\u00a0.!*\u2022")
    return " ".join(bare.split())


def _names(text: str) -> tuple[str, ...]:
    parts = re.split(r",|/|\+|&| and ", text)
    return tuple(name for part in parts if (name := part.strip()))
