"""The choices that a game of Young Kingdoms may make; the defaults are what its rulings say."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Each field is explained by a ruling of this title (`rulings.yaml`)."""

    dragon_frees_own: bool = False
    """45. Whether the Dragon makes Melnibone's own centers neutral too."""

    chaos_same_time: Literal["both", "neither"] = "both"
    """41. Whether two powers that build Chaos in one land at one adjustment both do, or neither."""

    elric_guests: Literal["consent", "never"] = "consent"
    """61. Whether Elric may share a space with a unit of another power than his ally's."""

    hide_in_tanelorn: bool = True
    """67. Whether Tanelorn is among the centers that Elric's hiding place is drawn from."""

    elric_secret: bool = False
    """69. Whether only the finder is told that Elric was found."""

    letters: Literal["replace", "per_unit"] = "replace"
    """DATC 4.D.1. Whether a later letter replaces all orders of an earlier one, or only those for
    the units it names."""
