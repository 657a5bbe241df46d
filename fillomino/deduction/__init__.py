"""Deduction: which numbers a cell can still hold, by rules that are sound on every board."""
