"""Reading pieces and orders of a case; canonical texts only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .board import CLOSED_BY_THRONE, POWERS, SPACES, is_sea
from .pieces import Board, Piece, usual_owner


@dataclass(frozen=True)
class Order:
    """One order as written."""

    power: str
    text: str
    kind: str
    """A, F, A/F, D, E, C; empty for the orders about Elric as a person."""
    at: str
    number: int
    """Of the Chaos unit ordered, where the order gives one; else 0."""
    verb: str
    """H, -, S, C, BOARD, LAND, R, D, ENLIST, RENOUNCE."""
    dest: str = ""
    """Where to; the sea of the fleet boarded; for S and C where the other piece is to go."""
    other: Name | None = None
    """The piece supported, ferried or boarded."""
    via: bool = False
    first: bool = False
    """The Dragon's first move."""
    guest: bool = False
    admits: bool = False

    @property
    def key(self) -> str:
        return f"{self.power} {self.text}"


@dataclass(frozen=True)
class Name:
    """A piece as named in an order: `DHJ C2 SIL`."""

    power: str
    """Empty if not named."""
    kind: str
    number: int
    """0 if not named."""
    at: str


def read_kind(word: str) -> tuple[str, int]:
    """`C2` -> C, 2."""
    if word[0] == "C" and word[1:].isdigit():
        return "C", int(word[1:])
    return word, 0


def read_name(words: list[str]) -> tuple[Name, list[str]]:
    """A piece's name at the start of these words, and the words after it."""
    power = words[0] if words[0] in POWERS or words[0] == "NEUTRAL" else ""
    rest = words[1:] if power else words
    kind, number = read_kind(rest[0])
    return Name(power, kind, number, rest[1]), rest[2:]


def read_order(power: str, text: str) -> Order:
    """Read one canonical order."""
    words = text.split()
    if words[0] in ("ENLIST", "RENOUNCE"):
        return Order(power, text, "", "", 0, words[0])
    first, guest, admits, via = (mark in words for mark in ("FIRST", "GUEST", "ADMITS", "VIA"))
    words = [word for word in words if word not in ("FIRST", "GUEST", "ADMITS", "VIA", "ELRIC")]
    kind, number = read_kind(words[0])
    at, verb, rest = words[1], words[2], words[3:]
    dest, other = "", None
    if verb in ("-", "LAND", "R"):
        dest = rest[0]
    elif verb in ("S", "C", "BOARD"):
        other, rest = read_name(rest)
        dest = rest[1] if rest else ""
    elif verb not in ("H", "D"):
        raise ValueError(f"not an order: {text}")
    return Order(power, text, kind, at, number, verb, dest, other, via, first, guest, admits)


def read_orders(orders: dict[str, list[str]]) -> list[Order]:
    return [read_order(power, text) for power, texts in orders.items() for text in texts]


def read_pieces(units: dict[str, list[str]]) -> frozenset[Piece]:
    """The pieces of a case; an A/F becomes an army and a fleet, Chaos units get their numbers."""
    pieces: set[Piece] = set()
    for power, texts in units.items():
        for text in texts:
            kind, at = text.split()
            if at not in SPACES:
                raise ValueError(f"no such space: {text}")
            if kind == "A/F":
                pieces |= {Piece(power, "F", at), Piece(power, "A", at, aboard=is_sea(at))}
                continue
            number = 1
            while kind == "C" and Piece(power, kind, at, number) in pieces:
                number += 1
            pieces.add(Piece(power, kind, at, number))
    return frozenset(pieces)


def read_owners(case: Mapping[str, Any]) -> dict[str, str]:
    """Who owns what: what the case says; if it says nothing, each Power its home centres."""
    if "centers" not in case:
        return {space: usual_owner(space) for space in SPACES if usual_owner(space)}
    centers = case["centers"] or {}
    return {space: power for power, spaces in centers.items() for space in spaces}


def read_board(case: Mapping[str, Any]) -> Board:
    """The position when the season begins, before any order."""
    pieces = read_pieces(case["units"])
    elric = case.get("elric") or {}
    closed = CLOSED_BY_THRONE if elric.get("throne") else frozenset()
    board = Board(pieces, read_owners(case), closed, free_elric=elric.get("hidden", ""))
    if not elric.get("guest"):
        return board
    guest = board.elric()
    if guest is None:
        raise ValueError("a guest who is not there")
    hosts = frozenset(p for p in board.at(guest.at) if p.kind in "AF" and p.power != guest.power)
    return Board(pieces, board.owner, closed, guest=guest, sharing=hosts)


def write_pieces(pieces: frozenset[Piece]) -> dict[str, list[str]]:
    """The pieces by Power as a case lists them; an A/F in one piece, in harbour too."""
    listed: dict[str, list[str]] = {}
    for piece in sorted(pieces):
        listed.setdefault(piece.power, []).append(piece.text())
    return {power: join_af(texts) for power, texts in sorted(listed.items())}


def join_af(texts: list[str]) -> list[str]:
    """`A FOE` and `F FOE` -> `A/F FOE`."""
    joined = []
    for text in texts:
        kind, at = text.split()
        if kind == "A" and f"F {at}" in texts:
            joined.append(f"A/F {at}")
        elif not (kind == "F" and f"A {at}" in texts):
            joined.append(text)
    return sorted(joined)
