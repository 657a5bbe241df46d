"""Encodings that other programs write: each prints a script for the puzzle that it is given."""
