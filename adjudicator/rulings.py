"""How an unclear rule is read."""

from msgspec import Struct


class Ruling(Struct, frozen=True):
    """An unclear rule: where the text leaves a gap, how it is read, and the option that changes it.

    `source` is the rule's section or other authority; `option` is the name of the game's option,
    empty where there is none, and `values` says what each of its values does.
    """

    id: str
    source: str
    gap: str
    reading: str
    option: str = ""
    values: dict[str, str] = {}
