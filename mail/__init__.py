"""Mail: bytes to letters and letters to bytes. It knows no game."""
