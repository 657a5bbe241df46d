"""Certificates: a verdict as files that a small checker of its own, `checker/fillomino_check.py`, accepts."""
