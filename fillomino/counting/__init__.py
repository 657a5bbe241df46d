"""Counting: how many fillings a board or a puzzle has, which they are, and one of them at random."""
