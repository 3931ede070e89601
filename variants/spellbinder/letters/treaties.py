"""Alliances in a line: ``ally with Sharn: free passage``, ``end alliance with Sharn``.

What is allowed is always said; an alliance that names nothing is asked back.
"""

from variants.spellbinder.letters.drafts import FaultyLine
from variants.spellbinder.letters.line import Line
from variants.spellbinder.orders import Ally

PASS, STACK, USE = "pass", "stack", "use"


def read(line: Line) -> bool:
    """Whether an order of alliance is here; then it is taken. FaultyLine if it is a wrong one."""
    if line.kind == "who" or (line.kind == "wizard" and line.peek(1).kind == "who"):
        return _of_ally(line)
    if line.value == "ally" and line.kind == "verb":
        line.at += 1
        _over(line, "with")
        return _granted(line, _seat(line))
    if line.value == "allow" and line.kind == "verb":
        line.at += 1
        seat = _seat(line)
        _over(line, "to")
        return _granted(line, seat)
    if line.value == "lend" and line.kind == "verb":
        line.at += 1
        number = line.ship_number()
        _over(line, "to")
        line.add(Ally(_seat(line), f"{USE} {number}"))
        return True
    if line.value == "end" and line.kind == "verb":
        return _ended(line)
    if line.said("no") and (line.peek(1).value in ("more", "longer", "free", "passage")):
        line.at += 1
        _over(line, "more", "longer")
        what = _what(line)
        _over(line, "for", "to")
        line.add(Ally(_seat(line), what, True))
        return True
    if line.said("free", "passage"):
        what = _what(line)
        _over(line, "for", "to")
        line.add(Ally(_seat(line), what))
        return True
    return False


def more(line: Line, order: Ally) -> bool:
    """Another permission for the same player: ``, may use ship 1``."""
    if order.ends or not (
        line.said("may", "can", "free", "passage", "pass", "to")
        or line.value == STACK
        or (_uses(line) and any(item.kind == "ship" for item in line.rest[:3]))
    ):
        return False
    here = line.at
    _over(line, "may", "can", "to")
    if line.said("free", "passage") and any(item.value == "for" for item in line.rest[:3]):
        line.at = here
        return False
    line.add(Ally(order.seat, _what(line)))
    return True


def _of_ally(line: Line) -> bool:
    """``Sharn may pass``, ``Sharn's wizard may no longer stack with mine``"""
    here = line.at
    if line.kind == "wizard":
        line.at += 1
    who = line.item
    line.at += 1
    if line.kind == "wizard" or line.said("ship", "armies"):
        line.at += 1
    if not line.said("may", "can"):
        line.at = here
        return False
    line.at += 1
    ends = line.said("no", "not")
    while line.said("no", "not", "longer", "anymore"):
        line.at += 1
    seat = line.side.seat_of(who)
    line.add(Ally(seat, _what(line), ends))
    return True


def _granted(line: Line, seat: str) -> bool:
    while line.text == ":" or line.kind == "," or line.said("may", "can", "to", "allow"):
        line.at += 1
    if line.ended:
        ways = [str(Ally(seat, what)) for what in (PASS, STACK, "use 1")]
        message = f"What may {seat.title()} do? Write one of: {', '.join(ways)}."
        raise FaultyLine("what", message, line.line, ways)
    line.add(Ally(seat, _what(line)))
    return True


def _ended(line: Line) -> bool:
    """``end alliance with Sharn``, ``END SHARN USE 2``"""
    line.at += 1
    if line.said("alliance", "alliances", "pact", "treaty"):
        line.at += 1
        _over(line, "with", "to")
        line.add(Ally(_seat(line), "", True))
        return True
    if line.said("free", "passage", "loan"):
        what = _what(line)
        _over(line, "for", "to", "of")
        line.add(Ally(_seat(line), what, True))
        return True
    seat = _seat(line)
    what = "" if line.ended or line.kind == "," else _what(line)
    line.add(Ally(seat, what, True))
    return True


def _uses(line: Line) -> bool:
    """``use`` is also a word for casting a spell."""
    return line.value == "cast" and line.text.lower().startswith("use")


def _what(line: Line) -> str:
    """``free passage``, ``pass``, ``use ship 1``, ``stack with mine``"""
    if line.said("free", "pass", "passage"):
        while line.said("free", "pass", "passage", "through", "freely"):
            line.at += 1
        return PASS
    if line.said("stack", "share"):
        line.at += 1
        while line.said("with", "mine", "me") or line.kind in ("wizard",):
            line.at += 1
        return STACK
    if _uses(line):
        line.at += 1
        return f"{USE} {line.ship_number()}"
    raise line.invalid()


def _seat(line: Line) -> str:
    if line.kind != "who":
        raise line.no_name()
    return line.seat()


def _over(line: Line, *keys: str) -> None:
    while line.said(*keys):
        line.at += 1
