"""Centers, builds and removals, at the end of a year."""
