"""Spells, battles, and what they do to armies and wizards (6.0, 7.0)."""
