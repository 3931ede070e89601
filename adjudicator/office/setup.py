"""A game as its GM writes it, in a file."""

import re
from typing import Any, Literal

from msgspec import Struct

from adjudicator import deadlines
from adjudicator.deadlines import Schedule
from adjudicator.documents import BadDocument, Document
from adjudicator.office.titles import title_in
from adjudicator.orders import Seat
from adjudicator.turns.turn import Reactions
from adjudicator.variant import Variant
from mail.compose import address_fault, name_fault

Title = Variant[Any, Any]
MissingOrders = Literal["hold", "wait", "civil_disorder"]
PressKind = Literal["public", "private", "anonymous"]

Identity = Literal["token", "address", "authenticated", "any"]
QuotedChanges = Literal["confirm", "take"]

NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
"""The short name of a game."""


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays a seat; `zone` is where he reads deadlines."""

    name: str
    address: str
    zone: str = "UTC"


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """A game as its GM writes it. `game` is its short name, in lower case.

    seats           who plays what; without any the game begins once players have joined by mail
    missing_orders  what happens to a seat without orders when the phase closes: its pieces `hold`;
                    the phase will `wait` for it; or it falls into `civil_disorder`, and nobody
                    waits for it or reminds it until it orders again
    anonymous       the players are not told each other's names and addresses before the end
    press           what players may write to each other through the office: ``public`` to all,
                    ``private`` to some, ``anonymous`` without the name of who writes; () nothing
    quoted_changes  what becomes of orders that a player has changed in what he quotes of our mail:
                    they count once he has answered with a line ``yes`` (``confirm``), or at once,
                    as if he had written them himself (``take``)
    reactions       whether a question in the middle of a phase is mailed (``ask``) or decided at
                    once, by standing orders and defaults (``standing``); "": as the title says
    identity        what shows whose a letter is: the right `token`, wherever it comes from; the
                    `address` it is from; the address, if our mail server has it `authenticated`;
                    or `any` of these
    """

    game: str
    title: str
    variant: str
    schedule: Schedule
    seats: dict[Seat, Player] = {}
    options: dict[str, Any] = {}
    missing_orders: MissingOrders = "hold"
    anonymous: bool = False
    press: tuple[PressKind, ...] = ("public", "private")
    quoted_changes: QuotedChanges = "confirm"
    reactions: Reactions | Literal[""] = ""
    identity: Identity = "token"


def read_setup(document: Document) -> tuple[Setup, Title, Any]:
    """A game file understood: the setup, its title, the options. BadDocument if it is wrong."""
    setup = document.convert(Setup)
    if not NAME.fullmatch(setup.game):
        raise document.fault("$.game", "a short name: small letters, digits and hyphens")
    title, options = title_in(document, setup.variant)
    kinds = ", ".join((*title.kinds, "question"))
    unknown = sorted(setup.schedule.phases.keys() - {"default", "question", *title.kinds})
    if unknown:
        message = f"there is no kind of phase {unknown[0]!r}, only {kinds} and default"
        raise document.fault("$.schedule.phases", message)
    if fault := name_fault(setup.title):
        raise document.fault("$.title", fault)
    for seat, player in setup.seats.items():
        if found := player_fault(player):
            field, fault = found
            raise document.fault(f"$.seats.{seat}.{field}", fault)
    return setup, title, options


def player_fault(player: Player) -> tuple[str, str] | None:
    """The field of a player that is wrong, and why; None if all is well."""
    for field, fault in (
        ("name", name_fault(player.name)),
        ("address", address_fault(player.address)),
        ("zone", _zone_fault(player.zone)),
    ):
        if fault:
            return field, fault
    return None


def _zone_fault(name: str) -> str | None:
    try:
        deadlines.zone_named(name)
    except ValueError as error:
        return str(error)
    return None


def wrong_title(why: str) -> BadDocument:
    """The fault of a ledger that names a title there is not."""
    return BadDocument("ledger", why)
