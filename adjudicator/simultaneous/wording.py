"""Words that reports of the family share."""

from collections.abc import Sequence

from adjudicator.boards import Board
from adjudicator.simultaneous.game import Ending
from adjudicator.simultaneous.position import Retreat
from adjudicator.wording import series


def ways_out(retreats: Sequence[Retreat]) -> str:
    """``to BLA, SEV or UKR``; empty if there are none.

    Of a unit that can split: ``as one to DRW, or apart, the fleet to CAV and the army to SOR``.
    """

    def to(part: str) -> str:
        places = [way.to for way in retreats if way.part == part]
        return f"to {series(places, 'or')}" if places else ""

    whole, fleet, army = to("whole"), to("fleet"), to("army")
    if not fleet and not army:
        return whole
    parts = [f"the {name} {ways}" for name, ways in (("fleet", fleet), ("army", army)) if ways]
    apart = f"apart, {' and '.join(parts)}"
    return f"as one {whole}, or {apart}" if whole else apart


def ending_sentence(board: Board, ending: Ending) -> str:
    """``Turkey has won the game.``"""
    names = [board.powers[power].names[0] for power in ending.powers]
    if ending.how == "solo":
        return f"{names[0]} has won the game."
    if ending.how == "concession":
        return f"The others have conceded the game to {names[0]}."
    return f"The game is a draw between {series(names)}."
