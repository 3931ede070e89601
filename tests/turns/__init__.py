"""Tests of what the phase of any title runs on."""
