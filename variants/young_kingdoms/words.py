"""What players are told at the beginning: of the map, and how to order what is unusual."""

from adjudicator.variant import Example

PREFACE = (
    "The map of this game is a reconstruction, for the published one was not found. It stands in "
    "words at the end of this report; the line `map` in a letter brings it again. Of the rules for "
    "armies aboard fleets only the first half was found; how they land, retreat and are supported "
    "was settled for this game. To see how every unclear rule is read, ask the game master for "
    "what `adjudicator variant show young_kingdoms` prints, and with --sources where the names on "
    "the map come from."
)

_CHAOS = (
    "The Silent Land, The Sighing Desert and Kelmain are the lands of Chaos: any number of units "
    "of Chaos may stand there, nobody is attacked there, and no support is given into them or from "
    "inside."
)
_ELRIC = (
    "Into Tanelorn an army goes only together with Elric, by the same order. Elric crosses water "
    "only with a unit."
)
_AF = (
    "An army and a fleet of one power are together, as an A/F, on a sea, or in a double center "
    "that it owns."
)

MAP_NOTE = f"{_CHAOS} {_ELRIC} {_AF}"
CLOSED_NOTE = f"{_CHAOS} {_AF}"
"""Once Elric has his throne, and has left the game (47)."""

EXAMPLES: tuple[Example, ...] = (
    Example("A MEN BOARD F SER", "an army goes aboard a fleet of its power on a sea next to it"),
    Example("A/F SER - DRS", "the two sail as one, in the season of the boarding or later"),
    Example(
        "A DRS LAND FIL",
        "the army lands from the sea that they sail to or stay on; all three orders may be given "
        "for one season",
    ),
    Example("A/F FOE - DRE", "army and fleet sail from a double center as one"),
    Example("A FOE - MEN; F FOE - DRE", "or each goes its own way"),
    Example(
        "F DRS C A RAM - SOR; A RAM - SOR", "a fleet ferries an army across its own sea, no further"
    ),
    Example(
        "D CAV - DRW FIRST; D DRW - GRO",
        "the Dragon's two moves: the first comes before all else, the second with the moves of the "
        "others",
    ),
    Example("ENLIST ELRIC", "by who has found him; Elric can have an order in the same letter"),
    Example("E BAK - NAD", "Elric moves; with a unit of his ally, if that has the same order"),
    Example("E BAK - TAN; A BAK - TAN", "that is how an army comes to Tanelorn"),
    Example("E BAK - NAD GUEST", "Elric moves to where a unit of another power is"),
    Example(
        "A NAD H ADMITS ELRIC",
        "that power lets him in; the words may follow any order of the unit",
    ),
    Example("RENOUNCE ELRIC", "his ally sends him away"),
    Example("C SIL - MAR", "a unit of Chaos goes by land or by sea; it is no army and no fleet"),
    Example("A/F SER R OLD", "army and fleet retreat as one"),
    Example("F SER R OLD; A SER R PIK", "or each for itself, the army onto land"),
    Example("A/F FOE B", "both are built in a double center; A FOE B is one of them"),
    Example("C SIL B", "a unit of Chaos is built in a land of Chaos, by who is not Elric's ally"),
)
