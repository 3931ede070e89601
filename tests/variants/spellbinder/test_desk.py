"""The desk itself."""

import pytest

from adjudicator.turns.turn import Misuse
from tests.variants.spellbinder.desk import phase, state, told


def test_pieces_stand_where_they_are_put() -> None:
    game = state("UA 0619, UB @1 7, DARMAN 0506 12, G1 1811", allows="SHARN UMARON use 1")
    play = phase(game, "UMARON", dice=[5])
    assert [play.place(unit) for unit in ("UA", "UB", "DARMAN", "G1", "SHARN")] == [
        "0619", "1817", "0506", "1811", "3220",
    ]  # fmt: skip
    assert (play.owner("UA"), play.owner("G1")) == ("UMARON", None)
    assert (play.armies["UB"].strength, play.armies["G1"].strength) == (7, 20)
    assert play.allows("SHARN", "UMARON", "use 1")


def test_dice_come_as_laid_out_and_each_label_once() -> None:
    play = phase(state(), "UMARON", dice=[5, 6])
    assert (play.roll("one"), play.roll("other")) == (5, 6)
    with pytest.raises(Misuse):
        play.roll("one")
    assert phase(state(), "UMARON", dice={"one": 4}).roll("one") == 4


def test_told_goes_by_reader() -> None:
    play = phase(state(), "UMARON")
    play.tell("secret", to=frozenset({"SHARN"}), number=1)
    assert told(play, "secret") == told(play, "secret", "SHARN") == [{"number": 1}]
    assert told(play, "secret", "DARMAN") == []
