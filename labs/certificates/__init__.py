"""Certificates: a verdict as files that a small checker of its own (`fillomino_check.py`) accepts."""
