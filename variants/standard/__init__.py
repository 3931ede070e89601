"""Standard Diplomacy."""

from variants.standard.title import Standard

VARIANT = Standard()
