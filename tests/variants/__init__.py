"""Tests of the titles."""
