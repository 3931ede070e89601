"""Tests; they mirror the folders of what they test."""
