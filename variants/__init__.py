"""The titles: one folder each, with its data, rules and rulings. `load` finds them by name."""

import importlib
import pkgutil
from functools import cache
from typing import Any


@cache
def names() -> tuple[str, ...]:
    """The titles there are."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg))


def load(name: str) -> Any:
    """The title of this name, an `adjudicator.variant.Variant`. KeyError if there is none."""
    if name not in names():
        raise KeyError(name)
    return importlib.import_module(f"{__name__}.{name}").VARIANT
