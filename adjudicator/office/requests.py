"""What a player may write besides orders: each a line of its own, in any case of letters."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from msgspec import Struct

from adjudicator.remarks import reserves, without_remark
from mail.letters import Line


class Ready(Struct, frozen=True):
    """``ready``, ``not ready``, ``wait``: whether the player needs more time for the open phase."""

    yes: bool


class Propose(Struct, frozen=True):
    """``propose draw``, ``propose draw France, Turkey``, ``concede to Turkey``.

    `powers` are as they were written; empty: all that are left.
    """

    concession: bool
    powers: tuple[str, ...]


class Vote(Struct, frozen=True):
    """``vote yes 1``, ``draw no 1``: upon the proposal of this number, 0 if none was written.

    `draw`: the word was ``draw``."""

    yes: bool
    number: int
    draw: bool = False


class Nonce(Struct, frozen=True):
    """``nonce: any words``: they go into the chance of the phase that the orders are for."""

    text: str


LONGEST_NONCE = 64  # characters


def nonce_fault(nonce: str) -> str:
    """Why such a nonce is not taken, as a sentence; "" if it is."""
    too_long = len(nonce) > LONGEST_NONCE
    return f"The nonce: at most {LONGEST_NONCE} characters." if too_long else ""


class Confirm(Struct, frozen=True):
    """``yes``: what the office has asked the player to confirm shall count."""


class Clear(Struct, frozen=True):
    """``clear``: all the player's orders for the open phase are withdrawn."""


class Resign(Struct, frozen=True):
    """``resign``: the player leaves the game."""


class Resend(Struct, frozen=True):
    """``resend``, ``report``: the last report once more; ``resend F1901M``: that of this phase."""

    phase: str = ""


class ShowMap(Struct, frozen=True):
    """``map``: the map in words."""


class Status(Struct, frozen=True):
    """``status``: where the game stands."""


class Help(Struct, frozen=True):
    """``help``: what a line can say."""


Request = (
    Ready | Nonce | Propose | Vote | Confirm | Clear | Resign | Resend | ShowMap | Status | Help
)
Shown = Resend | ShowMap | Status | Help
"""What tells its writer something and changes nothing."""


OBSERVE_YES = "observe, yes"
"""Who asked to observe a game has confirmed it."""


class ToOffice(NamedTuple):
    """``join spring``; `what` is join, leave, observe, `OBSERVE_YES`, or stop observing."""

    what: str
    game: str


_READY = re.compile(r"(?:i am |i'm |we are )?(not )?ready|wait|final")
_DRAW = re.compile(r"propose (?:a )?draw(?:(?: between| among| of| for|:)? +(.+))?")
_CONCEDE = re.compile(
    r"(?:propose (?:a )?(?:concession|win|victory) (?:to|for|by)|(?:i )?concede(?: to)?) +(.+)"
)
_VOTE = re.compile(r"(?:i )?(vote|draw):? +(yes|no)(?: (?:to |on )?(?:proposal )?(\d{1,4}))?")
_RESIGN = re.compile(r"(?:(?:i|we) )?(?:hereby )?resign(?: from)?(?: (?:this|the) game)?")
_CLEAR = re.compile(r"clear(?: all)?(?: my| the)?(?: orders)?")
_STATUS = re.compile(r"(?:send |show )?(?:me )?(?:the |my )?status")
_HELP = re.compile(r"(?:send |show )?(?:me )?help")
_RESEND = re.compile(
    r"(?:report|(?:re)?send (?:me )?(?:the |my )?(?:last )?report|resend)"
    r"(?:(?: of| for)? ([a-z]*\d[a-z0-9]{0,12}|start|end))?"
)
_NONCE = re.compile(r"\s*nonce\s*[:=]\s*(.+?)\s*", re.IGNORECASE)
_TO_OFFICE = re.compile(r"(join|leave|observe|stop observing)(?: game)?:? +([a-z][a-z0-9-]*)")

_COMMANDS = ("ready", "wait", "clear", "status", "resend", "report", "help", "resign", "map")
_LIKENESS = 0.82  # difflib's ratio: "redy", not "Clare"


def help_with(
    names: Sequence[str], *, chance: bool, mapped: bool, press: Collection[str] = ()
) -> tuple[str, ...]:
    """What the players are told of it, by the example of the last of these seats; `mapped`: they
    have the map from the office alone; `press`: what they may write to each other."""
    last = names[-1]
    nonce = ("nonce: any words (they go into the dice of the phase)",) if chance else ()
    presses = ["press to all"] * ("public" in press)
    presses += [f"press to {', '.join(names[-2:])}"] * ("private" in press)
    presses += ["anonymous press to all"] * ("anonymous" in press)
    ways = [", or: ".join(presses)] if presses else []
    return (
        *nonce,
        "ready, or: wait",
        "clear (your orders for the open phase are withdrawn)",
        "yes (what you were asked to confirm shall count)",
        f"propose draw, or: propose draw {', '.join(names[-2:])}; concede to {last}",
        "vote yes 1, or: vote no 1 (to proposal 1)",
        "status (how the game and your orders stand)",
        "resend (your last report is sent again), or with its phase: resend F1901M",
        *(("map (it is sent to you in words)",) if mapped else ()),
        "help (this list)",
        "resign",
        # None begins as a press does: in a quote that is taken for own text it would be one.
        *(f"to others: {one}; below it your text, then a line: end press" for one in ways),
        "the same to the game master: press to gm",
    )


def requests_in(
    lines: Sequence[Line], certain: Callable[[str], bool] = lambda text: False
) -> tuple[tuple[Request, ...], tuple[Line, ...]]:
    """The requests in a letter's own lines, and all its other lines. What is `certain` to be an
    answer is no request, though it have the same words."""
    found: list[Request] = []
    rest = []
    for line in lines:
        own = line.kind == "text" and not certain(without_remark(line.text)[0])
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


def near_command(text: str) -> str:
    """What to say of a line that is nearly a request: ``redy``, ``resnd F1901M``; "" of others."""
    word, *rest = _plain(text).split(" ")
    if not word.isalpha() or len(rest) > 1 or (rest and not any(map(str.isdigit, rest[0]))):
        return ""
    near = get_close_matches(word, _COMMANDS, 1, _LIKENESS)
    meant = " ".join([*near, *map(str.upper, rest)])
    return f"Did you mean `{meant}`?" if near and _request(meant.lower()) is not None else ""


def _read(text: str) -> Request | None:
    if match := _NONCE.fullmatch(text):
        return Nonce(match[1])  # letter by letter as it was written
    bare, remark = without_remark(text)
    if reserves(remark):
        return None  # "resign // if France attacks"
    plain = _plain(bare)
    request = _request(plain.rstrip("? "))
    # "Ready?" is a question.
    return request if isinstance(request, Shown) or not plain.endswith("?") else None


def _request(text: str) -> Request | None:
    if match := _READY.fullmatch(text):
        return Ready(not match[1] and text != "wait")
    if match := _DRAW.fullmatch(text):
        return Propose(False, _names(match[1] or ""))
    if match := _CONCEDE.fullmatch(text):
        return Propose(True, _names(match[1]))
    if match := _VOTE.fullmatch(text):
        return Vote(match[2] == "yes", int(match[3] or 0), match[1] == "draw")
    if match := _RESEND.fullmatch(text):
        return Resend((match[1] or "").upper())
    if _CLEAR.fullmatch(text):
        return Clear()
    if _STATUS.fullmatch(text):
        return Status()
    if _HELP.fullmatch(text):
        return Help()
    if text == "yes":
        return Confirm()
    if _RESIGN.fullmatch(text):
        return Resign()
    if text in ("map", "send map"):
        return ShowMap()
    return None


_FRONT = re.compile(r"(?:[^\w\s/#;>]|_|\s)+|\(?\d{1,2}[.):]\s+")
_BEHIND = re.compile(r"[^\w?]+$|_+$")


def _plain(text: str) -> str:
    """In small letters, without bullets, numbers, marks and spaces that say nothing."""
    shown = "".join(char for char in text if unicodedata.category(char) != "Cf")
    bare = unicodedata.normalize("NFKC", shown).replace("\u2019", "'").casefold()
    while match := _FRONT.match(bare):
        bare = bare[match.end() :]
    return " ".join(_BEHIND.sub("", bare).split())


def _names(text: str) -> tuple[str, ...]:
    parts = re.split(r",|/|\+|&| and ", text)
    return tuple(name for part in parts if (name := part.strip()))
