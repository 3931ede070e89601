"""Small hex boards for the tests."""

import json
from typing import Any

from adjudicator.documents import parse
from adjudicator.hexes import HexBoard, HexMapFile


def board(columns: int, rows: int, odd_columns: str = "up", **more: Any) -> HexBoard:
    data = {"columns": columns, "rows": rows, "odd_columns": odd_columns, "default": "clear"}
    data["movers"] = {"foot": {"cost": {"clear": 2}}}
    return HexBoard(parse(json.dumps(data | more), "map.yaml", HexMapFile))
