"""The state of a game of Young Kingdoms, the boards it is played on, and what is told of it."""

from importlib.resources import files

from msgspec import Struct

from adjudicator import documents
from adjudicator.boards import Board, MapFile, closed
from adjudicator.orders import Seat
from adjudicator.simultaneous.game import Game, GameEnded, PhaseResolved
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.position import Unit
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options

FOLDER = files("variants.young_kingdoms")

MAP = documents.read(FOLDER / "map.yaml", MapFile)
BOARD = Board(MAP)
CLOSED_BOARD = Board(closed(MAP))
"""The board once Elric has his throne (47)."""


class State(Game[Options], frozen=True):
    """Everything there is to know; where Elric is hidden only the GM may."""

    elric: Elric = Elric()


def board_by(elric: Elric) -> Board:
    """The closed board once he reigns (47)."""
    return CLOSED_BOARD if elric.reigns else BOARD


def board_of(state: State) -> Board:
    """The board that the phase which comes next is played on.

    Whoever has to leave the spaces that Elric's throne closes stands in them still while there are
    retreats, and so these go by the whole board; the ways that are open are known by then (107).
    """
    retreats = phase_code(state.position.phase).step == "R"
    return BOARD if retreats else board_by(state.elric)


class ElricHid(Struct, frozen=True, tag="elric_hid"):
    """Elric's place was drawn (67, 70); for the GM alone."""

    place: str


class ElricLeft(Struct, frozen=True, tag="elric_left"):
    """Elric has left his ally, renounced or dislodged, and will hide again (70)."""

    ally: Seat
    place: str


class ElricFound(Struct, frozen=True, tag="elric_found"):
    """This power has found him there, and may enlist him with its next orders (68, 69)."""

    finder: Seat
    place: str


class ElricMovedOn(Struct, frozen=True, tag="elric_moved_on"):
    """Melnibone has found him there, and he has moved on (68)."""

    finder: Seat
    place: str


class ElricReigns(Struct, frozen=True, tag="elric_reigns"):
    """Elric, brought by this power, has his throne again: Melnibone is out of the game (47)."""

    ally: Seat


class CenterFreed(Struct, frozen=True, tag="center_freed"):
    """The Dragon or a unit of Chaos has made a center nobody's in Autumn (75)."""

    center: str
    owner: Seat
    by: Unit


Event = (
    PhaseResolved
    | GameEnded
    | ElricHid
    | ElricLeft
    | ElricFound
    | ElricMovedOn
    | ElricReigns
    | CenterFreed
)
