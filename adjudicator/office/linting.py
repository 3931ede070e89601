"""Faults of a title that show without playing it: in its data, and in what its rules use."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

import variants
from adjudicator import cartography
from adjudicator.boards import Board
from adjudicator.turns import selfplay, standing

PHASES = 30
"""So many phases bots play to see whether it goes well."""

IMPURE = frozenset(
    {
        *("random", "secrets", "time", "datetime", "uuid", "os", "sys", "io", "pathlib", "socket"),
        *("subprocess", "threading", "asyncio", "tempfile", "shutil", "sqlite3", "locale"),
    }
)
"""Modules with a clock, chance, or a world outside, none of which rules may look at."""

IMPURE_NAMES = frozenset({"open", "input", "id", "hash", "print", "exec", "eval", "__import__"})


def lint(title: Any) -> Sequence[str]:
    """Faults of a title, each a sentence."""
    board = getattr(title, "board", None)
    faults = cartography.faults(board.data) if isinstance(board, Board) else []
    faults += [*_rulings_faults(title), *_impurities(title)]
    return [*faults, *(_play_faults(title) or _order_faults(title))]


GAME_IN_A_PROCESS = """\
import sys
import variants
variants.__path__[:] = sys.argv[2:]
from adjudicator.turns import selfplay
title = variants.load(sys.argv[1])
game = selfplay.play(title, title.options(), bytes(32), phases=%d)
print(game.start.trace, *(one.ran.trace for one in game.played))
"""


def _order_faults(title: Any) -> list[str]:
    """Whether a game by bots comes out the same in two processes, each with its own order of sets:
    a phase that has stopped is gone on with in another one."""
    package = type(title).__module__.split(".")[1]
    code = GAME_IN_A_PROCESS % PHASES
    runs = [
        subprocess.run(
            [sys.executable, "-c", code, package, *variants.__path__],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        for seed in ("1", "2")
    ]
    if failed := [run.stderr.splitlines()[-1] for run in runs if run.returncode and run.stderr]:
        return [f"a game by bots fails in a process of its own: {failed[0]}"]
    if runs[0].stdout == runs[1].stdout:
        return []
    return ["a game by bots comes out otherwise in another process: its rules go by a set's order"]


def _play_faults(title: Any) -> list[str]:
    """What goes wrong in some phases of a game by bots."""
    try:
        game = selfplay.play(title, title.options(), bytes(32), phases=PHASES)
        for before in game.states:
            for seat in title.seats(title.options()):
                standing.check_policies(title.policies(before, seat))
    except Exception as error:  # whatever it is, it is a fault of the title
        return [f"a game by bots fails: {type(error).__name__}: {error}"]
    return []


def _impurities(title: Any) -> Iterator[str]:
    """What the code of a title uses that makes a replay come out otherwise."""
    package = ".".join(type(title).__module__.split(".")[:2])  # variants.<name>
    for name, path in _sources(package):
        for line, used in _used(ast.parse(path.read_text(encoding="utf-8"))):
            yield f"{name}, line {line}: rules must not use {used}"


def _sources(package: str) -> Iterator[tuple[str, Path]]:
    """The modules of a package by name, itself and those in folders of it, too."""
    root = Path(str(files(package)))
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        yield ".".join((package, *parts)).removesuffix(".__init__"), path


def _used(tree: ast.AST) -> list[tuple[int, str]]:
    """Line and name of what rules must not use, in the order of the lines."""
    found = []
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    bound |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    impure = IMPURE_NAMES - bound
    found += [(node.lineno, node.id) for node in names if node.id in impure]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [alias.name for alias in node.names]
            if isinstance(node, ast.ImportFrom):
                modules = [node.module or ""]
            found += [(node.lineno, name) for name in modules if name.partition(".")[0] in IMPURE]
    return sorted(found)


def _rulings_faults(title: Any) -> list[str]:
    faults = []
    for ruling in title.rulings:
        if ruling.option:
            known_values = set(_values(title.options, ruling.option))
            if known_values != set(ruling.values):
                faults.append(f"{ruling.option}: the ruling says nothing of each of its values")
    named = {ruling.option for ruling in title.rulings if ruling.option}
    known = {field.name for field in fields(title.options)}
    faults += [f"ruling for an option that there is not: {name}" for name in sorted(named - known)]
    faults += [f"option without a ruling: {name}" for name in sorted(known - named)]
    return faults


def _values(options: type[Struct], name: str) -> tuple[str, ...]:
    """The values that an option can have; none, if there are too many to say something of each."""
    (kind,) = [field.type for field in fields(options) if field.name == name]
    if kind is bool:
        return ("true", "false")
    return tuple(map(str, get_args(kind))) if get_origin(kind) is Literal else ()
