"""The engine: everything about adjudicating that no single title owns."""
