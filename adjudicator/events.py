"""Who may know what: readers, audiences, and facts that were told to one."""

from typing import Generic, Literal, TypeVar

from msgspec import Struct

from adjudicator.orders import Seat

Reader = Seat | Literal["public", "gm"]
Audience = frozenset[Seat] | Literal["all", "gm"]
Event = TypeVar("Event")


class Told(Struct, Generic[Event], frozen=True):
    """An event and those it was told to."""

    audience: Audience
    event: Event


def may_know(reader: Reader, audience: Audience) -> bool:
    """Whether this reader is among the audience. The GM always is; the public only of "all"."""
    if reader == "gm" or audience == "all":
        return True
    return isinstance(audience, frozenset) and reader in audience
