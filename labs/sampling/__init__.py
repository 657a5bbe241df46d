"""Counting with NumPy, long counts that go on from a file, and solutions drawn at random."""
