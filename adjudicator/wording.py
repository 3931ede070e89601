"""Words that all sentences share."""

from collections.abc import Sequence


def series(items: Sequence[str], last: str = "and") -> str:
    """``BLA, SEV and UKR``; empty for no items."""
    return f" {last} ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))
