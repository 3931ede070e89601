"""The rulings of Young Kingdoms: one for each option, and each numbered reading is in one."""

import re
from typing import get_args

from msgspec.structs import fields

from adjudicator import documents
from adjudicator.rulings import Ruling
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.state import FOLDER

RULINGS = documents.read(FOLDER / "rulings.yaml", tuple[Ruling, ...])


def numbers(ruling: Ruling) -> set[int]:
    """The readings that a ruling speaks of: ``YK 5 (45, 75)``."""
    bracket = re.search(r"\(([\d, ]+)\)$", ruling.source)
    return {int(number) for number in bracket[1].split(",")} if bracket else set()


def test_every_option_has_a_ruling_and_every_ruling_an_option_that_there_is() -> None:
    explained = [ruling.option for ruling in RULINGS if ruling.option]
    assert sorted(explained) == sorted(field.name for field in fields(Options))


def test_every_value_of_an_option_is_explained_the_default_among_them() -> None:
    for ruling in RULINGS:
        for field in fields(Options):
            if field.name == ruling.option:
                kinds = ("true", "false") if field.type is bool else get_args(field.type)
                assert set(ruling.values) == set(kinds)
                assert str(field.default).lower() in ruling.values


def test_each_ruling_has_a_name_of_its_own_and_says_all_that_it_should() -> None:
    assert len({ruling.id for ruling in RULINGS}) == len(RULINGS)
    for ruling in RULINGS:
        assert ruling.source, ruling.id
        assert ruling.gap, ruling.id
        assert ruling.reading, ruling.id


READINGS = {2, 3, 12, *range(16, 33), 38, 41, 42, 45, 47, *range(49, 108)} - {53, 55}
"""The numbers of what was not in the rulebook and had to be settled. 53 is about a case that never
arises, 55 about what a program should count with."""


def test_every_reading_is_told_to_the_players() -> None:
    assert READINGS - set().union(*map(numbers, RULINGS)) == set()
