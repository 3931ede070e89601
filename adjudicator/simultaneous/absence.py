"""What becomes of powers that sent no orders, in a sentence."""

from collections.abc import Mapping, Sequence

from adjudicator.boards import Board
from adjudicator.orders import Seat
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.position import Position
from adjudicator.wording import series


def absence_sentence(
    board: Board, position: Position, seats: Sequence[Seat], due: Mapping[Seat, int]
) -> str:
    """``No orders came from Italy and Russia: their units hold.``

    `due`: what each can build, below 0 what it must remove. What these powers do not have is not
    spoken of; the sentence is empty for no seats.
    """
    absent = [power for power in board.powers if power in seats]
    if not absent:
        return ""
    names = [board.powers[power].names[0] for power in absent]
    owner = "its" if len(absent) == 1 else "their"
    then = " and ".join(_defaults(position, absent, owner, due))
    return f"No orders came from {series(names)}{f': {then}' if then else ''}."


def _defaults(
    position: Position, absent: list[Seat], owner: str, due: Mapping[Seat, int]
) -> list[str]:
    step = phase_code(position.phase).step
    if step == "M":
        units = sum(unit.power in absent for unit in position.units)
        said = [(units, "unit holds", "units hold")]
    elif step == "R":
        beaten = sum(case.unit.power in absent for case in position.dislodged)
        said = [(beaten, "dislodged unit is disbanded", "dislodged units are disbanded")]
    else:
        builds = sum(max(due.get(seat, 0), 0) for seat in absent)
        removals = sum(max(-due.get(seat, 0), 0) for seat in absent)
        said = [
            (builds, "build is waived", "builds are waived"),
            (removals, "removal is made by default", "removals are made by default"),
        ]
    return [f"{owner} {one if count == 1 else more}" for count, one, more in said if count]
