"""What the pieces are, where they may be, and with whom."""
