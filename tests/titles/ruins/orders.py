"""The orders of Ruins: written strictly, and read leniently."""

import re
from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct

from adjudicator.lexicon import words
from adjudicator.orders import Diagnostic, Reading, Seat
from variants.ruins.components import BOARD, MAP, NAMES, OWNER, WORDS
from variants.ruins.state import State
from variants.ruins.ways import mover, ways


class Move(Struct, frozen=True, tag="move"):
    """A scout goes along a path, which begins where it stands."""

    scout: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return f"move {self.scout} {'-'.join(self.path)}"


class Dig(Struct, frozen=True, tag="dig"):
    """A scout digs where it stands after its move."""

    scout: str

    def __str__(self) -> str:
        return f"dig {self.scout}"


Order = Move | Dig

# As `words` takes a line apart, R and 1 are two words, and every dash or arrow is "-".
SCOUT = r"(?P<scout>[a-z] \d+)( :)?"
MOVE = re.compile(
    rf"(moves? )?{SCOUT} (moves? |goes )?(from |to |- )?(?P<path>\d+( (- |to )?\d+)*)"
)
DIG = re.compile(rf"digs? (with )?{SCOUT}|(?P<digger>[a-z] \d+)( :)? digs?")
NEAR = re.compile(rf"(move|dig)s?\b|{SCOUT}")


def latest(orders: Iterable[Order]) -> tuple[Order, ...]:
    """Of several orders of a kind for a scout the last one."""
    return tuple({(type(order), order.scout): order for order in orders}.values())


def read(state: State, seat: Seat, text: str) -> Reading[Order]:
    """One line. A reading without order and without error: it is no order at all."""
    line = " ".join(word.key for word in words(text)).removesuffix(" .")
    move, dig = MOVE.fullmatch(line), DIG.fullmatch(line)

    def refuse(code: str, message: str, *suggestions: str) -> Reading[Order]:
        column = len(text) - len(text.lstrip()) + 1
        fault = Diagnostic("error", code, 0, column, text.strip(), message, suggestions)
        return Reading(state.phase, (), (fault,))

    if match := move or dig:
        scout = (match["scout"] or match["digger"]).replace(" ", "").upper()
    elif NEAR.match(line):
        return refuse("invalid", "Orders are like: move R1 0101-0202, or: dig R1.")
    else:
        return Reading(state.phase)
    if OWNER.get(scout) != seat:
        return refuse("not_yours", f"{scout}: yours are {', '.join(MAP.camps[seat].scouts)}.")
    if state.step != seat:
        return refuse("not_your_turn", f"It is not {NAMES[seat]}'s turn.")
    if move is None:
        return Reading(state.phase, (Dig(scout),))
    hexes = re.findall(r"\d+", move["path"])
    path = (state.scouts[scout], *hexes[hexes[0] == state.scouts[scout] :])
    if len(set(path)) < len(path):
        return refuse("twice", "A path goes through no hex twice.")
    for a, b in pairwise(path):
        if why := BOARD.obstacle(a, b, mover(state)):
            way = ways(state, scout).get(path[-1])
            better = [str(Move(scout, way))] if way else []
            return refuse(why, f"No scout can step from {a} to {b}: {WORDS[why]}.", *better)
    return Reading(state.phase, (Move(scout, path),))
