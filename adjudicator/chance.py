"""Chance that anybody can recompute: numbers from a seed that was committed before it was used.

Before a phase runs, the commitment to its seed is published; after it, the seed. Every draw is then
open to anybody with HMAC and SHA-256 at hand, for it hangs on its label and not on what was drawn
before it.

The bytes
---------
A *field* is its length in bytes, as 4 bytes with the most significant first, and then the bytes. A
text is in UTF-8 as it stands (no normalization), a number a text of decimal digits without leading
zeros. ``+`` joins; ``a(...)`` is a sequence of fields.

The commitment to a seed of 32 bytes, as 64 hexadecimal digits in lower case, is ::

    SHA-256( a("adjudicator commitment 1", game, phase, run, seed) )

The blocks of a label, each a number of 256 bits with the most significant byte first, are ::

    HMAC-SHA256( key = seed,
                 a("adjudicator chance 1", phase, run, label, counter)
                 + a(seat, nonce, seat, nonce, ...) )

for counter = 0, 1, 2, ... The seats come in the order of their code points; one with an empty nonce
is left out.

A *number below N* takes the next block of its label, again and again until one is less than
2**256 - 2**256 mod N, and is that block mod N. A roll of N sides is 1 + a number below N. A shuffle
takes the items as they are given, counted from 0, and for each i from the last down to 1 exchanges
item i with item j, a number below i + 1, with one counter going on through all of it.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from adjudicator.orders import Seat

Item = TypeVar("Item")

SEED_BYTES = 32
BLOCKS = 2**256  # so many different blocks there are


def commitment(seed: bytes, game: str, phase: str, run: int) -> str:
    """What is published of a seed before it serves this run of this phase: 64 hexadecimal digits.

    ValueError for a seed that is not of 32 bytes (a short one could be found by trying), or for a
    text that has no UTF-8.
    """
    return hashlib.sha256(
        _fields("adjudicator commitment 1", game, phase, str(run), _checked(seed))
    ).hexdigest()


class Chance:
    """The chance of one run of one phase."""

    def __init__(
        self, seed: bytes, phase: str, run: int, nonces: Mapping[Seat, str] | None = None
    ) -> None:
        """`nonces` came with the orders, so that nobody who chose the seed before could know them.

        ValueError for a seed that is not of 32 bytes, or for a text that has no UTF-8.
        """
        self._seed = _checked(seed)
        self._front = _fields("adjudicator chance 1", phase, str(run))
        self._nonces = b"".join(
            _fields(seat, nonce) for seat, nonce in sorted((nonces or {}).items()) if nonce
        )
        self._labels: set[str] = set()

    def roll(self, label: str, sides: int = 6) -> int:
        """From 1 to `sides`, each as likely as the other.

        ValueError for fewer than 1 or more than 2**256 sides, and for a label used before: it would
        be the same number.
        """
        if not 1 <= sides <= BLOCKS:
            raise ValueError(f"there is no die of {sides} sides")
        return 1 + _below(sides, self._blocks(label))

    def shuffle(self, label: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in an order, each as likely as the other; ValueError for a label used before.

        The order given counts: sort what has none.
        """
        blocks = self._blocks(label)
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = _below(i + 1, blocks)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return tuple(shuffled)

    def _blocks(self, label: str) -> Iterator[int]:
        if label in self._labels:
            raise ValueError(f"the label {label!r} was used before")
        front = self._front + _fields(label)
        self._labels.add(label)
        return self._stream(front)

    def _stream(self, front: bytes) -> Iterator[int]:
        counter = 0
        while True:
            message = front + _fields(str(counter)) + self._nonces
            yield int.from_bytes(hmac.digest(self._seed, message, "sha256"), "big")
            counter += 1


def _below(bound: int, blocks: Iterator[int]) -> int:
    """Blocks of the last, incomplete round of `bound` are passed over: they favour low numbers."""
    whole = BLOCKS - BLOCKS % bound
    return next(block for block in blocks if block < whole) % bound


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed


def _fields(*values: str | bytes) -> bytes:
    encoded = [value if isinstance(value, bytes) else value.encode() for value in values]
    return b"".join(len(value).to_bytes(4, "big") + value for value in encoded)
