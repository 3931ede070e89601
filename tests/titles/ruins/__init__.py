"""Ruins: scouts dig for treasure on a small map of hexes, and fight over it with cards and dice."""

from variants.ruins.title import Ruins

VARIANT = Ruins()
