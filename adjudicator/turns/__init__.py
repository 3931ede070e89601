"""What the phase of any title runs on."""
