"""Units and ships on the map (4.0, 5.0), and who lets whom pass (8.0)."""
