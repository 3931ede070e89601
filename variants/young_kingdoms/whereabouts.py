"""Whether what a state says of Elric can be, and fits the board."""

from adjudicator.boards import Board
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.position import Position
from adjudicator.simultaneous.possible import Impossible, named
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.movement.throne import closing
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.pieces.pieces import DRAGONS_POWER, ELRIC
from variants.young_kingdoms.story import hideouts


def require_elric(board: Board, position: Position, elric: Elric, options: Options) -> None:
    """ValueError that says what is wrong; `board` is the whole one.

    He is one of these: a piece, hidden, leaving, on his throne; or nothing is known of him. Hidden
    he is where he may be drawn to (67), found by a power that could enlist him and before it has
    had its chance (69), leaving only while there are retreats (70). On his throne there is nothing
    of Melnibone's any more, and nobody in what is closed (47).
    """
    step = phase_code(position.phase).step
    places = {"hidden": elric.hidden, "left": elric.left, "reigns": elric.reigns}
    said = [field for field, value in places.items() if value]
    if len(said) > 1:
        raise _impossible(said[1], f"he cannot be both: {' and '.join(said)}")
    piece = next((unit for unit in position.pieces if unit.kind == ELRIC), None)
    if piece is not None and (said or elric.finder is not None):
        raise _impossible((said or ["finder"])[0], f"{named(piece)} is on the board")
    if elric.hidden and elric.hidden not in hideouts(board, options):
        raise _impossible("hidden", f"he never hides in {elric.hidden!r}")
    if elric.finder is not None:
        _require_finder(board, elric, step)
    if elric.left and (elric.left not in board.code or board.provinces[elric.left].peaceful):
        raise _impossible("left", f"he was never in {elric.left!r}")
    if elric.left and step != "R":
        raise _impossible("left", "he hides again as soon as the retreats are done")
    if elric.reigns:
        _require_closed(board, position)


def _impossible(field: str, why: str) -> Impossible:
    return Impossible(f"elric.{field}", why)


def _require_finder(board: Board, elric: Elric, step: str) -> None:
    if elric.finder not in board.powers:
        raise _impossible("finder", f"there is no power {elric.finder!r}")
    if elric.finder == DRAGONS_POWER:
        raise _impossible("finder", "from Melnibone he flees at once")
    if not elric.hidden:
        raise _impossible("finder", "where he was found stands as hidden, and it is not there")
    if step == "R":
        raise _impossible("finder", "whoever found him had to enlist him with the season's orders")


def _require_closed(board: Board, position: Position) -> None:
    for unit in position.pieces:
        if unit.power == DRAGONS_POWER:
            raise _impossible("reigns", f"{named(unit)} is on the board")
    for unit in position.units:
        if unit.place in closing(board):
            raise _impossible("reigns", f"{named(unit)}: {unit.place} is closed")
    for center, owner in position.centers.items():
        if owner == DRAGONS_POWER:
            raise _impossible("reigns", f"{center} belongs to {owner}")
