"""Standard Diplomacy."""
from importlib.resources import files
from adjudicator.boards import Board, MapFile
from adjudicator.documents import read
BOARD = Board(read(files(__name__) / "map.yaml", MapFile))
