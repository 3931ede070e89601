"""Tests of the simultaneous family."""
