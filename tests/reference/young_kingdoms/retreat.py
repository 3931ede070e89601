"""The retreats themselves (95, 26), given the dislodged and their open retreats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .board import is_sea
from .orders import read_board, read_order, read_pieces, write_pieces
from .pieces import Board, Piece, companions


@dataclass(frozen=True)
class Way:
    """A retreat that is ordered and open: the pieces that go, and where to."""

    pieces: frozenset[Piece]
    space: str

    def arrived(self) -> frozenset[Piece]:
        af = len(self.pieces) == 2
        return frozenset(
            Piece(p.power, p.kind, self.space, aboard=af and p.kind == "A" and is_sea(self.space))
            for p in self.pieces
        )


def open_ways(one: Mapping[str, Any]) -> dict[str, list[str]]:
    """Kind as ordered -> open retreats: `A/F`, `F` and `A` of an A/F; the kind of a lone piece."""
    kind = one["unit"].split()[1]
    if kind == "A/F":
        return {"A/F": one.get("whole", []), "F": one.get("fleet", []), "A": one.get("army", [])}
    return {kind: one.get("retreats", [])}


def ordered_ways(one: Mapping[str, Any], texts: list[str]) -> tuple[list[Way], dict[str, str]]:
    """The ways that are ordered and open, and the words of the orders.

    13, 26 e: without an order all is lost. 26 d: if the fleet disbands the army must be landed;
    at sea an army does not stay aboard of a fleet that retreats by itself, either.
    """
    power, _, at = one["unit"].split()
    pieces = {p.kind: p for p in read_pieces({power: [one["unit"].split(None, 1)[1]]})}
    ways, words = [], {}
    spaces = open_ways(one)
    for text in texts:
        order = read_order(power, text)
        if order.at != at or order.kind not in spaces:
            continue
        if order.verb == "D":
            words[order.key] = "succeeds"
        elif order.verb != "R" or order.dest not in spaces[order.kind]:
            words[order.key] = "illegal"
        else:
            whole = order.kind == "A/F"
            going = frozenset(pieces.values()) if whole else frozenset([pieces[order.kind]])
            ways.append(Way(going, order.dest))
            words[order.key] = "succeeds"
    return ways, words


def may_meet(board: Board, one: Way, other: Way) -> bool:
    """95: two in one space are lost, unless companions there; of several, those that clash."""
    return all(companions(board, p, q, one.space) for p in one.arrived() for q in other.arrived())


def resolve_retreats(case: Mapping[str, Any]) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The pieces after the retreats, and the word for each order."""
    board = read_board(case)
    ways: list[Way] = []
    words: dict[str, str] = {}
    for one in case.get("dislodged_before") or []:
        texts = (case.get("orders") or {}).get(one["unit"].split()[0]) or []
        found, told = ordered_ways(one, list(texts))
        ways += found
        words |= told
    lost = {
        way
        for way in ways
        if any(o is not way and o.space == way.space and not may_meet(board, way, o) for o in ways)
    }
    after = set(board.pieces)
    for way in ways:
        if way not in lost:
            after |= way.arrived()
    for power, texts in (case.get("orders") or {}).items():
        for text in texts:
            order = read_order(power, text)
            bounced = any(
                way.space == order.dest
                and any((p.power, p.at) == (power, order.at) for p in way.pieces)
                for way in lost
            )
            if order.verb == "R" and bounced and words.get(order.key) == "succeeds":
                words[order.key] = "bounces"
            words.setdefault(order.key, "illegal")
    return write_pieces(frozenset(after)), words
