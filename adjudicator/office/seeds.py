"""The seeds of a game's chance: made out of one key, which nobody has but its office.

An open seed serves one run of one phase, and of the phases that follow it at once; the report after
it holds the seed, the one before it the commitment. The sealed seed serves the whole game, and is
shown when that is over.
"""

import hmac

from adjudicator.chance import commitment
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.turns.turn import Seeds

SEALED = "sealed"
"""What stands for the phase in the commitment to the sealed seed."""

DRAW = "seats"
"""What the draw of the seats is called where a phase's chance names its phase."""


def key(office: Office, name: str) -> bytes:
    """That of a game, 32 bytes: its own office's, or the one that it was handed over with."""
    kept = office.store.note(_note(name))
    return bytes.fromhex(kept) if kept else office.seed(name, "chance")


def keep_key(office: Office, name: str, given: bytes) -> None:
    """Keep the key of a game that another office has begun."""
    office.store.set_note(_note(name), given.hex())


def open_seed(office: Office, name: str, phase: str, run: int) -> bytes:
    """The seed of this run of this phase: 32 bytes."""
    return _seed(office, name, f"open|{phase}|{run}")


def sealed_seed(office: Office, name: str) -> bytes:
    """The seed of what outlives a phase: 32 bytes."""
    return _seed(office, name, SEALED)


def of_bots(office: Office, name: str) -> bytes:
    """What the orders and answers of bots are drawn with: 32 bytes, shown to nobody."""
    return _seed(office, name, "bots")


def committed(office: Office, name: str, phase: str, run: int) -> str:
    """The commitment to the seed of this run of this phase."""
    return commitment(open_seed(office, name, phase, run), name, phase, run)


def committed_sealed(office: Office, name: str) -> str:
    """The commitment to the sealed seed."""
    return commitment(sealed_seed(office, name), name, SEALED, 1)


def of_phase(office: Office, game: Game) -> Seeds | None:
    """What the chance of the open phase is made of; None in a title without chance."""
    if not game.title.chance:
        return None
    phase, run = game.seeded
    return Seeds(open_seed(office, game.name, phase, run), sealed_seed(office, game.name), run)


def of_start(office: Office, name: str) -> Seeds:
    """What the chance of a game's beginning is made of. All of it is sealed: of what the players
    are shown in their first report nothing was committed to before."""
    sealed = sealed_seed(office, name)
    return Seeds(sealed, sealed)


def _seed(office: Office, name: str, use: str) -> bytes:
    return hmac.digest(key(office, name), use.encode(), "sha256")


def _note(name: str) -> str:
    return f"key {name}"
