"""What a seat is known by."""

Seat = str
"""Its code."""
