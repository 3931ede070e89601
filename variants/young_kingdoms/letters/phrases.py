"""What players write for several orders at once, and in words of their own, as plain items.

``A JHA and Elric - MYR`` is the same order for both (60), ``A RAM boards F STC, sails to DRW, lands
in GRO`` a chain of one piece (30), ``build F IMR, A IMR`` two builds.
"""

from collections.abc import Iterator, Sequence

from adjudicator.boards import ARMY
from adjudicator.lexicon import Word
from adjudicator.simultaneous.items import Item
from adjudicator.simultaneous.orders import Build, Disband, Hold, Move, Waive
from variants.young_kingdoms.orders import Boarding, Order, Renounce
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.pieces import AF, CHAOS, ELRIC

TOGETHER = frozenset({"and", "&", "with", "+"})
NUMBERS = frozenset("123456789")
MANY = {"two": 2, "three": 3, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}


def phrase(at: Sequence[Word]) -> tuple[Order, ...]:
    """The orders of a line that is a phrase and names no place; none if it is no such phrase."""
    match [word.key for word in at]:
        case ["no", "build" | "builds"]:
            return (Waive(),)
        case ["waive" | "waives" | "pass", number, *rest] if number in MANY:
            return (Waive(),) * MANY[number] if rest in ([], ["build"], ["builds"]) else ()
        case ["i", "renounce", "elric"] | ["i" | "renounce", *_, "elric", "help"]:
            return _renounced([word.key for word in at])
    return ()


def _renounced(keys: list[str]) -> tuple[Order, ...]:
    plain = [key for key in keys if key not in ("i", "help")]
    return (Renounce(),) if plain == ["renounce", "elric"] else ()


def spread(clauses: Sequence[list[Item]], joints: Sequence[str]) -> Iterator[list[Item]]:
    """The clauses, with one for each of Elric and a unit that have their order together; `joints`
    has the word before each clause."""
    index = 0
    while index < len(clauses):
        clause = clauses[index]
        index += 1
        if index == len(clauses) or joints[index] not in TOGETHER:
            yield clause
            continue
        first, second = _pieces(clause), _pieces(clauses[index])
        rest = clauses[index][len(second) :]
        kinds = {piece[-2].code if len(piece) > 1 else piece[0].code for piece in (first, second)
                 if piece}  # fmt: skip
        alone = first and len(first) == len(clause)
        if not (alone and second and rest and ELRIC in kinds and len(kinds) == 2):
            yield clause
            continue
        yield [*first, *rest]
        yield [*second, *rest]
        index += 1


def _pieces(clause: Sequence[Item]) -> list[Item]:
    """The piece at the front: a kind and its place, of Elric the kind alone."""
    letters = "".join(item.letter for item in clause)
    start = 1 if letters.startswith("N") else 0
    if letters.startswith("UP", start):
        return list(clause[: start + 2])
    is_elric = letters.startswith("U", start) and clause[start].code == ELRIC
    return list(clause[: start + 1]) if is_elric else []


def going_on(before: Order | None, removal: bool, row: Sequence[Item]) -> list[Item]:
    """The row with what goes on from the order before it, perhaps a `removal`: the piece of a
    chain, the verb of a list of builds; as it is, if nothing does."""
    letters = "".join(item.letter for item in row)
    column = row[0].column
    if isinstance(before, Build | Disband) and letters == "UP":
        verb = "B" if isinstance(before, Build) else "X" if removal else "D"
        return [Item(verb, "", "", column), *row]
    sea = ""
    if isinstance(before, Boarding) and before.kind in ("", ARMY):
        sea = before.fleet
        if letters[0] in "MSH":
            return [Item("U", AF, "", column), Item("P", sea, "", column), *row]
    elif isinstance(before, Move | Hold) and before.kind == AF:
        sea = before.to if isinstance(before, Move) else before.place
    if sea and letters[0] == "L":
        return [Item("U", ARMY, "", column), Item("P", sea, "", column), *row]
    return list(row)


def with_numbers(row: Sequence[Item]) -> list[Item]:
    """``C SIL1``, ``1st C SIL``: the number of a Chaos unit with its kind (103)."""
    found: list[Item] = []
    for item in row:
        letters = "".join(one.letter for one in found[-2:])
        is_number = item.letter == "?" and item.text in NUMBERS
        if is_number and letters == "UP" and found[-2].code == CHAOS:
            found[-2] = found[-2]._replace(code=str(Name(CHAOS, number=int(item.text))))
            continue
        is_first = letters.endswith(("1", "2")) and len(found) == 1
        if is_first and (item.letter, item.code) == ("U", CHAOS):
            number = int(found[-1].letter)
            found[-1] = item._replace(code=str(Name(CHAOS, number=number)))
            continue
        found.append(item)
    return found
