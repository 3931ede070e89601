"""Simultaneous movement: compile, solve, explain; retreats; adjustments. All of it is pure."""
