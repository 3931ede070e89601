"""The command line: a thin skin over the office."""

from adjudicator.cli import engine, game, office, quarantine, seat
from adjudicator.cli.base import Exit, main

__all__ = ["Exit", "engine", "game", "main", "office", "quarantine", "seat"]
