"""The titles: one folder each, with its data, rules and rulings; `load` finds them by name."""
