"""Spellbinder, a game of four wizards."""

from variants.spellbinder.title import Spellbinder

VARIANT = Spellbinder()
