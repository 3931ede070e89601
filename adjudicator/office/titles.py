"""Titles by name, for the office: a name that a person wrote."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

import variants
from adjudicator.documents import BadDocument


def load_title(name: str, fault: Callable[[str], BadDocument]) -> Any:
    """The title of this name, an `adjudicator.variant.Variant`; `fault` makes what is raised for
    a name that there is not."""
    known = variants.names()
    if name not in known:
        near = get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
        raise fault(f"there is no variant {name!r}{hint}")
    return variants.load(name)
