"""Where Elric stands between two sides: hidden, found, allied, on his way or on his throne."""

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.orders import Seat
from variants.young_kingdoms.options import Options


class Elric(Struct, frozen=True, forbid_unknown_fields=True):
    """What the board does not show of him; while he is somebody's ally, he is a unit on it.

    hidden    the center where he is free, "" otherwise
    finder    the power that found him there and may enlist him with its next orders (69)
    left      the space that he is leaving for another center, until the retreats are done (70)
    reigns    he has regained his throne and left the game (47)
    """

    hidden: str = ""
    finder: Seat | None = None
    left: str = ""
    reigns: bool = False

    def known_to(self, seat: Seat, options: Options) -> "Elric":
        """As this seat knows him: where he is hidden, only if he was found and it was told (69)."""
        told = self.finder is not None and (self.finder == seat or not options.elric_secret)
        return self if told else replace(self, hidden="", finder=None)
