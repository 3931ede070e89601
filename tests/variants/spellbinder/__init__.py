"""Spellbinder, rule by rule."""
