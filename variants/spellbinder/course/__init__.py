"""The course of a game: set-up, phases and turns, scenarios, points (3.0, 9.0)."""
