"""The package mail, by itself."""
