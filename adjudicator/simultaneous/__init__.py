"""Simultaneous movement: compile, solve, explain; retreats; adjustments. Pure, on integers inside."""
